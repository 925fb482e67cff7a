/* Dialect: names by which other programs know games that are here too.
 *
 * This is knowledge about those programs, not about games: nothing is played differently for a name. It is the one file of
 * ours in which games are named.
 */
#ifndef FERZ_PROTOCOL_VARIANT_ALIASES_H
#define FERZ_PROTOCOL_VARIANT_ALIASES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct variant_alias {
    const char *alias;
    const char *name;
    bool builtin; /* XBoard's own rules and pictures serve: it need not be told how the game goes */
} variant_alias;

/* The game that a program gets that asks for none. */
extern const char variant_alias_default[], variant_alias_default_usi[];
/* Families of games whose habits board programs know: promoted men are written +X, or men are dropped. */
extern const char variant_template_promotions[], variant_template_drops[];
/* The option of UCI by which castling is written king takes rook. */
extern const char variant_alias_castling_option[];
/* Rows of what XBoard calls games; NULL after the last. The first row of a game is the name that is announced. */
const variant_alias *variant_alias_xboard(size_t index);
/* The game that XBoard means, or the name itself. */
const char *variant_alias_from_xboard(const char *alias);
/* The game that programs of the UCI world mean, or the name itself; rows as above. */
const variant_alias *variant_alias_uci(size_t index);
const char *variant_alias_from_uci(const char *alias);
/* The game that is meant by a game's name together with UCI_Chess960, or the name itself. */
const char *variant_alias_chess960(const char *name);

#endif
