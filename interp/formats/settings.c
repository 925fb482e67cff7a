#include "formats/settings.h"

#include <string.h>

#include "formats/builtin.h"

/* ---- keys ---- */

/* Every key but those of pieces. An old name is an alias of a present one, or it sets in its own way what other keys
 * set, and then it replaces those. */
static const struct key_row {
    const char *name;
    const char *present;     /* the present name of an old one; NULL */
    const char *replaces[9]; /* keys whose inherited values no longer count when this one is set */
} keys[] = {
    {"variantTemplate", NULL, {NULL}},
    {"pieceToCharTable", NULL, {NULL}},
    {"pocketSize", NULL, {NULL}},
    {"pieceValueMg", NULL, {NULL}},
    {"pieceValueEg", NULL, {NULL}},
    {"maxRank", NULL, {NULL}},
    {"maxFile", NULL, {NULL}},
    {"chess960", NULL, {NULL}},
    {"twoBoards", NULL, {NULL}},
    {"startFen", NULL, {NULL}},
    {"pawnTypes",
     NULL,
     {"promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack", "enPassantTypes",
      "enPassantTypesWhite", "enPassantTypesBlack", "nMoveRuleTypes", "nMoveRuleTypesWhite", "nMoveRuleTypesBlack"}},
    {"promotionRank", NULL, {"promotionRegionWhite", "promotionRegionBlack"}},
    {"promotionRegionWhite", NULL, {"promotionRank"}},
    {"promotionRegionBlack", NULL, {"promotionRank"}},
    {"promotionPawnTypes", NULL, {"promotionPawnTypesWhite", "promotionPawnTypesBlack"}},
    {"promotionPawnTypesWhite", NULL, {NULL}},
    {"promotionPawnTypesBlack", NULL, {NULL}},
    {"promotionPieceTypes", NULL, {"promotionPieceTypesWhite", "promotionPieceTypesBlack"}},
    {"promotionPieceTypesWhite", NULL, {NULL}},
    {"promotionPieceTypesBlack", NULL, {NULL}},
    {"sittuyinPromotion", NULL, {NULL}},
    {"promotionLimit", NULL, {NULL}},
    {"promotedPieceType", NULL, {NULL}},
    {"piecePromotionOnCapture", NULL, {NULL}},
    {"mandatoryPawnPromotion", NULL, {NULL}},
    {"mandatoryPiecePromotion", NULL, {NULL}},
    {"pieceDemotion", NULL, {NULL}},
    {"blastOnCapture", NULL, {NULL}},
    {"blastImmuneTypes", NULL, {NULL}},
    {"mutuallyImmuneTypes", NULL, {NULL}},
    {"petrifyOnCapture", NULL, {NULL}},
    {"petrifyOnCaptureTypes", NULL, {NULL}},
    {"petrifyBlastPieces", NULL, {NULL}},
    {"endgameEval", NULL, {NULL}},
    {"doubleStep", NULL, {NULL}},
    {"doubleStepRank", NULL, {"doubleStepRegionWhite", "doubleStepRegionBlack"}},
    {"doubleStepRankMin", NULL, {"doubleStepRegionWhite", "doubleStepRegionBlack"}},
    {"firstRankDoubleSteps", NULL, {"doubleStepRegionWhite", "doubleStepRegionBlack"}},
    {"doubleStepRegionWhite", NULL, {"doubleStepRank", "doubleStepRankMin"}},
    {"doubleStepRegionBlack", NULL, {"doubleStepRank", "doubleStepRankMin"}},
    {"tripleStepRegionWhite", NULL, {NULL}},
    {"tripleStepRegionBlack", NULL, {NULL}},
    {"enPassantRegion", NULL, {"enPassantRegionWhite", "enPassantRegionBlack"}},
    {"enPassantRegionWhite", NULL, {NULL}},
    {"enPassantRegionBlack", NULL, {NULL}},
    {"enPassantTypes", NULL, {"enPassantTypesWhite", "enPassantTypesBlack"}},
    {"enPassantTypesWhite", NULL, {NULL}},
    {"enPassantTypesBlack", NULL, {NULL}},
    {"castling", NULL, {NULL}},
    {"castlingDroppedPiece", NULL, {NULL}},
    {"castlingKingsideFile", NULL, {NULL}},
    {"castlingQueensideFile", NULL, {NULL}},
    {"castlingRank", NULL, {NULL}},
    {"castlingKingFile", NULL, {NULL}},
    {"castlingKingPiece", NULL, {"castlingKingPieceWhite", "castlingKingPieceBlack"}},
    {"castlingKingPieceWhite", NULL, {NULL}},
    {"castlingKingPieceBlack", NULL, {NULL}},
    {"castlingRookKingsideFile", NULL, {NULL}},
    {"castlingRookQueensideFile", NULL, {NULL}},
    {"castlingRookPiece", "castlingRookPieces", {NULL}},
    {"castlingRookPieces", NULL, {"castlingRookPiecesWhite", "castlingRookPiecesBlack"}},
    {"castlingRookPiecesWhite", NULL, {NULL}},
    {"castlingRookPiecesBlack", NULL, {NULL}},
    {"oppositeCastling", NULL, {NULL}},
    {"castlingWins", NULL, {NULL}},
    {"kingType", NULL, {NULL}},
    {"checking", NULL, {NULL}},
    {"dropChecks", NULL, {NULL}},
    {"mustCapture", NULL, {NULL}},
    {"mustDrop", NULL, {NULL}},
    {"mustDropType", NULL, {NULL}},
    {"pieceDrops", NULL, {NULL}},
    {"dropLoop", NULL, {NULL}},
    {"freeDrops", NULL, {NULL}}, /* of built-in variants alone: pieces without end */
    {"capturesToHand", NULL, {NULL}},
    {"firstRankPawnDrops", NULL, {NULL}},
    {"promotionZonePawnDrops", NULL, {NULL}},
    {"dropOnTop", NULL, {NULL}},
    {"enclosingDrop", NULL, {NULL}},
    {"enclosingDropStart", NULL, {NULL}},
    {"whiteDropRegion", NULL, {NULL}},
    {"blackDropRegion", NULL, {NULL}},
    {"dropRegionWhite", "whiteDropRegion", {NULL}},
    {"dropRegionBlack", "blackDropRegion", {NULL}},
    {"sittuyinRookDrop", NULL, {NULL}},
    {"dropOppositeColoredBishop", NULL, {NULL}},
    {"dropPromoted", NULL, {NULL}},
    {"dropNoDoubled", NULL, {"shogiDoubledPawn", NULL}},
    {"dropNoDoubledCount", NULL, {NULL}},
    {"shogiDoubledPawn", NULL, {"dropNoDoubled", "dropNoDoubledCount"}},
    {"immobilityIllegal", NULL, {NULL}},
    {"gating", NULL, {NULL}},
    {"seirawanGating", NULL, {NULL}},
    {"cambodianMoves", NULL, {NULL}},
    {"wallingRule", NULL, {NULL}},
    {"wallingRegion", NULL, {NULL}},
    {"wallingRegionWhite", NULL, {NULL}},
    {"wallingRegionBlack", NULL, {NULL}},
    {"wallOrMove", NULL, {NULL}},
    {"arrowGating", NULL, {NULL}},
    {"duckGating", NULL, {NULL}},
    {"staticGating", NULL, {NULL}},
    {"staticGatingRegion", NULL, {NULL}},
    {"pastGating", NULL, {NULL}},
    {"diagonalLines", NULL, {NULL}},
    {"pass", NULL, {"passWhite", "passBlack"}},
    {"passWhite", NULL, {NULL}},
    {"passBlack", NULL, {NULL}},
    {"kingPass", "pass", {NULL}},
    {"passOnStalemate", NULL, {"passOnStalemateWhite", "passOnStalemateBlack"}},
    {"passOnStalemateWhite", NULL, {NULL}},
    {"passOnStalemateBlack", NULL, {NULL}},
    {"kingPassOnStalemate", "passOnStalemate", {NULL}},
    {"makpongRule", NULL, {NULL}},
    {"flyingGeneral", NULL, {NULL}},
    {"soldierPromotionRank", NULL, {NULL}},
    {"flipEnclosedPieces", NULL, {NULL}},
    {"nMoveRuleTypes", NULL, {"nMoveRuleTypesWhite", "nMoveRuleTypesBlack"}},
    {"nMoveRuleTypesWhite", NULL, {NULL}},
    {"nMoveRuleTypesBlack", NULL, {NULL}},
    {"nMoveRule", NULL, {NULL}},
    {"nFoldRule", NULL, {NULL}},
    {"nFoldValue", NULL, {NULL}},
    {"nFoldValueAbsolute", NULL, {NULL}},
    {"perpetualCheckIllegal", NULL, {NULL}},
    {"moveRepetitionIllegal", NULL, {NULL}},
    {"chasingRule", NULL, {NULL}},
    {"stalemateValue", NULL, {NULL}},
    {"stalematePieceCount", NULL, {NULL}},
    {"checkmateValue", NULL, {NULL}},
    {"shogiPawnDropMateIllegal", NULL, {NULL}},
    {"shatarMateRule", NULL, {NULL}},
    {"bikjangRule", NULL, {NULL}},
    {"extinctionValue", NULL, {NULL}},
    {"extinctionClaim", NULL, {NULL}},
    {"extinctionPseudoRoyal", NULL, {NULL}},
    {"dupleCheck", NULL, {NULL}},
    {"extinctionPieceTypes", NULL, {NULL}},
    {"extinctionPieceCount", NULL, {NULL}},
    {"extinctionOpponentPieceCount", NULL, {NULL}},
    {"flagPiece", NULL, {"flagPieceWhite", "flagPieceBlack"}},
    {"flagPieceWhite", NULL, {NULL}},
    {"flagPieceBlack", NULL, {NULL}},
    {"flagRegion", NULL, {"flagRegionWhite", "flagRegionBlack"}},
    {"flagRegionWhite", NULL, {NULL}},
    {"flagRegionBlack", NULL, {NULL}},
    {"whiteFlag", "flagRegionWhite", {NULL}},
    {"blackFlag", "flagRegionBlack", {NULL}},
    {"flagPieceCount", NULL, {NULL}},
    {"flagPieceBlockedWin", NULL, {NULL}},
    {"flagPieceSafe", NULL, {NULL}},
    {"flagMove", NULL, {NULL}},
    {"checkCounting", NULL, {NULL}},
    {"connectN", NULL, {NULL}},
    {"connectPieceTypes", NULL, {NULL}},
    {"connectVertical", NULL, {NULL}},
    {"connectHorizontal", NULL, {NULL}},
    {"connectDiagonal", NULL, {NULL}},
    {"connectRegion1White", NULL, {NULL}},
    {"connectRegion2White", NULL, {NULL}},
    {"connectRegion1Black", NULL, {NULL}},
    {"connectRegion2Black", NULL, {NULL}},
    {"connectNxN", NULL, {NULL}},
    {"collinearN", NULL, {NULL}},
    {"connectValue", NULL, {NULL}},
    {"materialCounting", NULL, {NULL}},
    {"adjudicateFullBoard", NULL, {NULL}},
    {"countingRule", NULL, {NULL}},
};
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

/* The pieces of Fairy-Stockfish and their movements in its notation. */
static const struct {
    const char *type, *betza;
} types[] = {
    {"pawn", "fmWfceF"},
    {"knight", "N"},
    {"bishop", "B"},
    {"rook", "R"},
    {"queen", "Q"},
    {"fers", "F"},
    {"alfil", "A"},
    {"fersAlfil", "FA"},
    {"silver", "FfW"},
    {"aiwok", "RNF"},
    {"bers", "RF"},
    {"archbishop", "BN"},
    {"chancellor", "RN"},
    {"amazon", "QN"},
    {"knibis", "mNcB"},
    {"biskni", "mBcN"},
    {"kniroo", "mNcR"},
    {"rookni", "mRcN"},
    {"shogiPawn", "fW"},
    {"lance", "fR"},
    {"shogiKnight", "fN"},
    {"gold", "WfF"},
    {"dragonHorse", "BW"},
    {"clobber", "cW"},
    {"breakthrough", "fmWfF"},
    {"immobile", ""},
    {"cannon", "mRcpR"},
    {"janggiCannon", "pR"},
    {"soldier", "fsW"},
    {"horse", "nN"},
    {"elephant", "nA"},
    {"janggiElephant", "nZ"},
    {"banner", "RcpRnN"},
    {"wazir", "W"},
    {"commoner", "K"},
    {"centaur", "KN"},
    {"king", "K"},
    {"khon", "FfW"},
    {"met", "F"},
    {"dragon", "RF"},
    {"euroshogiKnight", "fNsW"}, /* old names */
};
enum { TYPE_COUNT = sizeof types / sizeof types[0], CUSTOM_COUNT = 25 };

static const char *const custom_names[CUSTOM_COUNT] = {
    "customPiece1",  "customPiece2",  "customPiece3",  "customPiece4",  "customPiece5",
    "customPiece6",  "customPiece7",  "customPiece8",  "customPiece9",  "customPiece10",
    "customPiece11", "customPiece12", "customPiece13", "customPiece14", "customPiece15",
    "customPiece16", "customPiece17", "customPiece18", "customPiece19", "customPiece20",
    "customPiece21", "customPiece22", "customPiece23", "customPiece24", "customPiece25"};

const char *piece_type(size_t index, const char **betza)
{
    *betza = index < TYPE_COUNT ? types[index].betza : NULL;
    return index < TYPE_COUNT                  ? types[index].type
           : index < TYPE_COUNT + CUSTOM_COUNT ? custom_names[index - TYPE_COUNT]
                                               : NULL;
}

/* The name of key `index`, NULL after the last. */
static const char *key_name(const void *state, size_t index)
{
    (void)state;
    const char *betza;
    return index < KEY_COUNT ? keys[index].name : piece_type(index - KEY_COUNT, &betza);
}

static const struct key_row *row_of(const char *key)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (strcmp(keys[i].name, key) == 0) {
            return &keys[i];
        }
    }
    return NULL;
}

static bool is_piece(const char *key)
{
    const char *betza, *type;
    for (size_t i = 0; (type = piece_type(i, &betza)); i++) {
        if (strcmp(type, key) == 0) {
            return true;
        }
    }
    return false;
}

/* mobilityRegionWhiteShogiPawn */
static bool is_mobility(const char *key)
{
    static const char stem[] = "mobilityRegion";
    if (strncmp(key, stem, sizeof stem - 1) != 0) {
        return false;
    }
    const char *rest = key + sizeof stem - 1;
    if (strncmp(rest, "White", 5) != 0 && strncmp(rest, "Black", 5) != 0) {
        return false;
    }
    char type[32] = "";
    size_t length = strlen(rest + 5);
    if (length == 0 || length >= sizeof type) {
        return false;
    }
    memcpy(type, rest + 5, length);
    type[0] = (char)(type[0] >= 'A' && type[0] <= 'Z' ? type[0] - 'A' + 'a' : '\0');
    return is_piece(type);
}

static bool is_letters_key(const char *key)
{
    static const char *const stems[] = {"pawnTypes",        "promotionPawnTypes",  "promotionPieceTypes",
                                        "enPassantTypes",   "castlingKingPiece",   "castlingRookPieces",
                                        "dropNoDoubled",    "nMoveRuleTypes",      "extinctionPieceTypes",
                                        "flagPiece",        "connectPieceTypes",   "mustDropType",
                                        "blastImmuneTypes", "mutuallyImmuneTypes", "petrifyOnCaptureTypes"};
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        const char *rest = strncmp(key, stems[i], strlen(stems[i])) == 0 ? key + strlen(stems[i]) : "-";
        if (!*rest || strcmp(rest, "White") == 0 || strcmp(rest, "Black") == 0) {
            return true;
        }
    }
    return false;
}

static bool is_pairs_key(const char *key)
{
    return strcmp(key, "promotedPieceType") == 0 || strcmp(key, "promotionLimit") == 0;
}

/* ---- a section with all that it inherits ---- */

struct sections {
    arena *arena;
    diag_list *diags;
    const ini *file;
    ini_names names;
    ini builtins;
    settings **resolved; /* by section of the file */
};

const setting *settings_get(const settings *s, const char *key)
{
    for (size_t i = 0; i < s->count; i++) {
        if (strcmp(s->list[i].key, key) == 0) {
            return &s->list[i];
        }
    }
    return NULL;
}

/* Removes `word` and the blank behind it. */
static const char *without_type(arena *a, const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, " ") + 1) {
        if (strncmp(at, word, n) == 0 && at[n] == ' ') {
            char *less = arena_text(a, list, strlen(list));
            return less ? (memmove(less + (at - list), at + n + 1, strlen(at + n + 1) + 1), less) : "";
        }
    }
    return list;
}

static void remove_key(settings *s, const char *key)
{
    for (size_t i = 0; key && i < s->count; i++) {
        if (strcmp(s->list[i].key, key) == 0) {
            memmove(&s->list[i], &s->list[i + 1], (s->count - i - 1) * sizeof s->list[0]);
            s->count--;
            return;
        }
    }
}

/* Removes a piece. Nothing promotes to it any more, even if a child has it again. */
static void remove_piece(arena *a, settings *s, const char *type)
{
    remove_key(s, type);
    for (size_t i = 0; i < s->count; i++) {
        if (s->list[i].types && strncmp(s->list[i].key, "promotionPieceTypes", 19) == 0) {
            s->list[i].types = without_type(a, s->list[i].types, type);
        }
    }
}

static void add_setting(settings *s, setting new_setting)
{
    _Static_assert(KEY_COUNT + 3 * (TYPE_COUNT + CUSTOM_COUNT) <= SETTINGS_MAX, "each key, piece and mobility once");
    remove_key(s, new_setting.key);
    s->list[s->count++] = new_setting;
}

/* A letter belongs to one piece: a new piece with the letter of an inherited one removes that one. */
static void free_letter(sections *all, settings *s, const ini_section *section, const ini_entry *e, size_t number)
{
    for (size_t i = s->count; i > 0; i--) {
        const setting *other = &s->list[i - 1];
        if (!is_piece(other->key) || strcmp(other->key, e->key) == 0 ||
            ascii_to_lower(other->value[0]) != ascii_to_lower(e->value[0])) {
            continue;
        }
        for (size_t k = 0; section && k < number; k++) {
            const ini_entry *before = &section->entries[k];
            if (strcmp(before->key, other->key) == 0) {
                diag_error(all->diags, CODE_FOREIGN_PIECES, e->value_location, "the letter `%c` belongs to two pieces",
                           e->value[0]);
                diag_note(all->diags, before->value_location, "`%s` has it too", before->key);
                s->wrong = true;
            }
        }
        remove_piece(all->arena, s, other->key);
    }
}

static void add_piece(sections *all, settings *s, const ini_section *section, const ini_entry *e, size_t number,
                      const setting *new_setting)
{
    char letter = ascii_to_lower(e->value[0]);
    if (letter == '-') {
        remove_piece(all->arena, s, e->key);
    } else if (letter < 'a' || letter > 'z') {
        diag_error(all->diags, CODE_FOREIGN_PIECES, e->value_location, "`%s` needs a letter, or `-` for no such piece",
                   e->key);
        s->wrong = true;
    } else {
        free_letter(all, s, section, e, number);
        add_setting(s, *new_setting);
    }
}

static void unknown_key(sections *all, const ini_entry *e)
{
    diag_error(all->diags, CODE_FOREIGN_KEY, e->key_location, "unknown key `%s`", e->key);
    const char *nearest = text_nearest(e->key, key_name, NULL);
    if (nearest) {
        diag_did_you_mean(all->diags, nearest);
    } else {
        diag_hint(all->diags, "neither the old nor the new versions of Fairy-Stockfish have it");
    }
}

static void add_entry(sections *all, settings *s, const ini_section *section, const ini_entry *e, size_t number,
                      const char *builtin)
{
    setting new_setting = {.key = e->key,
                           .value = e->value,
                           .key_location = e->key_location,
                           .value_location = e->value_location,
                           .builtin = builtin,
                           .section = section};
    if (is_piece(e->key)) {
        add_piece(all, s, section, e, number, &new_setting);
        return;
    }
    const struct key_row *row = row_of(e->key);
    if (!row && !is_mobility(e->key)) {
        unknown_key(all, e);
        s->wrong = true;
        return;
    }
    if (row && row->present) {
        new_setting.key = row->present;
        row = row_of(row->present);
    }
    /* Old names come first there, wherever they stand in the section. */
    bool decides = strncmp(e->key, "promotionRegion", 15) == 0 || strncmp(e->key, "doubleStepRegion", 16) == 0;
    for (size_t i = 0; row && i < sizeof row->replaces / sizeof row->replaces[0] && row->replaces[i]; i++) {
        const setting *old = settings_get(s, row->replaces[i]);
        if (old && (decides || old->section != section)) {
            remove_key(s, row->replaces[i]);
        }
    }
    const setting *parents = settings_get(s, new_setting.key);
    new_setting.types = parents && is_pairs_key(new_setting.key) ? parents->types : NULL;
    add_setting(s, new_setting);
}

/* ---- what letters mean ---- */

static const char *type_of_letter(const settings *s, char letter)
{
    for (size_t i = 0; i < s->count; i++) {
        if (is_piece(s->list[i].key) && ascii_to_lower(s->list[i].value[0]) == ascii_to_lower(letter)) {
            return s->list[i].key;
        }
    }
    return NULL;
}

static void put_type(const settings *s, text *t, char letter)
{
    const char *type = letter == '*' ? "*" : letter == '-' ? "-" : type_of_letter(s, letter);
    text_print(t, type ? "%s" : "?%.1s", type ? type : &letter);
}

/* p:g s:g l:- behind those of the parent. A pair that is not understood is left to the import. */
static void put_pairs(const settings *s, const setting *one, text *t)
{
    text_put(t, one->types ? one->types : "");
    for (const char *c = one->value; *(c += strspn(c, " \t"));) {
        if (c[1] != ':' || !c[2]) {
            return;
        }
        put_type(s, t, c[0]);
        text_char(t, ':');
        if (strcmp(one->key, "promotionLimit") == 0) {
            size_t digits = strspn(c + 2, "0123456789");
            text_print(t, "%.*s ", (int)digits, c + 2);
            c += 2 + (digits ? digits : 1);
        } else {
            put_type(s, t, c[2]);
            text_char(t, ' ');
            c += 3;
        }
    }
}

/* Says which types the letters of a section's own settings mean. */
static void name_types(sections *all, settings *s, const ini_section *section)
{
    for (size_t i = 0; i < s->count; i++) {
        setting *one = &s->list[i];
        text t = {0};
        if (one->section != section || is_piece(one->key)) {
            continue;
        }
        if (is_pairs_key(one->key)) {
            put_pairs(s, one, &t);
        } else if (is_letters_key(one->key)) {
            for (const char *c = one->value; *c && *c != '-'; c++) {
                if (*c != ' ' && *c != '\t') {
                    put_type(s, &t, *c);
                    text_char(&t, ' ');
                }
            }
        } else {
            continue;
        }
        one->types = arena_text(all->arena, text_string(&t), t.length);
        all->arena->failed |= t.failed;
        text_finish(&t);
    }
}

static void add_builtin(sections *all, settings *s, const ini_section *variant, location at)
{
    if (variant->parent) {
        add_builtin(all, s, builtin_named(&all->builtins, variant->parent), at);
    }
    for (size_t i = 0; i < variant->count; i++) {
        ini_entry e = variant->entries[i];
        e.key_location = e.value_location = at;
        add_entry(all, s, variant, &e, i, variant->name);
    }
    name_types(all, s, variant);
}

static const char *name_of_variant(const void *state, size_t index)
{
    const sections *all = state;
    if (index < all->file->count) {
        return all->file->sections[index].name;
    }
    index -= all->file->count;
    return index < all->builtins.count ? all->builtins.sections[index].name : NULL;
}

enum { COMPARED_NAME_FUEL = 200 };

static void inherit_parent(sections *all, settings *s, size_t index)
{
    const ini_section *section = &all->file->sections[index];
    size_t named;
    const ini_name *first = ini_names_find(&all->names, section->parent, &named);
    if (named && first->index < index) {
        *s = *all->resolved[first->index];
        if (s->wrong) {
            diag_error(all->diags, CODE_FOREIGN_PARENT, section->parent_location,
                       "`%s` inherits from `%s`, which has errors", section->name, section->parent);
        }
        return;
    }
    const ini_section *variant = builtin_named(&all->builtins, section->parent);
    if (variant) {
        add_builtin(all, s, variant, section->parent_location);
        return;
    }
    s->wrong = true;
    if (named) {
        diag_error(all->diags, CODE_FOREIGN_PARENT, section->parent_location, "`%s` comes later in the file",
                   section->parent);
        diag_hint(all->diags, "a parent must come before its children");
        return;
    }
    diag_error(all->diags, CODE_FOREIGN_PARENT, section->parent_location, "there is no variant `%s`", section->parent);
    const char *nearest = NULL, *name;
    size_t best = strlen(section->parent) / 3 + 2;
    for (size_t i = 0; (name = name_of_variant(all, i)) &&
                       diag_draw(all->diags, COMPARED_NAME_FUEL, (location){0}, "names are compared");
         i++) {
        size_t distance = i == index ? best : text_distance(section->parent, name, best);
        nearest = distance < best ? name : nearest;
        best = distance < best ? distance : best;
    }
    if (nearest) {
        diag_did_you_mean(all->diags, nearest);
    }
}

static void resolve(sections *all, size_t index)
{
    const ini_section *section = &all->file->sections[index];
    settings *s = all->resolved[index];
    if (section->parent) {
        inherit_parent(all, s, index);
    }
    s->wrong = s->wrong || section->broken;
    size_t named;
    const size_t first = ini_names_find(&all->names, section->name, &named)->index;
    if (first < index) {
        diag_error(all->diags, CODE_FOREIGN_PARENT, section->name_location, "there are two sections `%s`",
                   section->name);
        diag_note(all->diags, all->file->sections[first].name_location, "the first one");
        s->wrong = true;
    }
    for (size_t i = 0; i < section->count; i++) {
        add_entry(all, s, section, &section->entries[i], i, NULL);
    }
    name_types(all, s, section);
}

enum { SECTION_FUEL = 20000 /* steps that a section of usual length takes */ };

sections *sections_resolve(arena *a, diag_list *diags, const ini *file)
{
    sections *all = arena_new(a, sections, 1);
    settings **resolved = arena_new(a, settings *, file->count + 1);
    if (!all || !resolved) {
        return NULL;
    }
    *all = (sections){.arena = a, .diags = diags, .file = file, .resolved = resolved};
    if (!ini_names_init(a, file, &all->names) || !builtin_read(a, diags, &all->builtins)) {
        return NULL;
    }
    for (size_t i = 0; i < file->count; i++) {
        resolved[i] = arena_new(a, settings, 1);
        if (!resolved[i] || !diag_draw(diags, SECTION_FUEL, file->sections[i].name_location, "this section is read")) {
            return NULL;
        }
        resolve(all, i);
    }
    return all;
}

const settings *sections_at(const sections *all, size_t index)
{
    return all->resolved[index];
}

const settings *sections_builtin(sections *all, const char *name)
{
    const ini_section *variant = builtin_named(&all->builtins, name);
    settings *s = variant ? arena_new(all->arena, settings, 1) : NULL;
    if (s) {
        add_builtin(all, s, variant, (location){0});
    }
    return s;
}

/* ---- values ---- */

/* Values from built-in variants have the location of the section header. */
static void wrong_value(diag_list *diags, const setting *s, const char *wanted, bool *wrong)
{
    diag_error(diags, CODE_FOREIGN_VALUE, s->value_location, "`%s` needs %s, found `%s`", s->key, wanted, s->value);
    *wrong = true;
}

bool setting_bool(diag_list *diags, const setting *s, bool fallback, bool *wrong)
{
    if (!s) {
        return fallback;
    }
    bool yes = strcmp(s->value, "true") == 0;
    if (!yes && strcmp(s->value, "false") != 0) {
        wrong_value(diags, s, "`true` or `false`", wrong);
        diag_hint(diags, "Fairy-Stockfish reads anything but `true` as false");
    }
    return yes;
}

long setting_number(diag_list *diags, const setting *s, long low, long high, long fallback, bool *wrong)
{
    long value = fallback;
    if (s && !text_to_long(s->value, low, high, &value)) {
        char words[64];
        text t = {0};
        text_print(&t, "a whole number from %ld to %ld", low, high);
        size_t n = t.length < sizeof words - 1 ? t.length : sizeof words - 1;
        memcpy(words, text_string(&t), n);
        words[n] = '\0';
        text_finish(&t);
        wrong_value(diags, s, words, wrong);
    }
    return value;
}

int setting_file(diag_list *diags, const setting *s, int fallback, bool *wrong)
{
    long number = 0;
    if (!s) {
        return fallback;
    }
    char c = ascii_to_lower(s->value[0]);
    if (c >= 'a' && c <= 'p' && s->value[1] == '\0') {
        return c - 'a';
    }
    if (!text_to_long(s->value, 1, REGION_FILES, &number)) {
        wrong_value(diags, s, "a file: a letter or a number", wrong);
        return fallback;
    }
    return (int)number - 1;
}

int setting_word(diag_list *diags, const setting *s, const char *const *words, int fallback, bool *wrong)
{
    if (!s) {
        return fallback;
    }
    text t = {0};
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], s->value) == 0) {
            text_finish(&t);
            return i;
        }
        text_print(&t, "%s`%s`", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    }
    wrong_value(diags, s, text_string(&t), wrong);
    text_finish(&t);
    return fallback;
}

/* One word of a region: a cell, *R for a rank, F* for a file. */
static bool read_cells(region *r, const char *word, size_t length)
{
    int file = ascii_to_lower(word[0]) - 'a';
    bool all_files = word[0] == '*', all_ranks = length == 2 && word[1] == '*';
    long rank = 0;
    char digits[4] = "";
    if (length < 2 || length > 3 || (!all_files && (file < 0 || file >= REGION_FILES))) {
        return false;
    }
    memcpy(digits, word + 1, length - 1);
    if (!all_ranks && !text_to_long(digits, 1, REGION_RANKS, &rank)) {
        return false;
    }
    for (long i = 0; i < REGION_RANKS; i++) {
        if (all_ranks || i == rank - 1) {
            r->ranks[i] |= (uint16_t)(all_files ? 0xffff : 1u << file);
        }
    }
    return !(all_files && all_ranks);
}

region setting_region(diag_list *diags, const setting *s, bool *wrong)
{
    region r = {{0}};
    const char *word = s ? s->value : "";
    if (strcmp(word, "-") == 0) {
        return r;
    }
    while (s && *(word += strspn(word, " \t"))) {
        size_t length = strcspn(word, " \t");
        if (!read_cells(&r, word, length)) {
            diag_error(diags, CODE_FOREIGN_VALUE, location_within(s->value_location, (size_t)(word - s->value), length),
                       "`%s`: `%.*s` is not a cell, a rank (`*8`) or a file (`a*`)", s->key, (int)length, word);
            *wrong = true;
            break;
        }
        word += length;
    }
    return r;
}
