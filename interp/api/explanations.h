/* What each message code means: the table that the build makes of explanations.txt (explanations.cmake). Not installed.
 */
#ifndef FERZ_EXPLANATIONS_H
#define FERZ_EXPLANATIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct explanation {
    const char *code;    /* "E0301" */
    const char *title;   /* a few words */
    const char *text;    /* a paragraph */
    const char *file;    /* the file that `wrong` and `fixed` are; NULL: game.yaml */
    const char *command; /* the command that shows the message; NULL: `ferz check ./game.yaml` */
    const char *wrong;   /* an example, or NULL where none is short enough */
    const char *fixed;
    const char *companion; /* another file that both need, or NULL */
    const char *companion_text;
    bool commands; /* `wrong` and `fixed` are command lines, not files */
} explanation;

/* In the order of the file. */
extern const explanation explanations[];
extern const size_t explanation_count;

#endif
