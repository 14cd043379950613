/* Answers that harm: every value of a JSON text, in every way that a value can be wrong. */
#include "fake_base.h"
#include "mxfake_fault.h"

#include <stdlib.h>
#include <string.h>

enum { MXFAKE_DEEP = 200, MXFAKE_LONG = 300000 };

static cJSON *mxfake_deep(void)
{
    cJSON *json = cJSON_CreateArray();
    for (int i = 0; i < MXFAKE_DEEP; i++) {
        cJSON *outer = cJSON_CreateArray();
        cJSON_AddItemToArray(outer, json);
        json = outer;
    }
    return json;
}

static cJSON *mxfake_long(void)
{
    char *text = fake_take(MXFAKE_LONG + 1);
    memset(text, 'x', MXFAKE_LONG);
    cJSON *json = cJSON_CreateString(text);
    free(text);
    return json;
}

/* What takes a value's place; NULL: nothing, it is missing. */
static cJSON *mxfake_wrong(unsigned way)
{
    switch (way) {
    case 1:
        return cJSON_CreateNull();
    case 2:
        return cJSON_CreateRaw("9007199254740993000000");
    case 3:
        return cJSON_CreateString("");
    case 4:
        return cJSON_CreateArray();
    case 5:
        return cJSON_CreateObject();
    case 6:
        return cJSON_CreateRaw("-1.5");
    case 7:
        return cJSON_CreateTrue();
    case 8:
        return mxfake_deep();
    case 9:
        return mxfake_long();
    case 10:
        return cJSON_CreateString("a\nb\x7f\xe2\x80\xae <b>&\"\x01");
    case 11:
        return cJSON_CreateRaw("[{\"type\":7},null,\"\",{\"content\":[]},{\"event_id\":{}}]");
    default:
        return NULL;
    }
}

enum { MXFAKE_WAYS = 12 };

/* Walks to the value number *which, and harms it there; true: it is done. */
static bool mxfake_harm(cJSON *parent, unsigned *which)
{
    cJSON *next = NULL;
    for (cJSON *item = parent->child; item != NULL; item = next) {
        next = item->next;
        if (*which < MXFAKE_WAYS) {
            cJSON *wrong = mxfake_wrong(*which);
            if (wrong == NULL) {
                cJSON_Delete(cJSON_DetachItemViaPointer(parent, item));
                return true;
            }
            if (item->string != NULL) {
                wrong->string = fake_copy(item->string, strlen(item->string));
            }
            return cJSON_ReplaceItemViaPointer(parent, item, wrong) != 0;
        }
        *which -= MXFAKE_WAYS;
        if (mxfake_harm(item, which)) {
            return true;
        }
    }
    return false;
}

char *mxfake_hostile(const char *json, unsigned way)
{
    cJSON *root = json == NULL ? NULL : fake_parse(json);
    char *text = NULL;
    if (root == NULL) {
        return NULL;
    }
    if (way < MXFAKE_WAYS) {
        cJSON *wrong = mxfake_wrong(way);
        text = wrong == NULL ? fake_copy("", 0) : cJSON_PrintUnformatted(wrong);
        cJSON_Delete(wrong);
    } else {
        way -= MXFAKE_WAYS;
        text = mxfake_harm(root, &way) ? cJSON_PrintUnformatted(root) : NULL;
    }
    cJSON_Delete(root);
    return text;
}
