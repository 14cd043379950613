/* In the store: the rows as a list of JSON objects (null where one has ended), the documents a line
 * each; JSON has no line breaks of its own. A row of its own, as they once were, is an object. */
#include "parcel.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "commit.h"
#include "heap.h"
#include "json_out.h"
#include "outbox.h"

enum { PARCEL_META_MAX = 4096 /* bytes of JSON for one row */ };

static struct parcel *parcel_new(unsigned count)
{
    struct parcel *parcel = heap_take(sizeof *parcel + count * sizeof(struct outbox_row *));
    parcel->count = count;
    return parcel;
}

static void parcel_add(struct parcel *parcel, unsigned place, struct outbox_row *row)
{
    parcel->row[place] = row;
    row->parcel = parcel;
    row->place = place;
    parcel->uses++;
}

void parcel_let_go(struct parcel **parcel)
{
    if (*parcel != NULL && --(*parcel)->uses == 0) {
        free(*parcel);
    }
    *parcel = NULL;
}

static bool place_is_open(const struct parcel *parcel, unsigned place)
{
    const struct outbox_row *row = parcel->row[place];
    return row != NULL && !row->arrived && !row->wiped;
}

static void write_rows(const struct parcel *parcel, struct buf *json)
{
    buf_init(json, (size_t)parcel->count * PARCEL_META_MAX);
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < parcel->count; i++) {
        json_out_next(json);
        if (place_is_open(parcel, i)) {
            outbox_row_write(parcel->row[i], json);
        } else {
            buf_add(json, "null", 4);
        }
    }
    buf_add(json, "]", 1);
    assert(!json->full);
}

static void write_documents(const struct parcel *parcel, struct buf *text)
{
    buf_init(text, (size_t)parcel->count * (OUTBOX_DOC_MAX + 1));
    for (unsigned i = 0; i < parcel->count; i++) {
        if (parcel->row[i]->doc != NULL) {
            buf_text(text, parcel->row[i]->doc);
        }
        buf_add(text, "\n", 1);
    }
    assert(!text->full);
}

void parcel_put(struct commit *commit)
{
    unsigned count = 0;
    for (struct outbox_row *row = commit->rows; row != NULL; row = row->next) {
        count++;
    }
    if (count == 0) {
        return;
    }
    struct parcel *parcel = parcel_new(count);
    unsigned place = 0;
    for (struct outbox_row *row = commit->rows; row != NULL; row = row->next) {
        parcel_add(parcel, place++, row);
        parcel->id = row->id > parcel->id ? row->id : parcel->id;
        parcel->table = row->table;
    }
    struct buf meta;
    struct buf text;
    write_rows(parcel, &meta);
    write_documents(parcel, &text);
    const struct store_row stored = {
        .id = parcel->id,
        .sub = parcel->table,
        .extra = meta.text,
        .text = text.text,
        .text_len = text.len,
    };
    commit_put(commit, STORE_OUTBOX, &stored);
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

static void note(struct notes *notes, struct outbox_row *row)
{
    char audience[16];
    const char *between = notes->room.len > 0 ? "\n" : "";
    outbox_row_audience(row, audience);
    row->noted = true;
    notes->step = row->step > notes->step ? row->step : notes->step;
    buf_text(&notes->audience, between);
    buf_text(&notes->audience, audience);
    buf_text(&notes->room, between);
    buf_text(&notes->room, row->room);
    buf_text(&notes->platform_id, between);
    buf_text(&notes->platform_id, row->platform_id);
}

static void settle_sent(struct commit *commit, struct parcel *parcel)
{
    struct notes notes = {0};
    buf_init(&notes.audience, OUTBOX_DOC_MAX);
    buf_init(&notes.room, OUTBOX_DOC_MAX);
    buf_init(&notes.platform_id, OUTBOX_DOC_MAX);
    for (unsigned i = 0; i < parcel->count; i++) {
        struct outbox_row *row = parcel->row[i];
        if (row != NULL && row->platform_id != NULL && !row->noted) {
            note(&notes, row);
        }
    }
    if (notes.room.len > 0) {
        const struct store_row sent = {
            .id = parcel->table,
            .sub = notes.step,
            .key = notes.audience.text,
            .extra = notes.room.text,
            .text = notes.platform_id.text,
        };
        commit_put(commit, STORE_SENT, &sent);
    }
    buf_deinit(&notes.audience);
    buf_deinit(&notes.room);
    buf_deinit(&notes.platform_id);
}

void parcel_settle(struct commit *commit, struct parcel *parcel)
{
    bool open = false;
    if (parcel->table != 0) {
        settle_sent(commit, parcel);
    }
    for (unsigned i = 0; i < parcel->count && !open; i++) {
        open = place_is_open(parcel, i);
    }
    if (!open) {
        const struct store_row done = {.id = parcel->id};
        commit_put(commit, STORE_OUTBOX_DONE, &done);
        return;
    }
    struct buf meta;
    write_rows(parcel, &meta);
    const struct store_row stored = {.id = parcel->id, .extra = meta.text};
    commit_put(commit, STORE_OUTBOX_RETRY, &stored);
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
    struct parcel *parcel = parcel_new(count < 0 ? 0 : (unsigned)count);
    const cJSON *json = NULL;
    size_t at = 0;
    unsigned place = 0;
    parcel->id = stored->id;
    parcel->table = stored->sub;
    parcel->uses = 1;
    cJSON_ArrayForEach(json, list)
    {
        struct store_row line = read_line(stored, &at);
        struct outbox_row *row = cJSON_IsObject(json) ? outbox_row_read(&line, json) : NULL;
        if (row != NULL) {
            parcel_add(parcel, place, row);
            *end = row;
            end = &row->next;
        }
        place++;
    }
    parcel_let_go(&parcel);
    return first;
}

struct outbox_row *parcel_read(const struct store_row *stored)
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
