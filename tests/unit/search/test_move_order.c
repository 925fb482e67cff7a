/* Move order: picking brings the moves by falling score, none is lost, however long the list is. */
#include "unit/test.h"

#include "base/random.h"
#include "search/move_order.h"

#include <stdlib.h>

enum { LONGEST = 70000, OFFSET = 7 };

static move moves[LONGEST + OFFSET];
static int scores[LONGEST + OFFSET], score_of[LONGEST];

static void pick_all(size_t count)
{
    for (size_t i = OFFSET; i < OFFSET + count; i++) {
        move_order_pick(moves, scores, OFFSET, i, OFFSET + count);
    }
}

/* `spread`: how many scores there are; 0: rising ones, -1: falling ones. */
static void try_list(random_source *random, size_t count, int spread)
{
    for (size_t i = 0; i < count; i++) {
        const int at = (int)i;
        score_of[i] = spread > 0 ? (int)random_below(random, (uint32_t)spread) - spread / 2 : spread < 0 ? -at : at;
        moves[OFFSET + i] = (move)i;
        scores[OFFSET + i] = score_of[i];
    }
    pick_all(count);
    bool *seen = calloc(count + 1, sizeof *seen);
    assert_non_null(seen);
    for (size_t i = 0; i < count; i++) {
        const size_t number = (size_t)moves[OFFSET + i];
        assert_true(number < count && !seen[number]);
        seen[number] = true;
        assert_int_equal(scores[OFFSET + i], score_of[number]);
        assert_true(i == 0 || scores[OFFSET + i] <= scores[OFFSET + i - 1]);
    }
    free(seen);
}

TEST(lists_of_any_length_are_picked_by_falling_score)
{
    static const size_t lengths[] = {0, 1, 2, 3, 64, 65, 500, 2048, 2049, 2050, 5000, LONGEST};
    static const int spreads[] = {1000000, 3, 1, 0, -1};
    random_source random = {5};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        for (size_t k = 0; k < sizeof spreads / sizeof *spreads; k++) {
            try_list(&random, lengths[i], spreads[k]);
        }
    }
}
