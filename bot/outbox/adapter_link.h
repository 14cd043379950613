/* The adapters of a house, by name. A link is there from when its name is first read somewhere,
 * also before its adapter is, and when it will never be. */
#ifndef ADAPTER_LINK_H
#define ADAPTER_LINK_H

#include "adapter.h"

enum { ADAPTERS_MAX = 8, ADAPTER_NAME_BYTES = 16 };

struct adapter_link {
    const struct adapter_def *def; /* NULL: not there yet */
    struct adapter *adapter;
    char name[ADAPTER_NAME_BYTES];
    int64_t downtime_ms; /* how long its platform was out of reach, all in all */
    unsigned in_flight;  /* sends that it has */
    int64_t took_ms;     /* how long it had the last one that has ended, */
    int64_t last_ms;     /* and when that was */
};

struct adapter_links {
    struct adapter_link link[ADAPTERS_MAX];
    unsigned count;
};

/* The link of an adapter by name, made when it is not there; never NULL. */
struct adapter_link *link_named(struct adapter_links *links, const char *name);
/* The link of "adapter/…". */
struct adapter_link *link_of(struct adapter_links *links, const char *key);
/* The link of an adapter that is calling; NULL: it was never added. */
struct adapter_link *link_calling(struct adapter_links *links, const struct adapter *adapter);
/* The key of the room that "adapter/room" was opened from, as its platform says (a thread's
 * channel), in home; NULL: from none. */
const char *link_home(const struct adapter_links *links, const char *key, char *home, size_t size);
/* The key of the server that "adapter/room" is part of, as its platform says (Discord's guild), in
 * server; NULL: of none. */
const char *link_server(const struct adapter_links *links, const char *key, char *server,
                        size_t size);
/* How the room is called now: by its id where nobody knows; never NULL. */
const char *link_room_name(struct adapter_links *links, const char *adapter, const char *room);

#endif
