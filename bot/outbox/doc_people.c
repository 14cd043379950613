#include "doc_people.h"

#include "doc.h"
#include "doc_tiles.h"
#include "seat.h"

uint64_t doc_people_at(const struct doc_people *people, const struct run *run,
                       const char **account_r)
{
    *account_r = run->account;
    bool asks = run->kind == RUN_MENTION && run->person == 0 && people != NULL &&
                (seat_is_person(run->seat) || run->seat == SEAT_MODERATOR);
    return asks ? people->person(people->context, run->seat, account_r) : run->person;
}

const char *doc_people_account(const struct doc_people *people, const struct tile *tile)
{
    const char *account = tile->account;
    if (account == NULL && people != NULL && seat_is_person(tile->seat) && !tile->house) {
        people->person(people->context, tile->seat, &account);
    }
    return account;
}
