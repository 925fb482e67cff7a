/* Bitboards: sets of cells, by value, of a width fixed at compile time.
 *
 * Only core.c includes this. It defines CORE_WORDS, the number of 64-bit words in a set. With one word the compiler
 * keeps a set in a register; with more, the loops unroll. The layout is that of the sets in compile/variant.h.
 */
#ifndef FERZ_CORE_BITBOARD_H
#define FERZ_CORE_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

#ifndef CORE_WORDS
#error "bitboard.h is for core.c: define CORE_WORDS"
#endif

typedef struct bitboard {
    uint64_t w[CORE_WORDS];
} bitboard;

/* Inlining is forced where sets are small and speed matters. In sanitizer builds and on large boards it would make
 * compiling take minutes. */
#if defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) && CORE_WORDS <= 2 && !defined(FERZ_COVERAGE)
#define BB_INLINE static inline __attribute__((always_inline, unused))
#else
#define BB_INLINE static inline
#endif

/* For large functions that are compiled once for each constant argument, not once for each caller. */
#if defined(__GNUC__)
#define CORE_NOINLINE __attribute__((noinline))
#else
#define CORE_NOINLINE
#endif

BB_INLINE int word_lsb(uint64_t w)
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
BB_INLINE int word_msb(uint64_t w)
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
BB_INLINE int word_popcount(uint64_t w)
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

#define BB_EACH_WORD for (int i_ = 0; i_ < CORE_WORDS; i_++)

BB_INLINE bitboard bb_none(void)
{
    bitboard r;
    BB_EACH_WORD r.w[i_] = 0;
    return r;
}
BB_INLINE bitboard bb_all(void)
{
    bitboard r;
    BB_EACH_WORD r.w[i_] = ~UINT64_C(0);
    return r;
}
BB_INLINE bitboard bb_load(const uint64_t *words)
{
    bitboard r;
    BB_EACH_WORD r.w[i_] = words[i_];
    return r;
}
BB_INLINE bitboard bb_cell(unsigned cell)
{
    bitboard r = bb_none();
    r.w[cell >> 6] = UINT64_C(1) << (cell & 63);
    return r;
}
BB_INLINE bitboard bb_and(bitboard a, bitboard b)
{
    BB_EACH_WORD a.w[i_] &= b.w[i_];
    return a;
}
BB_INLINE bitboard bb_or(bitboard a, bitboard b)
{
    BB_EACH_WORD a.w[i_] |= b.w[i_];
    return a;
}
BB_INLINE bitboard bb_without(bitboard a, bitboard b)
{
    BB_EACH_WORD a.w[i_] &= ~b.w[i_];
    return a;
}
BB_INLINE bool bb_empty(bitboard a)
{
    uint64_t any = 0;
    BB_EACH_WORD any |= a.w[i_];
    return any == 0;
}
BB_INLINE bool bb_intersect(bitboard a, bitboard b)
{
    return !bb_empty(bb_and(a, b));
}
BB_INLINE bool bb_equal(bitboard a, bitboard b)
{
    uint64_t any = 0;
    BB_EACH_WORD any |= a.w[i_] ^ b.w[i_];
    return any == 0;
}
BB_INLINE int bb_count(bitboard a)
{
    int n = 0;
    BB_EACH_WORD n += word_popcount(a.w[i_]);
    return n;
}
/* Whether a set that is not empty has just one cell. */
BB_INLINE bool bb_single(bitboard a)
{
#if CORE_WORDS == 1
    return (a.w[0] & (a.w[0] - 1)) == 0;
#else
    return bb_count(a) == 1;
#endif
}
BB_INLINE bool bb_has(bitboard a, unsigned cell)
{
    return a.w[cell >> 6] >> (cell & 63) & 1;
}
BB_INLINE void bb_toggle(bitboard *a, unsigned cell)
{
    a->w[cell >> 6] ^= UINT64_C(1) << (cell & 63);
}
#if CORE_WORDS > 2
/* Moves whole words: word i becomes word i + by. */
static inline bitboard bb_shift_words(bitboard a, int by)
{
    bitboard r;
    for (int i = 0; i < CORE_WORDS; i++) {
        r.w[i] = i - by >= 0 && i - by < CORE_WORDS ? a.w[i - by] : 0;
    }
    return r;
}
#endif
/* Adds `by` to every cell number: -63 to 63 where sets have one or two words. */
BB_INLINE bitboard bb_shift(bitboard a, int by)
{
#if CORE_WORDS == 1
    a.w[0] = by >= 0 ? a.w[0] << by : a.w[0] >> -by;
    return a;
#elif CORE_WORDS == 2
    if (by > 0) {
        a.w[1] = a.w[1] << by | a.w[0] >> (64 - by);
        a.w[0] <<= by;
    } else if (by < 0) {
        a.w[0] = a.w[0] >> -by | a.w[1] << (64 + by);
        a.w[1] >>= -by;
    }
    return a;
#else
    bitboard r = a;
    int rest = by % 64;
    if (rest > 0) {
        r.w[0] = a.w[0] << rest;
        for (int i = 1; i < CORE_WORDS; i++) {
            r.w[i] = a.w[i] << rest | a.w[i - 1] >> (64 - rest);
        }
    } else if (rest < 0) {
        for (int i = 0; i < CORE_WORDS - 1; i++) {
            r.w[i] = a.w[i] >> -rest | a.w[i + 1] << (64 + rest);
        }
        r.w[CORE_WORDS - 1] = a.w[CORE_WORDS - 1] >> -rest;
    }
    return by / 64 ? bb_shift_words(r, by / 64) : r;
#endif
}
/* The lowest cell. The set must not be empty. */
BB_INLINE unsigned bb_lsb(bitboard a)
{
    unsigned i = 0;
    while (i + 1 < CORE_WORDS && !a.w[i]) {
        i++;
    }
    return i * 64 + (unsigned)word_lsb(a.w[i]);
}
/* The highest cell. The set must not be empty. */
BB_INLINE unsigned bb_msb(bitboard a)
{
    unsigned i = CORE_WORDS - 1;
    while (i > 0 && !a.w[i]) {
        i--;
    }
    return i * 64 + (unsigned)word_msb(a.w[i]);
}
BB_INLINE unsigned bb_pop_lsb(bitboard *a)
{
    unsigned i = 0;
    while (i + 1 < CORE_WORDS && !a->w[i]) {
        i++;
    }
    unsigned cell = i * 64 + (unsigned)word_lsb(a->w[i]);
    a->w[i] &= a->w[i] - 1;
    return cell;
}

#endif
