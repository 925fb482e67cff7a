/* Scan: checks the words of a script before Lua compiles it.
 *
 * It rejects what Lua 5.4 itself would compile wrongly or too slowly. The instruction budget cannot help there,
 * because it counts what runs, not what is compiled. The checks are the same for every release of Lua, so a script
 * that loads on one machine loads on all:
 *   - wrong code, Lua up to 5.4.4 (Debian 12 has it): `(1 ~ (2 or 3))` in a function with more than 256 constants, and
 *     `t[a < b]`, an index that is a bare comparison. Both are rejected, by a bound that needs no parser.
 *   - slow compilation, every 5.4: the time grows with the square of chained `and`/`or`, jumps and labels, and with
 *     functions in functions times their locals; 256 KB of either take 4 to 6 seconds. */
#ifndef FERZ_SCRIPT_SCRIPT_SCAN_H
#define FERZ_SCRIPT_SCRIPT_SCAN_H

#include <stddef.h>
#include <stdint.h>

typedef struct scan_fault {
    uint32_t line;
    const char *text; /* NULL: nothing was rejected */
    const char *hint; /* or NULL */
} scan_fault;

/* `bytes` are NUL-terminated at `size`. A text that is no Lua may pass: Lua reports that itself. */
scan_fault scan_script(const char *bytes, size_t size);

/* The line of the first `local` that declares the name; 0: there is none. */
uint32_t scan_local(const char *bytes, size_t size, const char *name);

#endif
