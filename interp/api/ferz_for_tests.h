/* What tests alone ask of the library. It is not exported: they link the archive in which all names are visible. */
#ifndef FERZ_API_FERZ_FOR_TESTS_H
#define FERZ_API_FERZ_FOR_TESTS_H

#include "ferz.h"

/* ferz_game_perft by play: each leaf is listed, made and undone. What is counted by masks must be the same. */
ferz_result game_perft_by_play(ferz_game *game, int depth, uint64_t *nodes, ferz_messages *messages);

#endif
