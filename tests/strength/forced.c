/* Forced wins are found: each row of a file is a position in which the mover wins by force in so many moves.
 *
 *   ferz_forced FILE                 checks every row, with both ways of searching. Exit status 1 when one is missed
 *   ferz_forced --find GAME COUNT MOVES SEED   prints rows: positions of random games with such a win
 *
 * A row is GAME | SETTINGS | FEN | MOVES | NUMBER: FEN `-` is the start, MOVES are played first. A win in NUMBER moves means that
 * the end comes with ply 2 * NUMBER - 1, or one ply later where the loser has to make it. That it is forced is not taken from
 * the search: all moves are tried here, as far as that takes no more than PROOF_MOST positions (all of one move, nearly all
 * of two); beyond that the row must have been proven when it was written.
 */
#include "ferz_internal.h"

#include "base/random.h"
#include "game/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROOF_MOST = 400000,
    PROOF_FIND = 40000000,
    DEPTH_NODES = 60000,
    DEPTH_NODES_FAR = 1500000,
    TREE_NODES = 150000,
    ROW_MAX = 2048
};

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
static ferz_messages *messages;

/* ---- proof by trying everything ---- */

typedef struct prover {
    record *record;
    long left; /* positions that may still be looked at */
    int winner;
} prover;

static bool allied(const game *g, int one, int other)
{
    return !(g->enemies[one] >> other & 1);
}

/* Whether the winner's side wins within so many plies, whatever the others do. */
static bool wins(prover *p, int plies, move *first)
{
    record *r = p->record;
    const game *g = r->game;
    verdict v = record_verdict(r);
    if (v.kind != VERDICT_ONGOING || plies <= 0 || p->left-- <= 0) {
        return v.kind == VERDICT_WIN && allied(g, p->winner, v.winner);
    }
    move *moves = malloc(g->moves_max * sizeof *moves);
    move_list list = {moves, 0, g->moves_max, false};
    record_moves(r, &list, false);
    bool own = allied(g, p->winner, r->position->state.mover) && !r->position->more.rolls, won = !own;
    for (size_t i = 0; i < list.count && won == !own; i++) {
        if (!record_reserve(r, 1)) {
            break;
        }
        record_push(r, moves[i]);
        bool found = wins(p, plies - 1, NULL);
        record_pop(r);
        if (own ? found : !found) {
            won = own;
            if (first) {
                *first = moves[i];
            }
        }
    }
    free(moves);
    return won && p->left > 0;
}

/* 1 proven, 0 disproven, -1 too much to try. */
static int proven(ferz_play *play, int plies, long most)
{
    prover p = {&play->record, most, play->record.position->state.mover};
    bool won = wins(&p, plies, NULL);
    return p.left <= 0 ? -1 : won;
}

/* ---- rows ---- */

typedef struct row {
    char text[ROW_MAX];
    char *part[5];
} row;

static char *trim(char *words)
{
    while (*words == ' ' || *words == '\t') {
        words++;
    }
    size_t n = strlen(words);
    while (n && strchr(" \t\n", words[n - 1])) {
        words[--n] = '\0';
    }
    return words;
}

static bool split(row *r)
{
    char *rest = r->text;
    for (int i = 0; i < 5; i++) {
        char *end = strchr(rest, '|');
        if (!end && i < 4) {
            return false;
        }
        if (end) {
            *end = '\0';
        }
        r->part[i] = trim(rest);
        rest = end ? end + 1 : rest;
    }
    return true;
}

static ferz_game *load(const row *r)
{
    ferz_setting settings[8];
    size_t count = 0;
    char copy[256];
    snprintf(copy, sizeof copy, "%s", r->part[1]);
    for (char *word = strtok(copy, " "); word && count < 8; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (equals) {
            *equals = '\0';
        }
        settings[count++] = (ferz_setting){word, equals ? equals + 1 : NULL};
    }
    return ferz_game_load(r->part[0], dirs, settings, count, 1, messages);
}

static ferz_play *set_up(const row *r, const ferz_game *g)
{
    ferz_play *play = ferz_play_create(g, strcmp(r->part[2], "-") == 0 ? NULL : r->part[2], messages);
    char copy[ROW_MAX], *state = copy;
    snprintf(copy, sizeof copy, "%s", r->part[3]);
    while (play && *state) { /* a throw is two words */
        char *end = state + strcspn(state, " ");
        if (strncmp(state, "roll ", 5) == 0) {
            end += 1 + strcspn(end + 1, " ");
        }
        bool last = !*end;
        *end = '\0';
        if (*state && ferz_play_move(play, state, messages) != FERZ_OK) {
            ferz_play_destroy(play);
            play = NULL;
        }
        state = last ? end : end + 1;
    }
    return play;
}

static void show(const row *r, const char *words)
{
    printf("%s | %s | %s | %s: %s\n", r->part[0], r->part[2], r->part[3], r->part[4], words);
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        fputs(ferz_messages_at(messages, i).rendered, stdout);
    }
    ferz_messages_clear(messages);
}

static bool found_by(ferz_play *play, const row *r, ferz_method method, uint64_t nodes, int number)
{
    ferz_best best = {0};
    ferz_limits limits = {.nodes = nodes, .method = method, .hash_bytes = 16 << 20};
    bool fine = ferz_play_best(play, &limits, &best, messages) == FERZ_OK;
    /* Tree search proves a win, perhaps not the shortest; and the deeper search may meet a longer one first. */
    bool exact = method == FERZ_METHOD_DEPTH && number < 3;
    bool found = fine && (exact ? best.mate == number : best.mate > 0);
    if (!found) {
        char words[256];
        snprintf(words, sizeof words, "%s found %s mate %d score %d", method == FERZ_METHOD_MCTS ? "mcts" : "depth",
                 fine ? best.move : "nothing", best.mate, best.score);
        show(r, words);
    }
    ferz_free(best.move);
    ferz_free(best.line);
    return found;
}

/* Means know no depth: of the wins in two moves a few may be missed. */
static int by_trees, missed_by_trees;

static bool check(row *r)
{
    if (!split(r)) {
        printf("not understood: %s\n", r->text);
        return false;
    }
    ferz_game *g = load(r);
    ferz_play *play = g ? set_up(r, g) : NULL;
    int number = atoi(r->part[4]);
    bool fine = play && number > 0;
    if (!fine) {
        show(r, "cannot be set up");
    } else if (proven(play, 2 * number, PROOF_MOST) == 0) {
        show(r, "is not forced");
        fine = false;
    } else if (proven(play, 2 * number - 2, PROOF_MOST) == 1) {
        show(r, "is sooner");
        fine = false;
    } else {
        fine = found_by(play, r, FERZ_METHOD_DEPTH, number < 3 ? DEPTH_NODES : DEPTH_NODES_FAR, number);
        if (number < 3) {
            bool by_tree = found_by(play, r, FERZ_METHOD_MCTS, TREE_NODES, number);
            by_trees++;
            missed_by_trees += !by_tree;
            fine = fine && (by_tree || number > 1);
        }
    }
    ferz_play_destroy(play);
    ferz_game_destroy(g);
    return fine;
}

static int check_file(const char *path)
{
    FILE *file = fopen(path, "r");
    int rows = 0, failed = 0;
    static row r;
    while (file && fgets(r.text, sizeof r.text, file)) {
        if (r.text[0] != '#' && r.text[0] != '\n') {
            rows++;
            failed += !check(&r);
        }
    }
    if (file) {
        fclose(file);
    }
    printf("%d forced wins, %d missed; %d of %d by tree search\n", rows, failed, missed_by_trees, by_trees);
    return rows && !failed && missed_by_trees * 20 < by_trees ? 0 : 1;
}

/* ---- finding such positions ---- */

static bool push_random(ferz_play *p, random_source *random)
{
    char words[MOVE_TEXT_MAX];
    move_list list = {p->moves, 0, p->game->game->moves_max, false};
    record_moves(&p->record, &list, false);
    if (!list.count) {
        return false;
    }
    notation_write_one(p->record.position, list.moves[random_below(random, (uint32_t)list.count)], words);
    return ferz_play_move(p, words, messages) == FERZ_OK;
}

static int find(const char *name, int count, int number, uint64_t seed)
{
    ferz_game *g = ferz_game_load(name, dirs, NULL, 0, 1, messages);
    random_source random = {seed};
    for (int game_number = 0; g && count > 0 && game_number < 400; game_number++) {
        ferz_play *play = ferz_play_create(g, NULL, messages);
        for (int ply = 0; play && ply < 160 && count > 0 && push_random(play, &random); ply++) {
            if (ply < 8 || record_verdict(&play->record).kind != VERDICT_ONGOING || play->record.position->more.rolls) {
                continue;
            }
            ferz_best best = {0};
            ferz_limits limits = {.nodes = 4000, .method = FERZ_METHOD_DEPTH, .hash_bytes = 1 << 20};
            bool found = ferz_play_best(play, &limits, &best, messages) == FERZ_OK && best.mate == number;
            ferz_free(best.move);
            ferz_free(best.line);
            char *fen = found ? ferz_play_fen(play) : NULL;
            ferz_play *fresh = fen ? ferz_play_create(g, fen, messages) : NULL;
            if (fresh && proven(fresh, 2 * number, PROOF_FIND) == 1 && proven(fresh, 2 * number - 2, PROOF_FIND) == 0) {
                printf("%s | | %s | | %d\n", name, fen, number);
                fflush(stdout);
                count--;
                ply = 1000;
            }
            ferz_free(fen);
            ferz_play_destroy(fresh);
        }
        ferz_play_destroy(play);
    }
    ferz_game_destroy(g);
    return count > 0;
}

int main(int argc, char **argv)
{
    messages = ferz_messages_create(false);
    int status = 2;
    if (argc == 6 && strcmp(argv[1], "--find") == 0) {
        status = find(argv[2], atoi(argv[3]), atoi(argv[4]), strtoull(argv[5], NULL, 10));
    } else if (argc == 2) {
        status = check_file(argv[1]);
    } else {
        fprintf(stderr, "usage: ferz_forced FILE | ferz_forced --find GAME COUNT MOVES SEED\n");
    }
    ferz_messages_destroy(messages);
    return status;
}
