/* Variant aliases: names that other programs use for games of ours.
 *
 * This is knowledge about those programs. No game is played differently because of its name. The names are rows of
 * variant_aliases.txt, which the build embeds.
 */
#ifndef FERZ_PROTOCOL_VARIANT_ALIASES_H
#define FERZ_PROTOCOL_VARIANT_ALIASES_H

#include <stdbool.h>

/* Who uses a name. */
typedef enum variant_alias_user {
    ALIAS_UCI = 1,             /* UCI and USI */
    ALIAS_KING_TAKES_ROOK = 2, /* UCI where castling is written as king takes rook */
    ALIAS_XBOARD = 4
} variant_alias_user;

enum { ALIAS_NAME_MAX = 32, ALIAS_SETTINGS_MAX = 96, ALIAS_DIFFERS_MAX = 192 };

typedef struct variant_alias {
    char name[ALIAS_NAME_MAX];
    char game[ALIAS_NAME_MAX];         /* ours; empty when it is made from `imported` */
    char imported[ALIAS_NAME_MAX];     /* a variant that Fairy-Stockfish has built in; or empty */
    char settings[ALIAS_SETTINGS_MAX]; /* NAME=VALUE ..., of the game */
    char differs[ALIAS_DIFFERS_MAX];   /* what differs in the other programs' rules, in words; or empty */
    unsigned users;                    /* set of variant_alias_user */
    bool builtin;                      /* XBoard knows board and pieces: it needs no setup */
} variant_alias;

/* The default game of a program that names none. */
extern const char variant_alias_default[], variant_alias_default_usi[];
/* Families of games that board programs know: promoted pieces are written +X, or pieces are dropped. */
extern const char variant_template_promotions[], variant_template_drops[];
/* The UCI option with which castling is written as king takes rook. */
extern const char variant_alias_castling_option[];

/* Reads the next row for one of `users` and moves `*at` behind it; false at the end. `*at` NULL begins. */
bool variant_alias_next(const char **at, unsigned users, variant_alias *row);
/* The row of that name (case does not matter) for one of `users`. */
bool variant_alias_find(unsigned users, const char *name, variant_alias *row);

#endif
