#include "front/dialect.h"

#include <strings.h>

const char dialect_first[] = "chess", dialect_first_of_usi[] = "shogi";
const char dialect_castling_option[] = "UCI_Chess960";
const char dialect_promoting[] = "shogi", dialect_dropping[] = "crazyhouse";

static const dialect_row xboard_rows[] = {
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

static const dialect_row uci_rows[] = {
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

static const dialect_row shuffled_rows[] = {
    {"chess960", "chess", true},
    {NULL, NULL, false},
};

static const dialect_row *row_at(const dialect_row *rows, size_t index)
{
    return rows[index].theirs ? &rows[index] : NULL;
}

static const char *find(const dialect_row *rows, const char *theirs)
{
    for (; rows->theirs; rows++) {
        if (strcasecmp(rows->theirs, theirs) == 0) {
            return rows->ours;
        }
    }
    return theirs;
}

const dialect_row *dialect_xboard(size_t index)
{
    return row_at(xboard_rows, index);
}

const dialect_row *dialect_uci(size_t index)
{
    return row_at(uci_rows, index);
}

const char *dialect_from_xboard(const char *theirs)
{
    return find(xboard_rows, theirs);
}

const char *dialect_from_uci(const char *theirs)
{
    return find(uci_rows, theirs);
}

const char *dialect_shuffled(const char *ours)
{
    for (const dialect_row *row = shuffled_rows; row->theirs; row++) {
        if (strcasecmp(row->ours, ours) == 0) {
            return row->theirs;
        }
    }
    return ours;
}
