/* explain: what the code of a message means. */
#include "front/codes.h"
#include "front/commands.h"

int command_explain(const options *o, output *out)
{
    int status;
    if (codes_asked(o, out, &status)) {
        return status;
    }
    if (o->argument_count == 0) {
        return options_complain(o->command, out, "`ferz explain --codes` lists all", "%s is missing",
                                o->command->arguments);
    }
    return options_complain(o->command, out, "`ferz explain --codes` lists all", "%s is no code such as E0301",
                            o->arguments[0]);
}
