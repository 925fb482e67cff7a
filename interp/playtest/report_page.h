/* Report page: a report in words, as text, as one page of HTML that fetches nothing, and as blocks (page.h). */
#ifndef FERZ_PLAYTEST_REPORT_PAGE_H
#define FERZ_PLAYTEST_REPORT_PAGE_H

#include "playtest/page.h"
#include "playtest/report.h"

typedef struct report_form {
    page_form form;
    bool russian;
    const char *command; /* with which the games can be had again */
} report_form;

/* `second` may be NULL: there is nothing to compare. False when out of memory. */
bool report_put_page(text *t, const report *first, const report *second, const report_form *form);
/* One JSON document with everything; see guides/command-line.md. */
bool report_put_json(text *t, const report *first, const report *second);

/* The names of metrics and reasons in JSON. */
extern const char *const metric_names[METRICS];
extern const char *const game_reason_names[GAME_REASONS];
extern const char *const warning_names[WARNINGS];

#endif
