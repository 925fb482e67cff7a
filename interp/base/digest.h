/* Digest: SHA-256 (FIPS 180-4), to tell one set of rules from another. */
#ifndef FERZ_BASE_DIGEST_H
#define FERZ_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

typedef struct digest {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} digest;

enum { DIGEST_TEXT = 64 }; /* hexadecimal digits */

void digest_begin(digest *d);
void digest_add(digest *d, const void *bytes, size_t length);
/* Writes the digits and a NUL. */
void digest_end(digest *d, char words[DIGEST_TEXT + 1]);

#endif
