#include "core/core.h"
#include "search/network_kernel.h"

extern const network_kernel network_kernel_plain;
#if defined(FERZ_HAVE_FAST)
extern const network_kernel network_kernel_fast;
#endif

const network_kernel *network_kernel_pick(bool portable)
{
#if defined(FERZ_HAVE_FAST)
    if (!portable && core_processor_is_fast()) {
        return &network_kernel_fast;
    }
#else
    (void)portable;
#endif
    return &network_kernel_plain;
}
