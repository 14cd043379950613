/* Rooms, their events and their rules in the Matrix homeserver for tests. */
#ifndef MXFAKE_ROOM_H
#define MXFAKE_ROOM_H

#include "mxfake_inside.h"

/* An event that somebody wants there to be. */
struct mxfake_draft {
    struct mxfake_room *room;
    struct mxfake_user *sender;
    const char *type;
    const char *key; /* NULL: no state */
    cJSON *content;  /* taken by mxfake_put and mxfake_event_new, whatever comes of it */
    struct mxfake_event *target; /* that it redacts */
    struct mxfake_device *device;
    const char *txn;
};

/* --- mxfake_room.c */
struct mxfake_room *mxfake_room_find(const struct mxfake *fake, const char *id);
struct mxfake_room *mxfake_room_new(struct mxfake *fake, const char *version);
struct mxfake_event *mxfake_event_find(const struct mxfake *fake, const char *id);
/* Adds it, asking no rule. */
struct mxfake_event *mxfake_event_new(struct mxfake *fake, const struct mxfake_draft *draft);
/* The same by the rules; NULL: no says why. State that changes nothing is the event it was. */
struct mxfake_event *mxfake_put(struct mxfake *fake, const struct mxfake_draft *draft,
                                struct mxfake_no *no);
void mxfake_rooms_free(struct mxfake *fake);
/* The state at a position (MXFAKE_NOW: now); NULL: none. */
enum { MXFAKE_V12 = 12 };
#define MXFAKE_NOW UINT64_MAX
struct mxfake_event *mxfake_state_at(const struct mxfake_room *room, const char *type,
                                     const char *key, uint64_t pos);
struct mxfake_event *mxfake_slot_at(const struct mxfake_slot *slot, uint64_t pos);
const cJSON *mxfake_state_now(const struct mxfake_room *room, const char *type, const char *key);
/* Number of events of the room with a position of at most pos. */
size_t mxfake_events_until(const struct mxfake_room *room, uint64_t pos);
/* Undoes what came after a position. */
void mxfake_rooms_undo(struct mxfake *fake, uint64_t pos);

/* --- mxfake_rule.c */
/* "join", "invite", "leave", "ban", "knock"; "" never. */
const char *mxfake_member_at(const struct mxfake_room *room, const char *user, uint64_t pos);
bool mxfake_is_member(const struct mxfake_room *room, const struct mxfake_user *user);
size_t mxfake_member_count(const struct mxfake_room *room, const char *membership);
/* INT64_MAX: a creator of a room of version 12. */
int64_t mxfake_power(const struct mxfake_room *room, const char *user);
int64_t mxfake_level(const struct mxfake_room *room, const char *name, int64_t otherwise);
bool mxfake_may(const struct mxfake *fake, const struct mxfake_draft *draft, struct mxfake_no *no);

/* --- mxfake_member.c */
/* One member event. */
struct mxfake_move {
    struct mxfake_room *room;
    struct mxfake_user *by;
    struct mxfake_user *whom;
    const char *membership;
    const char *reason; /* NULL: none */
    bool direct;
};
struct mxfake_event *mxfake_move(struct mxfake *fake, const struct mxfake_move *move,
                                 struct mxfake_no *no);
/* Creates a room as the body of createRoom says. */
struct mxfake_room *mxfake_create(struct mxfake *fake, struct mxfake_user *user, const cJSON *body,
                                  struct mxfake_no *no);
/* The same in the three steps in which others get to see it: there is a room with its creator in
 * it; its rules; the invites. */
struct mxfake_room *mxfake_create_begin(struct mxfake *fake, struct mxfake_user *user,
                                        const cJSON *body, struct mxfake_no *no);
bool mxfake_create_rules(struct mxfake *fake, struct mxfake_room *room, const cJSON *body,
                         struct mxfake_no *no);
bool mxfake_create_invites(struct mxfake *fake, struct mxfake_room *room, const cJSON *body,
                           struct mxfake_no *no);
/* The new room, then the tombstone, then silence in the old one; nobody is invited by it. */
struct mxfake_room *mxfake_replace(struct mxfake *fake, struct mxfake_user *user,
                                   struct mxfake_room *room, const char *version,
                                   struct mxfake_no *no);
struct mxfake_alias *mxfake_alias_find(const struct mxfake *fake, const char *alias);

/* --- mxfake_event.c */
enum mxfake_shape {
    MXFAKE_SHAPE_SYNC, /* without the room */
    MXFAKE_SHAPE_FULL,
    MXFAKE_SHAPE_STRIPPED
};
cJSON *mxfake_event_client(const struct mxfake *fake, const struct mxfake_event *event,
                           const struct mxfake_device *device, enum mxfake_shape shape);
/* May user read this event (history visibility, ignored users)? */
bool mxfake_visible(const struct mxfake_event *event, const struct mxfake_user *user);
/* The newest edit of a message; NULL: none. */
struct mxfake_event *mxfake_event_edit(const struct mxfake_event *event);
/* What an event relates to: the id and the kind; NULL: nothing. */
const char *mxfake_relates_to(const cJSON *content, const char **kind);
/* Redacts a target by an event that is there. */
void mxfake_event_redact(const struct mxfake *fake, struct mxfake_event *target,
                         struct mxfake_event *by);

/* --- mxfake_filter.c: a filter of events, as JSON; NULL: everything */
bool mxfake_filter_fits(const cJSON *filter, const struct mxfake_event *event);
bool mxfake_filter_type(const cJSON *filter, const char *type);
bool mxfake_filter_room(const cJSON *filter, const char *room);

#endif
