/* The world of a script: everything real but the clock, the disk and the platform. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "doc_walk.h"
#include "heap.h"
#include "languages.h"
#include "library.h"
#include "seat.h"

enum { SETTLE_RUNS_MAX = 100000 };

static const int64_t script_start_ms = 1893499200000; /* 2030-01-01T12:00:00Z */

struct adapter {
    struct script *script;
    uint8_t platform;
};

static int64_t script_now(void *context)
{
    return ((const struct script *)context)->now_ms;
}

char *script_kept_text(struct script *script, const char *text)
{
    return arena_text(script->arena, text, strlen(text));
}

struct script_person *script_person(struct script *script, const char *name)
{
    for (unsigned i = 0; i < script->person_count; i++) {
        if (strcmp(script->people[i].name, name) == 0) {
            return &script->people[i];
        }
    }
    return NULL;
}

struct script_message *script_message_add(struct script *script, const char *where)
{
    if (script->message_count == script->message_room) {
        script->message_room = script->message_room == 0 ? 64 : script->message_room * 2;
        script->messages =
            heap_grow(script->messages, script->message_room, sizeof *script->messages);
    }
    struct script_message *message = &script->messages[script->message_count++];
    memset(message, 0, sizeof *message);
    snprintf(message->id, sizeof message->id, "m%u", script->message_count);
    snprintf(message->where, sizeof message->where, "%s", where);
    message->moved = ++script->moves;
    return message;
}

/* Adds the lines of a text. */
void script_output_add(struct script *script, const char *where, const char *text)
{
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        if (script->output_count == script->output_room) {
            script->output_room = script->output_room == 0 ? 64 : script->output_room * 2;
            script->outputs =
                heap_grow(script->outputs, script->output_room, sizeof *script->outputs);
        }
        struct script_output *output = &script->outputs[script->output_count++];
        snprintf(output->where, sizeof output->where, "%s", where);
        size_t shown = len;
        while (shown > 0 && text[shown - 1] == ' ') {
            shown--;
        }
        output->line = arena_text(script->arena, text, shown);
        text += len + (text[len] == '\n');
    }
}

static struct script_message *message_by_id(struct script *script, const char *id)
{
    for (unsigned i = 0; id != NULL && i < script->message_count; i++) {
        if (strcmp(script->messages[i].id, id) == 0) {
            return &script->messages[i];
        }
    }
    return NULL;
}

/* Where it will stand: a person's window for what is private, else the room. */
static void where_of(const struct sending *sending, char where[SCRIPT_NAME_BYTES])
{
    bool private = sending->kind == SEND_PRIVATE || sending->kind == SEND_ANSWER;
    snprintf(where, SCRIPT_NAME_BYTES, "%s%s", private ? "" : "#",
             private ? sending->account : sending->room);
}

/* Notes whom a message notifies: who reads it in private, or those whom it mentions. */
static void notified(struct script *script, const struct sending *sending)
{
    struct doc_walk walk;
    if (sending->account != NULL) {
        script_output_add(script, SCRIPT_CALLED, sending->account);
        return;
    }
    for (const struct block *block = doc_walk_first(&walk, sending->doc->blocks); block != NULL;
         block = doc_walk_next(&walk)) {
        for (const struct run *run = block->runs; run != NULL; run = run->next) {
            if (run->account != NULL) {
                script_output_add(script, SCRIPT_CALLED, run->account);
            }
        }
    }
}

const char *script_plain(const struct script *script, const struct kept_doc *kept)
{
    if (kept == NULL) {
        return "(not a document)";
    }
    struct doc doc = kept->doc;
    doc.arena = script->arena;
    return doc_plain(&doc, 0);
}

const char *script_code(const struct script *script)
{
    enum { HALF = 4, CODE = 2 * HALF + 1 };
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (unsigned i = script->message_count; i-- > 0;) {
        const struct script_message *message = &script->messages[i];
        const char *text = message->where[0] == '#' ? "" : script_plain(script, message->doc);
        for (const char *dash = strchr(text, '-'); dash != NULL; dash = strchr(dash + 1, '-')) {
            if (dash - text >= HALF && strspn(dash - HALF, letters) == HALF &&
                strspn(dash + 1, letters) == HALF) {
                return arena_text(script->arena, dash - HALF, CODE);
            }
        }
    }
    return "";
}

/* A line of text behind a mark. */
static void output_marked(struct script *script, const char *where, const char *mark,
                          const char *text, size_t len)
{
    struct buf line;
    buf_init(&line, SCRIPT_TEXT_MAX);
    buf_text(&line, mark);
    buf_add(&line, text, len);
    script_output_add(script, where, line.text);
    buf_deinit(&line);
}

/* A line that stands in a room has become another one: all of it, behind "~". */
static void output_changed(struct script *script, const char *where, const char *text)
{
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        output_marked(script, where, "~ ", text, len);
        text += len + (text[len] == '\n');
    }
}

/* What an edit adds to a line that stands in a room, behind "…". */
static void output_more(struct script *script, const char *where, const struct kept_doc *before,
                        const struct kept_doc *doc, bool line)
{
    const char *old = script_plain(script, before);
    const char *text = script_plain(script, doc);
    size_t len = strlen(old);
    len -= len > 0 && old[len - 1] == '\n';
    bool more = strncmp(text, old, len) == 0 && text[len] == '\n';
    if (!more && line && strcmp(text, old) != 0) {
        output_changed(script, where, text);
        return;
    }
    for (text += len; more && text[0] == '\n' && text[1] != '\0';) {
        size_t one = strcspn(text + 1, "\n");
        output_marked(script, where, "… ", text + 1, one);
        text += 1 + one;
    }
}

static void platform_send(struct adapter *adapter, const struct sending *sending)
{
    struct script *script = adapter->script;
    char where[SCRIPT_NAME_BYTES];
    where_of(sending, where);
    const struct script_person *person = script_person(script, where);
    if (sending->kind == SEND_PRIVATE && person != NULL && person->unreachable) {
        house_send_failed(script->house, adapter, sending->row, SEND_REFUSED, 0, "closed");
        return;
    }
    struct script_message *message = message_by_id(script, sending->edit_of);
    bool edits = message != NULL && sending->kind != SEND_REDACT;
    if (message == NULL) {
        message = script_message_add(script, where);
    }
    struct kept_doc *before = message->doc;
    message->moved = ++script->moves;
    message->doc = kept_doc_new(sending->doc, &sending->head, NULL);
    message->head = sending->head;
    message->ephemeral = sending->kind == SEND_ANSWER;
    if (sending->notify) {
        notified(script, sending);
    }
    if (sending->head.kind != DOC_BOARD && !edits) {
        script_output_add(script, where, script_plain(script, message->doc));
    } else if (sending->head.kind != DOC_BOARD && where[0] == '#') {
        output_more(script, where, before, message->doc, sending->head.kind == DOC_LINES);
    }
    kept_doc_let_go(&before);
    house_delivered(script->house, adapter, sending->row, message->id, NULL, 0, NULL);
}

static void platform_capabilities(const struct adapter *adapter, const char *room,
                                  struct room_capabilities *capabilities)
{
    (void)room;
    *capabilities = (struct room_capabilities){.private_reply = !adapter->script->no_private_reply,
                                               .buttons = !adapter->script->no_buttons,
                                               .bots_at_once = adapter->script->bots_at_once};
}

static const char *platform_room_name(const struct adapter *adapter, const char *room)
{
    const struct script *script = adapter->script;
    for (unsigned i = 0; i < script->room_count; i++) {
        if (script->platforms[i] == adapter->platform && strcmp(script->rooms[i] + 1, room) == 0) {
            return script->rooms[i];
        }
    }
    return NULL;
}

static const char *platform_server(const struct adapter *adapter, const char *room)
{
    for (unsigned i = 0; i < adapter->script->room_count; i++) {
        if (strcmp(adapter->script->rooms[i] + 1, room) == 0) {
            return adapter->script->servers[i];
        }
    }
    return NULL;
}

/* Somebody who is there. */
static const struct script_person *platform_person(const struct adapter *adapter,
                                                   const char *account)
{
    const struct script_person *person = script_person(adapter->script, account);
    return person != NULL && person->platform == adapter->platform ? person : NULL;
}

/* All people of a script are in all rooms of their platform. */
static enum may_read platform_may_read(const struct adapter *adapter, const char *room,
                                       const char *account)
{
    bool there =
        platform_room_name(adapter, room) != NULL && platform_person(adapter, account) != NULL;
    return there ? MAY_READ_YES : MAY_READ_NO;
}

static const char *platform_person_name(const struct adapter *adapter, const char *account)
{
    const struct script_person *person = platform_person(adapter, account);
    return person == NULL ? NULL : person->called != NULL ? person->called : person->name;
}

static const char *platform_mention(const struct adapter *adapter)
{
    (void)adapter;
    return "@deaddrop";
}

#define SCRIPT_PLATFORM(platform_name)                                                         \
    {                                                                                          \
        .name = (platform_name), .capabilities = platform_capabilities, .send = platform_send, \
        .room_name = platform_room_name, .community = platform_server,                         \
        .may_read = platform_may_read, .person_name = platform_person_name,                    \
        .mention = platform_mention                                                            \
    }

static const struct adapter_def script_platforms[SCRIPT_PLATFORMS] = {
    SCRIPT_PLATFORM("script"),
    SCRIPT_PLATFORM("second"),
};

/* A disk that the script fills: the driver of SQLite with a commit that can be told to fail. */
static const struct script *disk_of_script;

static int disk_commit(void *db, struct store_batch *const *batches, size_t count,
                       struct fault *fault)
{
    if (disk_of_script->disk_full) {
        return fault_set(fault, FAULT_FULL, "the disk is full");
    }
    return store_sqlite.commit(db, batches, count, fault);
}

static int open_house(struct script *script, struct fault *fault)
{
    const struct house_limits limits = {
        .tables_per_room = 12,
        .tables_per_person = 12,
        .person = script->flood,
    };
    const struct house_setup setup = {
        .store = script->store,
        .limits = &limits,
        .clock = {script_now, script_now, script},
        .entropy = entropy_seeded(&script->dice, 0),
        .catalogue = script->catalogue,
        .languages = script->languages,
        .library = script->library,
        .greets = script->greets,
    };
    script->house = house_new(&setup, fault);
    if (script->house == NULL) {
        return -1;
    }
    house_pin(script->house, script->seed, script->deal);
    for (unsigned i = 0; i < SCRIPT_PLATFORMS; i++) {
        house_add_adapter(script->house, &script_platforms[i], &script->adapters[i]);
    }
    script_settle(script);
    return 0;
}

int script_open(struct script *script, struct fault *fault)
{
    static struct store_driver disk;
    disk = store_sqlite;
    disk.commit = disk_commit;
    disk_of_script = script;
    script->arena = arena_new();
    script->now_ms = script_start_ms;
    script->adapters = heap_allocate(SCRIPT_PLATFORMS * sizeof *script->adapters);
    for (unsigned i = 0; i < SCRIPT_PLATFORMS; i++) {
        script->adapters[i].script = script;
        script->adapters[i].platform = (uint8_t)i;
    }
    script->languages = languages_open(fault);
    script->catalogue = script->languages == NULL ? NULL : languages_find(script->languages, "en");
    script->library = library_new();
    script->store =
        script->catalogue == NULL ? NULL : store_open(&disk, ":memory:", false, NULL, NULL, fault);
    return script->store == NULL ? -1 : open_house(script, fault);
}

void script_close(struct script *script)
{
    if (script->house != NULL) {
        house_free(&script->house);
    }
    if (script->store != NULL) {
        store_close(&script->store);
    }
    languages_free(&script->languages);
    library_free(&script->library);
    arena_free(&script->arena);
    free(script->adapters);
    for (unsigned i = 0; i < script->message_count; i++) {
        kept_doc_let_go(&script->messages[i].doc);
    }
    free(script->messages);
    free(script->outputs);
}

int script_restart(struct script *script, bool softly, int64_t downtime_ms, struct fault *fault)
{
    for (int i = 0; softly && i < SETTLE_RUNS_MAX && !house_drain(script->house); i++) {
    }
    house_free(&script->house);
    script->now_ms += downtime_ms;
    return open_house(script, fault);
}

void script_settle(struct script *script)
{
    for (int i = 0; i < SETTLE_RUNS_MAX; i++) {
        if (!house_run(script->house) && house_is_idle(script->house)) {
            return;
        }
    }
    script_output_add(script, "the house", "it does not come to rest");
}

void script_pass(struct script *script, int64_t ms)
{
    int64_t until_ms = script->now_ms + ms;
    while (script->now_ms < until_ms) {
        int64_t due_ms = house_due_ms(script->house);
        due_ms = due_ms <= script->now_ms ? script->now_ms + 1 : due_ms;
        script->now_ms = due_ms < until_ms ? due_ms : until_ms;
        script_settle(script);
    }
}

void script_hear(struct script *script, struct inbound *inbound)
{
    const struct script_person *who = script_person(script, inbound->account);
    unsigned platform = who == NULL ? 0 : who->platform;
    inbound->adapter = script_platforms[platform].name;
    inbound->at_ms = script->now_ms;
    inbound->reply_seat = SEAT_NONE;
    script->last = *inbound;
    if (!house_enqueue(script->house, &script->adapters[platform], inbound, NULL, 0, NULL)) {
        script_output_add(script, inbound->account, "(the house takes nothing now)");
    }
    script_settle(script);
}
