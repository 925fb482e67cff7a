/* Language server: each line of the input is a message as an editor sends it, behind an `initialize` of ours. What is
 * sent back must be JSON-RPC, and its ranges must be ranges. The same bytes are read as a stream of frames. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "lsp/frames.h"
#include "lsp/language.h"
#include "lsp/server.h"

static bool is_before(const json_t *one, const json_t *other)
{
    json_int_t a = json_integer_value(json_object_get(one, "line")),
               b = json_integer_value(json_object_get(other, "line"));
    json_int_t c = json_integer_value(json_object_get(one, "character")),
               d = json_integer_value(json_object_get(other, "character"));
    return a < b || (a == b && c <= d);
}

/* All ranges in a value, however deep. */
static void check_ranges(const json_t *value)
{
    const char *key;
    json_t *one;
    const json_t *start = json_object_get(value, "start"), *end = json_object_get(value, "end");
    FUZZ_MUST(!json_is_object(start) || !json_is_object(end) || is_before(start, end));
    for (size_t i = 0; i < json_array_size(value); i++) {
        check_ranges(json_array_get(value, i));
    }
    json_object_foreach((json_t *)(uintptr_t)value, key, one)
    {
        if (strcmp(key, "id") != 0) { /* what was sent comes back */
            check_ranges(one);
        }
    }
}

static void check_sent(void *state, const char *json, size_t length)
{
    size_t *answers = state;
    json_t *message = json_loadb(json, length, JSON_ALLOW_NUL, NULL);
    const json_t *method = json_object_get(message, "method"), *result = json_object_get(message, "result"),
                 *error = json_object_get(message, "error");
    FUZZ_MUST(json_is_object(message) && json_object_get(message, "jsonrpc"));
    FUZZ_MUST(method || (json_object_get(message, "id") && (result != NULL) != (error != NULL)));
    FUZZ_MUST(!error || json_integer_value(json_object_get(error, "code")) != -32603); /* memory is there */
    *answers += !method;
    check_ranges(message);
    json_decref(message);
}

static void read_frames(const char *bytes, size_t length)
{
    enum { PIECE = 7 };
    frames f = {0};
    const char *message;
    size_t size, got = 0;
    for (size_t at = 0; at < length; at += PIECE) {
        frames_add(&f, bytes + at, length - at < PIECE ? length - at : PIECE);
        while (frames_next(&f, &message, &size)) {
            got += size;
        }
    }
    FUZZ_MUST(got <= length);
    frames_finish(&f);
}

void fuzz_lsp(const char *bytes, size_t length)
{
    static const char first[] = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
    const char *const rules[] = {fuzz_folder(), NULL};
    size_t answers = 0;
    static language shared; /* it takes longer to read than most inputs to run */
    FUZZ_MUST(shared.schemas[0] || language_init(&shared));
    const server_options options = {.rules = rules, .language = &shared, .send = check_sent, .state = &answers};
    read_frames(bytes, length);
    server *s = server_create(&options);
    FUZZ_MUST(s);
    server_receive(s, first, strlen(first));
    FUZZ_MUST(answers == 1);
    const char *end = bytes + length;
    for (int lines = 0; bytes < end && lines < 16; lines++) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t size = (size_t)((newline ? newline : end) - bytes), before = answers;
        server_receive(s, bytes, size);
        FUZZ_MUST(answers <= before + 1);
        (void)server_check_next(s);
        bytes += size + (newline != NULL);
    }
    server_destroy(s);
}
