/* Shards: --shard and --merge of the commands whose games many machines can share. */
#ifndef FERZ_CLI_SHARDS_H
#define FERZ_CLI_SHARDS_H

#include "cli/options.h"
#include "cli/output.h"
#include "playtest/shard_file.h"

typedef struct shards {
    const options *o;
    output *out;
    shard_games games;
    uint64_t shard, of; /* part number `shard`, from 0, of so many; 0: all games are played here */
    shard_file file;    /* of the part; -1: none */
} shards;

/* Reads the options. A status. */
int shards_init(shards *s, const options *o, output *out);
/* Opens the file of --output: its games are added to `games`, and those that are played will be added to it. A status. */
int shards_open(shards *s);
/* For those who play: a line of shard_put_line. */
bool shards_keep(shards *s, const char *line, size_t length);
/* The status of a fault, which is told; frees `found->why`. */
int shards_status(output *out, const char *path, shard_fault fault, shard_found *found);
/* Closes the file; a status: the given one, or that of a fault. */
int shards_close(shards *s, int status);
/* Adds the games of all files on the command line. `of`: into how many parts they were divided; 0: it differs. A status. */
int shards_merge(shards *s);
/* Says that games are missing, and which parts lack some: `has_all` is asked for each. */
void shards_say_missing(const shards *s, uint64_t missing, uint64_t total,
                        bool (*has_all)(const void *owner, uint64_t shard, uint64_t of));

#endif
