#include "game/notation.h"

#include <stdio.h>
#include <string.h>

/* What is written behind a step that promotes: "+" where the new letter is the old one behind a plus, else the letter. */
static const char *promotion_text(const game *g, const game_type *from, const game_type *into)
{
    const char *letter = g->rules->pieces[into->piece].letter;
    const char *old = g->rules->pieces[from->piece].letter;
    if (letter[0] == '+' && strcmp(letter + 1, old) == 0) {
        return "+";
    }
    return into->royal && !g->rules->pieces[into->piece].royal ? into->letter : letter;
}

/* What a hook calls one of the moves or choices that it listed. */
static void picked_text(const position *p, move m, const move_facts *facts, char *words)
{
    effect effects[EFFECTS_MAX];
    size_t count = 0;
    words[0] = '\0';
    if (p->hooks && !p->hooks->failed &&
        !p->hooks->pick(p->hooks->host, facts ? 0 : (int)move_number(m), p, facts, move_extra(m), effects, EFFECTS_MAX,
                        &count, words)) {
        p->hooks->failed = true;
    }
}

static void write_listed(const position *p, move m, char *words)
{
    const game *g = p->game;
    char own[LISTED_TEXT_MAX];
    picked_text(p, m, NULL, own);
    if (own[0]) {
        snprintf(words, MOVE_TEXT_MAX, "%s", own);
    } else {
        unsigned from = move_from(m);
        snprintf(words, MOVE_TEXT_MAX, "%s%s", from < (unsigned)g->cells ? g->topology.names[from] : "@",
                 g->topology.names[move_to(m)]);
    }
}

static void write_roll(const dice_outcome *o, char *words)
{
    int length = snprintf(words, MOVE_TEXT_MAX, "roll ");
    for (int i = 0; i < DICE_MAX && o->faces[i]; i++) {
        length += snprintf(words + length, MOVE_TEXT_MAX - (size_t)length, "%s%d", i ? "-" : "", o->faces[i]);
    }
}

static void write_plain(const position *p, move m, char *words);

void notation_write(const position *p, move m, char *words)
{
    const game *g = p->game;
    write_plain(p, m, words);
    if (g->choice_count && move_kind_of(m) != MOVE_HOOK && move_kind_of(m) != MOVE_PASS) {
        char own[LISTED_TEXT_MAX] = "";
        move_facts facts;
        position *spare = (position *)(uintptr_t)p;
        if (g->core->choice_facts(spare, m, &facts)) {
            undo u;
            g->core->play_base(spare, m, &u);
            picked_text(spare, m, &facts, own);
            g->core->undo(spare, &u);
            size_t used = strlen(words);
            snprintf(words + used, MOVE_TEXT_MAX - used, "%s", own);
        }
    }
}

static void write_plain(const position *p, move m, char *words)
{
    const game *g = p->game;
    const char *const *names = g->topology.names;
    size_t room = MOVE_TEXT_MAX;
    unsigned from = move_from(m), to = move_to(m);
    switch (move_kind_of(m)) {
    case MOVE_DROP:
        snprintf(words, room, "%s@%s", g->man_text[game_man(g, 0, (int)move_into(m) - 1)], names[to]);
        return;
    case MOVE_CLAIM:
        snprintf(words, room, "claim-%s", g->endings[move_number(m)].rule->claim);
        return;
    case MOVE_CASTLE: {
        const castling *c = &g->castlings[move_number(m)];
        bool capture = g->rules->castlings[c->rule].written_as_capture;
        snprintf(words, room, "%s%s", names[from], names[capture ? c->partner_from : to]);
        return;
    }
    case MOVE_PASS:
        snprintf(words, room, "%s", p->more.ply ? g->rules->turn.closed_word : g->rules->turn.pass_word);
        return;
    case MOVE_ROLL:
        write_roll(&g->outcomes[move_number(m)], words);
        return;
    case MOVE_HOOK:
        write_listed(p, m, words);
        return;
    case MOVE_LOCUST:
        /* The way matters: the cell of the taken man is written between. */
        snprintf(words, room, "%s%s%s", names[from], names[move_aux(m)], names[to]);
        return;
    default: {
        const char *into = "";
        if (move_kind_of(m) == MOVE_TURN && !move_into(m)) {
            snprintf(words, room, "x%s", names[from]); /* a man of one's own is taken off */
            return;
        }
        if (move_into(m)) {
            const game_type *old = &g->type[g->man_type[p->board[from]]];
            into = promotion_text(g, old, &g->type[move_into(m) - 1]);
        }
        snprintf(words, room, "%s%s%s", names[from], names[to], into);
        return;
    }
    }
}

move notation_find(const position *p, const move_list *list, const char *words)
{
    for (size_t i = 0; i < list->count; i++) {
        char own[MOVE_TEXT_MAX];
        notation_write(p, list->moves[i], own);
        if (strcmp(own, words) == 0) {
            return list->moves[i];
        }
    }
    return MOVE_NONE;
}
