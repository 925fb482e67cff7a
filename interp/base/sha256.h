/* SHA-256 (FIPS 180-4), for fingerprints of rules. */
#ifndef FERZ_BASE_SHA256_H
#define FERZ_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[64];
} sha256;

enum { SHA256_HEX_LENGTH = 64 }; /* hexadecimal digits */

void sha256_init(sha256 *d);
void sha256_update(sha256 *d, const void *bytes, size_t length);
/* Writes the digits and a NUL. */
void sha256_final(sha256 *d, char hex[SHA256_HEX_LENGTH + 1]);

#endif
