#include "protocol/variant_aliases.h"

#include <strings.h>

const char variant_alias_default[] = "chess", variant_alias_default_usi[] = "shogi";
const char variant_alias_castling_option[] = "UCI_Chess960";
const char variant_template_promotions[] = "shogi", variant_template_drops[] = "crazyhouse";

static const variant_alias xboard_rows[] = {
    {"normal", "chess", true},
    {"fischerandom", "chess960", true},
    {"crazyhouse", "crazyhouse", true},
    {"atomic", "atomic", true},
    {"shatranj", "shatranj", false},
    {"makruk", "makruk", false},
    {"xiangqi", "xiangqi", true},
    {"shogi", "shogi", true},
    {"capablanca", "capablanca", true},
    {"berolina", "berolina-chess", false},
    {"cylinder", "cylinder-chess", false},
    {"giveaway", "giveaway-all", false},
    {NULL, NULL, false},
};

static const variant_alias uci_rows[] = {
    {"standard", "chess", true},
    {"fischerandom", "chess960", true},
    {"berolina", "berolina-chess", true},
    {"gardner", "gardner-minichess", true},
    {"losalamos", "los-alamos", true},
    {"grasshopper", "grasshopper-chess", true},
    {"judkins", "judkins-shogi", true},
    {"kyotoshogi", "kyoto-shogi", true},
    {"torishogi", "tori-shogi-standard", true},
    {NULL, NULL, false},
};

static const variant_alias chess960_rows[] = {
    {"chess960", "chess", true},
    {NULL, NULL, false},
};

static const variant_alias *row_at(const variant_alias *rows, size_t index)
{
    return rows[index].alias ? &rows[index] : NULL;
}

static const char *find_name(const variant_alias *rows, const char *alias)
{
    for (; rows->alias; rows++) {
        if (strcasecmp(rows->alias, alias) == 0) {
            return rows->name;
        }
    }
    return alias;
}

const variant_alias *variant_alias_xboard(size_t index)
{
    return row_at(xboard_rows, index);
}

const variant_alias *variant_alias_uci(size_t index)
{
    return row_at(uci_rows, index);
}

const char *variant_alias_from_xboard(const char *alias)
{
    return find_name(xboard_rows, alias);
}

const char *variant_alias_from_uci(const char *alias)
{
    return find_name(uci_rows, alias);
}

const char *variant_alias_chess960(const char *name)
{
    for (const variant_alias *row = chess960_rows; row->alias; row++) {
        if (strcasecmp(row->name, name) == 0) {
            return row->alias;
        }
    }
    return name;
}
