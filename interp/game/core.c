/* One source, several builds: see core.h. CMake compiles this file once for each CORE_WORDS, and on x86-64 again with
 * CORE_FAST for processors with BMI2; CORE_NAME is the table that the build exports. */

#include "game/core.h"
#include "game/bits.h"
#include "game/ending.h"

#include <limits.h>
#include <string.h>

#if defined(CORE_FAST) && CORE_WORDS <= LOOKUP_WORDS_MAX && defined(__BMI2__)
#include <immintrin.h>
#define CORE_PEXT 1
#else
#define CORE_PEXT 0
#endif

/* The same block as `position`, with the sets behind the board. Only this struct is used in here. */
typedef struct core_position {
    POSITION_HEAD
    piece_id board[CORE_WORDS * 64];
    bitboard occupied;
    bitboard owned[PLAYERS_MAX];
    bitboard royals[PLAYERS_MAX];
    bitboard moved; /* men that have moved in this turn, where the rules ask */
    bitboard pieces[];  /* [game->men]; the hands follow */
} core_position;

typedef core_position pos;

BB_INLINE pos *pos_of(position *p)
{
    return (pos *)p;
}
BB_INLINE const pos *pos_of_const(const position *p)
{
    return (const pos *)p;
}
BB_INLINE position *position_of(pos *p)
{
    return (position *)p;
}
BB_INLINE uint16_t *hand_of(const pos *p)
{
    return (uint16_t *)((char *)p + p->variant->hand_offset);
}
BB_INLINE bitboard set_of(const variant *v, uint32_t offset)
{
    return bb_load(v->set_pool + offset);
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
    .pext = CORE_PEXT,
    .name = CORE_PEXT ? "lookup" : "plain",
    .size = core_size,
    .put = core_put,
    .mark_moved = core_mark_moved,
    .clear_moved = core_clear_moved,
    .has_moved = core_has_moved,
    .refresh = core_refresh,
    .hash = core_hash,
    .consistent = core_consistent,
    .play = core_play,
    .undo = core_undo,
    .move_facts_before_choice = core_move_facts_before_choice,
    .facts_of_move = core_facts_of_move,
    .play_without_choice = core_play_without_choice,
    .legal = core_legal,
    .legal_by_play = core_legal_by_play,
    .pseudo = core_pseudo,
    .noisy = core_noisy,
    .count = core_count,
    .random_drop = core_random_drop,
    .has_legal_move = core_has_legal_move,
    .mated = core_mated,
    .no_moves = core_no_moves,
    .chain = core_chain,
    .is_legal = core_is_legal,
    .why_illegal = core_why_illegal,
    .refused_by_hook = core_refused_by_hook,
    .perft = core_perft,
    .in_check = core_in_check,
    .attackers = core_attackers,
    .see = core_see,
    .gives_check = core_gives_check,
    .immobilized = core_immobilized,
    .uncapturable = core_uncapturable,
    .has_row = core_has_row,
    .count_all = core_count_all,
    .any_on_board = core_any_on_board,
    .count_of_player = core_count_of_player,
    .count_of_piece = core_count_of_piece,
    .royals_of = core_royals_of,
    .activity = core_activity,
    .activity_counts = core_activity_counts,
};
