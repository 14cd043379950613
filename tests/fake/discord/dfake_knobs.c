/* The knobs by their names, for /fake/knobs. */
#include "dfake_handlers.h"

#include <stddef.h>
#include <string.h>

enum dfake_knob_kind { DFAKE_KNOB_MS, DFAKE_KNOB_COUNT, DFAKE_KNOB_SIZE, DFAKE_KNOB_IS };

struct dfake_knob {
    const char *name;
    enum dfake_knob_kind kind;
    size_t offset;
};

#define DFAKE_KNOB(name, kind)                                 \
    {                                                          \
#name, kind, offsetof(struct fake_discord_knobs, name) \
    }

static const struct dfake_knob dfake_knobs[] = {
    DFAKE_KNOB(heartbeat_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(session_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(replay_events, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(identify_each_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(max_concurrency, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(identifies_total, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(identifies_left, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(shards, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(sends_per_minute, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(send_bytes, DFAKE_KNOB_SIZE),
    DFAKE_KNOB(intents_allowed, DFAKE_KNOB_MS),
    DFAKE_KNOB(acks, DFAKE_KNOB_IS),
    DFAKE_KNOB(hello, DFAKE_KNOB_IS),
    DFAKE_KNOB(ready, DFAKE_KNOB_IS),
    DFAKE_KNOB(resumes, DFAKE_KNOB_IS),
    DFAKE_KNOB(refuse_status, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(reconnect_first, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(split_bytes, DFAKE_KNOB_SIZE),
    DFAKE_KNOB(fragment_bytes, DFAKE_KNOB_SIZE),
    DFAKE_KNOB(global_per_s, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(invalid_max, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(bucket_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(bucket_limit, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(nonce_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(answer_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(token_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(old_edit_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(old_edits, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(commands_per_day, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(dm_each_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(dm_burst, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(messages_kept, DFAKE_KNOB_SIZE),
    DFAKE_KNOB(ephemerals_kept, DFAKE_KNOB_SIZE),
    DFAKE_KNOB(ready_application, DFAKE_KNOB_IS),
    DFAKE_KNOB(words, DFAKE_KNOB_IS),
    DFAKE_KNOB(slow_ms, DFAKE_KNOB_MS),
    DFAKE_KNOB(slow_code, DFAKE_KNOB_COUNT),
    DFAKE_KNOB(watches, DFAKE_KNOB_IS),
};

static bool dfake_knob_set(struct fake_discord *fake, const struct dfake_knob *knob,
                           const cJSON *value)
{
    char *at = (char *)&fake->knobs + knob->offset;
    if (knob->kind == DFAKE_KNOB_IS ? !cJSON_IsBool(value) : !cJSON_IsNumber(value)) {
        return dfake_no(fake, "a knob of another type");
    }
    int64_t wide = (int64_t)value->valuedouble;
    unsigned count = (unsigned)wide;
    size_t size = (size_t)wide;
    bool is = cJSON_IsTrue(value);
    switch (knob->kind) {
    case DFAKE_KNOB_MS:
        memcpy(at, &wide, sizeof wide);
        break;
    case DFAKE_KNOB_COUNT:
        memcpy(at, &count, sizeof count);
        break;
    case DFAKE_KNOB_SIZE:
        memcpy(at, &size, sizeof size);
        break;
    case DFAKE_KNOB_IS:
        memcpy(at, &is, sizeof is);
        break;
    }
    return true;
}

bool dfake_knobs_set(struct fake_discord *fake, const cJSON *in)
{
    const cJSON *value = NULL;
    cJSON_ArrayForEach(value, in)
    {
        const struct dfake_knob *knob = NULL;
        for (size_t i = 0; i < sizeof dfake_knobs / sizeof *dfake_knobs; i++) {
            if (strcmp(dfake_knobs[i].name, value->string) == 0) {
                knob = &dfake_knobs[i];
            }
        }
        if (knob == NULL) {
            return dfake_no(fake, "there is no such knob");
        }
        if (!dfake_knob_set(fake, knob, value)) {
            return false;
        }
    }
    return true;
}
