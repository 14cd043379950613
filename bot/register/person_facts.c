/* Somebody as a part tells of them: {"zone":…, "blocked":[{"at":"kit/Cy","name":"Cy"}], "linked":[
 * the lead first], "weeks":[…], "shared":[the moments]}. Where this part knows that an address was
 * forgotten, it says of when that was, in "forgotten". */
#include "person_facts.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "forgotten.h"
#include "heap.h"
#include "json_out.h"
#include "json_tree.h"
#include "part_table.h"
#include "table_seat.h"

enum { FACTS_ADAPTER_BYTES = 24, FACTS_ADDRESS_BYTES = 512 };

/* --- telling ---------------------------------------------------------------------------------- */

/* The choices that count for this account, as far as they lie with it. */
static struct own_choices facts_choices(const struct person *person)
{
    struct own_choices choices = {.nudges = NUDGES_ALL};
    if (person->lead == person && person->choices != NULL) {
        choices = *person->choices;
    }
    choices.unlisted = person->unlisted;
    return choices;
}

static void facts_say_one(const struct person *one, const struct facts_world *world,
                          struct buf *json)
{
    if (one == NULL || one->addresses == NULL) {
        return;
    }
    json_out_next(json);
    buf_text(json, "{");
    json_out_text(json, "at", one->addresses->key);
    if (one->name != NULL) {
        json_out_key(json, "name");
        json_out_string(json, one->name, strnlen(one->name, TABLE_NAME_BYTES));
    }
    int64_t forgotten_ms = forgotten_at(world->forgotten, one->addresses->key);
    if (forgotten_ms != 0) {
        json_out_number(json, "forgotten", forgotten_ms);
    }
    buf_text(json, "}");
}

static void facts_say_blocked(const struct person *person, const struct facts_world *world,
                              struct buf *json)
{
    json_out_key(json, "blocked");
    buf_text(json, "[");
    for (unsigned i = 0; person->blocks != NULL && i < person->blocks->count; i++) {
        facts_say_one(people_find(world->people, person->blocks->person[i]), world, json);
    }
    buf_text(json, "]");
}

static void facts_say_linked(const struct person *person, const struct facts_world *world,
                             struct buf *json)
{
    json_out_key(json, "linked");
    buf_text(json, "[");
    for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
        facts_say_one(one, world, json);
    }
    buf_text(json, "]");
}

/* Tables are numbered by each part: the other parts are told which part's it is. */
static void facts_say_weeks(const struct person *person, const struct facts_world *world,
                            struct buf *json)
{
    struct played_weeks weeks = {.count = 0};
    if (person->weeks != NULL) {
        weeks = *person->weeks;
    }
    for (unsigned i = 0; i < weeks.count; i++) {
        weeks.item[i].table = part_table(world->part, weeks.item[i].table);
    }
    played_weeks_write(weeks.count == 0 ? NULL : &weeks, json);
}

static void facts_address(const struct person *one, struct buf *text)
{
    buf_text(text, one == NULL || one->addresses == NULL ? "" : one->addresses->key);
    buf_text(text, "\n");
}

/* What a fact says now; 0: nothing. */
static uint64_t facts_hash(const struct person *person, const struct facts_world *world,
                           unsigned fact)
{
    struct buf text;
    char choice[OWN_CHOICE_BYTES];
    const struct own_choices choices = facts_choices(person);
    buf_init(&text, FACTS_JSON_MAX);
    if (fact < OWN_CHOICES) {
        own_choice_print(&choices, (enum own_choice)fact, 0, choice);
        buf_text(&text, choice);
    } else if (fact == FACT_BLOCKED) {
        for (unsigned i = 0; person->blocks != NULL && i < person->blocks->count; i++) {
            facts_address(people_find(world->people, person->blocks->person[i]), &text);
        }
    } else if (fact == FACT_LINKED && !linked_is_alone(person)) {
        for (const struct person *one = person->lead; one != NULL; one = one->next_linked) {
            facts_address(one, &text);
        }
    } else if (fact == FACT_WEEKS) {
        facts_say_weeks(person, world, &text);
    }
    uint64_t hash = fact_hash(text.text, text.len);
    buf_deinit(&text);
    return hash;
}

/* Is it for this part to say, of this account? */
static bool facts_is_ours(const struct person *person, const struct facts_world *world,
                          unsigned fact)
{
    return (!fact_is_common(fact) || person->lead == person) &&
           (fact != FACT_LINKED || world->part == 0);
}

bool person_facts_note(struct person *person, const struct facts_world *world)
{
    bool news = person->untold && person->marks != NULL;
    for (unsigned fact = 0; fact < FACTS; fact++) {
        struct fact_mark mark = fact_mark_of(person->marks, fact);
        uint64_t hash =
            facts_is_ours(person, world, fact) ? facts_hash(person, world, fact) : mark.hash;
        if (hash != mark.hash) {
            mark.hash = hash;
            mark.at_ms = world->now_ms > mark.at_ms ? world->now_ms : mark.at_ms + 1;
            fact_mark_set(&person->marks, fact, mark);
            news = true;
        }
    }
    return news;
}

void person_facts_write(const struct person *person, const struct facts_world *world,
                        struct buf *json)
{
    const struct own_choices choices = facts_choices(person);
    const struct address *address = person->addresses;
    int64_t forgotten_ms = address == NULL ? 0 : forgotten_at(world->forgotten, address->key);
    buf_text(json, "{");
    own_choices_write(&choices, json);
    facts_say_blocked(person, world, json);
    facts_say_linked(person, world, json);
    facts_say_weeks(person, world, json);
    json_out_flag(json, "greeted", person->greeted);
    json_out_flag(json, "zone_asked", person->zone_asked);
    if (forgotten_ms != 0) {
        json_out_number(json, "forgotten", forgotten_ms);
    }
    fact_marks_write(person->marks, json);
    buf_text(json, "}");
}

/* --- hearing ---------------------------------------------------------------------------------- */

/* What is heard of somebody. */
struct facts_hearing {
    const struct facts_world *world;
    const struct cJSON *json;
    struct fact_marks *marks; /* the moments that it says */
    struct facts_taken *taken;
};

/* Their row is another one now. */
static void facts_touch(struct facts_taken *taken, struct person *person)
{
    unsigned at = 0;
    while (at < taken->count && taken->who[at] != person) {
        at++;
    }
    if (at == taken->count && at < FACTS_PEOPLE_MAX) {
        taken->who[taken->count++] = person;
    }
    person->stored = person->frozen;
}

/* Does who speaks of that address know that it was forgotten, if it was? */
static bool facts_may_know(const struct facts_world *world, const char *address,
                           const struct cJSON *json)
{
    return json_tree_number(json, "forgotten") >= forgotten_at(world->forgotten, address);
}

/* The person at an address; NULL: it is none, or of nobody who is to be known. */
static struct person *facts_person(const struct facts_hearing *hearing, const char *address,
                                   const char *name, const struct cJSON *json)
{
    char adapter[FACTS_ADAPTER_BYTES];
    struct people *people = hearing->world->people;
    size_t len = strcspn(address, "/");
    struct person *person = people_at_key(people, address);
    if (!facts_may_know(hearing->world, address, json) || len == 0 || len >= sizeof adapter ||
        address[len] == '\0' || address[len + 1] == '\0' ||
        strlen(address) >= FACTS_ADDRESS_BYTES) {
        return NULL;
    }
    memcpy(adapter, address, len);
    adapter[len] = '\0';
    if (person == NULL || (person->name == NULL && name != NULL)) {
        person = people_inbound(people, adapter, address + len + 1, name, people_unused_id(people));
        facts_touch(hearing->taken, person);
    }
    return person->frozen ? NULL : person;
}

/* The same of somebody in a list. */
static struct person *facts_listed(const struct facts_hearing *hearing, const struct cJSON *item)
{
    const char *address = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "at"));
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(item, "name"));
    return address == NULL ? NULL : facts_person(hearing, address, name, item);
}

/* Was it chosen later than what is known? Of the same moment the greater one counts everywhere. */
static bool facts_is_newer(const struct facts_hearing *hearing, const struct person *person,
                           unsigned fact)
{
    struct fact_mark known = fact_mark_of(person->marks, fact);
    struct fact_mark heard = fact_mark_of(hearing->marks, fact);
    return heard.at_ms > known.at_ms || (heard.at_ms == known.at_ms && heard.hash > known.hash);
}

/* What is here now is what was heard of that moment. */
static void facts_mark(const struct facts_hearing *hearing, struct person *person, unsigned fact)
{
    const struct fact_mark mark = {.hash = facts_hash(person, hearing->world, fact),
                                   .at_ms = fact_mark_of(hearing->marks, fact).at_ms};
    fact_mark_set(&person->marks, fact, mark);
}

static void facts_choose(const struct facts_hearing *hearing, struct person *person,
                         const struct own_choices *heard, enum own_choice choice)
{
    char text[OWN_CHOICE_BYTES];
    struct own_choices choices = facts_choices(person);
    own_choice_print(heard, choice, 0, text);
    own_choice_restore(&choices, choice, text);
    if (choice == OWN_LISTED) {
        person->unlisted = choices.unlisted;
        return;
    }
    if (person->choices == NULL) {
        person->choices = heap_allocate(sizeof choices);
    }
    choices.unlisted = false; /* it is each account's own */
    *person->choices = choices;
    hearing->taken->chosen = true;
}

static void facts_block(const struct facts_hearing *hearing, struct person *person)
{
    const cJSON *item = NULL;
    free(person->blocks);
    person->blocks = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(hearing->json, "blocked"))
    {
        const struct person *one = facts_listed(hearing, item);
        if (one != NULL) {
            blocks_add(&person->blocks, one->id);
        }
    }
}

/* What was known in any part is known. */
static void facts_know_weeks(const struct facts_hearing *hearing, struct person *person)
{
    struct played_weeks *heard = played_weeks_read(hearing->json);
    for (unsigned i = 0; heard != NULL && i < heard->count; i++) {
        heard->item[i].table = part_table_ours(hearing->world->part, heard->item[i].table);
        played_weeks_note(&person->weeks, &heard->item[i]);
    }
    free(heard);
    struct fact_mark mark = fact_mark_of(person->marks, FACT_WEEKS);
    int64_t at_ms = fact_mark_of(hearing->marks, FACT_WEEKS).at_ms;
    mark.at_ms = at_ms > mark.at_ms ? at_ms : mark.at_ms;
    mark.hash = mark.at_ms == 0 ? 0 : facts_hash(person, hearing->world, FACT_WEEKS);
    fact_mark_set(&person->marks, FACT_WEEKS, mark);
}

/* --- accounts of one somebody ----------------------------------------------------------------- */

/* Those of whom it was heard that they are linked, the lead first, as far as nothing newer is
 * known. */
static unsigned facts_accounts(const struct facts_hearing *hearing,
                               struct person *accounts[LINKED_MAX])
{
    unsigned count = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(hearing->json, "linked"))
    {
        struct person *one = count == LINKED_MAX ? NULL : facts_listed(hearing, item);
        if (one != NULL && facts_is_newer(hearing, one, FACT_LINKED)) {
            accounts[count++] = one;
        }
    }
    return count;
}

/* Are these, and no others, linked so already? */
static bool facts_are_linked(struct person *const accounts[], unsigned count)
{
    unsigned linked = 0;
    for (const struct person *one = accounts[0]->lead; one != NULL; one = one->next_linked) {
        linked++;
    }
    bool are = accounts[0]->lead == accounts[0] && linked == count;
    for (unsigned i = 1; i < count; i++) {
        are = are && accounts[i]->lead == accounts[0];
    }
    return are;
}

static void facts_part(const struct facts_hearing *hearing, struct person *person)
{
    for (struct person *one = person->lead; one != NULL; one = one->next_linked) {
        facts_touch(hearing->taken, one);
    }
    linked_part(person);
}

static void facts_link(const struct facts_hearing *hearing)
{
    struct person *accounts[LINKED_MAX];
    unsigned count = facts_accounts(hearing, accounts);
    if (count > 0 && !facts_are_linked(accounts, count)) {
        hearing->taken->linked = true;
        for (unsigned i = 0; i < count; i++) {
            facts_part(hearing, accounts[i]);
        }
        for (unsigned i = 1; i < count; i++) {
            linked_follow(accounts[0], accounts[i]);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        facts_mark(hearing, accounts[i], FACT_LINKED);
        facts_touch(hearing->taken, accounts[i]);
    }
}

/* What is common to accounts that are linked here is heard of their lead alone. */
static void facts_take_all(const struct facts_hearing *hearing, struct person *person)
{
    struct own_choices *heard = own_choices_read(hearing->json);
    facts_link(hearing);
    for (unsigned fact = 0; fact < FACTS; fact++) {
        bool newer =
            fact != FACT_LINKED && fact != FACT_WEEKS && facts_is_newer(hearing, person, fact);
        if (!newer || (fact_is_common(fact) && person->lead != person)) {
            continue;
        }
        if (fact < OWN_CHOICES) {
            facts_choose(hearing, person, heard, (enum own_choice)fact);
        } else if (fact == FACT_BLOCKED) {
            facts_block(hearing, person);
        }
        facts_mark(hearing, person, fact);
    }
    free(heard);
}

/* What is said of them alone, and what all their accounts have in common. */
static void facts_take(struct facts_hearing *hearing, const char *address)
{
    const cJSON *json = hearing->json;
    struct person *person = facts_person(hearing, address, NULL, json);
    if (person == NULL) {
        return;
    }
    hearing->marks = fact_marks_read(json);
    person->greeted = person->greeted || cJSON_IsTrue(cJSON_GetObjectItem(json, "greeted"));
    person->zone_asked =
        person->zone_asked || cJSON_IsTrue(cJSON_GetObjectItem(json, "zone_asked"));
    facts_know_weeks(hearing, person);
    facts_take_all(hearing, person);
    facts_touch(hearing->taken, person);
    free(hearing->marks);
}

void person_facts_take(const struct facts_world *world, const char *address, const char *text,
                       struct facts_taken *taken)
{
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    struct facts_hearing hearing = {world, json, NULL, taken};
    *taken = (struct facts_taken){.count = 0};
    if (json != NULL) {
        facts_take(&hearing, address);
    }
    cJSON_Delete(json);
}
