/* Methods: each line of the input is a request as a page sends it. There is no folder, so that nothing is written;
 * jobs are stopped, so that no search lasts. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "service/service.h"

static void check_response(const json_t *response)
{
    const json_t *result = json_object_get(response, "result"), *error = json_object_get(response, "error");
    FUZZ_MUST(json_is_object(response) && json_object_get(response, "jsonrpc") && json_object_get(response, "id"));
    FUZZ_MUST((result != NULL) != (error != NULL));
    if (error) {
        FUZZ_MUST(json_is_integer(json_object_get(error, "code")) && json_is_string(json_object_get(error, "message")));
    }
    const char *svg = json_string_value(json_object_get(json_object_get(result, "position"), "svg"));
    svg = svg ? svg : json_string_value(json_object_get(result, "svg"));
    if (svg) {
        fuzz_check_markup(svg);
    }
}

static void send_request(service *s, const char *bytes, size_t length)
{
    size_t i;
    json_t *one;
    char *answer = service_answer(s, bytes, length);
    json_t *parsed = answer ? json_loads(answer, 0, NULL) : NULL;
    FUZZ_MUST(!answer || parsed);
    if (json_is_array(parsed)) {
        FUZZ_MUST(json_array_size(parsed) <= SERVICE_BATCH_MAX);
        json_array_foreach(parsed, i, one)
        {
            check_response(one);
        }
    } else if (parsed) {
        check_response(parsed);
    }
    json_decref(parsed);
    free(answer);
}

/* Searches and random games end at once. */
static bool stop_at_once(void *state)
{
    (void)state;
    return true;
}

void fuzz_methods(const char *bytes, size_t length)
{
    const char *const rules[] = {fuzz_folder(), NULL};
    const service_options options = {.rules = rules, .stop = stop_at_once};
    service *s = service_create(&options);
    FUZZ_MUST(s);
    const char *end = bytes + length;
    for (int lines = 0; bytes < end && lines < 20; lines++) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t size = (size_t)((newline ? newline : end) - bytes);
        send_request(s, bytes, size);
        bytes += size + (newline != NULL);
    }
    service_destroy(s);
}
