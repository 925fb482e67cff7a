/* Included by the compiler before every source of the program with mutants (see sites.py); never part of Ferz.
 *
 * FERZ_MUTANT=N switches mutant N on. FERZ_MUTANTS_REACHED=FILE: nothing is changed, and a counter for each mutant in FILE counts
 * how often the program reaches it; every process with the same file adds to it. */
#ifndef FERZ_MUTATION_H
#define FERZ_MUTATION_H

extern int ferz_mutant;
extern unsigned *ferz_mutants_reached;

#define FERZ_MUTANT(n) (ferz_mutant == (n) || (ferz_mutants_reached && ++ferz_mutants_reached[n] == 0))

#ifdef FERZ_MUTATION_HERE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int ferz_mutant = -1;
unsigned *ferz_mutants_reached;

__attribute__((constructor)) static void ferz_choose_mutant(void)
{
    enum { BYTES = 1 << 16 };
    const char *number = getenv("FERZ_MUTANT");
    const char *file = getenv("FERZ_MUTANTS_REACHED");
    if (number) {
        ferz_mutant = atoi(number);
    } else if (file) {
        int fd = open(file, O_RDWR);
        void *counters = fd < 0 ? MAP_FAILED : mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (counters == MAP_FAILED) {
            abort();
        }
        ferz_mutants_reached = counters;
        close(fd);
    }
}
#endif
#endif
