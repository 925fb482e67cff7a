/* Forced wins are found: each row of a file is a position in which the side to move wins by force in so many moves.
 *
 *   ferz_forced FILE                 checks every row, with both search methods. Exit status 1 when one is missed
 *   ferz_forced --find GAME COUNT MOVES SEED   prints rows: positions of random games with such a win
 *
 * A row is GAME | SETTINGS | FEN | MOVES | NUMBER: FEN `-` is the start, MOVES are played first. A win in NUMBER moves means that
 * the end comes with ply 2 * NUMBER - 1, or one ply later where the loser has to make it. The proof does not trust the search:
 * all moves are tried here, as long as that needs at most PROOF_MOST positions (all wins of one move, nearly all of two); beyond
 * that the row must have been proven when it was written. */
#include "api/ferz_internal.h"

#include "base/random.h"
#include "play/notation.h"

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

typedef struct mate_prover {
    game_history *game_history;
    long left; /* positions that may still be looked at */
    int winner;
} mate_prover;

static bool allied(const variant *v, int one, int other)
{
    return !(v->enemy_mask[one] >> other & 1);
}

/* Whether the winner's side wins within so many plies, whatever the others do. */
static bool wins(mate_prover *p, int plies, move *first)
{
    game_history *r = p->game_history;
    const variant *g = r->variant;
    game_outcome v = history_outcome(r);
    if (v.kind != OUTCOME_ONGOING || plies <= 0 || p->left-- <= 0) {
        return v.kind == OUTCOME_WIN && allied(g, p->winner, v.winner);
    }
    move *moves = malloc(g->moves_max * sizeof *moves);
    move_list list = {moves, 0, g->moves_max, false};
    history_legal_moves(r, &list, false);
    bool own = allied(g, p->winner, r->position->state.side_to_move) && !r->position->extra.roll_due, won = !own;
    for (size_t i = 0; i < list.count && won == !own; i++) {
        if (!history_reserve(r, 1)) {
            break;
        }
        history_push(r, moves[i]);
        bool found = wins(p, plies - 1, NULL);
        history_pop(r);
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
static int proven(ferz_game *game, int plies, long most)
{
    mate_prover p = {&game->game_history, most, game->game_history.position->state.side_to_move};
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

static ferz_variant *load(const row *r)
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
    return ferz_variant_load(r->part[0], dirs, settings, count, 1, messages);
}

static ferz_game *set_up(const row *r, const ferz_variant *v)
{
    ferz_game *game = ferz_game_create(v, strcmp(r->part[2], "-") == 0 ? NULL : r->part[2], messages);
    char copy[ROW_MAX], *state = copy;
    snprintf(copy, sizeof copy, "%s", r->part[3]);
    while (game && *state) { /* a roll is two words */
        char *end = state + strcspn(state, " ");
        if (strncmp(state, "roll ", 5) == 0) {
            end += 1 + strcspn(end + 1, " ");
        }
        bool last = !*end;
        *end = '\0';
        if (*state && ferz_game_move(game, state, messages) != FERZ_OK) {
            ferz_game_free(game);
            game = NULL;
        }
        state = last ? end : end + 1;
    }
    return game;
}

static void show(const row *r, const char *words)
{
    printf("%s | %s | %s | %s: %s\n", r->part[0], r->part[2], r->part[3], r->part[4], words);
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        fputs(ferz_messages_at(messages, i).rendered, stdout);
    }
    ferz_messages_clear(messages);
}

static bool found_by(ferz_game *game, const row *r, ferz_method method, uint64_t nodes, int number)
{
    ferz_best best = {0};
    ferz_limits limits = {.nodes = nodes, .method = method, .hash_bytes = 16 << 20};
    bool ok = ferz_game_best_move(game, &limits, &best, messages) == FERZ_OK;
    /* Tree search proves a win, perhaps not the shortest; and the deeper search may meet a longer one first. */
    bool exact = method == FERZ_METHOD_ALPHABETA && number < 3;
    bool found = ok && (exact ? best.mate == number : best.mate > 0);
    if (!found) {
        char words[256];
        snprintf(words, sizeof words, "%s found %s mate %d score %d", method == FERZ_METHOD_MCTS ? "mcts" : "alphabeta",
                 ok ? best.move : "nothing", best.mate, best.score);
        show(r, words);
    }
    ferz_free(best.move);
    ferz_free(best.pv);
    return found;
}

/* Means know no depth: of the wins in two moves a few may be missed. */
static int mcts_found, mcts_missed;

static bool check(row *r)
{
    if (!split(r)) {
        printf("not understood: %s\n", r->text);
        return false;
    }
    ferz_variant *v = load(r);
    ferz_game *game = v ? set_up(r, v) : NULL;
    int number = atoi(r->part[4]);
    bool ok = game && number > 0;
    if (!ok) {
        show(r, "cannot be set up");
    } else if (proven(game, 2 * number, PROOF_MOST) == 0) {
        show(r, "is not forced");
        ok = false;
    } else if (proven(game, 2 * number - 2, PROOF_MOST) == 1) {
        show(r, "is sooner");
        ok = false;
    } else {
        ok = found_by(game, r, FERZ_METHOD_ALPHABETA, number < 3 ? DEPTH_NODES : DEPTH_NODES_FAR, number);
        if (number < 3) {
            bool by_tree = found_by(game, r, FERZ_METHOD_MCTS, TREE_NODES, number);
            mcts_found++;
            mcts_missed += !by_tree;
            ok = ok && (by_tree || number > 1);
        }
    }
    ferz_game_free(game);
    ferz_variant_free(v);
    return ok;
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
    printf("%d forced wins, %d missed; %d of %d by tree search\n", rows, failed, mcts_missed, mcts_found);
    return rows && !failed && mcts_missed * 20 < mcts_found ? 0 : 1;
}

/* ---- finding such positions ---- */

static bool push_random(ferz_game *p, random_source *random)
{
    char words[MOVE_TEXT_MAX];
    move_list list = {p->moves, 0, p->variant->variant->moves_max, false};
    history_legal_moves(&p->game_history, &list, false);
    if (!list.count) {
        return false;
    }
    notation_write_one(p->game_history.position, list.moves[random_below(random, (uint32_t)list.count)], words);
    return ferz_game_move(p, words, messages) == FERZ_OK;
}

static int find(const char *name, int count, int number, uint64_t seed)
{
    ferz_variant *v = ferz_variant_load(name, dirs, NULL, 0, 1, messages);
    random_source random = {seed};
    for (int game_number = 0; v && count > 0 && game_number < 400; game_number++) {
        ferz_game *game = ferz_game_create(v, NULL, messages);
        for (int ply = 0; game && ply < 160 && count > 0 && push_random(game, &random); ply++) {
            if (ply < 8 || history_outcome(&game->game_history).kind != OUTCOME_ONGOING ||
                game->game_history.position->extra.roll_due) {
                continue;
            }
            ferz_best best = {0};
            ferz_limits limits = {.nodes = 4000, .method = FERZ_METHOD_ALPHABETA, .hash_bytes = 1 << 20};
            bool found = ferz_game_best_move(game, &limits, &best, messages) == FERZ_OK && best.mate == number;
            ferz_free(best.move);
            ferz_free(best.pv);
            char *fen = found ? ferz_game_fen(game) : NULL;
            ferz_game *fresh = fen ? ferz_game_create(v, fen, messages) : NULL;
            if (fresh && proven(fresh, 2 * number, PROOF_FIND) == 1 && proven(fresh, 2 * number - 2, PROOF_FIND) == 0) {
                printf("%s | | %s | | %d\n", name, fen, number);
                fflush(stdout);
                count--;
                ply = 1000;
            }
            ferz_free(fen);
            ferz_game_free(fresh);
        }
        ferz_game_free(game);
    }
    ferz_variant_free(v);
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
    ferz_messages_free(messages);
    return status;
}
