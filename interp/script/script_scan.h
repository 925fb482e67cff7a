/* Scan: a look at a script's words before Lua sees it.
 *
 * Refuses what Lua 5.4 itself would get wrong or take too long over. The instruction budget cannot help there: it
 * counts what runs, not what is compiled. The rules are the same with every release of Lua, so that a script that loads
 * on one machine loads on all:
 *   - wrong code, Lua up to 5.4.4 (Debian 12 has it): `(1 ~ (2 or 3))` in a function with more than 256 constants, and
 *     `t[a < b]`, an index that is a bare comparison. Both are refused, by a bound that needs no parser.
 *   - slow compilation, every 5.4: the work grows with the square of chained `and`/`or`, jumps and labels, and with
 *     functions in functions times their locals; 256 KB of either take 4 to 6 seconds.
 */
#ifndef FERZ_SCRIPT_SCRIPT_SCAN_H
#define FERZ_SCRIPT_SCRIPT_SCAN_H

#include <stddef.h>
#include <stdint.h>

typedef struct scan_fault {
    uint32_t line;
    const char *text; /* NULL: nothing to object to */
    const char *hint; /* or NULL */
} scan_fault;

/* `bytes` are NUL-terminated at `size`. A text that is not Lua at all may pass: Lua will say so. */
scan_fault scan_script(const char *bytes, size_t size);

#endif
