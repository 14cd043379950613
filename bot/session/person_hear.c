#include "person_hear.h"

#include <stdlib.h>
#include <string.h>

#include "cards.h"
#include "commit.h"
#include "heap.h"
#include "house_private.h"
#include "json_tree.h"
#include "linked.h"
#include "person_tell.h"
#include "quiet_rest.h"
#include "week_secrets.h"
#include "weekly.h"

static struct commit *hear_commit(struct house *house)
{
    struct commit *commit = commit_new(house);
    commit->of_letter = true;
    return commit;
}

/* Whoever is linked with them is written beside them. */
static void hear_store(struct commit **commit, struct person *person)
{
    struct house *house = (*commit)->house;
    if ((*commit)->people_count + LINKED_MAX > COMMIT_PEOPLE_MAX) {
        commit_submit(commit);
        *commit = hear_commit(house);
    }
    commit_person(*commit, person);
}

static void hear_done(struct commit *commit, uint64_t letter)
{
    const struct store_row done = {.id = letter};
    commit_put(commit, STORE_LETTER_DONE, &done);
}

bool person_hear(struct house *house, uint64_t letter, const char *key, const char *text)
{
    const struct facts_world world = person_tell_world(house);
    struct facts_taken *taken = heap_allocate(sizeof *taken);
    struct commit *commit = hear_commit(house);
    person_facts_take(&world, key, text, taken);
    for (unsigned i = 0; i < taken->count; i++) {
        hear_store(&commit, taken->who[i]);
    }
    for (unsigned i = 0; i < taken->count && taken->linked; i++) {
        cards_move_all(commit, taken->who[i]);
    }
    hear_done(commit, letter);
    commit_submit(&commit);
    const struct person *person = people_at_key(house->people, key);
    if (taken->chosen && person != NULL) {
        quiet_rest_chosen(house, person);
    }
    free(taken);
    return true;
}

bool person_hear_weeks(struct house *house, uint64_t letter, const char *key, const char *text)
{
    struct commit *commit = hear_commit(house);
    if (week_secrets_take(house->week_secrets, key, text)) {
        week_secrets_store(house->week_secrets, key, commit->batch);
    }
    hear_done(commit, letter);
    commit_submit(&commit);
    return true;
}

bool person_hear_off(struct house *house, uint64_t letter, const char *key, const char *text)
{
    struct person *person = people_at_key(house->people, key);
    cJSON *json = json_tree_read(text, strlen(text));
    bool said = json != NULL;
    int64_t number = json_tree_number(json, "number");
    json_tree_free(json);
    if (person == NULL || !said) {
        return false;
    }
    struct commit *commit = hear_commit(house);
    if (number == 0) {
        person_unask_all(person);
    } else {
        person_unask(person, (unsigned)number);
    }
    hear_store(&commit, person);
    hear_done(commit, letter);
    commit_submit(&commit);
    return true;
}

/* --- at the start ----------------------------------------------------------------------------- */

/* Has something been chosen of which no part was ever told? */
static bool start_is_untold(const struct person *person)
{
    return person->marks == NULL && !person->frozen &&
           (person->choices != NULL || person->blocks != NULL || person->unlisted ||
            person->weeks != NULL || !linked_is_alone(person));
}

void person_tell_start(struct house *house)
{
    size_t at = 0;
    if (house->setup.parts <= 1 || house->setup.part != 0) {
        return;
    }
    struct commit *commit = commit_new(house);
    for (struct person *person = NULL; (person = people_next(house->people, &at)) != NULL;) {
        if (!start_is_untold(person)) {
            continue;
        }
        person->stored = false;
        if (commit->people_count + LINKED_MAX > COMMIT_PEOPLE_MAX) {
            commit_submit(&commit);
            commit = commit_new(house);
        }
        commit_person(commit, person);
    }
    weekly_tell_all(commit);
    commit_submit(&commit);
}
