#include "base/code.h"

#include <ctype.h>

#define CODE_TEXT(number, name) #number,
static const char *const texts[CODE_COUNT] = {"", CODES(CODE_TEXT)};
#undef CODE_TEXT

const char *code_text(diag_code code)
{
    return (size_t)code < CODE_COUNT ? texts[code] : "";
}

static bool equals_ignoring_case(const char *a, const char *b)
{
    while (*a && toupper((unsigned char)*a) == toupper((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

diag_code code_find(const char *text)
{
    for (int i = 1; i < CODE_COUNT; i++) {
        if (equals_ignoring_case(texts[i], text)) {
            return (diag_code)i;
        }
    }
    return CODE_NONE;
}
