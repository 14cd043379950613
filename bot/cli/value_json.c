/* Between cJSON trees and tree. Depth is limited by json_text_problem(), which the text passed. */
#include "value_json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double value_json_whole_max = 9007199254740992.0; /* 2^53 */

static const char *object_twice(const cJSON *object)
{
    int count = 0;
    for (const cJSON *member = object->child; member != NULL; member = member->next) {
        for (const cJSON *other = object->child; other != member; other = other->next) {
            if (strcmp(other->string, member->string) == 0) {
                return member->string;
            }
        }
        if (++count > VALUE_JSON_MEMBERS_MAX) {
            return member->string;
        }
    }
    return NULL;
}

const char *value_json_twice(const cJSON *json)
{
    const char *twice = cJSON_IsObject(json) ? object_twice(json) : NULL;
    for (const cJSON *member = json->child; member != NULL && twice == NULL;
         member = member->next) {
        twice = value_json_twice(member); /* NOLINT(misc-no-recursion) */
    }
    return twice;
}

void value_json_cut(cJSON *json, size_t characters)
{
    for (cJSON *member = json->child; member != NULL; member = member->next) {
        value_json_cut(member, characters); /* NOLINT(misc-no-recursion) */
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

static void read_number(struct value_tree *tree, const char *key, double number)
{
    if (fabs(number) <= value_json_whole_max && floor(number) == number) {
        value_number(tree, key, (int64_t)number);
        return;
    }
    value_number(tree, key, INT64_MIN); /* a number, but none that anything can be */
}

static void read_value(struct value_tree *tree, const char *key, const cJSON *json)
{
    if (cJSON_IsNull(json)) {
        value_null(tree, key);
    } else if (cJSON_IsBool(json)) {
        value_bool(tree, key, cJSON_IsTrue(json));
    } else if (cJSON_IsNumber(json)) {
        read_number(tree, key, json->valuedouble);
    } else if (cJSON_IsString(json)) {
        value_text(tree, key, json->valuestring, strlen(json->valuestring));
    } else {
        if (cJSON_IsObject(json)) {
            value_object(tree, key);
        } else {
            value_list(tree, key);
        }
        for (const cJSON *member = json->child; member != NULL && !tree->full;
             member = member->next) {
            read_value(tree, member->string, member); /* NOLINT(misc-no-recursion) */
        }
        if (!tree->full) {
            value_end(tree);
        }
    }
}

bool value_json_read(struct value_tree *tree, const cJSON *object)
{
    for (const cJSON *member = object->child; member != NULL && !tree->full;
         member = member->next) {
        read_value(tree, member->string, member);
    }
    return !tree->full;
}

static char print_room[256 * 1024]; /* more than any tree of tree prints to */

void value_json_write(struct buf *buf, const struct value_tree *tree, uint16_t index)
{
    size_t len = value_print_at(tree, index, print_room, sizeof print_room);
    assert(len > 0);
    buf_add(buf, print_room, len);
}

void value_json_write_all(struct buf *buf, const struct value_tree *tree)
{
    size_t len = value_print(tree, print_room, sizeof print_room);
    assert(len > 0);
    buf_add(buf, print_room, len);
}
