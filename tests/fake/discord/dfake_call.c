/* Answers and errors of a request, and what it asks for. */
#include "dfake_call.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dfake_error_row {
    int code;
    int status;
    const char *message;
};

static const struct dfake_error_row dfake_errors[] = {
    {10003, 404, "Unknown Channel"},
    {10004, 404, "Unknown Guild"},
    {10007, 404, "Unknown Member"},
    {10008, 404, "Unknown Message"},
    {10011, 404, "Unknown Role"},
    {10013, 404, "Unknown User"},
    {10014, 400, "Unknown Emoji"},
    {10015, 404, "Unknown Webhook"},
    {10062, 404, "Unknown interaction"},
    {10063, 404, "Unknown application command"},
    {10070, 404, "Unknown Guild Scheduled Event"},
    {20009, 400, "Explicit content cannot be sent to the desired recipient(s)"},
    {20016, 429, "This action cannot be performed due to slowmode rate limit."},
    {20028, 429, "The write action you are performing on the channel has hit the write rate limit"},
    {20029, 429, "The write action you are performing on the server has hit the write rate limit"},
    {30003, 400, "Maximum number of pins reached (250)"},
    {30010, 400, "Maximum number of reactions reached (20)"},
    {30032, 400, "Maximum number of application commands reached (100)."},
    {30033, 400, "Maximum number of thread participants has been reached (1000)."},
    {30034, 400, "Maximum number of daily application command creates has been reached (200)."},
    {30038, 400, "Maximum number of uncompleted guild scheduled events reached (100)."},
    {30046, 429, "Maximum number of edits to messages older than 1 hour reached. Try again later"},
    {40001, 401, "Unauthorized"},
    {40002, 403, "You need to verify your account in order to perform this action"},
    {40003, 429, "You are opening direct messages too fast"},
    {40004, 403, "Send messages has been temporarily disabled"},
    {40005, 413, "Request entity too large"},
    {40007, 403, "The user is banned from this guild"},
    {40041, 400, "An application command with that name already exists"},
    {40043, 400, "Application interaction failed to send"},
    {40058, 400, "Cannot send a message in a forum channel"},
    {40060, 400, "Interaction has already been acknowledged"},
    {40062, 429, "Service resource is being rate limited"},
    {40094, 400, "Maximum number of follow-up messages for this interaction reached"},
    {40333, 403, "internal network error"},
    {50001, 403, "Missing Access"},
    {50003, 400, "Cannot execute action on a DM channel"},
    {50005, 403, "Cannot edit a message authored by another user"},
    {50006, 400, "Cannot send an empty message"},
    {50007, 403, "Cannot send messages to this user"},
    {50008, 400, "Cannot send messages in a non-text channel"},
    {50013, 403, "Missing Permissions"},
    {50014, 401, "Invalid authentication token provided"},
    {50016, 400, "Provided too few or too many messages to delete"},
    {50021, 403, "Cannot execute action on a system message"},
    {50024, 400, "Cannot execute action on this channel type"},
    {50027, 401, "Invalid Webhook Token"},
    {50033, 400, "Invalid Recipient(s)"},
    {50034, 400, "A message provided was too old to bulk delete"},
    {50035, 400, "Invalid Form Body"},
    {50045, 413, "File uploaded exceeds the maximum size"},
    {50083, 400, "Thread is archived"},
    {50109, 400, "The request body contains invalid JSON."},
    {50278, 403, "Cannot send messages to this user due to having no mutual guilds"},
    {60003, 401, "Two factor is required for this operation"},
    {90001, 403, "Reaction blocked"},
    {130000, 503, "API resource is currently overloaded. Try again a little later"},
    {160002, 400, "Cannot reply without permission to read message history"},
    {160004, 400, "A thread has already been created for this message"},
    {160005, 403, "Thread is locked"},
    {160006, 400, "Maximum number of active threads reached"},
    {180000, 400, "Cannot update a finished event"},
    {200000, 400, "Message was blocked by automatic moderation"},
    {240000, 403, "Message contains a link that is blocked"},
};

static const struct dfake_error_row *dfake_error_row(int code)
{
    for (size_t i = 0; i < sizeof dfake_errors / sizeof *dfake_errors; i++) {
        if (dfake_errors[i].code == code) {
            return &dfake_errors[i];
        }
    }
    return NULL;
}

int dfake_error_status(int code)
{
    const struct dfake_error_row *row = dfake_error_row(code);
    if (row != NULL) {
        return row->status;
    }
    return code >= 400 && code < 600 ? code : 400;
}

void dfake_answer_text(struct dfake_call *call, int status, const char *json, size_t len)
{
    if (call->status != 0) {
        return;
    }
    call->status = status;
    call->out = fake_copy(json, len);
    call->out_len = len;
    call->out_type = "application/json";
}

void dfake_answer_json(struct dfake_call *call, int status, cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (text == NULL) {
        abort();
    }
    if (call->status != 0) {
        free(text);
        return;
    }
    call->status = status;
    call->out = text;
    call->out_len = strlen(text);
    call->out_type = "application/json";
}

void dfake_answer_empty(struct dfake_call *call)
{
    if (call->status == 0) {
        call->status = 204;
        call->out = fake_copy("", 0);
    }
}

static cJSON *dfake_error_json(int code, const char *message)
{
    cJSON *json = cJSON_CreateObject();
    fake_add_text(json, "message", message);
    fake_add_number(json, "code", code);
    return json;
}

void dfake_error(struct dfake_call *call, int code)
{
    const struct dfake_error_row *row = dfake_error_row(code);
    if (row != NULL) {
        dfake_answer_json(call, row->status, dfake_error_json(code, row->message));
        return;
    }
    char message[40];
    int status = dfake_error_status(code);
    snprintf(message, sizeof message, "%d: %s", status,
             status == 401   ? "Unauthorized"
             : status == 404 ? "Not Found"
             : status == 405 ? "Method Not Allowed"
                             : "Bad Request");
    dfake_answer_json(call, status, dfake_error_json(code >= 1000 ? code : 0, message));
}

void dfake_error_field(struct dfake_call *call, const char *path, const char *reason)
{
    if (call->status != 0) {
        return;
    }
    call->fake->counts.invalid_bodies++;
    cJSON *json = dfake_error_json(50035, "Invalid Form Body");
    cJSON *at = fake_add_object(json, "errors");
    char *steps = fake_copy(path, strlen(path));
    char *rest = NULL;
    for (char *step = strtok_r(steps, ".", &rest); step != NULL;
         step = strtok_r(NULL, ".", &rest)) {
        at = fake_add_object(at, step);
    }
    free(steps);
    cJSON *error = fake_add_object(fake_add_list(at, "_errors"), NULL);
    fake_add_text(error, "code", reason);
    fake_add_text(error, "message", reason);
    dfake_answer_json(call, 400, json);
}

void dfake_unescape(char *text)
{
    char *to = text;
    const char *from = text;
    while (*from != '\0') {
        if (from[0] == '%' && isxdigit((unsigned char)from[1]) != 0 &&
            isxdigit((unsigned char)from[2]) != 0) {
            const char hex[3] = {from[1], from[2], '\0'};
            *to++ = (char)strtoul(hex, NULL, 16);
            from += 3;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

bool dfake_query(const struct dfake_call *call, const char *name, char *text, size_t size)
{
    size_t len = strlen(name);
    for (const char *at = call->query; *at != '\0'; at += *at == '&') {
        size_t pair = strcspn(at, "&");
        if (pair > len && memcmp(at, name, len) == 0 && at[len] == '=') {
            snprintf(text, size, "%.*s", (int)(pair - len - 1), at + len + 1);
            return true;
        }
        at += pair;
    }
    return false;
}

struct dfake_channel *dfake_call_channel(struct dfake_call *call, const char *id, uint64_t may)
{
    struct fake_discord *fake = call->fake;
    struct dfake_channel *channel = dfake_channel_find(fake, fake_id_of(id));
    if (channel == NULL) {
        dfake_error(call, 10003);
        return NULL;
    }
    const struct dfake_guild *guild = dfake_guild_find(fake, channel->guild);
    if (guild != NULL && guild->out) {
        dfake_error(call, 130000);
        return NULL;
    }
    if (!dfake_sees_channel(fake, fake->bot, channel)) {
        dfake_error(call, 50001);
        return NULL;
    }
    if ((dfake_permissions(fake, fake->bot, channel) & may) != may) {
        dfake_error(call, 50013);
        return NULL;
    }
    return channel;
}

struct dfake_message *dfake_call_message(struct dfake_call *call, struct dfake_channel *channel,
                                         const char *id)
{
    struct dfake_message *message = dfake_message_find(call->fake, fake_id_of(id));
    if (message == NULL || message->channel != channel->id || message->seer != 0) {
        dfake_error(call, 10008); /* ephemerals too: they are not there for the bot's token */
        return NULL;
    }
    return message;
}
