#include "store_sql_rooms.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "store_sql_seal.h"

struct keep_room {
    char *key;
    uint32_t days;
    bool sound;
};

static const char keep_scope[] = "room ";

void keep_rooms_free(struct keep_rooms *rooms)
{
    for (size_t i = 0; i < rooms->count; i++) {
        free(rooms->room[i].key);
    }
    free(rooms->room);
    *rooms = (struct keep_rooms){NULL, 0};
}

/* A row's value, out of its seal where it has one; false: it does not open. */
static bool keep_open(struct sql_statement *rows, const char *scope, struct buf *value)
{
    struct seal_place place;
    seal_place(&place, "setting");
    seal_place_text(&place, scope, strlen(scope));
    seal_place_text(&place, STORE_KEEP_NAME, strlen(STORE_KEEP_NAME));
    return store_seal_column(rows, 1, &place, value) == SEAL_OPENED && value->len > 0;
}

/* days NULL: what was chosen cannot be read. */
static void keep_add(struct keep_rooms *rooms, const char *key, const char *days)
{
    rooms->room = heap_grow(rooms->room, rooms->count + 1, sizeof *rooms->room);
    rooms->room[rooms->count++] =
        (struct keep_room){.key = heap_copy(key),
                           .days = days == NULL ? 0 : (uint32_t)strtoul(days, NULL, 10),
                           .sound = days != NULL};
}

bool keep_rooms_read(struct keep_rooms *rooms, struct store_sql *store)
{
    static const char sql[] = "SELECT scope, value, row_sum('setting', scope, name, value) IS NOT "
                              "DISTINCT FROM sum FROM setting "
                              "WHERE name = '" STORE_KEEP_NAME "' ORDER BY scope";
    struct sql_statement *statement = NULL;
    struct buf value;
    keep_rooms_free(rooms);
    buf_init(&value, STORE_SQL_SQL_BYTES);
    int code = sql_prepare(store, sql, &statement);
    code = code == SQL_OK ? sql_step(statement) : code;
    for (; code == SQL_ROW; code = sql_step(statement)) {
        const char *scope = sql_text(statement, 0);
        bool ours = scope != NULL && strncmp(scope, keep_scope, sizeof keep_scope - 1) == 0;
        if (ours) {
            bool sound = sql_number(statement, 2) == 1 && keep_open(statement, scope, &value);
            keep_add(rooms, scope + sizeof keep_scope - 1, sound ? value.text : NULL);
        }
    }
    sql_finalize(statement);
    buf_deinit(&value);
    return code == SQL_DONE;
}

static int keep_compare(const void *key, const void *room)
{
    return strcmp(key, ((const struct keep_room *)room)->key);
}

uint32_t keep_rooms_days(const struct keep_rooms *rooms, const struct store_keeping *keeping,
                         const char *room, uint32_t usual)
{
    const struct keep_room *found = rooms->count == 0 ? NULL
                                                      : bsearch(room, rooms->room, rooms->count,
                                                                sizeof *rooms->room, keep_compare);
    uint32_t most = keeping->room_days_max;
    if (found == NULL || !found->sound) {
        return found == NULL ? usual : 0;
    }
    return most != 0 && (found->days == 0 || found->days > most) ? most : found->days;
}
