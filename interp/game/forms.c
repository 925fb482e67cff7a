/* Forms: which kinds of men can stand on the board.
 *
 * Royalty belongs to the man, and so does having been promoted where that counts: a royal man that becomes a knight is a
 * type of its own, "royal knight", with the knight's plan. Only forms that promotions and captures can bring about (and
 * every royal form, if any can) get a number, so ordinary games pay nothing. */

#include "game/build.h"

#include <ctype.h>
#include <string.h>

typedef struct forms {
    game *g;
    const staged_hooks *hooks;
    diag_list *diags;
    int *reverts_from; /* [types] what a reverting form was; -1 */
    int16_t *becomes;  /* [TYPES_MAX][TYPES_MAX] for each owner: piece or -1; NULL without the hook */
} forms;

static const char *form_letter(forms *f, const rule_piece *piece, bool royal, bool reverts)
{
    arena *a = &f->g->arena;
    const char *letter = piece->letter;
    if (royal && !piece->royal) {
        letter = piece->royal_letter ? piece->royal_letter : arena_format(a, "%s!", piece->letter);
    }
    return reverts ? arena_format(a, "%s~", letter) : letter;
}

/* The number of a form, made at the first asking; -1 after an error. */
static int form_get(forms *f, int piece, bool royal, int was)
{
    game *g = f->g;
    const rule_piece *rule = &g->rules->pieces[piece];
    royal = royal || rule->royal;
    if (royal) {
        was = -1; /* a royal is never taken: nothing to go back to */
    }
    for (int i = 0; i < g->types; i++) {
        if (g->type[i].piece == piece && g->type[i].royal == royal && f->reverts_from[i] == was) {
            return i;
        }
    }
    if (g->types == TYPES_MAX) {
        diag_error(f->diags, CODE_TOO_MANY, rule->place, "the game has more than %d kinds of men", TYPES_MAX);
        return -1;
    }
    const char *letter = form_letter(f, rule, royal, was >= 0);
    const char *name = royal && !rule->royal ? arena_format(&g->arena, "royal %s", rule->name) : rule->name;
    if (!letter || !name) {
        diag_failure(f->diags, CODE_OUT_OF_MEMORY, "out of memory");
        return -1;
    }
    g->type[g->types] = (game_type){
        .name = name,
        .letter = letter,
        .piece = piece,
        .taken_as = royal      ? -1
                    : was >= 0 ? g->type[was].taken_as
                               : rule->taken_as,
        .royal_form = royal ? g->types : -1,
        .royal = royal,
        .reverts = was >= 0,
        .resets_clock = rule->resets_clock,
        .drop_resets = rule->drop.resets_clock,
    };
    f->reverts_from[g->types] = was;
    g->royal_types += royal;
    return g->types++;
}

static int royal_form_of(forms *f, int type)
{
    game *g = f->g;
    if (g->type[type].royal_form < 0) {
        int royal = form_get(f, g->type[type].piece, true, -1);
        if (royal >= 0) {
            g->type[type].royal_form = royal;
        }
        return royal;
    }
    return g->type[type].royal_form;
}

/* The type that a man of `type` becomes when it turns into `piece`. */
static int turned(forms *f, int type, int piece, bool reverts)
{
    if (f->g->type[type].royal) {
        return royal_form_of(f, f->g->base_type[piece]);
    }
    if (!reverts || piece == f->g->type[type].piece) {
        return f->g->base_type[piece];
    }
    return form_get(f, piece, false, type);
}

static bool close_over_promotions(forms *f, int type)
{
    game *g = f->g;
    const rule_piece *piece = &g->rules->pieces[g->type[type].piece];
    if (piece->flips >= 0 && turned(f, type, piece->flips, false) < 0) {
        return false;
    }
    for (size_t i = 0; i < piece->promotion_count; i++) {
        const rule_promotion *rule = &piece->promotions[i];
        for (size_t k = 0; k < rule->to_count; k++) {
            if (turned(f, type, rule->to[k], rule->reverts) < 0) {
                return false;
            }
        }
        for (size_t k = 0; rule->from_box && k < g->rules->piece_count; k++) {
            if (!g->rules->pieces[k].royal && turned(f, type, (int)k, rule->reverts) < 0) {
                return false;
            }
        }
    }
    return true;
}

/* Asks the staged hook what `mover` becomes by taking `victim`; the answer is kept. */
static bool ask_capture(forms *f, int mover, int victim)
{
    game *g = f->g;
    for (int owner = 0; owner < g->owners; owner++) {
        int16_t *kept = &f->becomes[((size_t)owner * TYPES_MAX + (size_t)mover) * TYPES_MAX + (size_t)victim];
        int piece = -1;
        if (g->type[victim].royal) {
            continue;
        }
        if (!f->hooks->on_capture(f->hooks->host, f->diags, g->type[mover].piece, g->type[mover].royal, owner,
                                  g->type[victim].piece, owner == 0 ? 1 % g->players : 0, &piece)) {
            return false;
        }
        if (piece >= 0 && g->rules->pieces[piece].royal && !g->type[mover].royal) {
            diag_error(f->diags, CODE_ROYAL_BECOMES, g->rules->script_place, "on_capture turns a %s into the royal %s",
                       g->type[mover].name, g->rules->pieces[piece].name);
            return false;
        }
        if (piece >= 0 && piece == g->type[mover].piece) {
            *kept = (int16_t)mover; /* nothing changes, but it counts as a change: no promotion by that capture */
            continue;
        }
        int type = piece < 0 ? -1 : turned(f, mover, piece, false);
        if (piece >= 0 && type < 0) {
            return false;
        }
        *kept = (int16_t)type;
    }
    return true;
}

static bool close_over_captures(forms *f)
{
    game *g = f->g;
    /* Types may appear while pairs are asked: go on until no pair is left. */
    int done = 0;
    while (done < g->types) {
        int last = g->types;
        for (int mover = 0; mover < last; mover++) {
            for (int victim = 0; victim < last; victim++) {
                if ((mover >= done || victim >= done) && !ask_capture(f, mover, victim)) {
                    return false;
                }
            }
        }
        for (int type = done; type < last; type++) {
            if (!close_over_promotions(f, type)) {
                return false;
            }
        }
        done = last;
    }
    return true;
}

static bool flips(const ruleset *rules)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (rules->pieces[i].flips >= 0) {
            return true;
        }
    }
    return false;
}

/* Men that flip with every move, unless their capture makes something else of them. */
static bool fill_flips(forms *f)
{
    game *g = f->g;
    for (int man = 1; man < g->men; man++) {
        int type = g->man_type[man], piece = g->rules->pieces[g->type[type].piece].flips;
        int into = piece < 0 ? -1 : turned(f, type, piece, false);
        for (size_t taken = 0; into >= 0 && taken < (size_t)g->men; taken++) {
            man_id *becomes = &g->becomes[(size_t)man * (size_t)g->men + taken];
            *becomes = *becomes ? *becomes : game_man(g, g->man_owner[man], into);
        }
    }
    return true;
}

static bool fill_becomes(forms *f)
{
    game *g = f->g;
    g->becomes = arena_new(&g->arena, man_id, (size_t)g->men * (size_t)g->men);
    if (!g->becomes) {
        diag_failure(f->diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    if (!f->becomes) {
        return fill_flips(f);
    }
    for (int mover = 1; mover < g->men; mover++) {
        bool any = false, all = true;
        int owner = g->man_owner[mover];
        for (int victim = 1; victim < g->men; victim++) {
            int type = f->becomes[((size_t)owner * TYPES_MAX + g->man_type[mover]) * TYPES_MAX + g->man_type[victim]];
            if ((g->man_owner[victim] == owner && owner != g->nobody) || g->type[g->man_type[victim]].royal) {
                continue;
            }
            if (type < 0 || !game_may_be(g, owner, type)) {
                all = false;
                continue;
            }
            any = true;
            g->becomes[(size_t)mover * (size_t)g->men + (size_t)victim] = game_man(g, owner, type);
        }
        g->plans[mover].converts = any;
        g->plans[mover].converts_always = any && all;
    }
    return fill_flips(f);
}

static const char *in_capitals(game *g, const char *letter)
{
    char *copy = arena_text(&g->arena, letter, strlen(letter));
    for (char *c = copy; c && *c; c++) {
        *c = (char)toupper((unsigned char)*c);
    }
    return copy;
}

/* Two armies are told apart by capitals, more by the letter of the owner in front. */
static const char *man_letter(game *g, int owner, const game_type *type)
{
    if (g->spells_owners) {
        return arena_format(&g->arena, "%c%s", g->player_letters[owner], type->capital);
    }
    int first = g->own_boards ? g->board_player[g->board_of[owner]][0] : 0;
    return owner == first ? type->capital : type->letter;
}

/* No FEN could tell two forms that are written alike: knight and lance, both promoted to a gold that reverts. */
static bool letters_differ(forms *f)
{
    const game *g = f->g;
    bool fine = true;
    for (int type = 1; type < g->types; type++) {
        for (int other = 0; other < type; other++) {
            const game_type *a = &g->type[other], *b = &g->type[type];
            if (strcmp(a->letter, b->letter) != 0) {
                continue;
            }
            const rule_piece *piece = &g->rules->pieces[b->piece];
            fine = false;
            diag_error(f->diags, CODE_LETTER_TWICE, piece->place, "two kinds of men are written `%s`: %s and %s",
                       b->letter, a->name, b->name);
            if (a->reverts && b->reverts) {
                diag_hint(f->diags,
                          "let only one piece revert from %s; a piece of its own with `captured_as` serves the other",
                          b->name);
            }
        }
    }
    return fine;
}

/* Whether his owner drops such men from no hand. */
static bool is_endless(const game *g, int man)
{
    return man && g->man_owner[man] != g->nobody && g->rules->captured != CAPTURED_TO_BOX &&
           g->rules->pieces[g->type[g->man_type[man]].piece].drop.endless >> g->man_owner[man] & 1;
}

/* What a man is while he is held, where men are dropped as one of several. */
static void fill_held(game *g)
{
    const ruleset *rules = g->rules;
    for (int man = 1; man < g->men; man++) {
        int piece = g->type[g->man_type[man]].piece;
        g->held_as[man] = (man_id)(rules->pieces[piece].drop.as_count ? MAN_NONE : man);
    }
    for (int man = 1; man < g->men; man++) {
        if (is_endless(g, man)) {
            g->held_as[man] = MAN_NONE;
        }
        for (int captor = 0; captor < g->players; captor++) {
            man_id *taken = &g->taken_as[(size_t)man * (size_t)g->players + (size_t)captor];
            *taken = is_endless(g, *taken) ? MAN_NONE : *taken;
        }
    }
    for (size_t held = 0; held < rules->piece_count; held++) {
        const rule_drop *drop = &rules->pieces[held].drop;
        for (size_t i = 0; i < drop->as_count; i++) {
            for (int owner = 0; owner < g->players; owner++) {
                g->held_as[game_man(g, owner, g->base_type[drop->as[i]])] = game_man(g, owner, g->base_type[held]);
            }
        }
    }
}

/* The next player of the same team. */
static int partner_of(const game *g, int player)
{
    int partner = (player + 1) % g->players;
    while (partner != player && g->enemies[player] >> partner & 1) {
        partner = (partner + 1) % g->players;
    }
    return partner;
}

static bool fill_men(forms *f)
{
    game *g = f->g;
    g->men = 1 + g->owners * g->types;
    size_t men = (size_t)g->men;
    g->man_owner = arena_new(&g->arena, uint8_t, men);
    g->man_type = arena_new(&g->arena, uint8_t, men);
    g->man_royal = arena_new(&g->arena, bool, men);
    g->man_text = arena_new(&g->arena, const char *, men);
    g->man_clears = arena_new(&g->arena, uint32_t, men);
    g->plans = arena_new(&g->arena, man_plan, men);
    g->taken_as = arena_new(&g->arena, man_id, men * (size_t)g->players);
    g->held_as = arena_new(&g->arena, man_id, men);
    bool fine = g->man_owner && g->man_type && g->man_royal && g->man_text && g->man_clears && g->plans &&
                g->taken_as && g->held_as;
    for (int type = 0; type < g->types && fine; type++) {
        g->type[type].capital = in_capitals(g, g->type[type].letter);
        fine = g->type[type].capital != NULL;
    }
    for (int owner = 0; owner < g->owners && fine; owner++) {
        g->movers[owner] = arena_new(&g->arena, man_id, (size_t)g->types);
        fine = g->movers[owner] != NULL;
        for (int type = 0; type < g->types && fine; type++) {
            man_id man = game_man(g, owner, type);
            g->man_owner[man] = (uint8_t)owner;
            g->man_type[man] = (uint8_t)type;
            g->man_royal[man] = g->type[type].royal;
            g->man_text[man] = owner == g->nobody ? arena_format(&g->arena, "=%s", g->type[type].capital)
                                                  : man_letter(g, owner, &g->type[type]);
            fine = g->man_text[man] != NULL;
            if (!g->type[type].royal) {
                g->movers[owner][g->mover_count[owner]++] = man;
            }
        }
    }
    for (int man = 1; man < g->men && fine; man++) {
        int held = g->type[g->man_type[man]].taken_as;
        for (int captor = 0; captor < g->players && held >= 0; captor++) {
            int holder = g->rules->captured == CAPTURED_TO_HAND      ? captor
                         : g->rules->captured == CAPTURED_TO_BOX     ? g->man_owner[man]
                         : g->rules->captured == CAPTURED_TO_PARTNER ? partner_of(g, captor)
                                                                     : -1;
            if (holder >= 0) {
                g->taken_as[(size_t)man * (size_t)g->players + (size_t)captor] =
                    game_man(g, holder, g->base_type[held]);
            }
        }
    }
    if (!fine) {
        diag_failure(f->diags, CODE_OUT_OF_MEMORY, "out of memory");
    } else {
        fill_held(g);
    }
    return fine;
}

/* A live hook may turn any man into any piece, and a royal one stays royal. */
static bool turns_in_play(const ruleset *rules)
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

static bool royal_forms_of_all(forms *f)
{
    for (size_t piece = 0; piece < f->g->rules->piece_count; piece++) {
        if (royal_form_of(f, f->g->base_type[piece]) < 0) {
            return false;
        }
    }
    return true;
}

bool forms_build(game *g, const staged_hooks *hooks, diag_list *diags)
{
    forms f = {.g = g, .hooks = hooks, .diags = diags};
    arena scratch;
    arena_init(&scratch, 0);
    bool converts = hooks && hooks->has(hooks->host, "on_capture");
    g->type = arena_new(&g->arena, game_type, TYPES_MAX);
    g->base_type = arena_new(&g->arena, int, g->rules->piece_count);
    f.reverts_from = arena_new(&scratch, int, TYPES_MAX);
    f.becomes = converts ? arena_new(&scratch, int16_t, (size_t)g->owners * TYPES_MAX * TYPES_MAX) : NULL;
    bool fine = g->type && g->base_type && f.reverts_from && (!converts || f.becomes);
    if (!fine) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    for (size_t i = 0; fine && converts && i < (size_t)g->owners * TYPES_MAX * TYPES_MAX; i++) {
        f.becomes[i] = -1;
    }
    for (size_t piece = 0; piece < g->rules->piece_count && fine; piece++) {
        g->base_type[piece] = form_get(&f, (int)piece, false, -1);
        fine = g->base_type[piece] >= 0;
    }
    if (converts) {
        fine = fine && close_over_captures(&f);
    } else {
        for (int type = 0; type < g->types && fine; type++) {
            fine = close_over_promotions(&f, type);
        }
    }
    fine = fine && (!turns_in_play(g->rules) || royal_forms_of_all(&f));
    fine = fine && letters_differ(&f) && fill_men(&f) && ((!converts && !flips(g->rules)) || fill_becomes(&f));
    arena_finish(&scratch);
    return fine;
}
