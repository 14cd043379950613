#include "salon.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "database.h"
#include "languages.h"
#include "settings.h"
#include "table.h"

enum {
    SALON_ROUNDS_MAX = 400000,
    SALON_START_MS = 20000,
    SALON_ACT_MS = 3000,
    SALON_STEP_MS = 2000,
    SALON_TWICE_MS = 600000
};

static const char *const salon_names[] = {"ana", "ben", "cy", "dee", "eve", "fay", "gus", "hal"};

static const char *const pinned_seed =
    "0000000000000000000000000000000000000000000000000000000000000000";

static int64_t salon_now(void *context)
{
    return ((const struct salon *)context)->now_ms;
}

static void must(bool good, const char *what, const struct fault *fault)
{
    ck_assert_msg(good, "%s: %s", what, fault->text);
}

static void salon_open_house(struct salon *salon)
{
    struct fault fault = {FAULT_NONE, ""};
    const struct house_setup setup = {.store = salon->store,
                                      .clock = {salon_now, salon_now, salon},
                                      .entropy = entropy_seeded(&salon->dice, salon->dice + 1),
                                      .catalogue = salon->catalogue,
                                      .settings = salon->settings};
    const struct fake_platform platform = mxfake_platform(salon->fake);
    salon->wire = fake_wire_new(&platform, &salon->now_ms, &salon->dice);
    salon->house = house_new(&setup, &fault);
    must(salon->house != NULL, "house", &fault);
    if (salon->pinned) {
        house_pin(salon->house, pinned_seed, salon->deal);
    }
    const struct matrix_on on = {.wire = fake_wire_wire(salon->wire)};
    must(matrix_open_on(&salon->adapter, salon->house, &on, salon->settings, &fault) == 0, "matrix",
         &fault);
    house_add_adapter(salon->house, &matrix_adapter, salon->adapter);
}

void salon_cut(struct salon *salon)
{
    matrix_adapter.close(&salon->adapter);
    house_free(&salon->house);
    fake_wire_free(&salon->wire);
    salon->disk_slow = false;
}

void salon_reopen(struct salon *salon, int64_t downtime_ms)
{
    salon->now_ms += downtime_ms;
    mxfake_run(salon->fake, salon->now_ms);
    salon_open_house(salon);
    salon_pass(salon, SALON_START_MS);
}

static void salon_settings(struct salon *salon)
{
    struct buf problems;
    const char *environment[SALON_SETTINGS_MAX + 4] = {
        "DEADDROP_MATRIX_HOMESERVER=https://matrix.fake.example", "DEADDROP_MATRIX_USER=bot",
        "DEADDROP_MATRIX_PASSWORD=hunter2"};
    size_t count = 3;
    for (size_t i = 0; salon->environment[i] != NULL; i++) {
        environment[count++] = salon->environment[i];
    }
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    salon->settings = settings_load(NULL, environment, &problems);
    ck_assert_msg(salon->settings != NULL, "%s", problems.text);
    buf_deinit(&problems);
}

/* All traffic goes into the file that DD_SALON_RECORD names. */
static void salon_record(void *context, const char *line, size_t len)
{
    FILE *file = fopen(context, "ab");
    ck_assert_ptr_nonnull(file);
    fwrite(line, 1, len, file);
    if (len == 0 || line[len - 1] != '\n') {
        fputc('\n', file);
    }
    fclose(file);
}

void salon_open(struct salon *salon, unsigned people, const char *version)
{
    char *record = getenv("DD_SALON_RECORD");
    struct fault fault = {FAULT_NONE, ""};
    salon->now_ms = 1893499200000;
    const struct mxfake_setup setup = {.now_ms = salon->now_ms,
                                       .seed = salon->dice + 1,
                                       .record = salon->record != NULL ? salon->record
                                                 : record == NULL      ? NULL
                                                                       : salon_record,
                                       .context = record};
    salon->fake = mxfake_new(&setup);
    salon->bot = mxfake_account(salon->fake, "bot", "hunter2");
    mxfake_unlimited(salon->fake, salon->bot, true);
    salon->people = people;
    for (unsigned i = 0; i < people; i++) {
        salon->person[i] = mxfake_person(salon->fake, salon_names[i]);
    }
    const struct mxfake_room_setup room = {.version = version, .name = "Den"};
    salon->room = mxfake_room(salon->fake, salon->person[0], &room);
    ck_assert_ptr_nonnull(salon->room);
    for (unsigned i = 1; i < people; i++) {
        mxfake_invite(salon->fake, salon->person[0], salon->room, salon->person[i]);
        ck_assert(mxfake_join(salon->fake, salon->person[i], salon->room));
    }
    ck_assert(mxfake_invite(salon->fake, salon->person[0], salon->room, salon->bot));
    salon_settings(salon);
    salon->catalogue = languages_new("en", &fault);
    must(salon->catalogue != NULL, "language", &fault);
    database_new(salon->place, NULL, ":memory:");
    salon->store = store_open(database_driver(), salon->place, false, NULL, NULL, &fault);
    must(salon->store != NULL, "store", &fault);
    if (salon->begins != NULL) {
        salon->begins(salon);
    }
    salon_open_house(salon);
    salon_pass(salon, SALON_START_MS);
}

void salon_close(struct salon *salon)
{
    salon_cut(salon);
    store_close(&salon->store);
    database_end(salon->place);
    catalogue_free(&salon->catalogue);
    settings_free(&salon->settings);
    mxfake_free(&salon->fake);
}

/* People follow the bot into the rooms that it opens for them. */
static void salon_follow(struct salon *salon)
{
    char *text = mxfake_rooms(salon->fake, salon->bot);
    cJSON *rooms = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *room = NULL;
    cJSON_ArrayForEach(room, rooms)
    {
        for (unsigned i = 0; i < salon->people && cJSON_IsString(room); i++) {
            const char *is = mxfake_membership(salon->fake, room->valuestring, salon->person[i]);
            if (strcmp(is, "invite") == 0 && (salon->stays & 1U << i) == 0) {
                mxfake_join(salon->fake, salon->person[i], room->valuestring);
            }
        }
    }
    cJSON_Delete(rooms);
    free(text);
}

static void salon_step(struct salon *salon, int64_t ms)
{
    int64_t until_ms = salon->now_ms + ms;
    for (int i = 0; i < SALON_ROUNDS_MAX; i++) {
        bool busy = fake_wire_run(salon->wire);
        if (!salon->disk_slow) {
            busy = house_run(salon->house) || busy || !house_is_idle(salon->house);
        }
        int64_t next_ms = fake_wire_next_ms(salon->wire);
        int64_t house_ms = salon->disk_slow ? INT64_MAX : house_due_ms(salon->house);
        next_ms = house_ms < next_ms ? house_ms : next_ms;
        if (next_ms <= salon->now_ms) {
            next_ms = busy ? salon->now_ms : salon->now_ms + 1;
        }
        if (busy && next_ms > salon->now_ms && store_pending(salon->store) > 0) {
            continue;
        }
        if (next_ms > until_ms) {
            salon->now_ms = until_ms;
            mxfake_run(salon->fake, until_ms);
            return;
        }
        salon->now_ms = next_ms;
    }
    ck_abort_msg("the salon does not come to rest");
}

void salon_pass(struct salon *salon, int64_t ms)
{
    while (ms > 0) {
        int64_t step_ms = ms < SALON_STEP_MS ? ms : SALON_STEP_MS;
        salon_step(salon, step_ms);
        salon_follow(salon);
        ms -= step_ms;
    }
}

const char *salon_say(struct salon *salon, unsigned who, const char *text)
{
    const char *event = mxfake_say(salon->fake, salon->person[who], salon->room, text);
    ck_assert_msg(event != NULL, "%s", mxfake_why(salon->fake));
    salon_pass(salon, SALON_ACT_MS);
    return event;
}

unsigned salon_saw(const struct salon *salon, unsigned who, const char *room, const char *words)
{
    char *text = mxfake_sees(salon->fake, salon->person[who], room);
    cJSON *all = cJSON_ParseWithLength(text, strlen(text));
    const cJSON *one = NULL;
    unsigned count = 0;
    cJSON_ArrayForEach(one, all)
    {
        const char *body = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "body"));
        const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "type"));
        const char *sender = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "sender"));
        count += sender != NULL && strcmp(sender, salon->bot) == 0 && type != NULL &&
                 strcmp(type, "m.room.message") == 0 && body != NULL && strstr(body, words) != NULL;
    }
    cJSON_Delete(all);
    free(text);
    return count;
}

void salon_fault(struct salon *salon, enum mxfake_verb verb, const char *route, unsigned times,
                 int code)
{
    const struct mxfake_fault fault = {
        .verb = verb, .route = route, .times = times, .code = code, .ms = 900};
    mxfake_fault(salon->fake, &fault);
}

void salon_is_single(const struct salon *salon)
{
    char *twice = mxfake_twice(salon->fake, salon->bot, SALON_TWICE_MS);
    ck_assert_msg(twice == NULL, "%s", twice);
}
