/* serve, where a library that it needs was missing when ferz was built. */
#include "cli/commands.h"

int command_serve(const options *o, output *out)
{
    (void)o;
    output_error(out, "this ferz was built without `serve`: that needs jansson and libmicrohttpd");
    return STATUS_SYSTEM_ERROR;
}
