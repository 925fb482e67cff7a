/* Feeds kept inputs to a target, without libFuzzer: `fuzz_replay TARGET PATH...`, files or folders of files. */
#define _XOPEN_SOURCE 700 // realpath
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "fuzz.h"

static size_t fed;

static void feed_file(const fuzz_target *target, const char *path)
{
    FILE *f = fopen(path, "rb");
    text content = {0};
    char block[4096];
    size_t got;
    while (f && (got = fread(block, 1, sizeof block, f)) > 0) {
        text_add(&content, block, got);
    }
    if (!f || ferror(f) || content.failed) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(3);
    }
    fclose(f);
    fprintf(stderr, "%s\n", path); /* the last one that is named is the one that broke it */
    /* Scripts as they are in play, by what was learned of them, and each time beside it. */
    for (int compares = 0; compares < 2; compares++) {
        setenv("FERZ_COMPARE_ANSWERS", compares ? "1" : "0", 1);
        fuzz_run(target, (const uint8_t *)text_string(&content), content.length);
    }
    text_finish(&content);
    fed++;
}

static void feed_path(const fuzz_target *target, const char *path)
{
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISDIR(about.st_mode)) {
        feed_file(target, path);
        return;
    }
    struct dirent **names;
    int count = scandir(path, &names, NULL, alphasort);
    if (count < 0) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(3);
    }
    for (int i = 0; i < count; i++) {
        char name[1024];
        snprintf(name, sizeof name, "%s/%s", path, names[i]->d_name);
        if (*names[i]->d_name != '.') {
            feed_path(target, name);
        }
        free(names[i]);
    }
    free(names);
}

#if defined(__SANITIZE_ADDRESS__) /* gcc */
#define FUZZ_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FUZZ_SANITIZED 1
#endif
#endif

static void limit_memory(void)
{
#if !defined(FUZZ_SANITIZED) /* which reserves more than any machine has */
    struct rlimit limit = {FUZZ_BYTES_MAX, FUZZ_BYTES_MAX};
    setrlimit(RLIMIT_AS, &limit);
#endif
}

int main(int count, char **words)
{
    const fuzz_target *target = count > 2 ? fuzz_find(words[1]) : NULL;
    if (!target) {
        fprintf(stderr, "usage: %s TARGET PATH..., where TARGET is one of", words[0]);
        for (const fuzz_target *t = fuzz_targets; t->name; t++) {
            fprintf(stderr, " %s", t->name);
        }
        fprintf(stderr, "\n");
        return 2;
    }
    for (int i = 2; i < count; i++) {
        words[i] = realpath(words[i], NULL); /* since we go elsewhere */
        if (!words[i]) {
            fprintf(stderr, "a path is not there\n");
            return 3;
        }
    }
    limit_memory();
    fuzz_begin();
    for (int i = 2; i < count; i++) {
        feed_path(target, words[i]);
        free(words[i]);
    }
    printf("%s: %zu inputs\n", target->name, fed);
    return fed ? 0 : 1;
}
