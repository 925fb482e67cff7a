/* PNG: converts SVG to PNG with librsvg.
 *
 * librsvg is loaded when the first picture is converted, because loading it takes five times as long as loading the
 * rest of the program. libferz does not use it.
 */
#ifndef FERZ_CLI_PNG_H
#define FERZ_CLI_PNG_H

#include "base/text.h"

/* Appends the SVG text to `png` as a PNG file. False after an error, with the reason in `why`: also when librsvg is
 * missing now or was missing when the program was built. */
bool png_of_svg(const char *svg, text *png, char why[160]);

#endif
