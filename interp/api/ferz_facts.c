/* What a variant is, as one struct. */
#include "api/ferz_internal.h"

#include "play/visibility.h"
#include "search/network.h"

#include <string.h>

static bool has_characters(const ruleset *rules)
{
    bool any = false;
    for (size_t i = 0; i < rules->piece_count; i++) {
        any = any || rules->pieces[i].character_count > 0;
    }
    return any;
}

static bool captures_to_hand(const variant *v)
{
    const size_t count = (size_t)v->piece_ids * (size_t)v->players;
    bool some = false;
    for (size_t i = 0; i < count && !some; i++) {
        some = v->captured_as[i] != 0;
    }
    return some;
}

static bool is_rectangular(const variant *v)
{
    const topology *t = &v->topology;
    bool whole = t->levels == 1 && t->cells == t->columns * t->rows && v->own_boards == 0;
    for (int i = 0; whole && i < t->cells; i++) {
        char name[8] = {(char)('a' + t->column[i] % 26)};
        int row = t->row[i] + 1;
        size_t length = 1;
        if (row > 9) {
            name[length++] = (char)('0' + row / 10);
        }
        name[length++] = (char)('0' + row % 10);
        whole = t->column[i] < 26 && strcmp(t->names[i], name) == 0;
    }
    return whole;
}

static const char *const movegens[] = {
    [MOVEGEN_MASKS] = "masks",
    [MOVEGEN_BY_PLAY] = "by play",
    [MOVEGEN_TURN_RULES] = "turn rules",
    [MOVEGEN_SETUP] = "setup, then masks",
    [MOVEGEN_JUMPS] = "masks; jumps are mandatory",
    [MOVEGEN_CAPTURES] = "masks; captures are mandatory",
};

bool variant_note_facts(ferz_variant *v)
{
    const ruleset *rules = v->rules;
    const variant *tables = v->variant;
    v->facts = (ferz_facts){
        .name = rules->id,
        .title = rules->title,
        .about = rules->about ? rules->about : "",
        .title_ru = rules->title_ru,
        .about_ru = rules->about_ru,
        .file = rules->path,
        .tuning_file = learned_file(&v->arena, v->learned, TUNING_ENDING),
        .network_file = learned_file(&v->arena, v->learned, NETWORK_ENDING),
        .parent = rules->parent,
        .start_fen = tables->start_fen,
        .fingerprint = v->fingerprint,
        .movegen = movegens[tables->movegen],
        .player_count = rules->player_count,
        .piece_count = (size_t)tables->types,
        .option_count = rules->option_count,
        .ending_count = rules->ending_count,
        .file_count = v->file_count,
        .hook_count = v->hook_count,
        .has_hands = tables->has_hands,
        .captures_to_hand = captures_to_hand(tables),
        .has_stacks = tables->has_stacks,
        .has_characters = has_characters(rules),
        .has_network = tables->network != NULL,
        .can_learn = network_suits(tables),
        .is_rectangular = is_rectangular(tables),
        .is_multi_ply = tables->multi_ply_turns,
        .hides_information = visibility_limited(tables),
        .has_tries = rules->visibility.tries,
    };
    return v->facts.tuning_file && v->facts.network_file;
}

const ferz_facts *ferz_variant_facts(const ferz_variant *v)
{
    return MISSING(v) ? NULL : &v->facts;
}
