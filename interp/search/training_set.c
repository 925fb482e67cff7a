#include "search/training_set.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { TEST_EVERY = 10, MIRROR_GAMES = 12, MIRROR_PLIES = 40 };

void training_set_finish(training_set *s)
{
    free(s->features);
    free(s->positions);
    *s = (training_set){0};
}

bool training_set_is_test(int game_number)
{
    return game_number % TEST_EVERY == TEST_EVERY - 1;
}

static bool reserve(training_set *s, size_t features, size_t positions)
{
    if (s->feature_count + features > s->feature_room) {
        size_t room = 2 * (s->feature_count + features);
        uint16_t *more = realloc(s->features, room * sizeof *more);
        s->failed |= !more;
        s->features = more ? more : s->features;
        s->feature_room = more ? room : s->feature_room;
    }
    if (s->count + positions > s->room) {
        size_t room = 2 * (s->count + positions);
        training_position *more = realloc(s->positions, room * sizeof *more);
        s->failed |= !more;
        s->positions = more ? more : s->positions;
        s->room = more ? room : s->room;
    }
    return !s->failed;
}

static int16_t clamped(int score)
{
    return (int16_t)weight_clamp(score, SCORE_EVAL_MAX);
}

void training_set_add(training_set *s, const network_layout *l, const position *p, int score, int formula)
{
    if (!reserve(s, l->active_max, 1)) {
        return;
    }
    int view = p->state.side_to_move, pieces = l->variant->core->count_all(p);
    size_t count = network_features(l, p, view, s->features + s->feature_count);
    s->positions[s->count++] = (training_position){
        .first = s->feature_count,
        .count = (uint16_t)count,
        .score = clamped(score),
        .formula = clamped(formula),
        .pieces = (uint8_t)(pieces < UINT8_MAX ? pieces : UINT8_MAX),
        .second_moves = view == 1,
    };
    s->feature_count += count;
}

/* Behind the others; `from` may be the set itself, at a place behind them. */
static training_position *take_position(training_set *s, const training_set *from, size_t index)
{
    const training_position *one = &from->positions[index];
    memmove(s->features + s->feature_count, from->features + one->first, one->count * sizeof *s->features);
    training_position *taken = &s->positions[s->count++];
    *taken = *one;
    taken->first = s->feature_count;
    s->feature_count += taken->count;
    return taken;
}

void training_set_add_game(training_set *s, const training_set *game, int number, int points)
{
    if (game->failed || !reserve(s, game->feature_count, game->count)) {
        s->failed = true;
        return;
    }
    const size_t step = s->step ? s->step : 1;
    for (size_t i = (size_t)number % step; i < game->count; i += step) {
        training_position *p = take_position(s, game, i);
        p->result = (uint8_t)(p->second_moves ? WHOLE_POINT - points : points);
        p->test = training_set_is_test(number);
    }
}

void training_set_thin(training_set *s)
{
    const size_t count = s->count;
    s->count = s->feature_count = 0;
    for (size_t i = 0; i < count; i += 2) {
        (void)take_position(s, s, i);
    }
    s->step = 2 * (s->step ? s->step : 1);
}

/* ---- as bytes, for the machine that wrote them ---- */

typedef struct set_head {
    uint64_t positions, features, position_size, step;
} set_head;

void training_set_write(const training_set *s, text *out)
{
    const set_head head = {s->count, s->feature_count, sizeof(training_position), s->step};
    text_add(out, (const char *)&head, sizeof head);
    if (s->count) {
        text_add(out, (const char *)s->positions, s->count * sizeof *s->positions);
        text_add(out, (const char *)s->features, s->feature_count * sizeof *s->features);
    }
}

bool training_set_read(training_set *s, const network_layout *l, const char *bytes, size_t length)
{
    set_head head;
    if (length < sizeof head) {
        return false;
    }
    memcpy(&head, bytes, sizeof head);
    length -= sizeof head;
    if (head.position_size != sizeof(training_position) || head.step > UINT32_MAX ||
        head.positions > length / sizeof(training_position) || head.features > length / sizeof(uint16_t) ||
        head.positions * sizeof(training_position) + head.features * sizeof(uint16_t) != length) {
        return false;
    }
    if (!reserve(s, (size_t)head.features + 1, (size_t)head.positions + 1)) {
        return false;
    }
    memcpy(s->positions, bytes + sizeof head, (size_t)head.positions * sizeof *s->positions);
    memcpy(s->features, bytes + sizeof head + (size_t)head.positions * sizeof *s->positions,
           (size_t)head.features * sizeof *s->features);
    s->count = (size_t)head.positions;
    s->feature_count = (size_t)head.features;
    s->step = (size_t)head.step;
    bool ok = true;
    for (size_t i = 0; i < s->count && ok; i++) {
        const training_position *p = &s->positions[i];
        ok = p->first <= s->feature_count && p->count <= s->feature_count - p->first && p->count <= l->active_max &&
             p->result <= WHOLE_POINT;
    }
    for (size_t i = 0; i < s->feature_count && ok; i++) {
        ok = s->features[i] < l->features;
    }
    if (!ok) {
        training_set_finish(s);
    }
    return ok;
}

/* ---- mirror images ---- */

static cell_id image_of(const topology *t, unsigned cell)
{
    return topology_at(t, t->columns - 1 - t->column[cell], t->row[cell], t->level[cell]);
}

/* The mirror image, with no rights and nothing but the board and the hands. False: it has none. */
static bool set_image(position *image, const position *p)
{
    const variant *v = p->variant;
    for (unsigned cell = 0; cell < (unsigned)v->cells; cell++) {
        cell_id to = image_of(&v->topology, cell);
        if (to == CELL_NONE) {
            return false;
        }
        v->core->put(image, to, p->board[cell]);
    }
    if (v->has_hands) {
        memcpy(position_hand(image), position_hand(p), (size_t)v->piece_ids * sizeof(uint16_t));
    }
    image->state = p->state;
    image->extra = p->extra;
    image->state.rights = 0;
    image->state.ep_count = 0;
    v->core->refresh(image);
    return true;
}

static bool agrees(const position *p, position *copy, position *image)
{
    const variant *v = p->variant;
    position_copy(copy, p);
    copy->state.rights = 0;
    copy->state.ep_count = 0;
    v->core->refresh(copy);
    return set_image(image, copy) && v->core->count(copy) == v->core->count(image);
}

bool training_mirrors(const game_history *start, const network_layout *l, uint64_t seed, fuel *budget)
{
    const variant *v = l->variant;
    if (v->rules->hook_count || v->topology.columns < 2) {
        return false; /* a script may ask where a piece stands */
    }
    random_source random = {seed};
    game_history h = {0};
    position *copy = position_create(v, NULL), *image = position_create(v, NULL);
    move *moves = malloc(v->moves_max * sizeof *moves);
    bool ok = copy && image && moves && game_history_init(&h, v, NULL);
    if (ok) {
        copy->fuel = image->fuel = h.position->fuel = budget;
    }
    for (int game = 0; ok && game < MIRROR_GAMES; game++) {
        ok = history_copy(&h, start) && history_reserve(&h, MIRROR_PLIES + 1);
        for (int ply = 0; ok && ply < MIRROR_PLIES; ply++) {
            ok = agrees(h.position, copy, image);
            move_list list = {moves, 0, v->moves_max, false};
            if (ok) {
                history_legal_moves(&h, &list, false);
            }
            if (!ok || list.count == 0) {
                break;
            }
            history_push(&h, moves[random_below(&random, (uint32_t)list.count)]);
        }
    }
    free(moves);
    position_destroy(copy);
    position_destroy(image);
    game_history_finish(&h);
    return ok;
}
