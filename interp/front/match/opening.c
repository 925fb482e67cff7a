#include "front/match/opening.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "front/file.h"

enum {
    TRIES = 200, /* random moves may end the game too soon; then others are drawn */
    BYTES_MAX = 64 << 20,
};

static const char *first_message(const ferz_messages *messages, const char *otherwise)
{
    return ferz_messages_count(messages) ? ferz_messages_at(messages, 0).text : otherwise;
}

static bool is_over(ferz_play *play, ferz_messages *messages)
{
    ferz_status status;
    return ferz_play_status(play, &status, messages) != FERZ_OK || status.outcome != FERZ_ONGOING;
}

/* ---- from a file ---- */

/* The first four words of `line`, with counters behind them: a position as EPD has it. */
static void put_position(text *t, const char *line)
{
    for (int word = 0; word < 4 && *line; word++) {
        size_t length = strcspn(line, " \t");
        text_add(t, line, length);
        text_char(t, ' ');
        line += length + strspn(line + length, " \t");
    }
    text_put(t, "0 1");
}

/* Adds the position that the line holds. */
static bool add_line(opening_book *b, char *line, ferz_messages *messages, text *why)
{
    line[strcspn(line, ";\r\n")] = '\0';
    line += strspn(line, " \t");
    for (size_t n = strlen(line); n && strchr(" \t", line[n - 1]); n--) {
        line[n - 1] = '\0';
    }
    if (*line == '\0' || *line == '#') {
        return true;
    }
    ferz_play *play = ferz_play_create(b->game, line, messages);
    text shorter = {0};
    if (!play && ferz_messages_result(messages) == FERZ_NO) {
        put_position(&shorter, line);
        ferz_messages *again = ferz_messages_create(false);
        play = again ? ferz_play_create(b->game, text_string(&shorter), again) : NULL;
        why->failed |= !again || ferz_messages_result(again) == FERZ_FAULT;
        ferz_messages_destroy(again);
    }
    why->failed |= ferz_messages_result(messages) == FERZ_FAULT;
    if (!play) {
        text_put(why, first_message(messages, "out of memory"));
    } else if (is_over(play, messages)) {
        text_put(why, "the game is over already in this position");
        ferz_play_destroy(play);
        play = NULL;
    }
    if (play) {
        text_put(&b->lines, shorter.length ? text_string(&shorter) : line);
        text_char(&b->lines, '\0');
        b->line_count++;
    }
    text_finish(&shorter);
    ferz_play_destroy(play);
    ferz_messages_clear(messages);
    return play != NULL;
}

bool opening_read(opening_book *b, const char *path, ferz_messages *messages, text *why, bool *missing)
{
    text trouble = {0};
    FILE *file = file_open_plain(path, &trouble);
    char *line = NULL;
    size_t room = 0, number = 0, bytes = 0;
    ssize_t length;
    *missing = !file;
    if (!file) {
        text_print(why, "%s: %s", path, text_string(&trouble));
        text_finish(&trouble);
        return false;
    }
    bool good = true;
    while (good && (length = getline(&line, &room, file)) >= 0) {
        static const char mark[] = "\xEF\xBB\xBF"; /* a byte order mark, as some editors write it */
        bool marked = number++ == 0 && length >= 3 && memcmp(line, mark, 3) == 0;
        bytes += (size_t)length;
        text place = {0};
        good = bytes <= BYTES_MAX && memchr(line, '\0', (size_t)length) == NULL &&
               add_line(b, line + (marked ? 3 : 0), messages, &place);
        *missing |= place.failed;
        if (!good) {
            text_print(why, "%s:%zu: %s", path, number,
                       bytes > BYTES_MAX   ? "too much"
                       : place.failed      ? "out of memory"
                       : place.length == 0 ? "there is a NUL byte in this line"
                                           : text_string(&place));
        }
        text_finish(&place);
    }
    if (good && ferror(file)) {
        *missing = true;
        text_print(why, "%s: %s", path, strerror(errno));
        good = false;
    } else if (good && b->line_count == 0) {
        text_print(why, "%s: it holds no position", path);
        good = false;
    }
    free(line);
    fclose(file);
    if (good && b->lines.failed) {
        *missing = true;
        text_put(why, "out of memory");
    }
    return good && !b->lines.failed;
}

void opening_finish(opening_book *b)
{
    text_finish(&b->lines);
}

const char *opening_from(const opening_book *b, size_t index)
{
    if (!b->line_count) {
        return ferz_game_start(b->game);
    }
    const char *at = text_string(&b->lines);
    for (index %= b->line_count; index--;) {
        at += strlen(at) + 1;
    }
    return at;
}

/* ---- random moves ---- */

/* Plays a move drawn at random, or a throw of dice. False when there is none, or something failed. */
static bool play_random(ferz_play *play, random_source *chance, ferz_messages *messages)
{
    ferz_throw thrown;
    if (ferz_play_throw(play, random_next(chance), &thrown)) {
        return ferz_play_move(play, thrown.move, messages) == FERZ_OK;
    }
    size_t count, seen = 0;
    char *moves = ferz_play_moves(play, &count, messages);
    const char *chosen = NULL, *move = moves;
    for (size_t i = 0; move && i < count; i++, move += strlen(move) + 1) {
        if (strncmp(move, "claim-", 6) != 0 && random_below(chance, (uint32_t)++seen) == 0) {
            chosen = move;
        }
    }
    bool good = chosen && ferz_play_move(play, chosen, messages) == FERZ_OK;
    ferz_free(moves);
    return good;
}

ferz_play *opening_play(const opening_book *b, size_t index, ferz_messages *messages, text *why)
{
    random_source seeds = {b->seed ^ (index * UINT64_C(0x9E3779B97F4A7C15))};
    random_source chance = {random_next(&seeds)};
    ferz_messages_clear(messages);
    for (int turn = 0; turn < TRIES; turn++) {
        ferz_play *play = ferz_play_create(b->game, opening_from(b, index), messages);
        if (!play) {
            text_put(why, first_message(messages, "out of memory"));
            return NULL;
        }
        size_t played = 0;
        while (played < b->plies && !is_over(play, messages) && play_random(play, &chance, messages)) {
            played++;
        }
        if (played == b->plies && !is_over(play, messages)) {
            return play;
        }
        ferz_play_destroy(play);
    }
    text_print(why, "no %zu random plies were found that do not end the game", b->plies);
    return NULL;
}
