#include "person_tell.h"

#include "house_private.h"
#include "letters_put.h"
#include "store_part.h"

struct facts_world person_tell_world(const struct house *house)
{
    return (struct facts_world){.people = house->people,
                                .forgotten = house->forgotten,
                                .part = house->setup.part,
                                .now_ms = house->now_ms};
}

void person_tell(struct commit *commit, struct person *person)
{
    const struct house *house = commit->house;
    const struct facts_world world = person_tell_world(house);
    struct buf json;
    if (house->setup.parts <= 1 || commit->of_letter || person->frozen ||
        person->addresses == NULL || !person_facts_note(person, &world)) {
        return;
    }
    buf_init(&json, FACTS_JSON_MAX);
    person_facts_write(person, &world, &json);
    if (!json.full) {
        letters_put_all(commit, LETTER_PERSON, person->addresses->key, json.text);
        person->untold = false;
    }
    buf_deinit(&json);
}
