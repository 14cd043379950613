/* Events to the house, each with the rows that are to be stored with it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_elsewhere.h"
#include "discord_private.h"
#include "heap.h"

enum { ENQUEUE_ROWS_MAX = 4 };

static struct discord_pending *enqueue_pending(const struct discord_dispatch *dispatch,
                                               uint64_t interaction)
{
    struct discord_pending *pending = heap_allocate(sizeof *pending);
    pending->kind = PENDING_EVENT;
    pending->interaction = interaction;
    if (dispatch != NULL) {
        pending->dispatch = dispatch->id;
        pending->has_dispatch = true;
    }
    return pending;
}

bool discord_enqueue(struct discord *discord, const struct inbound *inbound,
                     const struct discord_dispatch *dispatch, uint64_t interaction)
{
    struct discord_pending *pending = enqueue_pending(dispatch, interaction);
    struct adapter_row rows[ENQUEUE_ROWS_MAX];
    size_t count = dispatch == NULL ? 0 : dispatch->row_count;
    assert(count < ENQUEUE_ROWS_MAX);
    if (count > 0) {
        memcpy(rows, dispatch->rows, count * sizeof *rows);
    }
    if (interaction != 0) {
        rows[count++] = discord_account_row(discord, inbound->account);
    }
    if (house_enqueue(discord->house, (struct adapter *)discord, inbound, rows, count, pending)) {
        return true;
    }
    free(pending);
    return false;
}

bool discord_pass_on(struct discord *discord, unsigned part, const char *event_id, const char *text,
                     const struct discord_dispatch *dispatch)
{
    struct discord_pending *pending = enqueue_pending(dispatch, 0);
    if (house_pass_on(discord->house, (struct adapter *)discord, part, event_id, text,
                      dispatch->rows, dispatch->row_count, pending)) {
        return true;
    }
    free(pending);
    return false;
}

/* Nobody in particular did it. */
static void enqueue_of_nobody(struct discord *discord, struct inbound inbound)
{
    inbound.adapter = DISCORD_NAME;
    inbound.account = "";
    inbound.name = "";
    inbound.at_ms = discord_now_ms(discord);
    discord_enqueue(discord, &inbound, NULL, 0);
}

void discord_enqueue_room(struct discord *discord, enum inbound_kind kind, const char *room,
                          const char *id, const char *text)
{
    enqueue_of_nobody(discord,
                      (struct inbound){.kind = kind, .event_id = id, .room = room, .text = text});
}

void discord_enqueue_message(struct discord *discord, enum inbound_kind kind, const char *room,
                             const char *message)
{
    char id[96];
    snprintf(id, sizeof id, "%s/%s", kind == INBOUND_MESSAGE_GONE ? "deleted" : "refused", message);
    enqueue_of_nobody(
        discord, (struct inbound){.kind = kind, .event_id = id, .room = room, .reply_to = message});
}

void discord_enqueue_departed(struct discord *discord, const char *room, const char *account)
{
    char id[96];
    const struct discord_account *known = map_get(&discord->accounts, account);
    snprintf(id, sizeof id, "left/%s/%s/%lld", room, account, (long long)discord_now_ms(discord));
    const struct inbound inbound = {.kind = INBOUND_DEPARTED,
                                    .adapter = DISCORD_NAME,
                                    .event_id = id,
                                    .room = room,
                                    .account = account,
                                    .name =
                                        known != NULL && known->name != NULL ? known->name : "?",
                                    .at_ms = discord_now_ms(discord)};
    discord_enqueue(discord, &inbound, NULL, 0);
}
