#include "discord_callback_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_out.h"
#include "print.h"

enum { CALLBACK_JSON_MAX = 256 * 1024, CALLBACK_MS = 2500, CALLBACK_PATH_BYTES = 764 };

void callback_end(struct callback *callback)
{
    if (callback->previous != NULL) {
        callback->previous->next = callback->next;
    } else {
        callback->all->callbacks = callback->next;
    }
    if (callback->next != NULL) {
        callback->next->previous = callback->previous;
    }
    free(callback);
}

static struct callback *callback_new(struct discord_interactions *all,
                                     const struct callback_about *about)
{
    struct callback *callback = heap_allocate(sizeof *callback);
    *callback = (struct callback){
        .all = all, .number = about->number, .reply = about->reply, .next = all->callbacks};
    if (callback->next != NULL) {
        callback->next->previous = callback;
    }
    all->callbacks = callback;
    return callback;
}

void callback_start(struct discord_interactions *all, const struct callback_about *about,
                    enum callback_way way, struct discord_request *request, answer_fn done)
{
    char path[CALLBACK_PATH_BYTES];
    char major[CALLBACK_PATH_BYTES];
    const char *application = all->setup.application;
    struct callback *callback = callback_new(all, about);
    if (way == CALLBACK_FIRST) {
        char digits[PRINT_DIGITS_BYTES];
        size_t len = print_join(path, sizeof path, "/interactions/",
                                print_digits(digits, about->number), "/");
        print_join(path + len, sizeof path - len, about->token, "/callback", "");
        request->route = "/interactions/{}/{}/callback";
    } else {
        size_t len = print_join(path, sizeof path, "/webhooks/", application, "/");
        assert(len < sizeof path);
        print_join(path + len, sizeof path - len, about->token,
                   way == CALLBACK_ORIGINAL ? "/messages/@original" : "", "");
        request->route =
            way == CALLBACK_ORIGINAL ? "/webhooks/{}/{}/messages/@original" : "/webhooks/{}/{}";
    }
    print_join(major, sizeof major, application, "/", about->token);
    request->path = path;
    request->major = major;
    request->priority = REST_ANSWER;
    discord_rest_start(all->setup.rest, request, done, callback);
    explicit_bzero(path, sizeof path);
    explicit_bzero(major, sizeof major);
}

const char *callback_body(const struct discord_interactions *all, int type, const char *data)
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
    const char *text = arena_text(all->setup.arena, json.text, json.len);
    buf_deinit(&json);
    return text;
}

/* --- what the house does not get ------------------------------------------------------------- */

static void callback_answered(void *context, const struct answer *answer)
{
    (void)answer; /* whoever acted sees that it failed; nothing depends on it */
    callback_end(context);
}

static void callback_respond(struct discord_interactions *all,
                             const struct discord_interaction *interaction, int type,
                             const char *data)
{
    const struct callback_about about = {.number = interaction->number,
                                         .token = interaction->token};
    int64_t left_ms = PENDING_FIRST_MS - discord_interactions_age_ms(all, interaction->number);
    struct discord_request request = {.method = "POST",
                                      .json = callback_body(all, type, data),
                                      .repeat = REPEAT_NEVER,
                                      .time_ms = left_ms < CALLBACK_MS ? left_ms : CALLBACK_MS};
    if (left_ms <= 0) {
        return; /* Discord takes it no more */
    }
    pending_note(all, interaction->number);
    callback_start(all, &about, CALLBACK_FIRST, &request, callback_answered);
}

void discord_interactions_respond(struct discord_interactions *all,
                                  const struct discord_interaction *interaction,
                                  struct discord_ephemeral_body body)
{
    callback_respond(all, interaction, CALLBACK_MESSAGE, body.json);
}

void discord_interactions_modal(struct discord_interactions *all,
                                const struct discord_interaction *interaction, const char *modal)
{
    callback_respond(all, interaction, CALLBACK_MODAL, modal);
}

void discord_interactions_choices(struct discord_interactions *all,
                                  const struct discord_interaction *interaction,
                                  const char *choices)
{
    callback_respond(all, interaction, CALLBACK_CHOICES, choices);
}
