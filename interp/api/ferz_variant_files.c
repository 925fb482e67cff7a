/* Files of variants, in the format of Fairy-Stockfish, where rules are searched: `variants.ini` in a folder, or a file
 * NAME.ini that stands where a folder may. Their sections are games by their names. */
#include "api/ferz_internal.h"

#include "base/read_file.h"
#include "formats/ini.h"
#include "rules/locate.h"

#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 64 };

typedef struct variant_files {
    arena *arena;
    const char *paths[FILES_MAX];
    size_t count;
} variant_files;

static void add_file(void *state, const char *folder)
{
    variant_files *files = state;
    bool file = text_ends_with(folder, ".ini") && !read_file_is_folder(folder);
    const char *path = file ? folder : arena_format(files->arena, "%s/variants.ini", folder);
    if (path && files->count < FILES_MAX && read_file_exists(path)) {
        files->paths[files->count++] = path;
    }
}

/* Reads a file and its sections, into the arena. What is wrong in it is said when one of them is loaded. */
static void read_sections(arena *a, const char *path, text *bytes, fuel *left, ini *sections)
{
    diag_list silent;
    diag_list_init(&silent);
    silent.fuel = left;
    bool read = read_file_bytes(path, READ_FILE_FOLLOW_LINKS, INI_BYTES_MAX, bytes) == 0;
    const source *from = read ? diag_source(&silent, path, text_string(bytes), bytes->length) : NULL;
    if (from) {
        ini_read(a, &silent, from, sections);
    }
    diag_list_finish(&silent);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names, sorted, each once, with a NUL byte behind each. */
static char *join_names(const char **names, size_t *count)
{
    text joined = {0};
    size_t kept = 0;
    qsort(names, *count, sizeof *names, compare_names);
    for (size_t i = 0; i < *count; i++) {
        if (i == 0 || strcmp(names[i], names[i - 1]) != 0) {
            text_add(&joined, names[i], strlen(names[i]) + 1);
            kept++;
        }
    }
    char *block = joined.failed ? NULL : malloc(joined.length + 1);
    if (block) {
        memcpy(block, text_string(&joined), joined.length);
        block[joined.length] = '\0';
    }
    text_finish(&joined);
    *count = block ? kept : 0;
    return block;
}

char *ferz_list_imported(const char *const *dirs, size_t *count)
{
    if (MISSING(count)) {
        return NULL;
    }
    arena a;
    arena_init(&a, 0);
    variant_files files = {.arena = &a};
    const char **names = NULL;
    size_t room = 0;
    bool failed = false;
    *count = 0;
    locate_folders(&a, dirs, add_file, &files);
    for (size_t i = 0; i < files.count && !failed; i++) {
        text bytes = {0};
        ini sections = {0};
        read_sections(&a, files.paths[i], &bytes, NULL, &sections);
        const char **more = realloc(names, (room + sections.count + 1) * sizeof *names);
        failed = !more || a.failed;
        names = more ? more : names;
        room += sections.count;
        for (size_t k = 0; k < sections.count && !failed; k++) {
            names[(*count)++] = sections.sections[k].name;
        }
        text_finish(&bytes);
    }
    char *block = failed || a.failed ? NULL : names ? join_names(names, count) : calloc(1, 1);
    *count = block ? *count : 0;
    free(names);
    arena_finish(&a);
    return block;
}

/* Imports the section and loads it. */
static ferz_variant *load_section(const char *path, const text *bytes, const char *name, const char *const *dirs,
                                  const ferz_setting *settings, size_t setting_count, uint64_t seed,
                                  ferz_messages *messages)
{
    const char *const only[] = {name, NULL};
    ferz_imported *games = NULL;
    size_t count = 0;
    ferz_variant *v = NULL;
    import_sections(path, text_string(bytes), bytes->length, only, &games, &count, NULL, NULL, messages);
    if (count) {
        v = variant_load_imported(&games[0], path, dirs, settings, setting_count, seed, messages);
    }
    ferz_imported_free(games, count);
    return v;
}

bool variant_files_load(const char *name, const char *const *dirs, const ferz_setting *settings, size_t setting_count,
                        uint64_t seed, ferz_messages *messages, ferz_variant **loaded)
{
    arena a;
    arena_init(&a, 0);
    variant_files files = {.arena = &a};
    bool found = false;
    locate_folders(&a, dirs, add_file, &files);
    for (size_t i = 0; i < files.count && !found; i++) {
        text bytes = {0};
        ini sections = {0};
        read_sections(&a, files.paths[i], &bytes, messages_begin(messages, OPERATION_SHORT), &sections);
        for (size_t k = 0; k < sections.count && !found; k++) {
            found = strcmp(sections.sections[k].name, name) == 0;
        }
        if (found) {
            *loaded = load_section(files.paths[i], &bytes, name, dirs, settings, setting_count, seed, messages);
        }
        text_finish(&bytes);
    }
    arena_finish(&a);
    return found;
}
