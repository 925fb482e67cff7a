/* Schema: every key of the rule language, in one table.
 *
 * The table (schema_table.c) is the single source for the validator, for "did you mean", for the reference page and
 * for editors. A row says in which mapping a key belongs, what its value may be, and what it means.
 *
 * The validator checks one file (or one patch of an option) at a time, before merging, so that every message points
 * at the line that its author wrote. Only the merged tree shows whether something is missing: schema_check_required.
 * What values mean (names, letters, movements) is checked by the ruleset. */
#ifndef FERZ_RULES_SCHEMA_H
#define FERZ_RULES_SCHEMA_H

#include "rules/document.h"

/* Kinds of mapping. ORDER: as `sections` in schema_table.c */
typedef enum schema_section {
    SECTION_VARIANT,
    SECTION_BOARD,
    SECTION_PLAYER,
    SECTION_ZONES,
    SECTION_ROYALS,
    SECTION_DROP,
    SECTION_PIECES,
    SECTION_PIECE,
    SECTION_MOVE,
    SECTION_REMOTE_CAPTURE,
    SECTION_PROMOTION,
    SECTION_RIGHTS,
    SECTION_RIGHT,
    SECTION_CASTLINGS,
    SECTION_CASTLING,
    SECTION_CELLS,
    SECTION_START,
    SECTION_END,
    SECTION_ENDING,
    SECTION_POINTS,
    SECTION_TURN,
    SECTION_PLIES,
    SECTION_SETUP,
    SECTION_CAPTURES,
    SECTION_BLAST,
    SECTION_JUMPS,
    SECTION_PUTS,
    SECTION_PICTURE,
    SECTION_COLOURS,
    SECTION_SHAPE,
    SECTION_CHECKS,
    SECTION_NO_MOVES,
    SECTION_MISSED_TURN,
    SECTION_DICE,
    SECTION_DIE_FACES,
    SECTION_VISIBILITY,
    SECTION_SECRETS,
    SECTION_SECRET,
    SECTION_QUERIES,
    SECTION_QUERY,
    SECTION_NOTATION,
    SECTION_WORDS,
    SECTION_WORD,
    SECTION_CARDS,
    SECTION_CARDS_OF,
    SECTION_HOOKS,
    SECTION_HOOK,
    SECTION_OPTIONS,
    SECTION_OPTION,
    SECTION_VALUES,
    SECTION_COUNT
} schema_section;

/* What a single value may be. ORDER: as `kinds` in schema.c */
typedef enum schema_kind {
    VALUE_TEXT,
    VALUE_BOOL,
    VALUE_NUMBER,
    VALUE_WORD,   /* one of the row's words */
    VALUE_BOARD,  /* the name of a board: the same, or a number */
    VALUE_NAME,   /* something that this file defines: letters, digits, - and _ */
    VALUE_CHOICE, /* a value of an option: no blanks, commas or equals signs */
    VALUE_LABEL,  /* the name of an ending: may have blanks */
    VALUE_VARIANT,
    VALUE_FILE, /* a relative path */
    VALUE_SIZE,
    VALUE_ZONE,
    VALUE_CELL,
    VALUE_MOVEMENT,
    VALUE_LETTER,
    VALUE_PIECE,
    VALUE_FEN,
    VALUE_CONDITION,
    VALUE_RESULT,
    VALUE_FUNCTION, /* a name in Lua */
    VALUE_HOOK,     /* "hook FUNCTION" */
    VALUE_RANGE,    /* "0..959" */
    VALUE_COUNT
} schema_kind;

enum schema_shape {
    SHAPE_ONE = 1 << 0,   /* a single value of `kind` */
    SHAPE_MANY = 1 << 1,  /* a list of these values */
    SHAPE_MAP = 1 << 2,   /* a mapping, section `child` */
    SHAPE_MAPS = 1 << 3,  /* a list of these mappings */
    SHAPE_PATCH = 1 << 4, /* a mapping that is a part of a game, laid on top when its option is chosen */
};

/* What a movement is, by the key that says it; bits. ORDER: as `movement_keys` in schema.c */
enum schema_movement {
    MOVEMENT_NOTATION = 1 << 0, /* move */
    MOVEMENT_HOOK = 1 << 1,
    MOVEMENT_LINES = 1 << 2, /* along */
    MOVEMENT_JUMP = 1 << 3,
    MOVEMENT_STAY = 1 << 4,
};
enum { SCHEMA_MOVEMENTS = 5 };

enum {
    SCHEMA_WORDS_MAX = 11,
    SCHEMA_NAMES_MAX = 1000, /* most names in one mapping: merging looks each of them up by going through all */
};

/* The type of the member that has a key's value. */
typedef enum schema_keep { KEEP_NOT_HERE, KEEP_BOOL, KEEP_NOT, KEEP_WORD, KEEP_INT, KEEP_LONG } schema_keep;

typedef struct schema_row {
    schema_section section;
    const char *key; /* NULL: any name that the author chooses, of kind `name_kind` */
    unsigned shapes; /* enum schema_shape */
    schema_kind kind;
    schema_section child;
    long low, high;                          /* VALUE_NUMBER */
    const char *words[SCHEMA_WORDS_MAX + 1]; /* allowed besides values of `kind`; with VALUE_WORD: instead */
    bool required;                           /* in the merged whole */
    bool not_in_patch;                       /* not in the patch of an option */
    bool none_is_value;                      /* `none` is a value here and removes nothing */
    schema_kind name_kind;
    schema_keep keep; /* of a plain key: what its value is kept as, and where in the struct of its section */
    size_t at;
    long otherwise;      /* where the key is absent: before KEEP_NOT turns it round */
    const char *word;    /* KEEP_WORD: true for this one */
    const char *foreign; /* what the format of Fairy-Stockfish cannot say then; NULL: the exporter knows the key */
    const char *says, *says_ru; /* a sentence for players where the value is another; %ld is a number */
    unsigned movements;         /* with which kinds of movement the key goes (enum schema_movement); 0: nobody asks */
    const char *doc;
    const char *example;
} schema_row;

typedef struct schema_section_info {
    const char *title; /* "A piece" */
    const char *where; /* "pieces: NAME:" */
    const char *noun;  /* "a piece", in messages */
} schema_section_info;

/* The table, grouped by section in the order of schema_section. */
const schema_row *schema_rows(size_t *count);
const schema_section_info *schema_section_of(schema_section section);
/* The row for `key` in a mapping of that section; NULL when there is none. */
const schema_row *schema_find(schema_section section, const char *key);

/* Whether `value` is the word that removes an inherited key. */
bool schema_is_removal(const schema_row *row, const node *value);

/* Checks a whole file, or a patch of one. False after errors. `scratch` is memory for messages. */
bool schema_check(arena *scratch, diag_list *diags, const node *root, bool is_patch);
/* Checks that nothing required is missing. False after errors. `top` is the location of messages about the game
 * itself. `removed` returns where a `none` removed `key` (zeroed: nowhere), for mappings that came back in part. */
bool schema_check_required(diag_list *diags, const node *merged_rules, location top,
                           location (*removed)(const void *state, schema_section section, const char *key),
                           const void *state);

/* The key that says what a movement is: "move" for MOVEMENT_NOTATION, the first, and so on. */
const char *schema_movement_key(size_t index);
/* "`move` or `hook`": the kinds of movement with which the row's key goes. */
void schema_put_movements(const schema_row *row, text *out);
/* What the key means, and with which movements it goes. */
void schema_put_doc(const schema_row *row, text *out);

/* "true or false", "a piece or a list of pieces": what the row's value may be. */
void schema_describe(const schema_row *row, text *out);
/* The reference page: a Markdown table for each section. */
void schema_reference(text *out);
/* The same table as a JSON Schema, for editors (schema_json.c). */
void schema_json(text *out);

/* Whether `string` is a name as rule files define them: a letter first, then letters, digits, - and _. */
bool schema_is_name(const char *string);
/* The same for a function of a script. */
bool schema_is_function(const char *string);
/* Whether it is the path of a file in a folder or below it: no absolute path, no `..`. */
bool schema_is_path(const char *string);

#endif
