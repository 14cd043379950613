#include "part_kit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "complete.h"
#include "discord.h"
#include "languages.h"
#include "settings.h"

struct part_kit part;

enum { PART_EPOCH_S = 1420070400, PART_INTERVAL_MS = 3600000 };

static char part_data[PART_TEXT_BYTES];
static char part_id[32];

/* --- the house -------------------------------------------------------------------------------- */

const struct house_setup *house_world(const struct house *house)
{
    (void)house;
    return &part.setup;
}

void house_find_part(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                     house_part_fn done, void *context)
{
    (void)house;
    ck_assert_ptr_eq(adapter, part.adapter);
    ck_assert_uint_lt(part.find_count, PART_FINDS_MAX);
    struct part_find *find = &part.finds[part.find_count++];
    *find = (struct part_find){.done = done, .context = context};
    snprintf(find->event, sizeof find->event, "%s", inbound->event_id);
    if (part.at_once) {
        find->context = NULL;
        done(context, &part.where);
    }
}

static struct part_event *event_new(const char *id, const struct adapter_row *rows, size_t count,
                                    void *token)
{
    ck_assert_uint_lt(part.event_count, PART_EACH_MAX);
    struct part_event *event = &part.events[part.event_count++];
    *event = (struct part_event){.part = PART_HERE, .token = token};
    snprintf(event->event, sizeof event->event, "%s", id);
    snprintf(event->row, sizeof event->row, "%s", count > 0 ? rows->value : "");
    return event;
}

bool house_enqueue(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                   const struct adapter_row *rows, size_t row_count, void *token)
{
    (void)house;
    (void)adapter;
    if (part.full) {
        return false;
    }
    struct part_event *event = event_new(inbound->event_id, rows, row_count, token);
    event->kind = inbound->kind;
    event->fresh = inbound->fresh;
    event->answers = inbound->answer != NULL;
    snprintf(event->elsewhere, sizeof event->elsewhere, "%s",
             inbound->elsewhere == NULL ? "" : inbound->elsewhere);
    snprintf(event->text, sizeof event->text, "%s",
             inbound->text != NULL ? inbound->text : inbound->control);
    return true;
}

/* NOLINTNEXTLINE(readability-function-size): house_part.h has it */
bool house_pass_on(struct house *house, struct adapter *adapter, unsigned number,
                   const char *event_id, const char *text, const struct adapter_row *rows,
                   size_t row_count, void *token)
{
    (void)house;
    (void)adapter;
    if (part.full) {
        return false;
    }
    struct part_event *event = event_new(event_id, rows, row_count, token);
    event->part = number;
    ck_assert_uint_lt(strlen(text), sizeof event->text);
    snprintf(event->text, sizeof event->text, "%s", text);
    return true;
}

void house_passed(struct house *house, uint64_t letter)
{
    (void)house;
    ck_assert_uint_lt(part.ended_count, PART_EACH_MAX);
    part.ended[part.ended_count++] = letter;
}

static void token_add(void *token, bool of_lease)
{
    ck_assert_uint_lt(part.token_count, PART_EACH_MAX);
    part.of_lease[part.token_count] = of_lease;
    part.tokens[part.token_count++] = token;
}

void house_store_rows(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                      size_t row_count, void *token)
{
    (void)house;
    (void)adapter;
    for (size_t i = 0; i < row_count; i++) {
        if (strncmp(rows[i].key, "gateway/shard", 13) == 0) {
            snprintf(part.saved, sizeof part.saved, "%s", rows[i].value);
        }
    }
    token_add(token, false);
}

void house_take_lease(struct house *house, struct adapter *adapter, const char *key,
                      const char *holder, int64_t ms, void *token)
{
    (void)house;
    (void)adapter;
    ck_assert_uint_ge(strlen(holder), 16);
    ck_assert_int_ge(ms, 1000);
    snprintf(part.lease, sizeof part.lease, "%s", key);
    part.lease_count++;
    token_add(token, true);
}

const struct catalogue *house_language(struct house *house, const struct adapter *adapter,
                                       const char *room)
{
    (void)house;
    (void)adapter;
    (void)room;
    return part.catalogue;
}

const char *house_account(const struct house *house, const struct adapter *adapter, uint64_t person)
{
    (void)house;
    (void)adapter;
    (void)person;
    return NULL;
}

size_t house_complete(struct house *house, struct adapter *adapter, const struct inbound *asked,
                      const char *argument, const char *typed,
                      struct completion choices[COMPLETIONS_MAX])
{
    (void)house;
    (void)adapter;
    (void)asked;
    (void)argument;
    (void)typed;
    (void)choices;
    return 0;
}

/* NOLINTNEXTLINE(readability-function-size): adapter.h has it */
void house_delivered(struct house *house, struct adapter *adapter, uint64_t row,
                     const char *platform_id, const struct adapter_row *rows, size_t row_count,
                     void *token)
{
    (void)house;
    (void)adapter;
    (void)row;
    (void)platform_id;
    (void)rows;
    (void)row_count;
    token_add(token, false);
}

void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_status status, int64_t retry_ms, const char *why)
{
    (void)house;
    (void)adapter;
    (void)row;
    (void)status;
    (void)retry_ms;
    (void)why;
}

void house_rooms_unreachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                             size_t count)
{
    (void)house;
    (void)adapter;
    (void)rooms;
    (void)count;
}

void house_rooms_reachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                           size_t count, struct downtime downtime)
{
    (void)house;
    (void)adapter;
    (void)rooms;
    (void)count;
    (void)downtime;
}

/* --- the adapter ------------------------------------------------------------------------------ */

static void settings_open(const char *const *environment)
{
    struct buf problems;
    const char *all[PART_EACH_MAX] = {"DEADDROP_DISCORD_TOKEN=a-token"};
    for (size_t i = 0; environment != NULL && environment[i] != NULL; i++) {
        all[i + 1] = environment[i];
    }
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    part.settings = settings_load(NULL, all, &problems);
    ck_assert_msg(part.settings != NULL, "%s", problems.text);
    buf_deinit(&problems);
}

struct fault part_try(unsigned number, unsigned parts, const char *const *environment)
{
    struct fault fault = {FAULT_NONE, ""};
    memset(&part, 0, sizeof part);
    part.hand = hand_wire_new();
    part.catalogue = languages_new("en", &fault);
    part.store = store_open(&store_sqlite, ":memory:", false, NULL, NULL, &fault);
    settings_open(environment);
    part.setup = (struct house_setup){.store = part.store,
                                      .clock = part.hand->wire.clock,
                                      .entropy = part.hand->wire.entropy,
                                      .catalogue = part.catalogue,
                                      .settings = part.settings,
                                      .part = number,
                                      .parts = parts};
    const struct discord_on on = {.wire = &part.hand->wire};
    discord_open_on(&part.adapter, NULL, &on, part.settings, &fault);
    return fault;
}

void part_open(unsigned number, unsigned parts, const char *const *environment)
{
    struct fault fault = part_try(number, parts, environment);
    ck_assert_msg(part.adapter != NULL, "%s", fault.text);
    part_run(0);
}

void part_close(void)
{
    for (unsigned i = 0; i < part.event_count; i++) {
        part_stored(i, FAULT_NONE);
    }
    part_run(0);
    discord_adapter.close(&part.adapter);
    settings_free(&part.settings);
    store_close(&part.store);
    catalogue_free(&part.catalogue);
    hand_wire_free(&part.hand);
}

void part_run(int64_t ms)
{
    struct fault gone;
    fault_set(&gone, FAULT_GONE, "another has it");
    hand_run(part.hand, ms);
    for (unsigned i = 0; i < part.token_count; i++) {
        bool refused = part.of_lease[i] && part.lease_refused;
        discord_adapter.stored(part.adapter, part.tokens[i], refused ? &gone : NULL);
        hand_run(part.hand, 0);
    }
    part.token_count = 0;
}

static void part_answer(const char *url, const char *body)
{
    for (unsigned i = 0; i < hand_open(part.hand); i++) {
        struct hand_call *call = hand_call(part.hand, i);
        if (strstr(call->url, url) != NULL) {
            hand_answer(call, 200, NULL, body);
            part_run(0);
            return;
        }
    }
    ck_abort_msg("nothing of %s was asked for", url);
}

void part_up(void)
{
    part_answer("/applications/@me", "{\"id\":\"2\",\"bot\":{\"id\":\"1\"}}");
    part_answer("/gateway/bot",
                "{\"url\":\"wss://gateway.test\",\"shards\":1,\"session_start_limit\":{\"total\":"
                "1000,\"remaining\":900,\"reset_after\":3600000,\"max_concurrency\":1}}");
    part_run(0);
    hand_socket_open(hand_socket(part.hand));
    char hello[80];
    snprintf(hello, sizeof hello, "{\"op\":10,\"d\":{\"heartbeat_interval\":%d}}",
             PART_INTERVAL_MS);
    hand_socket_receive(hand_socket(part.hand), hello);
    part_run(0);
    part_run(0);
    part_dispatch("READY", "{\"session_id\":\"s1\",\"resume_gateway_url\":\"wss://own.test\","
                           "\"user\":{\"id\":\"1\"},\"application\":{\"id\":\"2\"}}");
    part_run(0);
}

void part_dispatch(const char *name, const char *data)
{
    char text[PART_TEXT_BYTES + 100];
    snprintf(text, sizeof text, "{\"op\":0,\"t\":\"%s\",\"s\":%lld,\"d\":%s}", name,
             (long long)++part.sequence, data);
    hand_socket_receive(hand_socket(part.hand), text);
    hand_run(part.hand, 0);
}

const char *part_text(unsigned id, const char *words)
{
    snprintf(part_data, sizeof part_data,
             "{\"id\":\"%u\",\"channel_id\":\"70\",\"type\":0,\"content\":\"%s\",\"author\":{"
             "\"id\":\"9\",\"username\":\"ana\"}}",
             id, words);
    return part_data;
}

const char *part_press_id(void)
{
    return part_id;
}

const char *part_press(int64_t ago_ms)
{
    const struct clock *clock = &part.setup.clock;
    int64_t born_ms = clock->now_ms(clock->context) - ago_ms - (int64_t)PART_EPOCH_S * 1000;
    snprintf(part_id, sizeof part_id, "%llu", (unsigned long long)born_ms << 22 | 5);
    snprintf(part_data, sizeof part_data,
             "{\"id\":\"%s\",\"application_id\":\"2\",\"type\":3,\"token\":\"tok\",\"channel_id\":"
             "\"70\",\"context\":1,\"channel\":{\"id\":\"70\",\"type\":1},\"user\":{\"id\":\"9\","
             "\"username\":\"ana\"},\"message\":{\"id\":\"60\",\"flags\":0},\"data\":{"
             "\"component_type\":2,\"custom_id\":\"tabcdefghijkl.1.join\"}}",
             part_id);
    return part_data;
}

void part_found(unsigned find, unsigned number, const char *tables)
{
    ck_assert_uint_lt(find, part.find_count);
    struct part_find *found = &part.finds[find];
    void *context = found->context;
    ck_assert_ptr_nonnull(context);
    found->context = NULL;
    found->done(context, &(struct house_part){.part = number, .tables = tables});
    hand_run(part.hand, 0);
}

void part_stored(unsigned event, enum fault_code code)
{
    struct fault fault;
    void *token = part.events[event].token;
    part.events[event].token = NULL;
    fault_set(&fault, code, "as the test has it");
    discord_adapter.stored(part.adapter, token, code == FAULT_NONE ? NULL : &fault);
    hand_run(part.hand, 0);
}

void part_passed(uint64_t letter, const char *name, const char *data)
{
    char text[PART_TEXT_BYTES + 100];
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"d\":%s}", name, data);
    discord_adapter.passed(part.adapter, letter, "1", text);
    hand_run(part.hand, 0);
}
