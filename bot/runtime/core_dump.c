#include "core_dump.h"

#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

int core_dump_forbid(void)
{
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    int limit = setrlimit(RLIMIT_CORE, &none);
    int readable = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    return limit == 0 && readable == 0 ? 0 : -1;
}
