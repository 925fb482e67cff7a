/* Ferz: a rules interpreter for chess variants and their relatives.
 *
 * The whole public face of libferz; the program `ferz` uses nothing else. Three things have a lifetime:
 *
 *   ferz_messages   what went wrong, with file, line, column and a hint; filled by every call that can fail
 *   ferz_variant       the rules of one game, loaded from YAML and Lua; immutable, may be used by many threads at once
 *   ferz_game       one game in progress: a position and how it was reached; used by one thread at a time
 *
 * A ferz_variant must outlive the ferz_game objects made from it. Strings that come back are owned by the object that
 * gave them, or by the caller where "ferz_free" is named. All text is UTF-8 and safe to print. Moves, positions and
 * results are written as `rules/README.md` says. Nothing here exits, prints, or changes the process (no locale, no
 * signal, no working directory).
 */
#ifndef FERZ_H
#define FERZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define FERZ_API
#elif defined(__GNUC__)
#define FERZ_API __attribute__((visibility("default")))
#else
#define FERZ_API
#endif

typedef struct ferz_messages ferz_messages;
typedef struct ferz_variant ferz_variant;
typedef struct ferz_game ferz_game;

/* The library's version, "0.1.0". */
FERZ_API const char *ferz_version(void);
/* Frees a string that was given away to the caller; NULL is fine. */
FERZ_API void ferz_free(char *string);

/* ---- messages ---- */

typedef struct ferz_message {
    bool warning;     /* else an error */
    const char *code; /* such as "E0301", for ferz_explain_code; never NULL */
    const char *file; /* as the user named it; NULL when the message has no place */
    uint32_t line;    /* from 1; 0 without a place */
    uint32_t column;  /* from 1, in code points */
    uint32_t length;  /* in code points */
    const char *text; /* one line */
    const char *hint; /* or NULL */
    /* The same place as editors count: from 0, in units of UTF-16, the end behind the last. */
    uint32_t character, character_end;
    const char *note;      /* words for a second place, or NULL */
    const char *note_file; /* NULL: the note has no place */
    uint32_t note_line, note_column, note_length;
    uint32_t note_character, note_character_end;
    const char *rendered; /* the whole: place, words, source line, caret, hint; ends in a newline */
} ferz_message;

/* What a code means, with an example that brings it about. `file` is what `wrong` and `mended` are, and `command` shows
 * the message; both are NULL where `wrong` and `mended` are command lines. All but the first three may be NULL. */
typedef struct ferz_explanation {
    const char *code;
    const char *title;
    const char *text; /* a paragraph, not wrapped */
    const char *file;
    const char *command;
    const char *wrong;
    const char *fixed;
    const char *companion; /* a file that both need */
    const char *companion_text;
} ferz_explanation;

/* False when there is no such code; upper and lower case are the same. */
FERZ_API bool ferz_explain_code(const char *code, ferz_explanation *explanation);
FERZ_API size_t ferz_code_count(void);
FERZ_API const char *ferz_code(size_t index); /* NULL behind the last */

/* Why a call failed. FERZ_REJECTED: the answer is no or the rules are wrong; FERZ_SYSTEM_ERROR: the machine or a file failed;
 * FERZ_BUDGET_EXCEEDED: a script overran its budget. */
typedef enum ferz_result {
    FERZ_OK = 0,
    FERZ_REJECTED = 1,
    FERZ_SYSTEM_ERROR = 3,
    FERZ_BUDGET_EXCEEDED = 4
} ferz_result;

/* NULL only when out of memory. `colour`: whether `rendered` carries terminal colours. */
FERZ_API ferz_messages *ferz_messages_create(bool colour);
FERZ_API void ferz_messages_destroy(ferz_messages *messages);
FERZ_API void ferz_messages_clear(ferz_messages *messages);
FERZ_API size_t ferz_messages_count(const ferz_messages *messages);  /* those kept: the first hundred */
FERZ_API size_t ferz_messages_errors(const ferz_messages *messages); /* all errors, kept or not */
FERZ_API ferz_message ferz_messages_at(const ferz_messages *messages, size_t index);
/* The worst that was reported since the last clear. */
FERZ_API ferz_result ferz_messages_result(const ferz_messages *messages);

/* ---- games ---- */

/* `--set name=value`; value NULL for a switch. */
typedef struct ferz_setting {
    const char *name;
    const char *value;
} ferz_setting;

/* Where rules are looked for, in this order: a path (when the name has a '/' or ends in .yaml), the folders in `dirs`
 * (NULL-terminated, may be NULL), $FERZ_RULES (colon-separated), the installed rules, rules/ in the working directory.
 * Scripts stand beside the rules that name them or in ../scripts of that folder.
 * NULL after an error in `messages`. `seed` decides what the rules leave to chance (a random start). */
FERZ_API ferz_variant *ferz_variant_load(const char *name, const char *const *dirs, const ferz_setting *settings,
                                         size_t setting_count, uint64_t seed, ferz_messages *messages);
/* The same from a text at hand; `name` stands for the file in messages. */
FERZ_API ferz_variant *ferz_variant_load_text(const char *name, const char *yaml, size_t length,
                                              const char *const *dirs, const ferz_setting *settings,
                                              size_t setting_count, uint64_t seed, ferz_messages *messages);
/* A text that is read instead of a file: what an editor has not saved yet, or a change that is only tried. */
typedef struct ferz_overlay {
    const char *file; /* its path as ferz_variant_file_at gives it */
    const char *text;
    size_t length;
} ferz_overlay;
/* ferz_variant_load, with texts that stand for files: the game's own, those of its parents, scripts. */
FERZ_API ferz_variant *ferz_variant_load_with(const char *name, const char *const *dirs, const ferz_setting *settings,
                                              size_t setting_count, uint64_t seed, const ferz_overlay *overlays,
                                              size_t overlay_count, ferz_messages *messages);
FERZ_API void ferz_variant_destroy(ferz_variant *variant);
/* Forgets the tuning file beside the rules, so that weights are those of the formulas. Before anything was made of the game. */
FERZ_API void ferz_variant_clear_tuning(ferz_variant *variant);

FERZ_API const char *ferz_variant_name(const ferz_variant *variant);  /* "chess": the file's stem */
FERZ_API const char *ferz_variant_title(const ferz_variant *variant); /* "Chess" */
FERZ_API const char *ferz_variant_about(const ferz_variant *variant); /* may be "" */
FERZ_API const char *ferz_variant_file(const ferz_variant *variant);  /* path of the YAML file */
/* The files that the rules were read from: the game's own first, its parents, scripts. */
FERZ_API size_t ferz_variant_file_count(const ferz_variant *variant);
FERZ_API const char *ferz_variant_file_at(const ferz_variant *variant, size_t index);
/* What tells these rules from others: 64 hexadecimal digits over the bytes of all their files, scripts and chosen options. The same
 * on every machine, wherever the files lie; a change of a remark changes it as well. */
FERZ_API const char *ferz_variant_fingerprint(const ferz_variant *variant);
FERZ_API const char *ferz_variant_start_fen(const ferz_variant *variant); /* FEN */
FERZ_API size_t ferz_variant_player_count(const ferz_variant *variant);
FERZ_API const char *ferz_variant_player_name(const ferz_variant *variant, size_t player); /* "white" */
/* Whether two players are one side: the same player, or of one team. */
FERZ_API bool ferz_variant_allied(const ferz_variant *variant, size_t one, size_t other);
/* The forms of men that there are: pieces, and what they become. */
typedef struct ferz_piece {
    const char *name;   /* "knight" */
    const char *letter; /* as the second player's man is written: "n", "+s", "q~" */
    const char *moves; /* the whole of its moves in Betza's notation, "fmWfceFifmnD"; NULL where that cannot say them */
    bool royal;
    bool drops;         /* one of it in hand may be dropped */
    size_t captured_as; /* index of what goes into a hand when this one is taken: its own, or that of its plain form */
    bool promotes;      /* some move turns it into another */
} ferz_piece;
FERZ_API size_t ferz_variant_piece_count(const ferz_variant *variant);
FERZ_API ferz_piece ferz_variant_piece(const ferz_variant *variant, size_t index);
/* Whether the board is one rectangle without holes, of which a cell's name is its column's letter and its row's number. */
FERZ_API bool ferz_variant_is_rectangular(const ferz_variant *variant);
/* Whether a turn may have several plies. */
FERZ_API bool ferz_variant_is_multi_ply(const ferz_variant *variant);
/* Bytes taken by the game's tables and by one position. */
FERZ_API size_t ferz_variant_table_bytes(const ferz_variant *variant);
FERZ_API size_t ferz_variant_position_bytes(const ferz_variant *variant);

/* ---- the rules in words ---- */

typedef enum ferz_language { FERZ_ENGLISH, FERZ_RUSSIAN } ferz_language;
typedef enum ferz_format { FERZ_TEXT, FERZ_MARKDOWN, FERZ_HTML } ferz_format;
/* The rules in force as a page for people, made from the definition that plays, with diagrams. The HTML page is whole: it fetches
 * nothing. For a game that extends another it begins with what differs. ferz_free. NULL after an error in `messages`. */
FERZ_API char *ferz_variant_describe(const ferz_variant *variant, ferz_language language, ferz_format format,
                                     ferz_messages *messages);
/* How the second game's rules differ from the first's, a line each; "" when they say the same. ferz_free. NULL after an error in
 * `messages`. */
FERZ_API char *ferz_variant_compare(const ferz_variant *first, const ferz_variant *second, ferz_language language,
                                    ferz_messages *messages);

typedef struct ferz_option {
    const char *name;
    const char *about;
    const char *values; /* "claim, automatic", "0..959, random", "" for a switch */
    const char *chosen; /* the value in force; "off" / "on" for a switch */
    bool set;           /* chosen by the caller, not the default */
} ferz_option;
FERZ_API size_t ferz_variant_option_count(const ferz_variant *variant);
FERZ_API ferz_option ferz_variant_option(const ferz_variant *variant, size_t index);

/* How many live hooks the game has (0: no Lua runs in play), and "after: rebirth (captures by any man)" for each. */
/* Adds warnings for the designer of the rules: pieces that never move, endings that never come about, names that nothing
 * uses. Errors and the warnings of loading are not among them. */
FERZ_API void ferz_variant_lint(const ferz_variant *variant, ferz_messages *messages);
FERZ_API size_t ferz_variant_hook_count(const ferz_variant *variant);
FERZ_API const char *ferz_variant_hook(const ferz_variant *variant, size_t index);
/* How the legal moves of the variant are found. The fast way is by masks of checks and pins. */
typedef struct ferz_movegen {
    const char *kind;   /* "masks", "by play", "turn rules", "setup, then masks", "jumps first", "captures first" */
    const char *reason; /* the first rule that the masks do not cover; NULL: they cover all */
} ferz_movegen;
FERZ_API ferz_movegen ferz_variant_movegen(const ferz_variant *variant);
/* How often Lua has been entered by anyone since the game was loaded, loading included: for tests and `--stats`. */
FERZ_API uint64_t ferz_variant_script_calls(const ferz_variant *variant);

/* The games that can be found by name, sorted, without loading their rules in full. Free with ferz_list_free. */
typedef struct ferz_list_entry {
    char *name;
    char *title;
    char *path;
    /* The rest from ferz_list_details alone; zero or NULL otherwise, and where the rules do not load. */
    size_t players;
    size_t sides;           /* teams, and players who have none */
    bool dice;              /* dice are thrown */
    bool hides_information; /* somebody does not see all */
    bool multi_ply;         /* a turn may have several moves */
    char *board;            /* in words: "8x8" */
} ferz_list_entry;
FERZ_API size_t ferz_list(const char *const *dirs, ferz_list_entry **entries, ferz_messages *messages);
/* The same, and what kind of game each is: reads all the rules. */
FERZ_API size_t ferz_list_details(const char *const *dirs, ferz_list_entry **entries, ferz_messages *messages);
FERZ_API void ferz_list_free(ferz_list_entry *entries, size_t count);

/* ---- games written for other programs ---- */

/* One game that was read from another program's format: the text of NAME.yaml. */
typedef struct ferz_imported {
    char *name;
    char *yaml;
} ferz_imported;
/* Reads the text of a variants.ini, as Fairy-Stockfish takes it: a game for each section that our language can say, in the
 * order of the file. `name` stands for the file in messages, which name every key that cannot be said at its place. `only`
 * names the sections that are wanted, ended by NULL (NULL itself: all). Free `*games` with ferz_imported_free, after FERZ_REJECTED
 * too: what could be said is there. */
FERZ_API ferz_result ferz_import(const char *name, const char *ini, size_t length, const char *const *only,
                                 ferz_imported **games, size_t *count, ferz_messages *messages);
FERZ_API void ferz_imported_free(ferz_imported *games, size_t count);
/* The other way: the game as a section of that format, inheriting nothing. What the format cannot say is named in
 * `messages`; then FERZ_REJECTED, and `*ini` is NULL. ferz_free. */
FERZ_API ferz_result ferz_export(const ferz_variant *variant, char **ini, ferz_messages *messages);

/* ---- play ---- */

/* From a FEN (NULL: the game's start). NULL after an error in `messages`. */
FERZ_API ferz_game *ferz_game_create(const ferz_variant *variant, const char *fen, ferz_messages *messages);
FERZ_API ferz_game *ferz_game_copy(const ferz_game *game);
FERZ_API void ferz_game_destroy(ferz_game *game);
FERZ_API const ferz_variant *ferz_game_variant(const ferz_game *game);

/* Plays a move by its text. Returns FERZ_REJECTED and says why in `messages` when it is not legal. Unless FERZ_OK is returned, also
 * when a script fails on the way, the game is as it was before. */
FERZ_API ferz_result ferz_game_move(ferz_game *game, const char *move, ferz_messages *messages);
/* Takes the last ply back; false at the start. */
FERZ_API bool ferz_game_undo(ferz_game *game);
FERZ_API size_t ferz_game_ply_count(const ferz_game *game);
/* The text of ply `index`, counted from 0; valid until it is undone. */
FERZ_API const char *ferz_game_ply(const ferz_game *game, size_t index);

FERZ_API char *ferz_game_fen(const ferz_game *game); /* ferz_free */
/* Who acts; the number of players when dice are to be thrown: then the moves are what they can show. */
FERZ_API size_t ferz_game_side_to_move(const ferz_game *game);
/* Who decides for him: himself, or whoever commands his men. */
FERZ_API size_t ferz_game_commander(const ferz_game *game);
FERZ_API bool ferz_game_in_check(const ferz_game *game); /* the mover's royal is attacked */
FERZ_API uint64_t ferz_game_hash(const ferz_game *game);

/* Legal moves, claims included, sorted by bytes, one string after another each ended by a NUL; `count` of them. Free the
 * one block with ferz_free. NULL when out of memory or a script failed (`messages`). */
FERZ_API char *ferz_game_legal_moves(ferz_game *game, size_t *count, ferz_messages *messages);

/* Chance. When the dice are to be thrown for the player who acts, the legal moves (claims aside) are the throws. */
typedef struct ferz_roll {
    char move[32];   /* "roll 3-5" */
    uint32_t weight; /* in how many ways the dice fall so */
} ferz_roll;
/* The throws, at most `room` of them into `throws` (NULL with 0: only counted); how many there are, 0 when chance does not
 * act or the game is over. */
FERZ_API size_t ferz_game_rolls(ferz_game *game, ferz_roll *rolls, size_t room);
/* The throw that `number`, any number drawn by chance, stands for: each as often as its weight says. False when chance does
 * not act. */
FERZ_API bool ferz_game_roll(ferz_game *game, uint64_t number, ferz_roll *roll);

typedef enum ferz_outcome { FERZ_ONGOING, FERZ_WIN, FERZ_DRAW } ferz_outcome;
typedef struct ferz_status {
    ferz_outcome outcome;
    size_t winner;      /* with FERZ_WIN; his team wins with him */
    const char *reason; /* "checkmate"; "" while ongoing; lives as long as the game */
} ferz_status;
/* FERZ_OK, or why it could not be found out. */
FERZ_API ferz_result ferz_game_status(ferz_game *game, ferz_status *status, ferz_messages *messages);

/* Why the move is legal or not, in words, several lines each ended by a newline: "legal\n" and its effects in their
 * order, or "illegal: " with the rule that forbids it and that rule's place in its file. ferz_free. */
FERZ_API char *ferz_game_explain_move(ferz_game *game, const char *move, bool *legal, ferz_messages *messages);

/* Why the game is over, or is not: the status on the first line as `ferz status` prints it, then the rule that ended it and why it
 * holds, or a line for each ending with what it still wants and its place. ferz_free. */
FERZ_API char *ferz_game_explain_status(ferz_game *game, bool *over, ferz_messages *messages);

/* ---- what players see and hear, in games that hide something ---- */

FERZ_API bool ferz_variant_hides_information(const ferz_variant *variant); /* a player may see less than the umpire */
FERZ_API bool ferz_variant_has_attempts(const ferz_variant *variant); /* the mover tries moves until one is legal */

/* The position as the player sees it, as FEN: what he does not see is empty; a secret that is kept from him is `name=?`.
 * ferz_free. */
FERZ_API char *ferz_game_view_fen(const ferz_game *game, size_t player);
/* The same as a play of its own, for drawing. It has no history. NULL after an error in `messages`. */
FERZ_API ferz_game *ferz_game_view(const ferz_game *game, size_t player, ferz_messages *messages);
/* The text of a ply as the player knows it: "?" when he did not see it. */
FERZ_API const char *ferz_game_ply_view(const ferz_game *game, size_t index, size_t player);
/* What the player may try as far as he sees, as ferz_game_legal_moves gives moves; nothing when he does not act. */
FERZ_API char *ferz_game_tries(ferz_game *game, size_t player, size_t *count, ferz_messages *messages);

/* What everybody heard of ply `index`: lines, each ended by a newline; "" for nothing. Valid until it is undone. */
FERZ_API const char *ferz_game_announcements(const ferz_game *game, size_t index);
/* Tries a move, or asks the umpire ("any?"). FERZ_OK when the umpire has dealt with it: `*played` says whether a move was
 * made, `*said` (ferz_free) what everybody heard: lines as above, or "impossible". In games without attempts an
 * illegal move is FERZ_REJECTED with the reason in `messages`, and so is, everywhere, a move that an answer forbids to try now. */
FERZ_API ferz_result ferz_game_attempt(ferz_game *game, const char *move, bool *played, char **announced,
                                       ferz_messages *messages);

/* ---- the board, for those who draw it ---- */

typedef struct ferz_cell {
    const char *name;  /* "e4" */
    int column, row;   /* from 0, row 0 nearest the first player; on some boards not every place has a cell */
    int level;         /* storey, or which of several boards, from 0 */
    bool dark;         /* on a checkered board */
    int shade;         /* the same where there may be more than two: from 0, the dark one */
    const char *piece; /* as in FEN ("K", "p", "+R", "Q~"), NULL when empty; valid until the play changes */
    const char *type;  /* "king", NULL when empty */
    bool royal;
    int owner; /* player, -1 when empty */
} ferz_cell;
FERZ_API size_t ferz_game_cell_count(const ferz_game *game);
FERZ_API int ferz_game_columns(const ferz_game *game);
FERZ_API int ferz_game_rows(const ferz_game *game);
FERZ_API int ferz_game_levels(const ferz_game *game);
FERZ_API ferz_cell ferz_game_cell(const ferz_game *game, size_t index);
/* Names of the cells that the last ply touched: at most `room`; how many. */
FERZ_API size_t ferz_game_last_move_cells(const ferz_game *game, size_t *cells, size_t room);
/* What a player holds in hand: text such as "2P N", "" when nothing or when the game has no hands. ferz_free. */
FERZ_API char *ferz_game_hand(const ferz_game *game, size_t player);
FERZ_API bool ferz_variant_has_hands(const ferz_variant *variant);

/* ---- pictures ---- */

/* What a man may do by one of its ways to a cell, and what that way asks for. */
typedef enum ferz_piece_move_flag {
    FERZ_PIECE_MOVE_QUIET = 1 << 0,      /* goes there when the cell is empty */
    FERZ_PIECE_MOVE_CAPTURE = 1 << 1,    /* takes an enemy who stands there */
    FERZ_PIECE_MOVE_OWN = 1 << 2,        /* goes there when an own man stands there: takes him, or stands on him */
    FERZ_PIECE_MOVE_CLEAR_PATH = 1 << 3, /* may be blocked: cells on the way must be empty */
    FERZ_PIECE_MOVE_RIDER = 1 << 4,      /* along a line; `via` is the line's cell before */
    FERZ_PIECE_MOVE_UNLIMITED = 1 << 5,  /* and the line goes on as far as the board does */
    FERZ_PIECE_MOVE_HURDLE = 1 << 6,     /* some man must stand on the way */
    FERZ_PIECE_MOVE_LOCUST =
        1 << 7, /* takes an enemy on the way, by jumping over it or passing it; `via`, where it lands right behind */
    FERZ_PIECE_MOVE_EN_PASSANT = 1 << 8, /* takes in passing: the cell is empty, an enemy has just stepped over it */
    FERZ_PIECE_MOVE_INITIAL = 1 << 9, /* only from here, or as long as the man has a right that its first move ends */
    FERZ_PIECE_MOVE_CASTLING = 1 << 10,
    FERZ_PIECE_MOVE_CONDITIONAL = 1 << 11,  /* under a condition besides, on who stands elsewhere */
    FERZ_PIECE_MOVE_RESTRICTED = 1 << 12,   /* takes certain men only */
    FERZ_PIECE_MOVE_STAYS = 1 << 13,        /* the man's own cell: the turn passes, or it comes back there */
    FERZ_PIECE_MOVE_HOOK = 1 << 14,         /* by the word of a script */
    FERZ_PIECE_MOVE_CHANGES_TYPE = 1 << 15, /* becomes another piece by it */
} ferz_piece_move_flag;
typedef struct ferz_piece_move {
    size_t cell;
    size_t via;     /* the last cell before it on the way; the man's own for leaps */
    unsigned flags; /* enum ferz_piece_move_flag */
} ferz_piece_move;
/* The moves of a piece (index as in ferz_variant_piece) of a player that stands on a cell, worked out from the tables that play uses
 * for all positions at once. A cell that it comes to in several ways has several marks. They are sorted by cell; at most `room` of
 * them are written; returns how many there are, SIZE_MAX when out of memory. What scripts make of a position during play is not among them. */
FERZ_API size_t ferz_piece_moves(const ferz_variant *variant, size_t piece, size_t player, size_t cell,
                                 ferz_piece_move *moves, size_t room);
/* The cell from which the piece shows the most of what it can do, nearest the middle. SIZE_MAX when out of memory. */
FERZ_API size_t ferz_piece_moves_best_cell(const ferz_variant *variant, size_t piece, size_t player);

enum { FERZ_NONE = -1 };
/* What is drawn and how. Zeroed, but for `piece` = FERZ_NONE, it is a plain picture of a position. */
typedef struct ferz_picture {
    int piece;                 /* its moves are marked; FERZ_NONE: none */
    int player;                /* whose piece that is */
    int cell;                  /* where it stands */
    int viewer;                /* whose side is below, a player */
    const size_t *highlighted; /* cells */
    size_t highlighted_count;
    bool no_coordinates; /* without the names of ranks and files */
    bool no_last_move;   /* the last move is not highlighted */
    bool no_legend;      /* the signs of a piece's moves are not explained */
    bool russian;        /* the legend is in Russian, else in English */
    unsigned size;       /* of a cell, in pixels; 0: 48 */
} ferz_picture;
/* A picture as SVG: a document by itself that fetches nothing and is the same, byte for byte, for the same wish. `play` NULL: an empty
 * board. ferz_free. NULL after an error in `messages`. */
FERZ_API char *ferz_variant_picture(const ferz_variant *variant, const ferz_game *game, const ferz_picture *options,
                                    ferz_messages *messages);
/* The marks of a piece's moves as a board of letters, with a legend of the signs that occur. ferz_free. */
FERZ_API char *ferz_piece_moves_text(const ferz_variant *variant, const ferz_picture *options, ferz_messages *messages);

/* ---- counting ---- */

/* Leaves at `depth` plies. Claims are not moves here; a game lost by baring, extinction or a series of checks has none, while
 * draws (dead positions, repetition, quiet plies) are counted on, as other programs count. With `divide`, called for each root
 * move in sorted order. `*nodes` gets the sum. */
FERZ_API ferz_result ferz_game_perft(ferz_game *game, int depth,
                                     void (*divide)(void *state, const char *move, uint64_t n), void *state,
                                     uint64_t *nodes, ferz_messages *messages);
/* From the position at hand to the end of the turn: how many ways there are to play it (as sequences of moves), and to how many
 * different positions they lead. Either may be NULL. FERZ_REJECTED when there are too many positions on the way to count. */
FERZ_API ferz_result ferz_game_count_turns(ferz_game *game, uint64_t *sequences, uint64_t *positions,
                                           ferz_messages *messages);
/* ferz_game_perft, but every leaf is listed, played and taken back by the slow reference path: for tests. */
FERZ_API ferz_result ferz_game_perft_slow(ferz_game *game, int depth, uint64_t *nodes, ferz_messages *messages);
/* Checks hash, bit sets, counts, FEN round trip, play and undo, fast against slow legality, counted against listed moves
 * in this position. FERZ_OK, or FERZ_REJECTED with words in `messages`. */
FERZ_API ferz_result ferz_game_verify(ferz_game *game, ferz_messages *messages);

/* ---- random games ---- */

typedef struct ferz_playout_limits {
    uint64_t games;   /* 0 = none */
    int milliseconds; /* 0 = none; the last game is played to its end */
    size_t plies;     /* a game is cut short after so many; 0 = 5000 */
    uint64_t seed;    /* the same seed draws the same games */
    /* Asked now and then; true ends it after the game in progress. May be NULL. */
    bool (*stop)(void *state);
    void *state;
} ferz_playout_limits;

/* Games that came to one end. */
typedef struct ferz_playout_end {
    ferz_status status;
    uint64_t games;
} ferz_playout_end;
typedef struct ferz_playouts {
    uint64_t games, plies, cut; /* `cut`: games cut short */
    uint64_t shortest, longest; /* plies of games; of those cut short too */
    double seconds;             /* that the processor took */
    ferz_playout_end *ends;     /* the most frequent first */
    size_t end_count;
} ferz_playouts;

/* Plays games from this position to their ends by moves drawn at random: every legal move, claims aside, is equally likely, and
 * dice fall by their odds. At least one of `games` and `milliseconds` must be given, or there are none. Free `found` with
 * ferz_playouts_finish, after a failure too. */
FERZ_API ferz_result ferz_game_playouts(const ferz_game *game, const ferz_playout_limits *limits, ferz_playouts *found,
                                        ferz_messages *messages);
FERZ_API void ferz_playouts_finish(ferz_playouts *found);

/* ---- search ---- */

/* How a game is searched: by depth with an evaluation, or by playing on from what looks promising. */
typedef enum ferz_method {
    FERZ_METHOD_AUTO,      /* whichever the game plays better by */
    FERZ_METHOD_ALPHABETA, /* iterative deepening, alpha-beta */
    FERZ_METHOD_MCTS,      /* Monte-Carlo tree search */
} ferz_method;

typedef enum ferz_bound { FERZ_BOUND_EXACT, FERZ_BOUND_LOWER, FERZ_BOUND_UPPER } ferz_bound;

typedef struct ferz_report {
    int depth;
    int seldepth;     /* plies of the longest line that was looked at */
    int multipv;      /* of the line, from 1; more than 1 only when several were asked for */
    ferz_bound bound; /* the score is this side of the truth */
    uint64_t nodes;
    int milliseconds;
    int score;      /* hundredths of a pawn (the cheapest man), for the mover */
    int mate;       /* moves to mate: > 0 mover wins, < 0 loses, 0 = no mate seen */
    int hashfull;   /* thousandths of the table that this search has filled */
    const char *pv; /* best moves, separated by blanks; valid during the call */
} ferz_report;

typedef struct ferz_limits {
    int depth;         /* plies; 0 = none */
    uint64_t nodes;    /* 0 = none */
    int movetime;      /* milliseconds; 0 = none */
    int clock;         /* the mover's, milliseconds; 0 = none. The search takes of it what the move deserves */
    int increment;     /* what the clock gains for each move */
    int moves_to_go;   /* until the clock gains more; 0 = it must do for the whole game */
    int overhead;      /* milliseconds that pass on the way to the clock and back */
    int mate;          /* looks for a mate in so many moves and stops when it is found; 0 = none */
    int multipv;       /* how many different first moves are asked for, best first; 0 = 1 */
    int threads;       /* 0 = 1 */
    uint64_t seed;     /* chooses among equal moves; 0 = none chosen by chance */
    size_t hash_bytes; /* transposition table; 0 = 16 MB */
    ferz_method method;
    const char *searchmoves; /* moves separated by blanks: no other is considered at the root; NULL = all are */
    /* Asked now and then; true ends the search with the best so far. May be NULL. */
    bool (*stop)(void *state);
    /* While it says true no time passes: the opponent's clock runs. May be NULL. */
    bool (*ponders)(void *state);
    /* Told after each finished depth, for each line. May be NULL. */
    void (*info)(void *state, const ferz_report *report);
    void *state;
} ferz_limits;

typedef struct ferz_best {
    char *move; /* ferz_free */
    char *pv;   /* best moves separated by blanks, the move first; ferz_free */
    int score;
    int mate;
    int depth;
    uint64_t nodes;
} ferz_best;
/* The best move. FERZ_REJECTED when there is no legal move. In a game that hides something it is the best that the mover can know of:
 * he imagines what he does not see; where moves are tried it may turn out to be impossible. `line` is the move alone then. */
FERZ_API ferz_result ferz_game_best_move(ferz_game *game, const ferz_limits *limits, ferz_best *best,
                                         ferz_messages *messages);

/* What a player keeps in mind from one search to the next, of any play of one game. ferz_game_best_move uses one of the play's
 * own. The game must outlive it; one search at a time. `hash_bytes` 0 = 16 MB. NULL after an error in `messages`. */
typedef struct ferz_engine ferz_engine;
FERZ_API ferz_engine *ferz_engine_create(const ferz_variant *variant, size_t hash_bytes, ferz_messages *messages);
FERZ_API void ferz_engine_destroy(ferz_engine *engine);
/* A new game: nothing of what was learnt is of use. */
FERZ_API void ferz_engine_new_game(ferz_engine *engine);
/* As ferz_game_best_move; `limits->hash_bytes` is not looked at. */
FERZ_API ferz_result ferz_engine_best_move(ferz_engine *engine, ferz_game *game, const ferz_limits *limits,
                                           ferz_best *best, ferz_messages *messages);

/* ---- learning to play a game (`ferz tune`) ---- */

typedef enum ferz_tune_stage { FERZ_TUNE_SELFPLAY, FERZ_TUNE_FIT, FERZ_TUNE_MATCH } ferz_tune_stage;
typedef struct ferz_tune_progress {
    ferz_tune_stage stage;
    int games, games_total; /* `of` 0: as many as time allows */
    int positions;          /* that were kept */
    int won, drawn, lost;   /* matches: by the tuned weights */
} ferz_tune_progress;

typedef struct ferz_tune_limits {
    int games;      /* to learn from; 0 = none */
    int seconds;    /* for all together; 0 = none; one of the two must be given */
    uint64_t nodes; /* for each move; 0 = 1500 */
    int threads;    /* 0 = 1 */
    uint64_t seed;  /* the same seed and number of games find the same weights */
    /* Asked often, by any of the threads; true ends it with what there is. May be NULL. */
    bool (*stop)(void *state);
    /* Told after each game, by one thread at a time. May be NULL. */
    void (*on_progress)(void *state, const ferz_tune_progress *progress);
    void *state;
} ferz_tune_limits;

typedef struct ferz_tuned {
    char *yaml; /* the text for NAME.tuning.yaml beside the rules; ferz_free */
    int games, positions;
    double before, after; /* mean loss of predicting outcomes of games that were not learnt from, in nats */
    int won, drawn, lost; /* the tuned weights against the formulas, by the same nodes */
    double elo, error;    /* what that comes to, and the error of 95 % */
} ferz_tuned;
/* Plays games from the start against itself and finds weights of the evaluation that explain how they ended. Only for two sides that
 * see all: else FERZ_REJECTED. */
FERZ_API ferz_result ferz_variant_tune(const ferz_variant *variant, const ferz_tune_limits *limits, ferz_tuned *tuned,
                                       ferz_messages *messages);

/* ---- for those who write games: what editors and other programs want to know of the language ---- */

typedef enum ferz_schema_kind {
    FERZ_SCHEMA_RULES,     /* JSON Schema (draft 7) of NAME.yaml */
    FERZ_SCHEMA_EXAMPLES,  /* of NAME.test.yaml */
    FERZ_SCHEMA_TUNING,    /* of NAME.tuning.yaml */
    FERZ_SCHEMA_REFERENCE, /* every key of NAME.yaml, as Markdown */
} ferz_schema_kind;
/* Made from the tables that rules are checked with. ferz_free; NULL when out of memory. */
FERZ_API char *ferz_schema(ferz_schema_kind kind);

typedef enum ferz_stubs_kind {
    FERZ_STUBS_LUA, /* all that a script may call or answer with, as annotations for Lua language servers: ferz.lua */
    FERZ_STUBS_SETTINGS, /* .luarc.json */
    FERZ_STUBS_LUACHECK, /* .luacheckrc */
} ferz_stubs_kind;
/* Made from the tables that scripts are run with. ferz_free; NULL when out of memory. */
FERZ_API char *ferz_stubs(ferz_stubs_kind kind);

/* ---- what two games play differently (`ferz diff`) ---- */

typedef struct ferz_diff_limits {
    uint64_t games;   /* random games in which differences are looked for; 0 = 200 */
    size_t plies;     /* of each at most; 0 = 200 */
    uint64_t nodes;   /* positions that are compared at most; 0 = 20000 */
    int depth;        /* leaves are counted down to this depth; 0 = as far as it takes a moment; -1 = not at all */
    size_t max_count; /* differences that are kept; 0 = 5 */
    uint64_t seed;    /* the same seed draws the same games */
    const char *const *start_fens; /* further FENs that it is worth to begin from, ended by NULL; may be NULL */
    bool first_only;               /* whatever is met first will do: it is not made smaller */
    /* Asked often; true ends it with what there is. May be NULL. */
    bool (*stop)(void *state);
    void *state;
} ferz_diff_limits;

/* A move of a position that the two games treat differently. */
typedef struct ferz_diff_move {
    char *move;
    int allowed_by; /* 0, 1: only this game allows it; -1: both do, and it leads to different positions */
    char *why;      /* why the other game forbids it, one line; "" for -1 */
    char *after[2]; /* for -1: the positions that it leads to; else NULL */
} ferz_diff_move;

/* A position that the two games treat differently, made as small as it could be. */
typedef struct ferz_diff_position {
    char *fen;       /* as the first game writes it, and the second reads it */
    char *moves;     /* from there, with blanks between: without these it makes no difference; "" mostly */
    size_t pieces;   /* on the board */
    char *path;      /* by which moves something of the kind was met, from the start; with blanks between */
    size_t plies;    /* how many these are */
    char *status[2]; /* "draw: stalemate", where results differ; else NULL */
    ferz_diff_move *items;
    size_t count;
} ferz_diff_position;

typedef struct ferz_diff_report {
    char *incompatible;        /* why no position of one game can be set up in the other; NULL mostly */
    ferz_diff_position *items; /* the smallest first, each of another kind */
    size_t count;
    size_t kinds;        /* how many kinds were met */
    uint64_t positions;  /* that were compared */
    uint64_t *leaves[2]; /* at depth 1, 2, ... from each game's own start */
    size_t depths;
} ferz_diff_report;
/* Looks for positions in which legal moves, what they lead to, or results differ: first among all that a few plies lead to, then in
 * random games that both play. FERZ_OK also when there are none. Free `found` with ferz_diff_report_finish, always. */
FERZ_API ferz_result ferz_variant_diff(const ferz_variant *one, const ferz_variant *other,
                                       const ferz_diff_limits *limits, ferz_diff_report *found,
                                       ferz_messages *messages);
FERZ_API void ferz_diff_report_finish(ferz_diff_report *found);

/* ---- examples (`ferz test`) ---- */

typedef struct ferz_test_report {
    size_t passed;
    size_t failed;
} ferz_test_report;
typedef struct ferz_example {
    const char *title;
    const char *file;
    uint32_t line;
    bool passed;
    const ferz_game *game; /* the position that it is about; NULL when it could not be set up; valid during the call */
} ferz_example;
/* Runs the examples beside the game's rules (NAME.test.yaml). Each failure is a message with its place. `told`, when
 * not NULL, hears of every example as it ends; it may show the messages so far, but not clear them. */
FERZ_API ferz_result ferz_test_run(const char *name, const char *const *dirs,
                                   void (*on_progress)(void *state, const ferz_example *example), void *state,
                                   ferz_test_report *report, ferz_messages *messages);

/* An example of the play at hand, as it would stand in NAME.test.yaml: how the position came about and what holds in it now. `title`
 * may be NULL: then one is made. `fen` is where the play began, NULL for the game's start. ferz_free. */
FERZ_API char *ferz_test_example(ferz_game *game, const char *fen, const char *title, ferz_messages *messages);
/* Adds an example to the file beside the game's rules, all at once or not at all; what stands there stays as it is. FERZ_REJECTED with the
 * place of the other when the same position is there already. `*file` (may be NULL; ferz_free) is where it was written. */
FERZ_API ferz_result ferz_test_add(const ferz_variant *variant, const char *example, char **file,
                                   ferz_messages *messages);

typedef enum ferz_change_outcome {
    FERZ_CHANGE_NOTICED,   /* an example fails */
    FERZ_CHANGE_UNNOTICED, /* no example fails, though it plays differently */
    FERZ_CHANGE_SAME,      /* no example fails, and no difference in play was found */
    FERZ_CHANGE_REFUSED,   /* the rules do not load so */
    FERZ_CHANGE_TIMEOUT,   /* the examples took far longer than they do: noticed, too */
} ferz_change_outcome;
typedef struct ferz_change {
    const char *file;
    uint32_t line, column;
    const char *what; /* "`stalemate`: `draw` became `loss`" */
    ferz_change_outcome outcome;
    const char *example;                  /* noticed: the title of the first that failed; else NULL */
    const ferz_diff_position *difference; /* unnoticed: where it shows; else NULL */
} ferz_change;
typedef struct ferz_change_limits {
    size_t max_count; /* changes that are tried, drawn by `seed`; 0 = all */
    uint64_t seed;
    /* Told of each as it was tried. May be NULL. */
    void (*on_progress)(void *state, const ferz_change *change);
    bool (*stop)(void *state); /* may be NULL */
    void *state;
} ferz_change_limits;
typedef struct ferz_change_report {
    size_t possible; /* changes that there are */
    size_t outcomes[FERZ_CHANGE_TIMEOUT + 1];
} ferz_change_report;
/* Changes one thing at a time in the game's own file and script, and runs the examples each time: which changes does none of them
 * notice? FERZ_REJECTED when the examples fail as things are. Nothing is written. */
FERZ_API ferz_result ferz_test_changes(const char *name, const char *const *dirs, const ferz_change_limits *limits,
                                       ferz_change_report *report, ferz_messages *messages);

#ifdef __cplusplus
}
#endif

#endif
