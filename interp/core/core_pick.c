#include "core/core.h"

extern const core core_1, core_2, core_4, core_21;
#if defined(FERZ_HAVE_FAST)
extern const core core_1_fast, core_2_fast, core_4_fast, core_21_fast;
#endif

/* The fast build needs BMI2 (PEXT) and what came with it. The processor is asked, so that one program runs anywhere. */
static bool processor_is_fast(void)
{
#if defined(FERZ_HAVE_FAST) && defined(__GNUC__)
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

const core *core_pick(int cells, bool portable)
{
#if defined(FERZ_HAVE_FAST)
    if (!portable && processor_is_fast()) {
        return cells <= 64 ? &core_1_fast : cells <= 128 ? &core_2_fast : cells <= 256 ? &core_4_fast : &core_21_fast;
    }
#else
    (void)portable;
    (void)processor_is_fast;
#endif
    return cells <= 64 ? &core_1 : cells <= 128 ? &core_2 : cells <= 256 ? &core_4 : &core_21;
}
