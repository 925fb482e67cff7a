/* Commands: each takes what was asked and returns the exit status. */
#ifndef FERZ_CLI_COMMANDS_H
#define FERZ_CLI_COMMANDS_H

#include "cli/options.h"

/* new.c: the first files of a game */
int command_new(const options *o, output *out);

/* reference.c: the language, for editors and for readers */
int command_schema(const options *o, output *out);

/* manual.c, completion.c: the command line itself */
int command_man(const options *o, output *out);
int command_completion(const options *o, output *out);

/* rules.c: about games */
int command_list(const options *o, output *out);
int command_check(const options *o, output *out);
int command_test(const options *o, output *out);

/* facts.c: about one position */
int command_show(const options *o, output *out);
int command_fen(const options *o, output *out);
int command_moves(const options *o, output *out);
int command_why(const options *o, output *out);
int command_status(const options *o, output *out);

/* explain.c: a game's rules in words, and codes of messages */
int command_explain(const options *o, output *out);

/* search.c: counting and thinking */
int command_perft(const options *o, output *out);
int command_best(const options *o, output *out);

/* diagram.c: pictures */
int command_diagram(const options *o, output *out);

/* diff.c: two games */
int command_diff(const options *o, output *out);

/* watch.c: the rules as they are being written */
int command_watch(const options *o, output *out);

/* bench.c: fixed work */
int command_bench(const options *o, output *out);

/* playouts.c: random games */
int command_playouts(const options *o, output *out);

/* match.c: games between engines */
int command_match(const options *o, output *out);
/* uci.c, xboard.c: protocols */
int command_uci(const options *o, output *out);
int command_usi(const options *o, output *out);
int command_xboard(const options *o, output *out);
/* tune.c: learning */
int command_tune(const options *o, output *out);

/* variants.c: games written for other programs */
int command_import(const options *o, output *out);
int command_export(const options *o, output *out);

/* play.c */
int command_play(const options *o, output *out);

#endif
