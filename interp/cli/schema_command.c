/* schema: JSON schemas and Lua stubs for editors, and the reference of all keys. */
#include "ferz_tools.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"

/* The kinds of reasons as a table of Markdown: those of a list, then the phrases inside them. */
static int print_reasons(output *out)
{
    text t = {0};
    text_put(&t, "| kind | role | sentence |\n| --- | --- | --- |\n");
    for (size_t i = 0; i < ferz_reason_kind_count(); i++) {
        ferz_reason_kind kind = ferz_reason_kind_at(i);
        if (*kind.name) {
            text_print(&t, "| `%s` | %s | ", kind.name, ferz_reason_role_name(kind.role));
            for (const char *s = kind.sentence; *s; s++) {
                text_print(&t, *s == '|' ? "\\%c" : "%c", *s);
            }
            text_put(&t, " |\n");
        }
    }
    output_text(out, &t);
    text_finish(&t);
    return STATUS_OK;
}

int command_schema(const options *o, output *out)
{
    static const struct {
        const char *word;
        ferz_schema_kind schema;
        int stubs; /* or -1 */
    } pages[] = {
        {"rules", FERZ_SCHEMA_RULES, -1},          {"examples", FERZ_SCHEMA_EXAMPLES, -1},
        {"tuning", FERZ_SCHEMA_TUNING, -1},        {"markdown", FERZ_SCHEMA_REFERENCE, -1},
        {"lua", 0, (int)FERZ_STUBS_LUA},           {"luarc", 0, (int)FERZ_STUBS_SETTINGS},
        {"luacheck", 0, (int)FERZ_STUBS_LUACHECK},
    };
    enum { COUNT = sizeof pages / sizeof pages[0] };
    const char *word = o->argument_count ? o->arguments[0] : pages[0].word;
    size_t i = 0;
    if (strcmp(word, "reasons") == 0) {
        return print_reasons(out);
    }
    while (i < COUNT && strcmp(pages[i].word, word) != 0) {
        i++;
    }
    if (i == COUNT) {
        return options_error(o->command, out, NULL, "there is no schema \"%s\"", word);
    }
    char *page = pages[i].stubs < 0 ? ferz_schema(pages[i].schema) : ferz_stubs((ferz_stubs_kind)pages[i].stubs);
    if (!page) {
        return output_out_of_memory(out);
    }
    text t = {0};
    text_put(&t, page);
    ferz_free(page);
    output_text(out, &t);
    text_finish(&t);
    return STATUS_OK;
}
