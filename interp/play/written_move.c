#include "play/written_move.h"

#include "base/word_moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATES_SHOWN_MAX = 12 };

/* How well a text fits a move, from the worst: what the move also does is not written; only signs and capitals differ;
 * another program's way to write it; as people write it. The best fit of all moves counts. */
typedef enum fit { FIT_NONE, FIT_MISSING, FIT_SIMILAR, FIT_FOREIGN, FIT_STRONG } fit;

static fit lesser(fit a, fit b)
{
    return a < b ? a : b;
}

/* The length of a sign between two cells at `at`, 0 for none: - x : and the multiplication sign. */
static size_t separator(const char *at)
{
    return *at == '-' || *at == 'x' || *at == ':' ? 1 : strncmp(at, "\xC3\x97", 2) == 0 ? 2 : 0;
}

size_t written_move_letter_length(const char *letter)
{
    size_t length = strlen(letter);
    return length > 1 && letter[length - 1] == '~' ? length - 1 : length;
}

static bool is_capture_sign(const char *at)
{
    return separator(at) && *at != '-';
}

/* ---- a piece, where it stands, and where it goes ---- */

bool written_move_without_letter(const variant *v, piece_id piece)
{
    bool any = false;
    for (size_t i = 0; i < v->rules->piece_count; i++) {
        any = any || v->rules->pieces[i].resets_halfmove_clock;
    }
    return !any || v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].resets_halfmove_clock;
}

/* How the cell of the piece may be written: not at all, in full, by its file, by its rank. */
enum { FROM_NOTHING, FROM_CELL, FROM_FILE, FROM_RANK, FROM_FORMS };

/* Whether the cell `name` stands there in that form, and how long it is. */
static bool read_from(const char *at, const char *name, int form, size_t *length)
{
    size_t file = strcspn(name, "0123456789");
    bool has_parts = file > 0 && name[file];
    *length = 0;
    if (form == FROM_NOTHING) {
        return true;
    }
    if (form != FROM_CELL && !has_parts) {
        return false;
    }
    const char *part = form == FROM_RANK ? name + file : name;
    *length = form == FROM_FILE ? file : strlen(part);
    return strncmp(at, part, *length) == 0;
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
    for (int lettered = 0; lettered < 3; lettered++) { /* none, the piece's own, and without its ~ */
        size_t skip = lettered == 0 ? 0 : lettered == 1 ? strlen(capital) : written_move_letter_length(capital);
        if (lettered && (skip == 0 || strncmp(move_text, capital, skip) != 0)) {
            continue;
        }
        for (int form = FROM_NOTHING; form < FROM_FORMS; form++) {
            size_t length;
            if (!read_from(move_text + skip, from_name, form, &length) ||
                (!lettered && form != FROM_CELL && !written_move_without_letter(v, s->piece))) {
                continue;
            }
            const char *at = move_text + skip + length;
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

static bool is_letter(const char *written, size_t length, const char *letter, size_t letter_length)
{
    return length == letter_length && strncmp(written, letter, length) == 0;
}

int written_move_becomes(const position *p, move m)
{
    const variant *v = p->variant;
    piece_id piece = p->board[move_from(m)], captured = p->board[move_to(m)];
    if (move_into(m)) {
        return (int)move_into(m) - 1;
    }
    piece_id after =
        v->transforms_into ? v->transforms_into[(size_t)piece * (unsigned)v->piece_ids + captured] : PIECE_NONE;
    return v->type_of[after ? after : piece];
}

/* The sign behind a piece that turns over: + where it comes to have a mark, - where it loses it. */
static bool is_turn_sign(const promotion_state *s, const char *written)
{
    const variant *v = s->p->variant;
    bool marked = v->type[v->type_of[s->p->board[move_from(s->m)]]].capital[0] == '+',
         marks = v->type[written_move_becomes(s->p, s->m)].capital[0] == '+';
    return marked != marks && strcmp(written, marks ? "+" : "-") == 0;
}

static bool equal_letters(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (ascii_to_lower(a[i]) != ascii_to_lower(b[i])) {
            return false;
        }
    }
    return true;
}

/* Where a capture or any move changes the piece, other programs may name what it is then; our own text does not. */
static fit judge_forced(const promotion_state *s, const char *rest)
{
    const variant *v = s->p->variant;
    const char *letter = v->type[written_move_becomes(s->p, s->m)].capital;
    size_t length = strlen(letter);
    return v->transforms_into && strlen(rest) == length && equal_letters(rest, letter, length) ? FIT_FOREIGN : FIT_NONE;
}

/* "=Q", "/Q", "(Q)" or "Q". */
static fit fit_of_type(const piece_type *into, const char *rest)
{
    bool bracket = *rest == '(';
    rest += bracket || *rest == '=' || *rest == '/';
    size_t length = strlen(rest);
    if (bracket && length && rest[length - 1] == ')') {
        length--;
    }
    if (is_letter(rest, length, into->capital, strlen(into->capital)) ||
        is_letter(rest, length, into->letter, strlen(into->letter))) {
        return FIT_STRONG;
    }
    size_t bare = written_move_letter_length(into->capital);
    return is_letter(rest, length, into->capital, bare) || is_letter(rest, length, into->letter, bare) ? FIT_FOREIGN
                                                                                                       : FIT_NONE;
}

bool written_move_names_type(const piece_type *into, const char *rest)
{
    return fit_of_type(into, rest) != FIT_NONE;
}

/* What is written behind the target: nothing, or what the piece changes into. */
static fit judge_promotion(const void *state, const char *rest)
{
    const promotion_state *s = state;
    const variant *v = s->p->variant;
    if (*rest && is_turn_sign(s, rest)) {
        return FIT_STRONG;
    }
    if (!move_into(s->m)) {
        return *rest == '\0' || strcmp(rest, "=") == 0 ? FIT_STRONG : judge_forced(s, rest);
    }
    if (*rest == '\0') {
        return FIT_MISSING;
    }
    return fit_of_type(&v->type[move_into(s->m) - 1], rest);
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

/* Whether the castling goes to the side of the lower files, as its player sees them. Where an array is turned round for
 * the second player, their king stands on another file, and the sides are exchanged for them. */
static bool castles_far(const variant *v, const castling *c)
{
    const int *column = v->topology.column;
    const castling *first = &v->castlings[0];
    int king = column[c->king_from], other = column[first->king_from];
    bool turned = v->right[c->right].player != v->right[first->right].player && king != other &&
                  king == v->topology.columns - 1 - other;
    return (column[c->partner_from] < king) != turned;
}

bool written_move_means_castling(const variant *v, const castling *c, const char *move_text)
{
    bool farther;
    return is_castling_word(move_text, &farther) && castles_far(v, c) == farther;
}

/* Our text without the signs between cells, so that c3xe5, c3-e5 and c3:e5 are alike. The first sign stays: a move
 * may begin with x. So does a - at the end: a piece that turns over is written so. */
static void put_bare(const char *move_text, char bare[MOVE_TEXT_MAX])
{
    size_t length = 0;
    for (const char *at = move_text; *at && length + 1 < MOVE_TEXT_MAX;) {
        size_t skip = at == move_text ? 0 : separator(at);
        if (skip && (at[skip] || *at != '-')) {
            at += skip;
        } else {
            bare[length++] = *at++;
        }
    }
    bare[length] = '\0';
}

/* The next significant sign when two texts are compared: e7e8=Q is e7e8q, c3-d4 is c3d4, P*e4 is P@e4. */
static char next_significant(const char **s)
{
    *s += strspn(*s, "=,-:");
    char c = **s;
    *s += c != '\0';
    return c == '*' ? '@' : ascii_to_lower(c);
}

static bool is_similar(const char *a, const char *b)
{
    char one, other;
    do {
        one = next_significant(&a);
        other = next_significant(&b);
    } while (one == other && one);
    return one == other;
}

/* How alike our own text of the move is. */
static fit fit_of_own(const char *own, const char *move_text)
{
    char bare[MOVE_TEXT_MAX], given[MOVE_TEXT_MAX];
    put_bare(own, bare);
    put_bare(move_text, given);
    return strcmp(bare, given) == 0 ? FIT_STRONG : is_similar(own, move_text) ? FIT_SIMILAR : FIT_NONE;
}

/* P@e5, P*e5, and @e5 of a piece that is written without a letter. */
static fit fit_of_drop(const position *p, move m, const char *move_text)
{
    const variant *v = p->variant;
    const piece_type *type = &v->type[move_into(m) - 1];
    piece_id piece = variant_dropped_piece(v, p->state.side_to_move, (int)move_into(m) - 1);
    size_t length = strcspn(move_text, "@*");
    bool unnamed = length == 0 && written_move_without_letter(v, piece);
    if (!move_text[length] || !(unnamed || is_letter(move_text, length, type->capital, strlen(type->capital)))) {
        return FIT_NONE;
    }
    const char *rest = after_cell(move_text + length + 1, v->topology.names[move_to(m)]);
    return rest && *rest == '\0' ? FIT_FOREIGN : FIT_NONE;
}

/* Whether the text names both cells, perhaps with the piece's letter in front and a sign between. */
static bool names_cells(const variant *v, piece_id piece, unsigned from, unsigned to, const char *move_text)
{
    const char *capital = v->type[v->type_of[piece]].capital;
    size_t skip = strlen(capital);
    const char *at = after_cell(move_text, v->topology.names[from]);
    at = at || strncmp(move_text, capital, skip) != 0 ? at : after_cell(move_text + skip, v->topology.names[from]);
    at = at ? after_cell(at + (*at == '-'), v->topology.names[to]) : NULL;
    return at && *at == '\0';
}

/* O-O and its like; the king's two cells; the king takes its partner. */
static fit fit_of_castling(const position *p, move m, const char *move_text)
{
    const castling *c = &p->variant->castlings[move_index(m)];
    if (written_move_means_castling(p->variant, c, move_text)) {
        return FIT_STRONG;
    }
    return names_cells(p->variant, c->king, c->king_from, move_to(m), move_text) ||
                   names_cells(p->variant, c->king, c->king_from, c->partner_from, move_text)
               ? FIT_FOREIGN
               : FIT_NONE;
}

bool written_move_is_pass(const position *p, const char *move_text)
{
    static const char *const signs[] = {PASS_WORD, "0000", "@@@@", "--", "Z0", "null"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (strcmp(move_text, signs[i]) == 0) {
            return true;
        }
    }
    /* A piece stays where it is: the royal one, or any where none is royal. */
    const variant *v = p->variant;
    bool any_royal = false;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        any_royal = any_royal || v->is_royal[piece];
    }
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        piece_id piece = p->board[cell];
        bool own = piece && v->owner_of[piece] == p->state.side_to_move;
        if (own && (v->is_royal[piece] || !any_royal) && names_cells(v, piece, cell, cell, move_text)) {
            return true;
        }
    }
    return false;
}

static fit fit_of_step(const position *p, move m, const char *move_text, bool *wrong_sign)
{
    const step s = {.piece = p->board[move_from(m)],
                    .from = move_from(m),
                    .to = move_to(m),
                    .captures = p->variant->core->captures(p, m)};
    const promotion_state promotion = {p, m};
    for (const char *at = move_text; *at && at[1]; at++) {
        *wrong_sign = *wrong_sign || (is_capture_sign(at + 1) && !s.captures);
    }
    return p->variant->rules->split_any ? FIT_NONE : read_step(p, &s, move_text, judge_promotion, &promotion);
}

/* The fit of a move without its second half; `own`: our text of it. */
static fit fit_of_first(const position *p, move m, const char *own, const char *move_text)
{
    fit found = FIT_NONE;
    bool wrong_sign = false;
    switch (move_kind_of(m)) {
    case MOVE_CLAIM:
    case MOVE_ROLL:
        return FIT_NONE;
    case MOVE_PASS:
        return !move_aux(m) && !p->extra.turn_ply && written_move_is_pass(p, move_text) ? FIT_FOREIGN : FIT_NONE;
    case MOVE_HOOK:
        return is_similar(own, move_text) ? FIT_SIMILAR : FIT_NONE;
    case MOVE_DROP:
        found = fit_of_drop(p, m, move_text);
        break;
    case MOVE_CASTLE:
        found = fit_of_castling(p, m, move_text);
        break;
    case MOVE_NORMAL:
    case MOVE_DOUBLE_STEP:
    case MOVE_EN_PASSANT:
        found = fit_of_step(p, m, move_text, &wrong_sign);
        break;
    default:
        break;
    }
    return found || wrong_sign ? found : fit_of_own(own, move_text);
}

/* ---- second halves ---- */

written_half written_move_half(const position *p, move m)
{
    const variant *v = p->variant;
    written_half h = {.letter = "", .from = move_from(m), .to = move_to(m)};
    if (!v->put.given || move_kind_of(m) == MOVE_HOOK) {
        return h;
    }
    h.may_be_absent = !v->put.chooses;
    h.given = h.may_be_absent || move_extra(m);
    if (h.given) {
        h.cell = h.may_be_absent ? move_from(m) : move_put_cell(m);
        h.letter = v->put.held_count ? v->type[v->type_of[notation_held_put(p, m)]].capital : "";
    }
    return h;
}

/* Whether `written` means the second half: H, H@b1, Hb1, @d4, d4, and e3d4 from where the piece has arrived. A letter
 * alone is enough where the piece comes to the cell that was left. */
static bool is_second_half(const variant *v, const written_half *h, const char *written)
{
    size_t length = strlen(h->letter);
    const char *const *names = v->topology.names;
    bool lettered = length && equal_letters(written, h->letter, length);
    if (length && !lettered) {
        return false;
    }
    const char *at = written + (lettered ? length : 0), *arrived = length ? NULL : after_cell(at, names[h->to]);
    if (lettered && *at == '\0') {
        return h->cell == h->from;
    }
    const char *rest = after_cell(at + (*at == '@' || *at == '*'), names[h->cell]);
    rest = rest && !*rest ? rest : arrived ? after_cell(arrived, names[h->cell]) : NULL;
    return rest && *rest == '\0';
}

/* b1c3h: a letter behind the first half. h1e1h: to the partner's cell, when the king has castled. */
static fit fit_of_letter_behind(const position *p, move m, const written_half *h, const char *own,
                                const char *move_text)
{
    const variant *v = p->variant;
    size_t letter = strlen(h->letter), length = strlen(move_text);
    char first[MOVE_TEXT_MAX];
    if (!letter || length <= letter || length >= sizeof first ||
        !equal_letters(move_text + length - letter, h->letter, letter)) {
        return FIT_NONE;
    }
    snprintf(first, sizeof first, "%.*s", (int)(length - letter), move_text);
    if (h->cell == h->from) {
        return lesser(FIT_FOREIGN, fit_of_first(p, m, own, first));
    }
    const char *at = after_cell(first, v->topology.names[h->cell]);
    at = at ? after_cell(at, v->topology.names[h->from]) : NULL;
    return at && *at == '\0' ? FIT_FOREIGN : FIT_NONE;
}

static fit fit_of_halves(const position *p, move m, const written_half *h, const char *own, const char *move_text)
{
    fit best = fit_of_letter_behind(p, m, h, own, move_text);
    for (const char *at = move_text; *at; at++) {
        char first[MOVE_TEXT_MAX];
        if ((*at == ',' || *at == '/') && (size_t)(at - move_text) < sizeof first &&
            is_second_half(p->variant, h, at + 1)) {
            snprintf(first, sizeof first, "%.*s", (int)(at - move_text), move_text);
            fit one = lesser(FIT_FOREIGN, fit_of_first(p, m, own, first));
            best = one > best ? one : best;
        }
    }
    return best;
}

/* ---- a quick refusal ---- */

/* Small letters without any sign that some way to write a move leaves out. */
static void put_essence(const char *written, char essence[MOVE_TEXT_MAX])
{
    size_t length = 0;
    for (const char *at = written; *at && length + 1 < MOVE_TEXT_MAX;) {
        size_t skip = strspn(at, "=,") + separator(at + strspn(at, "=,"));
        if (skip) {
            at += skip;
        } else {
            essence[length++] = ascii_to_lower(*at++);
        }
    }
    essence[length] = '\0';
}

/* Whether the text cannot be this step: it does not name where the piece goes. Lists of thousands of moves are read so. */
static bool names_no_target(const position *p, move m, const char *essence)
{
    const variant *v = p->variant;
    char target[MOVE_TEXT_MAX];
    if (move_kind_of(m) > MOVE_EN_PASSANT || v->rules->notation.given || v->rules->board_names ||
        v->choice_hook_count) {
        return false;
    }
    put_essence(v->topology.names[move_to(m)], target);
    return !strstr(essence, target);
}

static fit fit_of(notation *n, move m, const char *move_text, const char *essence)
{
    const position *p = n->p;
    char own[MOVE_TEXT_MAX];
    if (names_no_target(p, m, essence)) {
        return FIT_NONE;
    }
    notation_write(n, m, own);
    const written_half h = written_move_half(p, m);
    if (!h.given) {
        return fit_of_first(p, m, own, move_text);
    }
    fit whole = fit_of_own(own, move_text);
    own[h.may_be_absent ? strlen(own) : strcspn(own, ",")] = '\0';
    fit halves = fit_of_halves(p, m, &h, own, move_text), first = fit_of_first(p, m, own, move_text);
    first = h.may_be_absent ? first : lesser(FIT_MISSING, first);
    fit best = whole > halves ? whole : halves;
    return first > best ? first : best;
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
static bool only_end_missing(notation *n, const move_list *list, const char *move_text, const char *essence, fit best)
{
    size_t length = strlen(move_text);
    for (size_t i = 0; i < list->count; i++) {
        char own[MOVE_TEXT_MAX];
        if (fit_of(n, list->moves[i], move_text, essence) == best) {
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
    char essence[MOVE_TEXT_MAX];
    put_essence(move_text, essence);
    fit best = FIT_NONE;
    written_move w = {MOVE_NONE, 0};
    for (size_t i = 0; i < list->count; i++) {
        fit one = fit_of(&n, list->moves[i], move_text, essence);
        if (one > best) {
            best = one;
            w.count = 0;
        }
        if (one && one == best) {
            w.found = list->moves[i];
            w.count++;
        }
    }
    if (w.count && only_end_missing(&n, list, move_text, essence, best)) {
        notation_finish(&n);
        return (written_move){MOVE_NONE, 0};
    }
    for (size_t i = 0, number = 0; w.count > 1 && candidates && i < list->count; i++) {
        if (fit_of(&n, list->moves[i], move_text, essence) == best) {
            put_candidate(candidates, &n, list->moves[i], number++, w.count);
        }
    }
    notation_finish(&n);
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
    if (length > 4 && strncmp(move_text + length - 4, "e.p.", 4) == 0) {
        length -= move_text[length - 5] == ' ' ? 5 : 4;
    }
    return length;
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
