#include "core/core.h"

/* The widths that are built. ORDER FERZ_CORE_WORDS in CMakeLists.txt. A build may have the first alone: it is a third as large. */
#if defined(FERZ_CORE_NARROW)
#define EACH_WIDTH(X) X(1)
#else
#define EACH_WIDTH(X) X(1) X(2) X(3) X(6) X(21)
#endif

#define DECLARE(words) extern const core core_##words;
EACH_WIDTH(DECLARE)
#if defined(FERZ_HAVE_FAST)
#define DECLARE_FAST(words) extern const core core_##words##_fast;
EACH_WIDTH(DECLARE_FAST)
#endif

/* The fast build needs BMI2 (PEXT) and what came with it. The processor is asked, so that one program runs anywhere. */
bool core_processor_is_fast(void)
{
#if defined(FERZ_HAVE_FAST) && defined(__GNUC__)
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

/* The first of a list, from narrow to wide, that has room for so many cells; NULL: none has. */
static const core *first_that_fits(const core *const *list, size_t count, int cells)
{
    for (size_t i = 0; i < count; i++) {
        if (cells <= list[i]->words * 64) {
            return list[i];
        }
    }
    return NULL;
}

int core_cells_max(void)
{
    int widest = 0;
#define WIDER(words) widest = words > widest ? words : widest;
    EACH_WIDTH(WIDER)
    return widest * 64;
}

const core *core_pick(int cells, bool portable)
{
#define LIST(words) &core_##words,
    static const core *const plain[] = {EACH_WIDTH(LIST)};
#if defined(FERZ_HAVE_FAST)
#define LIST_FAST(words) &core_##words##_fast,
    static const core *const fast[] = {EACH_WIDTH(LIST_FAST)};
    if (!portable && core_processor_is_fast()) {
        return first_that_fits(fast, sizeof fast / sizeof fast[0], cells);
    }
#else
    (void)portable;
#endif
    return first_that_fits(plain, sizeof plain / sizeof plain[0], cells);
}
