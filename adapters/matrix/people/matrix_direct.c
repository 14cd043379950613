/* The direct channel to one person. Whatever happens to their room (an answer, a member event, a
 * deadline) calls direct_advance(), which determines the next step from scratch. A secret is
 * written only with a matrix_secret_place, one part at a time. */
#include "matrix_direct.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "json_at.h"
#include "log.h"
#include "matrix_create.h"
#include "matrix_invitation.h"
#include "matrix_people_private.h"
#include "matrix_search.h"
#include "matrix_state_fetch.h"
#include "route.h"
#include "table.h"

static void direct_advance(struct matrix_person *person);

static void direct_set_state(struct matrix_person *person, enum matrix_direct_state way)
{
    assert(transitions_allow(&matrix_direct_transitions, person->state, way));
    person->state = way;
}

static bool direct_is_being_created(const struct matrix_person *person)
{
    return person->state == MATRIX_DIRECT_CREATES || person->state == MATRIX_DIRECT_RECOVERS;
}

/* --- those who wait --------------------------------------------------------------------------- */

static bool direct_is_wanted(const struct matrix_person *person)
{
    return person->first_secret != NULL || person->say[0] != '\0';
}

static void direct_say(const struct matrix_person *person, const char *room, const char *key,
                       const char *account)
{
    person->matrix->people->events->say(person->matrix, room, key, account);
}

/* All waiting messages fail; the house tries them again where that makes sense. */
static void direct_fail(struct matrix_person *person, enum send_status status, int64_t retry_ms,
                        const char *why)
{
    struct matrix_secret *secret = NULL;
    matrix_secrets_set_waiting(person, 0);
    while ((secret = matrix_secrets_pop(person)) != NULL) {
        person->matrix->people->events->fail(secret, status, retry_ms, why);
    }
}

/* Tells the table's room what this person has to do; once, until they have joined. */
static void direct_notify_table(struct matrix_person *person, const char *key)
{
    if (!person->notified && person->about[0] != '\0') {
        person->notified = true;
        direct_say(person, person->about, key, person->id);
    }
}

/* --- requests --------------------------------------------------------------------------------- */

/* A request for their room has failed: so do all waiting messages. */
static void direct_request_failed(struct matrix_person *person, const struct answer *answer)
{
    int64_t now_ms = matrix_now_ms(person->matrix);
    struct answer_end end = answer_end(answer, ANSWER_ABOUT_ROOM, now_ms);
    if (end.retry_ms == 0) {
        log_event(LEVEL_WARNING, "matrix.direct_room_refused",
                  LOG_FIELDS(log_text("why", answer->why)));
        person->closed_ms = now_ms;
        direct_notify_table(person,
                            answer->status == ANSWER_CLOSED ? "matrix.blocked" : "matrix.refused");
    }
    direct_fail(person, end.retry_ms == 0 ? SEND_REFUSED : SEND_NOT_SENT, end.retry_ms,
                answer->why);
}

/* This is their direct room from now on. */
static void direct_set_room(struct matrix_person *person, const char *id)
{
    struct matrix *matrix = person->matrix;
    struct matrix_room *room = matrix_room_at(matrix, id);
    room->kind = MATRIX_ROOM_DIRECT;
    matrix_copy(room->player, person->id);
    matrix_copy(person->room, id);
    person->message_count = 0;
    person->listed = MATRIX_LISTED_NOT;
    person->expected = false; /* until they are invited or joined there */
    matrix_person_keep(matrix, person);
    matrix_listing_add(matrix, person);
}

static void direct_found(void *context, struct matrix_room *room, enum answer_status status)
{
    struct matrix_person *person = context;
    const struct answer unknown = {.status = status, .why = "rooms could not be looked at"};
    direct_set_state(person, MATRIX_DIRECT_IDLE);
    person->search_failed = status != ANSWER_DONE;
    if (room != NULL) {
        direct_set_room(person, room->id);
    } else if (status != ANSWER_DONE) {
        direct_request_failed(person, &unknown);
    } else {
        person->made_ms = 0; /* none was created */
    }
    direct_advance(person);
    matrix_plan(person->matrix);
}

/* Was a room created, and only the answer lost? */
static void direct_search(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    direct_set_state(person, person->state == MATRIX_DIRECT_CREATES ? MATRIX_DIRECT_RECOVERS
                                                                    : MATRIX_DIRECT_SEARCHES);
    matrix_search_start(matrix, matrix_direct_marker(matrix->send_arena, person->id), direct_found,
                        person);
}

/* Their room is created. A state that was fetched, or is being fetched, may be older than their
 * invite: it is fetched again. */
static void direct_created(struct matrix_person *person, const char *id)
{
    struct matrix_room *room = matrix_room_at(person->matrix, id);
    if (strcmp(person->room, id) != 0) { /* a sync may have had it before */
        direct_set_room(person, id);
    }
    matrix_room_doubt_members(room);
    matrix_room_stale(room);
}

static void direct_create_answered(void *context, const struct answer *answer)
{
    struct matrix_person *person = context;
    const char *id = json_at_text(answer->json, "room_id");
    bool sound = id != NULL && id[0] == '!' && strlen(id) < MATRIX_ID_BYTES;
    person->request = 0;
    if (answer->status == ANSWER_DONE && sound) {
        CRASH_POINT("matrix.room_made");
        direct_set_state(person, MATRIX_DIRECT_IDLE);
        direct_created(person, id);
        person->expected = true; /* with their invite */
        matrix_person_keep(person->matrix, person);
        direct_advance(person);
    } else if (answer->status == ANSWER_AMBIGUOUS || answer->status == ANSWER_DONE) {
        direct_search(person);
    } else {
        direct_set_state(person, MATRIX_DIRECT_IDLE);
        person->made_ms = 0;
        direct_request_failed(person, answer);
    }
    matrix_plan(person->matrix);
}

static void direct_create(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    const char *json = matrix_direct_creation(person);
    if (json == NULL) {
        return; /* matrix_direct_known follows */
    }
    const struct matrix_request request = {.method = "POST",
                                           .route = "/createRoom",
                                           .json = json,
                                           .limited = true,
                                           .once = true,
                                           .time_ms = MATRIX_CREATE_MS,
                                           .try_ms = MATRIX_CREATE_MS};
    direct_set_state(person, MATRIX_DIRECT_CREATES);
    person->made_ms = matrix_now_ms(matrix);
    person->refetched = false;
    person->looks = 0;
    person->look_ms = 0;
    person->request = matrix_client_start(matrix->client, &request, direct_create_answered, person);
}

static void direct_state_fetched(void *context, struct matrix_room *room, bool known,
                                 enum answer_status status)
{
    struct matrix_person *person = context;
    const struct answer answer = {.status = ANSWER_DOWN, .why = "the direct room is unread"};
    direct_set_state(person, MATRIX_DIRECT_IDLE);
    if (!known && (status == ANSWER_FORBIDDEN || status == ANSWER_GONE)) {
        room->own = MATRIX_LEFT;
        room->state = MATRIX_STATE_COMPLETE; /* there is nothing more to know */
        direct_advance(person);
        room->state = MATRIX_STATE_UNKNOWN;
    } else if (!known) {
        direct_request_failed(person, &answer);
    } else {
        direct_advance(person);
    }
    matrix_plan(person->matrix);
}

static void direct_invited(void *context, const struct answer *answer)
{
    struct matrix_person *person = context;
    struct matrix_room *room = matrix_room_find(person->matrix, person->room);
    direct_set_state(person, MATRIX_DIRECT_IDLE);
    person->request = 0;
    if (room != NULL) {
        matrix_room_doubt_members(room); /* whether they are invited or joined, its state says */
    }
    if (answer->status == ANSWER_DONE) {
        person->expected = true;
        matrix_person_keep(person->matrix, person);
        direct_advance(person);
    } else if (answer->status == ANSWER_FORBIDDEN && !person->invite_refused) {
        person->invite_refused = true; /* they may have joined already */
        direct_advance(person);
    } else {
        direct_request_failed(person, answer);
    }
    matrix_plan(person->matrix);
}

static void direct_invite(struct matrix_person *person, const struct matrix_room *room)
{
    struct matrix *matrix = person->matrix;
    const struct matrix_request request = matrix_invitation_direct(room->id, person->id);
    direct_set_state(person, MATRIX_DIRECT_INVITES);
    person->request = matrix_client_start(matrix->client, &request, direct_invited, person);
}

/* --- the next step ---------------------------------------------------------------------------- */

/* Its history's visibility, which createRoom always sets, is not there (yet). */
static bool direct_is_unfinished(const struct matrix_room *room, enum matrix_secrecy secrecy)
{
    return secrecy == SECRECY_HISTORY && room->history == MATRIX_HISTORY_UNKNOWN;
}

/* The room is unusable for good: one last sentence says so there. Another is created, but not again
 * and again if somebody provokes it. */
static void direct_give_up_room(struct matrix_person *person, struct matrix_room *room,
                                enum matrix_secrecy secrecy)
{
    struct matrix *matrix = person->matrix;
    struct matrix_open_place place;
    bool unfinished = direct_is_unfinished(room, secrecy);
    const char *why = unfinished ? "unfinished" : matrix_secrecy_name(secrecy);
    log_event(LEVEL_WARNING, "matrix.direct_room_given_up", LOG_FIELDS(log_text("why", why)));
    room->kind = MATRIX_ROOM_OPEN;
    room->player[0] = '\0';
    memset(room->marker, 0, sizeof room->marker);
    person->room[0] = '\0';
    person->expected = false;
    matrix_person_keep(matrix, person);
    if (unfinished) {
        matrix_direct_leave_unfinished(person);
    } else if (matrix_open_place(matrix->e2ee, room, &place)) {
        direct_say(person, room->id, "matrix.not_alone", NULL);
    }
}

/* May they be invited? If not, their table's room is told. */
static bool direct_may_invite(struct matrix_person *person)
{
    if (!person->may_invite) {
        direct_notify_table(person, "matrix.act_first");
    }
    return person->may_invite;
}

static void direct_open(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    struct arena *arena = matrix->send_arena;
    const struct matrix_room *room =
        matrix_search_known(matrix, matrix_direct_marker(arena, person->id));
    int64_t now_ms = matrix_now_ms(matrix);
    bool tried = person->first_secret != NULL && person->first_secret->tried;
    if (room != NULL) {
        direct_set_room(person, room->id);
        direct_advance(person); /* NOLINT(misc-no-recursion): they have a room now */
    } else if (person->search_failed) {
        direct_search(person); /* the homeserver may answer now */
    } else if (person->made_ms != 0 && now_ms - person->made_ms < MATRIX_DIRECT_ANEW_MS) {
        direct_fail(person, SEND_REFUSED, 0, "the room made for them is not theirs alone");
    } else if (now_ms < person->anew_ms) {
        direct_fail(person, SEND_NOT_SENT, person->anew_ms, "their room is never created whole");
    } else if (person->closed_ms != 0) {
        direct_fail(person, SEND_REFUSED, 0, "they take no invitation");
    } else if (!direct_may_invite(person)) {
        return;
    } else if (tried && !person->searched) {
        person->searched = true;
        direct_search(person);
    } else {
        direct_create(person);
    }
}

static void direct_write(struct matrix_person *person, struct matrix_room *room)
{
    struct matrix *matrix = person->matrix;
    struct matrix_secret *secret = NULL;
    matrix_secrets_set_waiting(person, 0);
    person->notified = false;
    person->invite_refused = false;
    person->looks = 0;
    person->look_ms = 0;
    person->unfinished = 0;
    if (!person->expected) {
        person->expected = true;
        matrix_person_keep(matrix, person);
    }
    if (person->listed == MATRIX_LISTED_NOT) {
        matrix_listing_add(matrix, person);
    }
    if (person->say[0] != '\0') {
        char key[MATRIX_KEY_OF_WORDS_BYTES];
        memcpy(key, person->say, sizeof key);
        person->say[0] = '\0';
        matrix_person_keep(matrix, person);
        direct_say(person, room->id, key, NULL);
    }
    while ((secret = matrix_secrets_pop(person)) != NULL) {
        struct matrix_secret_place place;
        enum matrix_secrecy secrecy =
            matrix_secret_place(matrix->e2ee, room, matrix->user, person->id, &place);
        if (secrecy != SECRECY_HOLDS) {
            matrix_secrets_wait(secret);
            return;
        }
        matrix->people->events->write(secret, place);
    }
}

/* Who has left or declined is not invited again before they act. Who was never invited or joined
 * there has done neither. */
static void direct_note_membership(struct matrix_person *person, enum matrix_secrecy secrecy)
{
    if (secrecy == SECRECY_LEFT && person->expected) {
        person->expected = false;
        person->may_invite = false;
        matrix_person_keep(person->matrix, person);
    } else if (secrecy == SECRECY_INVITED && !person->expected) {
        person->expected = true;
        matrix_person_keep(person->matrix, person);
    }
}

static enum matrix_secrecy direct_secrecy(const struct matrix_person *person,
                                          const struct matrix_room *room)
{
    const char *player = person->id;
    const struct matrix_readers readers = {
        .own = person->matrix->user, .account = &player, .count = 1, .all = true};
    return matrix_secrecy(person->matrix->e2ee, room, &readers);
}

static void direct_fetch(struct matrix_person *person, struct matrix_room *room)
{
    person->look_ms = 0;
    direct_set_state(person, MATRIX_DIRECT_FETCHES);
    matrix_room_fetch_state(person->matrix, room, direct_state_fetched, person);
}

/* While the homeserver is still creating the room it is looked at again, each time after twice the
 * wait; what comes by the sync is sooner. */
static bool direct_looks_again(struct matrix_person *person)
{
    if (person->looks >= MATRIX_DIRECT_LOOKS) {
        return false;
    }
    if (person->look_ms == 0) {
        int64_t wait_ms = (int64_t)MATRIX_DIRECT_LOOK_MS << person->looks++;
        person->look_ms = matrix_now_ms(person->matrix) + wait_ms;
    }
    return true;
}

/* A state fetched while the homeserver was still creating the room may lack what makes it private,
 * so it is fetched once more. Nothing is written there meanwhile. */
static void direct_refetch(struct matrix_person *person, struct matrix_room *room,
                           enum matrix_secrecy secrecy)
{
    if (direct_is_unfinished(room, secrecy) && direct_looks_again(person)) {
        return;
    }
    if (!person->refetched && secrecy != SECRECY_OUT) {
        person->refetched = true;
        direct_fetch(person, room);
        return;
    }
    direct_give_up_room(person, room, secrecy);
    direct_advance(person); /* NOLINT(misc-no-recursion): they have no room now */
}

static void direct_advance(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    if (person->state != MATRIX_DIRECT_IDLE || !direct_is_wanted(person)) {
        return;
    }
    if (person->room[0] == '\0') {
        direct_open(person); /* NOLINT(misc-no-recursion): once for each room */
        return;
    }
    struct matrix_room *room = matrix_room_at(matrix, person->room);
    enum matrix_secrecy secrecy = direct_secrecy(person, room);
    direct_note_membership(person, secrecy);
    switch (secrecy) {
    case SECRECY_HOLDS:
        direct_write(person, room);
        break;
    case SECRECY_UNKNOWN:
        direct_fetch(person, room);
        break;
    case SECRECY_INVITED:
        break; /* it is their turn */
    case SECRECY_LEFT:
        if (person->closed_ms != 0) {
            direct_notify_table(person, "matrix.blocked");
            direct_fail(person, SEND_REFUSED, 0, "they take no invitation");
        } else if (person->may_invite) {
            direct_invite(person, room);
        } else { /* the house calls them at the table; once they act they are invited */
            direct_notify_table(person, "matrix.gone");
            direct_fail(person, SEND_REFUSED, 0, "they have left their direct room");
        }
        break;
    case SECRECY_OUT:
    case SECRECY_ENCRYPTED:
    case SECRECY_HISTORY:
    case SECRECY_OPEN:
    case SECRECY_STRANGER:
        direct_refetch(person, room, secrecy); /* NOLINT(misc-no-recursion): once for each room */
        break;
    }
}

void matrix_direct_send(struct matrix_secret *secret)
{
    struct matrix_person *person = secret->person;
    matrix_secrets_wait(secret);
    direct_advance(person);
}

/* --- changes of rooms -------------------------------------------------------------------- */

/* A room that we created for somebody who has none: a sync may have its creation before, or
 * without, the answer. It is theirs from then on. */
static void direct_adopt(struct matrix *matrix, const struct matrix_room *room)
{
    const char *user = matrix_direct_player(room->marker);
    struct matrix_person *person = user == NULL ? NULL : matrix_person_find(matrix, user);
    if (person != NULL && person->room[0] == '\0' && room->kind == MATRIX_ROOM_OPEN &&
        room->own == MATRIX_JOINED) {
        direct_set_room(person, room->id);
    }
}

void matrix_direct_changed(struct matrix *matrix, struct matrix_room *room)
{
    direct_adopt(matrix, room);
    struct matrix_person *person =
        room->kind == MATRIX_ROOM_DIRECT ? matrix_person_find(matrix, room->player) : NULL;
    if (person == NULL || strcmp(person->room, room->id) != 0 || direct_is_being_created(person)) {
        return;
    }
    enum matrix_secrecy secrecy = direct_secrecy(person, room);
    /* An invite may be old, from a sync behind the fetched state: they have joined by now, and
     * nobody else can read what is being sent. */
    if (secrecy != SECRECY_HOLDS && secrecy != SECRECY_INVITED) {
        matrix->people->events->stop(matrix, person, room);
    }
    if (secrecy != SECRECY_UNKNOWN) {
        direct_note_membership(person, secrecy);
    }
    direct_advance(person);
}

void matrix_direct_say(struct matrix *matrix, const char *user, const char *key)
{
    struct matrix_person *person = matrix_person_at(matrix, user);
    int64_t now_ms = matrix_now_ms(matrix);
    bool again = person->said_ms != 0 && now_ms - person->said_ms < MATRIX_SAY_EACH_MS &&
                 strcmp(person->said, key) == 0;
    if (again) {
        return;
    }
    person->said_ms = now_ms;
    snprintf(person->said, sizeof person->said, "%s", key);
    snprintf(person->say, sizeof person->say, "%s", key);
    person->may_invite = true; /* they have invited us */
    matrix_person_keep(matrix, person);
    direct_advance(person);
}

void matrix_direct_known(struct matrix *matrix, const char *user)
{
    struct matrix_person *person = matrix_person_find(matrix, user);
    if (person != NULL) {
        direct_advance(person);
    }
}

void matrix_person_acted(struct matrix *matrix, const char *user)
{
    struct matrix_person *person = matrix_person_at(matrix, user);
    bool may = person->may_invite;
    person->acted_ms = matrix_now_ms(matrix);
    person->may_invite = true;
    if (person->acted_ms - person->closed_ms >= MATRIX_CLOSED_MS) {
        person->closed_ms = 0;
    }
    person->notified = person->notified && person->waiting_since_ms != 0;
    if (!may) {
        matrix_person_keep(matrix, person);
    }
    direct_advance(person);
}

/* --- deadlines -------------------------------------------------------------------------------- */

static int64_t direct_due(const struct matrix_person *person)
{
    if (person->first_secret == NULL || person->wait == MATRIX_WAIT_NONE ||
        person->state != MATRIX_DIRECT_IDLE) {
        return NO_DEADLINE;
    }
    if (person->matrix->draining) {
        return person->waiting_since_ms;
    }
    if (person->look_ms != 0) {
        return person->look_ms;
    }
    return person->waiting_since_ms +
           (person->notified ? MATRIX_DIRECT_WAIT_MS : MATRIX_DIRECT_NOTICE_MS);
}

int64_t matrix_direct_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct matrix_person *person = matrix->people->waiting; person != NULL;
         person = person->next_waiting) {
        int64_t one_ms = direct_due(person);
        due_ms = one_ms < due_ms ? one_ms : due_ms;
    }
    return due_ms;
}

/* They may have joined while the sync was down: the room's state is fetched, once. */
static bool direct_refetch_last(struct matrix_person *person)
{
    struct matrix_room *room = matrix_room_find(person->matrix, person->room);
    if (room == NULL || person->wait == MATRIX_WAIT_LAST ||
        direct_secrecy(person, room) != SECRECY_INVITED) {
        return false;
    }
    person->wait = MATRIX_WAIT_LAST;
    matrix_room_doubt_members(room);
    direct_advance(person);
    return true;
}

static void direct_expire(struct matrix_person *person, int64_t now_ms)
{
    if (person->matrix->draining) {
        direct_fail(person, SEND_NOT_SENT, now_ms + MATRIX_RETRY_SOON_MS, "the bot is stopping");
    } else if (person->look_ms != 0) {
        direct_fetch(person, matrix_room_at(person->matrix, person->room));
    } else if (now_ms - person->waiting_since_ms >= MATRIX_DIRECT_WAIT_MS) {
        if (direct_refetch_last(person)) {
            return;
        }
        direct_fail(person, SEND_REFUSED, 0, "they have not come into their direct room");
    } else {
        direct_notify_table(person, "matrix.invited");
        person->notified = true;
    }
}

void matrix_direct_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_person *person = matrix->people->waiting;
    while (person != NULL) {
        if (direct_due(person) <= now_ms) {
            direct_expire(person, now_ms);
            person = matrix->people->waiting; /* the list has changed */
        } else {
            person = person->next_waiting;
        }
    }
}
