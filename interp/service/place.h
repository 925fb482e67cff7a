/* Place: where something stands in a text. Here it is a span of bytes; editors count lines, and within a line units of
 * UTF-16 or bytes, as they were asked at the beginning. A line ends with a line feed, a carriage return, or both. */
#ifndef FERZ_SERVICE_PLACE_H
#define FERZ_SERVICE_PLACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "service/span.h"
#include "service/call.h"

typedef enum place_encoding { PLACE_UTF16, PLACE_UTF8 } place_encoding;

/* A text that places are counted in. It is borrowed. */
typedef struct place_text {
    const char *bytes;
    size_t length;
    place_encoding encoding;
} place_text;

/* The byte at a Position of LSP. What lies behind a line or the text is its end. False when it is no Position. */
bool place_offset(const place_text *t, const json_t *position, size_t *offset);
bool place_range(const place_text *t, const json_t *range, span *found);
/* The byte of a line from 1 and a column from 1 in code points, as messages count. */
size_t place_of_message(const place_text *t, size_t line, size_t column);

json_t *place_position_json(call *c, const place_text *t, size_t offset);
json_t *place_range_json(call *c, const place_text *t, span s);

/* The first byte of the line in which `at` lies; the byte behind its last one, before its end. */
size_t place_line_start(const place_text *t, size_t at);
size_t place_line_end(const place_text *t, size_t at);
/* The first byte of the line after that; the text's length for the last one. */
size_t place_next_line(const place_text *t, size_t at);

#endif
