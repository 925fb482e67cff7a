/* Imports sections of a variants.ini and compares our legal moves at every ply of random games with those of the program that
 * the format comes from, which loads the same file:
 *
 *   engines_imported [--seed S] [--positions N] [--peer PROGRAM] [--exported yes] [FILE.ini [SECTION...]]
 *
 * Without a file: variants-debian.ini against $FERZ_FAIRY_STOCKFISH (or Debian's), and variants-current.ini against the newer
 * one of $FERZ_FFISH, if that is there (see tests/engines/ffish.js). Each game is exported again, if the format can express it:
 * the second import must have the same moves. With --exported yes that program reads what we export, too: at every ply it lists the
 * same moves as in its own section, and it counts the same from the start; a variant that is not exported is a difference. Exit status: 0 no difference, 1 differences, 3 a fault, 77 no other program is there.
 *
 * Meant differences: a pawn drop that mates is listed there, and draws do not end the game there. */
#include "ferz_tools.h"
#include "engines/uci_peer.h"

#include <ctype.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif

enum { MAX_MOVES = 4096, MAX_PLIES = 120, MOVES_BYTES = 8192, SKIPPED = 77 };

typedef char word[24];
typedef struct listing {
    size_t count;
    word moves[MAX_MOVES];
} listing;

typedef struct tally {
    size_t positions, differences, games, wins, drop_mates;
} tally;

/* Moves leave a wall on the cell that the piece has left. */
static bool trails_seen;

/* A wall comes instead of a move. It is written as a drop here, and there as a move that stays, with the wall behind it; all other
 * moves have a cell that means nothing behind them there. Both become @ and the cell, or the move. */
static bool walls_instead;
static word their_wall, our_wall; /* what stands before the cell */

/* How the last pass was written there and here: as a move that stays, or by its name. */
static word their_pass, our_pass;

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A piece from the hand, here b1c3,H@b1, there b1c3h; in castling e1g1h, or h1e1h on the partner's cell. */
static void with_their_hand(const char *move, word written)
{
    const char *comma = strchr(move, ','), *cell = comma + 3;
    size_t from = 1 + strspn(move + 1, "0123456789"), there = 1 + strspn(cell + 1, "0123456789");
    char letter = (char)tolower((unsigned char)comma[1]);
    if (there == from && memcmp(move, cell, from) == 0)
        snprintf(written, sizeof(word), "%.*s%c", (int)(comma - move), move, letter);
    else
        snprintf(written, sizeof(word), "%.*s%.*s%c", (int)there, cell, (int)from, move, letter);
}

/* The move as the other program writes it. */
static void write_half(const char *move, word sent)
{
    const char *comma = strchr(move, ','), *cell = comma ? comma + 2 : move;
    size_t from = 1 + strspn(move + 1, "0123456789"), to = 1 + strspn(move + from + 1, "0123456789");
    int end = (int)(comma ? comma - move : (ptrdiff_t)strlen(move));
    if (comma && isupper((unsigned char)comma[1]) && comma[2] == '@')
        with_their_hand(move, sent);
    else if (walls_instead && *move == '@')
        snprintf(sent, sizeof(word), "%s%s", their_wall, move + 1);
    else if (walls_instead)
        snprintf(sent, sizeof(word), "%s,%.*sa1", move, (int)to, move + from);
    else if (strcmp(move, "pass") == 0)
        snprintf(sent, sizeof(word), "%s", their_pass);
    else if (comma || trails_seen)
        snprintf(sent, sizeof(word), "%.*s,%.*s%.*s", end, move, (int)to, move + from,
                 comma ? (int)strlen(cell) : (int)from, cell);
    else
        snprintf(sent, sizeof(word), "%.*s", (int)sizeof(word) - 1, move);
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void add(listing *list, const char *move, size_t length)
{
    if (list->count < MAX_MOVES && length < sizeof(word)) {
        memcpy(list->moves[list->count], move, length);
        list->moves[list->count++][length] = '\0';
    }
}

static bool add_wall_or_move(listing *list, const char *move, size_t length)
{
    const char *comma = memchr(move, ',', length), *at = memchr(move, '@', length);
    size_t from = 1 + strspn(move + 1, "0123456789"), before = comma ? (size_t)(comma + 1 - move) + from : 0;
    bool stays = comma && (size_t)(comma - move) == 2 * from && memcmp(move, move + from, from) == 0;
    word written;
    if (!walls_instead)
        return false;
    if (stays)
        snprintf(their_wall, sizeof their_wall, "%.*s", (int)before, move);
    else if (at)
        snprintf(our_wall, sizeof our_wall, "%.*s", (int)(at + 1 - move), move);
    if (stays || at) {
        const char *cell = at ? at + 1 : move + before;
        snprintf(written, sizeof written, "@%.*s", (int)(move + length - cell), cell);
        add(list, written, strlen(written));
    } else {
        add(list, move, comma ? (size_t)(comma - move) : length);
    }
    return true;
}

/* The second half of a move is a cell, as e2e4,@e5 here; there it is written from the cell of the piece that has moved, and here
 * from that of the wall that moves. A trail on the cell that was left is no second half here. */
static void add_half(listing *list, const char *move, size_t length, word pass)
{
    const char *comma = memchr(move, ',', length);
    size_t first = comma ? (size_t)(comma - move) : length;
    size_t from = 1 + strspn(move + 1, "0123456789"), rest = comma ? length - first - 1 : 0;
    word written;
    if (comma && isupper((unsigned char)comma[1]) && comma[2] == '@') {
        with_their_hand(move, written);
        add(list, written, strlen(written));
        return;
    }
    if (add_wall_or_move(list, move, length))
        return;
    if (!comma && from * 2 == length && memcmp(move, move + from, from) == 0) {
        snprintf(pass, sizeof(word), "%.*s", (int)length, move);
        add(list, "pass", 4);
        return;
    }
    if (!comma || rest < 3 || length >= sizeof written) {
        add(list, move, length);
        return;
    }
    const char *cell = comma + 1 + (comma[1] == '@' ? 1 : 1 + strspn(comma + 2, "0123456789"));
    bool trail = trails_seen && (size_t)(move + length - cell) == from && memcmp(cell, move, from) == 0;
    snprintf(written, sizeof written, trail ? "%.*s" : "%.*s,@%.*s", (int)first, move, (int)(move + length - cell),
             cell);
    add(list, written, strlen(written));
}

/* Their moves after those of the game; whether the mover is in check. */
static bool ask(peer *other, const char *moves, const char *more, listing *list)
{
    bool check = false;
    peer_send(other, "position startpos");
    peer_send(other, *moves || *more ? " moves" : "");
    for (const char *at = moves; *at;) { /* what is told at once has a limit */
        size_t n = strlen(at) < 1000 ? strlen(at) : 1000;
        peer_send(other, "%.*s", (int)n, at);
        at += n;
    }
    peer_send(other, "%s%s\nd\ngo perft 1\n", *more ? " " : "", more);
    list->count = 0;
    for (;;) {
        char *line = peer_read_line(other);
        char *colon = strchr(line, ':');
        if (strncmp(line, "Nodes searched", 14) == 0)
            break;
        if (strncmp(line, "Checkers:", 9) == 0)
            check = line[9 + strspn(line + 9, " \r")] != '\0';
        else if (colon && colon - line >= 4 && colon - line < 16 && strchr(": 1", colon[1]) && line[0] != ' ' &&
                 (line[1] == '@' || (line[1] >= '0' && line[1] <= '9') || line[0] == '+'))
            add_half(list, line, (size_t)(colon - line), their_pass);
    }
    qsort(list->moves, list->count, sizeof(word), compare_words);
    return check;
}

static void fail(ferz_messages *messages, const char *words)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++)
        fputs(ferz_messages_at(messages, i).rendered, stdout);
    die("%s", words);
}

static void list_our_moves(ferz_game *game, ferz_messages *messages, listing *list)
{
    size_t count = 0;
    char *all = ferz_game_legal_moves(game, &count, messages);
    if (!all)
        fail(messages, "no list of moves");
    const char *move = all;
    list->count = 0;
    snprintf(our_pass, sizeof our_pass, "pass");
    for (size_t i = 0; i < count; i++, move += strlen(move) + 1)
        if (strncmp(move, "claim-", 6) != 0)
            add_half(list, move, strlen(move), our_pass);
    ferz_free(all);
    qsort(list->moves, list->count, sizeof(word), compare_words);
}

/* What one list has and the other has not; how many. */
static size_t missing(const listing *of, const listing *in, char *words, size_t room)
{
    size_t count = 0, length = 0;
    words[0] = '\0';
    for (size_t i = 0; i < of->count; i++) {
        if (!bsearch(of->moves[i], in->moves, in->count, sizeof(word), compare_words)) {
            count++;
            if (length + 30 < room)
                length += (size_t)snprintf(words + length, room - length, " %s", of->moves[i]);
        }
    }
    return count;
}

/* Removes pawn drops that mate from their list. */
static void excuse(peer *other, const char *moves, const listing *mine, listing *theirs, tally *sum)
{
    static listing replies;
    size_t kept = 0;
    for (size_t i = 0; i < theirs->count; i++) {
        bool drop = theirs->moves[i][1] == '@';
        if (drop && !bsearch(theirs->moves[i], mine->moves, mine->count, sizeof(word), compare_words)) {
            bool check = ask(other, moves, theirs->moves[i], &replies);
            if (check && replies.count == 0) {
                sum->drop_mates++;
                continue;
            }
        }
        memmove(theirs->moves[kept++], theirs->moves[i], sizeof(word));
    }
    theirs->count = kept;
}

/* Pieces that transform with every move: the other program writes a sign behind each move. */
static bool transforms_seen;

static size_t unsigned_length(const char *move)
{
    size_t n = 1 + strcspn(move + 1, "+-");
    return !strchr(move, '@') && n > 1 && isalpha((unsigned char)move[n - 1]) && isdigit((unsigned char)move[n - 2])
               ? n - 1
               : n;
}

static void strip_signs(const listing *from, listing *to)
{
    to->count = 0;
    for (size_t i = 0; i < from->count; i++)
        add(to, from->moves[i], unsigned_length(from->moves[i]));
    qsort(to->moves, to->count, sizeof(word), compare_words);
}

/* The other program with what we have exported; not started: `in` is 0. */
static peer again;
static bool wants_exported;

/* Starts the other program once more, with the section that we export. */
static bool start_exported(const ferz_variant *variant, const char *program, const char *folder, bool chess960,
                           ferz_messages *messages)
{
    char *ini = NULL, path[512];
    if (ferz_export(variant, &ini, messages) != FERZ_OK) {
        printf("not exported: %s", ferz_messages_at(messages, 0).rendered);
        ferz_messages_clear(messages);
        return false;
    }
    ferz_messages_clear(messages);
    snprintf(path, sizeof path, "%s/exported.ini", folder);
    FILE *file = fopen(path, "w");
    const char *at = strchr(ini, '['), *rest = at ? at + strcspn(at, "\n") : ini;
    if (!file || fprintf(file, "[exported-game]%s", rest) < 0 || fclose(file) != 0)
        die("cannot write %s", path);
    again = (peer){0};
    peer_open(&again, program);
    peer_send(&again, "setoption name VariantPath value %s\n", path);
    peer_choose(&again, "exported-game", chess960);
    ferz_free(ini);
    remove(path);
    return true;
}

static uint64_t count_there(peer *other, int depth)
{
    uint64_t leaves = 0;
    peer_send(other, "position startpos\ngo perft %d\n", depth);
    while (sscanf(peer_read_line(other), "Nodes searched: %" SCNu64, &leaves) != 1) {
    }
    return leaves;
}

/* Whether its own section and ours are the same to the other program, in this position. */
static bool compare_exported(const char *name, const char *moves, const listing *theirs, tally *sum)
{
    static listing exported;
    char more[400], less[400];
    if (!again.in)
        return true;
    ask(&again, moves, "", &exported);
    if (!missing(&exported, theirs, more, sizeof more) && !missing(theirs, &exported, less, sizeof less))
        return true;
    missing(theirs, &exported, less, sizeof less);
    sum->differences++;
    printf("%s: only in what we export:%s; only in its section:%s\n  moves:%s\n", name, more, less, moves);
    return false;
}

/* A piece that turns back: here with its new letter behind the move, there with the sign -, which is written into `move` where
 * they list it. */
static void write_demotion(word move, const listing *theirs)
{
    word other;
    size_t length = strlen(move);
    bool letter = !strchr(move, '@') && length > 4 && islower((unsigned char)move[length - 1]) &&
                  isdigit((unsigned char)move[length - 2]);
    snprintf(other, sizeof other, "%.*s-", (int)(length ? length - 1 : 0), move);
    if (letter && !bsearch(move, theirs->moves, theirs->count, sizeof(word), compare_words) &&
        bsearch(other, theirs->moves, theirs->count, sizeof(word), compare_words))
        memcpy(move, other, sizeof other);
}

/* What they listed last in this position. */
static listing theirs;

/* False when the lists differ. */
static bool compare(peer *other, ferz_variant *variant, ferz_game *game, const char *moves, ferz_messages *messages,
                    tally *sum)
{
    static listing mine;
    char more[400], less[400];
    list_our_moves(game, messages, &mine);
    if (transforms_seen) {
        static listing signs;
        ask(other, moves, "", &signs);
        if (!compare_exported(ferz_variant_facts(variant)->name, moves, &signs, sum))
            return false;
        strip_signs(&signs, &theirs);
        signs = mine;
        strip_signs(&signs, &mine);
    } else {
        ask(other, moves, "", &theirs);
        if (!compare_exported(ferz_variant_facts(variant)->name, moves, &theirs, sum))
            return false;
    }
    for (size_t i = 0; i < mine.count; i++)
        write_demotion(mine.moves[i], &theirs);
    qsort(mine.moves, mine.count, sizeof(word), compare_words);
    if (theirs.count > mine.count)
        excuse(other, moves, &mine, &theirs, sum);
    sum->positions++;
    size_t extra = missing(&mine, &theirs, more, sizeof more), lost = missing(&theirs, &mine, less, sizeof less);
    if (!extra && !lost)
        return true;
    sum->differences++;
    char *fen = ferz_game_fen(game);
    printf("%s: %zu moves here, %zu there; only here:%s; only there:%s\n  position: %s\n  moves:%s\n",
           ferz_variant_facts(variant)->name, mine.count, theirs.count, more, less, fen, moves);
    ferz_free(fen);
    return false;
}

static void play_game(peer *other, ferz_variant *variant, ferz_messages *messages, uint64_t *random_state,
                      size_t enough, tally *sum)
{
    static listing mine;
    char moves[MOVES_BYTES] = "";
    size_t length = 0;
    ferz_game *game = ferz_game_create(variant, NULL, messages);
    if (!game)
        fail(messages, "no play");
    sum->games++;
    while (sum->positions < enough && ferz_game_ply_count(game) < MAX_PLIES) {
        ferz_status status;
        if (ferz_game_status(game, &status, messages) != FERZ_OK)
            fail(messages, "no status");
        if (status.outcome == FERZ_DRAW && strcmp(status.reason, "stalemate") != 0 &&
            strcmp(status.reason, "full board") != 0)
            break; /* played on there */
        if (status.outcome != FERZ_ONGOING && strstr(status.reason, "check") == status.reason &&
            strstr(status.reason, "perpetual"))
            break;
        if (status.outcome != FERZ_ONGOING &&
            (strcmp(status.reason, "repetition") == 0 || strcmp(status.reason, "perpetual check") == 0))
            break;
        if (!compare(other, variant, game, moves, messages, sum))
            break;
        sum->wins += status.outcome == FERZ_WIN;
        list_our_moves(game, messages, &mine);
        if (mine.count == 0)
            break;
        const char *move = mine.moves[random_next(random_state) % mine.count];
        static listing signs;
        word halves;
        const char *sent = halves;
        write_half(move, halves);
        write_demotion(halves, &theirs);
        if (transforms_seen)
            ask(other, moves, "", &signs);
        for (size_t i = 0; transforms_seen && i < signs.count; i++)
            if (unsigned_length(signs.moves[i]) == unsigned_length(move) &&
                strncmp(signs.moves[i], move, unsigned_length(move)) == 0)
                sent = signs.moves[i];
        length += (size_t)snprintf(moves + length, sizeof moves - length, " %s", sent);
        word wall;
        snprintf(wall, sizeof wall, "%s%s", our_wall, move + 1);
        if (ferz_game_move(game,
                           *move == '@'                ? wall
                           : strchr(move, ',')         ? halves
                           : strcmp(move, "pass") == 0 ? our_pass
                                                       : move,
                           messages) != FERZ_OK)
            fail(messages, "a listed move is refused");
    }
    ferz_game_free(game);
}

/* The same rules after another journey: the counts of both at some depth. */
static void compare_again(const ferz_variant *variant, const char *name, const char *const *dirs,
                          ferz_messages *messages, tally *sum, size_t *exported)
{
    char *ini = NULL;
    uint64_t nodes[2] = {0, 0};
    if (ferz_export(variant, &ini, messages) != FERZ_OK) {
        ferz_messages_clear(messages);
        return;
    }
    ferz_imported *games = NULL;
    size_t count = 0;
    if (ferz_import("exported.ini", ini, strlen(ini), NULL, &games, &count, NULL, messages) != FERZ_OK || count != 1)
        fail(messages, "what we export we do not import");
    ferz_messages_clear(messages); /* warnings of the import are no matter here */
    ferz_variant *read_back = ferz_variant_load_imported(&games[0], dirs, NULL, 0, 1, messages);
    if (!read_back)
        fail(messages, "what we export and import does not load");
    for (int i = 0; i < 2; i++) {
        ferz_game *game = ferz_game_create(i ? read_back : variant, NULL, messages);
        if (!game || ferz_game_perft(game, 3, NULL, NULL, &nodes[i], messages) != FERZ_OK)
            fail(messages, "no count");
        ferz_game_free(game);
    }
    ++*exported;
    if (nodes[0] != nodes[1]) {
        sum->differences++;
        printf("%s: %" PRIu64 " leaves at depth 3, exported and imported again %" PRIu64 "\n%s", name, nodes[0],
               nodes[1], ini);
    }
    ferz_variant_free(read_back);
    ferz_imported_free(games, count);
    ferz_free(ini);
}

static bool run(const char *program, const char *path, char **only, uint64_t seed, size_t positions)
{
    static peer other;
    other = (peer){0};
    size_t length, count = 0, failed = 0, exported = 0;
    char *ini = peer_read_file(path, &length);
    char folder[] = "/tmp/ferz-imported-XXXXXX";
    const char *dirs[] = {folder, FERZ_SOURCE_DIR "/rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_imported *games = NULL;
    if (!mkdtemp(folder) || !messages)
        die("no folder");
    ferz_result result =
        ferz_import(path, ini, length, *only ? (const char *const *)only : NULL, &games, &count, NULL, messages);
    if (result != FERZ_OK)
        fail(messages, "the file is not imported whole");
    ferz_messages_clear(messages);
    for (size_t i = 0; i < count; i++) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s.yaml", folder, games[i].name);
        FILE *file = fopen(name, "w");
        if (!file || fputs(games[i].yaml, file) < 0 || fclose(file) != 0)
            die("cannot write %s", name);
        snprintf(name, sizeof name, "%s/%s.lua", folder, games[i].name);
        file = games[i].script ? fopen(name, "w") : NULL;
        if (games[i].script && (!file || fputs(games[i].script, file) < 0 || fclose(file) != 0))
            die("cannot write %s", name);
    }
    peer_open(&other, program);
    printf("%s against %s\n", path, other.name);
    peer_send(&other, "setoption name VariantPath value %s\n", path);
    for (size_t i = 0; i < count; i++) {
        tally sum = {0};
        uint64_t random_state = seed + i;
        ferz_variant *variant = ferz_variant_load(games[i].name, dirs, NULL, 0, 1, messages);
        if (!variant || ferz_messages_count(messages))
            fail(messages, "what was imported does not load without a word");
        transforms_seen =
            strstr(games[i].yaml, "transforms:") ||
            (strstr(games[i].yaml, "when: [touches, captures], to: promoted") && !strstr(games[i].yaml, "optional:"));
        trails_seen = strstr(games[i].yaml, "where: left") != NULL;
        walls_instead = strstr(games[i].yaml, "neutral: true") != NULL;
        bool chess960 = strstr(games[i].yaml, "notation: capture") != NULL;
        peer_choose(&other, games[i].name, chess960);
        if (wants_exported && !start_exported(variant, program, folder, chess960, messages))
            sum.differences++;
        if (again.in && count_there(&other, 3) != count_there(&again, 3)) {
            sum.differences++;
            printf("%s: it counts what we export otherwise\n", games[i].name);
        }
        while (sum.positions < positions && !sum.differences && sum.games < positions)
            play_game(&other, variant, messages, &random_state, positions, &sum);
        compare_again(variant, games[i].name, dirs, messages, &sum, &exported);
        printf("%-20s %zu games, %zu positions, %zu won, %zu mates by drops%s\n", games[i].name, sum.games,
               sum.positions, sum.wins, sum.drop_mates, sum.differences ? "  DIFFERENT" : "");
        failed += sum.differences > 0;
        if (again.in)
            peer_close(&again);
        again = (peer){0};
        ferz_variant_free(variant);
    }
    for (size_t i = 0; i < count; i++) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s.yaml", folder, games[i].name);
        remove(name);
        snprintf(name, sizeof name, "%s/%s.lua", folder, games[i].name);
        remove(name);
    }
    rmdir(folder);
    printf("%zu games, %zu exported and imported again, %zu differ\n", count, exported, failed);
    peer_close(&other);
    ferz_imported_free(games, count);
    ferz_messages_free(messages);
    free(ini);
    return failed == 0 && count > 0;
}

int main(int count, char **words)
{
    uint64_t seed = 1;
    size_t positions = 120;
    const char *program = NULL;
    int at = 1;
    for (; at + 1 < count && strncmp(words[at], "--", 2) == 0; at += 2) {
        if (strcmp(words[at], "--seed") == 0)
            seed = strtoull(words[at + 1], NULL, 10);
        else if (strcmp(words[at], "--positions") == 0)
            positions = (size_t)strtoull(words[at + 1], NULL, 10);
        else if (strcmp(words[at], "--peer") == 0)
            program = words[at + 1];
        else if (strcmp(words[at], "--exported") == 0)
            wants_exported = strcmp(words[at + 1], "yes") == 0;
        else
            die("unknown option %s", words[at]);
    }
    const char *old = program ? program : peer_path(), *newer = getenv("FERZ_FFISH");
    char *none[] = {NULL};
    if (at < count)
        return old ? !run(old, words[at], words + at + 1, seed, positions) : SKIPPED;
    bool fine = true, some = false;
    if (old) {
        some = true;
        fine = run(old, FERZ_SOURCE_DIR "/tests/engines/variants-debian.ini", none, seed, positions);
    }
    if (newer && *newer) {
        some = true;
        fine = run(FERZ_SOURCE_DIR "/tests/engines/ffish.js", FERZ_SOURCE_DIR "/tests/engines/variants-current.ini",
                   none, seed, positions) &&
               fine;
    }
    return !some ? SKIPPED : !fine;
}
