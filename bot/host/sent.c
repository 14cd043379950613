/* A ring: as many as matter, whatever the game's length. */
#include "sent.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

static void sent_drop(struct sent_message *message)
{
    free(message->room);
    free(message->id);
    message->room = NULL;
    message->id = NULL;
}

void sent_remember(struct sent_list *list, const struct sent_message *message)
{
    struct sent_message *place = &list->message[list->next];
    sent_drop(place);
    *place = *message;
    place->room = heap_copy(message->room);
    place->id = heap_copy(message->id);
    list->next = (uint8_t)((list->next + 1) % SENT_REMEMBERED_MAX);
}

static bool sent_is(const struct sent_message *message, const char *platform_id)
{
    size_t len = strlen(platform_id);
    for (const char *at = message->id; at != NULL && *at != '\0'; at += *at == ' ') {
        size_t part = strcspn(at, " ");
        if (part == len && strncmp(at, platform_id, len) == 0) {
            return true;
        }
        at += part;
    }
    return false;
}

struct sent_message *sent_find(struct sent_list *list, const char *platform_id)
{
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX; i++) {
        if (sent_is(&list->message[i], platform_id)) {
            return &list->message[i];
        }
    }
    return NULL;
}

void sent_deinit(struct sent_list *list)
{
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX; i++) {
        sent_drop(&list->message[i]);
    }
}
