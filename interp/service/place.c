#include "service/place.h"

#include "base/text.h"

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

size_t place_line_end(const place_text *t, size_t at)
{
    while (at < t->length && !ends_line(t->bytes[at])) {
        at++;
    }
    return at;
}

size_t place_next_line(const place_text *t, size_t at)
{
    at = place_line_end(t, at);
    if (at < t->length) {
        at += t->bytes[at] == '\r' && at + 1 < t->length && t->bytes[at + 1] == '\n' ? 2 : 1;
    }
    return at;
}

size_t place_line_start(const place_text *t, size_t at)
{
    at = at < t->length ? at : t->length;
    if (at && at < t->length && t->bytes[at] == '\n' && t->bytes[at - 1] == '\r') {
        at--; /* between the two bytes of one end */
    }
    while (at && !ends_line(t->bytes[at - 1])) {
        at--;
    }
    return at;
}

/* Where the line of that number begins, from 0; false when there are fewer. */
static bool find_line(const place_text *t, uint64_t line, size_t *start)
{
    size_t at = 0;
    for (; line; line--) {
        size_t next = place_next_line(t, at);
        if (next == place_line_end(t, at)) {
            return false;
        }
        at = next;
    }
    *start = at;
    return true;
}

/* The length of the character at `at`; a byte that is no UTF-8 counts as one. */
static size_t step(const place_text *t, size_t at)
{
    size_t size = utf8_length(t->bytes + at, t->length - at);
    return size ? size : 1;
}

static size_t units(const place_text *t, size_t size)
{
    return t->encoding == PLACE_UTF8 ? size : size == 4 ? 2 : 1;
}

bool place_offset(const place_text *t, const json_t *position, size_t *offset)
{
    const json_t *line = json_object_get(position, "line"), *character = json_object_get(position, "character");
    if (!json_is_integer(line) || !json_is_integer(character) || json_integer_value(line) < 0 ||
        json_integer_value(character) < 0) {
        return false;
    }
    size_t at;
    if (!find_line(t, (uint64_t)json_integer_value(line), &at)) {
        *offset = t->length;
        return true;
    }
    uint64_t left = (uint64_t)json_integer_value(character);
    size_t end = place_line_end(t, at);
    while (at < end) {
        size_t size = step(t, at), wide = units(t, size);
        if (left < wide) {
            break; /* a place inside a character is before it */
        }
        left -= wide;
        at += size;
    }
    *offset = at;
    return true;
}

bool place_range(const place_text *t, const json_t *range, span *found)
{
    return place_offset(t, json_object_get(range, "start"), &found->from) &&
           place_offset(t, json_object_get(range, "end"), &found->to) && found->from <= found->to;
}

size_t place_of_message(const place_text *t, size_t line, size_t column)
{
    size_t at;
    if (!line || !find_line(t, line - 1, &at)) {
        return line ? t->length : 0;
    }
    size_t end = place_line_end(t, at);
    for (; column > 1 && at < end; column--) {
        at += step(t, at);
    }
    return at;
}

json_t *place_position_json(call *c, const place_text *t, size_t offset)
{
    size_t line = 0, at = 0, character = 0;
    offset = offset < t->length ? offset : t->length;
    for (size_t next; (next = place_next_line(t, at)) <= offset && next > place_line_end(t, at); at = next) {
        line++;
    }
    while (at < offset && at < place_line_end(t, at)) {
        size_t size = step(t, at);
        character += units(t, size);
        at += size;
    }
    json_t *position = json_object();
    put(c, position, "line", json_integer((json_int_t)line));
    put(c, position, "character", json_integer((json_int_t)character));
    return position;
}

json_t *place_range_json(call *c, const place_text *t, span s)
{
    json_t *range = json_object();
    put(c, range, "start", place_position_json(c, t, s.from));
    put(c, range, "end", place_position_json(c, t, s.to));
    return range;
}
