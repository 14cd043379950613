/* The Discord for tests as a value: its clock, its ids, its chance, its beginning and end. */
#include "dfake_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t dfake_epoch_ms = INT64_C(1420070400000);

static const struct fake_discord_knobs dfake_usual = {
    .heartbeat_ms = 41250,
    .session_ms = 120000,
    .replay_events = 2000,
    .identify_each_ms = 5000,
    .max_concurrency = 1,
    .identifies_total = 1000,
    .identifies_left = 1000,
    .shards = 1,
    .sends_per_minute = 120,
    .send_bytes = 4096,
    .intents_allowed = ((UINT64_C(1) << 26) - 1) & ~UINT64_C(0x8102),
    .acks = true,
    .hello = true,
    .ready = true,
    .resumes = true,
    .global_per_s = 50,
    .invalid_max = 10000,
    .bucket_ms = 5000,
    .bucket_limit = 5,
    .nonce_ms = 180000,
    .answer_ms = 3000,
    .token_ms = 900000,
    .old_edit_ms = 3600000,
    .old_edits = 20,
    .commands_per_day = 200,
    .dm_each_ms = 1000,
    .dm_burst = 10,
    .messages_kept = 100000,
    .ephemerals_kept = 10000,
    .ready_application = true,
    .words = true,
    .slow_code = 20016,
    .watches = true,
};

uint64_t dfake_id(struct fake_discord *fake)
{
    uint64_t first = (uint64_t)(fake->now_ms - dfake_epoch_ms) << 22;
    fake->id_last = fake->id_last >= first ? fake->id_last + 1 : first | 1;
    return fake->id_last;
}

int64_t dfake_id_ms(uint64_t id)
{
    return (int64_t)(id >> 22) + dfake_epoch_ms;
}

/* splitmix64 */
uint64_t dfake_chance(struct fake_discord *fake, uint64_t limit)
{
    uint64_t mixed = fake->chance += 0x9E3779B97F4A7C15U;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return (mixed ^ (mixed >> 31)) % limit;
}

bool dfake_strikes(struct fake_discord *fake, unsigned per_mille)
{
    return per_mille != 0 && dfake_chance(fake, 1000) < per_mille;
}

bool dfake_window_take(struct dfake_window *window, int64_t now_ms, int64_t ms, unsigned limit)
{
    if (now_ms - window->from_ms >= ms) {
        window->from_ms = now_ms;
        window->count = 0;
    }
    return ++window->count <= limit;
}

uint64_t dfake_no(struct fake_discord *fake, const char *why)
{
    fake_name(fake->why, sizeof fake->why, why);
    return 0;
}

const char *fake_discord_why(const struct fake_discord *fake)
{
    return fake->why;
}

struct fake_discord *fake_discord_new(const struct fake_discord_setup *setup)
{
    struct fake_discord *fake = fake_take(sizeof *fake);
    fake->setup = *setup;
    fake->knobs = dfake_usual;
    fake->now_ms = setup->now_ms;
    fake->chance = setup->seed;
    fake_name(fake->token, sizeof fake->token, setup->token != NULL ? setup->token : "fake-token");
    fake_name(fake->gateway_url, sizeof fake->gateway_url,
              setup->gateway_url != NULL ? setup->gateway_url : "wss://gateway.fake");
    fake_name(fake->resume_url, sizeof fake->resume_url,
              setup->resume_url != NULL ? setup->resume_url : "wss://resume.fake");
    if (setup->public_key != NULL) {
        fake_name(fake->public_key, sizeof fake->public_key, setup->public_key);
    } else {
        dfake_post_key(fake);
    }
    fake->past_links = cJSON_CreateArray();
    fake->bot = dfake_user_new(fake, "deaddrop", true)->id;
    fake->owner = dfake_user_new(fake, "owner", false)->id;
    return fake;
}

void fake_discord_free(struct fake_discord **fake)
{
    struct fake_discord *gone = *fake;
    dfake_due_deinit(gone);
    if (gone->waited != NULL) {
        dfake_call_free(gone->waited);
    }
    dfake_link_deinit(gone);
    dfake_limit_deinit(gone);
    dfake_world_deinit(gone);
    for (size_t i = 0; i < gone->posts.count; i++) {
        struct fake_text *text = gone->posts.items[i];
        fake_text_drop(&text);
    }
    fake_list_deinit(&gone->posts);
    free(gone);
    *fake = NULL;
}

struct fake_discord_knobs *fake_discord_knobs(struct fake_discord *fake)
{
    return &fake->knobs;
}

void fake_discord_run(struct fake_discord *fake, int64_t now_ms)
{
    dfake_due_run(fake, now_ms + fake->ahead_ms);
}

int64_t fake_discord_next_ms(const struct fake_discord *fake)
{
    int64_t next_ms = dfake_due_next_ms(fake);
    return next_ms == INT64_MAX ? next_ms : next_ms - fake->ahead_ms;
}

int64_t fake_discord_now_ms(const struct fake_discord *fake)
{
    return fake->now_ms;
}

uint64_t fake_discord_bot(const struct fake_discord *fake)
{
    return fake->bot;
}

static void dfake_platform_ask(void *context, const struct fake_ask *ask,
                               fake_answered_fn *answered, void *who)
{
    fake_discord_ask(context, ask, answered, who);
}

static void dfake_platform_hang_up(void *context, const void *who)
{
    fake_discord_hang_up(context, who);
}

static void dfake_platform_run(void *context, int64_t now_ms)
{
    fake_discord_run(context, now_ms);
}

static int64_t dfake_platform_next_ms(const void *context)
{
    return fake_discord_next_ms(context);
}

static struct fake_link *dfake_platform_open(void *context, const char *url, int *status)
{
    return fake_discord_link_open(context, url, status);
}

struct fake_platform fake_discord_platform(struct fake_discord *fake)
{
    return (struct fake_platform){.context = fake,
                                  .ask = dfake_platform_ask,
                                  .hang_up = dfake_platform_hang_up,
                                  .run = dfake_platform_run,
                                  .next_ms = dfake_platform_next_ms,
                                  .link_open = dfake_platform_open,
                                  .link_hear = fake_discord_link_hear,
                                  .link_take = fake_discord_link_take,
                                  .link_close = fake_discord_link_close};
}

static void dfake_counts_json(const struct fake_discord *fake, cJSON *json)
{
    const struct dfake_counts *counts = &fake->counts;
    fake_add_number(json, "requests", counts->requests);
    fake_add_number(json, "invalid", counts->invalid);
    fake_add_number(json, "limited", counts->limited);
    fake_add_number(json, "invalid_bodies", counts->invalid_bodies);
    fake_add_number(json, "late_answers", counts->late_answers);
    fake_add_number(json, "edits_of_sight", counts->edits_of_sight);
    fake_add_number(json, "double_answers", counts->double_answers);
    fake_add_number(json, "notifications", counts->notifications);
    fake_add_number(json, "nonce_hits", counts->nonce_hits);
    fake_add_number(json, "links_opened", counts->links);
    fake_add_number(json, "identifies", counts->identifies);
    fake_add_number(json, "too_soon", counts->too_soon);
    fake_add_number(json, "resumes", counts->resumes);
    fake_add_number(json, "events", counts->events);
    fake_add_number(json, "unexpected_ops", counts->unexpected_ops);
    fake_add_number(json, "messages", (int64_t)fake->world.messages.count);
}

char *fake_discord_state(const struct fake_discord *fake)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_number(json, "now_ms", fake->now_ms);
    fake_add_id(json, "bot", fake->bot);
    fake_add_bool(json, "token_dead", fake->token_dead);
    dfake_counts_json(fake, json);
    dfake_link_state(fake, json);
    struct fake_text *text = fake_text_json(json);
    char *copy = fake_copy(text->bytes, text->len);
    fake_text_drop(&text);
    return copy;
}
