/* Lines of candidates: written by the house before a deal, read by whoever checks it. */
#include "candidates.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "json_out.h"

void candidates_write(struct buf *lines, const struct deal_pack *list)
{
    for (size_t i = 0; i < list->count; i++) {
        buf_text(lines, list->entry[i]);
        if (list->aliases != NULL && list->aliases[i] != NULL) {
            buf_text(lines, " = ");
            buf_text(lines, list->aliases[i]);
        }
        buf_text(lines, "\n");
    }
}

void candidates_digest(const struct buf *lines, char hex[HASH_HEX_SIZE])
{
    uint8_t hash[HASH_BYTES];
    hash_of(hash, lines->len == 0 ? "" : lines->text, lines->len);
    hash_hex(hex, hash, sizeof hash);
}

void candidates_less(struct buf *lines, const char *all, const char *left_out)
{
    unsigned long number = 0;
    char *next = NULL;
    unsigned long leave = strtoul(left_out, &next, 10);
    bool leaves = next != left_out;
    while (*all != '\0') {
        const char *end = strchr(all, '\n');
        size_t len = end == NULL ? strlen(all) : (size_t)(end - all) + 1;
        if (leaves && number == leave) {
            const char *at = next + (*next == ',');
            leave = strtoul(at, &next, 10);
            leaves = next != at;
        } else {
            buf_add(lines, all, len);
        }
        number++;
        all += len;
    }
}

void candidates_of_row(struct buf *lines, const struct store_row *row)
{
    candidates_less(lines, row->text, row->extra);
}

struct pack *candidates_pack(const struct buf *lines)
{
    struct fault fault;
    return lines->len == 0 ? NULL : pack_trusted(lines->text, lines->len, NULL, &fault);
}

void candidates_json(struct buf *out, const struct buf *lines)
{
    buf_add(out, "[", 1);
    for (size_t at = 0; at < lines->len;) {
        const char *line = lines->text + at;
        size_t len = strcspn(line, "\n");
        json_out_next(out);
        json_out_string(out, line, len);
        at += len + 1;
    }
    buf_add(out, "]", 1);
}

bool candidates_read_json(struct buf *lines, const struct cJSON *list)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        const char *line = cJSON_GetStringValue(item);
        if (line == NULL || line[0] == '\0' || strchr(line, '\n') != NULL) {
            return false;
        }
        buf_text(lines, line);
        buf_text(lines, "\n");
    }
    return cJSON_IsArray(list) && !lines->full;
}
