#define _GNU_SOURCE 1 /* O_TMPFILE, where there is one */

#include "base/atomic_write.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/sha256.h"
#include "base/text.h"

enum {
    TEMP_NAMES = 100,
    TRIES = 100,
    LOCK_TRIES = 100, /* of 10 ms */
};

typedef struct writing {
    int folder; /* where `path` begins */
    const char *path;
    const char *bytes;
    size_t length;
    const atomic_write_options *options;
    bool exists;     /* there is a file to be replaced */
    struct stat old; /* what it was */
} writing;

/* Locks of files are for processes. Threads would take each other's temporary names for leftovers. */
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;

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
static stale_result remove_stale(int folder, const char *name)
{
    int fd = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd == -1) {
        return errno == ENOENT ? STALE_ABSENT : STALE_KEPT;
    }
    struct stat info;
    bool stale = lock(fd) == 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_nlink == 1;
    stale = stale && unlinkat(folder, name, 0) == 0;
    close(fd);
    return stale ? STALE_REMOVED : STALE_KEPT;
}

/* A new file of that name, locked by us; -1 and EEXIST when another process has it, or another error. */
static int open_new(const writing *w, const char *name)
{
    mode_t mode =
        w->options->mode == ATOMIC_WRITE_DEFAULT_MODE && !w->exists ? 0666 : 0600; /* never more than at the end */
    for (int tries = 0; tries < TRIES; tries++) {
        struct stat info;
        int fd = openat(w->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd == -1 && errno != EEXIST) {
            return -1;
        }
        if (fd == -1 && remove_stale(w->folder, name) == STALE_KEPT) {
            errno = EEXIST; /* another process writes it */
            return -1;
        }
        /* Another process may have removed it between our open and our lock. */
        if (fd != -1 && try_lock(fd) && fstat(fd, &info) == 0 && info.st_nlink == 1) {
            return fd;
        }
        if (fd != -1) {
            int why = errno;
            if (fstat(fd, &info) != 0) { /* our own file, which cannot be examined */
                unlinkat(w->folder, name, 0);
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
static int open_temp(const writing *w, text *name, int *number)
{
    for (*number = 0; *number < TEMP_NAMES; ++*number) {
        if (!temp_name(name, w->path, *number)) {
            errno = ENOMEM;
            return -1;
        }
        int fd = open_new(w, text_string(name));
        if (fd != -1 || errno != EEXIST) {
            return fd;
        }
    }
    return -1;
}

/* Removes what other writers left: several may have been killed at once, and any of their names may be gone since. */
static void remove_leftovers(const writing *w)
{
    text name = {0};
    for (int number = 0; number < TEMP_NAMES && temp_name(&name, w->path, number); number++) {
        (void)remove_stale(w->folder, text_string(&name));
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

/* The folder of the file, for the system's calls on folders; -1 where it cannot be opened, which is no error. */
static int open_folder(const writing *w)
{
    text folder = {0};
    text_add(&folder, w->path, folder_length(w->path));
    int fd = folder.failed
                 ? -1
                 : openat(w->folder, folder.length ? text_string(&folder) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    text_finish(&folder);
    return fd;
}

/* The mode that the file is to have, and the owner. A group that cannot be given gets no more than everybody. */
static int set_mode(const writing *w, int fd)
{
    struct stat now;
    mode_t mode = w->options->mode;
    if (mode == ATOMIC_WRITE_DEFAULT_MODE && !w->exists) {
        return 0;
    }
    if (fstat(fd, &now) != 0) {
        return errno;
    }
    if (mode == ATOMIC_WRITE_DEFAULT_MODE) {
        mode = w->old.st_mode & 0777;
        bool same = now.st_uid == w->old.st_uid && now.st_gid == w->old.st_gid;
        if (!same && fchown(fd, w->old.st_uid, w->old.st_gid) != 0 && now.st_gid != w->old.st_gid &&
            fchown(fd, (uid_t)-1, w->old.st_gid) != 0) {
            mode &= (mode_t)~070 | ((mode & 07) << 3);
        }
    }
    return (now.st_mode & 07777) == mode || fchmod(fd, mode) == 0 ? 0 : errno;
}

/* ---- what is replaced ---- */

/* 0, or ESTALE where the file does not hold what is expected. */
static int check_expected(const writing *w)
{
    char block[16384], hex[SHA256_HEX_LENGTH + 1] = "";
    int fd = openat(w->folder, w->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd == -1) {
        return errno == ENOENT ? ESTALE : errno;
    }
    sha256 sum;
    sha256_init(&sum);
    ssize_t count;
    while ((count = read(fd, block, sizeof block)) > 0 || (count == -1 && errno == EINTR)) {
        sha256_update(&sum, block, count > 0 ? (size_t)count : 0);
    }
    int error = count == -1 ? errno : 0;
    (void)close(fd);
    sha256_final(&sum, hex);
    return error ? error : strcmp(hex, w->options->expected) == 0 ? 0 : ESTALE;
}

/* Other programs that replace what they have read wait, until the descriptor is closed. Who holds the lock for long is no
 * writer: nobody waits for them. */
static void lock_folder(int fd)
{
    int result = fd == -1 ? 0 : flock(fd, LOCK_EX | LOCK_NB);
    for (int tries = 0; result == -1 && (errno == EWOULDBLOCK || errno == EINTR) && tries < LOCK_TRIES; tries++) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        result = flock(fd, LOCK_EX | LOCK_NB);
    }
}

/* Renames the temporary file, unless the one that it replaces is not the expected one. */
static int replace_old(const writing *w, const char *from)
{
    int folder = w->options->expected ? open_folder(w) : -1, error = 0;
    if (w->options->expected) {
        lock_folder(folder);
        error = check_expected(w);
    }
    if (!error && renameat(w->folder, from, w->folder, w->path) == -1) {
        error = errno;
    }
    if (folder != -1) {
        (void)close(folder);
    }
    return error;
}

/* The rename itself must survive a power cut, too. If the folder cannot be opened or synced, that is no error: the
 * file is there. */
static void sync_folder(const writing *w)
{
    int fd = open_folder(w);
    if (fd != -1) {
        fsync(fd);
        close(fd);
    }
}

/* Gives the file its name. A link, unlike a rename, fails where something has that name. */
static int rename_into_place(const writing *w, const char *from)
{
    if (w->options->replace) {
        return replace_old(w, from);
    }
    int error = linkat(w->folder, from, w->folder, w->path, 0) == -1 ? errno : 0;
    if (error == EPERM || error == EMLINK || error == ENOTSUP || error == EOPNOTSUPP || error == ENOSYS) {
        /* A file system without links, such as FAT, or WebAssembly's files. */
        struct stat info;
        bool exists = fstatat(w->folder, w->path, &info, AT_SYMLINK_NOFOLLOW) == 0;
        return exists ? EEXIST : renameat(w->folder, from, w->folder, w->path) == -1 ? errno : 0;
    }
    if (error == 0) {
        unlinkat(w->folder, from, 0);
    }
    return error;
}

/* ---- a file without a name until it is whole: nothing can be left, whatever ends the program ---- */

#ifdef O_TMPFILE
static int open_unnamed(const writing *w)
{
    text folder = {0};
    text_add(&folder, w->path, folder_length(w->path));
    int fd = folder.failed ? -1
                           : openat(w->folder, folder.length ? text_string(&folder) : ".",
                                    O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    text_finish(&folder);
    return fd;
}

static int give_name(const writing *w, int fd, const char *name)
{
    char self[40];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, w->folder, name, AT_SYMLINK_FOLLOW) == -1 ? errno : 0;
}

/* A link replaces nothing, so the file gets a temporary name for the moment before the rename. */
static int rename_over(const writing *w, int fd)
{
    text name = {0};
    int error = EEXIST;
    (void)lock(fd); /* other writers leave the name alone */
    for (int number = 0; number < TEMP_NAMES && error == EEXIST; number++) {
        error = !temp_name(&name, w->path, number) ? ENOMEM : give_name(w, fd, text_string(&name));
        if (error == EEXIST && remove_stale(w->folder, text_string(&name)) != STALE_KEPT) {
            error = give_name(w, fd, text_string(&name));
        }
    }
    if (error == 0) {
        error = replace_old(w, text_string(&name));
        if (error) {
            unlinkat(w->folder, text_string(&name), 0);
        }
    }
    text_finish(&name);
    return error;
}

/* 0 or an error number; -1 where the system has no such files. */
static int write_unnamed(const writing *w)
{
    int fd = open_unnamed(w);
    if (fd == -1) {
        return -1; /* whatever the reason, a named file has it too */
    }
    int error = write_all(fd, w->bytes, w->length);
    error = error ? error : set_mode(w, fd);
    bool named = false;
    if (error == 0) {
        (void)pthread_mutex_lock(&names_lock);
        error = w->options->expected ? EEXIST : give_name(w, fd, w->path);
        named = true;
        if (error == EEXIST && w->options->replace) {
            error = rename_over(w, fd);
        }
        if (error == 0) {
            remove_leftovers(w);
        }
        close(fd); /* while no other thread looks at locks: this ends ours */
        (void)pthread_mutex_unlock(&names_lock);
    } else {
        close(fd);
    }
    return named && (error == ENOENT || error == EOPNOTSUPP || error == EPERM) ? -1
                                                                               : error; /* without /proc, or links */
}
#else
static int write_unnamed(const writing *w)
{
    (void)w;
    return -1;
}
#endif

static int write_named(const writing *w)
{
    text name = {0};
    int number = 0;
    (void)pthread_mutex_lock(&names_lock);
    int fd = open_temp(w, &name, &number);
    int error = fd == -1 ? errno : write_all(fd, w->bytes, w->length);
    if (fd != -1) {
        error = error ? error : set_mode(w, fd);
        error = error ? error : rename_into_place(w, text_string(&name));
        if (error) {
            unlinkat(w->folder, text_string(&name), 0);
        } else {
            remove_leftovers(w);
        }
        close(fd); /* this ends the lock; fsync has already reported all errors */
    }
    (void)pthread_mutex_unlock(&names_lock);
    text_finish(&name);
    return error;
}

int atomic_write_at(int folder, const char *path, const char *bytes, size_t length, const atomic_write_options *options)
{
    writing w = {.folder = folder, .path = path, .bytes = bytes, .length = length, .options = options};
    w.exists = options->replace && fstatat(folder, path, &w.old, 0) == 0 && S_ISREG(w.old.st_mode);
    int error = options->expected ? check_expected(&w) : 0; /* once before the work, and once in its last moment */
    if (error) {
        return error;
    }
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* a signal waits until nothing can be left */
    error = write_unnamed(&w);
    if (error == -1) {
        error = write_named(&w);
    }
    if (error == 0) {
        sync_folder(&w);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

int atomic_write(const char *path, const char *bytes, size_t length, bool replace, mode_t mode)
{
    const atomic_write_options options = {.replace = replace, .mode = mode};
    return atomic_write_at(AT_FDCWD, path, bytes, length, &options);
}
