/* Shard file: games in a file, a line each, so that many machines may play them.
 *
 * The first line says what all games follow from. Each further line begins with its length and its checksum. A file that was cut
 * off in the middle of a line, because somebody pulled the plug, has lost that game alone. */
#ifndef FERZ_PLAYTEST_SHARD_FILE_H
#define FERZ_PLAYTEST_SHARD_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum { SHARDS_MAX = 100000000 };

/* "K/N": part K of N, from 1. `*shard` counts from 0. False where it is not written so. */
bool shard_parse(const char *written, uint64_t *shard, uint64_t *shards);

typedef enum shard_fault {
    SHARD_OK,
    SHARD_UNREADABLE, /* see errno in `why` */
    SHARD_FOREIGN,    /* of other rules, another version, other options */
    SHARD_DAMAGED,    /* a line in the middle is not what was written */
    SHARD_CONFLICT,   /* a game differs from the same game of another file */
    SHARD_NO_MEMORY,
} shard_fault;

typedef struct shard_found {
    uint64_t games, repeated; /* added, and known before */
    uint64_t shard, shards;   /* of the header */
    uint64_t bytes;           /* whole lines; what is behind them was cut off */
    bool torn;
    text why;
} shard_found;

/* Whose games are in a file. */
typedef struct shard_games {
    /* The beginning of the first line: all that the games follow from, as words. */
    void (*put_identity)(text *t, const void *owner);
    /* Takes what was written of a game; SHARD_DAMAGED where it cannot be that. Counts it in `found`; may say `why`. */
    shard_fault (*add)(void *owner, const char *payload, uint32_t check, shard_found *found);
    void *owner;
} shard_games;

/* Adds the games of a file to their owner. `found->why` is freed with text_finish. An empty file has no games. */
shard_fault shard_read(int file, const shard_games *games, shard_found *found);

/* A file that games are added to: its own first, then those that are played. */
typedef struct shard_file {
    int file;
    double synced; /* when all was safe on the disk last */
} shard_file;
/* Reads what is there, cuts off a torn line, and writes the header of an empty file. */
shard_fault shard_open(shard_file *s, const char *path, const shard_games *games, uint64_t shard, uint64_t shards,
                       shard_found *found);
/* A game as a line; `*check` is the checksum of the payload. */
void shard_put_line(text *t, const char *payload, size_t length, uint32_t *check);
bool shard_append(shard_file *s, const char *line, size_t length);
bool shard_close(shard_file *s);

/* The checksum of bytes: CRC-32 as in zip; never 0. */
uint32_t shard_check(const char *bytes, size_t length);

#endif
