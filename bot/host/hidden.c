/* A message that holds a hidden line becomes a sentence of the house, or goes, as its platform can:
 * all of it, for what else stood there the board shows too. */
#include "hidden.h"

#include <string.h>

#include "house_private.h"
#include "log.h"
#include "outbox.h"
#include "sent.h"
#include "show_table.h"
#include "turn.h"

static const char *hidden_account(const struct turn *turn, int seat)
{
    const struct table *table = &turn->entry->resident->table;
    bool known = seat_is_person(seat) && seat < table->seat_count && !table->seat[seat].house;
    const struct person *person =
        known ? people_find(turn->house->people, table->seat[seat].person) : NULL;
    const struct address *address =
        person == NULL ? NULL : person_address(person, turn->entry->room->adapter);
    return address == NULL ? "" : address->account;
}

/* Who wrote it, who hid it, when; never the words. */
static void hidden_note(const struct turn *turn, const struct sent_message *sent, int author,
                        uint32_t step)
{
    log_event(LEVEL_INFO, "table.hidden",
              LOG_FIELDS(log_number("table", (int64_t)turn->entry->id), log_number("step", step),
                         log_number("seat", author),
                         log_text("account", hidden_account(turn, author)),
                         log_text("message", sent == NULL ? "" : sent->id),
                         log_text("by", turn->item == NULL ? "" : turn->item->copy.heard.account)));
}

static void hidden_put(struct commit *commit, struct table_entry *entry, struct sent_message *sent)
{
    struct house *house = commit->house;
    const struct compose compose = house_compose(house, NULL);
    if (sent->hidden || sent->room == NULL) {
        return;
    }
    const struct outbox_message message = {
        .kind = SEND_HIDE,
        .room = sent->room,
        .doc = compose_say(&compose, MSG_TABLE_LINE_HIDDEN, NULL, FACTS_NONE),
        .doc_kind = "say",
        .entry = entry,
        .step = sent->step,
        .seat = SEAT_CROWD,
        .edit_of = sent->id,
    };
    sent->hidden = true;
    outbox_put(commit, &message);
}

void hidden_arrived(struct commit *commit, struct table_entry *entry)
{
    struct resident *resident = entry->resident;
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX; i++) {
        struct sent_message *sent = &resident->sent.message[i];
        if (sent->id != NULL && sent->kind == SENT_LINES &&
            table_lines_hidden_at(&resident->table.lines, sent->step)) {
            hidden_put(commit, entry, sent);
        }
    }
}

bool hidden_has(const struct table_entry *entry, const struct outbox_row *row)
{
    return entry != NULL && entry->load == ENTRY_RESIDENT && row->kind == SEND_POST &&
           !row->board && row->seat == SEAT_CROWD &&
           table_lines_hidden_at(&entry->resident->table.lines, row->step);
}

static void hidden_answer(struct turn *turn)
{
    const struct compose compose = house_compose(turn->house, turn->entry);
    show_answer(turn, compose_say(&compose, MSG_HOUSE_LINE_HIDDEN, NULL, FACTS_NONE), "answer");
}

void hidden_show(struct turn *turn, const struct move *move)
{
    uint32_t step = (uint32_t)facts_number_at(&move->args, "step", 0);
    const struct table_line *line = table_lines_at(&turn->entry->resident->table.lines, step);
    outbox_wipe_lines(turn->commit, turn->entry);
    hidden_arrived(turn->commit, turn->entry);
    hidden_note(turn, NULL, line == NULL ? SEAT_NONE : line->seat, step);
    if (turn->item != NULL) {
        hidden_answer(turn);
    }
}

static void hidden_refuse(struct turn *turn, enum refusal refusal)
{
    struct outcome *out = &turn->house->scratch->out;
    outcome_init(out);
    outcome_refuse(out, refusal);
    outcome_end(out);
    show_refusal(turn);
}

static void hidden_talk(struct turn *turn, const struct move *move, struct sent_message *sent)
{
    const struct table *table = &turn->entry->resident->table;
    bool referee = move->person != 0 && move->person == table->referee;
    if (!move->moderator && !referee) {
        hidden_refuse(turn, REFUSAL_NOT_MODERATOR);
    } else if (sent->hidden) {
        hidden_refuse(turn, REFUSAL_ALREADY_DONE);
    } else {
        hidden_put(turn->commit, turn->entry, sent);
        hidden_note(turn, sent, sent->seat, sent->step);
        hidden_answer(turn);
    }
}

bool hidden_take(struct turn *turn, struct move *move)
{
    const struct heard *heard = &turn->item->copy.heard;
    if (strcmp(move->row->name, "hide") != 0 || heard->reply_to == NULL ||
        facts_has(&move->args, "seat")) {
        return false;
    }
    struct sent_message *sent = sent_find(&turn->entry->resident->sent, heard->reply_to);
    if (sent != NULL && sent->kind == SENT_TALK) {
        hidden_talk(turn, move, sent);
        return true;
    }
    /* step 0 is no line: a message that is none hides nothing else instead */
    facts_number(&move->args, "step",
                 sent != NULL && sent->kind == SENT_LINES ? (int64_t)sent->step : 0);
    return false;
}
