/* wasm: the methods of service/ for JavaScript. One service in a module; strings go in and out as UTF-8. The files that
 * rules are read from lie in the module's own memory, where JavaScript puts them: /rules, /scripts and the folder /mine; /publish.html only where somebody publishes. */
#include <stdlib.h>
#include <string.h>

#include "ferz.h"
#include "service/service.h"

/* wasm_host.js */
extern void wasm_notify(const char *notification);
extern int wasm_stopped(void);

/* What JavaScript may call. */
extern int wasm_cells(void);
extern int wasm_open(void);
extern char *wasm_answer(const char *request);
extern void wasm_free(char *answer);

static service *the_service;

static void notify(void *state, const char *notification)
{
    (void)state;
    wasm_notify(notification);
}

static bool stop(void *state)
{
    (void)state;
    return wasm_stopped() != 0;
}

/* The most cells that a board may have. */
int wasm_cells(void)
{
    return (int)ferz_cells_max();
}

/* 0 where memory or the folder is missing. */
int wasm_open(void)
{
    static const char *const rules[] = {"/rules", NULL};
    const service_options options = {
        .folder = "/mine", .rules = rules, .page = "/publish.html", .notify = notify, .stop = stop};
    the_service = service_create(&options);
    return the_service != NULL;
}

/* An answer, to be freed with wasm_free; NULL where there is none. */
char *wasm_answer(const char *request)
{
    return service_answer(the_service, request, strlen(request));
}

void wasm_free(char *answer)
{
    free(answer);
}
