/* The pieces of a section, and the position that it starts from. */
#include "formats/import_context.h"

#include <string.h>

static const char *own_name(import_context *w, const char *type, char letter)
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
        if (ascii_to_lower(*c) != *c) {
            text_char(&t, '-');
        }
        text_char(&t, ascii_to_lower(*c));
    }
    const char *name = arena_text(w->arena, text_string(&t), t.length);
    import_text_finish(w, &t);
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

/* "k:KN": the part behind the colon; NULL when there is none. */
const char *import_betza(const char *v)
{
    return v[1] ? v + 2 : NULL;
}

/* The old `kingType = n`: the king moves like the piece of that letter. */
static void read_king_type(import_context *w, imported_piece *p)
{
    const setting *s = import_setting(w, "kingType");
    for (size_t i = 0; s && i < w->s->count; i++) {
        const setting *other = &w->s->list[i];
        const char *betza = betza_of_type(other->key);
        if (betza && ascii_to_lower(other->value[0]) == ascii_to_lower(s->value[0]) && !other->value[1]) {
            fairy_betza_read(NULL, s->value_location, betza, &p->steps);
            return;
        }
    }
    if (s) {
        import_unknown_letter(w, s, s->value[0]);
    }
}

static void read_piece(import_context *w, const setting *origin, const char *betza)
{
    imported_piece *p = &w->pieces[w->count++]; /* each has a letter of its own, so there are at most PIECE_MAX */
    const char *own = import_betza(origin->value);
    bool custom = strncmp(origin->key, "customPiece", 11) == 0, king = strcmp(origin->key, "king") == 0;
    *p = (imported_piece){
        .type = origin->key, .letter = ascii_to_lower(origin->value[0]), .origin = origin, .promoted = -1};
    p->name = own_name(w, p->type, p->letter);
    if (king) {
        w->king = (int)w->count - 1;
    }
    if (own && origin->value[1] != ':') {
        w->wrong = true;
        diag_error(w->diags, CODE_FOREIGN_PIECES, origin->value_location,
                   "`%s` needs a letter, a colon and a movement, such as `%c:N`", origin->key, origin->value[0]);
    } else if (own && !custom && !king) {
        diag_warning(w->diags, CODE_FOREIGN_DIFFERENT, origin->value_location,
                     "`%s` has its own movement; Fairy-Stockfish ignores `%s`", origin->key, own);
        own = NULL;
    } else if (custom && !own) {
        w->wrong = true;
        diag_error(w->diags, CODE_FOREIGN_PIECES, origin->value_location,
                   "`%s` needs a movement: `%c:N` for a piece that moves like a knight", origin->key, origin->value[0]);
    }
    location at = origin->value_location;
    fairy_betza_read(!origin->builtin ? w->diags : NULL, origin->builtin ? at : location_within(at, 2, 0),
                     own     ? own
                     : betza ? betza
                             : "",
                     &p->steps);
    if (king && !own) {
        read_king_type(w, p);
    }
}

void import_pieces(import_context *w)
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
        diag_error(w->diags, CODE_FOREIGN_PIECES, w->section->name_location, "`%s` has no pieces", w->section->name);
        diag_hint(w->diags, "inherit them, [%s:chess] say, or name them: `king = k`", w->section->name);
    }
}

/* A pair of letters that was written wrongly. */
static bool check_pairs(import_context *w, const setting *s)
{
    const char *c = s->value;
    while (*(c += strspn(c, " \t"))) {
        if (c[0] == '-' && !c[1]) {
            break;
        }
        if (c[1] != ':' || !c[2]) {
            w->wrong = true;
            diag_error(w->diags, CODE_FOREIGN_VALUE, s->value_location, "`%s` needs pairs of letters such as `p:g`",
                       s->key);
            return false;
        }
        c += 3;
    }
    return true;
}

/* p:g s:g l:- */
void import_promoted(import_context *w)
{
    const setting *s = import_setting(w, "promotedPieceType");
    if (!s || (!s->builtin && !check_pairs(w, s))) {
        return;
    }
    const char *at = s->types, *pair;
    size_t length;
    while ((pair = import_next_type(&at, &length))) {
        size_t n = strcspn(pair, ":");
        piece_set from = import_set_of_word(w, pair, n), to = import_set_of_word(w, pair + n + 1, length - n - 1);
        const char *unknown = *pair == '?' ? pair : pair[n + 1] == '?' ? pair + n + 1 : NULL;
        if (unknown && !s->builtin) {
            import_unknown_letter(w, s, unknown[1]);
        }
        for (size_t i = 0; i < w->count; i++) {
            w->pieces[i].promoted = !(from >> i & 1) ? w->pieces[i].promoted : -1;
            for (size_t k = 0; from >> i & 1 && k < w->count; k++) {
                w->pieces[i].promoted = to >> k & 1 ? (int)k : w->pieces[i].promoted;
            }
        }
    }
}

bool import_has_twins(const import_context *w, piece_set set)
{
    for (size_t i = 0; i < w->count; i++) {
        if (w->pieces[i].promoted >= 0 && set >> w->pieces[i].promoted & 1) {
            return true;
        }
    }
    return false;
}

/* ---- the start ---- */

static bool is_piece_sign(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void fen_error(import_context *w, const setting *s, const char *words)
{
    w->wrong = true;
    if (s) {
        diag_error(w->diags, CODE_FOREIGN_START, s->value_location, "`startFen`: %s", words);
    } else {
        diag_error(w->diags, CODE_FOREIGN_START, w->section->name_location,
                   "without `startFen` the start is that of chess: %s", words);
    }
}

/* Reads a piece of the FEN and moves `*at` behind it; false when there is no such piece. */
static bool read_fen_piece(import_context *w, const setting *s, const char **at, text *out, char cell[3])
{
    const char *c = *at;
    bool plus = *c == '+';
    char sign = c[plus];
    int found = is_piece_sign(sign) ? import_piece_by_letter(w, sign) : -1;
    char words[64] = "there is no piece `?`";
    if (found < 0) {
        words[19] = sign > ' ' && sign < '\x7f' ? sign : '?';
        fen_error(w, s, words);
        return false;
    }
    if (plus && w->pieces[found].promoted < 0) {
        fen_error(w, s, "a piece is promoted that cannot promote");
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

static size_t read_run(const char **at)
{
    size_t n = 0;
    for (int digits = 0; digits < 2 && **at >= '0' && **at <= '9'; digits++) {
        n = n * 10 + (size_t)(*(*at)++ - '0');
    }
    return n;
}

static void put_run(text *out, size_t *cells)
{
    if (*cells) {
        text_print(out, "%zu", *cells);
    }
    *cells = 0;
}

/* Reads one rank. Walls are no cells in ours: they are left out. */
static bool read_rank(import_context *w, const setting *s, const char **at, int rank, text *out)
{
    size_t file = 0, width = (size_t)w->width, empty = 0;
    while (**at && **at != '/' && **at != ' ' && **at != '[' && file <= width) {
        if (**at >= '0' && **at <= '9') {
            size_t n = read_run(at);
            empty += n;
            file += n;
        } else if (**at == '*') {
            w->walls.ranks[rank] |= (uint16_t)(file < width ? 1u << file : 0);
            ++*at;
            file++;
        } else {
            char cell[3] = "";
            put_run(out, &empty);
            if (!read_fen_piece(w, s, at, out, cell)) {
                return false;
            }
            if (file < width) {
                memcpy(w->board[rank][file], cell, sizeof cell);
            }
            file++;
        }
    }
    put_run(out, &empty);
    if (file != width || (**at == '/') != (rank > 0)) {
        fen_error(w, s, "its ranks and files are not those of `maxRank` and `maxFile`");
        return false;
    }
    return true;
}

static void put_walls(import_context *w)
{
    text t = {0};
    for (int rank = 0; rank < w->height; rank++) {
        for (int file = 0; file < w->width; file++) {
            if (w->walls.ranks[rank] >> file & 1) {
                text_print(&t, "%s%c%d", t.length ? ", " : "", 'a' + file, rank + 1);
            }
        }
    }
    if (t.length) {
        text list = {0};
        text_print(&list, "[%s]", text_string(&t));
        tree_set(w->arena, tree_at(w->arena, w->root, "board"), "missing", text_string(&list));
        import_text_finish(w, &list);
    }
    import_text_finish(w, &t);
}

/* Reads the board of the FEN and moves `*at` behind it. */
static bool read_board(import_context *w, const setting *s, const char **at, text *out)
{
    for (int rank = w->height - 1; rank >= 0; rank--) {
        if (!read_rank(w, s, at, rank, out)) {
            return false;
        }
        if (rank > 0) {
            text_char(out, *(*at)++);
        }
    }
    put_walls(w);
    return true;
}

static bool read_hands(import_context *w, const setting *s, const char **at, text *hands)
{
    const char *c = *at;
    if (*c != '[') {
        return true;
    }
    for (c++; *c && *c != ']';) {
        char cell[3];
        if (*c == '-') {
            c++;
        } else if (!read_fen_piece(w, s, &c, hands, cell)) {
            return false;
        } else {
            w->start_hand |= UINT32_C(1) << import_piece_by_letter(w, cell[cell[0] == '+']);
        }
    }
    if (*c != ']') {
        fen_error(w, s, "the hand has no closing bracket");
        return false;
    }
    *at = c + 1;
    return true;
}

/* The next word; moves `*at` behind it. Length 0 at the end. */
static size_t next_word(const char **at, const char **word)
{
    *at += strspn(*at, " \t");
    *word = *at;
    size_t n = strcspn(*at, " \t");
    *at += n;
    return n;
}

/* 3+3 (checks left) or +0+0 (checks given). False when it is neither. */
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

void import_start(import_context *w)
{
    const setting *s = import_setting(w, "startFen");
    const char *fen = s ? s->value : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *at = fen, *word;
    text out = {0}, hands = {0};
    int checks[2] = {3, 3};
    long counts[2] = {0, 1};
    size_t n, numbers = 0;
    bool given = false, counted = false, counting = import_bool(w, "checkCounting", false);
    char side_to_move = 'w';
    if (!read_board(w, s, &at, &out) || !read_hands(w, s, &at, &hands)) {
        import_text_finish(w, &out);
        import_text_finish(w, &hands);
        return;
    }
    for (int field = 0; (n = next_word(&at, &word)) > 0; field++) {
        char digits[16] = "";
        memcpy(digits, word, n < sizeof digits ? n : sizeof digits - 1);
        if (field == 0 && n == 1 && (*word == 'w' || *word == 'b')) {
            side_to_move = *word;
        } else if (read_checks(word, n, checks, &given)) {
            counted = true;
        } else if (numbers < 2 && text_to_long(digits, 0, 10000, &counts[numbers])) {
            numbers++;
        } else if (field == 1 && n < sizeof w->rights) {
            memcpy(w->rights, word, n);
        } else if (field == 0) {
            fen_error(w, s, "its second word must be `w` or `b`");
        }
    }
    long most = !counted ? 1 : given ? 3 : checks[0] > checks[1] ? checks[0] : checks[1];
    if (import_has_hands(w)) {
        text_print(&out, "[%s]", text_string(&hands));
    }
    text_print(&out, " %c %%s - %ld %ld", side_to_move, counts[0], counts[1] ? counts[1] : 1);
    for (int i = 0; i < 2 && counting; i++) {
        long given_checks = !counted ? 0 : given ? checks[i] : most - checks[i];
        if (given_checks > 0) {
            text_print(&out, " %s-checks=%ld", i ? "black" : "white", given_checks);
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
        tree_set(w->arena, end, "consecutive", "false");
        tree_set(w->arena, end, "result", "win");
        import_text_finish(w, &ending);
    }
    if (out.length < FEN_MAX) {
        memcpy(w->fen, text_string(&out), out.length);
    } else {
        fen_error(w, s, "it is too long");
    }
    import_text_finish(w, &out);
    import_text_finish(w, &hands);
}
