#include "playtest/board_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "playtest/report_names.h"

extern const char text_playtest_report_style[], text_playtest_report_boards[];

enum { FRAMES_MAX = 600, CELL_PIXELS = 40 };

/* ---- the document ---- */

void board_page_begin(board_page *b, page *p, const char *title)
{
    *b = (board_page){.page = p};
    page_raw(p, "<!DOCTYPE html>\n<html lang=\"");
    page_raw(p, p->russian ? "ru" : "en");
    page_raw(p,
             "\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    if (p->form == PAGE_HTML) {
        page_escape(p->out, title);
    }
    page_raw(p, "</title>\n<style>\n");
    page_raw(p, text_playtest_report_style);
    page_raw(p, "</style>\n</head>\n<body>\n");
}

bool board_page_end(board_page *b)
{
    page *p = b->page;
    if (b->count) {
        page_raw(p, "<script>\nconst lines = [");
        for (size_t i = 0; i < b->count; i++) {
            page_raw(p, i ? ",\n" : "");
            text_json(p->out, b->lines[i], strlen(b->lines[i]));
        }
        page_raw(p, "];\n");
        page_raw(p, text_playtest_report_boards);
        page_raw(p, "</script>\n");
    }
    page_raw(p, "</body>\n</html>\n");
    free(b->lines);
    free(b->table);
    return !b->failed;
}

/* ---- scores as bars ---- */

static const char *row_name(page *p, const report *r, const strength_report *s, int side)
{
    const char *name = page_side(p, r->plan, side);
    return s->nodes ? page_format(p, "%s %" PRIu64, name, s->nodes)
                    : page_format(p, "%s %s", name, page_say(p, "random"));
}

static void put_score_block(page *p, const report *r)
{
    page_block(p, "scores");
    json_real(p->out, "fair", report_fair(r));
    json_open(p->out, "scores", JSON_ARRAY);
    for (size_t row = 0; row < r->plan->strengths * r->plan->sides; row++) {
        const strength_report *s = &r->strengths[row / r->plan->sides];
        const int side = (int)(row % r->plan->sides);
        const estimate *e = &s->seats[side].score;
        json_open(p->out, NULL, JSON_OBJECT);
        json_string(p->out, "words", row_name(p, r, s, side));
        json_real(p->out, "value", e->value);
        json_real(p->out, "low", e->low);
        json_real(p->out, "high", e->high);
        json_close(p->out, JSON_OBJECT);
    }
    json_close(p->out, JSON_ARRAY);
    json_close(p->out, JSON_OBJECT);
}

static void put_score_picture(page *p, const report *r)
{
    enum { WIDTH = 400, ROW = 22, LEFT = 110 };
    const int rows = (int)(r->plan->strengths * r->plan->sides);
    const double fair = report_fair(r);
    text_print(p->out, "<svg class=\"scores\" viewBox=\"0 0 %d %d\" role=\"img\">\n", WIDTH + LEFT + 10,
               rows * ROW + 4);
    text_print(p->out, "<path class=\"fair\" d=\"M%.1f 0V%d\"/>\n", LEFT + WIDTH * fair, rows * ROW);
    for (int row = 0; row < rows; row++) {
        const strength_report *s = &r->strengths[(size_t)row / r->plan->sides];
        const int side = row % (int)r->plan->sides, y = row * ROW + ROW / 2;
        const estimate *e = &s->seats[side].score;
        text_print(p->out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 6, y + 4);
        page_escape(p->out, row_name(p, r, s, side));
        text_print(p->out,
                   "</text>\n<path class=\"interval\" d=\"M%.1f %dH%.1f\"/><circle cx=\"%.1f\" cy=\"%d\" r=\"4\"/>\n",
                   LEFT + WIDTH * e->low, y, LEFT + WIDTH * e->high, LEFT + WIDTH * e->value, y);
    }
    page_raw(p, "</svg>\n");
}

void board_page_put_scores(board_page *b, const report *r)
{
    if (b->page->form == PAGE_BLOCKS) {
        put_score_block(b->page, r);
    } else if (b->page->form == PAGE_HTML) {
        put_score_picture(b->page, r);
    }
}

/* ---- games ---- */

static uint64_t hash_of(const char *bytes, size_t length)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
    }
    return hash ^ hash >> 29;
}

static bool reserve(board_page *b)
{
    if (b->count < b->room) {
        return true;
    }
    const size_t room = b->room ? 2 * b->room : 512, table_room = 4 * room;
    const char **lines = realloc(b->lines, room * sizeof *lines);
    b->lines = lines ? lines : b->lines;
    uint32_t *table = calloc(table_room, sizeof *table);
    if (!lines || !table) {
        free(table);
        return false;
    }
    free(b->table);
    b->table = table;
    b->room = room;
    b->table_room = table_room;
    for (size_t i = 0; i < b->count; i++) {
        size_t at = (size_t)hash_of(b->lines[i], strlen(b->lines[i])) & (table_room - 1);
        while (table[at]) {
            at = (at + 1) & (table_room - 1);
        }
        table[at] = (uint32_t)i + 1;
    }
    return true;
}

static size_t number_of(board_page *b, const char *line, size_t length)
{
    if (!reserve(b)) {
        b->failed = true;
        return 0;
    }
    size_t at = (size_t)hash_of(line, length) & (b->table_room - 1);
    for (; b->table[at]; at = (at + 1) & (b->table_room - 1)) {
        const char *known = b->lines[b->table[at] - 1];
        if (strncmp(known, line, length) == 0 && !known[length]) {
            return b->table[at] - 1;
        }
    }
    const char *kept = arena_text(&b->page->arena, line, length);
    if (!kept) {
        b->failed = true;
        return 0;
    }
    b->lines[b->count] = kept;
    b->table[at] = (uint32_t)++b->count;
    return b->count - 1;
}

static void put_frame(board_page *b, const ferz_variant *variant, const ferz_game *game, bool first)
{
    const ferz_picture options = {
        .struct_size = sizeof options, .piece = FERZ_NONE, .no_legend = true, .size = CELL_PIXELS};
    char *svg = ferz_variant_picture(variant, game, &options, NULL);
    text_put(b->page->out, first ? "[" : ",[");
    for (const char *line = svg; line && *line;) {
        const size_t length = strcspn(line, "\n");
        text_print(b->page->out, "%s%zu", line == svg ? "" : ",", number_of(b, line, length));
        line += length + (line[length] == '\n');
    }
    text_char(b->page->out, ']');
    b->failed |= !svg;
    ferz_free(svg);
}

static void put_game_block(page *p, const report *r, const kept_game *kept, const char *words)
{
    text move = {0};
    page_block(p, "game");
    json_string(p->out, "game", ferz_variant_facts(r->plan->variant)->name);
    json_unsigned(p->out, "number", kept->number);
    json_string(p->out, "words", words);
    json_open(p->out, "moves", JSON_ARRAY);
    for (const char *at = kept->line; record_next_move(&at, &move);) {
        json_string(p->out, NULL, text_string(&move));
    }
    json_close(p->out, JSON_ARRAY);
    json_close(p->out, JSON_OBJECT);
    p->out->failed |= move.failed;
    text_finish(&move);
}

static void put_game_figure(board_page *b, const report *r, const kept_game *kept)
{
    page *p = b->page;
    ferz_game *game = ferz_game_create(r->plan->variant, NULL, NULL);
    if (!game) {
        b->failed = true;
        return;
    }
    page_raw(p, "<figure class=\"game\" data-frames=\"[");
    put_frame(b, r->plan->variant, game, true);
    text move = {0};
    const char *at = kept->line;
    for (size_t frames = 0; frames < FRAMES_MAX && record_next_move(&at, &move); frames++) {
        if (ferz_game_move(game, text_string(&move), NULL) != FERZ_OK) {
            break;
        }
        put_frame(b, r->plan->variant, game, false);
    }
    text_finish(&move);
    ferz_game_free(game);
    page_raw(p, "]\"><div class=\"board\"></div><div class=\"keys\"><button>&#9198;</button><button>&#9664;</button>"
                "<output></output><button>&#9654;</button><button>&#9197;</button></div><figcaption>");
    page_escape(p->out, kept->line);
    page_raw(p, "</figcaption></figure>\n");
}

void board_page_put_game(board_page *b, const report *r, const kept_game *kept, const char *words)
{
    if (b->page->form == PAGE_BLOCKS) {
        put_game_block(b->page, r, kept, words);
        return;
    }
    page_paragraph(b->page, words);
    if (b->page->form == PAGE_HTML) {
        put_game_figure(b, r, kept);
    } else {
        page_paragraph(b->page, kept->line);
    }
}
