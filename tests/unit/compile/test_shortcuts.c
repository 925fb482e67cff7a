/* Shortcuts: which of them real games use, and that every feature is had and every shortcut used by some game. */
#include "unit/test.h"

#include "api/ferz_internal.h"
#include "compile/shortcuts.h"

#include <stdio.h>
#include <string.h>

static const char *const dirs[] = {FERZ_SOURCE_DIR "/rules", FERZ_SOURCE_DIR "/tests/samples", NULL};

static ferz_variant *load(const char *name, ferz_messages *messages)
{
    return ferz_variant_load(name, dirs, NULL, 0, 1, messages);
}

#define USES(name) (1u << SHORTCUT_##name)
#define SEEN USES(CAPTURES_SEEN)
#define SEARCH (USES(ALTERNATION) | USES(NULL_MOVE) | USES(FULL_SEE) | USES(MATERIAL))

TEST(games_use_what_is_right)
{
    static const struct {
        const char *name;
        unsigned used;
    } cases[] = {
        {"chess", USES(MASKS) | SEEN | USES(FIXED_OWNERS) | SEARCH},
        {"crazyhouse", USES(MASKS) | SEEN | USES(FIXED_OWNERS) | SEARCH},
        /* nobody may stand still who must capture, or who wins by losing */
        {"giveaway-all", USES(MASKS) | SEEN | USES(CAPTURES_FIRST) | USES(NO_TEST) | USES(FIXED_OWNERS) |
                             USES(ALTERNATION) | USES(FULL_SEE)},
        {"draughts-russian", USES(MASKS) | SEEN | USES(JUMPS_FIRST) | USES(NO_TEST) | USES(FIXED_OWNERS) |
                                 USES(ALTERNATION) | USES(MATERIAL)},
        /* what blows up is no exchange */
        {"atomic", USES(MASKS) | SEEN | USES(FIXED_OWNERS) | (SEARCH & ~USES(FULL_SEE))},
        {"marseillais", USES(TURN_MASKS) | SEEN | USES(FULL_SEE) | USES(MATERIAL)},
        {"dice-chess", USES(TURN_MASKS) | SEEN | USES(FULL_SEE) | USES(MATERIAL)},
        {"talleyrand", USES(STACK_MASKS) | USES(FIXED_OWNERS) | (SEARCH & ~USES(FULL_SEE))},
        {"circe", USES(UNHEARD) | SEARCH},
        {"ultima", USES(SAFE_STEPS) | SEEN | USES(FIXED_OWNERS) | (SEARCH & ~USES(FULL_SEE))},
        {"tic-tac-toe",
         USES(MASKS) | SEEN | USES(DROPS_ONLY) | USES(NO_TEST) | USES(FIXED_OWNERS) | (SEARCH & ~USES(NULL_MOVE))},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferz_messages *messages = ferz_messages_create(false);
        ferz_variant *v = load(cases[i].name, messages);
        if (!v) {
            fail_msg("%s does not load", cases[i].name);
        }
        if (v->variant->shortcuts != cases[i].used) {
            fail_msg("%s: shortcuts %#x, expected %#x", cases[i].name, (unsigned)v->variant->shortcuts, cases[i].used);
        }
        ferz_variant_free(v);
        ferz_messages_free(messages);
    }
}

/* A shortcut is either used or broken by something that can be named. */
TEST(what_is_not_used_has_a_reason)
{
    ferz_messages *messages = ferz_messages_create(false);
    ferz_list_entry *games = NULL;
    size_t count = ferz_list(dirs, &games, messages);
    uint8_t had[sizeof(((variant *)0)->features)] = {0};
    unsigned used = 0;
    for (size_t i = 0; i < count; i++) {
        ferz_variant *v = load(games[i].name, messages);
        ferz_shortcut s;
        for (size_t k = 0; v && ferz_variant_shortcut(v, k, &s); k++) {
            assert_int_equal(s.used, s.broken_by == 0);
            assert_string_not_equal(ferz_variant_breaks(v, k, 0), s.broken_by ? "" : "-");
            assert_string_equal(ferz_variant_breaks(v, k, s.broken_by), "");
        }
        for (size_t k = 0; v && k < sizeof had; k++) {
            had[k] = (uint8_t)(had[k] | v->variant->features[k]);
        }
        used |= v ? v->variant->shortcuts : 0;
        ferz_variant_free(v);
    }
    for (int i = 0; i < feature_count(); i++) {
        if (!(had[i / 8] >> i % 8 & 1)) {
            print_message("no game has: %s\n", feature_text(i));
        }
    }
    assert_int_equal(used, (1u << SHORTCUTS) - 1);
    ferz_list_free(games, count);
    ferz_messages_free(messages);
}
