#include "serve/page.h"

#include <string.h>

/* Each file of page/, codemirror/ as one module, and the exercises of the lesson as one, embedded by the build: the bytes end in a NUL, which the length
 * does not count. */
#define FILES(X)                                                                                                       \
    X(index, "index.html", "text/html")                                                                                \
    X(style, "style.css", "text/css")                                                                                  \
    X(board, "board.js", "text/javascript")                                                                            \
    X(dom, "dom.js", "text/javascript")                                                                                \
    X(editor, "editor.js", "text/javascript")                                                                          \
    X(fen, "fen.js", "text/javascript")                                                                                \
    X(game, "game.js", "text/javascript")                                                                              \
    X(lesson, "lesson.js", "text/javascript")                                                                          \
    X(main, "main.js", "text/javascript")                                                                              \
    X(plots, "plots.js", "text/javascript")                                                                            \
    X(playtest, "playtest.js", "text/javascript")                                                                      \
    X(rpc, "rpc.js", "text/javascript")                                                                                \
    X(rules, "rules.js", "text/javascript")                                                                            \
    X(setup, "setup.js", "text/javascript")                                                                            \
    X(sheets, "sheets.js", "text/javascript")                                                                          \
    X(start, "start.js", "text/javascript")                                                                            \
    X(table, "table.js", "text/javascript")                                                                            \
    X(words, "words.js", "text/javascript")                                                                            \
    X(codemirror, "codemirror.js", "text/javascript")                                                                  \
    X(exercises, "exercises.js", "text/javascript")

#define DECLARE(name, path, type)                                                                                      \
    extern const char text_serve_page_##name[];                                                                        \
    extern const size_t text_serve_page_##name##_length;
FILES(DECLARE)

bool page_find(const char *path, page_file *file)
{
#define ROW(name, path, type)                                                                                          \
    {"/" path, type "; charset=utf-8", text_serve_page_##name, &text_serve_page_##name##_length},
    static const struct {
        const char *path, *type, *bytes;
        const size_t *length;
    } rows[] = {FILES(ROW)};
#undef ROW
    const char *wanted = strcmp(path, "/") == 0 ? "/index.html" : path;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].path, wanted) == 0) {
            *file = (page_file){rows[i].path, rows[i].type, rows[i].bytes, *rows[i].length};
            return true;
        }
    }
    return false;
}
