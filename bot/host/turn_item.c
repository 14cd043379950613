/* An item of the inbox through its turn: which tables it can mean, what it means, who is answered.
 * Where a table is not in memory the item waits for it, on disk. */
#include "turn.h"

#include <stdlib.h>
#include <string.h>

#include "controls.h"
#include "crash.h"
#include "draw.h"
#include "heap.h"
#include "hidden.h"
#include "house_log.h"
#include "house_private.h"
#include "log.h"
#include "nonce.h"
#include "outage.h"
#include "poison.h"
#include "print.h"
#include "questions.h"
#include "recovery.h"
#include "show_table.h"
#include "table_load.h"
#include "team_room.h"
#include "turn_room.h"
#include "turn_unwanted.h"
#include "warned.h"

enum { BEGIN_AGE_MS_MAX = 10 * 60 * 1000 };

/* The tables that something heard can mean. */
struct meant {
    size_t count;
    struct table_entry *entry[MEANT_MAX];
    struct command_table table[MEANT_MAX];
};

static void meant_add(struct meant *meant, struct table_entry *entry, bool in_this_room)
{
    for (size_t i = 0; i < meant->count; i++) {
        if (meant->entry[i] == entry) {
            return;
        }
    }
    if (entry != NULL && meant->count < MEANT_MAX) {
        meant->entry[meant->count] = entry;
        meant->table[meant->count].in_this_room = in_this_room;
        meant->table[meant->count].in_team_room = false;
        meant->count++;
    }
}

static struct room *room_of(const struct house *house, const struct inbox_item *item)
{
    char key[ROOM_KEY_BYTES];
    size_t len = print_join(key, sizeof key, item->adapter->name, "/", item->copy.heard.room);
    return len >= sizeof key ? NULL : tables_room(&house->tables, key);
}

/* The team in whose own room it was heard, NULL for any other room. */
static struct team_room *team_room_heard(const struct house *house, const struct inbox_item *item)
{
    char key[ROOM_KEY_BYTES];
    size_t len = print_join(key, sizeof key, item->adapter->name, "/", item->copy.heard.room);
    return len >= sizeof key ? NULL : team_room_at(&house->tables, key);
}

static void gather(struct house *house, const struct inbox_item *item, const struct person *person,
                   struct meant *meant)
{
    const struct heard *heard = &item->copy.heard;
    struct control control;
    struct room *room = room_of(house, item);
    const struct team_room *team = team_room_heard(house, item);
    meant->count = 0;
    if (heard->control != NULL && controls_parse(&control, heard->control)) {
        struct table_entry *entry = tables_find(&house->tables, control.table);
        meant_add(meant, entry, entry != NULL && entry->room == room);
        return; /* a press means its table and no other */
    }
    if (team != NULL) {
        meant_add(meant, team->entry, false);
        meant->table[0].in_team_room = true;
    }
    for (struct table_entry *entry = room == NULL ? NULL : room->first; entry != NULL;
         entry = entry->next_in_room) {
        meant_add(meant, entry, true);
    }
    for (unsigned i = 0; person != NULL && i < person->table_count; i++) {
        meant_add(meant, tables_find(&house->tables, person->tables[i]), false);
    }
}

/* The last of these tables that is not in memory; the others are sent for. */
static struct table_entry *missing_table(struct house *house, const struct meant *meant)
{
    struct table_entry *missing = NULL;
    for (size_t i = 0; i < meant->count; i++) {
        struct table_entry *entry = meant->entry[i];
        if (entry->resident == NULL || entry->load == ENTRY_LOADING) {
            missing = entry;
            table_load(house, entry);
        } else {
            tables_touch(&house->tables, entry);
        }
    }
    return missing;
}

/* Writes an event whose turn comes later, with the rows that say how far its platform was heard. */
static void park_in_store(struct house *house, struct inbox_item *item)
{
    struct buf json;
    struct commit *commit = commit_new(house);
    buf_init(&json, SCRATCH_JSON_MAX);
    heard_json_write(&item->copy.heard, &json);
    item->stored_id = house->inbox.next_id++;
    const struct store_row row = {.id = item->stored_id, .key = item->key, .text = json.text};
    commit_put(commit, STORE_INBOX, &row);
    commit_rows(commit, item->adapter, item->rows, item->row_count);
    commit_token(commit, item->adapter, item->token);
    commit->parked = item;
    item->parking = commit;
    item->token = NULL;
    item->row_count = 0;
    buf_deinit(&json);
    commit_submit(&commit);
}

/* The item waits until the table is there. */
static void park(struct house *house, struct inbox_item *item, struct table_entry *entry)
{
    if (entry->load == ENTRY_FROZEN) {
        tables_freeze(&house->tables, entry); /* its row alone is known: nothing to wait for */
        inbox_resume(&house->inbox, item);
        return;
    }
    if (item->kind == INBOX_HEARD && item->stored_id == 0 && !house->down) {
        park_in_store(house, item);
    }
    house->parked++;
    *(entry->waiting == NULL ? &entry->waiting : &entry->waiting_last->next) = item;
    entry->waiting_last = item;
    CRASH_POINT("item.parked");
    table_load(house, entry);
}

static const char *word_of(const void *catalogue, const char *key)
{
    return catalogue_entry(catalogue, key);
}

/* Whom a mention means, also when they have never done anything here: context is the item. */
static uint64_t person_of(const void *context, const char *account)
{
    const struct inbox_item *item = context;
    const struct adapter_link *link = item->adapter;
    struct house *house = item->house;
    const struct person *person = people_at(house->people, link->name, account);
    const char *name = person != NULL || link->def == NULL || link->def->person_name == NULL
                           ? NULL
                           : link->def->person_name(link->adapter, account);
    if (name != NULL) {
        person =
            people_heard(house->people, link->name, account, name, nonce_id(&house->setup.entropy));
    }
    return person == NULL ? 0 : person->id;
}

static const char *name_of(const void *context, uint64_t id)
{
    const struct inbox_item *item = context;
    const struct person *person = people_find(item->house->people, id);
    return person == NULL ? NULL : person->name;
}

static const char *mention_of(const struct adapter_link *link)
{
    return link->def == NULL || link->def->mention == NULL ? NULL
                                                           : link->def->mention(link->adapter);
}

/* What the host alone knows of something heard: whose message it answers. */
static void fill_reply(const struct house *house, struct heard *heard, const struct meant *meant,
                       const char *adapter)
{
    heard->reply_table = 0;
    heard->reply_seat = SEAT_NONE;
    if (heard->reply_to == NULL) {
        return;
    }
    const struct person *author = heard->reply_account == NULL
                                      ? NULL
                                      : people_at(house->people, adapter, heard->reply_account);
    for (size_t i = 0; i < meant->count; i++) {
        const struct table_entry *entry = meant->entry[i];
        int seat = tables_author(entry, heard->reply_to);
        if (seat != SEAT_NONE) {
            heard->reply_table = entry->id;
            heard->reply_seat = seat;
            return;
        }
        if (author != NULL && heard->reply_seat == SEAT_NONE) {
            heard->reply_seat = table_seat_of(&entry->resident->table, author->id);
        }
    }
}

/* The index of the words in force, made anew when they are others. */
static const struct command_index *index_of(struct house *house)
{
    const struct catalogue *catalogue = house->setup.catalogue;
    if (house->index_of != catalogue) {
        const struct command_words words = {.word = word_of, .catalogue = catalogue};
        command_index_free(&house->index);
        house->index = command_index_new(&words);
        house->index_of = catalogue;
    }
    return house->index;
}

/* Reads it; the person need not be known yet. */
static void read_command(struct house *house, struct inbox_item *item, uint64_t person,
                         struct meant *meant)
{
    struct heard *heard = &item->copy.heard;
    const struct command_words words = {
        .prefix = house_prefix(house, item->adapter->name, heard->room),
        .account = mention_of(item->adapter),
        .word = word_of,
        .catalogue = house->setup.catalogue,
        .person = person_of,
        .people = item,
        .name = name_of,
        .index = index_of(house),
    };
    for (size_t i = 0; i < meant->count; i++) {
        turn_catch_up(house, meant->entry[i], heard->at_ms);
        meant->table[i].table = &meant->entry[i]->resident->table;
    }
    fill_reply(house, heard, meant, item->adapter->name);
    outcome_init(&house->scratch->out);
    const struct command_heard asked = {heard, person, meant->table, meant->count, &words};
    bool insists =
        meant->count == 1 && warned_read(meant->entry[0], item, person, &house->scratch->command);
    if (!insists) {
        command_read(&asked, &house->scratch->command, &house->scratch->out);
    }
}

static struct table_entry *entry_of(const struct house *house, const struct table *table)
{
    return table == NULL ? NULL : tables_find(&house->tables, table->id);
}

static void refuse(struct turn *turn, enum refusal refusal)
{
    struct outcome *out = &turn->house->scratch->out;
    outcome_init(out);
    outcome_refuse(out, refusal);
    outcome_end(out);
    show_refusal(turn);
}

/* May this person, and this room, do that much? */
static bool within_limits(struct turn *turn)
{
    struct house *house = turn->house;
    const struct command *command = &house->scratch->command;
    struct room *room = room_of(house, turn->item);
    unsigned cost = command->row != NULL && command->row->cost > 0 ? command->row->cost : 1;
    if (!flood_take(&turn->person->flood, &house->limits.person, cost, house->now_ms)) {
        return false;
    }
    return room == NULL || flood_take(&room->flood, &house->limits.room, cost, house->now_ms);
}

static void too_fast(struct turn *turn)
{
    if (flood_tell(&turn->person->flood, turn->house->now_ms)) {
        refuse(turn, REFUSAL_TOO_FAST);
    }
}

/* All that can still be done with a frozen table: its people, or a moderator, take it away. */
static void close_frozen(struct turn *turn)
{
    struct table_entry *entry = turn->entry;
    bool theirs = turn->item->copy.heard.moderator;
    for (unsigned i = 0; i < entry->people_count; i++) {
        theirs = theirs || entry->people[i] == turn->person->id;
    }
    if (!theirs || strcmp(turn->house->scratch->command.row->name, "abort") != 0) {
        refuse(turn, REFUSAL_TABLE_FROZEN);
        return;
    }
    entry->phase = TABLE_CLOSED;
    team_rooms_close(turn->commit, entry);
    turn->commit->table = entry->id;
    turn->commit->closed = entry->id;
    tables_store(entry, turn->commit->batch);
    show_closed(turn);
}

/* What is said to a team: passed on if it may be, written down nowhere. */
static void pass_on(struct turn *turn, struct move *move)
{
    struct outcome *out = &turn->house->scratch->out;
    if (table_try(&turn->entry->resident->table, move, out) != REFUSAL_NONE) {
        show_refusal(turn);
        return;
    }
    show_talk(turn, move->seat);
    log_event(LEVEL_INFO, "table.relayed", /* who said it, for who moderates; never the words */
              LOG_FIELDS(log_number("table", (int64_t)turn->entry->id),
                         log_text("account", turn->item->copy.heard.account)));
}

static void make_move(struct turn *turn)
{
    struct house *house = turn->house;
    struct move *move = &house->scratch->command.move;
    if (turn->entry->load == ENTRY_FROZEN) {
        close_frozen(turn);
        return;
    }
    if (turn_has_unwanted(turn, move)) {
        refuse(turn, REFUSAL_UNWANTED_WORDS);
        return;
    }
    if (hidden_take(turn, move)) {
        return;
    }
    if ((move->row->surfaces & AS_TALK) != 0) {
        pass_on(turn, move);
        return;
    }
    if (draw_check(house, &turn->entry->resident->table, move) != REFUSAL_NONE) {
        show_refusal(turn);
        return;
    }
    turn_resolve(turn, move);
    enum refusal refusal = turn_make(turn, move);
    if (refusal == REFUSAL_WARNING) {
        show_warning(turn, move);
    } else if (refusal != REFUSAL_NONE) {
        show_refusal(turn);
    }
}

static void open_table(struct turn *turn)
{
    if (turn_open(turn, &turn->house->scratch->command) != REFUSAL_NONE) {
        show_refusal(turn);
    }
}

/* While the store takes nothing, only questions are answered. */
static bool stands_still(struct turn *turn, enum command_kind kind)
{
    struct room *room = turn->entry != NULL ? turn->entry->room : room_of(turn->house, turn->item);
    if (!turn->house->down || kind == COMMAND_ASK || kind == COMMAND_REFUSED) {
        return false;
    }
    if (room != NULL) {
        outage_tell(turn->house, room);
    }
    refuse(turn, REFUSAL_STORE_DOWN);
    return true;
}

/* What begins something is for the moment in which it was said; everything else is for as long as
 * what it is about is there. */
static bool is_long_ago(const struct turn *turn)
{
    const struct command *command = &turn->house->scratch->command;
    bool begins = command->kind == COMMAND_OPEN ||
                  (command->kind == COMMAND_MOVE && strcmp(command->move.row->name, "start") == 0);
    return begins && turn->item->copy.heard.age_ms > BEGIN_AGE_MS_MAX;
}

/* Does what the command says. False when the answer comes later, by somebody else's hand. */
static bool act(struct turn *turn)
{
    struct command *command = &turn->house->scratch->command;
    enum command_kind kind = command->kind;
    turn->entry = entry_of(turn->house, command->table);
    if (!within_limits(turn)) {
        too_fast(turn);
        return true;
    }
    if (stands_still(turn, kind)) {
        return true;
    }
    if (is_long_ago(turn)) {
        refuse(turn, REFUSAL_LONG_AGO);
        return true;
    }
    switch (kind) {
    case COMMAND_OPEN:
        open_table(turn);
        break;
    case COMMAND_MOVE:
        make_move(turn);
        break;
    case COMMAND_ASK:
        return questions_answer(turn);
    case COMMAND_REFUSED:
        show_refusal(turn);
        break;
    case COMMAND_IGNORED:
        break;
    }
    return true;
}

static void tell_token(const struct inbox_item *item, const struct fault *fault)
{
    if (item->token != NULL && item->adapter->def != NULL && item->adapter->def->stored != NULL) {
        item->adapter->def->stored(item->adapter->adapter, item->token, fault);
    }
}

/* People talk: their platform's rows are kept, nothing else. */
static void ignore(struct house *house, struct inbox_item *item)
{
    struct commit *commit = commit_new(house);
    if (item->row_count > 0 || item->stored_id != 0) {
        commit_item(commit, item);
    }
    commit_submit(&commit);
    tell_token(item, NULL);
}

/* Told only when all that is on its way to the disk is there: what was heard first may be in it. */
static void repeated(struct inbox_item *item)
{
    struct house *house = item->house;
    struct commit *commit = commit_new(house);
    house->figures.duplicates++;
    commit->repeated = true;
    commit_token(commit, item->adapter, item->token);
    item->token = NULL;
    if (house->commits_flying > 0) {
        const struct store_row alive = {.at_ms = house->now_ms};
        commit_put(commit, STORE_ALIVE, &alive);
    }
    commit_submit(&commit);
}

/* While the store is down there is nothing to store, and what was heard may come again. */
void turn_finish(struct turn *turn, struct inbox_item *item)
{
    struct house *house = turn->house;
    uint64_t table = turn->commit->table;
    if (house->down) {
        struct fault fault;
        fault_set(&fault, FAULT_FULL, "nothing can be stored at the moment");
        seen_forget(house->seen, item->key);
        tell_token(item, &fault);
        commit_drop(&turn->commit);
        return;
    }
    commit_item(turn->commit, item);
    commit_person(turn->commit, turn->person);
    poison_passed(turn->commit, item->key, table);
    commit_submit(&turn->commit);
    struct table_entry *entry = tables_find(&house->tables, table);
    if (entry != NULL) {
        turn_follow(house, entry);
    }
}

/* Who did it: made known only when they meant the house. */
static struct person *meet(struct house *house, const struct inbox_item *item, uint64_t id)
{
    const struct heard *heard = &item->copy.heard;
    return people_heard(house->people, item->adapter->name, heard->account, heard->name, id);
}

/* The event is noted after what follows of it, which is safe to be done twice. */
static void note_room(struct house *house, struct inbox_item *item)
{
    turn_room(house, item);
    struct turn turn = {.house = house, .item = item, .commit = commit_new(house)};
    turn_finish(&turn, item);
}

/* True when the item is done with. */
static bool take_heard(struct house *house, struct inbox_item *item)
{
    struct meant meant;
    struct person *person = people_at(house->people, item->adapter->name, item->copy.heard.account);
    uint64_t id = person != NULL ? person->id : nonce_id(&house->setup.entropy);
    gather(house, item, person, &meant);
    struct table_entry *missing = missing_table(house, &meant);
    if (missing != NULL) {
        park(house, item, missing);
        return false;
    }
    if (turn_is_of_room(&item->copy.heard)) {
        note_room(house, item);
        return true;
    }
    CRASH_POINT("item.before_command");
    read_command(house, item, id, &meant);
    if (house->scratch->command.kind == COMMAND_IGNORED) {
        ignore(house, item);
        return true;
    }
    struct turn turn = {
        .house = house, .item = item, .commit = commit_new(house), .person = meet(house, item, id)};
    work_begin(house->setup.work, item->key,
               house->scratch->command.table == NULL ? 0 : house->scratch->command.table->id);
    if (!act(&turn)) {
        return false; /* turn.commit and the item are in the hands of a longer answer */
    }
    turn_finish(&turn, item);
    return true;
}

static bool take(struct house *house, struct inbox_item *item)
{
    struct table_entry *needed = NULL;
    struct commit *commit = NULL;
    switch (item->kind) {
    case INBOX_HEARD:
        if (item->look == LOOK_REPEATED) {
            repeated(item);
            return true;
        }
        if (poison_is(house, item->key)) {
            poison_set_aside(house, item);
            return true;
        }
        work_begin(house->setup.work, item->key, 0);
        return take_heard(house, item);
    case INBOX_ROWS:
        commit = commit_new(house);
        commit_item(commit, item);
        commit_submit(&commit);
        return true;
    case INBOX_SENT:
    case INBOX_FAILED:
        needed = outbox_table_needed(house, item);
        if (needed != NULL && needed->load <= ENTRY_LOADING) {
            park(house, item, needed);
            return false;
        }
        if (item->kind == INBOX_SENT) {
            outbox_sent(house, item);
        } else {
            outbox_failed(house, item);
        }
        return true;
    case INBOX_AWAY:
    case INBOX_LOST:
        recovery_platform(house, item);
        return true;
    }
    return true;
}

void turn_item(struct house *house, struct inbox_item *item)
{
    arena_reset(house->arena);
    bool done = take(house, item);
    work_end(house->setup.work);
    if (done) {
        inbox_item_free(&item);
    }
}
