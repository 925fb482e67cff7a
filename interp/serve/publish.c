/* publish: a game as one page, by the method of that name. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "service/service.h"

enum { REJECTED = -32000 }; /* methods.json */

/* The request; NULL when out of memory. */
static char *request_text(const options *o, const char *game)
{
    json_t *settings = json_object(), *params = json_object();
    for (size_t i = 0; i < o->setting_count; i++) {
        const char *value = o->settings[i].value;
        (void)json_object_set_new(settings, o->settings[i].name, value ? json_string(value) : json_true());
    }
    (void)json_object_set_new(params, "game", json_string(game));
    (void)json_object_set_new(params, "settings", settings);
    if (o->value[OPTION_FEN]) {
        (void)json_object_set_new(params, "fen", json_string(o->value[OPTION_FEN]));
    }
    if (o->value[OPTION_LANGUAGE]) {
        (void)json_object_set_new(params, "language", json_string(o->value[OPTION_LANGUAGE]));
    }
    json_t *request =
        json_pack("{s:s, s:i, s:s, s:o}", "jsonrpc", "2.0", "id", 1, "method", "publish", "params", params);
    char *written = request ? json_dumps(request, JSON_COMPACT) : NULL;
    json_decref(request);
    return written;
}

static void print_error(const json_t *error, output *out)
{
    const json_t *messages = json_object_get(json_object_get(error, "data"), "messages");
    for (size_t i = 0; i < json_array_size(messages); i++) {
        output_error(out, "%s", json_string_value(json_object_get(json_array_get(messages, i), "rendered")));
    }
    if (!json_array_size(messages)) {
        output_error(out, "%s", json_string_value(json_object_get(error, "message")));
    }
}

static int write_page(const options *o, const json_t *page, output *out)
{
    const char *path = o->value[OPTION_OUTPUT];
    text bytes = {0};
    text_add(&bytes, json_string_value(page), json_string_length(page));
    bool ok = !bytes.failed;
    if (!ok) {
        output_out_of_memory(out);
    } else if (path) {
        ok = file_write(path, &bytes, file_mode_of(o->value[OPTION_FORCE]), out);
    } else {
        output_text(out, &bytes);
    }
    text_finish(&bytes);
    return ok ? STATUS_OK : STATUS_SYSTEM_ERROR;
}

static int publish(const options *o, service *s, const char *game, output *out)
{
    char *request = request_text(o, game);
    char *answer = request ? service_answer(s, request, strlen(request)) : NULL;
    json_t *whole = answer ? json_loads(answer, 0, NULL) : NULL;
    const json_t *error = json_object_get(whole, "error");
    const json_t *page = json_object_get(json_object_get(whole, "result"), "text");
    int status = STATUS_SYSTEM_ERROR;
    if (page) {
        status = write_page(o, page, out);
    } else if (error) {
        print_error(error, out);
        status = json_integer_value(json_object_get(error, "code")) == REJECTED ? STATUS_REJECTED : STATUS_SYSTEM_ERROR;
    } else {
        output_out_of_memory(out);
    }
    json_decref(whole);
    free(answer);
    free(request);
    return status;
}

int command_publish(const options *o, output *out)
{
    const char *game = o->arguments[0], *slash = strrchr(game, '/'), *path = o->value[OPTION_OUTPUT];
    if (path && !file_may_write(path, o->value[OPTION_FORCE], out)) {
        return STATUS_SYSTEM_ERROR;
    }
    text folder = {0}, file = {0};
    text_add(&folder, slash ? game : ".", slash == game ? 1 : slash ? (size_t)(slash - game) : 1);
    if (text_ends_with(game, ".yaml")) {
        text_print(&file, "%s/%s", text_string(&folder), slash ? slash + 1 : game);
    }
    const service_options with = {.folder = text_string(&folder), .rules = o->rules};
    service *s = folder.failed || file.failed ? NULL : service_create(&with);
    int status = STATUS_SYSTEM_ERROR;
    if (s) {
        status = publish(o, s, file.length ? text_string(&file) : game, out);
    } else {
        output_error(out, "%s: there is no such folder", text_string(&folder));
    }
    service_destroy(s);
    text_finish(&folder);
    text_finish(&file);
    return status;
}
