/* Ferz for those who make games and tools: everything beside ferz.h, whose conventions hold here too. Warnings for authors, scripts,
 * variants of other programs, random games, planes for programs that learn, tuning and networks, editors, differences, examples. */
#ifndef FERZ_TOOLS_H
#define FERZ_TOOLS_H

#include "ferz.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- message codes ---- */

/* What a message code means, with an example that causes it. `wrong` and `fixed` are two versions of the file named
 * `file`, and `command` shows the message. Where they are command lines, `file` and `command` are NULL. All members but
 * the first three may be NULL. */
typedef struct ferz_explanation {
    const char *code;
    const char *title;
    const char *text; /* a paragraph, not wrapped */
    const char *file;
    const char *command;
    const char *wrong;
    const char *fixed;
    const char *companion; /* the name of another file that both versions need */
    const char *companion_text;
} ferz_explanation;

/* False when there is no such code. Upper and lower case are the same. `explanation` is then unchanged. */
FERZ_API bool ferz_explain_code(const char *code, ferz_explanation *explanation);
FERZ_API size_t ferz_code_count(void);
FERZ_API const char *ferz_code(size_t index); /* NULL after the last */

/* ---- rules that are not in their files ---- */

/* A text that is read instead of a file: what an editor has not saved yet, or a change that is only tried. */
typedef struct ferz_overlay {
    const char *file; /* its path as ferz_variant_file_at returns it */
    const char *text;
    size_t length;
} ferz_overlay;
/* ferz_variant_load with texts in place of files: the variant's own file, those of its parents, scripts. */
FERZ_API ferz_variant *ferz_variant_load_with(const char *name, const char *const *dirs, const ferz_setting *settings,
                                              size_t setting_count, uint64_t seed, const ferz_overlay *overlays,
                                              size_t overlay_count, ferz_messages *messages);

/* ---- the rules behind moves ---- */

/* A movement as the rules write it, and where. */
typedef struct ferz_movement {
    const char *notation;          /* NULL: a hook decides */
    const char *file;              /* NULL: it stands nowhere */
    uint32_t line, column, length; /* from 1, in code points */
} ferz_movement;
FERZ_API size_t ferz_variant_movement_count(const ferz_variant *variant, size_t piece);
FERZ_API ferz_movement ferz_variant_movement(const ferz_variant *variant, size_t piece, size_t index);

/* A rule that a move can follow: what `file`, `line` and `column` of a ferz_move point to. */
typedef enum ferz_rule_kind {
    FERZ_RULE_PIECE,     /* the piece itself; its other rules follow */
    FERZ_RULE_MOVEMENT,  /* `words`: the movement in Betza's notation, or the script's function; NULL for others */
    FERZ_RULE_PROMOTION, /* to the piece `words` */
    FERZ_RULE_DROP,
    FERZ_RULE_CASTLING, /* `words`: its name; `piece` is NULL */
    FERZ_RULE_HOOK,     /* a function of a script that lists moves: `words`; `piece` is NULL */
} ferz_rule_kind;
typedef struct ferz_rule {
    ferz_rule_kind kind;
    const char *piece, *words;
    const char *file; /* NULL: it is in no file */
    uint32_t line, column;
} ferz_rule;
/* Rule `index`, from 0, piece by piece, then castlings and hooks; false after the last. */
FERZ_API bool ferz_variant_rule(const ferz_variant *variant, size_t index, ferz_rule *rule);

/* ---- for those who write rules: warnings, hooks, what makes a game slow ---- */

/* Adds warnings for the author of the rules: pieces that never move, endings that never happen, names that nothing
 * uses. Errors and warnings of loading are not repeated. */
FERZ_API void ferz_variant_lint(const ferz_variant *variant, ferz_messages *messages);
/* Asks the live hooks about all moves of the start and of random plies, within the limits below, and adds an error for
 * each hook that fails: FERZ_REJECTED, or FERZ_BUDGET_EXCEEDED. Free `unasked` with ferz_free. */
enum { FERZ_TRIAL_PLIES = 300, FERZ_TRIAL_STEPS = 10000000, FERZ_TRIAL_MILLISECONDS = 30 };
typedef struct ferz_hook_trial {
    size_t plies;   /* played */
    uint64_t calls; /* of hooks */
    uint64_t steps; /* of the script, as far as its budget counts them */
    char *unasked;  /* a line for each hook that no ply called: "after: rebirth"; NULL: there are no live hooks */
} ferz_hook_trial;
FERZ_API ferz_result ferz_variant_try_hooks(const ferz_variant *variant, ferz_hook_trial *found,
                                            ferz_messages *messages);
/* What hook `index` is and when it runs: "after: rebirth (captures by any piece)". */
FERZ_API const char *ferz_variant_hook(const ferz_variant *variant, size_t index);
/* What a live hook costs in random plies from the start, each legal move of which is played and taken back. What it
 * answers is learned from what it asks, so the script is called only for what is not known. */
enum { FERZ_COST_PLIES = 1000, FERZ_COST_STEPS = 20000000 };
typedef struct ferz_hook_cost {
    uint64_t asked;
    uint64_t known; /* of these, answered without the script */
    uint64_t steps; /* of the script for all others */
    bool learned;   /* false: it asks different questions after the same answers, so the script is called each time */
    const char *advice; /* how it would be written cheaper: a sentence; "" */
} ferz_hook_cost;
/* Fills in `costs[hook_count]`; `*plies` gets how many were played within the limits above. */
FERZ_API ferz_result ferz_variant_hook_costs(const ferz_variant *variant, ferz_hook_cost *costs, size_t *plies,
                                             ferz_messages *messages);
/* The fast ways of the generator and the search that would be of use in the variant, by number from 0. Each is used
 * unless some feature of the rules breaks it. False when there are no more. */
typedef struct ferz_shortcut {
    const char *name; /* "legality by masks", "null move", ... */
    bool used;
    size_t broken_by; /* how many features break it: ferz_variant_breaks */
} ferz_shortcut;
FERZ_API bool ferz_variant_shortcut(const ferz_variant *variant, size_t number, ferz_shortcut *shortcut);
/* Feature `index` of those that break it, as what it is described: "hooks that list moves"; "" when there is none. */
FERZ_API const char *ferz_variant_breaks(const ferz_variant *variant, size_t number, size_t index);
/* How often Lua was entered since the variant was loaded, loading included; for tests and `--stats`. */
FERZ_API uint64_t ferz_variant_script_calls(const ferz_variant *variant);

/* Memory used by the variant with its rules, by its tables alone, and by one position, in bytes. */
FERZ_API size_t ferz_variant_bytes(const ferz_variant *variant);
FERZ_API size_t ferz_variant_table_bytes(const ferz_variant *variant);
FERZ_API size_t ferz_variant_position_bytes(const ferz_variant *variant);

/* ---- variants of other programs ---- */

/* A variant that was read from another program's format: the text of NAME.yaml, and of NAME.lua where it names one. */
typedef struct ferz_imported {
    char *name;
    char *yaml;
    bool changed; /* it differs from the other program's; a warning says how */
    char *script; /* NULL: it needs none */
} ferz_imported;
/* Reads the text of a variants.ini for Fairy-Stockfish: one variant for each section that our language can express, in
 * the order of the file. `name` is the file name in messages; they name every key that cannot be expressed. `only`
 * names the wanted sections, ended by NULL; it may be NULL: all. Nothing is said of the others, and they do not change
 * the result. Free `*games` with ferz_imported_free, also after FERZ_REJECTED: it holds what could be expressed.
 * `refused` gets the number of wanted sections that could not; it may be NULL. */
FERZ_API ferz_result ferz_import(const char *name, const char *ini, size_t length, const char *const *only,
                                 ferz_imported **games, size_t *count, size_t *refused, ferz_messages *messages);
FERZ_API void ferz_imported_free(ferz_imported *games, size_t count);
/* Loads what was imported, with its script, without writing files. The rest is as in ferz_variant_load, which plays a
 * variant that Fairy-Stockfish has built in where no rules have the name. */
FERZ_API ferz_variant *ferz_variant_load_imported(const ferz_imported *game, const char *const *dirs,
                                                  const ferz_setting *settings, size_t setting_count, uint64_t seed,
                                                  ferz_messages *messages);
/* The names of the variants that Fairy-Stockfish has built in, sorted, each ended by a NUL byte; one more NUL is behind
 * the last. ferz_free. NULL when out of memory. */
FERZ_API char *ferz_import_names(size_t *count);
/* The same of the sections in files of variants where rules are searched: `variants.ini` in a folder, or a file NAME.ini
 * among `dirs`. ferz_variant_load plays one by its name where no rules have it, before the variants that are built in. */
FERZ_API char *ferz_list_imported(const char *const *dirs, size_t *count);
/* The other direction: the variant as a section of that format that inherits nothing. `messages` names what the format
 * cannot express; then the result is FERZ_REJECTED and `*ini` is NULL. ferz_free. */
FERZ_API ferz_result ferz_export(const ferz_variant *variant, char **ini, ferz_messages *messages);

/* ---- kinds of reasons ---- */

/* The kinds, for a page of reference; `sentence` has slots such as {piece}. Rows without a name are parts of others. */
typedef struct ferz_reason_kind {
    const char *name;
    ferz_reason_role role;
    const char *sentence;
} ferz_reason_kind;
FERZ_API size_t ferz_reason_kind_count(void);
FERZ_API ferz_reason_kind ferz_reason_kind_at(size_t index);
FERZ_API const char *ferz_reason_role_name(ferz_reason_role role); /* "verdict"; "" for another number */

/* ---- checking the library itself ---- */

/* Checks the internal state of this position: hash, bitboards, counts, FEN round trip, make and undo, fast against slow
 * legality, counted against listed moves. FERZ_OK, or FERZ_REJECTED with text in `messages`. */
FERZ_API ferz_result ferz_game_verify(ferz_game *game, ferz_messages *messages);

/* ---- random games ---- */

typedef struct ferz_playout_limits {
    size_t struct_size; /* sizeof(ferz_playout_limits) */
    uint64_t games;     /* 0 = none */
    int milliseconds;   /* 0 = none; the last game is finished */
    size_t plies;       /* a game is cut off after this many; 0 = 5000 */
    uint64_t seed;      /* the same seed gives the same games */
    bool no_claims;     /* a draw that can be claimed is not claimed: the game goes on */
    /* Called now and then; true stops after the game in progress. May be NULL. */
    bool (*stop)(void *state);
    void *state;
    /* Called after each game: how many plies it had and how it ended, FERZ_ONGOING where it was cut off. `status` lives
     * during the call. May be NULL. */
    void (*on_game)(void *state, uint64_t plies, const ferz_status *status);
} ferz_playout_limits;

/* How many games ended in one way. */
typedef struct ferz_playout_end {
    ferz_status status;
    uint64_t games;
} ferz_playout_end;
typedef struct ferz_playouts {
    uint64_t games, plies, cut; /* `cut`: games cut off */
    uint64_t shortest, longest; /* plies of a game, cut-off games included */
    double seconds;             /* processor time */
    ferz_playout_end *ends;     /* the most frequent first */
    size_t end_count;
} ferz_playouts;

/* Plays random games from this position to their ends. Every legal move has the same probability; a draw that
 * the side to move can claim is claimed; dice fall by their odds. Give at least one of `games` and `milliseconds`, or
 * none is played. Free `found` with ferz_playouts_free, after a failure too. */
FERZ_API ferz_result ferz_game_playouts(const ferz_game *game, const ferz_playout_limits *limits, ferz_playouts *found,
                                        ferz_messages *messages);
FERZ_API void ferz_playouts_free(ferz_playouts *found);

/* ---- moves as numbers, positions as bytes: for programs that learn ---- */

/* How the moves of a variant become numbers and its positions planes of bytes. A number means the same move in every
 * position; no two legal moves share one. Numbers and planes follow from the rules alone. Immutable; the variant must
 * outlive it. */
typedef struct ferz_encoding ferz_encoding;
FERZ_API ferz_encoding *ferz_encoding_create(const ferz_variant *variant, ferz_messages *messages);
FERZ_API void ferz_encoding_free(ferz_encoding *encoding); /* NULL is allowed */
/* Actions are numbers from 0 to this. */
FERZ_API size_t ferz_encoding_action_count(const ferz_encoding *encoding);
/* What an action is: "e2e4", "e7e8=1" (the first of the types that a piece can choose there), "P@e4", "castling 0", "pass",
 * "spare 0" (for what has no number of its own). Not how a move is written. ferz_free. NULL: there is no such action. */
FERZ_API char *ferz_encoding_action_text(const ferz_encoding *encoding, size_t action);
/* Identifies numbers and planes: 64 hexadecimal digits, the same wherever these are. */
FERZ_API const char *ferz_encoding_fingerprint(const ferz_encoding *encoding);
/* Planes of `rows` times `columns` bytes, row 0 nearest to the first player; further levels or boards are further rows. */
FERZ_API void ferz_encoding_shape(const ferz_encoding *encoding, size_t *planes, size_t *rows, size_t *columns);
typedef struct ferz_plane {
    const char *kind; /* "piece", "below", "hand", "right", "en passant", "side to move", ...: guides/python.md */
    int player;       /* whose; -1: nobody's */
    const char *name; /* of the piece, the counter, the cell of the right, or its piece if it has no cell; "" */
    int scale;        /* what a byte may be divided by; it may be larger */
} ferz_plane;
FERZ_API ferz_plane ferz_encoding_plane(const ferz_encoding *encoding, size_t index);

/* The actions of the legal moves, in the order of ferz_game_legal_moves; at most `room` are written. `*count` gets how many
 * there are. `actions` may be NULL where `room` is 0. */
FERZ_API ferz_result ferz_game_actions(ferz_game *game, const ferz_encoding *encoding, uint32_t *actions, size_t room,
                                       size_t *count, ferz_messages *messages);
/* The same of what seems possible to a player, in the order of ferz_game_tries. The text there is what ferz_game_try
 * gets. */
FERZ_API ferz_result ferz_game_try_actions(ferz_game *game, const ferz_encoding *encoding, size_t player,
                                           uint32_t *actions, size_t room, size_t *count, ferz_messages *messages);
/* The legal move of an action. ferz_free. NULL with the reason in `messages`. */
FERZ_API char *ferz_game_action_move(ferz_game *game, const ferz_encoding *encoding, size_t action,
                                     ferz_messages *messages);
/* The position as `player` sees it, as planes; the number of players: all of it. */
FERZ_API ferz_result ferz_game_planes(const ferz_game *game, const ferz_encoding *encoding, size_t player,
                                      uint8_t *planes, ferz_messages *messages);

/* Many games of one variant side by side, played by numbers; used by one thread at a time. Claims are no actions: a draw
 * that can be claimed is claimed, as in random games. Where moves are tried, the umpire is asked before: actions are the
 * legal moves. The variant and the encoding must outlive it. */
typedef struct ferz_batch ferz_batch;
typedef struct ferz_batch_options {
    size_t struct_size; /* sizeof(ferz_batch_options) */
    size_t plies;       /* a game is cut off after this many; 0 = 5000 */
    uint64_t seed;      /* of rolls and of ferz_batch_sample */
    bool no_claims;     /* a draw that can be claimed is not claimed */
    bool rolls;         /* rolls of dice are actions; else they fall by their odds */
    bool no_restart;    /* a game that has ended stays as it is; else it begins again at once */
} ferz_batch_options;
/* `games` games that begin where `start` is. `options` may be NULL. */
FERZ_API ferz_batch *ferz_batch_create(const ferz_encoding *encoding, const ferz_game *start, size_t games,
                                       const ferz_batch_options *options, ferz_messages *messages);
FERZ_API void ferz_batch_free(ferz_batch *batch); /* NULL is allowed */
FERZ_API size_t ferz_batch_games(const ferz_batch *batch);
/* What is told of all games, one after another. Each may be NULL: not wanted. */
typedef struct ferz_batch_view {
    size_t struct_size;   /* sizeof(ferz_batch_view) */
    uint8_t *mask_bits;   /* legal actions: (actions + 7) / 8 bytes a game, action a is bit a % 8 of byte a / 8 */
    uint8_t *mask_bytes;  /* the same with a byte, 0 or 1, for each action */
    uint8_t *planes;      /* as the player to move sees it */
    uint8_t *players;     /* to move; the number of players where dice are to be rolled */
    uint8_t *ended;       /* by the last step: 0: no, 1: ended, 2: cut off */
    float *points;        /* of those that ended: each player's share of the point; else 0 */
    uint32_t *plies;      /* of the game; of one that has ended, all that it had */
    uint32_t *move_count; /* legal moves now */
} ferz_batch_view;
FERZ_API ferz_result ferz_batch_look(ferz_batch *batch, const ferz_batch_view *view, ferz_messages *messages);
/* Plays one action in each game. FERZ_REJECTED, and nothing is played, where one is not legal; in a game that has ended it
 * is not looked at. After any other failure some games may have been played: reset them. `view` may be NULL. */
FERZ_API ferz_result ferz_batch_step(ferz_batch *batch, const int32_t *actions, const ferz_batch_view *view,
                                     ferz_messages *messages);
/* A random legal action for each game, -1 where it has ended. */
FERZ_API void ferz_batch_sample(ferz_batch *batch, int32_t *actions);
/* Begins all games again. */
FERZ_API ferz_result ferz_batch_reset(ferz_batch *batch, ferz_messages *messages);
/* How the game ended that the last ended; "" before. */
FERZ_API const char *ferz_batch_reason(const ferz_batch *batch, size_t game);
/* A copy of one of the games. NULL after an error. */
FERZ_API ferz_game *ferz_batch_game(const ferz_batch *batch, size_t game, ferz_messages *messages);

/* ---- tuning the evaluation (`ferz tune`) ---- */

typedef enum ferz_tune_stage { FERZ_TUNE_SELFPLAY, FERZ_TUNE_FIT, FERZ_TUNE_MATCH } ferz_tune_stage;
typedef struct ferz_tune_progress {
    ferz_tune_stage stage;
    int games, games_total; /* `games_total` 0: as many as time allows */
    int positions;          /* kept to learn from */
    int won, drawn, lost;   /* match: results of the tuned weights */
} ferz_tune_progress;

/* A game that was played elsewhere, from the start of the rules. */
typedef struct ferz_known_game {
    const char *moves; /* as ferz_game_ply writes them, rolls too: each ended by a NUL, and an empty one */
    int points;        /* hundredths of the point that the first player's side got */
} ferz_known_game;

typedef struct ferz_tune_limits {
    size_t struct_size; /* sizeof(ferz_tune_limits) */
    int games;          /* games to play and to learn from; 0 = none */
    int seconds;        /* for everything together; 0 = none; FERZ_REJECTED without `games`, `seconds` and `known` */
    uint64_t nodes;     /* for each move; 0 = 1500 */
    int threads;        /* 0 = 1 */
    uint64_t seed;      /* the same seed and number of games give the same weights */
    /* Called often, by any thread; true stops, and what was found so far is the result. May be NULL. */
    bool (*stop)(void *state);
    /* Called after each game, by one thread at a time. May be NULL. */
    void (*on_progress)(void *state, const ferz_tune_progress *progress);
    void *state;
    /* Games that are learned from, too; of one with a move that is not legal nothing is learned. They live as long as the call. */
    const ferz_known_game *known;
    int known_count;
    bool constants; /* the constants of alpha-beta are found, not weights; needs `games`, and knows no others */
    bool
        levels; /* the levels of play are measured, by `games` games between neighbours, which are needed, and no others */
    /* The network of the variant goes with the weights that were found: the text of NAME.network, to be written beside them, as the one in
     * force belongs to the weights before. Not called where there is none, or they are not better. May be NULL. */
    void (*on_network)(void *state, const char *file, size_t length);
} ferz_tune_limits;

typedef struct ferz_tuned {
    char *yaml; /* the text of NAME.tuning.yaml, which lies beside the rules; ferz_free */
    int games, positions;
    double before,
        after; /* of weights: mean log loss, in nats, of predicting the results of games that were not learned from */
    int won, drawn, lost; /* what was found against what was in force before, with the same nodes */
    double elo, error;    /* Elo difference of that match, and its 95 % error; of levels: from one to the next, and 0 */
    bool
        better; /* it won matches at equal nodes and at equal time; and, of weights, `after` is less than `before`; of levels: all
                    were measured */
} ferz_tuned;
/* Plays games of the variant against itself and fits the weights of the evaluation to their results, or finds constants of the
 * search with which it wins, or levels of play. Only for two sides that see everything, and these two only where alpha-beta plays; weights
 * only where no network takes the place of the formulas (ferz_variant_clear_network): else FERZ_REJECTED. */
FERZ_API ferz_result ferz_variant_tune(const ferz_variant *variant, const ferz_tune_limits *limits, ferz_tuned *tuned,
                                       ferz_messages *messages);

/* ---- learning a network (`ferz tune`) ---- */

typedef enum ferz_learn_stage {
    FERZ_LEARN_PLAY,
    FERZ_LEARN_TRAIN,
    FERZ_LEARN_MATCH_NODES, /* against what is in force, at equal nodes */
    FERZ_LEARN_MATCH_TIME,  /* and at equal time */
} ferz_learn_stage;
typedef struct ferz_learn_progress {
    ferz_learn_stage stage;
    int generation;                /* from 1 */
    bool adds;                     /* the network's score is added to the formulas', and does not take their place */
    int games, games_total;        /* of the generation or of the match; `games_total` 0: as many as time allows */
    int positions;                 /* kept to learn from */
    int epoch, epochs;             /* of the training */
    double formula_loss, loss;     /* of the formulas and of the network, in games not learned from (nats) */
    int won, drawn, lost;          /* by the network */
    double elo, elo_low, elo_high; /* of that match, with its 95 % interval */
    double speed;                  /* nodes a second by those of what is in force; 0: not known yet */
    double seconds_left;           /* negative: not known */
} ferz_learn_progress;

typedef struct ferz_learn_limits {
    size_t struct_size; /* sizeof(ferz_learn_limits) */
    int games;          /* games to learn from, in each generation; 0 = none */
    int seconds;        /* for everything together; 0 = none; FERZ_REJECTED without `games` and `seconds` */
    int generations;    /* 0 = by the time */
    int match_games;    /* most games of each match; 0 = as many as decide */
    uint64_t nodes;     /* for each move; 0 = 400 */
    int threads;        /* 0 = 1 */
    uint64_t seed;      /* the same seed and number of games give the same networks */
    bool nearest;       /* begin with the network of the game that this one extends */
    const char *state;  /* what on_state got: goes on from there. NULL: a new run */
    size_t state_length;
    /* Called often, by any thread; true stops. May be NULL. */
    bool (*stop)(void *context);
    /* Called after each game and epoch, by one thread at a time. May be NULL. */
    void (*on_progress)(void *context, const ferz_learn_progress *progress);
    /* A network won its matches: the text of NAME.network, which lies beside the rules. May be NULL. */
    void (*on_network)(void *context, const char *file, size_t length);
    /* Bytes from which a stopped run can go on. May be NULL. */
    void (*on_state)(void *context, const char *bytes, size_t length);
    void *context;
} ferz_learn_limits;

typedef struct ferz_learned {
    char *network; /* the last network that won, as the text of NAME.network; NULL: none did. ferz_free */
    char *tried;   /* the last one that was trained, whether or not it won; NULL: none. ferz_free */
    int games, positions, generations;
    bool stopped;             /* by `stop`, before the end */
    ferz_learn_progress last; /* of the last match */
} ferz_learned;
/* Plays games of the variant against itself and learns a network from them. A network is kept only if it wins matches against
 * what is in force. FERZ_REJECTED where the variant can have none. */
FERZ_API ferz_result ferz_variant_learn(const ferz_variant *variant, const ferz_learn_limits *limits,
                                        ferz_learned *learned, ferz_messages *messages);

/* ---- for editors: what they need to know of the rule language ---- */

typedef enum ferz_schema_kind {
    FERZ_SCHEMA_RULES,     /* JSON Schema (draft 7) of NAME.yaml */
    FERZ_SCHEMA_EXAMPLES,  /* of NAME.test.yaml */
    FERZ_SCHEMA_TUNING,    /* of NAME.tuning.yaml */
    FERZ_SCHEMA_REFERENCE, /* every key of NAME.yaml, as Markdown */
} ferz_schema_kind;
/* Made from the tables that check rules. ferz_free; NULL when out of memory. */
FERZ_API char *ferz_schema(ferz_schema_kind kind);

typedef enum ferz_stubs_kind {
    FERZ_STUBS_LUA, /* everything that a script may call or return, as annotations for Lua language servers: ferz.lua */
    FERZ_STUBS_SETTINGS, /* .luarc.json */
    FERZ_STUBS_LUACHECK, /* .luacheckrc */
} ferz_stubs_kind;
/* Made from the tables that run scripts. ferz_free; NULL when out of memory. */
FERZ_API char *ferz_stubs(ferz_stubs_kind kind);

/* ---- how two variants differ: their rules, and how they play (`ferz diff`) ---- */

/* How the second variant's rules differ from the first's, one difference a line; "" when they are equal. ferz_free.
 * NULL after an error in `messages`. */
FERZ_API char *ferz_variant_compare(const ferz_variant *first, const ferz_variant *second, ferz_language language,
                                    ferz_messages *messages);

typedef struct ferz_diff_limits {
    size_t struct_size; /* sizeof(ferz_diff_limits) */
    uint64_t games;     /* random games that are searched for differences; 0 = 200 */
    size_t plies;       /* at most this many plies each; 0 = 200 */
    uint64_t nodes;     /* at most this many positions are compared; 0 = 20000 */
    int depth;          /* leaves are counted to this depth; 0 = as deep as a moment allows; -1 = not at all */
    size_t max_count;   /* differences that are kept; 0 = 5 */
    uint64_t seed;      /* the same seed gives the same games */
    const char *const *start_fens; /* further FENs to begin from, ended by NULL; may be NULL */
    bool first_only;               /* the first difference found is enough; it is not made smaller */
    /* Called often; true stops, and what was found so far is the result. May be NULL. */
    bool (*stop)(void *state);
    void *state;
} ferz_diff_limits;

/* A move that the two variants treat differently. */
typedef struct ferz_diff_move {
    char *move;
    int allowed_by; /* 0, 1: only this variant allows it; -1: both do, and it leads to different positions */
    char *why;      /* why the other variant forbids it, one line; "" for -1 */
    char *after[2]; /* for -1: the positions that it leads to; else NULL */
} ferz_diff_move;

/* A position that the two variants treat differently, made as small as possible. */
typedef struct ferz_diff_position {
    char *fen;       /* as the first variant writes it and the second reads it */
    char *moves;     /* moves to play from there, separated by spaces: without them there is no difference; mostly "" */
    size_t pieces;   /* on the board */
    char *path;      /* the moves from the start that first led to such a difference, separated by spaces */
    size_t plies;    /* how many these are */
    char *status[2]; /* "draw: stalemate" where the results differ; else NULL */
    ferz_diff_move *items;
    size_t count;
} ferz_diff_position;

typedef struct ferz_diff_report {
    char *
        matched; /* pieces that count as the same though name or letter differ, "counsellor f = queen q", a line each */
    char *incompatible;        /* why no position of one variant can be set up in the other; mostly NULL */
    ferz_diff_position *items; /* the smallest first, each of another kind */
    size_t count;
    size_t kinds;        /* how many kinds were found */
    uint64_t positions;  /* positions that were compared */
    uint64_t *leaves[2]; /* at depth 1, 2, ... from each variant's own start */
    size_t depths;
} ferz_diff_report;
/* Searches for positions in which legal moves, their results or the status differ: first all positions within a few
 * plies, then random games that both play. Pieces are matched by name, else by letter, moves, royalty or first cells;
 * texts have the letters of the first variant. FERZ_OK also when there are none. Always free `found` with
 * ferz_diff_report_free. */
FERZ_API ferz_result ferz_variant_diff(const ferz_variant *one, const ferz_variant *other,
                                       const ferz_diff_limits *limits, ferz_diff_report *found,
                                       ferz_messages *messages);
FERZ_API void ferz_diff_report_free(ferz_diff_report *found);

/* ---- examples (`ferz test`) ---- */

typedef struct ferz_test_report {
    size_t passed;
    size_t failed;
} ferz_test_report;
typedef struct ferz_example {
    const char *title;
    const char *title_ru; /* in Russian, or NULL */
    const char *file;
    uint32_t line;
    bool passed;
    const ferz_game *game; /* the position of the example; NULL when it could not be set up; valid during the call */
    /* Moves, each in a line: that it wants to be legal, those of them that are not, that are legal and should not be, that
     * it wants to be illegal. */
    const char *expected, *missing, *extra, *denied;
} ferz_example;
/* Runs the examples beside the rules (NAME.test.yaml). Each failure is a message with its location. `on_progress`, if
 * not NULL, is called as each example ends; it may show the messages so far, but not clear them. */
FERZ_API ferz_result ferz_test_run(const char *name, const char *const *dirs,
                                   void (*on_progress)(void *state, const ferz_example *example), void *state,
                                   ferz_test_report *report, ferz_messages *messages);

/* The same with texts in place of files. */
FERZ_API ferz_result ferz_test_run_with(const char *name, const char *const *dirs, const ferz_overlay *overlays,
                                        size_t overlay_count,
                                        void (*on_progress)(void *state, const ferz_example *example), void *state,
                                        ferz_test_report *report, ferz_messages *messages);

/* An example made of this game, in the form of NAME.test.yaml: how the position arose and what holds in it now. `title`
 * may be NULL: one is made. `fen` is where the game began; it may be NULL: the variant's start. ferz_free. */
FERZ_API char *ferz_test_example(ferz_game *game, const char *fen, const char *title, ferz_messages *messages);
/* Adds an example to the file beside the rules, completely or not at all; the rest of the file is unchanged.
 * FERZ_REJECTED with the location of the other example when the position is already there. `*file` (may be NULL;
 * ferz_free) is the file that was written. */
FERZ_API ferz_result ferz_test_add(const ferz_variant *variant, const char *example, char **file,
                                   ferz_messages *messages);

typedef enum ferz_change_outcome {
    FERZ_CHANGE_NOTICED,   /* an example fails */
    FERZ_CHANGE_UNNOTICED, /* no example fails, though the game plays differently */
    FERZ_CHANGE_SAME,      /* no example fails, and no difference in play was found */
    FERZ_CHANGE_REFUSED,   /* the changed rules do not load */
    FERZ_CHANGE_TIMEOUT,   /* the examples ran far longer than before: counts as noticed */
} ferz_change_outcome;
typedef struct ferz_change {
    const char *file;
    uint32_t line, column;
    const char *what; /* "`stalemate`: `draw` became `loss`" */
    ferz_change_outcome outcome;
    const char *example;                  /* noticed: the title of the first example that failed; else NULL */
    const ferz_diff_position *difference; /* unnoticed: a position that shows it; else NULL */
} ferz_change;
typedef struct ferz_change_limits {
    size_t struct_size; /* sizeof(ferz_change_limits) */
    size_t max_count;   /* changes that are tried, selected by `seed`; 0 = all */
    uint64_t seed;
    /* Called after each change was tried. May be NULL. */
    void (*on_progress)(void *state, const ferz_change *change);
    bool (*stop)(void *state); /* may be NULL */
    void *state;
} ferz_change_limits;
typedef struct ferz_change_report {
    size_t possible; /* possible changes in all */
    size_t outcomes[FERZ_CHANGE_TIMEOUT + 1];
} ferz_change_report;
/* Mutation testing: changes one thing at a time in the variant's own file and script and runs the examples each time.
 * Which changes does no example notice? FERZ_REJECTED when the unchanged rules fail their examples.
 * Nothing is written. */
FERZ_API ferz_result ferz_test_changes(const char *name, const char *const *dirs, const ferz_change_limits *limits,
                                       ferz_change_report *report, ferz_messages *messages);

#ifdef __cplusplus
}
#endif

#endif
