/* The register of people. Ids are random, so that nobody can count them; an address belongs to one
 * person, a person may have several. */
#include "people.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_out.h"
#include "json_tree.h"
#include "linked.h"
#include "map.h"
#include "nonce.h"
#include "print.h"
#include "store_damage.h"

enum { ADDRESS_BYTES_MAX = 512, PERSON_JSON_MAX = 16384 };

/* A damaged row of an address: what is left of it. */
struct people_lost {
    uint64_t person;
    uint64_t sum;
};

/* As a row says: linked with whom. */
struct people_with {
    struct person *person;
    uint64_t lead;
    char *active; /* the lead's; NULL none */
};

struct people {
    struct entropy entropy;
    struct people_with *with; /* while rows are read */
    unsigned with_count;
    struct people_lost *lost; /* addresses that may be whose they seem, or not */
    struct person **asking;   /* who has ever asked to be told of something (alerts.h) */
    size_t asking_count;
    unsigned lost_count;
    unsigned damaged;
    struct map by_id;
    struct map by_address;
};

struct people *people_new(const struct entropy *entropy)
{
    struct people *people = heap_allocate(sizeof *people);
    people->entropy = *entropy;
    map_init(&people->by_id, entropy);
    map_init(&people->by_address, entropy);
    return people;
}

void person_keep_asked(struct person *person, const struct inbound *inbound, int64_t at_ms)
{
    if (person->asked != NULL) {
        inbound_copy_free(person->asked);
        free(person->asked);
        person->asked = NULL;
    }
    struct inbound_copy *copy = inbound == NULL ? NULL : heap_allocate(sizeof *copy);
    if (copy != NULL && inbound_copy(copy, inbound)) {
        person->asked = copy;
        person->asked_ms = at_ms;
    } else {
        free(copy);
    }
}

static void person_free(struct person *person)
{
    person_keep_asked(person, NULL, 0);
    while (person->addresses != NULL) {
        struct address *next = person->addresses->next;
        free(person->addresses);
        person->addresses = next;
    }
    free(person->name);
    free(person->choices);
    free(person->weeks);
    free(person->alerts);
    free(person->blocks);
    free(person->marks);
    free(person->near);
    free(person->tables);
    free(person->past);
    free(person);
}

void people_free(struct people **people)
{
    size_t at = 0;
    for (struct person *person = NULL; (person = map_next(&(*people)->by_id, &at)) != NULL;) {
        person_free(person);
    }
    map_deinit(&(*people)->by_id);
    map_deinit(&(*people)->by_address);
    free((*people)->lost);
    free((*people)->asking);
    free(*people);
    *people = NULL;
}

static struct person *person_add(struct people *people, uint64_t id)
{
    struct person *person = heap_allocate(sizeof *person);
    person->id = id;
    person->lead = person;
    map_put_number(&people->by_id, id, person);
    return person;
}

static void address_add(struct people *people, struct person *person, const char *key)
{
    const char *slash = strchr(key, '/');
    size_t len = strlen(key);
    struct address *address = heap_allocate(sizeof *address + len + 1);
    memcpy(address->key, key, len + 1);
    address->account = address->key + (slash == NULL ? 0 : slash - key + 1);
    address->person = person;
    address->next = person->addresses;
    person->addresses = address;
    map_put(&people->by_address, address->key, address);
}

/* They are looked at from here on when there is something to tell. */
static void people_note_asking(struct people *people, struct person *person)
{
    for (size_t i = 0; i < people->asking_count; i++) {
        if (people->asking[i] == person) {
            return;
        }
    }
    people->asking = heap_grow(people->asking, people->asking_count + 1, sizeof(void *));
    people->asking[people->asking_count++] = person;
}

/* Somebody of whom nothing can be read. Nothing of them is stored from here on, so that what there
 * is stays as it lies. */
static struct person *person_add_frozen(struct people *people, uint64_t id)
{
    struct person *person = person_add(people, id);
    person->frozen = true;
    person->stored = true;
    return person;
}

/* With whom it is linked is told when all rows are read. */
static void load_with(struct people *people, struct person *person, const cJSON *json)
{
    const struct people_with with = {person, (uint64_t)json_tree_number(json, "with"),
                                     json_tree_copy(json, "active")};
    if (with.lead != 0 || with.active != NULL) {
        people->with = heap_grow(people->with, people->with_count + 1u, sizeof *people->with);
        people->with[people->with_count++] = with;
    }
}

/* The lead that rows lead to; NULL: to nobody who is there. */
static struct person *load_lead(const struct people *people, uint64_t id)
{
    for (unsigned steps = 0; steps < LINKED_MAX; steps++) {
        uint64_t next = 0;
        for (unsigned i = 0; i < people->with_count; i++) {
            next = people->with[i].person->id == id ? people->with[i].lead : next;
        }
        if (next == 0) {
            return people_find(people, id);
        }
        id = next;
    }
    return NULL;
}

static void load_links(struct people *people)
{
    for (unsigned i = 0; i < people->with_count; i++) {
        const struct people_with *with = &people->with[i];
        struct person *lead = with->lead == 0 ? NULL : load_lead(people, with->lead);
        if (lead != NULL) {
            linked_put(lead, with->person);
        }
    }
    for (unsigned i = 0; i < people->with_count; i++) {
        const struct people_with *with = &people->with[i];
        const struct address *active =
            with->active == NULL ? NULL : map_get(&people->by_address, with->active);
        if (active != NULL && linked_are(active->person, with->person)) {
            with->person->lead->active = active;
        }
        free(with->active);
    }
    free(people->with);
    people->with = NULL;
    people->with_count = 0;
}

static void load_person(void *context, const struct store_row *row)
{
    struct people *people = context;
    if (row->damaged) {
        person_add_frozen(people, row->id);
        people->damaged++;
        return;
    }
    struct person *person = person_add(people, row->id);
    cJSON *json = cJSON_ParseWithLength(row->text, row->text_len);
    person->name = heap_copy(cJSON_GetStringValue(cJSON_GetObjectItem(json, "name")));
    person->choices = own_choices_read(json);
    person->weeks = played_weeks_read(json);
    person->alerts = alerts_read(json);
    person->blocks = blocks_read(json);
    person->marks = fact_marks_read(json);
    if (person->alerts != NULL) {
        people_note_asking(people, person);
    }
    person->greeted = cJSON_IsTrue(cJSON_GetObjectItem(json, "greeted"));
    person->zone_asked = cJSON_IsTrue(cJSON_GetObjectItem(json, "zone_asked"));
    person->unlisted = cJSON_IsTrue(cJSON_GetObjectItem(json, "unlisted"));
    load_with(people, person, json);
    person->stored = true;
    cJSON_Delete(json);
}

uint64_t people_unused_id(const struct people *people)
{
    uint64_t id = nonce_id(&people->entropy);
    while (people_find(people, id) != NULL) {
        id = nonce_id(&people->entropy);
    }
    return id;
}

/* Whose address it is cannot be read: whoever comes from there is nobody that we know. */
static void load_address_damaged(struct people *people, const struct store_row *row)
{
    people->lost = heap_grow(people->lost, people->lost_count + 1u, sizeof *people->lost);
    people->lost[people->lost_count++] = (struct people_lost){row->id, row->sub};
    people->damaged++;
    if (people_at_key(people, row->key) == NULL) {
        address_add(people, person_add_frozen(people, people_unused_id(people)), row->key);
    }
}

static void load_address(void *context, const struct store_row *row)
{
    struct people *people = context;
    if (row->damaged) {
        load_address_damaged(people, row);
        return;
    }
    struct person *person = people_find(people, row->id);
    if (person == NULL) {
        person = person_add_frozen(people, row->id); /* their row is gone */
        people->damaged++;
    }
    address_add(people, person, row->key);
}

int people_load(struct people *people, struct store *store, struct fault *fault)
{
    const struct store_question persons = {.query = STORE_PERSONS};
    const struct store_question addresses = {.query = STORE_ADDRESSES};
    if (store_read_now(store, &persons, load_person, people, fault) != 0) {
        return -1;
    }
    int done = store_read_now(store, &addresses, load_address, people, fault);
    load_links(people);
    return done;
}

unsigned people_damaged(const struct people *people)
{
    return people->damaged;
}

/* Is it this address whose row cannot be read any more? Its sum tells. */
static bool people_lost_it(const struct people *people, const char *key)
{
    bool is_it = false;
    for (unsigned i = 0; i < people->lost_count; i++) {
        is_it = is_it || store_damage_was_address(key, people->lost[i].person, people->lost[i].sum);
    }
    return is_it;
}

struct address *people_address(const struct people *people, const char *adapter,
                               const char *account)
{
    char key[ADDRESS_BYTES_MAX];
    size_t len = print_join(key, sizeof key, adapter, "/", account);
    return len >= sizeof key ? NULL : map_get(&people->by_address, key);
}

struct person *people_at(const struct people *people, const char *adapter, const char *account)
{
    const struct address *address = people_address(people, adapter, account);
    return address == NULL ? NULL : address->person;
}

struct address *people_address_at(const struct people *people, const char *key)
{
    return map_get(&people->by_address, key);
}

struct person *people_at_key(const struct people *people, const char *key)
{
    const struct address *address = map_get(&people->by_address, key);
    return address == NULL ? NULL : address->person;
}

/* Tables may still hold the number. */
void people_forget(struct people *people, struct person *person)
{
    linked_part(person);
    while (person->addresses != NULL) {
        struct address *next = person->addresses->next;
        map_remove(&people->by_address, person->addresses->key);
        free(person->addresses);
        person->addresses = next;
    }
    free(person->name);
    person->name = NULL;
    free(person->choices);
    free(person->weeks);
    free(person->alerts);
    free(person->blocks);
    person->choices = NULL;
    person->weeks = NULL;
    person->alerts = NULL;
    person->blocks = NULL;
    free(person->marks);
    person->marks = NULL;
    free(person->near);
    person->near = NULL;
    person_keep_asked(person, NULL, 0);
    person->stored = true; /* nothing of them is to be */
}

struct person *people_find(const struct people *people, uint64_t id)
{
    return map_get_number(&people->by_id, id);
}

struct person *people_next(const struct people *people, size_t *at)
{
    return map_next(&people->by_id, at);
}

struct person *people_inbound(struct people *people, const char *adapter, const char *account,
                              const char *name, uint64_t id)
{
    struct person *person = people_at(people, adapter, account);
    if (person == NULL) {
        while (people_find(people, id) != NULL) {
            id = nonce_id(&people->entropy);
        }
        char key[ADDRESS_BYTES_MAX];
        print_join(key, sizeof key, adapter, "/", account);
        person =
            people_lost_it(people, key) ? person_add_frozen(people, id) : person_add(people, id);
        address_add(people, person, key);
    }
    if (!person->frozen && name != NULL &&
        (person->name == NULL || strcmp(person->name, name) != 0)) {
        free(person->name);
        person->name = heap_copy(name);
        person->stored = false;
    }
    return person;
}

enum refusal person_choose(struct person *person, enum own_choice choice, const char *said,
                           int64_t now_ms)
{
    struct own_choices choices = {.nudges = NUDGES_ALL};
    person = choice == OWN_LISTED ? person : person->lead;
    if (choice != OWN_LISTED && person->choices != NULL) {
        choices = *person->choices;
    }
    enum refusal refusal =
        person->frozen ? REFUSAL_YOU_UNREADABLE : own_choice_set(&choices, choice, said, now_ms);
    if (refusal != REFUSAL_NONE) {
        return refusal;
    }
    person->stored = false;
    if (choice == OWN_LISTED) { /* each account's own: at once for all, it would show the link */
        person->unlisted = choices.unlisted;
        return refusal;
    }
    if (person->choices == NULL) {
        person->choices = heap_allocate(sizeof choices);
    }
    *person->choices = choices;
    return REFUSAL_NONE;
}

const struct own_choices *person_choices(const struct person *person)
{
    return person->lead->choices;
}

const struct own_clock *person_clock(const struct person *person)
{
    const struct own_choices *choices = person_choices(person);
    return choices == NULL ? NULL : &choices->clock;
}

void person_played(struct person *person, const struct played_week *played)
{
    if (!person->frozen && played_weeks_note(&person->weeks, played)) {
        person->stored = false;
    }
}

bool person_ask(struct people *people, struct person *person, const struct alert *alert)
{
    if (person->frozen || !alerts_add(&person->alerts, alert)) {
        return false;
    }
    people_note_asking(people, person);
    person->stored = false;
    return true;
}

bool person_unask(struct person *person, unsigned number)
{
    bool was = !person->frozen && alerts_remove(person->alerts, number);
    person->stored = person->stored && !was;
    return was;
}

bool person_unask_all(struct person *person)
{
    bool any = false;
    while (person->alerts != NULL && person->alerts->count > 0 &&
           person_unask(person, person->alerts->item[0].number)) {
        any = true;
    }
    return any;
}

bool person_unask_room(struct person *person, const char *room)
{
    bool was = !person->frozen && alerts_remove_room(person->alerts, room);
    person->stored = person->stored && !was;
    return was;
}

void person_is_near(struct person *person, const char *room)
{
    if (person->near == NULL || strcmp(person->near, room) != 0) {
        free(person->near);
        person->near = heap_copy(room);
    }
}

void person_told(struct person *person, uint64_t table, int64_t at_ms)
{
    if (!person->frozen && person->alerts != NULL) {
        alerts_tell(person->alerts, table, at_ms);
        person->stored = false;
    }
}

struct person *people_asking(const struct people *people, size_t *at)
{
    while (*at < people->asking_count) {
        struct person *person = people->asking[(*at)++];
        if (person->alerts != NULL &&
            (person->alerts->count > 0 || person->alerts->told_count > 0)) {
            return person;
        }
    }
    return NULL;
}

const struct blocks *person_blocks(const struct person *person)
{
    return person->lead->blocks;
}

bool person_block(struct person *person, uint64_t whom, bool blocks)
{
    struct person *lead = person->lead;
    bool before = blocks_have(lead->blocks, whom);
    bool done = !lead->frozen && before != blocks &&
                (blocks ? blocks_add(&lead->blocks, whom) : blocks_remove(lead->blocks, whom));
    lead->stored = lead->stored && !done;
    return done;
}

const char *person_zone(const struct person *person)
{
    const struct own_choices *choices = person_choices(person);
    bool chosen = choices != NULL && choices->clock.zone[0] != '\0';
    return chosen ? choices->clock.zone : NULL;
}

bool person_is_plain(const struct person *person)
{
    return person != NULL && person_choices(person) != NULL && person_choices(person)->plain;
}

const struct address *person_address(const struct person *person, const char *adapter)
{
    size_t len = strlen(adapter);
    for (const struct address *address = person->addresses; address != NULL;
         address = address->next) {
        if (strncmp(address->key, adapter, len) == 0 && address->key[len] == '/') {
            return address;
        }
    }
    return NULL;
}

const char *person_account(const struct person *person, const char *adapter)
{
    const struct address *address = person_address(person, adapter);
    return address == NULL ? NULL : address->account;
}

void person_store(struct person *person, struct store_batch *batch)
{
    if (person->stored) {
        return;
    }
    struct buf json;
    buf_init(&json, PERSON_JSON_MAX);
    buf_add(&json, "{", 1);
    json_out_text(&json, "name", person->name);
    own_choices_write(person->choices, &json);
    played_weeks_write(person->weeks, &json);
    alerts_write(person->alerts, &json);
    blocks_write(person->blocks, &json);
    fact_marks_write(person->marks, &json);
    json_out_flag(&json, "greeted", person->greeted);
    json_out_flag(&json, "zone_asked", person->zone_asked);
    json_out_flag(&json, "unlisted", person->unlisted);
    if (person->lead != person) {
        json_out_number(&json, "with", (int64_t)person->lead->id);
    }
    json_out_text(&json, "active", person->active == NULL ? NULL : person->active->key);
    buf_add(&json, "}", 1);
    const struct store_row about = {.id = person->id, .text = json.full ? "{}" : json.text};
    store_put(batch, STORE_PERSON, &about);
    buf_deinit(&json);
    for (const struct address *address = person->addresses; address != NULL;
         address = address->next) {
        const struct store_row row = {.id = person->id, .key = address->key};
        store_put(batch, STORE_ADDRESS, &row);
    }
    person->stored = true;
}
