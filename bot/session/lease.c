/* Leases that adapters of several parts share (house_part.h). One that is another's fails alone: it
 * is no turn, and play goes on. */
#include <stdlib.h>

#include "heap.h"
#include "house_part.h"
#include "house_private.h"

struct lease_taking {
    const struct adapter_link *link;
    void *token;
};

static void lease_taken(void *context, const struct fault *fault)
{
    struct lease_taking *taking = context;
    const struct adapter_link *link = taking->link;
    if (link != NULL && link->def != NULL && link->def->stored != NULL) {
        link->def->stored(link->adapter, taking->token, fault);
    }
    free(taking);
}

void house_take_lease(struct house *house, struct adapter *adapter, const char *key,
                      const char *holder, int64_t ms, void *token)
{
    struct lease_taking *taking = heap_allocate(sizeof *taking);
    struct store_batch *batch = store_batch_new();
    taking->link = link_calling(&house->links, adapter);
    taking->token = token;
    store_put(batch, STORE_LEASE_TAKE,
              &(struct store_row){.key = key, .extra = holder, .sub = (uint64_t)ms});
    store_commit(house->setup.store, &batch, lease_taken, taking);
}
