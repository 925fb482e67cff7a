/* Diagnostics: what is wrong, where, and what would help.
 *
 * Three things are kept apart: the rule author's mistake (a diagnostic in a list), the machine's failure (a
 * diagnostic without a location, and `failed` set), our own bug (an assert). A stage adds as many diagnostics as it
 * can find; the caller stops between stages. Nothing below cli/ prints: diag_render makes the text.
 *
 * Ownership: a list owns its texts and the sources that messages point into; locations are valid as long as the list
 * that owns their source. Sources never move, and a list must not move once it holds a message. */
#ifndef FERZ_BASE_DIAG_H
#define FERZ_BASE_DIAG_H

#include "base/arena.h"
#include "base/code.h"
#include "base/fuel.h"
#include "base/phrase.h"
#include "base/text.h"

/* A text that messages can point into. `bytes` are NUL-terminated; `size` does not count the NUL. */
typedef struct source {
    const char *name; /* as the user would write it: a path, or an option such as "--fen" */
    const char *bytes;
    size_t size;
    const struct source *previous; /* the one that its list got before it, or NULL */
} source;

/* A text that is read instead of a file: what an editor holds and has not saved yet, or a change that is only tried. */
typedef struct source_overlay {
    const char *name; /* the file's path, as it would be opened */
    const char *bytes;
    size_t size;
} source_overlay;

/* A stretch of one line. Lines and columns count from 1, columns in code points; `length` in code points, 0 = a
 * point. A zeroed location means "nowhere". */
typedef struct location {
    const source *source;
    uint32_t line;
    uint32_t column;
    uint32_t length;
} location;

/* What a program can do about a message, as data; the hint says the same to people. */
typedef enum fix_kind {
    FIX_NONE,
    FIX_REPLACE, /* the part of the location that is most like `text` is written so; it is the letter `word`, where given */
    FIX_REMOVE,  /* the member or item goes */
    FIX_BOOL,    /* true or false */
    FIX_QUOTE,   /* in quotes; `text`: with them, or NULL */
    FIX_UNQUOTE, /* without quotes */
    FIX_INDENT,  /* blanks for tabs */
    FIX_COLON,   /* a blank behind the colon; `text`: "a: b", or NULL: the first colon of the line */
    FIX_LIST,    /* the name `text` enters the list `word` of the game */
    FIX_ADD,     /* the member `text` is added, or takes the place of the one with its key */
    FIX_WRITE,   /* `text` takes the place of the location, or of the member with its key */
    FIX_KINDS,
} fix_kind;

typedef struct fix {
    fix_kind kind;
    const char *text, *word; /* or NULL */
} fix;

typedef enum severity { SEVERITY_ERROR, SEVERITY_WARNING } severity;

typedef struct diag {
    severity severity;
    diag_code code;
    location location;
    const char *text; /* one line, without a full stop */
    const char *hint; /* what would help, or NULL */
    fix fix;
    location note_location;                       /* a second location, for "first defined here" */
    const char *note;                             /* its text, or NULL */
    phrase text_phrase, hint_phrase, note_phrase; /* what these were made of */
    struct diag *next;
} diag;

/* A warning that the author of a file does not want to read: those of `code` in `source`. */
typedef struct diag_allowance {
    const source *source;
    const char *script; /* the file name of the script that the source names: it counts as part of it; or NULL */
    bool whole;         /* the source is the game's own file: warnings without a location are about it */
    diag_code code;
    const struct diag_allowance *previous;
} diag_allowance;

enum { DIAG_SHOWN_MAX = 100 }; /* more are counted, not kept: a broken file must not flood */

typedef struct diag_list {
    arena arena;
    const source *sources; /* the last one of them */
    diag *first;
    diag *last;
    size_t errors;
    size_t warnings;
    bool failed;          /* the machine failed (memory, file system), not the rules */
    bool budget_exceeded; /* a script overran its budget, or the fuel is out */
    const arena *limited; /* its limit is one of ours: not the machine fails but the rules; borrowed, or NULL */
    bool limit_reported;  /* private: that it is over its limit */
    fuel *fuel;           /* of the operation that reports here; borrowed; NULL: without a limit */
    diag *newest;         /* private: where hints and notes go; NULL when that message was not kept */
    const source_overlay *overlays; /* borrowed */
    size_t overlay_count;
    const diag_allowance *allowed; /* the last one; may belong to another list that outlives this one */
    diag reserve;                  /* private: "out of memory", for when there is no memory for a message */
} diag_list;

void diag_list_init(diag_list *list);
void diag_list_finish(diag_list *list);

/* A source owned by the list; copies name and bytes. NULL when out of memory (which is then in the list). */
const source *diag_source(diag_list *list, const char *name, const char *bytes, size_t size);
/* From now on warnings like that are not added. */
void diag_allow(diag_list *list, diag_allowance allowance);
/* What is to be read instead of the file `name`; NULL: the file itself. */
const source_overlay *diag_overlay(const diag_list *list, const char *name);

#if defined(__GNUC__)
#define DIAG_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define DIAG_PRINTF(f, a)
#endif
/* Texts are formatted and made safe to print (text_add_safe). */
void diag_error(diag_list *list, diag_code code, location at, const char *format, ...) DIAG_PRINTF(4, 5);
void diag_warning(diag_list *list, diag_code code, location at, const char *format, ...) DIAG_PRINTF(4, 5);
/* Adds to the newest message. */
void diag_hint(diag_list *list, const char *format, ...) DIAG_PRINTF(2, 3);
/* "did you mean `NAME`?", with its fix. */
void diag_did_you_mean(diag_list *list, const char *name);
/* Copies the texts. The second makes the text by a format. */
void diag_fix(diag_list *list, fix f);
void diag_fix_print(diag_list *list, fix_kind kind, const char *format, ...) DIAG_PRINTF(3, 4);
void diag_note(diag_list *list, location at, const char *format, ...) DIAG_PRINTF(3, 4);
/* The machine's failure: "out of memory" and the like; sets `failed`. */
void diag_failure(diag_list *list, diag_code code, const char *format, ...) DIAG_PRINTF(3, 4);
/* The failure "out of memory"; or the error that `limited` is over its limit, once for each list. */
bool diag_out_of_memory(diag_list *list);

/* Whether `limited` is over its limit; then that is reported, once for each list. */
bool diag_over_limit(diag_list *list);

/* Draws `steps` from the fuel of the operation. False when nothing is left: then an error says so, once for each list.
 * `doing` completes "the time is over while ...": "the zones are read". */
bool diag_draw(diag_list *list, uint32_t steps, location at, const char *doing);
/* The error that the fuel of an operation is out. */
void diag_out_of_fuel(diag_list *list, const fuel *spent, location at, const char *doing);

/* The text of one message, ending in a newline:
 *   FILE:LINE:COL: error: TEXT [CODE]
 *     3 |   files: nine
 *       |          ^^^^
 *   help: HINT
 *   FILE:LINE:COL: note: ...
 * Tabs are shown as blanks, the caret line is aligned by display width, long lines are cut around the location.
 * `colour` adds terminal colours. */
typedef struct diag_labels {
    const char *error, *warning, *help, *note;
} diag_labels;
extern const diag_labels diag_english;
void diag_render(const diag *message, bool colour, text *out);
void diag_render_with(const diag *message, const diag_labels *labels, bool colour, text *out);

/* The location of byte `offset` inside a scalar whose text starts at `at` and is not folded or escaped; `length` is
 * in bytes too. Stays on the line of `at`. */
location location_within(location at, size_t offset, size_t length);

#endif
