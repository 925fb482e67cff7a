#include "service/value_check.h"

#include <string.h>

static bool has_type(const char *type, const json_t *value)
{
    return strcmp(type, "string") == 0    ? json_is_string(value)
           : strcmp(type, "integer") == 0 ? json_is_integer(value)
           : strcmp(type, "number") == 0  ? json_is_number(value)
           : strcmp(type, "boolean") == 0 ? json_is_boolean(value)
           : strcmp(type, "array") == 0   ? json_is_array(value)
           : strcmp(type, "object") == 0  ? json_is_object(value)
                                          : false;
}

static bool check_type(const json_t *type, const json_t *value, text *why)
{
    bool ok = !type || (json_is_string(type) && has_type(json_string_value(type), value));
    for (size_t i = 0; !ok && i < json_array_size(type); i++) {
        ok = has_type(json_string_value(json_array_get(type, i)), value);
    }
    if (!ok) {
        const char *name = json_is_string(type) ? json_string_value(type) : "string, integer or boolean";
        text_print(why, "it should be %s %s", text_article(name), name);
    }
    return ok;
}

/* Whether `amount` obeys the limit `key`; `above`: the limit is the highest amount. */
static bool check_limit(const json_t *schema, const char *key, bool above, json_int_t amount, text *why)
{
    const json_t *limit = json_object_get(schema, key);
    bool ok = !limit || (above ? amount <= json_integer_value(limit) : amount >= json_integer_value(limit));
    if (!ok) {
        text_print(why, "%s is %lld", key, (long long)json_integer_value(limit));
    }
    return ok;
}

static bool check_sizes(const json_t *schema, const json_t *value, text *why)
{
    if (json_is_string(value)) {
        json_int_t length = (json_int_t)json_string_length(value);
        return check_limit(schema, "minLength", false, length, why) &&
               check_limit(schema, "maxLength", true, length, why);
    }
    if (json_is_integer(value)) {
        return check_limit(schema, "minimum", false, json_integer_value(value), why) &&
               check_limit(schema, "maximum", true, json_integer_value(value), why);
    }
    return check_limit(schema, "maxItems", true, (json_int_t)json_array_size(value), why) &&
           check_limit(schema, "maxProperties", true, (json_int_t)json_object_size(value), why);
}

static bool check_enum(const json_t *schema, const json_t *value, text *why)
{
    const json_t *words = json_object_get(schema, "enum");
    for (size_t i = 0; i < json_array_size(words); i++) {
        if (json_equal(json_array_get(words, i), value)) {
            return true;
        }
    }
    text_put(why, words ? "it should be one of" : "");
    for (size_t i = 0; i < json_array_size(words); i++) {
        text_print(why, "%s %s", i ? "," : "", json_string_value(json_array_get(words, i)));
    }
    return !words;
}

static bool check_items(const json_t *types, const json_t *items, const json_t *value, text *path, text *why)
{
    size_t length = path->length;
    for (size_t i = 0; items && i < json_array_size(value); i++) {
        text_print(path, "[%zu]", i);
        if (!value_check(types, items, json_array_get(value, i), path, why)) {
            return false;
        }
        path->length = length;
    }
    return true;
}

/* Names in requests are strangers': only their printable beginning is repeated. */
static void add_name(text *path, const char *name)
{
    size_t length = strlen(name);
    text_put(path, path->length ? "." : "");
    text_add_safe(path, name, length < 40 ? length : 40);
}

bool value_check_members(const json_t *types, const json_t *properties, const json_t *required, const json_t *value,
                         text *path, text *why)
{
    const char *key;
    json_t *member;
    size_t length = path->length;
    for (size_t i = 0; i < json_array_size(required); i++) {
        key = json_string_value(json_array_get(required, i));
        if (!json_object_get(value, key)) {
            add_name(path, key);
            text_put(why, "it is missing");
            return false;
        }
    }
    json_object_foreach((json_t *)value, key, member)
    {
        const json_t *schema = json_object_get(properties, key);
        add_name(path, key);
        if (!schema) {
            text_put(why, "there is no such parameter");
            return false;
        }
        if (!value_check(types, schema, member, path, why)) {
            return false;
        }
        path->length = length;
    }
    return true;
}

static bool check_values(const json_t *types, const json_t *values, const json_t *value, text *path, text *why)
{
    const char *key;
    json_t *member;
    size_t length = path->length;
    json_object_foreach((json_t *)value, key, member)
    {
        add_name(path, key);
        if (!value_check(types, values, member, path, why)) {
            return false;
        }
        path->length = length;
    }
    return true;
}

bool value_check(const json_t *types, const json_t *schema, const json_t *value, text *path, text *why)
{
    const json_t *name = json_object_get(schema, "$ref"), *values = json_object_get(schema, "values");
    const json_t *properties = json_object_get(schema, "properties");
    if (name && !value_check(types, json_object_get(types, json_string_value(name)), value, path, why)) {
        return false;
    }
    return check_type(json_object_get(schema, "type"), value, why) && check_sizes(schema, value, why) &&
           check_enum(schema, value, why) && check_items(types, json_object_get(schema, "items"), value, path, why) &&
           (!values || check_values(types, values, value, path, why)) &&
           (!properties ||
            value_check_members(types, properties, json_object_get(schema, "required"), value, path, why));
}
