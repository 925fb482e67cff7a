#include "play/written_move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES_SHOWN_MAX = 12 };

/* How well a text fits a move. A promotion that is not written fits only where no move without one does. */
typedef enum fit { FIT_NONE, FIT_WEAK, FIT_STRONG } fit;

/* The length of a sign between two cells at `at`, 0 for none: - x : and the multiplication sign. */
static size_t separator(const char *at)
{
    return *at == '-' || *at == 'x' || *at == ':' ? 1 : strncmp(at, "\xC3\x97", 2) == 0 ? 2 : 0;
}

static bool is_capture_sign(const char *at)
{
    return separator(at) && *at != '-';
}

/* ---- a piece, where it stands, and where it goes ---- */

/* Pawns are written without a letter. */
static bool goes_without_letter(const variant *v, piece_id piece)
{
    bool any = false;
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        any = any || v->rules->pieces[i].resets_halfmove_clock;
    }
    return !any || v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].resets_halfmove_clock;
}

/* How the cell of the piece may be written: not at all, in full, by its file, by its rank. */
enum { FROM_NOTHING, FROM_CELL, FROM_FILE, FROM_RANK, FROM_FORMS };

/* The text behind the cell `name` in that form; NULL: it is not there. */
static const char *after_from(const char *at, const char *name, int form)
{
    size_t file = strcspn(name, "0123456789"), length = strlen(name);
    bool has_parts = file > 0 && file < length;
    if (form == FROM_NOTHING) {
        return at;
    }
    if (form != FROM_CELL && !has_parts) {
        return NULL;
    }
    const char *part = form == FROM_RANK ? name + file : name;
    size_t size = form == FROM_FILE ? file : strlen(part);
    return strncmp(at, part, size) == 0 ? at + size : NULL;
}

/* The text behind the target; NULL: it is not there. A number must end there: e1 is not the beginning of e10. */
static const char *after_cell(const char *at, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(at, name, length) != 0) {
        return NULL;
    }
    bool cut = length && ascii_is_digit(name[length - 1]) && ascii_is_digit(at[length]);
    return cut ? NULL : at + length;
}

typedef struct step {
    piece_id piece;
    unsigned from, to;
    bool captures;
} step;

/* Calls `judge` with what follows the target, for each way to read the text as this step; the best answer. */
static fit read_step(const position *p, const step *s, const char *move_text,
                     fit (*judge)(const void *state, const char *rest), const void *state)
{
    const variant *v = p->variant;
    const char *capital = v->type[v->type_of[s->piece]].capital;
    const char *from_name = v->topology.names[s->from], *to_name = v->topology.names[s->to];
    fit best = FIT_NONE;
    for (int lettered = 0; lettered < 2; lettered++) {
        size_t skip = lettered ? strlen(capital) : 0;
        if (lettered && (skip == 0 || strncmp(move_text, capital, skip) != 0)) {
            continue;
        }
        for (int form = FROM_NOTHING; form < FROM_FORMS; form++) {
            const char *at = after_from(move_text + skip, from_name, form);
            if (!at || (!lettered && form != FROM_CELL && !goes_without_letter(v, s->piece))) {
                continue;
            }
            if (is_capture_sign(at) && !s->captures) {
                continue;
            }
            const char *rest = after_cell(at + separator(at), to_name);
            fit one = rest ? judge(state, rest) : FIT_NONE;
            best = one > best ? one : best;
        }
    }
    return best;
}

/* ---- moves of a list ---- */

typedef struct promotion_state {
    const position *p;
    move m;
} promotion_state;

/* What is written behind the target: nothing, or what the piece changes into. */
static fit judge_promotion(const void *state, const char *rest)
{
    const promotion_state *s = state;
    const variant *v = s->p->variant;
    if (!move_into(s->m)) {
        return *rest == '\0' || strcmp(rest, "=") == 0 ? FIT_STRONG : FIT_NONE;
    }
    if (*rest == '\0') {
        return FIT_WEAK;
    }
    const piece_type *into = &v->type[move_into(s->m) - 1];
    bool bracket = *rest == '(';
    rest += bracket || *rest == '=' || *rest == '/';
    size_t length = strlen(rest);
    if (bracket && length && rest[length - 1] == ')') {
        length--;
    }
    const char *const spellings[] = {into->capital, into->letter, into->capital[0] == '+' ? "+" : NULL};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        if (spellings[i] && length == strlen(spellings[i]) && strncmp(rest, spellings[i], length) == 0) {
            return FIT_STRONG;
        }
    }
    return FIT_NONE;
}

/* "O-O" and its like; `*farther`: to the farther partner. */
static bool is_castling_word(const char *move_text, bool *farther)
{
    size_t signs = 0;
    const char *at = move_text;
    for (; *at == 'O' || *at == '0' || *at == 'o'; signs++) {
        at++;
        at += *at == '-' && at[1] ? 1 : 0;
    }
    *farther = signs == 3;
    return *at == '\0' && (signs == 2 || signs == 3);
}

/* Whether the castling goes to the farther of the king's partners. Where partners may stand anywhere (a family), the
 * nearer one is by custom the one with the higher file. */
static bool castles_far(const variant *v, const castling *c)
{
    const int *row = v->topology.row, *column = v->topology.column;
    int own = abs(column[c->partner_from] - column[c->king_from]) + abs(row[c->partner_from] - row[c->king_from]);
    for (int i = 0; !v->rules->castlings[c->rule].zone.string && i < v->castling_count; i++) {
        const castling *other = &v->castlings[i];
        int way = abs(column[other->partner_from] - column[other->king_from]) +
                  abs(row[other->partner_from] - row[other->king_from]);
        if (other->king == c->king && other->king_from == c->king_from && way != own) {
            return own > way;
        }
    }
    return column[c->partner_from] < column[c->king_from];
}

bool written_move_means_castling(const variant *v, const castling *c, const char *move_text)
{
    bool farther;
    return is_castling_word(move_text, &farther) && castles_far(v, c) == farther;
}

/* Our text without the signs between cells, so that c3xe5, c3-e5 and c3:e5 are alike. The first sign stays: a move
 * may begin with x. */
static void put_bare(const char *move_text, char bare[MOVE_TEXT_MAX])
{
    size_t length = 0;
    for (const char *at = move_text; *at && length + 1 < MOVE_TEXT_MAX;) {
        size_t skip = at == move_text ? 0 : separator(at);
        if (skip) {
            at += skip;
        } else {
            bare[length++] = *at++;
        }
    }
    bare[length] = '\0';
}

static fit fit_of(notation *n, move m, const char *move_text)
{
    const position *p = n->p;
    char own[MOVE_TEXT_MAX], bare[MOVE_TEXT_MAX], given[MOVE_TEXT_MAX];
    switch (move_kind_of(m)) {
    case MOVE_CLAIM:
    case MOVE_PASS:
    case MOVE_ROLL:
    case MOVE_HOOK:
    case MOVE_DROP:
        return FIT_NONE;
    case MOVE_CASTLE:
        if (written_move_means_castling(p->variant, &p->variant->castlings[move_index(m)], move_text)) {
            return FIT_STRONG;
        }
        break;
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
    case MOVE_EN_PASSANT: {
        const step s = {.piece = p->board[move_from(m)],
                        .from = move_from(m),
                        .to = move_to(m),
                        .captures = move_kind_of(m) == MOVE_EN_PASSANT || p->board[move_to(m)]};
        const promotion_state promotion = {p, m};
        fit found = p->variant->rules->split_any ? FIT_NONE : read_step(p, &s, move_text, judge_promotion, &promotion);
        bool written_capture = false;
        for (const char *at = move_text; *at && at[1]; at++) {
            written_capture = written_capture || is_capture_sign(at + 1);
        }
        if (found || (written_capture && !s.captures)) {
            return found;
        }
        break;
    }
    default:
        break;
    }
    notation_write(n, m, own);
    put_bare(own, bare);
    put_bare(move_text, given);
    return strcmp(bare, given) == 0 ? FIT_STRONG : FIT_NONE;
}

static void put_candidate(text *candidates, notation *n, move m, size_t number, size_t count)
{
    char own[MOVE_TEXT_MAX];
    if (!candidates || number > CANDIDATES_SHOWN_MAX) {
        return;
    }
    notation_write(n, m, own);
    bool last = number + 1 == count;
    if (number == CANDIDATES_SHOWN_MAX) {
        text_print(candidates, " or %zu more", count - number);
    } else {
        text_print(candidates, "%s%s", number == 0 ? "" : last ? " or " : ", ", own);
    }
}

/* Whether all that fit so well begin as the text does: then it is our own form with its end missing. A promotion that
 * our form must name is not guessed: in shogi a4a5 is no move where a4a5+ is the only one. */
static bool only_end_missing(notation *n, const move_list *list, const char *move_text, fit best)
{
    size_t length = strlen(move_text);
    for (size_t i = 0; i < list->count; i++) {
        char own[MOVE_TEXT_MAX];
        if (fit_of(n, list->moves[i], move_text) == best) {
            notation_write(n, list->moves[i], own);
            if (strncmp(own, move_text, length) != 0) {
                return false;
            }
        }
    }
    return true;
}

static written_move find_form(const position *p, const move_list *list, const char *move_text, text *candidates)
{
    notation n;
    notation_begin(&n, p);
    fit best = FIT_NONE;
    written_move w = {MOVE_NONE, 0};
    for (size_t i = 0; i < list->count; i++) {
        fit one = fit_of(&n, list->moves[i], move_text);
        if (one > best) {
            best = one;
            w.count = 0;
        }
        if (one && one == best) {
            w.found = list->moves[i];
            w.count++;
        }
    }
    if (w.count && only_end_missing(&n, list, move_text, best)) {
        return (written_move){MOVE_NONE, 0};
    }
    for (size_t i = 0, number = 0; w.count > 1 && candidates && i < list->count; i++) {
        if (fit_of(&n, list->moves[i], move_text) == best) {
            put_candidate(candidates, &n, list->moves[i], number++, w.count);
        }
    }
    w.found = w.count == 1 ? w.found : MOVE_NONE;
    return w;
}

/* Signs of check, mate and judgement behind a move. Where + is the sign of a promotion it is none of check. */
static size_t length_without_marks(const variant *v, const char *move_text)
{
    bool plus_promotes = false;
    for (int i = 0; i < v->types; i++) {
        plus_promotes = plus_promotes || v->type[i].capital[0] == '+';
    }
    size_t length = strlen(move_text);
    while (length && strchr(plus_promotes ? "#!?" : "+#!?", move_text[length - 1])) {
        length--;
    }
    return length > 4 && strncmp(move_text + length - 4, "e.p.", 4) == 0 ? length - 4 : length;
}

written_move written_move_find(const position *p, const move_list *list, const char *move_text, text *candidates)
{
    move own = notation_find(p, list, move_text);
    if (own != MOVE_NONE) {
        return (written_move){own, 1};
    }
    written_move w = find_form(p, list, move_text, candidates);
    size_t length = length_without_marks(p->variant, move_text);
    if (w.count == 0 && length && length < strlen(move_text) && length < MOVE_TEXT_MAX) {
        char short_text[MOVE_TEXT_MAX];
        snprintf(short_text, sizeof short_text, "%.*s", (int)length, move_text);
        own = notation_find(p, list, short_text);
        w = own != MOVE_NONE ? (written_move){own, 1} : find_form(p, list, short_text, candidates);
    }
    return w;
}

/* ---- texts that are no legal move ---- */

typedef struct rest_state {
    const char **rest;
} rest_state;

static fit judge_rest(const void *state, const char *rest)
{
    if (separator(rest) || strpbrk(rest, "0123456789")) {
        return FIT_NONE; /* another cell follows: this is not the target */
    }
    *((const rest_state *)state)->rest = rest;
    return FIT_STRONG;
}

written_cells written_move_cells(const position *p, const char *move_text)
{
    const variant *v = p->variant;
    written_cells w = {0};
    const rest_state state = {&w.rest};
    w.rest = "";
    for (unsigned from = 0; from < (unsigned)v->cells; from++) {
        piece_id piece = p->board[from];
        if (!piece || v->owner_of[piece] != p->state.side_to_move) {
            continue;
        }
        for (unsigned to = 0; to < (unsigned)v->cells; to++) {
            const step s = {.piece = piece, .from = from, .to = to, .captures = true};
            if (from != to && read_step(p, &s, move_text, judge_rest, &state)) {
                w.from = w.count ? w.from : from;
                w.to = w.count ? w.to : to;
                w.count++;
                break;
            }
        }
    }
    return w;
}
