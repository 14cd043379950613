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

enum { BOARD_EDIT_MS = DISCORD_BOARD_MS, BOARD_JSON_MAX = 32 * 1024 };

static const struct board_limits board_limits = {.messages = 10, .time_ms = 50LL * 60 * 1000};

struct discord_board *discord_board_at(struct discord *discord, const char *id)
{
    struct discord_board *board = map_get(&discord->boards, id);
    if (board == NULL) {
        board = heap_allocate(sizeof *board);
        discord_copy(board->id, id);
        board->age.posted_ms =
            discord_born_ms(discord_number(id)) - discord_rest_ahead_ms(discord->rest);
        map_put(&discord->boards, board->id, board);
    }
    return board;
}

static void board_free(struct discord_board *board)
{
    free(board->alt);
    free(board->brief);
    free(board->full);
    free(board);
}

/* What is being drawn, or on its way, is of words that go: it is not to come after new ones. */
static void board_stop_drawing(struct discord *discord, struct discord_board *board)
{
    if (discord->pictures != NULL) {
        pictures_forget(discord->pictures, board);
    }
    discord_rest_cancel(discord->rest, board->putting);
    board->putting = 0;
    board->picture = board->drawing ? 0 : board->picture;
    board->drawing = false;
}

static void board_forget(struct discord *discord, struct discord_board *board)
{
    map_remove(&discord->boards, board->id);
    board_stop_drawing(discord, board);
    board_free(board);
}

/* --- the picture ------------------------------------------------------------------------------ */

/* Words, and under them this picture or none. */
static void board_put(struct discord_board *board, const char *content, const struct net_part *file,
                      answer_fn done)
{
    struct buf json;
    buf_init(&json, BOARD_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "content", content);
    json_out_key(&json, "attachments");
    buf_text(&json, file != NULL ? "[{\"id\":\"0\",\"filename\":\"board.png\"" : "[");
    if (file != NULL) {
        json_out_text(&json, "description", board->alt[0] != '\0' ? board->alt : NULL);
        buf_text(&json, "}");
    }
    buf_text(&json, "],\"allowed_mentions\":{\"parse\":[],\"users\":[]}}");
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}/messages/{}",
                                            .ids = {board->channel, board->id},
                                            .json = json.text,
                                            .files = file,
                                            .file_count = file != NULL ? 1 : 0,
                                            .priority = REST_COSMETIC};
    board->putting = discord_rest_start(board->discord->rest, &request, done, board);
    buf_deinit(&json);
}

/* No new picture comes: the old one goes, and all words are there again. */
static void board_without(struct discord_board *board)
{
    board->drawing = false;
    board->picture = 0;
    if (board->shown) {
        board->shown = false;
        board_put(board, board->full, NULL, NULL);
    }
}

static void board_pictured(void *context, const struct answer *answer)
{
    struct discord_board *board = context;
    board->putting = 0;
    if (answer->status != ANSWER_DONE) {
        board_without(board);
        return;
    }
    board->drawing = false;
    board->shown = board->brief != NULL;
}

static void board_drawn(void *context, const void *png, size_t size)
{
    struct discord_board *board = context;
    const struct net_part file = {
        .filename = "board.png", .type = "image/png", .bytes = png, .len = size};
    if (png == NULL) {
        board_without(board);
        return;
    }
    board_put(board, board->brief, &file, board_pictured);
}

/* The words stand in this message: its picture is wanted. */
static void board_draw(struct discord_delivery *delivery, struct discord_board *board)
{
    struct discord *discord = delivery->discord;
    if (discord->pictures == NULL || delivery->base.svg == NULL) {
        return;
    }
    uint64_t hash = map_hash(discord->boards.key, delivery->base.svg, strlen(delivery->base.svg));
    if (hash == board->picture) {
        return;
    }
    board_stop_drawing(discord, board);
    board->picture = hash;
    board->drawing = true;
    board->discord = discord;
    free(board->alt);
    free(board->brief);
    free(board->full);
    board->alt = heap_copy(delivery->base.alt != NULL ? delivery->base.alt : "");
    board->brief = delivery->neutral ? NULL : heap_copy(delivery->brief);
    board->full = heap_copy(delivery->full);
    discord_copy(board->channel, delivery->channel);
    pictures_want(discord->pictures, delivery->base.svg, strlen(delivery->base.svg), board_drawn,
                  board);
}

void discord_board_posted(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    struct discord_board *board = discord_board_at(discord, delivery->message);
    const struct discord_channel *channel = discord_channel_at(discord, delivery->channel);
    board->age = (struct board_age){channel->seen, discord_now_ms(discord)};
    board->edited_ms = board->age.posted_ms;
    board_draw(delivery, board);
}

/* --- edits ------------------------------------------------------------------------------------ */

/* The old one goes away once the new one stands. */
static void board_delete(struct discord *discord, const char *channel, const char *id)
{
    struct discord_board *old = map_get(&discord->boards, id);
    discord_message_delete(discord, channel, id);
    if (old != NULL && old->held == NULL) {
        board_forget(discord, old);
    }
}

/* A filter took offence at a word of it: it is tried without words once, and stays as it was
 * then. */
static void board_refused(struct discord_delivery *delivery,
                          void (*again)(struct discord_delivery *))
{
    arena_reset(delivery->discord->arena);
    if (discord_delivery_neutral(delivery)) {
        again(delivery);
    } else {
        discord_delivery_sent(delivery, delivery->sending.edit_of, NULL, 0);
    }
}

static void board_repost_again(struct discord_delivery *delivery);

static void board_reposted(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    const char *id = discord_id(answer->json, "id");
    if (answer->status == ANSWER_FILTERED) {
        board_refused(delivery, board_repost_again);
        return;
    }
    if (answer->status != ANSWER_DONE || id == NULL) {
        discord_delivery_ended(delivery, answer);
        return;
    }
    discord_copy(delivery->message, id);
    if (strcmp(delivery->sending.edit_of, delivery->message) != 0) {
        board_delete(delivery->discord, delivery->channel, delivery->sending.edit_of);
    }
    discord_board_posted(delivery);
    discord_delivery_sent(delivery, delivery->message, NULL, 0);
}

static void board_repost_again(struct discord_delivery *delivery)
{
    discord_delivery_post(delivery, board_reposted);
}

static void board_repost(struct discord_delivery *delivery)
{
    if (!discord_delivery_public(delivery, false)) {
        discord_delivery_failed(delivery, SEND_GONE, 0, "this is no document");
        return;
    }
    discord_delivery_post(delivery, board_reposted);
}

static void board_edit_again(struct discord_delivery *delivery);

static void board_unarchived(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    if (answer->status == ANSWER_DONE) {
        board_edit_again(delivery);
    } else {
        discord_delivery_ended(delivery, answer);
    }
}

static void board_edited(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    struct discord *discord = delivery->discord;
    struct discord_board *board = discord_board_at(discord, delivery->sending.edit_of);
    arena_reset(discord->arena);
    if (answer->status == ANSWER_DONE) {
        board_draw(delivery, board);
        discord_delivery_sent(delivery, delivery->sending.edit_of, NULL, 0);
    } else if (answer->status == ANSWER_OLD || answer->status == ANSWER_BAD) {
        board_repost(delivery);
    } else if (answer->status == ANSWER_FILTERED) {
        board_refused(delivery, board_edit_again);
    } else if (answer->status == ANSWER_ARCHIVED && !delivery->unarchived) {
        delivery->unarchived = true;
        discord_thread_unarchive(discord, delivery->channel, board_unarchived, delivery);
    } else {
        if (answer->status == ANSWER_GONE) {
            board_forget(discord, board);
        }
        discord_delivery_ended(delivery, answer);
    }
}

static void board_edit(struct discord_delivery *delivery, struct discord_board *board)
{
    bool brief = board->shown && delivery->brief_body != NULL && !delivery->neutral;
    board_stop_drawing(delivery->discord, board);
    const struct discord_request request = {.method = "PATCH",
                                            .route = "/channels/{}/messages/{}",
                                            .ids = {delivery->channel, board->id},
                                            .json = brief ? delivery->brief_body
                                                          : delivery->parts.body[0],
                                            .priority = REST_COSMETIC};
    board->shown = board->shown && brief;
    board->edited_ms = discord_now_ms(delivery->discord);
    discord_rest_start(delivery->discord->rest, &request, board_edited, delivery);
}

static void board_edit_again(struct discord_delivery *delivery)
{
    board_edit(delivery, discord_board_at(delivery->discord, delivery->sending.edit_of));
}

void discord_board_send(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    struct discord_board *board = discord_board_at(discord, delivery->sending.edit_of);
    const struct discord_channel *channel = discord_channel_at(discord, delivery->channel);
    int64_t now_ms = discord_now_ms(discord);
    if (board_age_is_over(&board->age, &board_limits, channel->seen, now_ms)) {
        board_repost(delivery);
    } else if (now_ms - board->edited_ms < BOARD_EDIT_MS && board->held == NULL) {
        board->held = delivery;
        timers_set(&discord->held, &board->timer, board->edited_ms + BOARD_EDIT_MS);
        discord_schedule(discord, board->timer.due_ms);
    } else {
        board_edit(delivery, board);
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
        struct discord_delivery *delivery = board->held;
        timers_drop(&discord->held, &board->timer);
        board->held = NULL;
        board_edit(delivery, board);
    }
}

void discord_boards_free(struct discord *discord)
{
    size_t at = 0;
    for (struct discord_board *board = NULL; (board = map_next(&discord->boards, &at)) != NULL;) {
        board_free(board);
    }
    map_deinit(&discord->boards);
    timers_deinit(&discord->held);
}
