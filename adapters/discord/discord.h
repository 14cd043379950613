/* Discord, as the house sees it. */
#ifndef DISCORD_H
#define DISCORD_H

#include "adapter.h"

struct net_wire;
struct pictures;

extern const struct adapter_def discord_adapter;

/* What the adapter stands on, where it is not the loop's own: a test's wire and clock. */
struct discord_on {
    const struct net_wire *wire;
    struct pictures *pictures; /* NULL: boards are words alone */
};
/* As discord_adapter.open, on a wire that outlives it. */
int discord_open_on(struct adapter **adapter, struct house *house, const struct discord_on *on,
                    const struct settings *settings, struct fault *fault);

/* Why it will never connect again without a person's help; NULL while it runs. */
const struct fault *discord_gone(const struct adapter *adapter);

#endif
