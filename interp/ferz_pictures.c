/* Pictures of boards and of what men do, for those who show them. */
#include "ferz_internal.h"

#include "picture/marks.h"
#include "picture/svg.h"

#include <stdlib.h>

/* The public flags are those of the marks. */
_Static_assert((int)FERZ_MARK_MOVES == (int)MARK_MOVES && (int)FERZ_MARK_TAKES == (int)MARK_TAKES &&
                   (int)FERZ_MARK_OWN == (int)MARK_OWN && (int)FERZ_MARK_CLEAR == (int)MARK_CLEAR &&
                   (int)FERZ_MARK_RIDES == (int)MARK_RIDES && (int)FERZ_MARK_ENDLESS == (int)MARK_ENDLESS &&
                   (int)FERZ_MARK_HURDLE == (int)MARK_HURDLE && (int)FERZ_MARK_OVER == (int)MARK_OVER &&
                   (int)FERZ_MARK_PASSING == (int)MARK_PASSING && (int)FERZ_MARK_FIRST == (int)MARK_FIRST &&
                   (int)FERZ_MARK_CASTLES == (int)MARK_CASTLES && (int)FERZ_MARK_IF == (int)MARK_IF &&
                   (int)FERZ_MARK_SOME == (int)MARK_SOME && (int)FERZ_MARK_STAYS == (int)MARK_STAYS &&
                   (int)FERZ_MARK_HOOK == (int)MARK_HOOK && (int)FERZ_MARK_TURNS == (int)MARK_TURNS,
               "the public marks are those of interp/picture");

/* The man that a piece's index and a player mean; MAN_NONE when there is none. */
static man_id man_of(const game *g, size_t piece, size_t player)
{
    bool fits = piece < (size_t)g->types && player < (size_t)g->players;
    return fits ? game_man(g, (int)player, (int)piece) : (man_id)MAN_NONE;
}

size_t ferz_game_marks(const ferz_game *of, size_t piece, size_t player, size_t cell, ferz_mark *list, size_t room)
{
    man_id man = man_of(of->game, piece, player);
    marks found = {0};
    if (!man || cell >= (size_t)of->game->cells) {
        return 0;
    }
    marks_find(&found, of->game, man, (unsigned)cell);
    size_t count = found.failed ? SIZE_MAX : found.count;
    for (size_t i = 0; i < found.count && i < room; i++) {
        const mark *m = &found.list[i];
        list[i] = (ferz_mark){.cell = m->cell, .via = m->via, .flags = m->flags};
    }
    marks_finish(&found);
    return count;
}

size_t ferz_game_marks_cell(const ferz_game *of, size_t piece, size_t player)
{
    man_id man = man_of(of->game, piece, player);
    cell_id cell = man ? marks_best_cell(of->game, man) : (cell_id)CELL_NONE;
    return cell != CELL_NONE ? cell : man ? SIZE_MAX : 0;
}

/* What is wished, in the words of interp/picture; false after a message. `shown` [2][cells] is filled for it. */
static bool read_wish(const ferz_game *of, const ferz_play *play, const ferz_picture *wish, bool *shown, picture *p,
                      diag_list *diags)
{
    const struct game *g = of->game;
    size_t cells = (size_t)g->cells;
    *p = (picture){.g = g,
                   .p = play ? play->record.position : NULL,
                   .bare = wish->bare,
                   .no_legend = wish->no_legend,
                   .russian = wish->russian,
                   .size = wish->size ? wish->size : 48};
    bool below = wish->below >= 0 && wish->below < g->players;
    p->below = below ? wish->below : 0;
    if (wish->piece != FERZ_NOTHING) {
        bool fits = wish->piece >= 0 && wish->player >= 0 && wish->cell >= 0 && (size_t)wish->cell < cells;
        p->man = fits ? man_of(g, (size_t)wish->piece, (size_t)wish->player) : (man_id)MAN_NONE;
        p->cell = (cell_id)(p->man ? wish->cell : 0);
    }
    bool known = below && (wish->piece == FERZ_NOTHING || p->man) && p->size <= 1000;
    for (size_t i = 0; i < wish->highlighted_count; i++) {
        bool fits = wish->highlighted[i] < cells;
        known = known && fits;
        shown[fits ? wish->highlighted[i] : 0] |= fits;
    }
    if (!known) {
        diag_error(diags, CODE_UNKNOWN_CELL, (place){0},
                   "there is no such piece, player or cell, or a cell would be over 1000 pixels wide");
        return false;
    }
    p->highlighted = shown;
    size_t *last = play && !wish->no_last ? calloc(cells, sizeof *last) : NULL;
    if (play && !wish->no_last && !last) {
        diag_failure(diags, CODE_OUT_OF_MEMORY, "out of memory");
        return false;
    }
    size_t count = last ? ferz_play_last_cells(play, last, cells) : 0;
    for (size_t i = 0; i < count; i++) {
        shown[cells + last[i]] = true;
    }
    free(last);
    p->last = shown + cells;
    return true;
}

typedef bool draws(const picture *wish, text *out);

static char *draw(const ferz_game *of, const ferz_play *play, const ferz_picture *wish, ferz_messages *messages,
                  draws *with)
{
    diag_list diags;
    text out = {0};
    picture p;
    diag_list_init(&diags);
    bool *shown = calloc(2 * (size_t)of->game->cells, sizeof *shown);
    bool fine = shown && read_wish(of, play, wish, shown, &p, &diags);
    if (!shown || (fine && !with(&p, &out))) {
        fine = false;
        diag_failure(&diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    char *given = fine ? text_given(&out) : NULL;
    if (fine && !given) {
        diag_failure(&diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    messages_take(messages, &diags);
    diag_list_finish(&diags);
    text_finish(&out);
    free(shown);
    return given;
}

char *ferz_game_picture(const ferz_game *of, const ferz_play *play, const ferz_picture *wish, ferz_messages *messages)
{
    return draw(of, play, wish, messages, svg_draw);
}

char *ferz_game_marks_text(const ferz_game *of, const ferz_picture *wish, ferz_messages *messages)
{
    if (wish->piece == FERZ_NOTHING) {
        diag_list diags;
        diag_list_init(&diags);
        diag_error(&diags, CODE_UNKNOWN_PIECE, (place){0}, "marks are of some piece, and none is named");
        messages_take(messages, &diags);
        diag_list_finish(&diags);
        return NULL;
    }
    return draw(of, NULL, wish, messages, svg_draw_text);
}
