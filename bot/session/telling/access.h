/* For whom a table exists (design: Access). Decided once for everything that people do, before it
 * is read: from one of the table's venues, as its platform says that they are in it, or from the
 * person's own direct channel. For everybody else the table is one that never was. */
#ifndef ACCESS_H
#define ACCESS_H

#include <stdbool.h>
#include <stddef.h>

struct adapter_link;
struct inbound;
struct house;
struct person;
struct table_entry;

enum access_way {
    ACCESS_NONE,
    ACCESS_ROOM,   /* sent from the room that the table stands in */
    ACCESS_AROUND, /* sent from the room from which that one was opened */
    ACCESS_TEAM,   /* sent from its team's room, from a member of it or who moderates there */
    ACCESS_PRIVATE /* sent where only they and the bot read */
};

/* Who does something, and where. */
struct asker {
    const struct adapter_link *link; /* the platform that received it */
    const struct inbound *inbound;
    const struct person *person; /* NULL: nobody known */
};

struct access_table {
    struct table_entry *entry;
    enum access_way way;
};

/* How the table exists for who asks. Looks at what is in memory alone, and loads nothing. */
enum access_way access_of(struct house *house, const struct asker *asker,
                          const struct table_entry *entry);
/* The tables that may be meant where nothing names one: those of the room, in private those where
 * the person sits, sat, rules or hosts. At most max, each once; those named by a number alone
 * (ACCESS_AROUND) come last. */
size_t access_list(struct house *house, const struct asker *asker, struct access_table *tables,
                   size_t max);
/* Does their right as a moderator, as the platform says it, hold for the tables that are there for
 * them? It ends at the room or the server that it came from, and counts in no private room. */
bool access_moderates(struct house *house, const struct asker *asker);
/* As whom somebody acts at a table (NULL: at none): with the account of theirs that is there, else
 * with one that is of its platform and may read its room. One somebody has one seat. */
struct person *access_as(struct house *house, const struct table_entry *entry,
                         struct person *person);
/* Does its platform say that this person may read the table's room now? */
bool access_reads(struct house *house, const struct person *person,
                  const struct table_entry *entry);
/* The same of a room ("adapter/room") and of whichever of their accounts. */
bool access_reads_room(struct house *house, const struct person *person, const char *room_key);
/* May they still act in the table's room, as for a table that is to follow it? */
bool access_may_open(struct house *house, const struct asker *asker,
                     const struct table_entry *entry);

#endif
