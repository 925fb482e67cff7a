#define _GNU_SOURCE 1 /* O_TMPFILE, where there is one */

#include "base/atomic_write.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { TEMP_NAMES = 100, TRIES = 100 };

/* The folder of a path, with its slash. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* There are few names, so that the next program finds what was left. */
static bool temp_name(text *name, const char *path, int number)
{
    text_clear(name);
    text_add(name, path, folder_length(path));
    text_print(name, ".ferz-%d.tmp", number);
    return !name->failed;
}

/* The writer holds a lock, which ends with its process. 0, or an error number. */
static int lock(int fd)
{
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int result;
    do {
        result = fcntl(fd, F_SETLK, &all);
    } while (result == -1 && errno == EINTR);
    return result == -1 ? errno : 0;
}

/* File systems without locks count as ours. */
static bool try_lock(int fd)
{
    int error = lock(fd);
    return error != EACCES && error != EAGAIN;
}

typedef enum stale_result { STALE_ABSENT, STALE_REMOVED, STALE_KEPT } stale_result;

/* Removes the file if no process writes it any more. */
static stale_result remove_stale(const char *name)
{
    int fd = open(name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd == -1) {
        return errno == ENOENT ? STALE_ABSENT : STALE_KEPT;
    }
    struct stat info;
    bool stale = lock(fd) == 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 1;
    stale = stale && unlink(name) == 0;
    close(fd);
    return stale ? STALE_REMOVED : STALE_KEPT;
}

/* A new file of that name, locked by us; -1 and EEXIST when another process has it, or another error. */
static int open_new(const char *name)
{
    for (int tries = 0; tries < TRIES; tries++) {
        struct stat info;
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd == -1 && (errno != EEXIST || remove_stale(name) == STALE_KEPT)) {
            return -1;
        }
        /* Another process may have removed it between our open and our lock. */
        if (fd != -1 && try_lock(fd) && fstat(fd, &info) == 0 && info.st_nlink == 1) {
            return fd;
        }
        if (fd != -1) {
            int why = errno;
            if (fstat(fd, &info) != 0) { /* our own file, which cannot be examined */
                unlink(name);
                close(fd);
                errno = why;
                return -1;
            }
            close(fd);
        }
    }
    errno = EEXIST;
    return -1;
}

/* A new file in the same folder; -1 and errno. */
static int open_temp(const char *path, text *name, int *number)
{
    for (*number = 0; *number < TEMP_NAMES; ++*number) {
        if (!temp_name(name, path, *number)) {
            errno = ENOMEM;
            return -1;
        }
        int fd = open_new(text_string(name));
        if (fd != -1 || errno != EEXIST) {
            return fd;
        }
    }
    return -1;
}

/* Removes leftovers with later names: several writers may have been killed at once. */
static void remove_other_stale(const char *path, int number)
{
    text name = {0};
    bool more = true;
    while (more && ++number < TEMP_NAMES && temp_name(&name, path, number)) {
        more = remove_stale(text_string(&name)) != STALE_ABSENT;
    }
    text_finish(&name);
}

static int write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t done = write(fd, bytes, length);
        if (done == -1 && errno != EINTR) {
            return errno;
        }
        if (done > 0) {
            bytes += done;
            length -= (size_t)done;
        }
    }
    return fsync(fd) == -1 ? errno : 0;
}

/* The rename itself must survive a power cut, too. If the folder cannot be opened or synced, that is no error: the
 * file is there. */
static void sync_folder(const char *path)
{
    text folder = {0};
    text_add(&folder, path, folder_length(path));
    int fd = folder.failed ? -1 : open(folder.length ? text_string(&folder) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd != -1) {
        fsync(fd);
        close(fd);
    }
    text_finish(&folder);
}

/* Gives the file its name. A link, unlike a rename, fails where something has that name. */
static int rename_into_place(const char *from, const char *to, bool replace)
{
    if (replace) {
        return rename(from, to) == -1 ? errno : 0;
    }
    int error = link(from, to) == -1 ? errno : 0;
    if (error == EPERM || error == EOPNOTSUPP || error == ENOSYS) { /* a file system without links */
        struct stat info;
        return lstat(to, &info) == 0 ? EEXIST : rename(from, to) == -1 ? errno : 0;
    }
    if (error == 0) {
        unlink(from);
    }
    return error;
}

/* ---- a file without a name until it is whole: nothing can be left, whatever ends the program ---- */

#ifdef O_TMPFILE
static int open_unnamed(const char *path)
{
    text folder = {0};
    text_add(&folder, path, folder_length(path));
    int fd =
        folder.failed ? -1 : open(folder.length ? text_string(&folder) : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    text_finish(&folder);
    return fd;
}

static int give_name(int fd, const char *name)
{
    char self[40];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == -1 ? errno : 0;
}

/* A link replaces nothing, so the file gets a temporary name for the moment before the rename. */
static int rename_over(int fd, const char *path)
{
    text name = {0};
    int error = EEXIST;
    (void)lock(fd); /* other writers leave the name alone */
    for (int number = 0; number < TEMP_NAMES && error == EEXIST; number++) {
        error = !temp_name(&name, path, number) ? ENOMEM : give_name(fd, text_string(&name));
        if (error == EEXIST && remove_stale(text_string(&name)) != STALE_KEPT) {
            error = give_name(fd, text_string(&name));
        }
    }
    if (error == 0 && rename(text_string(&name), path) == -1) {
        error = errno;
        unlink(text_string(&name));
    }
    text_finish(&name);
    return error;
}

/* 0 or an error number; -1 where the system has no such files. */
static int write_unnamed(const char *path, const char *bytes, size_t length, bool replace, mode_t mode)
{
    int fd = open_unnamed(path);
    if (fd == -1) {
        return -1; /* whatever the reason, a named file has it too */
    }
    int error = write_all(fd, bytes, length);
    if (error == 0 && mode != ATOMIC_WRITE_DEFAULT_MODE && fchmod(fd, mode) == -1) {
        error = errno;
    }
    bool named = false;
    if (error == 0) {
        error = give_name(fd, path);
        named = true;
        if (error == EEXIST && replace) {
            error = rename_over(fd, path);
        }
    }
    close(fd);
    return named && (error == ENOENT || error == EOPNOTSUPP || error == EPERM) ? -1
                                                                               : error; /* without /proc, or links */
}
#else
static int write_unnamed(const char *path, const char *bytes, size_t length, bool replace, mode_t mode)
{
    (void)path, (void)bytes, (void)length, (void)replace, (void)mode;
    return -1;
}
#endif

static int write_named(const char *path, const char *bytes, size_t length, bool replace, mode_t mode)
{
    text name = {0};
    int number = 0;
    int fd = open_temp(path, &name, &number);
    int error = fd == -1 ? errno : write_all(fd, bytes, length);
    if (fd != -1) {
        if (error == 0 && mode != ATOMIC_WRITE_DEFAULT_MODE && fchmod(fd, mode) == -1) {
            error = errno;
        }
        if (error == 0) {
            error = rename_into_place(text_string(&name), path, replace);
        }
        if (error) {
            unlink(text_string(&name));
        } else {
            remove_other_stale(path, number);
        }
        close(fd); /* this ends the lock; fsync has already reported all errors */
    }
    text_finish(&name);
    return error;
}

int atomic_write(const char *path, const char *bytes, size_t length, bool replace, mode_t mode)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* a signal waits until nothing can be left */
    int error = write_unnamed(path, bytes, length, replace, mode);
    if (error == -1) {
        error = write_named(path, bytes, length, replace, mode);
    } else if (error == 0) {
        remove_other_stale(path, -1);
    }
    if (error == 0) {
        sync_folder(path);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}
