/* Atomic write: whole or not at all, and nothing beside it, whatever ends the program meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "unit/temp_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/atomic_write.h"
#include "base/read_file.h"

static void assert_content(const char *path, const char *wanted)
{
    text found = {0};
    assert_int_equal(read_file_bytes(path, READ_FILE_NO_LINKS, 1 << 20, &found), 0);
    assert_string_equal(text_string(&found), wanted);
    text_finish(&found);
}

/* Names in the folder besides `known`. */
static int count_others(const char *where, const char *known)
{
    DIR *names = opendir(where);
    assert_non_null(names);
    int count = 0;
    for (struct dirent *one = readdir(names); one; one = readdir(names)) {
        count += strcmp(one->d_name, ".") != 0 && strcmp(one->d_name, "..") != 0 && strcmp(one->d_name, known) != 0;
    }
    (void)closedir(names);
    return count;
}

static void test_replace(void **state)
{
    (void)state;
    assert_int_equal(mkdir(folder_path("plain"), 0777), 0);
    char path[300], inner[300];
    snprintf(inner, sizeof inner, "%s", folder_path("plain"));
    snprintf(path, sizeof path, "%s", folder_path("plain/a"));
    assert_int_equal(atomic_write(path, "one", 3, false, ATOMIC_WRITE_DEFAULT_MODE), 0);
    assert_content(path, "one");
    assert_int_equal(atomic_write(path, "two", 3, false, ATOMIC_WRITE_DEFAULT_MODE), EEXIST);
    assert_content(path, "one");
    assert_int_equal(atomic_write(path, "three", 5, true, 0640), 0);
    assert_content(path, "three");
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_int_equal(count_others(inner, "a"), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(symlink("nowhere", path), 0);
    assert_int_equal(atomic_write(path, "four", 4, false, ATOMIC_WRITE_DEFAULT_MODE), EEXIST);
    assert_int_equal(atomic_write(path, "four", 4, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
    assert_content(path, "four");
    assert_int_equal(count_others(inner, "a"), 0);
    assert_int_equal(atomic_write("no/such/folder", "", 0, true, ATOMIC_WRITE_DEFAULT_MODE), ENOENT);
    assert_int_equal(atomic_write(inner, "", 0, true, ATOMIC_WRITE_DEFAULT_MODE), EISDIR);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(inner), 0);
}

static bool has_unnamed_files(const char *where)
{
#ifdef O_TMPFILE
    int fd = open(where, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (fd != -1) {
        (void)close(fd);
    }
    return fd != -1;
#else
    (void)where;
    return false;
#endif
}

/* A program that is ended in the middle of a long write. */
static void test_ended(void **state)
{
    (void)state;
    enum { BYTES = 32 << 20, TRIES = 12 };
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGKILL, SIGABRT};
    char *bytes = malloc(BYTES);
    assert_non_null(bytes);
    memset(bytes, 'x', BYTES);
    assert_int_equal(mkdir(folder_path("ended"), 0777), 0);
    char path[300], inner[300];
    snprintf(inner, sizeof inner, "%s", folder_path("ended"));
    snprintf(path, sizeof path, "%s", folder_path("ended/a"));
    bool unnamed = has_unnamed_files(inner);
    for (int i = 0; i < TRIES; i++) {
        int number = signals[i % (int)(sizeof signals / sizeof *signals)];
        if (number == SIGKILL && !unnamed) {
            continue; /* nothing can be done: the next write takes it away */
        }
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            for (;;) {
                (void)atomic_write(path, bytes, BYTES, true, ATOMIC_WRITE_DEFAULT_MODE);
            }
        }
        nanosleep(&(struct timespec){0, 7000000L + i * 3000000L}, NULL);
        assert_int_equal(kill(child, number), 0);
        int how = 0;
        assert_int_equal(waitpid(child, &how, 0), child);
        assert_true(WIFSIGNALED(how));
        struct stat about;
        assert_true(stat(path, &about) != 0 || about.st_size == BYTES);
        assert_int_equal(count_others(inner, "a"), 0);
    }
    free(bytes);
    (void)unlink(path);
    assert_int_equal(rmdir(inner), 0);
}

/* What an older program left is taken away by the next write. */
static void test_leftovers(void **state)
{
    (void)state;
    folder_write(".ferz-0.tmp", "%s", "old");
    folder_write(".ferz-1.tmp", "%s", "old");
    char path[300];
    snprintf(path, sizeof path, "%s", folder_path("b"));
    assert_int_equal(atomic_write(path, "new", 3, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
    assert_int_not_equal(access(folder_path(".ferz-0.tmp"), F_OK), 0);
    assert_int_not_equal(access(folder_path(".ferz-1.tmp"), F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replace),
        cmocka_unit_test(test_ended),
        cmocka_unit_test(test_leftovers),
    };
    return cmocka_run_group_tests_name("atomic write", tests, folder_make, folder_remove);
}
