/* Bits: sets of cells of a width fixed at compile time, by value.
 *
 * Included by core.c only, which defines CORE_WORDS (64-bit words in a set). With one word the compiler keeps a set in a
 * register; with more the loops unroll. The layout is that of game.h's sets.
 */
#ifndef FERZ_GAME_BITS_H
#define FERZ_GAME_BITS_H

#include <stdbool.h>
#include <stdint.h>

#ifndef CORE_WORDS
#error "bits.h is for core.c: define CORE_WORDS"
#endif

typedef struct bits {
    uint64_t w[CORE_WORDS];
} bits;

/* Forced where speed is wanted and copies are small: checked code, and that of large boards, takes minutes to compile else. */
#if defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && CORE_WORDS <= 2 && !defined(FERZ_COVERAGE)
#define BITS_INLINE static inline __attribute__((always_inline, unused))
#else
#define BITS_INLINE static inline
#endif

/* Large functions that are compiled for several constants: each once, whoever calls them. */
#if defined(__GNUC__)
#define CORE_APART __attribute__((noinline))
#else
#define CORE_APART
#endif

BITS_INLINE int word_first(uint64_t w)
{
#if defined(__GNUC__)
    return __builtin_ctzll(w);
#else
    int n = 0;
    while (!(w >> n & 1)) {
        n++;
    }
    return n;
#endif
}
BITS_INLINE int word_last(uint64_t w)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(w);
#else
    int n = 63;
    while (!(w >> n & 1)) {
        n--;
    }
    return n;
#endif
}
BITS_INLINE int word_count(uint64_t w)
{
#if defined(__GNUC__)
    return __builtin_popcountll(w);
#else
    int n = 0;
    for (; w; w &= w - 1) {
        n++;
    }
    return n;
#endif
}

#define BITS_EACH for (int i_ = 0; i_ < CORE_WORDS; i_++)

BITS_INLINE bits bits_none(void)
{
    bits r;
    BITS_EACH r.w[i_] = 0;
    return r;
}
BITS_INLINE bits bits_all(void)
{
    bits r;
    BITS_EACH r.w[i_] = ~UINT64_C(0);
    return r;
}
BITS_INLINE bits bits_at(const uint64_t *words)
{
    bits r;
    BITS_EACH r.w[i_] = words[i_];
    return r;
}
BITS_INLINE bits bits_cell(unsigned cell)
{
    bits r = bits_none();
    r.w[cell >> 6] = UINT64_C(1) << (cell & 63);
    return r;
}
BITS_INLINE bits bits_and(bits a, bits b)
{
    BITS_EACH a.w[i_] &= b.w[i_];
    return a;
}
BITS_INLINE bits bits_or(bits a, bits b)
{
    BITS_EACH a.w[i_] |= b.w[i_];
    return a;
}
BITS_INLINE bits bits_without(bits a, bits b)
{
    BITS_EACH a.w[i_] &= ~b.w[i_];
    return a;
}
BITS_INLINE bool bits_empty(bits a)
{
    uint64_t any = 0;
    BITS_EACH any |= a.w[i_];
    return any == 0;
}
BITS_INLINE bool bits_meet(bits a, bits b)
{
    return !bits_empty(bits_and(a, b));
}
BITS_INLINE bool bits_equal(bits a, bits b)
{
    uint64_t any = 0;
    BITS_EACH any |= a.w[i_] ^ b.w[i_];
    return any == 0;
}
BITS_INLINE int bits_count(bits a)
{
    int n = 0;
    BITS_EACH n += word_count(a.w[i_]);
    return n;
}
/* At least one: is it just one? */
BITS_INLINE bool bits_single(bits a)
{
#if CORE_WORDS == 1
    return (a.w[0] & (a.w[0] - 1)) == 0;
#else
    return bits_count(a) == 1;
#endif
}
BITS_INLINE bool bits_has(bits a, unsigned cell)
{
    return a.w[cell >> 6] >> (cell & 63) & 1;
}
BITS_INLINE void bits_flip(bits *a, unsigned cell)
{
    a->w[cell >> 6] ^= UINT64_C(1) << (cell & 63);
}
#if CORE_WORDS <= 2
/* Every cell's number raised by so much, -63 to 63. */
BITS_INLINE bits bits_shift(bits a, int by)
{
#if CORE_WORDS == 1
    a.w[0] = by >= 0 ? a.w[0] << by : a.w[0] >> -by;
#else
    if (by > 0) {
        a.w[1] = a.w[1] << by | a.w[0] >> (64 - by);
        a.w[0] <<= by;
    } else if (by < 0) {
        a.w[0] = a.w[0] >> -by | a.w[1] << (64 + by);
        a.w[1] >>= -by;
    }
#endif
    return a;
}
#endif
/* The lowest cell; the set must not be empty. */
BITS_INLINE unsigned bits_first(bits a)
{
    unsigned i = 0;
    while (i + 1 < CORE_WORDS && !a.w[i]) {
        i++;
    }
    return i * 64 + (unsigned)word_first(a.w[i]);
}
/* The highest, likewise. */
BITS_INLINE unsigned bits_last(bits a)
{
    unsigned i = CORE_WORDS - 1;
    while (i > 0 && !a.w[i]) {
        i--;
    }
    return i * 64 + (unsigned)word_last(a.w[i]);
}
BITS_INLINE unsigned bits_pop(bits *a)
{
    unsigned i = 0;
    while (i + 1 < CORE_WORDS && !a->w[i]) {
        i++;
    }
    unsigned cell = i * 64 + (unsigned)word_first(a->w[i]);
    a->w[i] &= a->w[i] - 1;
    return cell;
}

#endif
