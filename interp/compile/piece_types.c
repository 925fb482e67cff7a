/* Piece types: which kinds of pieces can be on the board.
 *
 * Being royal belongs to the piece, and so does having been promoted where that counts. A royal piece that changes into
 * a knight is a type of its own, "royal knight", with the knight's moves. Only forms that promotions and captures can
 * bring about get a number (and every royal form, if there can be any), so ordinary variants pay nothing. Where a stack
 * has the movements of all its pieces (`combined: true`), its top piece is a type of its own too, one for each set of
 * movements. */

#include "compile/variant_build.h"

#include <ctype.h>
#include <string.h>

typedef struct type_builder {
    variant *v;
    const staged_hooks *hooks;
    diag_list *diags;
    int *reverts_from;      /* [types] what a reverting form was; -1 */
    int16_t *capture_types; /* see capture_slot: type after a capture or -1; NULL without the hook */
} type_builder;

static const char *type_letter(type_builder *f, const rule_piece *piece_rule, bool royal, bool reverts)
{
    arena *a = &f->v->arena;
    const char *letter = piece_rule->letter;
    if (royal && !piece_rule->royal) {
        letter = piece_rule->royal_letter ? piece_rule->royal_letter : arena_format(a, "%s!", piece_rule->letter);
    }
    return reverts ? arena_format(a, "%s~", letter) : letter;
}

/* The number of a form, made by the first call; -1 after an error. */
static int type_get(type_builder *f, int rule_piece_index, bool royal, int reverts_to)
{
    variant *v = f->v;
    const rule_piece *rule = &v->rules->pieces[rule_piece_index];
    royal = royal || rule->royal;
    if (royal) {
        reverts_to = -1; /* a royal is never captured: it need not go back to what it was */
    }
    for (int i = 0; i < v->types; i++) {
        if (v->type[i].rule_piece_index == rule_piece_index && v->type[i].royal == royal &&
            f->reverts_from[i] == reverts_to && !v->type[i].moves_of) {
            return i;
        }
    }
    if (v->types == TYPES_MAX) {
        diag_error(f->diags, CODE_TOO_MANY, rule->location, "the variant has more than %d kinds of pieces", TYPES_MAX);
        return -1;
    }
    const char *letter = type_letter(f, rule, royal, reverts_to >= 0);
    const char *name = royal && !rule->royal ? arena_format(&v->arena, "royal %s", rule->name) : rule->name;
    if (!letter || !name) {
        diag_out_of_memory(f->diags);
        return -1;
    }
    v->type[v->types] = (piece_type){
        .name = name,
        .letter = letter,
        .rule_piece_index = rule_piece_index,
        .captured_as = royal             ? -1
                       : reverts_to >= 0 ? v->type[reverts_to].captured_as
                                         : rule->captured_as,
        .royal_form = royal ? v->types : -1,
        .royal = royal,
        .reverts = reverts_to >= 0,
        .resets_halfmove_clock = rule->resets_halfmove_clock,
        .drop_resets_halfmove_clock = rule->drop.resets_halfmove_clock,
    };
    f->reverts_from[v->types] = reverts_to;
    v->royal_type_count += royal;
    return v->types++;
}

static int royal_form_of(type_builder *f, int type)
{
    variant *v = f->v;
    if (v->type[type].royal_form < 0) {
        int royal = type_get(f, v->type[type].rule_piece_index, true, -1);
        if (royal >= 0) {
            v->type[type].royal_form = royal;
        }
        return royal;
    }
    return v->type[type].royal_form;
}

/* The type of a piece of `type` after it changes into the rules' piece. */
static int transformed_type(type_builder *f, int type, int rule_piece_index, bool reverts)
{
    if (f->v->type[type].royal) {
        return royal_form_of(f, f->v->base_type[rule_piece_index]);
    }
    if (!reverts || rule_piece_index == f->v->type[type].rule_piece_index) {
        return f->v->base_type[rule_piece_index];
    }
    return type_get(f, rule_piece_index, false, type);
}

static bool add_promotion_types(type_builder *f, int type)
{
    variant *v = f->v;
    const rule_piece *piece_rule = &v->rules->pieces[v->type[type].rule_piece_index];
    if (piece_rule->transforms_into >= 0 && transformed_type(f, type, piece_rule->transforms_into, false) < 0) {
        return false;
    }
    for (size_t i = 0; i < piece_rule->promotion_count; i++) {
        const rule_promotion *rule = &piece_rule->promotions[i];
        for (size_t k = 0; k < rule->to_count; k++) {
            if (transformed_type(f, type, rule->to[k], rule->reverts) < 0) {
                return false;
            }
        }
        for (size_t k = 0; rule->from_prison && k < v->rules->piece_count; k++) {
            if (!v->rules->pieces[k].royal && transformed_type(f, type, (int)k, rule->reverts) < 0) {
                return false;
            }
        }
    }
    return true;
}

/* Where the answer of on_capture for a captor and a captured piece is kept. */
static int16_t *capture_slot(const type_builder *f, int owner, int mover, int victim_owner, int victim)
{
    size_t owners = (size_t)owner * (size_t)f->v->owners + (size_t)victim_owner;
    return &f->capture_types[(owners * TYPES_MAX + (size_t)mover) * TYPES_MAX + (size_t)victim];
}

/* Whether a movement of the piece captures own pieces. */
static bool captures_own_pieces(const rule_piece *piece)
{
    for (size_t i = 0; i < piece->move_count; i++) {
        for (size_t k = 0; k < piece->moves[i].paths.count; k++) {
            const betza_path *path = &piece->moves[i].paths.paths[k];
            for (int leg = 0; leg < path->legs; leg++) {
                if (path->leg[leg].modes & LEG_OWN) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Whether a piece of that type and owner may come to capture pieces of that other owner. */
static bool may_capture_from(const variant *v, int owner, int type, int victim_owner)
{
    return owner == v->neutral_owner || v->enemy_mask[owner] >> victim_owner & 1 ||
           (owner == victim_owner && captures_own_pieces(&v->rules->pieces[v->type[type].rule_piece_index]));
}

/* Asks the staged hook what `mover` changes into by capturing `victim`, and keeps the answer. */
static bool query_on_capture(type_builder *f, int owner, int mover, int victim_owner, int victim)
{
    variant *v = f->v;
    int rule_piece_index = -1;
    if (!f->hooks->on_capture(f->hooks->host, f->diags, v->type[mover].rule_piece_index, v->type[mover].royal, owner,
                              v->type[victim].rule_piece_index, victim_owner, &rule_piece_index)) {
        return false;
    }
    if (rule_piece_index >= 0 && v->rules->pieces[rule_piece_index].royal && !v->type[mover].royal) {
        diag_error(f->diags, CODE_ROYAL_TRANSFORM, v->rules->scripts[0].location,
                   "on_capture turns %s %s into the royal %s", text_article(v->type[mover].name), v->type[mover].name,
                   v->rules->pieces[rule_piece_index].name);
        return false;
    }
    /* Where the type stays, it counts as a change too: this capture does not promote. */
    bool stays = rule_piece_index == v->type[mover].rule_piece_index;
    int type = rule_piece_index < 0 ? -1 : stays ? mover : transformed_type(f, mover, rule_piece_index, false);
    *capture_slot(f, owner, mover, victim_owner, victim) = (int16_t)type;
    return type >= 0 || rule_piece_index < 0;
}

/* The same for all owners that the two pieces may have. */
static bool query_captures(type_builder *f, int mover, int victim)
{
    const variant *v = f->v;
    for (int owner = 0; owner < v->owners && !v->type[victim].royal; owner++) {
        for (int victim_owner = 0; victim_owner < v->owners; victim_owner++) {
            if (may_capture_from(v, owner, mover, victim_owner) &&
                !query_on_capture(f, owner, mover, victim_owner, victim)) {
                return false;
            }
        }
    }
    return true;
}

static bool add_capture_types(type_builder *f)
{
    variant *v = f->v;
    /* Queries may create types: go on until every pair has been queried. */
    int done = 0;
    while (done < v->types) {
        int last = v->types;
        for (int mover = 0; mover < last; mover++) {
            for (int victim = 0; victim < last; victim++) {
                if ((mover >= done || victim >= done) && !query_captures(f, mover, victim)) {
                    return false;
                }
            }
        }
        for (int type = done; type < last; type++) {
            if (!add_promotion_types(f, type)) {
                return false;
            }
        }
        done = last;
    }
    return true;
}

static bool has_move_transforms(const ruleset *rules)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (rules->pieces[i].transforms_into >= 0) {
            return true;
        }
    }
    return false;
}

/* Pieces that change with every move, unless the capture changes them into something else. */
static bool fill_move_transforms(type_builder *f)
{
    variant *v = f->v;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int type = v->type_of[piece],
            rule_piece_index = v->rules->pieces[v->type[type].rule_piece_index].transforms_into;
        int into = rule_piece_index < 0 ? -1 : transformed_type(f, type, rule_piece_index, false);
        for (size_t captured = 0; into >= 0 && captured < (size_t)v->piece_ids; captured++) {
            piece_id *into_piece = &v->transforms_into[(size_t)piece * (size_t)v->piece_ids + captured];
            *into_piece = *into_piece ? *into_piece : variant_piece(v, v->owner_of[piece], into);
        }
    }
    return true;
}

static bool fill_transforms(type_builder *f)
{
    variant *v = f->v;
    v->transforms_into = arena_new(&v->arena, piece_id, (size_t)v->piece_ids * (size_t)v->piece_ids);
    if (!v->transforms_into) {
        return diag_out_of_memory(f->diags);
    }
    if (!f->capture_types) {
        return fill_move_transforms(f);
    }
    for (int mover = 1; mover < v->piece_ids; mover++) {
        bool any = false, all = true;
        int owner = v->owner_of[mover];
        for (int victim = 1; victim < v->piece_ids; victim++) {
            int victim_owner = v->owner_of[victim];
            if (!may_capture_from(v, owner, v->type_of[mover], victim_owner) || v->type[v->type_of[victim]].royal) {
                continue;
            }
            int type = *capture_slot(f, owner, v->type_of[mover], victim_owner, v->type_of[victim]);
            if (type < 0 || !variant_may_have(v, owner, type)) {
                all = all && victim_owner == owner; /* steps capture no own pieces */
                continue;
            }
            any = true;
            v->transforms_into[(size_t)mover * (size_t)v->piece_ids + (size_t)victim] = variant_piece(v, owner, type);
        }
        v->moves[mover].captures_transform = any;
        v->moves[mover].captures_always_transform = any && all;
    }
    return fill_move_transforms(f);
}

static const char *in_capitals(variant *v, const char *letter)
{
    char *copy = arena_text(&v->arena, letter, strlen(letter));
    for (char *c = copy; c && *c; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    return copy;
}

/* Capitals tell two armies apart; with more, the owner's letter comes first. */
static const char *piece_letter(variant *v, int owner, const piece_type *type)
{
    if (v->fen_spells_owners) {
        return arena_format(&v->arena, "%c%s", v->player_letters[owner], type->capital);
    }
    int first = v->own_boards ? v->board_players[v->board_of[owner]][0] : 0;
    return owner == first ? type->capital : type->letter;
}

/* A FEN could not tell two forms that are written alike: knight and lance, both promoted to a gold that reverts. */
static bool check_letters_unique(type_builder *f)
{
    const variant *v = f->v;
    bool ok = true;
    for (int type = 1; type < v->types; type++) {
        for (int other = 0; other < type; other++) {
            const piece_type *a = &v->type[other], *b = &v->type[type];
            if (strcmp(a->letter, b->letter) != 0 || b->moves_of) {
                continue;
            }
            const rule_piece *piece_rule = &v->rules->pieces[b->rule_piece_index];
            ok = false;
            diag_error(f->diags, CODE_DUPLICATE_LETTER, piece_rule->location,
                       "two kinds of pieces are written `%s`: %s and %s", b->letter, a->name, b->name);
            if (a->reverts && b->reverts) {
                diag_hint(f->diags,
                          "let only one piece revert from %s; a piece of its own with `captured_as` serves the other",
                          b->name);
            }
        }
    }
    return ok;
}

/* The piece of the rules as which the type is held: another that is dropped `as` it, or its own; NULL: it is not held. */
static const rule_piece *held_piece(const variant *v, int type)
{
    const ruleset *rules = v->rules;
    for (size_t held = 0; held < rules->piece_count; held++) {
        const rule_drop *drop = &rules->pieces[held].drop;
        for (size_t i = 0; i < drop->drop_as_count; i++) {
            if (v->base_type[drop->drop_as[i]] == type) {
                return &rules->pieces[held];
            }
        }
    }
    const rule_piece *own = &rules->pieces[v->type[type].rule_piece_index];
    return own->drop.drop_as_count ? NULL : own;
}

/* A piece that became royal on the board is of a type of its own, which nobody drops without end. */
bool drops_endlessly(const variant *v, int player, int type)
{
    const rule_piece *held = held_piece(v, type);
    return held && held->drop.unlimited >> player & 1 && v->base_type[v->type[type].rule_piece_index] == type;
}

/* Whether its owner drops such pieces without a hand. */
static bool drop_is_unlimited(const variant *v, int piece)
{
    return piece && v->owner_of[piece] != v->neutral_owner && v->rules->captured != CAPTURED_TO_PRISON &&
           v->rules->pieces[v->type[v->type_of[piece]].rule_piece_index].drop.unlimited >> v->owner_of[piece] & 1;
}

/* The same piece, or its neutral twin where all players drop it from one hand. */
static piece_id hand_form(const variant *v, int piece)
{
    int type = v->type_of[piece];
    if (!variant_drops_neutral(v, type)) {
        return (piece_id)piece;
    }
    bool shared = v->rules->pieces[v->type[type].rule_piece_index].drop.shared;
    return shared                                   ? variant_piece(v, v->neutral_owner, type)
           : v->owner_of[piece] == v->neutral_owner ? PIECE_NONE
                                                    : (piece_id)piece;
}

/* As what each piece is held, where one held piece is dropped as one of several. */
static void fill_hand_pieces(variant *v)
{
    const ruleset *rules = v->rules;
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int rule_piece_index = v->type[v->type_of[piece]].rule_piece_index;
        v->hand_piece[piece] = (piece_id)(rules->pieces[rule_piece_index].drop.drop_as_count ? PIECE_NONE : piece);
    }
    for (int piece = 1; piece < v->piece_ids; piece++) {
        if (drop_is_unlimited(v, piece)) {
            v->hand_piece[piece] = PIECE_NONE;
        } else if (v->hand_piece[piece]) {
            v->hand_piece[piece] = hand_form(v, piece);
        }
        for (int captor = 0; captor < v->players; captor++) {
            piece_id *held = &v->captured_as[(size_t)piece * (size_t)v->players + (size_t)captor];
            *held = drop_is_unlimited(v, *held) ? PIECE_NONE : *held ? hand_form(v, *held) : PIECE_NONE;
        }
    }
    for (size_t held = 0; held < rules->piece_count; held++) {
        const rule_drop *drop = &rules->pieces[held].drop;
        for (size_t i = 0; i < drop->drop_as_count; i++) {
            for (int owner = 0; owner < v->players; owner++) {
                piece_id piece = variant_piece(v, owner, v->base_type[held]);
                v->hand_piece[variant_piece(v, owner, v->base_type[drop->drop_as[i]])] =
                    drop_is_unlimited(v, piece) ? PIECE_NONE : piece;
            }
        }
    }
}

/* The next player of the same team. */
static int teammate_of(const variant *v, int player)
{
    int partner = (player + 1) % v->players;
    while (partner != player && v->enemy_mask[player] >> partner & 1) {
        partner = (partner + 1) % v->players;
    }
    return partner;
}

static bool reserve_pieces(variant *v)
{
    size_t pieces = (size_t)v->piece_ids;
    v->owner_of = arena_new(&v->arena, uint8_t, pieces);
    v->type_of = arena_new(&v->arena, uint8_t, pieces);
    v->is_royal = arena_new(&v->arena, bool, pieces);
    v->piece_fen = arena_new(&v->arena, const char *, pieces);
    v->king_holds_rights = arena_new(&v->arena, uint32_t, pieces);
    v->moves = arena_new(&v->arena, piece_moves, pieces);
    v->captured_as = arena_new(&v->arena, piece_id, pieces * (size_t)v->players);
    v->hand_piece = arena_new(&v->arena, piece_id, pieces);
    return v->owner_of && v->type_of && v->is_royal && v->piece_fen && v->king_holds_rights && v->moves &&
           v->captured_as && v->hand_piece;
}

static bool fill_capitals(variant *v)
{
    bool ok = true;
    for (int type = 0; type < v->types && ok; type++) {
        v->type[type].capital = in_capitals(v, v->type[type].letter);
        ok = v->type[type].capital != NULL;
    }
    return ok;
}

static bool fill_owner_pieces(variant *v, int owner)
{
    v->nonroyals[owner] = arena_new(&v->arena, piece_id, (size_t)v->types);
    bool ok = v->nonroyals[owner] != NULL;
    for (int type = 0; type < v->types && ok; type++) {
        piece_id piece = variant_piece(v, owner, type);
        v->owner_of[piece] = (uint8_t)owner;
        v->type_of[piece] = (uint8_t)type;
        v->is_royal[piece] = v->type[type].royal;
        v->piece_fen[piece] = owner == v->neutral_owner ? arena_format(&v->arena, "=%s", v->type[type].capital)
                                                        : piece_letter(v, owner, &v->type[type]);
        ok = v->piece_fen[piece] != NULL;
        if (!v->type[type].royal) {
            v->nonroyals[owner][v->nonroyal_count[owner]++] = piece;
        }
    }
    return ok;
}

/* The player into whose hand a captured piece goes; -1: nobody's. */
static int hand_owner_of(const variant *v, int piece, int captor)
{
    switch (v->rules->captured) {
    case CAPTURED_TO_HAND:
        return captor;
    case CAPTURED_TO_PRISON:
        return v->owner_of[piece];
    case CAPTURED_TO_PARTNER:
        return teammate_of(v, captor);
    default:
        return -1;
    }
}

static void fill_captured_as(variant *v)
{
    for (int piece = 1; piece < v->piece_ids; piece++) {
        int held = v->type[v->type_of[piece]].captured_as;
        for (int captor = 0; captor < v->players && held >= 0; captor++) {
            int hand_owner = hand_owner_of(v, piece, captor);
            if (hand_owner >= 0) {
                v->captured_as[(size_t)piece * (size_t)v->players + (size_t)captor] =
                    variant_piece(v, hand_owner, v->base_type[held]);
            }
        }
    }
}

static bool fill_pieces(type_builder *f)
{
    variant *v = f->v;
    v->piece_ids = 1 + v->owners * v->types;
    bool ok = reserve_pieces(v) && fill_capitals(v);
    for (int owner = 0; owner < v->owners && ok; owner++) {
        ok = fill_owner_pieces(v, owner);
    }
    if (!ok) {
        return diag_out_of_memory(f->diags);
    }
    fill_captured_as(v);
    fill_hand_pieces(v);
    return true;
}

/* A live hook may change any piece into any other, and a royal piece stays royal. */
static bool hooks_may_transform(const ruleset *rules)
{
    bool after = false, royal = false;
    for (size_t i = 0; i < rules->hook_count; i++) {
        after |= rules->hooks[i].at == HOOK_AFTER;
    }
    for (size_t i = 0; i < rules->piece_count; i++) {
        royal |= rules->pieces[i].royal;
    }
    return after && royal;
}

static bool royal_forms_of_all(type_builder *f)
{
    for (size_t rule_piece_index = 0; rule_piece_index < f->v->rules->piece_count; rule_piece_index++) {
        if (royal_form_of(f, f->v->base_type[rule_piece_index]) < 0) {
            return false;
        }
    }
    return true;
}

static bool begin_types(type_builder *f, arena *scratch, bool has_on_capture)
{
    variant *v = f->v;
    size_t captures = (size_t)v->owners * (size_t)v->owners * TYPES_MAX * TYPES_MAX;
    v->type = arena_new(&v->arena, piece_type, TYPES_MAX);
    v->base_type = arena_new(&v->arena, int, v->rules->piece_count);
    f->reverts_from = arena_new(scratch, int, TYPES_MAX);
    f->capture_types = has_on_capture ? arena_new(scratch, int16_t, captures) : NULL;
    if (!v->type || !v->base_type || !f->reverts_from || (has_on_capture && !f->capture_types)) {
        return diag_out_of_memory(f->diags);
    }
    for (size_t i = 0; has_on_capture && i < captures; i++) {
        f->capture_types[i] = -1;
    }
    return true;
}

/* ---- stacks that have the movements of all their pieces ---- */

/* Whether a path of the set's pieces is the same, and under no condition. */
static bool set_has_path(const ruleset *rules, uint64_t set, const betza_path *path)
{
    for (size_t k = 0; k < rules->piece_count; k++) {
        for (size_t m = 0; set >> k & 1 && m < rules->pieces[k].move_count; m++) {
            const rule_move *rule = &rules->pieces[k].moves[m];
            for (size_t i = 0; rule->keys == MOVE_KEY_MOVE && i < rule->paths.count; i++) {
                const betza_path *other = &rule->paths.paths[i];
                if (!other->initial && other->legs == path->legs &&
                    memcmp(other->leg, path->leg, path->legs * sizeof path->leg[0]) == 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Whether the pieces of the set together have all movements of this piece. */
static bool set_moves_as(const ruleset *rules, uint64_t set, size_t rule_piece_index)
{
    const rule_piece *rule = &rules->pieces[rule_piece_index];
    bool found = true;
    for (size_t m = 0; m < rule->move_count && found; m++) {
        const rule_move *one = &rule->moves[m];
        found = one->keys == MOVE_KEY_MOVE;
        for (size_t i = 0; i < one->paths.count && found; i++) {
            found = !one->paths.paths[i].initial && set_has_path(rules, set, &one->paths.paths[i]);
        }
    }
    return found;
}

/* The fewest pieces, for a given set, that have the same movements: the same for all sets with these movements. */
static uint64_t moves_of_set(const ruleset *rules, uint64_t set)
{
    for (size_t k = 0; k < rules->piece_count; k++) {
        set |= (uint64_t)set_moves_as(rules, set, k) << k;
    }
    for (size_t k = 0; k < rules->piece_count; k++) {
        uint64_t others = set & ~(UINT64_C(1) << k);
        set = set_moves_as(rules, others, k) ? others : set;
    }
    return set;
}

/* The form of `type` that has the movements of this piece too; -1 after an error. */
static int combined_type(type_builder *f, int type, int rule_piece_index)
{
    variant *v = f->v;
    piece_type form = v->type[type];
    uint64_t own = UINT64_C(1) << form.rule_piece_index, before = form.moves_of ? form.moves_of : own;
    uint64_t set = moves_of_set(v->rules, before | own | UINT64_C(1) << rule_piece_index);
    if (set == moves_of_set(v->rules, own)) {
        return v->base_type[form.rule_piece_index];
    }
    for (int i = 0; i < v->types; i++) {
        if (v->type[i].rule_piece_index == form.rule_piece_index && v->type[i].moves_of == set) {
            return i;
        }
    }
    if (v->types == TYPES_MAX) {
        diag_error(f->diags, CODE_TOO_MANY, v->rules->pieces[form.rule_piece_index].location,
                   "with `combined: true` the variant has more than %d kinds of pieces", TYPES_MAX);
        return -1;
    }
    form.moves_of = set;
    form.royal_form = form.royal ? v->types : -1;
    v->type[v->types] = form;
    f->reverts_from[v->types] = -1;
    v->royal_type_count += form.royal;
    return v->types++;
}

/* Whether pieces change their types by other rules, which this one does not go with. */
static bool check_combined(type_builder *f)
{
    const ruleset *rules = f->v->rules;
    bool changes = f->capture_types != NULL || has_move_transforms(rules);
    for (size_t i = 0; i < rules->piece_count; i++) {
        changes |= rules->pieces[i].when_covered >= 0;
        for (size_t k = 0; k < rules->pieces[i].promotion_count; k++) {
            changes |= rules->pieces[i].promotions[k].when == PROMOTE_STANDS || rules->pieces[i].promotions[k].reverts;
        }
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            changes |= rules->pieces[i].moves[k].into >= 0 || rules->pieces[i].moves[k].jumps;
        }
    }
    if (changes || rules->piece_count > 64) {
        diag_error(f->diags, CODE_CONFLICTING_KEYS, rules->pieces[0].location,
                   changes ? "`combined: true` does not go with jumps and other changes of type than promotion yet"
                           : "`combined: true` is for at most 64 pieces");
    }
    return !changes && rules->piece_count <= 64;
}

static bool add_combined_types(type_builder *f)
{
    variant *v = f->v;
    if (!check_combined(f)) {
        return false;
    }
    uint8_t *table = arena_new(&v->arena, uint8_t, (size_t)TYPES_MAX * v->rules->piece_count);
    if (!table) {
        return diag_out_of_memory(f->diags);
    }
    for (int type = 0; type < v->types; type++) {
        const piece_type *t = &v->type[type];
        bool royal_form = t->royal && !v->rules->pieces[t->rule_piece_index].royal;
        for (size_t k = 0; k < v->rules->piece_count; k++) {
            bool lies = !v->rules->pieces[k].royal || v->rules->royals_capturable;
            int form = royal_form || !lies ? type : combined_type(f, type, (int)k);
            if (form < 0) {
                return false;
            }
            table[(size_t)type * v->rules->piece_count + k] = (uint8_t)form;
        }
    }
    v->combined = arena_new(&v->arena, uint8_t, (size_t)v->types * (size_t)v->types);
    if (!v->combined) {
        return diag_out_of_memory(f->diags);
    }
    for (int type = 0; type < v->types; type++) {
        for (int below = 0; below < v->types; below++) {
            size_t form = (size_t)type;
            for (size_t k = 0; k < v->rules->piece_count; k++) {
                form = piece_type_moves_as(&v->type[below], k) ? table[form * v->rules->piece_count + k] : form;
            }
            v->combined[(size_t)type * (size_t)v->types + (size_t)below] = (uint8_t)form;
        }
    }
    return true;
}

/* The plain form of each piece of the rules, and all forms that moves and captures make of them. */
static bool find_types(type_builder *f)
{
    variant *v = f->v;
    bool ok = true;
    for (size_t i = 0; i < v->rules->piece_count && ok; i++) {
        v->base_type[i] = type_get(f, (int)i, false, -1);
        ok = v->base_type[i] >= 0;
    }
    if (f->capture_types) {
        ok = ok && add_capture_types(f);
    } else {
        for (int type = 0; type < v->types && ok; type++) {
            ok = add_promotion_types(f, type);
        }
    }
    ok = ok && (!hooks_may_transform(v->rules) || royal_forms_of_all(f));
    return ok && (!v->rules->combined || add_combined_types(f));
}

bool piece_types_build(variant *v, const staged_hooks *hooks, diag_list *diags)
{
    type_builder f = {.v = v, .hooks = hooks, .diags = diags};
    arena scratch;
    arena_init(&scratch, 0);
    bool has_on_capture = hooks && hooks->has(hooks->host, "on_capture");
    bool ok = begin_types(&f, &scratch, has_on_capture) && find_types(&f) && check_letters_unique(&f) &&
              fill_pieces(&f) && ((!has_on_capture && !has_move_transforms(v->rules)) || fill_transforms(&f));
    arena_finish(&scratch);
    return ok;
}
