/* A second witness for games that no other program knows: a simple generator (a board of letters, one function "does this piece
 * reach that cell", every move tried and checked), written from the games' rule books, that shares nothing with the library. It knows
 * frankfurt, heian-shogi, shatranj-arabic, makruk with its first moves, and gardner-minichess with castling, with default options.
 *
 *   engines_catalogue [--seed S] [--positions N] [GAME…]   random games: our legal moves at every ply against its own;
 *                                                          then the counts of its file in tests/perft/ that are small enough
 *   engines_catalogue --count GAME DEPTH FEN               its own counts, one depth after another */
#include "ferz.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif

enum { MAX_MOVES = 1024, MAX_PLIES = 100, MAX_SHOWN = 5 };
static const uint64_t perft_limit = 200000; /* leaves of a count in a file */

typedef enum rules_kind { FRANKFURT, HEIAN, ARABIC, MAKRUK, GARDNER, GAMES } rules_kind;
static const char *const names[GAMES] = {"frankfurt", "heian-shogi", "shatranj-arabic", "makruk", "gardner-minichess"};
static const char *const files[GAMES] = {"frankfurt", "heian-shogi", "shatranj-arabic", "makruk-book", "gardner-book"};
static const int sizes[GAMES] = {8, 8, 8, 8, 5};

/* Pieces are FEN letters, upper case for White; 0 is an empty cell. Heian's promoted P L N S are A B C D. */
typedef struct position {
    rules_kind which;
    int size;
    char at[8][8]; /* column, row */
    bool black;    /* is to move */
    char rights[8];
    int ep_x, ep_y;  /* en passant; ep_x < 0: none */
    int hands[2][5]; /* P L N S G */
} position;

typedef struct candidate {
    char text[8];
    position after;
} candidate;

typedef struct candidates {
    size_t count;
    candidate all[MAX_MOVES];
} candidates;

static const char hand_letters[] = "PLNSG", promoted_letters[] = "ABCD"; /* in the same order */

static void die(const char *why)
{
    fprintf(stderr, "plain: %s\n", why);
    exit(3);
}

/* ---- pieces ---- */

static bool on_board(const position *p, int x, int y)
{
    return x >= 0 && y >= 0 && x < p->size && y < p->size;
}

static bool is_black(char piece)
{
    return islower((unsigned char)piece) != 0;
}

static char upper_letter(char piece)
{
    return (char)toupper((unsigned char)piece);
}

static char in_colour(char big, bool black)
{
    return black ? (char)tolower((unsigned char)big) : big;
}

static bool is_royal(const position *p, char piece)
{
    return piece && strchr(p->which == FRANKFURT ? "KWTESO" : "K", upper_letter(piece));
}

/* How it moves: frankfurt's royals move like the pieces that they have changed into. */
static char moves_like(const position *p, char piece)
{
    static const char royals[] = "WTESO", types[] = "QRBNP";
    const char *at = p->which == FRANKFURT && piece ? strchr(royals, upper_letter(piece)) : NULL;
    return at ? types[at - royals] : upper_letter(piece);
}

static bool clear_between(const position *p, int x, int y, int tx, int ty)
{
    int dx = (tx > x) - (tx < x), dy = (ty > y) - (ty < y);
    for (x += dx, y += dy; x != tx || y != ty; x += dx, y += dy)
        if (p->at[x][y])
            return false;
    return true;
}

/* Whether the piece on x y could capture on tx ty, whatever stands there. */
static bool reaches(const position *p, int x, int y, int tx, int ty)
{
    char piece = p->at[x][y];
    int across = abs(tx - x), up = is_black(piece) ? y - ty : ty - y;
    if (across == 0 && up == 0)
        return false;
    bool step = across <= 1 && abs(up) <= 1, diagonal = across == abs(up), straight = across == 0 || up == 0;
    bool gold = step && !(across == 1 && up == -1);
    if (p->which == HEIAN) {
        switch (upper_letter(piece)) {
        case 'K':
            return step;
        case 'S':
            return step && (diagonal || up == 1);
        case 'N':
            return across == 1 && up == 2;
        case 'L':
            return across == 0 && up > 0 && clear_between(p, x, y, tx, ty);
        case 'P':
            return across == 0 && up == 1;
        default:
            return gold; /* the gold, and all that are promoted */
        }
    }
    switch (moves_like(p, piece)) {
    case 'K':
        return step;
    case 'R':
        return straight && clear_between(p, x, y, tx, ty);
    case 'N':
        return across * abs(up) == 2;
    case 'P':
        return across == 1 && up == 1;
    case 'B':
        return p->which == ARABIC ? diagonal && across == 2 : diagonal && clear_between(p, x, y, tx, ty);
    case 'Q':
        return p->which == ARABIC ? diagonal && across == 1 : (diagonal || straight) && clear_between(p, x, y, tx, ty);
    case 'M':
        return diagonal && across == 1;
    case 'S':
        return step && (diagonal || up == 1);
    default:
        return false;
    }
}

static bool attacked(const position *p, int x, int y, bool by_black)
{
    for (int fx = 0; fx < p->size; fx++)
        for (int fy = 0; fy < p->size; fy++)
            if (p->at[fx][fy] && is_black(p->at[fx][fy]) == by_black && reaches(p, fx, fy, x, y))
                return true;
    return false;
}

/* Whether that side's royal could be captured at once. */
static bool in_check(const position *p, bool black)
{
    for (int x = 0; x < p->size; x++)
        for (int y = 0; y < p->size; y++) {
            char piece = p->at[x][y];
            if (!piece || is_black(piece) != black || !is_royal(p, piece))
                continue;
            if (attacked(p, x, y, !black))
                return true;
            /* A royal pawn that has just made a double step could be captured en passant. */
            if (moves_like(p, piece) == 'P' && p->ep_x == x && p->ep_y == (black ? y + 1 : y - 1))
                for (int fx = x - 1; fx <= x + 1; fx += 2)
                    if (on_board(p, fx, y) && p->at[fx][y] && is_black(p->at[fx][y]) != black &&
                        moves_like(p, p->at[fx][y]) == 'P')
                        return true;
        }
    return false;
}

/* ---- rights: letters that stay in the list until the piece has moved or been captured ---- */

static bool has_right(const position *p, char right)
{
    return strchr(p->rights, right) != NULL;
}

static void lose_right(position *p, char right)
{
    char *at = strchr(p->rights, right);
    if (right && at)
        memmove(at, at + 1, strlen(at));
}

/* A piece arrived at or left the cell: rights of the piece that belongs there are lost. */
static void update_rights(position *p, int x, int y)
{
    for (int black = 0; black < 2; black++) {
        if (y != (black ? p->size - 1 : 0))
            continue;
        const char *gone = "";
        if (p->which == FRANKFURT)
            gone = x == 4 ? "KQ" : x == 7 ? "K" : x == 0 ? "Q" : "";
        else if (p->which == GARDNER)
            gone = x == 0 || x == 4 ? "K" : "";
        else if (p->which == ARABIC)
            gone = x == 4 ? "L" : "";
        else if (p->which == MAKRUK)
            gone = x == (black ? 4 : 3) ? "K" : x == (black ? 3 : 4) ? "M" : "";
        for (; *gone; gone++)
            lose_right(p, in_colour(*gone, black));
    }
}

/* ---- moves ---- */

static bool legal_moves(const position *p, candidates *list, bool first_only);

/* Adds the move unless it leaves the own royal in check. */
static void add_if_legal(candidates *list, const position *before, position *after, const char *text)
{
    after->black = !before->black;
    if (in_check(after, before->black))
        return;
    if (list->count == MAX_MOVES)
        die("too many moves");
    candidate *made = &list->all[list->count++];
    snprintf(made->text, sizeof made->text, "%s", text);
    made->after = *after;
}

static void write_move(char *text, int x, int y, int tx, int ty, char suffix)
{
    const char word[] = {(char)('a' + x), (char)('1' + y), (char)('a' + tx), (char)('1' + ty), suffix, '\0'};
    memcpy(text, word, sizeof word);
}

/* The piece of x y goes to tx ty and changes into `piece`. */
static position moved(const position *p, int x, int y, int tx, int ty, char piece)
{
    position after = *p;
    char captured = p->at[tx][ty];
    if (p->which == HEIAN && captured) {
        char unpromoted = upper_letter(captured);
        const char *is_promoted = strchr(promoted_letters, unpromoted);
        const char *in_hand =
            strchr(hand_letters, is_promoted ? hand_letters[is_promoted - promoted_letters] : unpromoted);
        if (in_hand)
            after.hands[p->black][in_hand - hand_letters]++;
    }
    after.at[x][y] = 0;
    after.at[tx][ty] = piece;
    after.ep_x = -1;
    update_rights(&after, x, y);
    update_rights(&after, tx, ty);
    return after;
}

static void add_piece_move(candidates *list, const position *p, int x, int y, int tx, int ty, char piece, char suffix)
{
    char text[8];
    write_move(text, x, y, tx, ty, suffix);
    position after = moved(p, x, y, tx, ty, piece);
    add_if_legal(list, p, &after, text);
}

/* A step or capture to tx ty, with every choice of promotion. */
static void add_moves_to(candidates *list, const position *p, int x, int y, int tx, int ty)
{
    char piece = p->at[x][y], kind = moves_like(p, piece), captured = p->at[tx][ty];
    int rank = p->black ? p->size - ty : ty + 1; /* as the mover counts, from 1 */
    int from_rank = p->black ? p->size - y : y + 1;
    if (p->which == FRANKFURT && captured) {
        static const char types[] = "QRBNP", royals[] = "WTESO";
        char into = moves_like(p, captured);
        if (is_royal(p, piece))
            into = royals[strchr(types, into) - types];
        add_piece_move(list, p, x, y, tx, ty, in_colour(into, p->black), '\0');
        return;
    }
    if (p->which == HEIAN) {
        const char *at = strchr(hand_letters, kind);
        bool immobile = (strchr("PL", kind) && rank == 8) || (kind == 'N' && rank >= 7);
        if (at && kind != 'G' && (rank >= 6 || from_rank >= 6))
            add_piece_move(list, p, x, y, tx, ty, in_colour(promoted_letters[at - hand_letters], p->black), '+');
        if (!immobile)
            add_piece_move(list, p, x, y, tx, ty, piece, '\0');
        return;
    }
    bool promotes = kind == 'P' && rank == (p->which == MAKRUK ? 6 : p->size);
    if (!promotes) {
        add_piece_move(list, p, x, y, tx, ty, piece, '\0');
        return;
    }
    static const char by_file[] = "RNBQQBNR";
    char of_file[2] = {by_file[tx], '\0'};
    const char *choices = p->which == ARABIC   ? of_file
                          : p->which == MAKRUK ? "M"
                          : is_royal(p, piece) ? "WTES"
                                               : "QRBN";
    for (; *choices; choices++)
        add_piece_move(list, p, x, y, tx, ty, in_colour(*choices, p->black), (char)tolower((unsigned char)*choices));
}

static void add_castling(candidates *list, const position *p, char right, int king_x, int rook_x, int king_to,
                         int rook_to)
{
    int y = p->black ? p->size - 1 : 0;
    if (!has_right(p, in_colour(right, p->black)) || p->at[king_x][y] != in_colour('K', p->black) ||
        p->at[rook_x][y] != in_colour('R', p->black) || !clear_between(p, king_x, y, rook_x, y))
        return;
    int step = king_to > king_x ? 1 : -1;
    for (int x = king_x; x != king_to + step; x += step)
        if (attacked(p, x, y, !p->black))
            return;
    char text[8];
    write_move(text, king_x, y, king_to, y, '\0');
    position after = moved(p, king_x, y, king_to, y, p->at[king_x][y]);
    after.at[rook_x][y] = 0;
    after.at[rook_to][y] = p->at[rook_x][y];
    update_rights(&after, rook_x, y);
    add_if_legal(list, p, &after, text);
}

static void special_moves(candidates *list, const position *p, int x, int y)
{
    char piece = p->at[x][y], kind = moves_like(p, piece);
    int ahead = p->black ? -1 : 1;
    if (kind == 'P' && p->which != HEIAN && on_board(p, x, y + ahead) && !p->at[x][y + ahead]) {
        add_moves_to(list, p, x, y, x, y + ahead);
        if (p->which == FRANKFURT && y == (p->black ? 6 : 1) && !p->at[x][y + 2 * ahead]) {
            char text[8];
            write_move(text, x, y, x, y + 2 * ahead, '\0');
            position after = moved(p, x, y, x, y + 2 * ahead, piece);
            after.ep_x = x;
            after.ep_y = y + ahead;
            add_if_legal(list, p, &after, text);
        }
    }
    if (kind == 'P' && p->ep_x >= 0 && abs(p->ep_x - x) == 1 && p->ep_y == y + ahead) {
        char text[8];
        write_move(text, x, y, p->ep_x, p->ep_y, '\0');
        position after = moved(p, x, y, p->ep_x, p->ep_y, piece);
        after.at[p->ep_x][y] = 0;
        add_if_legal(list, p, &after, text);
    }
    bool leaps = kind == 'K' && ((p->which == ARABIC && has_right(p, in_colour('L', p->black))) ||
                                 (p->which == MAKRUK && has_right(p, in_colour('K', p->black))));
    for (int tx = 0; leaps && tx < p->size; tx++)
        for (int ty = 0; ty < p->size; ty++) {
            int across = abs(tx - x), up = abs(ty - y);
            char there = p->at[tx][ty];
            if (p->which == ARABIC
                    ? (across == 2 || up == 2) && across <= 2 && up <= 2 && !there
                    : across * up == 2 && !(there && (is_black(there) == p->black || is_royal(p, there))))
                add_moves_to(list, p, x, y, tx, ty);
        }
    if (p->which == MAKRUK && kind == 'M' && has_right(p, in_colour('M', p->black)) && x == (p->black ? 3 : 4) &&
        y == (p->black ? 7 : 0) && !p->at[x][y + ahead] && !p->at[x][y + 2 * ahead])
        add_moves_to(list, p, x, y, x, y + 2 * ahead);
    if (p->which == FRANKFURT && upper_letter(piece) == 'K') {
        add_castling(list, p, 'K', 4, 7, 6, 5);
        add_castling(list, p, 'Q', 4, 0, 2, 3);
    }
    if (p->which == GARDNER && kind == 'K')
        add_castling(list, p, 'K', 0, 4, 2, 1);
}

static void add_drops(candidates *list, const position *p)
{
    for (int k = 0; k < 5; k++)
        for (int x = 0; p->hands[p->black][k] && x < p->size; x++) {
            bool pawn_there = false;
            for (int y = 0; y < p->size; y++)
                pawn_there = pawn_there || p->at[x][y] == in_colour('P', p->black);
            for (int y = 0; y < p->size; y++) {
                int rank = p->black ? p->size - y : y + 1;
                char piece = hand_letters[k];
                if (p->at[x][y] || (piece == 'P' && pawn_there) || (strchr("PL", piece) && rank == 8) ||
                    (piece == 'N' && rank >= 7))
                    continue;
                position after = *p;
                after.hands[p->black][k]--;
                after.at[x][y] = in_colour(piece, p->black);
                after.ep_x = -1;
                after.black = !p->black;
                static candidates answers; /* not needed deeper down: an answer to a pawn's check is no pawn drop */
                if (piece == 'P' && in_check(&after, after.black) && !legal_moves(&after, &answers, true))
                    continue;
                const char text[] = {piece, '@', (char)('a' + x), (char)('1' + y), '\0'};
                add_if_legal(list, p, &after, text);
            }
        }
}

/* Whether there is any; with `first_only` no drops are tried, which do not help against a pawn that is next to the king. */
static bool legal_moves(const position *p, candidates *list, bool first_only)
{
    list->count = 0;
    for (int x = 0; x < p->size; x++)
        for (int y = 0; y < p->size; y++) {
            if (!p->at[x][y] || is_black(p->at[x][y]) != p->black)
                continue;
            for (int tx = 0; tx < p->size; tx++)
                for (int ty = 0; ty < p->size; ty++) {
                    char there = p->at[tx][ty];
                    bool may_go = there ? is_black(there) != p->black && !is_royal(p, there)
                                        : moves_like(p, p->at[x][y]) != 'P' || p->which == HEIAN;
                    if (may_go && reaches(p, x, y, tx, ty))
                        add_moves_to(list, p, x, y, tx, ty);
                }
            special_moves(list, p, x, y);
        }
    if (p->which == HEIAN && !first_only)
        add_drops(list, p);
    return list->count != 0;
}

/* ---- positions ---- */

static bool read_fen(position *p, rules_kind which, const char *fen)
{
    *p = (position){.which = which, .size = sizes[which], .ep_x = -1};
    int x = 0, y = p->size - 1;
    const char *at = fen;
    for (; *at && *at != ' ' && *at != '['; at++) {
        if (*at == '/') {
            x = 0;
            y--;
        } else if (isdigit((unsigned char)*at)) {
            x += *at - '0';
        } else {
            bool is_promoted = *at == '+';
            at += is_promoted;
            const char *unpromoted = is_promoted ? strchr("PLNS", upper_letter(*at)) : NULL;
            if (!*at || !on_board(p, x, y) || (is_promoted && !unpromoted))
                return false;
            p->at[x++][y] = is_promoted ? in_colour(promoted_letters[strchr(hand_letters, *unpromoted) - hand_letters],
                                                    is_black(*at))
                                        : *at;
        }
    }
    if (*at == '[')
        for (at++; *at && *at++ != ']';) {
            const char *in_hand = strchr(hand_letters, upper_letter(at[-1]));
            if (in_hand && *in_hand)
                p->hands[is_black(at[-1])][in_hand - hand_letters]++;
        }
    char side = 'w', rights[8] = "-", ep[3] = "-";
    if (sscanf(at, " %c %7s %2s", &side, rights, ep) < 3)
        return false;
    p->black = side == 'b';
    if (rights[0] != '-')
        snprintf(p->rights, sizeof p->rights, "%s", rights);
    if (ep[0] != '-') {
        p->ep_x = ep[0] - 'a';
        p->ep_y = ep[1] - '1';
    }
    return true;
}

static size_t piece_count(const position *p, bool black)
{
    size_t count = 0;
    for (int x = 0; x < p->size; x++)
        for (int y = 0; y < p->size; y++)
            count += p->at[x][y] && is_black(p->at[x][y]) == black;
    return count;
}

/* The bare king of the Arabic masters: over, unless it is to move and can capture the last piece. Two bare kings are a draw,
 * but like other draws this does not stop counting. */
static bool is_over(const position *p, const candidates *list)
{
    if (p->which != ARABIC || (piece_count(p, false) > 1 && piece_count(p, true) > 1))
        return false;
    if (piece_count(p, false) == 1 && piece_count(p, true) == 1)
        return false;
    if (piece_count(p, p->black) > 1)
        return true;
    for (size_t i = 0; i < list->count; i++)
        if (piece_count(&list->all[i].after, !p->black) == 1)
            return false;
    return true;
}

/* Baring is an event: a given position that begins so is played on, see `given`. */
static uint64_t count_leaves(const position *p, int depth, bool given)
{
    candidates *list = malloc(sizeof *list);
    if (!list)
        die("out of memory");
    legal_moves(p, list, false);
    uint64_t leaves = 0;
    if (given || !is_over(p, list))
        for (size_t i = 0; i < list->count; i++)
            leaves += depth > 1 ? count_leaves(&list->all[i].after, depth - 1, false) : 1;
    free(list);
    return leaves;
}

/* ---- comparing ---- */

static size_t agreed_count, differing_count;
static ferz_messages *messages;

static void print_messages(void)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++)
        fputs(ferz_messages_at(messages, i).rendered, stdout);
    ferz_messages_clear(messages);
}

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(((const candidate *)left)->text, ((const candidate *)right)->text);
}

/* Whether the lists agree; prints the differences. */
static bool same(const ferz_game *game, const char *fen, const char *ours, size_t our_count,
                 const candidates *unpromoted)
{
    char missing[512] = "", extra[512] = "";
    size_t k = 0;
    bool good = true;
    for (size_t i = 0; i < our_count || k < unpromoted->count;) {
        int order = i == our_count ? 1 : k == unpromoted->count ? -1 : strcmp(ours, unpromoted->all[k].text);
        if (order) {
            good = false;
            char *list = order > 0 ? missing : extra;
            size_t length = strlen(list);
            snprintf(list + length, sizeof missing - length, " %s", order > 0 ? unpromoted->all[k].text : ours);
        }
        if (order <= 0) {
            i++;
            ours += strlen(ours) + 1;
        }
        k += order >= 0;
    }
    if (!good && differing_count < MAX_SHOWN) {
        printf("%s: missing:%s; only here:%s\n  position: %s\n  moves:",
               ferz_variant_facts(ferz_game_variant(game))->name, missing, extra, fen);
        for (size_t i = 0; i < ferz_game_ply_count(game); i++)
            printf(" %s", ferz_game_ply(game, i));
        putchar('\n');
    }
    return good;
}

/* Removes claims, which are no moves here; returns how many moves remain. */
static size_t without_claims(char *moves, size_t count)
{
    size_t kept = 0;
    char *to = moves;
    for (const char *from = moves; count; count--) {
        size_t length = strlen(from) + 1;
        if (strncmp(from, "claim-", 6) != 0) {
            memmove(to, from, length);
            to += length;
            kept++;
        }
        from += length;
    }
    return kept;
}

/* Rare moves are liked, or random games would hardly see them. */
static unsigned move_weight(const position *p, const candidate *move)
{
    if (move->text[1] == '@')
        return 2;
    int x = move->text[0] - 'a', y = move->text[1] - '1', tx = move->text[2] - 'a', ty = move->text[3] - '1';
    if (move->text[4])
        return 30;
    if (p->ep_x == tx && p->ep_y == ty && x != tx && moves_like(p, p->at[x][y]) == 'P')
        return 120;
    if (is_royal(p, p->at[x][y]) && (abs(x - tx) > 1 || abs(y - ty) > 1))
        return p->which == ARABIC || p->which == MAKRUK ? 3 : 60;
    return p->at[tx][ty] ? is_royal(p, p->at[x][y]) ? 40 : 8 : moves_like(p, p->at[x][y]) == 'P' ? 6 : 4;
}

static size_t play_game(rules_kind which, const ferz_variant *variant, const char *start, uint64_t *random_state,
                        size_t enough)
{
    static candidates unpromoted;
    size_t seen = 0;
    ferz_game *game = ferz_game_create(variant, start, messages);
    if (!game) {
        print_messages();
        differing_count++;
        return 0;
    }
    while (seen < enough && ferz_game_ply_count(game) < MAX_PLIES) {
        position p;
        size_t count = 0;
        ferz_status status;
        char *fen = ferz_game_fen(game);
        char *ours = ferz_game_legal_moves(game, &count, messages);
        if (!fen || !ours || ferz_game_status(game, &status, messages) != FERZ_OK || !read_fen(&p, which, fen))
            die("no position");
        count = without_claims(ours, count);
        legal_moves(&p, &unpromoted, false);
        qsort(unpromoted.all, unpromoted.count, sizeof unpromoted.all[0], compare_texts);
        bool over = ferz_game_ply_count(game) > 0 && is_over(&p, &unpromoted);
        bool ended = status.outcome != FERZ_ONGOING && (count || unpromoted.count) && !over;
        seen++;
        bool good = true;
        if (over ? status.outcome == FERZ_ONGOING : !ended && !same(game, fen, ours, count, &unpromoted)) {
            if (over)
                printf("%s: a bare king should have ended it: %s\n", names[which], fen);
            good = false;
        }
        if (ferz_game_in_check(game) != in_check(&p, p.black)) {
            printf("%s: we do not agree about check: %s\n", names[which], fen);
            good = false;
        }
        agreed_count += good;
        differing_count += !good;
        ferz_free(fen);
        ferz_free(ours);
        if (!good || over || ended || unpromoted.count == 0)
            break;
        uint64_t all = 0;
        for (size_t i = 0; i < unpromoted.count; i++)
            all += move_weight(&p, &unpromoted.all[i]);
        uint64_t left = random_next(random_state) % all;
        size_t chosen = 0;
        for (; left >= move_weight(&p, &unpromoted.all[chosen]); chosen++)
            left -= move_weight(&p, &unpromoted.all[chosen]);
        if (ferz_game_move(game, unpromoted.all[chosen].text, messages) != FERZ_OK) {
            print_messages();
            differing_count++;
            break;
        }
    }
    ferz_game_free(game);
    return seen;
}

/* The positions of the game's file; and its counts, those that are small enough, must be the plain generator's. */
static size_t read_file(rules_kind which, char *starts[], size_t room)
{
    char path[1024], *line = NULL;
    size_t length = 0, count = 0;
    snprintf(path, sizeof path, "%s/tests/perft/%s.epd", FERZ_SOURCE_DIR, files[which]);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    while (count < room && getline(&line, &length, file) >= 0) {
        line[strcspn(line, "#\r\n")] = '\0';
        char *field = strchr(line, ';');
        position p;
        if (!field)
            continue;
        *field++ = '\0';
        for (char *end = field - 2; end > line && *end == ' '; end--)
            *end = '\0';
        if (!read_fen(&p, which, line)) {
            printf("%s: not understood: %s\n", path, line);
            differing_count++;
            continue;
        }
        for (; field; field = strchr(field, ';'), field += field != NULL) {
            int depth;
            uint64_t wanted;
            if (sscanf(field, "D%d %" SCNu64, &depth, &wanted) != 2 || wanted > perft_limit)
                continue;
            uint64_t found = count_leaves(&p, depth, true);
            agreed_count += found == wanted;
            if (found != wanted && differing_count++ < MAX_SHOWN)
                printf("%s: depth %d: the file says %" PRIu64 ", the plain generator %" PRIu64 ": %s\n", path, depth,
                       wanted, found, line);
        }
        starts[count++] = strdup(line);
    }
    free(line);
    fclose(file);
    return count;
}

static void play_all(rules_kind which, uint64_t seed, size_t positions)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    char *starts[64];
    ferz_variant *variant = ferz_variant_load(names[which], dirs, NULL, 0, 1, messages);
    if (!variant) {
        print_messages();
        die("no rules");
    }
    uint64_t random_state = seed + (uint64_t)which * 1000003;
    size_t agreed_before = agreed_count, differing_before = differing_count, games = 0, seen = 0;
    size_t count = read_file(which, starts, sizeof starts / sizeof starts[0]);
    size_t counts = agreed_count + differing_count - agreed_before - differing_before;
    for (; seen < positions && differing_count - differing_before < MAX_SHOWN && games <= positions; games++)
        seen += play_game(which, variant, count && games % 3 ? starts[random_next(&random_state) % count] : NULL,
                          &random_state, positions - seen);
    printf("%-18s %zu counts, %zu games, %zu positions, %zu failed\n", names[which], counts, games, seen,
           differing_count - differing_before);
    for (size_t i = 0; i < count; i++)
        free(starts[i]);
    ferz_variant_free(variant);
}

static bool named(const char *name, char **words, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return count == 0;
}

int main(int count, char **words)
{
    uint64_t seed = 1, positions = 5000;
    int at = 1;
    for (; at + 1 < count && strncmp(words[at], "--", 2) == 0; at += 2) {
        if (strcmp(words[at], "--seed") == 0) {
            seed = strtoull(words[at + 1], NULL, 10);
        } else if (strcmp(words[at], "--positions") == 0) {
            positions = strtoull(words[at + 1], NULL, 10);
        } else if (strcmp(words[at], "--count") == 0 && at + 4 == count) {
            for (rules_kind which = 0; which < GAMES; which++) {
                position p;
                if (strcmp(words[at + 1], names[which]) != 0)
                    continue;
                if (!read_fen(&p, which, words[at + 3]))
                    die("the position is not understood");
                for (int depth = 1; depth <= atoi(words[at + 2]); depth++)
                    printf(";D%d %" PRIu64 "\n", depth, count_leaves(&p, depth, true));
                return 0;
            }
            die("no such game");
        } else {
            fputs("usage: plain [--seed S] [--positions N] [GAME...] | --count GAME DEPTH FEN\n", stderr);
            return 2;
        }
    }
    messages = ferz_messages_create(false);
    if (!messages)
        die("out of memory");
    printf("seed %" PRIu64 ", %" PRIu64 " positions a game\n", seed, positions);
    for (rules_kind which = 0; which < GAMES; which++)
        if (named(names[which], words + at, count - at))
            play_all(which, seed, (size_t)positions);
    ferz_messages_free(messages);
    printf("%zu passed, %zu failed\n", agreed_count, differing_count);
    return differing_count || !agreed_count;
}
