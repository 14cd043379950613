/* In the store: the rows as a list of JSON objects (null where one has ended), the documents a line
 * each; JSON has no line breaks of its own. A row of its own, as they once were, is an object. */
#include "outbox_batch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "doc_json.h"
#include "heap.h"
#include "json_out.h"
#include "outbox.h"

enum {
    OUTBOX_BATCH_META_MAX = 4096,                 /* bytes of JSON for one row, */
    OUTBOX_BATCH_DOC_MAX = 8 * KEPT_DOC_BYTES_MAX /* and its document: a byte is six at most */
};

static struct outbox_batch *outbox_batch_new(unsigned count)
{
    struct outbox_batch *outbox_batch =
        heap_allocate(sizeof *outbox_batch + count * sizeof(struct outbox_row *));
    outbox_batch->count = count;
    return outbox_batch;
}

static void outbox_batch_add(struct outbox_batch *outbox_batch, unsigned place,
                             struct outbox_row *row)
{
    outbox_batch->row[place] = row;
    row->outbox_batch = outbox_batch;
    row->place = place;
    outbox_batch->uses++;
}

void outbox_batch_let_go(struct outbox_batch **outbox_batch)
{
    if (*outbox_batch != NULL && --(*outbox_batch)->uses == 0) {
        free(*outbox_batch);
    }
    *outbox_batch = NULL;
}

static bool place_is_open(const struct outbox_batch *outbox_batch, unsigned place)
{
    const struct outbox_row *row = outbox_batch->row[place];
    return row != NULL && outbox_row_is_open(row);
}

static void write_rows(const struct outbox_batch *outbox_batch, struct buf *json)
{
    buf_init(json, (size_t)outbox_batch->count * OUTBOX_BATCH_META_MAX);
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < outbox_batch->count; i++) {
        json_out_next(json);
        if (place_is_open(outbox_batch, i)) {
            outbox_row_write(outbox_batch->row[i], json);
        } else {
            buf_add(json, "null", 4);
        }
    }
    buf_add(json, "]", 1);
    assert(!json->full);
}

static void write_documents(const struct outbox_batch *outbox_batch, struct buf *text)
{
    buf_init(text, (size_t)outbox_batch->count * OUTBOX_BATCH_DOC_MAX);
    for (unsigned i = 0; i < outbox_batch->count; i++) {
        const struct outbox_row *row = outbox_batch->row[i];
        if (row->doc != NULL) {
            doc_json_write(&row->doc->doc, &row->doc->head, text);
        } else if (row->opens != NULL) {
            buf_text(text, row->opens);
        }
        buf_add(text, "\n", 1);
    }
    assert(!text->full);
}

void outbox_batch_put(struct store_batch *batch, struct outbox_row *rows)
{
    unsigned count = 0;
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        count++;
    }
    if (count == 0) {
        return;
    }
    struct outbox_batch *outbox_batch = outbox_batch_new(count);
    unsigned place = 0;
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        outbox_batch_add(outbox_batch, place++, row);
        outbox_batch->id = row->id > outbox_batch->id ? row->id : outbox_batch->id;
        outbox_batch->table = row->table;
    }
    struct buf meta;
    struct buf text;
    write_rows(outbox_batch, &meta);
    write_documents(outbox_batch, &text);
    const struct store_row stored = {
        .id = outbox_batch->id,
        .sub = outbox_batch->table,
        .extra = meta.text,
        .text = text.text,
        .text_len = text.len,
    };
    store_put(batch, STORE_OUTBOX, &stored);
    buf_deinit(&meta);
    buf_deinit(&text);
}

/* One line for each message that has arrived and is not noted yet. */
struct notes {
    uint32_t step;
    struct buf audience;
    struct buf room;
    struct buf platform_id;
};

/* What has no id, as an answer of Discord's, can be neither edited nor replied to: no note of it.
 */
static void note(struct notes *notes, struct outbox_row *row)
{
    char audience[OUTBOX_AUDIENCE_BYTES];
    const char *between = notes->room.len > 0 ? "\n" : "";
    outbox_row_move(row, OUTBOX_RECORDING);
    if (row->platform_id[0] == '\0') {
        return;
    }
    outbox_row_audience(row, audience);
    notes->step = row->step > notes->step ? row->step : notes->step;
    buf_text(&notes->audience, between);
    buf_text(&notes->audience, audience);
    buf_text(&notes->room, between);
    buf_text(&notes->room, row->room);
    buf_text(&notes->platform_id, between);
    buf_text(&notes->platform_id, row->platform_id);
}

static void rewrite_sent(struct store_batch *batch, struct outbox_batch *outbox_batch)
{
    struct notes notes = {0};
    buf_init(&notes.audience, OUTBOX_NOTES_MAX);
    buf_init(&notes.room, OUTBOX_NOTES_MAX);
    buf_init(&notes.platform_id, OUTBOX_NOTES_MAX);
    for (unsigned i = 0; i < outbox_batch->count; i++) {
        struct outbox_row *row = outbox_batch->row[i];
        if (row != NULL && row->platform_id != NULL && row->state == OUTBOX_ENDED) {
            note(&notes, row);
        }
    }
    if (notes.room.len > 0) {
        const struct store_row sent = {
            .id = outbox_batch->table,
            .sub = notes.step,
            .key = notes.audience.text,
            .extra = notes.room.text,
            .text = notes.platform_id.text,
        };
        store_put(batch, STORE_SENT, &sent);
    }
    buf_deinit(&notes.audience);
    buf_deinit(&notes.room);
    buf_deinit(&notes.platform_id);
}

void outbox_batch_rewrite(struct store_batch *batch, struct outbox_batch *outbox_batch)
{
    bool open = false;
    if (outbox_batch->table != 0) {
        rewrite_sent(batch, outbox_batch);
    }
    for (unsigned i = 0; i < outbox_batch->count && !open; i++) {
        open = place_is_open(outbox_batch, i);
    }
    if (!open) {
        const struct store_row done = {.id = outbox_batch->id};
        store_put(batch, STORE_OUTBOX_DONE, &done);
        return;
    }
    struct buf meta;
    write_rows(outbox_batch, &meta);
    const struct store_row stored = {.id = outbox_batch->id, .extra = meta.text};
    store_put(batch, STORE_OUTBOX_RETRY, &stored);
    buf_deinit(&meta);
}

/* The document on the line at *text, which moves behind it. */
static struct store_row read_line(const struct store_row *stored, size_t *at)
{
    struct store_row line = *stored;
    const char *begin = stored->text + *at;
    const char *end = memchr(begin, '\n', stored->text_len - *at);
    line.text = begin;
    line.text_len = end == NULL ? stored->text_len - *at : (size_t)(end - begin);
    *at += line.text_len + (end != NULL);
    return line;
}

static struct outbox_row *read_list(const struct store_row *stored, const cJSON *list)
{
    struct outbox_row *first = NULL;
    struct outbox_row **end = &first;
    int count = cJSON_GetArraySize(list);
    struct outbox_batch *outbox_batch = outbox_batch_new(count < 0 ? 0 : (unsigned)count);
    const cJSON *json = NULL;
    size_t at = 0;
    unsigned place = 0;
    outbox_batch->id = stored->id;
    outbox_batch->table = stored->sub;
    outbox_batch->uses = 1;
    cJSON_ArrayForEach(json, list)
    {
        struct store_row line = read_line(stored, &at);
        struct outbox_row *row = cJSON_IsObject(json) ? outbox_row_read(&line, json) : NULL;
        if (row != NULL) {
            outbox_batch_add(outbox_batch, place, row);
            *end = row;
            end = &row->next;
        }
        place++;
    }
    outbox_batch_let_go(&outbox_batch);
    return first;
}

struct outbox_row *outbox_batch_read(const struct store_row *stored)
{
    cJSON *json = cJSON_ParseWithLength(stored->extra, strlen(stored->extra));
    cJSON *list = json;
    if (cJSON_IsObject(json)) {
        list = cJSON_CreateArray();
        cJSON_AddItemToArray(list, json);
    }
    struct outbox_row *first = cJSON_IsArray(list) ? read_list(stored, list) : NULL;
    cJSON_Delete(list);
    return first;
}
