/* What waits for one room is read as one message. */
#include "doc_join.h"

#include <stdbool.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "heap.h"

/* Bytes of all texts in it. */
static size_t join_letters(const cJSON *json)
{
    size_t letters = 0;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, json)
    {
        bool text = item->string != NULL && strcmp(item->string, "s") == 0;
        letters += text && cJSON_IsString(item) ? strlen(item->valuestring) : join_letters(item);
    }
    return letters;
}

static cJSON *join_blocks(const cJSON *json)
{
    const cJSON *panel = cJSON_GetObjectItemCaseSensitive(json, "panel");
    cJSON *blocks = cJSON_GetObjectItemCaseSensitive(json, "blocks");
    return cJSON_GetArraySize(panel) == 0 && cJSON_IsArray(blocks) ? blocks : NULL;
}

static char *join_trees(cJSON *first, const cJSON *second)
{
    cJSON *blocks = join_blocks(first);
    cJSON *more = join_blocks(second);
    if (blocks == NULL || more == NULL ||
        cJSON_GetArraySize(blocks) + cJSON_GetArraySize(more) > DOC_JOINED_BLOCKS ||
        join_letters(blocks) + join_letters(more) > DOC_JOINED_LETTERS) {
        return NULL;
    }
    for (cJSON *block = NULL; (block = cJSON_DetachItemFromArray(more, 0)) != NULL;) {
        cJSON_AddItemToArray(blocks, block);
    }
    char *printed = cJSON_PrintUnformatted(first);
    char *joined = heap_copy(printed);
    cJSON_free(printed);
    return joined;
}

char *doc_join(const char *first, const char *second)
{
    cJSON *one = cJSON_ParseWithLength(first, strlen(first));
    cJSON *other = cJSON_ParseWithLength(second, strlen(second));
    char *joined = join_trees(one, other);
    cJSON_Delete(one);
    cJSON_Delete(other);
    return joined;
}
