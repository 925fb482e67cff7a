#include "fuzz/generator/hostile.h"

#include <stdint.h>

typedef struct hostile {
    random_source *random;
    text *yaml, *script;
    unsigned size;   /* files and ranks */
    unsigned zones;  /* zone-0, zone-1, ... */
    unsigned pieces; /* p0, p1, ..., with the letters a, b, ... */
} hostile;

static unsigned below(hostile *h, unsigned bound)
{
    return random_below(h->random, bound);
}

static bool chance(hostile *h, unsigned percent)
{
    return below(h, 100) < percent;
}

/* Zones that name the ones before, many times. */
static void put_zones(hostile *h)
{
    h->zones = chance(h, 60) ? 1 + below(h, 40) : 0;
    text_put(h->yaml, h->zones ? "zones:\n" : "");
    for (unsigned i = 0; i < h->zones; i++) {
        unsigned width = 1 + below(h, 50);
        text_print(h->yaml, "  zone-%u: ", i);
        for (unsigned k = 0; k < width; k++) {
            text_print(h->yaml, "%s%s", k ? (chance(h, 30) ? " and " : ", ") : "", chance(h, 20) ? "not " : "");
            if (i && chance(h, 90)) {
                text_print(h->yaml, "zone-%u", chance(h, 80) ? i - 1 : below(h, i));
            } else {
                text_print(h->yaml, "ranks 1-%u", 1 + below(h, h->size));
            }
        }
        text_char(h->yaml, '\n');
    }
}

/* Legs that follow each other, most of them long. */
static void put_movement(hostile *h)
{
    enum { IN_A_PATH = 8 }; /* the others stand alone */
    static const char *const atoms[] = {"Q", "R", "B", "K", "W", "F", "R3", "B2", "N", "NN", "pR", "gB"};
    unsigned legs = chance(h, 70) ? 1 + below(h, 2) : 1 + below(h, 8);
    text_put(h->yaml, "\"");
    text_put(h->yaml, legs > 1 ? "[" : "");
    for (unsigned i = 0; i < legs; i++) {
        text_put(h->yaml, atoms[below(h, legs > 1 ? IN_A_PATH : sizeof atoms / sizeof *atoms)]);
        text_put(h->yaml, i + 1 == legs ? "" : chance(h, 60) ? "?" : "-");
    }
    text_put(h->yaml, legs > 1 ? "]\"" : "\"");
}

/* Promotions of one piece to all others, again and again. */
static void put_promotions(hostile *h, unsigned piece)
{
    static const char *const moments[] = {"reaches", "touches", "captures", "quiet"};
    unsigned rules = 1 + below(h, 30);
    text_put(h->yaml, ", promotes: [");
    for (unsigned i = 0; i < rules; i++) {
        text_print(h->yaml, "%s{", i ? ", " : "");
        if (h->zones && chance(h, 50)) {
            text_print(h->yaml, "on: zone-%u, ", below(h, h->zones));
        } else {
            text_put(h->yaml, "on: all, ");
        }
        if (chance(h, 30)) {
            text_print(h->yaml, "when: %s, ", moments[below(h, 4)]);
        }
        text_put(h->yaml, chance(h, 30) ? "optional: true, to: [" : "to: [");
        for (unsigned to = 0, written = 0; to < h->pieces; to++) {
            if (to != piece) {
                text_print(h->yaml, "%sp%u", written++ ? ", " : "", to);
            }
        }
        text_put(h->yaml, "]}");
    }
    text_char(h->yaml, ']');
}

static void put_pieces(hostile *h)
{
    h->pieces = 1 + below(h, 25);
    text_put(h->yaml, "pieces:\n");
    for (unsigned i = 0; i < h->pieces; i++) {
        text_print(h->yaml, "  p%u: {letter: %c, %smoves: ", i, 'a' + (int)i,
                   i == 0 && chance(h, 50) ? "royal: true, " : "");
        put_movement(h);
        if (h->pieces > 1 && chance(h, 40)) {
            put_promotions(h, i);
        }
        text_put(h->yaml, "}\n");
    }
}

/* Functions that work for long, near their budget or beyond it. */
static void put_script(hostile *h, const char *script_name)
{
    static const char *const moments[] = {"legal", "after", "moves", "choices", "made", "announce"};
    static const char *const answers[] = {"true", "nil", "{}", "{{from = 1, to = 2}}", "{{take = 1}}", "'text'"};
    if (!chance(h, 60)) {
        return;
    }
    text_print(h->yaml, "script: %s\n", script_name);
    if (chance(h, 40)) {
        text_put(h->yaml, "filter: hook slow\n");
    }
    if (chance(h, 70)) {
        text_print(h->yaml, "hooks: {slow: {at: %s}}\n", moments[below(h, 6)]);
    }
    static const unsigned turns[] = {10, 1000, 20000, 100000, 3000000};
    text_put(h->script, "--- Slow.\nfunction slow(a, b, c)\n  local n = 0\n");
    text_print(h->script, "  for i = 1, %u do n = n + i end\n", turns[below(h, 5)]);
    if (chance(h, 30)) {
        text_put(h->script, "  local t = {}\n  for i = 1, 1000 do t[i] = string.rep('x', 100) end\n");
    }
    text_print(h->script, "  return %s\nend\n", answers[below(h, 6)]);
}

/* A board with room, or one that is crowded. */
static void put_start(hostile *h)
{
    unsigned share = chance(h, 50) ? 3 : below(h, 100);
    text_put(h->yaml, "start: \"");
    for (unsigned row = 0; row < h->size; row++) {
        unsigned gap = 0;
        text_put(h->yaml, row ? "/" : "");
        for (unsigned column = 0; column < h->size; column++) {
            bool first = row == 0 && column == 0, last = row + 1 == h->size && column + 1 == h->size;
            if (!first && !last && !chance(h, share)) {
                gap++;
                continue;
            }
            if (gap) {
                text_print(h->yaml, "%u", gap);
                gap = 0;
            }
            unsigned piece = first || last || h->pieces < 2 ? 0 : 1 + below(h, h->pieces - 1);
            text_char(h->yaml, (char)((last || chance(h, 50) ? 'A' : 'a') + (int)piece));
        }
        if (gap) {
            text_print(h->yaml, "%u", gap);
        }
    }
    text_put(h->yaml, " w - - 0 1\"\nend: {stalemate: draw}\n");
}

void make_hostile(random_source *random, const char *script_name, text *yaml, text *script)
{
    static const unsigned sizes[] = {4, 8, 12, 20, 36};
    hostile h = {.random = random, .yaml = yaml, .script = script, .size = sizes[random_below(random, 5)]};
    text_print(yaml, "name: Hostile\nabout: Takes long.\nboard: {size: %ux%u}\n", h.size, h.size);
    put_zones(&h);
    put_pieces(&h);
    put_script(&h, script_name);
    put_start(&h);
}
