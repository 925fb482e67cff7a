/* One source for several builds: see core.h. CMake compiles this file once for each CORE_WORDS, and on x86-64 again
 * with CORE_FAST for processors with BMI2. CORE_NAME is the function table that the build exports. */

#include "core/core.h"
#include "core/bitboard.h"
#include "base/bug.h"
#include "compile/quiet_jumps.h"

#include <limits.h>
#include <string.h>

#if defined(CORE_FAST) && CORE_WORDS <= LOOKUP_WORDS_MAX && defined(__BMI2__)
#include <immintrin.h>
#define CORE_PEXT 1
#else
#define CORE_PEXT 0
#endif

#include "core/core_internal.h"
#include "core/core_missed_turns.h"
#include "core/core_abilities.h"
#include "core/core_attack.h"
#include "core/core_make_move.h"
#include "core/core_rows.h"
#include "core/core_hook_effects.h"
#include "core/core_multi_leg.h"
#include "core/core_jumps.h"
#include "core/core_checks_and_pins.h"
#include "core/core_piece_moves.h"
#include "core/core_drops.h"
#include "core/core_setwise.h"
#include "core/core_blast.h"
#include "core/core_movegen.h"
#include "core/core_puts.h"
#include "core/core_hook_legality.h"
#include "core/core_legal.h"
#include "core/core_stacks.h"
#include "core/core_turn_order.h"
#include "core/core_pseudo_moves.h"
#include "core/core_attack_by_play.h"
#include "core/core_safe_steps.h"
#include "core/core_turn_limits.h"
#include "core/core_turn_completion.h"
#include "core/core_mandatory.h"
#include "core/core_turn_masks.h"
#include "core/core_judge.h"
#include "core/core_turn_rules.h"
#include "core/core_illegal_reason.h"
#include "core/core_see.h"
#include "core/core_gives_check.h"
#include "core/core_activity.h"

const core CORE_NAME = {
    .words = CORE_WORDS,
    .jump_tables_size = sizeof(long_jump_tables),
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
    .find_captured = core_find_captured,
    .captures = core_captures,
    .play_without_choice = core_play_without_choice,
    .legal = core_legal,
    .legal_by_play = core_legal_by_play,
    .pseudo = core_pseudo,
    .noisy = core_noisy,
    .count = core_count,
    .random_drop = core_random_drop,
    .has_legal_move = core_has_legal_move,
    .suppose = core_suppose,
    .targets = core_targets,
    .capturers = core_capturers,
    .mated = core_mated,
    .no_moves = core_no_moves,
    .chain = core_chain,
    .chain_has_way = core_chain_has_way,
    .is_legal = core_is_legal,
    .why_illegal = core_why_illegal,
    .refused_by_hook = core_refused_by_hook,
    .perft = core_perft,
    .in_check = core_in_check,
    .royals_face = core_royals_face,
    .attackers = core_attackers,
    .attackers_by_sets = core_attackers_by_sets,
    .way_attacked_at = core_way_attacked_at,
    .castling_attacked_at = core_castling_attacked_at,
    .see = core_see,
    .gives_check = core_gives_check,
    .immobilized = core_immobilized,
    .uncapturable = core_uncapturable,
    .has_row = core_has_row,
    .has_chain = core_has_chain,
    .count_all = core_count_all,
    .any_on_board = core_any_on_board,
    .promotion_limit_reached = core_promotion_limit_reached,
    .is_in_prison = core_is_in_prison,
    .count_of_player = core_count_of_player,
    .count_of_piece = core_count_of_piece,
    .royals_of = core_royals_of,
    .pieces_of = core_pieces_of,
    .activity = core_activity,
    .activity_counts = core_activity_counts,
};
