/* Import, the work on one section: what is known so far, and the functions that its parts share.
 *
 * Everything lives in the arena of the context. A setting that our language cannot say is an error at its location
 * (import_refuse) and sets `wrong`; the work goes on, so that all errors of a section are reported at once. */
#ifndef FERZ_FORMATS_IMPORT_CONTEXT_H
#define FERZ_FORMATS_IMPORT_CONTEXT_H

#include "base/text.h"
#include "formats/builtin.h"
#include "formats/fairy_betza.h"
#include "formats/settings.h"
#include "formats/yaml_tree.h"

enum { PIECE_MAX = 26, FEN_MAX = 1024, SCRIPT_PARTS_MAX = 32 };

/* A piece of the section. The piece that it promotes to as in shogi is a piece of our rules too. */
typedef struct imported_piece {
    const char *type;
    const char *name;
    char letter;
    const setting *origin;
    fairy_steps steps;
    int promoted; /* index of the piece it moves like afterwards, -1 none */
} imported_piece;

typedef uint32_t piece_set; /* bits by index */

typedef struct import_context {
    arena *arena;
    diag_list *diags;
    const settings *s;
    const ini_section *section;
    bool wrong;
    bool rotated; /* zones are seen as on a rotated board, not a mirrored one */
    int width, height;
    imported_piece pieces[PIECE_MAX];
    size_t count;
    int king;           /* the royal piece, -1 */
    piece_set progress; /* types whose moves reset the halfmove clock, as far as they cannot be taken back */
    bool drops, en_passant;
    tree *root;
    char fen[FEN_MAX];
    char board[REGION_RANKS][REGION_FILES][3]; /* by rank and file from 0: a letter as in the FEN, with its + */
    piece_set doubled;                         /* pieces dropped promoted, with a limit by file */
    region walls;                              /* of the start position: there are no cells */
    char rights[FEN_MAX];
    char unmoved[2][REGION_FILES + 1];   /* what our start says of pieces that have not moved, by player */
    piece_set start_hand;                /* pieces that somebody has in hand at the start */
    const char *parts[SCRIPT_PARTS_MAX]; /* of import_hooks.lua, that the game uses */
    size_t part_count;
    const char *script_values; /* what these parts read, as Lua; NULL: nothing */
} import_context;

/* ---- values of settings (import_values.c) ---- */

/* NULL when the section has no such key. */
const setting *import_setting(const import_context *w, const char *key);
/* The same for a rule that is a word, where - is none. */
const setting *import_rule_word(const import_context *w, const char *key);
bool import_bool(import_context *w, const char *key, bool fallback);
/* From 0 to `high`. */
long import_number(import_context *w, const char *key, long high, long fallback);
/* "loss", "draw", "win" or NULL for none. */
const char *import_result(import_context *w, const char *key, const char *fallback);
/* An error about a key that our language cannot say. */
void import_refuse(import_context *w, const setting *s, const char *words);

/* By its letter, in either case; -1 when there is none. */
int import_piece_by_letter(const import_context *w, char letter);
/* An error: no piece has this letter. */
void import_unknown_letter(import_context *w, const setting *s, char c);
/* The next of the types of a setting (see settings.h) and its length; moves `*at` behind it. NULL after the last. */
const char *import_next_type(const char **at, size_t *length);
/* The pieces that a setting names; * is all. */
piece_set import_pieces_by_letters(import_context *w, const setting *s, piece_set fallback);
piece_set import_set_of_type(const import_context *w, const char *type);
piece_set import_set_of_word(const import_context *w, const char *type, size_t length);
/* Of one player: `keyWhite` or `keyBlack`, else `key`. */
const setting *import_player_setting(const import_context *w, const char *key, int player);
piece_set import_player_set(import_context *w, const char *key, int player, piece_set fallback);
/* A set that both players must share: `keyWhite`, `keyBlack` or `key`. */
piece_set import_shared_set(import_context *w, const char *key, piece_set fallback);

/* All cells of the board; the part of a region that is on it. */
region import_board_region(const import_context *w);
region import_clip(const import_context *w, region r);
region import_rank_region(const import_context *w, int from, int to); /* from 1 */
bool region_empty(const region *r);
/* The zone that is `white` for the first player and `black` for the second; "all" for the whole board. NULL when both
 * are empty. */
const char *import_zone(import_context *w, region white, region black);
/* Two regions by their keys, or by the one key for both. False when the section has none of the keys. */
bool import_regions(import_context *w, const char *white, const char *black, const char *both, region regions[2],
                    const setting **origin);

/* ---- the parts, in the order in which they are done ---- */

/* Pieces (import_pieces.c): what they are, what they promote to, where they start. */
void import_pieces(import_context *w);
void import_promoted(import_context *w);
void import_start(import_context *w);
/* "k:KN": the part behind the colon; NULL when there is none. */
const char *import_betza(const char *v);

/* Finds `progress` (import_moves.c). */
void import_progress(import_context *w);
/* The piece as an entry of `pieces`. */
void import_piece(import_context *w, size_t index, tree *pieces);
/* The pieces of a player that promote to others as pawns do. */
piece_set import_promoting_pawns(import_context *w, int player);
/* The cells where the piece may change its type by any move that touches them. */
region import_promotes_on(import_context *w, size_t index, int player);
/* The names of the set under the key; one alone as a word, several as a list. */
void import_put_names(import_context *w, tree *in, const char *key, piece_set set);
/* The same with all pieces that have become one of the set as in shogi: there they are of that type. */
void import_put_types(import_context *w, tree *in, const char *key, piece_set set);
/* Whether some cell is one from which pawns may run two. */
bool import_double_step(import_context *w);
/* Where the pieces of a type may be, of both players. False: everywhere. */
bool import_mobility(import_context *w, const imported_piece *p, region regions[2]);
/* Where the players may drop the piece, or put it where another leaves; NULL: what holds for all pieces. */
void import_drop_regions(import_context *w, const imported_piece *p, region regions[2]);
/* Pieces of another type become one of the set as in shogi. */
bool import_has_twins(const import_context *w, piece_set set);

void import_castling(import_context *w);
/* Cells of the two players as a value of `key`: their files, and the rank from 0 as White sees it. */
void import_put_cell(import_context *w, tree *in, const char *key, const int files[2], int rank);
/* Rights of pieces that have not moved (import_rights.c). */
void import_rights(import_context *w);
/* Whether the players hold pieces: to drop them, or to put them where an unmoved piece leaves. */
bool import_has_hands(import_context *w);
/* The leap that the piece may make as its first move; NULL: none. Its right has the letter of the piece. */
const char *import_first_leap(import_context *w, size_t index);
/* What each move puts on the board (import_walls.c). */
void import_walls(import_context *w);
/* The piece that is a wall. */
void import_add_wall(import_context *w);
/* Adds it to the pieces that a blast spares. */
void import_spare_walls(import_context *w, tree *blast);
/* Pieces that become walls when they capture. */
piece_set import_petrified(import_context *w);
/* Blasts that a script makes, and the script for them (import_blasts.c). */
bool import_blasts_by_script(import_context *w);
void import_blasts(import_context *w);

/* Ends (import_endings.c). */
void import_endings(import_context *w);
/* Pieces that may not be left under attack while they are the last of their type; and those of them that need not always
 * be the last. All others are royal. */
piece_set import_pseudo_royals(import_context *w);
piece_set import_last_royals(import_context *w);

/* Rules that become hooks (import_rules.c). */
void import_hooks(import_context *w);
/* The pieces that castle as kings. */
piece_set import_castling_pieces(import_context *w);
/* Extinction that asks what the other player has. */
void import_extinction_hook(import_context *w, piece_set set, bool wins);
/* Whether what is on the board decides games that end without a winner. */
bool import_counts(import_context *w);
/* The goal where a key does not say it. */
void import_goal_hook(import_context *w, const region regions[2], const piece_set sets[2]);

/* The script (import_script.c): uses a part of import_hooks.lua, and what it needs. */
void import_use(import_context *w, const char *part);
/* `local NAME = LUA` above the parts: cells, cells of each player, pieces. */
void import_value(import_context *w, const char *name, const char *lua);
void import_value_cells(import_context *w, const char *name, const region *r);
void import_value_sides(import_context *w, const char *name, const region regions[2]);
void import_value_pieces(import_context *w, const char *name, piece_set set);
void import_put_sides(const import_context *w, const region regions[2], text *t);
/* The pieces in the order of their names, so that a script does not depend on the order of the keys. */
void import_sort_pieces(const import_context *w, size_t order[PIECE_MAX]);
/* A live hook of that function, to which more keys may be added. */
tree *import_hook(import_context *w, const char *function, const char *at);
/* What the first line of a script ends with; what its head has before each key of the other program that its parts are for. */
extern const char import_script_head[], import_script_key[];
/* The whole script, in the arena; NULL: the game has none. */
const char *import_script(import_context *w);

/* Frees a text; a text that could not be kept marks the arena as failed. */
static inline void import_text_finish(import_context *w, text *t)
{
    w->arena->failed |= t->failed;
    text_finish(t);
}

#endif
