#include "front/commands.h"
int command_xboard(const options *o, output *out)
{
    (void)o;
    (void)out;
    return 0;
}
