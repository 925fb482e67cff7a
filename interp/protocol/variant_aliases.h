/* Variant aliases: names that other programs use for games of ours.
 *
 * This is knowledge about those programs. No game is played differently because of its name. Only this file names
 * games.
 */
#ifndef FERZ_PROTOCOL_VARIANT_ALIASES_H
#define FERZ_PROTOCOL_VARIANT_ALIASES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct variant_alias {
    const char *alias;
    const char *name;
    bool builtin; /* XBoard knows the rules and pictures: it needs no setup */
} variant_alias;

/* The default game of a program that names none. */
extern const char variant_alias_default[], variant_alias_default_usi[];
/* Families of games that board programs know: promoted pieces are written +X, or pieces are dropped. */
extern const char variant_template_promotions[], variant_template_drops[];
/* The UCI option with which castling is written as king takes rook. */
extern const char variant_alias_castling_option[];
/* XBoard's names; NULL after the last. The first row of a game is the name that is announced. */
const variant_alias *variant_alias_xboard(size_t index);
/* Our name for XBoard's, or the name itself. */
const char *variant_alias_from_xboard(const char *alias);
/* The same for UCI programs. */
const variant_alias *variant_alias_uci(size_t index);
const char *variant_alias_from_uci(const char *alias);
/* The game that a name means together with UCI_Chess960, or the name itself. */
const char *variant_alias_chess960(const char *name);

#endif
