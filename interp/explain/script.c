/* Documentation in scripts: the comments right above a function, and facts about hooks made of them.
 *
 *   --- A captured piece is reborn on its first cell, if that is empty.    documentation for players
 *   --- ru: Взятая фигура возрождается на своём исходном поле.            the same in Russian
 *   -- staged: called once for each cell                                   a comment for readers of the script
 *   function rebirth(move)
 *
 * Lines that begin with three dashes are documentation. Without any, other comments are used.
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

typedef enum remark { REMARK_PLAIN, REMARK_DOC, REMARK_RUSSIAN } remark;

/* `before`: the kind of the line above, since a Russian text may continue over lines. */
static remark remark_of(const char *line, remark before)
{
    if (line[2] != '-') {
        return REMARK_PLAIN;
    }
    const char *at = line + 3 + strspn(line + 3, " \t");
    return strncmp(at, "ru:", 3) == 0 || before == REMARK_RUSSIAN ? REMARK_RUSSIAN : REMARK_DOC;
}

static void add_line(text *to, const char *line)
{
    line += strspn(line, "-");
    line += strspn(line, " \t");
    if (strncmp(line, "ru:", 3) == 0) {
        line += 3 + strspn(line + 3, " \t");
    }
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

const char *function_doc(const describer *t, const char *function)
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
    text parts[3] = {{0}, {0}, {0}};
    remark kind = REMARK_PLAIN;
    for (const char *at = first; at < line; at += strcspn(at, "\n") + 1) {
        kind = remark_of(at, kind);
        add_line(&parts[kind], at);
    }
    remark wanted = t->russian && parts[REMARK_RUSSIAN].length ? REMARK_RUSSIAN
                    : parts[REMARK_DOC].length                 ? REMARK_DOC
                                                               : REMARK_PLAIN;
    const char *doc = doc_text(t, &parts[wanted]);
    if (doc && t->russian && wanted != REMARK_RUSSIAN) {
        doc = format_localized(t, "in English: %s", doc);
    }
    for (int i = 0; i < 3; i++) {
        t->arena->failed |= parts[i].failed;
        text_finish(&parts[i]);
    }
    return doc;
}

/* ---- hooks ---- */

static const char *filter_words(const describer *t, const rule_hook *h)
{
    text words = {0};
    const char *parts[8];
    size_t count = 0;
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
        const char *doc = function_doc(t, h->function);
        if (doc) {
            add_fact(t, slot ? slot : "hook", "%s.", doc);
        }
        add_fact(t, slot ? slot : "hook", "The function `%s` of the script does this; it is called for %s: %s%s%s.",
                 h->function, filter_words(t, h), hook_kind(t, h),
                 h->exclusive ? localized(t, "; while there are any, nothing else may be done") : "",
                 h->counters_only ? localized(t, " (in numbers alone)") : "");
    }
}
