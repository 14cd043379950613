/* Making rooms, and being called otherwise. */
#include <stdio.h>
#include <string.h>

#include "heap.h"
#include "web_private.h"

static struct web_pending *web_room_pending(struct web *web, const struct web_conn *conn,
                                            const struct web_op *op, web_done_fn done)
{
    struct web_pending *pending = web_pending_new(web, done);
    pending->conn = conn->id;
    pending->person = conn->person;
    memcpy(pending->account, conn->person->account, sizeof pending->account);
    snprintf(pending->id, sizeof pending->id, "%s", op->id);
    return pending;
}

static void web_room_made(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    struct web_room *room = pending->room;
    if (fault != NULL) {
        web_room_remove(room, pending->person);
        web_rooms_drop(&web->rooms, room);
        web_say_sorry_to(web, pending->account, pending->id, WEB_SORRY_STORE);
        return;
    }
    room->born = true;
    web_person_follow(web, pending->person, room, pending);
    web_say_done(web, pending->account, pending->id);
}

static void web_room_open(struct web *web, struct web_conn *conn, const struct web_op *op,
                          const struct web_room *room)
{
    if (!web_room_has(room, conn->person) || !room->born) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_TAKEN);
        return;
    }
    web_say_room(web, conn, room, op->id);
    web_say_done(web, conn->person->account, op->id);
}

void web_act_make_room(struct web *web, struct web_conn *conn, const struct web_op *op)
{
    char id[WEB_ROOM_ID_BYTES];
    struct web_rows rows;
    const char *name = web_name_clean(web->arena, op->name + strspn(op->name, "# "));
    if (name == NULL) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_NAME);
        return;
    }
    web_room_id_of(name, &web->world->entropy, id);
    struct web_room *room = web_rooms_at(&web->rooms, id);
    if (room != NULL) {
        web_room_open(web, conn, op, room);
        return;
    }
    bool may = conn->person->room_count < WEB_ROOMS_OF_ONE_MAX;
    room = may ? web_rooms_new(&web->rooms, id, name, conn->person, web_now_ms(web)) : NULL;
    if (room == NULL) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_FULL);
        return;
    }
    web_room_add(room, conn->person);
    web_rows_init(&rows, web->arena);
    web_room_row(room, &rows);
    web_person_row(conn->person, &rows);
    struct web_pending *pending = web_room_pending(web, conn, op, web_room_made);
    pending->room = room;
    house_store_rows(web->house, (struct adapter *)web, rows.row, rows.count, pending);
}

static void web_renamed(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    if (fault != NULL) {
        web_say_sorry_to(web, pending->account, pending->id, WEB_SORRY_STORE);
        return;
    }
    struct web_person *person = pending->person;
    snprintf(person->name, sizeof person->name, "%s", pending->text);
    web_person_notify(web, person);
    web_say_done(web, pending->account, pending->id);
}

void web_act_rename(struct web *web, struct web_conn *conn, const struct web_op *op)
{
    struct web_rows rows;
    struct web_person *person = conn->person;
    const char *name = web_person_name_clean(web->arena, op->name);
    if (name == NULL) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_NAME);
        return;
    }
    for (unsigned i = 0; i < person->room_count; i++) {
        name = web_room_name_for(web->arena, person->rooms[i], person, name);
    }
    struct web_person named = *person;
    snprintf(named.name, sizeof named.name, "%s", name);
    web_rows_init(&rows, web->arena);
    web_person_row(&named, &rows);
    struct web_pending *pending = web_room_pending(web, conn, op, web_renamed);
    pending->text = heap_copy(named.name);
    house_store_rows(web->house, (struct adapter *)web, rows.row, rows.count, pending);
}

static void web_quit(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    bool inbound_before = fault != NULL && fault->code == FAULT_GONE;
    struct web_person *person = pending->person;
    if (fault != NULL && !inbound_before) {
        web_room_add(pending->room, person);
        web_say_sorry_to(web, pending->account, pending->id, WEB_SORRY_STORE);
        return;
    }
    web_person_unfollow(web, person, pending->room);
    web_room_publish_people(web, pending->room);
    web_say_done(web, pending->account, pending->id);
}

void web_act_quit(struct web *web, struct web_conn *conn, const struct web_op *op)
{
    struct web_rows rows;
    char event[WEB_ACT_ID_BYTES];
    struct web_person *person = conn->person;
    struct web_room *room = web_rooms_at(&web->rooms, op->room);
    if (room == NULL || !room->born || room->is_private || room->is_team ||
        !web_room_has(room, person)) {
        web_say_sorry(web, conn, op->id, WEB_SORRY_ROOM);
        return;
    }
    snprintf(event, sizeof event, "%s/%s", person->account, op->id);
    const struct inbound inbound = {.kind = INBOUND_DEPARTED,
                                    .adapter = WEB_ADAPTER,
                                    .event_id = event,
                                    .room = room->id,
                                    .account = person->account,
                                    .name = person->name,
                                    .at_ms = web_now_ms(web)};
    web_room_remove(room, person);
    web_rows_init(&rows, web->arena);
    web_person_row(person, &rows);
    struct web_pending *pending = web_room_pending(web, conn, op, web_quit);
    pending->room = room;
    if (!house_enqueue(web->house, (struct adapter *)web, &inbound, rows.row, rows.count,
                       pending)) {
        web_room_add(room, person);
        web_pending_free(web, &pending);
        web_say_sorry(web, conn, op->id, WEB_SORRY_BUSY);
    }
}
