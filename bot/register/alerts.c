/* In a row: "alerts":["players 3 0 0 0 script/den"], which is kind, number, table, seats, when they
 * were asked last, and the room; "told":["TABLE MOMENT"]. */
#include "alerts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"
#include "json_out.h"

enum { ALERT_TEXT_BYTES = ALERT_ROOM_BYTES + 96, ALERT_NUMBERS = 4 };

static const char *const alert_names[ALERT_KINDS] = {"players", "step_in", "seats"};

struct alert *alerts_find(struct alerts *alerts, enum alert_kind kind, const char *room,
                          uint64_t table)
{
    for (unsigned i = 0; alerts != NULL && i < alerts->count; i++) {
        struct alert *one = &alerts->item[i];
        if (one->kind == kind &&
            (kind == ALERT_SEATS ? one->table == table : strcmp(one->room, room) == 0)) {
            return one;
        }
    }
    return NULL;
}

static bool alerts_have_number(const struct alerts *alerts, unsigned number)
{
    for (unsigned i = 0; i < alerts->count; i++) {
        if (alerts->item[i].number == number) {
            return true;
        }
    }
    return number == 0;
}

bool alerts_add(struct alerts **alerts, const struct alert *alert)
{
    if (*alerts == NULL) {
        *alerts = heap_allocate(sizeof **alerts);
    }
    struct alerts *all = *alerts;
    if (all->count == ALERTS_MAX) {
        return false;
    }
    do {
        all->last++;
    } while (alerts_have_number(all, all->last));
    all->item[all->count] = *alert;
    all->item[all->count++].number = all->last;
    return true;
}

bool alerts_remove(struct alerts *alerts, unsigned number)
{
    for (unsigned i = 0; alerts != NULL && i < alerts->count; i++) {
        if (alerts->item[i].number == number) {
            alerts->count--;
            memmove(&alerts->item[i], &alerts->item[i + 1],
                    (alerts->count - i) * sizeof alerts->item[0]);
            return true;
        }
    }
    return false;
}

bool alerts_remove_room(struct alerts *alerts, const char *room)
{
    bool any = false;
    for (unsigned i = alerts == NULL ? 0 : alerts->count; i > 0; i--) {
        if (strcmp(alerts->item[i - 1].room, room) == 0) {
            any = alerts_remove(alerts, alerts->item[i - 1].number);
        }
    }
    return any;
}

int64_t alerts_told_ms(const struct alerts *alerts, uint64_t table)
{
    int64_t at_ms = 0;
    for (unsigned i = 0; alerts != NULL && i < alerts->told_count; i++) {
        at_ms = alerts->told[i].table == table ? alerts->told[i].at_ms : at_ms;
    }
    return at_ms;
}

int64_t alerts_last_ms(const struct alerts *alerts)
{
    int64_t at_ms = 0;
    for (unsigned i = 0; alerts != NULL && i < alerts->told_count; i++) {
        at_ms = alerts->told[i].at_ms > at_ms ? alerts->told[i].at_ms : at_ms;
    }
    return at_ms;
}

void alerts_tell(struct alerts *alerts, uint64_t table, int64_t at_ms)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < alerts->told_count; i++) {
        if (alerts->told[i].table != table) {
            alerts->told[kept++] = alerts->told[i];
        }
    }
    if (kept == ALERTS_TOLD_MAX) {
        memmove(alerts->told, alerts->told + 1, (ALERTS_TOLD_MAX - 1) * sizeof alerts->told[0]);
        kept--;
    }
    alerts->told[kept++] = (struct alert_told){table, at_ms};
    alerts->told_count = (uint8_t)kept;
}

/* --- rows ------------------------------------------------------------------------------------- */

static void alert_write(const struct alert *one, struct buf *json)
{
    char text[ALERT_TEXT_BYTES];
    int len =
        snprintf(text, sizeof text, "%s %u %" PRIu64 " %u %" PRId64 " %s", alert_names[one->kind],
                 one->number, one->table, one->seats, one->asked_ms, one->room);
    json_out_next(json);
    json_out_string(json, text, (size_t)len);
}

void alerts_write(const struct alerts *alerts, struct buf *json)
{
    if (alerts == NULL || (alerts->count == 0 && alerts->told_count == 0)) {
        return;
    }
    json_out_key(json, "alerts");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < alerts->count; i++) {
        alert_write(&alerts->item[i], json);
    }
    buf_add(json, "]", 1);
    json_out_key(json, "told");
    buf_add(json, "[", 1);
    for (unsigned i = 0; i < alerts->told_count; i++) {
        char text[ALERT_TEXT_BYTES];
        int len = snprintf(text, sizeof text, "%" PRIu64 " %" PRId64, alerts->told[i].table,
                           alerts->told[i].at_ms);
        json_out_next(json);
        json_out_string(json, text, (size_t)len);
    }
    buf_add(json, "]", 1);
}

static bool alert_parse(const char *text, struct alert *alert)
{
    uint64_t numbers[ALERT_NUMBERS] = {0};
    size_t len = strcspn(text, " ");
    unsigned kind = 0;
    while (kind < ALERT_KINDS &&
           (strlen(alert_names[kind]) != len || strncmp(alert_names[kind], text, len) != 0)) {
        kind++;
    }
    const char *at = text + len;
    for (unsigned i = 0; i < ALERT_NUMBERS; i++) {
        char *end = NULL;
        numbers[i] = strtoull(at, &end, 10);
        at = end;
    }
    if (kind == ALERT_KINDS || *at != ' ' || strlen(at + 1) >= sizeof alert->room ||
        numbers[0] > UINT16_MAX || numbers[2] > UINT8_MAX) {
        return false;
    }
    *alert = (struct alert){.kind = (uint8_t)kind,
                            .number = (uint16_t)numbers[0],
                            .table = numbers[1],
                            .seats = (uint8_t)numbers[2],
                            .asked_ms = (int64_t)numbers[3]};
    memcpy(alert->room, at + 1, strlen(at + 1) + 1);
    return true;
}

static void alerts_read_told(const struct cJSON *json, struct alerts *alerts)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "told"))
    {
        char *at = cJSON_IsString(item) ? item->valuestring : NULL;
        uint64_t table = at == NULL ? 0 : strtoull(at, &at, 10);
        if (table != 0) {
            alerts_tell(alerts, table, strtoll(at, NULL, 10));
        }
    }
}

struct alerts *alerts_read(const struct cJSON *json)
{
    struct alerts *alerts = NULL;
    const cJSON *item = NULL;
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "alerts");
    if (list == NULL) {
        return NULL;
    }
    alerts = heap_allocate(sizeof *alerts);
    cJSON_ArrayForEach(item, list)
    {
        struct alert alert;
        if (cJSON_IsString(item) && alerts->count < ALERTS_MAX &&
            alert_parse(item->valuestring, &alert)) {
            alerts->last = alert.number > alerts->last ? alert.number : alerts->last;
            alerts->item[alerts->count++] = alert;
        }
    }
    alerts_read_told(json, alerts);
    return alerts;
}
