/* The stable names of refusals, straight from refusal.def. */
#include "refusal.h"

#include <assert.h>
#include <stddef.h>

const char *refusal_name(enum refusal refusal)
{
    static const char *const names[] = {
        "none",
#define REFUSAL(id, name) name,
#include "refusal.def"
#undef REFUSAL
    };
    assert((unsigned)refusal < REFUSAL_COUNT);
    return names[refusal];
}
