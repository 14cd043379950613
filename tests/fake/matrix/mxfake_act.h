/* The people of the Matrix homeserver for tests: what they do, and what they see. Rooms, users and
 * events are their ids. An act that the server would not let them do is NULL or false, and
 * mxfake_why says why. No limits hold for them. */
#ifndef MXFAKE_ACT_H
#define MXFAKE_ACT_H

#include "mxfake.h"

/* Somebody with a client that is always there. "@name:server"; a name with a ':' is another
 * server's ("ana:else.example"). */
const char *mxfake_person(struct mxfake *fake, const char *name);
/* Of an event, for all rooms they are in. */
bool mxfake_rename(struct mxfake *fake, const char *user, const char *name);

struct mxfake_room_setup {
    const char *version; /* NULL: the usual one */
    const char *preset;  /* NULL: "private_chat" */
    const char *name;    /* NULL: none */
    const char *invites; /* one user; NULL: none */
    bool direct;
    bool encrypted;
    const char *json; /* more members of the body of createRoom; NULL: none */
};

/* The room's id; setup NULL: all as usual. */
const char *mxfake_room(struct mxfake *fake, const char *user,
                        const struct mxfake_room_setup *setup);
bool mxfake_invite(struct mxfake *fake, const char *by, const char *room, const char *user);
bool mxfake_join(struct mxfake *fake, const char *user, const char *room);
/* Also of an invite or a knock: no more of it. */
bool mxfake_leave(struct mxfake *fake, const char *user, const char *room);
bool mxfake_knock(struct mxfake *fake, const char *user, const char *room);
bool mxfake_kick(struct mxfake *fake, const char *by, const char *room, const char *user,
                 const char *reason);
bool mxfake_ban(struct mxfake *fake, const char *by, const char *room, const char *user,
                const char *reason);
bool mxfake_unban(struct mxfake *fake, const char *by, const char *room, const char *user);
/* "join", "invite", "leave", "ban", "knock"; "" never. */
const char *mxfake_membership(const struct mxfake *fake, const char *room, const char *user);

/* Events; their ids. */
const char *mxfake_say(struct mxfake *fake, const char *user, const char *room, const char *text);
const char *mxfake_notice(struct mxfake *fake, const char *user, const char *room,
                          const char *text);
/* With a mention of whom, as clients write it. */
const char *mxfake_mention(struct mxfake *fake, const char *user, const char *room,
                           const char *whom, const char *text);
const char *mxfake_reply(struct mxfake *fake, const char *user, const char *event,
                         const char *text);
const char *mxfake_in_thread(struct mxfake *fake, const char *user, const char *root,
                             const char *text);
const char *mxfake_edit(struct mxfake *fake, const char *user, const char *event, const char *text);
const char *mxfake_react(struct mxfake *fake, const char *user, const char *event, const char *key);
/* Takes the reaction of this user with this key back. */
const char *mxfake_unreact(struct mxfake *fake, const char *user, const char *event,
                           const char *key);
const char *mxfake_redact(struct mxfake *fake, const char *user, const char *event,
                          const char *reason);
/* Any event; content is JSON. key NULL: no state. */
const char *mxfake_send(struct mxfake *fake, const char *user, const char *room, const char *type,
                        const char *key, const char *content);
/* The same without asking any rule: as other servers do wrong. */
const char *mxfake_force(struct mxfake *fake, const char *user, const char *room, const char *type,
                         const char *key, const char *content);
/* The room is closed and another takes its place, whose id it is: by the book. */
const char *mxfake_upgrade(struct mxfake *fake, const char *user, const char *room,
                           const char *version);
/* Account data of all rooms; content is JSON. */
bool mxfake_account_data(struct mxfake *fake, const char *user, const char *type,
                         const char *content);
/* Nothing that whom says reaches user any more. */
bool mxfake_ignore(struct mxfake *fake, const char *user, const char *whom);
bool mxfake_to_device(struct mxfake *fake, const char *from, const char *user, const char *type,
                      const char *content);
/* Why the last act was not possible. */
const char *mxfake_why(const struct mxfake *fake);

/* The picture of who sees what. Each is {"room","event","at_ms","sender","type","body","content"};
 * what was redacted is shown as it was, since clients have kept it. */
/* All that this user could ever read, in order; room NULL: everywhere. */
char *mxfake_sees(const struct mxfake *fake, const char *user, const char *room);
/* The same one by one, as they are now, for who asks often; it lives until the next act. */
struct mxfake_seen {
    size_t number; /* in the order of all events */
    const char *room;
    const char *event;
    const char *sender;
    const char *type;
    const char *content; /* JSON, freed behind the call; only where wanted() says so */
    bool redacted;
};
struct mxfake_seeing {
    /* Is it to be shown with its content? Called for each event there is. */
    bool (*wanted)(void *context, size_t number);
    void (*seen)(void *context, const struct mxfake_seen *seen);
    void *context;
};
void mxfake_each_seen(const struct mxfake *fake, const char *user,
                      const struct mxfake_seeing *seeing);
/* Are these words in anything this user could ever read? */
bool mxfake_has_seen(const struct mxfake *fake, const char *user, const char *words);
bool mxfake_can_see(const struct mxfake *fake, const char *user, const char *event);
/* The newest event of a type (NULL: "m.room.message") by sender (NULL: anybody) that user can see
 * in a room (NULL: any); NULL: none. */
const char *mxfake_latest(const struct mxfake *fake, const char *user, const char *room,
                          const char *sender, const char *type);
/* The body of a message with its edits; "" none. */
const char *mxfake_body(struct mxfake *fake, const char *event);
/* An event as clients get it; NULL: there is none. */
char *mxfake_event_json(struct mxfake *fake, const char *event);
/* Pairs of messages in one room that sender (NULL: anybody) sent with the same content within
 * within_ms: [{"room","body","first","second"}]; NULL: none. */
char *mxfake_twice(const struct mxfake *fake, const char *sender, int64_t within_ms);
/* The members of a room with this membership, as a JSON array. */
char *mxfake_members(const struct mxfake *fake, const char *room, const char *membership);
/* The content of a piece of state; NULL: there is none. Freed by the caller. */
char *mxfake_room_state(const struct mxfake *fake, const char *room, const char *type,
                        const char *key);
/* The rooms user is joined to, as a JSON array. */
char *mxfake_rooms(const struct mxfake *fake, const char *user);

#endif
