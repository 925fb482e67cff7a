/* What two games play differently: positions that both can set up, played by both side by side.
 *
 * A pair of plays goes through the same moves. Wherever legal moves, the position that a move leads to, or the result differ, the
 * difference has a kind: which game allows it, what man moves, and the words by which the other forbids it, without the
 * cells. The first witness of each kind is then made smaller, as long as it stays a witness: the road is shortened, men are taken
 * off the board, rights and clocks are cleared. All of it goes through the public functions, but for asking whether a player who is
 * not to move stands in check: a position where a king could be taken would be a poor example.
 */
#include "ferz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "ferz_internal.h"

enum {
    KINDS_MAX = 48,
    SIGN_MAX = 200,
    ASKED_MAX = 16,    /* moves of one position and side whose reasons are asked */
    SHRINK_MAX = 2500, /* smaller positions that are tried for one witness */
    ROAD_MAX = 100,    /* ... and shorter roads */
};

typedef struct pair {
    ferz_play *of[2];
} pair;

typedef struct witness {
    char sign[SIGN_MAX]; /* the kind of difference */
    char *fen, *moves;   /* where it shows: set up, then played */
    char *road;
    size_t plies, men;
} witness;

typedef struct differ {
    const ferz_game *game[2];
    const ferz_differ_limits *limits;
    random_source random;
    ferz_messages *inner;
    witness kinds[KINDS_MAX];
    size_t kind_count, kinds_met;
    uint64_t positions, most;
    size_t most_plies;
    text road;          /* of the pair at hand, a blank before each move */
    const char *begun;  /* FEN of where it began */
    const char *wanted; /* only this kind is of interest; NULL: all */
    bool seen;          /* it was met */
    ferz_result result;
} differ;

static void *no_room(differ *d)
{
    d->result = FERZ_FAULT;
    return NULL;
}

static char *copy_of(differ *d, const char *string)
{
    size_t size = strlen(string) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, string, size) : no_room(d);
}

/* A script that fails says so; that is no difference. */
static void take_result(differ *d, ferz_result result)
{
    if (result == FERZ_FAULT || result == FERZ_OVERRUN) {
        d->result = result;
    }
}

static bool stopped(const differ *d)
{
    return d->result != FERZ_OK || (d->limits->any && d->kind_count) ||
           (d->limits->stop && d->limits->stop(d->limits->state));
}

/* ---- pairs ---- */

static void pair_close(pair *p)
{
    ferz_play_destroy(p->of[0]);
    ferz_play_destroy(p->of[1]);
    *p = (pair){{NULL, NULL}};
}

static ferz_play *set_up(differ *d, int which, const char *fen)
{
    ferz_messages_clear(d->inner);
    return ferz_play_create(d->game[which], fen, d->inner);
}

/* How much of another game's FEN is taken over: fields, and whether the rights are. */
typedef struct shared {
    int fields;
    bool rights;
} shared;

/* That much of a FEN, without empty hands. */
static char *part_of(differ *d, const char *fen, shared of)
{
    text out = {0};
    int field = 1;
    for (const char *at = fen; *at; at++) {
        bool begins = at == fen || at[-1] == ' ';
        if (*at == ' ' && field++ == of.fields) {
            break;
        }
        if (strncmp(at, "[]", 2) == 0) {
            at++;
        } else if (begins && field == 3 && !of.rights) {
            text_char(&out, '-');
            at += strcspn(at, " ") - 1;
        } else {
            text_char(&out, *at);
        }
    }
    char *given = text_given(&out);
    return given ? given : no_room(d);
}

/* Sets up what the other game wrote; what means nothing here is left away. `*of` (may be NULL) gets how much was taken over. */
static ferz_play *set_up_foreign(differ *d, int which, const char *fen, shared *of)
{
    static const shared parts[] = {{100, true}, {100, false}, {6, true}, {6, false}, {4, false}, {2, true}};
    ferz_play *play = set_up(d, which, fen);
    size_t i = 0;
    for (; !play && i < sizeof parts / sizeof *parts; i++) {
        char *part = part_of(d, fen, parts[i]);
        play = part ? set_up(d, which, part) : NULL;
        free(part);
    }
    if (of) {
        *of = parts[i ? i - 1 : 0];
    }
    return play;
}

static bool same_men(const pair *p)
{
    size_t cells = ferz_play_cells(p->of[0]);
    bool same = cells == ferz_play_cells(p->of[1]);
    for (size_t i = 0; same && i < cells; i++) {
        char man[32] = "";
        ferz_cell one = ferz_play_cell(p->of[0], i);
        snprintf(man, sizeof man, "%s", one.man ? one.man : "");
        ferz_cell other = ferz_play_cell(p->of[1], i);
        same = strcmp(man, other.man ? other.man : "") == 0;
    }
    return same;
}

/* Both games at one position. */
static bool pair_open(differ *d, pair *p, const char *fen)
{
    *p = (pair){{set_up_foreign(d, 0, fen, NULL), NULL}};
    char *own = p->of[0] ? ferz_play_fen(p->of[0]) : NULL;
    if (own) {
        p->of[1] = set_up_foreign(d, 1, own, NULL);
    } else if (p->of[0]) {
        no_room(d);
    }
    free(own);
    if (p->of[1] && same_men(p)) {
        return true;
    }
    pair_close(p);
    return false;
}

/* Whether the position of that game is what the other's text says, as far as it means something here. */
static bool reads_the_same(differ *d, int which, const char *own, const char *foreign)
{
    shared of;
    ferz_play *read = set_up_foreign(d, which, foreign, &of);
    char *fen = read ? ferz_play_fen(read) : NULL;
    char *one = fen ? part_of(d, fen, of) : NULL, *other = fen ? part_of(d, own, of) : NULL;
    bool same = one && other && strcmp(one, other) == 0;
    free(one);
    free(other);
    free(fen);
    ferz_play_destroy(read);
    return same;
}

/* Whether the two positions are one: as both write it, or as one of them understands the other. */
static bool same_position(differ *d, const pair *p)
{
    char *one = ferz_play_fen(p->of[0]), *other = ferz_play_fen(p->of[1]);
    bool same = one && other &&
                (strcmp(one, other) == 0 || reads_the_same(d, 1, other, one) || reads_the_same(d, 0, one, other));
    if (!one || !other) {
        no_room(d);
    }
    free(one);
    free(other);
    return same;
}

/* Plays a move in both. False when one of them does not allow it: then nothing was played. */
static bool pair_play(differ *d, pair *p, const char *words)
{
    for (int i = 0; i < 2; i++) {
        ferz_messages_clear(d->inner);
        ferz_result result = ferz_play_move(p->of[i], words, d->inner);
        take_result(d, result);
        if (result != FERZ_OK) {
            if (i) {
                ferz_play_undo(p->of[0]);
            }
            return false;
        }
    }
    return true;
}

static void pair_undo(pair *p)
{
    ferz_play_undo(p->of[0]);
    ferz_play_undo(p->of[1]);
}

/* ---- kinds of differences ---- */

/* The kind of man that a move begins with; a word of the move's own when it begins with no cell. */
static void put_mover(const ferz_play *play, const char *words, text *out)
{
    size_t longest = 0;
    char type[64] = "";
    for (size_t i = 0; i < ferz_play_cells(play); i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        size_t length = strlen(cell.name);
        if (length > longest && strncmp(words, cell.name, length) == 0 && cell.type) {
            longest = length;
            snprintf(type, sizeof type, "%s", cell.type);
        }
    }
    const char *at = strchr(words, '@');
    if (longest) {
        text_put(out, type);
    } else if (at) {
        text_print(out, "%.*s@", (int)(at - words), words);
    } else {
        text_print(out, "%.*s", (int)strcspn(words, " 0123456789"), words);
    }
}

/* The first line of a reason; with `general`, cells are left out. */
static void put_reason(const char *why, bool general, text *out)
{
    for (const char *s = why; *s && *s != '\n'; s++) {
        size_t letters = strspn(s, "abcdefghijklmnopqrstuvwxyz");
        bool begins = s == why || !isalnum((unsigned char)s[-1]);
        size_t digits = strspn(s + letters, "0123456789");
        if (general && begins && letters && letters <= 2 && digits && !isalnum((unsigned char)s[letters + digits])) {
            text_char(out, '#');
            s += letters + digits - 1;
        } else {
            text_char(out, *s);
        }
    }
}

static char *why_not(differ *d, ferz_play *play, const char *words)
{
    bool legal = false;
    ferz_messages_clear(d->inner);
    char *why = ferz_play_why(play, words, &legal, d->inner);
    take_result(d, ferz_messages_result(d->inner));
    if (!why) {
        return copy_of(d, "illegal");
    }
    const char *said = strncmp(why, "illegal: ", 9) == 0 ? why + 9 : why;
    memmove(why, said, strlen(said) + 1);
    return why;
}

static size_t men_of(const ferz_play *play)
{
    size_t men = 0;
    for (size_t i = 0; i < ferz_play_cells(play); i++) {
        men += ferz_play_cell(play, i).owner >= 0 || ferz_play_cell(play, i).type != NULL;
    }
    return men;
}

/* Keeps the witness if its kind is new. */
static void met(differ *d, const pair *p, const char *sign)
{
    if (d->wanted) {
        d->seen |= strcmp(d->wanted, sign) == 0;
        return;
    }
    for (size_t i = 0; i < d->kind_count; i++) {
        if (strcmp(d->kinds[i].sign, sign) == 0) {
            return;
        }
    }
    if (d->kind_count == KINDS_MAX) {
        return;
    }
    witness *w = &d->kinds[d->kind_count];
    *w = (witness){.plies = ferz_play_plies(p->of[0]), .men = men_of(p->of[0])};
    snprintf(w->sign, sizeof w->sign, "%s", sign);
    const char *road = text_string(&d->road);
    w->fen = copy_of(d, d->begun);
    w->road = copy_of(d, road + (*road == ' '));
    w->moves = copy_of(d, road + (*road == ' '));
    d->kind_count++;
}

static void met_move(differ *d, const pair *p, int by, const char *words)
{
    text sign = {0};
    text_print(&sign, "%d ", by);
    put_mover(p->of[0], words, &sign);
    char *why = why_not(d, p->of[1 - by], words);
    text_char(&sign, ' ');
    put_reason(why ? why : "", true, &sign);
    free(why);
    if (sign.length >= SIGN_MAX) {
        sign.bytes[SIGN_MAX - 1] = '\0';
    }
    met(d, p, text_string(&sign));
    text_finish(&sign);
}

static void put_status(const ferz_game *of, const ferz_status *status, text *out)
{
    text_put(out, status->outcome == FERZ_ONGOING ? "ongoing" : "");
    if (status->outcome == FERZ_DRAW) {
        text_put(out, "draw");
    } else if (status->outcome == FERZ_WIN) {
        text_print(out, "%s wins", ferz_game_player(of, status->winner));
    }
    text_print(out, "%s%s", status->reason[0] ? ": " : "", status->reason);
}

/* In what the position differs that a move has led to: cells that only one of the games empties, or changes, or all else. What man moved
 * is no difference: mostly the rule is one for all. */
static void met_effect(differ *d, const pair *p)
{
    unsigned seen = 0;
    for (size_t i = 0; i < ferz_play_cells(p->of[0]); i++) {
        char man[32] = "";
        const char *one = ferz_play_cell(p->of[0], i).man;
        snprintf(man, sizeof man, "%s", one ? one : "");
        const char *other = ferz_play_cell(p->of[1], i).man;
        bool same = strcmp(man, other ? other : "") == 0;
        seen |= same ? 0U : !other ? 1U : !man[0] ? 2U : 4U;
    }
    char sign[SIGN_MAX];
    snprintf(sign, sizeof sign, "-1 %u", seen);
    pair before = *p;
    pair_undo(&before);
    met(d, &before, sign);
}

/* The results of both; true when they differ in more than words. */
static bool results_differ(differ *d, const pair *p, ferz_status status[2])
{
    for (int i = 0; i < 2; i++) {
        ferz_messages_clear(d->inner);
        take_result(d, ferz_play_status(p->of[i], &status[i], d->inner));
    }
    return status[0].outcome != status[1].outcome ||
           (status[0].outcome == FERZ_WIN && status[0].winner != status[1].winner);
}

/* ---- one position ---- */

typedef struct listed {
    char *block[2];
    size_t count[2];
} listed;

static void listed_close(listed *l)
{
    ferz_free(l->block[0]);
    ferz_free(l->block[1]);
}

static bool listed_open(differ *d, const pair *p, listed *l)
{
    *l = (listed){{NULL, NULL}, {0, 0}};
    for (int i = 0; i < 2; i++) {
        ferz_messages_clear(d->inner);
        l->block[i] = ferz_play_moves(p->of[i], &l->count[i], d->inner);
        if (!l->block[i]) {
            ferz_result result = ferz_messages_result(d->inner);
            d->result = result == FERZ_OK ? FERZ_FAULT : result;
        }
    }
    if (d->result != FERZ_OK) {
        listed_close(l);
    }
    return d->result == FERZ_OK;
}

/* Calls `told` with each move of either list, in order, and who allows it. */
static void each_move(const listed *l, void (*told)(void *state, int by, const char *words), void *state)
{
    const char *next[2] = {l->block[0], l->block[1]};
    size_t left[2] = {l->count[0], l->count[1]};
    while (left[0] || left[1]) {
        int order = !left[0] ? 1 : !left[1] ? -1 : strcmp(next[0], next[1]);
        told(state, order < 0 ? 0 : order > 0 ? 1 : -1, order <= 0 ? next[0] : next[1]);
        for (int i = 0; i < 2; i++) {
            if (i == 0 ? order <= 0 : order >= 0) {
                next[i] += strlen(next[i]) + 1;
                left[i]--;
            }
        }
    }
}

typedef struct sifted {
    differ *d;
    pair *p;
    const char **common; /* NULL: not wanted */
    size_t common_count, asked[2];
} sifted;

static void sift(void *state, int by, const char *words)
{
    sifted *s = state;
    if (by < 0) {
        if (s->common) {
            s->common[s->common_count] = words;
        }
        s->common_count++;
    } else if (s->asked[by]++ < ASKED_MAX) {
        met_move(s->d, s->p, by, words);
    }
}

/* Looks at one position; `common` gets the moves that both allow, into the block of `l`. */
static size_t look(differ *d, pair *p, const listed *l, const char **common)
{
    ferz_status status[2];
    d->positions++;
    if (results_differ(d, p, status)) {
        text sign = {0};
        text_put(&sign, "status ");
        put_status(d->game[0], &status[0], &sign);
        text_put(&sign, " / ");
        put_status(d->game[1], &status[1], &sign);
        met(d, p, text_string(&sign));
        text_finish(&sign);
        return 0;
    }
    sifted s = {.d = d, .p = p, .common = common};
    each_move(l, sift, &s);
    return s.common_count;
}

/* Plays a common move on both. False, and nothing is played, when it leads to different positions. */
static bool step(differ *d, pair *p, const char *words)
{
    if (!pair_play(d, p, words)) {
        return false;
    }
    if (same_position(d, p)) {
        return true;
    }
    met_effect(d, p); /* takes the move back */
    return false;
}

static const char **room_for(differ *d, const listed *l)
{
    size_t most = l->count[0] < l->count[1] ? l->count[0] : l->count[1];
    const char **common = malloc((most + 1) * sizeof *common);
    return common ? common : no_room(d);
}

/* ---- looking for differences ---- */

static bool enough(const differ *d, uint64_t most)
{
    return stopped(d) || d->positions >= most;
}

/* Notes a move that was made. */
static void go_on(differ *d, const char *words)
{
    text_print(&d->road, " %s", words);
    if (d->road.failed) {
        no_room(d);
    }
}

/* All that `depth` plies lead to; what lies nearer was looked at before. */
static void look_around(differ *d, pair *p, int depth, uint64_t most)
{
    listed l;
    if (!listed_open(d, p, &l)) {
        return;
    }
    const char **common = room_for(d, &l);
    size_t count = 0;
    if (common && depth == 0) {
        (void)look(d, p, &l, NULL);
    } else if (common) {
        count = look(d, p, &l, common);
        d->positions--; /* it was counted when it was at depth 0 */
    }
    for (size_t i = 0; i < count && !enough(d, most); i++) {
        size_t length = d->road.length;
        if (step(d, p, common[i])) {
            go_on(d, common[i]);
            look_around(d, p, depth - 1, most);
            pair_undo(p);
            if (d->road.bytes) {
                d->road.length = length;
                d->road.bytes[length] = '\0';
            }
        }
    }
    free(common);
    listed_close(&l);
}

/* The move that takes back what the player did a moment ago, if it is among those: back and forth positions come again, which
 * moves by chance seldom do. NULL when there is none. */
static const char *way_back(const pair *p, const char **common, size_t count)
{
    size_t plies = ferz_play_plies(p->of[0]);
    const char *last = plies >= 2 ? ferz_play_ply(p->of[0], plies - 2) : "";
    size_t half = strlen(last) / 2;
    for (size_t i = 0; half && i < count; i++) {
        const char *words = common[i];
        if (strlen(words) == 2 * half && strncmp(words, last + half, half) == 0 &&
            strncmp(words + half, last, half) == 0) {
            return words;
        }
    }
    return NULL;
}

/* `returns`: mostly by moves that take back the one before. */
static void random_game(differ *d, pair *p, bool returns)
{
    bool goes_on = true;
    for (size_t ply = 0; goes_on && ply < d->most_plies && !enough(d, d->most); ply++) {
        listed l;
        if (!listed_open(d, p, &l)) {
            return;
        }
        const char **common = room_for(d, &l);
        size_t count = common ? look(d, p, &l, common) : 0;
        goes_on = false;
        /* A move that leads elsewhere has been noted; another one is drawn. */
        for (int tries = 0; count && !goes_on && tries < 4; tries++) {
            const char *back = returns && ply >= 12 && tries == 0 ? way_back(p, common, count) : NULL;
            const char *words = back ? back : common[random_below(&d->random, (uint32_t)count)];
            goes_on = step(d, p, words);
            if (goes_on) {
                go_on(d, words);
            }
        }
        free(common);
        listed_close(&l);
    }
}

static void look_from(differ *d, const char *fen, uint64_t games, uint64_t most)
{
    pair p;
    if (!pair_open(d, &p, fen)) {
        return;
    }
    d->begun = fen;
    uint64_t near = d->positions + (most - d->positions) / 2;
    for (int depth = 0; depth < 8 && !stopped(d) && d->positions < near; depth++) {
        uint64_t before = d->positions;
        text_clear(&d->road);
        look_around(d, &p, depth, near);
        if (d->positions == before) {
            break; /* the whole game has been seen */
        }
    }
    pair_close(&p);
    for (uint64_t i = 0; i < games && !stopped(d) && d->positions < most; i++) {
        text_clear(&d->road);
        if (!pair_open(d, &p, fen)) {
            return;
        }
        random_game(d, &p, i % 8 == 3);
        pair_close(&p);
    }
}

/* ---- making a witness smaller ---- */

/* The next man, run of empty cells or other sign in the field of who stands where; its length. */
static size_t token(const char *s)
{
    size_t digits = strspn(s, "0123456789");
    if (digits) {
        return digits;
    }
    if (*s == '(') {
        size_t inside = strcspn(s, ")");
        return inside + (s[inside] == ')');
    }
    size_t length = 0;
    length += s[length] == '+';
    while (isalpha((unsigned char)s[length])) {
        length++;
        if (!strchr(s, ',')) {
            break; /* one letter is one man, unless commas divide them */
        }
    }
    length += length && s[length] == '~';
    return length ? length : 1;
}

/* The FEN without its man number `index`, counted from 0; NULL when there are not so many. */
static char *without_man(differ *d, const char *fen, size_t index)
{
    size_t board = strcspn(fen, " [");
    bool commas = memchr(fen, ',', board) != NULL;
    text out = {0};
    long empty = 0;
    bool found = false, first = true;
    for (size_t at = 0; at < board;) {
        size_t length = token(fen + at);
        bool man = isalpha((unsigned char)fen[at]) || fen[at] == '(' || fen[at] == '+';
        bool digit = isdigit((unsigned char)fen[at]);
        if (man && index-- == 0) {
            found = true;
            empty++;
        } else if (digit) {
            empty += strtol(fen + at, NULL, 10);
        } else if (fen[at] != ',') {
            if (empty) {
                text_print(&out, "%s%ld", commas && !first ? "," : "", empty);
                empty = 0;
                first = false;
            }
            text_put(&out, man && commas && !first ? "," : "");
            text_add(&out, fen + at, length);
            first = !man;
        }
        at += length;
    }
    if (empty) {
        text_print(&out, "%s%ld", commas && !first ? "," : "", empty);
    }
    text_put(&out, fen + board);
    if (!found) {
        text_finish(&out);
        return NULL;
    }
    char *given = text_given(&out);
    return given ? given : no_room(d);
}

/* The FEN with field `index` put to its usual value; NULL when it has it. */
static char *plainer(differ *d, const char *fen, int index)
{
    static const char *const usual[] = {NULL, NULL, "-", "-", "0", "1"};
    const char *at = fen;
    for (int i = 0; i < index; i++) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    size_t length = index == 6 ? strlen(at) : strcspn(at, " ");
    const char *instead = index == 6 ? "" : usual[index];
    if (length == 0 || (strlen(instead) == length && strncmp(at, instead, length) == 0)) {
        return NULL;
    }
    text out = {0};
    text_add(&out, fen, (size_t)(at - fen) - (index == 6));
    text_put(&out, instead);
    text_put(&out, at + length);
    char *given = text_given(&out);
    return given ? given : no_room(d);
}

/* Royals on the board, and players not to move who stand in check: what a smaller position may not change. */
static void count_royals(const pair *p, int royals[2], int checked[2])
{
    for (int i = 0; i < 2; i++) {
        const position *now = p->of[i]->record.position;
        const game *g = p->of[i]->game->game;
        royals[i] = checked[i] = 0;
        for (size_t c = 0; c < ferz_play_cells(p->of[i]); c++) {
            royals[i] += ferz_play_cell(p->of[i], c).royal;
        }
        for (int player = 0; player < g->players; player++) {
            checked[i] += player != now->state.mover && g->core->in_check(now, player);
        }
    }
}

static void deep_look(differ *d, pair *p)
{
    listed l;
    if (!listed_open(d, p, &l)) {
        return;
    }
    const char **common = room_for(d, &l);
    size_t count = common ? look(d, p, &l, common) : 0;
    for (size_t i = 0; i < count && !d->seen && d->wanted && d->wanted[0] == '-' && d->result == FERZ_OK; i++) {
        if (step(d, p, common[i])) {
            pair_undo(p);
        }
    }
    free(common);
    listed_close(&l);
}

/* Plays words with blanks between them in both. */
static bool play_all(differ *d, pair *p, const char *moves)
{
    char *copy = copy_of(d, moves);
    bool good = copy != NULL;
    for (char *at = copy; good && *at;) {
        size_t length = strcspn(at, " ");
        if (strncmp(at, "roll ", 5) == 0) {
            length = 5 + strcspn(at + 5, " ");
        }
        bool last = at[length] == '\0';
        at[length] = '\0';
        good = pair_play(d, p, at);
        at += length + !last;
    }
    free(copy);
    return good;
}

/* Whether that kind of difference shows there. `like` (may be NULL) is the position that it may not be worse than. */
static bool shows(differ *d, const char *fen, const char *moves, const char *sign, const pair *like)
{
    pair p;
    if (d->result != FERZ_OK || !pair_open(d, &p, fen)) {
        return false;
    }
    bool good = true;
    if (like) {
        int royals[2], checked[2], royals_like[2], checked_like[2];
        count_royals(like, royals_like, checked_like);
        count_royals(&p, royals, checked);
        good = royals[0] == royals_like[0] && royals[1] == royals_like[1] && checked[0] <= checked_like[0] &&
               checked[1] <= checked_like[1];
    }
    d->seen = false;
    if (good && play_all(d, &p, moves)) {
        d->wanted = sign;
        deep_look(d, &p);
        d->wanted = NULL;
    }
    pair_close(&p);
    return d->seen;
}

/* From where on the road's end it shows: what lies before is set up. */
static void shorten(differ *d, witness *w)
{
    pair p;
    char *copy = copy_of(d, w->road);
    if (!copy || !pair_open(d, &p, w->fen)) {
        free(copy);
        return;
    }
    size_t starts[ROAD_MAX] = {0}, count = 0; /* where the last moves begin */
    char *fens[ROAD_MAX] = {NULL};
    for (char *at = copy; *at;) {
        size_t length = strcspn(at, " ");
        if (strncmp(at, "roll ", 5) == 0) {
            length = 5 + strcspn(at + 5, " ");
        }
        bool last = at[length] == '\0';
        at[length] = '\0';
        if (!pair_play(d, &p, at)) {
            break;
        }
        at += length + !last;
        free(fens[count % ROAD_MAX]);
        fens[count % ROAD_MAX] = ferz_play_fen(p.of[0]);
        starts[count++ % ROAD_MAX] = (size_t)(at - copy);
    }
    for (size_t back = 0; back < count && back < ROAD_MAX; back++) {
        size_t i = (count - 1 - back) % ROAD_MAX;
        const char *rest = w->road + starts[i];
        if (fens[i] && shows(d, fens[i], rest, w->sign, NULL)) {
            char *moves = copy_of(d, rest);
            free(w->moves);
            free(w->fen);
            w->moves = moves;
            w->fen = fens[i];
            fens[i] = NULL;
            break;
        }
    }
    for (size_t i = 0; i < ROAD_MAX; i++) {
        free(fens[i]);
    }
    pair_close(&p);
    free(copy);
}

/* Takes `fen` as the witness's if it still shows there; `fen` is given away. */
static bool smaller(differ *d, witness *w, char *fen, const pair *like)
{
    bool good = fen && shows(d, fen, w->moves, w->sign, like);
    if (good) {
        free(w->fen);
        w->fen = fen;
    } else {
        free(fen);
    }
    return good;
}

static void shrink(differ *d, witness *w)
{
    if (*w->road) {
        shorten(d, w);
    }
    pair like;
    if (!w->fen || !w->moves || !pair_open(d, &like, w->fen)) {
        return;
    }
    size_t tries = 0;
    for (bool again = true; again && !stopped(d) && tries < SHRINK_MAX;) {
        again = false;
        for (size_t i = 0; tries < SHRINK_MAX; tries++) {
            char *fen = without_man(d, w->fen, i);
            if (!fen) {
                break;
            }
            bool taken = smaller(d, w, fen, &like);
            again |= taken;
            i += !taken;
        }
        for (int field = 6; field >= 2; field--, tries++) {
            again |= smaller(d, w, plainer(d, w->fen, field), &like);
        }
    }
    pair_close(&like);
}

/* ---- the answer ---- */

typedef struct telling {
    differ *d;
    pair *p;
    ferz_difference *to;
    size_t room;
    const char **common;
    size_t common_count;
} telling;

static ferz_differing *next_item(telling *t)
{
    if (t->to->count == t->room) {
        size_t room = t->room ? t->room * 2 : 8;
        ferz_differing *more = realloc(t->to->items, room * sizeof *more);
        if (!more) {
            return no_room(t->d);
        }
        t->to->items = more;
        t->room = room;
    }
    return &t->to->items[t->to->count];
}

static void tell_move(void *state, int by, const char *words)
{
    telling *t = state;
    if (by < 0) {
        t->common[t->common_count++] = words;
        return;
    }
    ferz_differing *item = next_item(t);
    if (!item) {
        return;
    }
    *item = (ferz_differing){.by = by, .move = copy_of(t->d, words)};
    t->to->count++;
    char *why = why_not(t->d, t->p->of[1 - by], words);
    text line = {0};
    put_reason(why ? why : "", false, &line);
    item->why = text_given(&line);
    free(why);
}

static void tell_effect(telling *t, const char *words)
{
    if (!pair_play(t->d, t->p, words)) {
        return;
    }
    ferz_differing *item = same_position(t->d, t->p) ? NULL : next_item(t);
    if (item) {
        *item = (ferz_differing){.by = -1, .move = copy_of(t->d, words), .why = copy_of(t->d, "")};
        item->after[0] = ferz_play_fen(t->p->of[0]);
        item->after[1] = ferz_play_fen(t->p->of[1]);
        t->to->count++;
    }
    pair_undo(t->p);
}

/* All that differs in the witness's position. */
static void tell(differ *d, const witness *w, ferz_difference *to)
{
    *to = (ferz_difference){.plies = w->plies, .road = copy_of(d, w->road), .moves = copy_of(d, w->moves)};
    pair p;
    if (!pair_open(d, &p, w->fen)) {
        return;
    }
    to->fen = ferz_play_fen(p.of[0]);
    listed l;
    ferz_status status[2];
    if (play_all(d, &p, w->moves) && listed_open(d, &p, &l)) {
        to->men = men_of(p.of[0]);
        if (results_differ(d, &p, status)) {
            for (int i = 0; i < 2; i++) {
                text words = {0};
                put_status(d->game[i], &status[i], &words);
                to->status[i] = text_given(&words);
            }
        }
        telling t = {.d = d, .p = &p, .to = to, .common = room_for(d, &l)};
        if (t.common && !to->status[0]) {
            each_move(&l, tell_move, &t);
            for (size_t i = 0; i < t.common_count && d->result == FERZ_OK; i++) {
                tell_effect(&t, t.common[i]);
            }
        }
        free(t.common);
        listed_close(&l);
    }
    pair_close(&p);
}

static int by_size(const void *left, const void *right)
{
    const ferz_difference *a = left, *b = right;
    size_t la = strlen(a->moves), lb = strlen(b->moves);
    return la != lb              ? (la < lb ? -1 : 1)
           : a->men != b->men    ? (a->men < b->men ? -1 : 1)
           : a->plies < b->plies ? -1
                                 : a->plies > b->plies;
}

static void difference_finish(ferz_difference *one)
{
    for (size_t i = 0; i < one->count; i++) {
        free(one->items[i].move);
        free(one->items[i].why);
        free(one->items[i].after[0]);
        free(one->items[i].after[1]);
    }
    free(one->items);
    free(one->fen);
    free(one->moves);
    free(one->road);
    free(one->status[0]);
    free(one->status[1]);
}

/* Whether the two tell the same of the same position: kinds may meet in one. */
static bool same_place(const ferz_difference *a, const ferz_difference *b)
{
    return strcmp(a->fen, b->fen) == 0 && strcmp(a->moves, b->moves) == 0;
}

static void keep(differ *d, const witness *w, ferz_differences *found)
{
    ferz_difference one;
    tell(d, w, &one);
    bool good = one.fen && one.moves && one.road && (one.count || one.status[0]);
    for (size_t i = 0; good && i < found->count; i++) {
        good = !same_place(&found->items[i], &one);
    }
    if (good) {
        found->items[found->count++] = one;
    } else {
        difference_finish(&one);
    }
}

/* The nearest first, so that only what may be shown needs to be made smaller. */
static int by_road(const void *left, const void *right)
{
    const witness *a = left, *b = right;
    return a->plies != b->plies ? (a->plies < b->plies ? -1 : 1) : strcmp(a->sign, b->sign);
}

static void answer(differ *d, ferz_differences *found)
{
    size_t most = d->limits->most ? d->limits->most : 5;
    size_t tried = d->kind_count < 2 * most ? d->kind_count : 2 * most;
    found->kinds = d->kind_count;
    found->positions = d->positions;
    found->items = calloc(tried + 1, sizeof *found->items);
    if (!found->items) {
        no_room(d);
        return;
    }
    qsort(d->kinds, d->kind_count, sizeof *d->kinds, by_road);
    for (size_t i = 0; i < tried && d->result == FERZ_OK; i++) {
        if (!d->limits->any) {
            shrink(d, &d->kinds[i]);
        }
        keep(d, &d->kinds[i], found);
    }
    qsort(found->items, found->count, sizeof *found->items, by_size);
    while (found->count > most) {
        difference_finish(&found->items[--found->count]);
    }
}

/* Leaves from each game's own start. */
static void count_leaves(differ *d, ferz_differences *found)
{
    enum { LEAVES_MAX = 500000 };
    int deepest = d->limits->depth ? d->limits->depth : 20;
    ferz_play *plays[2] = {ferz_play_create(d->game[0], NULL, d->inner), ferz_play_create(d->game[1], NULL, d->inner)};
    if (!plays[0] || !plays[1]) { /* a start that is no position is no fault of ours */
        take_result(d, ferz_messages_result(d->inner) == FERZ_FAULT ? FERZ_FAULT : FERZ_OK);
    }
    uint64_t before = 1, last = 1;
    for (int i = 0; i < 2 && plays[0] && plays[1] && deepest > 0; i++) {
        found->leaves[i] = calloc((size_t)deepest + 1, sizeof *found->leaves[i]);
        if (!found->leaves[i]) {
            no_room(d);
        }
    }
    bool goes_on = plays[0] && plays[1] && deepest > 0 && found->leaves[0] && found->leaves[1];
    for (int depth = 1; goes_on && depth <= deepest && d->result == FERZ_OK; depth++) {
        uint64_t most = 0;
        for (int i = 0; i < 2; i++) {
            uint64_t *leaves = &found->leaves[i][depth - 1];
            take_result(d, ferz_play_perft(plays[i], depth, NULL, NULL, leaves, d->inner));
            most = *leaves > most ? *leaves : most;
        }
        found->depths++;
        before = last;
        last = most;
        uint64_t next = before ? last * (last / before + 1) : 0;
        goes_on = last && (d->limits->depth || next < LEAVES_MAX);
    }
    ferz_play_destroy(plays[0]);
    ferz_play_destroy(plays[1]);
}

/* Why no position of the first is one of the second, told by the first's start; NULL when both have one in common. */
static char *told_apart(differ *d)
{
    pair p;
    const char *start[2] = {ferz_game_start(d->game[0]), ferz_game_start(d->game[1])};
    if (pair_open(d, &p, start[0]) || pair_open(d, &p, start[1])) {
        pair_close(&p);
        return NULL;
    }
    text words = {0};
    ferz_play *one = set_up(d, 0, NULL), *other = set_up(d, 1, NULL);
    size_t cells = one ? ferz_play_cells(one) : 0, others = other ? ferz_play_cells(other) : 0;
    if (cells != others) {
        text_print(&words, "one board has %zu cells, the other %zu", cells, others);
    } else {
        ferz_play *foreign = set_up(d, 1, start[0]);
        size_t count = ferz_messages_count(d->inner);
        text_put(&words, count ? ferz_messages_at(d->inner, 0).text : "the same text means different men");
        text_print(&words, " (%s)", start[0]);
        ferz_play_destroy(foreign);
    }
    ferz_play_destroy(one);
    ferz_play_destroy(other);
    char *given = text_given(&words);
    return given ? given : no_room(d);
}

static void look_everywhere(differ *d, ferz_differences *found)
{
    found->apart = told_apart(d);
    if (found->apart || d->result != FERZ_OK) {
        return;
    }
    size_t given = 0;
    while (d->limits->starts && d->limits->starts[given]) {
        given++;
    }
    for (size_t i = 0; i < given && !stopped(d); i++) { /* half of all is for them */
        look_from(d, d->limits->starts[i], 0, d->positions + (d->most / 2 - d->positions) / (given - i) * 2);
    }
    const char *start[2] = {ferz_game_start(d->game[0]), ferz_game_start(d->game[1])};
    bool both = strcmp(start[0], start[1]) != 0;
    uint64_t games = d->limits->games ? d->limits->games : 200;
    pair p;
    if (both) { /* where both starts are of use to both, each has half */
        both = pair_open(d, &p, start[0]);
        pair_close(&p);
        bool second = pair_open(d, &p, start[1]);
        pair_close(&p);
        both = both && second;
        if (!both) {
            look_from(d, second ? start[1] : start[0], games, d->most);
            return;
        }
        look_from(d, start[0], games / 2 + 1, d->most / 2);
        look_from(d, start[1], games / 2 + 1, d->most);
        return;
    }
    look_from(d, start[0], games, d->most);
}

ferz_result ferz_game_differ(const ferz_game *one, const ferz_game *other, const ferz_differ_limits *limits,
                             ferz_differences *found, ferz_messages *messages)
{
    differ d = {.game = {one, other}, .limits = limits, .random = {limits->seed}};
    d.most = limits->nodes ? limits->nodes : 20000;
    d.most_plies = limits->plies ? limits->plies : 200;
    d.inner = ferz_messages_create(false);
    *found = (ferz_differences){0};
    if (!d.inner) {
        no_room(&d);
    } else {
        look_everywhere(&d, found);
        answer(&d, found);
        if (limits->depth >= 0 && d.result == FERZ_OK) {
            count_leaves(&d, found);
        }
    }
    for (size_t i = 0; i < d.kind_count; i++) {
        free(d.kinds[i].fen);
        free(d.kinds[i].moves);
        free(d.kinds[i].road);
    }
    text_finish(&d.road);
    if (d.result != FERZ_OK && messages) {
        size_t count = d.inner ? ferz_messages_count(d.inner) : 0;
        const char *words = count ? ferz_messages_at(d.inner, count - 1).text : "out of memory";
        diag_list *diags = ferz_messages_diags(messages);
        if (d.result == FERZ_OVERRUN) {
            diag_error(diags, CODE_SCRIPT_BUDGET, (place){0}, "%s", words);
            diags->overrun = true;
        } else {
            diag_failure(diags, CODE_OUT_OF_MEMORY, "%s", words);
        }
    }
    ferz_messages_destroy(d.inner);
    return d.result;
}

void ferz_differences_finish(ferz_differences *found)
{
    for (size_t i = 0; i < found->count; i++) {
        difference_finish(&found->items[i]);
    }
    free(found->items);
    free(found->apart);
    free(found->leaves[0]);
    free(found->leaves[1]);
    *found = (ferz_differences){0};
}
