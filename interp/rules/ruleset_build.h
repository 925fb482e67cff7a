/* Inside of the ruleset: what the readers of its parts share while they read the merged tree. Only for rules/.
 *
 * Readers take nodes that the schema has checked: shapes are right, required keys are present. A reader that meets an
 * unknown name reports it in `diags` and goes on with a harmless value, so that one run finds as many errors as it
 * can; ruleset_load returns NULL after an error. A refused allocation is remembered by the arena. */
#ifndef FERZ_RULES_RULESET_BUILD_H
#define FERZ_RULES_RULESET_BUILD_H

#include "rules/merge.h"
#include "rules/plain_keys.h"
#include "rules/ruleset.h"

typedef struct builder {
    ruleset *rules;
    arena *arena; /* &rules->arena */
    diag_list *diags;
    const merged_rules *merged_rules;
    const node *root; /* merged->root */
    size_t paths;     /* of all movements so far */
} builder;

/* Values by key; NULL, the default, or an absent `rule_text` when the map has no such key. */
const char *build_string(const node *map, const char *key);
/* The Russian text of a key; NULL when the key itself is from another file: a parent's Russian text would not fit. */
const char *build_translated(const node *map, const char *key, const char *russian);
bool build_bool(const node *map, const char *key, bool otherwise);
long build_number(const node *map, const char *key, long otherwise);
bool build_is(const node *map, const char *key, const char *word);
rule_text build_text(builder *b, const node *value);
rule_text_by_player build_text_by_player(builder *b, const node *map, const char *key);

/* The location of a part of a scalar, or of the whole scalar when its characters cannot be counted in the source. */
location build_location(const node *scalar, size_t offset, size_t length);
/* The location of `key` in `map`, which has it. */
location build_key_location(const node *map, const char *key);

/* Names. All return -1 after an error. */
int build_piece_named(builder *b, const char *name, location at);
int build_player_named(builder *b, const char *name, location at);
/* A counter or state; -1, and no error, when there is none of that name. */
/* There is room for it. */
void build_add_counter(ruleset *rules, const char *name, location at);
/* Bits of players: `all`, a player or a list; 0 when `value` is NULL. */
uint32_t build_players_named(builder *b, const node *value);
/* A piece or a list of pieces; nothing when `value` is NULL. */
void build_pieces_named(builder *b, const node *value, int **pieces, size_t *count);
/* The name of a function; without a script it is an error. */
const char *build_function(builder *b, const char *name, location at);
/* The function of a scalar `hook NAME`, whose location goes to `*at`. */
const char *build_hook(builder *b, const node *scalar, location *at);

/* Reads `along` of a rule about rows of that length. */
void build_row(const node *map, long length, rule_row *line);
/* Neighbours as a movement of simple leaps; none after an error. */
void build_reach(builder *b, const node *reach, betza *found);

/* A counter or state by its name; -1 after an error. */
int build_counter_named(builder *b, const char *name, location at);
const char *build_next_piece(const void *ruleset, size_t index);

/* The parts, in the order in which they need each other. */
void build_board(builder *b);
void build_piece_names(builder *b); /* all names, so that pieces may speak of each other */
void build_rights(builder *b);      /* before pieces: movements name rights */
void build_pieces(builder *b);
void build_figure(builder *b, const node *value, rule_piece *piece); /* `value` may be NULL */
void build_picture(builder *b);
void build_castlings(builder *b);
void build_endings(builder *b);
void build_cards(builder *b);      /* what people see as cards; after the pieces and the counters */
void build_visibility(builder *b); /* what players do not see; after the pieces and the counters */
void build_no_moves(builder *b);   /* players who miss turns, and commanders; after the turns */
void build_turn(builder *b);       /* turns, dice, forced moves; after the pieces */

#endif
