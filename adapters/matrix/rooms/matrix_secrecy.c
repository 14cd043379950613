/* Checked in the order in which a mistake would be worst. */
#include "matrix_secrecy.h"

#include <string.h>

#include "matrix_power.h"

static bool secrecy_may(const struct matrix_readers *readers, const char *account)
{
    bool may = strcmp(readers->own, account) == 0;
    for (unsigned i = 0; i < readers->count && !may; i++) {
        may = strcmp(readers->account[i], account) == 0;
    }
    return may;
}

/* Is anybody joined or invited who may not read? Checked by name, and by the number of members. */
static bool secrecy_has_stranger(const struct matrix_room *room,
                                 const struct matrix_readers *readers)
{
    size_t at = 0;
    unsigned named = 0;
    for (const struct matrix_member *member = NULL;
         (member = map_next(&room->members, &at)) != NULL;) {
        bool inside = member->membership == MATRIX_JOINED || member->membership == MATRIX_INVITED;
        if (inside && !secrecy_may(readers, member->id)) {
            return true;
        }
        named += inside;
    }
    return named != room->joined_count + room->invited_count;
}

static enum matrix_secrecy secrecy_of_readers(const struct matrix_room *room,
                                              const struct matrix_readers *readers)
{
    enum matrix_secrecy worst = SECRECY_HOLDS;
    unsigned joined = 0;
    for (unsigned i = 0; i < readers->count; i++) {
        const struct matrix_member *member = matrix_room_member(room, readers->account[i]);
        enum matrix_membership is = member == NULL ? MATRIX_LEFT : member->membership;
        enum matrix_secrecy one = is == MATRIX_JOINED    ? SECRECY_HOLDS
                                  : is == MATRIX_INVITED ? SECRECY_INVITED
                                                         : SECRECY_LEFT;
        joined += one == SECRECY_HOLDS;
        worst = one > worst ? one : worst;
    }
    return !readers->all && joined > 0 ? SECRECY_HOLDS : worst;
}

enum matrix_secrecy matrix_secrecy(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                                   const struct matrix_readers *readers)
{
    const struct matrix_member *own = matrix_room_member(room, readers->own);
    if (room->state != MATRIX_STATE_COMPLETE) {
        return SECRECY_UNKNOWN;
    }
    if (room->own != MATRIX_JOINED || own == NULL || own->membership != MATRIX_JOINED) {
        return SECRECY_OUT;
    }
    if (!e2ee->may(e2ee, room)) {
        return SECRECY_ENCRYPTED;
    }
    if (room->history != MATRIX_HISTORY_JOINED && room->history != MATRIX_HISTORY_INVITED) {
        return SECRECY_HISTORY;
    }
    if (room->join_rule != MATRIX_JOIN_INVITE && room->join_rule != MATRIX_JOIN_KNOCK) {
        return SECRECY_OPEN;
    }
    if (secrecy_has_stranger(room, readers)) {
        return SECRECY_STRANGER;
    }
    return secrecy_of_readers(room, readers);
}

const char *matrix_secrecy_name(enum matrix_secrecy secrecy)
{
    static const char *const names[] = {
        [SECRECY_HOLDS] = "holds",         [SECRECY_UNKNOWN] = "unknown", [SECRECY_OUT] = "out",
        [SECRECY_ENCRYPTED] = "encrypted", [SECRECY_HISTORY] = "history", [SECRECY_OPEN] = "open",
        [SECRECY_STRANGER] = "stranger",   [SECRECY_INVITED] = "invited", [SECRECY_LEFT] = "left",
    };
    return names[secrecy];
}

enum matrix_secrecy matrix_secret_place(const struct matrix_e2ee *e2ee,
                                        const struct matrix_room *room, const char *own,
                                        const char *player, struct matrix_secret_place *place)
{
    const struct matrix_readers readers = {.own = own, .account = &player, .count = 1, .all = true};
    enum matrix_secrecy secrecy = matrix_secrecy(e2ee, room, &readers);
    if (secrecy == SECRECY_HOLDS) {
        place->room = room;
    }
    return secrecy;
}

bool matrix_open_place(const struct matrix_e2ee *e2ee, const struct matrix_room *room,
                       struct matrix_open_place *place)
{
    bool open = room->own == MATRIX_JOINED && e2ee->may(e2ee, room);
    if (open) {
        place->room = room;
    }
    return open;
}

bool matrix_room_speaks(const struct matrix_room *room, const char *own)
{
    return room->state < MATRIX_STATE_PARTIAL ||
           matrix_power_of(room->power, own) >=
               matrix_power_to_send(room->power, "m.room.message", false);
}
