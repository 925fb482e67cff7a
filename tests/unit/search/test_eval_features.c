/* What the core counts for the evaluation, in the positions of positions.h, beside what it has counted so far: eval_features.txt holds
 * for each game the sum of each feature over its positions. Weights are tuned for these numbers, so that none may change
 * unawares. After a change that is meant: search_test_eval_features --write, and look at the difference.
 *
 * The same numbers must come out of the score: what is counted, times the weights, is what is scored. */
#include "api/ferz_internal.h"
#include "play/fen.h"
#include "search/evaluation.h"
#include "unit/search/positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES_MOST = 60000, LINE_MOST = 8000 };

static const char *const more[][2] = {
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {"chess", "6k1/5ppp/8/3P4/1p3P2/1P4P1/5K1P/3q4 b - - 0 1"},
    {"crazyhouse", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[QNpppppp] w KQkq - 0 1"},
    {"crazyhouse", "6k1/5ppp/8/8/8/8/5PPP/6K1[QRBNPqrbnp] w - - 0 1"},
};

typedef struct counted {
    const char *variant;
    int positions, features;
    long long sum[FEATURES_MOST];
} counted;

static int wrong;

static void count(counted *c, const variant *v, const evaluation *e, position *p, const char *fen)
{
    diag_list diags;
    diag_list_init(&diags);
    int32_t *counts = calloc((size_t)e->params.count, sizeof *counts);
    if (!counts || e->params.count > FEATURES_MOST || !fen_read(p, &diags, (location){0}, fen)) {
        printf("FAILED %s: %s is not understood\n", c->variant, fen);
        exit(1);
    }
    weight_pair scored = v->core->activity(p, &e->activity, 1);
    weight_pair counted_score = v->core->activity_counts(p, &e->activity, 1, counts);
    weight_pair again = 0;
    for (int i = 0; i < e->params.count; i++) {
        again += e->activity.weights[i] * counts[i];
        c->sum[i] += counts[i];
    }
    if (scored != counted_score || again != counted_score) {
        printf("FAILED %s: %s: the score is not what was counted\n", c->variant, fen);
        wrong++;
    }
    c->features = e->params.count;
    c->positions++;
    free(counts);
    diag_list_finish(&diags);
}

static void count_game(counted *c)
{
    static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", NULL};
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *loaded = ferz_variant_load(c->variant, dirs, NULL, 0, 0, messages);
    evaluation e;
    position *p = loaded ? position_create(loaded->variant, NULL) : NULL;
    if (!p || !evaluation_init(&e, loaded->variant, NULL)) {
        printf("FAILED %s does not load\n", c->variant);
        exit(1);
    }
    for (size_t i = 0; i < sizeof mate_positions / sizeof *mate_positions; i++) {
        if (strcmp(mate_positions[i].variant, c->variant) == 0) {
            count(c, loaded->variant, &e, p, mate_positions[i].fen);
        }
    }
    for (size_t i = 0; i < sizeof best_move_positions / sizeof *best_move_positions; i++) {
        if (strcmp(best_move_positions[i].variant, c->variant) == 0) {
            count(c, loaded->variant, &e, p, best_move_positions[i].fen);
        }
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        if (strcmp(more[i][0], c->variant) == 0) {
            count(c, loaded->variant, &e, p, more[i][1]);
        }
    }
    count(c, loaded->variant, &e, p, loaded->variant->start_fen);
    evaluation_finish(&e);
    position_destroy(p);
    ferz_variant_free(loaded);
    ferz_messages_free(messages);
}

static void line_of(const counted *c, char *line)
{
    int at = snprintf(line, LINE_MOST, "%s: %d positions:", c->variant, c->positions);
    for (int i = 0; i < c->features && at < LINE_MOST - 40; i++) {
        if (c->sum[i]) {
            at += snprintf(line + at, (size_t)(LINE_MOST - at), " %d=%lld", i, c->sum[i]);
        }
    }
}

int main(int argc, char **argv)
{
    static counted games[64];
    static char line[LINE_MOST], old[LINE_MOST];
    bool write = argc > 1 && strcmp(argv[1], "--write") == 0;
    FILE *file = fopen(FERZ_SOURCE_DIR "/tests/unit/search/eval_features.txt", write ? "w" : "r");
    if (!file) {
        printf("FAILED no eval_features.txt\n");
        return 1;
    }
    size_t known = 0;
    for (size_t i = 0; i < sizeof mate_positions / sizeof *mate_positions && known < 64; i++) {
        if (known && strcmp(games[known - 1].variant, mate_positions[i].variant) == 0) {
            continue;
        }
        counted *c = &games[known++];
        c->variant = mate_positions[i].variant;
        count_game(c);
        line_of(c, line);
        if (write) {
            fprintf(file, "%s\n", line);
        } else if (!fgets(old, sizeof old, file) || (old[strcspn(old, "\n")] = '\0', strcmp(old, line) != 0)) {
            printf("FAILED was: %s\n        is: %s\n", old, line);
            wrong++;
        }
    }
    fclose(file);
    printf("%zu games, %d wrong\n", known, wrong);
    return wrong > 0;
}
