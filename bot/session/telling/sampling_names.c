#include "sampling_names.h"

#include <string.h>

#include "house_private.h"
#include "library.h"
#include "pack.h"
#include "print.h"
#include "sampling.h"

enum { MISSION_NAME_BYTES = 16, MISSION_CALLED_BYTES = 64 };

static void names_packs(const struct house *house, const struct table *table,
                        void (*add)(void *to, const char *name, const char *called), void *to)
{
    struct buf names;
    buf_init(&names, (size_t)LIBRARY_PACKS_MAX * LIBRARY_NAME_BYTES);
    library_names(house->setup.library, table->game, &names);
    for (const char *at = names.text; at != NULL && *at != '\0';) {
        char name[LIBRARY_NAME_BYTES];
        size_t len = strcspn(at, ",");
        if (len < sizeof name) {
            memcpy(name, at, len);
            name[len] = '\0';
            add(to, name, NULL);
        }
        at += len + strspn(at + len, ", ");
    }
    buf_deinit(&names);
}

/* An item of a mission's line ("mission = M1; title = …"); false when it has none, or a longer. */
static bool names_item(const char *line, const char *item, char *text, size_t size)
{
    size_t len = strlen(item);
    for (const char *at = line; at != NULL; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, item, len) == 0 && strncmp(at + len, " = ", 3) == 0) {
            size_t value = strcspn(at + len + 3, ";");
            memcpy(text, at + len + 3, value < size ? value : size - 1);
            text[value < size ? value : size - 1] = '\0';
            return value < size;
        }
    }
    return false;
}

/* Each by its name and title. */
static void names_missions(const struct house *house, const struct table *table,
                           void (*add)(void *to, const char *name, const char *called), void *to)
{
    struct pack *pack = library_pack(house->setup.library, table->game, sampling_pack(house, table),
                                     &table->options);
    const struct deal_pack *list = pack == NULL ? NULL : pack_list(pack);
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        char name[MISSION_NAME_BYTES];
        char title[MISSION_CALLED_BYTES];
        char called[MISSION_NAME_BYTES + MISSION_CALLED_BYTES];
        if (!names_item(list->entry[i], table->game->pack_options.entry, name, sizeof name)) {
            continue;
        }
        names_item(list->entry[i], "title", title, sizeof title);
        print_join(called, sizeof called, name, " · ", title);
        add(to, name, called);
    }
    pack_free(&pack);
}

void sampling_names_each(const void *context, const struct table *table, const char *option,
                         void (*add)(void *to, const char *name, const char *called), void *to)
{
    const struct house *house = context;
    if (strcmp(option, "pack") == 0) {
        names_packs(house, table, add, to);
    } else if (table->game->pack_options.entry != NULL &&
               strcmp(option, table->game->pack_options.entry) == 0) {
        names_missions(house, table, add, to);
    }
}
