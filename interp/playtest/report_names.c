#include "playtest/report_names.h"

const char *page_title_of(page *p, const ferz_variant *variant)
{
    const char *russian = p->russian ? ferz_variant_facts(variant)->title_ru : NULL;
    return russian ? russian : ferz_variant_facts(variant)->title;
}

const char *page_name(page *p, const ferz_variant *variant, const char *name)
{
    if (!name || !p->russian) {
        return name ? name : "";
    }
    char *word = ferz_variant_word(variant, name, FERZ_RUSSIAN, false);
    const char *kept = page_format(p, "%s", word ? word : name);
    ferz_free(word);
    return kept;
}

const char *page_side(page *p, const plan *of, int side)
{
    const char *all = NULL;
    for (size_t i = 0; i < of->players; i++) {
        if (of->side_of[i] == side) {
            const char *one = page_name(p, of->variant, ferz_variant_player_name(of->variant, i));
            all = all ? page_format(p, "%s and %s", all, one) : one;
        }
    }
    return all ? all : "";
}
