/* See script_scan.h. A lexer for Lua, and a stack of what is open. An unfinished string ends the scan: Lua reports
 * it better. */
#include "script/script_scan.h"

#include "base/text.h"

#include <stdbool.h>
#include <string.h>

enum {
    NEST_MAX = 100,        /* blocks, brackets; Lua's own limit is 200 */
    FUNCTION_NEST_MAX = 8, /* compile time grows with functions in functions, squared by their locals */
    JUMPS_MAX = 10000,     /* and, or, elseif, goto, break, label marks: 0.14 s at worst */
    CONSTANTS_MAX = 250, /* Lua's short constant operands end at 255; a few are left for constants that folding makes */
};

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_LITERAL /* number or string */,
    TOKEN_OPERATOR,
} token_kind;

typedef struct token {
    token_kind kind;
    const char *start;
    size_t length;
    uint32_t line;
} token;

/* An open construct. A bracket is an index or, in a table constructor, a key. */
typedef enum opener { OPEN_BLOCK, OPEN_FUNCTION, OPEN_CALL, OPEN_GROUP, OPEN_BRACE, OPEN_INDEX, OPEN_KEY } opener;

typedef struct scanner {
    const char *at, *end;
    uint32_t line;
    token token, previous;

    struct {
        opener kind;
        bool compared; /* an index whose value so far is a bare comparison */
    } open[NEST_MAX];
    size_t depth, functions;

    token constants[CONSTANTS_MAX + 1];
    size_t distinct, folds, jumps;
    uint32_t bitwise_line; /* of the first bitwise operator; 0: none */
    scan_fault fault;
} scanner;

static bool is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* At `[`: the number of `=` of a long bracket, or -1 when it is not one. */
static long long_bracket(const char *at)
{
    const char *p = at + 1;
    while (*p == '=') {
        p++;
    }
    return *p == '[' ? (long)(p - at - 1) : -1;
}

static void skip_long(scanner *s, long level)
{
    for (s->at += level + 2; s->at < s->end; s->at++) {
        if (*s->at == '\n') {
            s->line++;
        }
        if (*s->at == ']') {
            long n = 0;
            while (s->at[1 + n] == '=') {
                n++;
            }
            if (n == level && s->at[1 + n] == ']') {
                s->at += level + 2;
                return;
            }
        }
    }
}

static void skip_quoted(scanner *s, char quote)
{
    for (s->at++; s->at < s->end && *s->at != quote && *s->at != '\n'; s->at++) {
        if (*s->at == '\\' && s->at + 1 < s->end) {
            s->at++;
            bool skips = *s->at == 'z'; /* all blanks and line ends that follow */
            do {
                s->line += *s->at == '\n';
            } while (skips && (s->at[1] == ' ' || (s->at[1] >= '\t' && s->at[1] <= '\r')) && s->at++);
        }
    }
    if (s->at < s->end && *s->at == quote) {
        s->at++;
    }
}

static void skip_number(scanner *s)
{
    bool hexadecimal = s->at[0] == '0' && (s->at[1] == 'x' || s->at[1] == 'X');
    while (is_word(*s->at) || *s->at == '.') {
        char c = (char)(*s->at | 0x20);
        s->at++;
        if ((c == (hexadecimal ? 'p' : 'e')) && (*s->at == '+' || *s->at == '-')) {
            s->at++;
        }
    }
}

static void skip_blanks(scanner *s)
{
    while (s->at < s->end) {
        if (*s->at == '\n') {
            s->line++;
            s->at++;
        } else if (*s->at == ' ' || (*s->at >= '\t' && *s->at <= '\r')) {
            s->at++;
        } else if (s->at[0] == '-' && s->at[1] == '-') {
            s->at += 2;
            long level = *s->at == '[' ? long_bracket(s->at) : -1;
            if (level >= 0) {
                skip_long(s, level);
            } else {
                while (s->at < s->end && *s->at != '\n') {
                    s->at++;
                }
            }
        } else {
            return;
        }
    }
}

static size_t operator_length(const char *at)
{
    static const char *const longer[] = {"...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};
    for (size_t i = 0; i < sizeof longer / sizeof longer[0]; i++) {
        if (strncmp(at, longer[i], strlen(longer[i])) == 0) {
            return strlen(longer[i]);
        }
    }
    return 1;
}

static void advance(scanner *s)
{
    s->previous = s->token;
    skip_blanks(s);
    token t = {.kind = TOKEN_END, .start = s->at, .line = s->line};
    if (s->at < s->end) {
        char c = *s->at;
        if (ascii_is_digit(c) || (c == '.' && ascii_is_digit(s->at[1]))) {
            t.kind = TOKEN_LITERAL;
            skip_number(s);
        } else if (is_word(c)) {
            t.kind = TOKEN_NAME;
            while (is_word(*s->at)) {
                s->at++;
            }
        } else if (c == '"' || c == '\'') {
            t.kind = TOKEN_LITERAL;
            skip_quoted(s, c);
        } else if (c == '[' && long_bracket(s->at) >= 0) {
            t.kind = TOKEN_LITERAL;
            skip_long(s, long_bracket(s->at));
        } else {
            t.kind = TOKEN_OPERATOR;
            s->at += operator_length(s->at);
        }
        if (s->at > s->end) {
            s->at = s->end;
        }
    }
    t.length = (size_t)(s->at - t.start);
    s->token = t;
}

static bool is(const token *t, const char *word)
{
    return t->length == strlen(word) && memcmp(t->start, word, t->length) == 0 && t->kind != TOKEN_LITERAL;
}

static bool is_any(const token *t, const char *const *words)
{
    for (; *words; words++) {
        if (is(t, *words)) {
            return true;
        }
    }
    return false;
}

static void reject(scanner *s, uint32_t line, const char *message, const char *hint)
{
    if (!s->fault.text) {
        s->fault = (scan_fault){.line = line, .text = message, .hint = hint};
    }
}

static void push(scanner *s, opener kind)
{
    if (s->depth == NEST_MAX || (kind == OPEN_FUNCTION && s->functions == FUNCTION_NEST_MAX)) {
        reject(s, s->token.line,
               kind == OPEN_FUNCTION ? "functions inside functions, more than 8 deep" : "nested more than 100 deep",
               "write the inner part as a function of its own");
        return;
    }
    s->open[s->depth].kind = kind;
    s->open[s->depth].compared = false;
    s->depth++;
    s->functions += kind == OPEN_FUNCTION;
}

static void pop(scanner *s)
{
    if (s->depth == 0) {
        return; /* too many closing words: Lua reports it */
    }
    s->depth--;
    s->functions -= s->open[s->depth].kind == OPEN_FUNCTION;
    if (s->open[s->depth].kind == OPEN_INDEX && s->open[s->depth].compared) {
        reject(s, s->token.line, "an index that is a comparison, which Lua up to 5.4.4 compiles wrongly",
               "put the comparison into a local variable first");
    }
}

/* Whether an expression may just have ended, so that ( is a call and [ an index. */
static bool after_expression(const scanner *s)
{
    static const char *const keywords[] = {"and",      "break",  "do",   "else",  "elseif", "end", "for",
                                           "function", "goto",   "if",   "in",    "local",  "not", "or",
                                           "repeat",   "return", "then", "until", "while",  NULL};
    const token *t = &s->previous;
    switch (t->kind) {
    case TOKEN_NAME:
        return !is_any(t, keywords) || is(t, "end"); /* (function() ... end)() is in parentheses, but be careful */
    case TOKEN_LITERAL:
        return true;
    case TOKEN_OPERATOR:
        return is(t, ")") || is(t, "]") || is(t, "}");
    case TOKEN_END:
        break;
    }
    return false;
}

/* A comparison makes the index around it a bare comparison, through parentheses too. `and` or `or` directly in the
 * index makes it a plain value again, because Lua then puts it into a register first. */
static void mark_comparison(scanner *s)
{
    size_t i = s->depth;
    while (i > 0 && s->open[i - 1].kind == OPEN_GROUP) {
        i--;
    }
    if (i > 0 && s->open[i - 1].kind == OPEN_INDEX) {
        s->open[i - 1].compared = true;
    }
}

static void add_constant(scanner *s)
{
    for (size_t i = 0; i < s->distinct; i++) {
        const token *t = &s->constants[i];
        if (t->length == s->token.length && memcmp(t->start, s->token.start, t->length) == 0) {
            return;
        }
    }
    if (s->distinct <= CONSTANTS_MAX) {
        s->constants[s->distinct++] = s->token;
    }
}

static void note_name(scanner *s)
{
    static const char *const blocks[] = {"do", "then", "repeat", NULL};
    static const char *const jumps[] = {"and", "or", "elseif", "goto", "break", NULL};
    static const char *const closers[] = {"end", "until", "elseif", NULL};
    token *t = &s->token;
    /* `elseif` closes the block that its own `then` opens again; `else` stays in it. */
    if (is_any(t, closers)) {
        pop(s);
    }
    if (is(t, "function")) {
        push(s, OPEN_FUNCTION);
    } else if (is_any(t, blocks)) {
        push(s, OPEN_BLOCK);
    }
    if (is_any(t, jumps)) {
        s->jumps++;
    }
    if ((is(t, "and") || is(t, "or")) && s->depth > 0 && s->open[s->depth - 1].kind == OPEN_INDEX) {
        s->open[s->depth - 1].compared = false;
    }
    add_constant(s);
}

static void note_operator(scanner *s)
{
    static const char *const comparisons[] = {"<", ">", "<=", ">=", "==", "~=", NULL};
    static const char *const bitwise[] = {"&", "|", "~", NULL};
    static const char *const folding[] = {"+", "-", "*", "/", "//", "%", "^", "<<", ">>", "&", "|", "~", NULL};
    static const char *const closers[] = {")", "]", "}", NULL};
    token *t = &s->token;
    if (is(t, "(")) {
        push(s, after_expression(s) ? OPEN_CALL : OPEN_GROUP);
    } else if (is(t, "[")) {
        push(s, after_expression(s) ? OPEN_INDEX : OPEN_KEY);
    } else if (is(t, "{")) {
        push(s, OPEN_BRACE);
    } else if (is_any(t, closers)) {
        pop(s);
    } else if (is_any(t, comparisons)) {
        mark_comparison(s);
    } else if (is(t, "::")) {
        s->jumps++;
    }
    if (is_any(t, bitwise) && s->bitwise_line == 0) {
        s->bitwise_line = t->line;
    }
    if (is_any(t, folding)) {
        s->folds++; /* 2 * 3 may become the constant 6, which stands nowhere in the text */
    }
}

scan_fault scan_script(const char *bytes, size_t size)
{
    scanner s = {.at = bytes, .end = bytes + size, .line = 1};
    for (advance(&s); s.token.kind != TOKEN_END && !s.fault.text; advance(&s)) {
        switch (s.token.kind) {
        case TOKEN_NAME:
            note_name(&s);
            break;
        case TOKEN_LITERAL:
            add_constant(&s);
            break;
        case TOKEN_OPERATOR:
            note_operator(&s);
            break;
        case TOKEN_END:
            break;
        }
        if (s.jumps > JUMPS_MAX) {
            reject(&s, s.token.line, "too many 'and', 'or', 'elseif', jumps and labels (10000 at most)",
                   "put data into a table");
        }
    }
    /* The limit on constants of any one function is applied to the number of different words of the whole script:
     * stricter than needed, but simple enough to be seen to be right. */
    if (s.bitwise_line && s.distinct + s.folds > CONSTANTS_MAX) {
        reject(&s, s.bitwise_line,
               "bitwise operators in a script of more than 250 different words, which Lua up to 5.4.4 compiles wrongly",
               "use // and % instead of & | ~, or split the script");
    }
    return s.fault;
}

/* Behind the word `local`: whether the names that follow are one of them. Stops at the last one. */
static bool declares(scanner *s, const char *name)
{
    do {
        advance(s);
        if (is(&s->token, "function")) {
            advance(s);
        }
        if (s->token.kind == TOKEN_NAME && is(&s->token, name)) {
            return true;
        }
        advance(s);
        if (is(&s->token, "<")) { /* an attribute: <const> */
            advance(s);
            advance(s);
            advance(s);
        }
    } while (is(&s->token, ","));
    return false;
}

uint32_t scan_local(const char *bytes, size_t size, const char *name)
{
    scanner s = {.at = bytes, .end = bytes + size, .line = 1};
    advance(&s);
    while (s.token.kind != TOKEN_END) {
        if (!is(&s.token, "local")) {
            advance(&s);
        } else if (declares(&s, name)) {
            return s.token.line;
        }
    }
    return 0;
}
