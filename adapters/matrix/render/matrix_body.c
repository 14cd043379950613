/* Every content says who is mentioned, if only that nobody is: clients that find nothing there look
 * for names in the text. */
#include "matrix_body.h"

#include <string.h>

#include "json_out.h"
#include "matrix_text.h"
#include "print.h"

enum { BODY_BYTES_MAX = 256 * 1024 };

void matrix_public_shape(struct public_doc doc, const struct matrix_shaping *shaping,
                         struct matrix_public_shape *shape)
{
    matrix_shape(doc.doc, shaping, &shape->shape);
}

void matrix_secret_shape(struct secret_doc doc, const struct matrix_shaping *shaping,
                         struct matrix_secret_shape *shape)
{
    matrix_shape(doc.doc, shaping, &shape->shape);
}

/* What a content says, whoever it is for. */
struct body {
    struct arena *arena;
    const char *text;
    const char *html;
    const char *user[MATRIX_USERS_MAX];
    unsigned user_count;
    bool notify;
};

static void body_mentions(struct buf *out, const struct body *body)
{
    json_out_key(out, "m.mentions");
    buf_text(out, "{");
    if (body->notify && body->user_count > 0) {
        json_out_key(out, "user_ids");
        buf_text(out, "[");
        for (unsigned i = 0; i < body->user_count; i++) {
            json_out_next(out);
            json_out_string(out, body->user[i], strlen(body->user[i]));
        }
        buf_text(out, "]");
    }
    buf_text(out, "}");
}

static void body_text(struct buf *out, const struct body *body, const char *star)
{
    struct buf text;
    buf_init(&text, BODY_BYTES_MAX);
    json_out_text(out, "msgtype", body->notify ? "m.text" : "m.notice");
    print_to(&text, "%s", star);
    buf_text(&text, body->text);
    json_out_text(out, "body", text.text != NULL ? text.text : "");
    json_out_text(out, "format", "org.matrix.custom.html");
    buf_clear(&text);
    print_to(&text, "%s", star);
    buf_text(&text, body->html);
    json_out_text(out, "formatted_body", text.text != NULL ? text.text : "");
    buf_deinit(&text);
}

/* Clients that know no threads show it as an answer to the last message there. */
static void body_threads(struct buf *out, struct matrix_thread thread)
{
    json_out_key(out, "m.relates_to");
    buf_text(out, "{");
    json_out_text(out, "rel_type", "m.thread");
    json_out_text(out, "event_id", thread.root);
    json_out_flag(out, "is_falling_back", true);
    json_out_key(out, "m.in_reply_to");
    buf_text(out, "{");
    json_out_text(out, "event_id", thread.last);
    buf_text(out, "}}");
}

static void body_replaces(struct buf *out, const char *event)
{
    json_out_key(out, "m.relates_to");
    buf_text(out, "{");
    json_out_text(out, "rel_type", "m.replace");
    json_out_text(out, "event_id", event);
    buf_text(out, "}");
}

static const char *body_write(const struct body *body, const char *replaces,
                              struct matrix_thread thread)
{
    struct buf out;
    buf_init(&out, BODY_BYTES_MAX);
    buf_text(&out, "{");
    body_text(&out, body, replaces != NULL ? "* " : "");
    body_mentions(&out, body);
    if (replaces != NULL) {
        json_out_key(&out, "m.new_content");
        buf_text(&out, "{");
        body_text(&out, body, "");
        body_mentions(&out, body);
        buf_text(&out, "}");
        body_replaces(&out, replaces);
    } else if (thread.root != NULL) {
        body_threads(&out, thread);
    }
    buf_text(&out, "}");
    const char *json = arena_text(body->arena, out.text, out.len);
    buf_deinit(&out);
    return json;
}

/* Who is mentioned in this very part: their link stands in it. */
static void body_users(struct body *body, const struct matrix_shape *shape)
{
    for (unsigned i = 0; i < shape->user_count; i++) {
        struct buf link;
        buf_init(&link, BODY_BYTES_MAX);
        print_to(&link, "\"%s\"", matrix_link(body->arena, shape->user[i]));
        if (strstr(body->html, link.text) != NULL) {
            body->user[body->user_count++] = shape->user[i];
        }
        buf_deinit(&link);
    }
}

static struct body body_of(struct arena *arena, const struct matrix_shape *shape,
                           const struct matrix_part_of *part)
{
    struct body body = {.arena = arena,
                        .text = shape->part[part->part].body,
                        .html = shape->part[part->part].html,
                        .notify = part->notify};
    body_users(&body, shape);
    return body;
}

struct matrix_room_content matrix_room_content(struct arena *arena,
                                               const struct matrix_public_shape *shape,
                                               const struct matrix_part_of *part)
{
    struct body body = body_of(arena, &shape->shape, part);
    return (struct matrix_room_content){body_write(&body, part->replaces, part->thread)};
}

struct matrix_direct_content matrix_direct_content(struct arena *arena,
                                                   const struct matrix_secret_shape *shape,
                                                   const struct matrix_part_of *part,
                                                   const char *account)
{
    struct body body = body_of(arena, &shape->shape, part);
    body.user_count = 1; /* nobody else is there to be notified */
    body.user[0] = account;
    return (struct matrix_direct_content){body_write(&body, part->replaces, part->thread)};
}

struct matrix_room_content matrix_room_text(struct arena *arena, const char *text,
                                            const char *account, const char *name)
{
    struct buf plain;
    struct buf html;
    struct body body = {.arena = arena};
    buf_init(&plain, BODY_BYTES_MAX);
    buf_init(&html, BODY_BYTES_MAX);
    if (account != NULL) {
        const char *link = matrix_link(arena, account);
        print_to(&html, "<a href=\"%s\">", link);
        matrix_escape(&html, name, strlen(name), false, false);
        buf_text(&html, "</a>: ");
        matrix_plain(&plain, name, strlen(name), false);
        buf_text(&plain, ": ");
    }
    matrix_plain(&plain, text, strlen(text), true);
    matrix_escape(&html, text, strlen(text), false, true);
    body.text = plain.len > 0 ? plain.text : "…";
    body.html = html.len > 0 ? html.text : "…";
    const char *json = body_write(&body, NULL, (struct matrix_thread){0});
    buf_deinit(&plain);
    buf_deinit(&html);
    return (struct matrix_room_content){json};
}

/* --- media ------------------------------------------------------------------------------------ */

/* Where it is, and by what it is decrypted. */
static void media_place(struct buf *out, const struct matrix_media *media)
{
    if (media->file == NULL) {
        json_out_text(out, "url", media->url);
        return;
    }
    json_out_key(out, "file");
    buf_text(out, "{");
    json_out_text(out, "url", media->url);
    buf_text(out, ",");
    buf_text(out, media->file + 1);
}

static void media_write(struct buf *out, const struct matrix_media *media, const char *star)
{
    struct buf text;
    const char *shows = media->alt != NULL && media->alt[0] != '\0' ? media->alt : media->name;
    buf_init(&text, BODY_BYTES_MAX);
    print_to(&text, "%s", star);
    buf_text(&text, shows);
    json_out_text(out, "msgtype", media->width > 0 ? "m.image" : "m.file");
    json_out_text(out, "body", text.text);
    media_place(out, media);
    json_out_key(out, "info");
    buf_text(out, "{");
    json_out_text(out, "mimetype", media->type);
    json_out_number(out, "size", media->bytes);
    if (media->width > 0) {
        json_out_number(out, "w", media->width);
        json_out_number(out, "h", media->height);
    }
    buf_text(out, "}");
    json_out_key(out, "m.mentions");
    buf_text(out, "{}");
    buf_deinit(&text);
}

static const char *media_json(struct arena *arena, const struct matrix_media *media,
                              const char *replaces)
{
    struct buf out;
    buf_init(&out, BODY_BYTES_MAX);
    buf_text(&out, "{");
    media_write(&out, media, replaces != NULL ? "* " : "");
    if (replaces != NULL) {
        json_out_key(&out, "m.new_content");
        buf_text(&out, "{");
        media_write(&out, media, "");
        buf_text(&out, "}");
        body_replaces(&out, replaces);
    } else if (media->thread.root != NULL) {
        body_threads(&out, media->thread);
    }
    buf_text(&out, "}");
    const char *json = arena_text(arena, out.text, out.len);
    buf_deinit(&out);
    return json;
}

struct matrix_room_content matrix_room_media(struct arena *arena, const struct matrix_media *media,
                                             const char *replaces)
{
    return (struct matrix_room_content){media_json(arena, media, replaces)};
}

struct matrix_direct_content matrix_direct_media(struct arena *arena,
                                                 const struct matrix_media *media)
{
    return (struct matrix_direct_content){media_json(arena, media, NULL)};
}
