/* Facts about the game as a whole: board, players, turns, captures, hands, dice, visibility, castling, notation. */
#include "base/word_moves.h"
#include "compile/movement_find.h"
#include "explain/grammar.h"

#include <string.h>

/* ---- the board ---- */

static void describe_size(describer *t)
{
    const ruleset *r = t->rules;
    if (r->row_cells) {
        text words = {0};
        for (int i = 0; i < r->height; i++) {
            text_print(&words, i ? ", %d" : "%d", r->row_cells[i]);
        }
        add_fact(
            t, "size",
            "The board has %d rows, each shifted by half a cell; from the first player's edge on they have %s cells.",
            r->height, text_string(&words));
        t->arena->failed |= words.failed;
        text_finish(&words);
    } else {
        add_fact(t, "size", "The board has %s and %s.", counted(t, r->width, "file", "files"),
                 counted(t, r->height, "rank", "ranks"));
    }
    if (r->board_names) {
        const char *names = strings_joined(t, r->board_names, (size_t)r->levels, CONJUNCTION_AND);
        add_fact(t, "levels", "There are %d such boards side by side: %s.", r->levels, names);
    } else if (r->levels > 1) {
        add_fact(t, "levels", "The board has %d levels, one above the other.", r->levels);
    }
}

enum { LINES_TOLD_MAX = 256 };

/* "a1-d1-g1, a1-a4-a7" */
static const char *line_list(const describer *t, const rule_text *lines, size_t count)
{
    text words = {0};
    for (size_t i = 0; i < count && i < LINES_TOLD_MAX; i++) {
        text_print(&words, i ? ", %s" : "%s", lines[i].string);
        for (char *c = words.bytes; c && *c; c++) {
            *c = *c == ' ' && c > words.bytes && c[-1] != ',' ? '-' : *c;
        }
    }
    const char *list = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return list ? list : "";
}

static void describe_lines(describer *t)
{
    if (t->rules->line_count) {
        add_fact(t, "lines", "Pieces move along lines drawn on the board: %s.",
                 line_list(t, t->rules->lines, t->rules->line_count));
    }
}

static bool names_zone(const char *zone, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(zone, name); at; at = strstr(at + 1, name)) {
        if ((at == zone || at[-1] == ' ') && (at[length] == '\0' || strchr(", ", at[length]))) {
            return true;
        }
    }
    return false;
}

static bool is_coloured(const ruleset *r, size_t zone)
{
    bool coloured = false;
    for (size_t i = 0; i < r->picture.coloured_count; i++) {
        coloured = coloured || r->picture.coloured[i].zone == zone;
    }
    return coloured;
}

/* A zone that needs few words is described wherever it is meant, and so are the cells that the board lacks. */
static void describe_zones(describer *t)
{
    const ruleset *r = t->rules;
    for (size_t i = 0; i < r->zone_count; i++) {
        const char *slot = arena_format(t->arena, "zone %s", r->zone_names[i]);
        bool lacks = r->missing.string && names_zone(r->missing.string, r->zone_names[i]);
        bool small = lacks || (zone_is_short(r->zones[i].string) && !is_coloured(r, i));
        t->topic = small ? TOPIC_DETAIL : TOPIC_BOARD;
        add_fact(t, slot ? slot : "zone", "The zone `%s` is %s.", r->zone_names[i],
                 zone_definition_words(t, r->zones[i].string));
    }
    t->topic = TOPIC_BOARD;
}

/* A number that tells drawings apart: nobody reads a path. */
static unsigned digest_of(const rule_picture *picture)
{
    unsigned digest = 2166136261u;
    for (size_t i = 0; i < picture->shape_count; i++) {
        const rule_shape *s = &picture->shapes[i];
        const unsigned rest[] = {(unsigned)s->fill, (unsigned)s->line, (unsigned)s->width};
        for (size_t k = 0; k < sizeof rest / sizeof rest[0]; k++) {
            digest = (digest ^ rest[k]) * 16777619u;
        }
        for (const char *c = s->path; *c; c++) {
            digest = (digest ^ (unsigned char)*c) * 16777619u;
        }
    }
    return digest;
}

/* What pictures show on the board: a legend for the colours, and what is only drawn. */
static void describe_picture(describer *t)
{
    static const char *const sentences[PICTURE_COLOURS] = {[PICTURE_RED] = "In pictures the zone `%s` is red.",
                                                           [PICTURE_ORANGE] = "In pictures the zone `%s` is orange.",
                                                           [PICTURE_GREEN] = "In pictures the zone `%s` is green.",
                                                           [PICTURE_BLUE] = "In pictures the zone `%s` is blue.",
                                                           [PICTURE_PURPLE] = "In pictures the zone `%s` is purple.",
                                                           [PICTURE_GREY] = "In pictures the zone `%s` is grey.",
                                                           [PICTURE_YELLOW] = "In pictures the zone `%s` is yellow."};
    const rule_picture *picture = &t->rules->picture;
    for (size_t i = 0; i < picture->coloured_count; i++) {
        const char *name = t->rules->zone_names[picture->coloured[i].zone];
        const char *slot = arena_format(t->arena, "colour %s", name);
        add_fact(t, slot ? slot : "colour", sentences[picture->coloured[i].colour], name);
    }
    t->topic = TOPIC_DETAIL;
    if (picture->line_count) {
        add_fact(t, "drawn lines", "Pictures draw these lines too, which mean nothing in play: %s.",
                 line_list(t, picture->lines, picture->line_count));
    }
    if (picture->river.string) {
        add_fact(t, "river", "Pictures leave out the lines of the board inside of the river, %s.",
                 zone_words(t, picture->river.string));
    }
    if (picture->cell_width) {
        add_fact(t, "drawn cells", "Pictures draw a cell %d wide and %d high.", picture->cell_width,
                 picture->cell_height);
    }
    for (size_t i = 0; i < picture->number_count; i++) {
        const char *slot = arena_format(t->arena, "numbers %zu", i);
        add_fact(t, slot ? slot : "numbers", "Pictures number the cells in this order: %s.",
                 picture->numbers[i].string);
    }
    if (picture->shape_count) {
        add_fact(t, "shapes", "Pictures show a drawing of the rules on the board (%zu shapes, %08x).",
                 picture->shape_count, digest_of(picture));
    }
    t->topic = TOPIC_BOARD;
}

void describe_board(describer *t)
{
    static const char *const wraps[] = {
        [WRAP_NONE] = "",
        [WRAP_FILES] = "The first and the last file are neighbours, as on a cylinder",
        [WRAP_RANKS] = "The first and the last rank are neighbours",
        [WRAP_BOTH] = "Opposite edges are neighbours, as on a torus",
        [WRAP_MOEBIUS] = "The first and the last file are connected with a twist: rank 1 continues in the last rank, "
                         "as on a Moebius strip",
        [WRAP_SPHERE] = "The first and the last file are neighbours, and over the last rank a file continues down the "
                        "opposite file, as on a sphere",
    };
    const ruleset *r = t->rules;
    t->topic = TOPIC_BOARD;
    describe_size(t);
    if (r->missing.string) {
        bool inverse = strncmp(r->missing.string, "not ", 4) == 0 && zone_is_short(r->missing.string) &&
                       !strstr(r->missing.string, " and "); /* there "not" is of the first term alone */
        if (inverse) {
            add_fact(t, "missing", "There are cells only %s.", zone_definition_words(t, r->missing.string + 4));
        } else {
            add_fact(t, "missing", "There are no cells %s.", zone_definition_words(t, r->missing.string));
        }
    }
    if (r->wrap != WRAP_NONE) {
        add_fact(t, "wrap", "%s.", localized(t, wraps[r->wrap]));
    }
    if (r->draws_points) {
        add_fact(t, "points", "Pieces are placed on points where lines cross.");
    }
    if (r->draws_hexagons) {
        add_fact(t, "points", "Cells are hexagons; each row begins half a cell to the right of the one below.");
    }
    if (!r->checkered) {
        add_fact(t, "shades", "All cells are of one colour.");
    } else if (r->shades > 2) {
        add_fact(t, "shades", "Its cells have %d shades, which repeat file by file.", r->shades);
    }
    if (r->rows_named) {
        add_fact(t, "names", "Cells are called by the letter of their row and their number in it: A1, A2 and so on.");
    } else if (r->cell_name_count) {
        add_fact(t, "names", "Cells have names of their own, row by row: %s.",
                 strings_joined(t, r->cell_names, r->cell_name_count, CONJUNCTION_AND));
    }
    describe_lines(t);
    if (!r->mirrored) {
        add_fact(t, "symmetry", "Left and right are as each player sees them from their own side.");
    }
    describe_zones(t);
    describe_picture(t);
    if (r->move_filter) {
        const char *doc = function_doc(t, r->move_filter);
        if (doc) {
            add_fact(t, "filter", "%s.", doc);
        } else {
            add_fact(t, "filter", "It depends on the cell where a piece stands to which cells it may go.");
        }
    }
    const char *arrangement = r->start_hook ? function_doc(t, r->start_hook) : NULL;
    if (arrangement) {
        add_fact(t, "start rule", "%s.", arrangement);
    }
    if (r->start_hook && r->start_second != r->start_number) {
        add_fact(t, "start",
                 "There are many arrangements to begin from. The picture shows number %ld, and number %ld for the "
                 "second player.",
                 r->start_number, r->start_second);
    } else if (r->start_hook) {
        add_fact(t, "start", "There are many arrangements to begin from. The picture shows number %ld.",
                 r->start_number);
    }
}

/* ---- players and turns ---- */

static const char *seat_words(const describer *t, int quarter_turns)
{
    static const char *const seats[4] = {"below", "on the left", "above", "on the right"};
    return localized(t, seats[quarter_turns & 3]);
}

static void describe_player(describer *t, size_t p)
{
    const ruleset *r = t->rules;
    const rule_player *player = &r->players[p];
    const char *slot = arena_format(t->arena, "player %zu", p);
    slot = slot ? slot : "player";
    const char *name = player_word(t, p, FORM_NOMINATIVE);
    if (player->commander != (int)p) {
        add_fact(t, slot, "The pieces of %s are commanded by %s.", player_word(t, p, FORM_GENITIVE),
                 player_word(t, (size_t)player->commander, FORM_NOMINATIVE));
    }
    if (player->board >= 0 && r->board_names) {
        add_fact(t, slot, "%s plays on board %s alone.", name, r->board_names[player->board]);
    }
}

/* "White sits below, Black on the left, Green above." */
static void describe_seats(describer *t)
{
    text words = {0};
    for (size_t p = 0; p < t->rules->player_count; p++) {
        const char *name = player_word(t, p, FORM_NOMINATIVE);
        const char *seat = seat_words(t, t->rules->players[p].rotation);
        text_print(&words, "%s%s", p ? ", " : "",
                   p ? format_localized(t, "%s %s", name, seat) : format_localized(t, "%s sits %s", name, seat));
    }
    add_fact(t, "seats", "%s.", text_string(&words));
    t->arena->failed |= words.failed;
    text_finish(&words);
}

/* Each team is named once, by its first player. */
static void describe_teams(describer *t)
{
    const ruleset *r = t->rules;
    for (size_t p = 0; p < r->player_count; p++) {
        const char *names[RULES_PLAYERS_MAX];
        size_t count = 0;
        bool first = r->players[p].team != NULL;
        for (size_t q = 0; q < r->player_count; q++) {
            first &= q >= p || !ruleset_allied(r, p, q);
            if (r->players[p].team && ruleset_allied(r, p, q)) {
                names[count++] = player_word(t, q, FORM_NOMINATIVE);
            }
        }
        if (first) {
            add_fact(t, "teams", count > 1 ? "%s are a team." : "%s plays for no team but their own.",
                     strings_joined(t, names, count, CONJUNCTION_AND));
        }
    }
}

/* Commanders that change are for a script to name. */
static void describe_commanders(describer *t)
{
    bool some = false;
    for (size_t p = 0; p < t->rules->player_count; p++) {
        some |= t->rules->players[p].commander_counter >= 0;
    }
    if (some) {
        add_fact(t, "commanders", "The command of a player's pieces can pass to another player.");
    }
}

/* How many moves a turn has, of all players or of each. */
static void describe_plies(describer *t)
{
    const rule_turn *turn = &t->rules->turn;
    for (size_t p = 0; turn->plies_differ && p < t->rules->player_count; p++) {
        const char *slot = arena_format(t->arena, "plies %s", t->rules->players[p].name);
        const char *player = player_word(t, p, FORM_GENITIVE);
        if (turn->plies[p]) {
            add_fact(t, slot ? slot : "plies", "Moves in a turn of %s: %ld.", player, turn->plies[p]);
        } else {
            add_fact(t, slot ? slot : "plies", "A turn of %s has any number of moves; the player says when it ends.",
                     player);
        }
    }
    if (turn->grows) {
        add_fact(t, "plies", "The first turn has %s.", counted(t, turn->plies[0], "move", "moves"));
        add_fact(t, "grows", "Each turn has %s more than the one before it.", counted(t, turn->grows, "move", "moves"));
    }
    if (turn->plies_differ || !turn->several_plies || turn->grows) {
        return;
    }
    if (turn->plies[0]) {
        add_fact(t, "plies", "A turn has %ld moves.", turn->plies[0]);
    } else {
        add_fact(t, "plies", "A turn has any number of moves; the player says when it ends.");
    }
}

/* Whether some turn has a number of moves, and more than one. */
static bool has_counted_turns(const rule_turn *turn, size_t players)
{
    bool some = turn->first_plies > 1 || turn->grows;
    for (size_t p = 0; p < players; p++) {
        some |= turn->plies[p] > 1;
    }
    return some;
}

bool turn_may_be_ended(const ruleset *rules)
{
    const rule_pass pass = rules->turn.pass;
    return ruleset_has_free_turns(rules) ||
           ((pass == PASS_ALWAYS || pass == PASS_NO_MOVES || pass == PASS_STALEMATED) &&
            has_counted_turns(&rules->turn, rules->player_count));
}

/* Whether some piece is nobody's once it is dropped. */
static bool drops_neutral(const ruleset *r)
{
    bool some = false;
    for (size_t i = 0; i < r->piece_count; i++) {
        some |= r->pieces[i].drop.allowed && r->pieces[i].drop.neutral;
    }
    return some;
}

/* Where the second half of a move may put its piece: one of these, or any of several. */
static const char *put_places(const describer *t, unsigned where)
{
    const char *places[3];
    size_t count = 0;
    if (where & PUT_LEFT) {
        places[count++] = localized(t, "the one that the piece has left");
    }
    if (where & PUT_REACHED) {
        places[count++] = localized(t, "one that this piece could move to next");
    }
    if (where & PUT_EDGE) {
        places[count++] = localized(t, "one at the edge of what is left of the board");
    }
    return strings_joined(t, places, count, CONJUNCTION_OR);
}

static void describe_put_from_hand(describer *t)
{
    const rule_put *put = &t->rules->put;
    t->topic = TOPIC_TURN;
    add_fact(
        t, "put",
        "Behind a piece that leaves its first cell, and had a right to show it, the player may put a piece of their "
        "hand on that cell; in a castling on one of the two cells that are left.");
    add_plain_fact(t, SECTION_PUTS, "parries", put, "put.");
    if (put->zone.string) {
        add_fact(t, "put.zone", "Only cells %s are open to it.", zone_words(t, put->zone.string));
    }
}

/* The second half of each move. */
static void describe_put(describer *t)
{
    const rule_put *put = &t->rules->put;
    if (put->from_hand) {
        describe_put_from_hand(t);
        return;
    }
    const char *piece = piece_word(t, put->piece, FORM_ACCUSATIVE);
    const char *any = piece_word(t, put->piece, t->russian ? FORM_ACCUSATIVE : FORM_INDEFINITE);
    t->topic = TOPIC_TURN;
    if (put->where == PUT_LEFT && !put->optional) {
        add_fact(t, "put", "A piece that moves leaves %s on the cell where it stood.", any);
    } else if (put->where == PUT_REACHED && !put->optional) {
        add_fact(t, "put",
                 "A move has a second half: the player puts %s on an empty cell that the piece which has just moved "
                 "could move to next. A move after which that is impossible is not allowed.",
                 any);
    } else if (put->where) {
        add_fact(t, "put", "A move has a second half: the player puts %s on an empty cell, %s.", any,
                 put_places(t, put->where));
        if (!put->optional) {
            add_fact(t, "put.must", "A move after which that is impossible is not allowed.");
        }
    } else if (put->most == 1) {
        add_fact(t, "put",
                 "A move has a second half: the player puts the %s on another empty cell. At first the %s is not on "
                 "the board.",
                 piece, piece_word(t, put->piece, FORM_NOMINATIVE));
    } else {
        add_fact(t, "put", "A move has a second half: the player puts %s on an empty cell.", any);
    }
    add_plain_facts(t, SECTION_PUTS, put, "put.");
    if (put->where & PUT_EDGE) {
        add_fact(t, "put.edge", "A cell is at the edge if one of its sides borders on no cell, or on %s.",
                 piece_word(t, put->piece, t->russian ? FORM_NOMINATIVE : FORM_INDEFINITE));
    }
    if (put->most > 1 || (put->most && put->where)) {
        add_fact(t, "put.most", "Once %ld of these stand on the board (%s), the player moves one of them instead.",
                 put->most, piece_word(t, put->piece, FORM_PLURAL));
    }
    if (put->zone.string) {
        add_fact(t, "put.zone", "Only cells %s are open to it.", zone_words(t, put->zone.string));
    }
}

/* Whether all neutral pieces only block. */
static bool only_walls(const ruleset *r)
{
    bool walls = !r->put.given || (!r->put.from_hand && rule_piece_is_wall(&r->pieces[r->put.piece]));
    for (size_t i = 0; i < r->piece_count; i++) {
        walls = walls && (!r->pieces[i].drop.neutral || rule_piece_is_wall(&r->pieces[i]));
    }
    return (r->put.given || drops_neutral(r)) && walls && !r->script_count;
}

/* Whether some piece that may be neutral can be captured. */
static bool neutral_capturable(const describer *t)
{
    const variant *v = t->notes->possible ? t->notes->possible->v : NULL;
    bool some = !v;
    for (int piece = 1; v && piece < v->piece_ids; piece++) {
        const int rule = v->type[v->type_of[piece]].rule_piece_index;
        some |= v->owner_of[piece] == v->neutral_owner && can_be_captured(t, rule);
    }
    return some;
}

static void describe_turns(describer *t)
{
    const rule_turn *turn = &t->rules->turn;
    static const char *const passes[] = {
        [PASS_NEVER] = "",
        [PASS_UNCHECKED] = "A player who is not in check may pass",
        [PASS_FACING] = "A player who is not in check may pass",
        [PASS_NO_MOVES] = "A player who has no legal move must pass",
        [PASS_STALEMATED] = "A player who has no legal move and is not in check must pass",
        [PASS_ALWAYS] = "A player may always pass",
    };
    t->topic = TOPIC_TURN;
    describe_plies(t);
    if (turn->first_plies) {
        add_fact(t, "first", "The very first turn has %s.", counted(t, turn->first_plies, "move", "moves"));
    }
    if (turn->only_drops && ruleset_has_free_turns(t->rules)) {
        add_fact(t, "drops", "A turn goes on only after a drop from the hand, and with drops only.");
    }
    if (turn->each_piece_once) {
        add_fact(t, "once", "Each piece moves at most once a turn.");
    }
    if (turn->legality_at_end) {
        add_fact(t, "judge", "Own royal pieces must be safe when the turn ends, not after each of its moves.");
    }
    if (turn->check_only_last || turn->check_ends) {
        add_fact(t, "check", "%s.",
                 turn->check_ends ? localized(t, "A check ends the turn")
                                  : localized(t, "Only the last move of a turn may give check"));
    }
    if (turn->ep_whole_turn) {
        add_fact(t, "en_passant", "En passant captures are possible during the whole next turn.");
    }
    if (turn->pass != PASS_NEVER) {
        add_fact(t, "pass", "%s.", localized(t, passes[turn->pass]));
    }
    if (turn->pass == PASS_ALWAYS && has_counted_turns(turn, t->rules->player_count)) {
        add_fact(t, "pass.end", "A player who has begun a turn may end it before its last move.");
    }
    if (turn->pass == PASS_FACING) {
        add_fact(t, "facing",
                 "A player whose royal piece faces one of an enemy on an open rank or file must part them or pass, in "
                 "check too.");
    }
    if (turn->removes_immobilized) {
        add_fact(t, "removes", "Instead of a move, a player may remove their own immobilized piece that is not royal.");
    }
    if (turn->wait_any) {
        add_fact(t, "boards", "Each board goes at its own pace: a player may wait, and the next board continues.");
    }
    if (turn->wait_parry) {
        add_fact(t, "waits",
                 "A player in check may wait for a piece to drop in between, if one could parry; until then it is not "
                 "mate.");
    }
}

static void describe_setup(describer *t)
{
    const ruleset *r = t->rules;
    if (r->setup_mandatory) {
        add_fact(t, "placing.first", "A player with pieces in hand must place them before anything else%s.",
                 r->setup_whole_turn ? localized(t, ", all of them in one turn") : "");
    } else if (r->setup_first_all) {
        add_fact(t, "placing.first", "A player who can drop a piece must do so before anything else.");
    } else if (r->setup_first_count) {
        add_fact(t, "placing.first", "A player who can drop one of these must do so before anything else: %s.",
                 piece_words(t, r->setup_first, r->setup_first_count, FORM_NOMINATIVE, CONJUNCTION_OR));
    }
    if (r->setup_whole_turn && r->setup_first_count) {
        add_fact(t, "placing.run", "A player who has dropped one of these goes on until none of them is in hand: %s.",
                 piece_words(t, r->setup_first, r->setup_first_count, t->russian ? FORM_NOMINATIVE : FORM_PLURAL,
                             CONJUNCTION_AND));
    } else if (r->setup_whole_turn && !r->setup_mandatory) {
        add_fact(t, "placing.run", "A player who places a piece from hand continues until the hand is empty.");
    }
    if (r->setup_royals) {
        add_fact(t, "placing.royals",
                 "A player with a royal piece in hand only drops pieces, and no turn ends while it is there.");
    }
    if (r->setup_separate_phase) {
        add_fact(
            t, "placing.apart",
            "The setup comes before the game: until all pieces are placed, royal pieces may be attacked and no ending "
            "applies.");
    }
}

void describe_players(describer *t)
{
    const ruleset *r = t->rules;
    t->topic = TOPIC_PLAYERS;
    const char *names[RULES_PLAYERS_MAX];
    bool usual = r->player_count == 2 && !r->own_boards;
    for (size_t p = 0; p < r->player_count; p++) {
        names[p] = player_word(t, p, FORM_NOMINATIVE);
        const rule_player *player = &r->players[p];
        usual &= player->rotation == (p ? 2 : 0) && !player->team && player->commander == (int)p &&
                 player->commander_counter < 0 && !player->letter;
    }
    const size_t first = t->notes->possible ? (size_t)t->notes->possible->first_player : 0;
    if (r->player_count == 2) {
        add_fact(t, "players", "Two play, in turn: %s begins, %s follows.", names[first], names[1 - first]);
    } else {
        text words = {0};
        for (size_t p = 0; p < r->player_count; p++) {
            text_print(&words, p ? ", %s" : "%s", names[p]);
        }
        add_fact(t, "players", "%zu play, in this order: %s.", r->player_count, text_string(&words));
        t->arena->failed |= words.failed;
        text_finish(&words);
        if (first) {
            add_fact(t, "begins", "%s begins.", names[first]);
        }
    }
    if (usual) {
        add_fact(t, "seats", "%s sits below, %s above; forward is away from a player's own edge.", names[0], names[1]);
    } else {
        describe_seats(t);
        describe_teams(t);
    }
    for (size_t p = 0; !usual && p < r->player_count; p++) {
        describe_player(t, p);
    }
    describe_commanders(t);
    if (r->neutral && !only_walls(r)) {
        add_fact(t, "neutral",
                 neutral_capturable(t) ? "Some pieces are neutral: every player may move them and capture them."
                                       : "Some pieces are neutral: every player may move them.");
    }
    describe_turns(t);
    if (r->put.given) {
        describe_put(t);
    }
    describe_setup(t);
}

/* ---- captures, checks ---- */

static const char *row_words(const describer *t, const rule_row *line)
{
    static const char *const along[] = {
        [ROW_DEFAULT] = "",
        [ROW_LINES] = " along the lines of the board",
        [ROW_STRAIGHT] = " on a rank or file",
        [ROW_DIAGONAL] = " on a diagonal",
        [ROW_ALL] = " in any direction",
    };
    const char *of = line->piece_count
                         ? format_localized(t, " of %s",
                                            piece_words(t, line->pieces, line->piece_count,
                                                        t->russian ? FORM_NOMINATIVE : FORM_PLURAL, CONJUNCTION_OR))
                         : "";
    return format_localized(t, "%ld%s in a row%s", line->length, of, localized(t, along[line->along]));
}

static void describe_captures(describer *t)
{
    const rule_captures *c = &t->rules->captures;
    t->topic = TOPIC_CAPTURES;
    if (c->mandatory) {
        add_fact(t, "must", "Captures are mandatory%s.",
                 c->mandatory_by_count
                     ? format_localized(
                           t, " if one of these can capture: %s; any capture is then allowed",
                           piece_words(t, c->mandatory_by, c->mandatory_by_count, FORM_NOMINATIVE, CONJUNCTION_OR))
                     : "");
    }
    const char *by = c->mandatory_by_count && !c->mandatory
                         ? piece_words(t, c->mandatory_by, c->mandatory_by_count, FORM_NOMINATIVE, CONJUNCTION_OR)
                         : NULL;
    if (by) {
        add_fact(t, "must", "What is said here of captures holds only if one of these can capture: %s.", by);
    }
    if (c->multiple) {
        add_fact(t, "longest", "A capture of several pieces must be preferred to a capture of one.");
    } else if (c->longest) {
        add_fact(t, "longest", "The capture of the most pieces must be made.");
    }
    if (c->prefer_most_count) {
        add_fact(t, "most", "Of captures of equally many pieces, one with the most of these must be made: %s.",
                 piece_words(t, c->prefer_most, c->prefer_most_count, FORM_GENITIVE_PLURAL, CONJUNCTION_AND));
    }
    if (c->row.length) {
        static const char *const off[] = {
            [ROW_CAPTURE_ANY] = "an enemy piece of their choice",
            [ROW_CAPTURE_FREE] = "an enemy piece that is in no such row, or any if all are",
            [ROW_CAPTURE_FREE_ONLY] = "an enemy piece that is in no such row; if all are, none",
        };
        add_fact(t, "line", "A player who makes %s removes %s.", row_words(t, &c->row),
                 localized(t, off[c->row_capture]));
    }
    const rule_blast *b = &t->rules->blast;
    if (b->given) {
        const bool next = reach_is_adjacent(t, &b->reach);
        add_fact(t, "blast",
                 next ? "Every capture is an explosion: apart from the captured piece, pieces next to the cell of "
                        "capture (%s) leave the board, and so does the capturing piece."
                      : "Every capture is an explosion: apart from the captured piece, pieces that are %s from the "
                        "cell of capture leave the board, and so does the capturing piece.",
                 reach_words(t, &b->reach));
        if (b->spare_count) {
            add_fact(t, "blast.spares",
                     next ? "These survive an explosion next to them: %s."
                          : "These survive an explosion that reaches them: %s.",
                     piece_words(t, b->spares, b->spare_count, FORM_PLURAL, CONJUNCTION_AND));
        }
    }
}

typedef struct jump_kinds {
    bool removes; /* some jumped piece leaves the board */
    bool chains;  /* some piece goes on jumping */
} jump_kinds;

static jump_kinds jump_kinds_of(const ruleset *r)
{
    jump_kinds found = {0};
    for (size_t i = 0; i < r->piece_count; i++) {
        for (size_t k = 0; k < r->pieces[i].move_count; k++) {
            const rule_move *m = &r->pieces[i].moves[k];
            found.removes |= m->jumps && m->jumped == JUMPED_CAPTURED;
            found.chains |= m->jumps && m->chain != CHAIN_NONE;
        }
    }
    return found;
}

static void describe_jumps(describer *t)
{
    const rule_jumps *j = &t->rules->jumps;
    if (!has_jump_captures(t->rules)) {
        return;
    }
    const jump_kinds kinds = jump_kinds_of(t->rules);
    if (kinds.removes || (kinds.chains && !j->removes_at_once)) {
        add_fact(t, "jumps.removes", "%s.",
                 !kinds.chains        ? localized(t, "A jumped piece leaves the board")
                 : j->removes_at_once ? localized(t, "Jumped pieces leave the board at once")
                 : kinds.removes
                     ? localized(t, "Jumped pieces leave the board when the whole capture is done; until then they "
                                    "block the way, and none may be jumped twice")
                     : localized(t, "Jumped pieces stay where they are until the whole capture is done; they block "
                                    "the way, and none may be jumped twice"));
    }
    if (!kinds.chains) {
        return;
    }
    static const char *const promotion[] = {
        [CHAIN_PROMOTION_CONTINUES] =
            "A piece that reaches its promotion during a capture promotes at once and continues as the new piece",
        [CHAIN_PROMOTION_AT_END] = "A piece promotes only if its capture ends where it promotes",
        [CHAIN_PROMOTION_STOPS] = "A piece that reaches its promotion during a capture promotes and stops",
    };
    add_fact(t, "jumps.promotion", "%s.", localized(t, promotion[j->promotion]));
    add_fact(t, "jumps.obliges",
             "Of several landings it must choose one from where the capture goes on, if there is one.");
    if (j->same_cell_twice) {
        add_fact(t, "jumps.again", "A cell may be jumped over twice in one capture.");
    }
    if (!j->may_reverse) {
        add_fact(t, "jumps.back", "No jump may go straight back the way that the last one came.");
    }
}

/* The names of the players with a bit in `players`. */
static const char *players_named(describer *t, uint32_t players)
{
    const char *names[RULES_PLAYERS_MAX];
    size_t count = 0;
    for (size_t p = 0; p < t->rules->player_count; p++) {
        if (players >> p & 1) {
            names[count++] = player_word(t, p, FORM_NOMINATIVE);
        }
    }
    return strings_joined(t, names, count, CONJUNCTION_AND);
}

static void describe_checks(describer *t)
{
    const ruleset *r = t->rules;
    const uint32_t all = (1u << r->player_count) - 1;
    t->topic = TOPIC_CHECKS;
    if (r->checks.mandatory == all) {
        add_fact(t, "must", "A player who can give check must do so.");
    } else if (r->checks.mandatory) {
        add_fact(t, "must", "These players must give check when they can: %s.", players_named(t, r->checks.mandatory));
    }
    if (r->checks.forbidden == all) {
        add_fact(t, "never", "No player may give check.");
    } else if (r->checks.forbidden) {
        add_fact(t, "never", "These players may never give check: %s.", players_named(t, r->checks.forbidden));
    }
    if (r->checks.only_mate) {
        add_fact(t, "only", "A check must be mate%s.",
                 r->checks.unconditional_mate
                     ? localized(t, "; a mate is judged as if every answer could give check freely")
                     : "");
    }
    if (r->royals_capturable) {
        add_fact(t, "royals", "A royal piece that was left under attack may be captured.");
    }
    if (!r->royal_slides_through_attack) {
        add_fact(t, "slides", "A royal piece that moves several cells may not pass over attacked ones.");
    }
    if (r->attacks_by_moves) {
        add_fact(t, "attacked",
                 "A royal piece is under attack when some enemy move, with all its effects, would capture it.");
    }
}

static void describe_missed_turn(describer *t, const char *slot, const rule_missed_turn *a, const char *name)
{
    static const char *const removed[] = {
        [REMOVED_NEVER] = "",
        [REMOVED_ROYALS] = "; their royal pieces leave the board and they have no more turns",
        [REMOVED_ALL] = "; all their pieces leave the board and they have no more turns",
    };
    add_fact(t, slot, "%s misses the turn%s%s%s.", name,
             a->invulnerable ? localized(t, "; their pieces cannot be captured until they move again") : "",
             a->attacks_nothing ? localized(t, "; their pieces attack nothing meanwhile") : "",
             localized(t, removed[a->removes]));
}

static void describe_no_moves(describer *t)
{
    const rule_no_moves *s = &t->rules->no_moves;
    if (!s->given) {
        return;
    }
    bool any_royal = false;
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        any_royal |= t->rules->pieces[i].royal;
    }
    if (any_royal && t->rules->turn.pass != PASS_STALEMATED) { /* else a checkmate is an ending */
        describe_missed_turn(t, "stuck.mated", &s->mated,
                             localized(t, "A player who is in check and has no legal move"));
    }
    describe_missed_turn(t, "stuck.stalemated", &s->stalemated,
                         any_royal ? localized(t, "A player who is not in check and has no legal move")
                                   : localized(t, "A player who has no legal move"));
    if (s->says_out) {
        add_fact(t, "stuck.out", "A player who is out of the game has no turns%s%s.",
                 s->out.invulnerable ? localized(t, "; their pieces cannot be captured") : "",
                 s->out.attacks_nothing ? localized(t, "; their pieces attack nothing") : "");
    }
    if (s->invulnerable_return) {
        add_fact(
            t, "stuck.returns",
            "A player who moves again is safe until their second move, except for the piece that they moved first.");
    }
}

/* ---- hands, stacks, dice, visibility ---- */

/* Whether a piece can ever be dropped from a hand. */
static bool may_drop(const describer *t)
{
    bool some = false;
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        some |= t->rules->pieces[i].drop.allowed;
    }
    return some && (!t->notes->possible || t->notes->possible->drops);
}

/* Where hands are filled at the start alone, pieces are placed; else they are dropped instead of a move. */
static void describe_drop_turn(describer *t)
{
    const ruleset *r = t->rules;
    if ((r->setup_mandatory || r->setup_first_all) && r->captured == CAPTURED_GONE) {
        add_fact(t, "hands", "The pieces in hand are placed on empty cells, one by one.");
    } else {
        add_fact(t, "hands", "Instead of a move, a player may drop a piece from the hand on an empty cell.");
    }
    if (pieces_move(r)) {
        add_fact(t, "hands.immobile",
                 "A piece may not be dropped where it could never move, unless its rules say otherwise.");
    }
}

static void describe_hands(describer *t)
{
    static const char *const go[] = {
        [CAPTURED_GONE] = "Captured pieces are out of the game",
        [CAPTURED_TO_HAND] = "A captured piece changes sides and goes to the capturing player's hand",
        [CAPTURED_TO_PRISON] = "A captured piece waits in a prison and still belongs to its owner",
        [CAPTURED_TO_PARTNER] = "A captured piece goes to the hand of the capturing player's partner",
        [CAPTURED_UNDER] = "A captured piece goes under the capturing piece, as a prisoner in a stack",
    };
    const ruleset *r = t->rules;
    t->topic = TOPIC_HANDS;
    if (r->captured != CAPTURED_GONE && r->captured != CAPTURED_UNDER && t->notes->possible &&
        !t->notes->possible->to_hand) {
        if (can_be_captured(t, -1)) {
            add_fact(t, "captured", "%s.", localized(t, go[CAPTURED_GONE]));
        }
    } else if (r->captured != CAPTURED_GONE) {
        add_fact(t, "captured", "%s%s.", localized(t, go[r->captured]),
                 r->captor_decides ? localized(t, ", or the capturing player removes it from the board") : "");
    }
    if (r->hands && r->captured != CAPTURED_TO_PRISON && may_drop(t)) {
        describe_drop_turn(t);
    }
    if (r->stacks && !pieces_move(r)) {
        add_fact(t, "stacks", "Several pieces may stand on a cell.");
    } else if (r->stacks) {
        add_fact(t, "stacks", "Pieces form stacks; the piece on top owns and moves a stack, %s.",
                 r->split_any ? localized(t, "carrying any number of pieces from its top")
                              : localized(t, "always the whole stack"));
    }
    if (r->combined) {
        add_fact(t, "combined", "A stack moves as any of its pieces does, own or captured.");
    }
}

static void describe_dice(describer *t)
{
    const rule_dice *c = &t->rules->dice;
    if (!c->count) {
        return;
    }
    t->topic = TOPIC_DICE;
    bool usual = c->face_count == 6;
    text faces = {0};
    for (size_t i = 0; i < c->face_count; i++) {
        usual &= c->faces[i] == (int)i + 1;
        text_print(&faces, i ? ", %d" : "%d", c->faces[i]);
    }
    const char *dice = counted(t, c->count, "die is", "dice are");
    if (usual) {
        add_fact(t, "dice", "Before each turn %s rolled.", dice);
    } else {
        add_fact(t, "dice", "Before each turn %s rolled, with the faces %s.", dice, text_string(&faces));
    }
    t->arena->failed |= faces.failed;
    text_finish(&faces);
    if (c->doubles_free) {
        add_fact(t, "doubles", "Dice that show the same let every piece move.");
    } else if (c->doubles) {
        add_fact(t, "doubles", "Dice that show the same are played %s.", counted(t, c->doubles, "time", "times"));
    }
    if (c->check_free) {
        add_fact(t, "check", "A player in check does not roll, and may move any piece.");
    }
    for (size_t i = 0; i < c->limit_count; i++) {
        add_fact(t, "faces", "A %ld lets these move: %s.", c->limits[i].face,
                 piece_words(t, c->limits[i].pieces, c->limits[i].piece_count, FORM_NOMINATIVE, CONJUNCTION_AND));
    }
}

/* Whether the second name is the first one with the next number: `deck-1` and `deck-2`. */
static bool is_next_name(const char *name, const char *next)
{
    const char *number = strrchr(name, '-'), *next_number = strrchr(next, '-');
    long at, after;
    return number && next_number && number - name == next_number - next &&
           strncmp(name, next, (size_t)(number - name)) == 0 && text_to_long(number + 1, 0, 9999, &at) &&
           text_to_long(next_number + 1, 0, 9999, &after) && after == at + 1;
}

/* Whether the last secret is told together with the first one, behind `before`. */
static bool continues_secret(const ruleset *r, const rule_secret *first, const rule_secret *before,
                             const rule_secret *last)
{
    return is_next_name(r->counters[before->counter], r->counters[last->counter]) && last->owner == first->owner &&
           last->low == first->low && last->high == first->high && last->revealed_by == first->revealed_by;
}

/* One secret, or those from the first to the last. */
static void describe_secrets(describer *t, const rule_secret *first, const rule_secret *last)
{
    const ruleset *r = t->rules;
    const char *name = r->counters[first->counter], *last_name = r->counters[last->counter];
    const char *until = first->revealed_by >= 0
                            ? format_localized(t, ", until `%s` is no longer 0", r->counters[first->revealed_by])
                            : "";
    const char *who = first->owner >= 0 ? player_word(t, (size_t)first->owner, FORM_NOMINATIVE) : NULL;
    if (first == last && who) {
        add_fact(t, "secret", "The number `%s` (%ld to %ld) is a secret of %s%s.", name, first->low, first->high, who,
                 until);
    } else if (first == last) {
        add_fact(t, "secret", "Nobody knows the number `%s` (%ld to %ld)%s.", name, first->low, first->high, until);
    } else if (who) {
        add_fact(t, "secret", "The numbers `%s` to `%s` (%ld to %ld each) are secrets of %s%s.", name, last_name,
                 first->low, first->high, who, until);
    } else {
        add_fact(t, "secret", "Nobody knows the numbers `%s` to `%s` (%ld to %ld each)%s.", name, last_name, first->low,
                 first->high, until);
    }
}

static void describe_visibility(describer *t)
{
    const ruleset *r = t->rules;
    const rule_visibility *s = &r->visibility;
    t->topic = TOPIC_VISIBILITY;
    if (s->own_pieces_only) {
        add_fact(t, "pieces", "A player sees only the pieces of their own side%s.",
                 s->during_setup ? localized(t, ", as long as some player has pieces to place") : "");
    }
    if (s->tries) {
        add_fact(
            t, "tries",
            "The player to move tries moves: the umpire rejects an illegal one aloud, and the player tries again.");
    }
    for (size_t i = 0; i < s->secret_count;) {
        size_t count = 1;
        while (i + count < s->secret_count &&
               continues_secret(r, &s->secrets[i], &s->secrets[i + count - 1], &s->secrets[i + count])) {
            count++;
        }
        describe_secrets(t, &s->secrets[i], &s->secrets[i + count - 1]);
        i += count;
    }
    for (size_t i = 0; i < s->query_count; i++) {
        const rule_query *ask = &s->queries[i];
        add_fact(
            t, "query",
            "The player to move may ask the umpire `%s?`: whether there are legal captures by %s; the answer is %s%s.",
            ask->word, piece_words(t, ask->pieces, ask->piece_count, FORM_NOMINATIVE, CONJUNCTION_OR),
            ask->answers_number ? localized(t, "how many") : localized(t, "yes or no"),
            ask->binding ? localized(t, ", and after a yes such a capture must be tried first") : "");
    }
}

void describe_play(describer *t)
{
    describe_captures(t);
    describe_jumps(t);
    describe_checks(t);
    describe_no_moves(t);
    describe_hands(t);
    describe_dice(t);
    describe_visibility(t);
}

/* ---- castling ---- */

/* "e1 (white), d8 (black)", or one cell named from the owner's side. */
static const char *each_words(const describer *t, const rule_text_by_player *w)
{
    if (!w->present) {
        return "";
    }
    if (!w->per_player) {
        return w->each[0].string ? w->each[0].string : "";
    }
    text words = {0};
    for (size_t p = 0; p < t->rules->player_count; p++) {
        if (w->each[p].string) {
            text_print(&words, "%s%s (%s)", words.length ? ", " : "", w->each[p].string,
                       player_word(t, p, FORM_NOMINATIVE));
        }
    }
    const char *kept = arena_text(t->arena, text_string(&words), words.length);
    t->arena->failed |= words.failed;
    text_finish(&words);
    return kept ? kept : "";
}

static const char *cells_words(const describer *t, const rule_text_by_player *cells, size_t count)
{
    const char **parts = arena_new(t->arena, const char *, count + 1);
    for (size_t i = 0; parts && i < count; i++) {
        const char *cell = each_words(t, &cells[i]);
        parts[i] = strcmp(cell, "from") == 0 ? localized(t, "where it starts")
                   : strcmp(cell, "to") == 0 ? localized(t, "where it ends")
                                             : cell;
    }
    return parts && count ? strings_joined(t, parts, count, CONJUNCTION_AND) : localized(t, "none");
}

static void describe_castling(describer *t, const rule_castling *c)
{
    const char *slot = arena_format(t->arena, "castling %s", c->name);
    slot = slot ? slot : "castling";
    const char *king = piece_word(t, c->king, FORM_NOMINATIVE),
               *partner = piece_word(t, c->partner, t->russian ? FORM_INSTRUMENTAL : FORM_INDEFINITE);
    if (c->zone.string) {
        const char *doc = c->hook ? function_doc(t, c->hook) : NULL;
        add_fact(t, slot, "In one move, the %s may castle with %s, if both are %s and neither has moved before.", king,
                 partner, zone_words(t, c->zone.string));
        if (doc) {
            add_fact(t, slot, "%s.", doc);
        }
        t->topic = TOPIC_DETAIL;
        add_fact(t, slot, "The function `%s` of the script says where both end.", c->hook ? c->hook : "");
        t->topic = TOPIC_CASTLING;
    } else if (c->any_array) {
        add_fact(t, slot,
                 "In one move, the %s may castle with %s on the side of %s, wherever on their rank the two start, if "
                 "neither has moved before.",
                 king, partner, each_words(t, &c->partner_from));
        add_fact(t, slot, "Then the %s ends on %s and the %s on %s.", king, each_words(t, &c->king_to),
                 piece_word(t, c->partner, FORM_NOMINATIVE), each_words(t, &c->partner_to));
    } else {
        add_fact(t, slot,
                 "In one move, the %s goes from %s to %s and the %s from %s to %s, if neither has moved before.", king,
                 each_words(t, &c->king_from), each_words(t, &c->king_to), piece_word(t, c->partner, FORM_NOMINATIVE),
                 each_words(t, &c->partner_from), each_words(t, &c->partner_to));
    }
    if (c->clear) {
        add_fact(t, slot, "These cells must be empty for it: %s.", cells_words(t, c->clear, c->clear_count));
    }
    if (c->safe && !c->safe_count) {
        add_fact(t, slot, "So it may castle out of check and over attacked cells.");
    } else if (c->safe) {
        add_fact(t, slot, "These cells must not be attacked for it: %s.", cells_words(t, c->safe, c->safe_count));
    }
}

void describe_castlings(describer *t)
{
    const ruleset *r = t->rules;
    t->topic = TOPIC_CASTLING;
    bool usual = false, any_safe = false;
    for (size_t i = 0; i < r->castling_count; i++) {
        describe_castling(t, &r->castlings[i]);
        usual |= !r->castlings[i].clear;
        any_safe |= !r->castlings[i].safe && r->pieces[r->castlings[i].king].royal;
    }
    if (usual) {
        add_fact(t, "clear", "All cells between the two, and those that they pass over or end on, must be empty.");
    }
    if (any_safe) {
        add_fact(t, "safe", "The %s may not start from, pass over or end on an attacked cell.",
                 piece_word(t, r->castlings[0].king, FORM_NOMINATIVE));
    }
    for (size_t i = 0; i < r->castling_count; i++) {
        if (!r->castlings[i].zone.string && !r->castlings[i].king_from.per_player && r->player_count > 1) {
            const char *from =
                each_words(t, r->castlings[i].any_array ? &r->castlings[i].king_to : &r->castlings[i].king_from);
            add_fact(t, "sides", "Cells are named from the owner's side: %s is the cell at that place for the owner.",
                     from);
            break;
        }
    }
}

/* ---- for the program ---- */

/* Whether a plain move of the king leads where this castling does. */
static bool king_steps_there(const describer *t, size_t rule)
{
    const variant *v = t->notes->possible ? t->notes->possible->v : NULL;
    bool some = false;
    for (int i = 0; v && i < v->castling_count; i++) {
        const castling *c = &v->castlings[i];
        movement_fit fit = MOVEMENT_FITS_NOT;
        some |= c->rule == (int)rule && movement_find(v, NULL, c->king, c->king_from, c->king_to, LEG_MOVE, &fit) &&
                fit == MOVEMENT_FITS;
    }
    return some;
}

static void describe_rights(describer *t)
{
    const ruleset *r = t->rules;
    for (size_t i = 0; i < r->castling_count; i++) {
        const rule_castling *c = &r->castlings[i];
        const char *slot = arena_format(t->arena, "castling %s", c->name);
        if (c->written_as_capture || c->written_as) {
            add_fact(t, slot ? slot : "castling", "Castling `%s` is written %s.", c->name,
                     c->written_as ? quoted(t, c->written_as) : localized(t, "as if the king captured its partner"));
        } else if (king_steps_there(t, i)) {
            add_fact(t, slot ? slot : "castling",
                     "Castling `%s` is written by this name where the %s could also step to the cell where it ends.",
                     c->name, piece_word(t, c->king, FORM_NOMINATIVE));
        }
        if (c->right) {
            add_fact(t, slot ? slot : "castling", "In a FEN, `%s` says that castling `%s` is still possible.", c->right,
                     c->name);
        }
    }
    for (size_t i = 0; i < r->right_count; i++) {
        const rule_right *right = &r->rights[i];
        const char *slot = arena_format(t->arena, "right %s", right->letter);
        const char *at = right->anywhere     ? localized(t, "wherever it stands")
                         : right->at.present ? each_words(t, &right->at)
                                             : localized(t, "where it is at the start");
        const char *holder =
            right->piece < 0 ? localized(t, "piece there") : piece_word(t, right->piece, FORM_NOMINATIVE);
        if (right->shown_file) {
            add_fact(t, slot ? slot : "right",
                     "In a FEN, the letter of its first file says that the %s (%s) has not moved%s.", holder, at,
                     right->implied ? localized(t, "; it is left out while its owner may castle") : "");
            continue;
        }
        add_fact(t, slot ? slot : "right", "In a FEN, `%s` says that the %s (%s) has not moved%s%s.", right->letter,
                 holder, at, right->shown_lost ? localized(t, "; it is written once this is no longer so") : "",
                 right->implied ? localized(t, "; it is left out while its owner may castle") : "");
    }
}

static void describe_fen(describer *t)
{
    const ruleset *r = t->rules;
    if (t->notes->start && !r->start_hook) {
        add_fact(t, "start", "The start as FEN: `%s`", t->notes->start);
    }
    for (size_t p = 0; p < r->player_count; p++) {
        const char *slot = arena_format(t->arena, "player %zu", p);
        if (r->players[p].letter) {
            add_fact(t, slot ? slot : "player", "In a FEN, %s is `%c`.", player_word(t, p, FORM_NOMINATIVE),
                     r->players[p].letter);
        }
        if (r->players[p].commander_counter >= 0) {
            add_fact(t, slot ? slot : "player", "The number `%s` says who commands the pieces of %s.",
                     r->counters[r->players[p].commander_counter], player_word(t, p, FORM_GENITIVE));
        }
    }
    if (r->neutral) {
        add_fact(t, "neutral", "Neutral pieces belong to `%s`; `=` before a letter marks them.", r->neutral);
    }
    if (r->board_names) {
        const possibilities *possible = t->notes->possible;
        const char *cell =
            possible ? possible->v->topology.names[0] : arena_format(t->arena, "%s:a1", r->board_names[0]);
        add_fact(t, "levels", "A cell is written with its board: `%s`.", cell ? cell : "");
    } else if (r->levels > 1) {
        add_fact(t, "levels", "`^` after a cell means the second level, `^^` the third and so on.");
    }
    for (size_t i = 0; i < r->visibility.secret_count; i++) {
        const rule_secret *secret = &r->visibility.secrets[i];
        const char *until = secret->revealed_by >= 0
                                ? format_localized(t, ", until `%s` is no longer 0", r->counters[secret->revealed_by])
                                : "";
        const char *number = r->counters[secret->counter];
        if (secret->owner < 0) {
            add_fact(t, "secret", "Nobody knows the number `%s`%s.", number, until);
        } else {
            add_fact(t, "secret", "The number `%s` is a secret of %s%s.", number,
                     player_word(t, (size_t)secret->owner, FORM_GENITIVE), until);
        }
    }
    describe_rights(t);
}

/* Words that are typed instead of a move. */
static void describe_typed_words(describer *t)
{
    const rule_turn *turn = &t->rules->turn;
    if (turn_may_be_ended(t->rules)) {
        add_fact(t, "end", "The end of a turn is written `%s`.", END_TURN_WORD);
    }
    if (turn->pass != PASS_NEVER) {
        add_fact(t, "pass", "A pass is written `%s`.", PASS_WORD);
    }
    if (turn->wait_any || turn->wait_parry) {
        add_fact(t, "wait", "To wait is written `%s`.", WAIT_WORD);
    }
    for (size_t i = 0; i < t->rules->ending_count; i++) {
        const rule_ending *e = &t->rules->endings[i];
        const char *slot = arena_format(t->arena, "end %s", e->name);
        if (e->claim) {
            add_fact(t, slot ? slot : "end", "A claim of `%s` is written `%s%s`.", e->name, CLAIM_PREFIX, e->claim);
        }
    }
}

static const move_examples no_examples;

/* ": `e2e4`", or nothing. */
static const char *example_words(const describer *t, const char *example)
{
    const char *words = example ? arena_format(t->arena, ": `%s`", example) : NULL;
    return words ? words : "";
}

/* Whether the letter of this promotion is the old one behind a plus. */
static bool is_plus(const rule_piece *from, const rule_piece *into)
{
    return into->letter[0] == '+' && strcmp(into->letter + 1, from->letter) == 0;
}

/* Plain moves always name the new piece; captures by jumps only where their player has a choice. */
static void describe_promotion_notation(describer *t)
{
    const ruleset *r = t->rules;
    bool plus = false, letter = false, forced_by_jump = false;
    for (size_t i = 0; i < r->piece_count; i++) {
        bool jumps = false;
        for (size_t k = 0; k < r->pieces[i].move_count; k++) {
            jumps |= r->pieces[i].moves[k].jumps;
        }
        for (size_t k = 0; k < r->pieces[i].promotion_count; k++) {
            const rule_promotion *p = &r->pieces[i].promotions[k];
            const bool moves = p->when != PROMOTE_STANDS;
            for (size_t n = 0; moves && n < p->to_count; n++) {
                const bool is = is_plus(&r->pieces[i], &r->pieces[p->to[n]]);
                plus |= is;
                letter |= !is;
            }
            letter |= moves && p->from_prison;
            forced_by_jump |= jumps && moves && !p->optional && p->to_count == 1 && !p->from_prison;
        }
    }
    if (plus && letter) {
        add_fact(t, "promotion", "A promotion adds `+`, or the letter of the new piece.");
    } else if (plus) {
        add_fact(t, "promotion", "A promotion adds `+`.");
    } else if (letter) {
        add_fact(t, "promotion", "A promotion adds the letter of the new piece.");
    }
    if (forced_by_jump) {
        add_fact(t, "promotion.forced", "A promotion without a choice adds nothing where the move jumps and captures.");
    }
}

static void describe_usual_notation(describer *t)
{
    const possibilities *possible = t->notes->possible;
    add_fact(t, "usual", "A move is written as the cell where it begins and the cell where it ends%s.",
             example_words(t, possible ? possible->examples.step : NULL));
    describe_promotion_notation(t);
}

static void describe_words(describer *t)
{
    const ruleset *r = t->rules;
    for (size_t i = 0; i < r->word_count; i++) {
        const rule_word *word = &r->words[i];
        const char *slot = arena_format(t->arena, "word %s", word->word);
        add_fact(t, slot ? slot : "word", "`%s` in a move means: %s.", word->word,
                 t->russian && word->about_ru ? word->about_ru : word->about);
        if (word->does) {
            add_fact(t, slot ? slot : "word", "The card `%s`: %s", word->word,
                     t->russian && word->does_ru ? word->does_ru : word->does);
        }
    }
}

/* Which numbers of a FEN are cards, and what these are. */
static void describe_cards(describer *t)
{
    const ruleset *r = t->rules;
    for (size_t i = 0; i < r->cards_count; i++) {
        const rule_cards *cards = &r->cards[i];
        const char *place =
            cards->player >= 0 ? any_word(t, cards->place, FORM_NOMINATIVE) : move_words(t, cards->place);
        const char *slot = arena_format(t->arena, "cards %s", cards->place);
        text numbers = {0}, names = {0};
        for (size_t k = 0; k < cards->counter_count; k++) {
            text_print(&numbers, k ? ", `%s`" : "`%s`", r->counters[cards->counters[k]]);
        }
        for (size_t k = 0; k < cards->word_count; k++) {
            const char *name = move_words(t, cards->words[k]);
            text_print(&names, k ? ", %zu %s" : "%zu %s", k + 1, name ? name : cards->words[k]);
        }
        add_fact(t, slot ? slot : "cards", "Cards (%s) are the numbers %s at the end of a FEN: %s.",
                 place ? place : cards->place, text_string(&numbers), text_string(&names));
        t->arena->failed |= numbers.failed || names.failed;
        text_finish(&names);
        text_finish(&numbers);
    }
}

void describe_notation(describer *t)
{
    const ruleset *r = t->rules;
    const rule_notation *w = &r->notation;
    static const char *const looks[] = {
        [PIECE_STYLE_FIGURES] = "figures", [PIECE_STYLE_DISCS] = "discs", [PIECE_STYLE_TILES] = "tiles"};
    t->topic = TOPIC_NOTATION;
    describe_fen(t);
    if (r->piece_style != PIECE_STYLE_FIGURES) {
        add_fact(t, "look", "Pictures show the pieces as %s.", localized(t, looks[r->piece_style]));
    }
    if (!w->given && pieces_move(r)) {
        describe_usual_notation(t);
    } else if (w->given) {
        add_fact(t, "step", "A move is written as its cells in order%s%s%s.",
                 w->step_sign && *w->step_sign
                     ? format_localized(t, "; `%s` is written between those of a quiet move", w->step_sign)
                     : "",
                 w->capture_sign && *w->capture_sign
                     ? format_localized(t, "; before each landing of a capture `%s`", w->capture_sign)
                     : "",
                 w->promotion_sign && *w->promotion_sign
                     ? format_localized(t, "; before the letter of a new piece `%s`", w->promotion_sign)
                     : "");
    }
    const move_examples *examples = t->notes->possible ? &t->notes->possible->examples : &no_examples;
    if (r->put.from_hand) {
        add_fact(t, "put", "The piece of its second half and the cell come behind a comma%s.",
                 example_words(t, examples->second_half));
    } else if (r->put.given && (r->put.where != PUT_LEFT || r->put.optional)) {
        add_fact(t, "put", "The cell of its second half comes behind a comma%s.",
                 example_words(t, examples->second_half));
    }
    describe_words(t);
    if (w->piece_letters) {
        add_fact(t, "letters", "The letter of the piece comes first.");
    }
    if (w->ends_only) {
        add_fact(t, "path", "Of a chain of jumps only both ends are written, as long as that says which it is.");
    }
    if (w->cell_numbers) {
        add_fact(t, "cells", "Cells are written as numbers of the dark cells, counted from the top left.");
    }
    if (r->captor_decides) {
        add_fact(t, "removed", "A capture that removes what it captures ends with `x`%s.",
                 example_words(t, examples->removal));
    }
    if ((r->hands && may_drop(t)) || drops_neutral(r) || examples->drop) {
        add_fact(t, "drops", "A drop is written with the letter, `@` and the cell%s.",
                 example_words(t, examples->drop));
    }
    describe_typed_words(t);
    describe_cards(t);
    if (r->material_clock >= 0) {
        add_fact(t, "material",
                 "The counter `%s` counts the plies since the last capture, conversion, promotion or drop.",
                 r->counters[r->material_clock]);
    }
    for (size_t i = 0; i < r->counter_count;) {
        const char *slot = arena_format(t->arena, "counter %s", r->counters[i]);
        bool hashed = r->hashed_counters >> i & 1;
        size_t last = i;
        while (last + 1 < r->counter_count && is_next_name(r->counters[last], r->counters[last + 1]) &&
               (bool)(r->hashed_counters >> (last + 1) & 1) == hashed) {
            last++;
        }
        if (last > i) {
            add_fact(t, slot ? slot : "counter", "The numbers `%s` to `%s` are at the end of a FEN%s.", r->counters[i],
                     r->counters[last], hashed ? localized(t, "; positions that differ in one are different") : "");
        } else {
            add_fact(t, slot ? slot : "counter", "The number `%s` is at the end of a FEN%s.", r->counters[i],
                     hashed ? localized(t, "; positions that differ in it are different") : "");
        }
        i = last + 1;
    }
}
