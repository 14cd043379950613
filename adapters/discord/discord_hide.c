/* A line that a moderator has hidden: its first message says so instead of its words, the other
 * parts go. One that Discord lets us edit no more goes too. */
#include <stdio.h>
#include <string.h>

#include "discord_private.h"

static void hide_next(struct discord_flight *flight);

/* The part of this number; false: there is none. */
static bool hide_part(const struct discord_flight *flight, char id[DISCORD_ID_BYTES])
{
    const char *at = flight->sending.edit_of == NULL ? "" : flight->sending.edit_of;
    for (unsigned i = 0; i < flight->at; i++) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    size_t len = strcspn(at, " ");
    snprintf(id, DISCORD_ID_BYTES, "%.*s", len < DISCORD_ID_BYTES ? (int)len : 0, at);
    return id[0] != '\0';
}

static void hide_woken(void *context, const struct discord_answer *answer)
{
    if (answer->fate == FATE_DONE) {
        hide_next(context);
    } else {
        discord_flight_fate(context, answer);
    }
}

static void hide_done(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    if (answer->fate == FATE_DONE || answer->fate == FATE_GONE) {
        flight->is_new = false;
        flight->at++;
        hide_next(flight);
    } else if (answer->fate == FATE_OLD && !flight->is_new) {
        flight->is_new = true; /* it cannot become another: it goes */
        hide_next(flight);
    } else if (answer->fate == FATE_ARCHIVED && !flight->woken) {
        flight->woken = true;
        discord_wake(flight->discord, flight->channel, hide_woken, flight);
    } else {
        discord_flight_fate(flight, answer);
    }
}

static void hide_next(struct discord_flight *flight)
{
    char id[DISCORD_ID_BYTES];
    char path[96];
    if (!hide_part(flight, id)) {
        discord_flight_sent(flight, flight->sending.edit_of, NULL, 0);
        return;
    }
    bool edits = flight->at == 0 && !flight->is_new;
    const struct discord_request request = {.method = edits ? "PATCH" : "DELETE",
                                            .route = "/channels/{}/messages/{}",
                                            .major = flight->channel,
                                            .path = path,
                                            .json = edits ? flight->body[0] : NULL,
                                            .json_len = edits ? strlen(flight->body[0]) : 0,
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE};
    snprintf(path, sizeof path, "/channels/%s/messages/%s", flight->channel, id);
    discord_rest_start(flight->discord->rest, &request, hide_done, flight);
}

void discord_hide_send(struct discord_flight *flight)
{
    hide_next(flight);
}
