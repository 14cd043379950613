/* Bodies: JSON, or multipart/form-data with payload_json and files[n]. */
#include "dfake_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the body that is being read; never beyond its end. */
struct dfake_piece {
    const char *at;
    size_t len;
};

static bool dfake_piece_find(const struct dfake_piece *piece, const char *needle, size_t *where)
{
    const char *found = memmem(piece->at, piece->len, needle, strlen(needle));
    *where = found == NULL ? 0 : (size_t)(found - piece->at);
    return found != NULL;
}

/* A parameter of a header in the head of a part: name="…". */
static bool dfake_part_value(const struct dfake_piece *head, const char *name, char *text,
                             size_t size)
{
    char wanted[32];
    size_t at = 0;
    snprintf(wanted, sizeof wanted, "%s=\"", name);
    if (!dfake_piece_find(head, wanted, &at)) {
        return false;
    }
    at += strlen(wanted);
    const char *end = memchr(head->at + at, '"', head->len - at);
    if (end == NULL) {
        return false;
    }
    snprintf(text, size, "%.*s", (int)(end - head->at - (ptrdiff_t)at), head->at + at);
    return true;
}

static void dfake_part_type(const struct dfake_piece *head, char *text, size_t size)
{
    static const char *const spellings[] = {"Content-Type: ", "content-type: ", "Content-type: "};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        size_t at = 0;
        if (dfake_piece_find(head, spellings[i], &at)) {
            at += strlen(spellings[i]);
            size_t len = 0;
            while (at + len < head->len && head->at[at + len] != '\r') {
                len++;
            }
            snprintf(text, size, "%.*s", (int)len, head->at + at);
            return;
        }
    }
    snprintf(text, size, "application/octet-stream");
}

static bool dfake_part_take(struct dfake_call *call, const struct dfake_piece *head,
                            const struct dfake_piece *content)
{
    char name[32];
    if (!dfake_part_value(head, " name", name, sizeof name)) {
        return false;
    }
    if (strcmp(name, "payload_json") == 0) {
        cJSON_Delete(call->body);
        call->body = cJSON_ParseWithLength(content->at, content->len);
        return cJSON_IsObject(call->body);
    }
    char *end = NULL;
    if (strncmp(name, "files[", 6) != 0 || call->file_count == DFAKE_FILES_MAX) {
        return false;
    }
    struct dfake_file *file = &call->files[call->file_count];
    file->index = (int)strtol(name + 6, &end, 10);
    file->size = content->len;
    dfake_part_type(head, file->type, sizeof file->type);
    if (strcmp(end, "]") != 0 ||
        !dfake_part_value(head, "filename", file->name, sizeof file->name)) {
        return false;
    }
    call->file_count++;
    return true;
}

static bool dfake_body_parts(struct dfake_call *call, const char *boundary)
{
    char line[100];
    char mark[104];
    snprintf(line, sizeof line, "--%.70s", boundary);
    line[strcspn(line, ";\r\n")] = '\0';
    snprintf(mark, sizeof mark, "\r\n%s", line);
    struct dfake_piece rest = {call->body_text, call->body_len};
    if (rest.len < strlen(line) || memcmp(rest.at, line, strlen(line)) != 0) {
        return false;
    }
    rest.at += strlen(line);
    rest.len -= strlen(line);
    while (rest.len >= 2 && memcmp(rest.at, "\r\n", 2) == 0) {
        size_t blank = 0;
        size_t end = 0;
        if (!dfake_piece_find(&rest, "\r\n\r\n", &blank)) {
            return false;
        }
        struct dfake_piece head = {rest.at, blank};
        struct dfake_piece content = {rest.at + blank + 4, rest.len - blank - 4};
        if (!dfake_piece_find(&content, mark, &end)) {
            return false;
        }
        rest.at = content.at + end + strlen(mark);
        rest.len = content.len - end - strlen(mark);
        content.len = end;
        if (!dfake_part_take(call, &head, &content)) {
            return false;
        }
    }
    return rest.len >= 2 && memcmp(rest.at, "--", 2) == 0;
}

static bool dfake_body_multipart(struct dfake_call *call)
{
    const char *boundary = strstr(call->type, "boundary=");
    call->multipart = true;
    if (boundary == NULL) {
        return false;
    }
    boundary += strlen("boundary=");
    if (*boundary != '"') {
        return dfake_body_parts(call, boundary);
    }
    char bare[80];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(boundary + 1, "\""), boundary + 1);
    return dfake_body_parts(call, bare);
}

bool dfake_body_read(struct dfake_call *call)
{
    if (call->body_len == 0) {
        return true;
    }
    if (call->body_len > DFAKE_BODY_BYTES_MAX) {
        dfake_error(call, 40005);
        return false;
    }
    if (strncmp(call->type, "multipart/form-data", 19) == 0) {
        if (!dfake_body_multipart(call)) {
            dfake_error(call, 50035);
        }
    } else if (strncmp(call->type, "application/json", 16) != 0) {
        dfake_error_field(call, "_body", "CONTENT_TYPE_INVALID");
    } else {
        call->body = cJSON_ParseWithLength(call->body_text, call->body_len);
        if (call->body == NULL) {
            dfake_error(call, 50109);
        }
    }
    return call->status == 0;
}
