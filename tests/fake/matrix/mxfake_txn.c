/* Transaction ids. Two memories, as Synapse has them: answers by path, user and device, that a
 * restart forgets; and events by user, device, room and id, that stay. The second knows no type:
 * the same id for another event is the first event's. */
#include "mxfake_call.h"

#include <stdlib.h>
#include <string.h>

struct mxfake_memory {
    uint64_t key;
    uint64_t body; /* hash of what was sent */
    int64_t at_ms;
    uint64_t pos; /* of the event */
    char *json;
};

static uint64_t mxfake_hashed(uint64_t seed, const char *text)
{
    return fake_hash(seed, text, strlen(text) + 1);
}

static uint64_t mxfake_who(const struct mxfake_call *call)
{
    return mxfake_hashed(mxfake_key(call->user->id), call->device == NULL ? "" : call->device->id);
}

static uint64_t mxfake_path_key(const struct mxfake_call *call)
{
    uint64_t key = mxfake_who(call);
    for (size_t i = 0; i < call->segment_count; i++) {
        key = mxfake_hashed(key, call->segments[i]);
    }
    return key;
}

/* 0: nobody remembers it (no device, or no room). */
static uint64_t mxfake_txn_key(const struct mxfake_call *call, const char *txn)
{
    if (call->device == NULL || call->room == NULL) {
        return 0;
    }
    return mxfake_hashed(mxfake_hashed(mxfake_who(call), call->room->id), txn);
}

static struct mxfake_memory *mxfake_remembered(const struct fake_map *map, uint64_t key,
                                               int64_t since_ms)
{
    struct mxfake_memory *memory = fake_map_find(map, key);
    return memory != NULL && memory->at_ms >= since_ms ? memory : NULL;
}

bool mxfake_txn_known(struct mxfake_call *call, const char *txn)
{
    struct mxfake *fake = call->fake;
    const struct mxfake_memory *memory = mxfake_remembered(&fake->answer_map, mxfake_path_key(call),
                                                           fake->now_ms - fake->knobs.cache_ms);
    if (memory == NULL) {
        memory = mxfake_remembered(&fake->txn_map, mxfake_txn_key(call, txn),
                                   fake->now_ms - fake->knobs.txn_ms);
    }
    if (memory == NULL) {
        return false;
    }
    fake->counts.repeats++;
    fake->counts.changed +=
        memory->body != mxfake_hashed(mxfake_key(call->route->path), call->body_text);
    mxfake_answer(call, 200, fake_parse(memory->json));
    return true;
}

static void mxfake_remember(struct fake_list *list, struct fake_map *map,
                            const struct mxfake_memory *memory)
{
    struct mxfake_memory *kept = fake_take(sizeof *kept);
    *kept = *memory;
    kept->json = fake_copy(memory->json, strlen(memory->json));
    fake_list_add(list, kept);
    fake_map_put(map, kept->key, kept);
}

void mxfake_txn_keep(struct mxfake_call *call, const char *txn, const struct mxfake_event *event)
{
    struct mxfake *fake = call->fake;
    if (call->status != 200) {
        return; /* errors are not remembered */
    }
    struct mxfake_memory memory = {
        .key = mxfake_path_key(call),
        .body = mxfake_hashed(mxfake_key(call->route->path), call->body_text),
        .at_ms = fake->now_ms,
        .json = call->out,
    };
    mxfake_remember(&fake->answers, &fake->answer_map, &memory);
    memory.key = event == NULL ? 0 : mxfake_txn_key(call, txn);
    if (memory.key != 0) {
        memory.pos = event->pos;
        mxfake_remember(&fake->txns, &fake->txn_map, &memory);
    }
}

static void mxfake_memories_free(struct fake_list *list, struct fake_map *map)
{
    for (size_t i = 0; i < list->count; i++) {
        struct mxfake_memory *memory = list->items[i];
        free(memory->json);
        free(memory);
    }
    fake_list_deinit(list);
    fake_map_deinit(map);
}

void mxfake_answers_undo(struct mxfake *fake, uint64_t pos)
{
    for (size_t i = 0; i < fake->txns.count; i++) {
        const struct mxfake_memory *memory = fake->txns.items[i];
        if (memory->pos > pos) {
            fake_map_remove(&fake->txn_map, memory->key);
        }
    }
}

void mxfake_answers_forget(struct mxfake *fake)
{
    mxfake_memories_free(&fake->answers, &fake->answer_map);
}

void mxfake_answers_free(struct mxfake *fake)
{
    mxfake_answers_forget(fake);
    mxfake_memories_free(&fake->txns, &fake->txn_map);
}
