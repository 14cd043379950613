/* Lines of candidates: written by the house before a deal, read by whoever checks it. */
#include "candidates.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "json_out.h"
#include "pack_private.h"

enum { CANDIDATES_LINE_MAX = 4096 };

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

/* Lines that are more than names are taken as they are. */
static struct pack *candidates_whole(const struct buf *lines)
{
    struct pack *pack = pack_new_empty();
    char line[CANDIDATES_LINE_MAX];
    size_t count = 0;
    for (size_t at = 0; at < lines->len && count < PACK_ENTRIES_MAX; count++) {
        size_t len = strcspn(lines->text + at, "\n");
        size_t kept = len < sizeof line ? len : sizeof line - 1;
        memcpy(line, lines->text + at, kept);
        line[kept] = '\0';
        pack_add(pack, line);
        at += len + 1;
    }
    return pack;
}

struct pack *candidates_pack(const struct game_def *game, const struct buf *lines)
{
    struct fault fault;
    if (lines->len == 0) {
        return NULL;
    }
    return game->entry_problem != NULL ? candidates_whole(lines)
                                       : pack_trusted(lines->text, lines->len, NULL, &fault);
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
