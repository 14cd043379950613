/* Traffic as JSON lines, for checks against the specification. */
#include "mxfake_call.h"

#include <stdlib.h>
#include <string.h>

static cJSON *mxfake_record_query(const struct mxfake_call *call)
{
    cJSON *query = cJSON_CreateObject();
    for (const char *at = call->query; *at != '\0';) {
        size_t end = strcspn(at, "&");
        size_t name_len = strcspn(at, "=&");
        char *name = fake_copy(at, name_len);
        size_t from = name_len < end ? name_len + 1 : end;
        char *value = fake_copy(at + from, end - from);
        mxfake_unescape(name);
        mxfake_unescape(value);
        cJSON *list = fake_get(query, name);
        list = list != NULL ? list : fake_add_list(query, name);
        fake_add_text(list, NULL, strcmp(name, "access_token") == 0 ? "-" : value);
        free(name);
        free(value);
        at += end + (at[end] == '&');
    }
    return query;
}

/* Tokens and passwords are not written down. */
static void mxfake_record_hide(cJSON *json)
{
    static const char *const secrets[] = {"password", "access_token", "refresh_token"};
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        if (fake_get_text(json, secrets[i]) != NULL) {
            fake_put(json, secrets[i], cJSON_CreateString("-"));
        }
    }
}

static cJSON *mxfake_record_json(const char *text, size_t len)
{
    cJSON *json = len == 0 || text == NULL ? NULL : cJSON_ParseWithLength(text, len);
    mxfake_record_hide(json);
    return json != NULL ? json : cJSON_CreateNull();
}

static cJSON *mxfake_record_body(const struct mxfake_call *call)
{
    if (call->route != NULL && !call->route->object && call->body_len > 0) {
        return cJSON_CreateString("bytes");
    }
    return mxfake_record_json(call->body_text, call->body_len);
}

void mxfake_record(const struct mxfake_call *call)
{
    const struct mxfake *fake = call->fake;
    if (fake->setup.record == NULL || call->control) {
        return;
    }
    cJSON *line = cJSON_CreateObject();
    char *path = fake_copy(call->path, strcspn(call->path, "?"));
    fake_add_number(line, "at_ms", fake->now_ms);
    fake_add_text(line, "method", call->method);
    fake_add_text(line, "path", path);
    fake_put(line, "query", mxfake_record_query(call));
    fake_put(line, "body", mxfake_record_body(call));
    fake_add_number(line, "status", call->status);
    fake_put(line, "response", mxfake_record_json(call->out, call->out_len));
    fake_add_text(line, "user", call->user == NULL ? NULL : call->user->id);
    fake_add_text(line, "fault", call->fault);
    fake_add_bool(line, "dropped", call->dropped);
    char *text = cJSON_PrintUnformatted(line);
    cJSON_Delete(line);
    free(path);
    if (text == NULL) {
        abort();
    }
    fake->setup.record(fake->setup.context, text, strlen(text));
    cJSON_free(text);
}
