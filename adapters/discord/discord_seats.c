/* Who sits at a table that has a thread of its own is let into that thread, so that they find it
 * among theirs; nothing depends on it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"

enum { SEATS_THREADS_MAX = 4096, SEATS_MEMBERS_MAX = 24, SEATS_PUBLIC = 11 };

struct discord_thread {
    uint64_t table;
    char id[DISCORD_ID_BYTES];
    unsigned count;
    char member[SEATS_MEMBERS_MAX][DISCORD_ID_BYTES];
};

static void seats_clear(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_thread *thread = NULL; (thread = map_next(&discord->threads, &at)) != NULL;
         at = 0) {
        map_remove_number(&discord->threads, thread->table);
        free(thread);
    }
}

void discord_seats_room(struct discord *discord, uint64_t table, const char *room)
{
    const struct discord_channel *channel = discord_channel_find(discord, room);
    struct discord_thread *thread = table == 0 ? NULL : map_get_number(&discord->threads, table);
    bool is_thread = channel != NULL && channel->type == SEATS_PUBLIC;
    if (!is_thread || table == 0 || (thread != NULL && strcmp(thread->id, room) == 0)) {
        return; /* its lobby stands in the channel */
    }
    if (thread != NULL) {
        map_remove_number(&discord->threads, table);
        free(thread);
    }
    if (discord->threads.count >= SEATS_THREADS_MAX) {
        seats_clear(discord); /* they are added again */
    }
    thread = heap_allocate(sizeof *thread);
    thread->table = table;
    discord_copy(thread->id, room);
    map_put_number(&discord->threads, table, thread);
}

void discord_seats_add(struct discord *discord, uint64_t table, const char *account)
{
    struct discord_thread *thread = map_get_number(&discord->threads, table);
    const struct discord_channel *channel =
        thread == NULL ? NULL : discord_channel_find(discord, thread->id);
    bool open = channel != NULL &&
                !channel->missing_reported; /* else it is gone, or not to be written in */
    if (table == 0 || !open || thread->count == SEATS_MEMBERS_MAX) {
        return;
    }
    for (unsigned i = 0; i < thread->count; i++) {
        if (strcmp(thread->member[i], account) == 0) {
            return;
        }
    }
    discord_copy(thread->member[thread->count++], account);
    const struct discord_request request = {.method = "PUT",
                                            .route = "/channels/{}/thread-members/{}",
                                            .ids = {thread->id, account},
                                            .priority = REST_COSMETIC};
    discord_rest_start(discord->rest, &request, NULL, NULL);
}

void discord_seats_free(struct discord *discord)
{
    seats_clear(discord);
    map_deinit(&discord->threads);
}
