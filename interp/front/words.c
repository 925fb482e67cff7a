#include "front/words.h"

#include <string.h>

static const char blanks[] = " \t\r\n\v\f";

static word plain_word(const char *from)
{
    from += strspn(from, blanks);
    return (word){.bytes = from, .length = strcspn(from, blanks)};
}

word word_first(const char *string)
{
    static const char chance[] = "roll";
    word w = plain_word(string);
    if (w.length == strlen(chance) && memcmp(w.bytes, chance, w.length) == 0) {
        word with = plain_word(w.bytes + w.length);
        /* Only a single blank keeps the move's text as the library writes it. */
        if (with.length && with.bytes == w.bytes + w.length + 1) {
            w.length += 1 + with.length;
        }
    }
    return w;
}

word word_next(word w)
{
    return word_first(w.bytes + w.length);
}

size_t words_add(text *moves, const char *string)
{
    size_t count = 0;
    for (word w = word_first(string); w.length; w = word_next(w)) {
        text_add(moves, w.bytes, w.length);
        text_char(moves, '\0');
        count++;
    }
    return count;
}
