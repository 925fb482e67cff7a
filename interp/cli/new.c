/* new: writes the first files of a game for a new author.
 *
 * The files pass `ferz check` and `ferz test` at once: the game is loaded from the text before a file is written,
 * and the first example records what this game answers. Existing files are not changed without --force. Files that
 * all games of a folder share (schemas, stubs) may exist. The templates lie in cli/templates/ and are embedded by
 * the build.
 */
#include "ferz_tools.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "base/number.h"
#include "cli/file.h"
#include "cli/line_editor.h"
#include "cli/session.h"
#include "cli/template.h"

/* Embedded by the build from templates/. */
extern const char text_cli_templates_own[], text_cli_templates_extended[], text_cli_templates_script_lines[],
    text_cli_templates_examples[], text_cli_templates_script[];

enum { BOARD_SIDE_MAX = 26, PIECES_MAX = 40, NAME_MAX_BYTES = 60 };

/* ---- options ---- */

typedef struct new_options {
    const char *name;   /* "my-game" */
    const char *parent; /* NULL: the game does not extend another */
    const char *board;  /* "8x8" */
    const char *pieces; /* "king,queen,wizard=FC" */
    bool script;
    int files, ranks;
} new_options;

enum { ANSWER_NAME, ANSWER_PARENT, ANSWER_BOARD, ANSWER_PIECES, ANSWER_SCRIPT, ANSWERS };

typedef struct new_command {
    const options *o;
    output *out;
    new_options wanted;
    text answers[ANSWERS]; /* typed answers; `wanted` points into them */
    bool asking;           /* at a terminal: a wrong answer is asked for again, so no usage line follows */
    ferz_messages *messages;
    text rules, start; /* the text of NAME.yaml without its script lines, and the start position as FEN */
    size_t moves;      /* legal moves in the start position */
} new_command;

static const char default_pieces[] = "king,queen,rook,bishop,knight,pawn", default_name[] = "my-game";

/* Reports a value that cannot be: as an error of the command line, or of the answer just typed. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static int
reject(const new_command *m, const char *hint, const char *format, ...)
{
    text message = {0};
    va_list args;
    va_start(args, format);
    text_vprint(&message, format, args);
    va_end(args);
    int status = STATUS_USAGE;
    if (m->asking) {
        output_error(m->out, "%s", text_string(&message));
        if (hint) {
            fprintf(stderr, "  help: %s\n", hint);
        }
    } else {
        status = options_error(m->o->command, m->out, hint, "%s", text_string(&message));
    }
    text_finish(&message);
    return status;
}

/* Pieces known by name. `edge`: how near to the edge of the first rank they stand; smaller is nearer. */
static const struct {
    const char *name, *letter, *moves;
    int edge;
} known_pieces[] = {
    {"king", "k", "K", 9},         {"queen", "q", "Q", 8},       {"rook", "r", "R", 1},    {"knight", "n", "N", 2},
    {"bishop", "b", "B", 3},       {"ferz", "f", "F", 6},        {"wazir", "w", "W", 6},   {"alfil", "a", "A", 3},
    {"dabbaba", "d", "D", 3},      {"camel", "c", "C", 2},       {"zebra", "z", "Z", 2},   {"commoner", "m", "K", 5},
    {"archbishop", "a", "BN", 4},  {"chancellor", "c", "RN", 4}, {"amazon", "m", "QN", 7}, {"nightrider", "s", "NN", 2},
    {"grasshopper", "g", "gQ", 3}, {"cannon", "o", "mRcpR", 1},  {"pawn", "p", "", 0},     {"stone", "s", "", 5},
};
enum { KNOWN_COUNT = sizeof known_pieces / sizeof known_pieces[0] };

typedef struct piece {
    char name[NAME_MAX_BYTES + 1];
    char letter;
    const char *moves; /* borrowed, `length` bytes */
    size_t length;
    int edge;
    bool king, pawn;
} piece;

typedef struct piece_set {
    piece all[PIECES_MAX];
    size_t count;
} piece_set;

/* Letters, digits, - and _, a letter first: also a valid file name everywhere. */
static bool is_name(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool letter = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z');
        bool more = (name[i] >= '0' && name[i] <= '9') || name[i] == '-' || name[i] == '_';
        if (!letter && (i == 0 || !more)) {
            return false;
        }
    }
    return length > 0 && length <= NAME_MAX_BYTES;
}

static int find_known(const char *name, size_t length)
{
    for (int i = 0; i < KNOWN_COUNT; i++) {
        if (strlen(known_pieces[i].name) == length && memcmp(known_pieces[i].name, name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static const char *next_known(const void *state, size_t index)
{
    (void)state;
    return index < KNOWN_COUNT ? known_pieces[index].name : NULL;
}

static int error_unknown_piece(const new_command *m, const char *name, size_t length)
{
    text copy = {0}, hint = {0};
    text_add(&copy, name, length);
    const char *near = text_nearest(text_string(&copy), next_known, NULL);
    if (near) {
        text_print(&hint, "did you mean %s? ", near);
    }
    text_put(&hint, "known are");
    for (int i = 0; i < KNOWN_COUNT; i++) {
        text_print(&hint, "%s %s", i ? "," : "", known_pieces[i].name);
    }
    text_put(&hint, "; any other as NAME=BETZA, such as wizard=FC");
    int status = reject(m, text_string(&hint), "--pieces: no piece is known as \"%s\"", text_string(&copy));
    text_finish(&copy);
    text_finish(&hint);
    return status;
}

static bool letter_used(const piece_set *a, char letter)
{
    for (size_t i = 0; i < a->count; i++) {
        if (a->all[i].letter == letter) {
            return true;
        }
    }
    return false;
}

/* The preferred letter if it is free, else a letter of the name, else any free one. */
static char choose_letter(const piece_set *a, const piece *p, char preferred)
{
    if (preferred && !letter_used(a, preferred)) {
        return preferred;
    }
    for (const char *c = p->name; *c; c++) {
        if (isalpha((unsigned char)*c) && !letter_used(a, (char)tolower((unsigned char)*c))) {
            return (char)tolower((unsigned char)*c);
        }
    }
    char letter = 'a';
    while (letter < 'z' && letter_used(a, letter)) {
        letter++;
    }
    return letter;
}

/* Adds one piece, written as "queen" or "wizard=FC". */
static int add_piece(const new_command *m, piece_set *a, const char *word, size_t length)
{
    const char *equals = memchr(word, '=', length);
    size_t bare = equals ? (size_t)(equals - word) : length;
    int which = find_known(word, bare);
    if (a->count == PIECES_MAX || a->count == 26) {
        return reject(m, NULL, "--pieces: more than 26 pieces");
    }
    if (!is_name(word, bare) || (which < 0 && !equals)) {
        return error_unknown_piece(m, word, bare);
    }
    piece *p = &a->all[a->count];
    *p = (piece){.edge = 4};
    memcpy(p->name, word, bare);
    for (size_t i = 0; i < a->count; i++) {
        if (strcmp(a->all[i].name, p->name) == 0) {
            return reject(m, NULL, "--pieces names %s twice", p->name);
        }
    }
    if (which >= 0) {
        p->moves = known_pieces[which].moves;
        p->length = strlen(p->moves);
        p->edge = known_pieces[which].edge;
        p->king = strcmp(p->name, "king") == 0;
        p->pawn = strcmp(p->name, "pawn") == 0 && !equals;
    }
    if (equals) {
        p->moves = equals + 1;
        p->length = length - bare - 1;
    }
    p->letter = choose_letter(a, p, which >= 0 ? known_pieces[which].letter[0] : '\0');
    a->count++;
    return STATUS_OK;
}

static int read_pieces(const new_command *m, piece_set *a)
{
    *a = (piece_set){0};
    int status = STATUS_OK;
    for (const char *at = m->wanted.pieces; status == STATUS_OK && *at;) {
        size_t length = strcspn(at, ", ");
        status = length ? add_piece(m, a, at, length) : STATUS_OK;
        at += length + strspn(at + length, ", ");
    }
    return status == STATUS_OK && a->count == 0 ? reject(m, NULL, "--pieces names none") : status;
}

static bool has_king(const piece_set *a)
{
    bool king = false;
    for (size_t i = 0; i < a->count; i++) {
        king |= a->all[i].king;
    }
    return king;
}

/* A piece without moves: it stands where it is. */
static bool stands(const piece *p)
{
    return !p->pawn && p->length == 0;
}

/* Pieces that only stand are dropped, move by move, on a board that is empty at first. */
static bool only_drops(const piece_set *a)
{
    bool all = true;
    for (size_t i = 0; i < a->count; i++) {
        all &= stands(&a->all[i]);
    }
    return all;
}

static int read_board(new_command *m)
{
    new_options *w = &m->wanted;
    const char *s = w->board;
    long files, ranks;
    if (number_take(&s, 2, BOARD_SIDE_MAX, &files) != NUMBER_READ || *s++ != 'x' ||
        number_take(&s, 4, BOARD_SIDE_MAX, &ranks) != NUMBER_READ || *s) {
        return reject(m, "write larger boards and other shapes into the file later",
                      "--board takes files x ranks, such as 8x8, from 2x4 to %dx%d, not \"%s\"", BOARD_SIDE_MAX,
                      BOARD_SIDE_MAX, w->board);
    }
    w->files = (int)files;
    w->ranks = (int)ranks;
    return STATUS_OK;
}

/* ---- the rules ---- */

/* "my-game" as a title: My game. */
static void put_title(text *t, const char *name)
{
    for (size_t i = 0; name[i]; i++) {
        char c = name[i] == '-' || name[i] == '_' ? ' ' : name[i];
        text_char(t, (char)(i == 0 ? toupper((unsigned char)c) : c));
    }
}

/* Writes the title in quotes if it contains signs with a meaning in YAML. */
static void put_about(text *t, const char *title)
{
    static const char rest[] = ", with a change.";
    bool plain = isalnum((unsigned char)*title);
    for (const char *c = title; *c && plain; c++) {
        plain = (unsigned char)*c >= 0x80 || isalnum((unsigned char)*c) || strchr(" -_.,'()", *c);
    }
    if (plain) {
        text_print(t, "%s%s", title, rest);
        return;
    }
    text_char(t, '\'');
    for (const char *c = title; *c; c++) {
        text_put(t, *c == '\'' ? "'" : "");
        text_char(t, *c);
    }
    text_print(t, "%s'", rest);
}

static void put_parent_pieces(text *t, const ferz_variant *parent)
{
    for (size_t i = 0; i < ferz_variant_facts(parent)->piece_count; i++) {
        ferz_piece p = ferz_variant_piece(parent, i);
        bool is_form = strchr(p.letter, '~') || strchr(p.letter, '!') || strchr(p.name, ' '); /* of another piece */
        if (!is_form) {
            text_print(t, "#   %s (%s)%s%s%s\n", p.name, p.letter, p.moves ? " moves " : "", p.moves ? p.moves : "",
                       p.royal ? ", royal" : "");
        }
    }
}

static void put_parent_rules(text *t, const new_options *w, const ferz_variant *parent)
{
    text name = {0}, title = {0}, about = {0}, base = {0}, pieces = {0};
    text_put(&name, w->name);
    put_title(&title, w->name);
    put_about(&about, ferz_variant_facts(parent)->title);
    text_put(&base, w->parent);
    put_parent_pieces(&pieces, parent);
    const template_value values[] = {
        {"name", &name}, {"title", &title}, {"about", &about}, {"parent", &base}, {"pieces", &pieces}};
    template_put(t, text_cli_templates_extended, values, sizeof values / sizeof values[0]);
    text_finish(&name);
    text_finish(&title);
    text_finish(&about);
    text_finish(&base);
    text_finish(&pieces);
}

static void put_pieces(text *t, const new_options *w, const piece_set *a)
{
    for (size_t i = 0; i < a->count; i++) {
        const piece *p = &a->all[i];
        if (stands(p)) {
            text_print(t, "  %s: {letter: %c%s} # it has no moves%s\n", p->name, p->letter,
                       only_drops(a) ? ", drops: {endless: all, immobile: true}" : "",
                       only_drops(a) ? "; a turn drops one" : "");
            continue;
        }
        if (!p->pawn) {
            text_print(t, "  %s: {letter: %c, moves: \"%.*s\"%s}", p->name, p->letter, (int)p->length, p->moves,
                       p->king ? ", royal: true" : "");
            text_put(t, p->king ? " # royal: it must not be left in check\n" : "\n");
            continue;
        }
        text_print(t, "  %s:\n    letter: %c\n    moves:\n", p->name, p->letter);
        text_put(t, w->ranks >= 7 ? "      - fmWfceF # one step forward; captures diagonally forward, also en passant\n"
                                    "      - {move: fmnD, from: own rank 2, en_passant: true} # the double step\n"
                                  : "      - fmWfcF # one step forward; captures diagonally forward\n");
        size_t others = 0;
        for (size_t k = 0; k < a->count; k++) {
            bool officer = !a->all[k].pawn && !a->all[k].king && !stands(&a->all[k]);
            if (officer) {
                if (others++ == 0) {
                    text_print(t, "    promotes: {on: own rank %d, to: [", w->ranks);
                } else {
                    text_put(t, ", ");
                }
                text_put(t, a->all[k].name);
            }
        }
        text_put(t, others ? "]}\n" : "");
        text_put(t, "    resets_halfmove_clock: true # its moves are irreversible, see the end\n");
    }
}

/* The first rank: the king in the middle, the queen beside it, then the others from the edges inwards, each twice. */
static void fill_first_rank(const new_options *w, const piece_set *a, char *rank_letters)
{
    memset(rank_letters, ' ', (size_t)w->files);
    rank_letters[w->files] = '\0';
    const piece *order[PIECES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++) {
        const piece *p = &a->all[i];
        if (p->king) {
            rank_letters[w->files / 2] = p->letter;
        } else if (!p->pawn && p->edge == 8 && w->files >= 4) {
            rank_letters[w->files / 2 - 1] = p->letter;
        } else if (!p->pawn) {
            size_t at = count++;
            for (; at > 0 && order[at - 1]->edge > p->edge; at--) {
                order[at] = order[at - 1];
            }
            order[at] = p;
        }
    }
    for (int i = 0, next = 0; count > 0 && i <= (w->files - 1) / 2; i++) {
        bool left = rank_letters[i] == ' ', right = rank_letters[w->files - 1 - i] == ' ';
        char letter = order[(size_t)next % count]->letter;
        rank_letters[i] = left ? letter : rank_letters[i];
        rank_letters[w->files - 1 - i] = right ? letter : rank_letters[w->files - 1 - i];
        next += left || right;
    }
}

/* A rank as in FEN: numbers for empty cells. */
static void put_fen_rank(text *t, const char *rank_letters, bool capitals)
{
    for (size_t i = 0; rank_letters[i];) {
        size_t empty = strspn(rank_letters + i, " ");
        if (empty) {
            text_print(t, "%zu", empty);
            i += empty;
        } else {
            text_char(t, (char)(capitals ? toupper((unsigned char)rank_letters[i]) : rank_letters[i]));
            i++;
        }
    }
}

static void put_start(text *t, const new_options *w, const piece_set *a)
{
    char rank_letters[BOARD_SIDE_MAX + 1], pawns[BOARD_SIDE_MAX + 1];
    fill_first_rank(w, a, rank_letters);
    if (only_drops(a)) {
        memset(rank_letters, ' ', (size_t)w->files);
    }
    memset(pawns, ' ', (size_t)w->files);
    pawns[w->files] = '\0';
    for (size_t i = 0; i < a->count; i++) {
        if (a->all[i].pawn) {
            memset(pawns, a->all[i].letter, (size_t)w->files);
        }
    }
    for (int r = 0; r < w->ranks; r++) {
        bool edge = r == 0 || r == w->ranks - 1, second = r == 1 || r == w->ranks - 2;
        text_put(t, r ? "/" : "");
        if (edge || second) {
            put_fen_rank(t, edge ? rank_letters : pawns, r > 1);
        } else {
            text_print(t, "%d", w->files);
        }
    }
    text_put(t, " w - - 0 1");
}

/* How a player wins: by mate, by a row of pieces that only stand, or by taking everything. */
static void put_end(text *t, const new_options *w, const piece_set *a)
{
    const int shorter = w->files < w->ranks ? w->files : w->ranks;
    if (has_king(a)) {
        text_put(t, "  checkmate: loss\n");
    } else if (only_drops(a)) {
        text_print(t, "  row: {when: connect %d, result: win}\n", shorter < 5 ? shorter : 5);
    } else {
        text_put(t, "  no pieces: {when: extinct, result: loss} # all are captured\n");
    }
    text_put(t, "  stalemate: draw");
}

static int put_own_rules(new_command *m, text *t)
{
    piece_set *a = calloc(1, sizeof *a);
    if (!a) {
        return output_out_of_memory(m->out);
    }
    int status = read_board(m);
    status = status == STATUS_OK ? read_pieces(m, a) : status;
    if (status == STATUS_OK) {
        const new_options *w = &m->wanted;
        text name = {0}, title = {0}, size = {0}, pieces = {0}, start = {0}, end = {0};
        text_put(&name, w->name);
        put_title(&title, w->name);
        text_print(&size, "%dx%d", w->files, w->ranks);
        put_pieces(&pieces, w, a);
        put_start(&start, w, a);
        put_end(&end, w, a);
        const template_value values[] = {{"name", &name},     {"title", &title}, {"size", &size},
                                         {"pieces", &pieces}, {"start", &start}, {"end", &end}};
        template_put(t, text_cli_templates_own, values, sizeof values / sizeof values[0]);
        text_finish(&name);
        text_finish(&title);
        text_finish(&size);
        text_finish(&pieces);
        text_finish(&start);
        text_finish(&end);
    }
    free(a);
    return status;
}

/* Reports why a game could not be loaded. */
static int error_load(new_command *m, const ferz_variant *loaded)
{
    if (loaded) {
        return STATUS_OK;
    }
    output_messages(m->out, m->messages);
    ferz_result result = ferz_messages_result(m->messages);
    return result == FERZ_OK ? STATUS_SYSTEM_ERROR : (int)result;
}

static int check_name(const new_command *m)
{
    const char *name = m->wanted.name;
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".yaml") == 0) {
        return reject(m, "only the name: `.yaml` is added", "\"%s\" is no name", name);
    }
    if (!is_name(name, length)) {
        return reject(m, "letters, digits, - and _, a letter first; --dir says where to write",
                      "\"%s\" is not a valid name for a game", name);
    }
    return STATUS_OK;
}

static int check_parent(const new_command *m)
{
    const new_options *w = &m->wanted;
    if (!is_name(w->parent, strlen(w->parent))) {
        return reject(m, "`ferz list` names the games", "%s the name of a game, not \"%s\"",
                      m->asking ? "type" : "--from takes", w->parent);
    }
    if (strcmp(w->parent, w->name) == 0) {
        return reject(m, "for example my-game", "%s cannot extend itself: choose another name", w->name);
    }
    return STATUS_OK;
}

static int load_parent(new_command *m, ferz_variant **parent)
{
    *parent = ferz_variant_load(m->wanted.parent, m->o->rules, NULL, 0, 0, m->messages);
    return error_load(m, *parent);
}

static int put_rules(new_command *m)
{
    new_options *w = &m->wanted;
    if (!w->parent) {
        return put_own_rules(m, &m->rules);
    }
    ferz_variant *parent = NULL;
    int status = check_parent(m);
    status = status == STATUS_OK ? load_parent(m, &parent) : status;
    if (status == STATUS_OK && w->script && ferz_variant_script_calls(parent) > 0) {
        status = reject(m, "leave out --script, or copy that script and write `script: NAME.lua` into the new file",
                        "%s has a script already, and a game has only one", w->parent);
    }
    if (status == STATUS_OK) {
        put_parent_rules(&m->rules, w, parent);
    }
    ferz_variant_free(parent);
    return status;
}

/* Loads the game from the text and gets its start position and legal moves. */
static int load_rules(new_command *m)
{
    if (m->rules.failed) {
        return output_out_of_memory(m->out);
    }
    text name = {0};
    text_print(&name, "%s.yaml", m->wanted.name);
    ferz_messages_clear(m->messages);
    ferz_variant *loaded = ferz_variant_load_text(text_string(&name), text_string(&m->rules), m->rules.length,
                                                  m->o->rules, NULL, 0, 0, m->messages);
    text_finish(&name);
    int status = error_load(m, loaded);
    ferz_game *game = loaded ? ferz_game_create(loaded, NULL, m->messages) : NULL;
    char *moves = game ? ferz_game_legal_moves(game, &m->moves, m->messages) : NULL;
    char *fen = game ? ferz_game_fen(game) : NULL;
    if (status == STATUS_OK && (!moves || !fen)) {
        output_messages(m->out, m->messages);
        status = (int)ferz_messages_result(m->messages);
        status = status == STATUS_OK ? output_out_of_memory(m->out) : status;
    }
    if (status == STATUS_OK) {
        text_put(&m->start, fen);
        status = m->start.failed ? output_out_of_memory(m->out) : status;
    }
    ferz_free(moves);
    ferz_free(fen);
    ferz_game_free(game);
    ferz_variant_free(loaded);
    return status;
}

/* ---- questions ---- */

/* The file `name` with `ending` in the folder where the game is written. */
static void put_path(text *t, const new_command *m, const char *name, const char *ending)
{
    const char *folder = m->o->value[OPTION_DIR];
    if (folder && *folder) {
        text_print(t, "%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/");
    }
    text_print(t, "%s%s", name, ending);
}

/* Reads an answer; an empty one is `default_answer`. False at the end of input. */
static bool ask(line_editor *reader, const char *question, const char *default_answer, text *answer)
{
    text_clear(answer);
    if (line_editor_read(reader, question, answer) != LINE_EDITOR_LINE) {
        return false;
    }
    size_t end = answer->length, begin = 0;
    while (end > 0 && (answer->bytes[end - 1] == ' ' || answer->bytes[end - 1] == '\n')) {
        end--;
    }
    while (begin < end && answer->bytes[begin] == ' ') {
        begin++;
    }
    if (end == begin) {
        text_clear(answer);
        text_put(answer, default_answer);
    } else {
        memmove(answer->bytes, answer->bytes + begin, end - begin);
        answer->length = end - begin;
        answer->bytes[answer->length] = '\0';
    }
    return true;
}

static void offer_games(void *state, const char *before, size_t length, text *choices)
{
    const new_command *m = state;
    (void)before;
    if (length > 0) {
        return;
    }
    ferz_list_entry *entries = NULL;
    size_t count = ferz_list(m->o->rules, &entries, NULL);
    for (size_t i = 0; i < count; i++) {
        text_add(choices, entries[i].name, strlen(entries[i].name) + 1);
    }
    ferz_list_free(entries, count);
}

/* What one question asks for, and whether the answer will do; a wrong one was reported. */
typedef struct question {
    const char *prompt, *default_answer;
    bool (*accepts)(new_command *m, const char *answer);
} question;

static bool accepts_name(new_command *m, const char *answer)
{
    m->wanted.name = answer;
    if (check_name(m) != STATUS_OK) {
        return false;
    }
    text path = {0};
    put_path(&path, m, answer, ".yaml");
    bool exists = file_exists(text_string(&path)) && !m->o->value[OPTION_FORCE];
    if (exists) {
        reject(m, "choose another name, or use --force", "%s exists already", text_string(&path));
    }
    text_finish(&path);
    return !exists;
}

static bool accepts_parent(new_command *m, const char *answer)
{
    m->wanted.parent = *answer ? answer : NULL;
    if (!*answer) {
        return true;
    }
    ferz_variant *parent = NULL;
    bool good = check_parent(m) == STATUS_OK && load_parent(m, &parent) == STATUS_OK;
    ferz_messages_clear(m->messages);
    ferz_variant_free(parent);
    return good;
}

static bool accepts_board(new_command *m, const char *answer)
{
    m->wanted.board = answer;
    return read_board(m) == STATUS_OK;
}

static bool accepts_pieces(new_command *m, const char *answer)
{
    m->wanted.pieces = answer;
    piece_set *a = calloc(1, sizeof *a);
    bool good = a && read_pieces(m, a) == STATUS_OK;
    free(a);
    return good;
}

static bool accepts_script(new_command *m, const char *answer)
{
    char first = (char)tolower((unsigned char)*answer);
    m->wanted.script = first == 'y';
    if (first != 'y' && first != 'n') {
        reject(m, NULL, "\"%s\" is neither yes nor no", answer);
    }
    return first == 'y' || first == 'n';
}

/* Asks until the answer will do. False at the end of input. */
static bool ask_until(new_command *m, line_editor *reader, int which, const question *q)
{
    do {
        if (!ask(reader, q->prompt, q->default_answer, &m->answers[which])) {
            return false;
        }
    } while (!q->accepts(m, text_string(&m->answers[which])));
    return true;
}

static int ask_all(new_command *m)
{
    line_editor *reader = line_editor_create(true, offer_games, m);
    if (!reader) {
        return output_out_of_memory(m->out);
    }
    text name = {0}, pieces = {0};
    text_print(&name, "Name of the game, also of its files [%s]: ", default_name);
    text_print(&pieces, "Pieces [%s]: ", default_pieces);
    const question questions[ANSWERS] = {
        [ANSWER_NAME] = {text_string(&name), default_name, accepts_name},
        [ANSWER_PARENT] = {"Which game does it extend? (Tab lists them) [none]: ", "", accepts_parent},
        [ANSWER_BOARD] = {"Board, files x ranks [8x8]: ", "8x8", accepts_board},
        [ANSWER_PIECES] = {text_string(&pieces), default_pieces, accepts_pieces},
        [ANSWER_SCRIPT] = {"A Lua script for rules that data cannot express? [no]: ", "no", accepts_script},
    };
    m->asking = true;
    bool answered = true;
    for (int i = m->wanted.name ? ANSWER_PARENT : ANSWER_NAME; answered && i < ANSWERS; i++) {
        bool of_parent = m->wanted.parent && (i == ANSWER_BOARD || i == ANSWER_PIECES);
        answered = of_parent || ask_until(m, reader, i, &questions[i]);
    }
    m->asking = false;
    text_finish(&name);
    text_finish(&pieces);
    line_editor_destroy(reader);
    if (!answered) {
        output_error(m->out, "nothing was written");
        return STATUS_USAGE;
    }
    return STATUS_OK;
}

/* ---- the other files ---- */

/* Appends a template that needs only the name, the start position and the number of legal moves there. */
static void put_file(text *t, const char *template, const new_command *m)
{
    text name = {0}, start = {0}, count = {0};
    text_put(&name, m->wanted.name);
    for (const char *c = text_string(&m->start); *c; c++) { /* inside single quotes of YAML */
        text_put(&start, *c == '\'' ? "'" : "");
        text_char(&start, *c);
    }
    text_print(&count, "%zu", m->moves);
    const template_value values[] = {{"name", &name}, {"start", &start}, {"count", &count}};
    template_put(t, template, values, sizeof values / sizeof values[0]);
    text_finish(&name);
    text_finish(&start);
    text_finish(&count);
}

/* ---- writing ---- */

typedef struct target {
    const char *ending; /* after NAME, or the whole name of a file that all games of a folder share */
    bool shared;
    text content;
} target;

enum { TARGETS = 8 };

static void put_page(text *t, char *page)
{
    if (page) {
        text_put(t, page);
        ferz_free(page);
    } else {
        t->failed = true;
    }
}

static void put_target(text *t, const new_command *m, const target *one)
{
    put_path(t, m, one->shared ? "" : m->wanted.name, one->ending);
}

static size_t fill_targets(new_command *m, target *all)
{
    size_t count = 0;
    all[count++] = (target){.ending = ".yaml"};
    text_put(&all[0].content, text_string(&m->rules));
    if (m->wanted.script) {
        put_file(&all[0].content, text_cli_templates_script_lines, m);
    }
    all[count] = (target){.ending = ".test.yaml"};
    put_file(&all[count++].content, text_cli_templates_examples, m);
    if (m->wanted.script) {
        all[count] = (target){.ending = ".lua"};
        put_file(&all[count++].content, text_cli_templates_script, m);
        all[count] = (target){.ending = "ferz.lua", .shared = true};
        put_page(&all[count++].content, ferz_stubs(FERZ_STUBS_LUA));
        all[count] = (target){.ending = ".luarc.json", .shared = true};
        put_page(&all[count++].content, ferz_stubs(FERZ_STUBS_SETTINGS));
        all[count] = (target){.ending = ".luacheckrc", .shared = true};
        put_page(&all[count++].content, ferz_stubs(FERZ_STUBS_LUACHECK));
    }
    all[count] = (target){.ending = "ferz.schema.json", .shared = true};
    put_page(&all[count++].content, ferz_schema(FERZ_SCHEMA_RULES));
    all[count] = (target){.ending = "ferz.examples.schema.json", .shared = true};
    put_page(&all[count++].content, ferz_schema(FERZ_SCHEMA_EXAMPLES));
    return count;
}

/* Fails if a file of the game exists, unless --force is given. */
static int check_no_overwrite(const new_command *m, const target *all, size_t count)
{
    text existing = {0}, path = {0};
    bool failed = false;
    for (size_t i = 0; i < count; i++) {
        text_clear(&path);
        put_target(&path, m, &all[i]);
        failed = failed || path.failed || all[i].content.failed;
        if (!all[i].shared && file_exists(text_string(&path))) {
            text_print(&existing, "%s%s", existing.length ? ", " : "", text_string(&path));
        }
    }
    int status = failed ? output_out_of_memory(m->out) : STATUS_OK;
    if (status == STATUS_OK && existing.length && !m->o->value[OPTION_FORCE]) {
        output_error(m->out, "exists already: %s; nothing was written (--force replaces it)", text_string(&existing));
        status = STATUS_REJECTED;
    }
    text_finish(&existing);
    text_finish(&path);
    return status;
}

static int write_one(new_command *m, const target *one, text *report)
{
    text path = {0};
    put_target(&path, m, one);
    const char *name = text_string(&path);
    int status = STATUS_OK;
    bool force = m->o->value[OPTION_FORCE] != NULL;
    if (one->shared && file_exists(name) && !force) {
        bool same = file_holds(name, &one->content);
        text_print(report, "kept %s%s\n", name, same ? "" : ", which is different: --force replaces it");
    } else if (file_write(name, &one->content, file_mode_of(force), m->out)) {
        text_print(report, "wrote %s\n", name);
    } else {
        status = STATUS_SYSTEM_ERROR;
    }
    text_finish(&path);
    return status;
}

static int make_folder(const new_command *m)
{
    const char *folder = m->o->value[OPTION_DIR];
    if (folder && *folder && mkdir(folder, 0777) == -1 && errno != EEXIST) {
        output_error(m->out, "%s: %s", folder, strerror(errno));
        return STATUS_SYSTEM_ERROR;
    }
    return STATUS_OK;
}

static int write_all(new_command *m)
{
    target all[TARGETS] = {{0}};
    size_t count = fill_targets(m, all);
    int status = check_no_overwrite(m, all, count);
    status = status == STATUS_OK ? make_folder(m) : status;
    text report = {0};
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        status = write_one(m, &all[i], &report);
    }
    if (status == STATUS_OK) {
        text path = {0};
        put_target(&path, m, &all[0]);
        text_print(&report, "next: ferz show %s\n", text_string(&path));
        text_print(&report, "next: ferz test %s\n", text_string(&path));
        report.failed |= path.failed;
        text_finish(&path);
    }
    output_text(m->out, &report);
    text_finish(&report);
    for (size_t i = 0; i < count; i++) {
        text_finish(&all[i].content);
    }
    return status;
}

/* ---- the command ---- */

static bool is_interactive(const options *o)
{
    return !o->value[OPTION_FROM] && !o->value[OPTION_BOARD] && !o->value[OPTION_PIECES] && !o->value[OPTION_SCRIPT] &&
           isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static int make(new_command *m)
{
    const options *o = m->o;
    new_options *w = &m->wanted;
    if (w->parent && (o->value[OPTION_BOARD] || o->value[OPTION_PIECES])) {
        return reject(m, "write what is different into the file afterwards",
                      "with --from, board and pieces are those of %s", w->parent);
    }
    bool asks = is_interactive(o);
    if (!w->name && !asks) {
        return reject(m, "at a terminal, `ferz new` alone asks what you want", "NAME is missing");
    }
    int status = w->name ? check_name(m) : STATUS_OK;
    status = status == STATUS_OK && asks ? ask_all(m) : status;
    status = status == STATUS_OK ? put_rules(m) : status;
    status = status == STATUS_OK ? load_rules(m) : status;
    return status == STATUS_OK ? write_all(m) : status;
}

int command_new(const options *o, output *out)
{
    new_command m = {.o = o,
                     .out = out,
                     .wanted = {.name = o->argument_count ? o->arguments[0] : NULL,
                                .parent = o->value[OPTION_FROM],
                                .board = o->value[OPTION_BOARD] ? o->value[OPTION_BOARD] : "8x8",
                                .pieces = o->value[OPTION_PIECES] ? o->value[OPTION_PIECES] : default_pieces,
                                .script = o->value[OPTION_SCRIPT] != NULL},
                     .messages = session_messages(o, out)};
    int status = m.messages ? make(&m) : output_out_of_memory(out);
    ferz_messages_free(m.messages);
    text_finish(&m.rules);
    text_finish(&m.start);
    for (size_t i = 0; i < sizeof m.answers / sizeof m.answers[0]; i++) {
        text_finish(&m.answers[i]);
    }
    return status;
}
