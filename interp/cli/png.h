/* Png: pictures as PNG by librsvg, which is looked for when the first picture is asked for: it and what it needs take five times as
 * long to come as everything else that the program does. The library libferz knows nothing of it.
 */
#ifndef FERZ_CLI_PNG_H
#define FERZ_CLI_PNG_H

#include "base/text.h"

/* The SVG text as a PNG file's bytes, appended to `png`. False: `why` says what failed, or that librsvg is not here, or was not when
 * the program was built. */
bool png_of_svg(const char *svg, text *png, char why[160]);

#endif
