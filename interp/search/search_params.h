/* Search parameters: the constants of alpha-beta, in one table.
 *
 * The values are right for most games. The tuning file of a game (`search:` in NAME.tuning.yaml) may replace any of them.
 */
#ifndef FERZ_SEARCH_SEARCH_PARAMS_H
#define FERZ_SEARCH_SEARCH_PARAMS_H

#include "compile/variant.h"

/* PARAM(name, value, least, greatest). Scores are in centipawns, parts in hundredths. */
#define SEARCH_PARAMS(PARAM)                                                                                           \
    /* pruning of whole nodes */                                                                                       \
    PARAM(futility_margin, 80, 10, 400) /* the most that one ply of quiet play is expected to gain */                  \
    PARAM(futility_depth, 7, 1, 20)                                                                                    \
    PARAM(razor_margin, 260, 50, 1000)                                                                                 \
    PARAM(probcut_margin, 110, 20, 600)                                                                                \
    PARAM(null_move_reduction, 3, 1, 8)                                                                                \
    PARAM(null_move_depth, 4, 2, 12)    /* a further ply of reduction for so many plies of depth, */                   \
    PARAM(null_move_eval, 120, 30, 600) /* and for such a lead over beta */                                            \
    PARAM(singular_margin, 2, 1, 8)     /* for each ply of depth */                                                    \
    /* pruning of moves */                                                                                             \
    PARAM(late_moves, 3, 1, 12)                /* so many quiet moves are tried, */                                    \
    PARAM(late_moves_depth, 100, 10, 300)      /* and this part of the squared depth; */                               \
    PARAM(late_moves_improving, 200, 100, 300) /* this part of it where the side improves */                           \
    PARAM(futility_base, 90, 0, 500)                                                                                   \
    PARAM(futility_forced, 400, 50, 1000) /* part of the margin where captures are mandatory */                        \
    PARAM(history_prune, 4000, 500, 20000)                                                                             \
    PARAM(see_quiet, 18, 4, 100)    /* what a quiet move may lose, for the squared depth, */                           \
    PARAM(see_capture, 90, 20, 400) /* a capture, for the depth, */                                                    \
    PARAM(see_check, 60, 10, 300)   /* and a check */                                                                  \
    /* reductions */                                                                                                   \
    PARAM(reduction_factor, 24, 8, 60) /* of the product of the logarithms of depth and moves before */                \
    PARAM(reduction_base, 0, 0, 150)                                                                                   \
    PARAM(reduction_cut_node, 1, 0, 3)                                                                                 \
    PARAM(reduction_history, 12000, 2000, 40000) /* a history for which a ply less is reduced */                       \
    /* quiescence */                                                                                                   \
    PARAM(delta_margin, 130, 20, 500) /* what a capture may gain besides its victim */

typedef struct search_params {
#define PARAM_FIELD(name, value, least, greatest) int name;
    SEARCH_PARAMS(PARAM_FIELD)
#undef PARAM_FIELD
} search_params;

enum {
#define PARAM_COUNT(name, value, least, greatest) +1
    SEARCH_PARAM_COUNT = 0 SEARCH_PARAMS(PARAM_COUNT)
#undef PARAM_COUNT
};

/* A row of the table, and its number in `p`; `i` below SEARCH_PARAM_COUNT. */
typedef struct search_param {
    const char *name;
    size_t offset;
    int value, least, greatest;
} search_param;
const search_param *search_param_at(int i);
int *search_param_of(search_params *p, int i);

/* The values of the table. */
void search_params_init(search_params *p);
/* Those that differ from the table, in the arena, for a tuning. NULL: out of memory. */
tuning_constant *search_params_constants(search_params *p, arena *a, size_t *count);
/* The values of the table, or of a tuning that was checked when it was loaded; NULL is allowed. */
void search_params_of_tuning(search_params *p, const tuning *t);
/* Takes the constants of a tuning. After an error in `diags` it returns false. */
bool search_params_apply(search_params *p, const tuning *t, diag_list *diags);

#endif
