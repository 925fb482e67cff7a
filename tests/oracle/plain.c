/* A second opinion where no other program knows the game: a generator as plain as can be (a board of letters, one way to
 * ask "does this man reach that cell", every move tried and looked at), written from the catalogue's words, that shares
 * nothing with the library. It knows frankfurt, heian-shogi, shatranj-arabic, makruk with its first moves, and
 * gardner-minichess with castling, each as its default options have it.
 *
 *   plain [--seed S] [--positions N] [GAME…]   random games: our legal moves at every ply against the plain ones;
 *                                              then the counts of its file in tests/perft/ that are small enough
 *   plain --count GAME DEPTH FEN               what the plain generator counts, one depth after another
 */
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

enum { MOST_MOVES = 1024, LONGEST_GAME = 100, MOST_SHOWN = 5 };
static const uint64_t small_enough = 200000; /* leaves of a count in a file */

typedef enum which { FRANKFURT, HEIAN, ARABIC, MAKRUK, GARDNER, GAMES } which;
static const char *const names[GAMES] = {"frankfurt", "heian-shogi", "shatranj-arabic", "makruk", "gardner-minichess"};
static const char *const files[GAMES] = {"frankfurt", "heian-shogi", "shatranj-arabic", "makruk-book", "gardner-book"};
static const int sizes[GAMES] = {8, 8, 8, 8, 5};

/* Men are FEN letters, upper case White's; 0 is an empty cell. Of heian's promoted men, P L N S become A B C D. */
typedef struct place {
    which game;
    int size;
    char at[8][8]; /* column, row */
    bool black;    /* is to move */
    char rights[8];
    int passed_x, passed_y; /* en passant; passed_x < 0: none */
    int hands[2][5];        /* P L N S G */
} place;

typedef struct option {
    char text[8];
    place after;
} option;

typedef struct options {
    size_t count;
    option all[MOST_MOVES];
} options;

static const char handed[] = "PLNSG", promoted[] = "ABCD"; /* in the same order */

static void stop(const char *why)
{
    fprintf(stderr, "plain: %s\n", why);
    exit(3);
}

/* ---- men ---- */

static bool on_board(const place *p, int x, int y)
{
    return x >= 0 && y >= 0 && x < p->size && y < p->size;
}

static bool is_black(char man)
{
    return islower((unsigned char)man) != 0;
}

static char letter(char man)
{
    return (char)toupper((unsigned char)man);
}

static char coloured(char big, bool black)
{
    return black ? (char)tolower((unsigned char)big) : big;
}

static bool is_royal(const place *p, char man)
{
    return man && strchr(p->game == FRANKFURT ? "KWTESO" : "K", letter(man));
}

/* What it moves like: frankfurt's royals as the men they have become. */
static char manner(const place *p, char man)
{
    static const char royals[] = "WTESO", likes[] = "QRBNP";
    const char *at = p->game == FRANKFURT && man ? strchr(royals, letter(man)) : NULL;
    return at ? likes[at - royals] : letter(man);
}

static bool clear_between(const place *p, int x, int y, int tx, int ty)
{
    int dx = (tx > x) - (tx < x), dy = (ty > y) - (ty < y);
    for (x += dx, y += dy; x != tx || y != ty; x += dx, y += dy)
        if (p->at[x][y])
            return false;
    return true;
}

/* Whether the man on x y could take on tx ty, whatever stands there. */
static bool reaches(const place *p, int x, int y, int tx, int ty)
{
    char man = p->at[x][y];
    int across = abs(tx - x), up = is_black(man) ? y - ty : ty - y;
    if (across == 0 && up == 0)
        return false;
    bool step = across <= 1 && abs(up) <= 1, slant = across == abs(up), straight = across == 0 || up == 0;
    bool gold = step && !(across == 1 && up == -1);
    if (p->game == HEIAN) {
        switch (letter(man)) {
        case 'K':
            return step;
        case 'S':
            return step && (slant || up == 1);
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
    switch (manner(p, man)) {
    case 'K':
        return step;
    case 'R':
        return straight && clear_between(p, x, y, tx, ty);
    case 'N':
        return across * abs(up) == 2;
    case 'P':
        return across == 1 && up == 1;
    case 'B':
        return p->game == ARABIC ? slant && across == 2 : slant && clear_between(p, x, y, tx, ty);
    case 'Q':
        return p->game == ARABIC ? slant && across == 1 : (slant || straight) && clear_between(p, x, y, tx, ty);
    case 'M':
        return slant && across == 1;
    case 'S':
        return step && (slant || up == 1);
    default:
        return false;
    }
}

static bool attacked(const place *p, int x, int y, bool by_black)
{
    for (int fx = 0; fx < p->size; fx++)
        for (int fy = 0; fy < p->size; fy++)
            if (p->at[fx][fy] && is_black(p->at[fx][fy]) == by_black && reaches(p, fx, fy, x, y))
                return true;
    return false;
}

/* Whether that side's royal could be taken at once. */
static bool in_check(const place *p, bool black)
{
    for (int x = 0; x < p->size; x++)
        for (int y = 0; y < p->size; y++) {
            char man = p->at[x][y];
            if (!man || is_black(man) != black || !is_royal(p, man))
                continue;
            if (attacked(p, x, y, !black))
                return true;
            /* A royal pawn that has just stepped two could be taken in passing. */
            if (manner(p, man) == 'P' && p->passed_x == x && p->passed_y == (black ? y + 1 : y - 1))
                for (int fx = x - 1; fx <= x + 1; fx += 2)
                    if (on_board(p, fx, y) && p->at[fx][y] && is_black(p->at[fx][y]) != black &&
                        manner(p, p->at[fx][y]) == 'P')
                        return true;
        }
    return false;
}

/* ---- rights: letters that stay in the list until the man has moved or been taken ---- */

static bool has_right(const place *p, char right)
{
    return strchr(p->rights, right) != NULL;
}

static void lose_right(place *p, char right)
{
    char *at = strchr(p->rights, right);
    if (right && at)
        memmove(at, at + 1, strlen(at));
}

/* Something came to or went from a cell: who stood there has moved or is gone. */
static void touch(place *p, int x, int y)
{
    for (int black = 0; black < 2; black++) {
        if (y != (black ? p->size - 1 : 0))
            continue;
        const char *gone = "";
        if (p->game == FRANKFURT)
            gone = x == 4 ? "KQ" : x == 7 ? "K" : x == 0 ? "Q" : "";
        else if (p->game == GARDNER)
            gone = x == 0 || x == 4 ? "K" : "";
        else if (p->game == ARABIC)
            gone = x == 4 ? "L" : "";
        else if (p->game == MAKRUK)
            gone = x == (black ? 4 : 3) ? "K" : x == (black ? 3 : 4) ? "M" : "";
        for (; *gone; gone++)
            lose_right(p, coloured(*gone, black));
    }
}

/* ---- moves ---- */

static bool legal_moves(const place *p, options *list, bool first_only);

/* Adds the move unless it leaves the mover's royal to be taken. */
static void offer(options *list, const place *before, place *after, const char *text)
{
    after->black = !before->black;
    if (in_check(after, before->black))
        return;
    if (list->count == MOST_MOVES)
        stop("too many moves");
    option *made = &list->all[list->count++];
    snprintf(made->text, sizeof made->text, "%s", text);
    made->after = *after;
}

static void spell(char *text, int x, int y, int tx, int ty, char suffix)
{
    const char word[] = {(char)('a' + x), (char)('1' + y), (char)('a' + tx), (char)('1' + ty), suffix, '\0'};
    memcpy(text, word, sizeof word);
}

/* The man of x y goes to tx ty and becomes `man`. */
static place moved(const place *p, int x, int y, int tx, int ty, char man)
{
    place after = *p;
    char taken = p->at[tx][ty];
    if (p->game == HEIAN && taken) {
        char plain = letter(taken);
        const char *turned = strchr(promoted, plain);
        const char *in_hand = strchr(handed, turned ? handed[turned - promoted] : plain);
        if (in_hand)
            after.hands[p->black][in_hand - handed]++;
    }
    after.at[x][y] = 0;
    after.at[tx][ty] = man;
    after.passed_x = -1;
    touch(&after, x, y);
    touch(&after, tx, ty);
    return after;
}

static void offer_man(options *list, const place *p, int x, int y, int tx, int ty, char man, char suffix)
{
    char text[8];
    spell(text, x, y, tx, ty, suffix);
    place after = moved(p, x, y, tx, ty, man);
    offer(list, p, &after, text);
}

/* A step or capture to tx ty, with every choice of what to become there. */
static void go(options *list, const place *p, int x, int y, int tx, int ty)
{
    char man = p->at[x][y], kind = manner(p, man), taken = p->at[tx][ty];
    int rank = p->black ? p->size - ty : ty + 1; /* as the mover counts, from 1 */
    int from_rank = p->black ? p->size - y : y + 1;
    if (p->game == FRANKFURT && taken) {
        static const char likes[] = "QRBNP", royals[] = "WTESO";
        char becomes = manner(p, taken);
        if (is_royal(p, man))
            becomes = royals[strchr(likes, becomes) - likes];
        offer_man(list, p, x, y, tx, ty, coloured(becomes, p->black), '\0');
        return;
    }
    if (p->game == HEIAN) {
        const char *at = strchr(handed, kind);
        bool stuck = (strchr("PL", kind) && rank == 8) || (kind == 'N' && rank >= 7);
        if (at && kind != 'G' && (rank >= 6 || from_rank >= 6))
            offer_man(list, p, x, y, tx, ty, coloured(promoted[at - handed], p->black), '+');
        if (!stuck)
            offer_man(list, p, x, y, tx, ty, man, '\0');
        return;
    }
    bool promotes = kind == 'P' && rank == (p->game == MAKRUK ? 6 : p->size);
    if (!promotes) {
        offer_man(list, p, x, y, tx, ty, man, '\0');
        return;
    }
    static const char by_file[] = "RNBQQBNR";
    char of_file[2] = {by_file[tx], '\0'};
    const char *choices = p->game == ARABIC ? of_file : p->game == MAKRUK ? "M" : is_royal(p, man) ? "WTES" : "QRBN";
    for (; *choices; choices++)
        offer_man(list, p, x, y, tx, ty, coloured(*choices, p->black), (char)tolower((unsigned char)*choices));
}

static void castle(options *list, const place *p, char right, int king_x, int rook_x, int king_to, int rook_to)
{
    int y = p->black ? p->size - 1 : 0;
    if (!has_right(p, coloured(right, p->black)) || p->at[king_x][y] != coloured('K', p->black) ||
        p->at[rook_x][y] != coloured('R', p->black) || !clear_between(p, king_x, y, rook_x, y))
        return;
    int step = king_to > king_x ? 1 : -1;
    for (int x = king_x; x != king_to + step; x += step)
        if (attacked(p, x, y, !p->black))
            return;
    char text[8];
    spell(text, king_x, y, king_to, y, '\0');
    place after = moved(p, king_x, y, king_to, y, p->at[king_x][y]);
    after.at[rook_x][y] = 0;
    after.at[rook_to][y] = p->at[rook_x][y];
    touch(&after, rook_x, y);
    offer(list, p, &after, text);
}

static void special_moves(options *list, const place *p, int x, int y)
{
    char man = p->at[x][y], kind = manner(p, man);
    int ahead = p->black ? -1 : 1;
    if (kind == 'P' && p->game != HEIAN && on_board(p, x, y + ahead) && !p->at[x][y + ahead]) {
        go(list, p, x, y, x, y + ahead);
        if (p->game == FRANKFURT && y == (p->black ? 6 : 1) && !p->at[x][y + 2 * ahead]) {
            char text[8];
            spell(text, x, y, x, y + 2 * ahead, '\0');
            place after = moved(p, x, y, x, y + 2 * ahead, man);
            after.passed_x = x;
            after.passed_y = y + ahead;
            offer(list, p, &after, text);
        }
    }
    if (kind == 'P' && p->passed_x >= 0 && abs(p->passed_x - x) == 1 && p->passed_y == y + ahead) {
        char text[8];
        spell(text, x, y, p->passed_x, p->passed_y, '\0');
        place after = moved(p, x, y, p->passed_x, p->passed_y, man);
        after.at[p->passed_x][y] = 0;
        offer(list, p, &after, text);
    }
    bool leaps = kind == 'K' && ((p->game == ARABIC && has_right(p, coloured('L', p->black))) ||
                                 (p->game == MAKRUK && has_right(p, coloured('K', p->black))));
    for (int tx = 0; leaps && tx < p->size; tx++)
        for (int ty = 0; ty < p->size; ty++) {
            int across = abs(tx - x), up = abs(ty - y);
            char there = p->at[tx][ty];
            if (p->game == ARABIC ? (across == 2 || up == 2) && across <= 2 && up <= 2 && !there
                                  : across * up == 2 && !(there && (is_black(there) == p->black || is_royal(p, there))))
                go(list, p, x, y, tx, ty);
        }
    if (p->game == MAKRUK && kind == 'M' && has_right(p, coloured('M', p->black)) && x == (p->black ? 3 : 4) &&
        y == (p->black ? 7 : 0) && !p->at[x][y + ahead] && !p->at[x][y + 2 * ahead])
        go(list, p, x, y, x, y + 2 * ahead);
    if (p->game == FRANKFURT && letter(man) == 'K') {
        castle(list, p, 'K', 4, 7, 6, 5);
        castle(list, p, 'Q', 4, 0, 2, 3);
    }
    if (p->game == GARDNER && kind == 'K')
        castle(list, p, 'K', 0, 4, 2, 1);
}

static void drops(options *list, const place *p)
{
    for (int k = 0; k < 5; k++)
        for (int x = 0; p->hands[p->black][k] && x < p->size; x++) {
            bool pawn_there = false;
            for (int y = 0; y < p->size; y++)
                pawn_there = pawn_there || p->at[x][y] == coloured('P', p->black);
            for (int y = 0; y < p->size; y++) {
                int rank = p->black ? p->size - y : y + 1;
                char man = handed[k];
                if (p->at[x][y] || (man == 'P' && pawn_there) || (strchr("PL", man) && rank == 8) ||
                    (man == 'N' && rank >= 7))
                    continue;
                place after = *p;
                after.hands[p->black][k]--;
                after.at[x][y] = coloured(man, p->black);
                after.passed_x = -1;
                after.black = !p->black;
                static options answers; /* not needed deeper down: an answer to a pawn's check is no pawn drop */
                if (man == 'P' && in_check(&after, after.black) && !legal_moves(&after, &answers, true))
                    continue;
                const char text[] = {man, '@', (char)('a' + x), (char)('1' + y), '\0'};
                offer(list, p, &after, text);
            }
        }
}

/* Whether there is any; with `first_only` no drops are tried, which do not help against a pawn that is next to the king. */
static bool legal_moves(const place *p, options *list, bool first_only)
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
                                        : manner(p, p->at[x][y]) != 'P' || p->game == HEIAN;
                    if (may_go && reaches(p, x, y, tx, ty))
                        go(list, p, x, y, tx, ty);
                }
            special_moves(list, p, x, y);
        }
    if (p->game == HEIAN && !first_only)
        drops(list, p);
    return list->count != 0;
}

/* ---- positions ---- */

static bool read_fen(place *p, which game, const char *fen)
{
    *p = (place){.game = game, .size = sizes[game], .passed_x = -1};
    int x = 0, y = p->size - 1;
    const char *at = fen;
    for (; *at && *at != ' ' && *at != '['; at++) {
        if (*at == '/') {
            x = 0;
            y--;
        } else if (isdigit((unsigned char)*at)) {
            x += *at - '0';
        } else {
            bool turned = *at == '+';
            at += turned;
            const char *plain = turned ? strchr("PLNS", letter(*at)) : NULL;
            if (!*at || !on_board(p, x, y) || (turned && !plain))
                return false;
            p->at[x++][y] = turned ? coloured(promoted[strchr(handed, *plain) - handed], is_black(*at)) : *at;
        }
    }
    if (*at == '[')
        for (at++; *at && *at++ != ']';) {
            const char *in_hand = strchr(handed, letter(at[-1]));
            if (in_hand && *in_hand)
                p->hands[is_black(at[-1])][in_hand - handed]++;
        }
    char side = 'w', rights[8] = "-", passed[3] = "-";
    if (sscanf(at, " %c %7s %2s", &side, rights, passed) < 3)
        return false;
    p->black = side == 'b';
    if (rights[0] != '-')
        snprintf(p->rights, sizeof p->rights, "%s", rights);
    if (passed[0] != '-') {
        p->passed_x = passed[0] - 'a';
        p->passed_y = passed[1] - '1';
    }
    return true;
}

static size_t men(const place *p, bool black)
{
    size_t count = 0;
    for (int x = 0; x < p->size; x++)
        for (int y = 0; y < p->size; y++)
            count += p->at[x][y] && is_black(p->at[x][y]) == black;
    return count;
}

/* The Arabic masters' bare king: over, unless he is to move and can take the last man. Two bare kings are a draw, but like
 * other draws no end that stops counting. */
static bool is_over(const place *p, const options *list)
{
    if (p->game != ARABIC || (men(p, false) > 1 && men(p, true) > 1))
        return false;
    if (men(p, false) == 1 && men(p, true) == 1)
        return false;
    if (men(p, p->black) > 1)
        return true;
    for (size_t i = 0; i < list->count; i++)
        if (men(&list->all[i].after, !p->black) == 1)
            return false;
    return true;
}

/* Baring is an event: a position that is given so is played on, which `given` says. */
static uint64_t count_leaves(const place *p, int depth, bool given)
{
    options *list = malloc(sizeof *list);
    if (!list)
        stop("out of memory");
    legal_moves(p, list, false);
    uint64_t leaves = 0;
    if (given || !is_over(p, list))
        for (size_t i = 0; i < list->count; i++)
            leaves += depth > 1 ? count_leaves(&list->all[i].after, depth - 1, false) : 1;
    free(list);
    return leaves;
}

/* ---- comparing ---- */

static size_t passed_count, failed_count;
static ferz_messages *messages;

static void told(void)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++)
        fputs(ferz_messages_at(messages, i).rendered, stdout);
    ferz_messages_clear(messages);
}

static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int by_text(const void *left, const void *right)
{
    return strcmp(((const option *)left)->text, ((const option *)right)->text);
}

/* Whether the lists agree; tells what does not. */
static bool same(const ferz_play *play, const char *fen, const char *ours, size_t our_count, const options *plain)
{
    char missing[512] = "", extra[512] = "";
    size_t k = 0;
    bool good = true;
    for (size_t i = 0; i < our_count || k < plain->count;) {
        int order = i == our_count ? 1 : k == plain->count ? -1 : strcmp(ours, plain->all[k].text);
        if (order) {
            good = false;
            char *list = order > 0 ? missing : extra;
            size_t length = strlen(list);
            snprintf(list + length, sizeof missing - length, " %s", order > 0 ? plain->all[k].text : ours);
        }
        if (order <= 0) {
            i++;
            ours += strlen(ours) + 1;
        }
        k += order >= 0;
    }
    if (!good && failed_count < MOST_SHOWN) {
        printf("%s: missing:%s; only here:%s\n  position: %s\n  moves:", ferz_game_name(ferz_play_game(play)), missing,
               extra, fen);
        for (size_t i = 0; i < ferz_play_plies(play); i++)
            printf(" %s", ferz_play_ply(play, i));
        putchar('\n');
    }
    return good;
}

/* Takes out claims, which are not moves here; how many are left. */
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
static unsigned liking(const place *p, const option *move)
{
    if (move->text[1] == '@')
        return 2;
    int x = move->text[0] - 'a', y = move->text[1] - '1', tx = move->text[2] - 'a', ty = move->text[3] - '1';
    if (move->text[4])
        return 30;
    if (p->passed_x == tx && p->passed_y == ty && x != tx && manner(p, p->at[x][y]) == 'P')
        return 120;
    if (is_royal(p, p->at[x][y]) && (abs(x - tx) > 1 || abs(y - ty) > 1))
        return p->game == ARABIC || p->game == MAKRUK ? 3 : 60;
    return p->at[tx][ty] ? is_royal(p, p->at[x][y]) ? 40 : 8 : manner(p, p->at[x][y]) == 'P' ? 6 : 4;
}

static size_t play_game(which game, const ferz_game *rules, const char *start, uint64_t *chance, size_t enough)
{
    static options plain;
    size_t seen = 0;
    ferz_play *play = ferz_play_create(rules, start, messages);
    if (!play) {
        told();
        failed_count++;
        return 0;
    }
    while (seen < enough && ferz_play_plies(play) < LONGEST_GAME) {
        place p;
        size_t count = 0;
        ferz_status status;
        char *fen = ferz_play_fen(play);
        char *ours = ferz_play_moves(play, &count, messages);
        if (!fen || !ours || ferz_play_status(play, &status, messages) != FERZ_OK || !read_fen(&p, game, fen))
            stop("no position");
        count = without_claims(ours, count);
        legal_moves(&p, &plain, false);
        qsort(plain.all, plain.count, sizeof plain.all[0], by_text);
        bool over = ferz_play_plies(play) > 0 && is_over(&p, &plain);
        bool ended = status.outcome != FERZ_ONGOING && (count || plain.count) && !over;
        seen++;
        bool good = true;
        if (over ? status.outcome == FERZ_ONGOING : !ended && !same(play, fen, ours, count, &plain)) {
            if (over)
                printf("%s: a bare king should have ended it: %s\n", names[game], fen);
            good = false;
        }
        if (ferz_play_in_check(play) != in_check(&p, p.black)) {
            printf("%s: we do not agree about check: %s\n", names[game], fen);
            good = false;
        }
        passed_count += good;
        failed_count += !good;
        ferz_free(fen);
        ferz_free(ours);
        if (!good || over || ended || plain.count == 0)
            break;
        uint64_t all = 0;
        for (size_t i = 0; i < plain.count; i++)
            all += liking(&p, &plain.all[i]);
        uint64_t left = draw(chance) % all;
        size_t chosen = 0;
        for (; left >= liking(&p, &plain.all[chosen]); chosen++)
            left -= liking(&p, &plain.all[chosen]);
        if (ferz_play_move(play, plain.all[chosen].text, messages) != FERZ_OK) {
            told();
            failed_count++;
            break;
        }
    }
    ferz_play_destroy(play);
    return seen;
}

/* The positions of the game's file; and its counts, those that are small enough, must be the plain generator's. */
static size_t read_file(which game, char *starts[], size_t room)
{
    char path[1024], *line = NULL;
    size_t length = 0, count = 0;
    snprintf(path, sizeof path, "%s/tests/perft/%s.epd", FERZ_SOURCE_DIR, files[game]);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    while (count < room && getline(&line, &length, file) >= 0) {
        line[strcspn(line, "#\r\n")] = '\0';
        char *field = strchr(line, ';');
        place p;
        if (!field)
            continue;
        *field++ = '\0';
        for (char *end = field - 2; end > line && *end == ' '; end--)
            *end = '\0';
        if (!read_fen(&p, game, line)) {
            printf("%s: not understood: %s\n", path, line);
            failed_count++;
            continue;
        }
        for (; field; field = strchr(field, ';'), field += field != NULL) {
            int depth;
            uint64_t wanted;
            if (sscanf(field, "D%d %" SCNu64, &depth, &wanted) != 2 || wanted > small_enough)
                continue;
            uint64_t found = count_leaves(&p, depth, true);
            passed_count += found == wanted;
            if (found != wanted && failed_count++ < MOST_SHOWN)
                printf("%s: depth %d: the file says %" PRIu64 ", the plain generator %" PRIu64 ": %s\n", path, depth,
                       wanted, found, line);
        }
        starts[count++] = strdup(line);
    }
    free(line);
    fclose(file);
    return count;
}

static void play_all(which game, uint64_t seed, size_t positions)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    char *starts[64];
    ferz_game *rules = ferz_game_load(names[game], dirs, NULL, 0, 1, messages);
    if (!rules) {
        told();
        stop("no rules");
    }
    uint64_t chance = seed + (uint64_t)game * 1000003;
    size_t passed_before = passed_count, failed_before = failed_count, games = 0, seen = 0;
    size_t count = read_file(game, starts, sizeof starts / sizeof starts[0]);
    size_t counts = passed_count + failed_count - passed_before - failed_before;
    for (; seen < positions && failed_count - failed_before < MOST_SHOWN && games <= positions; games++)
        seen += play_game(game, rules, count && games % 3 ? starts[draw(&chance) % count] : NULL, &chance,
                          positions - seen);
    printf("%-18s %zu counts, %zu games, %zu positions, %zu failed\n", names[game], counts, games, seen,
           failed_count - failed_before);
    for (size_t i = 0; i < count; i++)
        free(starts[i]);
    ferz_game_destroy(rules);
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
            for (which game = 0; game < GAMES; game++) {
                place p;
                if (strcmp(words[at + 1], names[game]) != 0)
                    continue;
                if (!read_fen(&p, game, words[at + 3]))
                    stop("the position is not understood");
                for (int depth = 1; depth <= atoi(words[at + 2]); depth++)
                    printf(";D%d %" PRIu64 "\n", depth, count_leaves(&p, depth, true));
                return 0;
            }
            stop("no such game");
        } else {
            fputs("usage: plain [--seed S] [--positions N] [GAME...] | --count GAME DEPTH FEN\n", stderr);
            return 2;
        }
    }
    messages = ferz_messages_create(false);
    if (!messages)
        stop("out of memory");
    printf("seed %" PRIu64 ", %" PRIu64 " positions a game\n", seed, positions);
    for (which game = 0; game < GAMES; game++)
        if (named(names[game], words + at, count - at))
            play_all(game, seed, (size_t)positions);
    ferz_messages_destroy(messages);
    printf("%zu passed, %zu failed\n", passed_count, failed_count);
    return failed_count || !passed_count;
}
