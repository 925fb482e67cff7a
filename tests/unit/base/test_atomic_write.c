/* Atomic write: whole or not at all, and nothing beside it, whatever ends the program meanwhile. */
#include "unit/test.h"

#include "unit/temp_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/atomic_write.h"
#include "base/read_file.h"
#include "base/sha256.h"

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

TEST(test_replace)
{
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
TEST(test_ended)
{
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
TEST(test_leftovers)
{
    folder_write(".ferz-0.tmp", "%s", "old");
    folder_write(".ferz-1.tmp", "%s", "old");
    folder_write(".ferz-7.tmp", "%s", "old"); /* of one that wrote beside others, which have ended well */
    char path[300];
    snprintf(path, sizeof path, "%s", folder_path("b"));
    assert_int_equal(atomic_write(path, "new", 3, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
    assert_int_not_equal(access(folder_path(".ferz-0.tmp"), F_OK), 0);
    assert_int_not_equal(access(folder_path(".ferz-1.tmp"), F_OK), 0);
    assert_int_not_equal(access(folder_path(".ferz-7.tmp"), F_OK), 0);
}

/* The mode of a file that is replaced is kept, whatever the umask; a new one gets what the umask leaves. */
TEST(test_mode)
{
    static const mode_t modes[] = {0600, 0640, 0644, 0660, 0400, 0755, 0777};
    char path[300];
    snprintf(path, sizeof path, "%s", folder_path("mode"));
    struct stat about;
    mode_t before = umask(022);
    assert_int_equal(atomic_write(path, "", 0, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0644);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        assert_int_equal(atomic_write(path, "x", 1, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_mode & 07777, modes[i]);
    }
    (void)umask(before);
    if (geteuid() == 0) { /* who may give files away does not take them */
        assert_int_equal(chown(path, 12345, 12346), 0);
        assert_int_equal(atomic_write(path, "x", 1, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
        assert_int_equal(stat(path, &about), 0);
        assert_int_equal(about.st_uid, 12345);
        assert_int_equal(about.st_gid, 12346);
    }
}

static void hash_of(const char *bytes, size_t length, char hex[SHA256_HEX_LENGTH + 1])
{
    sha256 sum;
    sha256_init(&sum);
    sha256_update(&sum, bytes, length);
    sha256_final(&sum, hex);
}

static int write_expecting(const char *path, const char *string, const char *old)
{
    char hex[SHA256_HEX_LENGTH + 1];
    hash_of(old, strlen(old), hex);
    const atomic_write_options how = {.replace = true, .mode = ATOMIC_WRITE_DEFAULT_MODE, .expected = hex};
    return atomic_write_at(AT_FDCWD, path, string, strlen(string), &how);
}

TEST(test_expected)
{
    char path[300];
    snprintf(path, sizeof path, "%s", folder_path("expected"));
    assert_int_equal(write_expecting(path, "one", ""), ESTALE); /* no file is not an empty file */
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(atomic_write(path, "one", 3, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
    assert_int_equal(write_expecting(path, "two", "none"), ESTALE);
    assert_content(path, "one");
    assert_int_equal(write_expecting(path, "two", "one"), 0);
    assert_int_equal(write_expecting(path, "two", "two"), 0);
    assert_content(path, "two");
    assert_int_equal(write_expecting(path, "three", "one"), ESTALE);
    assert_content(path, "two");
}

/* A text that says how long it is, so that a part of it is known: a letter, again and again. */
enum { WRITERS = 4, WRITES = 60, SIZE = 300000 };

static void *write_again_and_again(void *state)
{
    const char *path = state;
    static const char letters[] = "abcdefgh";
    char *bytes = malloc(2 * SIZE);
    assert_non_null(bytes);
    for (int i = 0; i < WRITES; i++) {
        size_t size = SIZE + (size_t)(i % 2) * SIZE;
        memset(bytes, letters[i % 8], size);
        assert_int_equal(atomic_write(path, bytes, size, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
    }
    free(bytes);
    return NULL;
}

static void assert_whole(const char *path)
{
    text found = {0};
    assert_int_equal(read_file_bytes(path, READ_FILE_NO_LINKS, 1 << 20, &found), 0);
    assert_true(found.length == SIZE || found.length == 2 * SIZE);
    for (size_t i = 1; i < found.length; i++) {
        if (found.bytes[i] != found.bytes[0]) {
            fail_msg("byte %zu of %zu is of another text", i, found.length);
        }
    }
    text_finish(&found);
}

/* Threads and processes write one file, and a reader always finds one of their texts. */
TEST(test_at_once)
{
    assert_int_equal(mkdir(folder_path("at once"), 0777), 0);
    char path[300], inner[300];
    snprintf(inner, sizeof inner, "%s", folder_path("at once"));
    snprintf(path, sizeof path, "%s", folder_path("at once/a"));
    (void)write_again_and_again(path);
    pid_t children[2];
    for (int i = 0; i < 2; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            (void)write_again_and_again(path);
            _exit(0);
        }
    }
    pthread_t threads[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, write_again_and_again, path), 0);
    }
    for (int i = 0; i < 200; i++) {
        assert_whole(path);
    }
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    for (int i = 0; i < 2; i++) {
        int how = 0;
        assert_int_equal(waitpid(children[i], &how, 0), children[i]);
        assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    }
    assert_whole(path);
    assert_int_equal(count_others(inner, "a"), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(inner), 0);
}

/* Adds a letter to what it has read, until that is still there: no letter of another is lost. */
static void *add_letters(void *state)
{
    const char *path = state;
    enum { LETTERS = 25 };
    for (int added = 0; added < LETTERS;) {
        text found = {0};
        char hex[SHA256_HEX_LENGTH + 1];
        assert_int_equal(read_file_bytes(path, READ_FILE_NO_LINKS, 1 << 20, &found), 0);
        hash_of(text_string(&found), found.length, hex);
        text_char(&found, 'x');
        const atomic_write_options how = {.replace = true, .mode = ATOMIC_WRITE_DEFAULT_MODE, .expected = hex};
        int error = atomic_write_at(AT_FDCWD, path, text_string(&found), found.length, &how);
        assert_true(error == 0 || error == ESTALE);
        added += error == 0;
        text_finish(&found);
    }
    return NULL;
}

TEST(test_no_lost_update)
{
    char path[300];
    snprintf(path, sizeof path, "%s", folder_path("sum"));
    assert_int_equal(atomic_write(path, "", 0, true, ATOMIC_WRITE_DEFAULT_MODE), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)add_letters(path);
        _exit(0);
    }
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, add_letters, path), 0);
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    int how = 0;
    assert_int_equal(waitpid(child, &how, 0), child);
    assert_true(WIFEXITED(how) && WEXITSTATUS(how) == 0);
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 4 * 25);
}

ALL_TESTS(folder_make, folder_remove);
