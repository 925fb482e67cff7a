/* Star pruning gives what the full mean gives, with fewer visits: on random trees of rolls and choices. */
#include "unit/test.h"

#include "base/random.h"
#include "search/chance.h"

#include <string.h>

enum { ROLLS = 6, MOVES = 4, LOW = -900, HIGH = 900 };

/* roll -> own choice -> roll -> the enemy's choice -> a score */
typedef struct tree {
    int leaf[ROLLS][MOVES][ROLLS][MOVES];
    dice_outcome outcomes[ROLLS];
    long visits;
} tree;

typedef struct subtree {
    tree *t;
    int outer, choice;
} subtree;

static int full(tree *t)
{
    long total = 0, sum = 0, exact = 0;
    bool won = true, lost = true;
    for (int i = 0; i < ROLLS; i++) {
        int best = -CHANCE_INFINITE;
        for (int c = 0; c < MOVES; c++) {
            long inner = 0, ends = 0, inner_weights = 0;
            bool inner_won = true, inner_lost = true;
            for (int k = 0; k < ROLLS; k++) {
                int worst = CHANCE_INFINITE;
                for (int d = 0; d < MOVES; d++) {
                    worst = t->leaf[i][c][k][d] < worst ? t->leaf[i][c][k][d] : worst;
                }
                long weight = (long)t->outcomes[k].weight;
                inner_weights += weight;
                inner_won = inner_won && worst >= SCORE_MATE_MIN;
                inner_lost = inner_lost && worst <= -SCORE_MATE_MIN;
                ends += weight * worst;
                inner += weight * (worst < LOW ? LOW : worst > HIGH ? HIGH : worst);
            }
            long value = inner_won || inner_lost ? ends : inner;
            int mean = (int)(value / inner_weights - (value % inner_weights < 0));
            best = mean > best ? mean : best;
        }
        long weight = (long)t->outcomes[i].weight;
        total += weight;
        won = won && best >= SCORE_MATE_MIN;
        lost = lost && best <= -SCORE_MATE_MIN;
        exact += weight * best;
        sum += weight * (best < LOW ? LOW : best > HIGH ? HIGH : best);
    }
    long value = won || lost ? exact : sum;
    return (int)(value / total - (value % total < 0));
}

/* The enemy chooses: alpha and beta are the mover's. */
static int search_enemy_choice(void *state, int outcome, int alpha, int beta)
{
    const subtree *b = state;
    int worst = CHANCE_INFINITE;
    assert_true(alpha < beta);
    for (int d = 0; d < MOVES; d++) {
        int score = b->t->leaf[b->outer][b->choice][outcome][d];
        b->t->visits++;
        worst = score < worst ? score : worst;
        if (worst <= alpha) {
            break;
        }
    }
    return worst;
}

static int after_choice(tree *t, int outer, int choice, int alpha, int beta)
{
    subtree b = {t, outer, choice};
    chance_node n = {t->outcomes, ROLLS, alpha, beta, LOW, HIGH, search_enemy_choice, NULL, &b};
    return chance_search(&n);
}

static int search_own_choice(void *state, int outcome, int alpha, int beta)
{
    tree *t = state;
    int best = -CHANCE_INFINITE;
    assert_true(alpha < beta);
    for (int c = 0; c < MOVES; c++) {
        int score = after_choice(t, outcome, c, best > alpha ? best : alpha, beta);
        best = score > best ? score : best;
        if (best >= beta) {
            break;
        }
    }
    return best;
}

static void grow(tree *t, uint64_t seed)
{
    random_source r = {seed};
    int spread = 50 + (int)random_below(&r, 800), offset = (int)random_below(&r, 600) - 300;
    int ends = (int)random_below(&r, 4); /* 0: none; else how many leaves of a hundred are one */
    ends = ends == 3 ? 100 : ends * 5;
    memset(t, 0, sizeof *t);
    for (int i = 0; i < ROLLS; i++) {
        t->outcomes[i].weight = 1 + random_below(&r, 3);
    }
    bool good = random_below(&r, 2);
    int *leaf = &t->leaf[0][0][0][0];
    for (size_t i = 0; i < sizeof t->leaf / sizeof *leaf; i++) {
        bool end = (int)random_below(&r, 100) < ends;
        int plies = (int)random_below(&r, 20);
        leaf[i] = end ? (good ? SCORE_MATE - plies : plies - SCORE_MATE)
                      : offset + (int)random_below(&r, (uint32_t)spread) - spread / 2;
    }
}

static void compare(tree *t, int truth, int alpha, int beta)
{
    chance_node n = {t->outcomes, ROLLS, alpha, beta, LOW, HIGH, search_own_choice, NULL, t};
    int found = chance_search(&n);
    bool right = truth <= alpha  ? found <= alpha && found >= truth
                 : truth >= beta ? found >= beta && found <= truth
                                 : found == truth;
    if (!right) {
        fail_msg("(%d, %d): %d, but the mean is %d", alpha, beta, found, truth);
    }
}

TEST(same_as_full_mean)
{
    static tree t;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        grow(&t, seed);
        int truth = full(&t);
        compare(&t, truth, -CHANCE_INFINITE, CHANCE_INFINITE);
        for (int around = -400; around <= 400; around += 57) {
            compare(&t, truth, truth + around, truth + around + 1);
            compare(&t, truth, truth + around, truth + around + 120);
        }
        compare(&t, truth, SCORE_MATE_MIN - 1, CHANCE_INFINITE);
        compare(&t, truth, -CHANCE_INFINITE, 1 - SCORE_MATE_MIN);
    }
}

/* Else it would be no use. */
TEST(visits_less)
{
    static tree t;
    long cut = 0, all = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        grow(&t, seed);
        int truth = full(&t);
        t.visits = 0;
        compare(&t, truth, -CHANCE_INFINITE, CHANCE_INFINITE);
        all += t.visits;
        t.visits = 0;
        compare(&t, truth, truth + 300, truth + 301);
        compare(&t, truth, truth - 300, truth - 299);
        cut += t.visits;
    }
    print_message("leaves: %ld in full, %ld within a window\n", all, cut / 2);
    assert_true(cut / 2 * 5 < all * 4);
}
