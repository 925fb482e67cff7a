/* Commands: each gets the parsed options and returns the exit status (status.h). */
#ifndef FERZ_CLI_COMMANDS_H
#define FERZ_CLI_COMMANDS_H

#include "cli/options.h"

/* new.c: writes the first files of a game */
int command_new(const options *o, output *out);

/* schema_command.c: schemas and stubs for editors */
int command_schema(const options *o, output *out);

/* manual.c, completion.c: the command line itself */
int command_man(const options *o, output *out);
int command_completion(const options *o, output *out);

/* variant_commands.c: commands about rules */
int command_list(const options *o, output *out);
int command_check(const options *o, output *out);
int command_test(const options *o, output *out);

/* position_commands.c: commands about one position */
int command_show(const options *o, output *out);
int command_fen(const options *o, output *out);
int command_moves(const options *o, output *out);
int command_why(const options *o, output *out);
int command_status(const options *o, output *out);

/* explain.c: the rules of a game in words, and message codes */
int command_explain(const options *o, output *out);

/* search_commands.c: counting and searching */
int command_perft(const options *o, output *out);
int command_best(const options *o, output *out);

/* diagram.c: pictures */
int command_diagram(const options *o, output *out);

/* diff.c: differences between two games */
int command_diff(const options *o, output *out);

/* watch.c: checks the rules again when a file is saved */
int command_watch(const options *o, output *out);

/* bench.c: a fixed amount of work */
int command_bench(const options *o, output *out);

/* playouts.c: random games */
int command_playouts(const options *o, output *out);

/* playtest.c: what games between equals say of a game */
int command_playtest(const options *o, output *out);

/* match/match_command.c: games between engines */
int command_match(const options *o, output *out);
/* serve/serve.c: the workbench */
int command_serve(const options *o, output *out);
/* lsp/lsp.c: a language server */
int command_lsp(const options *o, output *out);
/* serve/publish.c: a game as one page */
int command_publish(const options *o, output *out);

/* protocol/uci.c, protocol/xboard.c: protocols */
int command_uci(const options *o, output *out);
int command_usi(const options *o, output *out);
int command_xboard(const options *o, output *out);
/* tune.c: learning evaluation weights */
int command_tune(const options *o, output *out);

/* import_export.c: variants of other programs */
int command_import(const options *o, output *out);
int command_export(const options *o, output *out);

/* play.c: a game in the terminal */
int command_play(const options *o, output *out);

#endif
