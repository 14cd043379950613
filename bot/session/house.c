/* The house: owns everything, decides in which order things happen. An inbound event goes
 * before what falls due, and nothing is sent before it is on disk. */
#include "house.h"
#include "alerts_tell.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "banned_words.h"
#include "commit_end.h"
#include "crash.h"
#include "downtime.h"
#include "enqueue.h"
#include "follow.h"
#include "forget.h"
#include "forgotten.h"
#include "handle.h"
#include "heap.h"
#include "house_log.h"
#include "house_player_act.h"
#include "house_private.h"
#include "lesson.h"
#include "letter_readers.h"
#include "letters.h"
#include "library.h"
#include "link_codes.h"
#include "log.h"
#include "night_follow.h"
#include "nudges.h"
#include "person_hear.h"
#include "poison.h"
#include "print.h"
#include "recovery.h"
#include "room_choices.h"
#include "room_words.h"
#include "row_kinds.h"
#include "sampling_names.h"
#include "settings.h"
#include "sitting.h"
#include "store_down.h"
#include "table_load.h"
#include "week_secrets.h"

static const struct house_limits limits_default = {
    .tables_per_room = 12,
    .tables_per_person = 12,
    .person = {.burst = 30, .per_minute = 90},
    .room = {.burst = 120, .per_minute = 600},
};

static void scratch_init(struct scratch *scratch)
{
    buf_init(&scratch->json, SCRATCH_JSON_MAX);
    sampling_init(&scratch->sampling);
}

static struct house *house_make(const struct house_setup *setup)
{
    struct house *house = heap_allocate(sizeof *house);
    house->setup = *setup;
    if (setup->library == NULL) {
        house->own_library = library_new();
        house->setup.library = house->own_library;
    }
    house->commit_ends = (struct commit_ends){commit_landed, commit_failed};
    house->limits = setup->limits == NULL ? limits_default : *setup->limits;
    house->people = people_new(&setup->entropy);
    house->recent_events = recent_events_new(&setup->entropy);
    house->arena = arena_new();
    house->scratch = heap_allocate(sizeof *house->scratch);
    scratch_init(house->scratch);
    tables_init(&house->tables, &setup->entropy, house->people);
    house->names = (struct table_names){sampling_names_each, house};
    house->tables.names = &house->names;
    house->room_choices = room_choices_new(house->tables.rooms.key);
    house->week_secrets = week_secrets_new(&setup->entropy);
    house->link_codes = link_codes_new(&setup->entropy);
    house->forgotten = forgotten_new();
    house->tables.resident_max =
        setup->tables_resident_max == 0 ? TABLES_RESIDENT_MAX : setup->tables_resident_max;
    house->letters = setup->parts > 1 ? letters_new(letter_readers) : NULL;
    const struct outbox_world world = row_kinds_world(house);
    outbox_init(&house->outbox, &world);
    return house;
}

static int read_banned_words(struct house *house, struct fault *fault)
{
    house->banned_words =
        banned_words_read(settings_text(house->setup.settings, "bot", "unwanted_words"), fault);
    return house->banned_words == NULL ? -1 : 0;
}

/* Whom the store cannot read any more: it names nobody. True. */
static bool people_said(const struct house *house)
{
    if (people_damaged(house->people) > 0) {
        house_log("damaged_people", 0,
                  "they are told when they do something, and nobody else is touched; `deaddrop "
                  "check` names them and how to mend it");
    }
    return true;
}

struct house *house_new(const struct house_setup *setup, struct fault *fault)
{
    struct house *house = house_make(setup);
    const struct clock *clock = &house->setup.clock;
    house->now_ms = clock->now_ms(clock->context);
    if (people_load(house->people, setup->store, fault) != 0 || !people_said(house) ||
        tables_load(&house->tables, setup->store, fault) != 0 || enqueue_load(house, fault) != 0 ||
        outbox_load(&house->outbox, setup->store, fault) != 0 ||
        recovery_start(house, fault) != 0 || poison_start(house, fault) != 0 ||
        read_banned_words(house, fault) != 0) {
        house_free(&house);
        return NULL;
    }
    night_wake_all(house);
    person_tell_start(house);
    return house;
}

/* Items that wait for a table belong to it. */
static void free_waiting(struct house *house)
{
    size_t at = 0;
    for (struct table_entry *entry = NULL; (entry = map_next(&house->tables.by_id, &at)) != NULL;) {
        if (entry->waiting != NULL) {
            inbox_resume(&house->inbox, entry->waiting);
            entry->waiting = NULL;
        }
    }
}

void house_close(struct house *house)
{
    house->closing = true;
    while (store_pending(house->setup.store) > 0) {
        store_poll(house->setup.store);
    }
}

void house_free(struct house **house_r)
{
    struct house *house = *house_r;
    for (unsigned i = 0; i < house->links.count; i++) {
        house->links.link[i].def = NULL; /* they may be gone already */
    }
    house_close(house);
    free_waiting(house);
    inbox_deinit(&house->inbox);
    outbox_deinit(&house->outbox);
    tables_deinit(&house->tables);
    people_free(&house->people);
    room_choices_free(&house->room_choices);
    week_secrets_free(&house->week_secrets);
    link_codes_free(&house->link_codes);
    letters_free(&house->letters);
    forgotten_free(&house->forgotten);
    recent_events_free(&house->recent_events);
    arena_free(&house->arena);
    for (size_t i = 0; i < HOUSE_INDEXES_MAX; i++) {
        command_index_free(&house->index[i].index);
    }
    for (size_t i = 0; i < HOUSE_LESSONS_MAX; i++) {
        lesson_free(&house->lessons[i].lesson);
    }
    for (size_t i = 0; i < HOUSE_BOOKS_MAX; i++) {
        language_book_free(&house->books[i].book);
    }
    buf_deinit(&house->scratch->json);
    sampling_deinit(&house->scratch->sampling);
    free(house->scratch);
    free(house->pinned_deal);
    library_free(&house->own_library);
    banned_words_free(&house->banned_words);
    free(house);
    *house_r = NULL;
}

const struct house_setup *house_world(const struct house *house)
{
    return &house->setup;
}

void house_add_adapter(struct house *house, const struct adapter_def *def, struct adapter *adapter)
{
    struct adapter_link *link = link_named(&house->links, def->name);
    link->def = def;
    link->adapter = adapter;
    outbox_resume(&house->outbox);
}

const char *house_account(const struct house *house, const struct adapter *adapter, uint64_t person)
{
    const struct person *known = people_find(house->people, person);
    for (unsigned i = 0; known != NULL && i < house->links.count; i++) {
        if (house->links.link[i].def != NULL && house->links.link[i].adapter == adapter) {
            return person_account(known, house->links.link[i].name);
        }
    }
    return NULL;
}

const char *house_prefix(struct house *house, const struct adapter *adapter, const char *room)
{
    const struct adapter_link *link = link_calling(&house->links, adapter);
    return link == NULL ? settings_text(house->setup.settings, "bot", "prefix")
                        : room_prefix(house, link->name, room);
}

const struct catalogue *house_language(struct house *house, const struct adapter *adapter,
                                       const char *room)
{
    const struct adapter_link *link = link_calling(&house->links, adapter);
    return link == NULL ? house->setup.catalogue : room_words(house, link->name, room);
}

void house_own_choice(struct house *house, const struct adapter *adapter, const char *account,
                      const char *name, char *text)
{
    static_assert(HOUSE_OWN_BYTES == (int)OWN_CHOICE_BYTES, "one size");
    const struct adapter_link *link = link_calling(&house->links, adapter);
    const struct person *person =
        link == NULL ? NULL : people_at(house->people, link->name, account);
    text[0] = '\0';
    for (unsigned i = 0; person != NULL && i < OWN_CHOICES; i++) {
        if (strcmp(name, own_choice_row((enum own_choice)i)->name) == 0) {
            own_choice_print(person_choices(person), (enum own_choice)i, house->now_ms, text);
        }
    }
}

bool house_plays(const struct house *house, const struct adapter *adapter, const char *room)
{
    bool plays = false;
    for (unsigned i = 0; i < house->links.count; i++) {
        char key[ROOM_KEY_BYTES];
        const struct adapter_link *link = &house->links.link[i];
        int len = snprintf(key, sizeof key, "%s/%s", link->name, room);
        bool fits =
            link->def != NULL && link->adapter == adapter && len > 0 && (size_t)len < sizeof key;
        const struct room *known = fits ? tables_room(&house->tables, key) : NULL;
        const struct table_entry *entry = known == NULL ? NULL : known->first;
        for (; entry != NULL && !plays; entry = entry->next_in_room) {
            plays = entry->phase < TABLE_CLOSED;
        }
    }
    return plays;
}

/* The moment before the first unhandled event in a list; else until_ms. */
static int64_t before_waiting(const struct inbox_item *item, int64_t until_ms)
{
    while (item != NULL && item->kind != INBOX_INBOUND) {
        item = item->next;
    }
    return item != NULL && item->copy.inbound.at_ms <= until_ms ? item->copy.inbound.at_ms - 1
                                                                : until_ms;
}

/* What is due falls, in its order, but not before events that came in time; tables that sleep are
 * woken for it. */
static void run_deadlines(struct house *house)
{
    struct timer *timer = NULL;
    int64_t until_ms = before_waiting(house->inbox.resumed, house->now_ms);
    until_ms = before_waiting(house->inbox.first, until_ms);
    while (!house->down && (timer = timers_first(&house->tables.timers)) != NULL &&
           timer->due_ms <= until_ms) {
        struct table_entry *entry = (struct table_entry *)(void *)timer;
        arena_reset(house->arena);
        if (entry->load == ENTRY_RESIDENT) {
            crash_marker_begin(house->setup.crash_marker, "", entry->id);
            follow_catch_up(house, entry, until_ms);
            house_player_act(house, entry, until_ms);
            nudges_run(house, entry);
            alerts_run(house, entry);
            crash_marker_end(house->setup.crash_marker);
            if (timer->due_ms <= until_ms) {
                tables_refresh(&house->tables, entry, downtime_ms(house, entry));
            }
        } else {
            table_load(house, entry);
        }
    }
}

bool house_run(struct house *house)
{
    recovery_clock(house);
    store_poll(house->setup.store);
    store_down_run(house);
    recovery_alive(house);
    if (house->asked && house->loads_in_flight == 0 && forget_due_ms(house) <= house->now_ms) {
        forget_poll(house);
    }
    enqueue_check_duplicates(house);
    struct inbox_item *item = NULL;
    int left = HOUSE_EVENTS_AT_ONCE;
    while (left-- > 0 && house->commits_in_flight < COMMITS_IN_FLIGHT_MAX &&
           (item = inbox_next(&house->inbox)) != NULL) {
        handle_item(house, item);
    }
    run_deadlines(house);
    bool more = recovery_sweep(house) || item != NULL;
    arena_reset(house->arena);
    outbox_run(&house->outbox);
    more = sitting_run(house) || more;
    letters_end_all(house);
    commit_flush(house);
    letters_run(house);
    /* one item may need as many tables as it can mean; they must not push each other out */
    tables_evict(&house->tables,
                 house->deferred > 0 || house->inbox.resumed != NULL ? TARGETS_MAX : 0);
    house->more = more || house->inbox.resumed != NULL || house->inbox.unchecked != NULL ||
                  letters_wait(house);
    return house->more;
}

void house_doubt(struct house *house, const char *why)
{
    struct fault fault;
    fault_set(&fault, FAULT_RETRY, "%s", why);
    recovery_clock(house);
    store_down_begin(house, &fault);
}

static int64_t earlier(int64_t one_ms, const struct timer *timer)
{
    return timer != NULL && timer->due_ms < one_ms ? timer->due_ms : one_ms;
}

int64_t house_due_ms(const struct house *house)
{
    int64_t due_ms = house->more ? house->now_ms : house->alive_ms + ALIVE_EVERY_MS;
    if (house->down) {
        int64_t probe_ms = house->probing ? house->now_ms + PROBE_EVERY_MS : house->probe_ms;
        due_ms = probe_ms < due_ms ? probe_ms : due_ms;
    } else {
        due_ms = earlier(due_ms, timers_first(&house->tables.timers));
    }
    if (house->asked && forget_due_ms(house) < due_ms) {
        due_ms = forget_due_ms(house);
    }
    due_ms = earlier(due_ms, timers_first(&house->outbox.timers));
    return due_ms - house->skew_ms;
}

bool house_drain(struct house *house)
{
    house->closing = true;
    bool busy = house_run(house) || house->inbox.count > 0 || house->commits_in_flight > 0 ||
                house->loads_in_flight > 0;
    if (busy && !house->down) {
        return false;
    }
    /* what flies may still arrive; what waits for its time cannot be sent now */
    bool sent = outbox_is_still(&house->outbox) && !outbox_has_sends_in_flight(&house->outbox);
    if (house->outbox.count > 0 && !sent) {
        return false;
    }
    return recovery_end(house);
}

bool house_is_idle(const struct house *house)
{
    return house->inbox.count == 0 && house->commits_in_flight == 0 &&
           house->loads_in_flight == 0 && house->sweep_id == 0 && house->inbox.resumed == NULL &&
           !letters_wait(house) && !outbox_has_sends_in_flight(&house->outbox) &&
           outbox_is_still(&house->outbox) && store_pending(house->setup.store) == 0;
}

void house_figures(const struct house *house, struct house_figures *figures)
{
    *figures = house->figures;
    figures->tables = (uint32_t)house->tables.by_id.count;
    figures->resident = house->tables.resident_count;
    figures->queued = (uint32_t)house->inbox.count;
    figures->outbox = (uint32_t)house->outbox.count;
    figures->retried = house->outbox.retried;
    figures->store_down = house->down;
}

void house_speak(struct house *house, const struct catalogue *catalogue)
{
    house->setup.catalogue = catalogue;
}

void house_greets(struct house *house)
{
    house->setup.greets = true;
}

void house_pin(struct house *house, const char *seed, const char *deal)
{
    house->pinned_seed[0] = '\0';
    if (seed != NULL && strlen(seed) == (size_t)SEED_BYTES * 2) {
        memcpy(house->pinned_seed, seed, SEED_BYTES * 2 + 1);
    }
    free(house->pinned_deal);
    house->pinned_deal = heap_copy(deal);
}
