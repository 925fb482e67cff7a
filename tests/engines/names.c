/* Asks Ferz and Fairy-Stockfish, both over UCI and by the same name, what they make of the same games:
 *
 *   names FERZ [--games N] [--plies N] [--nodes N] [--seed S] [NAME…]
 *
 * The names are those of interp/protocol/variant_aliases.txt that the other program has. At every ply both say which moves
 * are legal, letter by letter, and whether the game is over; at the end who has won, over XBoard's protocol. Now and then
 * each reads the other's FEN. Without --nodes the moves are random. With it they are a match: the programs play in turn,
 * with so many nodes a move after four random plies. Where a difference is meant, `excuses` says so. Exit status: 0 no
 * difference, 1 differences, 77 the other program is not there.
 */
#include "engines/uci_peer.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <sys/stat.h>

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif

enum { MAX_MOVES = 1024, MAX_PLIES = 600, MOVE_SIZE = 12, RANDOM_PLIES = 4, SHOWN = 3, FEN_SIZE = 400, SKIPPED = 77 };

typedef struct listing {
    size_t count;
    char moves[MAX_MOVES][MOVE_SIZE];
} listing;

typedef struct side {
    peer uci, xboard;
    const char *label;
    listing moves;
    char fen[FEN_SIZE];
    bool over;
} side;

/* What Debian's program does otherwise, and we mean otherwise. */
static const struct excuse {
    const char *name;
    bool drop_mates; /* it lists pawn drops that mate */
    bool later;      /* it sees one ply later that the game is over */
} excuses[] = {
    {.name = "shogi", .drop_mates = true},    {.name = "minishogi", .drop_mates = true},
    {.name = "mini", .drop_mates = true},     {.name = "judkins", .drop_mates = true},
    {.name = "gorogoro", .drop_mates = true}, {.name = "euroshogi", .drop_mates = true},
    {.name = "racingkings", .later = true},   {.name = "shatranj", .later = true},
    {.name = "courier", .later = true},       {.name = NULL},
};

static const struct excuse *excuse_of(const char *name)
{
    static const struct excuse none = {.name = ""};
    for (const struct excuse *e = excuses; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e;
    return &none;
}

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int compare(const void *one, const void *other)
{
    return strcmp(one, other);
}

static bool has(const listing *list, const char *move)
{
    return bsearch(move, list->moves, list->count, MOVE_SIZE, compare) != NULL;
}

/* ---- questions over UCI ---- */

/* The position, as text after `position `; long, so it is not sent through peer_send's buffer at once. */
static void send_position(side *s, const char *position)
{
    peer_send(&s->uci, "position ");
    for (size_t length = strlen(position); length;) {
        size_t part = length < 1000 ? length : 1000;
        peer_send(&s->uci, "%.*s", (int)part, position);
        position += part;
        length -= part;
    }
    peer_send(&s->uci, "\n");
}

static void list_moves(side *s, const char *position)
{
    send_position(s, position);
    peer_send(&s->uci, "d\ngo perft 1\n");
    s->moves.count = 0;
    for (;;) {
        char *line = peer_read_line(&s->uci), *colon = strchr(line, ':');
        if (strncmp(line, "Nodes searched", 14) == 0 ||
            strcmp(line, "bestmove 0000") == 0) /* or there is no position */
            break;
        if (strncmp(line, "Fen: ", 5) == 0)
            snprintf(s->fen, sizeof s->fen, "%.*s", (int)strcspn(line + 5, "\r"), line + 5);
        if (!colon || strcmp(colon, ": 1") != 0 || colon - line >= MOVE_SIZE || s->moves.count == MAX_MOVES ||
            !isalpha((unsigned char)*line))
            if (!colon || strcmp(colon, ": 1") != 0 || *line != '+')
                continue;
        snprintf(s->moves.moves[s->moves.count++], MOVE_SIZE, "%.*s", (int)(colon - line), line);
    }
    qsort(s->moves.moves, s->moves.count, MOVE_SIZE, compare);
}

/* The move that a program wants to play; false when it says that the game is over. */
static bool best_move(side *s, int nodes, char *move)
{
    peer_send(&s->uci, "go nodes %d\n", nodes);
    char *line;
    do
        line = peer_read_line(&s->uci);
    while (strncmp(line, "bestmove ", 9) != 0);
    snprintf(move, MOVE_SIZE, "%.*s", (int)strcspn(line + 9, " \r"), line + 9);
    return strcmp(move, "(none)") != 0;
}

/* ---- the result, over XBoard's protocol ---- */

/* XBoard counts the ranks of a board of ten from 0. */
static void respell_for_xboard(const char *fen, const char *move, char *out)
{
    int ranks = 1;
    for (const char *s = fen; *s && *s != ' '; s++)
        ranks += *s == '/';
    while (*move) {
        if (ranks == 10 && isdigit((unsigned char)*move))
            out += sprintf(out, "%ld", strtol(move, (char **)&move, 10) - 1);
        else
            *out++ = *move++;
    }
    *out = '\0';
}

/* Replays the game, which may end by what is not in its FEN, and asks for so many moves more. */
static void ask_result(side *s, const char *name, const char *position, const char *fen, int plies, char *result,
                       size_t size)
{
    peer *p = &s->xboard;
    const char *word = strstr(position, " moves ");
    peer_send(p, "new\nvariant %s\nforce\n", name);
    if (strncmp(position, "fen ", 4) == 0)
        peer_send(p, "setboard %.*s\n", (int)(word ? word - position - 4 : (long)strlen(position) - 4), position + 4);
    for (word = word ? word + 7 : ""; *word; word += strspn(word, " ")) {
        char move[MOVE_SIZE], respelled[2 * MOVE_SIZE];
        snprintf(move, sizeof move, "%.*s", (int)strcspn(word, " "), word);
        respell_for_xboard(fen, move, respelled);
        peer_send(p, "usermove %s\n", respelled);
        word += strcspn(word, " ");
    }
    *result = '\0';
    peer_send(p, "st 1\nsd 1\n");
    for (int i = 0; i < plies && !*result; i++) {
        peer_send(p, "go\nping 7\n");
        for (int pongs = 0; !pongs;) {
            char *line = peer_read_line(p);
            if (strncmp(line, "pong", 4) == 0)
                pongs++;
            else if (!*result &&
                     (strncmp(line, "1-0", 3) == 0 || strncmp(line, "0-1", 3) == 0 || strncmp(line, "1/2", 3) == 0))
                snprintf(result, size, "%.*s", (int)strcspn(line, " \r"), line);
        }
    }
    peer_send(p, "force\n");
}

/* How often the board of this FEN has been there, by a hash for each ply. */
static int occurrences(const char *fen, uint64_t *seen, int ply)
{
    int count = 0;
    uint64_t hash = 14695981039346656037u; /* FNV-1a of placement, hands and side */
    for (int fields = 0; *fen && fields < 2; fen++) {
        hash = (hash ^ (unsigned char)*fen) * 1099511628211u;
        fields += *fen == ' ';
    }
    seen[ply] = hash;
    for (int i = 0; i <= ply; i++)
        count += seen[i] == hash;
    return count;
}

/* Whether few enough pieces are left that neither side can win. The other program leaves such draws to its user, and
 * those by repetition. */
static bool is_bare(const char *fen)
{
    int pieces = 0;
    for (; *fen && *fen != ' '; fen++)
        pieces += isalpha((unsigned char)*fen) != 0;
    return pieces <= 4;
}

/* ---- one game ---- */

/* A random array of Chess960, with rights by files in one game and as KQkq in the next. */
static void put_array(uint64_t *random, bool by_files, char *position, size_t size)
{
    char row[9] = "--------", black[9], rights[5] = "KQkq";
    row[2 * (random_next(random) % 4)] = 'B';
    row[2 * (random_next(random) % 4) + 1] = 'B';
    for (const char *piece = "QNN"; *piece; piece++) {
        size_t file;
        do
            file = random_next(random) % 8;
        while (row[file] != '-');
        row[file] = *piece;
    }
    for (int file = 0, left = 0; file < 8; file++) {
        if (row[file] == '-') {
            row[file] = "RKR"[left];
            if (by_files && left != 1) { /* the last rook's file comes first */
                rights[left ? 0 : 1] = (char)('A' + file);
                rights[left ? 2 : 3] = (char)('a' + file);
            }
            left++;
        }
    }
    for (int file = 0; file < 9; file++)
        black[file] = (char)tolower((unsigned char)row[file]);
    snprintf(position, size, "fen %s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s - 0 1", black, row, rights);
}

typedef struct tally {
    size_t games, plies, fens, over, left, differences,
        wins[3]; /* wins: Ferz, the other program, draws and unfinished */
} tally;

typedef struct options {
    int games, plies, nodes;
    uint64_t seed;
} options;

static void differ(tally *t, const char *name, const char *what, const char *position, const side *ours,
                   const side *theirs)
{
    if (t->differences++ >= SHOWN)
        return;
    printf("DIFFERENT %s: %s\n  position %s\n  fen here  %s\n  fen there %s\n", name, what, position, ours->fen,
           theirs->fen);
    for (size_t i = 0; i < ours->moves.count; i++)
        if (!has(&theirs->moves, ours->moves.moves[i]))
            printf("  only here:  %s\n", ours->moves.moves[i]);
    for (size_t i = 0; i < theirs->moves.count; i++)
        if (!has(&ours->moves, theirs->moves.moves[i]))
            printf("  only there: %s\n", theirs->moves.moves[i]);
}

/* Same moves, letter by letter? Pawn drops that only they list are no difference where that is excused. */
static bool same_moves(const side *ours, const side *theirs, const struct excuse *e)
{
    size_t drops = 0;
    for (size_t i = 0; i < theirs->moves.count; i++) {
        if (!has(&ours->moves, theirs->moves.moves[i])) {
            if (!e->drop_mates || strchr("PS", *theirs->moves.moves[i]) == NULL || theirs->moves.moves[i][1] != '@')
                return false;
            drops++;
        }
    }
    return ours->moves.count + drops == theirs->moves.count;
}

/* Each reads the FEN of the other, and lists the same moves as after play. */
static void exchange_fens(side *ours, side *theirs, const char *name, const struct excuse *e, tally *t)
{
    char position[FEN_SIZE + 8];
    side *both[] = {ours, theirs};
    char fens[2][FEN_SIZE];
    snprintf(fens[0], FEN_SIZE, "%s", ours->fen);
    snprintf(fens[1], FEN_SIZE, "%s", theirs->fen);
    for (int i = 0; i < 2; i++) {
        snprintf(position, sizeof position, "fen %s", fens[!i]);
        static listing before;
        before = both[i]->moves;
        list_moves(both[i], position);
        t->fens++;
        if (!same_moves(ours, theirs, e))
            differ(t, name, i ? "our FEN is read otherwise there" : "their FEN is read otherwise here", position, ours,
                   theirs);
        both[i]->moves = before;
    }
}

static void play(side *ours, side *theirs, const char *name, const options *o, int number, uint64_t *random, tally *t)
{
    static char position[MAX_PLIES * MOVE_SIZE + FEN_SIZE];
    const struct excuse *e = excuse_of(name);
    snprintf(position, sizeof position, "startpos");
    if (strcmp(name, "fischerandom") == 0)
        put_array(random, number % 2 == 0, position, sizeof position);
    char move[MOVE_SIZE] = "", ending[2][16], what[80];
    uint64_t seen[MAX_PLIES + 1];
    t->games++;
    for (int ply = 0;; ply++) {
        list_moves(ours, position);
        list_moves(theirs, position);
        t->plies++;
        int repeated = occurrences(ours->fen, seen, ply);
        char wanted[2][MOVE_SIZE];
        bool first = (ply + number) % 2 == 0;
        ours->over = !best_move(ours, o->nodes && first ? o->nodes : 1, wanted[0]);
        theirs->over = !best_move(theirs, o->nodes && !first ? o->nodes : 1, wanted[1]);
        if (ours->over || theirs->over) {
            /* Over UCI some endings are left to the user; over XBoard's protocol both judge them. */
            ask_result(ours, name, position, ours->fen, 1, ending[0], sizeof ending[0]);
            ask_result(theirs, name, position, ours->fen, 1 + e->later, ending[1], sizeof ending[1]);
            t->over++;
            bool left_to_user =
                !*ending[1] && strcmp(ending[0], "1/2-1/2") == 0 && (is_bare(ours->fen) || repeated >= 3);
            t->left += left_to_user;
            if (!left_to_user && (strcmp(ending[0], ending[1]) != 0 || !*ending[0])) {
                snprintf(what, sizeof what, "the result is `%s` here, `%s` there", ending[0], ending[1]);
                differ(t, name, what, position, ours, theirs);
            }
            bool white = strcmp(ending[0], "1-0") == 0, draw = !white && strcmp(ending[0], "0-1") != 0;
            t->wins[draw ? 2 : white == (number % 2 == 0) ? 0 : 1]++;
            return;
        }
        if (!same_moves(ours, theirs, e)) {
            differ(t, name, "other moves", position, ours, theirs);
            return;
        }
        if (ply == o->plies) {
            t->wins[2]++;
            return;
        }
        if (ply % 7 == 3)
            exchange_fens(ours, theirs, name, e, t);
        if (!o->nodes || ply < RANDOM_PLIES)
            snprintf(move, sizeof move, "%s", ours->moves.moves[random_next(random) % ours->moves.count]);
        else
            snprintf(move, sizeof move, "%s", wanted[!first]);
        if (!has(&ours->moves, move) || !has(&theirs->moves, move)) {
            snprintf(what, sizeof what, "%s plays %s", first ? "Ferz" : "the other program", move);
            differ(t, name, what, position, ours, theirs);
            return;
        }
        size_t length = strlen(position);
        snprintf(position + length, sizeof position - length, "%s%s", ply ? " " : " moves ", move);
    }
}

/* ---- all names ---- */

static void open_side(side *s, const char *label, const char *path, const char *script)
{
    s->label = label;
    peer_open(&s->uci, script ? script : path);
}

static void open_xboard(peer *p, const char *path)
{
    peer_start(p, path);
    peer_send(p, "xboard\nprotover 2\nping 1\n");
    while (strncmp(peer_read_line(p), "pong", 4) != 0) {
    }
}

/* A script that runs `FERZ WORD`, since a peer is started without arguments. */
static void write_script(char *path, size_t size, const char *ferz, const char *word)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/ferz-names-%s-XXXXXX", folder ? folder : "/tmp", word);
    int file = mkstemp(path);
    FILE *out = file < 0 ? NULL : fdopen(file, "w");
    if (!out)
        die("cannot write %s", path);
    fprintf(out, "#!/bin/sh\nexec '%s' %s\n", ferz, word);
    fchmod(file, 0700);
    fclose(out);
}

static bool wanted(int argc, char **argv, int first, const char *name)
{
    bool any = first == argc;
    for (int i = first; i < argc; i++)
        any = any || strcmp(argv[i], name) == 0;
    return any;
}

int main(int argc, char **argv)
{
    options o = {.games = 1, .plies = 60, .seed = 1};
    int first = 2;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2) {
        long n = strtol(argv[first + 1], NULL, 10);
        if (strcmp(argv[first], "--games") == 0)
            o.games = (int)n;
        else if (strcmp(argv[first], "--plies") == 0)
            o.plies = n < MAX_PLIES ? (int)n : MAX_PLIES;
        else if (strcmp(argv[first], "--nodes") == 0)
            o.nodes = (int)n;
        else if (strcmp(argv[first], "--seed") == 0)
            o.seed = (uint64_t)n;
    }
    if (argc < 2) {
        fprintf(stderr, "usage: names FERZ [--games N] [--plies N] [--nodes N] [--seed S] [NAME...]\n");
        return 2;
    }
    if (!peer_path()) {
        printf("skipped: fairy-stockfish is not there\n");
        return SKIPPED;
    }
    static side ours, theirs;
    char uci[256], xboard[256];
    signal(SIGPIPE, SIG_IGN);
    setenv("FERZ_RULES", FERZ_SOURCE_DIR "/rules", 1);
    write_script(uci, sizeof uci, argv[1], "uci");
    write_script(xboard, sizeof xboard, argv[1], "xboard");
    open_side(&ours, "ferz", uci, NULL);
    open_side(&theirs, "fairy-stockfish", peer_path(), NULL);
    open_xboard(&ours.xboard, xboard);
    open_xboard(&theirs.xboard, peer_path());
    unlink(uci);
    unlink(xboard);
    FILE *table = fopen(FERZ_SOURCE_DIR "/interp/protocol/variant_aliases.txt", "r");
    if (!table)
        die("no table of names");
    char line[256], name[64], users[64];
    size_t names = 0, differences = 0;
    while (fgets(line, sizeof line, table)) {
        if (!isalnum((unsigned char)*line) || sscanf(line, "%63s %63s", name, users) != 2 || !strstr(users, "uci") ||
            !peer_knows(&theirs.uci, name) || !wanted(argc, argv, first, name))
            continue;
        tally t = {.games = 0};
        uint64_t random = o.seed;
        peer_choose(&ours.uci, name, false);
        peer_choose(&theirs.uci, name, false);
        for (int i = 0; i < o.games; i++)
            play(&ours, &theirs, name, &o, i, &random, &t);
        names++;
        differences += t.differences;
        printf("%-14s %zu games, %zu positions, %zu FENs, %zu ended, %zu differences", name, t.games, t.plies, t.fens,
               t.over, t.differences);
        if (t.left)
            printf(", %zu draws left to the user", t.left);
        if (o.nodes)
            printf("; +%zu =%zu -%zu", t.wins[0], t.wins[2], t.wins[1]);
        printf("\n");
        fflush(stdout);
    }
    fclose(table);
    /* Each holds an end of the others' pipes, so none of them sees an end of its input. */
    peer *all[] = {&ours.uci, &theirs.uci, &ours.xboard, &theirs.xboard};
    for (size_t i = 0; i < 4; i++)
        peer_send(all[i], "quit\n");
    peer_close(&ours.uci);
    peer_close(&theirs.uci);
    ours.xboard.variants = theirs.xboard.variants = NULL;
    peer_close(&ours.xboard);
    peer_close(&theirs.xboard);
    printf("%zu names, %zu differences\n", names, differences);
    return differences ? 1 : names ? 0 : SKIPPED;
}
