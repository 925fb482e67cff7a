#include "lsp/stubs.h"

#include <string.h>

static const char alias_mark[] = "---@alias ", class_mark[] = "---@class ", field_mark[] = "---@field ";

static bool begins(const char *line, const char *mark)
{
    return strncmp(line, mark, strlen(mark)) == 0;
}

static bool is_type_letter(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || c == '_' || c == '.';
}

/* The byte behind the line that holds `at`. */
static size_t next_line(const char *stubs, size_t at)
{
    size_t end = at + strcspn(stubs + at, "\n");
    return end + (stubs[end] == '\n');
}

bool stubs_find_type(const char *stubs, const char *name, size_t length, stub_type *found)
{
    for (size_t at = 0; stubs[at]; at = next_line(stubs, at)) {
        const char *line = stubs + at;
        bool is_class = begins(line, class_mark);
        if (!is_class && !begins(line, alias_mark)) {
            continue;
        }
        size_t from = at + strlen(is_class ? class_mark : alias_mark);
        if (strncmp(stubs + from, name, length) == 0 && !is_type_letter(stubs[from + length])) {
            size_t meaning = from + length + (stubs[from + length] == ' ');
            *found = (stub_type){at, is_class, {meaning, meaning + strcspn(stubs + meaning, "\n")}};
            return true;
        }
    }
    return false;
}

void stubs_put_words(const char *stubs, const stub_type *type, text *out)
{
    static const char mark[] = "---";
    size_t first = type->at;
    while (first) { /* the lines of words right above */
        size_t above = first - 1;
        while (above && stubs[above - 1] != '\n') {
            above--;
        }
        if (!begins(stubs + above, mark) || stubs[above + strlen(mark)] == '@') {
            break;
        }
        first = above;
    }
    for (const char *blank = ""; first < type->at; first = next_line(stubs, first), blank = " ") {
        size_t from = first + strlen(mark);
        text_put(out, blank);
        text_add(out, stubs + from, strcspn(stubs + from, "\n"));
    }
}

/* ---- fields ---- */

bool stubs_next_field(const char *stubs, const stub_type *type, size_t *at, stub_member *field)
{
    *at = next_line(stubs, *at > type->at ? *at : type->at);
    while (type->is_class && begins(stubs + *at, field_mark)) {
        size_t name = *at + strlen(field_mark), end = *at + strcspn(stubs + *at, "\n");
        if (ascii_is_letter(stubs[name])) { /* "[integer]" is no name */
            size_t name_end = name + strcspn(stubs + name, " \n");
            size_t kind = name_end + (name_end < end), kind_end = kind + strcspn(stubs + kind, " \n");
            *field = (stub_member){{name, name_end}, {kind, kind_end}, {kind_end + (kind_end < end), end}};
            return true;
        }
        *at = next_line(stubs, *at);
    }
    return false;
}

bool stubs_find_field(const char *stubs, const stub_type *type, const char *name, size_t length, stub_member *field)
{
    size_t at = 0;
    while (stubs_next_field(stubs, type, &at, field)) {
        if (field->name.to - field->name.from == length && memcmp(stubs + field->name.from, name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- hooks ---- */

bool stubs_parameter(const char *stubs, const stub_type *hook, size_t number, stub_member *parameter)
{
    size_t at = hook->meaning.from + strcspn(stubs + hook->meaning.from, "(\n"), end = at + strcspn(stubs + at, ")\n");
    for (size_t i = 0; at < end && stubs[at + 1] != ')'; i++) {
        size_t name = at + 1 + strspn(stubs + at + 1, " "), name_end = name + strcspn(stubs + name, ":,)\n");
        size_t kind = name_end + strspn(stubs + name_end, ": "), kind_end = kind + strcspn(stubs + kind, ",)\n");
        if (i == number) {
            *parameter = (stub_member){{name, name_end}, {kind, kind_end}, {kind_end, kind_end}};
            return true;
        }
        at = kind_end;
    }
    return false;
}

bool stubs_next_type(const char *stubs, span part, size_t *at, span *name)
{
    static const char mark[] = "ferz.";
    for (; *at + strlen(mark) <= part.to; (*at)++) {
        if (begins(stubs + *at, mark)) {
            *name = (span){*at, *at};
            while (name->to < part.to && is_type_letter(stubs[name->to])) {
                name->to++;
            }
            *at = name->to;
            return true;
        }
    }
    return false;
}
