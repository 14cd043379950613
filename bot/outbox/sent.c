/* A ring: as many as matter, whatever the game's length. */
#include "sent.h"

#include <assert.h>
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

void sent_remember(struct sent_list *list, const struct sent_message *message)
{
    assert(list != NULL);
    if (message->id[0] == '\0') {
        return; /* nobody can reply to it; others keep their places */
    }
    struct sent_message *known = sent_find(list, message->id);
    struct sent_message *place = known != NULL ? known : &list->message[list->next];
    uint32_t since = known != NULL && known->since < message->since ? known->since : message->since;
    char *room = heap_copy(message->room);
    char *id = heap_copy(message->id);
    sent_drop(place);
    *place = *message;
    place->since = since;
    place->room = room;
    place->id = id;
    if (known != NULL) {
        return;
    }
    list->next = (uint8_t)((list->next + 1) % SENT_REMEMBERED_MAX);
}

void sent_deinit(struct sent_list *list)
{
    for (unsigned i = 0; i < SENT_REMEMBERED_MAX; i++) {
        sent_drop(&list->message[i]);
    }
}
