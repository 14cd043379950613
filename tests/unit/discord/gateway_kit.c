#include "gateway_kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "discord_gateway_private.h"
#include "heap.h"

struct gateway_kit *kit;

static enum discord_kept kit_dispatched(void *context, const struct discord_dispatch *dispatch)
{
    (void)context;
    ck_assert_uint_lt(kit->dispatch_count, KIT_DISPATCHES_MAX);
    ck_assert_uint_eq(dispatch->row_count, 1);
    struct kit_dispatch *one = &kit->dispatches[kit->dispatch_count++];
    snprintf(one->name, sizeof one->name, "%s", dispatch->name);
    snprintf(one->row, sizeof one->row, "%s", dispatch->rows[0].value);
    ck_assert_uint_eq(strlen(dispatch->rows[0].value), dispatch->rows[0].len);
    one->id = dispatch->id;
    one->replayed = dispatch->replayed;
    return kit->keeps;
}

static void kit_is_ready(void *context, unsigned shard, const cJSON *ready)
{
    (void)context;
    (void)shard;
    ck_assert(cJSON_IsObject(ready));
    kit->ready_count++;
}

static void kit_is_back(void *context, unsigned shard, enum discord_lost lost, int64_t since_ms,
                        int64_t back_ms)
{
    (void)context;
    (void)shard;
    ck_assert_int_ge(back_ms, since_ms);
    kit->back_count++;
    kit->back_lost = lost;
    kit->back_since_ms = since_ms;
}

static void kit_save_rows(void *context, const struct adapter_row *rows, size_t count, void *token)
{
    (void)context;
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_lt(kit->save_count, KIT_SAVES_MAX);
    ck_assert_ptr_nonnull(token);
    struct kit_save *save = &kit->saves[kit->save_count++];
    save->token = token;
    snprintf(save->row.key, sizeof save->row.key, "%s", rows->key);
    snprintf(save->row.value, sizeof save->row.value, "%s", rows->value);
}

static void kit_take_slot(void *context, const char *key, const char *holder, int64_t ms,
                          void *token)
{
    (void)context;
    ck_assert_uint_lt(kit->slot_count, KIT_SAVES_MAX);
    struct kit_slot *slot = &kit->slots[kit->slot_count++];
    snprintf(slot->key, sizeof slot->key, "%s", key);
    snprintf(slot->holder, sizeof slot->holder, "%s", holder);
    slot->ms = ms;
    slot->token = token;
}

static void kit_is_gone(void *context, const struct fault *fault)
{
    (void)context;
    kit->gone_count++;
    kit->gone = *fault;
    ck_assert_ptr_null(strstr(fault->text, KIT_TOKEN));
}

static void kit_refused(void *context, const struct fault *fault)
{
    (void)context;
    (void)fault;
}

static void kit_make(void)
{
    kit->rest = discord_rest_new(&(struct discord_rest_setup){.wire = &kit->hand->wire,
                                                              .api_base = "https://discord.test",
                                                              .token = KIT_TOKEN,
                                                              .agent = "x",
                                                              .refused = kit_refused});
    kit->setup.rest = kit->rest;
    kit->gateway = discord_gateway_new(&kit->setup);
    for (unsigned i = 0; i < kit->row_count; i++) {
        discord_gateway_restore(kit->gateway, kit->rows[i].key, kit->rows[i].value,
                                strlen(kit->rows[i].value));
    }
    discord_gateway_start(kit->gateway);
}

void gateway_kit_set_up(void)
{
    kit = heap_allocate(sizeof *kit);
    kit->hand = hand_wire_new();
    kit->setup = (struct discord_gateway_setup){.wire = &kit->hand->wire,
                                                .token = KIT_TOKEN,
                                                .intents = 4609,
                                                .hooks = {.dispatch = kit_dispatched,
                                                          .ready = kit_is_ready,
                                                          .back = kit_is_back,
                                                          .save = kit_save_rows,
                                                          .gone = kit_is_gone}};
}

void gateway_kit_tear_down(void)
{
    discord_gateway_free(&kit->gateway);
    discord_rest_free(&kit->rest);
    for (unsigned i = 0; i < HAND_TIMERS_MAX; i++) {
        ck_assert(!kit->hand->timers[i].used);
    }
    for (unsigned i = 0; i < kit->hand->socket_count; i++) {
        ck_assert(kit->hand->sockets[i].freed);
    }
    hand_wire_free(&kit->hand);
    free(kit);
}

bool kit_is_down(void)
{
    bool ended = kit->gateway->saves == NULL;
    for (unsigned i = 0; i < kit->gateway->count; i++) {
        ended = ended && kit->gateway->shards[i].state == SHARD_ENDED;
    }
    return ended;
}

void kit_start(void)
{
    kit_make();
    hand_run(kit->hand, 0);
}

void kit_restart(void)
{
    discord_gateway_free(&kit->gateway);
    discord_rest_free(&kit->rest);
    kit->save_count = 0;
    kit_start();
}

static void kit_put(const struct kit_row *row)
{
    for (unsigned i = 0; i < kit->row_count; i++) {
        if (strcmp(kit->rows[i].key, row->key) == 0) {
            kit->rows[i] = *row;
            return;
        }
    }
    ck_assert_uint_lt(kit->row_count, KIT_ROWS_MAX);
    kit->rows[kit->row_count++] = *row;
}

void kit_saved(void)
{
    struct fault full;
    fault_set(&full, FAULT_FULL, "the disk is full");
    for (unsigned i = 0; i < kit->save_count; i++) {
        void *token = kit->saves[i].token;
        if (token == NULL) {
            continue;
        }
        kit->saves[i].token = NULL;
        if (!kit->disk_full) {
            kit_put(&kit->saves[i].row);
        }
        discord_gateway_saved(kit->gateway, token, kit->disk_full ? &full : NULL);
    }
    kit->save_count = 0;
    hand_run(kit->hand, 0);
}

const struct kit_row *kit_row(const char *key)
{
    for (unsigned i = 0; i < kit->row_count; i++) {
        if (strcmp(kit->rows[i].key, key) == 0) {
            return &kit->rows[i];
        }
    }
    return NULL;
}

void kit_divide(unsigned part, unsigned parts)
{
    kit->setup.shard_all = true;
    kit->setup.part = part;
    kit->setup.parts = parts;
    kit->setup.hooks.take_slot = kit_take_slot;
}

void kit_slot(enum fault_code code)
{
    struct fault fault;
    ck_assert_uint_gt(kit->slot_count, 0);
    struct kit_slot *slot = &kit->slots[kit->slot_count - 1];
    void *token = slot->token;
    ck_assert_ptr_nonnull(token);
    slot->token = NULL;
    fault_set(&fault, code, "as the test has it");
    discord_gateway_saved(kit->gateway, token, code == FAULT_NONE ? NULL : &fault);
    hand_run(kit->hand, 0);
}

void kit_bot(unsigned shards, unsigned remaining, unsigned concurrency)
{
    char body[400];
    snprintf(body, sizeof body,
             "{\"url\":\"" KIT_BASE "\",\"shards\":%u,\"session_start_limit\":{\"total\":1000,"
             "\"remaining\":%u,\"reset_after\":3600000,\"max_concurrency\":%u}}",
             shards, remaining, concurrency);
    ck_assert_ptr_nonnull(strstr(hand_call(kit->hand, 0)->url, "/gateway/bot"));
    hand_answer(hand_call(kit->hand, 0), 200, NULL, body);
    hand_run(kit->hand, 0);
}

void kit_hello(void)
{
    struct hand_socket *socket = hand_socket(kit->hand);
    hand_socket_open(socket);
    hand_socket_receive(socket, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
    kit_saved();
}

void kit_ready(int64_t sequence)
{
    char text[300];
    snprintf(text, sizeof text,
             "{\"op\":0,\"t\":\"READY\",\"s\":%lld,\"d\":{\"v\":10,\"session_id\":\"s%lld\","
             "\"resume_gateway_url\":\"" KIT_OWN "\",\"user\":{\"id\":\"1\"}}}",
             (long long)sequence, (long long)sequence);
    hand_socket_receive(hand_socket(kit->hand), text);
    kit_saved();
}

void kit_up(void)
{
    kit_start();
    kit_bot(1, 900, 1);
    kit_hello();
    kit_ready(1);
    ck_assert_uint_eq(kit->ready_count, 1);
}

void kit_dispatch(const char *name, int64_t sequence)
{
    char text[200];
    snprintf(text, sizeof text, "{\"op\":0,\"t\":\"%s\",\"s\":%lld,\"d\":{}}", name,
             (long long)sequence);
    hand_socket_receive(hand_socket(kit->hand), text);
}

void kit_goodbye(void)
{
    struct hand_socket *socket = hand_socket(kit->hand);
    ck_assert_uint_ne(socket->code, 0);
    hand_socket_close(socket, socket->code);
}

bool kit_said(const char *part)
{
    return strstr(hand_socket_sent(hand_socket(kit->hand)), part) != NULL;
}
