/* The Matrix homeserver for tests as a value: its clock, its ids, its chance, beginning and end. */
#include "mxfake_call.h"
#include "mxfake_room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct mxfake_knobs mxfake_usual = {
    .messages = {200, 10},
    .rooms = {16, 10},
    .invites_room = {300, 10},
    .invites_issuer = {300, 10},
    .invites_user = {3, 5},
    .joins = {100, 10},
    .logins = {3, 5},
    .limits = true,
    .token_ms = 300000,
    .cache_ms = 1800000,
    .txn_ms = 86400000,
    .create_ms = 20,
    .notify_delay_ms = 8,
    .late_per_mille = 500,
    .timeline_max = 100,
    .event_bytes_max = 65536,
    .upload_bytes_max = 52428800,
    .passwords = true,
    .query_tokens = true,
    .copies_redacts = true,
    .invite_create = true,
    .gap_members = true,
    .omits_empty = true,
    .joined_nulls = true,
    .mail_max = 100,
};

bool mxfake_deny(struct mxfake_no *no, int status, const char *code, const char *text)
{
    *no = (struct mxfake_no){status, code, text};
    return false;
}

/* splitmix64 */
uint64_t mxfake_chance(struct mxfake *fake, uint64_t limit)
{
    uint64_t mixed = fake->chance += 0x9E3779B97F4A7C15U;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return (mixed ^ (mixed >> 31)) % limit;
}

char *mxfake_letters(struct mxfake *fake, const char *prefix, size_t len, const char *suffix)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t before = strlen(prefix);
    size_t size = before + len + strlen(suffix) + 1;
    char *text = fake_take(size);
    snprintf(text, size, "%s%*s%s", prefix, (int)len, "", suffix);
    for (size_t i = 0; i < len; i++) {
        text[before + i] = letters[mxfake_chance(fake, sizeof letters - 1)];
    }
    return text;
}

uint64_t mxfake_pos(const struct mxfake *fake)
{
    return fake->stream.count;
}

uint64_t mxfake_happened(struct mxfake *fake, const struct mxfake_entry *entry)
{
    struct mxfake_entry *copy = fake_take(sizeof *copy);
    *copy = *entry;
    fake_list_add(&fake->stream, copy);
    fake->woken = true;
    return fake->stream.count;
}

uint64_t mxfake_key(const char *text)
{
    return fake_hash(0, text, strlen(text));
}

const char *mxfake_kept(struct mxfake *fake, char *text)
{
    fake_list_add(&fake->texts, text);
    return text;
}

static void mxfake_setup_text(char *text, const char *given, const char *usual)
{
    fake_name(text, MXFAKE_NAME_BYTES, given != NULL ? given : usual);
}

struct mxfake *mxfake_new(const struct mxfake_setup *setup)
{
    struct mxfake *fake = fake_take(sizeof *fake);
    fake->setup = *setup;
    fake->knobs = mxfake_usual;
    fake->now_ms = setup->now_ms;
    fake->began_ms = setup->now_ms;
    fake->chance = setup->seed;
    mxfake_setup_text(fake->server, setup->server, "fake.example");
    mxfake_setup_text(fake->base_url, setup->base_url, "https://matrix.fake.example");
    fake_name(fake->room_version, sizeof fake->room_version,
              setup->room_version != NULL ? setup->room_version : "11");
    return fake;
}

static void mxfake_list_free(struct fake_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i]);
    }
    fake_list_deinit(list);
}

static void mxfake_media_free(struct mxfake *fake)
{
    for (size_t i = 0; i < fake->media.count; i++) {
        struct mxfake_media *media = fake->media.items[i];
        free(media->id);
        free(media->type);
        free(media->name);
        fake_text_drop(&media->bytes);
    }
    mxfake_list_free(&fake->media);
}

void mxfake_free(struct mxfake **fake)
{
    struct mxfake *gone = *fake;
    mxfake_mend(gone);
    mxfake_calls_free(gone);
    mxfake_services_free(gone);
    mxfake_media_free(gone);
    mxfake_rooms_free(gone);
    mxfake_users_free(gone);
    mxfake_answers_free(gone);
    mxfake_list_free(&gone->stream);
    mxfake_list_free(&gone->texts);
    fake_list_deinit(&gone->unreachable);
    fake_map_deinit(&gone->user_map);
    fake_map_deinit(&gone->access_map);
    fake_map_deinit(&gone->refresh_map);
    mxfake_shapes_free(&gone->shapes);
    free(gone);
    *fake = NULL;
}

struct mxfake_knobs *mxfake_knobs(struct mxfake *fake)
{
    return &fake->knobs;
}

int64_t mxfake_now_ms(const struct mxfake *fake)
{
    return fake->now_ms;
}

static void mxfake_platform_ask(void *context, const struct fake_ask *ask,
                                fake_answered_fn *answered, void *who)
{
    mxfake_ask(context, ask, answered, who);
}

static void mxfake_platform_hang_up(void *context, const void *who)
{
    mxfake_hang_up(context, who);
}

static void mxfake_platform_run(void *context, int64_t now_ms)
{
    mxfake_run(context, now_ms);
}

static int64_t mxfake_platform_next_ms(const void *context)
{
    return mxfake_next_ms(context);
}

struct fake_platform mxfake_platform(struct mxfake *fake)
{
    return (struct fake_platform){.context = fake,
                                  .ask = mxfake_platform_ask,
                                  .hang_up = mxfake_platform_hang_up,
                                  .run = mxfake_platform_run,
                                  .next_ms = mxfake_platform_next_ms};
}

static cJSON *mxfake_state_json(const struct mxfake *fake)
{
    cJSON *json = cJSON_CreateObject();
#define MXFAKE_COUNT_JSON(name) fake_add_number(json, #name, fake->counts.name);
    MXFAKE_COUNTS(MXFAKE_COUNT_JSON)
#undef MXFAKE_COUNT_JSON
    fake_add_number(json, "now_ms", fake->now_ms);
    fake_add_number(json, "position", (int64_t)mxfake_pos(fake));
    fake_add_number(json, "rooms", (int64_t)fake->rooms.count);
    fake_add_number(json, "users", (int64_t)fake->users.count);
    return json;
}

char *mxfake_state(const struct mxfake *fake)
{
    struct fake_text *text = fake_text_json(mxfake_state_json(fake));
    char *copy = fake_copy(text->bytes, text->len);
    fake_text_drop(&text);
    return copy;
}

int64_t mxfake_count(const struct mxfake *fake, const char *name)
{
    cJSON *json = mxfake_state_json(fake);
    int64_t number = fake_get_number(json, name, 0);
    cJSON_Delete(json);
    return number;
}
