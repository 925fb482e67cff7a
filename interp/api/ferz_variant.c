#include "api/ferz_internal.h"

#include "base/read_file.h"
#include "compile/shortcuts.h"
#include "core/core.h"
#include "explain/betza_notation.h"
#include "explain/lint.h"
#include "formats/builtin.h"
#include "play/variant_load.h"
#include "rules/locate.h"
#include "search/eval_params.h"
#include "search/network_adopt.h"
#include "search/network_file.h"
#include "search/search_params.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void copy_sized(void *ours, size_t size, const void *theirs, size_t size_in_0_2)
{
    size_t given;
    memcpy(&given, theirs, sizeof given);
    if (given == 0) {
        given = size_in_0_2;
    }
    memset(ours, 0, size);
    memcpy(ours, theirs, given < size ? given : size);
}

size_t ferz_cells_max(void)
{
    return (size_t)core_cells_max();
}

const char *ferz_version(void)
{
    return FERZ_VERSION;
}

void ferz_free(char *string)
{
    free(string);
}

/* ---- loading ---- */

static const char *find_parent(const void *state, const char *name, const char *relative_to, arena *a)
{
    return locate_rules(a, name, state, relative_to);
}

/* The listed variant with the nearest name, if it is near enough; in `a`. */
static const char *nearest_variant(const void *dirs, const char *name, arena *a)
{
    ferz_list_entry *entries;
    size_t count = ferz_list(dirs, &entries, NULL);
    const char *nearest = NULL;
    size_t best = strlen(name) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t distance = text_distance(name, entries[i].name, best);
        if (distance < best) {
            best = distance;
            nearest = entries[i].name;
        }
    }
    nearest = nearest ? arena_text(a, nearest, strlen(nearest)) : NULL;
    ferz_list_free(entries, count);
    return nearest;
}

static bool add_hook_text(ferz_variant *v, const char *at, const rule_hook *rule)
{
    text words = {0};
    text_print(&words, "%s: %s (", at, rule->function);
    text_put(&words, rule->captures_only ? "captures" : "moves");
    for (size_t i = 0; i < rule->piece_count; i++) {
        text_print(&words, "%s%s", i ? ", " : " by ", v->rules->pieces[rule->pieces[i]].name);
    }
    for (size_t i = 0; i < rule->captured_count; i++) {
        text_print(&words, "%s%s", i ? ", " : " of ", v->rules->pieces[rule->captured[i]].name);
    }
    if (rule->to.string) {
        text_print(&words, " to %s", rule->to.string);
    }
    text_put(&words, ")");
    v->hooks[v->hook_count] = arena_text(&v->arena, text_string(&words), words.length);
    bool ok = !words.failed;
    text_finish(&words);
    return v->hooks[v->hook_count++] != NULL && ok;
}

static bool add_hook_texts(ferz_variant *v)
{
    const variant *built = v->variant;
    size_t most = v->rules->hook_count + (size_t)built->ending_count;
    const struct {
        const char *at;
        const variant_hook *hooks;
        int count;
    } kinds[] = {{"after", built->after_hooks, built->after_hook_count},
                 {"legal", built->legal_hooks, built->legal_hook_count},
                 {"made", built->made_hooks, built->made_hook_count},
                 {"choices", built->choice_hooks, built->choice_hook_count},
                 {"moves", built->moves_hooks, built->moves_hook_count},
                 {"announce", built->announce_hooks, built->announce_hook_count}};
    v->hooks = arena_new(&v->arena, const char *, most + 1);
    bool ok = v->hooks != NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (int i = 0; ok && i < kinds[k].count; i++) {
            ok = add_hook_text(v, kinds[k].at, kinds[k].hooks[i].rule);
        }
    }
    for (int i = 0; ok && i < built->ending_count; i++) {
        if (built->endings[i].rule->hook) {
            const rule_ending *rule = built->endings[i].rule;
            const char *words = arena_format(&v->arena, "ending: %s (%s)", rule->hook,
                                             rule->kind == END_REPETITION ? "repetitions" : "every position");
            v->hooks[v->hook_count++] = words;
            ok = words != NULL;
        }
    }
    return ok;
}

/* The endings with texts of their conditions and results. */
static bool add_endings(ferz_variant *v)
{
    const ruleset *rules = v->rules;
    v->endings = arena_new(&v->arena, ferz_ending, rules->ending_count + 1);
    bool ok = v->endings != NULL;
    for (size_t i = 0; ok && i < rules->ending_count; i++) {
        const rule_ending *rule = &rules->endings[i];
        text condition = {0}, result = {0};
        ruleset_put_condition(rules, rule, &condition);
        ruleset_put_result(rules, rule, &result);
        v->endings[i] = (ferz_ending){
            .name = rule->name,
            .condition = arena_text(&v->arena, text_string(&condition), condition.length),
            .result = result.length ? arena_text(&v->arena, text_string(&result), result.length) : NULL,
            .claim = rule->claim,
            .file = rule->location.source ? rule->location.source->name : "",
            .line = rule->location.line,
        };
        ok = !condition.failed && !result.failed && v->endings[i].condition;
        text_finish(&condition);
        text_finish(&result);
    }
    return ok;
}

ferz_ending ferz_variant_ending(const ferz_variant *v, size_t index)
{
    if (MISSING(v)) {
        return (ferz_ending){0};
    }
    return index < v->rules->ending_count ? v->endings[index] : (ferz_ending){.name = "", .condition = "", .file = ""};
}

/* A live function that does not exist is an error of the file: report it at loading, not in the first game. */
static bool check_hooks_exist(ferz_variant *v)
{
    if (!v->hook_count) {
        return true;
    }
    live_binding *live = live_create(v->binding, v->variant, &v->diags);
    live_destroy(live);
    return live != NULL;
}

static void fingerprint(ferz_variant *v)
{
    sha256 d;
    sha256_init(&d);
    for (const source *s = v->diags.sources; s; s = s->previous) {
        char size[32];
        int length =
            snprintf(size, sizeof size, "%zu:", s->size); /* so that two different splits never give the same bytes */
        sha256_update(&d, size, (size_t)length);
        sha256_update(&d, s->bytes, s->size);
    }
    for (size_t i = 0; i < v->rules->option_count; i++) {
        const rule_option *o = &v->rules->options[i];
        const char *chosen = o->chosen ? o->chosen : "";
        sha256_update(&d, o->name, strlen(o->name) + 1);
        sha256_update(&d, chosen, strlen(chosen) + 1);
    }
    sha256_final(&d, v->fingerprint);
}

/* The files that were read, each once, in the order of reading. */
static bool list_files(ferz_variant *v)
{
    size_t count = 0;
    for (const source *s = v->diags.sources; s; s = s->previous) {
        count++;
    }
    v->files = arena_new(&v->arena, const char *, count + 1);
    if (!v->files) {
        return false;
    }
    for (const source *s = v->diags.sources; s; s = s->previous) {
        v->files[--count] = s->name;
        v->file_count++;
    }
    return true;
}

static bool add_betza(ferz_variant *v)
{
    bool ok = true;
    v->betza = arena_new(&v->arena, const char *, (size_t)v->variant->types + 1);
    for (int i = 0; v->betza && i < v->variant->types; i++) {
        ok = betza_notation_of_type(&v->arena, v->variant, i, &v->betza[i]) && ok;
    }
    return v->betza && ok;
}

static bool build(ferz_variant *v)
{
    script_host *host = NULL;
    staged_hooks hooks;
    v->binding = binding_create(v->rules, &v->arena, &v->diags);
    if (!v->binding || !binding_open_staged(v->binding, &v->diags, &host, &hooks)) {
        return false;
    }
    if (list_files(v)) {
        fingerprint(v); /* before other texts become sources, such as a random start */
        v->variant = variant_load(v->rules, binding_topology(v->binding), host ? &hooks : NULL, &v->diags);
    }
    if (host) {
        binding_add_calls(v->binding, script_calls(host));
        v->diags.budget_exceeded |= script_is_dead(host);
        script_close(host);
    }
    return v->variant && add_hook_texts(v) && add_endings(v) && add_betza(v) && check_hooks_exist(v);
}

const char *learned_file(arena *a, const char *rules, const char *ending)
{
    return arena_format(a, "%.*s%s", (int)text_stem_length(rules), rules, ending);
}

/* What `load` gets. */
typedef struct load_call {
    const char *path, *yaml;
    size_t length;
    const char *const *dirs;
    const ferz_setting *settings;
    size_t setting_count;
    uint64_t seed;
    const ferz_overlay *overlays;
    size_t overlay_count;
    bool by_name;              /* the text is found by the name of the game, */
    const char *variants_file; /* in this file; NULL: built in */
    bool without_network;
} load_call;

typedef struct learned_place {
    ferz_variant *v;
    const char *found;
} learned_place;

static void look_in_folder(void *state, const char *folder)
{
    learned_place *p = state;
    const char *there = arena_format(&p->v->arena, "%s/%s", folder, p->v->rules->path);
    const char *learned = there ? learned_file(&p->v->arena, there, NETWORK_ENDING) : NULL;
    const char *weights = there ? learned_file(&p->v->arena, there, TUNING_ENDING) : NULL;
    if (!p->found && learned && weights && (access(learned, F_OK) == 0 || access(weights, F_OK) == 0)) {
        p->found = there;
    }
}

/* Beside which file that lies what was learned of the rules: their own, or for rules that are known by their name alone, beside the file
 * of variants that has them, or where they are built in, in the first folder of rules that has something. */
static void find_learned(ferz_variant *v, const load_call *c)
{
    learned_place place = {.v = v};
    const char *slash = c->variants_file ? strrchr(c->variants_file, '/') : NULL;
    if (slash) {
        place.found =
            arena_format(&v->arena, "%.*s%s", (int)(slash + 1 - c->variants_file), c->variants_file, v->rules->path);
    } else if (c->by_name && !c->variants_file) {
        look_in_folder(&place, ".");
        locate_folders(&v->arena, c->dirs, look_in_folder, &place);
    }
    v->learned = place.found ? place.found : v->rules->path;
}

/* Weights made for other rules are ignored; weights that name unknown pieces are an error. */
static bool load_tuning(ferz_variant *v)
{
    const char *path = learned_file(&v->arena, v->learned, TUNING_ENDING);
    if (!path || access(path, F_OK) != 0) {
        return path != NULL;
    }
    v->tuning = tuning_load(&v->arena, &v->diags, path);
    if (!v->tuning) {
        return false;
    }
    char own[32];
    snprintf(own, sizeof own, "%016" PRIx64, eval_params_fingerprint(v->variant));
    if (v->tuning->row_count && strcmp(v->tuning->rules, own) != 0) {
        diag_warning(&v->diags, CODE_TUNING_OTHER_RULES, v->tuning->rules_location,
                     "the tuning is for other pieces or another board, and is not used");
        diag_hint(&v->diags, "these rules are %s; `ferz tune` makes a tuning for them", own);
        v->tuning->row_count = 0;
        v->tuning->has_other_weights = true;
    }
    piece_values values;
    eval_params w;
    bool ok = piece_values_init(&values, v->variant);
    if (ok) {
        ok = eval_params_init(&w, &v->arena, &values) && eval_params_apply(&w, v->tuning, &v->diags);
        piece_values_finish(&values);
    }
    search_params constants;
    search_params_init(&constants);
    ok = ok && search_params_apply(&constants, v->tuning, &v->diags);
    v->variant->tuning = v->tuning;
    return ok;
}

/* Which features the rules have. False when out of memory. */
static bool layout_of(network_layout *l, const variant *v, arena *a)
{
    piece_values values;
    eval_params *params = arena_new(a, eval_params, 1);
    bool ok = params && piece_values_init(&values, v);
    if (ok) {
        ok = eval_params_init(params, a, &values) && network_layout_init(l, a, params);
        piece_values_finish(&values);
    }
    return ok;
}

/* Whether the network has the features of these rules. */
static bool network_is_ours(const network *n, const variant *v)
{
    arena scratch;
    arena_init(&scratch, 0);
    network_layout layout;
    bool ours = network_suits(v) && layout_of(&layout, v, &scratch) && network_fits(n, &layout) && n->types == v->types;
    for (int type = 0; ours && type < v->types; type++) { /* a file may say what it likes */
        const char *name = eval_params_type_name(&scratch, v, type);
        ours = name && strcmp(name, n->type_name[type]) == 0;
    }
    arena_finish(&scratch);
    return ours;
}

/* A hash of what both players play for: mates, pieces that must not be lost, places to reach, and what forces captures. */
static uint64_t aim_of(const variant *v)
{
    uint64_t hash = 0, royals = 0;
    for (int type = 0; type < v->types; type++) {
        royals += v->type[type].royal;
    }
    fingerprint_add(&hash, royals > 0);
    fingerprint_add(&hash, v->has_blast);
    fingerprint_add(&hash, v->rules->captures.mandatory);
    for (int i = 0; i < v->ending_count; i++) {
        const rule_ending *e = v->endings[i].rule;
        const bool decides = e->kind == END_CHECKMATE || e->kind == END_EXTINCT || e->kind == END_EXPOSED ||
                             e->kind == END_CONNECT || e->kind == END_CHAIN || e->kind == END_GOAL ||
                             e->kind == END_PIECES_BELOW;
        if (decides) {
            fingerprint_add(&hash, (uint64_t)e->kind);
            fingerprint_add(&hash, (uint64_t)e->result);
        }
    }
    return hash;
}

/* The network as it serves the rules with chosen options, where it is the one of `plain`, the same rules without them, and both are
 * played for the same aim. */
static network *network_for_options(const network *n, const variant *plain, const variant *v, arena *a)
{
    network *found = NULL;
    if (network_is_ours(n, plain) && network_suits(v) && aim_of(plain) == aim_of(v)) {
        arena scratch;
        arena_init(&scratch, 0);
        network_layout of, to;
        if (layout_of(&of, plain, &scratch) && layout_of(&to, v, &scratch)) {
            found = network_adopt(n, &of, &to, a);
        }
        arena_finish(&scratch);
    }
    return found;
}

/* The file, or what an editor holds instead of it. 0, or an error number. */
static int read_network(ferz_variant *v, const char *path, text *bytes)
{
    const source_overlay *instead = diag_overlay(&v->diags, path);
    if (instead) {
        text_add(bytes, instead->bytes, instead->size);
        return 0;
    }
    return read_file_bytes(path, READ_FILE_LINKS_INSIDE, NETWORK_FILE_MAX, bytes);
}

network *network_of_rules(ferz_variant *v, const char *rules, arena *a, const char **why, location *at)
{
    enum { SHOWN = 2000 }; /* of the file, in messages */
    const char *path = learned_file(a, rules, NETWORK_ENDING);
    network *found = NULL;
    *why = NULL;
    *at = (location){0};
    if (path && access(path, F_OK) == 0) {
        text bytes = {0};
        unsigned line = 1;
        int error = read_network(v, path, &bytes);
        if (error) {
            *why = "it cannot be read";
        } else {
            found = network_parse(a, text_string(&bytes), bytes.length, why, &line);
        }
        const source *of =
            diag_source(&v->diags, path, text_string(&bytes), bytes.length < SHOWN ? bytes.length : SHOWN);
        *at = of ? (location){.source = of, .line = line, .column = 1} : (location){0};
        text_finish(&bytes);
    }
    return found;
}

static ferz_variant *load(const load_call *c, ferz_messages *messages);

/* A network serves the options of its game, too. NULL: it is not this game's. */
static network *network_without_options(ferz_variant *v, const network *n, const load_call *c, ferz_budget budget)
{
    if (!c->setting_count) {
        return NULL;
    }
    load_call without = *c;
    without.settings = NULL;
    without.setting_count = 0;
    without.without_network = true;
    ferz_messages *unread = ferz_messages_create(false);
    if (unread) {
        ferz_messages_set_budget(unread, budget);
    }
    ferz_variant *plain = unread ? load(&without, unread) : NULL;
    network *found = plain ? network_for_options(n, plain->variant, v->variant, &v->arena) : NULL;
    ferz_variant_free(plain);
    ferz_messages_free(unread);
    return found;
}

/* NAME.network beside the rules, if it exists. One that is of no use is left alone: the rules are sound without it. */
static bool load_network(ferz_variant *v, const load_call *c, ferz_budget budget)
{
    const char *why;
    location at;
    bool others = false;
    network *found = network_of_rules(v, v->learned, &v->arena, &why, &at);
    if (found && !network_is_ours(found, v->variant)) {
        network *adopted = network_without_options(v, found, c, budget);
        v->variant->network = adopted;
        others = !adopted;
    } else {
        v->variant->network = found;
    }
    if (others) {
        diag_warning(&v->diags, CODE_NETWORK_UNUSED, at, "the network is for other rules or weights, and is not used");
        diag_hint(&v->diags, "`ferz tune` learns one for these; with --nearest it begins with the parent's");
    } else if (why) {
        diag_warning(&v->diags, CODE_NETWORK_UNUSED, at, "the network is not used: %s", why);
        diag_hint(&v->diags, "`ferz tune` learns another one");
    }
    return !v->arena.failed;
}

void ferz_variant_clear_tuning(ferz_variant *v)
{
    if (MISSING(v)) {
        return;
    }
    v->variant->tuning = NULL;
    ferz_variant_clear_network(v);
}

void ferz_variant_clear_network(ferz_variant *v)
{
    if (MISSING(v)) {
        return;
    }
    v->variant->network = NULL;
    v->facts.has_network = false;
}

bool ferz_variant_show_characters(ferz_variant *v)
{
    if (MISSING(v)) {
        return false;
    }
    v->variant->shows_characters = ferz_variant_facts(v)->has_characters;
    return v->variant->shows_characters;
}

static ferz_variant *load(const load_call *c, ferz_messages *messages)
{
    ferz_variant *v = calloc(1, sizeof *v);
    if (!v) {
        messages_out_of_memory(messages);
        return NULL;
    }
    diag_list_init(&v->diags);
    arena_init(&v->arena, 0);
    source_overlay *instead = arena_new(&v->arena, source_overlay, c->overlay_count + 1);
    for (size_t i = 0; instead && i < c->overlay_count; i++) {
        instead[i] = (source_overlay){c->overlays[i].file, c->overlays[i].text, c->overlays[i].length};
    }
    v->diags.overlays = instead;
    v->diags.overlay_count = instead ? c->overlay_count : 0;
    v->diags.fuel = messages_begin(messages, OPERATION_SHORT);
    rule_setting *chosen = arena_new(&v->arena, rule_setting, c->setting_count + 1);
    for (size_t i = 0; chosen && i < c->setting_count; i++) {
        chosen[i] = (rule_setting){c->settings[i].name, c->settings[i].value};
    }
    const source *given = c->yaml ? diag_source(&v->diags, c->path, c->yaml, c->length) : NULL;
    rule_finder finder = {find_parent, c->dirs, nearest_variant};
    if (chosen && instead && (!c->yaml || given)) {
        v->rules = ruleset_load(&v->diags, c->path, given, &finder, chosen, c->setting_count, c->seed);
    }
    bool ok = v->rules && build(v);
    const bool has_place = !c->yaml || c->by_name;
    if (ok) {
        find_learned(v, c);
    }
    ok = ok && (!has_place || load_tuning(v)) &&
         (!has_place || c->without_network || load_network(v, c, messages_budget(messages))) && variant_note_facts(v);
    if (!ok && !v->diags.errors) {
        diag_out_of_memory(&v->diags);
    }
    v->diags.fuel = NULL;
    v->diags.overlays = NULL; /* the caller owns them */
    v->diags.overlay_count = 0;
    messages_append(messages, &v->diags);
    if (!ok) {
        ferz_variant_free(v);
        return NULL;
    }
    return v;
}

ferz_variant *ferz_variant_load_imported(const ferz_imported *game, const char *const *dirs,
                                         const ferz_setting *settings, size_t setting_count, uint64_t seed,
                                         ferz_messages *messages)
{
    return variant_load_imported(game, NULL, dirs, settings, setting_count, seed, messages);
}

ferz_variant *variant_load_imported(const ferz_imported *game, const char *file, const char *const *dirs,
                                    const ferz_setting *settings, size_t setting_count, uint64_t seed,
                                    ferz_messages *messages)
{
    if (MISSING(game) || MISSING(game->name) || MISSING(game->yaml)) {
        return NULL;
    }
    text rules = {0}, script = {0};
    text_print(&rules, "%s.yaml", game->name);
    text_print(&script, "%s.lua", game->name);
    const char *lua = game->script ? game->script : "";
    ferz_overlay beside = {text_string(&script), lua, strlen(lua)};
    ferz_variant *v = NULL;
    if (rules.failed || script.failed) {
        messages_out_of_memory(messages);
    } else {
        const load_call c = {.path = text_string(&rules),
                             .yaml = game->yaml,
                             .length = strlen(game->yaml),
                             .dirs = dirs,
                             .settings = settings,
                             .setting_count = setting_count,
                             .seed = seed,
                             .overlays = &beside,
                             .overlay_count = game->script != NULL,
                             .by_name = dirs != NULL,
                             .variants_file = file};
        v = load(&c, messages);
    }
    text_finish(&rules);
    text_finish(&script);
    return v;
}

static int compare_sections(const void *a, const void *b)
{
    return strcmp(((const ini_section *)a)->name, ((const ini_section *)b)->name);
}

char *ferz_import_names(size_t *count)
{
    if (MISSING(count)) {
        return NULL;
    }
    diag_list diags;
    arena a;
    ini all = {0};
    text names = {0};
    diag_list_init(&diags);
    arena_init(&a, 0);
    bool read = builtin_read(&a, &diags, &all);
    if (read) {
        qsort(all.sections, all.count, sizeof *all.sections, compare_sections);
    }
    for (size_t i = 0; read && i < all.count; i++) {
        text_add(&names, all.sections[i].name, strlen(all.sections[i].name) + 1);
    }
    *count = read ? all.count : 0;
    char *block = read && !names.failed ? malloc(names.length + 1) : NULL;
    if (block) {
        memcpy(block, text_string(&names), names.length);
        block[names.length] = '\0';
    }
    text_finish(&names);
    arena_finish(&a);
    diag_list_finish(&diags);
    return block;
}

static bool is_builtin(const char *name)
{
    size_t count;
    char *names = ferz_import_names(&count);
    const char *one = names;
    for (; one && *one && strcmp(one, name) != 0; one += strlen(one) + 1) {
    }
    bool found = one && *one;
    ferz_free(names);
    return found;
}

/* The variant of that name that Fairy-Stockfish has built in. False: it has none. */
static bool load_builtin(const char *name, const char *const *dirs, const ferz_setting *settings, size_t setting_count,
                         uint64_t seed, ferz_messages *messages, ferz_variant **loaded)
{
    if (!is_builtin(name)) {
        return false;
    }
    text section = {0};
    ferz_imported *games = NULL;
    size_t count = 0;
    text_print(&section, "[%s:%s]\n", name, name);
    if (section.failed) {
        messages_out_of_memory(messages);
    } else {
        import_sections("variants.ini", text_string(&section), section.length, NULL, &games, &count, NULL, NULL,
                        messages);
    }
    if (count) {
        *loaded = ferz_variant_load_imported(&games[0], dirs, settings, setting_count, seed, messages);
    }
    ferz_imported_free(games, count);
    text_finish(&section);
    return true;
}

ferz_variant *ferz_variant_load(const char *name, const char *const *dirs, const ferz_setting *settings,
                                size_t setting_count, uint64_t seed, ferz_messages *messages)
{
    if (MISSING(name)) {
        return NULL;
    }
    return ferz_variant_load_with(name, dirs, settings, setting_count, seed, NULL, 0, messages);
}

static void note_folder(void *state, const char *folder)
{
    (void)folder;
    *(bool *)state = true;
}

/* A program that is linked with the library may have no rules beside it. */
static void hint_games(diag_list *diags, arena *scratch, const char *const *dirs)
{
    bool any = false;
    locate_folders(scratch, dirs, note_folder, &any);
    diag_hint(diags, any ? "`ferz list` names the games; a path to a file has a `/` or ends in .yaml"
                         : "no folder of rules was found: install Debian's package ferz-rules, or name a folder by "
                           "--rules or FERZ_RULES");
}

ferz_variant *ferz_variant_load_with(const char *name, const char *const *dirs, const ferz_setting *settings,
                                     size_t setting_count, uint64_t seed, const ferz_overlay *overlays,
                                     size_t overlay_count, ferz_messages *messages)
{
    if (MISSING(name)) {
        return NULL;
    }
    arena scratch;
    arena_init(&scratch, 0);
    const char *path = locate_rules(&scratch, name, dirs, NULL);
    ferz_variant *v = NULL;
    if (scratch.failed) { /* the file may be in a folder that was skipped */
        messages_out_of_memory(messages);
    } else if (path) {
        const load_call c = {.path = path,
                             .dirs = dirs,
                             .settings = settings,
                             .setting_count = setting_count,
                             .seed = seed,
                             .overlays = overlays,
                             .overlay_count = overlay_count};
        v = load(&c, messages);
    } else if (!variant_files_load(name, dirs, settings, setting_count, seed, messages, &v) &&
               !load_builtin(name, dirs, settings, setting_count, seed, messages, &v)) {
        diag_list diags;
        diag_list_init(&diags);
        diag_failure(&diags, CODE_UNKNOWN_VARIANT, "there is no game `%s`", name);
        text beside = {0}, wanted = {0};
        text_print(&wanted, "%s.yaml", name);
        bool own = read_file_exists(text_string(&wanted)); /* a file here, named without its ending */
        const char *nearest = own ? text_string(&wanted) : nearest_variant(dirs, name, &scratch);
        if (!nearest && read_file_nearest(text_string(&wanted), &beside)) {
            nearest = text_string(&beside);
        }
        if (nearest) {
            diag_did_you_mean(&diags, nearest);
        } else {
            hint_games(&diags, &scratch, dirs);
        }
        text_finish(&beside);
        text_finish(&wanted);
        messages_append(messages, &diags);
        diag_list_finish(&diags);
    }
    arena_finish(&scratch);
    return v;
}

ferz_variant *ferz_variant_load_text(const char *name, const char *yaml, size_t length, const char *const *dirs,
                                     const ferz_setting *settings, size_t setting_count, uint64_t seed,
                                     ferz_messages *messages)
{
    if (MISSING(name) || MISSING(yaml)) {
        return NULL;
    }
    const load_call c = {.path = name,
                         .yaml = yaml,
                         .length = length,
                         .dirs = dirs,
                         .settings = settings,
                         .setting_count = setting_count,
                         .seed = seed};
    return load(&c, messages);
}

void ferz_set_print(void (*print)(const char *line))
{
    script_set_print(print);
}

void ferz_variant_free(ferz_variant *v)
{
    if (v) {
        variant_destroy(v->variant);
        ruleset_destroy(v->rules);
        arena_finish(&v->arena);
        diag_list_finish(&v->diags);
        free(v);
    }
}

/* ---- facts ---- */

const char *ferz_variant_file_at(const ferz_variant *v, size_t index)
{
    if (MISSING(v)) {
        return NULL;
    }
    return index < v->file_count ? v->files[index] : "";
}

const char *ferz_variant_player_name(const ferz_variant *v, size_t player)
{
    if (MISSING(v)) {
        return NULL;
    }
    return player < v->rules->player_count ? v->rules->players[player].name : "";
}

bool ferz_variant_allied(const ferz_variant *v, size_t one, size_t other)
{
    if (MISSING(v)) {
        return false;
    }
    size_t players = v->rules->player_count;
    return one < players && other < players && !(v->variant->enemy_mask[one] >> other & 1);
}

size_t ferz_variant_bytes(const ferz_variant *v)
{
    if (MISSING(v)) {
        return 0;
    }
    return sizeof *v + v->arena.used + v->rules->arena.used + ferz_variant_table_bytes(v);
}

size_t ferz_variant_table_bytes(const ferz_variant *v)
{
    if (MISSING(v)) {
        return 0;
    }
    return v->variant->arena.used + sizeof *v->variant;
}

size_t ferz_variant_position_bytes(const ferz_variant *v)
{
    if (MISSING(v)) {
        return 0;
    }
    return v->variant->position_size;
}

ferz_option ferz_variant_option(const ferz_variant *v, size_t index)
{
    if (MISSING(v)) {
        return (ferz_option){0};
    }
    if (index >= v->rules->option_count) {
        return (ferz_option){.name = "", .about = "", .values = "", .chosen = ""};
    }
    const rule_option *o = &v->rules->options[index];
    return (ferz_option){.name = o->name,
                         .about = o->about ? o->about : "",
                         .values = o->values ? o->values : "",
                         .chosen = o->chosen ? o->chosen : "",
                         .set = o->set,
                         .about_ru = o->about_ru,
                         .choices = o->choices,
                         .choice_count = o->choice_count,
                         .range = o->range,
                         .low = o->low,
                         .high = o->high};
}

void ferz_variant_lint(const ferz_variant *v, ferz_messages *messages)
{
    if (MISSING(v)) {
        return;
    }
    diag_list diags, spent;
    diag_list_init(&diags);
    diag_list_init(&spent);
    diags.allowed = v->diags.allowed;
    diags.fuel = messages_begin(messages, OPERATION_SHORT);
    lint_variant(v->variant, v->diags.sources, &diags);
    if (diags.budget_exceeded) { /* what was found with half of the facts may be wrong */
        diag_out_of_fuel(&spent, diags.fuel, (location){0}, "warnings are looked for");
    }
    messages_append(messages, diags.budget_exceeded ? &spent : &diags);
    diag_list_finish(&spent);
    diag_list_finish(&diags);
}

const char *ferz_variant_hook(const ferz_variant *v, size_t index)
{
    if (MISSING(v)) {
        return NULL;
    }
    return index < v->hook_count ? v->hooks[index] : "";
}

/* The shortcut of that number among those that apply; SHORTCUTS: there are no more. */
static shortcut shortcut_numbered(const variant *v, size_t number)
{
    shortcut s = 0;
    for (size_t seen = 0; s < SHORTCUTS; s++) {
        if (shortcut_applies(v, s) && seen++ == number) {
            break;
        }
    }
    return s;
}

bool ferz_variant_shortcut(const ferz_variant *v, size_t number, ferz_shortcut *found)
{
    shortcut s = MISSING(v) || MISSING(found) ? SHORTCUTS : shortcut_numbered(v->variant, number);
    if (s == SHORTCUTS) {
        return false;
    }
    *found = (ferz_shortcut){.name = shortcut_name(s), .used = variant_uses(v->variant, s)};
    for (int i = 0; i < feature_count(); i++) {
        found->broken_by += shortcut_is_broken_by(v->variant, s, i);
    }
    return true;
}

const char *ferz_variant_breaks(const ferz_variant *v, size_t number, size_t index)
{
    shortcut s = MISSING(v) ? SHORTCUTS : shortcut_numbered(v->variant, number);
    for (int i = 0; s < SHORTCUTS && i < feature_count(); i++) {
        if (shortcut_is_broken_by(v->variant, s, i) && index-- == 0) {
            return feature_text(i);
        }
    }
    return "";
}

uint64_t ferz_variant_script_calls(const ferz_variant *v)
{
    return binding_calls(v->binding);
}

/* ---- the list of games ---- */

typedef struct lister {
    ferz_list_entry *entries;
    size_t count, room;
    bool failed, stopped, with_details;
    const char *const *dirs;
    ferz_messages *messages;
} lister;

/* Whether a file name may name a variant in lists and on command lines. Other files can be played by path. */
static bool is_variant_name(const char *name, size_t length)
{
    text safe = {0};
    text_add_safe(&safe, name, length);
    bool allowed = safe.length == length;
    for (size_t i = 0; i < length && allowed; i++) {
        allowed = (unsigned char)name[i] >= 0x80 || isalnum((unsigned char)name[i]) || strchr("-_.+", name[i]);
    }
    text_finish(&safe);
    return allowed;
}

static bool is_rule_file(const char *name, size_t *stem)
{
    size_t n = strlen(name);
    *stem = n > 5 ? n - 5 : 0;
    return name[0] != '.' && is_variant_name(name, *stem) && text_ends_with(name, ".yaml") &&
           !text_ends_with(name, ".test.yaml") && !text_ends_with(name, ".tuning.yaml");
}

static char *duplicate(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, bytes, length);
        copy[length] = '\0';
    }
    return copy;
}

static char *duplicate_or_null(const char *string)
{
    return string ? duplicate(string, strlen(string)) : NULL;
}

/* "chess" of "rules/chess.yaml"; NULL of NULL. */
static char *name_of_path(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL, *name = slash ? slash + 1 : path;
    return name ? duplicate(name, strcspn(name, ".")) : NULL;
}

/* The first piece with a movement that the game's own file gives it. */
static const char *own_piece(const ruleset *rules)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            const source *at = rules->pieces[i].moves[k].location.source;
            if (at && strcmp(at->name, rules->path) == 0) {
                return rules->pieces[i].name;
            }
        }
    }
    return NULL;
}

/* Fills in the details from the rules alone; false when out of memory. */
static bool fill_entry(const char *path, const char *const *dirs, ferz_list_entry *e, fuel *left,
                       ferz_messages *messages)
{
    diag_list diags;
    diag_list_init(&diags);
    diags.fuel = left;
    rule_finder finder = {find_parent, dirs, NULL};
    ruleset *rules = ruleset_load(&diags, path, NULL, &finder, NULL, 0, 0);
    text board = {0};
    if (rules) {
        e->players = rules->player_count;
        e->dice = rules->dice.count > 0;
        e->hides_information = ruleset_has_hidden_information(rules);
        e->multi_ply =
            rules->turn.several_plies || rules->turn.first_plies || rules->setup_whole_turn || rules->setup_royals;
        e->hands = rules->hands;
        e->title_ru = duplicate_or_null(rules->title_ru);
        e->about = duplicate_or_null(rules->about);
        e->about_ru = duplicate_or_null(rules->about_ru);
        e->parent = name_of_path(rules->parent);
        e->piece = rules->parent ? duplicate_or_null(own_piece(rules)) : NULL;
        ruleset_board_text(rules, &board);
        e->sides = ruleset_side_count(rules);
    }
    if (diags.failed) { /* wrong rules are ignored here, a failing machine is not */
        messages_append(messages, &diags);
    }
    e->board = board.failed ? NULL : duplicate(text_string(&board), board.length);
    text_finish(&board);
    ruleset_destroy(rules);
    diag_list_finish(&diags);
    return e->board != NULL;
}

static void entry_finish(ferz_list_entry *e)
{
    free(e->name);
    free(e->title);
    free(e->path);
    free(e->board);
    free(e->title_ru);
    free(e->about);
    free(e->about_ru);
    free(e->parent);
    free(e->piece);
}

static void add_entry(lister *l, const char *folder, const char *file, size_t stem)
{
    for (size_t i = 0; i < l->count; i++) {
        if (strncmp(l->entries[i].name, file, stem) == 0 && l->entries[i].name[stem] == '\0') {
            return; /* an earlier folder has this name */
        }
    }
    fuel *left = messages_begin(l->messages, OPERATION_SHORT); /* for each file */
    l->stopped = left && !fuel_look(left);
    if (l->stopped) {
        diag_out_of_fuel(ferz_messages_diags(l->messages), left, (location){0}, "the games are listed");
        return;
    }
    if (l->count == l->room) {
        size_t room = l->room ? l->room * 2 : 32;
        ferz_list_entry *more = realloc(l->entries, room * sizeof *more);
        if (!more) {
            l->failed = true;
            return;
        }
        l->entries = more;
        l->room = room;
    }
    arena scratch;
    arena_init(&scratch, 0);
    const char *path = arena_format(&scratch, "%s/%s", folder, file);
    const char *title = path ? ruleset_title(&scratch, path) : NULL;
    if (title) {
        ferz_list_entry e = {.name = duplicate(file, stem),
                             .title = duplicate(title, strlen(title)),
                             .path = duplicate(path, strlen(path))};
        bool ok = e.name && e.title && e.path;
        if (ok && (!l->with_details || fill_entry(path, l->dirs, &e, left, l->messages))) {
            l->entries[l->count++] = e;
        } else {
            entry_finish(&e);
            l->failed = true;
        }
    } else if (l->messages) {
        diag_list diags;
        diag_list_init(&diags);
        diag_warning(&diags, CODE_FILE_SKIPPED, (location){0}, "%s cannot be read as a rule file: skipped",
                     path ? path : file);
        messages_append(l->messages, &diags);
        diag_list_finish(&diags);
    }
    arena_finish(&scratch);
}

static void list_folder(void *state, const char *folder)
{
    lister *l = state;
    errno = 0;
    DIR *dir = l->stopped ? NULL : opendir(folder);
    struct dirent *entry;
    while (dir && !l->stopped && (errno = 0, entry = readdir(dir)) != NULL) {
        size_t stem;
        if (is_rule_file(entry->d_name, &stem)) {
            add_entry(l, folder, entry->d_name, stem);
        }
    }
    int error = l->stopped ? 0 : errno;
    if (dir) {
        closedir(dir);
    }
    /* A missing folder is usual. An unreadable one is reported: its variants would be missing silently. */
    if (error && error != ENOENT && error != ENOTDIR && l->messages) {
        diag_failure(ferz_messages_diags(l->messages), CODE_UNREADABLE_FILE, "%s cannot be read: %s", folder,
                     strerror(error));
    }
}

static int compare_entries(const void *left, const void *right)
{
    return strcmp(((const ferz_list_entry *)left)->name, ((const ferz_list_entry *)right)->name);
}

static size_t list_variants(const char *const *dirs, bool with_details, ferz_list_entry **entries,
                            ferz_messages *messages)
{
    lister l = {.messages = messages, .with_details = with_details, .dirs = dirs};
    arena scratch;
    arena_init(&scratch, 0);
    locate_folders(&scratch, dirs, list_folder, &l);
    l.failed |= scratch.failed;
    arena_finish(&scratch);
    if (l.count) {
        qsort(l.entries, l.count, sizeof *l.entries, compare_entries);
    }
    if (l.failed) {
        messages_out_of_memory(messages);
    }
    *entries = l.entries;
    return l.count;
}

size_t ferz_list(const char *const *dirs, ferz_list_entry **entries, ferz_messages *messages)
{
    if (MISSING(entries)) {
        return 0;
    }
    return list_variants(dirs, false, entries, messages);
}

size_t ferz_list_details(const char *const *dirs, ferz_list_entry **entries, ferz_messages *messages)
{
    if (MISSING(entries)) {
        return 0;
    }
    return list_variants(dirs, true, entries, messages);
}

void ferz_list_free(ferz_list_entry *entries, size_t count)
{
    for (size_t i = 0; entries && i < count; i++) {
        entry_finish(&entries[i]);
    }
    free(entries);
}
