/* The file behind the parts of a message: a text, or the picture of what is shared of a finished
 * game, which is drawn first. The message stands without it where it cannot be had. */
#include <stdlib.h>
#include <string.h>

#include "doc_blocks.h"
#include "heap.h"
#include "matrix_delivery_private.h"
#include "matrix_upload.h"
#include "pictures.h"

#define ATTACHED_NAME "deaddrop.png"

static void attached_drop(struct matrix_attached *attached)
{
    free(attached->bytes);
    free(attached->name);
    free(attached->file);
    *attached = (struct matrix_attached){.asked = attached->asked};
}

void matrix_attached_keep(struct matrix_delivery *delivery, const struct matrix_shape *shape)
{
    struct matrix_attached *attached = &delivery->attached;
    attached_drop(attached);
    if (shape->file != NULL && shape->file_name != NULL) {
        attached->bytes = heap_copy(shape->file);
        attached->len = strlen(shape->file);
        attached->name = heap_copy(shape->file_name);
    } else if (shape->attached && shape->svg != NULL && shape->svg[0] != '\0') {
        attached->pictured = delivery->matrix->pictures != NULL && delivery->secret.person != NULL;
    }
}

void matrix_attached_free(struct matrix_delivery *delivery)
{
    struct matrix *matrix = delivery->matrix;
    if (delivery->attached.asked && matrix->pictures != NULL) {
        pictures_forget(matrix->pictures, delivery);
    }
    attached_drop(&delivery->attached);
}

static const char *attached_type(const struct matrix_attached *attached)
{
    return attached->pictured                   ? "image/png"
           : doc_blocks_is_page(attached->name) ? "text/html"
                                                : "text/plain";
}

static void attached_uploaded(void *context, const char *url, const struct answer *why)
{
    struct matrix_delivery *delivery = context;
    const struct matrix_attached *attached = &delivery->attached;
    bool again = why != NULL && answer_is_transient(why->status);
    if (url == NULL && again) {
        matrix_delivery_ended(delivery, why);
        return;
    }
    if (url == NULL) { /* the text stands without the file */
        matrix_delivery_arrived(delivery);
        return;
    }
    const struct matrix_media media = {.url = url,
                                       .file = attached->file,
                                       .name = attached->name,
                                       .alt = attached->pictured ? delivery->base.alt : NULL,
                                       .type = attached_type(attached),
                                       .bytes = (uint32_t)attached->len,
                                       .width = attached->width,
                                       .height = attached->height,
                                       .thread = matrix_delivery_thread(delivery)};
    struct arena *arena = delivery->matrix->send_arena;
    unsigned at = delivery->count++;
    if (delivery->secret.person != NULL) {
        delivery->body[at] = heap_copy(matrix_direct_media(arena, &media).json);
        delivery->direct_content[at].json = delivery->body[at];
    } else {
        delivery->body[at] = heap_copy(matrix_room_media(arena, &media, NULL).json);
        delivery->public_content[at].json = delivery->body[at];
    }
    delivery->url = heap_copy(url);
    matrix_delivery_advance(delivery);
}

static void attached_upload(struct matrix_delivery *delivery)
{
    struct matrix_attached *attached = &delivery->attached;
    const struct matrix_bytes bytes = {.name = attached->name,
                                       .type = attached_type(attached),
                                       .bytes = attached->bytes,
                                       .len = attached->len,
                                       .priority = matrix_delivery_priority(delivery)};
    free(attached->file);
    attached->file =
        matrix_upload_for(delivery->matrix, delivery->room, &bytes, attached_uploaded, delivery);
}

static void attached_drawn(void *context, const void *png, size_t size)
{
    struct matrix_delivery *delivery = context;
    struct matrix_attached *attached = &delivery->attached;
    bool whole = png != NULL && matrix_picture_size(png, size, &attached->width, &attached->height);
    arena_reset(delivery->matrix->send_arena);
    if (!whole) {
        matrix_delivery_arrived(delivery);
        return;
    }
    attached->bytes = heap_text(png, size);
    attached->len = size;
    attached->name = heap_copy(ATTACHED_NAME);
    attached_upload(delivery);
}

bool matrix_attached_add(struct matrix_delivery *delivery)
{
    struct matrix_attached *attached = &delivery->attached;
    bool draws = attached->pictured && attached->bytes == NULL && !attached->asked;
    if (delivery->url != NULL || delivery->count >= MATRIX_PARTS_MAX ||
        (attached->bytes == NULL && !draws)) {
        return false;
    }
    if (draws) {
        attached->asked = true;
        pictures_want(delivery->matrix->pictures, delivery->base.svg, strlen(delivery->base.svg),
                      attached_drawn, delivery);
    } else {
        attached_upload(delivery);
    }
    return true;
}
