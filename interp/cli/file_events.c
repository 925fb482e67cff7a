#include "cli/file_events.h"

#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

int file_events_open(void)
{
#ifdef __linux__
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
#else
    return -1;
#endif
}

void file_events_close(int fd)
{
    if (fd >= 0) {
        (void)close(fd);
    }
}

bool file_events_add(int fd, const char *folder)
{
#ifdef __linux__
    const unsigned what = IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB;
    return fd >= 0 && inotify_add_watch(fd, folder, what | IN_ONLYDIR) >= 0;
#else
    (void)fd;
    (void)folder;
    return false;
#endif
}

bool file_events_take(int fd)
{
    char events[4096];
    bool any = false;
    while (fd >= 0 && read(fd, events, sizeof events) > 0) {
        any = true;
    }
    return any;
}
