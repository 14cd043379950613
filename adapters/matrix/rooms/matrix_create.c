/* Rooms of our own making: invite-only, unreadable for who is invited later, and nobody but the bot
 * may invite, change anything or switch encryption on. The map of events in the override replaces
 * the server's own, so that state_default has to be the bot's level too. */
#include "matrix_create.h"

#include <string.h>

#include "json_out.h"
#include "print.h"

enum { CREATE_JSON_MAX = 16 * 1024 };

/* history: from when on somebody may read. */
static void create_common(struct buf *out, const struct matrix_creation *creation,
                          const char *history)
{
    json_out_text(out, "preset", "private_chat");
    json_out_key(out, "creation_content");
    buf_text(out, "{");
    json_out_key(out, "io.deaddrop.id");
    json_out_string(out, creation->marker, strlen(creation->marker));
    buf_text(out, "}");
    json_out_key(out, "initial_state");
    buf_text(out, "[{\"type\":\"m.room.history_visibility\",\"state_key\":\"\","
                  "\"content\":{\"history_visibility\":\"");
    buf_text(out, history);
    buf_text(out, "\"}},"
                  "{\"type\":\"m.room.guest_access\",\"state_key\":\"\","
                  "\"content\":{\"guest_access\":\"forbidden\"}}");
    if (creation->encrypted) {
        buf_text(out, ",{\"type\":\"m.room.encryption\",\"state_key\":\"\","
                      "\"content\":{\"algorithm\":\"m.megolm.v1.aes-sha2\"}}");
    }
    buf_text(out, "]");
    json_out_key(out, "power_level_content_override");
    buf_text(out, "{\"invite\":100,\"state_default\":100,\"users_default\":0,"
                  "\"events\":{\"m.room.encryption\":100}}");
}

static void create_invite(struct buf *out, const char *const *user, unsigned count)
{
    json_out_key(out, "invite");
    buf_text(out, "[");
    for (unsigned i = 0; i < count; i++) {
        json_out_next(out);
        json_out_string(out, user[i], strlen(user[i]));
    }
    buf_text(out, "]");
}

static const char *create_end(struct arena *arena, struct buf *out)
{
    buf_text(out, "}");
    const char *json = arena_text(arena, out->text, out->len);
    buf_deinit(out);
    return json;
}

const char *matrix_create_direct(struct arena *arena, const char *user,
                                 const struct matrix_creation *creation)
{
    struct buf out;
    buf_init(&out, CREATE_JSON_MAX);
    buf_text(&out, "{");
    json_out_flag(&out, "is_direct", true);
    create_invite(&out, &user, 1);
    create_common(&out, creation, "joined");
    return create_end(arena, &out);
}

const char *matrix_create_team(struct arena *arena, const char *name, const char *const *invite,
                               unsigned count, const struct matrix_creation *creation)
{
    struct buf out;
    buf_init(&out, CREATE_JSON_MAX);
    buf_text(&out, "{");
    json_out_text(&out, "name", name);
    create_invite(&out, invite, count);
    create_common(&out, creation, "invited"); /* who comes late reads what was said */
    return create_end(arena, &out);
}

static const char direct_head[] = "direct/";

const char *matrix_direct_marker(struct arena *arena, const char *user)
{
    char *marker = arena_take(arena, sizeof direct_head + strlen(user));
    memcpy(marker, direct_head, sizeof direct_head);
    memcpy(marker + sizeof direct_head - 1, user, strlen(user) + 1);
    return marker;
}

const char *matrix_direct_player(const char *marker)
{
    bool direct = strncmp(marker, direct_head, sizeof direct_head - 1) == 0;
    return direct ? marker + sizeof direct_head - 1 : NULL;
}
