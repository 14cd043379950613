/* Every body says who is notified, embeds nothing, and (when it makes a message) carries a nonce
 * that Discord enforces. */
#include "discord_body.h"

#include <stdio.h>
#include <string.h>

#include "discord_text.h"
#include "json_out.h"
#include "print.h"

enum {
    BODY_BYTES_MAX = 128 * 1024,
    FLAG_NO_EMBEDS = 4,
    FLAG_EPHEMERAL = 64,
    FLAG_SILENT = 4096 /* of a new message: nobody is notified */
};

void discord_public_shape(struct public_doc doc, const struct discord_names *names, bool one,
                          struct discord_public_shape *shape)
{
    discord_shape(doc.doc, names, one, &shape->shape);
}

void discord_secret_shape(struct secret_doc doc, const struct discord_names *names, bool one,
                          struct discord_secret_shape *shape)
{
    discord_shape(doc.doc, names, one, &shape->shape);
}

static void body_mentions(struct buf *out, const struct discord_shape *shape,
                          const struct discord_part *part)
{
    const char *content = shape->content[part->part];
    json_out_key(out, "allowed_mentions");
    buf_text(out, "{\"parse\":[],\"users\":[");
    for (unsigned i = 0; part->notify && i < shape->user_count; i++) {
        char mention[32];
        snprintf(mention, sizeof mention, "<@%s>", shape->user[i]);
        if (strstr(content, mention) != NULL) {
            json_out_next(out);
            json_out_string(out, shape->user[i], strlen(shape->user[i]));
        }
    }
    buf_text(out, "]}");
}

static void body_nonce(struct buf *out, const struct discord_part *part)
{
    char nonce[40];
    if (part->nonce == NULL) {
        return;
    }
    if (part->part == 0) {
        snprintf(nonce, sizeof nonce, "%.22s", part->nonce);
    } else {
        snprintf(nonce, sizeof nonce, "%.22s.%u", part->nonce, part->part % 100);
    }
    json_out_text(out, "nonce", nonce);
    json_out_flag(out, "enforce_nonce", true);
}

/* Only letters that stand for themselves in a link to an attachment. */
static void body_file(struct buf *out, const struct discord_shape *shape)
{
    json_out_key(out, "attachments");
    buf_text(out, "[{\"id\":\"0\"");
    json_out_text(out, "filename", shape->file_name);
    json_out_text(out, "description", shape->file_alt);
    buf_text(out, "}]");
}

static const char *body_write(struct arena *arena, const struct discord_shape *shape,
                              const struct discord_part *part, int flags)
{
    struct buf out;
    bool last = part->part + 1 == shape->count;
    buf_init(&out, BODY_BYTES_MAX);
    buf_text(&out, "{");
    json_out_text(&out, "content", shape->content[part->part]);
    json_out_key(&out, "components");
    buf_text(&out, last ? shape->components : "[]");
    body_mentions(&out, shape, part);
    json_out_number(&out, "flags", flags);
    body_nonce(&out, part);
    if (part->with_file && last) {
        body_file(&out, shape);
    }
    buf_text(&out, "}");
    const char *json = arena_text(arena, out.text, out.len);
    buf_deinit(&out);
    return json;
}

struct discord_channel_body discord_channel_body(struct arena *arena,
                                                 const struct discord_public_shape *shape,
                                                 const struct discord_part *part)
{
    return (struct discord_channel_body){body_write(arena, &shape->shape, part, FLAG_NO_EMBEDS)};
}

struct discord_direct_body discord_direct_body(struct arena *arena,
                                               const struct discord_secret_shape *shape,
                                               const struct discord_part *part)
{
    /* every new message of a direct channel notifies, unless it says that it does not */
    bool silent = part->nonce != NULL && !part->notify;
    return (struct discord_direct_body){
        body_write(arena, &shape->shape, part, FLAG_NO_EMBEDS | (silent ? FLAG_SILENT : 0))};
}

struct discord_ephemeral_body discord_ephemeral_body(struct arena *arena,
                                                     const struct discord_secret_shape *shape,
                                                     const struct discord_part *part)
{
    return (struct discord_ephemeral_body){
        body_write(arena, &shape->shape, part, FLAG_NO_EMBEDS | FLAG_EPHEMERAL)};
}

struct discord_ephemeral_body discord_ephemeral_edit(struct arena *arena, const char *json)
{
    char said[24];
    struct buf out;
    int len = snprintf(said, sizeof said, "\"flags\":%d", FLAG_NO_EMBEDS | FLAG_EPHEMERAL);
    const char *flags = strstr(json, said); /* quotes within texts are escaped */
    if (flags == NULL) {
        return (struct discord_ephemeral_body){json};
    }
    buf_init(&out, BODY_BYTES_MAX);
    buf_add(&out, json, (size_t)(flags - json));
    buf_text(&out, "\"flags\":");
    buf_number(&out, FLAG_NO_EMBEDS);
    buf_text(&out, flags + len);
    const char *edit = arena_text(arena, out.text, out.len);
    buf_deinit(&out);
    return (struct discord_ephemeral_body){edit};
}

struct discord_ephemeral_body discord_ephemeral_with_room(struct arena *arena, const char *text,
                                                          const char *room)
{
    struct discord_shape shape = {.count = 1, .components = "[]"};
    const struct discord_part part = {.part = 0};
    struct buf content;
    buf_init(&content, DISCORD_CONTENT_MAX);
    discord_escape(&content, text, strlen(text), false, false);
    if (room != NULL) {
        print_to(&content, " <#%s>", room);
    }
    shape.content[0] = arena_text(arena, content.len > 0 ? content.text : "…",
                                  content.len > 0 ? content.len : sizeof "…" - 1);
    buf_deinit(&content);
    return (struct discord_ephemeral_body){
        body_write(arena, &shape, &part, FLAG_NO_EMBEDS | FLAG_EPHEMERAL)};
}

struct discord_ephemeral_body discord_ephemeral_text(struct arena *arena, const char *text)
{
    return discord_ephemeral_with_room(arena, text, NULL);
}
