#include "variants/import.h"

#include <string.h>

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
    bool twin;    /* of a promoted one, that stands for another of the list */
} piece;

typedef struct work {
    arena *arena;
    diag_list *diags;
    const settings *s;
    const ini_section *section; /* NULL for a variant of the other program */
    bool wrong;
    bool turned; /* zones are said as on a board turned by half, not mirrored */
    bool tried;  /* that a zone fits neither way has been said */
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

/* ---- what is said ---- */

static const setting *get(const work *w, const char *key)
{
    return settings_get(w->s, key);
}

static bool is_true(work *w, const char *key, bool usual)
{
    return setting_bool(w->diags, get(w, key), usual, &w->wrong);
}

static long number(work *w, const char *key, long high, long usual)
{
    return setting_number(w->diags, get(w, key), 0, high, usual, &w->wrong);
}

/* "loss", "draw", "win" or NULL for none. */
static const char *value(work *w, const char *key, const char *usual)
{
    static const char *const words[] = {"loss", "draw", "win", "none", NULL};
    const setting *s = get(w, key);
    if (!s) {
        return usual;
    }
    int which = setting_word(w->diags, s, words, 3, &w->wrong);
    return which == 3 ? NULL : words[which];
}

/* An error about a key that we cannot say. */
static void refuse(work *w, const setting *s, const char *words)
{
    w->wrong = true;
    if (s->builtin) {
        diag_error(w->diags, CODE_FOREIGN_UNSAYABLE, s->value_place,
                   "Ferz cannot say `%s = %s`, which `%s` has from `%s`: %s", s->key, s->value,
                   w->section ? w->section->name : "", s->builtin, words);
    } else {
        diag_error(w->diags, CODE_FOREIGN_UNSAYABLE, s->key_place, "Ferz cannot say `%s = %s`: %s", s->key, s->value,
                   words);
    }
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static int piece_of_letter(const work *w, char letter)
{
    for (size_t i = 0; i < w->count; i++) {
        if (w->pieces[i].letter == lower(letter)) {
            return (int)i;
        }
    }
    return -1;
}

static void unknown_letter(work *w, const setting *s, char c)
{
    w->wrong = true;
    diag_error(w->diags, CODE_FOREIGN_VALUE, s->value_place, "`%s` names the letter `%c`, which no piece of `%s` has",
               s->key, c, w->section ? w->section->name : s->builtin);
}

/* Letters of pieces; * is all. */
static piece_set pieces_of(work *w, const setting *s, piece_set usual)
{
    piece_set set = 0;
    for (const char *c = s ? s->value : ""; *c && *c != '-'; c++) {
        int found = piece_of_letter(w, *c);
        if (*c == '*') {
            set |= w->count == 32 ? UINT32_MAX : (UINT32_C(1) << w->count) - 1;
        } else if (found >= 0) {
            set |= UINT32_C(1) << found;
        } else if (*c != ' ' && *c != '\t') {
            /* What a variant says of a letter that the section has taken away concerns nobody. */
            if (!s->builtin) {
                unknown_letter(w, s, *c);
            }
        }
    }
    return s ? set : usual;
}

static piece_set set_of_letter(const work *w, char letter)
{
    int found = piece_of_letter(w, letter);
    return found < 0 ? 0 : UINT32_C(1) << found;
}

static piece_set set_of_type(const work *w, const char *type)
{
    for (size_t i = 0; i < w->count; i++) {
        if (strcmp(w->pieces[i].type, type) == 0) {
            return UINT32_C(1) << i;
        }
    }
    return 0;
}

/* A set that both players must share: `keyWhite`, `keyBlack` or `key`. */
static piece_set shared_pieces(work *w, const char *key, piece_set usual)
{
    const setting *sides[2];
    piece_set sets[2];
    for (int i = 0; i < 2; i++) {
        char name[64];
        size_t n = strlen(key);
        memcpy(name, key, n);
        memcpy(name + n, i ? "Black" : "White", 6);
        sides[i] = get(w, name) ? get(w, name) : get(w, key);
        sets[i] = pieces_of(w, sides[i], usual);
    }
    if (sets[0] != sets[1]) {
        refuse(w, sides[1] ? sides[1] : sides[0], "a kind of men has the same rules for both players");
    }
    return sets[0];
}

/* ---- regions as zones ---- */

static region whole(const work *w)
{
    region r = {{0}};
    for (int i = 0; i < w->height; i++) {
        r.ranks[i] = (uint16_t)((1u << w->width) - 1);
    }
    return r;
}

static region cut(const work *w, region r)
{
    region board = whole(w);
    for (int i = 0; i < REGION_RANKS; i++) {
        r.ranks[i] &= board.ranks[i];
    }
    return r;
}

static bool same(const region *a, const region *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static bool is_empty(const region *r)
{
    static const region none;
    return same(r, &none);
}

/* As the other player sees it. */
static region opposite(const work *w, const region *r)
{
    region o = {{0}};
    for (int i = 0; i < w->height; i++) {
        uint16_t bits = r->ranks[w->height - 1 - i], turned = 0;
        for (int k = 0; k < w->width; k++) {
            turned |= (uint16_t)((bits >> k & 1) << (w->width - 1 - k));
        }
        o.ranks[i] = w->turned ? turned : bits;
    }
    return o;
}

static region ranks_from(const work *w, int from, int to) /* from 1, own */
{
    region r = whole(w);
    for (int i = 0; i < w->height; i++) {
        r.ranks[i] = i + 1 >= from && i + 1 <= to ? r.ranks[i] : 0;
    }
    return r;
}

static void put_ranks(text *t, const char *own, int from, int to)
{
    if (from == to) {
        text_print(t, "%srank %d", own, from + 1);
    } else {
        text_print(t, "%sranks %d-%d", own, from + 1, to + 1);
    }
}

static void put_files(text *t, int from, int to)
{
    if (from == to) {
        text_print(t, "file %c", 'a' + from);
    } else {
        text_print(t, "files %c-%c", 'a' + from, 'a' + to);
    }
}

/* Rows of equal ranks, each as stretches of files. */
static void put_region(const work *w, const region *r, const char *own, text *t)
{
    uint16_t full = (uint16_t)((1u << w->width) - 1);
    for (int from = 0, to; from < w->height; from = to + 1) {
        uint16_t bits = r->ranks[from];
        for (to = from; to + 1 < w->height && r->ranks[to + 1] == bits; to++) {
        }
        if (bits == full) {
            text_put(t, t->length ? ", " : "");
            put_ranks(t, own, from, to);
            continue;
        }
        for (int a = 0, b; a < w->width; a = b + 1) {
            b = a;
            if (!(bits >> a & 1)) {
                continue;
            }
            while (b + 1 < w->width && bits >> (b + 1) & 1) {
                b++;
            }
            text_put(t, t->length ? ", " : "");
            if (a == b && from == to) {
                text_print(t, "%s%c%d", own, 'a' + a, from + 1);
            } else if (*own && w->turned) { /* the file too is seen from his side */
                for (int cell = 0; cell < (b - a + 1) * (to - from + 1); cell++) {
                    text_print(t, "%s%s%c%d", cell ? ", " : "", own, 'a' + a + cell % (b - a + 1),
                               from + 1 + cell / (b - a + 1));
                }
            } else {
                put_files(t, a, b);
                if (to - from + 1 < w->height) {
                    text_put(t, " and ");
                    put_ranks(t, own, from, to);
                }
            }
        }
    }
}

/* The zone that is `white` for the first player and `black` for the second; "all" for the whole board. NULL when it cannot be
 * said; then `said` gets the blame. */
static const char *zone(work *w, region white, region black, const setting *said)
{
    text t = {0};
    region board = whole(w), other = opposite(w, &white);
    white = cut(w, white);
    black = cut(w, black);
    const char *words = NULL;
    if (same(&white, &board) && same(&black, &board)) {
        text_put(&t, "all");
    } else if (same(&white, &black)) {
        put_region(w, &white, "", &t);
    } else {
        other = opposite(w, &white);
        if (!same(&other, &black)) {
            if (said) {
                refuse(w, said, "the players' regions are neither the same nor each other's image");
            }
            w->wrong = true;
            text_finish(&t);
            return NULL;
        }
        put_region(w, &white, "own ", &t);
    }
    if (t.length) {
        text quoted = {0};
        tree_scalar(&quoted, text_string(&t));
        words = arena_text(w->arena, text_string(&quoted), quoted.length);
        text_finish(&quoted);
    }
    text_finish(&t);
    return words;
}

/* A pair of regions by their keys; the one for both where there is one. False when neither is said. */
static bool both_regions(work *w, const char *white, const char *black, const char *both, region of[2],
                         const setting **said)
{
    const setting *s[2] = {get(w, white), get(w, black)}, *shared = both ? get(w, both) : NULL;
    for (int i = 0; i < 2; i++) {
        s[i] = s[i] ? s[i] : shared;
        of[i] = setting_region(w->diags, s[i], &w->wrong);
    }
    *said = s[0] ? s[0] : s[1];
    return s[0] || s[1];
}

/* ---- pieces ---- */

static const char *own_name(work *w, const char *type, char letter)
{
    static const char *const renamed[][2] = {{"khon", "silver"}, {"met", "fers"}, {"dragon", "bers"}};
    text t = {0};
    if (strncmp(type, "customPiece", 11) == 0) {
        text_print(&t, "piece-%c", letter);
    }
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++) {
        type = strcmp(type, renamed[i][0]) == 0 ? renamed[i][1] : type;
    }
    for (const char *c = type; *c && !t.failed && strncmp(type, "customPiece", 11) != 0; c++) {
        if (*c >= 'A' && *c <= 'Z') {
            text_char(&t, '-');
        }
        text_char(&t, lower(*c));
    }
    const char *name = arena_text(w->arena, text_string(&t), t.length);
    text_finish(&t);
    return name ? name : "";
}

static const char *betza_of_type(const char *type)
{
    const char *betza, *name;
    for (size_t i = 0; (name = piece_type(i, &betza)); i++) {
        if (strcmp(name, type) == 0) {
            return betza;
        }
    }
    return NULL;
}

/* "k:KN": what stands behind the colon, NULL when nothing does. */
static const char *betza_of_value(const char *v)
{
    return v[1] ? v + 2 : NULL;
}

/* The old `kingType = n`: the king moves like the piece of that letter. */
static void old_king(work *w, piece *p)
{
    const setting *s = get(w, "kingType");
    for (size_t i = 0; s && i < w->s->count; i++) {
        const setting *other = &w->s->list[i];
        const char *betza = betza_of_type(other->key);
        if (betza && lower(other->value[0]) == lower(s->value[0]) && !other->value[1]) {
            men_read(NULL, s->value_place, betza, &p->steps);
            return;
        }
    }
    if (s) {
        unknown_letter(w, s, s->value[0]);
    }
}

static void read_piece(work *w, const setting *said, const char *betza)
{
    if (w->count == PIECE_MAX) {
        return;
    }
    piece *p = &w->pieces[w->count++];
    const char *own = betza_of_value(said->value);
    bool custom = strncmp(said->key, "customPiece", 11) == 0, king = strcmp(said->key, "king") == 0;
    *p = (piece){.type = said->key, .letter = lower(said->value[0]), .said = said, .promoted = -1};
    p->name = own_name(w, p->type, p->letter);
    if (king) {
        w->king = (int)w->count - 1;
    }
    if (own && said->value[1] != ':') {
        w->wrong = true;
        diag_error(w->diags, CODE_FOREIGN_PIECES, said->value_place,
                   "`%s` needs a letter, a colon and a movement, such as `%c:N`", said->key, said->value[0]);
    } else if (own && !custom && !king) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, said->value_place,
                     "`%s` has its own movement; Fairy-Stockfish takes no notice of `%s`", said->key, own);
        own = NULL;
    } else if (custom && !own) {
        w->wrong = true;
        diag_error(w->diags, CODE_FOREIGN_PIECES, said->value_place,
                   "`%s` needs a movement: `%c:N` for a man that moves like a knight", said->key, said->value[0]);
    }
    place at = said->value_place;
    men_read(w->section && !said->builtin ? w->diags : NULL, said->builtin ? at : place_within(at, 2, 0),
             own     ? own
             : betza ? betza
                     : "",
             &p->steps);
    if (king && !own) {
        old_king(w, p);
    }
}

static void read_pieces(work *w)
{
    w->king = -1;
    for (size_t i = 0; i < w->s->count; i++) {
        const char *betza = NULL;
        const char *name = NULL;
        for (size_t k = 0; (name = piece_type(k, &betza)) && strcmp(name, w->s->list[i].key) != 0; k++) {
        }
        if (name) {
            read_piece(w, &w->s->list[i], betza);
        }
    }
    if (w->count == 0) {
        w->wrong = true;
        diag_error(w->diags, CODE_FOREIGN_PIECES, w->section ? w->section->name_place : (place){0},
                   "`%s` has no pieces", w->section ? w->section->name : "");
        diag_hint(w->diags, "inherit them, [%s:chess] say, or name them: `king = k`",
                  w->section ? w->section->name : "name");
    }
}

/* p:g s:g l:- */
static void read_promoted(work *w)
{
    const setting *s = get(w, "promotedPieceType");
    const char *c = s ? s->value : "";
    while (*(c += strspn(c, " \t"))) {
        int from = piece_of_letter(w, c[0]), to = c[0] && c[1] == ':' && c[2] ? piece_of_letter(w, c[2]) : -1;
        if (c[0] == '-' && !c[1]) {
            return;
        }
        if (!c[1] || c[1] != ':' || !c[2]) {
            w->wrong = true;
            diag_error(w->diags, CODE_FOREIGN_VALUE, s->value_place, "`%s` needs pairs of letters such as `p:g`",
                       s->key);
            return;
        }
        if (from < 0 || (to < 0 && c[2] != '-')) {
            if (!s->builtin) {
                unknown_letter(w, s, from < 0 ? c[0] : c[2]);
            }
        } else {
            w->pieces[from].promoted = to;
        }
        c += 3;
    }
}

/* ---- the start ---- */

static bool is_piece_sign(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void bad_fen(work *w, const setting *s, const char *words)
{
    w->wrong = true;
    if (s) {
        diag_error(w->diags, CODE_FOREIGN_START, s->value_place, "`startFen`: %s", words);
    } else {
        diag_error(w->diags, CODE_FOREIGN_START, w->section ? w->section->name_place : (place){0},
                   "without `startFen` the start is that of chess: %s", words);
    }
}

/* A man as it is written; false when there is no such piece. Hands the bytes behind it back. */
static bool read_man(work *w, const setting *s, const char **at, text *out, char cell[3])
{
    const char *c = *at;
    bool plus = *c == '+';
    char sign = c[plus];
    int found = is_piece_sign(sign) ? piece_of_letter(w, sign) : -1;
    char words[64] = "there is no piece `?`";
    if (found < 0) {
        words[19] = is_piece_sign(sign) ? sign : '?';
        bad_fen(w, s, sign == '*' ? "it has walls, which Ferz has no word for" : words);
        return false;
    }
    if (plus && w->pieces[found].promoted < 0) {
        bad_fen(w, s, "a man is promoted that does not promote");
        return false;
    }
    cell[0] = plus ? '+' : sign;
    cell[1] = plus ? sign : '\0';
    text_print(out, "%s%c", plus ? "+" : "", sign);
    c += 1 + plus;
    if (*c == '~') {
        text_char(out, '~');
        c++;
    }
    *at = c;
    return true;
}

/* The men of the board; `*at` goes to what follows. */
static bool read_board(work *w, const setting *s, const char **at, text *out)
{
    const char *c = *at;
    for (int rank = w->height - 1; rank >= 0; rank--) {
        int file = 0;
        while (*c && *c != '/' && *c != ' ' && *c != '[') {
            if (*c >= '0' && *c <= '9') {
                int n = *c - '0';
                text_char(out, *c++);
                if (*c >= '0' && *c <= '9') {
                    n = n * 10 + *c - '0';
                    text_char(out, *c++);
                }
                file += n;
            } else {
                char cell[3] = "";
                if (!read_man(w, s, &c, out, cell)) {
                    return false;
                }
                if (file < w->width) {
                    memcpy(w->board[rank][file], cell, sizeof cell);
                }
                file++;
            }
            if (file > w->width) {
                break;
            }
        }
        if (file != w->width || (*c == '/') != (rank > 0)) {
            bad_fen(w, s, "its ranks and files are not those of `maxRank` and `maxFile`");
            return false;
        }
        if (rank > 0) {
            text_char(out, *c++);
        }
    }
    *at = c;
    return true;
}

static bool read_hands(work *w, const setting *s, const char **at, text *hands)
{
    const char *c = *at;
    if (*c != '[') {
        return true;
    }
    for (c++; *c && *c != ']';) {
        char cell[3];
        if (*c == '-') {
            c++;
        } else if (!read_man(w, s, &c, hands, cell)) {
            return false;
        }
    }
    if (*c != ']') {
        bad_fen(w, s, "the hand has no closing bracket");
        return false;
    }
    *at = c + 1;
    return true;
}

/* The word at `*at`, and goes behind it; length 0 at the end. */
static size_t next_word(const char **at, const char **word)
{
    *at += strspn(*at, " \t");
    *word = *at;
    size_t n = strcspn(*at, " \t");
    *at += n;
    return n;
}

/* 3+3 (left to give) or +0+0 (given). False when it is not that. */
static bool read_checks(const char *word, size_t length, int checks[2], bool *given)
{
    *given = length == 4 && word[0] == '+';
    word += *given;
    if ((length != 3 && !*given) || word[0] < '0' || word[0] > '9' || word[1] != '+' || word[2] < '0' ||
        word[2] > '9') {
        return false;
    }
    checks[0] = word[0] - '0';
    checks[1] = word[2] - '0';
    return true;
}

static void read_start(work *w)
{
    const setting *s = get(w, "startFen");
    const char *fen = s ? s->value : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *at = fen, *word;
    text out = {0}, hands = {0};
    int checks[2] = {3, 3};
    long counts[2] = {0, 1};
    size_t n, numbers = 0;
    bool given = false, counting = is_true(w, "checkCounting", false);
    char mover = 'w';
    if (!read_board(w, s, &at, &out) || !read_hands(w, s, &at, &hands)) {
        text_finish(&out);
        text_finish(&hands);
        return;
    }
    for (int field = 0; (n = next_word(&at, &word)) > 0; field++) {
        char digits[16] = "";
        memcpy(digits, word, n < sizeof digits ? n : sizeof digits - 1);
        if (field == 0 && n == 1 && (*word == 'w' || *word == 'b')) {
            mover = *word;
        } else if (read_checks(word, n, checks, &given)) {
            continue;
        } else if (numbers < 2 && text_to_long(digits, 0, 10000, &counts[numbers])) {
            numbers++;
        } else if (field == 1 && n < sizeof w->rights) {
            memcpy(w->rights, word, n);
        } else if (field == 0) {
            bad_fen(w, s, "its second word must be `w` or `b`");
        }
    }
    long most = given ? 3 : checks[0] > checks[1] ? checks[0] : checks[1];
    if (w->drops) {
        text_print(&out, "[%s]", text_string(&hands));
    }
    text_print(&out, " %c %%s - %ld %ld", mover, counts[0], counts[1] ? counts[1] : 1);
    for (int i = 0; i < 2 && counting; i++) {
        long had = given ? checks[i] : most - checks[i];
        if (had > 0) {
            text_print(&out, " %s-checks=%ld", i ? "black" : "white", had);
        }
    }
    if (counting) {
        char words[32];
        text ending = {0};
        text_print(&ending, "checks %ld", most);
        size_t length = ending.length < sizeof words - 1 ? ending.length : sizeof words - 1;
        memcpy(words, text_string(&ending), length);
        words[length] = '\0';
        tree *end = tree_at(w->arena, tree_at(w->arena, w->root, "end"), "enough checks");
        tree_set(w->arena, end, "when", words);
        tree_set(w->arena, end, "running", "false");
        tree_set(w->arena, end, "result", "win");
        text_finish(&ending);
    }
    if (out.length < FEN_MAX) {
        memcpy(w->fen, text_string(&out), out.length);
    } else {
        bad_fen(w, s, "it is too long");
    }
    text_finish(&out);
    text_finish(&hands);
}

/* ---- castling ---- */

static int find_on(const work *w, int rank, char sign, int from, int to)
{
    for (int file = from; from <= to ? file <= to : file >= to; file += from <= to ? 1 : -1) {
        if (file >= 0 && file < w->width && w->board[rank][file][0] == sign && !w->board[rank][file][1]) {
            return file;
        }
    }
    return -1;
}

typedef struct castle {
    int king, rook; /* files, -1 none */
    int partner;    /* piece */
} castle;

static castle find_castle(work *w, int player, int side, int rank, int king_piece, piece_set rooks)
{
    castle c = {-1, -1, -1};
    bool white = player == 0;
    char king = (char)(white ? w->pieces[king_piece].letter - 'a' + 'A' : w->pieces[king_piece].letter);
    int usual = setting_file(w->diags, get(w, "castlingKingFile"), 4, &w->wrong), kings = 0;
    for (int file = 0; file < w->width; file++) {
        if (find_on(w, rank, king, file, file) >= 0) {
            kings++;
            c.king = kings == 1 || file == usual ? file : c.king;
        }
    }
    const setting *own = get(w, side == 0 ? "castlingRookKingsideFile" : "castlingRookQueensideFile");
    int corner = setting_file(w->diags, own, side == 0 ? w->width - 1 : 0, &w->wrong);
    for (size_t i = 0; c.king >= 0 && i < w->count; i++) {
        char rook = (char)(white ? w->pieces[i].letter - 'a' + 'A' : w->pieces[i].letter);
        int file = rooks >> i & 1 ? find_on(w, rank, rook, corner, side == 0 ? c.king + 1 : c.king - 1) : -1;
        if (side == 0 ? corner <= c.king : corner >= c.king) {
            file = -1;
        }
        if (file >= 0 && (c.rook < 0 || (side == 0 ? file > c.rook : file < c.rook))) {
            c.rook = file;
            c.partner = (int)i;
        }
    }
    return c;
}

static void put_cell(work *w, tree *in, const char *key, const int files[2], int rank, const bool holds[2])
{
    char words[2][8];
    int ranks[2] = {rank, w->height - 1 - rank};
    for (int i = 0; i < 2; i++) {
        text t = {0};
        text_print(&t, "%c%d", 'a' + files[i], ranks[i] + 1);
        memcpy(words[i], text_string(&t), t.length + 1);
        text_finish(&t);
    }
    (void)holds;
    if (files[0] == files[1] && !w->turned) {
        tree_set(w->arena, in, key, words[0]);
        return;
    }
    tree *each = tree_at(w->arena, in, key);
    tree_set(w->arena, each, "white", words[0]);
    tree_set(w->arena, each, "black", words[1]);
}

static void import_castling(work *w)
{
    static const char *const names[] = {"short", "long"}, *const letters[] = {"k", "q"};
    char rights[5] = "";
    size_t held = 0;
    long rank = number(w, "castlingRank", w->height, 1) - 1;
    piece_set rooks = shared_pieces(w, "castlingRookPieces", set_of_type(w, "rook"));
    piece_set king_set = shared_pieces(w, "castlingKingPiece", set_of_type(w, "king"));
    int king = w->king;
    for (size_t i = 0; i < w->count; i++) {
        king = king_set >> i & 1 ? (int)i : king;
    }
    king = king < 0 ? piece_of_letter(w, 'k') : king;
    bool castling = is_true(w, "castling", true) && king >= 0 && rooks && rank >= 0;
    int ends[2] = {setting_file(w->diags, get(w, "castlingKingsideFile"), 6, &w->wrong),
                   setting_file(w->diags, get(w, "castlingQueensideFile"), 2, &w->wrong)};
    for (int side = 0; side < 2 && castling; side++) {
        castle c[2];
        bool holds[2];
        for (int player = 0; player < 2; player++) {
            int at = player ? w->height - 1 - (int)rank : (int)rank;
            c[player] = find_castle(w, player, side, at, king, rooks);
            char letter = letters[side][0], file = (char)('a' + c[player].rook);
            holds[player] =
                c[player].rook >= 0 && (strchr(w->rights, player ? letter : letter - 'a' + 'A') ||
                                        (c[player].rook >= 0 && strchr(w->rights, player ? file : file - 'a' + 'A')));
            if (holds[player]) {
                rights[held++] = (char)(player ? letter : letter - 'a' + 'A');
            }
        }
        if (!holds[0] && !holds[1]) {
            continue;
        }
        int king_from[2], rook_from[2], king_to[2] = {ends[side], ends[side]}, rook_to[2], partner = -1;
        for (int player = 0; player < 2; player++) {
            const castle *mine = &c[holds[player] ? player : 1 - player];
            king_from[player] = mine->king;
            rook_from[player] = mine->rook;
            rook_to[player] = king_to[player] + (side == 0 ? -1 : 1);
            if (partner >= 0 && partner != mine->partner) {
                refuse(w, get(w, "castlingRookPieces") ? get(w, "castlingRookPieces") : &w->s->list[0],
                       "the players castle with different men");
            }
            partner = mine->partner;
        }
        if (king_to[0] >= w->width || rook_to[0] < 0 || rook_to[0] >= w->width) {
            const setting *s = get(w, side == 0 ? "castlingKingsideFile" : "castlingQueensideFile");
            w->wrong = true;
            diag_error(w->diags, CODE_FOREIGN_VALUE,
                       s            ? s->value_place
                       : w->section ? w->section->name_place
                                    : (place){0},
                       "castling leads beyond the board");
            continue;
        }
        tree *one = tree_at(w->arena, tree_at(w->arena, w->root, "castling"), names[side]);
        tree_set(w->arena, one, "king", w->pieces[king].name);
        tree_set(w->arena, one, "with", w->pieces[partner].name);
        tree_set(w->arena, one, "right", letters[side]);
        put_cell(w, one, "from", king_from, (int)rank, holds);
        put_cell(w, one, "rook_from", rook_from, (int)rank, holds);
        put_cell(w, one, "king_to", king_to, (int)rank, holds);
        put_cell(w, one, "rook_to", rook_to, (int)rank, holds);
        int steps[2] = {king_to[0] - king_from[0], king_to[1] - king_from[1]};
        /* Where the king could go there by himself, the other program writes that he takes the rook. */
        if (is_true(w, "chess960", false) || steps[0] * steps[0] <= 1 || steps[1] * steps[1] <= 1) {
            tree_set(w->arena, one, "written", "capture");
        }
    }
    /* KQkq, whatever the order in which they were found. */
    char sorted[5] = "";
    for (const char *c = "KQkq"; *c && held; c++) {
        if (strchr(rights, *c)) {
            sorted[strlen(sorted)] = *c;
        }
    }
    const char *hole = strstr(w->fen, "%s");
    if (hole) {
        text fen = {0}, quoted = {0};
        text_print(&fen, "%.*s%s%s", (int)(hole - w->fen), w->fen, held ? sorted : "-", hole + 2);
        bool quote = strchr(w->fen, '[') || strchr(w->fen, '=');
        text_print(&quoted, quote ? "\"%s\"" : "%s", text_string(&fen));
        tree_set(w->arena, w->root, "start", text_string(&quoted));
        text_finish(&fen);
        text_finish(&quoted);
    }
}

/* ---- movements ---- */

typedef struct moves {
    text list;
    size_t items;
    bool plain; /* one movement without more */
} moves;

static void add_move(moves *m, const char *betza, const char *from, const char *to, const char *more)
{
    bool mapping = from || to || more;
    text_put(&m->list, m->items ? ", " : "");
    m->plain = m->items == 0 && !mapping;
    m->items++;
    if (!mapping) {
        tree_scalar(&m->list, betza);
        return;
    }
    text_put(&m->list, "{move: ");
    tree_scalar(&m->list, betza);
    if (from) {
        text_print(&m->list, ", from: %s", from);
    }
    if (to) {
        text_print(&m->list, ", to: %s", to);
    }
    text_print(&m->list, "%s}", more ? more : "");
}

static void double_step_regions(work *w, region of[2], const setting **said)
{
    long from = 2, to = 2;
    of[0] = ranks_from(w, 2, 2);
    of[1] = ranks_from(w, w->height - 1, w->height - 1);
    *said = get(w, "doubleStepRank");
    if (*said || get(w, "doubleStepRankMin") || is_true(w, "firstRankDoubleSteps", false)) {
        to = number(w, "doubleStepRank", REGION_RANKS, 2);
        from = number(w, "doubleStepRankMin", REGION_RANKS,
                      is_true(w, "firstRankDoubleSteps", false) ? 1
                      : to < 2                                  ? to
                                                                : 2);
        from = get(w, "doubleStepRank") && !get(w, "doubleStepRankMin") && !get(w, "firstRankDoubleSteps") ? to : from;
        of[0] = ranks_from(w, (int)from, (int)to);
        of[1] = ranks_from(w, w->height + 1 - (int)to, w->height + 1 - (int)from);
    } else {
        const setting *white = get(w, "doubleStepRegionWhite"), *black = get(w, "doubleStepRegionBlack");
        *said = white ? white : black;
        of[0] = white ? cut(w, setting_region(w->diags, white, &w->wrong)) : of[0];
        of[1] = black ? cut(w, setting_region(w->diags, black, &w->wrong)) : of[1];
    }
}

/* Cells whose next one in the player's direction lies in `r`. */
static region behind(const work *w, const region *r, int player)
{
    region b = {{0}};
    for (int i = 0; i < w->height; i++) {
        int next = player ? i - 1 : i + 1;
        b.ranks[i] = next >= 0 && next < w->height ? r->ranks[next] : 0;
    }
    return b;
}

static bool overlap(region *a, const region *b, bool inside)
{
    bool some = false;
    for (int i = 0; i < REGION_RANKS; i++) {
        a->ranks[i] &= inside ? b->ranks[i] : (uint16_t)~b->ranks[i];
        some |= a->ranks[i] != 0;
    }
    return some;
}

/* Steps of two cells: those after which the man may be taken in passing, and others. */
static void add_double_steps(work *w, moves *m, const char *betza, const char *to)
{
    region from[2], open[2], shut[2];
    const setting *said, *passing = get(w, "enPassantRegion");
    double_step_regions(w, from, &said);
    region where = passing ? setting_region(w->diags, passing, &w->wrong) : whole(w);
    bool some_open = false, some_shut = false;
    for (int player = 0; player < 2; player++) {
        region b = behind(w, &where, player);
        open[player] = shut[player] = from[player];
        some_open |= overlap(&open[player], &b, true);
        some_shut |= overlap(&shut[player], &b, false);
    }
    if (!w->passing) {
        some_open = false;
        some_shut = !is_empty(&from[0]) || !is_empty(&from[1]);
        shut[0] = from[0];
        shut[1] = from[1];
    }
    const char *zones[2] = {some_open ? zone(w, open[0], open[1], said ? said : passing) : NULL,
                            some_shut ? zone(w, shut[0], shut[1], said ? said : passing) : NULL};
    if (zones[0]) {
        add_move(m, betza, strcmp(zones[0], "all") == 0 ? NULL : zones[0], to, ", leaves: passed");
    }
    if (zones[1]) {
        add_move(m, betza, zones[1], to, NULL);
    }
}

static void add_triple_steps(work *w, moves *m)
{
    region of[2];
    const setting *said;
    if (!both_regions(w, "tripleStepRegionWhite", "tripleStepRegionBlack", NULL, of, &said) ||
        (is_empty(&of[0]) && is_empty(&of[1]))) {
        return;
    }
    if (w->passing) {
        refuse(w, said, "a man who steps three cells leaves one cell open to captures in passing here, there two");
        diag_hint(w->diags, "without captures in passing it can be said: `enPassantRegion = -`");
        return;
    }
    const char *from = zone(w, of[0], of[1], said);
    if (from) {
        add_move(m, "fmnH", from, NULL, NULL);
    }
}

/* Where it may go at all. */
static const char *mobility(work *w, const piece *p)
{
    char keys[2][64];
    region of[2];
    const setting *said;
    for (int i = 0; i < 2; i++) {
        text t = {0};
        text_print(&t, "mobilityRegion%s%c%s", i ? "Black" : "White", p->type[0] - 'a' + 'A', p->type + 1);
        memcpy(keys[i], text_string(&t), t.length < 63 ? t.length + 1 : 64);
        keys[i][63] = '\0';
        text_finish(&t);
    }
    if (!both_regions(w, keys[0], keys[1], NULL, of, &said)) {
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        of[i] = get(w, keys[i]) ? of[i] : whole(w);
        of[i] = is_empty(&of[i]) ? whole(w) : of[i]; /* as there: none is no limit */
    }
    const char *words = zone(w, of[0], of[1], said);
    return words && strcmp(words, "all") != 0 ? words : NULL;
}

/* A man who steps sideways only beyond his own part of the board. */
static bool add_soldier(work *w, const piece *p, moves *m, const char *to)
{
    long rank = strcmp(p->type, "soldier") == 0 ? number(w, "soldierPromotionRank", w->height, 1) : 1;
    if (rank <= 1) {
        return false;
    }
    const char *beyond =
        zone(w, ranks_from(w, (int)rank, w->height), ranks_from(w, 1, w->height + 1 - (int)rank), NULL);
    add_move(m, "fW", NULL, to, NULL);
    add_move(m, "sW", beyond, to, NULL);
    return true;
}

static void import_moves(work *w, size_t index, const piece *like, tree *in)
{
    const piece *p = &w->pieces[index];
    moves m = {0};
    text betza = {0};
    const char *cannot = NULL, *to = mobility(w, like);
    bool takes_passing =
        w->passing && (pieces_of(w, get(w, "pawnTypes"), set_of_type(w, "pawn")) | set_of_type(w, "pawn")) >> index & 1;
    const setting *types = get(w, "enPassantTypes") ? get(w, "enPassantTypes")
                           : get(w, "enPassantTypesWhite") || get(w, "enPassantTypesBlack")
                               ? get(w, "enPassantTypesWhite")
                               : NULL;
    const char *own = betza_of_value(like->said->value);
    takes_passing = takes_passing || (w->passing && own && strchr(own, 'e'));
    if (types) {
        takes_passing = w->passing && (shared_pieces(w, "enPassantTypes", 0) | set_of_type(w, "pawn")) >> index & 1;
    }
    if (!add_soldier(w, like, &m, to)) {
        if (men_write(&like->steps, false, takes_passing, &betza, &cannot)) {
            add_move(&m, text_string(&betza), NULL, to, NULL);
        }
        text_clear(&betza);
        if (!cannot && men_write(&like->steps, true, takes_passing, &betza, &cannot)) {
            add_double_steps(w, &m, text_string(&betza), to);
        }
    }
    if (cannot) {
        refuse(w, like->said, cannot);
    }
    if (strcmp(like->type, "pawn") == 0 && is_true(w, "doubleStep", true)) {
        add_double_steps(w, &m, "fmnD", to);
        add_triple_steps(w, &m);
    }
    if ((int)index == w->king && like == p && is_true(w, "flyingGeneral", false)) {
        text more = {0};
        text_print(&more, ", of: %s", p->name);
        add_move(&m, "cR", NULL, NULL, text_string(&more));
        text_finish(&more);
    }
    if (m.items) {
        text list = {0};
        text_print(&list, m.plain ? "%s" : "[%s]", text_string(&m.list));
        tree_set(w->arena, in, "moves", text_string(&list));
        text_finish(&list);
    }
    text_finish(&m.list);
    text_finish(&betza);
}

/* ---- promotion ---- */

static void promotion_regions(work *w, region of[2], const setting **said)
{
    const setting *old = get(w, "promotionRank");
    if (both_regions(w, "promotionRegionWhite", "promotionRegionBlack", NULL, of, said)) {
        of[0] = get(w, "promotionRegionWhite") ? of[0] : ranks_from(w, 8, 8);
        of[1] = get(w, "promotionRegionBlack") ? of[1] : ranks_from(w, 1, 1);
        return;
    }
    int rank = (int)number(w, "promotionRank", REGION_RANKS, 8);
    *said = old;
    of[0] = ranks_from(w, rank, old ? w->height : 8);
    of[1] = old ? ranks_from(w, 1, w->height + 1 - rank) : ranks_from(w, 1, 1);
}

static void put_names(work *w, tree *in, const char *key, piece_set set)
{
    text t = {0};
    size_t count = 0;
    /* The dearest first, as one would say it. */
    static const char *const order[] = {"queen", "chancellor", "archbishop", "rook", "bishop", "knight"};
    for (size_t i = 0; i < sizeof order / sizeof order[0] + w->count; i++) {
        bool named = i < sizeof order / sizeof order[0];
        piece_set one = named ? set_of_type(w, order[i]) : UINT32_C(1) << (i - sizeof order / sizeof order[0]);
        if (one & set) {
            set &= ~one;
            size_t index = 0;
            while (!(one >> index & 1)) {
                index++;
            }
            text_print(&t, "%s%s", count++ ? ", " : "", w->pieces[index].name);
        }
    }
    text list = {0};
    text_print(&list, count == 1 ? "%s" : "[%s]", text_string(&t));
    tree_set(w->arena, in, key, text_string(&list));
    text_finish(&t);
    text_finish(&list);
}

static bool flips(work *w)
{
    return is_true(w, "pieceDemotion", false) && is_true(w, "mandatoryPiecePromotion", false);
}

/* Whoever declines where he could never move again: he may here, if the last rank is no matter. */
static void warn_of_stuck(work *w, const piece *p, const char *key)
{
    bool forward = p->steps.count > 0;
    for (size_t i = 0; i < p->steps.count; i++) {
        forward = forward && p->steps.list[i].y > 0;
    }
    const setting *s = get(w, key);
    if (forward && !is_true(w, "immobilityIllegal", false)) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, s ? s->value_place : p->said->value_place,
                     "a man who declines promotion where he could never move again must promote in Ferz");
        diag_hint(w->diags, "with `immobilityIllegal = true` both programs agree");
    }
}

static void import_promotion(work *w, size_t index, tree *in)
{
    piece *p = &w->pieces[index];
    piece_set pawns = shared_pieces(w,
                                    get(w, "promotionPawnTypes") || get(w, "promotionPawnTypesWhite") ||
                                            get(w, "promotionPawnTypesBlack")
                                        ? "promotionPawnTypes"
                                        : "pawnTypes",
                                    set_of_type(w, "pawn"));
    piece_set to =
        shared_pieces(w, "promotionPieceTypes",
                      set_of_letter(w, 'n') | set_of_letter(w, 'b') | set_of_letter(w, 'r') | set_of_letter(w, 'q'));
    region of[2];
    const setting *said;
    promotion_regions(w, of, &said);
    bool shogi = p->promoted >= 0, pawn = pawns >> index & 1 && to && !shogi;
    const char *where = shogi || pawn ? zone(w, of[0], of[1], said) : NULL;
    if (shogi && flips(w)) {
        text t = {0};
        text_print(&t, "promoted-%s", p->name);
        tree_set(w->arena, in, "flips", text_string(&t));
        text_finish(&t);
        if (where && strcmp(where, "all") != 0) {
            refuse(w, get(w, "pieceDemotion"), "men that turn over with each move do so everywhere");
        }
    } else if (where && shogi) {
        tree *promotes = tree_at(w->arena, in, "promotes");
        text t = {0};
        text_print(&t, "promoted-%s", p->name);
        tree_set(w->arena, promotes, "on", where);
        tree_set(w->arena, promotes, "when", "touches");
        tree_set(w->arena, promotes, "to", text_string(&t));
        if (!is_true(w, "mandatoryPiecePromotion", false)) {
            tree_set(w->arena, promotes, "optional", "true");
            warn_of_stuck(w, p, "promotedPieceType");
        }
        text_finish(&t);
    } else if (where) {
        tree *promotes = tree_at(w->arena, in, "promotes");
        tree_set(w->arena, promotes, "on", where);
        put_names(w, promotes, "to", to);
        if (!is_true(w, "mandatoryPawnPromotion", true)) {
            tree_set(w->arena, promotes, "optional", "true");
            warn_of_stuck(w, p, "mandatoryPawnPromotion");
        }
        if (is_true(w, "capturesToHand", false) && !is_true(w, "dropLoop", false)) {
            tree_set(w->arena, promotes, "reverts", "true");
        }
    }
}

/* ---- drops ---- */

static void import_drops(work *w, size_t index, tree *in)
{
    const piece *p = &w->pieces[index];
    bool pawn = strcmp(p->type, "pawn") == 0;
    region of[2], promote[2];
    const setting *said = NULL, *zone_said;
    both_regions(w, "whiteDropRegion", "blackDropRegion", NULL, of, &said);
    of[0] = get(w, "whiteDropRegion") ? of[0] : whole(w);
    of[1] = get(w, "blackDropRegion") ? of[1] : whole(w);
    promotion_regions(w, promote, &zone_said);
    region first[2] = {ranks_from(w, 1, 1), ranks_from(w, w->height, w->height)};
    for (int i = 0; i < 2; i++) {
        if (pawn && !is_true(w, "promotionZonePawnDrops", false)) {
            overlap(&of[i], &promote[i], false);
        }
        if (pawn && !is_true(w, "firstRankPawnDrops", false)) {
            overlap(&of[i], &first[i], false);
        }
        if (strcmp(p->type, "rook") == 0 && is_true(w, "sittuyinRookDrop", false)) {
            overlap(&of[i], &first[i], true);
        }
    }
    const char *where = zone(w, of[0], of[1], said ? said : zone_said);
    if (!where && is_empty(&of[0]) && is_empty(&of[1])) {
        tree_set(w->arena, in, "drops", "never");
        return;
    }
    if (where && strcmp(where, "all") != 0) {
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "on", where);
    }
    piece_set doubled = pieces_of(w, get(w, "dropNoDoubled"), 0);
    if (get(w, "shogiDoubledPawn") && !is_true(w, "shogiDoubledPawn", true)) {
        doubled |= set_of_type(w, "shogiPawn");
    }
    if (doubled >> index & 1) {
        char digits[8] = "1";
        long most = number(w, "dropNoDoubledCount", 9, 1);
        digits[0] = (char)('0' + (most ? most : 1));
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "per_file", digits);
    }
    if (is_true(w, "shogiPawnDropMateIllegal", false) && strcmp(p->type, "shogiPawn") == 0) {
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "mate", "false");
    }
    if (p->promoted >= 0 && is_true(w, "dropPromoted", false)) {
        text t = {0};
        text_print(&t, "[%s, promoted-%s]", p->name, p->name);
        tree_set(w->arena, tree_at(w->arena, in, "drops"), "as", text_string(&t));
        text_finish(&t);
    }
}

/* ---- the pieces of our file ---- */

/* 1276 is a rook there. */
static void import_value(work *w, const piece *p, tree *in)
{
    const setting *s = get(w, "pieceValueMg");
    for (const char *c = s ? s->value : ""; *c; c++) {
        if (lower(*c) == p->letter && c[1] == ':') {
            char digits[8] = "";
            size_t n = strspn(c + 2, "0123456789");
            long there = 0;
            memcpy(digits, c + 2, n < 7 ? n : 7);
            if (text_to_long(digits, 1, 100000, &there) && there * 500 / 1276 > 0) {
                text t = {0};
                text_print(&t, "%ld", there * 500 / 1276);
                tree_set(w->arena, in, "value", text_string(&t));
                text_finish(&t);
            }
        }
    }
}

static void import_piece(work *w, size_t index, tree *pieces)
{
    const piece *p = &w->pieces[index];
    tree *in = tree_at(w->arena, pieces, p->name);
    char letter[3] = {p->letter, '\0', '\0'};
    piece_set clock =
        shared_pieces(w, get(w, "nMoveRuleTypes") || get(w, "nMoveRuleTypesWhite") ? "nMoveRuleTypes" : "pawnTypes",
                      set_of_type(w, "pawn"));
    tree_set(w->arena, in, "letter", letter[0] == 'n' || letter[0] == 'y' ? letter : letter);
    import_moves(w, index, p, in);
    piece_set pseudo = is_true(w, "extinctionPseudoRoyal", false) ? pieces_of(w, get(w, "extinctionPieceTypes"), 0) : 0;
    if ((int)index == w->king || pseudo >> index & 1) {
        tree_set(w->arena, in, "royal", "true");
    }
    import_promotion(w, index, in);
    if (w->drops) {
        import_drops(w, index, in);
    }
    if (clock >> index & 1) {
        tree_set(w->arena, in, "resets_clock", "true");
    }
    import_value(w, p, in);
    if (p->promoted < 0) {
        return;
    }
    /* Its other side. */
    text name = {0};
    text_print(&name, "promoted-%s", p->name);
    tree *twin = tree_at(w->arena, pieces, text_string(&name));
    text_finish(&name);
    letter[0] = '+';
    letter[1] = p->letter;
    tree_set(w->arena, twin, "letter", letter);
    import_moves(w, index, &w->pieces[p->promoted], twin);
    if (flips(w)) {
        tree_set(w->arena, twin, "flips", p->name);
    }
    if (w->drops) {
        bool loop = is_true(w, "dropLoop", false);
        tree_set(w->arena, twin, "taken_as", loop ? w->pieces[p->promoted].name : p->name);
    }
}

/* ---- ends ---- */

static tree *ending(work *w, const char *name, const char *when, const char *result)
{
    tree *e = tree_at(w->arena, tree_at(w->arena, w->root, "end"), name);
    tree_set(w->arena, e, "when", when);
    tree_set(w->arena, e, "result", result);
    return e;
}

static const char *format_words(work *w, const char *format, long n)
{
    text t = {0};
    text_print(&t, "%s %ld", format, n);
    const char *words = arena_text(w->arena, text_string(&t), t.length);
    text_finish(&t);
    return words ? words : "";
}

static bool is_usual(work *w)
{
    static const char *const odd[] = {"extinctionValue", "flagRegion",  "flagRegionWhite", "checkCounting",
                                      "connectN",        "mustCapture", "blastOnCapture",  "pieceDrops"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        const setting *s = get(w, odd[i]);
        if (s && strcmp(s->value, "false") != 0 && strcmp(s->value, "none") != 0 && strcmp(s->value, "0") != 0 &&
            strcmp(s->value, "-") != 0) {
            return false;
        }
    }
    bool plain = w->king >= 0 && !betza_of_value(w->pieces[w->king].said->value) && !get(w, "kingType");
    return plain && set_of_type(w, "bishop") && set_of_type(w, "knight");
}

static void import_extinction(work *w)
{
    const char *result = value(w, "extinctionValue", NULL);
    const setting *types = get(w, "extinctionPieceTypes"), *claim = get(w, "extinctionClaim");
    long least = number(w, "extinctionPieceCount", 1000, 0), other = number(w, "extinctionOpponentPieceCount", 1000, 0);
    if (!result || !types || strcmp(types->value, "-") == 0) {
        return;
    }
    bool all = strchr(types->value, '*') != NULL, claimed = is_true(w, "extinctionClaim", false);
    if (all && least == 1 && other == 2 && claimed && w->king >= 0) {
        tree *e = ending(w, "bare king", "bare", result);
        tree_set(w->arena, e, "grace", "true");
        if (w->section) {
            diag_warning(
                w->diags, CODE_FOREIGN_DIFFERENT, claim->value_place,
                "a bare king may still draw here by taking the opponent's last man; there by any move while the "
                "opponent has just one");
        }
        return;
    }
    if (other > 0 || claimed) {
        refuse(w, other > 0 ? get(w, "extinctionOpponentPieceCount") : claim,
               "extinction asks about the men of one player alone, and nobody claims it");
        return;
    }
    if (all) {
        ending(w, least ? "too few men" : "no men", least ? format_words(w, "fewer", least + 1) : "extinct", result);
        return;
    }
    piece_set set = pieces_of(w, types, 0);
    for (size_t i = 0; i < w->count; i++) {
        text name = {0}, when = {0};
        if (!(set >> i & 1)) {
            continue;
        }
        text_print(&name, least ? "too few of %s" : "no %s", w->pieces[i].name);
        if (least) {
            text_print(&when, "fewer %ld", least + 1);
        } else {
            text_print(&when, "extinct %s", w->pieces[i].name);
        }
        tree *e = ending(w, text_string(&name), text_string(&when), result);
        if (least) {
            tree_set(w->arena, e, "of", w->pieces[i].name);
        }
        text_finish(&name);
        text_finish(&when);
    }
}

/* The last of men that must not become extinct may not be left under attack. */
static void check_pseudo_royal(work *w)
{
    const setting *s = get(w, "extinctionPseudoRoyal");
    if (!is_true(w, "extinctionPseudoRoyal", false)) {
        return;
    }
    piece_set set = pieces_of(w, get(w, "extinctionPieceTypes"), 0);
    piece_set grown = w->drops ? UINT32_MAX : shared_pieces(w, "promotionPieceTypes", 0);
    long least = number(w, "extinctionPieceCount", 1000, 0);
    int men[2] = {0, 0}, kinds = 0;
    for (size_t i = 0; i < w->count; i++) {
        kinds += (int)(set >> i & 1);
        for (int cell = 0; cell < w->width * w->height; cell++) {
            char c = w->board[cell / w->width][cell % w->width][0];
            if (set >> i & 1 && lower(c) == w->pieces[i].letter) {
                men[c >= 'a']++;
            }
        }
    }
    if (kinds != 1 || (set & grown) || men[0] > 1 || men[1] > 1 || least > 0 || is_true(w, "dupleCheck", false)) {
        refuse(w, s, "men who are royal only while they are the last of their kind");
    }
}

static void import_flag(work *w)
{
    region of[2];
    const setting *said;
    if (!both_regions(w, "flagRegionWhite", "flagRegionBlack", "flagRegion", of, &said)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        of[i] = cut(w, of[i]);
    }
    if (is_empty(&of[0]) && is_empty(&of[1])) {
        return;
    }
    static const char *const unsaid[] = {"flagMove", "flagPieceSafe", "flagPieceBlockedWin"};
    static const char *const why[] = {
        "the game ends as soon as the cell is reached, without a last move for the other side",
        "whether a man who has arrived stands safe is not asked", "only men of his own count"};
    for (size_t i = 0; i < 3; i++) {
        if (is_true(w, unsaid[i], false)) {
            refuse(w, get(w, unsaid[i]), why[i]);
        }
    }
    piece_set set = shared_pieces(w, "flagPiece", UINT32_MAX);
    const char *where = zone(w, of[0], of[1], said);
    if (!where) {
        return;
    }
    tree *e = ending(w, "goal reached", format_words(w, "reached", number(w, "flagPieceCount", 100, 1)), "win");
    tree_set(w->arena, e, "zone", where);
    if (set != UINT32_MAX && set != (UINT32_C(1) << w->count) - 1) {
        put_names(w, e, "of", set);
    }
}

static void import_lines(work *w)
{
    long n = number(w, "connectN", 36, 0);
    bool up = is_true(w, "connectVertical", true), across = is_true(w, "connectHorizontal", true),
         aslant = is_true(w, "connectDiagonal", true);
    if (n < 2) {
        return;
    }
    if (up != across || (!up && !aslant)) {
        refuse(w, get(w, up ? "connectHorizontal" : "connectVertical"),
               "rows are straight, diagonal or both, not in one direction alone");
        return;
    }
    const char *result = value(w, "connectValue", "win");
    tree *e = ending(w, "row made", format_words(w, "line", n), result ? result : "win");
    if (up && !aslant) {
        tree_set(w->arena, e, "along", "straight");
    } else if (!up) {
        tree_set(w->arena, e, "along", "diagonal");
    }
    piece_set set = pieces_of(w, get(w, "connectPieceTypes"), UINT32_MAX);
    if (set != UINT32_MAX) {
        put_names(w, e, "of", set);
    }
}

static void import_repetition(work *w)
{
    long folds = number(w, "nFoldRule", 1000, 3), quiet = number(w, "nMoveRule", 10000, 50);
    const char *result = value(w, "nFoldValue", "draw");
    if (folds > 0 && is_true(w, "perpetualCheckIllegal", false)) {
        ending(w, "perpetual check", format_words(w, "perpetual check", folds), "loss");
    }
    if (folds > 0 && result) {
        bool draw = strcmp(result, "draw") == 0;
        if (!draw && is_true(w, "nFoldValueAbsolute", false)) {
            result = strcmp(result, "loss") == 0 ? "black wins" : "white wins";
        }
        tree *e = ending(w, "repetition", format_words(w, "repetition", folds), result);
        if (draw && folds == 3) {
            tree_set(w->arena, e, "claim", "draw");
        }
    }
    if (quiet > 0) {
        tree *e =
            ending(w, quiet == 50 ? "fifty moves" : "quiet moves", format_words(w, "quiet plies", 2 * quiet), "draw");
        tree_set(w->arena, e, "claim", "draw");
    }
}

static void import_ends(work *w)
{
    tree *end = tree_at(w->arena, w->root, "end");
    const char *mate = value(w, "checkmateValue", "loss"), *stale = value(w, "stalemateValue", "draw");
    bool royal = w->king >= 0 || is_true(w, "extinctionPseudoRoyal", false);
    import_extinction(w);
    import_flag(w);
    import_lines(w);
    if (royal && mate) {
        tree_set(w->arena, end, "checkmate", mate);
    }
    if (stale) {
        tree_set(w->arena, end, "stalemate", stale);
    }
    if (is_usual(w)) {
        tree *e = ending(w, "dead position", "dead material", "draw");
        tree_set(w->arena, e, "alone", "[bishop, knight]");
        tree_set(w->arena, e, "same_shade", "[bishop]");
    }
    import_repetition(w);
}

/* ---- the rest ---- */

/* Keys that mean a rule for which there is no word here, as soon as they are said (with another value than this). */
static const struct {
    const char *key, *harmless, *why;
} unsayable[] = {
    {"twoBoards", "false", "men that come from a second board are said with that board here, see rules/README.md"},
    {"sittuyinPromotion", "false", "promotions in the place belong to single movements here, see `becomes`"},
    {"promotionLimit", "-", "how many men a player may have of a kind is not limited"},
    {"piecePromotionOnCapture", "false", "promotion does not depend on a capture"},
    {"mutuallyImmuneTypes", "-", "what may take what is said movement by movement, see `of`"},
    {"blastImmuneTypes", "-", "men whom a blast spares even where it begins"},
    {"petrifyOnCapture", "false", "men do not turn into walls"},
    {"petrifyOnCaptureTypes", "-", "men do not turn into walls"},
    {"petrifyBlastPieces", "false", "men do not turn into walls"},
    {"castlingDroppedPiece", "false", "men gain no right to castle where they are dropped"},
    {"oppositeCastling", "false", "castling does not depend on the other side's"},
    {"castlingWins", "-", "castling is no end"},
    {"checking", "true", "checks are forbidden by a script here, see the live hooks of scripts/README.md"},
    {"mustDropType", "*", "all men in hand are placed, not those of one kind"},
    {"dropOppositeColoredBishop", "false", "drops look at one cell, not at where others stand"},
    {"enclosingDropStart", "-", "drops that enclose men belong into a script here"},
    {"gating", "false", "men do not come in on cells that others leave"},
    {"seirawanGating", "false", "men do not come in on cells that others leave"},
    {"cambodianMoves", "false", "leaps that depend on an enemy's place; see `rights` for first moves"},
    {"wallingRule", "none", "players put no walls"},
    {"wallOrMove", "false", "players put no walls"},
    {"arrowGating", "false", "players put no walls"},
    {"duckGating", "false", "players put no walls"},
    {"staticGating", "false", "players put no walls"},
    {"pastGating", "false", "players put no walls"},
    {"diagonalLines", "-", "lines that only some men follow; see `lines` of the board"},
    {"makpongRule", "false", "whether a king in check may go is not a rule of its own"},
    {"flipEnclosedPieces", "none", "men who change sides when enclosed belong into a script here"},
    {"moveRepetitionIllegal", "false", "only positions are counted, not moves"},
    {"stalematePieceCount", "false", "counting men at the end belongs into a script here, see giveaway-all"},
    {"shatarMateRule", "false", "see the game shatar, which has it with a script"},
    {"bikjangRule", "false", "generals who face each other belong into a script here"},
    {"dupleCheck", "false", "several royal men are each in check by themselves"},
    {"materialCounting", "none", "counting men at the end belongs into a script here"},
    {"adjudicateFullBoard", "false", "counting men at the end belongs into a script here"},
    {"connectRegion1White", "-", "rows that join two edges belong into a script here"},
    {"connectRegion2White", "-", "rows that join two edges belong into a script here"},
    {"connectRegion1Black", "-", "rows that join two edges belong into a script here"},
    {"connectRegion2Black", "-", "rows that join two edges belong into a script here"},
    {"connectNxN", "0", "squares of men belong into a script here"},
    {"collinearN", "0", "rows with gaps belong into a script here"},
    {"passWhite", "both", "both players pass, or nobody"},
    {"passBlack", "both", "both players pass, or nobody"},
    {"passOnStalemateWhite", "both", "both players pass, or nobody"},
    {"passOnStalemateBlack", "both", "both players pass, or nobody"},
};

/* Keys that only end games earlier. */
static const struct {
    const char *key, *harmless, *what;
} left_out[] = {
    {"countingRule", "none", "counting towards a draw is left out"},
    {"chasingRule", "none", "perpetual chases draw by repetition"},
};

static void check_unsayable(work *w)
{
    for (size_t i = 0; i < sizeof unsayable / sizeof unsayable[0]; i++) {
        const setting *s = get(w, unsayable[i].key);
        if (s && strcmp(s->value, unsayable[i].harmless) != 0 && strcmp(s->value, "-") != 0 && *s->value) {
            refuse(w, s, unsayable[i].why);
        }
    }
    for (size_t i = 0; w->section && i < sizeof left_out / sizeof left_out[0]; i++) {
        const setting *s = get(w, left_out[i].key);
        if (s && strcmp(s->value, left_out[i].harmless) != 0) {
            diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, s->value_place, "`%s = %s`: %s", s->key, s->value,
                         left_out[i].what);
        }
    }
    static const char *const enclosing[] = {"none", "top", "reversi", "ataxx", "quadwrangle", "snort", "anyside", NULL};
    const setting *s = get(w, "enclosingDrop");
    if (setting_word(w->diags, s, enclosing, 0, &w->wrong) > 1) {
        refuse(w, s, "drops that enclose men belong into a script here");
    }
}

static void import_board(work *w)
{
    char size[16];
    text t = {0};
    text_print(&t, "%dx%d", w->width, w->height);
    memcpy(size, text_string(&t), t.length + 1);
    text_finish(&t);
    tree *board = tree_at(w->arena, w->root, "board");
    tree_set(w->arena, board, "size", size);
    if (w->turned) {
        tree_set(w->arena, board, "symmetry", "turn");
    }
}

static void import_game_wide(work *w)
{
    if (w->drops && is_true(w, "capturesToHand", false)) {
        tree_set(w->arena, w->root, "captured", "to hand");
    }
    tree *drops = tree_at(w->arena, w->root, "drops");
    if (w->drops) {
        if (!is_true(w, "immobilityIllegal", false)) {
            tree_set(w->arena, drops, "immobile", "true");
        }
        if (!is_true(w, "dropChecks", true)) {
            tree_set(w->arena, drops, "check", "false");
        }
        const setting *top = get(w, "enclosingDrop");
        if (is_true(w, "dropOnTop", false) || (top && strcmp(top->value, "top") == 0)) {
            tree_set(w->arena, drops, "rests", "true");
        }
    }
    if (is_true(w, "mustDrop", false)) {
        tree_set(w->arena, tree_at(w->arena, w->root, "placing"), "first", "true");
    }
    if (is_true(w, "pass", false)) {
        tree_set(w->arena, tree_at(w->arena, w->root, "turn"), "pass", "unchecked");
    } else if (is_true(w, "passOnStalemate", false)) {
        tree_set(w->arena, tree_at(w->arena, w->root, "turn"), "pass", "stalemated");
    }
    tree *captures = tree_at(w->arena, w->root, "captures");
    if (is_true(w, "mustCapture", false)) {
        tree_set(w->arena, captures, "must", "true");
    }
    if (is_true(w, "blastOnCapture", false)) {
        tree *blast = tree_at(w->arena, captures, "blast");
        tree_set(w->arena, blast, "reach", "K");
        piece_set pawns = set_of_type(w, "pawn");
        if (pawns) {
            put_names(w, blast, "spares", pawns);
        }
    }
}

/* Empty mappings are not written; an inherited one would stay. */
static void prune(tree *t)
{
    tree *before = NULL;
    for (tree *c = t->first; c; c = c->next) {
        if (!c->leaf && !c->first) {
            if (before) {
                before->next = c->next;
            } else {
                t->first = c->next;
            }
            t->last = t->last == c ? before : t->last;
        } else {
            before = c;
        }
    }
}

/* Whether anybody can be taken in passing. */
static bool has_passing(work *w)
{
    bool farther = false;
    const setting *types = get(w, "enPassantTypes");
    for (size_t i = 0; i < w->count; i++) {
        for (size_t k = 0; k < w->pieces[i].steps.count; k++) {
            farther |= w->pieces[i].steps.list[k].initial;
        }
    }
    const setting *where = get(w, "enPassantRegion");
    if (where && strcmp(where->value, "-") == 0) {
        return false;
    }
    bool others = !types || strcmp(types->value, "-") != 0; /* it does not take the pawns' right away */
    return (farther && others) || (set_of_type(w, "pawn") && is_true(w, "doubleStep", true));
}

/* Movements that tell left from right turn with the board there. */
static bool tells_sides(const work *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const man_steps *m = &w->pieces[i].steps;
        for (size_t k = 0; k < m->count; k++) {
            bool found = m->list[k].x == 0;
            for (size_t n = 0; n < m->count && !found; n++) {
                man_step other = m->list[n];
                other.x = (int8_t)-other.x;
                found = memcmp(&other, &m->list[k], sizeof other) == 0;
            }
            if (!found) {
                return true;
            }
        }
    }
    return false;
}

/* The whole tree; `w->wrong` when something could not be said. */
static void import_all(work *w)
{
    arena *a = w->arena;
    w->root = arena_new(a, tree, 1);
    if (!w->root) {
        return;
    }
    w->root->name = "";
    static const char *const order[] = {"board", "captured", "drops",    "pieces", "castling",
                                        "turn",  "placing",  "captures", "start",  "end"};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        tree_at(a, w->root, order[i]);
    }
    w->height = (int)setting_number(w->diags, get(w, "maxRank"), 1, REGION_RANKS, 8, &w->wrong);
    w->width = setting_file(w->diags, get(w, "maxFile"), 7, &w->wrong) + 1;
    read_pieces(w);
    read_promoted(w);
    w->drops = is_true(w, "pieceDrops", false);
    w->passing = has_passing(w);
    check_unsayable(w);
    import_board(w);
    import_ends(w);
    read_start(w);
    tree *pieces = tree_at(a, w->root, "pieces");
    for (size_t i = 0; i < w->count; i++) {
        import_piece(w, i, pieces);
    }
    check_pseudo_royal(w);
    import_castling(w);
    import_game_wide(w);
    prune(w->root);
}

/* Both ways to see the board from the other side are tried where the first does not do. */
static tree *import_tree(arena *a, diag_list *diags, const settings *s, const ini_section *section)
{
    work *w = arena_new(a, work, 1);
    diag_list quiet;
    diag_list_init(&quiet);
    tree *made = NULL;
    bool sides = false;
    for (int attempt = 0; w && attempt < 2 && !made; attempt++) {
        *w = (work){.arena = a, .diags = &quiet, .s = s, .section = section, .turned = attempt == 1};
        import_all(w);
        sides = tells_sides(w);
        made = w->wrong || a->failed || (sides && attempt == 0) ? NULL : w->root;
    }
    if (w) { /* again, for what is to be said of it */
        bool turned = made ? w->turned : sides;
        *w = (work){.arena = a, .diags = diags, .s = s, .section = section, .turned = turned};
        import_all(w);
    }
    diag_list_finish(&quiet);
    return made;
}

/* ---- files ---- */

/* What the children of a plain game inherit besides its rules: choices about how two endings are claimed. */
static void add_options(arena *a, tree *t, const tree *plain)
{
    static const char *const names[][2] = {{"repetition", "repetition"}, {"fifty moves", "fifty"}};
    for (size_t i = 0; i < 2; i++) {
        const tree *mine = tree_get(tree_get(t, "end"), names[i][0]);
        const tree *theirs = tree_get(tree_get(plain, "end"), names[i][0]);
        tree *claim = mine ? tree_get(mine, "claim") : NULL;
        if (mine && theirs && claim) {
            tree_set(a, tree_at(a, t, "options"), names[i][1], "@");
        }
    }
}

typedef struct output_file {
    const ini_section *section;
    tree *rules; /* NULL: could not be said */
    bool wanted;
} output_file;

static size_t length_of(const tree *t)
{
    text out = {0};
    tree_write(t, &out);
    size_t n = out.failed ? SIZE_MAX : out.length;
    text_finish(&out);
    return n;
}

static const char *write_file(arena *a, const source *from, const output_file *f, const char *parent, const tree *body)
{
    text out = {0};
    text_print(&out, "# From ");
    text_add_safe(&out, from->name, strlen(from->name));
    text_print(&out, ", line %u: [%s%s%s]\nname: ", f->section->name_place.line, f->section->name,
               f->section->parent ? ":" : "", f->section->parent ? f->section->parent : "");
    tree_scalar(&out, f->section->name);
    text_char(&out, '\n');
    if (parent) {
        text_print(&out, "extends: %s\n", parent);
    }
    text_print(&out, "about: Imported from Fairy-Stockfish's format.\n\n");
    tree_write(body, &out);
    while (out.length > 1 && out.bytes[out.length - 1] == '\n' && out.bytes[out.length - 2] == '\n') {
        out.bytes[--out.length] = '\0';
    }
    const char *yaml = out.failed ? NULL : arena_text(a, text_string(&out), out.length);
    text_finish(&out);
    return yaml;
}

/* The shortest of: by itself, on top of the plain game, on top of the section that it inherits from. */
static const char *render(arena *a, const source *from, const output_file *files, size_t index, const tree *plain)
{
    const output_file *f = &files[index];
    const tree *best = f->rules;
    const char *parent = NULL;
    size_t shortest = length_of(best);
    tree *on_plain = plain ? tree_difference(a, f->rules, plain) : NULL;
    if (on_plain && length_of(on_plain) < shortest) {
        best = on_plain;
        parent = builtin_plain;
        shortest = length_of(on_plain);
    }
    for (size_t i = 0; f->section->parent && i < index; i++) {
        if (files[i].rules && files[i].wanted && strcmp(files[i].section->name, f->section->parent) == 0) {
            tree *on_parent = tree_difference(a, f->rules, files[i].rules);
            if (on_parent && length_of(on_parent) <= shortest) {
                best = on_parent;
                parent = files[i].section->name;
                shortest = length_of(on_parent);
            }
        }
    }
    return write_file(a, from, f, parent, best);
}

static const char *section_name(const void *state, size_t index)
{
    const ini *file = state;
    return index < file->count ? file->sections[index].name : NULL;
}

/* Whom the user wants, and whom those inherit from. */
static void choose(diag_list *diags, const ini *file, const char *const *only, output_file *files)
{
    for (size_t i = 0; i < file->count; i++) {
        files[i].section = &file->sections[i];
        files[i].wanted = !only;
    }
    for (size_t k = 0; only && only[k]; k++) {
        bool found = false;
        for (size_t i = 0; i < file->count; i++) {
            bool same_name = strcmp(file->sections[i].name, only[k]) == 0;
            files[i].wanted = files[i].wanted || same_name;
            found = found || same_name;
        }
        if (!found) {
            diag_error(diags, CODE_FOREIGN_PARENT, (place){0}, "there is no section `%s`", only[k]);
            const char *near = text_nearest(only[k], section_name, file);
            if (near) {
                diag_hint(diags, "did you mean `%s`?", near);
            }
        }
    }
}

imported_game *import_ini(arena *a, diag_list *diags, const source *from, const char *const *only, size_t *count)
{
    ini file;
    *count = 0;
    if (!ini_read(a, diags, from, &file) && diags->failed) {
        return NULL;
    }
    sections *all = sections_resolve(a, diags, &file);
    output_file *files = arena_new(a, output_file, file.count + 1);
    imported_game *games = arena_new(a, imported_game, file.count + 1);
    const settings *plain_settings = all ? sections_builtin(all, builtin_plain) : NULL;
    tree *plain = plain_settings ? import_tree(a, diags, plain_settings, NULL) : NULL;
    if (!files || !games || !plain) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return NULL;
    }
    add_options(a, plain, plain);
    choose(diags, &file, only, files);
    for (size_t i = 0; i < file.count; i++) {
        const settings *s = sections_at(all, i);
        if (!files[i].wanted || s->wrong) {
            continue;
        }
        files[i].rules = import_tree(a, diags, s, &file.sections[i]);
        if (files[i].rules) {
            add_options(a, files[i].rules, plain);
            games[*count].name = file.sections[i].name;
            games[*count].yaml = render(a, from, files, i, plain);
            if (!games[*count].yaml) {
                diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
                return NULL;
            }
            ++*count;
        }
    }
    return games;
}
