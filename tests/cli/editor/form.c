/* Prints those of the given rule files in which the validator of forms finds a fault: what a schema could find, too. Nothing is
 * inherited, no option is applied and no name resolved. */
#include <stdio.h>

#include "rules/schema.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        arena a;
        diag_list diags;
        arena_init(&a, 0);
        diag_list_init(&diags);
        const node *root = document_load(&a, &diags, argv[i]);
        if (!root || !schema_check(&a, &diags, root, false)) {
            puts(argv[i]);
        }
        diag_list_finish(&diags);
        arena_finish(&a);
    }
    return 0;
}
