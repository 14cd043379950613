/* Routes of media. */
#include "mxfake_handlers.h"

#include <stdio.h>
#include <string.h>

enum { MXFAKE_MEDIA_LETTERS = 24 };

void mxfake_upload(struct mxfake_call *call)
{
    char uri[MXFAKE_ID_BYTES];
    char name[MXFAKE_NAME_BYTES];
    struct mxfake *fake = call->fake;
    if (call->body_len > fake->knobs.upload_bytes_max) {
        mxfake_error(call, 413, "M_TOO_LARGE", "Upload request body is too large");
        return;
    }
    struct mxfake_media *media = fake_take(sizeof *media);
    const char *type = call->type[0] != '\0' ? call->type : "application/octet-stream";
    mxfake_query(call, "filename", name, sizeof name);
    media->id = mxfake_letters(fake, "", MXFAKE_MEDIA_LETTERS, "");
    media->type = fake_copy(type, strlen(type));
    media->name = fake_copy(name, strlen(name));
    media->bytes = fake_text_new(call->body_text, call->body_len);
    fake_list_add(&fake->media, media);
    fake->counts.uploads++;
    snprintf(uri, sizeof uri, "mxc://%s/%s", fake->server, media->id);
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "content_uri", uri);
    mxfake_answer(call, 200, json);
}

void mxfake_media_config(struct mxfake_call *call)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_number(json, "m.upload.size", (int64_t)call->fake->knobs.upload_bytes_max);
    mxfake_answer(call, 200, json);
}

void mxfake_download(struct mxfake_call *call)
{
    for (size_t i = 0; i < call->fake->media.count; i++) {
        const struct mxfake_media *media = call->fake->media.items[i];
        if (strcmp(media->id, call->values[1]) == 0 &&
            strcmp(call->values[0], call->fake->server) == 0) {
            mxfake_answer_bytes(call, 200, media->type, media->bytes);
            return;
        }
    }
    mxfake_error(call, 404, "M_NOT_FOUND", "Not found");
}
