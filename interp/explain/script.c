/* Documentation in scripts: the comments right above a function, and facts about hooks made of them.
 *
 *   --- A captured piece is reborn on its first cell, if that is empty.    documentation for players
 *   --- ru: Взятая фигура возрождается на своём исходном поле.            the same in Russian
 *   --- goal: Capture the queen.                                          the goal, above any hook
 *   --- goal ru: Взять ферзя.                                             likewise in Russian
 *   -- staged: called once for each cell                                   a comment for readers of the script
 *   function rebirth(move)
 *
 * Lines that begin with three dashes are documentation.
 */
#include "explain/grammar.h"

#include <ctype.h>
#include <string.h>

/* Whether the line at `at` begins the definition of that function. */
static bool defines(const char *at, const char *function)
{
    at += strspn(at, " \t");
    if (strncmp(at, "function", 8) == 0 && (at[8] == ' ' || at[8] == '\t')) {
        at += 8 + strspn(at + 8, " \t");
        size_t n = strlen(function);
        return strncmp(at, function, n) == 0 && (at[n] == '(' || at[n] == ' ');
    }
    size_t n = strlen(function);
    if (strncmp(at, function, n) != 0) {
        return false;
    }
    at += n + strspn(at + n, " \t");
    return *at == '=' && at[1] != '=';
}

static const char *line_before(const char *script, const char *line)
{
    if (line == script) {
        return NULL;
    }
    const char *at = line - 1;
    while (at > script && at[-1] != '\n') {
        at--;
    }
    return at;
}

static bool is_remark(const char *line)
{
    return strncmp(line, "--", 2) == 0;
}

typedef enum remark {
    REMARK_PLAIN,
    REMARK_DOC,
    REMARK_RUSSIAN,
    REMARK_GOAL,
    REMARK_GOAL_RUSSIAN,
    REMARK_COUNT,
} remark;

static const char *const marks[REMARK_COUNT] = {[REMARK_PLAIN] = "",
                                                [REMARK_DOC] = "",
                                                [REMARK_RUSSIAN] = "ru:",
                                                [REMARK_GOAL] = "goal:",
                                                [REMARK_GOAL_RUSSIAN] = "goal ru:"};

static const char *after_dashes(const char *line)
{
    line += strspn(line, "-");
    return line + strspn(line, " \t");
}

static bool has_mark(const char *line, remark kind)
{
    return *marks[kind] && strncmp(after_dashes(line), marks[kind], strlen(marks[kind])) == 0;
}

/* `before`: the kind of the line above, since a marked text may continue over lines. */
static remark remark_of(const char *line, remark before)
{
    if (line[2] != '-') {
        return REMARK_PLAIN;
    }
    for (int kind = 0; kind < REMARK_COUNT; kind++) {
        if (has_mark(line, (remark)kind)) {
            return (remark)kind;
        }
    }
    return before == REMARK_PLAIN ? REMARK_DOC : before;
}

static void add_line(text *to, const char *line, remark kind)
{
    bool marked = has_mark(line, kind);
    line = after_dashes(line);
    line += marked ? strlen(marks[kind]) : 0;
    line += strspn(line, " \t");
    size_t n = strcspn(line, "\r\n");
    text_put(to, to->length && n ? " " : "");
    text_add_safe(to, line, n);
}

/* Removes the final stop: the sentence around it has its own. */
static const char *doc_text(const describer *t, text *words)
{
    while (words->length && (words->bytes[words->length - 1] == '.' || words->bytes[words->length - 1] == ' ')) {
        words->bytes[--words->length] = '\0';
    }
    const char *kept = words->length ? arena_text(t->arena, words->bytes, words->length) : NULL;
    return kept;
}

/* The text of this kind among the remarks above the function, in Russian if it has one; "": a bare mark says that there is
 * nothing to tell. */
static const char *function_remark(const describer *t, const char *function, remark own, remark russian)
{
    const char *script = t->notes->script, *line = script;
    while (line && *line && !defines(line, function)) {
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (!line || !*line) {
        return NULL;
    }
    const char *first = line;
    for (const char *at = line_before(script, line); at && is_remark(at); at = line_before(script, at)) {
        first = at;
    }
    text parts[REMARK_COUNT] = {{0}};
    remark kind = REMARK_PLAIN;
    bool seen[REMARK_COUNT] = {false}; /* a bare `---` is a text too: players need not know of the hook */
    for (const char *at = first; at < line; at += strcspn(at, "\n") + 1) {
        kind = remark_of(at, kind);
        seen[kind] = true;
        add_line(&parts[kind], at, kind);
    }
    remark wanted = t->russian && parts[russian].length ? russian : own;
    const char *doc = doc_text(t, &parts[wanted]);
    if (!doc && seen[own]) {
        doc = "";
    } else if (doc && t->russian && wanted != russian) {
        doc = format_localized(t, "in English: %s", doc);
    }
    for (int i = 0; i < REMARK_COUNT; i++) {
        t->arena->failed |= parts[i].failed;
        text_finish(&parts[i]);
    }
    return doc;
}

/* "": players need not know of the hook; NULL: nothing is said. */
static const char *hook_doc(const describer *t, const char *function)
{
    return function_remark(t, function, REMARK_DOC, REMARK_RUSSIAN);
}

const char *function_doc(const describer *t, const char *function)
{
    const char *doc = hook_doc(t, function);
    return doc && *doc ? doc : NULL;
}

const char *function_goal(const describer *t, const char *function)
{
    const char *goal = function_remark(t, function, REMARK_GOAL, REMARK_GOAL_RUSSIAN);
    return goal && *goal ? goal : NULL;
}

/* ---- hooks ---- */

static const char *filter_words(const describer *t, const rule_hook *h)
{
    text words = {0};
    const char *parts[8];
    size_t count = 0;
    if (h->no_captures) {
        parts[count++] = localized(t, "moves that capture nothing");
    }
    if (h->no_drops) {
        parts[count++] = localized(t, "moves on the board");
    }
    if (h->no_checks) {
        parts[count++] = localized(t, "moves that give no check");
    }
    if (h->captures_only) {
        parts[count++] = localized(t, "captures");
    }
    if (h->drops_only) {
        parts[count++] = localized(t, "drops");
    }
    if (h->checks_only) {
        parts[count++] = h->mates_only ? localized(t, "mates") : localized(t, "checks");
    }
    text_put(&words, count ? strings_joined(t, parts, count, CONJUNCTION_AND) : localized(t, "moves"));
    if (h->piece_count) {
        text_print(&words, localized(t, " by %s"),
                   piece_words(t, h->pieces, h->piece_count, FORM_INDEFINITE, CONJUNCTION_OR));
    }
    if (h->captured_count) {
        text_print(&words, localized(t, " that capture %s"),
                   piece_words(t, h->captured, h->captured_count, t->russian ? FORM_ACCUSATIVE : FORM_INDEFINITE,
                               CONJUNCTION_OR));
    }
    if (h->to.string) {
        text_print(&words, localized(t, " that end %s"), zone_words(t, h->to.string));
    }
    if (h->full.string) {
        text_print(&words, localized(t, " while own pieces are %s"), zone_words(t, h->full.string));
    }
    if (h->has_unless_zero) {
        text_print(&words, localized(t, ", and all moves while `%s` of the player to move is not 0"),
                   t->rules->counters[h->unless_zero[0]]);
    }
    const char *kept = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

static const char *hook_kind(const describer *t, const rule_hook *h)
{
    static const char *const kinds[] = {
        [HOOK_AFTER] = "something follows",
        [HOOK_LEGAL] = "may be forbidden",
        [HOOK_MADE] = "may be forbidden once it is seen what it leads to",
        [HOOK_CHOICES] = "its player may choose how it goes on",
        [HOOK_MOVES] = "the script lists moves of its own",
        [HOOK_ANNOUNCE] = "the umpire announces it",
    };
    return localized(t, kinds[h->at]);
}

/* What a player can know of a hook that has no words of its own; NULL: a hook that only counts is not seen. */
static const char *vague_words(const describer *t, const rule_hook *h)
{
    const char *which = capital(t->arena, filter_words(t, h));
    switch (h->at) {
    case HOOK_AFTER:
        return h->changes == CHANGES_COUNTERS ? NULL : format_localized(t, "%s have a further effect", which);
    case HOOK_LEGAL:
    case HOOK_MADE:
        return format_localized(t, "%s may be forbidden by a rule that is not told here", which);
    case HOOK_CHOICES:
        return format_localized(t, "%s leave their player a further choice", which);
    case HOOK_MOVES:
        return h->exclusive ? localized(t, "There are further moves that no piece has by itself; while there are any, "
                                           "no other move may be made")
                            : localized(t, "There are further moves that no piece has by itself");
    case HOOK_ANNOUNCE:
        return format_localized(t, "The umpire announces more about these: %s", filter_words(t, h));
    }
    return NULL;
}

/* Hooks that are called for moves of this piece; `all`: for those of every piece. */
static bool hook_limits(const rule_hook *h, int piece, bool all)
{
    bool named = h->piece_count == 0 && all;
    for (size_t i = 0; i < h->piece_count; i++) {
        named |= !all && h->pieces[i] == piece;
    }
    return named && (h->at == HOOK_LEGAL || h->at == HOOK_MADE);
}

/* Whether that is said of all pieces at once. */
static bool limits_all(const describer *t)
{
    bool all = false;
    for (size_t i = 0; i < t->rules->hook_count; i++) {
        all |= hook_limits(&t->rules->hooks[i], -1, true) && !t->rules->hooks[i].drops_only;
    }
    return all;
}

void describe_limits(describer *t, int piece)
{
    bool moves = false, captures = false;
    for (size_t i = 0; i < t->rules->hook_count; i++) {
        const rule_hook *h = &t->rules->hooks[i];
        if (hook_limits(h, piece, piece < 0) && !h->drops_only) {
            const bool of_captures = h->captures_only || h->captured_count;
            moves |= !of_captures;
            captures |= of_captures;
        }
    }
    if (piece < 0 && (moves || captures)) {
        add_fact(t, "limits",
                 moves ? "“Special rules” below may forbid some of these moves."
                       : "“Special rules” below may forbid some captures.");
    } else if ((moves || captures) && !limits_all(t)) {
        add_fact(t, "limits",
                 moves ? "“Special rules” may forbid a move of it." : "“Special rules” may forbid a capture by it.");
    }
}

void describe_hooks(describer *t)
{
    const ruleset *r = t->rules;
    t->topic = TOPIC_SPECIAL;
    const char *change = function_doc(t, "on_capture"); /* staged, and found by its name only */
    if (change) {
        add_fact(t, "hook on_capture", "%s.", change);
    }
    for (size_t i = 0; i < r->hook_count; i++) {
        const rule_hook *h = &r->hooks[i];
        const char *slot = arena_format(t->arena, "hook %s", h->function);
        const char *doc = hook_doc(t, h->function);
        doc = doc ? doc : vague_words(t, h);
        if (doc && *doc) {
            add_fact(t, slot ? slot : "hook", "%s.", doc);
        }
        t->topic = TOPIC_DETAIL;
        add_fact(t, slot ? slot : "hook", "The function `%s` of the script is called for %s: %s%s%s.", h->function,
                 filter_words(t, h), hook_kind(t, h),
                 h->exclusive ? localized(t, "; while there are any, nothing else may be done") : "",
                 h->changes == CHANGES_COUNTERS ? localized(t, " (in numbers alone)") : "");
        t->topic = TOPIC_SPECIAL;
    }
}
