/* Between cJSON trees and facts. Depth is limited by json_text_problem(), which the text passed. */
#include "facts_json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double facts_json_whole_max = 9007199254740992.0; /* 2^53 */

static const char *object_twice(const cJSON *object)
{
    int count = 0;
    for (const cJSON *member = object->child; member != NULL; member = member->next) {
        for (const cJSON *other = object->child; other != member; other = other->next) {
            if (strcmp(other->string, member->string) == 0) {
                return member->string;
            }
        }
        if (++count > FACTS_JSON_MEMBERS_MAX) {
            return member->string;
        }
    }
    return NULL;
}

const char *facts_json_twice(const cJSON *json)
{
    const char *twice = cJSON_IsObject(json) ? object_twice(json) : NULL;
    for (const cJSON *member = json->child; member != NULL && twice == NULL;
         member = member->next) {
        twice = facts_json_twice(member); /* NOLINT(misc-no-recursion) */
    }
    return twice;
}

void facts_json_cut(cJSON *json, size_t characters)
{
    for (cJSON *member = json->child; member != NULL; member = member->next) {
        facts_json_cut(member, characters); /* NOLINT(misc-no-recursion) */
    }
    if (!cJSON_IsString(json)) {
        return;
    }
    char *at = json->valuestring;
    for (size_t count = 0; *at != '\0'; at++) {
        count += ((unsigned char)*at & 0xC0) != 0x80;
        if (count > characters) {
            *at = '\0';
            return;
        }
    }
}

static void read_number(struct facts *facts, const char *key, double number)
{
    if (fabs(number) <= facts_json_whole_max && floor(number) == number) {
        facts_number(facts, key, (int64_t)number);
        return;
    }
    char text[40];
    int len = snprintf(text, sizeof text, "%.17g", number);
    facts_text(facts, key, text, (size_t)len);
}

static void read_value(struct facts *facts, const char *key, const cJSON *json)
{
    if (cJSON_IsNull(json)) {
        facts_null(facts, key);
    } else if (cJSON_IsBool(json)) {
        facts_bool(facts, key, cJSON_IsTrue(json));
    } else if (cJSON_IsNumber(json)) {
        read_number(facts, key, json->valuedouble);
    } else if (cJSON_IsString(json)) {
        facts_text(facts, key, json->valuestring, strlen(json->valuestring));
    } else {
        if (cJSON_IsObject(json)) {
            facts_object(facts, key);
        } else {
            facts_list(facts, key);
        }
        for (const cJSON *member = json->child; member != NULL && !facts->full;
             member = member->next) {
            read_value(facts, member->string, member); /* NOLINT(misc-no-recursion) */
        }
        if (!facts->full) {
            facts_end(facts);
        }
    }
}

bool facts_json_read(struct facts *facts, const cJSON *object)
{
    for (const cJSON *member = object->child; member != NULL && !facts->full;
         member = member->next) {
        read_value(facts, member->string, member);
    }
    return !facts->full;
}

static char print_room[256 * 1024]; /* more than any tree of facts prints to */

void facts_json_write(struct buf *buf, const struct facts *facts, uint16_t index)
{
    size_t len = facts_print_at(facts, index, print_room, sizeof print_room);
    assert(len > 0);
    buf_add(buf, print_room, len);
}

void facts_json_write_all(struct buf *buf, const struct facts *facts)
{
    size_t len = facts_print(facts, print_room, sizeof print_room);
    assert(len > 0);
    buf_add(buf, print_room, len);
}
