/* The program `ferz`: reads the command line, runs one command, and checks that all output was written. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/options.h"

/* A missing standard stream is opened as /dev/null, so that no file opened later gets its number and receives our
 * output. The substitute does not allow the stream's own direction, so that lost output is still noticed. */
static void fill_standard_streams(void)
{
    static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", modes[fd]) != fd) {
            _exit(STATUS_SYSTEM_ERROR);
        }
    }
}

static void print_of_script(const char *line)
{
    fputs(line, stderr);
}

int main(int argc, char **argv)
{
    fill_standard_streams();
    /* A closed pipe is a write error like others (status 3), not a signal that ends the program. */
    signal(SIGPIPE, SIG_IGN);
    ferz_set_print(print_of_script);
    output out = {0};
    options o;
    int status = options_parse(&o, &out, argc, argv);
    if (o.command) {
        status = o.command->run(&o, &out);
    }
    options_finish(&o);
    return output_finish(&out, status);
}
