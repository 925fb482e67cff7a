/* schema: JSON schemas and Lua stubs for editors, and the reference of all keys. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"

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
