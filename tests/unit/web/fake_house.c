/* A house that plays nothing: it remembers what it heard, stores rows in the order they came, once
 * for each event, and calls back. */
#include "web_world.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fake_commit {
    struct fake_commit *next;
    struct store_batch *batch;
    void *token;
    bool sends;
};

static struct fake_commit *fake_first;
static struct fake_commit **fake_end = &fake_first;

static void fake_copy(char *into, size_t size, const char *text)
{
    snprintf(into, size, "%s", text != NULL ? text : "");
}

static void fake_done(void *context, const struct fault *fault)
{
    struct fake_commit *commit = context;
    if (commit->sends && fault == NULL) {
        world.sent++;
    }
    if (world.adapter != NULL) {
        web_adapter.stored(world.adapter, commit->token, fault);
    }
    free(commit);
}

static void fake_put(const struct adapter_row *rows, size_t count, const char *event, void *token,
                     bool sends)
{
    struct fake_commit *commit = calloc(1, sizeof *commit);
    ck_assert_ptr_nonnull(commit);
    commit->batch = store_batch_new();
    commit->token = token;
    commit->sends = sends;
    for (size_t i = 0; i < count; i++) {
        struct store_row row = {.key = "web",
                                .extra = rows[i].key,
                                .at_ms = rows[i].order,
                                .text = rows[i].value,
                                .text_len = rows[i].len};
        store_put(commit->batch, rows[i].value != NULL ? STORE_ADAPTER : STORE_ADAPTER_DELETE,
                  &row);
    }
    struct store_row seen = {.key = event != NULL ? event : "web/rows", .at_ms = world.now_ms};
    store_put(commit->batch, STORE_EVENT, &seen);
    *fake_end = commit;
    fake_end = &commit->next;
}

static void fake_drop(void)
{
    while (fake_first != NULL) {
        struct fake_commit *commit = fake_first;
        fake_first = commit->next;
        store_batch_free(&commit->batch);
        free(commit);
    }
    fake_end = &fake_first;
}

void fake_house_step(void);
void fake_house_step(void)
{
    while (fake_first != NULL && !world.held) {
        struct fake_commit *commit = fake_first;
        fake_first = commit->next;
        fake_end = fake_first == NULL ? &fake_first : fake_end;
        if (world.broken) {
            struct fault fault = {.code = FAULT_FULL, .text = "the disk is full"};
            store_batch_free(&commit->batch);
            fake_done(commit, &fault);
        } else {
            store_commit(world.store, &commit->batch, fake_done, commit);
        }
    }
    if (!world.asleep) {
        store_poll(world.store);
    }
}

void fake_house_forget(void);
void fake_house_forget(void)
{
    fake_drop();
}

static void fake_remember(const struct inbound *inbound)
{
    ck_assert_uint_lt(world.inbound_count, WORLD_INBOUND_MAX);
    struct world_inbound *kept = &world.inbound[world.inbound_count++];
    memset(kept, 0, sizeof *kept);
    kept->kind = inbound->kind;
    fake_copy(kept->event_id, sizeof kept->event_id, inbound->event_id);
    fake_copy(kept->room, sizeof kept->room, inbound->room);
    fake_copy(kept->account, sizeof kept->account, inbound->account);
    fake_copy(kept->name, sizeof kept->name, inbound->name);
    fake_copy(kept->text, sizeof kept->text, inbound->text);
    fake_copy(kept->command, sizeof kept->command, inbound->command);
    fake_copy(kept->control, sizeof kept->control, inbound->control);
    fake_copy(kept->reply_to, sizeof kept->reply_to, inbound->reply_to);
    fake_copy(kept->emoji, sizeof kept->emoji, inbound->emoji);
    fake_copy(kept->media, sizeof kept->media, inbound->media);
    if (inbound->args != NULL) {
        ck_assert_uint_gt(value_print(inbound->args, kept->args, sizeof kept->args), 0);
    }
    kept->mention_count = inbound->mention_count;
    kept->value_count = inbound->value_count;
    fake_copy(kept->mention, sizeof kept->mention,
              inbound->mention_count > 0 ? inbound->mentions[0] : NULL);
    kept->private_room = inbound->private_room;
    kept->moderator = inbound->moderator;
    kept->addressed = inbound->addressed;
    kept->sits = inbound->sits;
}

static bool fake_inbound_before(const char *event_id)
{
    for (unsigned i = 0; i < world.inbound_count; i++) {
        if (strcmp(world.inbound[i].event_id, event_id) == 0) {
            return true;
        }
    }
    return false;
}

bool house_enqueue(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                   const struct adapter_row *rows, size_t row_count, void *token)
{
    (void)house;
    (void)adapter;
    if (world.full) {
        return false;
    }
    if (fake_inbound_before(inbound->event_id)) {
        struct fault fault = {.code = FAULT_GONE, .text = "heard before"};
        struct fake_commit *commit = calloc(1, sizeof *commit);
        ck_assert_ptr_nonnull(commit);
        commit->token = token;
        fake_done(commit, &fault);
        return true;
    }
    fake_remember(inbound);
    fake_put(rows, row_count, inbound->event_id, token, false);
    return true;
}

void house_store_rows(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                      size_t row_count, void *token)
{
    (void)house;
    (void)adapter;
    fake_put(rows, row_count, NULL, token, false);
}

/* NOLINTNEXTLINE(readability-function-size): the contract has seven */
void house_delivered(struct house *house, struct adapter *adapter, uint64_t row,
                     const char *platform_id, const struct adapter_row *rows, size_t row_count,
                     void *token)
{
    (void)house;
    (void)adapter;
    ck_assert_uint_eq(row, 7);
    fake_copy(world.sent_id, sizeof world.sent_id, platform_id);
    fake_put(rows, row_count, NULL, token, true);
}

void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_status status, int64_t retry_ms, const char *why)
{
    (void)house;
    (void)adapter;
    (void)retry_ms;
    ck_assert_uint_eq(row, 7);
    ck_assert_ptr_nonnull(why);
    world.status = status;
    world.failed++;
}

const struct house_setup *house_world(const struct house *house)
{
    (void)house;
    return &world.setup;
}

void house_own_choice(struct house *house, const struct adapter *adapter, const char *account,
                      const char *name, char *text)
{
    (void)house;
    (void)adapter;
    (void)account;
    snprintf(text, HOUSE_OWN_BYTES, "%s", strcmp(name, "nudges") == 0 ? "once" : "");
}
