#include "discord_callback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_out.h"
#include "print.h"

enum { CALLBACK_JSON_MAX = 256 * 1024 };

void discord_callback_end(struct ask_call *call)
{
    if (call->previous != NULL) {
        call->previous->next = call->next;
    } else {
        call->discord->calls = call->next;
    }
    if (call->next != NULL) {
        call->next->previous = call->previous;
    }
    free(call);
}

void discord_callback_request(const struct discord_callback_way *way,
                              struct discord_request *request, const char *format,
                              discord_answer_fn done)
{
    char path[DISCORD_PATH_BYTES + 64];
    char major[DISCORD_PATH_BYTES + 64];
    struct ask_call *call = heap_take(sizeof *call);
    const char *application = way->discord->application;
    *call = (struct ask_call){way->discord, way->number, way->flight, NULL, way->discord->calls};
    if (call->next != NULL) {
        call->next->previous = call;
    }
    way->discord->calls = call;
    if (strcmp(format, "callback") == 0) {
        snprintf(path, sizeof path, "/interactions/%llu/%s/callback",
                 (unsigned long long)way->number, way->token);
        request->route = "/interactions/{}/{}/callback";
    } else {
        snprintf(path, sizeof path, "/webhooks/%s/%s%s", application, way->token, format);
        request->route =
            format[0] == '\0' ? "/webhooks/{}/{}" : "/webhooks/{}/{}/messages/@original";
    }
    print_join(major, sizeof major, application, "/", way->token);
    request->path = path;
    request->major = major;
    request->priority = REST_ANSWER;
    request->json_len = request->json == NULL ? 0 : strlen(request->json);
    discord_rest_start(way->discord->rest, request, done, call);
    explicit_bzero(path, sizeof path);
    explicit_bzero(major, sizeof major);
}

const char *discord_callback(struct discord *discord, int type, const char *data)
{
    struct buf json;
    buf_init(&json, CALLBACK_JSON_MAX);
    buf_text(&json, "{");
    json_out_number(&json, "type", type);
    if (data != NULL) {
        json_out_key(&json, "data");
        buf_text(&json, data);
    }
    buf_text(&json, "}");
    const char *text = arena_text(discord->arena, json.text, json.len);
    buf_deinit(&json);
    return text;
}

/* --- outside of turns ------------------------------------------------------------------------- */

static void ask_told(void *context, const struct discord_answer *answer)
{
    (void)answer; /* whoever acted sees that it failed; nothing depends on it */
    discord_callback_end(context);
}

static void ask_tell(struct discord *discord, const struct discord_interaction *interaction,
                     int type, const char *data)
{
    struct discord_request request = {
        .method = "POST", .json = discord_callback(discord, type, data), .repeat = REPEAT_NEVER};
    discord_ask_note(discord, interaction->number);
    discord_callback_request(
        &(struct discord_callback_way){discord, interaction->number, interaction->token, 0},
        &request, "callback", ask_told);
}

void discord_ask_tell(struct discord *discord, const struct discord_interaction *interaction,
                      struct discord_aside aside)
{
    ask_tell(discord, interaction, CALLBACK_MESSAGE, aside.json);
}

void discord_ask_modal(struct discord *discord, const struct discord_interaction *interaction,
                       const char *modal)
{
    ask_tell(discord, interaction, CALLBACK_MODAL, modal);
}

void discord_ask_choices(struct discord *discord, const struct discord_interaction *interaction,
                         const char *choices)
{
    ask_tell(discord, interaction, CALLBACK_CHOICES, choices);
}
