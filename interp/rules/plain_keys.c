#include "rules/plain_keys.h"

#include <string.h>

#include "rules/ruleset_build.h"

static void keep(const schema_row *row, long value, void *out)
{
    char *at = (char *)out + row->at;
    switch (row->keep) {
    case KEEP_BOOL:
    case KEEP_WORD:
        *(bool *)(void *)at = value != 0;
        break;
    case KEEP_NOT:
        *(bool *)(void *)at = value == 0;
        break;
    case KEEP_INT:
        *(int *)(void *)at = (int)value;
        break;
    case KEEP_LONG:
        *(long *)(void *)at = value;
        break;
    case KEEP_NOT_HERE:
        break;
    }
}

long plain_key_value(const schema_row *row, const void *from)
{
    const char *at = (const char *)from + row->at;
    switch (row->keep) {
    case KEEP_BOOL:
    case KEEP_WORD:
        return *(const bool *)(const void *)at;
    case KEEP_NOT:
        return !*(const bool *)(const void *)at;
    case KEEP_INT:
        return *(const int *)(const void *)at;
    case KEEP_LONG:
        return *(const long *)(const void *)at;
    case KEEP_NOT_HERE:
        break;
    }
    return row->otherwise;
}

/* What the mapping says of the key. */
static long value_in(const node *map, const schema_row *row, long otherwise)
{
    if (row->keep == KEEP_WORD) {
        return node_get(map, row->key) ? build_is(map, row->key, row->word) : otherwise;
    }
    return row->kind == VALUE_BOOL ? build_bool(map, row->key, otherwise != 0) : build_number(map, row->key, otherwise);
}

static void read_keys(const node *map, schema_section section, void *out, bool changes)
{
    size_t count;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].section == section && rows[i].keep) {
            long otherwise = changes ? plain_key_value(&rows[i], out) : rows[i].otherwise;
            keep(&rows[i], value_in(map, &rows[i], otherwise), out);
        }
    }
}

void plain_keys_read(const node *map, schema_section section, void *out)
{
    read_keys(map, section, out, false);
}

void plain_keys_change(const node *map, schema_section section, void *out)
{
    read_keys(map, section, out, true);
}
