/* Handles one item of the inbox: resolves the tables it can mean, reads the command, applies it and
 * answers. Where a table is not in memory the item is deferred, on disk. */
#include "handle.h"

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "alike.h"
#include "banned_words_check.h"
#include "blocks_answer.h"
#include "cards.h"
#include "confirmation.h"
#include "console.h"
#include "crash.h"
#include "delivered.h"
#include "elsewhere.h"
#include "fill_seats.h"
#include "follow.h"
#include "handle_finish.h"
#include "heap.h"
#include "house_private.h"
#include "item_words.h"
#include "link_answer.h"
#include "linked.h"
#include "log.h"
#include "metrics.h"
#include "nonce.h"
#include "poison.h"
#include "questions.h"
#include "recovery.h"
#include "redaction.h"
#include "room_event.h"
#include "room_words.h"
#include "sampling.h"
#include "settings.h"
#include "show_refusal.h"
#include "show_table.h"
#include "store_down.h"
#include "table_load.h"
#include "take_back.h"
#include "targets.h"
#include "team_room.h"
#include "which_table.h"

enum { BEGIN_AGE_MS_MAX = 10 * 60 * 1000 };

static bool targets_are_there(const struct targets *targets)
{
    bool there = true;
    for (size_t i = 0; i < targets->count; i++) {
        const struct table_entry *entry = targets->entry[i];
        there = there && entry->resident != NULL && entry->load != ENTRY_LOADING;
    }
    return there;
}

/* The last of these tables that is not in memory; the others are sent for. */
static struct table_entry *missing_table(struct house *house, const struct targets *targets)
{
    struct table_entry *missing = NULL;
    for (size_t i = 0; i < targets->count; i++) {
        struct table_entry *entry = targets->entry[i];
        if (entry->resident == NULL || entry->load == ENTRY_LOADING) {
            missing = entry;
            table_load(house, entry);
        } else {
            tables_touch(&house->tables, entry);
        }
    }
    return missing;
}

/* Writes an event that is handled later, with the rows of its platform's watermark. */
static void defer_in_store(struct house *house, struct inbox_item *item)
{
    struct buf json;
    struct commit *commit = commit_new(house);
    buf_init(&json, SCRATCH_JSON_MAX);
    inbound_json_write(&item->copy.inbound, &json);
    item->stored_id = house->inbox.next_id++;
    const struct store_row row = {.id = item->stored_id, .key = item->key, .text = json.text};
    commit_put(commit, STORE_INBOX, &row);
    commit_rows(commit, item->adapter, item->rows, item->row_count);
    commit_token(commit, item->adapter, item->token);
    commit->deferred = item;
    item->storing = commit;
    item->token = NULL;
    item->row_count = 0;
    buf_deinit(&json);
    commit_submit(&commit);
}

/* The item waits until the table is there. */
static void defer(struct house *house, struct inbox_item *item, struct table_entry *entry)
{
    if (entry->load == ENTRY_FROZEN) {
        tables_freeze(&house->tables, entry); /* its row alone is known: nothing to wait for */
        inbox_resume(&house->inbox, item);
        return;
    }
    if (item->kind == INBOX_INBOUND && item->stored_id == 0 && !house->down) {
        defer_in_store(house, item);
    }
    house->deferred++;
    *(entry->waiting == NULL ? &entry->waiting : &entry->waiting_last->next) = item;
    entry->waiting_last = item;
    CRASH_POINT("item.deferred");
    table_load(house, entry);
}

/* What the house alone knows of an inbound event: whose message it answers. */
static void fill_reply(const struct house *house, struct inbound *inbound,
                       const struct targets *targets, const char *adapter)
{
    inbound->reply_table = 0;
    inbound->reply_seat = SEAT_NONE;
    if (inbound->reply_to == NULL) {
        return;
    }
    const struct person *author = inbound->reply_account == NULL
                                      ? NULL
                                      : people_at(house->people, adapter, inbound->reply_account);
    for (size_t i = 0; i < targets->count; i++) {
        const struct table_entry *entry = targets->entry[i];
        int seat = tables_author(entry, inbound->reply_to);
        if (seat != SEAT_NONE) {
            inbound->reply_table = entry->id;
            inbound->reply_seat = seat;
            return;
        }
        if (author != NULL && inbound->reply_seat == SEAT_NONE) {
            inbound->reply_seat = table_seat_of(&entry->resident->table, author->id);
        }
    }
}

/* As moves are to know it: its id may hold an account, and a journal is kept for ever. */
static const struct inbound *inbound_kept(const struct house *house, const struct inbox_item *item)
{
    struct inbound *kept = arena_take(house->arena, sizeof *kept);
    char *event = arena_take(house->arena, CHAIN_EVENT_BYTES);
    *kept = item->copy.inbound;
    chain_event(item->key, event);
    kept->event_id = strchr(event, '/') + 1;
    return kept;
}

/* Reads it; the person need not be known yet. */
static void read_command(struct house *house, struct inbox_item *item, uint64_t person,
                         struct targets *targets)
{
    struct inbound *inbound = &item->copy.inbound;
    const struct command_words words = item_words(house, item);
    struct person *acting = people_find(house->people, person);
    for (size_t i = 0; i < targets->count; i++) {
        follow_catch_up(house, targets->entry[i], inbound->at_ms);
        targets->table[i].table = &targets->entry[i]->resident->table;
        targets->table[i].person =
            acting == NULL ? 0 : access_as(house, targets->entry[i], acting)->id;
    }
    fill_reply(house, inbound, targets, item->adapter->name);
    outcome_init(&house->scratch->out);
    const struct command_inbound asked = {inbound_kept(house, item), person, targets->table,
                                          targets->count, &words};
    uint64_t confirming =
        targets->count == 1 && targets->table[0].person != 0 ? targets->table[0].person : person;
    bool confirms = targets->count == 1 && confirmation_read(targets->entry[0], item, confirming,
                                                             &house->scratch->command);
    if (!confirms) {
        command_read(&asked, &house->scratch->command, &house->scratch->out);
    }
}

static struct table_entry *entry_of(const struct house *house, const struct table *table)
{
    return table == NULL ? NULL : tables_find(&house->tables, table->id);
}

static void refuse(struct handling *handling, enum refusal refusal)
{
    struct outcome *out = &handling->house->scratch->out;
    outcome_init(out);
    outcome_refuse(out, refusal);
    outcome_end(out);
    show_refusal(handling);
}

/* May this person, and this room, do that much? */
static bool within_limits(struct handling *handling)
{
    struct house *house = handling->house;
    const struct command *command = &house->scratch->command;
    struct room *room = targets_room(house, handling->item);
    unsigned cost = command->row != NULL && command->row->cost > 0 ? command->row->cost : 1;
    if (!flood_take(&handling->person->lead->flood, &house->limits.person, cost, house->now_ms)) {
        return false;
    }
    return room == NULL || flood_take(&room->flood, &house->limits.room, cost, house->now_ms);
}

static void too_fast(struct handling *handling)
{
    if (flood_tell(&handling->person->lead->flood, handling->house->now_ms)) {
        refuse(handling, REFUSAL_TOO_FAST);
    }
}

/* All that can still be done with a frozen table: its people, or a moderator, take it away. */
static void close_frozen(struct handling *handling)
{
    struct table_entry *entry = handling->entry;
    bool theirs = handling->item->copy.inbound.moderator;
    for (unsigned i = 0; i < entry->people_count; i++) {
        theirs = theirs || entry->people[i] == handling->person->id;
    }
    if (!theirs || entry->damaged ||
        strcmp(handling->house->scratch->command.row->name, "abort") != 0) {
        refuse(handling, REFUSAL_TABLE_FROZEN);
        return;
    }
    entry->phase = TABLE_CLOSED;
    team_rooms_close(handling->commit, entry);
    handling->commit->table = entry->id;
    handling->commit->closed = entry->id;
    tables_store(entry, handling->commit->batch);
    show_closed(handling);
}

/* What is said to a team: passed on if it may be, written down nowhere. */
static void pass_on(struct handling *handling, struct move *move)
{
    struct outcome *out = &handling->house->scratch->out;
    if (table_try(&handling->entry->resident->table, move, out) != REFUSAL_NONE) {
        show_refusal(handling);
        return;
    }
    show_talk(handling, move->seat);
    log_event(LEVEL_INFO, "table.relayed", /* who said it, for who moderates; never the words */
              LOG_FIELDS(log_number("table", (int64_t)handling->entry->id),
                         log_text("account", handling->item->copy.inbound.account)));
}

static void make_move(struct handling *handling)
{
    struct house *house = handling->house;
    struct move *move = &house->scratch->command.move;
    if (handling->entry->load == ENTRY_FROZEN) {
        close_frozen(handling);
        return;
    }
    if (banned_words_in_move(handling, move)) {
        refuse(handling, REFUSAL_UNWANTED_WORDS);
        return;
    }
    if (redaction_resolve(handling, move)) {
        return;
    }
    if ((move->row->surfaces & AS_TALK) != 0) {
        pass_on(handling, move);
        return;
    }
    if (!fill_seats(handling, move) ||
        sampling_check(house, &handling->entry->resident->table, move) != REFUSAL_NONE) {
        show_refusal(handling);
        return;
    }
    if (blocks_keep_away(handling, move)) {
        refuse(handling, REFUSAL_CANT_JOIN);
        return;
    }
    handle_resolve(handling, move);
    enum refusal refusal = handle_move(handling, move);
    if (refusal == REFUSAL_NOT_REACHABLE && !handling->entry->start_asked) {
        handling->entry->start_asked = true;
        tables_store(handling->entry,
                     handling->commit->batch); /* it is waited for beyond a restart */
    }
    if (refusal == REFUSAL_UNDO_RUNS) {
        take_back_follow(house, handling->entry); /* it may have failed, with the store */
    }
    if (refusal == REFUSAL_WARNING) {
        show_warning(handling, move);
    } else if (refusal != REFUSAL_NONE) {
        show_refusal(handling);
    } else {
        console_done(handling, move);
        blocks_warn(handling, move);
    }
}

/* While the store is unavailable, only questions are answered. */
static bool stands_still(struct handling *handling, enum command_kind kind)
{
    struct room *room = handling->entry != NULL ? handling->entry->room
                                                : targets_room(handling->house, handling->item);
    if (!handling->house->down || kind == COMMAND_ASK || kind == COMMAND_REFUSED) {
        return false;
    }
    if (room != NULL) {
        store_down_notify(handling->house, room);
    }
    refuse(handling, REFUSAL_STORE_DOWN);
    return true;
}

/* What begins something is for the moment in which it was said; everything else is for as long as
 * what it is about is there. */
static bool is_long_ago(const struct handling *handling)
{
    const struct command *command = &handling->house->scratch->command;
    bool begins = command->kind == COMMAND_OPEN ||
                  (command->kind == COMMAND_MOVE && strcmp(command->move.row->name, "start") == 0);
    return begins && handling->item->copy.inbound.age_ms > BEGIN_AGE_MS_MAX;
}

/* Something came from this account of theirs: it is the one to tell them things by, and where it
 * took none before, that is tried again. */
static void note_way(struct handling *handling)
{
    const struct inbound *inbound = &handling->item->copy.inbound;
    struct address *from =
        people_address(handling->house->people, handling->item->adapter->name, inbound->account);
    if (from == NULL) {
        return;
    }
    from->closed = from->closed && !inbound->private_room;
    linked_acts(handling->person, from);
    commit_person(handling->commit, handling->person);
}

/* Applies the command. False when the answer comes later, by somebody else's hand. */
static bool apply(struct handling *handling)
{
    struct command *command = &handling->house->scratch->command;
    enum command_kind kind = command->kind;
    bool elsewhere = elsewhere_is_meant(handling->item, command, &handling->house->scratch->out);
    handling->entry = elsewhere ? NULL : entry_of(handling->house, command->table);
    note_way(handling);
    handling->person = access_as(handling->house, handling->entry, handling->person);
    if (!within_limits(handling)) {
        too_fast(handling);
        return true;
    }
    if (stands_still(handling, kind)) {
        return true;
    }
    cards_inbound(handling);
    handling->console = command->console && handling->entry != NULL &&
                        handling->entry->resident != NULL &&
                        handling->entry->load == ENTRY_RESIDENT;
    bool frozen = handling->person->frozen;
    if (frozen || is_long_ago(handling)) {
        refuse(handling, frozen ? REFUSAL_YOU_UNREADABLE : REFUSAL_LONG_AGO);
        return true;
    }
    if (elsewhere) {
        elsewhere_refuse(handling);
        return true;
    }
    switch (kind) {
    case COMMAND_OPEN:
        if (handle_open(handling, command) != REFUSAL_NONE) {
            show_refusal(handling);
        }
        break;
    case COMMAND_MOVE:
        make_move(handling);
        break;
    case COMMAND_ASK:
        return questions_answer(handling);
    case COMMAND_REFUSED:
        which_table_refuse(handling);
        break;
    case COMMAND_IGNORED:
        break;
    }
    return true;
}

/* Talk among people: the platform's rows are stored, nothing else. */
static void ignore(struct house *house, struct inbox_item *item)
{
    struct commit *commit = commit_new(house);
    if (item->row_count > 0 || item->stored_id != 0) {
        commit_item(commit, item);
    }
    commit_submit(&commit);
    inbox_acknowledge(item, NULL);
}

/* It is refused, and may come again: the duplicate check failed, or the event that it repeats has
 * not reached the disk. */
static void put_off(struct inbox_item *item)
{
    struct fault fault;
    fault_set(&fault, FAULT_RETRY, "nothing can be stored at the moment");
    recent_events_forget(item->house->recent_events, item->key);
    inbox_acknowledge(item, &fault);
}

/* Acknowledged only when all that is on its way to the disk is there: the first copy of the event
 * may be in it. */
static void repeated(struct inbox_item *item)
{
    struct house *house = item->house;
    struct commit *commit = commit_new(house);
    house->figures.duplicates++;
    commit->repeated = true;
    commit_token(commit, item->adapter, item->token);
    item->token = NULL;
    if (house->commits_in_flight > 0) {
        const struct store_row alive = {.at_ms = house->now_ms};
        commit_put(commit, STORE_ALIVE, &alive);
    }
    commit_submit(&commit);
}

/* Who did it: made known only when they meant the house. */
static struct person *meet(struct house *house, const struct inbox_item *item, uint64_t id)
{
    char marked[TABLE_NAME_BYTES];
    return people_inbound(house->people, item->adapter->name, item->copy.inbound.account,
                          item_name(house, item, marked), id);
}

/* The event is noted after what follows of it, which is safe to be done twice. */
static void note_room(struct house *house, struct inbox_item *item)
{
    room_event_apply(house, item);
    struct handling handling = {.house = house, .item = item, .commit = commit_new(house)};
    handle_finish(&handling, item);
}

/* The table that it is about cannot be read: nothing is done, and its room is told. What may be
 * just talk there gets no answer of its own. */
static void not_readable(struct house *house, struct inbox_item *item, uint64_t id,
                         const struct table_entry *entry)
{
    store_down_notify(house, entry->room);
    struct handling handling = {
        .house = house, .item = item, .commit = commit_new(house), .person = meet(house, item, id)};
    if (house->scratch->command.kind != COMMAND_IGNORED || item->copy.inbound.private_room) {
        refuse(&handling, REFUSAL_STORE_DOWN);
    }
    handle_finish(&handling, item);
}

/* True when the item is handled. */
static bool process_inbound(struct house *house, struct inbox_item *item)
{
    struct targets targets;
    struct person *person =
        people_at(house->people, item->adapter->name, item->copy.inbound.account);
    uint64_t id = person != NULL ? person->id : people_unused_id(house->people);
    which_table_take(house, item, person);
    const struct asker asker = {item->adapter, &item->copy.inbound, person};
    item->copy.inbound.moderator =
        access_moderates(house, &asker) || console_lets(house, &item->copy.inbound, person);
    targets_resolve(house, item, person, &targets);
    if (link_is_said(&item->copy.inbound) && !targets_are_there(&targets)) {
        targets.count = 0; /* it is about no table, and is not to wait on the disk */
    }
    struct table_entry *missing = missing_table(house, &targets);
    if (missing != NULL && missing->unreadable) {
        targets.count = 0;
        read_command(house, item, id, &targets);
        not_readable(house, item, id, missing);
        return true;
    }
    if (missing != NULL) {
        defer(house, item, missing);
        return false;
    }
    if (room_event_is(&item->copy.inbound)) {
        note_room(house, item);
        return true;
    }
    CRASH_POINT("item.before_command");
    read_command(house, item, id, &targets);
    if (house->scratch->command.kind == COMMAND_IGNORED) {
        ignore(house, item);
        return true;
    }
    struct handling handling = {
        .house = house, .item = item, .commit = commit_new(house), .person = meet(house, item, id)};
    crash_marker_begin(house->setup.crash_marker, item->key,
                       house->scratch->command.table == NULL ? 0
                                                             : house->scratch->command.table->id);
    if (!apply(&handling)) {
        return false; /* a longer answer owns the commit and the item */
    }
    handle_finish(&handling, item);
    return true;
}

static void put_letter(struct commit *commit, const struct inbox_item *item)
{
    const struct store_row letter = {.sub = item->row,
                                     .key = item->key,
                                     .extra = item->adapter->name,
                                     .text = item->platform_id};
    commit_put(commit, STORE_LETTER, &letter);
    metrics_add(METRIC_PASSED_ON, 1);
}

/* Has it come before, or cannot that be known now? Then that is all that is done. */
static bool has_come(struct house *house, struct inbox_item *item)
{
    bool known = recent_events_has(house->recent_events, item->key);
    if (item->duplicate == DUPLICATE_UNKNOWN || (item->duplicate == DUPLICATE_YES && !known)) {
        put_off(item);
        return true;
    }
    if (item->duplicate == DUPLICATE_YES) {
        repeated(item);
        return true;
    }
    return false;
}

static bool process(struct house *house, struct inbox_item *item)
{
    struct table_entry *needed = NULL;
    struct commit *commit = NULL;
    if (inbox_is_event(item) && has_come(house, item)) {
        return true;
    }
    switch (item->kind) {
    case INBOX_INBOUND:
        if (poison_is(house, item->key)) {
            poison_set_aside(house, item);
            return true;
        }
        crash_marker_begin(house->setup.crash_marker, item->key, 0);
        return process_inbound(house, item);
    case INBOX_ROWS:
    case INBOX_PASSED_ON:
        commit = commit_new(house);
        commit_item(commit, item);
        if (item->kind == INBOX_PASSED_ON) {
            put_letter(commit, item);
        }
        commit_submit(&commit);
        return true;
    case INBOX_DELIVERED:
    case INBOX_SEND_FAILED:
        needed = delivered_needs(house, item);
        if (needed != NULL && needed->load <= ENTRY_LOADING) {
            defer(house, item, needed);
            return false;
        }
        if (item->kind == INBOX_DELIVERED) {
            delivered_sent(house, item);
        } else {
            delivered_failed(house, item);
        }
        return true;
    case INBOX_REACHABLE:
    case INBOX_UNREACHABLE:
        recovery_platform(house, item);
        return true;
    }
    return true;
}

void handle_item(struct house *house, struct inbox_item *item)
{
    arena_reset(house->arena);
    bool done = process(house, item);
    crash_marker_end(house->setup.crash_marker);
    if (done) {
        inbox_item_free(&item);
    }
}
