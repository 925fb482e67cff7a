/* serve and publish, where a library that they need was missing when ferz was built. */
#include "cli/commands.h"

int command_serve(const options *o, output *out)
{
    (void)o;
    output_error(out, "this ferz was built without `serve`: that needs jansson and libmicrohttpd");
    return STATUS_SYSTEM_ERROR;
}

int command_publish(const options *o, output *out)
{
    (void)o;
    output_error(out, "this ferz was built without `publish`: that needs jansson and libmicrohttpd");
    return STATUS_SYSTEM_ERROR;
}
