/* Traffic as JSON lines, for checks against Discord's own description of its REST interface. */
#include "dfake_call.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static void dfake_record_body(cJSON *line, const char *name, const char *type, const char *text,
                              size_t len)
{
    cJSON *json = NULL;
    if (len > 0 && type != NULL && strncmp(type, "application/json", 16) == 0) {
        json = cJSON_ParseWithLength(text, len);
    }
    cJSON_AddItemToObject(line, name, json != NULL ? json : cJSON_CreateNull());
}

/* A whole line at once: many processes may write into one file. */
static void dfake_record_append(const char *path, char *text)
{
    char end[] = "\n";
    const struct iovec line[] = {{text, strlen(text)}, {end, 1}};
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0 || writev(file, line, 2) != (ssize_t)(strlen(text) + 1)) {
        abort();
    }
    close(file);
}

void dfake_record(const struct dfake_call *call)
{
    const struct fake_discord *fake = call->fake;
    const char *path = getenv("DD_DISCORD_RECORD");
    if ((fake->setup.record == NULL && path == NULL) || call->control) {
        return;
    }
    cJSON *line = cJSON_CreateObject();
    fake_add_number(line, "at_ms", fake->now_ms);
    fake_add_text(line, "method", call->method);
    fake_add_text(line, "path", call->path);
    fake_add_text(line, "route", call->route == NULL ? NULL : call->route->path);
    fake_add_bool(line, "multipart", call->multipart);
    fake_add_number(line, "files", (int64_t)call->file_count);
    if (call->multipart && call->body != NULL) {
        cJSON_AddItemToObject(line, "request", cJSON_Duplicate(call->body, true));
    } else {
        dfake_record_body(line, "request", call->type, call->body_text, call->body_len);
    }
    fake_add_number(line, "status", call->status);
    dfake_record_body(line, "response", call->out_type, call->out, call->out_len);
    fake_add_text(line, "fault", call->fault);
    fake_add_bool(line, "dropped", call->dropped);
    char *text = cJSON_PrintUnformatted(line);
    cJSON_Delete(line);
    if (text == NULL) {
        abort();
    }
    if (fake->setup.record != NULL) {
        fake->setup.record(fake->setup.context, text, strlen(text));
    }
    if (path != NULL) {
        dfake_record_append(path, text);
    }
    cJSON_free(text);
}
