/* Png: pictures as PNG, where librsvg was there when the program was built. The library libferz knows nothing of it. */
#ifndef FERZ_FRONT_PNG_H
#define FERZ_FRONT_PNG_H

#include "base/text.h"

typedef enum png_result { PNG_DONE, PNG_ABSENT, PNG_FAILED } png_result;

/* The SVG text as a PNG file's bytes, appended to `png`. PNG_ABSENT: this program was built without librsvg. `*why` (static or the
 * library's last word) says what failed. */
png_result png_of_svg(const char *svg, text *png, char why[160]);

#endif
