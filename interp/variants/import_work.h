/* Import, the work on one section: what has been found out so far, and what its parts ask of each other.
 *
 * Everything lives in the arena of the work. A setting that cannot be said here is an error at its place (work_refuse), sets
 * `wrong`, and the work goes on, so that all errors of a section are told at once.
 */
#ifndef FERZ_VARIANTS_IMPORT_WORK_H
#define FERZ_VARIANTS_IMPORT_WORK_H

#include "base/text.h"
#include "variants/builtin.h"
#include "variants/men.h"
#include "variants/settings.h"
#include "variants/tree.h"

enum { PIECE_MAX = 26, FEN_MAX = 1024 };

/* A piece of the section. What it turns into by a shogi promotion is one of our pieces too. */
typedef struct piece {
    const char *type;
    const char *name;
    char letter;
    const setting *said;
    man_steps steps;
    int promoted; /* index of the piece it moves like afterwards, -1 none */
} piece;

typedef struct work {
    arena *arena;
    diag_list *diags;
    const settings *s;
    const ini_section *section;
    bool wrong;
    bool turned; /* zones are said as on a board turned by half, not mirrored */
    int width, height;
    piece pieces[PIECE_MAX];
    size_t count;
    int king; /* the royal piece, -1 */
    bool drops, passing;
    tree *root;
    char fen[FEN_MAX];
    char board[REGION_RANKS][REGION_FILES][3]; /* by rank and file from 0: a letter as in the FEN, with its + */
    char rights[FEN_MAX];
} work;

typedef uint32_t piece_set; /* bits by index */

/* ---- what is said (import_ask.c) ---- */

/* NULL when nothing says the key. */
const setting *work_get(const work *w, const char *key);
bool work_true(work *w, const char *key, bool usual);
/* From 0 to `high`. */
long work_number(work *w, const char *key, long high, long usual);
/* "loss", "draw", "win" or NULL for none. */
const char *work_value(work *w, const char *key, const char *usual);
/* An error about a key that we cannot say. */
void work_refuse(work *w, const setting *s, const char *words);

char letter_lower(char c);
/* By its letter, in either case; -1 when there is none. */
int work_piece(const work *w, char letter);
/* An error: no piece has this letter. */
void work_unknown(work *w, const setting *s, char c);
/* Letters of pieces; * is all. */
piece_set work_pieces(work *w, const setting *s, piece_set usual);
piece_set work_letter(const work *w, char letter);
piece_set work_type(const work *w, const char *type);
/* A set that both players must share: `keyWhite`, `keyBlack` or `key`. */
piece_set work_shared(work *w, const char *key, piece_set usual);

/* All cells of the board; the part of a region that is on it. */
region work_board(const work *w);
region work_cut(const work *w, region r);
region work_ranks(const work *w, int from, int to); /* from 1 */
bool region_empty(const region *r);
/* The zone that is `white` for the first player and `black` for the second; "all" for the whole board. NULL when it cannot be
 * said; then `said` gets the blame. */
const char *work_zone(work *w, region white, region black, const setting *said);
/* A pair of regions by their keys; the one for both where there is one. False when neither is said. */
bool work_regions(work *w, const char *white, const char *black, const char *both, region of[2], const setting **said);

/* ---- the parts, in the order in which they are done ---- */

/* Pieces (import_men.c): what they are, what they promote to, where they start. */
void import_men(work *w);
void import_promoted(work *w);
void import_start(work *w);
/* "k:KN": what stands behind the colon, NULL when nothing does. */
const char *work_betza(const char *v);

/* The piece as an entry of `pieces` (import_moves.c). */
void import_piece(work *w, size_t index, tree *pieces);
/* The names of the set under the key; one alone as a word, several as a list. */
void work_put_names(work *w, tree *in, const char *key, piece_set set);

void import_castling(work *w);

/* Ends (import_ends.c). */
void import_ends(work *w);
/* The last of men that must not become extinct may not be left under attack. */
void import_pseudo_royal(work *w);

/* Ends a text; words that could not be kept are not left out in silence. */
static inline void work_done(work *w, text *t)
{
    w->arena->failed |= t->failed;
    text_finish(t);
}

#endif
