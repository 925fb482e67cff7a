#include "formats/builtin.h"

#include <string.h>

/* fairy_variants.ini */
extern const char text_formats_fairy_variants[];
extern const size_t text_formats_fairy_variants_length;

const char builtin_base[] = "chess";

bool builtin_read(arena *a, diag_list *diags, ini *out)
{
    source *from = arena_new(a, source, 1);
    if (!from) {
        return false;
    }
    *from = (source){
        .name = "fairy_variants.ini", .bytes = text_formats_fairy_variants, .size = text_formats_fairy_variants_length};
    return ini_read(a, diags, from, out);
}

const ini_section *builtin_named(const ini *builtins, const char *name)
{
    for (size_t i = 0; i < builtins->count; i++) {
        if (strcmp(builtins->sections[i].name, name) == 0) {
            return &builtins->sections[i];
        }
    }
    return NULL;
}
