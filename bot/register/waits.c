#include "waits.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "json_out.h"
#include "json_tree.h"

struct wait *waits_of(struct waits *waits, uint32_t ask)
{
    for (unsigned i = 0; i < WAITS_MAX; i++) {
        if (waits->wait[i].ask == ask && ask != 0) {
            return &waits->wait[i];
        }
    }
    return NULL;
}

static const struct wait *waits_same(const struct waits *waits, int64_t due_ms)
{
    for (unsigned i = 0; i < WAITS_MAX; i++) {
        if (waits->wait[i].ask != 0 && waits->wait[i].due_ms == due_ms) {
            return &waits->wait[i];
        }
    }
    return NULL;
}

static struct wait *waits_begin(struct waits *waits, const struct owed *owed, int64_t now_ms)
{
    const struct wait *same = waits_same(waits, owed->deadline_ms);
    struct wait wait = {
        .ask = owed->ask,
        .from_ms = now_ms,
        .length_ms = owed->deadline_ms > now_ms ? owed->deadline_ms - now_ms : 0,
        .due_ms = owed->deadline_ms,
        .fresh = true,
    };
    if (same != NULL) {
        wait = *same;
        wait.ask = owed->ask;
    }
    struct wait *place = &waits->wait[waits->place];
    waits->place = (uint8_t)((waits->place + 1) % WAITS_MAX);
    *place = wait;
    return place;
}

struct wait *waits_note(struct waits *waits, const struct owed *owed, int64_t now_ms,
                        int64_t jump_ms)
{
    struct wait *wait = waits_of(waits, owed->ask);
    if (wait == NULL) {
        return waits_begin(waits, owed, now_ms);
    }
    int64_t moved_ms = owed->deadline_ms - wait->due_ms;
    wait->due_ms = owed->deadline_ms;
    wait->from_ms += moved_ms > jump_ms || moved_ms < 0 ? moved_ms : 0;
    wait->fresh = wait->fresh || moved_ms != 0;
    return wait;
}

void waits_granted(struct waits *waits, const struct owed_list *owed, int64_t more_ms)
{
    for (unsigned i = 0; i < WAITS_MAX; i++) {
        bool is_owed = false;
        for (size_t k = 0; k < owed->count; k++) {
            is_owed = is_owed || (owed->owed[k].ask == waits->wait[i].ask &&
                                  owed->owed[k].deadline_ms != NO_DEADLINE);
        }
        waits->wait[i].due_ms += is_owed ? more_ms : 0;
        waits->wait[i].fresh = waits->wait[i].fresh && !is_owed;
    }
}

void waits_write(const struct waits *waits, struct buf *json)
{
    if (waits->wait[0].ask == 0) { /* the first place is the first that is taken */
        return;
    }
    json_out_key(json, "waits");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < WAITS_MAX; i++) {
        const struct wait *wait = &waits->wait[(waits->place + i) % WAITS_MAX];
        if (wait->ask == 0) {
            continue;
        }
        json_out_next(json);
        buf_add(json, "{", 1);
        json_out_number(json, "ask", wait->ask);
        json_out_number(json, "from", wait->from_ms);
        json_out_number(json, "length", wait->length_ms);
        json_out_number(json, "due", wait->due_ms);
        buf_add(json, "}", 1);
    }
    buf_add(json, "]", 1);
}

void waits_read(struct waits *waits, const struct cJSON *row)
{
    const cJSON *one = NULL;
    memset(waits, 0, sizeof *waits);
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(row, "waits"))
    {
        waits->wait[waits->place] = (struct wait){
            .ask = (uint32_t)json_tree_number(one, "ask"),
            .from_ms = json_tree_number(one, "from"),
            .length_ms = json_tree_number(one, "length"),
            .due_ms = json_tree_number(one, "due"),
        };
        waits->place = (uint8_t)((waits->place + 1) % WAITS_MAX);
    }
    waits->stale = true;
}
