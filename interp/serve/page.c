#include "serve/page.h"

#include <string.h>

/* Each file of page/, codemirror/ as one module, and the exercises of the lesson as one, compressed and embedded by
 * page/pack.cmake: the bytes end in a NUL, which the length does not count. */
#define FILES(X)                                                                                                       \
    X(style, "style.css", "text/css")                                                                                  \
    X(about, "about.js", "text/javascript")                                                                            \
    X(board, "board.js", "text/javascript")                                                                            \
    X(conflict, "conflict.js", "text/javascript")                                                                      \
    X(differences, "differences.js", "text/javascript")                                                                \
    X(dom, "dom.js", "text/javascript")                                                                                \
    X(drafts, "drafts.js", "text/javascript")                                                                          \
    X(editor, "editor.js", "text/javascript")                                                                          \
    X(engine, "engine.js", "text/javascript")                                                                          \
    X(examples, "examples.js", "text/javascript")                                                                      \
    X(fen, "fen.js", "text/javascript")                                                                                \
    X(game, "game.js", "text/javascript")                                                                              \
    X(layout, "layout.js", "text/javascript")                                                                          \
    X(learn, "learn.js", "text/javascript")                                                                            \
    X(lesson, "lesson.js", "text/javascript")                                                                          \
    X(link, "link.js", "text/javascript")                                                                              \
    X(main, "main.js", "text/javascript")                                                                              \
    X(marks, "marks.js", "text/javascript")                                                                            \
    X(playtest, "playtest.js", "text/javascript")                                                                      \
    X(rpc, "rpc.js", "text/javascript")                                                                                \
    X(rules, "rules.js", "text/javascript")                                                                            \
    X(seats, "seats.js", "text/javascript")                                                                            \
    X(setup, "setup.js", "text/javascript")                                                                            \
    X(sheets, "sheets.js", "text/javascript")                                                                          \
    X(start, "start.js", "text/javascript")                                                                            \
    X(table, "table.js", "text/javascript")                                                                            \
    X(twins, "twins.js", "text/javascript")                                                                            \
    X(words, "words.js", "text/javascript")                                                                            \
    X(codemirror, "codemirror.js", "text/javascript")                                                                  \
    X(exercises, "exercises.js", "text/javascript")

#define DECLARE(name, path, type)                                                                                      \
    extern const char text_serve_page_##name[];                                                                        \
    extern const size_t text_serve_page_##name##_length;
FILES(DECLARE)
DECLARE(index, , )
DECLARE(hash, , )

bool page_find(const char *path, page_file *file)
{
#define ROW(name, path, type) {path, type "; charset=utf-8", text_serve_page_##name, &text_serve_page_##name##_length},
    static const struct {
        const char *path, *type, *bytes;
        const size_t *length;
    } rows[] = {FILES(ROW)};
#undef ROW
    if (strcmp(path, "/") == 0 || strcmp(path, "/index.html") == 0) {
        *file = (page_file){
            .type = "text/html; charset=utf-8", .bytes = text_serve_page_index, .length = text_serve_page_index_length};
        return true;
    }
    const char *wanted = path + 1;
    size_t folder = text_serve_page_hash_length;
    bool lasting = strncmp(wanted, text_serve_page_hash, folder) == 0 && wanted[folder] == '/';
    wanted += lasting ? folder + 1 : 0;
    for (size_t i = 0; *path == '/' && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].path, wanted) == 0) {
            *file = (page_file){rows[i].type, rows[i].bytes, *rows[i].length, .packed = true, .lasting = lasting};
            return true;
        }
    }
    return false;
}
