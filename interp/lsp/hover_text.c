#include "lsp/hover_text.h"

#include "ferz_tools.h"

#include <string.h>

#include "service/script_names.h"

/* ---- pieces and movements ---- */

static bool put_described(const server *s, const ferz_variant *variant, size_t piece, bool heading,
                          ferz_messages *messages, text *out)
{
    ferz_language wanted = s->russian ? FERZ_RUSSIAN : FERZ_ENGLISH;
    char *page = ferz_variant_describe_piece(variant, piece, heading, wanted, FERZ_MARKDOWN, messages);
    text_put(out, page ? page : "");
    ferz_free(page);
    return page != NULL;
}

bool hover_text_put_piece(const server *s, const ferz_variant *variant, const char *name, ferz_messages *messages,
                          text *out)
{
    for (size_t i = 0; variant && i < ferz_variant_facts(variant)->piece_count; i++) {
        ferz_piece piece = ferz_variant_piece(variant, i);
        if (strcmp(piece.name, name) != 0) {
            continue;
        }
        if (put_described(s, variant, i, true, messages, out)) {
            return true;
        }
        const ferz_picture picture = {
            .struct_size = sizeof picture, .piece = (int)i, .cell = FERZ_NONE, .russian = s->russian};
        ferz_picture placed = picture;
        size_t cell = ferz_piece_moves_best_cell(variant, i, 0);
        placed.cell = cell == SIZE_MAX ? 0 : (int)cell;
        char *board = ferz_piece_moves_text(variant, &placed, messages);
        if (board) {
            text_print(out, "### %s (`%s`)\n\n```text\n%s```\n", piece.name, piece.letter, board);
        }
        ferz_free(board);
        return board != NULL;
    }
    return false;
}

bool hover_text_put_movement(const server *s, const char *notation, ferz_messages *messages, text *out)
{
    static const char game[] = "name: Movement\nboard: {size: 9x9}\npieces:\n"
                               "  king: {letter: k, moves: K, royal: true}\n  piece: {letter: x, moves: \"%s\"}\n"
                               "start: k8/9/9/9/4X4/9/9/9/8K w - - 0 1\nend: {checkmate: loss}\n";
    size_t length = strlen(notation);
    if (!length || length > 200 || strpbrk(notation, "\"\\\n\r")) {
        return false;
    }
    text rules = {0};
    text_print(&rules, game, notation);
    ferz_variant *variant =
        ferz_variant_load_text("movement.yaml", text_string(&rules), rules.length, NULL, NULL, 0, 0, messages);
    if (variant) {
        text_print(out, "`%s`\n\n", notation);
    }
    bool found = variant && put_described(s, variant, 1, false, messages, out);
    ferz_variant_free(variant);
    text_finish(&rules);
    return found;
}

/* ---- messages ---- */

bool hover_text_put_code(const char *code, text *out)
{
    ferz_explanation e;
    if (!ferz_explain_code(code, &e)) {
        return false;
    }
    text_print(out, "**%s: %s**\n\n%s\n", e.code, e.title, e.text ? e.text : "");
    if (e.wrong && e.file && e.fixed) {
        text_print(out, "\n```yaml\n%s```\n\n```yaml\n%s```\n", e.wrong, e.fixed);
    }
    return true;
}

/* ---- scripts ---- */

void hover_text_each_api(void (*visit)(void *state, const char *name, size_t length, const char *line), void *state)
{
    static const char start[] = "\nfunction ";
    char *stubs = ferz_stubs(FERZ_STUBS_LUA);
    for (const char *at = stubs ? strstr(stubs, start) : NULL; at; at = strstr(at + 1, start)) {
        const char *name = at + strlen(start);
        visit(state, name, strcspn(name, "("), name);
    }
    ferz_free(stubs);
}

bool hover_text_put_api(const char *name, text *out)
{
    char *stubs = ferz_stubs(FERZ_STUBS_LUA);
    text start = {0}, remarks = {0};
    text_print(&start, "\nfunction %s(", name);
    const char *found = stubs ? strstr(stubs, text_string(&start)) : NULL;
    if (found) {
        const char *line = found + strlen("\nfunction ");
        const char *end = strstr(line, " end\n");
        script_put_remarks(stubs, (size_t)(line - stubs), &remarks);
        text_put(out, "```lua\n");
        text_add(out, line, end ? (size_t)(end - line) : strlen(name));
        text_put(out, "\n```\n\n");
    }
    for (const char *at = text_string(&remarks); *at;) {
        size_t length = strcspn(at, "\n");
        if (*at != '@') {
            text_add(out, at, length);
            text_char(out, '\n');
        }
        at += length + 1;
    }
    text_finish(&start);
    text_finish(&remarks);
    ferz_free(stubs);
    return found != NULL;
}

/* ---- words ---- */

/* words.txt, embedded by the build: lines of KIND, WORD and MEANING between tabs. */
extern const char text_lsp_words[];

void hover_text_each_word(const char *kind, void (*visit)(void *state, const char *word, const char *meaning),
                          void *state)
{
    size_t wanted = strlen(kind);
    text word = {0}, meaning = {0};
    for (const char *at = text_lsp_words; *at;) {
        size_t length = strcspn(at, "\n"), first = strcspn(at, "\t");
        if (first == wanted && memcmp(at, kind, wanted) == 0) {
            const char *said = at + first + 1;
            size_t second = strcspn(said, "\t");
            text_clear(&word);
            text_clear(&meaning);
            text_add(&word, said, second);
            text_add(&meaning, said + second + 1, (size_t)(at + length - (said + second + 1)));
            visit(state, text_string(&word), text_string(&meaning));
        }
        at += length + (at[length] == '\n');
    }
    text_finish(&word);
    text_finish(&meaning);
}
