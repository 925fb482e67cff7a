/* Dialect: names by which other programs know games that are here too.
 *
 * This is knowledge about those programs, not about games: nothing is played differently for a name. It is the one file of
 * ours in which games are named.
 */
#ifndef FERZ_FRONT_DIALECT_H
#define FERZ_FRONT_DIALECT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dialect_row {
    const char *theirs;
    const char *ours;
    bool same; /* XBoard's own rules and pictures serve: it need not be told how the game goes */
} dialect_row;

/* The game that a program gets that asks for none. */
extern const char dialect_first[], dialect_first_of_usi[];
/* Families of games whose habits board programs know: promoted men are written +X, or men are dropped. */
extern const char dialect_promoting[], dialect_dropping[];
/* The option of UCI by which castling is written king takes rook. */
extern const char dialect_castling_option[];
/* Rows of what XBoard calls games; NULL after the last. The first row of a game is the name that is announced. */
const dialect_row *dialect_xboard(size_t index);
/* The game that XBoard means, or the name itself. */
const char *dialect_from_xboard(const char *theirs);
/* The game that programs of the UCI world mean, or the name itself; rows as above. */
const dialect_row *dialect_uci(size_t index);
const char *dialect_from_uci(const char *theirs);
/* The game that is meant by a game's name together with UCI_Chess960, or the name itself. */
const char *dialect_shuffled(const char *ours);

#endif
