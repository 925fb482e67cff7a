/* lsp, where a library that it needs was missing when ferz was built. */
#include "cli/commands.h"

int command_lsp(const options *o, output *out)
{
    (void)o;
    output_error(out, "this ferz was built without `lsp`: that needs jansson");
    return STATUS_SYSTEM_ERROR;
}
