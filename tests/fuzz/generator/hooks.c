/* Hooks: functions in Lua, staged and live, each of which answers what its place allows. */
#include "fuzz/generator/make.h"

#include <stdio.h>
#include <string.h>

static const char *function_name(maker *m, const char *what)
{
    int number = 1;
    for (const char *s = text_string(&m->script); (s = strstr(s, "\nfunction ")) != NULL; s++) {
        number++;
    }
    return make_format(m, "%s_%d", what, number);
}

static void define(maker *m, const char *name, const char *arguments, const char *body)
{
    text_print(&m->script, "\nfunction %s(%s)\n%s\nend\n", name, arguments, body);
}

/* ---- staged ---- */

const char *make_leaps_function(maker *m)
{
    const char *name = function_name(m, "leaps");
    int step = make_number(m, 1, m->cells > 1 ? m->cells - 1 : 1);
    switch (make_number(m, 0, 2)) {
    case 0:
        define(
            m, name, "piece, owner, from",
            make_format(m, "    local to = from + %d\n    if to < cells() then return {to} end\n    return {}", step));
        break;
    case 1:
        define(
            m, name, "piece, owner, from",
            make_format(
                m,
                "    local all = {}\n    for c = 0, cells() - 1 do\n        if c ~= from and (c * %d + from) %% %d == "
                "0 then table.insert(all, c) end\n    end\n    return all",
                make_number(m, 1, 9), make_number(m, 5, 23)));
        break;
    default:
        define(m, name, "piece, owner, from",
               make_format(m,
                           "    local middle, goal = (from + %d) %% cells(), (from + %d) %% cells()\n"
                           "    if middle == from or goal == from or middle == goal then return {} end\n"
                           "    return {{middle, goal}}",
                           step, step * 2));
    }
    return name;
}

const char *make_ends_function(maker *m)
{
    const char *name = function_name(m, "ends");
    define(
        m, name, "king, partner, owner",
        "    local way = 1\n    if file(partner) < file(king) then way = -1 end\n"
        "    local to = cell(file(king) + 2 * way, rank(king))\n"
        "    if not to or file(king) == file(partner) then return nil end\n    return {king = to, partner = to - way}");
    return name;
}

const char *make_filter_function(maker *m)
{
    const char *name = function_name(m, "filter");
    define(m, name, "from, to, owner",
           make_format(m, "    return (from * %d + to) %% %d ~= 0", make_number(m, 1, 5), make_number(m, 3, 11)));
    return name;
}

const char *make_start_function(maker *m, const char *fen)
{
    const char *name = function_name(m, "start");
    define(m, name, "number, second", make_format(m, "    return \"%s\"", fen));
    return name;
}

/* ---- live ---- */

const char *make_ending_function(maker *m)
{
    const char *name = function_name(m, "ending");
    switch (make_number(m, 0, 3)) {
    case 0:
        define(m, name, "",
               make_format(m, "    if turn() > %d then return {result = \"draw\"} end", make_number(m, 5, 40)));
        break;
    case 1:
        define(m, name, "",
               make_format(m,
                           "    for _, player in ipairs(players) do\n        if count(player) < %d then\n"
                           "            return {winner = players[1], reason = \"too few\"}\n        end\n    end",
                           make_number(m, 1, 3)));
        break;
    case 2:
        define(m, name, "",
               m->counters ? make_format(m, "    if counter(\"%s\") > 2 then return {winner = side_to_move()} end",
                                         m->counter[0])
                           : "    if ply() > 9 then return {winner = side_to_move()} end");
        break;
    default:
        define(m, name, "",
               "    if no_moves() and not check(side_to_move()) then return {result = \"draw\", reason = \"no moves\"} "
               "end");
    }
    return name;
}

/* Effects that touch nothing but numbers. */
static const char *counting(maker *m)
{
    const char *c = m->counter[make_number(m, 0, m->counters - 1)];
    if (m->hides_pieces) { /* a secret has a range */
        return make_format(m, "{counter = \"%s\", set = 1}", c);
    }
    switch (make_number(m, 0, 2)) {
    case 0:
        return make_format(m, "{counter = \"%s\", set = (counter(\"%s\") + 1) %% %d}", c, c, make_number(m, 2, 5));
    case 1:
        return make_format(m, "{counter = \"%s\", set = %d}", c, make_number(m, 0, 5));
    default:
        return make_format(m, "{counter = \"%s\", add = %d}", c, make_number(m, -1, 2));
    }
}

static const char *somewhere(maker *m)
{
    return make_format(m, "    local there = ((move.to or 0) * %d + %d) %% cells()\n", make_number(m, 1, 5),
                       make_number(m, 0, 40));
}

/* The body of an effect; the moved piece and royals are left alone. */
static const char *effect(maker *m)
{
    const char *plain = make_plain_piece(m), *where = somewhere(m);
    static const char free_piece[] = "piece(there) and not is_royal(there) and there ~= move.to";
    switch (m->own_boards || m->stacks ? make_number(m, 0, 1) : make_number(m, 0, 8)) {
    case 0:
    case 1:
        return make_format(m, "    return {%s}", counting(m));
    case 2:
        return make_format(m, "%s    if %s then return {{capture = there}} end", where, free_piece);
    case 3:
        return plain ? make_format(m,
                                   "%s    if not piece(there) then return {{put = there, piece = \"%s\", owner = "
                                   "move.owner}} end",
                                   where, plain)
                     : "    return nil";
    case 4:
        return plain ? make_format(m, "%s    if %s then return {{transform = there, into = \"%s\"}} end", where,
                                   free_piece, plain)
                     : "    return {}";
    case 5:
        return make_format(
            m, "%s    if %s and owner(there) ~= move.owner then return {{give = there, to = move.owner}, %s} end",
            where, free_piece, counting(m));
    case 6:
        return make_format(
            m,
            "%s    local goal = (there + %d) %% cells()\n    if %s and not piece(goal) then return {{move = "
            "there, to = goal}} end",
            where, make_number(m, 1, 9), free_piece);
    case 7:
        return plain && m->hands
                   ? make_format(m,
                                 "    if move.captured then return {{hand = move.owner, piece = \"%s\", add = 1}, "
                                 "{halfmove_clock = 0}} end",
                                 plain)
                   : "    return {{halfmove_clock = 0}}";
    default:
        return "    if move.captured then return {{next_player = move.owner}} end";
    }
}

static void filters(maker *m, item *hook, const char *at)
{
    bool about_captures = make_one_in(m, 3), captures = about_captures && !make_one_in(m, 4);
    if (make_one_in(m, 8)) {
        make_bool(m, hook, "drops");
    }
    if (make_one_in(m, 4)) {
        make_some_pieces(m, hook, "pieces");
    }
    bool about_captured = make_one_in(m, 6);
    if (about_captured) {
        make_some_pieces(m, hook, "captured");
    }
    if (about_captures && (captures || !about_captured)) { /* no capture of such a piece: that leaves no move */
        make_set(m, hook, "captures", captures ? "true" : "false");
    }
    if (make_one_in(m, 4)) {
        make_zone(m, hook, "to");
    }
    bool after = strcmp(at, "after") == 0, legal = strcmp(at, "legal") == 0, made = strcmp(at, "made") == 0;
    if ((after || made) && make_one_in(m, 4)) {
        make_set(m, hook, "checks", made && make_one_in(m, 2) ? "mate" : "true");
        if (strcmp(item_get(hook, "checks")->string, "true") == 0 && make_one_in(m, 2)) {
            make_set(m, hook, "unless_zero", m->counter[0]);
        }
    }
    if ((after || legal || made) && make_one_in(m, 6)) {
        (void)make_one_in(m, 4); /* was a key; seeds that are quoted must give the same games */
    }
    if (legal && make_one_in(m, 6)) {
        make_zone(m, hook, "full");
    }
}

/* One that leaves the board alone. */
static const char *turn_effect(maker *m)
{
    switch (make_number(m, 0, 2)) {
    case 0:
        return "    return {{halfmove_clock = 0}}";
    case 1:
        return make_format(m, "    return {%s}", counting(m));
    default:
        return m->own_boards || m->stacks ? "    return {}"
                                          : "    if move.captured then return {{next_player = move.owner}} end";
    }
}

static void after_hook(maker *m, item *hooks)
{
    item *hook = item_map(m->a, SECTION_HOOK);
    const char *name = function_name(m, "after");
    if (make_one_in(m, 2)) {
        make_set(m, hook, "at", "after");
    }
    filters(m, hook, "after");
    if (make_one_in(m, 4)) {
        bool turn = make_one_in(m, 2);
        make_set(m, hook, "changes", turn ? "turn" : "counters");
        define(m, name, "move", turn ? turn_effect(m) : make_format(m, "    return {%s}", counting(m)));
    } else {
        define(m, name, "move", effect(m));
    }
    item_set(m->a, hooks, name, hook);
}

static void judging_hook(maker *m, item *hooks)
{
    item *hook = item_map(m->a, SECTION_HOOK);
    const char *at = make_one_in(m, 2) ? "legal" : "made", *name = function_name(m, at);
    make_set(m, hook, "at", at);
    filters(m, hook, at);
    switch (make_number(m, 0, 2)) {
    case 0:
        define(m, name, "move",
               make_format(m, "    return ((move.from or 0) + (move.to or 0)) %% %d ~= 0", make_number(m, 3, 9)));
        break;
    case 1:
        define(
            m, name, "move",
            make_format(m, "    if move.captured == \"%s\" then return \"that one is not taken\" end", make_piece(m)));
        break;
    default:
        define(m, name, "move",
               "    if attacked(move.to or 0, move.owner) and count(move.owner) % 5 == 0 then return false end\n"
               "    return true");
    }
    item_set(m->a, hooks, name, hook);
}

static void choices_hook(maker *m, item *hooks)
{
    item *hook = item_map(m->a, SECTION_HOOK);
    const char *name = function_name(m, "choices"), *plain = make_plain_piece(m);
    make_set(m, hook, "at", "choices");
    if (make_one_in(m, 2)) {
        make_bool(m, hook, "captures");
    }
    if (make_one_in(m, 3)) {
        make_some_pieces(m, hook, "pieces");
    }
    if (plain && !m->own_boards && !m->stacks && make_one_in(m, 2)) {
        define(m, name, "move",
               make_format(
                   m,
                   "%s    if piece(there) then return nil end\n    return {{}, {text = \"(\" .. name(there) .. \")\", "
                   "{put = there, piece = \"%s\", owner = move.owner}}}",
                   somewhere(m), plain));
    } else {
        define(m, name, "move", make_format(m, "    return {{text = \"!\"}, {text = \"?\", %s}}", counting(m)));
    }
    item_set(m->a, hooks, name, hook);
}

static void moves_hook(maker *m, item *hooks)
{
    item *hook = item_map(m->a, SECTION_HOOK);
    const char *name = function_name(m, "moves");
    make_set(m, hook, "at", "moves");
    if (make_one_in(m, 4)) {
        make_set(m, hook, "only", "true");
        define(m, name, "",
               make_format(m, "    if turn() < 3 then return {{text = \"%s\", %s}} end\n    return {}", "begin",
                           counting(m)));
    } else if (m->own_boards || m->stacks) {
        define(m, name, "", make_format(m, "    return {{text = \"count\", %s}}", counting(m)));
    } else {
        define(
            m, name, "",
            make_format(
                m,
                "    local list = {}\n    for from = 0, cells() - 1 do\n        local to = (from + %d) %% cells()\n"
                "        if owner(from) == side_to_move() and not is_royal(from) and not piece(to) and #list < 4 then\n"
                "            table.insert(list, {text = \"slide-\" .. name(from), from = from, to = to, {move = "
                "from, to = to}})\n        end\n    end\n    return list",
                make_number(m, 1, 12)));
    }
    item_set(m->a, hooks, name, hook);
}

static void announcing_hook(maker *m, item *hooks)
{
    item *hook = item_map(m->a, SECTION_HOOK);
    const char *name = function_name(m, "announce");
    make_set(m, hook, "at", "announce");
    define(m, name, "move",
           make_one_in(m, 2) ? "    return move.owner .. \" has moved\""
                             : "    return {\"a move\", move.captured and \"something was taken\" or nil}");
    item_set(m->a, hooks, name, hook);
}

void make_hooks(maker *m)
{
    item *hooks = item_map(m->a, SECTION_HOOKS);
    if (!m->scripted) {
        return;
    }
    text_put(&m->script, m->script.length ? "" : "-- made up\n");
    for (int i = make_number(m, 0, 2); i > 0; i--) {
        after_hook(m, hooks);
    }
    for (int i = make_number(m, 0, 2); i > 0; i--) {
        judging_hook(m, hooks);
    }
    if (m->choices) {
        choices_hook(m, hooks);
    }
    if (make_one_in(m, 6)) {
        moves_hook(m, hooks);
    }
    if (make_one_in(m, 6)) {
        announcing_hook(m, hooks);
    }
    if (!m->changes && m->pieces * m->players < 12 && make_one_in(m, 10)) {
        const char *plain = make_plain_piece(m);
        define(m, "on_capture", "mover, victim",
               plain ? make_format(
                           m, "    if not mover.royal and victim.type ~= \"%s\" then return {becomes = \"%s\"} end",
                           plain, plain)
                     : "    return nil"); /* the wall that a game may get later may not become a royal piece */
    }
    if (!m->castles && make_one_in(m, 6)) {
        make_set(m, m->root, "filter", make_format(m, "hook %s", make_filter_function(m)));
    }
    if (hooks->count) {
        item_set(m->a, m->root, "hooks", hooks);
    }
}
