#include "cli/shards.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

int shards_init(shards *s, const options *o, output *out)
{
    const bool shard = o->value[OPTION_SHARD], merge = o->value[OPTION_MERGE];
    *s = (shards){.o = o, .out = out, .file = {.file = -1}};
    if (shard && !shard_parse(o->value[OPTION_SHARD], &s->shard, &s->of)) {
        return options_error(o->command, out, NULL, "--shard takes K/N, such as 3/10, not \"%s\"",
                             o->value[OPTION_SHARD]);
    }
    if (shard && !o->value[OPTION_OUTPUT]) {
        return options_error(o->command, out, NULL, "--shard needs --output FILE: its games are added there");
    }
    if (shard && merge) {
        return options_error(o->command, out, NULL, "--shard plays and --merge reads: one at a time");
    }
    if (merge == (o->argument_count == 1)) {
        return options_error(o->command, out, NULL, merge ? "--merge needs files" : "files need --merge");
    }
    return STATUS_OK;
}

int shards_status(output *out, const char *path, shard_fault fault, shard_found *found)
{
    if (fault != SHARD_OK) {
        output_error(out, "%s: %s", path, found->why.length ? text_string(&found->why) : "out of memory");
    }
    text_finish(&found->why);
    return fault == SHARD_OK                                       ? STATUS_OK
           : fault == SHARD_UNREADABLE || fault == SHARD_NO_MEMORY ? STATUS_SYSTEM_ERROR
                                                                   : STATUS_REJECTED;
}

int shards_open(shards *s)
{
    const char *path = s->o->value[OPTION_OUTPUT];
    shard_found found;
    const shard_fault fault = shard_open(&s->file, path, &s->games, s->shard, s->of, &found);
    return shards_status(s->out, path, fault, &found);
}

bool shards_keep(shards *s, const char *line, size_t length)
{
    return shard_append(&s->file, line, length);
}

int shards_close(shards *s, int status)
{
    if (!shard_close(&s->file) && status == STATUS_OK) {
        output_error(s->out, "%s: %s", s->o->value[OPTION_OUTPUT], strerror(errno));
        return STATUS_SYSTEM_ERROR;
    }
    return status;
}

int shards_merge(shards *s)
{
    int status = STATUS_OK;
    for (size_t i = 1; i < s->o->argument_count; i++) {
        const char *path = s->o->arguments[i];
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) {
            output_error(s->out, "%s: %s", path, strerror(errno));
            status = STATUS_SYSTEM_ERROR;
            continue;
        }
        shard_found found;
        const shard_fault fault = shard_read(file, &s->games, &found);
        s->of = i == 1 || s->of == found.shards ? found.shards : 0;
        const int one = shards_status(s->out, path, fault, &found);
        status = one > status ? one : status;
        (void)close(file);
    }
    return status;
}

void shards_say_missing(const shards *s, uint64_t missing, uint64_t total,
                        bool (*has_all)(const void *owner, uint64_t shard, uint64_t of))
{
    if (!missing) {
        return;
    }
    output_error(s->out, "%" PRIu64 " of %" PRIu64 " games are missing", missing, total);
    for (uint64_t shard = 0; shard < s->of; shard++) {
        if (!has_all(s->games.owner, shard, s->of)) {
            output_error(s->out, "not all games of --shard %" PRIu64 "/%" PRIu64 " are there", shard + 1, s->of);
        }
    }
}
