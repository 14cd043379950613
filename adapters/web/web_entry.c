/* An entry of a room's log: its place, its row, and what happens when it is on disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "web_private.h"

int64_t web_message_seq(const struct web_room *room, const char *id)
{
    char *end = NULL;
    size_t len = strlen(room->id);
    if (strncmp(id, room->id, len) != 0 || id[len] != '.' || id[len + 1] < '1' ||
        id[len + 1] > '9') {
        return 0;
    }
    long long seq = strtoll(id + len + 1, &end, 10);
    return *end == '\0' && seq > 0 && seq < INT64_MAX / 2 ? (int64_t)seq : 0;
}

void web_entry_row(const struct web_room *room, const struct web_entry *entry,
                   struct web_rows *rows)
{
    char name[WEB_ROOM_ID_BYTES + 32];
    char key[32];
    web_log_key(key, sizeof key, entry->seq);
    snprintf(name, sizeof name, "%s/%s", room->id, key);
    web_rows_put(rows, "m", name, entry->row, entry->row_len, entry->rev);
}

void web_entry_ended(struct web *web, struct web_room *room, int64_t rev, const struct fault *fault)
{
    if (fault == NULL) {
        web_log_stored(&room->log, rev);
    } else {
        web_log_failed(&room->log, rev);
    }
    web_room_pump(web, room);
    web_send_waiting(web, room);
    web_resume(web);
}
