/* Reasons of moves and of results, as data and as text. */
#include <stdlib.h>
#include <string.h>

#include "api/ferz_internal.h"
#include "explain/explain.h"

struct ferz_reasons {
    arena arena;
    reason_list list;
    bool answer; /* the move is legal, or the game is over */
};

static ferz_reasons *reasons_create(const ferz_game *p, ferz_language language, ferz_messages *messages)
{
    ferz_reasons *made = calloc(1, sizeof *made);
    if (!made) {
        messages_out_of_memory(messages);
        return NULL;
    }
    arena_init(&made->arena, 0);
    reason_list_init(&made->list, &made->arena, p->variant->variant->rules,
                     language == FERZ_RUSSIAN ? FACT_RUSSIAN : FACT_ENGLISH);
    return made;
}

ferz_reasons *ferz_game_why(ferz_game *p, const char *move_text, ferz_language language, ferz_messages *messages)
{
    if (MISSING(p)) {
        return NULL;
    }
    game_begin(p, messages, OPERATION_SHORT);
    ferz_reasons *made = reasons_create(p, language, messages);
    if (!made) {
        return NULL;
    }
    made->answer = move_text ? explain_move(&p->game_history, move_text, &made->list)
                             : explain_status(&p->game_history, &made->list);
    ferz_result result = made->arena.failed ? messages_out_of_memory(messages) : FERZ_OK;
    if (game_result(p, messages, result) != FERZ_OK) {
        ferz_reasons_free(made);
        return NULL;
    }
    return made;
}

void ferz_reasons_free(ferz_reasons *reasons)
{
    if (reasons) {
        arena_finish(&reasons->arena);
        free(reasons);
    }
}

bool ferz_reasons_answer(const ferz_reasons *reasons)
{
    return !MISSING(reasons) && reasons->answer;
}

size_t ferz_reasons_count(const ferz_reasons *reasons)
{
    return MISSING(reasons) ? 0 : reasons->list.count;
}

ferz_reason ferz_reasons_at(const ferz_reasons *reasons, size_t index)
{
    if (MISSING(reasons) || index >= reasons->list.count) {
        return (ferz_reason){.kind = "", .text = ""};
    }
    const reason *r = &reasons->list.items[index];
    return (ferz_reason){
        .kind = reason_name(r->kind),
        .text = r->sentence,
        .role = (ferz_reason_role)reason_role_of(r->kind),
        .file = r->at.source ? r->at.source->name : NULL,
        .line = r->at.source ? r->at.line : 0,
        .column = r->at.source ? r->at.column : 0,
        .cells = {r->cells[0], r->cells[1]},
        .piece = r->piece,
        .other_piece = r->by,
        .player = r->player,
        .other_player = r->owner,
        .key = r->key,
        .words = r->words,
        .number = r->number,
        .limit = r->limit,
    };
}

char *ferz_reasons_text(const ferz_reasons *reasons)
{
    if (MISSING(reasons)) {
        return NULL;
    }
    text out = {0};
    reason_list_put(&reasons->list, &out);
    return text_detach(&out);
}

void reasons_put_place(const ferz_reason *r, text *out)
{
    if (r->file) {
        text_print(out, " (%s:%u)", r->file, r->line);
    }
}

static char *explained(ferz_game *p, const char *move_text, bool *answer, ferz_messages *messages)
{
    ferz_reasons *reasons = ferz_game_why(p, move_text, messages_language(messages), messages);
    if (!reasons) {
        return NULL;
    }
    *answer = reasons->answer;
    char *words = ferz_reasons_text(reasons);
    ferz_reasons_free(reasons);
    if (!words) {
        messages_out_of_memory(messages);
    }
    return words;
}

char *ferz_game_explain_move(ferz_game *p, const char *move_text, bool *legal, ferz_messages *messages)
{
    return MISSING(p) || MISSING(move_text) || MISSING(legal) ? NULL : explained(p, move_text, legal, messages);
}

char *ferz_game_explain_status(ferz_game *p, bool *over, ferz_messages *messages)
{
    return MISSING(p) || MISSING(over) ? NULL : explained(p, NULL, over, messages);
}

/* ---- the kinds ---- */

size_t ferz_reason_kind_count(void)
{
    return REASON_KIND_COUNT;
}

ferz_reason_kind ferz_reason_kind_at(size_t index)
{
    if (index >= REASON_KIND_COUNT) {
        return (ferz_reason_kind){.name = "", .sentence = ""};
    }
    reason_kind kind = (reason_kind)index;
    return (ferz_reason_kind){reason_name(kind), (ferz_reason_role)reason_role_of(kind), reason_template(kind)};
}

const char *ferz_reason_role_name(ferz_reason_role role)
{
    static const char *const names[] = {
        [FERZ_REASON_VERDICT] = "verdict", [FERZ_REASON_REFUSAL] = "refusal", [FERZ_REASON_RULE] = "rule",
        [FERZ_REASON_EFFECT] = "effect",   [FERZ_REASON_ENDING] = "ending",   [FERZ_REASON_PHRASE] = "phrase"};
    return role < sizeof names / sizeof names[0] ? names[role] : "";
}
