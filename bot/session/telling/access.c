/* The decision about access. It looks at the register alone: what is asked of a platform is asked
 * of its memory, so that a table that is not there for somebody costs what a number costs that was
 * never given. */
#include "access.h"

#include <string.h>

#include "house_private.h"
#include "print.h"
#include "team_room_row.h"

/* The key of the room it came from; false when it is too long for any that is known. */
static bool inbound_key(const struct asker *asker, char key[ROOM_KEY_BYTES])
{
    return print_join(key, ROOM_KEY_BYTES, asker->link->name, "/", asker->inbound->room) <
           ROOM_KEY_BYTES;
}

static bool is_member(const struct team_room *room, const struct person *person)
{
    for (unsigned i = 0; person != NULL && i < room->count; i++) {
        if (room->member[i].person == person->id) {
            return true;
        }
    }
    return false;
}

/* May they read the room that the table stands in now? Not unless its platform says so. */
static enum may_read may_read(struct house *house, const struct asker *asker,
                              const struct table_entry *entry)
{
    const struct room *room = entry->room;
    const struct adapter_link *link = link_named(&house->links, room->adapter);
    const char *account = asker->inbound->account;
    if (strcmp(link->name, asker->link->name) != 0) {
        account = asker->person == NULL ? NULL : person_account(asker->person, link->name);
    }
    return link->def == NULL || link->def->may_read == NULL || account == NULL
               ? MAY_READ_UNKNOWN
               : link->def->may_read(link->adapter, room->id, account);
}

static bool is_theirs(const struct asker *asker, const struct table_entry *entry)
{
    return asker->person != NULL &&
           (sat_has(&entry->sat, asker->person->id) || entry->referee == asker->person->id);
}

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
    if (asker->inbound->private_room && asker->person != NULL) {
        list_ids(&listing, asker->person->tables, asker->person->table_count);
        list_ids(&listing, asker->person->past, asker->person->past_count);
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

bool access_may_open(struct house *house, const struct asker *asker,
                     const struct table_entry *entry)
{
    return access_of(house, asker, entry) != ACCESS_PRIVATE ||
           may_read(house, asker, entry) != MAY_READ_NO;
}
