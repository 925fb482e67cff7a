/* explain: the rules of a game in words, or the meaning of a message code. */
#include "cli/codes.h"
#include "cli/commands.h"

#include <string.h>

#include "base/json_text.h"
#include "cli/session.h"

static ferz_format format_of(const options *o)
{
    const char *word = o->value[OPTION_FORMAT];
    return !word || strcmp(word, "text") == 0 ? FERZ_TEXT : strcmp(word, "html") == 0 ? FERZ_HTML : FERZ_MARKDOWN;
}

static int explain_game(const options *o, output *out)
{
    session s;
    ferz_result result = session_load(&s, o, out);
    text t = {0};
    if (result == FERZ_OK) {
        ferz_language language = options_language(o);
        char *page = o->value[OPTION_RELATIVE]
                         ? ferz_variant_describe_relative(s.variant, language, format_of(o), s.messages)
                         : ferz_variant_describe(s.variant, language, format_of(o), s.messages);
        result = page ? FERZ_OK : session_failure(&s);
        if (page && o->value[OPTION_JSON]) {
            json_open(&t, NULL, JSON_OBJECT);
            json_string(&t, "text", page);
            json_close(&t, JSON_OBJECT);
            text_char(&t, '\n');
        } else {
            text_put(&t, page ? page : "");
        }
        ferz_free(page);
    }
    if (result == FERZ_OK) {
        output_text(out, &t);
    }
    text_finish(&t);
    return session_close(&s, out, result);
}

int command_explain(const options *o, output *out)
{
    int status;
    if (codes_command(o, out, &status)) {
        return status;
    }
    if (o->argument_count == 0) {
        return options_error(o->command, out, "`ferz explain --codes` lists all", "%s is missing",
                             o->command->arguments);
    }
    return explain_game(o, out);
}
