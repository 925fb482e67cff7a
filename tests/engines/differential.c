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
#include "engines/uci_peer.h"

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
    MAX_MOVES = 1024,
    MAX_STARTS = 128,
    MAX_SHOWN = 5, /* differences of one game that are shown in full */
    MAX_PLIES = 80,
    SKIPPED = 77
};

/* ---- the games that both programs know ---- */

typedef struct pairing {
    const char *label;
    const char *variant; /* ours */
    const char *settings[3];
    const char *fairy_variant; /* theirs */
    const char *starts[2];     /* files under tests/perft/ whose positions are good beginnings */
    bool numbered_starts;      /* any of 960 starts; castling is written as king captures rook */
    bool pawn_drop_mates;      /* they list them, we do not */
    bool bare_kings;           /* a bare king ends the game in another way there */
} pairing;

static const pairing pairings[] = {
    {.label = "chess", .variant = "chess", .fairy_variant = "chess", .starts = {"chess.epd", "chess-more.epd"}},
    {.label = "chess960",
     .variant = "chess960",
     .fairy_variant = "chess",
     .starts = {"chess960.epd", "chess960-more.epd"},
     .numbered_starts = true},
    {.label = "crazyhouse",
     .variant = "crazyhouse",
     .fairy_variant = "crazyhouse",
     .starts = {"crazyhouse.epd", "crazyhouse-more.epd"}},
    {.label = "shatranj",
     .variant = "shatranj",
     .settings = {"kings=d", "bare_king=win", "stalemate=win"},
     .fairy_variant = "shatranj",
     .starts = {"shatranj.epd", "shatranj-more.epd"},
     .bare_kings = true},
    {.label = "chaturanga",
     .variant = "shatranj",
     .fairy_variant = "shatranj", /* Debian's does not know chaturanga */
     .starts = {"chaturanga.epd", "shatranj-more.epd"},
     .bare_kings = true},
    {.label = "los-alamos",
     .variant = "los-alamos",
     .fairy_variant = "losalamos",
     .starts = {"los-alamos.epd", "los-alamos-more.epd"}},
    {.label = "gardner",
     .variant = "gardner-minichess",
     .settings = {"no-castling"},
     .fairy_variant = "gardner",
     .starts = {"gardner.epd", "gardner-more.epd"}},
    {.label = "makruk",
     .variant = "makruk",
     .settings = {"no-first-moves"},
     .fairy_variant = "makruk",
     .starts = {"makruk.epd", "makruk-more.epd"}},
    {.label = "minishogi",
     .variant = "minishogi",
     .fairy_variant = "minishogi",
     .starts = {"minishogi.epd", "minishogi-more.epd"},
     .pawn_drop_mates = true},
    {.label = "judkins",
     .variant = "judkins-shogi",
     .settings = {"usual-repetition"}, /* else the way to a position decides about moves */
     .fairy_variant = "judkins",
     .starts = {"judkins.epd", "judkins-more.epd"},
     .pawn_drop_mates = true},
    {.label = "shogi", .variant = "shogi", .fairy_variant = "shogi", .starts = {"shogi.epd"}, .pawn_drop_mates = true},
    {.label = "xiangqi", .variant = "xiangqi", .fairy_variant = "xiangqi", .starts = {"xiangqi.epd"}},
    {.label = "capablanca", .variant = "capablanca", .fairy_variant = "capablanca", .starts = {"capablanca.epd"}},
    {.label = "antichess", .variant = "giveaway-all", .fairy_variant = "antichess", .starts = {"giveaway.epd"}},
    {.label = "giveaway",
     .variant = "giveaway-all",
     .settings = {"castling=yes"},
     .fairy_variant = "giveaway",
     .starts = {"giveaway-castling.epd"}},
    {.label = "atomic",
     .variant = "atomic",
     .fairy_variant = "atomic",
     .starts = {"atomic.epd"}}, /* Debian's does not know it */
};
enum { PAIRINGS = sizeof pairings / sizeof pairings[0] };

/* ---- small things ---- */

static uint64_t random_next(uint64_t *state)
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
    } entries[MAX_MOVES];
} listing;

static void add(listing *list, const char *text, size_t length, uint64_t leaves)
{
    if (list->count == MAX_MOVES || length >= sizeof list->entries[0].move)
        die("a list of moves that is too long, or a strange move: %.*s", (int)length, text);
    struct entry *entry = &list->entries[list->count++];
    memcpy(entry->move, text, length);
    entry->move[length] = '\0';
    entry->leaves = leaves;
}

static int compare_moves(const void *left, const void *right)
{
    return strcmp(((const struct entry *)left)->move, ((const struct entry *)right)->move);
}

static void sort(listing *list)
{
    qsort(list->entries, list->count, sizeof list->entries[0], compare_moves);
}

static const struct entry *find_move(const listing *list, const char *move)
{
    struct entry key;
    snprintf(key.move, sizeof key.move, "%s", move);
    return bsearch(&key, list->entries, list->count, sizeof key, compare_moves);
}

/* ---- one question to the other program ---- */

typedef struct answer {
    bool check;
    char fen[256]; /* how they write the position */
} answer;

/* Their moves, and what they say of the position. `move`, when not NULL, is played first. */
static answer ask(peer *other, const char *fen, const char *move, int depth, listing *list)
{
    peer_send(other, "position fen %s%s%s\nd\ngo perft %d\n", fen, move ? " moves " : "", move ? move : "", depth);
    answer said = {0};
    list->count = 0;
    for (;;) {
        char *line = peer_read_line(other);
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
    ferz_variant *variant;
    ferz_messages *messages;
    tally sum;
    const char *start;      /* the present game's beginning */
    char their_fen[256];    /* the position as they have it, when last asked */
    const ferz_game *whole; /* the present game, for its moves */
    bool loud;              /* name every excused move */
} match;

static void print_messages(match *m)
{
    for (size_t i = 0; i < ferz_messages_count(m->messages); i++)
        fputs(ferz_messages_at(m->messages, i).rendered, stdout);
    ferz_messages_clear(m->messages);
}

/* Counts a difference and shows the path to the position; false when enough has been shown. */
static bool differs(match *m, const char *fen, const char *format, ...)
{
    if (m->sum.differences++ >= MAX_SHOWN)
        return false;
    va_list list;
    va_start(list, format);
    printf("%s: ", m->pair->label);
    vprintf(format, list);
    va_end(list);
    printf("\n  position: %s\n  game: %s", fen, m->pair->variant);
    for (size_t i = 0; i < 3 && m->pair->settings[i]; i++)
        printf(" --set %s", m->pair->settings[i]);
    if (m->start)
        printf(" --fen '%s'", m->start);
    if (m->whole && ferz_game_ply_count(m->whole)) {
        printf(" --moves");
        for (size_t i = 0; i < ferz_game_ply_count(m->whole); i++)
            printf(" %s", ferz_game_ply(m->whole, i));
    }
    putchar('\n');
    print_messages(m);
    return true;
}

static void our_moves(match *m, ferz_game *game, listing *list)
{
    size_t count = 0;
    char *all = ferz_game_legal_moves(game, &count, m->messages);
    if (!all) {
        print_messages(m);
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

/* The number of pieces of the side that has fewer. */
static size_t fewest_pieces(const ferz_game *game)
{
    size_t piece_count[2] = {0, 0};
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        if (cell.type && cell.owner >= 0 && cell.owner < 2)
            piece_count[cell.owner]++;
    }
    return piece_count[0] < piece_count[1] ? piece_count[0] : piece_count[1];
}

/* Whether our rules end the game here for a reason that the other program does not ask about. */
static bool ended_otherwise(match *m, ferz_game *game)
{
    ferz_status status;
    if (ferz_game_status(game, &status, m->messages) != FERZ_OK) {
        print_messages(m);
        die("no status");
    }
    bool ended = status.outcome != FERZ_ONGOING && strcmp(status.reason, "checkmate") != 0 &&
                 strcmp(status.reason, "stalemate") != 0;
    return ended || (m->pair->bare_kings && fewest_pieces(game) < 2);
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
static bool attacks_king(const ferz_game *game, const char *move)
{
    int column = move[2] - 'a', row = atoi(move + 3) - 1, mover = (int)ferz_game_side_to_move(game);
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        ferz_cell cell = ferz_game_cell(game, i);
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
static void compare_lists(match *m, const ferz_game *game, const char *fen, const listing *ours, const listing *theirs,
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
            if (m->pair->pawn_drop_mates && is_pawn_drop(move) && attacks_king(game, move) && drop_mates(m, fen, move))
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
static void compare_counts(match *m, ferz_game *game, int depth)
{
    listing *lists = malloc(2 * sizeof *lists);
    char *fen = ferz_game_fen(game);
    if (!lists || !fen)
        die("out of memory");
    listing *ours = &lists[0], *theirs = &lists[1];
    ours->count = 0;
    if (ferz_game_perft(game, depth, add_divided, ours, &(uint64_t){0}, m->messages) != FERZ_OK)
        differs(m, fen, "no count at depth %d", depth);
    sort(ours);
    ask(m->other, fen, NULL, depth, theirs);
    m->sum.counts++;
    if (!ended_otherwise(m, game)) {
        compare_lists(m, game, fen, ours, theirs, "they");
        for (size_t i = 0; depth > 1 && i < ours->count; i++) {
            const struct entry *mine = &ours->entries[i], *other = find_move(theirs, mine->move);
            if (!other || other->leaves == mine->leaves)
                continue;
            size_t differences = m->sum.differences, excused = m->sum.drop_mates + m->sum.endings;
            ferz_game *below = ferz_game_copy(game);
            if (!below || ferz_game_move(below, mine->move, m->messages) != FERZ_OK)
                die("cannot play %s", mine->move);
            if (ended_otherwise(m, below))
                m->sum.endings++;
            else
                compare_counts(m, below, depth - 1);
            ferz_game_free(below);
            if (m->sum.differences == differences && m->sum.drop_mates + m->sum.endings == excused)
                differs(m, fen, "%s has %" PRIu64 " leaves at depth %d, theirs %" PRIu64 ", yet lists agree",
                        mine->move, mine->leaves, depth, other->leaves);
        }
    }
    ferz_free(fen);
    free(lists);
}

static void compare_position(match *m, ferz_game *game, const char *fen, const listing *ours)
{
    static listing other;
    m->sum.positions++;

    ferz_game *fresh = ferz_game_create(m->variant, fen, m->messages);
    char *again = fresh ? ferz_game_fen(fresh) : NULL;
    if (!again) {
        differs(m, fen, "we do not read our own FEN");
        return;
    }
    if (strcmp(fen, again) != 0)
        differs(m, fen, "our FEN comes back as %s", again);
    our_moves(m, fresh, &other);
    compare_lists(m, game, fen, ours, &other, "from the FEN we have");
    if (ferz_game_hash(fresh) != ferz_game_hash(game))
        differs(m, fen, "the hash depends on how we came here");
    ferz_free(again);
    ferz_game_free(fresh);

    /* From their own position before the last move: what they think of rights and en passant is their own. */
    size_t plies = ferz_game_ply_count(game);
    answer said = ask(m->other, m->their_fen, plies ? ferz_game_ply(game, plies - 1) : NULL, 1, &other);
    bool check = said.check;
    memcpy(m->their_fen, said.fen, sizeof m->their_fen);
    compare_lists(m, game, fen, ours, &other, "they");
    if (check != ferz_game_in_check(game))
        differs(m, fen, "we say %s check", check ? "no" : "there is");
    m->sum.checks += check;
    if (ours->count == 0) {
        ferz_status status;
        if (ferz_game_status(game, &status, m->messages) != FERZ_OK || status.outcome == FERZ_ONGOING ||
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

static void read_board(board *b, const ferz_game *game)
{
    memset(b, 0, sizeof *b);
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        ferz_cell cell = ferz_game_cell(game, i);
        if (cell.column >= 0 && cell.column < 26 && cell.row >= 0 && cell.row < 36)
            b->cells[cell.column][cell.row] = i + 1;
    }
}

/* The cell that `*text` names; moves on behind it. */
static ferz_cell read_cell(const board *b, const ferz_game *game, const char **text)
{
    int column = **text - 'a';
    char *end;
    long row = strtol(*text + 1, &end, 10) - 1;
    *text = end;
    if (column < 0 || column > 25 || row < 0 || row > 35 || !b->cells[column][row])
        die("a move to nowhere");
    return ferz_game_cell(game, b->cells[column][row] - 1);
}

typedef enum kind { QUIET, DROP, PUSH, CAPTURE, CASTLING, EN_PASSANT, PROMOTION, KINDS } kind;
/* Rare kinds are chosen more often, or random games would hardly see them. */
static const unsigned kind_weight[KINDS] = {4, 2, 6, 6, 60, 120, 30};

static kind kind_of(const board *b, const ferz_game *game, const char *move)
{
    if (move[1] == '@')
        return DROP;
    const char *text = move;
    ferz_cell from = read_cell(b, game, &text), to = read_cell(b, game, &text);
    bool pawn = from.type && strcmp(from.type, "pawn") == 0;
    int across = abs(from.column - to.column);
    if (*text)
        return PROMOTION;
    if (from.royal && ((to.type && to.owner == from.owner) || across > 1))
        return CASTLING;
    if (to.type)
        return CAPTURE;
    return pawn ? across ? EN_PASSANT : PUSH : QUIET;
}

static const char *choose(match *m, const board *b, const ferz_game *game, const listing *list, uint64_t *random_state)
{
    static kind kinds[MAX_MOVES];
    uint64_t all = 0;
    for (size_t i = 0; i < list->count; i++)
        all += kind_weight[kinds[i] = kind_of(b, game, list->entries[i].move)];
    uint64_t left = random_next(random_state) % all;
    size_t chosen = 0;
    while (left >= kind_weight[kinds[chosen]])
        left -= kind_weight[kinds[chosen++]];
    tally *sum = &m->sum;
    size_t *counters[KINDS] = {[DROP] = &sum->drops,
                               [CAPTURE] = &sum->captures,
                               [CASTLING] = &sum->castlings,
                               [EN_PASSANT] = &sum->passings,
                               [PROMOTION] = &sum->promotions};
    if (counters[kinds[chosen]])
        ++*counters[kinds[chosen]];
    return list->entries[chosen].move;
}

/* Plays one game to its end, or until enough positions have been seen. */
static void play_game(match *m, const char *start, size_t enough, uint64_t *random_state)
{
    static listing ours;
    board b;
    ferz_game *game = ferz_game_create(m->variant, start, m->messages);
    if (!game) {
        m->whole = NULL;
        differs(m, start ? start : "the start", "we do not read this position");
        return;
    }
    m->start = start;
    m->whole = game;
    snprintf(m->their_fen, sizeof m->their_fen, "%s", start ? start : ferz_variant_facts(m->variant)->start_fen);
    read_board(&b, game);
    /* A game that once differs has said enough. */
    for (size_t before = m->sum.differences; m->sum.differences == before && m->sum.positions < enough;) {
        if (ended_otherwise(m, game)) {
            m->sum.endings++;
            break;
        }
        char *fen = ferz_game_fen(game);
        if (!fen)
            die("out of memory");
        our_moves(m, game, &ours);
        compare_position(m, game, fen, &ours);
        ferz_free(fen);
        if (ours.count == 0 || ferz_game_ply_count(game) >= MAX_PLIES)
            break;
        if (random_next(random_state) % 16 == 0)
            compare_counts(m, game, 2);
        const char *move = choose(m, &b, game, &ours, random_state);
        if (ferz_game_move(game, move, m->messages) != FERZ_OK)
            differs(m, start ? start : "the start", "we list %s and do not play it", move);
    }
    m->whole = NULL;
    m->start = NULL;
    ferz_game_free(game);
}

/* The positions of the pairing's files; how many. Those whose game line has other settings serve too. */
static size_t read_starts(const pairing *pair, char *starts[MAX_STARTS])
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
        while (count < MAX_STARTS && getline(&line, &room, file) >= 0) {
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
    if (m->pair->numbered_starts) {
        snprintf(words[count], sizeof words[count], "%" PRIu64, number % 960);
        settings[count] = (ferz_setting){.name = "array", .value = words[count]};
        count++;
    }
    m->variant = ferz_variant_load(m->pair->variant, dirs, settings, count, 1, m->messages);
    if (!m->variant) {
        print_messages(m);
        die("%s does not load", m->pair->variant);
    }
}

static void play_pairing(match *m, uint64_t seed, size_t enough)
{
    uint64_t random_state = seed;
    for (const char *letter = m->pair->label; *letter; letter++) /* so that one game alone goes as it goes among all */
        random_state = random_state * 31 + (unsigned char)*letter;
    char *starts[MAX_STARTS];
    size_t start_count = read_starts(m->pair, starts), games = 0;
    while (m->sum.positions < enough && m->sum.differences < MAX_SHOWN) {
        if (!m->variant || m->pair->numbered_starts) {
            ferz_variant_free(m->variant);
            load(m, random_next(&random_state));
        }
        /* Every third game begins at the beginning. */
        bool elsewhere = start_count && games % 3 != 0;
        play_game(m, elsewhere ? starts[random_next(&random_state) % start_count] : NULL, enough, &random_state);
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
    ferz_game *game = ferz_game_create(m->variant, fen, m->messages);
    if (!game) {
        print_messages(m);
        die("we do not read this position");
    }
    static listing theirs;
    uint64_t ours = 0, other = 0;
    m->loud = true;
    if (ferz_game_perft(game, depth, NULL, NULL, &ours, m->messages) != FERZ_OK)
        print_messages(m);
    ask(m->other, fen, NULL, depth, &theirs);
    for (size_t i = 0; i < theirs.count; i++)
        other += theirs.entries[i].leaves;
    m->start = fen;
    compare_counts(m, game, depth);
    printf("depth %d: ours %" PRIu64 ", theirs %" PRIu64 "; excused: %zu mates by pawn drop, %zu other ends\n", depth,
           ours, other, m->sum.drop_mates, m->sum.endings);
    ferz_game_free(game);
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
        if (!peer_knows(&other, m.pair->fairy_variant)) {
            printf("%-10s skipped: the other program does not know it\n", m.pair->label);
            continue;
        }
        m.messages = ferz_messages_create(false);
        if (!m.messages)
            die("out of memory");
        peer_choose(&other, m.pair->fairy_variant, m.pair->numbered_starts);
        if (depth)
            descend(&m, depth, words[at + 2]);
        else
            play_pairing(&m, seed, (size_t)positions);
        size_t compared = m.sum.positions + m.sum.counts;
        passed += compared > m.sum.differences ? compared - m.sum.differences : 0;
        failed += m.sum.differences;
        ferz_variant_free(m.variant);
        ferz_messages_free(m.messages);
    }
    peer_close(&other);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed || !passed;
}
