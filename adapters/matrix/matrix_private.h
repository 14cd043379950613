/* Inside the adapter: what its files share. */
#ifndef MATRIX_PRIVATE_H
#define MATRIX_PRIVATE_H

#include "catalogue.h"
#include "house.h"
#include "map.h"
#include "matrix.h"
#include "matrix_client.h"
#include "matrix_room.h"
#include "settings.h"

struct matrix;
struct matrix_flight;
struct matrix_errand;
struct matrix_out;
struct matrix_session;
struct matrix_sync;
struct matrix_appservice;
struct matrix_invites;
struct hear_reaction;
struct hear_waiter;

/* A token for house_heard, house_store and house_sent is NULL, or the beginning of something whose
 * owner is told, and frees it. */
struct matrix_waiter {
    void (*stored)(struct matrix *matrix, struct matrix_waiter *waiter, const struct fault *fault);
};

struct matrix {
    struct house *house;
    const struct house_setup *world;
    const struct settings *settings;
    struct net_client *own_net; /* what the wire is of; NULL where it is somebody else's */
    const struct net_wire *wire;
    struct pictures *pictures;
    struct pictures *own_pictures;
    struct matrix_session *session;
    struct matrix_client *client;
    struct matrix_sync *sync;
    struct net_timer *timer;
    struct arena *arena; /* of one event or send */
    char user[MATRIX_ID_BYTES];
    char device[MATRIX_ID_BYTES];
    int64_t opened_ms;
    int64_t there_ms; /* until when all that was said there is known to have been heard; 0 never */
    bool draining;
    bool is_gone;
    struct fault gone;
    struct matrix_invites *invites;
    struct {
        int64_t due_ms;
        uint64_t number; /* of a request; 0 none */
        char room[MATRIX_ID_BYTES];
    } alone; /* rooms that everybody has left: matrix_alone.c */
    struct {
        int64_t seen_ms, told_ms;         /* 0 never */
    } twin;                               /* another process with our token: matrix_twin.c */
    struct matrix_appservice *appservice; /* in place of sync; NULL: the bot is none */
    struct map names;            /* of struct matrix_name: how people are called, by account */
    struct map reactions;        /* that may be taken back, by their event: matrix_hear.c */
    struct hear_waiter *waiters; /* what was heard and is on its way to the disk */
    struct hear_reaction *oldest_reaction;
    struct hear_reaction *newest_reaction;
    unsigned reaction_count;
    struct map rooms;   /* of struct matrix_room */
    struct map ignored; /* people whom the account ignores: matrix_ignored.c */
    struct map people;  /* of struct matrix_person: matrix_direct.h */
    struct map choices; /* what reactions on our messages mean: matrix_choice.h */
    struct map boards;
    struct matrix_flight *flights;
    unsigned asked; /* people who are waited for (matrix_direct.c) */
    struct matrix_errand *errands;
    struct matrix_out *out; /* the sending half's own: matrix_flight.h; NULL until needed */
};

int64_t matrix_now_ms(const struct matrix *matrix);
/* Sees to it that the tick comes when the next thing is due. */
void matrix_plan(struct matrix *matrix);
/* A sentence of the catalogue, as it is. In the arena. */
const char *matrix_words(struct matrix *matrix, const char *key);
/* A row of ours, alone. value NULL takes it away. Keys: "session", "sync", "filter", "r/<room>",
 * "u/<user>", "c/<event>", "o/<nonce>" … */
void matrix_store_row(struct matrix *matrix, const char *key, const char *value);
/* An id, cut at its limit; "" for NULL. */
char *matrix_copy(char *into, const char *id);
/* How somebody was called where they were heard last. */
void matrix_person_named(struct matrix *matrix, const char *user, const char *name);
/* We know who we are, and may ask for things (again). */
void matrix_signed_in(struct matrix *matrix);
/* It will never sync again without a person's help. */
void matrix_lost(struct matrix *matrix, const struct fault *fault);

/* --- from what is heard to what is sent (matrix_send.c, matrix_direct.c, matrix_choice.c) ------
 */

void matrix_send(struct adapter *adapter, const struct sending *sending);
void matrix_order(struct adapter *adapter, const struct room_order *order);
void matrix_caps(const struct adapter *adapter, const char *room, struct room_caps *caps);
/* Something about a room has changed: members, power, encryption, what we are there. What waits for
 * it goes on, or is refused. */
void matrix_room_changed(struct matrix *matrix, struct matrix_room *room);
/* An event of our own came back: the one that this transaction id has become. */
void matrix_echoed(struct matrix *matrix, const struct matrix_room *room, const char *transaction,
                   const char *event);
/* What a reaction with this key on that message of ours stands for, as a choice's control; NULL:
 * nothing. */
const char *matrix_choice_at(const struct matrix *matrix, const char *event, const char *key);
/* A row read at the start, by its key's first letters. False: it is none of theirs. */
bool matrix_send_restore(struct matrix *matrix, const char *key, const char *text, size_t len);
int64_t matrix_send_due_ms(const struct matrix *matrix);
void matrix_send_tick(struct matrix *matrix, int64_t now_ms);
void matrix_send_free(struct matrix *matrix);

/* A person has said or pressed something that is meant for us: from now on they may be invited to a
 * direct room, until they leave it. */
void matrix_person_acted(struct matrix *matrix, const char *user);
/* Somebody asks to be let into a room. */
void matrix_knocked(struct matrix *matrix, const struct matrix_room *room, const char *user);
/* Says a sentence of the catalogue, no secret, to everybody in a room. */
void matrix_room_say(struct matrix *matrix, const char *room, const char *key);
/* Says a sentence of the catalogue to somebody in their plain direct room, which is made if need
 * be: why their invite was declined, say. No secret, and no more than one of the same kind an hour.
 */
void matrix_direct_say(struct matrix *matrix, const char *user, const char *key);

#endif
