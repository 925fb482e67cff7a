#include "front/xboard_view.h"
#include "front/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- men ---- */

/* Letters of XBoard's pictures, in its order; the last is the king's. A promoted man has the picture PROMOTED further on. */
static const char pictures[] = "PNBRQFEACWMOHIJGDVLSUK";
/* The same in games with marks, where the pictures from PROMOTED on are those of marked men. */
static const char marked_pictures[] = "PNBRLSEACGM";
enum { KING = VIEW_KINDS - 1, PROMOTED = 11 };
_Static_assert(sizeof pictures - 1 == VIEW_KINDS, "a letter for each picture");

/* How a letter is written: a mark before, the letter, a mark behind. False when there is more to it. */
static bool split_letter(const char *letter, char *before, char *id, char *after)
{
    *before = *letter == '+' ? *letter++ : '\0';
    *id = (char)toupper((unsigned char)*letter);
    *after = *letter && letter[1] == '~' ? '~' : '\0';
    return isalpha((unsigned char)*letter) && letter[*after ? 2 : 1] == '\0';
}

/* The type of that spelling, or the number of types. */
static size_t find_type(const xboard_view *v, char before, char id, char after)
{
    size_t count = ferz_game_piece_count(v->game);
    for (size_t i = 0; i < count; i++) {
        if (v->id[i] == id && v->before[i] == before && v->after[i] == after) {
            return i;
        }
    }
    return count;
}

/* Spells every type; where the game's own letters do not do, each gets one that is free. */
static bool spell(xboard_view *v, text *why)
{
    size_t count = ferz_game_piece_count(v->game);
    if (count > VIEW_TYPES_MAX) {
        text_print(why, "it has %zu kinds of men", count);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        char before, id, after;
        bool plain = split_letter(ferz_game_piece(v->game, i).letter, &before, &id, &after);
        if (!plain || find_type(v, before, id, after) < i) {
            before = after = '\0';
            for (id = 'A'; id <= 'Z' && find_type(v, '\0', id, '\0') < count; id++) {
            }
            if (id > 'Z') {
                text_put(why, "it has more kinds of men than there are letters");
                return false;
            }
        }
        v->id[i] = id;
        v->before[i] = before;
        v->after[i] = after;
        v->marks = v->marks || before || after;
    }
    return true;
}

/* ---- pictures ---- */

/* The picture of the letter itself, if it is free. -1: it is not. */
static int own_picture(const xboard_view *v, const int *taken, char id)
{
    const char *all = v->marks ? marked_pictures : pictures, *own = strchr(all, id);
    return own && own - all < KING && taken[own - all] < 0 ? (int)(own - all) : -1;
}

/* A free picture from `from` to `to`. -1: none. */
static int free_picture(const int *taken, int from, int to)
{
    for (int i = from; i < to; i++) {
        if (taken[i] < 0 && i != 0) { /* a pawn's picture for a pawn alone, as long as there are others */
            return i;
        }
    }
    return from == 0 && taken[0] < 0 ? 0 : -1;
}

static bool promoted_form(const xboard_view *v, size_t type)
{
    return v->before[type] || v->after[type];
}

/* The type that is `type` with a mark, or the number of types. */
static size_t marked(const xboard_view *v, size_t type)
{
    size_t found = find_type(v, '+', v->id[type], '\0');
    return found < ferz_game_piece_count(v->game) ? found : find_type(v, '\0', v->id[type], '~');
}

/* Who has the king's picture: a royal man, best of that letter; else whoever has the letter. The number of types: nobody. */
static size_t find_king(const xboard_view *v)
{
    size_t count = ferz_game_piece_count(v->game), king = find_type(v, '\0', 'K', '\0');
    if (king < count && ferz_game_piece(v->game, king).royal) {
        return king;
    }
    for (size_t i = 0; i < count; i++) {
        if (ferz_game_piece(v->game, i).royal && !promoted_form(v, i)) {
            return i;
        }
    }
    return king;
}

static void fill_table(xboard_view *v, const int *taken)
{
    size_t count = ferz_game_piece_count(v->game);
    for (int i = 0; i < VIEW_KINDS; i++) {
        char c = taken[i] >= 0 ? v->id[taken[i]] : '.';
        int plain = i >= PROMOTED && i < KING ? taken[i - PROMOTED] : -1;
        size_t more = plain >= 0 ? marked(v, (size_t)plain) : count;
        if (taken[i] < 0 && more < count) {
            c = v->before[more] ? '+' : '~';
        }
        v->table[i] = c;
        v->table[VIEW_KINDS + i] = (char)tolower((unsigned char)c);
    }
}

/* Which picture each plain type has: men that are dropped first, because XBoard stacks hands in the order of pictures. */
static bool draw(xboard_view *v, text *why)
{
    size_t count = ferz_game_piece_count(v->game), king = find_king(v);
    int taken[VIEW_KINDS], last = 0;
    bool given[VIEW_TYPES_MAX] = {false};
    for (int i = 0; i < VIEW_KINDS; i++) {
        taken[i] = -1;
    }
    if (king < count) {
        taken[KING] = (int)king;
    }
    for (int turn = 0; turn < 4;
         turn++) { /* those that are dropped and have a picture, the rest of them, the others likewise */
        bool dropped = turn < 2, own = turn % 2 == 0;
        for (size_t i = 0; i < count; i++) {
            if (given[i] || i == king || promoted_form(v, i) || ferz_game_piece(v->game, i).drops != dropped) {
                continue;
            }
            int at = own ? own_picture(v, taken, v->id[i])
                         : free_picture(taken, dropped ? 0 : last, v->marks ? PROMOTED : KING);
            at = own && !dropped && at < last ? -1 : at;
            at = !own && at < 0 ? free_picture(taken, 0, KING) : at;
            if (at < 0 && !own) {
                text_put(why, "it has more kinds of men than XBoard has pictures");
                return false;
            }
            if (at >= 0) {
                taken[at] = (int)i;
                given[i] = true;
                last = dropped && at >= last ? at + 1 : last;
            }
        }
    }
    fill_table(v, taken);
    return true;
}

bool view_init(xboard_view *v, const ferz_game *game, const ferz_play *play, text *why)
{
    *v = (xboard_view){.game = game, .files = ferz_play_columns(play), .ranks = ferz_play_rows(play)};
    v->cell_of_rank = v->ranks == 10 ? 0 : 1;
    for (size_t i = 0; i < ferz_game_piece_count(game); i++) {
        v->holdings += ferz_game_piece(game, i).drops;
    }
    int most = v->holdings ? VIEW_FILES_WITH_HANDS : VIEW_FILES_MAX;
    if (ferz_game_players(game) != 2) {
        text_put(why, "it is not for two players");
    } else if (ferz_play_cells(play) == (size_t)v->files * (size_t)v->ranks &&
               (v->files > most || v->ranks > VIEW_RANKS_MAX)) {
        text_print(why, "its board has %d files and %d ranks, and there is room for %d and %d", v->files, v->ranks,
                   most, VIEW_RANKS_MAX);
    } else if (!ferz_game_rectangular(game)) {
        text_put(why, "its board is no plain rectangle");
    } else if (ferz_game_hides(game)) {
        text_put(why, "a player does not see all of it");
    } else if (ferz_game_several_plies(game)) {
        text_put(why, "a turn may have several moves, or begins with dice");
    } else {
        for (size_t i = 0; i < 2; i++) {
            v->sides[i] = *ferz_game_player(game, i);
        }
        return spell(v, why) && draw(v, why);
    }
    return false;
}

/* ---- cells ---- */

static void put_cell(const xboard_view *v, const ferz_cell *cell, text *t)
{
    text_print(t, "%c%d", 'a' + cell->column, cell->row + v->cell_of_rank);
}

/* The cell that XBoard's name at `*s` means, which is stepped over; `none` when there is no name. */
static size_t read_cell(const xboard_view *v, const ferz_play *play, const char **s)
{
    size_t none = ferz_play_cells(play);
    char *end;
    if (!islower((unsigned char)**s) || !isdigit((unsigned char)(*s)[1])) {
        return none;
    }
    int column = **s - 'a', row = (int)strtol(*s + 1, &end, 10) - v->cell_of_rank;
    for (size_t i = 0; i < none; i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        if (cell.column == column && cell.row == row) {
            *s = end;
            return i;
        }
    }
    return none;
}

/* ---- positions ---- */

/* The type of the man on a cell, or the number of types. */
static size_t type_on(const xboard_view *v, const ferz_cell *cell)
{
    char letter[16] = "";
    size_t count = ferz_game_piece_count(v->game);
    for (size_t k = 0; cell->man && k + 1 < sizeof letter && cell->man[k]; k++) {
        letter[k] = (char)tolower((unsigned char)cell->man[k]);
        letter[k + 1] = '\0';
    }
    for (size_t i = 0; cell->man && i < count; i++) {
        if (strcmp(ferz_game_piece(v->game, i).letter, letter) == 0) {
            return i;
        }
    }
    for (size_t i = 0; cell->type && i < count; i++) { /* the uppermost of a tower */
        if (strcmp(ferz_game_piece(v->game, i).name, cell->type) == 0) {
            return i;
        }
    }
    return count;
}

static void put_man(const xboard_view *v, size_t type, bool first, text *t)
{
    if (v->before[type]) {
        text_char(t, v->before[type]);
    }
    text_char(t, first ? v->id[type] : (char)tolower((unsigned char)v->id[type]));
    if (v->after[type]) {
        text_char(t, v->after[type]);
    }
}

/* `what(state, column, row)` for each cell from the top left on: appends what stands there and returns true, or false for nothing. */
static void put_rows(const xboard_view *v, bool (*what)(void *state, int column, int row, text *t), void *state,
                     text *t)
{
    for (int row = v->ranks; row-- > 0;) {
        int empty = 0;
        for (int column = 0; column < v->files; column++) {
            text one = {0};
            if (!what(state, column, row, &one)) {
                empty++;
            } else {
                if (empty) {
                    text_print(t, "%d", empty);
                }
                text_add(t, text_string(&one), one.length);
                empty = 0;
            }
            text_finish(&one);
        }
        if (empty) {
            text_print(t, "%d", empty);
        }
        text_put(t, row ? "/" : "");
    }
}

typedef struct seen_position {
    const xboard_view *v;
    const ferz_play *play;
} seen_position;

static bool man_at(void *state, int column, int row, text *t)
{
    const seen_position *s = state;
    for (size_t i = 0; i < ferz_play_cells(s->play); i++) {
        ferz_cell cell = ferz_play_cell(s->play, i);
        if (cell.column == column && cell.row == row) {
            size_t type = type_on(s->v, &cell);
            if (type < ferz_game_piece_count(s->v->game)) {
                put_man(s->v, type, cell.owner == 0, t);
                return true;
            }
        }
    }
    return false;
}

/* "2P N" as "PPN". */
static void put_hand(const xboard_view *v, const ferz_play *play, size_t player, text *t)
{
    char *hand = ferz_play_hand(play, player);
    for (const char *s = words_or_none(hand); *s;) {
        long times = 1;
        if (isdigit((unsigned char)*s)) {
            char *end;
            times = strtol(s, &end, 10);
            s = end;
        }
        size_t length = strcspn(s, " ");
        for (size_t i = 0; i < ferz_game_piece_count(v->game) && length; i++) {
            const char *letter = ferz_game_piece(v->game, i).letter;
            bool same = strlen(letter) == length;
            for (size_t k = 0; k < length && same; k++) {
                same = tolower((unsigned char)s[k]) == letter[k];
            }
            for (long k = 0; same && k < times && k < 100; k++) {
                put_man(v, i, player == 0, t);
            }
        }
        s += length;
        s += strspn(s, " ");
    }
    ferz_free(hand);
}

/* Field `number` of a FEN, from 0; its length, 0 when there is none. */
static size_t fen_field(const char *fen, size_t number, const char **field)
{
    const char *s = fen + strspn(fen, " ");
    for (; number && *s; number--) {
        s += strcspn(s, " ");
        s += strspn(s, " ");
    }
    *field = s;
    return strcspn(s, " ");
}

/* Rights to castle as XBoard knows them; "-" when the game means something else by its letters. */
static void put_rights(const xboard_view *v, const char *fen, text *t)
{
    const char *field;
    size_t length = fen_field(fen, 2, &field);
    bool known = length > 0;
    for (size_t i = 0; i < length && known; i++) {
        char c = (char)toupper((unsigned char)field[i]);
        known = c == 'K' || c == 'Q' || (c >= 'A' && c < 'A' + v->files);
    }
    if (known) {
        text_add(t, field, length);
    } else {
        text_put(t, "-");
    }
}

void view_put_fen(const xboard_view *v, const ferz_play *play, text *t)
{
    seen_position seen = {v, play};
    put_rows(v, man_at, &seen, t);
    if (v->holdings) {
        text_char(t, '[');
        put_hand(v, play, 0, t);
        put_hand(v, play, 1, t);
        text_char(t, ']');
    }
    size_t player = ferz_play_commander(play);
    text_print(t, " %c ", player == 1 ? 'b' : 'w');
    char *own = ferz_play_fen(play);
    const char *fen = words_or_none(own);
    put_rights(v, fen, t);
    const char *passed, *quiet, *number;
    size_t length = fen_field(fen, 3, &passed);
    size_t cells = ferz_play_cells(play), cell = length ? wording_cell(play, passed, length) : cells;
    text_char(t, ' ');
    if (cell < cells) {
        ferz_cell there = ferz_play_cell(play, cell);
        put_cell(v, &there, t);
    } else {
        text_char(t, '-');
    }
    size_t quiets = fen_field(fen, 4, &quiet), numbers = fen_field(fen, 5, &number);
    text_print(t, " %.*s %.*s", quiets ? (int)quiets : 1, quiets ? quiet : "0", numbers ? (int)numbers : 1,
               numbers ? number : "1");
    ferz_free(own);
}

/* A stretch of men as XBoard spells them; false when there is one that the game does not have. */
static bool read_men(const xboard_view *v, const char *s, const char *end, text *t)
{
    while (s < end) {
        char before = *s == '+' ? *s++ : '\0';
        if (!before && !isalpha((unsigned char)*s)) {
            text_char(t, *s++);
            continue;
        }
        char letter = s < end ? *s++ : '\0';
        char after = s < end && *s == '~' ? *s++ : '\0';
        size_t type = find_type(v, before, (char)toupper((unsigned char)letter), after);
        if (type == ferz_game_piece_count(v->game)) {
            return false;
        }
        for (const char *k = ferz_game_piece(v->game, type).letter; *k; k++) {
            text_char(t, isupper((unsigned char)letter) ? (char)toupper((unsigned char)*k) : *k);
        }
    }
    return true;
}

bool view_read_fen(const xboard_view *v, const char *fen, text *t)
{
    const char *field[6];
    size_t length[6];
    for (size_t i = 0; i < 6; i++) {
        length[i] = fen_field(fen, i, &field[i]);
    }
    const char *hands = memchr(field[0], '[', length[0]), *end = field[0] + length[0];
    if (!read_men(v, field[0], hands ? hands : end, t)) {
        return false;
    }
    if (v->holdings) {
        text_char(t, '[');
        const char *close = hands ? memchr(hands, ']', (size_t)(end - hands)) : NULL;
        if (close && hands[1] != '-' && !read_men(v, hands + 1, close, t)) {
            return false;
        }
        text_char(t, ']');
    }
    text_print(t, " %c", v->sides[length[1] == 1 && *field[1] == 'b']);
    text_print(t, " %.*s", length[2] ? (int)length[2] : 1, length[2] ? field[2] : "-");
    int row = length[3] > 1 ? atoi(field[3] + 1) - v->cell_of_rank + 1 : 0;
    if (row > 0 && islower((unsigned char)*field[3])) {
        text_print(t, " %c%d", *field[3], row);
    } else {
        text_put(t, " -");
    }
    text_print(t, " %.*s", length[4] ? (int)length[4] : 1, length[4] ? field[4] : "0");
    text_print(t, " %.*s", length[5] ? (int)length[5] : 1, length[5] ? field[5] : "1");
    return !t->failed;
}

/* ---- moves ---- */

typedef struct occupant {
    size_t type;
    int owner;
} occupant;

static occupant *stand(const xboard_view *v, const ferz_play *play)
{
    size_t cells = ferz_play_cells(play);
    occupant *all = calloc(cells + 1, sizeof *all);
    for (size_t i = 0; all && i < cells; i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        all[i] = (occupant){type_on(v, &cell), cell.owner};
    }
    return all;
}

/* A move in XBoard's terms. */
typedef struct seen_move {
    size_t from, to;
    size_t taken[2]; /* on the way */
    size_t taken_count;
    char promoted; /* letter behind the move, 0 */
    bool captures; /* on the way or where it arrives */
} seen_move;

enum { TAKEN_SHOWN = 2 }; /* more men taken on the way XBoard cannot remove */

/* Those of the enemy's men who are gone, elsewhere than where the move arrives. */
static void find_taken(const ferz_play *play, const occupant *before, const occupant *after, seen_move *m)
{
    size_t cells = ferz_play_cells(play);
    size_t count = 0;
    int mover = before[m->from].owner;
    for (size_t i = 0; i < cells; i++) {
        bool gone = before[i].owner >= 0 && before[i].owner != mover && after[i].owner < 0;
        if (gone && i != m->to) {
            if (count < TAKEN_SHOWN) {
                m->taken[count] = i;
            }
            count++;
        }
    }
    m->captures = count > 0 || (before[m->to].owner >= 0 && before[m->to].owner != mover);
    m->taken_count = count <= TAKEN_SHOWN ? count : 0;
}

/* The order in which the way leads over them: by the cells that the move names. */
static void order_taken(const ferz_play *play, const wording *w, seen_move *m)
{
    if (m->taken_count < 2 || w->count < 3) {
        return;
    }
    ferz_cell one = ferz_play_cell(play, m->taken[0]), from = ferz_play_cell(play, w->cells[0]),
              via = ferz_play_cell(play, w->cells[1]);
    bool between =
        (one.column - from.column) * (one.column - via.column) <= 0 && (one.row - from.row) * (one.row - via.row) <= 0;
    if (!between) {
        size_t first = m->taken[0];
        m->taken[0] = m->taken[1];
        m->taken[1] = first;
    }
}

/* What the move looks like; false when it goes from no cell to another. */
static bool see(const xboard_view *v, ferz_play *play, const char *move, const wording *w, seen_move *m)
{
    *m = (seen_move){.from = w->cells[0], .to = w->cells[w->count - 1]};
    occupant *before = stand(v, play), *after = NULL;
    bool fine = before && w->count > 1 && before[m->from].owner >= 0 && ferz_play_move(play, move, NULL) == FERZ_OK;
    if (fine) {
        after = stand(v, play);
        ferz_play_undo(play);
        fine = after != NULL;
    }
    if (fine) {
        size_t none = ferz_game_piece_count(v->game), was = before[m->from].type, is = after[m->to].type;
        find_taken(play, before, after, m);
        order_taken(play, w, m);
        if (is < none && is != was && after[m->to].owner == before[m->from].owner) {
            bool mark = v->before[is] == '+' && v->id[is] == v->id[was];
            m->promoted = mark ? '+' : (char)tolower((unsigned char)v->id[is]);
        }
    }
    free(before);
    free(after);
    return fine;
}

/* Whether XBoard takes the passed pawn off by itself: it knows pawns alone, and only where the FEN names the cell. */
static bool in_passing(const xboard_view *v, const ferz_play *play, const seen_move *m)
{
    ferz_cell from = ferz_play_cell(play, m->from), to = ferz_play_cell(play, m->to);
    size_t type = type_on(v, &from);
    char *fen = ferz_play_fen(play);
    const char *field;
    size_t length = fen ? fen_field(fen, 3, &field) : 0;
    bool named = length && strncmp(field, to.name, length) == 0 && to.name[length] == '\0';
    ferz_free(fen);
    return named && m->taken_count == 1 && v->id[type] == v->table[0];
}

static void put_drop(const xboard_view *v, const ferz_play *play, const wording *w, text *t)
{
    ferz_cell to = ferz_play_cell(play, w->cells[0]);
    for (size_t i = 0; i < ferz_game_piece_count(v->game); i++) {
        const char *letter = ferz_game_piece(v->game, i).letter;
        size_t k = 0;
        while (letter[k] && tolower((unsigned char)w->man[k]) == letter[k]) {
            k++;
        }
        if (!letter[k] && !w->man[k]) {
            put_man(v, i, true, t);
            text_char(t, '@');
            put_cell(v, &to, t);
            return;
        }
    }
}

static void put_leg(const xboard_view *v, const ferz_play *play, size_t from, size_t to, text *t)
{
    ferz_cell one = ferz_play_cell(play, from), other = ferz_play_cell(play, to);
    put_cell(v, &one, t);
    put_cell(v, &other, t);
}

static void put_seen(const xboard_view *v, ferz_play *play, const char *move, const wording *w, text *t, char *promoted)
{
    castling c;
    seen_move m;
    if (wording_castles(play, move, &c)) {
        ferz_cell from = ferz_play_cell(play, c.from), partner = ferz_play_cell(play, c.partner_from);
        if (c.partner_from == w->cells[w->count - 1]) { /* where kings and rooks begin anywhere */
            text_put(t, partner.column > from.column ? "O-O" : "O-O-O");
        } else {
            put_leg(v, play, c.from, c.to, t);
        }
        return;
    }
    if (!see(v, play, move, w, &m)) {
        return;
    }
    size_t at = m.from;
    for (size_t i = 0; i < m.taken_count && !in_passing(v, play, &m); i++) {
        put_leg(v, play, at, m.taken[i], t);
        text_char(t, ',');
        at = m.taken[i];
    }
    put_leg(v, play, at, m.to, t);
    if (m.promoted) {
        text_char(t, m.promoted);
        *promoted = m.promoted;
    }
}

void view_put_move(const xboard_view *v, ferz_play *play, const char *move, text *t, char *promoted)
{
    wording w;
    char letter = '\0';
    if (wording_read(play, move, &w)) {
        if (*w.man) {
            put_drop(v, play, &w, t);
        } else {
            put_seen(v, play, move, &w, t, &letter);
        }
    } else if (!wording_is_claim(move)) {
        text_put(t, "@@@@");
    }
    if (promoted) {
        *promoted = letter;
    }
}

/* Whether both spell the same move: XBoard writes `=` for a promotion declined, and a promotion where none is asked for. */
static bool same_move(const char *shown, const char *said, bool exactly)
{
    size_t length = strlen(said);
    while (length && !exactly && !isdigit((unsigned char)said[length - 1])) {
        length--;
    }
    if (length && said[length - 1] == '=') {
        length--;
    }
    size_t own = strlen(shown);
    while (own && !exactly && !isdigit((unsigned char)shown[own - 1])) {
        own--;
    }
    return own == length && strncmp(shown, said, own) == 0;
}

/* Whether XBoard could spell the move so, as far as can be seen without playing it: it begins where the other begins. */
static bool may_be(const xboard_view *v, const ferz_play *play, const char *move, const char *said)
{
    wording w;
    if (!wording_read(play, move, &w)) {
        return *said == '@';
    }
    bool drop = strchr(said, '@') != NULL;
    if (*w.man || drop || *said == 'O') {
        return *w.man ? drop : *said == 'O' && ferz_play_cell(play, w.cells[0]).royal;
    }
    text begins = {0};
    ferz_cell from = ferz_play_cell(play, w.cells[0]);
    put_cell(v, &from, &begins);
    bool same = strncmp(text_string(&begins), said, begins.length) == 0 && !isdigit((unsigned char)said[begins.length]);
    text_finish(&begins);
    return same;
}

/* The first or only move that XBoard may mean: first all letters must agree, then the cells alone. */
const char *view_find_move(const xboard_view *v, ferz_play *play, const char *moves, size_t count, const char *said)
{
    for (int exactly = 1; exactly >= 0; exactly--) {
        const char *m = moves;
        for (size_t i = 0; i < count; i++, m += strlen(m) + 1) {
            if (!may_be(v, play, m, said)) {
                continue;
            }
            text shown = {0};
            view_put_move(v, play, m, &shown, NULL);
            bool same = shown.length && same_move(text_string(&shown), said, exactly);
            text_finish(&shown);
            if (same) {
                return m;
            }
        }
    }
    return NULL;
}

/* ---- what to light up ---- */

/* The first player's men in hand stand right of the board from below, the second's left of it from above, both in the
 * order of the pictures and with an empty file between. */
char view_hand(const xboard_view *v, const char *cell)
{
    bool right = *cell == 'a' + v->files + 1, left = *cell == 'a' - 2;
    int row = (right || left) && isdigit((unsigned char)cell[1]) ? atoi(cell + 1) - v->cell_of_rank : -1;
    int place = left ? v->ranks - 1 - row : row;
    for (int i = 0; i < KING && row >= 0 && place >= 0 && place < v->holdings; i++) {
        if (v->table[i] != '.' && place-- == 0) {
            return v->table[i];
        }
    }
    return '\0';
}

typedef struct lights {
    const xboard_view *v;
    char *colour; /* [rank][file] */
} lights;

static bool light_at(void *state, int column, int row, text *t)
{
    const lights *l = state;
    char c = l->colour ? l->colour[row * l->v->files + column] : '\0';
    if (c) {
        text_char(t, c);
    }
    return c != '\0';
}

/* Cells of a move as XBoard spells it, without those that a leg names twice. */
static size_t cells_of(const xboard_view *v, const ferz_play *play, const char *shown, size_t *cells, size_t room)
{
    size_t count = 0, none = ferz_play_cells(play);
    while (count < room) {
        shown += *shown == ',';
        size_t cell = read_cell(v, play, &shown);
        if (cell == none) {
            break;
        }
        if (!count || cells[count - 1] != cell) {
            cells[count++] = cell;
        }
    }
    return count;
}

enum { STOPS_MAX = TAKEN_SHOWN + 2 };

typedef struct goal {
    bool plain, promoted;
} goal;

/* Promotions to choose from, in the order of the game's men: XBoard takes the first where nobody chooses. */
static void put_choice(const xboard_view *v, const bool *offered, bool declined, text *choice)
{
    text_put(choice, offered['+'] ? "+" : "");
    for (size_t i = 0; i < ferz_game_piece_count(v->game); i++) {
        if (!promoted_form(v, i) && offered[(unsigned char)v->id[i]]) {
            text_char(choice, v->id[i]);
        }
    }
    text_put(choice, choice->length && declined ? "=" : "");
}

void view_put_targets(const xboard_view *v, ferz_play *play, const char *before, const char *cell, text *lit,
                      text *choice)
{
    size_t cells = ferz_play_cells(play), stops[STOPS_MAX], gone[STOPS_MAX + 1];
    bool offered[128] = {false};
    size_t went = cells_of(v, play, before, gone, STOPS_MAX);
    bool drop = strchr(cell, '@') != NULL;
    const char *s = cell;
    size_t here = drop ? cells : read_cell(v, play, &s);
    if (!drop && (!went || gone[went - 1] != here)) {
        gone[went++] = here;
    }
    lights l = {v, calloc((size_t)(v->files * v->ranks) + 1, 1)};
    goal *goals = calloc(cells + 1, sizeof *goals);
    size_t count;
    char *moves = ferz_play_moves(play, &count, NULL);
    const char *m = moves;
    for (size_t i = 0; moves && l.colour && goals && i < count; i++, m += strlen(m) + 1) {
        wording w;
        if (!wording_read(play, m, &w) || (*w.man != '\0') != drop ||
            (!drop && w.cells[0] != (went ? gone[0] : here))) {
            continue;
        }
        text shown = {0};
        char promoted;
        view_put_move(v, play, m, &shown, &promoted);
        const char *spelled = text_string(&shown);
        size_t next = cells;
        bool last = true;
        if (drop && *spelled == *cell && spelled[1] == '@' && m[0]) {
            const char *behind = spelled + 2;
            next = read_cell(v, play, &behind);
        } else if (!drop && islower((unsigned char)*spelled)) {
            size_t named = cells_of(v, play, spelled, stops, STOPS_MAX);
            if (named > went && memcmp(stops, gone, went * sizeof *gone) == 0) {
                next = stops[went];
                last = went + 1 == named;
            }
        } else if (!drop && *spelled == 'O') { /* castling is entered by its cells all the same */
            castling c;
            if (wording_castles(play, m, &c) && c.from == here) {
                next = c.partner_from;
            }
        }
        text_finish(&shown);
        if (next == cells) {
            continue;
        }
        ferz_cell to = ferz_play_cell(play, next);
        char *colour = &l.colour[to.row * v->files + to.column];
        goals[next].plain = goals[next].plain || !promoted;
        goals[next].promoted = goals[next].promoted || (promoted && last);
        if (promoted && last) {
            offered[toupper((unsigned char)promoted) & 127] = true;
        }
        *colour = !last ? 'C' : goals[next].promoted ? 'M' : to.owner >= 0 ? 'R' : 'Y';
    }
    bool declined = false;
    for (size_t i = 0; goals && i < cells; i++) {
        declined = declined || (goals[i].plain && goals[i].promoted);
    }
    put_choice(v, offered, declined, choice);
    put_rows(v, light_at, &l, lit);
    ferz_free(moves);
    free(l.colour);
    free(goals);
}
