/* Publish: a game as one page for a browser: the page that interp/wasm makes, with the texts of the game put in. */
#include "service/service_internal.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/read_file.h"

/* What the page has in place of a game. */
static const char placeholder[] = "\"a game\"";
enum { PAGE_MAX = 32 * 1024 * 1024 }; /* bytes */

/* The text of a file of the rules as this call sees it: 0, or an error number. */
static int read_text(const call *c, const char *file, text *bytes)
{
    const json_t *overlays = json_object_get(c->params, "overlays");
    for (size_t i = 0; i < json_array_size(overlays); i++) {
        const json_t *one = json_array_get(overlays, i), *content = json_object_get(one, "text");
        if (strcmp(json_string_value(json_object_get(one, "file")), file) == 0) {
            text_add(bytes, json_string_value(content), json_string_length(content));
            return bytes->failed ? ENOMEM : 0;
        }
    }
    if (text_ends_with(file, ".svg")) { /* loading the game has seen that it lies in the folder of its rules */
        return read_file_bytes(file, READ_FILE_NO_LINKS, FOLDER_FILE_MAX, bytes);
    }
    const folder *f = &c->service->folder;
    const char *relative = folder_holds(f, file) ? folder_relative(f, file) : NULL;
    return relative ? folder_read(f, relative, bytes)
                    : read_file_bytes(file, READ_FILE_FOLLOW_LINKS, FOLDER_FILE_MAX, bytes);
}

/* A drawing as a rule file of the game names it: the path from the folder of that file, or of the nearest one above. */
static const char *drawing_name(const ferz_variant *variant, const char *file)
{
    size_t above = 0;
    for (size_t i = 0; i < ferz_variant_facts(variant)->file_count; i++) {
        const char *rules = ferz_variant_file_at(variant, i), *slash = strrchr(rules, '/');
        size_t length = slash && text_ends_with(rules, ".yaml") ? (size_t)(slash - rules) + 1 : 0;
        above = length > above && strncmp(rules, file, length) == 0 ? length : above;
    }
    return file + above;
}

/* What goes into a page: texts by their paths there, and where each came from. */
typedef struct bundle {
    json_t *files, *sources;
    size_t cells; /* the most of a board */
} bundle;

/* Adds a file, by its path in the page: there all rules lie in one folder and all scripts in another. */
static bool add_file(call *c, bundle *b, const ferz_variant *variant, const char *file, bool needed)
{
    text bytes = {0}, path = {0};
    const char *slash = strrchr(file, '/');
    text_print(&path, "%s%s", text_ends_with(file, ".lua") ? "/scripts/" : "/rules/",
               text_ends_with(file, ".svg") ? drawing_name(variant, file)
               : slash                      ? slash + 1
                                            : file);
    const char *source = json_string_value(json_object_get(b->sources, text_string(&path)));
    const bool same = source && strcmp(source, file) == 0, twice = source && !same;
    const int error = source ? 0 : read_text(c, file, &bytes);
    if (twice) {
        (void)fail(c, ERROR_REJECTED, "two files of this game have the same name in different folders");
    } else if (!error && !same) {
        put(c, b->files, text_string(&path), json_stringn(text_string(&bytes), bytes.length));
        put(c, b->sources, text_string(&path), json_string(file));
    } else if (error && needed) {
        (void)fail(c, ERROR_SYSTEM, strerror(error));
    }
    text_finish(&bytes);
    text_finish(&path);
    return !twice && (!error || !needed);
}

static size_t cells_of(const ferz_variant *variant)
{
    ferz_game *game = ferz_game_create(variant, NULL, NULL);
    const size_t cells = game ? ferz_game_cell_count(game) : SIZE_MAX;
    ferz_game_free(game);
    return cells;
}

/* Adds the rules and the scripts. */
static bool add_rules(call *c, bundle *b, const ferz_variant *variant)
{
    const size_t cells = cells_of(variant);
    b->cells = cells > b->cells ? cells : b->cells;
    bool ok = true;
    for (size_t i = 0; ok && i < ferz_variant_facts(variant)->file_count; i++) {
        ok = add_file(c, b, variant, ferz_variant_file_at(variant, i), true);
    }
    return ok;
}

/* The same with one more setting, where that can be chosen. Takes `value`. */
static bool add_choice(call *c, bundle *b, const char *name, json_t *value)
{
    call probe = *c;
    json_t *params = json_deep_copy(c->params), *settings = json_object_get(params, "settings");
    if (!settings) {
        settings = json_object();
        (void)json_object_set_new(params, "settings", settings);
    }
    (void)json_object_set_new(settings, name, value);
    probe.params = params;
    ferz_variant *variant = params ? load_variant(&probe) : NULL;
    const bool ok = !variant || add_rules(c, b, variant);
    ferz_variant_free(variant);
    json_decref(probe.error);
    json_decref(params);
    return ok;
}

/* What any choice of an option needs: the page offers them. */
static bool add_option(call *c, bundle *b, const ferz_option *option)
{
    bool ok = true;
    for (size_t i = 0; ok && i < option->choice_count; i++) {
        ok = add_choice(c, b, option->name, json_string(option->choices[i]));
    }
    if (ok && option->range) {
        ok = add_choice(c, b, option->name, json_integer(option->high));
    }
    return ok && (option->range || option->choice_count || add_choice(c, b, option->name, json_true()));
}

/* The rules and scripts of all options, and what was learned about the game. False after an error. */
static bool bundle_fill(call *c, bundle *b, const ferz_variant *variant)
{
    bool ok = add_rules(c, b, variant);
    const ferz_facts *facts = ferz_variant_facts(variant);
    for (size_t i = 0; ok && i < facts->option_count; i++) {
        const ferz_option option = ferz_variant_option(variant, i);
        ok = add_option(c, b, &option);
    }
    return ok && add_file(c, b, variant, facts->tuning_file, false) &&
           add_file(c, b, variant, facts->network_file, false);
}

static json_t *game_json(call *c, const ferz_variant *variant, json_t *files)
{
    const char *slash = strrchr(ferz_variant_facts(variant)->file, '/');
    text path = {0};
    text_print(&path, "/rules/%s", slash ? slash + 1 : ferz_variant_facts(variant)->file);
    json_t *game = json_object(), *settings = json_object_get(c->params, "settings");
    put_string(c, game, "game", text_string(&path));
    put_string(c, game, "title", ferz_variant_facts(variant)->title);
    put_string(c, game, "language", param_string(c, "language"));
    put_string(c, game, "fen", param_string(c, "fen"));
    put(c, game, "settings", settings ? json_incref(settings) : json_object());
    put(c, game, "files", json_incref(files));
    text_finish(&path);
    return game;
}

/* JSON inside of HTML: no text of the game begins a tag or ends the script. */
static void add_json(text *t, const char *json)
{
    for (const char *p = json; *p;) {
        size_t length = strcspn(p, "<");
        text_add(t, p, length);
        p += length;
        if (*p) {
            text_put(t, "\\u003c");
            p++;
        }
    }
}

/* Adds the page without the modules that have no room for such a board, and of the others but the first. A page without such
 * elements is as it is. */
static void add_page(text *t, const char *page, size_t cells)
{
    static const char begin[] = "<script type=\"text/plain\" class=\"module\" data-cells=\"", end[] = "</script>";
    const char *from = page;
    bool found = false;
    for (const char *element; (element = strstr(from, begin)) != NULL;) {
        const bool room = (size_t)number_at(element + strlen(begin), 0, LONG_MAX, 0) >= cells;
        const char *behind = strstr(element, end);
        behind = behind ? behind + strlen(end) : element + strlen(element);
        text_add(t, from, (size_t)((room && !found ? behind : element) - from));
        found |= room;
        from = behind;
    }
    text_put(t, from);
}

static json_t *page_json(call *c, const char *page, const json_t *game)
{
    const char *place = strstr(page, placeholder);
    char *written = json_dumps(game, JSON_COMPACT);
    json_t *result = NULL;
    if (!place) {
        (void)fail(c, ERROR_SYSTEM, "the page with the WebAssembly module has no place for a game");
    } else if (written) {
        text t = {0};
        text_add(&t, page, (size_t)(place - page));
        add_json(&t, written);
        text_put(&t, place + strlen(placeholder));
        result = json_object();
        put(c, result, "text", t.failed ? NULL : json_stringn(text_string(&t), t.length));
        text_finish(&t);
    }
    free(written);
    return result;
}

/* The page beside the folder of a game, as it is installed, or in the build of a checkout; adds nothing where there is none. */
static void find_beside(const call *c, const char *game, text *path)
{
    static const char *const places[] = {"../publish.html", "../build/wasm/publish.html"};
    const char *slash = strrchr(game, '/');
    for (size_t i = 0; slash && i < 2 && !path->length && !folder_holds(&c->service->folder, game); i++) {
        text_print(path, "%.*s/%s", (int)(slash - game), game, places[i]);
        if (!read_file_exists(text_string(path))) {
            text_clear(path);
        }
    }
}

/* Beside the rules of this game, or else of any. */
static void find_page(const call *c, const ferz_variant *variant, text *path)
{
    for (size_t i = 0; i < ferz_variant_facts(variant)->file_count && !path->length; i++) {
        find_beside(c, ferz_variant_file_at(variant, i), path);
    }
    ferz_list_entry *entries = NULL;
    size_t count = path->length ? 0 : ferz_list(c->service->dirs, &entries, NULL);
    for (size_t i = 0; i < count && !path->length; i++) {
        find_beside(c, entries[i].path, path);
    }
    ferz_list_free(entries, count);
}

/* False after an error. */
static bool read_page(call *c, const ferz_variant *variant, text *page)
{
    text path = {0};
    if (c->service->options.page) {
        text_put(&path, c->service->options.page);
    } else {
        find_page(c, variant, &path);
    }
    int error = path.length ? read_file_bytes(text_string(&path), READ_FILE_FOLLOW_LINKS, PAGE_MAX, page) : ENOENT;
    text_finish(&path);
    if (error) {
        (void)fail(c, ERROR_SYSTEM,
                   error == ENOENT ? "there is no WebAssembly build beside this ferz, and a published game needs one: "
                                     "`./dev wasm` makes it"
                                   : strerror(error));
    }
    return !error;
}

json_t *method_publish(call *c)
{
    text page = {0}, kept = {0};
    bundle b = {.files = json_object(), .sources = json_object()};
    ferz_variant *variant = load_variant(c);
    json_t *result = NULL;
    if (variant && read_page(c, variant, &page) && bundle_fill(c, &b, variant)) {
        json_t *game = game_json(c, variant, b.files);
        add_page(&kept, text_string(&page), b.cells);
        c->out_of_memory |= kept.failed;
        result = page_json(c, text_string(&kept), game);
        json_decref(game);
    }
    ferz_variant_free(variant);
    json_decref(b.sources);
    json_decref(b.files);
    text_finish(&kept);
    text_finish(&page);
    return result;
}
