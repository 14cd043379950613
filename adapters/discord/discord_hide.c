/* A line that a moderator has hidden: its first message says so instead of its words, the other
 * parts go. One that Discord lets us edit no more goes too. */
#include "discord_private.h"
#include "sent_ids.h"

static void hide_next(struct discord_delivery *delivery);

static void hide_unarchived(void *context, const struct answer *answer)
{
    if (answer->status == ANSWER_DONE) {
        hide_next(context);
    } else {
        discord_delivery_ended(context, answer);
    }
}

static void hide_done(void *context, const struct answer *answer)
{
    struct discord_delivery *delivery = context;
    if (answer->status == ANSWER_DONE || answer->status == ANSWER_GONE) {
        delivery->is_new = false;
        delivery->parts.at++;
        hide_next(delivery);
    } else if (answer->status == ANSWER_OLD && !delivery->is_new) {
        delivery->is_new = true; /* it cannot become another: it goes */
        hide_next(delivery);
    } else if (answer->status == ANSWER_ARCHIVED && !delivery->unarchived) {
        delivery->unarchived = true;
        discord_thread_unarchive(delivery->discord, delivery->channel, hide_unarchived, delivery);
    } else {
        discord_delivery_ended(delivery, answer);
    }
}

static void hide_next(struct discord_delivery *delivery)
{
    char id[DISCORD_ID_BYTES];
    if (!sent_ids_at(delivery->sending.edit_of, delivery->parts.at, id, sizeof id)) {
        discord_delivery_sent(delivery, delivery->sending.edit_of, NULL, 0);
        return;
    }
    bool edits = delivery->parts.at == 0 && !delivery->is_new;
    const struct discord_request request = {.method = edits ? "PATCH" : "DELETE",
                                            .route = "/channels/{}/messages/{}",
                                            .ids = {delivery->channel, id},
                                            .json = edits ? delivery->parts.body[0] : NULL};
    discord_rest_start(delivery->discord->rest, &request, hide_done, delivery);
}

void discord_hide_send(struct discord_delivery *delivery)
{
    hide_next(delivery);
}
