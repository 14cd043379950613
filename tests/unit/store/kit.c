/* What the host's tests share. */

#include "kit.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>

#include "buf.h"

static void kit_row(void *context, const struct store_row *row)
{
    struct buf *buf = context;
    buf_number(buf, (int64_t)row->id);
    buf_text(buf, " ");
    buf_number(buf, (int64_t)row->sub);
    buf_text(buf, " ");
    buf_number(buf, row->at_ms);
    buf_text(buf, " ");
    buf_text(buf, row->key);
    buf_text(buf, " ");
    buf_text(buf, row->extra);
    buf_text(buf, " ");
    buf_add(buf, row->text, row->text_len);
    buf_text(buf, "\n");
}

const char *kit_read(struct store *store, const struct store_question *question)
{
    static char text[65536];
    struct buf buf;
    struct fault fault = {FAULT_NONE, ""};
    buf_init(&buf, sizeof(text) - 1);
    int done = store_read_now(store, question, kit_row, &buf, &fault);
    ck_assert_msg(done == 0, "%s", fault.text);
    ck_assert(!buf.full);
    snprintf(text, sizeof(text), "%s", buf.text == NULL ? "" : buf.text);
    buf_deinit(&buf);
    return text;
}

struct store_batch *kit_batch(enum store_op op, const struct store_row *row)
{
    struct store_batch *batch = store_batch_new();
    store_put(batch, op, row);
    return batch;
}

void kit_settle(struct store *store)
{
    while (store_pending(store) > 0) {
        if (store_poll(store) == 0) {
            poll(NULL, 0, 1);
        }
    }
}

void kit_done(void *context, const struct fault *fault)
{
    struct fault *out = context;
    if (fault != NULL) {
        *out = *fault;
    }
}

struct fault kit_put(struct store *store, enum store_op op, const struct store_row *row)
{
    struct fault fault = {FAULT_NONE, ""};
    struct store_batch *batch = kit_batch(op, row);
    store_commit(store, &batch, kit_done, &fault);
    ck_assert_ptr_null(batch);
    kit_settle(store);
    return fault;
}
