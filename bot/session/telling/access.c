/* The decision about access. It looks at the register alone: what is asked of a platform is asked
 * of its memory, so that a table that is not there for somebody costs what a number costs that was
 * never given. */
#include "access.h"

#include <string.h>

#include "house_private.h"
#include "linked.h"
#include "print.h"
#include "team_room_row.h"

/* The key of the room it came from; false when it is too long for any that is known. */
static bool inbound_key(const struct asker *asker, char key[ROOM_KEY_BYTES])
{
    return print_join(key, ROOM_KEY_BYTES, asker->link->name, "/", asker->inbound->room) <
           ROOM_KEY_BYTES;
}

/* The first of those who are linked with somebody; NULL: nobody known. */
static struct person *lead_of(const struct person *person)
{
    return person == NULL ? NULL : person->lead;
}

static bool is_member(const struct team_room *room, const struct person *person)
{
    for (const struct person *one = lead_of(person); one != NULL; one = one->next_linked) {
        for (unsigned i = 0; i < room->count; i++) {
            if (room->member[i].person == one->id) {
                return true;
            }
        }
    }
    return false;
}

/* What a platform says of one of its accounts. */
static enum may_read account_reads(struct house *house, const struct table_entry *entry,
                                   const char *account)
{
    const struct room *room = entry->room;
    const struct adapter_link *link = link_named(&house->links, room->adapter);
    return link->def == NULL || link->def->may_read == NULL || account == NULL
               ? MAY_READ_UNKNOWN
               : link->def->may_read(link->adapter, room->id, account);
}

/* Which of their accounts may read the room that the table stands in now; NULL: none. */
static struct person *reads_as(struct house *house, const struct table_entry *entry,
                               const struct person *person)
{
    for (struct person *one = lead_of(person); one != NULL; one = one->next_linked) {
        const char *account = person_account(one, entry->room->adapter);
        if (account_reads(house, entry, account) == MAY_READ_YES) {
            return one;
        }
    }
    return NULL;
}

/* May they read the room that the table stands in now? Not unless its platform says so, of any
 * account of theirs there. */
static enum may_read may_read(struct house *house, const struct asker *asker,
                              const struct table_entry *entry)
{
    const char *account =
        strcmp(entry->room->adapter, asker->link->name) == 0 ? asker->inbound->account : NULL;
    enum may_read may = account_reads(house, entry, account);
    return may != MAY_READ_YES && reads_as(house, entry, asker->person) != NULL ? MAY_READ_YES
                                                                                : may;
}

static bool is_theirs(const struct asker *asker, const struct table_entry *entry)
{
    bool theirs = false;
    for (const struct person *one = lead_of(asker->person); one != NULL; one = one->next_linked) {
        theirs = theirs || sat_has(&entry->sat, one->id) || entry->referee == one->id;
    }
    return theirs;
}

/* --- as whom ---------------------------------------------------------------------------------- */

/* What somebody can be at a table, the first that one of their accounts is. */
enum as { AS_SEAT, AS_REFEREE, AS_HOST, AS_SAT, AS_COUNT };

static bool acts_as(const struct table_entry *entry, const struct person *person, enum as as)
{
    const struct table *table = entry->resident == NULL ? NULL : &entry->resident->table;
    switch (as) {
    case AS_SEAT:
        return table != NULL && table_seat_of(table, person->id) != SEAT_NONE;
    case AS_REFEREE:
        return entry->referee == person->id;
    case AS_HOST:
        return table != NULL && table_hosts(table, person->id);
    case AS_SAT:
        return sat_has(&entry->sat, person->id);
    case AS_COUNT:
        break;
    }
    return false;
}

struct person *access_as(struct house *house, const struct table_entry *entry,
                         struct person *person)
{
    if (entry == NULL || person == NULL || linked_is_alone(person)) {
        return person;
    }
    for (enum as as = AS_SEAT; as < AS_COUNT; as++) {
        if (acts_as(entry, person, as)) {
            return person;
        }
        for (struct person *one = person->lead; one != NULL; one = one->next_linked) {
            if (acts_as(entry, one, as)) {
                return one;
            }
        }
    }
    if (person_account(person, entry->room->adapter) != NULL) {
        return person;
    }
    struct person *reads = reads_as(house, entry, person);
    return reads != NULL ? reads : person;
}

/* --- which tables ----------------------------------------------------------------------------- */

static const char *server_of(const struct adapter_link *link, const char *room)
{
    return link->def == NULL || link->def->community == NULL
               ? NULL
               : link->def->community(link->adapter, room);
}

bool access_moderates(struct house *house, const struct asker *asker)
{
    char key[ROOM_KEY_BYTES];
    const struct inbound *inbound = asker->inbound;
    const struct team_room *team =
        inbound_key(asker, key) ? team_room_at(&house->tables, key) : NULL;
    if (!inbound->moderator || inbound->private_room || team == NULL) {
        return inbound->moderator && !inbound->private_room;
    }
    const struct room *room = team->entry->room;
    const char *here = server_of(asker->link, inbound->room);
    const char *there = server_of(link_named(&house->links, room->adapter), room->id);
    return here != NULL && there != NULL && strcmp(room->adapter, asker->link->name) == 0 &&
           strcmp(here, there) == 0;
}

enum access_way access_of(struct house *house, const struct asker *asker,
                          const struct table_entry *entry)
{
    char key[ROOM_KEY_BYTES];
    bool known = inbound_key(asker, key);
    if (known && strcmp(entry->room->key, key) == 0) {
        return ACCESS_ROOM;
    }
    if (asker->inbound->private_room) {
        return is_theirs(asker, entry) || may_read(house, asker, entry) == MAY_READ_YES
                   ? ACCESS_PRIVATE
                   : ACCESS_NONE;
    }
    if (known && entry->home != NULL && strcmp(entry->home->key, key) == 0) {
        return ACCESS_AROUND;
    }
    const struct team_room *team = known ? team_room_at(&house->tables, key) : NULL;
    bool lets_in =
        team != NULL && (is_member(team, asker->person) || access_moderates(house, asker));
    return lets_in && team->entry == entry ? ACCESS_TEAM : ACCESS_NONE;
}

struct listing {
    struct house *house;
    const struct asker *asker;
    struct access_table *tables;
    size_t count;
    size_t max;
};

static void list_add(struct listing *listing, struct table_entry *entry)
{
    enum access_way way =
        entry == NULL ? ACCESS_NONE : access_of(listing->house, listing->asker, entry);
    for (size_t i = 0; i < listing->count; i++) {
        if (listing->tables[i].entry == entry) {
            return;
        }
    }
    if (way != ACCESS_NONE && listing->count < listing->max) {
        listing->tables[listing->count++] = (struct access_table){entry, way};
    }
}

static void list_ids(struct listing *listing, const uint64_t *ids, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        list_add(listing, tables_find(&listing->house->tables, ids[i]));
    }
}

/* Talk names no table: those in threads around are asked for by their number, or by a command. */
static bool names_any(const struct inbound *inbound)
{
    return inbound->kind != INBOUND_TEXT || inbound->addressed ||
           (inbound->text != NULL && strchr(inbound->text, '#') != NULL);
}

size_t access_list(struct house *house, const struct asker *asker, struct access_table *tables,
                   size_t max)
{
    struct listing listing = {.house = house, .asker = asker, .tables = tables, .max = max};
    char key[ROOM_KEY_BYTES];
    bool known = inbound_key(asker, key);
    const struct team_room *team = known ? team_room_at(&house->tables, key) : NULL;
    const struct room *room = known ? tables_room(&house->tables, key) : NULL;
    list_add(&listing, team == NULL ? NULL : team->entry);
    for (struct table_entry *entry = room == NULL ? NULL : room->first; entry != NULL;
         entry = entry->next_in_room) {
        list_add(&listing, entry);
    }
    const struct person *one = asker->inbound->private_room ? lead_of(asker->person) : NULL;
    for (; one != NULL; one = one->next_linked) {
        list_ids(&listing, one->tables, one->table_count);
        list_ids(&listing, one->past, one->past_count);
    }
    bool around = room != NULL && names_any(asker->inbound);
    for (struct table_entry *entry = around ? room->first_around : NULL; entry != NULL;
         entry = entry->next_around) {
        list_add(&listing, entry);
    }
    return listing.count;
}

bool access_reads(struct house *house, const struct person *person, const struct table_entry *entry)
{
    const struct adapter_link *link = link_named(&house->links, entry->room->adapter);
    const char *account = person_account(person, link->name);
    return link->def != NULL && link->def->may_read != NULL && account != NULL &&
           link->def->may_read(link->adapter, entry->room->id, account) == MAY_READ_YES;
}

bool access_reads_room(struct house *house, const struct person *person, const char *room_key)
{
    const struct adapter_link *link = link_of(&house->links, room_key);
    const struct person *one =
        link->def == NULL || link->def->may_read == NULL ? NULL : lead_of(person);
    for (; one != NULL; one = one->next_linked) {
        const char *account = person_account(one, link->name);
        if (account != NULL && link->def->may_read(link->adapter, strchr(room_key, '/') + 1,
                                                   account) == MAY_READ_YES) {
            return true;
        }
    }
    return false;
}

bool access_may_open(struct house *house, const struct asker *asker,
                     const struct table_entry *entry)
{
    return access_of(house, asker, entry) != ACCESS_PRIVATE ||
           may_read(house, asker, entry) != MAY_READ_NO;
}
