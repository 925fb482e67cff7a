/* Report names: what the rules call games, sides, pieces and endings, in the language of a page. They live as long as the page. */
#ifndef FERZ_PLAYTEST_REPORT_NAMES_H
#define FERZ_PLAYTEST_REPORT_NAMES_H

#include "playtest/page.h"
#include "playtest/plan.h"

const char *page_title_of(page *p, const ferz_variant *variant);
/* A name of a piece, a player, an ending; "" for NULL. */
const char *page_name(page *p, const ferz_variant *variant, const char *name);
/* The players of a side: "white", "red and yellow". */
const char *page_side(page *p, const plan *of, int side);

#endif
