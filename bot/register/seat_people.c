#include "seat_people.h"

#include "table_entry.h"

uint64_t seat_person(const void *context, int seat, const char **account_r)
{
    const struct seat_people *seats = context;
    bool referee = seat == SEAT_MODERATOR;
    if (seats->entry == NULL || seats->entry->resident == NULL ||
        (!seat_is_person(seat) && !referee)) {
        return 0;
    }
    const struct table *table = &seats->entry->resident->table;
    if (!referee && table_is_bot(table, seat)) {
        return 0;
    }
    uint64_t id = referee ? table->referee : table->seat[seat].person;
    const struct person *person = people_find(seats->people, id);
    *account_r = person == NULL ? NULL : person_account(person, seats->adapter);
    return id;
}
