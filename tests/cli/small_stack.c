/* Preloaded, it makes the default stack of threads as small as in a C library that is not glibc: 128 KiB, as in musl. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>

int pthread_attr_init(pthread_attr_t *attributes);
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *argument), void *argument);

enum { SMALL = 128 << 10 };

int pthread_attr_init(pthread_attr_t *attributes)
{
    int (*original)(pthread_attr_t *);
    *(void **)&original = dlsym(RTLD_NEXT, "pthread_attr_init");
    const int result = original(attributes);
    return result ? result : pthread_attr_setstacksize(attributes, SMALL);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *argument), void *argument)
{
    int (*original)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    *(void **)&original = dlsym(RTLD_NEXT, "pthread_create");
    pthread_attr_t small;
    if (attributes) {
        return original(thread, attributes, run, argument);
    }
    if (pthread_attr_init(&small) != 0) {
        return -1;
    }
    const int result = original(thread, &small, run, argument);
    pthread_attr_destroy(&small);
    return result;
}
