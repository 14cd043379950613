/* What is on its way to the disk, and two questions that every part of the playground asks. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "web_private.h"

int64_t web_now_ms(const struct web *web)
{
    return web->world->clock.now_ms(web->world->clock.context);
}

struct web_pending *web_pending_new(struct web *web, web_done_fn done)
{
    struct web_pending *pending = heap_allocate(sizeof *pending);
    pending->done = done;
    pending->next = web->pendings;
    if (web->pendings != NULL) {
        web->pendings->previous = pending;
    }
    web->pendings = pending;
    return pending;
}

void web_pending_free(struct web *web, struct web_pending **pending)
{
    struct web_pending *freed = *pending;
    *pending = NULL;
    if (freed->previous != NULL) {
        freed->previous->next = freed->next;
    } else {
        web->pendings = freed->next;
    }
    if (freed->next != NULL) {
        freed->next->previous = freed->previous;
    }
    free(freed->text);
    free(freed->cookie);
    free(freed);
}

/* Who made the room, or is named in the settings. */
bool web_is_moderator(const struct web *web, const struct web_person *person,
                      const struct web_room *room)
{
    if (room->is_private || room->is_team) {
        return false;
    }
    if (strcmp(room->owner, person->account) == 0) {
        return true;
    }
    size_t len = strlen(person->account);
    for (const char *at = settings_text(web->settings, "web", "moderators"); *at != '\0';) {
        at += strspn(at, ", ");
        size_t word = strcspn(at, ", ");
        if (word == len && strncmp(at, person->account, len) == 0) {
            return true;
        }
        at += word;
    }
    return false;
}
