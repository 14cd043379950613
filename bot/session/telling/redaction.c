/* A message that holds a hidden line becomes a sentence of the house, or goes, as its platform can:
 * all of it, for what else stood there the board shows too. */
#include "redaction.h"

#include <string.h>

#include "handling.h"
#include "house_private.h"
#include "log.h"
#include "outbox.h"
#include "outbox_put.h"
#include "sent.h"
#include "show_refusal.h"
#include "show_say.h"
#include "show_view.h"

static const char *redaction_account(const struct handling *handling, int seat)
{
    const struct table *table = &handling->entry->resident->table;
    bool known = seat_is_person(seat) && seat < table->seat_count && !table->seat[seat].house;
    const struct person *person =
        known ? people_find(handling->house->people, table->seat[seat].person) : NULL;
    const struct address *address =
        person == NULL ? NULL : person_address(person, handling->entry->room->adapter);
    return address == NULL ? "" : address->account;
}

/* Who wrote it, who hid it, when; never the words. */
static void redaction_note(const struct handling *handling, const struct sent_message *sent,
                           int author, uint32_t step)
{
    log_event(
        LEVEL_INFO, "table.hidden",
        LOG_FIELDS(
            log_number("table", (int64_t)handling->entry->id), log_number("step", step),
            log_number("seat", author), log_text("account", redaction_account(handling, author)),
            log_text("message", sent == NULL ? "" : sent->id),
            log_text("by", handling->item == NULL ? "" : handling->item->copy.inbound.account)));
}

static void redaction_put(struct commit *commit, struct table_entry *entry,
                          struct sent_message *sent)
{
    struct house *house = commit->house;
    if (sent->hidden || sent->room == NULL) {
        return;
    }
    const struct compose compose = house_compose_in(house, sent->room);
    const struct outbox_message message = {
        .kind = SEND_REDACT,
        .room = sent->room,
        .doc = compose_say(&compose, MSG_TABLE_LINE_HIDDEN, NULL, VALUE_NONE),
        .doc_kind = DOC_SAY,
        .table = entry->id,
        .number = entry->number,
        .step = sent->step,
        .seat = SEAT_CROWD,
        .edit_of = sent->id,
    };
    sent->hidden = true;
    outbox_put(&commit->mail, &message);
}

/* Was a line hidden that was said from one step to another? */
static bool redaction_between(const struct table *table, uint32_t since, uint32_t step)
{
    bool hidden = false;
    for (uint32_t at = since; at <= step && !hidden; at++) {
        hidden = table_lines_redacted_at(&table->lines, at);
    }
    return hidden;
}

/* The last line of a person's that stands in a message; its own step where there is none. */
static uint32_t redaction_step(const struct table *table, const struct sent_message *sent)
{
    for (uint32_t at = sent->step; at >= sent->since && at > 0; at--) {
        if (table_lines_at(&table->lines, at) != NULL) {
            return at;
        }
    }
    return sent->step;
}

void redaction_delivered(struct commit *commit, struct table_entry *entry)
{
    struct resident *resident = entry->resident;
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX; i++) {
        struct sent_message *sent = &resident->sent.message[i];
        if (sent->id != NULL && sent->kind == SENT_LINES &&
            redaction_between(&resident->table, sent->since, sent->step)) {
            redaction_put(commit, entry, sent);
        }
    }
}

bool redaction_covers(const struct table_entry *entry, const struct outbox_row *row)
{
    bool line = row->kind == SEND_POST || row->kind == SEND_EDIT;
    return entry != NULL && entry->load == ENTRY_RESIDENT && line && !row->board &&
           row->seat == SEAT_CROWD &&
           redaction_between(&entry->resident->table, row->since == 0 ? row->step : row->since,
                             row->step);
}

static void redaction_answer(struct handling *handling)
{
    const struct compose compose = house_compose(handling->house, handling->entry);
    show_answer(handling, compose_say(&compose, MSG_HOUSE_LINE_HIDDEN, NULL, VALUE_NONE),
                DOC_ANSWER);
}

static bool row_is_redacted(const void *context, const struct outbox_row *row)
{
    return redaction_covers(context, row);
}

void redaction_show(struct handling *handling, const struct move *move)
{
    uint32_t step = (uint32_t)value_number_at(&move->args, "step", 0);
    const struct table_line *line = table_lines_at(&handling->entry->resident->table.lines, step);
    outbox_wipe(&handling->commit->mail, handling->entry->id, row_is_redacted, handling->entry);
    redaction_delivered(handling->commit, handling->entry);
    redaction_note(handling, NULL, line == NULL ? SEAT_NONE : line->seat, step);
    if (handling->item != NULL) {
        redaction_answer(handling);
    }
}

static void redaction_refuse(struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    outcome_refuse(out, refusal);
    outcome_end(out);
    show_refusal(handling);
}

static void redaction_talk(struct handling *handling, const struct move *move,
                           struct sent_message *sent)
{
    const struct table *table = &handling->entry->resident->table;
    bool referee = move->person != 0 && move->person == table->referee;
    if (!move->moderator && !referee) {
        redaction_refuse(handling, REFUSAL_NOT_MODERATOR);
    } else if (sent->hidden) {
        redaction_refuse(handling, REFUSAL_ALREADY_DONE);
    } else {
        redaction_put(handling->commit, handling->entry, sent);
        redaction_note(handling, sent, sent->seat, sent->step);
        redaction_answer(handling);
    }
}

bool redaction_resolve(struct handling *handling, struct move *move)
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    if (strcmp(move->row->name, "hide") != 0 || inbound->reply_to == NULL ||
        value_has(&move->args, "seat")) {
        return false;
    }
    struct sent_message *sent = sent_find(&handling->entry->resident->sent, inbound->reply_to);
    if (sent != NULL && sent->kind == SENT_TALK) {
        redaction_talk(handling, move, sent);
        return true;
    }
    /* step 0 is no line: a message that is none hides nothing else instead */
    value_number(&move->args, "step",
                 sent != NULL && sent->kind == SENT_LINES
                     ? (int64_t)redaction_step(&handling->entry->resident->table, sent)
                     : 0);
    return false;
}
