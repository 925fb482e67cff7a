/* One source, several builds: see core.h. CMake compiles this file once for each CORE_WORDS, and on x86-64 again with
 * CORE_FAST for processors with BMI2; CORE_NAME is the table that the build exports. */

#include "game/core.h"
#include "game/bits.h"
#include "game/ending.h"

#include <limits.h>
#include <string.h>

#if defined(CORE_FAST) && CORE_WORDS <= WIDE_WORDS && defined(__BMI2__)
#include <immintrin.h>
#define CORE_LOOKUP 1
#else
#define CORE_LOOKUP 0
#endif

/* The same block as `position`, with the sets behind the board. Only this struct is used in here. */
typedef struct place_of_play {
    POSITION_HEAD
    man_id board[CORE_WORDS * 64];
    bits occupied;
    bits owned[PLAYERS_MAX];
    bits royals[PLAYERS_MAX];
    bits marked; /* men that have moved in this turn, where the rules ask */
    bits men[];  /* [game->men]; the hands follow */
} place_of_play;

typedef place_of_play pos;

BITS_INLINE pos *pos_of(position *p)
{
    return (pos *)p;
}
BITS_INLINE const pos *pos_of_const(const position *p)
{
    return (const pos *)p;
}
BITS_INLINE position *position_of(pos *p)
{
    return (position *)p;
}
BITS_INLINE uint16_t *hand_of(const pos *p)
{
    return (uint16_t *)((char *)p + p->game->hand_offset);
}
BITS_INLINE bits set_of(const game *g, uint32_t offset)
{
    return bits_at(g->sets + offset);
}

#include "game/core_absence.h"
#include "game/core_powers.h"
#include "game/core_attack.h"
#include "game/core_play.h"
#include "game/core_line.h"
#include "game/core_effects.h"
#include "game/core_walk.h"
#include "game/core_jump.h"
#include "game/core_safety.h"
#include "game/core_steps.h"
#include "game/core_drops.h"
#include "game/core_moves.h"
#include "game/core_judge.h"
#include "game/core_legal.h"
#include "game/core_blast.h"
#include "game/core_tower.h"
#include "game/core_terms.h"
#include "game/core_obstacle.h"
#include "game/core_exchange.h"
#include "game/core_checks.h"
#include "game/core_activity.h"

const core CORE_NAME = {
    .words = CORE_WORDS,
    .lookup = CORE_LOOKUP,
    .name = CORE_LOOKUP ? "lookup" : "plain",
    .size = core_size,
    .put = core_put,
    .mark = core_mark,
    .unmark = core_unmark,
    .marked = core_marked,
    .refresh = core_refresh,
    .hash = core_hash,
    .consistent = core_consistent,
    .play = core_play,
    .undo = core_undo,
    .choice_facts = core_choice_facts,
    .facts = core_facts,
    .play_base = core_play_base,
    .legal = core_legal,
    .legal_slow = core_legal_slow,
    .pseudo = core_pseudo,
    .noisy = core_noisy,
    .count = core_count,
    .drop_drawn = core_drop_drawn,
    .any = core_any,
    .mated = core_mated,
    .stuck = core_stuck,
    .chain = core_chain,
    .allowed = core_allowed,
    .obstacle = core_obstacle,
    .refused = core_refused,
    .perft = core_perft,
    .in_check = core_in_check,
    .attackers = core_attackers,
    .exchange = core_exchange,
    .checks = core_checks,
    .frozen = core_frozen,
    .sheltered = core_sheltered,
    .lined = core_lined,
    .crowd = core_crowd,
    .stands = core_stands,
    .men_of = core_men_of,
    .count_man = core_count_man,
    .royals_of = core_royals_of,
    .activity = core_activity,
    .activity_counts = core_activity_counts,
};
