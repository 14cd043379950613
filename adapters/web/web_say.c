/* Frames, written into growing text and handed to the socket. */
#include "web_say.h"

#include <assert.h>
#include <string.h>

#include "json_out.h"
#include "web_file.h"
#include "web_private.h"

static const struct {
    const char *code;
    const char *key;
    bool again;
    int status;
} web_sorries[] = {
#define SORRY(id, code, again, status) {code, "web." code, again, status},
#include "web_sorry.def"
#undef SORRY
};

const char *web_sorry_code(enum web_sorry sorry)
{
    return web_sorries[sorry].code;
}

int web_sorry_status(enum web_sorry sorry)
{
    return web_sorries[sorry].status;
}

const char *web_sorry_text(const struct web *web, enum web_sorry sorry)
{
    return catalogue_text(web->world->catalogue, web->arena, web_sorries[sorry].key, NULL,
                          VALUE_NONE, NULL);
}

const char *web_sorry_json(struct web *web, enum web_sorry sorry)
{
    struct buf buf;
    buf_init(&buf, 2048);
    buf_text(&buf, "{");
    json_out_text(&buf, "code", web_sorry_code(sorry));
    json_out_text(&buf, "sorry", web_sorry_text(web, sorry));
    buf_text(&buf, "}");
    const char *json = arena_text(web->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return json;
}

static void web_frame(struct buf *buf, const char *op)
{
    buf_init(buf, WEB_FRAME_BYTES_MAX);
    buf_text(buf, "{");
    json_out_text(buf, "op", op);
}

/* Ends the frame and sends it. */
static bool web_frame_send(struct buf *buf, struct web_conn *conn)
{
    buf_text(buf, "}");
    assert(!buf->full);
    bool sent = http_socket_send(conn->socket, buf->text, buf->len);
    buf_deinit(buf);
    return sent;
}

void web_say_sorry(struct web *web, struct web_conn *conn, const char *id, enum web_sorry sorry)
{
    struct buf buf;
    web_frame(&buf, "sorry");
    json_out_text(&buf, "id", id);
    json_out_text(&buf, "code", web_sorry_code(sorry));
    json_out_text(&buf, "text", web_sorry_text(web, sorry));
    json_out_flag(&buf, "again", web_sorries[sorry].again);
    web_frame_send(&buf, conn);
}

void web_say_sorry_to(struct web *web, const char *account, const char *id, enum web_sorry sorry)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->person != NULL && strcmp(conn->person->account, account) == 0) {
            web_say_sorry(web, conn, id, sorry);
        }
    }
}

void web_say_done(struct web *web, const char *account, const char *id)
{
    for (struct web_conn *conn = web->conns; conn != NULL; conn = conn->next) {
        if (conn->person != NULL && strcmp(conn->person->account, account) == 0) {
            struct buf buf;
            web_frame(&buf, "done");
            json_out_text(&buf, "id", id);
            web_frame_send(&buf, conn);
        }
    }
}

const char *web_room_wire(const struct web_room *room)
{
    return room->is_private ? "~" : room->id;
}

static void web_write_person(struct buf *buf, const char *key, const char *account,
                             const char *name)
{
    if (key != NULL) {
        json_out_key(buf, key);
    }
    buf_text(buf, "{");
    json_out_text(buf, "account", account);
    json_out_text(buf, "name", name);
    buf_text(buf, "}");
}

static void web_write_room(const struct web *web, struct buf *buf, const struct web_conn *conn,
                           const struct web_room *room)
{
    json_out_text(buf, "room", web_room_wire(room));
    json_out_text(buf, "name", room->name);
    json_out_key(buf, "private");
    buf_text(buf, room->is_private ? "true" : "false");
    json_out_key(buf, "moderator");
    bool is_in = conn->person != NULL;
    buf_text(buf, is_in && web_is_moderator(web, conn->person, room) ? "true" : "false");
    json_out_number(buf, "rev", room->log.last);
    json_out_flag(buf, "team", room->is_team);
    json_out_flag(buf, "silent", is_in && web_room_is_muted(room, conn->person->account));
}

/* What they have chosen for themselves, by its name. */
static void web_write_own(struct web *web, struct buf *buf, const char *account)
{
    static const char *const names[] = {"zone", "quiet", "nudges"};
    json_out_key(buf, "own");
    buf_text(buf, "{");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[HOUSE_OWN_BYTES];
        house_own_choice(web->house, (struct adapter *)web, account, names[i], text);
        json_out_text(buf, names[i], text[0] != '\0' ? text : NULL);
    }
    buf_text(buf, "}");
}

void web_say_welcome(struct web *web, struct web_conn *conn)
{
    struct buf buf;
    web_frame(&buf, "welcome");
    if (conn->person != NULL) {
        web_write_person(&buf, "you", conn->person->account, conn->person->name);
        web_write_own(web, &buf, conn->person->account);
    }
    json_out_flag(&buf, "watch", conn->watched != NULL);
    web_write_person(&buf, "bot", WEB_BOT_ACCOUNT, WEB_BOT_NAME);
    json_out_key(&buf, "rooms");
    buf_text(&buf, "[");
    for (unsigned i = 0; i < conn->feed_count; i++) {
        json_out_next(&buf);
        buf_text(&buf, "{");
        web_write_room(web, &buf, conn, conn->feeds[i].room);
        buf_text(&buf, "}");
    }
    buf_text(&buf, "]");
    json_out_text(&buf, "commands", web_commands_tag(web));
    json_out_text(&buf, "version", web_version(web));
    json_out_key(&buf, "limits");
    buf_text(&buf, "{");
    json_out_number(&buf, "text", WEB_TEXT_LETTERS_MAX);
    json_out_number(&buf, "frame", HTTP_BODY_BYTES_MAX);
    json_out_number(&buf, "name", WEB_NAME_LETTERS_MAX);
    buf_text(&buf, "}");
    json_out_number(&buf, "now", web_now_ms(web));
    web_frame_send(&buf, conn);
}

void web_say_pong(struct web *web, struct web_conn *conn)
{
    struct buf buf;
    web_frame(&buf, "pong");
    json_out_number(&buf, "now", web_now_ms(web));
    web_frame_send(&buf, conn);
}

void web_say_room(struct web *web, struct web_conn *conn, const struct web_room *room,
                  const char *id)
{
    struct buf buf;
    web_frame(&buf, "room");
    json_out_text(&buf, "id", id);
    web_write_room(web, &buf, conn, room);
    web_frame_send(&buf, conn);
}

void web_say_gone(struct web_conn *conn, const struct web_room *room)
{
    struct buf buf;
    web_frame(&buf, "gone");
    json_out_text(&buf, "room", web_room_wire(room));
    web_frame_send(&buf, conn);
}

void web_say_cleared(struct web_conn *conn, const struct web_room *room)
{
    struct buf buf;
    web_frame(&buf, "cleared");
    json_out_text(&buf, "room", web_room_wire(room));
    web_frame_send(&buf, conn);
}

void web_say_people(struct web_conn *conn, const struct web_room *room)
{
    struct buf buf;
    web_frame(&buf, "people");
    json_out_text(&buf, "room", web_room_wire(room));
    json_out_key(&buf, "people");
    buf_text(&buf, "[");
    for (unsigned i = 0; i < room->member_count; i++) {
        const struct web_person *person = room->members[i];
        json_out_next(&buf);
        buf_text(&buf, "{");
        json_out_text(&buf, "account", person->account);
        json_out_text(&buf, "name", person->name);
        json_out_key(&buf, "here");
        buf_text(&buf, person->here > 0 ? "true" : "false");
        json_out_flag(&buf, "moderator", strcmp(person->account, room->owner) == 0);
        json_out_flag(&buf, "silent", web_room_is_muted(room, person->account));
        buf_text(&buf, "}");
    }
    buf_text(&buf, "]");
    if (room->watchers > 0) {
        json_out_number(&buf, "watchers", room->watchers);
    }
    web_frame_send(&buf, conn);
}

void web_say_note(struct web_conn *conn, const struct web_room *room, const char *doc)
{
    struct buf buf;
    web_frame(&buf, "note");
    json_out_text(&buf, "room", web_room_wire(room));
    json_out_key(&buf, "doc");
    buf_text(&buf, doc);
    web_frame_send(&buf, conn);
}

bool web_say_entry(struct web_conn *conn, const struct web_room *room,
                   const struct web_entry *entry, bool is_edit)
{
    struct buf buf;
    web_frame(&buf, is_edit ? "edit" : "message");
    json_out_text(&buf, "room", web_room_wire(room));
    json_out_number(&buf, "seq", entry->seq);
    json_out_number(&buf, "rev", entry->rev);
    buf_text(&buf, ",");
    buf_add(&buf, entry->head, entry->head_len);
    buf_text(&buf, ",");
    buf_add(&buf, entry->body, entry->body_len);
    if (entry->reactions_len > 0) {
        json_out_key(&buf, "reactions");
        buf_add(&buf, entry->reactions, entry->reactions_len);
    }
    return web_frame_send(&buf, conn);
}

void web_say_history(struct web_conn *conn, const struct web_room *room, int64_t first, bool more,
                     bool gap)
{
    struct buf buf;
    web_frame(&buf, "history");
    json_out_text(&buf, "room", web_room_wire(room));
    json_out_number(&buf, "first", first);
    json_out_key(&buf, "more");
    buf_text(&buf, more ? "true" : "false");
    json_out_flag(&buf, "gap", gap);
    web_frame_send(&buf, conn);
}
