#include "room_kit.h"

#include <stdlib.h>

#include "heap.h"
#include "matrix_base.h"
#include "matrix_power.h"

static void count(struct matrix_room *room, enum matrix_membership membership, int by)
{
    room->joined_count += (unsigned)(membership == MATRIX_JOINED ? by : 0);
    room->invited_count += (unsigned)(membership == MATRIX_INVITED ? by : 0);
}

void room_member(struct matrix_room *room, const char *user, enum matrix_membership membership)
{
    struct matrix_member *member = map_get(&room->members, user);
    if (member == NULL) {
        member = heap_allocate(sizeof *member);
        matrix_copy(member->id, user);
        map_put(&room->members, member->id, member);
    }
    count(room, member->membership, -1);
    member->membership = membership;
    count(room, membership, 1);
}

void room_make(struct matrix_room *room)
{
    const struct entropy entropy = entropy_system();
    room->state = MATRIX_STATE_COMPLETE;
    room->power = room->power == NULL ? matrix_power_new() : room->power;
    room->own = MATRIX_JOINED;
    room->encryption = MATRIX_PLAIN;
    room->join_rule = MATRIX_JOIN_INVITE;
    room->history = MATRIX_HISTORY_JOINED;
    if (room->members.key[0] == 0) {
        map_init(&room->members, &entropy);
    }
    room_member(room, ROOM_BOT, MATRIX_JOINED);
}

void room_clear(struct matrix_room *room)
{
    size_t at = 0;
    for (struct matrix_member *member = NULL; (member = map_next(&room->members, &at)) != NULL;) {
        free(member);
    }
    map_deinit(&room->members);
    matrix_power_free(&room->power);
    free(room->thread);
    free(room->thread_last);
}
