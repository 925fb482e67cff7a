/* Saved game: a game in progress as a small text file.
 *
 *   ferz game 1
 *   game: chess
 *   set: repetition=automatic      (a line for each setting, perhaps none)
 *   start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *   moves: e2e4 e7e5
 *
 * Files of other people are not trusted: one wrong byte rejects the whole file, and the message names the line.
 */
#ifndef FERZ_CLI_SAVED_GAME_H
#define FERZ_CLI_SAVED_GAME_H

#include "cli/file.h"
#include "cli/output.h"

/* A zeroed one is empty. Strings point into `bytes` and `moves`. */
typedef struct saved_game {
    char *bytes; /* the file, split into strings; owned */
    const char *variant;
    ferz_setting *settings; /* owned */
    size_t setting_count;
    const char *start;
    text moves; /* each ended by a NUL */
    size_t move_count;
} saved_game;

/* Both report errors to `out` and return false. */
bool saved_game_read(saved_game *g, const char *path, output *out);
/* The file is written completely or not at all. */
bool saved_game_write(const char *path, const text *content, file_mode mode, output *out);
void saved_game_finish(saved_game *g);

/* The text of such a file; the moves are those of `game`. */
void saved_game_put(text *content, const char *variant, const ferz_setting *settings, size_t setting_count,
                    const char *start, const ferz_game *game);

#endif
