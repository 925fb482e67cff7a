/* Figures: how pictures show a piece: by the name of one of our drawings, a path, or an SVG file beside the rules. */

#include <errno.h>
#include <string.h>

#include "base/read_file.h"
#include "rules/names.h"
#include "rules/ruleset_build.h"
#include "rules/svg_path.h"

const char *const rule_figures[] = {
    "king",   "queen",   "rook",    "bishop",     "knight",     "pawn",   "counsellor", "elephant", "boat",
    "cannon", "camel",   "lion",    "archbishop", "chancellor", "amazon", "centaur",    "hopper",   "grasshopper",
    "man",    "dame",    "token",   "cross",      "nought",     "star",   "nightrider", "ferz",     "wazir",
    "alfil",  "dabbaba", "giraffe", "zebra",      "unicorn",    "dragon", "champion",   "hawk",     "prince",
    "lance",  "wizard",  "duck",    "wall",       "griffin",    NULL,
};

/* ---- files ---- */

static void hint_drawing(builder *b, const char *path, const char *written)
{
    text nearest = {0};
    if (read_file_nearest(path, &nearest)) {
        const size_t before = strlen(path) - strlen(written);
        diag_did_you_mean(b->diags, text_string(&nearest) + before);
    } else {
        diag_hint(b->diags, "looked for %s; a drawing lies beside the rules that name it, or below them", path);
    }
    text_finish(&nearest);
}

static void report_unreadable(builder *b, const node *value, const char *path, int error)
{
    const char *name = value->string;
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        diag_error(b->diags, CODE_FIGURE_FILE, value->location, "there is no drawing `%s`", name);
        hint_drawing(b, path, name);
        break;
    case ELOOP:
        diag_error(b->diags, CODE_FIGURE_FILE, value->location,
                   "the drawing `%s` is a symbolic link; it must be a plain file", name);
        break;
    case EXDEV:
        diag_error(b->diags, CODE_FIGURE_FILE, value->location,
                   "the drawing `%s` is a link out of the folder of the rules", name);
        break;
    case EISDIR:
    case ENODEV:
        diag_error(b->diags, CODE_FIGURE_FILE, value->location, "the drawing `%s` is not a plain file", name);
        break;
    case EFBIG:
        diag_error(b->diags, CODE_FIGURE_FILE, value->location, "the drawing `%s` has more than %d KiB", name,
                   SVG_FIGURE_FILE_MAX >> 10);
        diag_hint(b->diags, "let a drawing program write it as plain SVG");
        break;
    case ENOMEM:
        diag_out_of_memory(b->diags);
        break;
    default:
        diag_failure(b->diags, CODE_UNREADABLE_FILE, "the drawing `%s` cannot be read: %s", path, strerror(error));
    }
}

/* The text of the file; read once, also while options are tried. NULL after an error. */
static const source *drawing_source(builder *b, const node *value, const char *path, const char *folder)
{
    for (const source *s = b->diags->sources; s; s = s->previous) {
        if (strcmp(s->name, path) == 0) {
            return s;
        }
    }
    const source_overlay *instead = diag_overlay(b->diags, path);
    text bytes = {0};
    int error = 0;
    if (instead) {
        text_add(&bytes, instead->bytes, instead->size);
        error = bytes.failed ? ENOMEM : instead->size > SVG_FIGURE_FILE_MAX ? EFBIG : 0;
    } else {
        error = read_file_bytes(path, READ_FILE_NO_LINKS, SVG_FIGURE_FILE_MAX, &bytes);
        error = error || read_file_is_below(path, folder) ? error : EXDEV;
    }
    const source *file = error ? NULL : diag_source(b->diags, path, text_string(&bytes), bytes.length);
    if (error) {
        report_unreadable(b, value, path, error);
    }
    text_finish(&bytes);
    return file;
}

static void read_drawing(builder *b, const node *value, rule_piece *piece)
{
    const char *from_path = value->location.source ? value->location.source->name : b->rules->path;
    const char *slash = strrchr(from_path, '/');
    const char *folder = arena_text(b->arena, from_path, slash ? (size_t)(slash - from_path) + 1 : 0);
    if (!schema_is_path(value->string)) {
        diag_error(b->diags, CODE_FIGURE_FILE, value->location,
                   "a drawing is a file in the folder of the rules or below it, found `%s`", value->string);
        return;
    }
    const char *path = folder ? arena_format(b->arena, "%s%s", folder, value->string) : NULL;
    if (!path) {
        return;
    }
    piece->figure = value->string;
    for (const rule_piece *other = b->rules->pieces; other < piece && !piece->drawing; other++) {
        piece->drawing = other->drawing && strcmp(other->drawing->name, path) == 0 ? other->drawing : NULL;
    }
    const source *file = piece->drawing ? NULL : drawing_source(b, value, path, folder);
    if (file) {
        const size_t errors = b->diags->errors;
        piece->drawing = svg_figure_read(b->arena, b->diags, file);
        if (b->diags->errors > errors) {
            diag_note(b->diags, value->location, "named here");
        }
    }
}

/* ---- names and paths ---- */

static bool is_figure(const char *name, size_t length)
{
    for (size_t i = 0; rule_figures[i]; i++) {
        if (strlen(rule_figures[i]) == length && memcmp(name, rule_figures[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* A name, or two with a plus sign. */
static bool is_figure_or_two(const char *name)
{
    const size_t first = strcspn(name, "+");
    return is_figure(name, first) && (!name[first] || is_figure(name + first + 1, strlen(name + first + 1)));
}

void build_figure(builder *b, const node *value, rule_piece *piece)
{
    if (value && is_figure_or_two(value->string)) {
        piece->figure = value->string;
    } else if (value && text_ends_with(value->string, ".svg")) {
        read_drawing(b, value, piece);
    } else if (value && svg_path_is_meant(value->string)) {
        size_t at;
        const char *fault = svg_path_fault(value->string, &at);
        if (fault) {
            diag_error(b->diags, CODE_WRONG_VALUE, build_location(value, at, 1), "%s", fault);
        }
        piece->figure = fault ? NULL : value->string;
    } else if (value) {
        diag_error(b->diags, CODE_WRONG_VALUE, value->location, "no figure is called `%s`", value->string);
        names_hint(b->diags, value->string, names_of_array, rule_figures, "figures");
    }
}
