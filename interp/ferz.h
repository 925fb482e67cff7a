/* Ferz: a rules interpreter for chess variants and their relatives.
 *
 * What a program needs that plays: load rules, play moves, ask, draw, search. `ferz_tools.h` has what makers of games and of
 * tools need beside it. guides/library.md leads through both, from this program on, and shows how it is compiled:
 *
 *     #include <ferz.h>
 *     #include <stdio.h>
 *     #include <string.h>
 *
 *     int main(void)
 *     {
 *         ferz_messages *messages = ferz_messages_create(false);
 *         ferz_variant *chess = ferz_variant_load("chess", NULL, NULL, 0, 1, messages);
 *         ferz_game *game = ferz_game_create(chess, NULL, messages);
 *         ferz_game_move(game, "e2e4", messages);
 *         size_t count;
 *         char *moves = ferz_game_legal_moves(game, &count, messages);
 *         printf("%s: %zu answers, from %s on\n", ferz_variant_facts(chess)->title, count, moves);
 *         ferz_free(moves);
 *         ferz_game_free(game);
 *         ferz_variant_free(chess);
 *         ferz_messages_free(messages);
 *     }
 *
 * Three kinds of object have a lifetime:
 *
 *   ferz_messages   what went wrong, with file, line, column and a hint; filled by every call that can fail
 *   ferz_variant    the rules of one game, loaded from YAML and Lua; immutable, may be used by many threads at once
 *   ferz_game       one game in progress: a position and its history; used by one thread at a time
 *
 * Pointers. A parameter, or a member of limits and options, may be NULL only where its comment says so. `messages` may
 * always be NULL, except in the functions ferz_messages_*. So may `dirs`, functions to be called back and their `state`,
 * and `settings` and `overlays` with a count of 0. Free of NULL does nothing. Any other NULL is a
 * fault of the caller: a debug build stops with an assertion; else a call that returns a ferz_result gives
 * FERZ_REJECTED, and every other gives NULL, false, 0 or a struct of these.
 *
 * A ferz_variant must outlive the ferz_game objects made from it. A string that is returned belongs to the object that
 * returned it, or to the caller where the comment says "ferz_free". All text is UTF-8 and safe to print.
 * guides/rules/moves.md describes how moves, positions and results are written. The library never exits, never prints, and
 * never changes the process: no locale, no signal handler, no working directory.
 *
 * A structure that begins with `struct_size` may get further members at its end while the library's SOVERSION is the
 * same: set it to the structure's sizeof. The library reads no more than that, and what your program does not know is
 * as if it were zero. 0 means the members of version 0.2. No other structure changes without a new SOVERSION.
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

/* The library's version, "0.2.0". */
FERZ_API const char *ferz_version(void);
FERZ_API size_t ferz_cells_max(void); /* the most cells that a board may have in this build */
/* Frees a string that the library gave to the caller; NULL is allowed. */
FERZ_API void ferz_free(char *string);

/* ---- messages ---- */

typedef struct ferz_message {
    bool warning;     /* false: an error */
    const char *code; /* such as "E0301", for ferz_explain_code; never NULL */
    const char *file; /* as the user named it; NULL when the message has no location */
    uint32_t line;    /* from 1; 0 without a location */
    uint32_t column;  /* from 1, in code points */
    uint32_t length;  /* in code points */
    const char *text; /* one line */
    const char *hint; /* or NULL */
    /* The same location as editors count it: from 0, in units of UTF-16; the end is exclusive. */
    uint32_t character, character_end;
    const char *note;      /* text about a second location, or NULL */
    const char *note_file; /* NULL: the note has no location */
    uint32_t note_line, note_column, note_length;
    uint32_t note_character, note_character_end;
    /* What a program can do about it: "replace", "remove", "bool", "quote", "unquote", "indent", "colon", "list", "add", "write", or NULL;
     * guides/editor.md says what each means. */
    const char *fix, *fix_text, *fix_word;
    const char *rendered; /* the whole message: location, text, source line, caret, hint; ends in a newline */
} ferz_message;

/* Why a call failed. FERZ_REJECTED: the answer is no, or the rules are wrong. FERZ_SYSTEM_ERROR: memory or a file
 * failed. FERZ_BUDGET_EXCEEDED: a script used up its budget, or the call used up its own. */
typedef enum ferz_result {
    FERZ_OK = 0,
    FERZ_REJECTED = 1,
    FERZ_SYSTEM_ERROR = 3,
    FERZ_BUDGET_EXCEEDED = 4
} ferz_result;

typedef enum ferz_language { FERZ_ENGLISH, FERZ_RUSSIAN } ferz_language;

/* NULL only when out of memory. `colour`: whether `rendered` contains terminal colours. */
FERZ_API ferz_messages *ferz_messages_create(bool colour);
FERZ_API void ferz_messages_free(ferz_messages *messages); /* NULL is allowed */
FERZ_API void ferz_messages_clear(ferz_messages *messages);
FERZ_API size_t ferz_messages_count(const ferz_messages *messages);  /* those kept: the first hundred */
FERZ_API size_t ferz_messages_errors(const ferz_messages *messages); /* all errors, kept or not */
FERZ_API ferz_message ferz_messages_at(const ferz_messages *messages, size_t index);
/* The worst result reported since the last clear. */
FERZ_API ferz_result ferz_messages_result(const ferz_messages *messages);

/* Messages that come from now on, with their hints, notes and reasons, are said in this language; English without it. Names, files and what
 * scripts say stay as they are. */
FERZ_API void ferz_messages_set_language(ferz_messages *messages, ferz_language language);
/* What stands before a message, its hint and its note: "error", "warning", "help", "note". */
typedef struct ferz_labels {
    const char *error, *warning, *hint, *note;
} ferz_labels;
FERZ_API ferz_labels ferz_messages_labels(const ferz_messages *messages);

/* How long each call may work that gets these messages. A call whose budget is out fails with FERZ_BUDGET_EXCEEDED, and
 * changes nothing. */
typedef struct ferz_budget {
    /* Of processor time. 0: FERZ_BUDGET_MILLISECONDS for calls that load, list or describe, no limit for those that
     * search, count, play or compare. Below 0: no limit. */
    int milliseconds;
    /* Asked often, by the thread of the call; true ends the call. It may look at what another thread has set. May be
     * NULL. */
    bool (*stop)(void *state);
    void *state;
} ferz_budget;
enum { FERZ_BUDGET_MILLISECONDS = 10000 };
FERZ_API void ferz_messages_set_budget(ferz_messages *messages, ferz_budget budget);
/* From the next call on, the calls with these messages have the budget together, rather than each its own. They are on one
 * thread. Setting the budget ends that. */
FERZ_API void ferz_messages_pool_budget(ferz_messages *messages);
/* Most bytes that rules may need which are loaded with these messages, for what was written and for the tables made from
 * it, each. Rules that need more are rejected. 0: 256 MiB and 1 GiB. */
FERZ_API void ferz_messages_set_memory(ferz_messages *messages, size_t bytes);

/* ---- variants ---- */

/* `--set name=value`; value NULL for a switch. */
typedef struct ferz_setting {
    const char *name;
    const char *value;
} ferz_setting;

/* Who gets what scripts print(): each line is ended and safe to print ("walls.lua:12: 3 white"). NULL, the default:
 * nobody. For the whole process; call it before the first variant is loaded. Any thread that runs a game may call it. */
FERZ_API void ferz_set_print(void (*print)(const char *line));

/* Loads the rules named `name`. They are searched in this order: as a path (when the name has a '/' or ends in .yaml),
 * in the folders of `dirs` (NULL-terminated, may be NULL), in $FERZ_RULES (colon-separated), among the installed rules,
 * in rules/ of the working directory. Scripts lie beside the rules that name them, or in ../scripts of that folder.
 * Names of files begin as the caller wrote the path or the folder; those of files found in the other places are relative
 * to the working directory where that is shorter.
 * `seed` decides what the rules leave to chance, such as a random start. NULL after an error in `messages`. */
FERZ_API ferz_variant *ferz_variant_load(const char *name, const char *const *dirs, const ferz_setting *settings,
                                         size_t setting_count, uint64_t seed, ferz_messages *messages);
/* The same from a text in memory; `name` is the file name in messages. */
FERZ_API ferz_variant *ferz_variant_load_text(const char *name, const char *yaml, size_t length,
                                              const char *const *dirs, const ferz_setting *settings,
                                              size_t setting_count, uint64_t seed, ferz_messages *messages);
FERZ_API void ferz_variant_free(ferz_variant *variant); /* NULL is allowed */
/* Drops what was learned, the tuning file and the network: the evaluation then uses its default formulas. Call it before any
 * game or engine is made. */
FERZ_API void ferz_variant_clear_tuning(ferz_variant *variant);
/* Drops the network alone. */
FERZ_API void ferz_variant_clear_network(ferz_variant *variant);

/* Boards, pictures and descriptions show the traditional characters that the rules name. Call it before any game is
 * made. False when the rules name none. */
FERZ_API bool ferz_variant_show_characters(ferz_variant *variant);

/* What a variant is. It is the variant's, and so may get further members at its end. */
typedef struct ferz_facts {
    const char *name;                /* "chess": the file name without .yaml */
    const char *title, *about;       /* "Chess"; `about` may be "" */
    const char *title_ru, *about_ru; /* in Russian, or NULL */
    const char *file;                /* path of the YAML file */
    const char *tuning_file;         /* where its tuning and its network lie, if there are any: beside it */
    const char *network_file;
    const char *parent;    /* path of the file that it extends, or NULL */
    const char *start_fen; /* FEN */
    /* Identifies these rules: 64 hexadecimal digits over the bytes of all their files, scripts and chosen options. It is
     * the same on every machine, wherever the files lie. A changed comment changes it too. */
    const char *fingerprint;
    /* How the legal moves are found: "masks" (of checks and pins), "by play", "turn rules", "setup, then masks",
     * "masks; jumps are mandatory", "masks; captures are mandatory". */
    const char *movegen;
    /* How many there are of what a function numbers from 0: ferz_variant_player_name, _piece, _option, _ending, _file_at, _hook
     * (live hooks; 0: no Lua runs during a game). */
    size_t player_count, piece_count, option_count, ending_count, file_count, hook_count;
    bool has_hands;
    bool captures_to_hand;  /* what is captured goes to a hand */
    bool has_stacks;        /* pieces may stand on each other */
    bool has_characters;    /* the rules name traditional characters */
    bool has_network;       /* NAME.network beside the rules is in force; not after ferz_variant_clear_network */
    bool can_learn;         /* its games can have a network: two players who see everything, no dice, no stacks */
    bool is_rectangular;    /* one rectangle without holes, its cells named by a column letter and a row number */
    bool is_multi_ply;      /* a turn may have several plies */
    bool hides_information; /* a player may see less than the umpire */
    bool has_tries;         /* the player to move tries moves until one is legal */
} ferz_facts;
FERZ_API const ferz_facts *ferz_variant_facts(const ferz_variant *variant);
/* The files that the rules were read from: the variant's own file first, then its parents and scripts. */
FERZ_API const char *ferz_variant_file_at(const ferz_variant *variant, size_t index);
FERZ_API const char *ferz_variant_player_name(const ferz_variant *variant, size_t player); /* "white" */
/* Whether two players are on one side: the same player, or members of one team. */
FERZ_API bool ferz_variant_allied(const ferz_variant *variant, size_t one, size_t other);
/* One type of piece: a piece of the rules, or what such a piece changes into. */
typedef struct ferz_piece {
    const char *name;   /* "knight" */
    const char *letter; /* as the second player's piece is written: "n", "+s", "q~" */
    const char *moves;  /* all its moves in Betza's notation, "fmWfceFifmnD"; NULL where Betza cannot express them */
    bool royal;
    bool drops;         /* a piece of this type in hand may be dropped */
    size_t captured_as; /* index of what goes to a hand when it is captured: itself or its unpromoted type */
    bool promotes;      /* some move promotes it */
    const char *file;   /* where it is defined; NULL: by the language itself */
    uint32_t line;
} ferz_piece;
FERZ_API ferz_piece ferz_variant_piece(const ferz_variant *variant, size_t index);
/* How a FEN writes a piece of this type on the board: "N", "bK", "=A". `player` may be the number of players: a neutral
 * piece. NULL: there is no such piece. */
FERZ_API const char *ferz_variant_piece_fen(const ferz_variant *variant, size_t index, size_t player);
/* Which of several boards a player plays on, from 0, as in ferz_cell.level; -1: there is one board for all. */
FERZ_API int ferz_variant_player_board(const ferz_variant *variant, size_t player);
/* ---- the rules as text ---- */

typedef enum ferz_format { FERZ_TEXT, FERZ_MARKDOWN, FERZ_HTML } ferz_format;
/* The rules in force as a page for readers, with diagrams, made from the same definition that is played. The HTML page
 * is complete: it loads nothing. ferz_free. NULL after an error in `messages`. */
FERZ_API char *ferz_variant_describe(const ferz_variant *variant, ferz_language language, ferz_format format,
                                     ferz_messages *messages);
/* The same page; where the variant extends another, it says near its beginning how the two differ. */
FERZ_API char *ferz_variant_describe_relative(const ferz_variant *variant, ferz_language language, ferz_format format,
                                              ferz_messages *messages);
/* What the page says of one piece, numbered as by ferz_variant_piece; with its heading or without. ferz_free. */
FERZ_API char *ferz_variant_describe_piece(const ferz_variant *variant, size_t piece, bool heading,
                                           ferz_language language, ferz_format format, ferz_messages *messages);
/* The same as plain text, without its diagram. ferz_free. */
FERZ_API char *ferz_variant_piece_words(const ferz_variant *variant, size_t piece, ferz_language language,
                                        ferz_messages *messages);
/* A name of the rules (of a piece, a player, an ending) in a language: "knight", "конь"; the name itself where the language
 * has no word for it. `genitive`: "коня". ferz_free. */
FERZ_API char *ferz_variant_word(const ferz_variant *variant, const char *name, ferz_language language, bool genitive);
/* What the words of a move say to people, as the key `words` has them, of passes and of claims: "discard a card: ambition";
 * "" where the move has none. ferz_free. */
FERZ_API char *ferz_variant_move_words(const ferz_variant *variant, const char *move, ferz_language language);
typedef struct ferz_option {
    const char *name;
    const char *about;
    const char *values;         /* "claim, automatic", "0..959, random", "" for a switch */
    const char *chosen;         /* the value in force; "off" or "on" for a switch */
    bool set;                   /* chosen by the caller, not the default */
    const char *about_ru;       /* in Russian, or NULL */
    const char *const *choices; /* the words of `values`; a switch has none */
    size_t choice_count;
    bool range; /* a number from `low` to `high` */
    long low, high;
} ferz_option;
FERZ_API ferz_option ferz_variant_option(const ferz_variant *variant, size_t index);

/* What ends the game, in the order of the rules. */
typedef struct ferz_ending {
    const char *name;      /* the reason that ferz_game_status gives: "fifty moves" */
    const char *condition; /* as the rules write it: "halfmove clock 100", "hook FUNCTION" */
    const char *result; /* "draw", "white wins", "points"; NULL: a hook decides. "loss" and "win" are the subject's */
    const char *claim;  /* the player to move claims it with the move claim-WORD; NULL: it ends the game at once */
    const char *file;
    uint32_t line;
} ferz_ending;
FERZ_API ferz_ending ferz_variant_ending(const ferz_variant *variant, size_t index);

/* The variants that can be found by name, sorted. Their rules are not loaded in full. Each file has the budget for
 * itself; `stop` ends the list at the file that it is at. Free with ferz_list_free. */
typedef struct ferz_list_entry {
    char *name;
    char *title;
    char *path;
    /* Only ferz_list_details fills the rest. It is zero or NULL otherwise, and where the rules do not load. */
    size_t players;
    size_t sides;           /* teams, and players without a team */
    bool dice;              /* dice are rolled */
    bool hides_information; /* some player does not see everything */
    bool multi_ply;         /* a turn may have several moves */
    char *board;            /* as text: "8x8" */
    char *title_ru, *about, *about_ru;
    char *parent; /* the name of the game that it extends */
    char *piece;  /* the first piece that moves as its own file says, where it extends another game; NULL: none */
    bool hands;   /* pieces are held in hand */
} ferz_list_entry;
FERZ_API size_t ferz_list(const char *const *dirs, ferz_list_entry **entries, ferz_messages *messages);
/* The same with details. Reads all the rules. */
FERZ_API size_t ferz_list_details(const char *const *dirs, ferz_list_entry **entries, ferz_messages *messages);
FERZ_API void ferz_list_free(ferz_list_entry *entries, size_t count);

/* ---- games in progress ---- */

/* From a FEN, which may be NULL: the variant's start. NULL after an error in `messages`. */
FERZ_API ferz_game *ferz_game_create(const ferz_variant *variant, const char *fen, ferz_messages *messages);
FERZ_API ferz_game *ferz_game_copy(const ferz_game *game);
FERZ_API void ferz_game_free(ferz_game *game); /* NULL is allowed */
FERZ_API const ferz_variant *ferz_game_variant(const ferz_game *game);

/* Plays a move given as text. FERZ_REJECTED with the reason in `messages` when it is not legal. After any result but
 * FERZ_OK the game is unchanged, also when a script failed halfway. A game has at most 20,000 plies. */
FERZ_API ferz_result ferz_game_move(ferz_game *game, const char *move, ferz_messages *messages);
/* The legal move that a text means, as ferz_game_legal_moves writes it. Any form is read that ferz_game_move reads: our own
 * first, then what people and other programs write. ferz_free. NULL with the reason in `messages` when it means none, or
 * several. */
FERZ_API char *ferz_game_find_move(ferz_game *game, const char *move, ferz_messages *messages);
/* Whether moves are legal after endings that only count plies, positions or pieces: repetition, perpetual check, the
 * halfmove clock, insufficient material. Other programs play on there, and leave the rest to an arbiter. The status is as
 * before. False at first. */
FERZ_API void ferz_game_play_on(ferz_game *game, bool plays_on);
/* Undoes the last ply; false at the start. */
FERZ_API bool ferz_game_undo(ferz_game *game);
FERZ_API size_t ferz_game_ply_count(const ferz_game *game);
/* The text of ply `index`, from 0; valid until the ply is undone. */
FERZ_API const char *ferz_game_ply(const ferz_game *game, size_t index);

FERZ_API char *ferz_game_fen(const ferz_game *game); /* ferz_free */

/* How other programs write. */
typedef enum ferz_notation {
    FERZ_NOTATION_FAIRY_STOCKFISH, /* Fairy-Stockfish and the programs around it: e2e4, e1e1 for a pass, e2e4,e4d4 */
    FERZ_NOTATION_SAN              /* PGN: Nf3, exd5, O-O, P@e5; our own text where a move has no such form */
} ferz_notation;
/* The position as such programs read it. What it cannot say is left out, and `messages` gets a warning of each. NULL
 * with an error when such programs have no word for the position at all. ferz_free. */
FERZ_API char *ferz_game_fen_for(const ferz_game *game, ferz_notation form, ferz_messages *messages);
/* The legal move as such programs write it. ferz_free. NULL as for ferz_game_find_move. */
FERZ_API char *ferz_game_move_for(ferz_game *game, const char *move, ferz_notation form, ferz_messages *messages);

/* All legal moves in that form, as ferz_game_legal_moves gives them. */
FERZ_API char *ferz_game_legal_moves_for(ferz_game *game, ferz_notation form, size_t *count, ferz_messages *messages);

typedef struct ferz_pgn_tag {
    const char *name, *value;
} ferz_pgn_tag;
/* The game as PGN: the tags, Variant, FEN and SetUp, the moves as SAN, `comment` (may be NULL) and the result; that of
 * the tag Result if there is one, else the game's own. ferz_free. NULL after an error. */
FERZ_API char *ferz_game_pgn(const ferz_game *game, const ferz_pgn_tag *tags, size_t tag_count, const char *comment,
                             ferz_messages *messages);
/* Reads game `number` (from 1) of a PGN text and plays its moves. Comments, variations and signs are passed over; the
 * tag FEN says where the game begins. NULL after an error, which names the line. */
FERZ_API ferz_game *ferz_game_read_pgn(const ferz_variant *variant, const char *pgn, size_t length, size_t number,
                                       ferz_messages *messages);
/* The player to move. The number of players when dice are to be rolled: the legal moves are then the rolls. */
FERZ_API size_t ferz_game_side_to_move(const ferz_game *game);
/* The player who chooses the move: the player to move, or the one who commands these pieces. */
FERZ_API size_t ferz_game_commander(const ferz_game *game);
/* Where a turn has several moves: the number of the next one, from 1, and of how many (0: as many as the player wants).
 * False where turns are single moves. */
FERZ_API bool ferz_game_turn_move(const ferz_game *game, size_t *number, size_t *count);
FERZ_API bool ferz_game_in_check(const ferz_game *game); /* a royal piece of the side to move is attacked */
/* Which enemy gives check to which royal piece of the side to move, by the indices of their cells: at most `room` pairs;
 * returns how many were written. */
typedef struct ferz_check {
    size_t royal, attacker;
} ferz_check;
FERZ_API size_t ferz_game_checks(const ferz_game *game, ferz_check *checks, size_t room);
FERZ_API uint64_t ferz_game_hash(const ferz_game *game);

/* The legal moves, claims included: `count` strings, sorted by bytes, one after another, each ended by a NUL. Free the
 * block with ferz_free. NULL when out of memory or a script failed (`messages`). */
FERZ_API char *ferz_game_legal_moves(ferz_game *game, size_t *count, ferz_messages *messages);

/* A move as data. Strings that a move has no use for are NULL; all live as long as the list. Cells are named as in ferz_cell,
 * types of pieces and players as the rules write them; a neutral piece has no owner. */
typedef enum ferz_move_kind {
    FERZ_MOVE_BOARD, /* pieces on the board move, change or leave */
    FERZ_MOVE_DROP,  /* a piece comes from a hand */
    FERZ_MOVE_ROLL,  /* the dice fall */
    FERZ_MOVE_WORD,  /* it touches no cell that could be pointed at: a pass, a claim, a word of a script */
} ferz_move_kind;
typedef struct ferz_captured {
    const char *cell, *piece, *owner;
} ferz_captured;
typedef struct ferz_move {
    const char *text; /* as ferz_game_legal_moves writes it */
    ferz_move_kind kind;
    const char *from, *to;
    const char *const *path; /* the cells to which the piece comes one after another, the last is `to` */
    size_t path_count;
    const char *piece, *owner; /* what moves or is dropped */
    const char *promotes_to;   /* the type that was chosen, or that the rules force */
    const char *becomes;       /* its type afterwards, where that is another one, for whatever reason */
    bool leaves;          /* it does not stand on `to` afterwards: it leaves the board, or a script takes it away */
    const char *castling; /* the name of the castling; the next two are its partner's cells */
    const char *partner_from, *partner_to;
    const ferz_captured *captured; /* all pieces that it captures, wherever, by rules and by scripts */
    size_t captured_count;
    /* What one points at to play it: the cells that its text names, in their order; before them the letter of a dropped piece and `@`. */
    const char *const *parts;
    size_t part_count;
    /* Only where wanted: the rule that allows it, and how others write it. */
    const char *file;
    uint32_t line, column;
    const char *san, *fairy_stockfish;
} ferz_move;
enum { FERZ_MOVE_RULES = 1, FERZ_MOVE_NOTATIONS = 2 };
typedef struct ferz_moves ferz_moves;
/* The legal moves, claims included, sorted by bytes; or the one that the text means. `details`: FERZ_MOVE_RULES,
 * FERZ_MOVE_NOTATIONS, or both. NULL after an error, also when the text means no legal move. ferz_moves_free. */
FERZ_API ferz_moves *ferz_game_moves(ferz_game *game, const char *move, unsigned details, ferz_messages *messages);
FERZ_API void ferz_moves_free(ferz_moves *moves);
FERZ_API size_t ferz_moves_count(const ferz_moves *moves);
FERZ_API ferz_move ferz_moves_at(const ferz_moves *moves, size_t index);
/* All of them as an array in JSON, with the members that guides/service.md lists. ferz_free. */
FERZ_API char *ferz_moves_json(const ferz_moves *moves);

/* Dice. When the dice are to be rolled, the legal moves (claims aside) are the possible rolls. */
typedef struct ferz_roll {
    char move[32];   /* "roll 3-5" */
    uint32_t weight; /* how many outcomes of the dice give this roll */
} ferz_roll;
/* Writes at most `room` possible rolls to `rolls`, which may be NULL where it is 0: they are only counted. Returns how
 * many there are: 0 when no roll is due or the game is over. */
FERZ_API size_t ferz_game_rolls(ferz_game *game, ferz_roll *rolls, size_t room);
/* The roll that `number`, any random number, selects: each roll with the probability of its weight. False when no roll
 * is due. */
FERZ_API bool ferz_game_roll(ferz_game *game, uint64_t number, ferz_roll *roll);

typedef enum ferz_outcome { FERZ_ONGOING, FERZ_WIN, FERZ_DRAW } ferz_outcome;
typedef struct ferz_status {
    ferz_outcome outcome;
    int winner_share;   /* with FERZ_WIN: hundredths of the point; less than 100 where the other side gets the rest */
    size_t winner;      /* with FERZ_WIN; a team wins together */
    const char *reason; /* "checkmate"; "" while ongoing; lives as long as the game */
} ferz_status;
/* FERZ_OK, or why the status could not be found. */
FERZ_API ferz_result ferz_game_status(ferz_game *game, ferz_status *status, ferz_messages *messages);

/* The status once the time of `player` has run out: the other side wins, unless the game's own rules of insufficient
 * material say that none of that side can ever mate; then it is a draw. A game that is over keeps its result.
 * FERZ_REJECTED, without a message, where there are more than two sides or there is no such player. */
FERZ_API ferz_result ferz_game_flag(ferz_game *game, size_t player, ferz_status *status, ferz_messages *messages);

/* Whether the player can never win, as the game's own rules of insufficient material tell, whatever the others do. True
 * only where that is certain. */
FERZ_API bool ferz_game_cannot_win(const ferz_game *game, size_t player);

/* Why a move is legal or not, what it does, and why a game is over or not: a list of reasons. */
typedef enum ferz_reason_role {
    FERZ_REASON_VERDICT, /* the first: legal, ongoing, who wins */
    FERZ_REASON_REFUSAL, /* the only one of an illegal move: what forbids it */
    FERZ_REASON_RULE,    /* what allows the move, or ended the game */
    FERZ_REASON_EFFECT,  /* what the move changes, in order */
    FERZ_REASON_ENDING,  /* an ending, and how far the game is from it */
    FERZ_REASON_PHRASE,  /* a part of others; never in a list */
} ferz_reason_role;
/* Strings that a kind has no use for are NULL, numbers 0; all live as long as the list. Names are as the rules write them. */
typedef struct ferz_reason {
    const char *kind; /* "in-check"; guides/reasons.md lists them, and no kind changes its meaning */
    const char *text; /* one sentence for people; it may be worded otherwise in any version */
    ferz_reason_role role;
    const char *file; /* of the rule; NULL: none */
    uint32_t line, column;
    const char *cells[2];
    const char *piece, *other_piece;
    const char *player, *other_player;
    const char *key;   /* the name of an ending, hook, castling, zone, counter, right */
    const char *words; /* what a hook says; other moves; a movement as Betza writes it */
    long number, limit;
} ferz_reason;
typedef struct ferz_reasons ferz_reasons;
/* `move` NULL: of the game's status. NULL: see messages. ferz_reasons_free. */
FERZ_API ferz_reasons *ferz_game_why(ferz_game *game, const char *move, ferz_language language,
                                     ferz_messages *messages);
FERZ_API void ferz_reasons_free(ferz_reasons *reasons);
FERZ_API bool ferz_reasons_answer(const ferz_reasons *reasons); /* the move is legal; the game is over */
FERZ_API size_t ferz_reasons_count(const ferz_reasons *reasons);
FERZ_API ferz_reason ferz_reasons_at(const ferz_reasons *reasons, size_t index);
/* A line for each reason: "legal" and what follows, or "illegal: " with the rule that forbids it, and the places of rules. ferz_free. */
FERZ_API char *ferz_reasons_text(const ferz_reasons *reasons);

/* The same as text at once. ferz_free. */
FERZ_API char *ferz_game_explain_move(ferz_game *game, const char *move, bool *legal, ferz_messages *messages);
FERZ_API char *ferz_game_explain_status(ferz_game *game, bool *over, ferz_messages *messages);

/* ---- hidden information: what players see and hear ---- */

FERZ_API bool ferz_game_hides_pieces(const ferz_game *game); /* in this position some player does not see all pieces */

/* The position as the player sees it, as FEN. What the player does not see is empty; a counter kept secret from them is
 * `name=?`. ferz_free. */
FERZ_API char *ferz_game_view_fen(const ferz_game *game, size_t player);
/* The same as a game of its own, for drawing. It has no history. NULL after an error in `messages`. */
FERZ_API ferz_game *ferz_game_view(const ferz_game *game, size_t player, ferz_messages *messages);
/* The text of a ply as the player knows it: "?" when they did not see it. */
FERZ_API const char *ferz_game_ply_view(const ferz_game *game, size_t index, size_t player);
/* The moves that seem possible to the player, in the form of ferz_game_legal_moves; none when it is not their turn. */
FERZ_API char *ferz_game_tries(ferz_game *game, size_t player, size_t *count, ferz_messages *messages);
/* The same as data, without rules; they capture what the player sees there. */
FERZ_API ferz_moves *ferz_game_moves_tried(ferz_game *game, size_t player, unsigned details, ferz_messages *messages);

/* What everybody heard about ply `index`: lines, each ended by a newline; "" for nothing. Valid until it is undone. */
FERZ_API const char *ferz_game_announcements(const ferz_game *game, size_t index);
/* Tries a move, or asks the umpire ("any?"). FERZ_OK when the umpire has answered: `*played` says whether a move was
 * made, `*announced` (ferz_free) what everybody heard: lines as above, or "impossible". FERZ_REJECTED with the reason
 * in `messages` for an illegal move in a variant without tries, and everywhere for a move that an answer of the
 * umpire forbids for now. */
FERZ_API ferz_result ferz_game_try(ferz_game *game, const char *move, bool *played, char **announced,
                                   ferz_messages *messages);

/* ---- the board, for drawing it ---- */

typedef struct ferz_cell {
    const char *name;  /* "e4" */
    int column, row;   /* from 0, row 0 nearest to the first player; some boards have no cell at some places */
    int level;         /* level, or which of several boards, from 0 */
    bool dark;         /* on a checkered board */
    int shade;         /* the same for boards of more than two shades: from 0, the dark one */
    const char *piece; /* as in FEN ("K", "p", "+R", "Q~"), NULL when empty; valid until the game changes */
    const char *type;  /* "king", NULL when empty */
    bool royal;
    int owner;             /* player, -1 when empty */
    const char *character; /* its traditional character, after ferz_variant_show_characters; else NULL */
    bool character_shared; /* players share characters: they do not tell the owner */
} ferz_cell;
FERZ_API size_t ferz_game_cell_count(const ferz_game *game);
FERZ_API int ferz_game_columns(const ferz_game *game);
FERZ_API int ferz_game_rows(const ferz_game *game);
FERZ_API int ferz_game_levels(const ferz_game *game);
FERZ_API ferz_cell ferz_game_cell(const ferz_game *game, size_t index);
/* How many pieces stand on the cell, one on another. */
FERZ_API size_t ferz_game_stack(const ferz_game *game, size_t index);
/* The indices of the cells that the last ply changed, at most `room`; returns how many were written. `cells`
 * may be NULL where `room` is 0. */
FERZ_API size_t ferz_game_last_move_cells(const ferz_game *game, size_t *cells, size_t room);
/* The pieces in a player's hand: text such as "2P N"; "" for none, or when the variant has no hands. ferz_free. */
FERZ_API char *ferz_game_hand(const ferz_game *game, size_t player);
/* How many pieces of a type a player has in hand. */
FERZ_API unsigned ferz_game_held(const ferz_game *game, size_t player, size_t piece);
/* The faces of the dice that are still to be used, at most `room`; returns how many were written. */
FERZ_API size_t ferz_game_dice(const ferz_game *game, unsigned *faces, size_t room);

/* ---- cards ---- */

/* What a counter or a piece in hand is to people, by `cards` of the rules. */
typedef struct ferz_card {
    const char *place; /* the name of the player who holds it, or of a place on the table */
    int player;        /* FERZ_NONE: it lies on the table */
    const char *word;  /* its name in moves and rules; NULL: it is hidden from the one who looks */
} ferz_card;
/* The cards of the position, those of the first player first; at most `room` are written. Returns how many there are. The texts
 * are the variant's. */
FERZ_API size_t ferz_game_cards(const ferz_game *game, ferz_card *cards, size_t room);
/* What a card does, in sentences; "" where the rules do not say. ferz_free. */
FERZ_API char *ferz_variant_card_words(const ferz_variant *variant, const char *word, ferz_language language);

/* ---- pictures ---- */

/* What a piece may do on one cell, and under which conditions. */
typedef enum ferz_piece_move_flag {
    FERZ_PIECE_MOVE_QUIET = 1 << 0,      /* moves there when the cell is empty */
    FERZ_PIECE_MOVE_CAPTURE = 1 << 1,    /* captures an enemy piece there */
    FERZ_PIECE_MOVE_OWN = 1 << 2,        /* goes there when an own piece is there: captures it, or stacks on it */
    FERZ_PIECE_MOVE_CLEAR_PATH = 1 << 3, /* the cells on the way must be empty */
    FERZ_PIECE_MOVE_RIDER = 1 << 4,      /* along a ray; `via` is the cell before it on the ray */
    FERZ_PIECE_MOVE_UNLIMITED = 1 << 5,  /* and the ray continues as far as the board does */
    FERZ_PIECE_MOVE_HURDLE = 1 << 6,     /* some piece must be on the way */
    FERZ_PIECE_MOVE_LOCUST = 1 << 7,     /* captures a piece on the way; `via` is its cell when it lands right behind */
    FERZ_PIECE_MOVE_EN_PASSANT =
        1 << 8, /* captures en passant: the cell is empty, an enemy piece has just passed over it */
    FERZ_PIECE_MOVE_INITIAL = 1 << 9, /* only from this cell, or while the piece has a right that its first move ends */
    FERZ_PIECE_MOVE_CASTLING = 1 << 10,
    FERZ_PIECE_MOVE_CONDITIONAL = 1 << 11,  /* under a further condition on pieces elsewhere */
    FERZ_PIECE_MOVE_RESTRICTED = 1 << 12,   /* captures certain pieces only */
    FERZ_PIECE_MOVE_STAYS = 1 << 13,        /* the piece's own cell: a pass, or a move that returns there */
    FERZ_PIECE_MOVE_HOOK = 1 << 14,         /* decided by a script */
    FERZ_PIECE_MOVE_CHANGES_TYPE = 1 << 15, /* changes its type */
    FERZ_PIECE_MOVE_ZONE = 1 << 16,         /* only from the cells of a zone */
} ferz_piece_move_flag;
typedef struct ferz_piece_move {
    size_t cell;
    size_t via;     /* the last cell before it on the way; for leaps the piece's own cell */
    unsigned flags; /* enum ferz_piece_move_flag */
} ferz_piece_move;
/* The moves of a piece (index as in ferz_variant_piece) of a player on a cell, for all positions at once. They come
 * from the tables that the move generator uses. A cell that can be reached in several ways has several entries. Entries
 * are sorted by cell; at most `room` are written; `moves` may be NULL where it is 0. Returns how many there are, SIZE_MAX
 * when out of memory. What scripts decide during a game is not included. */
FERZ_API size_t ferz_piece_moves(const ferz_variant *variant, size_t piece, size_t player, size_t cell,
                                 ferz_piece_move *moves, size_t room);
/* The cell nearest to the middle from which the piece shows most of its moves. SIZE_MAX when out of memory. */
FERZ_API size_t ferz_piece_moves_best_cell(const ferz_variant *variant, size_t piece, size_t player);

enum { FERZ_NONE = -1 };
/* What is drawn and how. Zeroed, with `piece` = FERZ_NONE, it is a picture of a position. */
typedef struct ferz_picture {
    size_t struct_size;        /* sizeof(ferz_picture) */
    int piece;                 /* whose moves are marked; FERZ_NONE: no marks */
    int player;                /* the owner of that piece */
    int cell;                  /* its cell */
    int viewer;                /* the player whose side is below */
    const size_t *highlighted; /* cells; may be NULL where the count is 0 */
    size_t highlighted_count;
    bool no_coordinates; /* no names of ranks and files */
    bool no_last_move;   /* the last move is not highlighted */
    bool no_legend;      /* no legend for the signs */
    bool russian;        /* the legend is in Russian, else in English */
    /* For pages with a mouse: on top lies an area for each cell, `data-cell` its name, `data-x` and `data-y` its middle;
     * a piece is in a group with `data-piece-on`; a piece in hand has `data-hand`, its letter, and `data-player`. What
     * has a colour of the board has a class: `ground`, `cell` with `shade0` …, `label`, `last`; so have the `marks`. */
    bool addressable;
    unsigned size; /* of a cell, in pixels; 0: 48 */
    bool no_hands; /* pieces in hand are not drawn */
    int across;    /* how many levels or boards lie in a row; 0: so many that the picture is about square */
} ferz_picture;
/* A picture as SVG: a complete document that loads nothing. The same options give the same bytes. `game` may be
 * NULL: an empty board; it must be a game of the variant. ferz_free. NULL after an error in `messages`. */
FERZ_API char *ferz_variant_picture(const ferz_variant *variant, const ferz_game *game, const ferz_picture *options,
                                    ferz_messages *messages);
/* One piece as SVG, in a square of 100; `player` may be the number of players: a neutral piece. ferz_free. NULL where the player has no such piece, or after an error. */
FERZ_API char *ferz_piece_picture(const ferz_variant *variant, size_t piece, size_t player, ferz_messages *messages);
/* A piece's moves marked on a board of characters, with a legend of the signs used. ferz_free. */
FERZ_API char *ferz_piece_moves_text(const ferz_variant *variant, const ferz_picture *options, ferz_messages *messages);

/* ---- counting ---- */

/* Leaves at `depth` plies. Claims are not counted as moves. A game lost by bare king, extinction or a series of checks,
 * or ended by passes, has no moves; drawn positions (dead, repeated, halfmove clock) and those that a script ends are
 * counted further, as other programs do. `divide`, which may be NULL, is called for each root move in sorted order.
 * `*nodes` gets the sum. FERZ_REJECTED when `depth` is negative. */
FERZ_API ferz_result ferz_game_perft(ferz_game *game, int depth,
                                     void (*divide)(void *state, const char *move, uint64_t n), void *state,
                                     uint64_t *nodes, ferz_messages *messages);
/* The same where no move follows once the game is over, by whatever ending. It is slower. */
FERZ_API ferz_result ferz_game_perft_to_end(ferz_game *game, int depth,
                                            void (*divide)(void *state, const char *move, uint64_t n), void *state,
                                            uint64_t *nodes, ferz_messages *messages);
/* From the current position to the end of the turn: how many move sequences there are, and to how many different
 * positions they lead. Either may be NULL. FERZ_REJECTED when there are too many positions to count. */
FERZ_API ferz_result ferz_game_count_turns(ferz_game *game, uint64_t *sequences, uint64_t *positions,
                                           ferz_messages *messages);
/* ---- search ---- */

/* How a move is searched. */
typedef enum ferz_method {
    FERZ_METHOD_AUTO,      /* the method that suits the variant */
    FERZ_METHOD_ALPHABETA, /* iterative deepening, alpha-beta */
    FERZ_METHOD_MCTS,      /* Monte-Carlo tree search */
} ferz_method;

typedef enum ferz_bound { FERZ_BOUND_EXACT, FERZ_BOUND_LOWER, FERZ_BOUND_UPPER } ferz_bound;

typedef struct ferz_report {
    int depth;
    int seldepth;     /* selective depth: plies of the longest line searched */
    int multipv;      /* number of this line, from 1; more than 1 only when several were requested */
    ferz_bound bound; /* whether the score is exact or a bound */
    uint64_t nodes;
    int milliseconds;
    int score;      /* centipawns (the cheapest piece = 100), for the side to move */
    int mate;       /* moves to mate: > 0 the side to move wins, < 0 it loses, 0 = no mate seen */
    int hashfull;   /* permille of the transposition table filled by this search */
    const char *pv; /* principal variation: moves separated by spaces; valid during the call */
} ferz_report;

/* So much longer than its time a search works where it still lists the moves, as slow scripts have it: it is of no use
 * without a move. */
enum { FERZ_LISTING_MILLISECONDS = 1000 };
typedef struct ferz_limits {
    size_t struct_size; /* sizeof(ferz_limits) */
    int depth;          /* plies; 0 = none */
    uint64_t nodes;     /* 0 = none */
    int movetime;       /* milliseconds; 0 = none */
    int clock;     /* remaining time of the side to move, milliseconds; 0 = none; the search decides how much it uses */
    int increment; /* added to the clock after each move, milliseconds */
    int moves_to_go;   /* moves until the next time control; 0 = the time must last for the whole game */
    int overhead;      /* milliseconds lost for communication with each move */
    int mate;          /* searches for a mate in this many moves and stops when it is found; 0 = none */
    int multipv;       /* how many different first moves are reported, best first; 0 = 1 */
    int threads;       /* 0 = 1 */
    uint64_t seed;     /* chooses among equal moves; 0 = no random choice */
    size_t hash_bytes; /* transposition table; 0 = 16 MB */
    ferz_method method;
    const char *searchmoves; /* moves separated by spaces; only these are considered at the root; may be NULL: all */
    /* Called now and then; true stops the search, which returns the best move so far. May be NULL. */
    bool (*stop)(void *state);
    /* While it returns true the opponent's clock runs and no time is used. May be NULL. */
    bool (*ponders)(void *state);
    /* Called after each finished depth, for each line. May be NULL. */
    void (*info)(void *state, const ferz_report *report);
    void *state;
    int oversight; /* how many moves in a thousand the player does not see, other moves for each seed; 0 = none */
} ferz_limits;

/* The limits of a level of play, from 1 to FERZ_LEVELS: those that the game's tuning file has, measured for it, or else the usual
 * ones, as for NULL. They are the same for every program. No level is limited by time alone, so that a seed gives the same game on
 * every machine; the time limit is for games whose scripts make a node very slow. Weak levels overlook moves. Sets depth, nodes,
 * movetime and oversight, and nothing else; false, and nothing is set, for another level. */
enum { FERZ_LEVELS = 10 };
FERZ_API bool ferz_variant_limits_of_level(const ferz_variant *variant, int level, ferz_limits *limits);
/* The usual ones. */
FERZ_API bool ferz_limits_of_level(int level, ferz_limits *limits);

typedef struct ferz_best {
    char *move; /* ferz_free */
    char *pv;   /* principal variation: moves separated by spaces, the best move first; ferz_free */
    int score;
    int mate;
    int depth;
    uint64_t nodes;
} ferz_best;
/* The best move. FERZ_REJECTED when there is no legal move. With hidden information it is the best move that the player
 * can know of: the search samples positions that fit what the player knows. Where moves are tried it may prove
 * impossible; `pv` is then the move alone. */
FERZ_API ferz_result ferz_game_best_move(ferz_game *game, const ferz_limits *limits, ferz_best *best,
                                         ferz_messages *messages);

/* The memory of a player between searches, for any game of one variant. ferz_game_best_move uses one that belongs to
 * the game. The variant must outlive it; one search at a time. `hash_bytes` 0 = 16 MB. NULL after an error in
 * `messages`. */
typedef struct ferz_engine ferz_engine;
FERZ_API ferz_engine *ferz_engine_create(const ferz_variant *variant, size_t hash_bytes, ferz_messages *messages);
FERZ_API void ferz_engine_free(ferz_engine *engine); /* NULL is allowed */
/* A new game begins: clears the transposition table and the statistics. */
FERZ_API void ferz_engine_new_game(ferz_engine *engine);
/* As ferz_game_best_move; `limits->hash_bytes` is ignored. FERZ_REJECTED when the game is not of the engine's
 * variant. */
FERZ_API ferz_result ferz_engine_best_move(ferz_engine *engine, ferz_game *game, const ferz_limits *limits,
                                           ferz_best *best, ferz_messages *messages);

#ifdef __cplusplus
}
#endif

#endif
