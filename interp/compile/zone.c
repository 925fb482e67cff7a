#include "compile/zone.h"

#include <stdio.h>
#include <string.h>

/* What is known of the named zones for the player at hand. */
typedef enum zone_progress { ZONE_UNREAD, ZONE_BEING_READ, ZONE_READ } zone_progress;
typedef struct zone_memo {
    uint64_t **sets;   /* [zone] */
    uint8_t *progress; /* [zone] enum zone_progress */
    arena *arena;      /* where the sets are made */
} zone_memo;

typedef struct zone_reader {
    const topology *t;
    const ruleset *rules;
    diag_list *diags;
    const rule_text *text;
    const char *at;
    size_t player;
    int depth;       /* of named zones inside named zones */
    zone_memo *memo; /* NULL: no named zone was met yet */
} zone_reader;

static location reader_location(const zone_reader *r, size_t length)
{
    return r->text->verbatim ? location_within(r->text->location, (size_t)(r->at - r->text->string), length)
                             : r->text->location;
}

static void skip_blanks(zone_reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\n') {
        r->at++;
    }
}

/* Letters, digits, '-', '_' up to a blank, a comma or the end. */
static size_t word_length(const char *at)
{
    size_t n = 0;
    while (at[n] && at[n] != ' ' && at[n] != ',' && at[n] != '\t' && at[n] != '\n') {
        n++;
    }
    return n;
}

static bool accept_word(zone_reader *r, const char *word)
{
    skip_blanks(r);
    size_t n = word_length(r->at);
    if (n != strlen(word) || memcmp(r->at, word, n) != 0) {
        return false;
    }
    r->at += n;
    return true;
}

/* How many files and ranks there are, for a player who looks from their seat: one who sits in the west or in the east
 * has the files of the board as ranks. */
static int files_of(const zone_reader *r, bool own)
{
    return own && r->rules->players[r->player].rotation % 2 ? r->t->rows : r->t->columns;
}

static int ranks_of(const zone_reader *r, bool own)
{
    return own && r->rules->players[r->player].rotation % 2 ? r->t->columns : r->t->rows;
}

/* "3" or "3-5" as columns or rows from 0. */
static bool read_range(zone_reader *r, bool own, bool files, int *low, int *high)
{
    int limit = files ? files_of(r, own) : ranks_of(r, own);
    skip_blanks(r);
    size_t n = word_length(r->at);
    char bound[16];
    if (n == 0 || n >= sizeof bound) {
        diag_error(r->diags, CODE_ZONE_SYNTAX, reader_location(r, n), "expected %s here",
                   files ? "a file such as `a` or `a-c`" : "a rank such as `3` or `3-5`");
        return false;
    }
    memcpy(bound, r->at, n);
    bound[n] = '\0';
    char *dash = strchr(bound, '-');
    if (dash) {
        *dash = '\0';
    }
    const char *ends[2] = {bound, dash ? dash + 1 : bound};
    int value[2];
    for (int i = 0; i < 2; i++) {
        long number = 0;
        if (files) {
            for (const char *c = ends[i]; *c; c++) {
                if (*c < 'a' || *c > 'z' || number > limit) {
                    number = 0;
                    break;
                }
                number = number * 26 + (*c - 'a' + 1);
            }
        } else if (!text_to_long(ends[i], 1, 1000, &number)) {
            number = 0;
        }
        if (number < 1 || number > limit) {
            diag_error(r->diags, CODE_OFF_BOARD, reader_location(r, n), "there is no %s `%s` on this board",
                       files ? "file" : "rank", ends[i]);
            if (own && r->rules->players[r->player].rotation % 2) {
                diag_hint(r->diags, "%s sits aside and has %d files and %d ranks", r->rules->players[r->player].name,
                          files_of(r, true), ranks_of(r, true));
            }
            return false;
        }
        value[i] = (int)number - 1;
    }
    if (value[0] > value[1]) {
        diag_error(r->diags, CODE_RANGE_BACKWARDS, reader_location(r, n), "this range runs backwards");
        return false;
    }
    *low = value[0];
    *high = value[1];
    r->at += n;
    return true;
}

static bool read_union(zone_reader *r, bool *cells);

static size_t set_words(const topology *t)
{
    return ((size_t)t->cells + 63) / 64;
}

static void copy_set(const topology *t, const uint64_t *set, bool *cells)
{
    for (int cell = 0; cell < t->cells; cell++) {
        cells[cell] = set[cell / 64] >> (cell % 64) & 1;
    }
}

static const uint64_t *known_zone(const zone_reader *r, size_t index)
{
    const zone_table *table = &r->t->zones;
    return r->player < table->players ? table->sets[index * table->players + r->player] : NULL;
}

/* Room for what one reading learns. */
static bool memo_reserve(zone_memo *memo, arena *a, size_t zones)
{
    memo->sets = arena_new(a, uint64_t *, zones + 1);
    memo->progress = arena_new(a, uint8_t, zones + 1);
    memo->arena = a;
    return memo->sets && memo->progress;
}

/* Zones name each other `depth` deep at most: reading one inside another takes the C stack. */
enum { ZONE_DEPTH_MAX = 64 };

static bool read_named(zone_reader *r, size_t index, bool *cells)
{
    zone_memo *memo = r->memo;
    if (memo->progress[index] == ZONE_BEING_READ || r->depth >= ZONE_DEPTH_MAX) {
        diag_error(r->diags, CODE_ZONE_CYCLE, reader_location(r, word_length(r->at)),
                   memo->progress[index] == ZONE_BEING_READ ? "the zone `%s` is made of itself"
                                                            : "zones refer to each other too deeply here, at `%s`",
                   r->rules->zone_names[index]);
        return false;
    }
    zone_reader inner = *r;
    inner.text = &r->rules->zones[index];
    inner.at = inner.text->string;
    inner.depth++;
    memo->progress[index] = ZONE_BEING_READ;
    bool ok = read_union(&inner, cells);
    memo->progress[index] = ok ? ZONE_READ : ZONE_UNREAD;
    uint64_t *set = ok ? arena_new(memo->arena, uint64_t, set_words(r->t)) : NULL;
    for (int cell = 0; set && cell < r->t->cells; cell++) {
        set[cell / 64] |= (uint64_t)cells[cell] << (cell % 64);
    }
    memo->sets[index] = set;
    return ok && (set || diag_out_of_memory(r->diags));
}

/* With room for what is learnt, as only the first named zone of a reading needs it. */
static bool read_first_named(zone_reader *r, size_t index, bool *cells)
{
    arena scratch;
    zone_memo memo;
    zone_reader inner = *r;
    arena_init(&scratch, 0);
    inner.memo = &memo;
    bool ok = memo_reserve(&memo, &scratch, r->rules->zone_count) ? read_named(&inner, index, cells)
                                                                  : diag_out_of_memory(r->diags);
    arena_finish(&scratch);
    return ok;
}

static bool named_zone(zone_reader *r, size_t index, bool *cells)
{
    const uint64_t *known = r->memo ? r->memo->sets[index] : NULL;
    known = known ? known : known_zone(r, index);
    if (known) {
        copy_set(r->t, known, cells);
        return true;
    }
    return r->memo ? read_named(r, index, cells) : read_first_named(r, index, cells);
}

/* Marks the cells within these ranks and files, as the player sees them. */
static void mark_range(const zone_reader *r, bool own, int low_x, int high_x, int low_y, int high_y, bool *cells)
{
    for (int cell = 0; cell < r->t->cells; cell++) {
        int x = r->t->column[cell], y = r->t->row[cell];
        if (own) {
            topology_seen_place(r->t, r->rules, r->player, (cell_id)cell, &x, &y);
        }
        cells[cell] = cells[cell] || (x >= low_x && x <= high_x && y >= low_y && y <= high_y);
    }
}

/* A cell by its name; false when there is none of that name. Seen by a player it may be a hole: then the zone is
 * empty, as ranks and files leave holes out. Where players have boards of their own, its name alone means that cell of each board. */
static bool mark_named(const zone_reader *r, bool own, size_t length, bool *cells)
{
    bool found = false;
    for (int level = -1; level < r->rules->own_boards; level++) {
        cell_id cell = topology_cell_on(r->t, level, r->at, length);
        found = found || cell != CELL_NONE;
        if (cell != CELL_NONE && own) {
            cell = topology_rotate_cell(r->t, r->rules, r->player, cell);
        }
        if (cell != CELL_NONE) {
            cells[cell] = true;
        }
    }
    return found;
}

/* The words of zones, then the names of the file's own. */
static const char *next_zone_name(const void *state, size_t index)
{
    static const char *const words[] = {"all",   "rank", "ranks", "file", "files", "dark",
                                        "light", "own",  "not",   "last", "for"};
    enum { WORDS = sizeof words / sizeof words[0] };
    const ruleset *rules = state;
    return index < rules->zone_count           ? rules->zone_names[index]
           : index - rules->zone_count < WORDS ? words[index - rules->zone_count]
                                               : NULL;
}

static void report_unknown(zone_reader *r, size_t length)
{
    char name[64];
    diag_error(r->diags, CODE_UNKNOWN_CELL, reader_location(r, length),
               "`%.*s` is no cell of this %dx%d board and no zone", (int)length, r->at, r->t->columns, r->t->rows);
    snprintf(name, sizeof name, "%.*s", (int)length, r->at);
    const char *nearest = length < 3 ? NULL : text_nearest(name, next_zone_name, r->rules);
    if (nearest) {
        diag_did_you_mean(r->diags, nearest);
        return;
    }
    const char *cell = r->t->names[r->t->cells - 1]; /* "" while it is settled which cells there are */
    diag_hint(r->diags, "a zone is `rank 3`, `own ranks 1-2`, `last rank`, `file a`, %s%s%sor the name of a zone",
              *cell ? "a cell such as `" : "", cell, *cell ? "`, " : "");
}

/* `last rank`: the one farthest from the player. A zone may still be called `last`. */
static bool accept_last_rank(zone_reader *r)
{
    zone_reader before = *r;
    if (accept_word(r, "last") && accept_word(r, "rank")) {
        return true;
    }
    *r = before;
    return false;
}

/* `for white`: the term that follows is only said for that player. `*counts`: the zone is read for that player. */
static bool read_player(zone_reader *r, bool *counts)
{
    *counts = true;
    if (!accept_word(r, "for")) {
        return true;
    }
    for (size_t p = 0; p < r->rules->player_count; p++) {
        if (accept_word(r, r->rules->players[p].name)) {
            *counts = p == r->player;
            return true;
        }
    }
    skip_blanks(r);
    diag_error(r->diags, CODE_ZONE_SYNTAX, reader_location(r, word_length(r->at)),
               "expected the name of a player behind `for`, such as `%s`", r->rules->players[0].name);
    return false;
}

static bool read_set(zone_reader *r, bool *cells)
{
    bool inverse = accept_word(r, "not");
    bool own = accept_word(r, "own");
    int low = 0, high = 0;
    memset(cells, 0, (size_t)r->t->cells * sizeof *cells);
    skip_blanks(r);
    size_t n = word_length(r->at);
    if (!diag_draw(r->diags, (uint32_t)r->t->cells, reader_location(r, n), "this zone is read")) {
        return false;
    }
    if (accept_last_rank(r)) {
        mark_range(r, true, 0, files_of(r, true), ranks_of(r, true) - 1, ranks_of(r, true), cells);
    } else if (accept_word(r, "all")) {
        mark_range(r, false, 0, r->t->columns, 0, r->t->rows, cells);
    } else if (accept_word(r, "rank") || accept_word(r, "ranks")) {
        if (!read_range(r, own, false, &low, &high)) {
            return false;
        }
        mark_range(r, own, 0, files_of(r, own), low, high, cells);
    } else if (accept_word(r, "file") || accept_word(r, "files")) {
        if (!read_range(r, own, true, &low, &high)) {
            return false;
        }
        mark_range(r, own, low, high, 0, ranks_of(r, own), cells);
    } else if (accept_word(r, "dark") || accept_word(r, "light")) {
        bool dark = r->at[-1] == 'k';
        for (int cell = 0; cell < r->t->cells; cell++) {
            cells[cell] = (topology_shade(r->t, r->rules, (cell_id)cell) == 0) == dark;
        }
    } else {
        size_t zone = 0;
        while (zone < r->rules->zone_count &&
               (strlen(r->rules->zone_names[zone]) != n || memcmp(r->rules->zone_names[zone], r->at, n) != 0)) {
            zone++;
        }
        if (zone < r->rules->zone_count) {
            if (!named_zone(r, zone, cells)) {
                return false;
            }
            r->at += n;
        } else {
            if (!mark_named(r, own, n, cells)) {
                report_unknown(r, n);
                return false;
            }
            r->at += n;
        }
    }
    for (int cell = 0; inverse && cell < r->t->cells; cell++) {
        cells[cell] = !cells[cell];
    }
    return true;
}

static bool read_term(zone_reader *r, bool *cells)
{
    bool counts;
    if (!read_player(r, &counts) || !read_set(r, cells)) {
        return false;
    }
    for (int cell = 0; !counts && cell < r->t->cells; cell++) {
        cells[cell] = false;
    }
    return true;
}

static bool read_union(zone_reader *r, bool *cells)
{
    bool part[CELLS_MAX], term[CELLS_MAX];
    memset(cells, 0, (size_t)r->t->cells * sizeof *cells);
    for (;;) {
        if (!read_term(r, part)) {
            return false;
        }
        while (accept_word(r, "and")) {
            if (!read_term(r, term)) {
                return false;
            }
            for (int cell = 0; cell < r->t->cells; cell++) {
                part[cell] = part[cell] && term[cell];
            }
        }
        for (int cell = 0; cell < r->t->cells; cell++) {
            cells[cell] = cells[cell] || part[cell];
        }
        skip_blanks(r);
        if (*r->at == '\0') {
            return true;
        }
        if (*r->at != ',') {
            diag_error(r->diags, CODE_ZONE_SYNTAX, reader_location(r, word_length(r->at)),
                       "expected `,`, `and` or the end of the zone here");
            return false;
        }
        r->at++;
    }
}

bool zone_read(const topology *t, const ruleset *rules, diag_list *diags, const rule_text *spec, size_t player,
               bool *cells)
{
    if (!spec->string) {
        memset(cells, 1, (size_t)t->cells * sizeof *cells);
        return true;
    }
    zone_reader r = {.t = t, .rules = rules, .diags = diags, .text = spec, .at = spec->string, .player = player};
    return read_union(&r, cells);
}

static bool read_table_row(zone_table *table, zone_reader *r, arena *a, size_t player)
{
    zone_memo memo;
    size_t zones = r->rules->zone_count;
    bool cells[CELLS_MAX], ok = true;
    if (!memo_reserve(&memo, a, zones)) {
        return diag_out_of_memory(r->diags);
    }
    r->memo = &memo;
    r->player = player;
    for (size_t i = 0; i < zones; i++) {
        r->text = &r->rules->zones[i];
        r->at = r->text->string;
        ok = (memo.sets[i] || read_named(r, i, cells)) && ok;
        table->sets[i * table->players + player] = memo.sets[i];
    }
    r->memo = NULL;
    return ok;
}

/* The same, where it is no error that a zone cannot be read. */
static bool try_table_row(zone_table *table, zone_reader *r, arena *a, size_t player)
{
    diag_list *diags = r->diags, ignored;
    diag_list_init(&ignored);
    ignored.fuel = diags->fuel;
    r->diags = &ignored;
    (void)read_table_row(table, r, a, player);
    r->diags = diags;
    bool out_of_fuel = ignored.budget_exceeded, failed = ignored.failed;
    diag_list_finish(&ignored);
    if (out_of_fuel) {
        diag_out_of_fuel(diags, diags->fuel, (location){0}, "the zones are read");
    }
    return !out_of_fuel && (!failed || diag_out_of_memory(diags));
}

bool zone_table_read(zone_table *table, arena *a, const topology *t, const ruleset *rules, diag_list *diags,
                     size_t players, bool wanted)
{
    *table = (zone_table){arena_new(a, const uint64_t *, rules->zone_count *players + 1), players};
    if (!table->sets) {
        return diag_out_of_memory(diags);
    }
    zone_reader r = {.t = t, .rules = rules, .diags = diags};
    bool ok = !wanted || read_table_row(table, &r, a, 0);
    for (size_t player = wanted; player < players && ok; player++) {
        ok = try_table_row(table, &r, a, player);
    }
    return ok;
}

cell_id zone_cell(const topology *t, const ruleset *rules, diag_list *diags, const rule_text_by_player *spec,
                  size_t player)
{
    const rule_text *w = &spec->each[player];
    int board = rules->own_boards ? rules->players[player].board : -1;
    cell_id named = w->string ? topology_cell_on(t, board, w->string, strlen(w->string)) : (cell_id)CELL_NONE;
    cell_id cell = named;
    if (named != CELL_NONE && !spec->per_player) {
        cell = topology_rotate_cell(t, rules, player, named);
    }
    if (named != CELL_NONE && cell == CELL_NONE) {
        diag_error(diags, CODE_UNKNOWN_CELL, w->location, "where the first player has `%s`, %s has no cell", w->string,
                   rules->players[player].name);
        diag_hint(diags, "name the cell of each player: {%s: ..., ...}", rules->players[0].name);
    } else if (cell == CELL_NONE) {
        diag_error(diags, CODE_UNKNOWN_CELL, w->location, "`%s` is no cell of this %dx%d board",
                   w->string ? w->string : "", t->columns, t->rows);
    }
    return cell;
}
