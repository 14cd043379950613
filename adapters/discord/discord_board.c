/* Boards: one message a table, edited no more often than every 2 seconds, and posted anew when it
 * has grown old (Discord lets old messages be edited rarely) or has scrolled away. The picture
 * follows the words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_out.h"
#include "pictures.h"
#include "table.h"

enum {
    BOARD_EDIT_MS = DISCORD_BOARD_MS,
    BOARD_OLD_MS = 50 * 60 * 1000,
    BOARD_SCROLLED = 10,
    BOARD_JSON_MAX = 8 * 1024
};

struct discord_board *discord_board_at(struct discord *discord, const char *id)
{
    struct discord_board *board = map_get(&discord->boards, id);
    if (board == NULL) {
        board = heap_take(sizeof *board);
        discord_copy(board->id, id);
        board->posted_ms =
            discord_born_ms(discord_number(id)) - discord_rest_ahead_ms(discord->rest);
        map_put(&discord->boards, board->id, board);
    }
    return board;
}

static void board_forget(struct discord *discord, struct discord_board *board)
{
    map_remove(&discord->boards, board->id);
    if (discord->pictures != NULL) {
        pictures_forget(discord->pictures, board);
    }
    free(board->alt);
    free(board);
}

/* --- the picture ------------------------------------------------------------------------------ */

static void board_pictured(void *context, const struct discord_answer *answer)
{
    (void)context;
    (void)answer; /* the words stand; a picture that is not there is no fault */
}

static void board_drawn(void *context, const void *png, size_t size)
{
    const struct discord_board *board = context;
    char path[96];
    struct buf json;
    const struct net_part file = {
        .filename = "board.png", .type = "image/png", .bytes = png, .len = size};
    if (png == NULL) {
        return;
    }
    buf_init(&json, BOARD_JSON_MAX);
    buf_text(&json, "{\"attachments\":[{\"id\":\"0\",\"filename\":\"board.png\"");
    json_out_text(&json, "description", board->alt[0] != '\0' ? board->alt : NULL);
    buf_text(&json, "}],\"allowed_mentions\":{\"parse\":[],\"users\":[]}}");
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}/messages/{}",
                                            .major = board->channel,
                                            .path = path,
                                            .json = json.text,
                                            .json_len = json.len,
                                            .files = &file,
                                            .file_count = 1,
                                            .priority = REST_COSMETIC,
                                            .repeat = REPEAT_SAFE};
    snprintf(path, sizeof path, "/channels/%s/messages/%s", board->channel, board->id);
    discord_rest_start(board->discord->rest, &request, board_pictured, NULL);
    buf_deinit(&json);
}

/* The words stand in this message: its picture is wanted. */
static void board_draw(struct discord_flight *flight, struct discord_board *board)
{
    struct discord *discord = flight->discord;
    if (discord->pictures == NULL || flight->svg == NULL) {
        return;
    }
    uint64_t hash = map_hash(discord->boards.key, flight->svg, strlen(flight->svg));
    if (hash == board->picture) {
        return;
    }
    pictures_forget(discord->pictures, board);
    board->picture = hash;
    board->discord = discord;
    free(board->alt);
    board->alt = heap_copy(flight->alt != NULL ? flight->alt : "");
    discord_copy(board->channel, flight->channel);
    pictures_want(discord->pictures, flight->svg, strlen(flight->svg), board_drawn, board);
}

void discord_board_posted(struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    struct discord_board *board = discord_board_at(discord, flight->message);
    const struct discord_place *place = discord_place_at(discord, flight->channel);
    board->seen = place->seen;
    board->posted_ms = discord_now_ms(discord);
    board->edited_ms = board->posted_ms;
    board_draw(flight, board);
}

/* --- edits ------------------------------------------------------------------------------------ */

static void board_deleted(void *context, const struct discord_answer *answer)
{
    (void)context;
    (void)answer; /* gone is what it was to be */
}

/* The old one goes away once the new one stands. */
static void board_delete(struct discord *discord, const char *channel, const char *id)
{
    char path[96];
    struct discord_board *old = map_get(&discord->boards, id);
    const struct discord_request request = {.method = "DELETE",
                                            .route = "/channels/{}/messages/{}",
                                            .major = channel,
                                            .path = path,
                                            .priority = REST_COSMETIC,
                                            .repeat = REPEAT_SAFE};
    snprintf(path, sizeof path, "/channels/%s/messages/%s", channel, id);
    discord_rest_start(discord->rest, &request, board_deleted, NULL);
    if (old != NULL && old->held == NULL) {
        board_forget(discord, old);
    }
}

/* A filter took offence at a word of it: it is tried without words once, and stays as it was
 * then. */
static void board_refused(struct discord_flight *flight, void (*again)(struct discord_flight *))
{
    arena_reset(flight->discord->arena);
    if (discord_flight_neutral(flight)) {
        again(flight);
    } else {
        discord_flight_sent(flight, flight->sending.edit_of, NULL, 0);
    }
}

static void board_repost_again(struct discord_flight *flight);

static void board_reposted(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    const char *id = discord_id(answer->json, "id");
    if (answer->fate == FATE_WORDS) {
        board_refused(flight, board_repost_again);
        return;
    }
    if (answer->fate != FATE_DONE || id == NULL) {
        discord_flight_fate(flight, answer);
        return;
    }
    discord_copy(flight->message, id);
    if (strcmp(flight->sending.edit_of, flight->message) != 0) {
        board_delete(flight->discord, flight->channel, flight->sending.edit_of);
    }
    discord_board_posted(flight);
    discord_flight_sent(flight, flight->message, NULL, 0);
}

static void board_repost_again(struct discord_flight *flight)
{
    discord_flight_post(flight, board_reposted);
}

static void board_repost(struct discord_flight *flight)
{
    if (!discord_flight_public(flight, false)) {
        discord_flight_failed(flight, SEND_GONE, 0, "this is no document");
        return;
    }
    discord_flight_post(flight, board_reposted);
}

static void board_edit_again(struct discord_flight *flight);

static void board_woken(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    if (answer->fate == FATE_DONE) {
        board_edit_again(flight);
    } else {
        discord_flight_fate(flight, answer);
    }
}

static void board_edited(void *context, const struct discord_answer *answer)
{
    struct discord_flight *flight = context;
    struct discord *discord = flight->discord;
    struct discord_board *board = discord_board_at(discord, flight->sending.edit_of);
    arena_reset(discord->arena);
    if (answer->fate == FATE_DONE) {
        board_draw(flight, board);
        discord_flight_sent(flight, flight->sending.edit_of, NULL, 0);
    } else if (answer->fate == FATE_OLD || answer->fate == FATE_BAD) {
        board_repost(flight);
    } else if (answer->fate == FATE_WORDS) {
        board_refused(flight, board_edit_again);
    } else if (answer->fate == FATE_ARCHIVED && !flight->woken) {
        flight->woken = true;
        discord_wake(discord, flight->channel, board_woken, flight);
    } else {
        if (answer->fate == FATE_GONE) {
            board_forget(discord, board);
        }
        discord_flight_fate(flight, answer);
    }
}

static void board_edit(struct discord_flight *flight, struct discord_board *board)
{
    char path[96];
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}/messages/{}",
                                            .major = flight->channel,
                                            .path = path,
                                            .json = flight->body[0],
                                            .json_len = strlen(flight->body[0]),
                                            .priority = REST_COSMETIC,
                                            .repeat = REPEAT_SAFE};
    board->edited_ms = discord_now_ms(flight->discord);
    snprintf(path, sizeof path, "/channels/%s/messages/%s", flight->channel, board->id);
    discord_rest_start(flight->discord->rest, &request, board_edited, flight);
}

static void board_edit_again(struct discord_flight *flight)
{
    board_edit(flight, discord_board_at(flight->discord, flight->sending.edit_of));
}

void discord_board_send(struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    struct discord_board *board = discord_board_at(discord, flight->sending.edit_of);
    const struct discord_place *place = discord_place_at(discord, flight->channel);
    int64_t now_ms = discord_now_ms(discord);
    bool scrolled = place->seen - board->seen > BOARD_SCROLLED;
    if (now_ms - board->posted_ms > BOARD_OLD_MS || scrolled) {
        board_repost(flight);
    } else if (now_ms - board->edited_ms < BOARD_EDIT_MS && board->held == NULL) {
        board->held = flight;
        timers_set(&discord->held, &board->timer, board->edited_ms + BOARD_EDIT_MS);
    } else {
        board_edit(flight, board);
    }
}

int64_t discord_boards_due_ms(const struct discord *discord)
{
    const struct timer *first = timers_first(&discord->held);
    return first == NULL ? NO_DEADLINE : first->due_ms;
}

void discord_boards_tick(struct discord *discord, int64_t now_ms)
{
    struct timer *first = NULL;
    while ((first = timers_first(&discord->held)) != NULL && first->due_ms <= now_ms) {
        struct discord_board *board = (struct discord_board *)(void *)first;
        struct discord_flight *flight = board->held;
        timers_drop(&discord->held, &board->timer);
        board->held = NULL;
        board_edit(flight, board);
    }
}

void discord_boards_free(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_board *board = NULL; (board = map_next(&discord->boards, &at)) != NULL;) {
        free(board->alt);
        free(board);
    }
    map_deinit(&discord->boards);
    timers_deinit(&discord->held);
}
