/* In a row: "weeks":["decrypto 2026-W48 12"], the last being the table. */
#include "played_weeks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_out.h"

enum { PLAYED_TEXT = PLAYED_GAME_BYTES + TABLE_WEEK_BYTES + 24 };

static bool played_same_deal(const struct played_week *one, const struct played_week *other)
{
    return strcmp(one->week, other->week) == 0 && strcmp(one->game, other->game) == 0;
}

bool played_weeks_note(struct played_weeks **weeks, const struct played_week *played)
{
    for (unsigned i = 0; *weeks != NULL && i < (*weeks)->count; i++) {
        if (played_same_deal(&(*weeks)->item[i], played) &&
            (*weeks)->item[i].table == played->table) {
            return false;
        }
    }
    if (*weeks == NULL) {
        *weeks = heap_allocate(sizeof **weeks);
    }
    struct played_weeks *all = *weeks;
    if (all->count == PLAYED_WEEKS_MAX) {
        memmove(all->item, all->item + 1, (PLAYED_WEEKS_MAX - 1) * sizeof all->item[0]);
        all->count--;
    }
    all->item[all->count++] = *played;
    return true;
}

bool played_weeks_elsewhere(const struct played_weeks *weeks, const struct played_week *asked)
{
    for (unsigned i = 0; weeks != NULL && i < weeks->count; i++) {
        if (played_same_deal(&weeks->item[i], asked) && weeks->item[i].table != asked->table) {
            return true;
        }
    }
    return false;
}

void played_weeks_write(const struct played_weeks *weeks, struct buf *json)
{
    if (weeks == NULL) {
        return;
    }
    json_out_key(json, "weeks");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < weeks->count; i++) {
        char text[PLAYED_TEXT];
        const struct played_week *item = &weeks->item[i];
        int len =
            snprintf(text, sizeof text, "%s %s %" PRIu64, item->game, item->week, item->table);
        json_out_next(json);
        json_out_string(json, text, (size_t)len);
    }
    buf_add(json, "]", 1);
}

/* "GAME WEEK TABLE". */
static bool played_parse(const char *text, struct played_week *played)
{
    size_t game = strcspn(text, " ");
    const char *week = text + game + (text[game] == ' ');
    size_t len = strcspn(week, " ");
    if (game == 0 || game >= sizeof played->game || len != sizeof played->week - 1 ||
        week[len] != ' ') {
        return false;
    }
    snprintf(played->game, sizeof played->game, "%.*s", (int)game, text);
    snprintf(played->week, sizeof played->week, "%.*s", (int)len, week);
    played->table = strtoull(week + len, NULL, 10);
    return true;
}

struct played_weeks *played_weeks_read(const struct cJSON *json)
{
    struct played_weeks *weeks = NULL;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "weeks"))
    {
        struct played_week played = {0};
        if (cJSON_IsString(item) && played_parse(item->valuestring, &played)) {
            played_weeks_note(&weeks, &played);
        }
    }
    return weeks;
}
