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

const char *link_home(struct adapter_links *links, const char *key, char *home, size_t size)
{
    const struct adapter_link *link = link_of(links, key);
    const char *slash = strchr(key, '/');
    const char *from = slash == NULL || link->def == NULL || link->def->opened_from == NULL
                           ? NULL
                           : link->def->opened_from(link->adapter, slash + 1);
    bool fits = from != NULL && print_join(home, size, link->name, "/", from) < size;
    return fits ? home : NULL;
}

const char *link_room_name(struct adapter_links *links, const char *adapter, const char *room)
{
    const struct adapter_link *link = link_named(links, adapter);
    const char *name = link->def == NULL || link->def->room_name == NULL
                           ? NULL
                           : link->def->room_name(link->adapter, room);
    return name == NULL ? room : name;
}
