/* What the tree of a game means: board, zones, pieces with their movements, rights, turns, endings. */
#include "reference.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rules_t rules;

static void *allocate(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory) {
        abort();
    }
    return memory;
}

/* ---- the board ---- */

int cell_by_name(const char *name)
{
    for (int c = 0; c < rules.cells; c++) {
        if (strcmp(rules.name[c], name) == 0) {
            return c;
        }
    }
    return -1;
}

static int on_grid(int x, int y, int z)
{
    return x < 0 || y < 0 || z < 0 || x >= rules.width || y >= rules.height || z >= rules.levels ? -1
                                                                                                 : rules.grid[z][y][x];
}

int shift(int cell, vector v)
{
    int x = rules.x[cell] + v.x, y = rules.y[cell] + v.y;
    if (rules.wrap_files) {
        x = (x + 4 * rules.width) % rules.width;
    }
    if (rules.wrap_ranks) {
        y = (y + 4 * rules.height) % rules.height;
    }
    return rules.boards && v.z ? -1 : on_grid(x, y, rules.z[cell] + v.z); /* separate boards are no levels */
}

/* Where the owner's cell is that the south would call `cell`. */
int own_cell(int owner, int cell)
{
    int x = rules.x[cell], y = rules.y[cell], z = rules.z[cell];
    int w = rules.width - 1, h = rules.height - 1;
    switch (rules.seat[owner]) {
    case 1:
        return on_grid(y, w - x, z);
    case 2:
        return on_grid(rules.rotated ? w - x : x, h - y, z);
    case 3:
        return on_grid(w - y, rules.rotated ? x : x, z);
    default:
        return cell;
    }
}

vector rotated(int owner, vector v)
{
    switch (rules.seat[owner]) {
    case 1:
        return (vector){v.y, -v.x, v.z};
    case 2:
        return (vector){rules.rotated ? -v.x : v.x, -v.y, v.z};
    case 3:
        return (vector){-v.y, v.x, v.z};
    default:
        return v;
    }
}

bool allied(int one, int other)
{
    return one == other ||
           (rules.teams && one < rules.players && other < rules.players && rules.team[one] == rules.team[other]);
}

static void name_cell(int c, const tree *names)
{
    const char *style = names ? names->text : NULL;
    if (names && !style) {
        if (names->count <= c) {
            return; /* those of a board with missing cells are told once these are out */
        }
        snprintf(rules.name[c], sizeof rules.name[c], "%s", names->values[c]->text);
        return;
    }
    int x = rules.x[c], y = rules.y[c];
    if (style && strcmp(style, "row letter and number") == 0) {
        int before = 0;
        for (int i = 0; i < c; i++) {
            before += rules.y[i] == y;
        }
        snprintf(rules.name[c], sizeof rules.name[c], "%c%d", 'A' + y, before + 1);
    } else {
        char file[4] = {0};
        if (x < 26) {
            file[0] = (char)('a' + x);
        } else {
            file[0] = (char)('a' + x / 26 - 1);
            file[1] = (char)('a' + x % 26);
        }
        if (rules.named_boards) {
            char name[sizeof rules.name[c]];
            snprintf(name, sizeof name, "%.*s:%s%d", (int)sizeof name - 8, rules.board_name[rules.z[c]], file,
                     (y + 1) % 100);
            memcpy(rules.name[c], name, sizeof name);
        } else {
            snprintf(rules.name[c], sizeof rules.name[c], "%s%d%.*s", file, y + 1, rules.z[c], "^^^");
        }
    }
}

static void add_cell(int x, int y, int z)
{
    int c = rules.cells++;
    if (c >= MAX_CELLS) {
        unsupported("a board so large", NULL);
    }
    rules.x[c] = x;
    rules.y[c] = y;
    rules.z[c] = z;
    rules.grid[z][y][x] = c;
}

static void read_size(const tree *board)
{
    const tree *rows = tree_child(board, "rows");
    memset(rules.grid, -1, sizeof rules.grid);
    rules.levels = rules.named_boards ? rules.named_boards : tree_number(board, "levels", 1);
    if (rows) {
        int most = 0;
        rules.rows = true;
        rules.height = rows->count;
        for (int y = 0; y < rows->count; y++) {
            rules.row_length[y] = atoi(rows->values[y]->text);
            most = rules.row_length[y] > most ? rules.row_length[y] : most;
        }
        rules.width = 2 * most - 1;
        for (int y = 0; y < rows->count; y++) {
            for (int i = 0; i < rules.row_length[y]; i++) {
                add_cell(most - rules.row_length[y] + 2 * i, y, 0);
            }
        }
    } else if (sscanf(tree_text(board, "size"), "%dx%d", &rules.width, &rules.height) == 2) {
        if (rules.width > 40 || rules.height > 40 || rules.levels > 4 ||
            rules.width * rules.height * rules.levels > MAX_CELLS) {
            unsupported("a board so large", NULL);
        }
        for (int z = 0; z < rules.levels; z++) {
            for (int y = 0; y < rules.height; y++) {
                for (int x = 0; x < rules.width; x++) {
                    add_cell(x, y, z);
                }
            }
        }
    }
    for (int c = 0; c < rules.cells; c++) {
        name_cell(c, tree_child(board, "names"));
    }
}

/* Removes missing cells and numbers the others again. */
static void read_missing(const tree *board)
{
    const tree *missing = tree_child(board, "missing");
    if (!missing) {
        return;
    }
    zone *gone = zone_of(missing);
    int cells = rules.cells;
    rules_t *old = allocate(sizeof *old);
    *old = rules;
    memset(rules.grid, -1, sizeof rules.grid);
    rules.cells = 0;
    for (int c = 0; c < cells; c++) {
        if (!gone->has[0][c]) {
            int at = rules.cells;
            add_cell(old->x[c], old->y[c], old->z[c]);
            memcpy(rules.name[at], old->name[c], sizeof rules.name[at]);
        }
    }
    free(old);
    const tree *names = tree_child(board, "names");
    for (int c = 0; names && !names->text && c < rules.cells; c++) {
        name_cell(c, names);
    }
}

static void read_lines(const tree *board)
{
    const tree *lines = tree_child(board, "lines");
    for (int i = 0; lines && i < lines->count; i++) {
        char *text = strdup(lines->values[i]->text), *rest = NULL;
        for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
            rules.line[i][rules.line_length[i]++] = cell_by_name(word);
        }
        rules.line_count++;
        free(text);
    }
}

/* ---- zones ---- */

static void zone_or(zone *into, const zone *with)
{
    for (int o = 0; o < MAX_OWNERS; o++) {
        for (int c = 0; c < MAX_CELLS; c++) {
            into->has[o][c] = into->has[o][c] || with->has[o][c];
        }
    }
}

int cell_shade(int c)
{
    int up = rules.named_boards ? 0 : rules.z[c]; /* boards side by side are each coloured like the first */
    return rules.shades == 2 ? (rules.x[c] + rules.y[c] + up) % 2 : rules.x[c] % rules.shades;
}

static bool in_range(const char *text, int value, bool letters)
{
    int low = 0, high = 0;
    if (letters) {
        low = text[0] - 'a' + 1;
        const char *dash = strchr(text, '-');
        high = dash ? dash[1] - 'a' + 1 : low;
    } else {
        low = atoi(text);
        const char *dash = strchr(text, '-');
        high = dash ? atoi(dash + 1) : low;
    }
    return low <= value && value <= high;
}

/* Whether `words` are ranks or files, and if so, whether the cell lies there as the player sees the board. */
static bool is_range_term(const char *words, int owner, int c, bool own, bool *holds)
{
    int x = rules.x[c], y = rules.y[c], w = rules.width - 1, h = rules.height - 1, seat = own ? rules.seat[owner] : 0;
    int across = seat == 1 ? h - y : seat == 3 ? y : seat == 2 && rules.rotated ? w - x : x;
    int forward = seat == 1 ? x : seat == 3 ? w - x : seat == 2 ? h - y : y;
    if (strncmp(words, "rank ", 5) == 0 || strncmp(words, "ranks ", 6) == 0) {
        *holds = in_range(strchr(words, ' ') + 1, forward + 1, false);
    } else if (strncmp(words, "file ", 5) == 0 || strncmp(words, "files ", 6) == 0) {
        *holds = in_range(strchr(words, ' ') + 1, across + 1, true);
    } else if (strcmp(words, "last rank") == 0) {
        *holds = own ? forward == (seat % 2 ? w : h) : is_range_term(words, owner, c, true, holds) && *holds;
    } else {
        return false;
    }
    return true;
}

/* One set of cells without `and`, ranks and files; `words` begins behind `not` and `own`. */
static bool zone_term_holds(const char *words, int c)
{
    if (strcmp(words, "all") == 0) {
        return true;
    }
    if (strcmp(words, "dark") == 0) {
        return cell_shade(c) == 0;
    }
    if (strcmp(words, "light") == 0) {
        return cell_shade(c) != 0;
    }
    int cell = cell_by_name(words);
    if (cell < 0) {
        unsupported("the zone", words);
    }
    return c == cell;
}

static zone *zone_text(const char *text);

static zone *zone_term(char *words)
{
    zone *z = allocate(sizeof *z);
    while (*words == ' ') {
        words++;
    }
    while (*words && words[strlen(words) - 1] == ' ') {
        words[strlen(words) - 1] = 0;
    }
    int only = -1;
    if (strncmp(words, "for ", 4) == 0) {
        words += 4;
        size_t n = strcspn(words, " ");
        for (int o = 0; o < rules.players; o++) {
            only = strlen(rules.player[o]) == n && strncmp(rules.player[o], words, n) == 0 ? o : only;
        }
        words += n + strspn(words + n, " ");
    }
    bool inverse = strncmp(words, "not ", 4) == 0;
    words += inverse ? 4 : 0;
    bool own = strncmp(words, "own ", 4) == 0;
    words += own ? 4 : 0;
    const tree *named = rules.zones ? tree_child(rules.zones, words) : NULL;
    zone *inner = named ? zone_of(named) : NULL;
    for (int o = 0; o < MAX_OWNERS; o++) {
        int player = o < rules.players ? o : 0;
        for (int c = 0; c < rules.cells; c++) {
            int seen = c;
            bool holds = false;
            if (inner) {
                holds = inner->has[player][c];
            } else if (is_range_term(words, player, c, own, &holds)) {
                /* settled */
            } else if (own) {
                for (int k = 0; k < rules.cells && !holds; k++) {
                    holds = zone_term_holds(words, k) && own_cell(player, k) == c;
                }
            } else {
                holds = zone_term_holds(words, seen);
            }
            z->has[o][c] = holds != inverse && (only < 0 || only == player);
        }
    }
    free(inner);
    return z;
}

static zone *zone_and(char *text)
{
    zone *all = NULL;
    while (text) {
        char *next = strstr(text, " and ");
        if (next) {
            *next = 0;
            next += 5;
        }
        zone *one = zone_term(text);
        for (int i = 0; all && i < MAX_OWNERS * MAX_CELLS; i++) {
            (&all->has[0][0])[i] = (&all->has[0][0])[i] && (&one->has[0][0])[i];
        }
        if (all) {
            free(one);
        } else {
            all = one;
        }
        text = next;
    }
    return all;
}

static zone *zone_text(const char *text)
{
    zone *sum = allocate(sizeof *sum);
    char *copied = strdup(text), *rest = NULL;
    for (char *part = strtok_r(copied, ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
        zone *one = zone_and(part);
        zone_or(sum, one);
        free(one);
    }
    free(copied);
    return sum;
}

zone *zone_of(const tree *value)
{
    if (value->text) {
        return zone_text(value->text);
    }
    zone *sum = allocate(sizeof *sum);
    for (int i = 0; i < value->count; i++) {
        zone *one = zone_of(value->values[i]);
        zone_or(sum, one);
        free(one);
    }
    return sum;
}

/* ---- players and types ---- */

static void read_players(const tree *root)
{
    const tree *list = tree_child(root, "players");
    static const char *const seats[] = {"south", "west", "north", "east"};
    rules.players = list ? list->count : 2;
    if (rules.players > MAX_PLAYERS) {
        unsupported("so many players", NULL);
    }
    for (int p = 0; p < rules.players; p++) {
        const tree *one = list ? list->values[p] : NULL;
        const char *name = one ? (one->text ? one->text : tree_text(one, "name")) : p ? "black" : "white";
        snprintf(rules.player[p], sizeof rules.player[p], "%s", name);
        rules.seat[p] = p == 0 ? 0 : 2;
        for (int s = 0; s < 4; s++) {
            if (tree_is(one, "seat", seats[s])) {
                rules.seat[p] = s;
            }
        }
        read_board_of(one, p);
        rules.commander[p] = -1;
    }
    settle_boards();
    for (int p = 0; p < rules.players; p++) {
        const tree *one = list ? list->values[p] : NULL;
        const char *letter = tree_text(one, "letter");
        if (letter) {
            rules.letter[p] = letter[0];
            continue;
        }
        for (const char *s = rules.player[p]; *s && !rules.letter[p]; s++) {
            bool used = false;
            for (int q = 0; q < p; q++) {
                used = used || (same_board(p, q) && rules.letter[q] == *s);
            }
            rules.letter[p] = used ? 0 : *s;
        }
    }
    for (int p = 0; p < rules.players; p++) {
        const tree *one = list ? list->values[p] : NULL;
        const char *team = tree_text(one, "team");
        rules.team[p] = p;
        for (int q = 0; team && q < p; q++) {
            if (tree_is(list->values[q], "team", team)) {
                rules.team[p] = rules.team[q];
                rules.teams = true;
            }
        }
        if (tree_child(one, "commander")) {
            rules.commander[p] = counter_by_name(tree_text(one, "commander"));
        }
    }
    const char *nobody = tree_text(root, "neutral");
    rules.neutral = nobody != NULL;
    snprintf(rules.neutral_name, sizeof rules.neutral_name, "%s", nobody ? nobody : "");
}

int type_by_name(const char *name)
{
    for (int t = 1; t <= rules.types; t++) {
        if (strcmp(rules.piece_defs[t].name, name) == 0) {
            return t;
        }
    }
    return 0;
}

int counter_by_name(const char *name)
{
    for (int i = 0; i < rules.counters; i++) {
        if (strcmp(rules.counter[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

/* A piece or a list of pieces; `all` sets every one. */
static void read_types(const tree *value, bool *set)
{
    if (!value) {
        return;
    }
    if (value->text) {
        int t = type_by_name(value->text);
        for (int i = 1; i <= rules.types; i++) {
            set[i] = set[i] || i == t || strcmp(value->text, "all") == 0;
        }
        if (!t && strcmp(value->text, "all") != 0) {
            unsupported("the piece", value->text);
        }
        return;
    }
    for (int i = 0; i < value->count; i++) {
        read_types(value->values[i], set);
    }
}

/* ---- pieces ---- */

static void check_keys(const tree *map, const char *const *keys, const char *where)
{
    for (int i = 0; map && map->keys && i < map->count; i++) {
        bool found = false;
        for (int k = 0; keys[k]; k++) {
            found = found || strcmp(keys[k], map->keys[i]->text) == 0;
        }
        found = found || strncmp(map->keys[i]->text, "name_", 5) == 0 || strncmp(map->keys[i]->text, "about_", 6) == 0;
        if (!found && !(map->values[i]->text && map->values[i]->plain && strcmp(map->values[i]->text, "none") == 0)) {
            char text[128];
            snprintf(text, sizeof text, "%s: %s", where, map->keys[i]->text);
            unsupported("the key", text);
        }
    }
}

static int right_by_letter(char letter)
{
    for (int i = 0; i < rules.right_count; i++) {
        if (rules.rights[i].letter == letter) {
            return i;
        }
    }
    return -1;
}

static void read_condition(const char *text, movement *m)
{
    char *words = strdup(text), *rest = NULL;
    char *first = strtok_r(words, " ", &rest);
    m->condition_not = strcmp(first, "no") == 0;
    first = m->condition_not ? strtok_r(NULL, " ", &rest) : first;
    static const char *const kinds[] = {"", "empty", "own", "partner", "enemy"};
    for (int k = 1; k < 5; k++) {
        if (strcmp(first, kinds[k]) == 0) {
            m->condition = k;
        }
    }
    if (!m->condition) {
        unsupported("the condition", text);
    }
    if (m->condition > 1) {
        const char *type = strtok_r(NULL, " ", &rest);
        m->condition_type = strcmp(type, "any") == 0 ? 0 : type_by_name(type);
    }
    movement none = {.right = -1, .leap_set = -1};
    movement *list[MAX_MOVEMENTS];
    int count = betza(strtok_r(NULL, " ", &rest), &none, list, 0);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < list[i]->vector_count; k++) {
            m->look[m->look_count++] = list[i]->vectors[k];
        }
        free(list[i]);
    }
    free(words);
}

static movement *simple_movement(const movement *like)
{
    movement *m = allocate(sizeof *m);
    *m = *like;
    m->moves = m->captures = true;
    return m;
}

/* A word, or one of a list of words. */
static bool has_word(const tree *value, const char *word)
{
    bool found = value && value->text && strcmp(value->text, word) == 0;
    for (int i = 0; value && value->list && i < value->count; i++) {
        found = found || strcmp(value->values[i]->text, word) == 0;
    }
    return found;
}

static void read_movement(const tree *item, piece_def *p, const char *what)
{
    movement like = {.right = -1, .leap_set = -1, .all_types = true};
    if (item->text) {
        p->movement_count = betza(item->text, &like, p->movements, p->movement_count);
        return;
    }
    static const char *const keys[] = {"move",
                                       "from",
                                       "to",
                                       "right",
                                       "if",
                                       "along",
                                       "captures",
                                       "crosses",
                                       "circles",
                                       "safe",
                                       "en_passant",
                                       "gives_check",
                                       "transforms",
                                       "with",
                                       "without",
                                       "must_not_check",
                                       "resets_halfmove_clock",
                                       "hook",
                                       "stay",
                                       "victims",
                                       "through",
                                       "bounces",
                                       "jump",
                                       "land",
                                       "chain",
                                       "jumped",
                                       NULL};
    check_keys(item, keys, what);
    if (tree_child(item, "from")) {
        like.from = zone_of(tree_child(item, "from"));
    }
    if (tree_child(item, "to")) {
        like.to = zone_of(tree_child(item, "to"));
    }
    if (tree_child(item, "right")) {
        like.right = right_by_letter(tree_text(item, "right")[0]);
    }
    if (tree_child(item, "if")) {
        read_condition(tree_text(item, "if"), &like);
    }
    const char *crosses = tree_text(item, "crosses");
    if (crosses && !(strcmp(crosses, "files") == 0 && !rules.wrap_ranks)) {
        unsupported("crosses", crosses);
    }
    like.circles = tree_yes(item, "circles");
    like.leaves_all_ep = tree_is(item, "en_passant", "all");
    like.leaves_ep = like.leaves_all_ep || tree_is(item, "en_passant", "true");
    like.gives_no_check = tree_is(item, "gives_check", "false");
    like.transforms_to = tree_child(item, "transforms") ? type_by_name(tree_text(item, "transforms")) : 0;
    like.with = tree_child(item, "with") ? type_by_name(tree_text(item, "with")) : 0;
    like.without = tree_child(item, "without") ? type_by_name(tree_text(item, "without")) : 0;
    like.must_not_check = tree_is(item, "must_not_check", "true");
    like.keeps_clock = tree_is(item, "resets_halfmove_clock", "false");
    like.bounces = tree_yes(item, "bounces");
    like.safe_from = has_word(tree_child(item, "safe"), "from");
    like.safe_to = has_word(tree_child(item, "safe"), "to");
    like.safe_passed = has_word(tree_child(item, "safe"), "passed");
    if (like.circles) {
        unsupported("circles", what);
    }
    if (tree_child(item, "through")) {
        like.through = tree_is(item, "through", "any") ? 1000 : tree_number(item, "through", 0);
    }
    if (tree_child(item, "victims")) {
        like.all_types = false;
        read_types(tree_child(item, "victims"), like.types);
    }
    if (tree_yes(item, "stay")) {
        movement *m = simple_movement(&like);
        m->stay = true;
        p->movements[p->movement_count++] = m;
    } else if (tree_child(item, "along") || tree_child(item, "hook")) {
        movement *m = simple_movement(&like);
        m->captures = !tree_is(item, "captures", "false");
        m->along = tree_child(item, "along") != NULL;
        if (!m->along) {
            m->leap_set = rules.leaps;
            ref_script_leaps(tree_text(item, "hook"), rules.leaps++);
        }
        p->movements[p->movement_count++] = m;
    } else if (tree_child(item, "jump")) {
        like.jump = true;
        like.chain = tree_is(item, "chain", "any");
        like.chain_straight = tree_is(item, "chain", "straight");
        like.lands = tree_text(item, "land") ? tree_text(item, "land")[0] : 0;
        like.jumped = tree_is(item, "jumped", "converted") ? 'c'
                      : tree_is(item, "jumped", "under")   ? 'u'
                      : tree_is(item, "jumped", "stays")   ? 's'
                                                           : 0;
        const int before = p->movement_count;
        p->movement_count = betza(tree_text(item, "jump"), &like, p->movements, p->movement_count);
        for (int i = before; i < p->movement_count && like.jumped == 's'; i++) {
            p->movements[i]->moves = true; /* the letters m and c say nothing of a jump */
        }
    } else {
        p->movement_count = betza(tree_text(item, "move"), &like, p->movements, p->movement_count);
    }
}

static void read_promotion(const tree *from, promotion *q)
{
    static const char *const keys[] = {"on", "to", "when", "optional", "reverts", NULL};
    check_keys(from, keys, "promotes");
    const tree *to = tree_child(from, "to");
    q->on = zone_of(tree_child(from, "on"));
    q->touches = has_word(tree_child(from, "when"), "touches");
    q->enters = has_word(tree_child(from, "when"), "enters");
    q->stands = has_word(tree_child(from, "when"), "uncovered");
    q->no_quiet = has_word(tree_child(from, "when"), "captures");
    q->no_capture = has_word(tree_child(from, "when"), "quiet");
    q->declinable = tree_is(from, "optional", "always");
    q->optional = q->declinable || tree_yes(from, "optional");
    q->reverts = tree_yes(from, "reverts");
    if (to->text && strcmp(to->text, "prison") == 0) {
        q->from_prison = true;
    } else if (to->text) {
        q->to[q->choices++] = type_by_name(to->text);
    }
    for (int i = 0; !to->text && i < to->count; i++) {
        q->to[q->choices++] = type_by_name(to->values[i]->text);
    }
    for (int i = 0; i < q->choices; i++) {
        if (!q->to[i]) {
            unsupported("promotion", "to an unknown piece");
        }
    }
}

static void read_remote_capture(const tree *from, remote_capture *w)
{
    const char *word = from->text ? from->text : tree_text(from, "by");
    w->kind = strcmp(word, "custodian") == 0      ? 'f'
              : strcmp(word, "coordination") == 0 ? 'c'
              : strcmp(word, "long_leap") == 0    ? 'o'
                                                  : word[0];
    w->all_types = from->text || !tree_child(from, "victims");
    if (!w->all_types) {
        read_types(tree_child(from, "victims"), w->types);
    }
    w->hostile = !from->text && tree_child(from, "hostile") ? zone_of(tree_child(from, "hostile")) : NULL;
    w->on = !from->text && tree_child(from, "on") ? zone_of(tree_child(from, "on")) : NULL;
    w->going = from->text || !tree_child(from, "going") ? 0 : tree_text(from, "going")[0];
    w->lands_beyond = !from->text && tree_is(from, "lands", "beyond");
}

static void read_drops(const tree *general, const tree *own, piece_def *p)
{
    static const char *const keys[] = {"on",     "per_file", "immobile", "endless", "gravity",
                                       "mate",   "check",    "as",       "neutral", "resets_halfmove_clock",
                                       "shared", "where",    "parries",  NULL};
    bool never = general && general->text, own_never = own && own->text; /* the only word there is */
    p->drops = own ? !own_never : !never;
    const tree *from[2] = {never ? NULL : general, own_never ? NULL : own};
    for (int i = 0; i < 2; i++) {
        const tree *d = from[i];
        if (!d) {
            continue;
        }
        check_keys(d, keys, "drops");
        if (tree_child(d, "on")) {
            p->drop_on = zone_of(tree_child(d, "on"));
        }
        p->per_file = tree_number(d, "per_file", p->per_file);
        p->drop_immobile = tree_child(d, "immobile") ? tree_yes(d, "immobile") : p->drop_immobile;
        p->gravity = tree_child(d, "gravity") ? tree_yes(d, "gravity") : p->gravity;
        p->drop_no_mate = tree_child(d, "mate") ? tree_is(d, "mate", "false") : p->drop_no_mate;
        p->drop_no_check = tree_child(d, "check") ? tree_is(d, "check", "false") : p->drop_no_check;
        p->drop_resets = tree_child(d, "resets_halfmove_clock") ? tree_yes(d, "resets_halfmove_clock") : p->drop_resets;
        p->drop_neutral = tree_child(d, "neutral") ? tree_yes(d, "neutral") : p->drop_neutral;
        p->drop_shared = tree_child(d, "shared") ? tree_yes(d, "shared") : p->drop_shared;
        p->drop_edge = tree_child(d, "where") ? tree_is(d, "where", "edge") : p->drop_edge;
        p->drop_no_parry = tree_child(d, "parries") ? tree_is(d, "parries", "false") : p->drop_no_parry;
        const tree *endless = tree_child(d, "endless");
        for (int k = 0; endless && k < rules.players; k++) {
            bool is =
                endless->text && (strcmp(endless->text, "all") == 0 || strcmp(endless->text, rules.player[k]) == 0);
            for (int j = 0; !endless->text && j < endless->count; j++) {
                is = is || strcmp(endless->values[j]->text, rules.player[k]) == 0;
            }
            p->endless[k] = is;
        }
        const tree *as = tree_child(d, "as");
        for (int k = 0; as && k < as->count; k++) {
            p->drop_types[p->drop_type_count++] = type_by_name(as->values[k]->text);
        }
    }
    if (!p->drops) {
        memset(p->endless, 0, sizeof p->endless);
    }
    if (!p->drop_type_count) {
        p->drop_types[p->drop_type_count++] = (int)(p - rules.piece_defs);
    }
}

static void read_piece(const tree *from, piece_def *p, const tree *drops)
{
    static const char *const keys[] = {"letter",
                                       "moves",
                                       "royal",
                                       "royal_letter",
                                       "promotes",
                                       "drops",
                                       "captured_as",
                                       "transforms",
                                       "resets_halfmove_clock",
                                       "value",
                                       "captures",
                                       "immobilizes",
                                       "protects",
                                       "invulnerable",
                                       "kamikaze",
                                       "promotion_limit",
                                       "when_covered",
                                       "shown_as",
                                       "figure",
                                       "characters",
                                       "about",
                                       "about_ru",
                                       "borrows",
                                       "lends",
                                       NULL};
    check_keys(from, keys, p->name);
    const tree *m = tree_child(from, "moves");
    if (m && m->list) {
        for (int i = 0; i < m->count; i++) {
            read_movement(m->values[i], p, p->name);
        }
    } else if (m) {
        read_movement(m, p, p->name);
    }
    const tree *q = tree_child(from, "promotes");
    if (q && q->list) {
        for (int i = 0; i < q->count; i++) {
            read_promotion(q->values[i], &p->promotions[p->promotion_count++]);
        }
    } else if (q) {
        read_promotion(q, &p->promotions[p->promotion_count++]);
    }
    read_drops(drops, tree_child(from, "drops"), p);
    int self = (int)(p - rules.piece_defs);
    p->vanishes = tree_is(from, "captured_as", "gone");
    p->captured_as =
        tree_child(from, "captured_as") && !p->vanishes ? type_by_name(tree_text(from, "captured_as")) : self;
    p->transforms_each_move = tree_child(from, "transforms") ? type_by_name(tree_text(from, "transforms")) : 0;
    p->when_covered = tree_child(from, "when_covered") ? type_by_name(tree_text(from, "when_covered")) : 0;
    p->resets_halfmove_clock = tree_yes(from, "resets_halfmove_clock");
    p->invulnerable = tree_yes(from, "invulnerable");
    p->kamikaze = tree_yes(from, "kamikaze");
    p->promotion_limit = tree_number(from, "promotion_limit", 0);
    const tree *w = tree_child(from, "captures");
    if (w && w->list) {
        for (int i = 0; i < w->count; i++) {
            read_remote_capture(w->values[i], &p->remote_captures[p->remote_capture_count++]);
        }
    } else if (w) {
        read_remote_capture(w, &p->remote_captures[p->remote_capture_count++]);
    }
    p->immobilizes = tree_child(from, "immobilizes") != NULL;
    read_types(tree_child(from, "immobilizes"), p->immobilized);
    p->protects = tree_child(from, "protects") != NULL;
    read_types(tree_child(from, "protects"), p->protected_type);
}

static movement *read_reach(const char *notation);

/* A movement of one piece that belongs to another as well, while such an own piece stands where it borrows. */
static void lend(piece_def *to, const movement *what, const movement *where, int type, bool none)
{
    movement *m = allocate(sizeof *m);
    if (to->movement_count == MAX_MOVEMENTS) {
        unsupported("so many movements", to->name);
    }
    *m = *what;
    m->condition = 2;
    m->condition_not = none;
    m->condition_type = type;
    for (m->look_count = 0; m->look_count < where->vector_count; m->look_count++) {
        m->look[m->look_count] = where->vectors[m->look_count];
    }
    to->movements[to->movement_count++] = m;
}

static void read_borrowed(const tree *pieces)
{
    static piece_def before[MAX_TYPES];
    bool lends[MAX_TYPES];
    const char *where[MAX_TYPES] = {NULL};
    int type = 0;
    memcpy(before, rules.piece_defs, sizeof before);
    for (int i = 0; i < pieces->count; i++) {
        if (!pieces->values[i]->text) {
            type++;
            lends[type] = !tree_is(pieces->values[i], "lends", "false");
            where[type] = tree_text(pieces->values[i], "borrows");
        }
    }
    for (int t = 1; t <= rules.types; t++) {
        if (!where[t]) {
            continue;
        }
        piece_def *p = &rules.piece_defs[t];
        const movement *steps = read_reach(where[t]);
        p->movement_count = 0;
        for (int k = 0; k < before[t].movement_count; k++) {
            lend(p, before[t].movements[k], steps, 0, true);
        }
        for (int x = 1; x <= rules.types; x++) {
            const piece_def *lender = lends[x] ? &before[x] : &before[t];
            for (int k = 0; k < lender->movement_count; k++) {
                lend(p, lender->movements[k], steps, x, false);
            }
        }
    }
}

static void name_types(const tree *pieces)
{
    for (int i = 0; i < pieces->count; i++) {
        const tree *one = pieces->values[i];
        if (one->text) {
            continue;
        }
        piece_def *p = &rules.piece_defs[++rules.types];
        if (rules.types >= MAX_TYPES) {
            unsupported("so many pieces", NULL);
        }
        snprintf(p->name, sizeof p->name, "%s", pieces->keys[i]->text);
        snprintf(p->letter, sizeof p->letter, "%s", tree_text(one, "letter"));
        p->royal = tree_yes(one, "royal");
        if (tree_text(one, "royal_letter")) {
            snprintf(p->royal_letter, sizeof p->royal_letter, "%s", tree_text(one, "royal_letter"));
        } else if (p->royal) {
            memcpy(p->royal_letter, p->letter, sizeof p->royal_letter);
        } else {
            memcpy(p->royal_letter, p->letter, sizeof p->royal_letter);
            strcat(p->royal_letter, "!");
        }
    }
}

/* ---- rights and castling ---- */

static int own_cell_by_name(int player, const char *name)
{
    int c = cell_on_board(rules.board_of[player], name);
    return c < 0 ? -1 : own_cell(player, c);
}

/* `e1`, seen by each owner, or {white: d1, black: e8} as it stands. */
static void cells_for(const tree *value, int *cells)
{
    for (int p = 0; p < rules.players; p++) {
        cells[p] = value->text ? own_cell_by_name(p, value->text) : cell_by_name(tree_text(value, rules.player[p]));
    }
}

static void read_cells(const tree *list, const castling *k, int cells[][8], int *count)
{
    for (int i = 0; i < (list->text ? 1 : list->count); i++) {
        const char *word = list->text ? list->text : list->values[i]->text;
        for (int p = 0; p < rules.players; p++) {
            cells[p][i] = strcmp(word, "from") == 0 ? k->from[p]
                          : strcmp(word, "to") == 0 ? k->king_to[p]
                                                    : own_cell_by_name(p, word);
        }
        *count = i + 1;
    }
}

static void read_castlings(const tree *root)
{
    const tree *all = tree_child(root, "castling");
    rules.family = -1;
    for (int i = 0; all && i < all->count; i++) {
        const tree *one = all->values[i];
        if (one->text) {
            continue;
        }
        static const char *const keys[] = {"king",     "with",  "right", "from",   "rook_from", "king_to", "rook_to",
                                           "notation", "clear", "safe",  "within", "ends",      NULL};
        check_keys(one, keys, "castling");
        castling *k = &rules.castle[rules.castle_count++];
        snprintf(k->name, sizeof k->name, "%s", all->keys[i]->text);
        if (tree_text(one, "notation") && !tree_is(one, "notation", "to")) {
            snprintf(k->notation, sizeof k->notation, "%s", tree_text(one, "notation"));
        }
        k->king = type_by_name(tree_text(one, "king"));
        k->with = type_by_name(tree_text(one, "with"));
        if (tree_child(one, "within")) {
            rules.family = rules.castle_count - 1;
            rules.family_within = zone_of(tree_child(one, "within"));
            snprintf(rules.family_hook, sizeof rules.family_hook, "%s", tree_text(one, "ends") + 5);
            for (int f = 0; f < rules.width; f++) {
                right *r = &rules.rights[rules.right_count++];
                *r = (right){.letter = (char)('a' + f), .castling = true};
                for (int p = 0; p < rules.players; p++) {
                    r->cell[p] = -1;
                    r->partner[p] = -1;
                    for (int c = rules.cells - 1; c >= 0; c--) { /* its letter is that of the file on the board */
                        r->partner[p] = rules.family_within->has[p][c] && rules.x[c] == f ? c : r->partner[p];
                    }
                }
            }
            continue;
        }
        cells_for(tree_child(one, "from"), k->from);
        cells_for(tree_child(one, "rook_from"), k->rook_from);
        cells_for(tree_child(one, "king_to"), k->king_to);
        cells_for(tree_child(one, "rook_to"), k->rook_to);
        if (tree_child(one, "clear")) {
            k->has_clear = true;
            read_cells(tree_child(one, "clear"), k, k->clear, &k->clear_count);
        }
        k->has_safe = tree_none(one, "safe") || has_word(tree_child(one, "safe"), "none");
        if (!k->has_safe && tree_child(one, "safe")) {
            k->has_safe = true;
            read_cells(tree_child(one, "safe"), k, k->safe, &k->safe_count);
        }
        int r = right_by_letter(tree_text(one, "right")[0]);
        if (r < 0) {
            r = rules.right_count++;
            rules.rights[r] = (right){.letter = tree_text(one, "right")[0], .castling = true};
            memcpy(rules.rights[r].cell, k->from, sizeof k->from);
            memcpy(rules.rights[r].partner, k->rook_from, sizeof k->rook_from);
        }
        k->right = r;
    }
}

static void read_rights(const tree *root)
{
    const tree *all = tree_child(root, "rights");
    for (int i = 0; all && i < all->count; i++) {
        const tree *one = all->values[i];
        if (one->text) {
            continue;
        }
        right *r = &rules.rights[rules.right_count++];
        *r = (right){.letter = all->keys[i]->text[0],
                     .type = tree_child(one, "piece") ? type_by_name(tree_text(one, "piece")) : 0};
        r->implied = tree_yes(one, "implied");
        r->shown_lost = tree_is(one, "shown", "lost");
        r->shown_file = tree_is(one, "shown", "file");
        for (int p = 0; p < MAX_PLAYERS; p++) {
            r->cell[p] = r->partner[p] = -1;
        }
        r->anywhere = tree_is(one, "at", "anywhere");
        if (tree_child(one, "at") && !r->anywhere) {
            cells_for(tree_child(one, "at"), r->cell);
        }
    }
}

/* A right without a cell belongs to the one piece of its type at the start. */
static void place_rights(void)
{
    position *p = allocate(sizeof *p);
    if (!read_fen(p, rules.start)) {
        unsupported("the start", rules.start);
    }
    for (int i = 0; i < rules.right_count; i++) {
        right *r = &rules.rights[i];
        for (int c = 0; c < rules.cells; c++) {
            if (!r->castling && !r->anywhere && r->type && p->at[c].type == r->type && r->cell[p->at[c].owner] < 0) {
                r->cell[p->at[c].owner] = c;
            }
        }
    }
    free(p);
}

/* ---- turns, captures, dice, endings ---- */

static void read_turn(const tree *root)
{
    static const char *const keys[] = {"plies",      "first", "only",    "each_piece_once", "check_legality", "check",
                                       "en_passant", "pass",  "removes", "decides",         "boards",         "waits",
                                       "grows",      NULL};
    const tree *t = tree_child(root, "turn");
    rules.grows = tree_number(t, "grows", 0);
    check_keys(t, keys, "turn");
    const tree *each = tree_child(t, "plies");
    for (int p = 0; p < rules.players; p++) {
        const tree *from = each && !each->text ? each : t;
        const char *key = from == t ? "plies" : rules.player[p];
        rules.free_turn[p] = tree_is(from, key, "free");
        rules.plies[p] = rules.free_turn[p] ? 1000 : tree_number(from, key, 1);
    }
    rules.first_plies = tree_number(t, "first", 0);
    rules.turn_of_drops = tree_is(t, "only", "drops");
    rules.each_piece_once = tree_yes(t, "each_piece_once");
    rules.legality_at_end = tree_is(t, "check_legality", "end");
    rules.check_last = tree_is(t, "check", "last");
    rules.check_ends = tree_is(t, "check", "ends");
    rules.ep_whole_turn = tree_is(t, "en_passant", "turn");
    rules.removes_immobilized = tree_is(t, "removes", "immobilized");
    rules.board_waits = tree_is(t, "boards", "free");
    rules.check_waits = tree_yes(t, "waits");
    const char *pass = tree_text(t, "pass");
    static const struct {
        const char *word;
        char sign;
    } passes[] = {{"unchecked", 'u'}, {"always", 'a'}, {"no_moves", 's'}, {"stalemated", 't'}, {"facing", 'f'}};
    for (int i = 0; pass && i < 5; i++) {
        rules.pass = strcmp(pass, passes[i].word) == 0 ? passes[i].sign : rules.pass;
    }
    const tree *setup_tree = tree_child(root, "setup");
    static const char *const setup_keys[] = {"mandatory", "whole_turn", "royals", "separate_phase", NULL};
    check_keys(setup_tree, setup_keys, "setup");
    rules.setup = tree_yes(setup_tree, "mandatory");
    const tree *first = tree_child(setup_tree, "mandatory");
    if (first && !rules.setup && !tree_is(setup_tree, "mandatory", "false")) {
        read_types(first, rules.setup_first);
        rules.has_setup_first = true;
    }
    rules.setup_whole_turn = tree_yes(setup_tree, "whole_turn");
    rules.setup_royals = tree_yes(setup_tree, "royals");
    rules.setup_separate = tree_yes(setup_tree, "separate_phase");
}

static int row_directions_of(const tree *from)
{
    const char *word = tree_text(from, "along");
    if (!word) {
        return rules.line_count ? ROWS_DRAWN : ROWS_ALL;
    }
    return strcmp(word, "lines") == 0      ? ROWS_DRAWN
           : strcmp(word, "straight") == 0 ? ROWS_ORTHOGONAL
           : strcmp(word, "diagonal") == 0 ? ROWS_DIAGONAL
                                           : ROWS_ALL;
}

/* Leaps that join cells, as one movement. */
static movement *read_reach(const char *notation)
{
    movement none = {.right = -1, .leap_set = -1, .all_types = true};
    movement *list[MAX_MOVEMENTS];
    int count = betza(notation, &none, list, 0);
    for (int i = 1; i < count; i++) {
        for (int k = 0; k < list[i]->vector_count; k++) {
            list[0]->vectors[list[0]->vector_count++] = list[i]->vectors[k];
        }
        free(list[i]);
    }
    return list[0];
}

static void read_blast(const tree *b)
{
    static const char *const keys[] = {"reach", "spares", NULL};
    check_keys(b, keys, "blast");
    rules.blast = true;
    read_types(tree_child(b, "spares"), rules.blast_spares);
    rules.blast_reach = read_reach(tree_text(b, "reach"));
}

static void read_captures(const tree *root)
{
    const char *captured = tree_text(root, "captured");
    rules.captured_to = 'g';
    rules.captured_to = captured && strcmp(captured, "to hand") == 0      ? 'h'
                        : captured && strcmp(captured, "to prison") == 0  ? 'b'
                        : captured && strcmp(captured, "to partner") == 0 ? 'p'
                        : captured && strncmp(captured, "under", 5) == 0  ? 'u'
                                                                          : 'g';
    rules.captor_decides = captured && strcmp(captured, "under or gone") == 0;
    rules.combined = tree_yes(root, "combined");
    rules.stacks = tree_yes(root, "stacks");
    rules.split = tree_yes(root, "split");
    const tree *c = tree_child(root, "captures");
    static const char *const keys[] = {"mandatory", "by",          "longest", "prefer", "row",
                                       "along",     "row_victims", "blast",   NULL};
    check_keys(c, keys, "captures");
    rules.must_capture = tree_yes(c, "mandatory");
    rules.longest = tree_yes(c, "longest");
    rules.multiple = tree_is(c, "longest", "multiple");
    rules.capture_by_all = !tree_child(c, "by");
    read_types(tree_child(c, "by"), rules.capture_by);
    rules.prefers_victims = tree_child(c, "prefer") != NULL;
    read_types(tree_child(c, "prefer"), rules.preferred);
    rules.row_captures = tree_number(c, "row", 0);
    rules.row_directions = row_directions_of(c);
    rules.row_victims_any = tree_is(c, "row_victims", "any");
    rules.row_victims_only_free = tree_is(c, "row_victims", "free only");
    if (tree_child(c, "blast")) {
        read_blast(tree_child(c, "blast"));
    }
    const tree *put = tree_child(root, "puts");
    static const char *const put_keys[] = {"piece", "where", "on", "most", "optional", "parries", NULL};
    check_keys(put, put_keys, "puts");
    if (put && tree_is(put, "piece", "hand")) {
        unsupported("pieces that moves put", "from the hand");
    } else if (put) {
        rules.put_type = type_by_name(tree_text(put, "piece"));
        rules.put_reached = has_word(tree_child(put, "where"), "reached");
        rules.put_left = has_word(tree_child(put, "where"), "left");
        rules.put_edge = has_word(tree_child(put, "where"), "edge");
        rules.put_optional = tree_yes(put, "optional");
        rules.put_no_parry = tree_is(put, "parries", "false");
        rules.put_by_itself = rules.put_left && !rules.put_reached && !rules.put_edge && !rules.put_optional;
        rules.put_on = tree_child(put, "on") ? zone_of(tree_child(put, "on")) : NULL;
        rules.put_most = tree_number(put, "most", 0);
    }
    const tree *j = tree_child(root, "jumps");
    static const char *const jump_keys[] = {"removes", "promotion", "revisit", "reverse", NULL};
    check_keys(j, jump_keys, "jumps");
    rules.jump_removes_at_once = tree_is(j, "removes", "at once");
    rules.jump_promotion = tree_child(j, "promotion") ? tree_text(j, "promotion")[0] : 'c';
    rules.jump_again = tree_yes(j, "revisit");
    rules.jump_not_back = tree_is(j, "reverse", "false");
    const tree *w = tree_child(root, "notation");
    static const char *const notation_keys[] = {"step", "capture", "promotion", "letters", "path", "cells", NULL};
    check_keys(w, notation_keys, "notation");
    rules.has_notation = w != NULL;
    snprintf(rules.notation_step, sizeof rules.notation_step, "%s", tree_text(w, "step") ? tree_text(w, "step") : "");
    snprintf(rules.notation_capture, sizeof rules.notation_capture, "%s",
             tree_text(w, "capture") ? tree_text(w, "capture") : "");
    snprintf(rules.notation_promotion, sizeof rules.notation_promotion, "%s",
             tree_text(w, "promotion") ? tree_text(w, "promotion") : "");
    rules.notation_letters = tree_yes(w, "letters");
    rules.notation_ends = tree_is(w, "path", "ends");
    if (tree_child(w, "cells")) {
        unsupported("written: cells", NULL);
    }
}

/* A player, a list of players, or all. */
static void read_named_players(const tree *named, bool *has)
{
    for (int p = 0; named && p < rules.players; p++) {
        has[p] = has_word(named, "all") || has_word(named, rules.player[p]);
    }
}

static void read_checks(const tree *root)
{
    const tree *c = tree_child(root, "checks");
    read_named_players(tree_child(c, "mandatory"), rules.must_check);
    read_named_players(tree_child(c, "forbidden"), rules.never_checks);
    rules.mate_only = tree_is(c, "only", "mate") || tree_is(c, "only", "orthodox mate");
    rules.plain_mate = tree_is(c, "only", "orthodox mate");
    const tree *r = tree_child(root, "royals");
    rules.royals_capturable = tree_yes(r, "capturable");
    rules.royals_by_moves = tree_is(r, "attacked", "by moves");
    rules.no_slide_through = tree_is(r, "slide_through_attack", "false");
    if (rules.no_slide_through) {
        unsupported("royals", NULL);
    }
}

static void read_dice(const tree *root)
{
    const tree *c = tree_child(root, "dice");
    if (!c) {
        return;
    }
    static const char *const keys[] = {"roll", "faces", "moves", "doubles", "check", NULL};
    check_keys(c, keys, "dice");
    if (sscanf(tree_text(c, "roll"), "%dd%d", &rules.dice, &rules.die_faces) != 2) {
        unsupported("dice", tree_text(c, "roll"));
    }
    const tree *faces = tree_child(c, "faces");
    for (int i = 0; i < rules.die_faces; i++) {
        rules.face[i] = faces ? atoi(faces->values[i]->text) : i + 1;
    }
    rules.no_roll_in_check = tree_is(c, "check", "free");
    rules.doubles = tree_is(c, "doubles", "free") ? -1 : tree_number(c, "doubles", 0);
    const tree *kinds = tree_child(c, "moves");
    rules.die_moves = kinds != NULL;
    for (int i = 0; kinds && i < kinds->count; i++) {
        read_types(kinds->values[i], rules.die_type[atoi(kinds->keys[i]->text)]);
    }
}

static int number_after(const char *when, const char *word)
{
    size_t length = strlen(word);
    return strncmp(when, word, length) == 0 && when[length] == ' ' && isdigit((unsigned char)when[length + 1])
               ? atoi(when + length + 1)
               : -1;
}

static void read_ending(const char *name, const tree *from)
{
    static const char *const keys[] = {"when",        "result",  "claim",       "alone", "same_shade",
                                       "bare_pieces", "grace",   "illegal",     "hook",  "zone",
                                       "points",      "need",    "compare",     "along", "pieces",
                                       "max_pieces",  "counter", "consecutive", "pair",  "other_shades",
                                       "player",      "from",    "to",          "reach", NULL};
    ending *e = &rules.end[rules.ends++];
    const char *when = from->text ? name : tree_text(from, "when") ? tree_text(from, "when") : name;
    if (!from->text) {
        check_keys(from, keys, "end");
    }
    snprintf(e->name, sizeof e->name, "%s", name);
    const char *result = from->text ? from->text : tree_text(from, "result");
    snprintf(e->result, sizeof e->result, "%s", result ? result : "");
    if (!from->text && tree_text(from, "claim")) {
        snprintf(e->claim, sizeof e->claim, "%s", tree_text(from, "claim"));
    }
    if (!from->text && tree_text(from, "hook")) {
        snprintf(e->hook, sizeof e->hook, "%s", tree_text(from, "hook"));
    }
    static const struct {
        const char *word;
        enum end_kind kind;
    } counted[] = {{"repetition", END_REPETITION},
                   {"perpetual check", END_PERPETUAL_CHECK},
                   {"halfmove clock", END_HALFMOVE_CLOCK},
                   {"turn clock", END_TURN_CLOCK},
                   {"checks", END_CHECKS},
                   {"check cycle", END_CHECK_CYCLE},
                   {"connect", END_CONNECT},
                   {"pieces below", END_PIECES_BELOW},
                   {"goal", END_GOAL},
                   {"passes", END_PASSES},
                   {"facing passes", END_PASSES}},
      words[] = {{"checkmate", END_CHECKMATE},
                 {"stalemate", END_STALEMATE},
                 {"insufficient material", END_INSUFFICIENT_MATERIAL},
                 {"bare", END_BARE},
                 {"both bare", END_BOTH_BARE},
                 {"extinct", END_EXTINCT},
                 {"points", END_POINTS},
                 {"chain", END_CHAIN},
                 {"exposed", END_EXPOSED}};
    bool found = false;
    for (size_t i = 0; i < sizeof counted / sizeof *counted && !found; i++) {
        e->number = number_after(when, counted[i].word);
        e->kind = counted[i].kind;
        found = e->number >= 0;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words && !found; i++) {
        found = strcmp(when, words[i].word) == 0;
        e->kind = words[i].kind;
    }
    if (found && (e->kind == END_CHECKMATE || e->kind == END_STALEMATE)) {
        e->claim[0] = 0; /* a player without moves has no claim to make */
    }
    if (!found && strncmp(when, "extinct ", 8) == 0) {
        found = true;
        e->kind = END_EXTINCT;
        e->type = type_by_name(when + 8);
    }
    if (!found && strncmp(when, "hook ", 5) == 0) {
        found = true;
        e->kind = END_HOOK;
        snprintf(e->hook, sizeof e->hook, "%s", when + 5);
    }
    if (!found) {
        unsupported("the ending", when);
    }
    rules.mate_ends = rules.mate_ends || e->kind == END_CHECKMATE;
    rules.stalemate_ends = rules.stalemate_ends || e->kind == END_STALEMATE;
    rules.counts_turns = rules.counts_turns || e->kind == END_TURN_CLOCK;
    read_types(tree_child(from, "pair"), e->pair);
    read_types(tree_child(from, "other_shades"), e->other_shades);
    e->facing = strncmp(when, "facing ", 7) == 0;
    e->bare_any = true;
    e->all_types = true;
    e->counter = -1;
    e->along = row_directions_of(from);
    if (from->text) {
        return;
    }
    const char *grace = tree_text(from, "grace");
    for (int p = 0; grace && p < rules.players; p++) {
        e->grace_of[p] = strcmp(grace, "true") == 0 || strcmp(grace, rules.player[p]) == 0;
        e->grace = e->grace || e->grace_of[p];
    }
    for (int p = 0; tree_text(from, "player") && p < rules.players; p++) {
        e->barred[p] = strcmp(tree_text(from, "player"), rules.player[p]) != 0;
    }
    e->illegal = tree_yes(from, "illegal");
    e->compare = tree_yes(from, "compare");
    read_types(tree_child(from, "alone"), e->alone);
    read_types(tree_child(from, "same_shade"), e->same_shade);
    e->bare_any = !tree_child(from, "bare_pieces");
    read_types(tree_child(from, "bare_pieces"), e->bare_of);
    e->all_types = !tree_child(from, "pieces");
    read_types(tree_child(from, "pieces"), e->types);
    e->max_pieces = tree_number(from, "max_pieces", 0);
    e->cumulative = tree_is(from, "consecutive", "false");
    if (e->kind == END_GOAL) {
        e->in = zone_of(tree_child(from, "zone"));
    }
    if (e->kind == END_CHAIN) {
        e->in = zone_of(tree_child(from, "from"));
        e->far = zone_of(tree_child(from, "to"));
        e->reach = read_reach(tree_child(from, "reach") ? tree_text(from, "reach") : "K");
    }
    const char *counter = tree_text(from, "counter");
    if (counter) {
        char word[32] = {0};
        sscanf(counter, "%31s %d", word, &e->counter_at);
        e->counter = counter_by_name(word);
    }
    if (e->kind == END_POINTS) {
        e->number = tree_number(from, "need", 0);
        e->in = zone_of(tree_child(from, "zone"));
        const tree *points = tree_child(from, "points");
        e->others = tree_number(points, "others", 0);
        for (int t = 1; t <= rules.types; t++) {
            e->points[t] = tree_number(points, rules.piece_defs[t].name, e->others);
        }
    }
}

static void read_counters(const tree *root)
{
    const char *const keys[] = {"states", "counters"};
    for (int k = 0; k < 2; k++) {
        const tree *list = tree_child(root, keys[k]);
        for (int i = 0; list && i < list->count; i++) {
            snprintf(rules.counter[rules.counters], sizeof rules.counter[0], "%s", list->values[i]->text);
            rules.counts_for_repetition[rules.counters++] = k == 0;
        }
    }
    const char *clock = tree_text(root, "material_clock");
    rules.material_clock = clock ? counter_by_name(clock) : -1;
}

static void read_hook(const char *name, const tree *from)
{
    static const char *const keys[] = {"at",     "captures",    "drops", "pieces",  "captured", "to",
                                       "checks", "unless_zero", "full",  "changes", "only",     NULL};
    check_keys(from, keys, "hooks");
    hook *h = &rules.hooks[rules.hook_count];
    *h = (hook){0};
    snprintf(h->name, sizeof h->name, "%s", name);
    const char *at = tree_text(from, "at");
    h->at = !at || strcmp(at, "after") == 0 ? 'a'
            : strcmp(at, "moves") == 0      ? 'o'
            : strcmp(at, "announce") == 0   ? 'n'
                                            : at[0];
    if (h->at == 'n') {
        return; /* an announcement changes nothing */
    }
    rules.hook_count++;
    rules.live_hooks = true;
    h->only_captures = tree_yes(from, "captures");
    h->no_captures = tree_child(from, "captures") && !h->only_captures;
    h->only_drops = tree_yes(from, "drops");
    h->no_drops = tree_child(from, "drops") && !h->only_drops;
    h->no_checks = tree_is(from, "checks", "false");
    h->only_checks = tree_child(from, "checks") && !h->no_checks;
    h->only_mates = tree_is(from, "checks", "mate");
    h->only_list = tree_yes(from, "only");
    h->has_pieces = tree_child(from, "pieces") != NULL;
    read_types(tree_child(from, "pieces"), h->pieces);
    h->has_captured = tree_child(from, "captured") != NULL;
    read_types(tree_child(from, "captured"), h->captured);
    h->to = tree_child(from, "to") ? zone_of(tree_child(from, "to")) : NULL;
    h->full = tree_child(from, "full") ? zone_of(tree_child(from, "full")) : NULL;
    const tree *u = tree_child(from, "unless_zero");
    h->has_unless = u != NULL;
    for (int p = 0; u && p < rules.players; p++) {
        h->unless_zero[p] = counter_by_name(u->text ? u->text : u->values[p]->text);
    }
}

/* What is read and not played. */
static void refuse_unplayed(const tree *root)
{
    if (rules.stacks && rules.jump_again) {
        unsupported("captured", tree_text(root, "captured"));
    }
}

void read_rules(tree *root)
{
    static const char *const keys[] = {
        "name",     "about",    "extends",        "board",      "players",  "zones",    "pieces",
        "castling", "rights",   "allow_warnings", "captured",   "captures", "checks",   "royals",
        "turn",     "setup",    "drops",          "dice",       "start",    "end",      "options",
        "script",   "counters", "states",         "hooks",      "filter",   "stacks",   "split",
        "jumps",    "notation", "material_clock", "visibility", "neutral",  "no_moves", "style",
        "combined", "puts",     "picture",        "words",      "cards",    NULL};
    check_keys(root, keys, "the game");
    memset(&rules, 0, sizeof rules);
    const tree *board = tree_child(root, "board");
    static const char *const board_keys[] = {"drawn", "size",   "checkered", "symmetry", "missing", "rows", "names",
                                             "wrap",  "levels", "shades",    "lines",    "boards",  NULL};
    check_keys(board, board_keys, "board");
    rules.zones = tree_child(root, "zones");
    rules.rotated = tree_is(board, "symmetry", "rotation");
    rules.wrap_files = tree_is(board, "wrap", "files") || tree_is(board, "wrap", "both");
    rules.wrap_ranks = tree_is(board, "wrap", "ranks") || tree_is(board, "wrap", "both");
    if (tree_child(board, "wrap") && !rules.wrap_files && !rules.wrap_ranks && !tree_is(board, "wrap", "never")) {
        unsupported("wrap", tree_text(board, "wrap"));
    }
    rules.shades = tree_number(board, "shades", 2);
    read_counters(root);
    read_boards(board);
    read_players(root);
    read_missed_turns(root);
    read_size(board);
    read_missing(board);
    read_lines(board);
    name_types(tree_child(root, "pieces"));
    if (tree_child(root, "script") && !tree_text(root, "script")) {
        unsupported("several scripts", NULL);
    }
    if (tree_text(root, "script")) {
        ref_script_load(tree_text(root, "script"));
    }
    read_castlings(root);
    read_rights(root);
    const tree *pieces = tree_child(root, "pieces");
    const tree *drops = tree_child(root, "drops");
    for (int i = 0; i < pieces->count; i++) {
        if (!pieces->values[i]->text) {
            read_piece(pieces->values[i], &rules.piece_defs[type_by_name(pieces->keys[i]->text)], drops);
        }
    }
    read_borrowed(pieces);
    read_turn(root);
    read_captures(root);
    read_checks(root);
    read_dice(root);
    const tree *start = tree_child(root, "start");
    if (start->text) {
        snprintf(rules.start, sizeof rules.start, "%s", start->text);
    } else {
        int number = tree_number(start, "number", 0);
        ref_script_start_fen(tree_text(start, "hook"), number, tree_number(start, "second", number), rules.start,
                             sizeof rules.start);
    }
    rules.hands = strchr(rules.start, '[') != NULL || rules.captured_to == 'h' || rules.captured_to == 'b' ||
                  rules.captured_to == 'p';
    position_size = rules.stacks ? (int)sizeof(position) : (int)offsetof(position, covered_count);
    place_rights();
    const tree *hooks = tree_child(root, "hooks");
    for (int i = 0; hooks && i < hooks->count; i++) {
        if (!hooks->values[i]->text) {
            read_hook(hooks->keys[i]->text, hooks->values[i]);
        }
    }
    const tree *ends = tree_child(root, "end");
    for (int i = 0; ends && i < ends->count; i++) {
        const tree *one = ends->values[i];
        if (!(one->text && strcmp(one->text, "none") == 0)) {
            read_ending(ends->keys[i]->text, one);
        }
    }
    const char *filter = tree_text(root, "filter");
    if (filter) {
        ref_script_filter(filter + 5);
    }
    ref_script_stage();
    refuse_unplayed(root);
}
