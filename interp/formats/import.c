#include "formats/import.h"

#include <string.h>

#include "formats/import_context.h"

/* Keys for rules that our language cannot say, unless they have this harmless value. */
static const struct {
    const char *key, *harmless, *why;
} unsupported[] = {
    {"moveRepetitionIllegal", "false", "only positions are counted, not moves"},
};

/* Keys that only end games earlier, or join the board to another one. */
static const struct {
    const char *key, *harmless, *what;
} ignored_keys[] = {
    {"countingRule", "none", "counting towards a draw is skipped"},
    {"chasingRule", "none", "perpetual chases draw by repetition"},
    {"twoBoards", "false", "this is one of the boards, where hands are filled from outside"},
};

static void check_unsupported(import_context *w)
{
    for (size_t i = 0; i < sizeof unsupported / sizeof unsupported[0]; i++) {
        const setting *s = import_setting(w, unsupported[i].key);
        if (s && strcmp(s->value, unsupported[i].harmless) != 0 && strcmp(s->value, "-") != 0 && *s->value) {
            import_refuse(w, s, unsupported[i].why);
        }
    }
    for (size_t i = 0; i < sizeof ignored_keys / sizeof ignored_keys[0]; i++) {
        const setting *s = import_setting(w, ignored_keys[i].key);
        if (s && strcmp(s->value, ignored_keys[i].harmless) != 0) {
            diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, s->value_location, "`%s = %s`: %s", s->key, s->value,
                         ignored_keys[i].what);
        }
    }
}

static void import_board(import_context *w)
{
    char size[16];
    text t = {0};
    text_print(&t, "%dx%d", w->width, w->height);
    memcpy(size, text_string(&t), t.length + 1);
    import_text_finish(w, &t);
    tree *board = tree_at(w->arena, w->root, "board");
    tree_set(w->arena, board, "size", size);
    if (w->rotated) {
        tree_set(w->arena, board, "symmetry", "rotation");
    }
}

/* Whether the players may pass by that key; both or neither. */
static bool may_pass(import_context *w, const char *key)
{
    const setting *s[2] = {import_player_setting(w, key, 0), import_player_setting(w, key, 1)};
    bool may[2];
    for (int i = 0; i < 2; i++) {
        may[i] = setting_bool(w->diags, s[i], false, &w->wrong);
    }
    if (may[0] != may[1]) {
        import_refuse(w, may[0] ? s[0] : s[1], "both players may pass, or neither");
    }
    return may[0] && may[1];
}

/* There a player without a piece on the board may not pass, and has no move. */
static void end_without_pieces(import_context *w)
{
    const setting *s = import_setting(w, "enclosingDrop");
    bool drops_need_some = !w->drops || (s && (strcmp(s->value, "reversi") == 0 || strcmp(s->value, "ataxx") == 0));
    const char *result = import_result(w, "stalemateValue", "draw");
    if (w->king < 0 && drops_need_some && result) {
        tree *end = tree_at(w->arena, tree_at(w->arena, w->root, "end"), "nothing to pass with");
        tree_set(w->arena, end, "when", "extinct");
        tree_set(w->arena, end, "result", result);
    }
}

/* Generals that face each other are parted, or their player passes; and then the game is over. */
static void end_with_facing(import_context *w)
{
    tree *end = tree_at(w->arena, tree_at(w->arena, w->root, "end"), "facing generals");
    tree_set(w->arena, end, "when", "facing passes 1");
    tree_set(w->arena, end, "result", "draw");
    if (import_counts(w)) {
        tree_set(w->arena, end, "hook", "count_at_end");
    }
}

static void import_passes(import_context *w)
{
    bool pass = may_pass(w, "pass"), stalemated = may_pass(w, "passOnStalemate");
    bool facing = import_bool(w, "bikjangRule", false);
    if (facing && !pass) {
        import_refuse(w, import_setting(w, "bikjangRule"), "it goes with `pass = true`");
    } else if (facing) {
        end_with_facing(w);
    }
    if (pass && import_bool(w, "mustCapture", false)) {
        import_refuse(w, import_setting(w, "mustCapture"), "a player who may pass need not capture here");
    }
    if (pass || stalemated) {
        tree_set(w->arena, tree_at(w->arena, w->root, "turn"), "pass",
                 facing ? "facing"
                 : pass ? "unchecked"
                        : "stalemated");
        tree *end = tree_at(w->arena, tree_at(w->arena, w->root, "end"), "both pass");
        tree_set(w->arena, end, "when", "passes 2");
        tree_set(w->arena, end, "result", "draw");
        if (import_counts(w)) {
            tree_set(w->arena, end, "hook", "count_at_end");
        }
        end_without_pieces(w);
    }
}

/* There a player must drop as long as a drop is legal. Without checks and limits on files and types one always is. */
static void import_mandatory_drops(import_context *w)
{
    tree *setup = tree_at(w->arena, w->root, "setup");
    const setting *type = import_setting(w, "mustDropType");
    if (type && strcmp(type->value, "*") != 0 && *type->value) {
        import_put_names(w, setup, "mandatory", import_pieces_by_letters(w, type, 0));
        if (w->king >= 0 || import_pseudo_royals(w)) {
            diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, type->value_location,
                         "there a check that no such drop answers may be answered otherwise, here it is mate");
        }
    } else {
        bool royal = w->king >= 0 || import_pseudo_royals(w);
        tree_set(w->arena, setup, "mandatory", royal || import_rule_word(w, "dropNoDoubled") ? "all" : "true");
    }
}

static void import_global_rules(import_context *w)
{
    if (import_has_hands(w) && import_bool(w, "capturesToHand", false)) {
        tree_set(w->arena, w->root, "captured", "to hand");
    }
    tree *drops = tree_at(w->arena, w->root, "drops");
    if (w->drops) {
        if (!import_bool(w, "immobilityIllegal", false)) {
            tree_set(w->arena, drops, "immobile", "true");
        }
        if (!import_bool(w, "dropChecks", true) && w->king >= 0) { /* there, checks are to kings alone */
            tree_set(w->arena, drops, "check", "false");
        }
        tree_set(w->arena, drops, "resets_halfmove_clock", "true");
        if (import_bool(w, "freeDrops", false)) {
            tree_set(w->arena, drops, "endless", "all");
        }
        const setting *top = import_setting(w, "enclosingDrop");
        if (import_bool(w, "dropOnTop", false) || (top && strcmp(top->value, "top") == 0)) {
            tree_set(w->arena, drops, "gravity", "true");
        }
    }
    if (import_bool(w, "mustDrop", false)) {
        import_mandatory_drops(w);
    }
    import_passes(w);
    tree *captures = tree_at(w->arena, w->root, "captures");
    if (import_bool(w, "mustCapture", false)) {
        tree_set(w->arena, captures, "mandatory", "true");
    }
    if (!import_bool(w, "checking", true)) {
        tree_set(w->arena, tree_at(w->arena, w->root, "checks"), "forbidden", "all");
    }
    if (import_bool(w, "blastOnCapture", false) && !import_blasts_by_script(w)) {
        tree *blast = tree_at(w->arena, captures, "blast");
        tree_set(w->arena, blast, "reach", "K");
        piece_set pawns = import_set_of_type(w, "pawn");
        if (pawns) {
            import_put_names(w, blast, "spares", pawns);
        }
        import_spare_walls(w, blast);
    }
}

/* Removes empty mappings: a child would inherit what they hide. */
static void prune(tree *t)
{
    tree *before = NULL;
    for (tree *c = t->first; c; c = c->next) {
        if (c->leaf || c->first) {
            before = c;
        } else if (before) {
            before->next = c->next;
        } else {
            t->first = c->next;
        }
    }
    t->last = before;
}

/* Whether the section has en passant captures. */
static bool has_en_passant(import_context *w)
{
    bool initial_steps = false;
    const setting *types = import_setting(w, "enPassantTypes");
    for (size_t i = 0; i < w->count; i++) {
        for (size_t k = 0; k < w->pieces[i].steps.count; k++) {
            initial_steps |= w->pieces[i].steps.list[k].initial;
        }
    }
    const setting *where = import_setting(w, "enPassantRegion");
    if (where && strcmp(where->value, "-") == 0) {
        return false;
    }
    bool others = !types || strcmp(types->value, "-") != 0; /* it does not disable en passant for pawns */
    bool double_steps = import_set_of_type(w, "pawn") && import_bool(w, "doubleStep", true) && import_double_step(w);
    return (initial_steps && others) || double_steps;
}

/* Whether a movement tells left from right: then Fairy-Stockfish rotates the board for the other player. */
static bool is_asymmetric(const import_context *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const fairy_steps *m = &w->pieces[i].steps;
        for (size_t k = 0; k < m->count; k++) {
            bool found = m->list[k].x == 0;
            for (size_t n = 0; n < m->count && !found; n++) {
                fairy_step other = m->list[n];
                other.x = (int8_t)-other.x;
                found = memcmp(&other, &m->list[k], sizeof other) == 0;
            }
            if (!found) {
                return true;
            }
        }
    }
    return false;
}

/* Makes the whole tree; sets `w->wrong` when something cannot be said. */
static void import_all(import_context *w)
{
    arena *a = w->arena;
    w->root = arena_new(a, tree, 1);
    if (!w->root) {
        return;
    }
    w->root->name = "";
    static const char *const order[] = {"script", "board",    "neutral", "puts",     "captured",
                                        "drops",  "rights",   "pieces",  "castling", "turn",
                                        "setup",  "captures", "checks",  "start",    "end"};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        tree_at(a, w->root, order[i]);
    }
    w->height = (int)setting_number(w->diags, import_setting(w, "maxRank"), 1, REGION_RANKS, 8, &w->wrong);
    w->width = setting_file(w->diags, import_setting(w, "maxFile"), 7, &w->wrong) + 1;
    import_pieces(w);
    import_promoted(w);
    w->drops = import_bool(w, "pieceDrops", false);
    w->en_passant = has_en_passant(w);
    check_unsupported(w);
    import_board(w);
    import_endings(w);
    import_start(w);
    import_rights(w);
    import_progress(w);
    tree *pieces = tree_at(a, w->root, "pieces");
    for (size_t i = 0; i < w->count; i++) {
        import_piece(w, i, pieces);
    }
    import_walls(w);
    import_castling(w);
    import_global_rules(w);
    import_blasts(w);
    import_hooks(w);
    if (w->part_count) {
        text name = {0};
        text_print(&name, "%s.lua", w->section->name);
        tree_set(a, w->root, "script", text_string(&name));
        import_text_finish(w, &name);
    }
    prune(w->root);
}

/* Tries the mirrored board first, and the rotated one where that fails. */
static tree *import_tree(arena *a, diag_list *diags, const settings *s, const ini_section *section, const char **script)
{
    import_context *w = arena_new(a, import_context, 1);
    diag_list silent_diags;
    diag_list_init(&silent_diags);
    tree *tree_made = NULL;
    bool asymmetric = false;
    for (int attempt = 0; w && attempt < 2 && !tree_made; attempt++) {
        *w = (import_context){.arena = a, .diags = &silent_diags, .s = s, .section = section, .rotated = attempt == 1};
        import_all(w);
        asymmetric = is_asymmetric(w);
        tree_made = w->wrong || a->failed || (asymmetric && attempt == 0) ? NULL : w->root;
    }
    if (w) { /* once more, for the messages */
        bool rotated = tree_made ? w->rotated : asymmetric;
        *w = (import_context){.arena = a, .diags = diags, .s = s, .section = section, .rotated = rotated};
        import_all(w);
        *script = import_script(w);
    }
    diag_list_finish(&silent_diags);
    return tree_made;
}

/* ---- files ---- */

/* The options of the base game that a child inherits: how two endings are claimed. */
static void add_options(arena *a, tree *t, const tree *base)
{
    static const char *const names[][2] = {{"repetition", "repetition"}, {"fifty moves", "fifty"}};
    for (size_t i = 0; i < 2; i++) {
        const tree *mine = tree_get(tree_get(t, "end"), names[i][0]);
        const tree *theirs = tree_get(tree_get(base, "end"), names[i][0]);
        tree *claim = mine ? tree_get(mine, "claim") : NULL;
        if (mine && theirs && claim) {
            tree_set(a, tree_at(a, t, "options"), names[i][1], "@");
        }
    }
}

typedef struct output_file {
    const ini_section *section;
    tree *rules; /* NULL: cannot be said */
    const char *script;
    bool wanted;
    uint64_t digest; /* of the rules */
} output_file;

/* Out of memory is remembered by the arena: another form would be chosen. */
static size_t length_of(arena *a, const tree *t)
{
    text out = {0};
    tree_write(t, &out);
    size_t n = out.length;
    a->failed |= out.failed;
    text_finish(&out);
    return n;
}

enum { SECTION_FUEL = 100000 /* steps that a section of usual length takes */ };

static const char *write_file(arena *a, const source *from, const output_file *f, const char *parent, const tree *body)
{
    text out = {0};
    text_print(&out, "# From ");
    text_add_safe(&out, from->name, strlen(from->name));
    text_print(&out, ", line %u: [%s%s%s]\nname: ", f->section->name_location.line, f->section->name,
               f->section->parent ? ":" : "", f->section->parent ? f->section->parent : "");
    tree_scalar(&out, f->section->name);
    text_char(&out, '\n');
    if (parent) {
        text_print(&out, "extends: %s\n", parent);
    }
    text_print(&out, "about: Imported from Fairy-Stockfish's format.\n\n");
    tree_write(body, &out);
    while (out.length > 1 && out.bytes[out.length - 1] == '\n' && out.bytes[out.length - 2] == '\n') {
        out.bytes[--out.length] = '\0';
    }
    const char *yaml = out.failed || a->failed ? NULL : arena_text(a, text_string(&out), out.length);
    text_finish(&out);
    return yaml;
}

/* Writes the shortest form: by itself, as a child of the base game, or as a child of its parent section. */
static const char *render(arena *a, const source *from, const output_file *files, const ini_names *names, size_t index,
                          const tree *base)
{
    const output_file *f = &files[index];
    const tree *best = f->rules;
    const char *parent = NULL;
    size_t shortest = length_of(a, best);
    tree *on_base = base ? tree_difference(a, f->rules, base) : NULL;
    if (on_base && length_of(a, on_base) < shortest) {
        best = on_base;
        parent = builtin_base;
        shortest = length_of(a, on_base);
    }
    size_t count = 0;
    const ini_name *named = f->section->parent ? ini_names_find(names, f->section->parent, &count) : NULL;
    for (size_t k = 0; k < count && named[k].index < index; k++) {
        const size_t i = named[k].index;
        if (files[i].rules && files[i].wanted) {
            tree *on_parent = tree_difference(a, f->rules, files[i].rules);
            if (on_parent && length_of(a, on_parent) <= shortest) {
                best = on_parent;
                parent = files[i].section->name;
                shortest = length_of(a, on_parent);
            }
        }
    }
    return write_file(a, from, f, parent, best);
}

static const char *section_name(const void *state, size_t index)
{
    const ini *file = state;
    return index < file->count ? file->sections[index].name : NULL;
}

static bool is_named(const char *const *only, const char *name)
{
    bool named = !only;
    for (size_t k = 0; only && only[k]; k++) {
        named |= strcmp(only[k], name) == 0;
    }
    return named;
}

/* A section with the name of the base game hides it, because parents are looked up in the file's own folder first. */
static bool hides_base(const output_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (files[i].wanted && strcmp(files[i].section->name, builtin_base) == 0) {
            return true;
        }
    }
    return false;
}

/* Sections that are needed, and those of them whose parents are still to be looked up. */
typedef struct needed_search {
    ini_names names;
    bool *needed;
    size_t *open, open_count;
} needed_search;

/* All sections of that name are marked together, so only the first of them is looked at later. */
static void need(needed_search *n, const char *name)
{
    size_t count;
    const ini_name *named = ini_names_find(&n->names, name, &count);
    if (count && !n->needed[named->index]) {
        for (size_t k = 0; k < count; k++) {
            n->needed[named[k].index] = true;
            n->open[n->open_count++] = named[k].index;
        }
    }
}

enum { NEEDED_FUEL = 1000 /* steps of looking up a parent among thousands */ };

/* Marks the sections of these names and all that they inherit from, by any section of that name. */
static bool *needed_sections(arena *a, diag_list *diags, const ini *file, const char *const *only)
{
    needed_search n = {.needed = arena_new(a, bool, file->count + 1), .open = arena_new(a, size_t, file->count + 1)};
    if (!n.needed || !n.open || !ini_names_init(a, file, &n.names)) {
        return NULL;
    }
    for (size_t k = 0; only[k]; k++) {
        need(&n, only[k]);
    }
    while (n.open_count) {
        const ini_section *one = &file->sections[n.open[--n.open_count]];
        if (!diag_draw(diags, NEEDED_FUEL, one->name_location, "parents are looked up")) {
            return NULL;
        }
        if (one->parent) {
            need(&n, one->parent);
        }
    }
    return n.needed;
}

/* The text with the lines of sections that are not needed blank, so that nothing is said of them. */
static const source *needed_text(arena *a, diag_list *diags, const source *from, const ini *all, const bool *needed)
{
    char *bytes = arena_text(a, from->bytes, from->size);
    size_t section = 0;
    uint32_t line = 1;
    for (size_t i = 0; bytes && i < from->size; i++) {
        if (from->bytes[i] == '\n') {
            line++;
            continue;
        }
        while (section < all->count && all->sections[section].name_location.line <= line) {
            section++;
        }
        bytes[i] = section == 0 || needed[section - 1] ? bytes[i] : ' ';
    }
    return bytes ? diag_source(diags, from->name, bytes, from->size) : NULL;
}

static bool report_missing_section(diag_list *diags, const ini *all, const char *name)
{
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->sections[i].name, name) == 0) {
            return false;
        }
    }
    diag_error(diags, CODE_FOREIGN_PARENT, (location){0}, "there is no section `%s`", name);
    const char *near = text_nearest(name, section_name, all);
    if (near) {
        diag_did_you_mean(diags, near);
    }
    return true;
}

/* Reads all sections, or those that are named in `only` and what they inherit from. Nothing is said of the others. */
static bool read_sections(arena *a, diag_list *diags, const source *from, const char *const *only, ini *file)
{
    diag_list silent;
    if (!only) {
        return ini_read(a, diags, from, file) || !diags->failed;
    }
    diag_list_init(&silent);
    silent.fuel = diags->fuel;
    bool ok = ini_read(a, &silent, from, file) || !silent.failed, some = false;
    const bool over = silent.budget_exceeded;
    diag_list_finish(&silent);
    if (over) {
        diag_out_of_fuel(diags, diags->fuel, (location){0}, "this file is read");
        return false;
    }
    for (size_t k = 0; ok && only[k]; k++) {
        some |= !report_missing_section(diags, file, only[k]);
    }
    if (!ok || !some) {
        file->count = 0;
        return ok;
    }
    const bool *needed = needed_sections(a, diags, file, only);
    const source *masked = needed ? needed_text(a, diags, from, file, needed) : NULL;
    return masked && (ini_read(a, diags, masked, file) || !diags->failed);
}

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), length = strlen(ending);
    return n >= length && strcmp(name + n - length, ending) == 0;
}

/* Whether a file may have the name of the section: it would not be read as something else, nor replace another. */
static bool is_name_free(diag_list *diags, const output_file *files, size_t index)
{
    static const char *const reserved[][2] = {{".test", "examples"}, {".tuning", "weights of an evaluation"}};
    const ini_section *section = files[index].section;
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++) {
        if (ends_with(section->name, reserved[i][0])) {
            diag_error(diags, CODE_FOREIGN_UNSUPPORTED, section->name_location,
                       "`%s` would be a file of %s: no game ends in `%s`", section->name, reserved[i][1],
                       reserved[i][0]);
            return false;
        }
    }
    for (size_t i = 0; i < index; i++) {
        const char *x = files[i].rules ? files[i].section->name : "", *y = section->name;
        while (*x && ascii_to_lower(*x) == ascii_to_lower(*y)) {
            x++;
            y++;
        }
        if (files[i].rules && !*x && !*y) {
            diag_error(diags, CODE_FOREIGN_UNSUPPORTED, section->name_location,
                       "`%s` and `%s` are one file where names are equal but for upper and lower case", section->name,
                       files[i].section->name);
            diag_note(diags, files[i].section->name_location, "the first one");
            return false;
        }
    }
    return true;
}

/* FNV-1a of the rules as text. */
static uint64_t digest_of(arena *a, const tree *rules)
{
    text out = {0};
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    tree_write(rules, &out);
    for (size_t i = 0; i < out.length; i++) {
        digest = (digest ^ (unsigned char)out.bytes[i]) * UINT64_C(0x100000001b3);
    }
    a->failed |= out.failed;
    text_finish(&out);
    return digest;
}

/* Whether an earlier section has become the same rules, which were found sound. */
static bool is_known_sound(arena *a, output_file *files, size_t index)
{
    files[index].digest = digest_of(a, files[index].rules);
    for (size_t i = 0; i < index; i++) {
        if (files[i].rules && files[i].digest == files[index].digest) {
            return true;
        }
    }
    return false;
}

/* Whether the rules can be played. They are loaded as they stand by themselves. */
static bool is_sound(arena *a, diag_list *diags, const source *from, const output_file *f, const import_proof *proof)
{
    const char *why = NULL;
    const imported_variant alone = {
        .name = f->section->name, .script = f->script, .yaml = write_file(a, from, f, NULL, f->rules)};
    if (!alone.yaml || proof->loads(proof->state, a, &alone, &why)) {
        return true; /* without a text memory is out, which the arena knows */
    }
    diag_error(diags, CODE_FOREIGN_UNSUPPORTED, f->section->name_location,
               "`%s` is not imported: the rules that it becomes cannot be played", f->section->name);
    if (why) {
        diag_hint(diags, "they say: %s", why);
    }
    return false;
}

imported_variant *import_ini(arena *a, diag_list *diags, const source *from, const char *const *only, size_t *count,
                             size_t *refused, const import_proof *proof)
{
    ini file = {0};
    *count = *refused = 0;
    bool read = read_sections(a, diags, from, only, &file);
    sections *all = read ? sections_resolve(a, diags, &file) : NULL;
    ini_names names = {0};
    output_file *files = ini_names_init(a, &file, &names) ? arena_new(a, output_file, file.count + 1) : NULL;
    imported_variant *variants = arena_new(a, imported_variant, file.count + 1);
    const settings *base_settings = all ? sections_builtin(all, builtin_base) : NULL;
    static const ini_section base_section = {.name = builtin_base};
    const char *no_script;
    tree *base = base_settings ? import_tree(a, diags, base_settings, &base_section, &no_script) : NULL;
    if (!files || !variants || !base) {
        if (!diags->budget_exceeded) {
            diag_out_of_memory(diags);
        }
        return NULL;
    }
    add_options(a, base, base);
    for (size_t i = 0; i < file.count; i++) {
        files[i] = (output_file){.section = &file.sections[i], .wanted = is_named(only, file.sections[i].name)};
    }
    const tree *parent = hides_base(files, file.count) ? NULL : base;
    for (size_t i = 0; i < file.count; i++) {
        if (!diag_draw(diags, SECTION_FUEL, files[i].section->name_location, "this section is translated")) {
            return NULL;
        }
        const settings *s = sections_at(all, i);
        size_t warnings = diags->warnings;
        files[i].rules =
            files[i].wanted && !s->wrong ? import_tree(a, diags, s, &file.sections[i], &files[i].script) : NULL;
        if (files[i].rules && proof &&
            (!is_name_free(diags, files, i) ||
             (!is_known_sound(a, files, i) && !is_sound(a, diags, from, &files[i], proof)))) {
            files[i].rules = NULL;
        }
        *refused += files[i].wanted && !files[i].rules;
        if (files[i].rules) {
            add_options(a, files[i].rules, base);
            variants[*count] = (imported_variant){.name = file.sections[i].name,
                                                  .script = files[i].script,
                                                  .yaml = render(a, from, files, &names, i, parent),
                                                  .changed = diags->warnings > warnings};
            if (!variants[*count].yaml) {
                diag_out_of_memory(diags);
                return NULL;
            }
            ++*count;
        }
    }
    if (a->failed) {
        diag_out_of_memory(diags);
        return NULL;
    }
    return variants;
}

/* ---- the script of one section ---- */

void import_put_hook(text *lines, const char *function, const char *at, const char *conditions, const char *pieces)
{
    text_print(lines, "hook %s %s%s:%s\n", function, at, conditions, pieces);
}

void import_put_hook_ending(text *lines, const char *name, const char *function)
{
    text_print(lines, "end %s: %s\n", name, function);
}

/* The words of a list "[a, b]" or of one word, in the order of the names of `pieces`. */
static void put_names(const tree *list, const tree *pieces, text *out)
{
    for (const tree *p = list && pieces ? pieces->first : NULL; p; p = p->next) {
        size_t n = strlen(p->name);
        for (const char *at = list->leaf; (at = strstr(at, p->name)) != NULL; at += n) {
            bool begins = at == list->leaf || strchr("[ ,", at[-1]) != NULL, ends = strchr(" ,]", at[n]) != NULL;
            if (begins && ends) {
                text_print(out, " %s", p->name);
                break;
            }
        }
    }
}

static void list_hooks(const tree *root, text *lines)
{
    const tree *hooks = tree_get(root, "hooks"), *end = tree_get(root, "end"), *counters = tree_get(root, "counters"),
               *states = tree_get(root, "states");
    for (const tree *h = hooks ? hooks->first : NULL; h; h = h->next) {
        text names = {0};
        const tree *at = tree_get(h, "at");
        put_names(tree_get(h, "pieces"), tree_get(root, "pieces"), &names);
        text conditions = {0};
        text_put(&conditions, tree_get(h, "captures") ? " captures" : "");
        text_put(&conditions, tree_get(h, "drops") ? " drops" : "");
        text_put(&conditions, tree_get(h, "checks") ? " checks" : "");
        const tree *unless = tree_get(h, "unless_zero");
        if (unless) {
            text_print(&conditions, " unless %s", unless->leaf);
        }
        text_put(&conditions, tree_get(h, "changes") ? " counters" : "");
        import_put_hook(lines, h->name, at ? at->leaf : "", text_string(&conditions), text_string(&names));
        lines->failed |= names.failed || conditions.failed;
        text_finish(&names);
        text_finish(&conditions);
    }
    for (const tree *e = end ? end->first : NULL; e; e = e->next) {
        const tree *when = tree_get(e, "when"), *hook = tree_get(e, "hook");
        bool asks = when && strncmp(when->leaf, "hook ", 5) == 0;
        if (hook || asks || (when && strcmp(when->leaf, "extinct") == 0)) {
            import_put_hook_ending(lines, e->name, hook ? hook->leaf : asks ? when->leaf + 5 : when->leaf);
        }
    }
    if (counters) {
        text_print(lines, "counters %s\n", counters->leaf);
    }
    if (states) {
        text_print(lines, "states %s\n", states->leaf);
    }
}

const char *import_script_of(arena *a, const source *from, const char **hooks)
{
    diag_list silent;
    ini file = {0};
    text lines = {0};
    const char *script = NULL;
    diag_list_init(&silent);
    sections *all = ini_read(a, &silent, from, &file) && file.count == 1 ? sections_resolve(a, &silent, &file) : NULL;
    const settings *s = all ? sections_at(all, 0) : NULL;
    const tree *root = s && !s->wrong ? import_tree(a, &silent, s, &file.sections[0], &script) : NULL;
    list_hooks(root, &lines);
    *hooks = arena_text(a, text_string(&lines), lines.length);
    bool ok = root && script && *hooks && !lines.failed && !a->failed;
    text_finish(&lines);
    diag_list_finish(&silent);
    return ok ? script : NULL;
}
