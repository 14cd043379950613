/* In a row: "shared":["zone 1764412800000 13af…"], which is a fact, its moment and its hash. */
#include "fact_marks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "hash.h"
#include "heap.h"
#include "json_out.h"

enum { MARK_TEXT_BYTES = 96 };

const char *fact_name(unsigned fact)
{
    static const char *const names[FACTS - OWN_CHOICES] = {"blocked", "linked", "weeks"};
    return fact < OWN_CHOICES ? own_choice_row((enum own_choice)fact)->name
                              : names[fact - OWN_CHOICES];
}

bool fact_is_common(unsigned fact)
{
    return (fact < OWN_CHOICES && fact != OWN_LISTED) || fact == FACT_BLOCKED;
}

uint64_t fact_hash(const char *text, size_t len)
{
    uint8_t hash[HASH_BYTES];
    uint64_t number = 0;
    if (len == 0) {
        return 0;
    }
    hash_of(hash, text, len);
    memcpy(&number, hash, sizeof number);
    return number == 0 ? 1 : number;
}

struct fact_mark fact_mark_of(const struct fact_marks *marks, unsigned fact)
{
    return marks == NULL ? (struct fact_mark){0} : marks->of[fact];
}

void fact_mark_set(struct fact_marks **marks, unsigned fact, struct fact_mark mark)
{
    if (*marks == NULL) {
        *marks = heap_allocate(sizeof **marks);
    }
    (*marks)->of[fact] = mark;
}

void fact_marks_follow(struct fact_marks **marks, const struct fact_marks *other)
{
    for (unsigned fact = 0; fact < FACTS && (*marks != NULL || other != NULL); fact++) {
        if (fact_is_common(fact)) {
            fact_mark_set(marks, fact, fact_mark_of(other, fact));
        }
    }
}

void fact_marks_write(const struct fact_marks *marks, struct buf *json)
{
    if (marks == NULL) {
        return;
    }
    json_out_key(json, "shared");
    buf_add(json, "[", 1);
    for (unsigned fact = 0; fact < FACTS; fact++) {
        char text[MARK_TEXT_BYTES];
        const struct fact_mark *mark = &marks->of[fact];
        int len = snprintf(text, sizeof text, "%s %" PRId64 " %" PRIx64, fact_name(fact),
                           mark->at_ms, mark->hash);
        if (mark->at_ms != 0) {
            json_out_next(json);
            json_out_string(json, text, (size_t)len);
        }
    }
    buf_add(json, "]", 1);
}

static void mark_read(struct fact_marks **marks, const char *text)
{
    size_t len = strcspn(text, " ");
    for (unsigned fact = 0; fact < FACTS; fact++) {
        if (strlen(fact_name(fact)) == len && strncmp(fact_name(fact), text, len) == 0) {
            char *end = NULL;
            struct fact_mark mark = {.at_ms = strtoll(text + len, &end, 10)};
            mark.hash = strtoull(end, NULL, 16);
            fact_mark_set(marks, fact, mark);
        }
    }
}

struct fact_marks *fact_marks_read(const struct cJSON *json)
{
    struct fact_marks *marks = NULL;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "shared"))
    {
        if (cJSON_IsString(item)) {
            mark_read(&marks, item->valuestring);
        }
    }
    return marks;
}
