/* The codes of messages: each kind of mistake has one, and it never changes its meaning. `ferz explain CODE` explains
 * it; a test checks that every code has an explanation.
 *
 * The letter is the severity, the first two digits are the stage that finds it. A code that is no longer used is
 * never used for anything else. New codes go to the end of their stage. */
#ifndef FERZ_BASE_CODE_H
#define FERZ_BASE_CODE_H

#include <stdbool.h>
#include <stddef.h>

/* clang-format off */
#define CODES(X) \
    /* the command and the machine */                 \
    X(E0101, OUT_OF_MEMORY)                           \
    X(E0102, UNREADABLE_FILE)                         \
    X(E0103, UNKNOWN_VARIANT)                            \
    X(E0104, GAME_OVER)                               \
    X(E0105, ILLEGAL_MOVE)                               \
    X(E0106, TOO_MANY_TURNS)                           \
    X(E0107, WRONG_STATE)                             \
    X(E0108, MUST_TRY_CAPTURE)                                \
    X(W0109, FILE_SKIPPED)                           \
    X(E0110, BUDGET)                                 \
    X(E0111, LIBRARY_CALL)                           \
    /* the document: YAML */                          \
    X(E0201, YAML_SYNTAX)                             \
    X(E0202, TAB_INDENT)                              \
    X(E0203, YAML_FEATURE)                            \
    X(E0204, TOO_LARGE)                               \
    X(E0205, NOT_TEXT)                                \
    X(E0206, NO_KEY)                                  \
    X(E0207, NO_VALUE)                                \
    X(E0208, COMMA_CUTS_VALUE)                            \
    X(E0209, DUPLICATE_KEY)                               \
    X(E0210, EMPTY_FILE)                              \
    /* the schema: keys and values */                 \
    X(E0301, UNKNOWN_KEY)                             \
    X(E0302, WRONG_VALUE)                             \
    X(E0303, MISSING_KEY)                             \
    X(E0304, NOT_A_MAPPING)                              \
    X(E0305, NOT_IN_PATCH)                            \
    X(E0306, TOO_MANY)                                \
    X(E0307, RESERVED_NAME)                           \
    X(E0308, DUPLICATE_NAME)                              \
    X(E0309, KEY_NEEDS)                               \
    X(E0310, CONFLICTING_KEYS)                              \
    /* inheritance and options */                     \
    X(E0401, NO_PARENT)                               \
    X(E0402, PARENT_CYCLE)                           \
    X(E0403, NOTHING_TO_REMOVE)                       \
    X(E0404, UNKNOWN_OPTION)                          \
    X(E0405, OPTION_VALUE)                            \
    X(E0406, OPTION_DEFAULT)                          \
    X(E0407, OPTION_CONFLICT)                      \
    X(E0408, OPTION_UNUSED)                           \
    X(E0409, PARENTS_CONTRADICT)                      \
    /* board, zones, cells */                         \
    X(E0501, BOARD_SIZE)                              \
    X(E0502, BOARD_SHAPE)                             \
    X(E0503, CELL_NAMES)                              \
    X(E0504, UNKNOWN_CELL)                            \
    X(E0505, ZONE_SYNTAX)                             \
    X(E0506, OFF_BOARD)                               \
    X(E0507, RANGE_BACKWARDS)                         \
    X(E0508, ZONE_CYCLE)                             \
    X(E0509, LINE_CELLS)                              \
    X(E0510, NO_LINES)                                \
    X(E0511, BOARD_CELLS)                             \
    X(E0512, OWN_BOARDS)                              \
    X(E0513, NO_CELL_FOR)                             \
    /* pieces and movements */                        \
    X(E0601, NO_PIECES)                               \
    X(E0602, LETTER)                                  \
    X(E0603, DUPLICATE_LETTER)                            \
    X(E0604, UNKNOWN_PIECE)                           \
    X(E0605, NO_MOVEMENT)                             \
    X(E0606, MOVEMENT_LETTER)                         \
    X(E0607, MOVEMENT_MODIFIER)                       \
    X(E0608, MOVEMENT_NUMBER)                         \
    X(E0609, MOVEMENT_LEAP)                           \
    X(E0610, MOVEMENT_LEGS)                           \
    X(E0611, MOVEMENT_EMPTY)                          \
    X(E0612, MOVEMENT_DIRECTION)                      \
    X(E0613, MOVEMENT_TOO_COMPLEX)                       \
    X(E0614, MOVEMENT_UNSUPPORTED)                     \
    X(E0615, CONDITION)                               \
    X(E0616, JUMP)                                    \
    X(E0617, TRANSFORMS)                                   \
    X(E0618, DROP_AS)                              \
    X(E0619, ROYAL_KAMIKAZE)                            \
    X(E0620, UNSUPPORTED_TOGETHER)                     \
    X(W0621, OBSOLETE_LETTER)                              \
    X(W0622, ONE_DIRECTION)                           \
    X(W0623, NO_EN_PASSANT)                          \
    X(E0624, FIGURE_FILE)                             \
    /* positions: FEN and start */                    \
    X(E0701, START_SHAPE)                             \
    X(E0702, START_PIECE)                               \
    X(E0703, START_CELL)                              \
    X(E0704, START_STACK)                             \
    X(E0705, START_HANDS)                             \
    X(E0706, START_SIDE_TO_MOVE)                             \
    X(E0707, START_RIGHTS)                            \
    X(E0708, START_EP)                            \
    X(E0709, START_NUMBER)                            \
    X(E0710, START_FIELD)                             \
    X(W0711, START_CHECK)                             \
    X(W0712, RIGHT_UNHELD)                            \
    X(W0713, POSITION_LEFT_OUT)                       \
    /* players, turn, captures, castling, endings */  \
    X(E0801, UNKNOWN_ENDING)                          \
    X(E0802, ENDING_NUMBER)                           \
    X(E0803, ENDING_RESULT)                           \
    X(E0804, ENDING_KEY)                              \
    X(E0805, ENDING_INCOMPLETE)                       \
    X(E0806, UNKNOWN_COUNTER)                         \
    X(E0807, COUNTER_NUMBER)                          \
    X(E0808, TWO_CLOCKS)                              \
    X(E0809, UNKNOWN_PLAYER)                          \
    X(E0810, PLAYERS)                                 \
    X(E0811, BLAST_REACH)                             \
    X(E0812, DICE)                                    \
    X(E0813, NOTATION_SIGN)                                    \
    X(E0814, RIGHT_LETTER)                            \
    X(E0815, UNKNOWN_RIGHT)                           \
    X(E0816, RIGHT_HOLDER)                            \
    X(E0817, CASTLING_INCOMPLETE)                     \
    X(E0818, CASTLING_WAY)                            \
    X(E0819, NO_MOVES)                                   \
    X(E0820, SECRET_RANGE)                            \
    X(E0821, ONE_PER_PLAYER)                            \
    /* scripts and hooks */                           \
    X(E0901, NO_SCRIPT)                               \
    X(E0902, SCRIPT_UNNAMED)                          \
    X(E0903, NO_FUNCTION)                             \
    X(E0904, SCRIPT_FILE)                             \
    X(E0905, SCRIPT_REFUSED)                          \
    X(E0906, SCRIPT_SYNTAX)                           \
    X(E0907, SCRIPT_ERROR)                            \
    X(E0908, HOOK_RESULT)                             \
    X(E0909, SCRIPT_BUDGET)                           \
    X(E0910, ROYAL_TRANSFORM)                           \
    X(E0911, CHOICE_HOOKS)                            \
    /* warnings for designers, of a whole game */     \
    X(W1001, NEVER_MOVES)                             \
    X(W1002, NEVER_CAPTURES)                          \
    X(W1003, NEVER_PROMOTES)                          \
    X(W1004, ZONE_UNUSED)                             \
    X(W1005, COUNTER_UNUSED)                          \
    X(W1006, RIGHT_UNUSED)                            \
    X(W1007, FUNCTION_UNUSED)                         \
    X(W1008, NEVER_ENDS)                              \
    X(W1009, ENDING_NEVER)                            \
    X(W1010, HOOK_ORDER)                              \
    X(W1011, READ_DIFFERENTLY)                          \
    X(W1012, PIECE_UNUSED)                            \
    X(W1013, HOOK_NEVER)                              \
    X(W1014, HOOK_UNDESCRIBED)                        \
    X(W1015, START_OVER)                              \
    X(W1016, RIGHT_NEVER)                             \
    X(W1017, DROP_NEVER)                              \
    X(W1018, PROMOTION_EARLY)                         \
    X(W1019, CLOCK_HALVED)                            \
    /* examples */                                    \
    X(E1101, EXAMPLE_KEY)                             \
    X(E1102, EXAMPLE_VALUE)                           \
    X(E1103, EXAMPLE_LEGAL)                           \
    X(E1104, EXAMPLE_ILLEGAL)                         \
    X(E1105, EXAMPLE_MOVES)                           \
    X(E1106, EXAMPLE_COUNT)                           \
    X(E1107, EXAMPLE_STATUS)                          \
    X(E1108, EXAMPLE_POSITION)                        \
    X(E1109, EXAMPLE_VISIBILITY)                           \
    X(E1110, EXAMPLE_SETUP)                           \
    X(W1111, NO_EXAMPLES)                             \
    X(E1112, NO_EXAMPLES_TO_FAIL)                       \
    X(E1113, DUPLICATE_EXAMPLE)                           \
    X(E1114, EXAMPLE_NOT_ADDED)                       \
    /* tuning */                                      \
    X(E1201, TUNING_FILE)                             \
    X(E1202, TUNING_NUMBERS)                          \
    X(E1203, TUNING_NAME)                             \
    X(E1204, NOTHING_TO_TUNE)                         \
    X(W1205, TUNING_OTHER_RULES)                       \
    X(W1206, NETWORK_UNUSED)                           \
    X(E1207, LEARNING_STATE)                           \
    /* games of other programs */                     \
    X(E1301, FOREIGN_SYNTAX)                          \
    X(E1302, FOREIGN_KEY)                             \
    X(E1303, FOREIGN_PARENT)                          \
    X(E1304, FOREIGN_VALUE)                           \
    X(E1305, FOREIGN_PIECES)                          \
    X(E1306, FOREIGN_START)                           \
    X(E1307, FOREIGN_UNSUPPORTED)                       \
    X(E1308, EXPORT_UNSUPPORTED)                        \
    X(W1309, FOREIGN_DIFFERENT)                       \
    X(E1310, NO_PGN_GAME)                               \
    X(E1311, PGN_UNCLOSED)
/* clang-format on */

#define CODE_NAME(number, name) CODE_##name,
typedef enum diag_code { CODE_NONE, CODES(CODE_NAME) CODE_COUNT } diag_code;
#undef CODE_NAME

/* "E0301"; "" of CODE_NONE. */
const char *code_text(diag_code code);
/* The code that is written so, in either case; CODE_NONE when there is none. */
diag_code code_find(const char *text);

#endif
