/* Rules that an imported game has as a script. Its head says the keys that it is for; that is believed only if the import
 * of the whole section makes the same script, and the same hooks that call it. */
#include "formats/export_context.h"
#include "formats/import.h"
#include "formats/import_context.h"

#include <string.h>

void export_read_script(exporter *e)
{
    e->is_imported = e->board->script && strstr(e->board->script, import_script_head);
}

/* Whether a line of the words begins so, with the key behind it. */
static bool says(const char *words, const char *begin, const char *key, size_t length)
{
    size_t n = strlen(begin);
    for (const char *at = words; (at = strchr(at, '\n')) != NULL && *++at;) {
        if (strncmp(at, begin, n) == 0 && strncmp(at + n, key, length) == 0 &&
            strncmp(at + n + length, " = ", 3) == 0) {
            return true;
        }
    }
    return false;
}

static void put_keys(exporter *e)
{
    for (const char *at = e->board->script; (at = strstr(at, import_script_key)) != NULL;) {
        at += strlen(import_script_key);
        size_t n = strcspn(at, " \n");
        if (!says(text_string(&e->out), "", at, n)) {
            text_print(&e->out, "%.*s\n", (int)strcspn(at, "\n"), at);
        }
    }
}

/* Whether the import of the section had all these keys in its hands: none is another rule that somebody has added. */
static bool same_keys(const exporter *e, const char *script)
{
    for (const char *at = e->board->script; (at = strstr(at, import_script_key)) != NULL;) {
        at += strlen(import_script_key);
        if (!says(script, import_script_key, at, strcspn(at, " \n"))) {
            return false;
        }
    }
    return true;
}

/* Without the first lines, which name the game and the keys. */
static const char *body_of(const char *script)
{
    while (strncmp(script, "-- ", 3) == 0) {
        script += strcspn(script, "\n");
        script += *script == '\n';
    }
    return script;
}

static const char *hook_time(hook_at at)
{
    static const char *const words[] = {
        [HOOK_AFTER] = "after",     [HOOK_LEGAL] = "legal", [HOOK_MADE] = "made",
        [HOOK_CHOICES] = "choices", [HOOK_MOVES] = "moves", [HOOK_ANNOUNCE] = "announce"};
    return words[at];
}

/* A condition that no imported game has. */
static bool is_strange(const rule_hook *h)
{
    return h->exclusive || h->captured_count || h->to.string || h->full.string || h->mates_only;
}

/* About which moves a hook is asked, besides the pieces that move. */
static void put_conditions(const ruleset *r, const rule_hook *h, text *out)
{
    text_put(out, h->captures_only ? " captures" : "");
    text_put(out, h->drops_only ? " drops" : "");
    text_put(out, h->checks_only ? " checks" : "");
    for (size_t i = 0; h->has_unless_zero && i < r->player_count; i++) {
        text_print(out, "%s%s", i ? ", " : " unless [", r->counters[h->unless_zero[i]]);
    }
    text_put(out, h->has_unless_zero ? "]" : "");
    text_put(out, h->changes == CHANGES_COUNTERS ? " counters" : "");
}

/* The counters of the set in one line, if there are some. */
static void put_counters(const ruleset *r, const char *word, uint64_t set, text *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < r->counter_count; i++) {
        if (set >> i & 1) {
            text_print(lines, "%s%s%s", n ? "" : word, n ? ", " : " [", r->counters[i]);
            n++;
        }
    }
    text_put(lines, n ? "]\n" : "");
}

/* As import_script_of lists them. An ending without pieces can follow from a script's rules there. */
static void list_hooks(const exporter *e, text *lines)
{
    const ruleset *r = e->rules;
    for (size_t i = 0; i < r->hook_count; i++) {
        const rule_hook *h = &r->hooks[i];
        text names = {0}, conditions = {0};
        for (size_t k = 0; k < r->piece_count; k++) {
            for (size_t n = 0; n < h->piece_count; n++) {
                if (h->pieces[n] == (int)k) {
                    text_print(&names, " %s", r->pieces[k].name);
                }
            }
        }
        text_put(lines, is_strange(h) ? "strange " : "");
        put_conditions(r, h, &conditions);
        import_put_hook(lines, h->function, hook_time(h->at), text_string(&conditions), text_string(&names));
        lines->failed |= names.failed || conditions.failed;
        text_finish(&names);
        text_finish(&conditions);
    }
    for (size_t i = 0; i < r->ending_count; i++) {
        const rule_ending *end = &r->endings[i];
        if (end->hook || (end->kind == END_EXTINCT && end->piece < 0)) {
            import_put_hook_ending(lines, end->name, end->hook ? end->hook : "extinct");
        }
    }
    put_counters(r, "counters", ~r->hashed_counters, lines);
    put_counters(r, "states", r->hashed_counters, lines);
}

/* Whether both have the same lines, in any order. */
static bool same_lines(const char *a, const char *b)
{
    size_t count[2] = {0, 0};
    for (const char *at = b; *at; at += strcspn(at, "\n") + 1) {
        count[1]++;
    }
    for (const char *at = a; *at; at += strcspn(at, "\n") + 1, count[0]++) {
        size_t n = strcspn(at, "\n");
        const char *other = b;
        while (*other && (strcspn(other, "\n") != n || memcmp(other, at, n) != 0)) {
            other += strcspn(other, "\n") + 1;
        }
        if (!*other) {
            return false;
        }
    }
    return count[0] == count[1];
}

void export_script(exporter *e)
{
    const char *hooks;
    text mine = {0};
    if (!e->is_imported) {
        return;
    }
    put_keys(e);
    const source *section = diag_source(e->diags, "exported.ini", text_string(&e->out), e->out.length);
    const char *script = section ? import_script_of(e->arena, section, &hooks) : NULL;
    list_hooks(e, &mine);
    if (!script || !same_keys(e, script) || strcmp(body_of(script), body_of(e->board->script)) != 0 ||
        !same_lines(text_string(&mine), hooks)) {
        export_refuse(e, e->rules->scripts[0].location, "this script");
    }
    e->out.failed |= mine.failed;
    text_finish(&mine);
}
