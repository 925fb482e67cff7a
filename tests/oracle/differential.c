/* Plays random games and compares our legal moves at every ply with those of another program, fairy-stockfish:
 *
 *   differential [--seed S] [--positions N] [LABEL…]      random games; N positions of each game, or of those named
 *   differential --descend LABEL DEPTH FEN                where do the counts of one position part?
 *
 * Besides the lists it compares the check, now and then the counts at depth two, and our list after play with our list
 * from the position's FEN. What happens depends on the seed alone. The other program is $FERZ_FAIRY_STOCKFISH, or
 * Debian's. Exit status: 0 no difference, 1 differences, 3 a fault, 77 the other program is not there.
 *
 * Where the two programs mean different rules the difference must be the one that is meant (`excuse` below): a pawn drop
 * that gives mate is listed by the other program; a position that our rules call dead, or in which a side is bare, is
 * played on by it.
 */
#include "ferz.h"
#include "peer.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif

enum {
    MOST_MOVES = 1024,
    MOST_STARTS = 128,
    MOST_SHOWN = 5, /* differences of one game told in full */
    LONGEST_GAME = 80,
    SKIPPED = 77
};

/* ---- the games that both programs know ---- */

typedef struct pairing {
    const char *label;
    const char *game; /* ours */
    const char *settings[3];
    const char *variant;   /* theirs */
    const char *starts[2]; /* files under tests/perft/ whose positions are fine beginnings */
    bool numbered_arrays;  /* any of 960 arrays; castling is king takes rook */
    bool pawn_drop_mates;  /* they list them, we do not */
    bool bare_kings;       /* a bare king ends the game in another way there */
} pairing;

static const pairing pairings[] = {
    {.label = "chess", .game = "chess", .variant = "chess", .starts = {"chess.epd", "chess-more.epd"}},
    {.label = "chess960",
     .game = "chess960",
     .variant = "chess",
     .starts = {"chess960.epd", "chess960-more.epd"},
     .numbered_arrays = true},
    {.label = "crazyhouse",
     .game = "crazyhouse",
     .variant = "crazyhouse",
     .starts = {"crazyhouse.epd", "crazyhouse-more.epd"}},
    {.label = "shatranj",
     .game = "shatranj",
     .settings = {"kings=d", "bare_king=win", "stalemate=win"},
     .variant = "shatranj",
     .starts = {"shatranj.epd", "shatranj-more.epd"},
     .bare_kings = true},
    {.label = "chaturanga",
     .game = "shatranj",
     .variant = "shatranj", /* Debian's does not know chaturanga */
     .starts = {"chaturanga.epd", "shatranj-more.epd"},
     .bare_kings = true},
    {.label = "los-alamos",
     .game = "los-alamos",
     .variant = "losalamos",
     .starts = {"los-alamos.epd", "los-alamos-more.epd"}},
    {.label = "gardner",
     .game = "gardner-minichess",
     .settings = {"no-castling"},
     .variant = "gardner",
     .starts = {"gardner.epd", "gardner-more.epd"}},
    {.label = "makruk",
     .game = "makruk",
     .settings = {"no-first-moves"},
     .variant = "makruk",
     .starts = {"makruk.epd", "makruk-more.epd"}},
    {.label = "minishogi",
     .game = "minishogi",
     .variant = "minishogi",
     .starts = {"minishogi.epd", "minishogi-more.epd"},
     .pawn_drop_mates = true},
    {.label = "judkins",
     .game = "judkins-shogi",
     .settings = {"usual-repetition"}, /* else the way to a position decides about moves */
     .variant = "judkins",
     .starts = {"judkins.epd", "judkins-more.epd"},
     .pawn_drop_mates = true},
    {.label = "shogi", .game = "shogi", .variant = "shogi", .starts = {"shogi.epd"}, .pawn_drop_mates = true},
    {.label = "xiangqi", .game = "xiangqi", .variant = "xiangqi", .starts = {"xiangqi.epd"}},
    {.label = "capablanca", .game = "capablanca", .variant = "capablanca", .starts = {"capablanca.epd"}},
    {.label = "antichess", .game = "giveaway-all", .variant = "antichess", .starts = {"giveaway.epd"}},
    {.label = "giveaway",
     .game = "giveaway-all",
     .settings = {"castling=yes"},
     .variant = "giveaway",
     .starts = {"giveaway-castling.epd"}},
    {.label = "atomic",
     .game = "atomic",
     .variant = "atomic",
     .starts = {"atomic.epd"}}, /* Debian's does not know it */
};
enum { PAIRINGS = sizeof pairings / sizeof pairings[0] };

/* ---- small things ---- */

static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Moves, and with a divide the leaves behind each; sorted by bytes. */
typedef struct listing {
    size_t count;
    struct entry {
        char move[16];
        uint64_t leaves;
    } entries[MOST_MOVES];
} listing;

static void add(listing *list, const char *text, size_t length, uint64_t leaves)
{
    if (list->count == MOST_MOVES || length >= sizeof list->entries[0].move)
        die("a list of moves that is too long, or a strange move: %.*s", (int)length, text);
    struct entry *entry = &list->entries[list->count++];
    memcpy(entry->move, text, length);
    entry->move[length] = '\0';
    entry->leaves = leaves;
}

static int by_move(const void *left, const void *right)
{
    return strcmp(((const struct entry *)left)->move, ((const struct entry *)right)->move);
}

static void sort(listing *list)
{
    qsort(list->entries, list->count, sizeof list->entries[0], by_move);
}

static const struct entry *look_up(const listing *list, const char *move)
{
    struct entry key;
    snprintf(key.move, sizeof key.move, "%s", move);
    return bsearch(&key, list->entries, list->count, sizeof key, by_move);
}

/* ---- one question to the other program ---- */

typedef struct answer {
    bool check;
    char fen[256]; /* how they write the position */
} answer;

/* Their moves, and what they say of the position. `move`, when not NULL, is played first. */
static answer ask(peer *other, const char *fen, const char *move, int depth, listing *list)
{
    peer_tell(other, "position fen %s%s%s\nd\ngo perft %d\n", fen, move ? " moves " : "", move ? move : "", depth);
    answer said = {0};
    list->count = 0;
    for (;;) {
        char *line = peer_hear(other);
        if (strncmp(line, "Nodes searched", 14) == 0)
            break;
        if (strncmp(line, "Checkers:", 9) == 0)
            said.check = line[9 + strspn(line + 9, " \r")] != '\0';
        else if (strncmp(line, "Fen: ", 5) == 0)
            snprintf(said.fen, sizeof said.fen, "%.*s", (int)strcspn(line + 5, "\r"), line + 5);
        char *colon = strchr(line, ':');
        uint64_t leaves;
        if (!colon || colon - line < 4 || colon - line > 8 || !isalpha((unsigned char)line[0]) ||
            !(line[1] == '@' || isdigit((unsigned char)line[1])) || sscanf(colon, ": %" SCNu64, &leaves) != 1)
            continue; /* the drawing of the board, and what it says of itself */
        add(list, line, (size_t)(colon - line), leaves);
    }
    sort(list);
    return said;
}

/* ---- one comparison ---- */

typedef struct tally {
    size_t positions, differences, counts, drop_mates, endings;
    size_t promotions, castlings, passings, drops, captures, checks, mates, stalemates;
} tally;

typedef struct match {
    peer *other;
    const pairing *pair;
    ferz_game *game;
    ferz_messages *messages;
    tally sum;
    const char *start;      /* the present game's beginning */
    char their_fen[256];    /* the position as they have it, when last asked */
    const ferz_play *whole; /* the present game, for its moves */
    bool loud;              /* name every excused move */
} match;

static void told(match *m)
{
    for (size_t i = 0; i < ferz_messages_count(m->messages); i++)
        fputs(ferz_messages_at(m->messages, i).rendered, stdout);
    ferz_messages_clear(m->messages);
}

/* Counts a difference, and says how to come to the position; false when enough has been told. */
static bool differs(match *m, const char *fen, const char *format, ...)
{
    if (m->sum.differences++ >= MOST_SHOWN)
        return false;
    va_list list;
    va_start(list, format);
    printf("%s: ", m->pair->label);
    vprintf(format, list);
    va_end(list);
    printf("\n  position: %s\n  game: %s", fen, m->pair->game);
    for (size_t i = 0; i < 3 && m->pair->settings[i]; i++)
        printf(" --set %s", m->pair->settings[i]);
    if (m->start)
        printf(" --fen '%s'", m->start);
    if (m->whole && ferz_play_plies(m->whole)) {
        printf(" --moves");
        for (size_t i = 0; i < ferz_play_plies(m->whole); i++)
            printf(" %s", ferz_play_ply(m->whole, i));
    }
    putchar('\n');
    told(m);
    return true;
}

static void our_moves(match *m, ferz_play *play, listing *list)
{
    size_t count = 0;
    char *all = ferz_play_moves(play, &count, m->messages);
    if (!all) {
        told(m);
        die("no list of moves");
    }
    list->count = 0;
    const char *move = all;
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1)
        if (strncmp(move, "claim-", 6) != 0)
            add(list, move, strlen(move), 1);
    ferz_free(all);
    sort(list);
}

static void add_divided(void *state, const char *move, uint64_t leaves)
{
    add(state, move, strlen(move), leaves);
}

/* The men of the side that has fewer. */
static size_t fewest_men(const ferz_play *play)
{
    size_t men[2] = {0, 0};
    for (size_t i = 0; i < ferz_play_cells(play); i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        if (cell.type && cell.owner >= 0 && cell.owner < 2)
            men[cell.owner]++;
    }
    return men[0] < men[1] ? men[0] : men[1];
}

/* Whether our rules end the game here for a reason that the other program does not ask about. */
static bool ended_otherwise(match *m, ferz_play *play)
{
    ferz_status status;
    if (ferz_play_status(play, &status, m->messages) != FERZ_OK) {
        told(m);
        die("no status");
    }
    bool ended = status.outcome != FERZ_ONGOING && strcmp(status.reason, "checkmate") != 0 &&
                 strcmp(status.reason, "stalemate") != 0;
    return ended || (m->pair->bare_kings && fewest_men(play) < 2);
}

static bool is_pawn_drop(const char *move)
{
    return move[0] == 'P' && move[1] == '@';
}

/* Whether a pawn drop gives mate, as the other program sees it. */
static bool drop_mates(match *m, const char *fen, const char *move)
{
    static listing replies;
    return ask(m->other, fen, move, 1, &replies).check && replies.count == 0;
}

/* Whether the enemy's king stands right ahead of the drop's cell: no other pawn drop can mate. */
static bool faces_king(const ferz_play *play, const char *move)
{
    int column = move[2] - 'a', row = atoi(move + 3) - 1, mover = (int)ferz_play_mover(play);
    for (size_t i = 0; i < ferz_play_cells(play); i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        if (cell.royal && cell.owner != mover && cell.column == column && cell.row == row + (mover == 0 ? 1 : -1))
            return true;
    }
    return false;
}

/* A move of theirs that we do not have: is the difference meant? */
static bool excuse(match *m, const char *fen, const char *move)
{
    if (!m->pair->pawn_drop_mates || !is_pawn_drop(move) || !drop_mates(m, fen, move))
        return false;
    m->sum.drop_mates++;
    if (m->loud)
        printf("  %s gives mate: %s\n", move, fen);
    return true;
}

/* Compares two lists; counts behind moves do not matter here. */
static void compare_lists(match *m, const ferz_play *play, const char *fen, const listing *ours, const listing *theirs,
                          const char *whose)
{
    char missing[1024] = "", extra[1024] = "";
    size_t missed = 0, added = 0;
    for (size_t i = 0, k = 0; i < ours->count || k < theirs->count;) {
        int order = i == ours->count     ? 1
                    : k == theirs->count ? -1
                                         : strcmp(ours->entries[i].move, theirs->entries[k].move);
        const char *move = order > 0 ? theirs->entries[k].move : ours->entries[i].move;
        char *list = order > 0 ? missing : extra;
        if (order == 0) {
            if (m->pair->pawn_drop_mates && is_pawn_drop(move) && faces_king(play, move) && drop_mates(m, fen, move))
                differs(m, fen, "we allow %s, which is mate by a dropped pawn", move);
        } else if (order < 0 || !excuse(m, fen, move)) {
            size_t length = strlen(list);
            snprintf(list + length, sizeof missing - length, " %s", move);
            missed += order > 0;
            added += order < 0;
        }
        i += order <= 0;
        k += order >= 0;
    }
    if (missed || added)
        differs(m, fen, "we have %zu moves, %s %zu; missing here:%s; only here:%s", ours->count, whose, theirs->count,
                *missing ? missing : " none", *extra ? extra : " none");
}

/* Finds where the counts part, and whether that is meant. */
static void compare_counts(match *m, ferz_play *play, int depth)
{
    listing *lists = malloc(2 * sizeof *lists);
    char *fen = ferz_play_fen(play);
    if (!lists || !fen)
        die("out of memory");
    listing *ours = &lists[0], *theirs = &lists[1];
    ours->count = 0;
    if (ferz_play_perft(play, depth, add_divided, ours, &(uint64_t){0}, m->messages) != FERZ_OK)
        differs(m, fen, "no count at depth %d", depth);
    sort(ours);
    ask(m->other, fen, NULL, depth, theirs);
    m->sum.counts++;
    if (!ended_otherwise(m, play)) {
        compare_lists(m, play, fen, ours, theirs, "they");
        for (size_t i = 0; depth > 1 && i < ours->count; i++) {
            const struct entry *mine = &ours->entries[i], *other = look_up(theirs, mine->move);
            if (!other || other->leaves == mine->leaves)
                continue;
            size_t differences = m->sum.differences, excused = m->sum.drop_mates + m->sum.endings;
            ferz_play *below = ferz_play_copy(play);
            if (!below || ferz_play_move(below, mine->move, m->messages) != FERZ_OK)
                die("cannot play %s", mine->move);
            if (ended_otherwise(m, below))
                m->sum.endings++;
            else
                compare_counts(m, below, depth - 1);
            ferz_play_destroy(below);
            if (m->sum.differences == differences && m->sum.drop_mates + m->sum.endings == excused)
                differs(m, fen, "%s has %" PRIu64 " leaves at depth %d, theirs %" PRIu64 ", yet lists agree",
                        mine->move, mine->leaves, depth, other->leaves);
        }
    }
    ferz_free(fen);
    free(lists);
}

static void compare_position(match *m, ferz_play *play, const char *fen, const listing *ours)
{
    static listing other;
    m->sum.positions++;

    ferz_play *fresh = ferz_play_create(m->game, fen, m->messages);
    char *again = fresh ? ferz_play_fen(fresh) : NULL;
    if (!again) {
        differs(m, fen, "we do not read our own FEN");
        return;
    }
    if (strcmp(fen, again) != 0)
        differs(m, fen, "our FEN comes back as %s", again);
    our_moves(m, fresh, &other);
    compare_lists(m, play, fen, ours, &other, "from the FEN we have");
    if (ferz_play_hash(fresh) != ferz_play_hash(play))
        differs(m, fen, "the hash depends on how we came here");
    ferz_free(again);
    ferz_play_destroy(fresh);

    /* From their own position before the last move: what they think of rights and en passant is their own. */
    size_t plies = ferz_play_plies(play);
    answer said = ask(m->other, m->their_fen, plies ? ferz_play_ply(play, plies - 1) : NULL, 1, &other);
    bool check = said.check;
    memcpy(m->their_fen, said.fen, sizeof m->their_fen);
    compare_lists(m, play, fen, ours, &other, "they");
    if (check != ferz_play_in_check(play))
        differs(m, fen, "we say %s check", check ? "no" : "there is");
    m->sum.checks += check;
    if (ours->count == 0) {
        ferz_status status;
        if (ferz_play_status(play, &status, m->messages) != FERZ_OK || status.outcome == FERZ_ONGOING ||
            strcmp(status.reason, check ? "checkmate" : "stalemate") != 0)
            differs(m, fen, "no moves, and we say: %s", status.reason);
        m->sum.mates += check;
        m->sum.stalemates += !check;
    }
}

/* ---- random games ---- */

typedef struct board {
    size_t cells[26][36]; /* by column and row: the cell's index and 1, or 0 */
} board;

static void survey(board *b, const ferz_play *play)
{
    memset(b, 0, sizeof *b);
    for (size_t i = 0; i < ferz_play_cells(play); i++) {
        ferz_cell cell = ferz_play_cell(play, i);
        if (cell.column >= 0 && cell.column < 26 && cell.row >= 0 && cell.row < 36)
            b->cells[cell.column][cell.row] = i + 1;
    }
}

/* The cell that `*text` names; moves on behind it. */
static ferz_cell read_cell(const board *b, const ferz_play *play, const char **text)
{
    int column = **text - 'a';
    char *end;
    long row = strtol(*text + 1, &end, 10) - 1;
    *text = end;
    if (column < 0 || column > 25 || row < 0 || row > 35 || !b->cells[column][row])
        die("a move to nowhere");
    return ferz_play_cell(play, b->cells[column][row] - 1);
}

typedef enum kind { QUIET, DROP, PUSH, CAPTURE, CASTLING, PASSING, PROMOTION, KINDS } kind;
/* Rare kinds are chosen more often, or random games would hardly see them. */
static const unsigned weight[KINDS] = {4, 2, 6, 6, 60, 120, 30};

static kind kind_of(const board *b, const ferz_play *play, const char *move)
{
    if (move[1] == '@')
        return DROP;
    const char *text = move;
    ferz_cell from = read_cell(b, play, &text), to = read_cell(b, play, &text);
    bool pawn = from.type && strcmp(from.type, "pawn") == 0;
    int across = abs(from.column - to.column);
    if (*text)
        return PROMOTION;
    if (from.royal && ((to.type && to.owner == from.owner) || across > 1))
        return CASTLING;
    if (to.type)
        return CAPTURE;
    return pawn ? across ? PASSING : PUSH : QUIET;
}

static const char *choose(match *m, const board *b, const ferz_play *play, const listing *list, uint64_t *chance)
{
    static kind kinds[MOST_MOVES];
    uint64_t all = 0;
    for (size_t i = 0; i < list->count; i++)
        all += weight[kinds[i] = kind_of(b, play, list->entries[i].move)];
    uint64_t left = draw(chance) % all;
    size_t chosen = 0;
    while (left >= weight[kinds[chosen]])
        left -= weight[kinds[chosen++]];
    tally *sum = &m->sum;
    size_t *counters[KINDS] = {[DROP] = &sum->drops,
                               [CAPTURE] = &sum->captures,
                               [CASTLING] = &sum->castlings,
                               [PASSING] = &sum->passings,
                               [PROMOTION] = &sum->promotions};
    if (counters[kinds[chosen]])
        ++*counters[kinds[chosen]];
    return list->entries[chosen].move;
}

/* Plays one game to its end, or until enough positions have been seen. */
static void play_game(match *m, const char *start, size_t enough, uint64_t *chance)
{
    static listing ours;
    board b;
    ferz_play *play = ferz_play_create(m->game, start, m->messages);
    if (!play) {
        m->whole = NULL;
        differs(m, start ? start : "the start", "we do not read this position");
        return;
    }
    m->start = start;
    m->whole = play;
    snprintf(m->their_fen, sizeof m->their_fen, "%s", start ? start : ferz_game_start(m->game));
    survey(&b, play);
    /* A game that once differs has said enough. */
    for (size_t before = m->sum.differences; m->sum.differences == before && m->sum.positions < enough;) {
        if (ended_otherwise(m, play)) {
            m->sum.endings++;
            break;
        }
        char *fen = ferz_play_fen(play);
        if (!fen)
            die("out of memory");
        our_moves(m, play, &ours);
        compare_position(m, play, fen, &ours);
        ferz_free(fen);
        if (ours.count == 0 || ferz_play_plies(play) >= LONGEST_GAME)
            break;
        if (draw(chance) % 16 == 0)
            compare_counts(m, play, 2);
        const char *move = choose(m, &b, play, &ours, chance);
        if (ferz_play_move(play, move, m->messages) != FERZ_OK)
            differs(m, start ? start : "the start", "we list %s and do not play it", move);
    }
    m->whole = NULL;
    m->start = NULL;
    ferz_play_destroy(play);
}

/* The positions of the pairing's files; how many. Those whose game line has other settings serve too. */
static size_t read_starts(const pairing *pair, char *starts[MOST_STARTS])
{
    size_t count = 0;
    char *line = NULL;
    size_t room = 0;
    for (size_t i = 0; i < 2 && pair->starts[i]; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/tests/perft/%s", FERZ_SOURCE_DIR, pair->starts[i]);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        while (count < MOST_STARTS && getline(&line, &room, file) >= 0) {
            size_t length = strcspn(line, ";#\r\n");
            while (length && line[length - 1] == ' ')
                length--;
            if (length && (starts[count] = strndup(line, length)))
                count++;
        }
        fclose(file);
    }
    free(line);
    return count;
}

static void load(match *m, uint64_t number)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    ferz_setting settings[4];
    char words[4][64];
    size_t count = 0;
    for (; count < 3 && m->pair->settings[count]; count++) {
        snprintf(words[count], sizeof words[count], "%s", m->pair->settings[count]);
        char *equals = strchr(words[count], '=');
        if (equals)
            *equals++ = '\0';
        settings[count] = (ferz_setting){.name = words[count], .value = equals};
    }
    if (m->pair->numbered_arrays) {
        snprintf(words[count], sizeof words[count], "%" PRIu64, number % 960);
        settings[count] = (ferz_setting){.name = "array", .value = words[count]};
        count++;
    }
    m->game = ferz_game_load(m->pair->game, dirs, settings, count, 1, m->messages);
    if (!m->game) {
        told(m);
        die("%s does not load", m->pair->game);
    }
}

static void play_pairing(match *m, uint64_t seed, size_t enough)
{
    uint64_t chance = seed;
    for (const char *letter = m->pair->label; *letter; letter++) /* so that one game alone goes as it goes among all */
        chance = chance * 31 + (unsigned char)*letter;
    char *starts[MOST_STARTS];
    size_t start_count = read_starts(m->pair, starts), games = 0;
    while (m->sum.positions < enough && m->sum.differences < MOST_SHOWN) {
        if (!m->game || m->pair->numbered_arrays) {
            ferz_game_destroy(m->game);
            load(m, draw(&chance));
        }
        /* Every third game begins at the beginning. */
        bool elsewhere = start_count && games % 3 != 0;
        play_game(m, elsewhere ? starts[draw(&chance) % start_count] : NULL, enough, &chance);
        if (++games > enough + 100)
            break;
    }
    const tally *sum = &m->sum;
    printf("%-10s %zu games, %zu positions, %zu counts at depth 2; moves played: %zu captures, %zu promotions, "
           "%zu castlings, %zu en passant, %zu drops; %zu checks, %zu mates, %zu stalemates, %zu other ends; "
           "%zu mates by pawn drop\n",
           m->pair->label, games, sum->positions, sum->counts, sum->captures, sum->promotions, sum->castlings,
           sum->passings, sum->drops, sum->checks, sum->mates, sum->stalemates, sum->endings, sum->drop_mates);
    fflush(stdout);
    for (size_t i = 0; i < start_count; i++)
        free(starts[i]);
}

static void descend(match *m, int depth, const char *fen)
{
    load(m, 518);
    ferz_play *play = ferz_play_create(m->game, fen, m->messages);
    if (!play) {
        told(m);
        die("we do not read this position");
    }
    static listing theirs;
    uint64_t ours = 0, other = 0;
    m->loud = true;
    if (ferz_play_perft(play, depth, NULL, NULL, &ours, m->messages) != FERZ_OK)
        told(m);
    ask(m->other, fen, NULL, depth, &theirs);
    for (size_t i = 0; i < theirs.count; i++)
        other += theirs.entries[i].leaves;
    m->start = fen;
    compare_counts(m, play, depth);
    printf("depth %d: ours %" PRIu64 ", theirs %" PRIu64 "; excused: %zu mates by pawn drop, %zu other ends\n", depth,
           ours, other, m->sum.drop_mates, m->sum.endings);
    ferz_play_destroy(play);
}

static bool named(const pairing *pair, char **labels, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(labels[i], pair->label) == 0)
            return true;
    return count == 0;
}

int main(int count, char **words)
{
    uint64_t seed = 1, positions = 5000;
    int at = 1, depth = 0;
    for (; at + 1 < count && strncmp(words[at], "--", 2) == 0; at += 2) {
        if (strcmp(words[at], "--seed") == 0) {
            seed = strtoull(words[at + 1], NULL, 10);
        } else if (strcmp(words[at], "--positions") == 0) {
            positions = strtoull(words[at + 1], NULL, 10);
        } else if (strcmp(words[at], "--descend") == 0 && at + 4 == count && (depth = atoi(words[at + 2])) > 0) {
            at++;
            break;
        } else {
            fputs("usage: differential [--seed S] [--positions N] [LABEL...] | --descend LABEL DEPTH FEN\n", stderr);
            return 2;
        }
    }
    const char *path = peer_path();
    if (!path) {
        puts("skipped: fairy-stockfish is not there");
        return SKIPPED;
    }
    static peer other;
    peer_open(&other, path);
    printf("against %s\n", other.name);
    if (!depth)
        printf("seed %" PRIu64 ", %" PRIu64 " positions a game\n", seed, positions);

    size_t passed = 0, failed = 0;
    for (size_t i = 0; i < PAIRINGS; i++) {
        if (!named(&pairings[i], words + at, depth ? 1 : count - at))
            continue;
        match m = {.other = &other, .pair = &pairings[i]};
        if (!peer_knows(&other, m.pair->variant)) {
            printf("%-10s skipped: the other program does not know it\n", m.pair->label);
            continue;
        }
        m.messages = ferz_messages_create(false);
        if (!m.messages)
            die("out of memory");
        peer_choose(&other, m.pair->variant, m.pair->numbered_arrays);
        if (depth)
            descend(&m, depth, words[at + 2]);
        else
            play_pairing(&m, seed, (size_t)positions);
        size_t compared = m.sum.positions + m.sum.counts;
        passed += compared > m.sum.differences ? compared - m.sum.differences : 0;
        failed += m.sum.differences;
        ferz_game_destroy(m.game);
        ferz_messages_destroy(m.messages);
    }
    peer_close(&other);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed || !passed;
}
