/* A record back to the rows that it was made from. */
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "chain.h"
#include "record.h"

static const char *text_of(const cJSON *json, const char *member)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, member));
}

static bool read_head(const cJSON *json, const struct record_reader *reader)
{
    const char *id = text_of(json, "table");
    const char *game = text_of(json, "game");
    const cJSON *rules = cJSON_GetObjectItemCaseSensitive(json, "rules");
    struct record_head head = {0};
    if (id == NULL || game == NULL || !cJSON_IsNumber(rules)) {
        return false;
    }
    head.table = strtoull(id, NULL, 10);
    head.game = game_find(game);
    head.rules_version = (unsigned)rules->valueint;
    if (head.game == NULL) {
        return false;
    }
    reader->begin(reader->context, &head);
    return true;
}

static bool read_words(const cJSON *json, const struct record_reader *reader)
{
    const char *salt = text_of(json, "salt");
    const char *text = text_of(json, "text");
    if (salt == NULL || text == NULL || strlen(salt) != (size_t)CHAIN_SALT_BYTES * 2) {
        return false;
    }
    struct buf both;
    buf_init(&both, RECORD_MAX);
    buf_text(&both, salt);
    buf_text(&both, text);
    const struct store_row row = {
        .key = text_of(json, "digest"), .text = both.text, .text_len = both.len};
    reader->words(reader->context, &row);
    buf_deinit(&both);
    return true;
}

static bool read_line(const cJSON *json, const struct record_reader *reader)
{
    const char *line = text_of(json, "line");
    const char *hash = text_of(json, "hash");
    if (line == NULL || hash == NULL) {
        return false;
    }
    const struct store_row row = {.extra = hash, .text = line, .text_len = strlen(line)};
    reader->line(reader->context, &row);
    return true;
}

unsigned record_read(const char *text, size_t len, const struct record_reader *reader)
{
    bool good = true;
    unsigned number = 0;
    for (const char *end = text + len; good && text < end;) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t line = (size_t)((stop == NULL ? end : stop) - text);
        cJSON *json = cJSON_ParseWithLength(text, line);
        number++;
        if (number == 1) {
            good = read_head(json, reader);
        } else if (cJSON_HasObjectItem(json, "digest")) {
            good = read_words(json, reader);
        } else if (!cJSON_HasObjectItem(json, "result")) {
            good = read_line(json, reader);
        }
        cJSON_Delete(json);
        text += stop == NULL ? line : line + 1;
    }
    return good && number > 0 ? 0 : number;
}
