/* Which moves are legal, and how they are written. */
#include "second.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ---- */

void moves_clear(moves *m)
{
    m->count = 0;
}

move *moves_add(moves *m)
{
    if (m->count == m->room) {
        m->room = m->room ? 2 * m->room : 64;
        m->list = realloc(m->list, sizeof(move) * (size_t)m->room);
        if (!m->list) {
            abort();
        }
    }
    move *one = &m->list[m->count++];
    memset(one, 0, offsetof(move, text));
    one->text[0] = 0;
    one->choice = -1;
    one->effects = 0;
    one->effect_count = 0;
    return one;
}

move empty_move(enum move_kind kind, int from, int to)
{
    return (move){.kind = kind, .from = from, .to = to, .choice = -1};
}

void moves_free(moves *m)
{
    free(m->list);
    *m = (moves){0};
}

bool enemy_of(int one, int other)
{
    return !allied(one, other);
}

/* ---- legality ---- */

/* Whether the last royal of an enemy has been taken. */
static bool took_the_last(const position *after, const position *before, int who)
{
    for (int o = 0; o < rules.players && (rules.royals_taken || rules.blast); o++) {
        if (enemy_of(o, who) && royals_left(before, o) && !royals_left(after, o)) {
            return true;
        }
    }
    return false;
}

static bool safe(const position *after, const position *before, int who)
{
    if (still_placing(after) || still_placing(before)) {
        return true;
    }
    if (rules.blast && royals_left(after, who) < royals_left(before, who)) {
        return false;
    }
    return took_the_last(after, before, who) || !in_check(after, who);
}

static void pseudo(const position *p, moves *out);
static void bare_text(const position *p, move *m);

static bool acceptable(const position *p, const move *m, position *after);

/* Whether no `legal` hook forbids the move. */
static bool hooks_allow(const position *p, const move *m)
{
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'l' && m->kind != MOVE_OWN && !hook_allows(&rules.hooks[i], p, m, p, false)) {
            return false;
        }
    }
    return true;
}

/* How many men attack royals of the player: as many drops at most must come between. */
static int attackers_of(const position *p, int who)
{
    int count = 0, from[MAX_CELLS];
    for (int c = 0; c < rules.cells; c++) {
        for (int o = 0; p->at[c].type && p->at[c].royal && p->at[c].owner == who && o < rules.players; o++) {
            if (enemy_of(o, who)) {
                attacked_cell(p, c, o, from, &count);
            }
        }
    }
    return count;
}

bool unsure;
static long looked_at; /* nodes of the search below */
static bool cut_short;

/* Whether the turn in `p` can still be ended with every own royal safe, by at most `depth` more moves. */
static bool can_end_within(const position *p, const position *before, int who, int depth)
{
    moves list = {0};
    bool found = false;
    if (took_the_last(p, before, who)) {
        return true; /* what comes of the turn does not matter */
    }
    if ((rules.free_turn ? p->ply >= rules.least : p->ply > 0 && rules.pass == 'a') && safe(p, before, who)) {
        return true;
    }
    if (depth == 0 || ++looked_at > 4000) {
        cut_short = true;
        return false;
    }
    pseudo(p, &list);
    position next;
    bool tried[MAX_CELLS] = {false};
    int before_it = rules.of_drops ? attackers_of(p, who) : 0;
    for (int i = 0; i < list.count && !found; i++) {
        const move *m = &list.list[i];
        if (rules.of_drops && m->kind == MOVE_DROP) {
            if (tried[m->to] || !hooks_allow(p, m)) {
                continue; /* whoever is dropped there closes the same lines */
            }
            tried[m->to] = true;
        }
        play(p, m, &next);
        if (!rules.judge_end && !safe(&next, before, who)) {
            continue; /* each ply must be safe */
        }
        if (next.mover != who) {
            found = safe(&next, before, who);
        } else if (!rules.of_drops || attackers_of(&next, who) < before_it) {
            found = (!rules.check_last || !gives_check(&next, who)) && can_end_within(&next, before, who, depth - 1);
        }
    }
    moves_free(&list);
    return found;
}

/* The same by any number of moves. Where that takes too long `unsure` is set, and nothing is to be compared. */
static bool can_end_safely(const position *p, const position *before, int who)
{
    for (int depth = 1; !unsure; depth++) {
        looked_at = 0;
        cut_short = false;
        if (can_end_within(p, before, who, depth)) {
            return true;
        }
        if (!cut_short) {
            return false;
        }
        unsure = looked_at > 4000 || depth > 24;
    }
    return false;
}

static bool is_mate(const position *after)
{
    return rules.boards ? mated_player(after) >= 0 : in_check(after, after->mover) && !any_legal(after);
}

static bool acceptable(const position *p, const move *m, position *after)
{
    int who = p->mover;
    if (!hooks_allow(p, m)) {
        return false;
    }
    play(p, m, after);
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'm' && m->kind != MOVE_OWN && !hook_allows(&rules.hooks[i], after, m, p, true)) {
            return false;
        }
    }
    if (m->kind == MOVE_THROW) {
        return true;
    }
    bool over = after->mover != who || rules.players == 1;
    if (rules.judge_end && !over) {
        if (rules.check_last && gives_check(after, who)) {
            return false;
        }
        if (!can_end_safely(after, p, who)) {
            return false;
        }
    } else {
        if (!safe(after, p, who)) {
            return false;
        }
        if (!over && rules.check_last && gives_check(after, who)) {
            return false;
        }
        if (!over && m->kind != MOVE_PASS && !rules.free_turn && rules.plies != 1 && after->ply > 0 &&
            !after->to_throw && !can_end_safely(after, p, who)) {
            return false;
        }
    }
    if (m->kind == MOVE_STAY && !m->box && !rules.judge_end && in_check(p, who)) {
        return false;
    }
    if (m->kind == MOVE_DROP) {
        const piece *k = &rules.piece[m->face];
        if ((k->drop_no_check && gives_check(after, who)) || (k->drop_no_mate && is_mate(after))) {
            return false;
        }
    }
    if (m->by && m->by->no_check_given && gives_check(after, who)) {
        return false;
    }
    if (rules.mate_only && gives_check(after, who)) {
        bool before = rules.mate_only;
        rules.mate_only = !rules.plain_mate;
        bool mate = is_mate(after);
        rules.mate_only = before;
        if (!mate) {
            return false;
        }
    }
    return true;
}

static bool die_allows(const position *p, int type)
{
    bool equal = p->lefts > 1;
    for (int i = 1; i < p->lefts; i++) {
        equal = equal && p->left[i] == p->left[0];
    }
    if (!rules.die_moves || !p->lefts || (equal && rules.doubles < 0)) {
        return true;
    }
    for (int i = 0; i < p->lefts; i++) {
        if (rules.die_type[p->left[i]][type]) {
            return true;
        }
    }
    return false;
}

/* Drops the moves that the dice do not allow. */
static void only_of_dice(const position *p, moves *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const move *m = &list->list[i];
        bool allowed = die_allows(p, m->kind == MOVE_DROP ? m->face : m->type);
        if (m->kind == MOVE_CASTLE) {
            allowed = allowed || die_allows(p, p->at[m->rook_from].type);
        }
        if (allowed) {
            list->list[kept++] = *m;
        }
    }
    list->count = kept;
}

static bool in_line(const int *cells, int count, const position *p, int cell, int who, int number, bool all,
                    const bool *of)
{
    int run = 0;
    bool with = false;
    for (int i = 0; i < count; i++) {
        const man m = p->at[cells[i]];
        if (m.type && m.owner == who && (all || of[m.type])) {
            run++;
            with = with || cells[i] == cell;
            bool last = i + 1 == count || !p->at[cells[i + 1]].type || p->at[cells[i + 1]].owner != who ||
                        !(all || of[p->at[cells[i + 1]].type]);
            if (last && with && run >= number) {
                return true;
            }
            if (last) {
                run = 0;
                with = false;
            }
        } else {
            run = 0;
            with = false;
        }
    }
    return false;
}

/* Whether the man on `cell` stands in a row of so many. */
bool row_of(const position *p, int cell, int who, int number, int along, bool all, const bool *of)
{
    if (along & LINES_DRAWN) {
        for (int l = 0; l < rules.line_count; l++) {
            if (in_line(rules.line[l], rules.line_length[l], p, cell, who, number, all, of)) {
                return true;
            }
        }
        return false;
    }
    static const vector ways[4] = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, -1, 0}};
    for (int i = 0; i < 4; i++) {
        if (!(along & (i < 2 ? LINES_STRAIGHT : LINES_DIAGONAL))) {
            continue;
        }
        int cells[64], count = 0, at = cell;
        vector back = {-ways[i].x, -ways[i].y, 0};
        for (int next = shift(at, back); next >= 0 && next != cell; next = shift(at, back)) {
            at = next;
        }
        for (; at >= 0 && count < 64; at = shift(at, ways[i])) {
            cells[count++] = at;
        }
        if (in_line(cells, count, p, cell, who, number, all, of)) {
            return true;
        }
    }
    return false;
}

/* A move that makes a row takes a man: one move for each that may be taken. */
static void line_choices(const position *p, moves *list)
{
    moves more = {0};
    position after;
    for (int i = 0; i < list->count; i++) {
        move m = list->list[i];
        play(p, &m, &after);
        int who = p->mover;
        if ((m.kind != MOVE_STEP && m.kind != MOVE_DROP) ||
            !row_of(&after, m.to, who, rules.line_takes, rules.line_along, rules.line_of_all, rules.line_of)) {
            *moves_add(&more) = m;
            continue;
        }
        int victims[MAX_CELLS], count = 0, open = 0;
        bool free_man[MAX_CELLS];
        for (int c = 0; c < rules.cells; c++) {
            const man v = after.at[c];
            if (v.type && enemy_of(v.owner, who) && !v.royal) {
                free_man[count] =
                    !row_of(&after, c, v.owner, rules.line_takes, rules.line_along, rules.line_of_all, rules.line_of);
                open += free_man[count];
                victims[count++] = c;
            }
        }
        bool any = rules.line_off_any || (open == 0 && !rules.line_off_only_free);
        bool taken = false;
        for (int k = 0; k < count; k++) {
            if (any || free_man[k]) {
                move *one = moves_add(&more);
                *one = m;
                one->line_take = victims[k];
                one->choice = -2;
                taken = true;
            }
        }
        if (!taken) {
            *moves_add(&more) = m;
        }
    }
    moves_free(list);
    *list = more;
}

/* Each move in all the ways that the hook offers. */
static void choices(const position *p, const hook *h, moves *list)
{
    moves more = {0};
    position made;
    for (int i = 0; i < list->count; i++) {
        move m = list->list[i];
        if (m.kind == MOVE_OWN) {
            *moves_add(&more) = m;
            continue;
        }
        play_begun(p, &m, &made);
        hook_choices(h, &made, p, &m, &more);
    }
    moves_free(list);
    *list = more;
}

/* Everything that the men could do, own royals left aside. */
static void pseudo(const position *p, moves *out)
{
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'o' && rules.hooks[i].only_list) {
            hook_moves(&rules.hooks[i], p, out);
        }
    }
    for (int i = 0; i < out->count; i++) {
        out->list[i].by = &before_the_game;
    }
    if (out->count) {
        return;
    }
    men_and_drops(p, out);
    if (rules.line_takes) {
        line_choices(p, out);
    }
    if (rules.die_moves) {
        only_of_dice(p, out);
    }
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'o' && !rules.hooks[i].only_list) {
            hook_moves(&rules.hooks[i], p, out);
        }
    }
    for (int i = 0; i < rules.hook_count; i++) {
        if (rules.hooks[i].at == 'c') {
            choices(p, &rules.hooks[i], out);
        }
    }
}

/* How many of those whom the rules prefer the move takes. */
static int preferred(const position *p, const move *m)
{
    int count = 0;
    for (int i = 0; i < m->takens; i++) {
        count += rules.most[p->at[m->taken[i]].type];
    }
    return count + (m->choice == -2 && rules.most[p->at[m->line_take].type]);
}

static int number_taken(const move *m)
{
    return m->takens + (m->choice == -2); /* and whom a row takes */
}

static void keep_captures(const position *p, moves *list)
{
    bool obliged = false;
    int most = 0, dearest = 0, kept = 0;
    for (int i = 0; i < list->count; i++) {
        const move *m = &list->list[i];
        int takens = number_taken(m);
        obliged = obliged || (takens && (rules.take_by_all || rules.take_by[m->type]));
        most = takens > most ? takens : most;
    }
    for (int i = 0; i < list->count; i++) {
        int takens = number_taken(&list->list[i]);
        bool good = rules.longest ? takens == most : rules.multiple && most > 1 ? takens > 1 : takens > 0;
        if (!obliged || !rules.must_take || good) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
    for (int i = 0; i < list->count && obliged && rules.any_most; i++) {
        int here = preferred(p, &list->list[i]);
        dearest = here > dearest ? here : dearest;
    }
    kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (preferred(p, &list->list[i]) >= dearest) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
}

static void upper(const char *s, char *out)
{
    for (; *s; s++) {
        *out++ = (char)toupper((unsigned char)*s);
    }
    *out = 0;
}

static void letters_of(int type, char *out)
{
    upper(rules.piece[type].letter, out);
}

/* The name of the board is not said twice. */
static const char *goal_name(int from, int to)
{
    return rules.boards && rules.z[from] == rules.z[to] ? name_on_board(to) : rules.name[to];
}

static void bare_text(const position *p, move *m)
{
    char behind_all[MAX_TEXT];
    if (m->kind == MOVE_OWN) {
        return;
    }
    snprintf(behind_all, sizeof behind_all, "%s", m->choice > 0 ? m->text : "");
    char letters[16];
    bool royal = m->from >= 0 && p->at[m->from].royal && m->into && !rules.piece[m->into].royal;
    const char *into = royal ? rules.piece[m->into].royal_letter : m->into ? rules.piece[m->into].letter : "";
    if (m->into && into[0] == '+') {
        const char *old = rules.piece[m->type].letter;
        into = strcmp(into + 1, old) == 0 ? "+" : into;
    }
    char promoted[16];
    snprintf(promoted, sizeof promoted, "%s%.8s", m->into && rules.write_promotion[0] ? rules.write_promotion : "",
             into);
    if (rules.written && rules.write_letters) {
        for (char *s = promoted; *s; s++) {
            *s = (char)toupper((unsigned char)*s);
        }
    }
    switch (m->kind) {
    case MOVE_STEP: {
        char *out = m->text;
        letters[0] = 0;
        if (rules.write_letters) {
            letters_of(m->type, letters);
            if (p->at[m->from].royal && !rules.piece[m->type].royal) {
                upper(rules.piece[m->type].royal_letter, letters);
            }
        }
        out += sprintf(out, "%s%s", letters, rules.name[m->from]);
        bool converts = m->chain && m->jumped == 'c';
        if (converts || (m->chain && !rules.write_ends)) {
            for (int i = rules.write_ends ? m->paths - 1 : 0; i < m->paths; i++) {
                out += sprintf(out, "%s%s", rules.write_take, goal_name(m->from, m->path[i]));
            }
        } else {
            out += m->men ? sprintf(out, "(%d)", m->men) : 0;
            out += m->on_way ? sprintf(out, "%s%s", rules.write_take, goal_name(m->from, m->taken[0])) : 0;
            out += sprintf(out, "%s%s", m->takens ? rules.write_take : rules.write_step, goal_name(m->from, m->to));
        }
        bool silent = m->only_way && (rules.written || m->chain);
        out += sprintf(out, "%s", silent ? "" : promoted);
        for (int i = 0; converts && i < m->takens; i++) {
            out += sprintf(out, "%s%s%s", i ? "," : "(", rules.name[m->taken[i]], i + 1 == m->takens ? ")" : "");
        }
        break;
    }
    case MOVE_STAY:
        sprintf(m->text, "%s%s%s", rules.name[m->from], goal_name(m->from, m->to), into);
        break;
    case MOVE_DROP:
        letters_of(m->face, letters);
        if (rules.boards) {
            sprintf(m->text, "%s:%s@%s", rules.board_name[rules.z[m->to]], letters, name_on_board(m->to));
        } else {
            sprintf(m->text, "%s@%s", letters, rules.name[m->to]);
        }
        break;
    case MOVE_CASTLE: {
        const castling *k = &rules.castle[m->castle];
        if (strcmp(k->written, "capture") == 0) {
            sprintf(m->text, "%s%s", rules.name[m->from], goal_name(m->from, m->rook_from));
        } else if (k->written[0]) {
            sprintf(m->text, "%s", k->written);
        } else {
            sprintf(m->text, "%s%s", rules.name[m->from], goal_name(m->from, m->to));
        }
        break;
    }
    case MOVE_PASS:
        sprintf(m->text, "%s", rules.pass_word);
        break;
    case MOVE_END:
        sprintf(m->text, "%s", rules.end_word);
        break;
    case MOVE_WAIT:
        sprintf(m->text, "wait");
        break;
    case MOVE_REMOVE:
        sprintf(m->text, "x%s", rules.name[m->from]);
        break;
    default:
        break;
    }
    if (behind_all[0]) {
        size_t length = strlen(m->text);
        snprintf(m->text + length, sizeof m->text - length, "%s", behind_all);
    }
    if (m->choice == -2) {
        char behind[32];
        snprintf(behind, sizeof behind, "x%s", rules.name[m->line_take]);
        strcat(m->text, behind);
    }
}

/* A castling that is written as another move is called by its name. */
static void name_castlings(moves *list)
{
    for (int i = 0; i < list->count; i++) {
        move *m = &list->list[i];
        for (int k = 0; k < list->count && m->kind == MOVE_CASTLE; k++) {
            if (list->list[k].kind != MOVE_CASTLE && strcmp(list->list[k].text, m->text) == 0) {
                snprintf(m->text, sizeof m->text, "%s", rules.castle[m->castle].name);
            }
        }
    }
}

/* What reverts is marked where the man could become the same for good. */
static void mark_reverting(moves *list)
{
    for (int i = 0; i < list->count; i++) {
        move *m = &list->list[i];
        for (int k = 0; k < list->count && m->into && m->reverts; k++) {
            const move *other = &list->list[k];
            if (other->into == m->into && !other->reverts && other->from == m->from &&
                strcmp(other->text, m->text) == 0) {
                strncat(m->text, "~", sizeof m->text - strlen(m->text) - 1);
                break;
            }
        }
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const move *)a)->text, ((const move *)b)->text);
}

static void throws(moves *out, int from, int count, move *like)
{
    if (count == rules.dice) {
        move *m = moves_add(out);
        *m = *like;
        char *text = m->text + sprintf(m->text, "roll ");
        for (int i = 0; i < rules.dice; i++) {
            text += sprintf(text, i ? "-%d" : "%d", m->die[i]);
        }
        return;
    }
    int faces[16], kinds = 0;
    for (int i = 0; i < rules.die_faces; i++) {
        bool seen = false;
        for (int k = 0; k < kinds; k++) {
            seen = seen || faces[k] == rules.face[i];
        }
        if (!seen) {
            faces[kinds++] = rules.face[i];
        }
    }
    for (int i = 0; i < kinds; i++) {
        if (faces[i] >= from) {
            like->die[count] = faces[i];
            throws(out, faces[i], count + 1, like);
        }
    }
}

static void keep_checks(const position *p, moves *list)
{
    position after;
    bool any = false;
    bool *checks = calloc((size_t)list->count + 1, 1);
    for (int i = 0; i < list->count; i++) {
        play(p, &list->list[i], &after);
        checks[i] = gives_check(&after, p->mover);
        any = any || checks[i];
    }
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        if (!any || checks[i]) {
            list->list[kept++] = list->list[i];
        }
    }
    list->count = kept;
    free(checks);
}

static void add_word(moves *out, enum move_kind kind)
{
    move *m = moves_add(out);
    m->kind = kind;
    m->from = m->to = -1;
}

/* The moves by the rules of men and turns, passes included. */
static void plain_legal(const position *p, moves *out, bool only_one)
{
    moves all = {0};
    position after;
    pseudo(p, &all);
    bool picks = rules.must_take || rules.any_most; /* some of the captures, so that all must be known */
    for (int i = 0; i < all.count && !(only_one && !picks && out->count); i++) {
        if (acceptable(p, &all.list[i], &after)) {
            *moves_add(out) = all.list[i];
        }
    }
    moves_free(&all);
    if (rules.must_check[p->mover] && !only_one) {
        keep_checks(p, out);
    }
    if (picks) {
        keep_captures(p, out); /* of the moves that check, those that take */
    }
    bool counted = rules.first_plies && p->number == 1 && p->mover == 0; /* the first turn, of so many moves */
    if (rules.free_turn && !counted && p->ply >= rules.least && p->ply > 0 &&
        !(rules.placing && holds_droppable(p, p->mover)) && safe(p, p, p->mover) &&
        !(rules.place_royals && !royals_left(p, p->mover))) {
        add_word(out, MOVE_END);
    }
    bool has_moves = out->count > 0;
    bool may_pass = p->ply == 0 && (rules.pass == 'a' || (rules.pass == 'u' && !in_check(p, p->mover)) ||
                                    (rules.pass == 't' && !out->count && !in_check(p, p->mover)));
    if (may_pass && !(rules.placing && holds_droppable(p, p->mover))) {
        add_word(out, MOVE_PASS);
    }
    if (p->ply > 0 && rules.pass == 'a' && !rules.free_turn && !(rules.placing && holds_droppable(p, p->mover)) &&
        safe(p, p, p->mover)) {
        add_word(out, MOVE_END);
    }
    if (rules.stuck && !out->count) {
        add_word(out, MOVE_PASS);
    }
    if (rules.boards && may_wait(p, has_moves)) {
        add_word(out, MOVE_WAIT);
    }
    if (rules.pass == 's' && !out->count && !only_one) {
        add_word(out, p->ply ? MOVE_END : MOVE_PASS);
    }
}

/* Two ways to take the same men and to end on the same cell are one move (catalogue: draughts-russian). */
bool same_chain(const move *a, const move *b)
{
    if (!a->chain || !b->chain || a->from != b->from || a->to != b->to || a->takens != b->takens ||
        a->into != b->into) {
        return false;
    }
    for (int i = 0; i < a->takens; i++) {
        if (a->jumped == 'u' && a->taken_type[i] != b->taken_type[i]) {
            return false; /* they lie in another order */
        }
        bool found = false;
        for (int k = 0; k < b->takens; k++) {
            found = found || a->taken[i] == b->taken[k];
        }
        if (!found) {
            return false;
        }
    }
    return true;
}

/* To pass is nothing that a man could do. */
static bool some_man_can(const position *p)
{
    moves one = {0};
    plain_legal(p, &one, true);
    bool can = one.count && one.list[0].kind != MOVE_PASS;
    moves_free(&one);
    return can;
}

void legal_moves(const position *p, moves *out)
{
    moves_clear(out);
    if (p->to_throw) {
        move like = {.kind = MOVE_THROW, .from = -1, .to = -1, .choice = -1};
        if (!rules.needs_a_move || some_man_can(p)) {
            throws(out, -1000, 0, &like);
        }
        return;
    }
    plain_legal(p, out, false);
    for (int i = 0; i < out->count; i++) {
        bare_text(p, &out->list[i]);
    }
    name_castlings(out);
    mark_reverting(out);
    qsort(out->list, (size_t)out->count, sizeof(move), by_text);
    int kept = 0;
    for (int i = 0; i < out->count; i++) {
        if (!kept || strcmp(out->list[kept - 1].text, out->list[i].text) != 0) {
            if (kept != i) {
                out->list[kept] = out->list[i];
            }
            kept++;
        }
    }
    out->count = kept;
}

bool any_legal(const position *p)
{
    moves list = {0};
    plain_legal(p, &list, true);
    bool any = list.count > 0;
    moves_free(&list);
    return any;
}

/* ---- positions that are the same ---- */

static uint64_t mix(uint64_t h, uint64_t value)
{
    return (h ^ value) * UINT64_C(0x100000001b3) ^ (h >> 29);
}

uint64_t position_key(const position *p)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (int c = 0; c < rules.cells; c++) {
        uint32_t m;
        memcpy(&m, &p->at[c], sizeof m);
        h = mix(h, m);
        for (int i = 0; rules.towers && i < p->below[c]; i++) {
            memcpy(&m, &p->tower[c][i], sizeof m);
            h = mix(h, m + 77u);
        }
    }
    for (int o = 0; o < rules.players; o++) {
        for (int t = 1; rules.hands && t <= rules.types; t++) {
            h = mix(h, p->hand[o][t]);
        }
        h = mix(h, p->rights[o]);
    }
    h = mix(h, (uint64_t)p->mover * 31 + (uint64_t)p->ply);
    for (int i = 0; i < p->passed_count; i++) {
        if (passed_is_ready(p, i)) {
            h = mix(h, (uint64_t)p->passed[i] * 1000 + (uint64_t)p->passer[i] + 1);
        }
    }
    for (int i = 0; i < rules.counters; i++) {
        if (rules.counts_for_repetition[i]) {
            h = mix(h, (uint64_t)p->counter[i]);
        }
    }
    for (int c = 0; rules.once && c < rules.cells; c++) {
        h = mix(h, p->moved[c]);
    }
    for (int i = 0; i < p->lefts; i++) {
        h = mix(h, (uint64_t)p->left[i] + 9);
    }
    return h ^ (h >> 31);
}
