/* Bad rule files: each says in comments what must be said about it, and nothing else may be said.
 *
 *   # error: WORDS       an error on this line whose text contains WORDS; several may stand on one line
 *   # warning: WORDS     a warning on this line
 *   # help: WORDS        one of the messages on this line has a hint that contains WORDS
 *   # note: WORDS        one of the messages on this line has such a note, or a note points at this line
 *   # nowhere: WORDS     an error without a place
 *   # elsewhere: WORDS   an error in another file, which does not say so itself (it may: then its comments count)
 *   # codes: E0301 W0623   the codes of all messages, each once, in the order of their coming; every file says them
 *   # --set NAME=VALUE   the file is loaded with this setting
 *
 * A game that the files extend is looked for beside them, then in parents/.
 */
#define _POSIX_C_SOURCE 200809L /* opendir */
#include "unit/test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/ruleset.h"

#ifndef FERZ_SOURCE_DIR
#define FERZ_SOURCE_DIR "."
#endif
static const char folder[] = FERZ_SOURCE_DIR "/tests/invalid/rules";

enum { COMMENTS_MAX = 300, FILES_MAX = 400, SETTINGS_MAX = 8 };

typedef enum word { ERROR, WARNING, HELP, NOTE, NOWHERE, ELSEWHERE, CODES_SAID, SET, WORD_COUNT } word;
static const char *const words[] = {
    "# error: ", "# warning: ", "# help: ", "# note: ", "# nowhere: ", "# elsewhere: ", "# codes: ", "# --set "};

typedef struct comment {
    word word;
    uint32_t line;
    char *text; /* owned */
    bool met;
} comment;

typedef struct comments {
    comment all[COMMENTS_MAX];
    size_t count;
} comments;

/* The next comment of ours at or behind `from`, or NULL. */
static const char *next_comment(const char *from, const char *end, word *found)
{
    for (; from < end; from++) {
        for (int w = 0; w < WORD_COUNT; w++) {
            size_t length = strlen(words[w]);
            if ((size_t)(end - from) >= length && memcmp(from, words[w], length) == 0) {
                *found = (word)w;
                return from;
            }
        }
    }
    return NULL;
}

static void comments_read(comments *c, const char *bytes)
{
    c->count = 0;
    uint32_t line = 1;
    for (const char *from = bytes; *from; line++) {
        const char *end = from + strcspn(from, "\n");
        word w = ERROR;
        for (const char *at = next_comment(from, end, &w); at;) {
            const char *begin = at + strlen(words[w]);
            word next_word = ERROR;
            const char *next = next_comment(begin, end, &next_word);
            const char *stop = next ? next : end;
            while (stop > begin && stop[-1] == ' ')
                stop--;
            assert_true(c->count < COMMENTS_MAX);
            comment *one = &c->all[c->count++];
            *one = (comment){w, line, calloc(1, (size_t)(stop - begin) + 1), false};
            assert_non_null(one->text);
            memcpy(one->text, begin, (size_t)(stop - begin));
            at = next;
            w = next_word;
        }
        from = *end ? end + 1 : end;
    }
}

static void comments_free(comments *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->all[i].text);
    c->count = 0;
}

/* Consumes the first unmet comment that expects the message; false when there is none. */
static bool meet(comments *c, word w, uint32_t line, const char *message_text)
{
    for (size_t i = 0; i < c->count; i++) {
        comment *one = &c->all[i];
        if (!one->met && one->word == w && (line == 0 || one->line == line) && strstr(message_text, one->text)) {
            one->met = true;
            return true;
        }
    }
    return false;
}

static void show(const diag *d)
{
    text words_of = {0};
    diag_render(d, false, &words_of);
    print_error("%s", text_string(&words_of));
    text_finish(&words_of);
}

/* Whether `file` itself, or the root with `elsewhere`, expects this message. */
static bool is_expected(comments *root, const char *root_path, const diag *d)
{
    word w = d->severity == SEVERITY_ERROR ? ERROR : WARNING;
    if (!d->location.source)
        return meet(root, NOWHERE, 0, d->text);
    if (strcmp(d->location.source->name, root_path) == 0)
        return meet(root, w, d->location.line, d->text);
    comments own;
    comments_read(&own, d->location.source->bytes);
    bool good = meet(&own, w, d->location.line, d->text);
    for (size_t i = 0; i < own.count && good; i++) {
        const comment *one = &own.all[i];
        if (one->line != d->location.line)
            continue;
        if (one->word == NOTE)
            good = d->note && strstr(d->note, one->text);
        else if (one->word == HELP)
            good = d->hint && strstr(d->hint, one->text);
    }
    comments_free(&own);
    return good || meet(root, ELSEWHERE, 0, d->text);
}

/* Hints and notes that the root asks for. */
static void meet_extras(comments *root, const char *root_path, const diag *d)
{
    bool here = d->location.source && strcmp(d->location.source->name, root_path) == 0;
    bool note_here = d->note_location.source && strcmp(d->note_location.source->name, root_path) == 0;
    for (size_t i = 0; i < root->count; i++) {
        comment *one = &root->all[i];
        bool at = (here && d->location.line == one->line) || !d->location.source;
        if (one->word == HELP && at && d->hint && strstr(d->hint, one->text))
            one->met = true;
        if (one->word == NOTE && (at || (note_here && d->note_location.line == one->line)) && d->note &&
            strstr(d->note, one->text))
            one->met = true;
    }
}

static const char *find(const void *state, const char *name, const char *companion, arena *a)
{
    (void)state;
    (void)companion;
    for (size_t i = 0; i < 2; i++) {
        char path[1000];
        int length = i == 0 ? snprintf(path, sizeof path, "%s/%s.yaml", folder, name)
                            : snprintf(path, sizeof path, "%s/parents/%s.yaml", folder, name);
        assert_in_range(length, 1, sizeof path - 1);
        FILE *file = fopen(path, "rb");
        if (file) {
            (void)fclose(file);
            return arena_text(a, path, (size_t)length);
        }
    }
    return NULL;
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = calloc(1, 1 << 20);
    assert_non_null(bytes);
    size_t size = fread(bytes, 1, (1 << 20) - 1, file);
    bytes[size] = '\0';
    (void)fclose(file);
    return bytes;
}

/* The codes of all messages, each once; "?" for one whose letter is not that of its severity. */
static void list_codes(const diag_list *diags, text *out)
{
    for (const diag *d = diags->first; d; d = d->next) {
        const char *code = code_text(d->code);
        if (code[0] != (d->severity == SEVERITY_ERROR ? 'E' : 'W'))
            code = "?";
        if (!strstr(text_string(out), code))
            text_print(out, "%s%s", out->length ? " " : "", code);
    }
}

/* Returns how many expectations failed. */
static size_t check_file(const char *name)
{
    char path[1000];
    assert_in_range(snprintf(path, sizeof path, "%s/%s", folder, name), 1, sizeof path - 1);
    static comments root;
    char *bytes = read_all(path);
    comments_read(&root, bytes);
    free(bytes);

    rule_setting settings[SETTINGS_MAX];
    size_t setting_count = 0;
    for (size_t i = 0; i < root.count; i++) {
        if (root.all[i].word != SET)
            continue;
        char *equals = strchr(root.all[i].text, '=');
        if (equals)
            *equals++ = '\0';
        assert_true(setting_count < SETTINGS_MAX);
        settings[setting_count++] = (rule_setting){root.all[i].text, equals};
        root.all[i].met = true;
    }

    diag_list diags;
    diag_list_init(&diags);
    const rule_finder finder = {.find = find};
    ruleset *rules = ruleset_load(&diags, path, NULL, &finder, settings, setting_count, 1);
    size_t failures = 0;
    if ((rules == NULL) != (diags.errors > 0)) {
        print_error("%s: %zu errors, and %s ruleset\n", name, diags.errors, rules ? "a" : "no");
        failures++;
    }
    if (diags.errors + diags.warnings == 0) {
        print_error("%s: not a word about it\n", name);
        failures++;
    }
    for (const diag *d = diags.first; d; d = d->next) {
        meet_extras(&root, path, d);
        if (is_expected(&root, path, d))
            continue;
        print_error("%s: unexpected:\n", name);
        show(d);
        failures++;
    }
    text codes = {0};
    list_codes(&diags, &codes);
    bool reported = false;
    for (size_t i = 0; i < root.count; i++) {
        if (root.all[i].word == CODES_SAID && strcmp(root.all[i].text, text_string(&codes)) == 0)
            reported = root.all[i].met = true;
    }
    if (!reported) {
        print_error("%s: the codes are # codes: %s\n", name, text_string(&codes));
        failures++;
    }
    text_finish(&codes);
    for (size_t i = 0; i < root.count; i++) {
        if (root.all[i].met)
            continue;
        print_error("%s:%u: missing: %s%s\n", name, (unsigned)root.all[i].line, words[root.all[i].word],
                    root.all[i].text);
        failures++;
    }
    ruleset_destroy(rules);
    diag_list_finish(&diags);
    comments_free(&root);
    return failures;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

TEST(test_bad_files)
{
    DIR *all = opendir(folder);
    assert_non_null(all);
    static char *names[FILES_MAX];
    size_t count = 0;
    for (const struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 5, ".yaml") != 0)
            continue;
        assert_true(count < FILES_MAX);
        names[count] = strdup(entry->d_name);
        assert_non_null(names[count++]);
    }
    (void)closedir(all);
    assert_true(count >= 60);
    qsort(names, count, sizeof names[0], by_name);
    size_t failures = 0;
    for (size_t i = 0; i < count; i++) {
        failures += check_file(names[i]);
        free(names[i]);
    }
    print_message("%zu bad files\n", count);
    assert_int_equal(failures, 0);
}
