/* Answers and errors of a request, and what it asks for. */
#include "mxfake_call.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mxfake_answer(struct mxfake_call *call, int status, cJSON *json)
{
    if (call->status != 0) {
        cJSON_Delete(json);
        return;
    }
    struct fake_text *text = fake_text_json(json);
    call->status = status;
    call->out = fake_copy(text->bytes, text->len);
    call->out_len = text->len;
    call->out_type = "application/json";
    fake_text_drop(&text);
}

void mxfake_answer_nothing(struct mxfake_call *call)
{
    mxfake_answer(call, 200, cJSON_CreateObject());
}

void mxfake_answer_bytes(struct mxfake_call *call, int status, const char *type,
                         const struct fake_text *bytes)
{
    if (call->status == 0) {
        call->status = status;
        call->out = fake_copy(bytes->bytes, bytes->len);
        call->out_len = bytes->len;
        call->out_type = type;
    }
}

void mxfake_error(struct mxfake_call *call, int status, const char *code, const char *text)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "errcode", code);
    fake_add_text(json, "error", text);
    mxfake_answer(call, status, json);
}

void mxfake_refuse(struct mxfake_call *call, const struct mxfake_no *no)
{
    mxfake_error(call, no->status, no->code, no->text);
}

void mxfake_answer_event(struct mxfake_call *call, const struct mxfake_event *event,
                         const struct mxfake_no *no)
{
    if (event == NULL) {
        mxfake_refuse(call, no);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "event_id", event->id);
    mxfake_answer(call, 200, json);
}

void mxfake_limited(struct mxfake_call *call, int64_t wait_ms, bool in_body, bool in_header)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "errcode", "M_LIMIT_EXCEEDED");
    fake_add_text(json, "error", "Too Many Requests");
    if (in_body) {
        fake_add_number(json, "retry_after_ms", wait_ms);
    }
    if (in_header && call->status == 0) {
        snprintf(call->retry_after, sizeof call->retry_after, "%" PRId64, (wait_ms + 999) / 1000);
    }
    mxfake_answer(call, 429, json);
}

static int mxfake_hex(char digit)
{
    const char *digits = "0123456789abcdef";
    const char *at = strchr(digits, digit >= 'A' && digit <= 'F' ? digit - 'A' + 'a' : digit);
    return at == NULL || digit == '\0' ? -1 : (int)(at - digits);
}

void mxfake_unescape(char *text)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        int high = *at == '%' ? mxfake_hex(at[1]) : -1;
        int low = high < 0 ? -1 : mxfake_hex(at[2]);
        if (low >= 0) {
            *to++ = (char)(high * 16 + low);
            at += 2;
        } else {
            *to++ = *at;
        }
    }
    *to = '\0';
}

bool mxfake_query(const struct mxfake_call *call, const char *name, char *text, size_t size)
{
    size_t len = strlen(name);
    for (const char *at = call->query; *at != '\0';) {
        size_t end = strcspn(at, "&");
        if (end > len && strncmp(at, name, len) == 0 && at[len] == '=') {
            snprintf(text, size, "%.*s", (int)(end - len - 1), at + len + 1);
            for (char *plus = text; *plus != '\0'; plus++) {
                *plus = (char)(*plus == '+' ? ' ' : *plus);
            }
            mxfake_unescape(text);
            return true;
        }
        at += end + (at[end] == '&');
    }
    text[0] = '\0';
    return false;
}

int64_t mxfake_query_number(const struct mxfake_call *call, const char *name, int64_t otherwise)
{
    char text[MXFAKE_HEADER_BYTES];
    return mxfake_query(call, name, text, sizeof text) ? strtoll(text, NULL, 10) : otherwise;
}

const char *mxfake_wants(struct mxfake_call *call, const char *name)
{
    const char *text = fake_get_text(call->body, name);
    if (text == NULL) {
        char why[MXFAKE_NAME_BYTES];
        snprintf(why, sizeof why, "Missing params: %s", name);
        mxfake_error(call, 400, "M_MISSING_PARAM", why);
    }
    return text;
}

bool mxfake_token_pos(const char *token, uint64_t *pos)
{
    char *end = NULL;
    if ((token[0] != 's' && token[0] != 't') || token[1] < '0' || token[1] > '9') {
        return false;
    }
    *pos = strtoull(token + 1, &end, 10);
    return *end == '\0' || *end == '_';
}

void mxfake_pos_token(char token[MXFAKE_HEADER_BYTES], uint64_t pos)
{
    snprintf(token, MXFAKE_HEADER_BYTES, "s%" PRIu64, pos);
}
