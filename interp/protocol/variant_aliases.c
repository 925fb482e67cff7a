#include "protocol/variant_aliases.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"

/* variant_aliases.txt */
extern const char text_protocol_variant_aliases[];

const char variant_alias_default[] = "chess", variant_alias_default_usi[] = "shogi";
const char variant_alias_castling_option[] = "UCI_Chess960";
const char variant_template_promotions[] = "shogi", variant_template_drops[] = "crazyhouse";

static const char import_prefix[] = "import:";

/* Copies the next word of the line into `word` and moves `*s` behind it and the blanks after it. A word that is too
 * long is cut; a test sees to it that none is. */
static void take_word(const char **s, const char *end, char *word, size_t size)
{
    size_t length = 0;
    for (; *s < end && **s != ' '; ++*s) {
        if (length + 1 < size) {
            word[length++] = **s;
        }
    }
    word[length] = '\0';
    while (*s < end && **s == ' ') {
        ++*s;
    }
}

static void read_users(const char *words, variant_alias *row)
{
    row->users = (strstr(words, "uci") ? ALIAS_UCI : 0U) | (strstr(words, "chess960") ? ALIAS_KING_TAKES_ROOK : 0U) |
                 (strstr(words, "xboard") ? ALIAS_XBOARD : 0U);
    row->builtin = strchr(words, '*') != NULL;
}

/* Copies a part of the line without the blanks around it. A part that is too long is cut; a test sees to it that none is. */
static void copy_part(char *part, size_t size, const char *from, const char *end)
{
    while (from < end && *from == ' ') {
        from++;
    }
    while (end > from && end[-1] == ' ') {
        end--;
    }
    size_t length = (size_t)(end - from) < size ? (size_t)(end - from) : size - 1;
    memcpy(part, from, length);
    part[length] = '\0';
}

static void read_row(const char *line, const char *end, variant_alias *row)
{
    char users[ALIAS_NAME_MAX], game[ALIAS_NAME_MAX + sizeof import_prefix], spelling[ALIAS_NAME_MAX];
    size_t prefix = strlen(import_prefix), length;
    *row = (variant_alias){.users = 0};
    take_word(&line, end, row->name, sizeof row->name);
    take_word(&line, end, users, sizeof users);
    take_word(&line, end, game, sizeof game);
    take_word(&line, end, spelling, sizeof spelling);
    read_users(users, row);
    const char *stem = strncmp(game, import_prefix, prefix) == 0 ? game + prefix : game;
    char *name = stem == game ? row->game : row->imported;
    length = strlen(stem) < ALIAS_NAME_MAX ? strlen(stem) : ALIAS_NAME_MAX - 1;
    memcpy(name, stem, length);
    const char *bar = memchr(line, '|', (size_t)(end - line));
    copy_part(row->settings, sizeof row->settings, line, bar ? bar : end);
    copy_part(row->differs, sizeof row->differs, bar ? bar + 1 : end, end);
}

bool variant_alias_next(const char **at, unsigned users, variant_alias *row)
{
    const char *line = *at ? *at : text_protocol_variant_aliases;
    while (*line) {
        const char *end = line + strcspn(line, "\n"), *next = end + (*end != '\0');
        if (isalnum((unsigned char)*line)) {
            read_row(line, end, row);
            if (row->users & users) {
                *at = next;
                return true;
            }
        }
        line = next;
    }
    *at = line;
    return false;
}

bool variant_alias_find(unsigned users, const char *name, variant_alias *row)
{
    for (const char *at = NULL; variant_alias_next(&at, users, row);) {
        if (strcasecmp(row->name, name) == 0) {
            return true;
        }
    }
    return false;
}
