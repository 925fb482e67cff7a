/* Facts about each piece: how it moves, remote captures, promotions, abilities, drops. */
#include "explain/grammar.h"

#include <string.h>

/* Whether captured pieces of some type come into a hand or a prison; else all are out of the game, which is said once. */
static bool to_hand(const describer *t)
{
    return !t->notes->possible || t->notes->possible->to_hand;
}

/* ---- promotions ---- */

/* Which moves promote it. */
static const char *promotion_moment(describer *t, const rule_promotion *p, const char *where)
{
    static const char *const arrives[] = {[PROMOTE_QUIET] = "when it arrives %s without a capture",
                                          [PROMOTE_CAPTURE] = "when it arrives %s with a capture",
                                          [PROMOTE_ANY] = "when it arrives %s"};
    static const char *const touches[] = {[PROMOTE_QUIET] = "when a move of it that is no capture begins or ends %s",
                                          [PROMOTE_CAPTURE] = "when a capture by it begins or ends %s",
                                          [PROMOTE_ANY] = "when a move of it begins or ends %s"};
    static const char *const enters[] = {
        [PROMOTE_QUIET] = "when it comes from elsewhere without a capture and is then %s",
        [PROMOTE_CAPTURE] = "when it comes from elsewhere with a capture and is then %s",
        [PROMOTE_ANY] = "when it comes from elsewhere and is then %s"};
    static const char *const anywhere[] = {[PROMOTE_QUIET] = "when it moves without a capture",
                                           [PROMOTE_CAPTURE] = "when it captures",
                                           [PROMOTE_ANY] = "when it moves"};
    if (p->when == PROMOTE_STANDS) {
        return format_localized(t, "as soon as it is %s with no piece on top of it", where);
    }
    if (p->when == PROMOTE_TOUCHES) {
        return format_localized(t, touches[p->by], where);
    }
    if (p->when == PROMOTE_ENTERS) {
        return format_localized(t, enters[p->by], where);
    }
    return !p->zone.string || strcmp(p->zone.string, "all") == 0 ? localized(t, anywhere[p->by])
                                                                 : format_localized(t, arrives[p->by], where);
}

static void describe_promotion(describer *t, size_t index, const rule_promotion *p)
{
    const char *into = p->from_prison ? localized(t, "a piece of its owner's choice from the owner's prison")
                                      : piece_words(t, p->to, p->to_count,
                                                    t->russian ? FORM_ACCUSATIVE : FORM_INDEFINITE, CONJUNCTION_OR);
    const char *where = p->zone.string ? zone_words(t, p->zone.string) : localized(t, "anywhere");
    const char *choice = p->to_count > 1 && !p->from_prison ? localized(t, ", as its owner chooses") : "";
    const char *may = p->optional ? localized(t, "may promote") : localized(t, "promotes");
    const char *when = promotion_moment(t, p, where);
    const bool may_be_stuck = !t->notes->possible || t->notes->possible->stuck[index];
    const char *unless = !p->optional || p->declinable || p->when == PROMOTE_STANDS || !may_be_stuck
                             ? ""
                             : localized(t, "; it must where it could never move again");
    add_fact(t, "promotion", "%s, it %s to %s%s%s.", when, may, into, choice, unless);
    if (p->reverts && to_hand(t)) {
        add_fact(t, "promotion.reverts", "Once captured, it is again what it was before.");
    }
    if (p->from_prison) {
        add_fact(
            t, "promotion.prison",
            "If the prison is empty it does not promote; it may promote there later, when the prison holds a piece.");
    }
}

/* ---- remote captures ---- */

static void describe_remote_capture(describer *t, const rule_remote_capture *s)
{
    static const char *const how[] = {
        [REMOTE_CUSTODIAN] =
            "It captures an enemy piece next to the cell where it arrives if a piece of its own side is right behind "
            "that piece (custodian)",
        [REMOTE_WITHDRAWAL] = "It captures the adjacent enemy piece from which it moves straight away (withdrawal)",
        [REMOTE_APPROACH] = "It captures the enemy piece straight ahead to which it moves up (approach)",
        [REMOTE_COORDINATION] = "It captures enemy pieces where its file crosses the rank of its own royal piece, and "
                                "where its rank crosses that piece's file (coordination)",
        [REMOTE_LONG_LEAP] =
            "It captures by jumping along a ray over enemy pieces that have an empty cell behind them (long leap)",
        [REMOTE_ENCLOSURE] =
            "It captures an enemy piece next to the cell where it arrives if pieces of its own side are "
            "on all four sides of that piece (enclosure)",
    };
    const char *going = s->straight && s->diagonal ? ""
                        : s->straight              ? localized(t, "; only by straight moves")
                                                   : localized(t, "; only by diagonal moves");
    const char *of = s->victims.all || !s->victims.count
                         ? ""
                         : format_localized(t, "; only %s",
                                            piece_words(t, s->victims.pieces, s->victims.count,
                                                        t->russian ? FORM_NOMINATIVE : FORM_PLURAL, CONJUNCTION_AND));
    const char *beyond = s->beyond ? localized(t, "; it may land on any empty cell behind the last of them") : "";
    add_fact(t, "captures", "%s%s%s%s.", localized(t, how[s->kind]), going, of, beyond);
    if (s->on.string) {
        add_fact(t, "captures.on", "So it captures only what stands %s.", zone_words(t, s->on.string));
    }
    if (s->hostile.string) {
        add_fact(t, "captures.hostile", "An empty cell helps as such a piece would: %s.",
                 zone_definition_words(t, s->hostile.string));
    }
}

/* ---- abilities ---- */

/* What a piece captures with. Jumps are here of no movement: they end beyond what they capture. */
typedef struct capture_means {
    bool movement, en_passant, jump;
} capture_means;

static capture_means capture_means_of(const describer *t, const rule_piece *p)
{
    capture_means found = {0};
    for (size_t i = 0; i < p->move_count; i++) {
        const rule_move *m = &p->moves[i];
        found.movement |= (m->hook || m->along_lines) && !m->never_captures;
        found.jump |= m->jumps;
        for (size_t n = 0; !m->jumps && !m->quiet_jumps && n < m->paths.count; n++) {
            for (int k = 0; k < m->paths.paths[n].legs; k++) {
                const unsigned modes = m->paths.paths[n].leg[k].modes;
                found.movement |= (modes & (LEG_CAPTURE | LEG_OWN)) != 0;
                found.en_passant |= (modes & LEG_EN_PASSANT) && captures_en_passant(t->rules);
            }
        }
    }
    return found;
}

static void describe_abilities(describer *t, const rule_piece *p)
{
    if (rule_piece_set_is_given(&p->immobilizes)) {
        add_fact(t, "immobilizes", "While it is next to them, the enemy's %s can neither move nor capture.",
                 some_words(t, &p->immobilizes, t->russian ? FORM_NOMINATIVE : FORM_PLURAL,
                            localized(t, "pieces of any type")));
    }
    if (rule_piece_set_is_given(&p->protects)) {
        add_fact(t, "protects", "While they are next to it, its owner's %s cannot be captured.",
                 some_words(t, &p->protects, t->russian ? FORM_NOMINATIVE : FORM_PLURAL,
                            localized(t, "pieces of any type")));
    }
    const capture_means means = capture_means_of(t, p);
    rule_piece told = *p;
    told.kamikaze &= means.movement || means.en_passant;
    add_plain_facts(t, SECTION_PIECE, &told, "");
    if (told.kamikaze && (p->remote_capture_count || means.jump)) {
        add_fact(t, "kamikaze.stays",
                 means.en_passant
                     ? "It stays on the board when it captures a piece that it does not move onto, except en passant."
                     : "It stays on the board when it captures a piece that it does not move onto.");
    }
    if (p->shown_as >= 0) {
        add_fact(t, "shown_as", "Other players see it as %s.",
                 piece_word(t, p->shown_as, t->russian ? FORM_NOMINATIVE : FORM_INDEFINITE));
    }
    if (p->transforms_into >= 0) {
        add_fact(t, "transforms", "Every move on the board changes it into %s.",
                 piece_word(t, p->transforms_into, t->russian ? FORM_ACCUSATIVE : FORM_INDEFINITE));
    }
    if (p->when_covered >= 0) {
        add_fact(t, "covered", "When another piece moves onto it, it changes into %s.",
                 piece_word(t, p->when_covered, t->russian ? FORM_ACCUSATIVE : FORM_INDEFINITE));
    }
}

static void describe_capture_fate(describer *t, size_t index)
{
    const rule_piece *p = &t->rules->pieces[index];
    const bool goes = t->rules->captured != CAPTURED_GONE && t->rules->captured != CAPTURED_UNDER && to_hand(t);
    if (!goes || p->captured_as == (int)index || !can_be_captured(t, (int)index)) {
        return;
    }
    if (p->captured_as < 0) {
        add_fact(t, "captured_as", "Once captured, it is out of the game.");
    } else {
        add_fact(t, "captured_as",
                 t->rules->captured == CAPTURED_TO_PRISON ? "Once captured, it goes to the prison as %s."
                                                          : "Once captured, it goes to the hand as %s.",
                 piece_word(t, p->captured_as, FORM_INDEFINITE));
    }
}

/* ---- drops ---- */

static const char *dropper_words(const describer *t, unsigned players)
{
    const char *names[RULES_PLAYERS_MAX];
    size_t count = 0;
    for (size_t p = 0; p < t->rules->player_count; p++) {
        if (players >> p & 1) {
            names[count++] = player_word(t, p, FORM_NOMINATIVE);
        }
    }
    return count == t->rules->player_count ? localized(t, "every player")
                                           : strings_joined(t, names, count, CONJUNCTION_AND);
}

void describe_drops(describer *t, const rule_drop *d, bool of_piece)
{
    if (!d->allowed) {
        add_fact(t, "drop", "It cannot be dropped from a hand.");
        return;
    }
    if (d->zone.string) {
        add_fact(t, "drop.zone", "It may be dropped only %s.", zone_words(t, d->zone.string));
    }
    if (d->at_edge) {
        add_fact(
            t, "drop.edge",
            "It may be dropped only at the edge of what is left of the board, where one of the cell's sides borders "
            "on no cell or on such a piece.");
    }
    if (d->per_file && d->neutral) {
        add_fact(t, "drop.file", "After the drop a file may hold at most %d of them.", d->per_file);
    } else if (d->per_file == 1) {
        add_fact(t, "drop.file", "It may not be dropped on a file where its owner already has such a piece.");
    } else if (d->per_file) {
        add_fact(t, "drop.file", "After the drop its owner may have at most %d such pieces on the file.", d->per_file);
    }
    if (d->may_be_immobile && pieces_move(t->rules)) {
        add_fact(t, "drop.immobile", "It may even be dropped where it could never move again.");
    }
    if (!d->parries) {
        add_fact(t, "drop.parries", "A player in check may not drop it.");
    }
    if (!d->may_give_check) {
        add_fact(t, "drop.check", "Its drop may not give check.");
    } else if (!d->may_mate) {
        add_fact(t, "drop.mate", "Its drop may not give mate; a check is allowed.");
    }
    add_plain_facts(t, SECTION_DROP, d, "drop.");
    if (d->gravity && t->rules->missing.string) {
        add_fact(t, "drop.holes", "It rests above a place without a cell as above an occupied cell.");
    }
    if (d->unlimited && d->neutral) {
        add_fact(t, "drop.endless",
                 "Instead of a move, %s may drop one on an empty cell; it comes from no hand and never runs out.",
                 dropper_words(t, d->unlimited));
    } else if (d->unlimited) {
        add_fact(t, "drop.endless", "It comes from no hand and never runs out: %s may drop any number of them.",
                 dropper_words(t, d->unlimited));
    }
    if (d->neutral) {
        add_fact(t, "drop.neutral", "Once it is dropped, it belongs to nobody.");
    }
    if (d->shared && !d->unlimited) {
        add_fact(t, "drop.shared", "All players drop it from one hand.");
    }
    if (d->drop_as_count && of_piece) {
        add_fact(t, "drop.as", "From the hand it may be dropped as: %s.",
                 piece_words(t, d->drop_as, d->drop_as_count, FORM_NOMINATIVE, CONJUNCTION_OR));
    }
}

/* ---- a piece ---- */

static void describe_letter(describer *t, const rule_piece *p)
{
    if (p->character_count) {
        const char *all = p->characters[0];
        for (size_t i = 1; i < p->character_count; i++) {
            all = arena_format(t->arena, "%s, %s", all ? all : "", p->characters[i]);
        }
        add_fact(t, "characters", "Its traditional characters: %s.", all ? all : "");
    }
    t->topic = TOPIC_DETAIL;
    add_fact(t, "letter", "Its letter is `%s`.", p->letter);
    if (p->royal_letter) {
        add_fact(t, "royal letter", "A royal one is written `%s`.", p->royal_letter);
    }
    if (p->figure) {
        add_fact(t, "look", "Pictures show it as `%s`.", p->figure);
    }
    if (p->value) {
        add_fact(t, "value", "The engine uses a value of %ld centipawns for it.", p->value);
    }
    t->topic = TOPIC_PIECES;
}

/* In that case the ending itself says whose moves reset the halfmove clock. */
static bool has_halfmove_clock_ending(const ruleset *rules)
{
    for (size_t i = 0; i < rules->ending_count; i++) {
        if (rules->endings[i].kind == END_HALFMOVE_CLOCK) {
            return true;
        }
    }
    return false;
}

bool pieces_move(const ruleset *r)
{
    bool some = false;
    for (size_t i = 0; i < r->piece_count; i++) {
        some |= r->pieces[i].move_count > 0;
    }
    return some;
}

static bool captures_by_displacement(const ruleset *rules)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            const rule_move *m = &rules->pieces[i].moves[k];
            const betza *paths = &m->paths;
            for (size_t n = 0; !m->jumps && !m->quiet_jumps && n < paths->count; n++) {
                const betza_leg *last = &paths->paths[n].leg[paths->paths[n].legs - 1];
                if ((last->modes & LEG_CAPTURE) && (last->modes & LEG_MOVE)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* What all sentences about movements assume. */
static void describe_displacement_capture(describer *t)
{
    if (captures_by_displacement(t->rules) && !pieces_capture(t)) {
        add_fact(t, "manner",
                 "No piece can be captured. Where it says “moves”, a piece also attacks what stands there. No piece "
                 "passes over others unless it says so.");
    } else if (captures_by_displacement(t->rules) && t->rules->captured == CAPTURED_UNDER) {
        add_fact(t, "manner",
                 "Where it says “moves”, a piece also captures so: it moves to the cell of an enemy piece. No piece "
                 "passes over others unless it says so.");
    } else if (captures_by_displacement(t->rules)) {
        add_fact(t, "manner",
                 "Where it says “moves”, a piece also captures so: it moves to the cell of an enemy piece, which "
                 "leaves the board. No piece passes over others unless it says so.");
    }
}

bool captures_en_passant(const ruleset *rules)
{
    bool passes = false, captures = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        for (size_t k = 0; k < rules->pieces[i].move_count; k++) {
            const rule_move *m = &rules->pieces[i].moves[k];
            passes |= m->sets_ep;
            for (size_t n = 0; n < m->paths.count; n++) {
                captures |= (m->paths.paths[n].leg[m->paths.paths[n].legs - 1].modes & LEG_EN_PASSANT) != 0;
            }
        }
    }
    return passes && captures && rules_allow_captures(rules);
}

static void describe_en_passant(describer *t)
{
    const bool whole_turn = !t->rules->turn.several_plies || t->rules->turn.ep_whole_turn;
    if (captures_en_passant(t->rules) && t->rules->player_count > 2) {
        add_fact(t, "en_passant",
                 "En passant: a piece has just passed over a cell. An enemy piece that captures en passant may move to "
                 "that cell until the player of the piece that passed over it moves again; that piece is captured.");
    } else if (captures_en_passant(t->rules) && whole_turn) {
        add_fact(t, "en_passant",
                 "En passant: a piece has just passed over a cell. An enemy piece that captures en passant may move to "
                 "that cell, in the very next turn only; the piece that passed over it is captured.");
    } else if (captures_en_passant(t->rules)) {
        add_fact(t, "en_passant",
                 "En passant: a piece has just passed over a cell. An enemy piece that captures en passant may move to "
                 "that cell, with the first move of the next turn only; the piece that passed over it is captured.");
    }
}

/* Where no piece has moves of its own. */
static void describe_immobile(describer *t)
{
    bool listed = false;
    for (size_t i = 0; i < t->rules->hook_count; i++) {
        listed |= t->rules->hooks[i].at == HOOK_MOVES;
    }
    if (!pieces_move(t->rules)) {
        add_fact(
            t, "moves", "%s.",
            listed
                ? localized(t, "How the pieces move is told under “Special rules”")
                : localized(t, "A turn is the drop of one piece on an empty cell; a piece on the board does not move"));
    }
}

static void describe_piece(describer *t, size_t index)
{
    const rule_piece *p = &t->rules->pieces[index];
    const char *about = t->russian && p->about_ru ? p->about_ru : p->about;
    set_subject(t, (int)index);
    if (about) {
        add_fact(t, "about", "%s", about);
    }
    for (size_t i = 0; i < p->move_count; i++) {
        if (!p->moves[i].borrowed) {
            describe_movement(t, &p->moves[i]);
        }
    }
    if (p->borrows.count) {
        add_fact(t, "borrows",
                 reach_is_adjacent(t, &p->borrows)
                     ? "While a piece of its own side stands next to it (%s), it moves as that piece does, and not in "
                       "its own way."
                     : "While a piece of its own side stands %s from it, it moves as that piece does, and not in its "
                       "own way.",
                 reach_words(t, &p->borrows));
    }
    if (p->keeps_moves) {
        add_fact(t, "lends", "Other pieces do not move as it does.");
    }
    if (!p->move_count && pieces_move(t->rules)) {
        add_fact(t, "move", "It has no moves of its own.");
    }
    if (p->royal && p->invulnerable) {
        add_fact(t, "royal", "It is royal.");
    } else if (p->royal && t->rules->royals_capturable) {
        add_fact(t, "royal", "It is royal: an attack on it is a check.");
    } else if (p->royal) {
        add_fact(t, "royal", "It is royal: its owner may not leave it under attack.");
    }
    for (size_t i = 0; i < p->remote_capture_count; i++) {
        describe_remote_capture(t, &p->remote_captures[i]);
    }
    for (size_t i = 0; i < p->promotion_count; i++) {
        describe_promotion(t, index, &p->promotions[i]);
    }
    describe_abilities(t, p);
    describe_capture_fate(t, index);
    describe_limits(t, (int)index);
    const bool in_hand = t->rules->hands && t->rules->captured != CAPTURED_TO_PRISON && can_be_held(t, index);
    if (in_hand || p->drop.unlimited) {
        describe_drops(t, &p->drop, true);
    }
    if (t->rules->hands && can_be_held(t, index) && p->drop.allowed && p->drop.neutral && !p->move_count &&
        !p->drop.may_be_immobile) {
        add_fact(t, "drop.immobile", "It may be dropped although it never moves.");
    }
    if (p->resets_halfmove_clock && !has_halfmove_clock_ending(t->rules)) {
        t->topic = TOPIC_DETAIL; /* no ending that a player sees counts it */
        add_fact(t, "clock", "Its moves count as progress.");
        t->topic = TOPIC_PIECES;
    }
    describe_letter(t, p);
}

void describe_pieces(describer *t)
{
    t->topic = TOPIC_PIECES;
    set_subject(t, -1);
    describe_displacement_capture(t);
    describe_en_passant(t);
    describe_limits(t, -1);
    describe_immobile(t);
    for (size_t i = 0; i < t->rules->piece_count; i++) {
        describe_piece(t, i);
    }
    set_subject(t, -1);
}
