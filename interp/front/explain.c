/* explain: what the code of a message means. */
#include "front/codes.h"
#include "front/commands.h"

int command_explain(const options *o, output *out)
{
    if (o->value[OPTION_CODES]) {
        return explain_codes(o, out);
    }
    if (o->argument_count == 0) {
        return options_complain(o->command, out, "`ferz explain --codes` lists all", "%s is missing",
                                o->command->arguments);
    }
    if (!is_code(o->arguments[0])) {
        return options_complain(o->command, out, "`ferz explain --codes` lists all", "%s is no code such as E0301",
                                o->arguments[0]);
    }
    return explain_code(o, out, o->arguments[0]);
}
