#include "match/opening.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "cli/file.h"
#include "base/move_tokens.h"

enum {
    ATTEMPTS_MAX = 200, /* random moves may end the game too soon; then they are drawn again */
    BYTES_MAX = 64 << 20,
};

static const char *first_message(const ferz_messages *messages, const char *otherwise)
{
    return ferz_messages_count(messages) ? ferz_messages_at(messages, 0).text : otherwise;
}

static bool is_over(ferz_game *game, ferz_messages *messages)
{
    ferz_status status;
    return ferz_game_status(game, &status, messages) != FERZ_OK || status.outcome != FERZ_ONGOING;
}

/* ---- from a file ---- */

/* The first four fields of `line` and default counters: an EPD as FEN. */
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

/* Adds the position of a line. */
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
    ferz_game *game = ferz_game_create(b->variant, line, messages);
    text epd = {0};
    if (!game && ferz_messages_result(messages) == FERZ_REJECTED) {
        put_position(&epd, line);
        ferz_messages *retry_messages = ferz_messages_create(false);
        game = retry_messages ? ferz_game_create(b->variant, text_string(&epd), retry_messages) : NULL;
        why->failed |= !retry_messages || ferz_messages_result(retry_messages) == FERZ_SYSTEM_ERROR;
        ferz_messages_free(retry_messages);
    }
    why->failed |= ferz_messages_result(messages) == FERZ_SYSTEM_ERROR;
    if (!game) {
        text_put(why, first_message(messages, "out of memory"));
    } else if (is_over(game, messages)) {
        text_put(why, "the game is over already in this position");
        ferz_game_free(game);
        game = NULL;
    }
    if (game) {
        text_put(&b->fens, epd.length ? text_string(&epd) : line);
        text_char(&b->fens, '\0');
        b->fen_count++;
    }
    text_finish(&epd);
    ferz_game_free(game);
    ferz_messages_clear(messages);
    return game != NULL;
}

bool opening_book_read(opening_book *b, const char *path, ferz_messages *messages, text *why, bool *unreadable)
{
    text error = {0};
    FILE *file = file_open_regular(path, &error);
    char *line = NULL;
    size_t room = 0, number = 0, bytes = 0;
    ssize_t length;
    *unreadable = !file;
    if (!file) {
        text_print(why, "%s: %s", path, text_string(&error));
        text_finish(&error);
        return false;
    }
    bool ok = true;
    while (ok && (length = getline(&line, &room, file)) >= 0) {
        static const char mark[] = "\xEF\xBB\xBF"; /* a byte order mark, as some editors write it */
        bool marked = number++ == 0 && length >= 3 && memcmp(line, mark, 3) == 0;
        bytes += (size_t)length;
        text location = {0};
        ok = bytes <= BYTES_MAX && memchr(line, '\0', (size_t)length) == NULL &&
             add_line(b, line + (marked ? 3 : 0), messages, &location);
        *unreadable |= location.failed;
        if (!ok) {
            text_print(why, "%s:%zu: %s", path, number,
                       bytes > BYTES_MAX      ? "too much"
                       : location.failed      ? "out of memory"
                       : location.length == 0 ? "there is a NUL byte in this line"
                                              : text_string(&location));
        }
        text_finish(&location);
    }
    if (ok && ferror(file)) {
        *unreadable = true;
        text_print(why, "%s: %s", path, strerror(errno));
        ok = false;
    } else if (ok && b->fen_count == 0) {
        text_print(why, "%s: no position found", path);
        ok = false;
    }
    free(line);
    fclose(file);
    if (ok && b->fens.failed) {
        *unreadable = true;
        text_put(why, "out of memory");
    }
    return ok && !b->fens.failed;
}

void opening_book_finish(opening_book *b)
{
    text_finish(&b->fens);
}

const char *opening_fen(const opening_book *b, size_t index)
{
    if (!b->fen_count) {
        return ferz_variant_facts(b->variant)->start_fen;
    }
    const char *at = text_string(&b->fens);
    for (index %= b->fen_count; index--;) {
        at += strlen(at) + 1;
    }
    return at;
}

/* ---- random moves ---- */

/* Plays a random move or a roll of dice. False when there is none, or after an error. */
static bool play_random(ferz_game *game, random_source *random, ferz_messages *messages)
{
    ferz_roll rolled;
    if (ferz_game_roll(game, random_next(random), &rolled)) {
        return ferz_game_move(game, rolled.move, messages) == FERZ_OK;
    }
    size_t count, seen = 0;
    char *moves = ferz_game_legal_moves(game, &count, messages);
    const char *chosen = NULL, *move = moves;
    for (size_t i = 0; move && i < count; i++, move += strlen(move) + 1) {
        if (!move_is_claim(move) && random_below(random, (uint32_t)++seen) == 0) {
            chosen = move;
        }
    }
    bool ok = chosen && ferz_game_move(game, chosen, messages) == FERZ_OK;
    ferz_free(moves);
    return ok;
}

ferz_game *opening_game(const opening_book *b, size_t index, ferz_messages *messages, text *why)
{
    random_source seeds = {b->seed ^ (index * UINT64_C(0x9E3779B97F4A7C15))};
    random_source random = {random_next(&seeds)};
    ferz_messages_clear(messages);
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        ferz_game *game = ferz_game_create(b->variant, opening_fen(b, index), messages);
        if (!game) {
            text_put(why, first_message(messages, "out of memory"));
            return NULL;
        }
        size_t played = 0;
        while (played < b->random_plies && !is_over(game, messages) && play_random(game, &random, messages)) {
            played++;
        }
        if (played == b->random_plies && !is_over(game, messages)) {
            return game;
        }
        ferz_game_free(game);
    }
    text_print(why, "no %zu random plies were found that do not end the game", b->random_plies);
    return NULL;
}
