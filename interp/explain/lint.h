/* Lint: warnings for what is allowed but probably not meant. For the designer of a game; playing does not need it. */
#ifndef FERZ_EXPLAIN_LINT_H
#define FERZ_EXPLAIN_LINT_H

#include "play/outcome.h"

/* The game's scripts. */
typedef struct lint_scripts {
    const source *text[RULES_SCRIPTS_MAX];
    size_t count;
} lint_scripts;
/* Whether one of them has these characters. */
bool lint_scripts_have(const lint_scripts *scripts, const char *part);

/* Adds warnings to `diags`, or an error when its fuel is out: the warnings are then of no use. `sources`: the last of the texts that the variant was loaded from. */
void lint_variant(const variant *v, const source *sources, diag_list *diags);
/* The part of it that is about the start position and inherited numbers. */
void lint_start(const variant *v, const lint_scripts *scripts, diag_list *diags);
/* A game that is over before it begins; and whether that is seen without asking its hooks, so that lint_start tells it. */
void lint_finished_start(location at, const game_outcome *outcome, diag_list *diags);
bool lint_sees_outcome(game_history *start);

#endif
