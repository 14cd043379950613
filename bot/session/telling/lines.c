/* Only at a live pace, only while it is fresh, and only where nothing in it was hidden. */
#include "lines.h"

#include <stdlib.h>
#include <string.h>

#include "handling.h"
#include "heap.h"
#include "house_private.h"
#include "outbox.h"
#include "outbox_put.h"
#include "sent.h"

static bool lines_has(const struct last_lines *last, enum message message)
{
    for (unsigned i = 0; i < last->said_count; i++) {
        if (last->said[i] == message) {
            return true;
        }
    }
    return message == MSG_NONE && last->said_count > 0;
}

/* Do the events of this step go on with what was said last? */
static bool lines_go_on(const struct last_lines *last, const struct view *view,
                        const struct outcome *out)
{
    unsigned count = 0;
    for (unsigned i = 0; i < out->event_count; i++) {
        if (!compose_is_line(view, &out->event[i])) {
            continue;
        }
        struct message_way way = message_way(out->event[i].message);
        if (way.way != WAY_CONTINUES || (count++ == 0 && !lines_has(last, way.after))) {
            return false;
        }
    }
    return count > 0;
}

/* Can the last message still be changed, and would somebody see it? */
static bool lines_stand(const struct handling *handling, const struct last_lines *last)
{
    const struct table_entry *entry = handling->entry;
    const struct table *table = &entry->resident->table;
    const struct sent_message *sent =
        last->id == NULL ? NULL : sent_find(&handling->entry->resident->sent, last->id);
    bool one = last->id != NULL && strchr(last->id, ' ') == NULL;
    bool fresh = handling->house->now_ms - last->at_ms <= LINES_FRESH_MS;
    return last->row != 0 && one && fresh && table->phase == TABLE_PLAYING &&
           table->options.value[OPTION_PACE] != PACE_ASYNC && (sent == NULL || !sent->hidden);
}

static void lines_note(struct last_lines *last, const struct view *view, const struct outcome *out)
{
    for (unsigned i = 0; i < out->event_count; i++) {
        enum message message = out->event[i].message;
        if (compose_is_line(view, &out->event[i]) && last->said_count < LINES_SAID_MAX &&
            !lines_has(last, message)) {
            last->said[last->said_count++] = message;
        }
    }
}

void lines_put(struct handling *handling, const struct view *view, const struct doc *doc)
{
    const struct outcome *out = &handling->house->scratch->out;
    struct last_lines *last = &handling->entry->resident->last;
    bool goes_on = lines_stand(handling, last) && lines_go_on(last, view, out);
    const struct outbox_message message = {
        .kind = goes_on ? SEND_EDIT : SEND_POST,
        .room = handling->entry->room->key,
        .doc = doc,
        .doc_kind = DOC_LINES,
        .table = handling->entry->id,
        .number = handling->entry->number,
        .step = handling->entry->resident->table.step,
        .seat = SEAT_CROWD,
        .edit_of = goes_on ? last->id : NULL,
        .since = goes_on ? last->since : 0,
        .before = goes_on ? last->doc : NULL,
    };
    const struct outbox_row *row = outbox_put(&handling->commit->mail, &message);
    if (row == NULL) {
        return;
    }
    if (row->kind == SEND_POST) {
        free(last->id);
        last->id = NULL;
        /* one that has grown too long goes on in the next message */
        last->said_count = goes_on || row->joins == last->row ? last->said_count : 0;
    }
    kept_doc_let_go(&last->doc);
    last->doc = kept_doc_share(row->doc);
    last->since = row->since != 0 ? row->since : row->step;
    last->row = row->id;
    last->at_ms = handling->house->now_ms;
    lines_note(last, view, out);
}
