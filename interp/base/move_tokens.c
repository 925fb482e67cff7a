#include "base/move_tokens.h"

#include <string.h>

static const char blanks[] = " \t\r\n\v\f";

static move_token next_word(const char *from)
{
    from += strspn(from, blanks);
    return (move_token){.bytes = from, .length = strcspn(from, blanks)};
}

move_token move_token_first(const char *string)
{
    static const char chance[] = "roll";
    move_token w = next_word(string);
    if (w.length == strlen(chance) && memcmp(w.bytes, chance, w.length) == 0) {
        move_token dice = next_word(w.bytes + w.length);
        /* Only a single blank keeps the move's text as the library writes it. */
        if (dice.length && dice.bytes == w.bytes + w.length + 1) {
            w.length += 1 + dice.length;
        }
    }
    return w;
}

move_token move_token_next(move_token w)
{
    return move_token_first(w.bytes + w.length);
}

size_t move_tokens_add(text *moves, const char *string)
{
    size_t count = 0;
    for (move_token w = move_token_first(string); w.length; w = move_token_next(w)) {
        text_add(moves, w.bytes, w.length);
        text_char(moves, '\0');
        count++;
    }
    return count;
}
