#include "playtest/shard_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"

enum {
    BLOCK_BYTES = 1 << 16,
    LINE_BYTES_MAX = 1 << 24,
    SYNC_SECONDS = 5, /* between two times that games are made safe */
};

/* ---- the header ---- */

bool shard_parse(const char *written, uint64_t *shard, uint64_t *shards)
{
    long k = 0, n = 0;
    const char *at = written;
    bool ok = number_take(&at, 1, SHARDS_MAX, &k) == NUMBER_READ && *at++ == '/';
    ok = ok && number_take(&at, 1, SHARDS_MAX, &n) == NUMBER_READ && !*at && k <= n;
    *shard = ok ? (uint64_t)k - 1 : 0;
    *shards = ok ? (uint64_t)n : 0;
    return ok;
}

/* Says which word of the header is another one. */
static shard_fault say_foreign(const char *line, const char *wanted, text *why)
{
    size_t word = strcspn(line, " ");
    while (*line && strcspn(wanted, " ") == word && strncmp(line, wanted, word) == 0) {
        line += word + (line[word] == ' ');
        wanted += word + (wanted[word] == ' ');
        word = strcspn(line, " ");
    }
    text_put(why, "its games are of another run: `");
    text_add_safe(why, line, strcspn(line, " "));
    text_print(why, "` instead of `%.*s`", (int)strcspn(wanted, " "), wanted);
    return SHARD_FOREIGN;
}

static shard_fault read_header(const char *line, const shard_games *games, shard_found *found)
{
    static const char shard[] = " shard=";
    text identity = {0};
    games->put_identity(&identity, games->owner);
    const size_t length = identity.length;
    const char *at = line + length;
    shard_fault fault = SHARD_OK;
    if (strncmp(line, text_string(&identity), length) != 0 || strncmp(at, shard, sizeof shard - 1) != 0) {
        fault = say_foreign(line, text_string(&identity), &found->why);
    } else if (shard_parse(at + sizeof shard - 1, &found->shard, &found->shards)) {
        found->shard++;
    }
    text_finish(&identity);
    return fault;
}

/* ---- lines ---- */

typedef struct line_source {
    int file;
    char *bytes;
    size_t length, used, room;
    bool over, failed, no_memory;
} line_source;

/* The next whole line without its end; NULL: there is none. */
static char *next_line(line_source *s, size_t *length)
{
    for (;;) {
        char *end = s->length > s->used ? memchr(s->bytes + s->used, '\n', s->length - s->used) : NULL;
        if (end) {
            char *line = s->bytes + s->used;
            *end = '\0';
            *length = (size_t)(end - line);
            s->used += *length + 1;
            return line;
        }
        if (s->over || s->failed || s->no_memory) {
            return NULL;
        }
        if (s->used) {
            memmove(s->bytes, s->bytes + s->used, s->length - s->used);
            s->length -= s->used;
            s->used = 0;
        }
        if (s->room - s->length < BLOCK_BYTES) {
            const size_t room = s->room ? 2 * s->room : 4 * BLOCK_BYTES;
            char *bytes = room <= LINE_BYTES_MAX ? realloc(s->bytes, room) : NULL;
            s->no_memory = !bytes;
            s->bytes = bytes ? bytes : s->bytes;
            s->room = bytes ? room : s->room;
            if (!bytes) {
                return NULL;
            }
        }
        const ssize_t got = read(s->file, s->bytes + s->length, BLOCK_BYTES);
        s->failed = got < 0 && errno != EINTR;
        s->over = got == 0;
        s->length += got > 0 ? (size_t)got : 0;
    }
}

/* The payload of a line whose length and checksum are right. */
static const char *payload_of(const char *line, size_t length, uint32_t *check)
{
    enum { CHECK_DIGITS = 8 };
    const char *at = line;
    long size = 0;
    if (number_take(&at, 1, LINE_BYTES_MAX, &size) != NUMBER_READ || *at != ' ' ||
        length != (size_t)(at - line) + CHECK_DIGITS + 2 + (size_t)size) {
        return NULL;
    }
    const char *payload = at + CHECK_DIGITS + 2;
    char digits[CHECK_DIGITS + 3];
    *check = shard_check(payload, (size_t)size);
    (void)snprintf(digits, sizeof digits, " %08" PRIx32 " ", *check);
    return strlen(payload) == (size_t)size && strncmp(at, digits, CHECK_DIGITS + 2) == 0 ? payload : NULL;
}

static shard_fault add_line(const shard_games *games, const char *line, size_t length, uint64_t number,
                            shard_found *found)
{
    uint32_t check = 0;
    const char *payload = payload_of(line, length, &check);
    const shard_fault fault = payload ? games->add(games->owner, payload, check, found) : SHARD_DAMAGED;
    if (fault == SHARD_DAMAGED) {
        text_print(&found->why, "line %" PRIu64 " is damaged", number);
    }
    return fault;
}

shard_fault shard_read(int file, const shard_games *games, shard_found *found)
{
    line_source source = {.file = file};
    *found = (shard_found){0};
    shard_fault fault = SHARD_OK;
    size_t length;
    uint64_t number = 0;
    for (char *line; fault == SHARD_OK && (line = next_line(&source, &length)) != NULL;) {
        fault = ++number == 1 ? read_header(line, games, found) : add_line(games, line, length, number, found);
        found->bytes += fault == SHARD_OK ? length + 1 : 0;
    }
    if (fault == SHARD_OK && source.failed) {
        text_put(&found->why, strerror(errno));
        fault = SHARD_UNREADABLE;
    } else if (fault == SHARD_OK && source.no_memory) {
        text_print(&found->why, "line %" PRIu64 " is too long", number + 1);
        fault = SHARD_DAMAGED;
    }
    found->torn = source.length > source.used;
    free(source.bytes);
    return fault;
}

/* ---- writing ---- */

uint32_t shard_check(const char *bytes, size_t length)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < length; i++) {
        crc ^= (unsigned char)bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 1 ? crc >> 1 ^ UINT32_C(0xEDB88320) : crc >> 1;
        }
    }
    crc = ~crc;
    return crc ? crc : 1;
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec;
}

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t put = write(file, bytes, length);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        bytes += put > 0 ? put : 0;
        length -= put > 0 ? (size_t)put : 0;
    }
    return true;
}

shard_fault shard_open(shard_file *s, const char *path, const shard_games *games, uint64_t shard, uint64_t shards,
                       shard_found *found)
{
    *found = (shard_found){0};
    *s = (shard_file){.file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666), .synced = now()};
    if (s->file < 0) {
        text_put(&found->why, strerror(errno));
        return SHARD_UNREADABLE;
    }
    const shard_fault fault = shard_read(s->file, games, found);
    if (fault != SHARD_OK) {
        return fault;
    }
    text header = {0};
    if (found->bytes == 0) {
        games->put_identity(&header, games->owner);
        text_print(&header, " shard=%" PRIu64 "/%" PRIu64 "\n", shards ? shard + 1 : 1, shards ? shards : 1);
    }
    const bool ok = ftruncate(s->file, (off_t)found->bytes) == 0 && lseek(s->file, 0, SEEK_END) >= 0 &&
                    !header.failed && write_all(s->file, text_string(&header), header.length);
    text_finish(&header);
    if (!ok) {
        text_put(&found->why, strerror(errno));
    }
    return ok ? SHARD_OK : SHARD_UNREADABLE;
}

void shard_put_line(text *t, const char *payload, size_t length, uint32_t *check)
{
    *check = shard_check(payload, length);
    text_print(t, "%zu %08" PRIx32 " %s\n", length, *check, payload);
}

bool shard_append(shard_file *s, const char *line, size_t length)
{
    bool ok = write_all(s->file, line, length);
    if (ok && now() - s->synced >= SYNC_SECONDS) {
        ok = fsync(s->file) == 0;
        s->synced = now();
    }
    return ok;
}

bool shard_close(shard_file *s)
{
    const bool written = s->file < 0 || fsync(s->file) == 0, closed = s->file < 0 || close(s->file) == 0;
    s->file = -1;
    return written && closed;
}
