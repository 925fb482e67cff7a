/* A temporary folder of a test program, under /tmp: made before its tests, removed after them with its files:
 * ALL_TESTS(folder_make, folder_remove). */
#ifndef FERZ_TESTS_FOLDER_H
#define FERZ_TESTS_FOLDER_H

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/ferz-test-XXXXXX";

static inline int folder_make(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

/* The path of a file in it; four are kept at a time. */
static inline const char *folder_path(const char *name)
{
    static char paths[4][sizeof folder + 260];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static inline void folder_write(const char *name, const char *format, ...)
{
    FILE *file = fopen(folder_path(name), "w");
    assert_non_null(file);
    va_list list;
    va_start(list, format);
    int length = vfprintf(file, format, list);
    va_end(list);
    assert_true(length >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline int folder_remove(void **state)
{
    (void)state;
    DIR *all = opendir(folder);
    for (struct dirent *one; all && (one = readdir(all));) {
        unlink(folder_path(one->d_name)); /* . and .. stay: they are no files */
    }
    if (all) {
        closedir(all);
    }
    return rmdir(folder);
}

#endif
