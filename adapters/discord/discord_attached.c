/* The picture that goes with a private message as its file (what is shared of a finished game): it
 * is drawn before the message is sent, which goes without one where none can be had. */
#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "pictures.h"

#define ATTACHED_NAME "deaddrop.png"

static void attached_drawn(void *context, const void *png, size_t size)
{
    struct discord_delivery *delivery = context;
    if (png != NULL) {
        delivery->attached = heap_text(png, size);
        delivery->attached_len = size;
    }
    arena_reset(delivery->discord->arena);
    discord_delivery_start(delivery);
}

static const char *attached_svg(const struct doc *doc)
{
    for (const struct block *block = doc->blocks; block != NULL; block = block->next) {
        if (block->kind == BLOCK_PICTURE && block->attached) {
            return block->svg;
        }
    }
    return NULL;
}

bool discord_attached_awaited(struct discord_delivery *delivery)
{
    struct discord *discord = delivery->discord;
    enum send_kind kind = delivery->sending.kind;
    struct secret_doc doc;
    bool may = discord->pictures != NULL && !delivery->attached_asked &&
               (kind == SEND_ANSWER || kind == SEND_PRIVATE);
    if (!may || !secret_doc_of(discord->arena, &delivery->sending, &doc)) {
        return false;
    }
    const char *svg = attached_svg(doc.doc);
    if (svg == NULL || svg[0] == '\0') {
        return false;
    }
    delivery->attached_asked = true;
    discord_delivery_count(delivery); /* so that what they did is not answered without it */
    pictures_want(discord->pictures, svg, strlen(svg), attached_drawn, delivery);
    return true;
}

void discord_attached_shape(const struct discord_delivery *delivery, struct discord_shape *shape)
{
    if (!shape->attached || delivery->attached == NULL) {
        return;
    }
    shape->file = delivery->attached;
    shape->file_len = delivery->attached_len;
    shape->file_type = "image/png";
    shape->file_name = ATTACHED_NAME;
    shape->file_alt = shape->alt[0] == '\0' ? NULL : shape->alt;
}

void discord_attached_free(struct discord_delivery *delivery)
{
    if (delivery->attached_asked && delivery->discord->pictures != NULL) {
        pictures_forget(delivery->discord->pictures, delivery);
    }
    free(delivery->attached);
}
