#include "cli/json.h"

#include "cli/move_tokens.h"

void json_string_list(text *t, const char *key, const char *list)
{
    json_open(t, key, JSON_ARRAY);
    for (move_token w = move_token_first(list); w.length; w = move_token_next(w)) {
        json_string_bytes(t, NULL, w.bytes, w.length);
    }
    json_close(t, JSON_ARRAY);
}

void json_message(text *t, const char *key, const ferz_message *message)
{
    json_open(t, key, JSON_OBJECT);
    json_string(t, "file", message->file);
    json_unsigned(t, "line", message->line);
    json_unsigned(t, "column", message->column);
    json_unsigned(t, "length", message->length);
    json_string(t, "severity", message->warning ? "warning" : "error");
    json_string(t, "code", message->code);
    json_string(t, "message", message->text);
    json_string(t, "hint", message->hint);
    json_close(t, JSON_OBJECT);
}
