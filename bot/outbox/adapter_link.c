#include "adapter_link.h"

#include <assert.h>
#include <string.h>

#include "print.h"

struct adapter_link *link_named(struct adapter_links *links, const char *name)
{
    for (unsigned i = 0; i < links->count; i++) {
        if (strcmp(links->link[i].name, name) == 0) {
            return &links->link[i];
        }
    }
    assert(links->count < ADAPTERS_MAX);
    struct adapter_link *link = &links->link[links->count++];
    memcpy(link->name, name, strnlen(name, sizeof link->name - 1));
    return link;
}

struct adapter_link *link_of(struct adapter_links *links, const char *key)
{
    char name[ADAPTER_NAME_BYTES] = "";
    const char *slash = strchr(key, '/');
    size_t len = slash == NULL ? strlen(key) : (size_t)(slash - key);
    memcpy(name, key, len < sizeof name ? len : sizeof name - 1);
    return link_named(links, name);
}

struct adapter_link *link_calling(struct adapter_links *links, const struct adapter *adapter)
{
    for (unsigned i = 0; i < links->count; i++) {
        if (links->link[i].def != NULL && links->link[i].adapter == adapter) {
            return &links->link[i];
        }
    }
    return NULL;
}

/* The link of "adapter/…" where there is one with an adapter; NULL: there is none. */
static const struct adapter_link *link_there(const struct adapter_links *links, const char *key)
{
    size_t len = strcspn(key, "/");
    for (unsigned i = 0; i < links->count && key[len] == '/'; i++) {
        const struct adapter_link *link = &links->link[i];
        if (strlen(link->name) == len && memcmp(link->name, key, len) == 0 && link->def != NULL) {
            return link;
        }
    }
    return NULL;
}

/* What a platform says of a room, as a key; NULL: nothing, or too much. */
static const char *link_key(const struct adapter_link *link, const char *id, char *key, size_t size)
{
    return id != NULL && print_join(key, size, link->name, "/", id) < size ? key : NULL;
}

const char *link_home(const struct adapter_links *links, const char *key, char *home, size_t size)
{
    const struct adapter_link *link = link_there(links, key);
    const char *from = link == NULL || link->def->opened_from == NULL
                           ? NULL
                           : link->def->opened_from(link->adapter, strchr(key, '/') + 1);
    return link_key(link, from, home, size);
}

const char *link_server(const struct adapter_links *links, const char *key, char *server,
                        size_t size)
{
    const struct adapter_link *link = link_there(links, key);
    const char *id = link == NULL || link->def->community == NULL
                         ? NULL
                         : link->def->community(link->adapter, strchr(key, '/') + 1);
    return link_key(link, id, server, size);
}

const char *link_room_name(struct adapter_links *links, const char *adapter, const char *room)
{
    const struct adapter_link *link = link_named(links, adapter);
    const char *name = link->def == NULL || link->def->room_name == NULL
                           ? NULL
                           : link->def->room_name(link->adapter, room);
    return name == NULL ? room : name;
}
