/* Fuzz targets: each gets bytes and does with them what the program would do with such a file, line or session. What must hold is
 * asserted by FUZZ_MUST, which ends the process as a crash does.
 *
 * The same targets run in two programs: in fuzz_main.c libFuzzer makes the bytes up, replay.c feeds files that are kept. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdint.h>

#include "base/text.h"
#include "ferz_tools.h"

enum {
    FUZZ_SECONDS = 5,         /* of the processor, for one input */
    FUZZ_BYTES_MAX = 1 << 30, /* of memory */
};

typedef struct fuzz_target {
    const char *name;
    void (*run)(const char *bytes, size_t length); /* `bytes` end in a NUL, which `length` does not count */
} fuzz_target;

/* Ended by a zeroed row. */
extern const fuzz_target fuzz_targets[];
const fuzz_target *fuzz_find(const char *name);

/* Once, before anything runs: a folder of our own, with the rules that sessions choose from. */
void fuzz_begin(void);
/* Runs one input by the clock. */
void fuzz_run(const fuzz_target *target, const uint8_t *bytes, size_t length);

/* ---- for the targets ---- */

#define FUZZ_MUST(holds)                                                                                               \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            fuzz_fail(#holds, __FILE__, __LINE__);                                                                     \
        }                                                                                                              \
    } while (0)
_Noreturn void fuzz_fail(const char *what, const char *file, int line);

/* Lines that may be shown: whole UTF-8, no control bytes but the newline, and the tab where `tabs`. */
void fuzz_check_text(const char *bytes, size_t length, bool tabs);
/* HTML or SVG: what is opened is closed, attributes are quoted, `<` and `&` stand for nothing else, no script is in it. */
void fuzz_check_markup(const char *bytes);
/* The same of all messages; then they are cleared. */
void fuzz_check_messages(ferz_messages *messages);

/* The folder: "/tmp/ferz-fuzz-XXXXXX". Rules are in it. */
const char *fuzz_folder(void);
/* The folder with rules/, scripts/ and tests/: `ferz` beside the program where that is there, else the repository. */
const char *fuzz_root(void);
/* Its folders of rules and of samples, ended by NULL. */
const char *const *fuzz_rule_folders(void);
/* A file with these bytes; its path, the same at each call. */
const char *fuzz_file(const char *bytes, size_t length);

/* Standard output and standard error into files, until fuzz_captured_output gives back what was written there. */
void fuzz_capture_output(void);
void fuzz_captured_output(text *out, text *err);

/* Games of many kinds, loaded once. */
size_t fuzz_game_count(void);
ferz_variant *fuzz_game(size_t index);

/* Asks everything about the position, plays `plies` moves drawn from `seed` with the same questions, and undoes all. */
void fuzz_play(ferz_game *game, size_t plies, uint64_t seed, ferz_messages *messages);
/* A number that depends on all the bytes. */
uint64_t fuzz_digest(const char *bytes, size_t length);

/* ---- the targets ---- */

void fuzz_document(const char *bytes, size_t length);
void fuzz_betza(const char *bytes, size_t length);
void fuzz_tuning(const char *bytes, size_t length);
void fuzz_figure(const char *bytes, size_t length);
void fuzz_ruleset(const char *bytes, size_t length);
void fuzz_script(const char *bytes, size_t length);
void fuzz_fen(const char *bytes, size_t length);
void fuzz_moves(const char *bytes, size_t length);
void fuzz_uci(const char *bytes, size_t length);
void fuzz_usi(const char *bytes, size_t length);
void fuzz_xboard(const char *bytes, size_t length);
void fuzz_saved_game(const char *bytes, size_t length);
void fuzz_openings(const char *bytes, size_t length);
void fuzz_import(const char *bytes, size_t length);
void fuzz_export(const char *bytes, size_t length);
void fuzz_examples(const char *bytes, size_t length);
void fuzz_engine(const char *bytes, size_t length);
void fuzz_diagram(const char *bytes, size_t length);
void fuzz_terminal(const char *bytes, size_t length);
/* Where FERZ_SERVICE is built: */
void fuzz_methods(const char *bytes, size_t length);
void fuzz_lsp(const char *bytes, size_t length);
void fuzz_http(const char *bytes, size_t length); /* where FERZ_SERVE is built */

#endif
