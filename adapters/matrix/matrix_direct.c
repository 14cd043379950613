/* The way to one person. Whatever happens to their room (an answer, a member event, a deadline)
 * ends in matrix_direct_go(), which looks at everything anew and takes the one next step. A secret
 * leaves only through matrix_secret_place(), one part at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crash.h"
#include "json_out.h"
#include "log.h"
#include "matrix_flight.h"
#include "matrix_path.h"
#include "table.h"

enum { DIRECT_JSON_MAX = 1024, DIRECT_FULL_MS = 10 * 60 * 1000 };

/* --- those who wait --------------------------------------------------------------------------- */

static bool direct_is_wanted(const struct matrix_person *person)
{
    return person->first != NULL || person->say[0] != '\0';
}

/* Since when they are waited for; 0: nobody waits for them (any more). */
static void direct_asked(struct matrix_person *person, int64_t now_ms)
{
    person->matrix->asked += (now_ms != 0 ? 1U : 0U) - (person->asked_ms != 0 ? 1U : 0U);
    person->asked_ms = now_ms;
    person->looked = false;
}

static void direct_wait(struct matrix_flight *flight)
{
    struct matrix_person *person = flight->person;
    struct matrix_flight **link = &person->first;
    while (*link != NULL) {
        link = &(*link)->waits;
    }
    *link = flight;
    flight->waits = NULL;
    if (person->asked_ms == 0) {
        direct_asked(person, matrix_now_ms(person->matrix));
    }
}

static struct matrix_flight *direct_take(struct matrix_person *person)
{
    struct matrix_flight *flight = person->first;
    if (flight != NULL) {
        person->first = flight->waits;
        flight->waits = NULL;
    }
    return flight;
}

/* None of them gets there. The house is told at once, and comes again where that is of use. */
static void direct_fail(struct matrix_person *person, enum send_fate fate, int64_t retry_ms,
                        const char *why)
{
    struct matrix_flight *flight = NULL;
    direct_asked(person, 0);
    while ((flight = direct_take(person)) != NULL) {
        matrix_flight_failed(flight, fate, retry_ms, why);
    }
}

/* The table's room is told how this person goes on; once, until they are there. */
static void direct_tell(struct matrix_person *person, const char *key)
{
    if (!person->told && person->about[0] != '\0') {
        person->told = true;
        matrix_say(person->matrix, person->about, key, person->id);
    }
}

/* --- requests --------------------------------------------------------------------------------- */

/* What came of a request that was to open their way, where it did not: true when all who waited
 * have been told. */
static void direct_refused(struct matrix_person *person, const struct matrix_answer *answer)
{
    int64_t wait_ms = MATRIX_AGAIN_MS;
    switch (answer->fate) {
    case MATRIX_BLOCKED:
    case MATRIX_FORBIDDEN:
    case MATRIX_BAD:
    case MATRIX_MISSING:
    case MATRIX_TOO_LARGE:
    case MATRIX_DUPLICATE:
        log_event(LEVEL_WARNING, "matrix.direct_room_refused",
                  LOG_FIELDS(log_text("why", answer->why)));
        person->closed_ms = matrix_now_ms(person->matrix);
        direct_tell(person, answer->fate == MATRIX_BLOCKED ? "matrix.blocked" : "matrix.refused");
        direct_fail(person, SEND_REFUSED, 0, answer->why);
        return;
    case MATRIX_FULL:
        wait_ms = DIRECT_FULL_MS;
        break;
    case MATRIX_UNRECOGNIZED:
    case MATRIX_PARKED:
    case MATRIX_SIGNED_OUT:
        wait_ms = MATRIX_FORBIDDEN_MS;
        break;
    case MATRIX_DONE:
    case MATRIX_UNKNOWN:
    case MATRIX_LATE:
    case MATRIX_DOWN:
    case MATRIX_LIMITED:
        break;
    }
    direct_fail(person, SEND_LATER, matrix_again_ms(person->matrix, answer, wait_ms), answer->why);
}

/* This room is theirs from now on. */
static void direct_is(struct matrix_person *person, const char *id)
{
    struct matrix *matrix = person->matrix;
    struct matrix_room *room = matrix_room_at(matrix, id);
    room->kind = MATRIX_ROOM_DIRECT;
    matrix_copy(room->player, person->id);
    matrix_copy(person->room, id);
    person->listed = false;
    person->expected = true; /* the room was made with their invite */
    matrix_person_keep(matrix, person);
    matrix_listing_add(matrix, person);
}

static void direct_found(void *context, struct matrix_room *room, enum matrix_fate fate)
{
    struct matrix_person *person = context;
    const struct matrix_answer unknown = {.fate = fate, .why = "rooms could not be looked at"};
    person->busy = false;
    if (room != NULL) {
        direct_is(person, room->id);
    } else if (fate != MATRIX_DONE) {
        direct_refused(person, &unknown);
    } else {
        person->made_ms = 0; /* it was not made */
    }
    matrix_direct_go(person);
    matrix_plan(person->matrix);
}

/* Was it made, and only the answer lost? */
static void direct_search(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    person->busy = true;
    matrix_search_start(matrix, matrix_direct_marker(matrix_out(matrix)->arena, person->id),
                        direct_found, person);
}

static void direct_made(void *context, const struct matrix_answer *answer)
{
    struct matrix_person *person = context;
    const char *id =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(answer->json, "room_id"));
    bool sound = id != NULL && id[0] == '!' && strlen(id) < MATRIX_ID_BYTES;
    person->busy = false;
    person->request = 0;
    if (answer->fate == MATRIX_DONE && sound) {
        CRASH_POINT("matrix.room_made");
        if (strcmp(person->room, id) != 0) { /* the sync may have told of it before */
            direct_is(person, id);
        }
        matrix_direct_go(person);
    } else if (answer->fate == MATRIX_UNKNOWN || answer->fate == MATRIX_DONE) {
        direct_search(person);
    } else {
        person->made_ms = 0;
        direct_refused(person, answer);
    }
    matrix_plan(person->matrix);
}

static void direct_make(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    struct arena *arena = matrix_out(matrix)->arena;
    const char *json =
        matrix_create_direct(arena, person->id, matrix_direct_marker(arena, person->id));
    const struct matrix_request request = {.method = "POST",
                                           .route = "/createRoom",
                                           .path = "/_matrix/client/v3/createRoom",
                                           .json = json,
                                           .json_len = strlen(json),
                                           .priority = MATRIX_SECRET,
                                           .limited = true,
                                           .time_ms = MATRIX_CREATE_MS,
                                           .try_ms = MATRIX_CREATE_MS};
    person->busy = true;
    person->made_ms = matrix_now_ms(matrix);
    person->reread = false;
    person->request = matrix_client_start(matrix->client, &request, direct_made, person);
}

static void direct_learned(void *context, struct matrix_room *room, bool known,
                           enum matrix_fate fate)
{
    struct matrix_person *person = context;
    const struct matrix_answer answer = {.fate = MATRIX_DOWN, .why = "the direct room is unread"};
    person->busy = false;
    if (!known && (fate == MATRIX_FORBIDDEN || fate == MATRIX_MISSING)) {
        room->own = MATRIX_LEFT;
        room->known = true; /* as much as there is to know */
        matrix_direct_go(person);
        room->known = false;
    } else if (!known) {
        direct_refused(person, &answer);
    } else {
        matrix_direct_go(person);
    }
    matrix_plan(person->matrix);
}

static void direct_invited(void *context, const struct matrix_answer *answer)
{
    struct matrix_person *person = context;
    struct matrix_room *room = matrix_room_find(person->matrix, person->room);
    person->busy = false;
    person->request = 0;
    if (room != NULL) {
        room->known = false; /* invited, or there already: the room says so */
    }
    if (answer->fate == MATRIX_DONE) {
        person->expected = true;
        matrix_person_keep(person->matrix, person);
        matrix_direct_go(person);
    } else if (answer->fate == MATRIX_FORBIDDEN && !person->doubted) {
        person->doubted = true; /* they may be in it already */
        matrix_direct_go(person);
    } else {
        direct_refused(person, answer);
    }
    matrix_plan(person->matrix);
}

static void direct_invite(struct matrix_person *person, const struct matrix_room *room)
{
    struct matrix *matrix = person->matrix;
    const char *segments[] = {room->id};
    struct buf json;
    buf_init(&json, DIRECT_JSON_MAX);
    buf_text(&json, "{");
    json_out_text(&json, "user_id", person->id);
    buf_text(&json, "}");
    const struct matrix_request request = {
        .method = "POST",
        .route = "/rooms/{}/invite",
        .path = matrix_path(matrix_out(matrix)->arena, "/rooms/{}/invite", segments),
        .json = json.text,
        .json_len = json.len,
        .priority = MATRIX_SECRET,
        .limited = true,
        .repeatable = true};
    person->busy = true;
    person->request = matrix_client_start(matrix->client, &request, direct_invited, person);
    buf_deinit(&json);
}

/* --- the next step ---------------------------------------------------------------------------- */

/* The room can never be used again: nothing more is said there but that, and another is made; not
 * again and again, where somebody drives it. */
static void direct_leave_behind(struct matrix_person *person, struct matrix_room *room,
                                enum matrix_secrecy secrecy)
{
    struct matrix *matrix = person->matrix;
    struct matrix_open_place place;
    log_event(LEVEL_WARNING, "matrix.direct_room_given_up",
              LOG_FIELDS(log_text("why", matrix_secrecy_name(secrecy))));
    room->kind = MATRIX_ROOM_OPEN;
    room->player[0] = '\0';
    memset(room->marker, 0, sizeof room->marker);
    person->room[0] = '\0';
    person->expected = false;
    matrix_person_keep(matrix, person);
    if (matrix_open_place(matrix_out(matrix)->e2ee, room, &place)) {
        matrix_say(matrix, room->id, "matrix.not_alone", NULL);
    }
}

/* They may be asked in, and were not a moment ago. */
static bool direct_may_ask(struct matrix_person *person)
{
    if (!person->may) {
        direct_tell(person, "matrix.act_first");
    }
    return person->may;
}

static void direct_open(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    struct arena *arena = matrix_out(matrix)->arena;
    const struct matrix_room *room =
        matrix_search_known(matrix, matrix_direct_marker(arena, person->id));
    int64_t now_ms = matrix_now_ms(matrix);
    bool tried = person->first != NULL && person->first->sending.tries > 0;
    if (room != NULL) {
        direct_is(person, room->id);
        matrix_direct_go(person); /* NOLINT(misc-no-recursion): they have a room now */
    } else if (person->made_ms != 0 && now_ms - person->made_ms < MATRIX_DIRECT_ANEW_MS) {
        direct_fail(person, SEND_REFUSED, 0, "the room made for them is not theirs alone");
    } else if (person->closed_ms != 0) {
        direct_fail(person, SEND_REFUSED, 0, "they take no invitation");
    } else if (!direct_may_ask(person)) {
        return;
    } else if (tried && !person->searched) {
        person->searched = true;
        direct_search(person);
    } else {
        direct_make(person);
    }
}

static void direct_write(struct matrix_person *person, struct matrix_room *room)
{
    struct matrix *matrix = person->matrix;
    struct matrix_flight *flight = NULL;
    direct_asked(person, 0);
    person->told = false;
    person->doubted = false;
    if (!person->expected) {
        person->expected = true;
        matrix_person_keep(matrix, person);
    }
    if (!person->listed && !person->listing) {
        matrix_listing_add(matrix, person);
    }
    if (person->say[0] != '\0') {
        char key[MATRIX_KEY_OF_WORDS_BYTES];
        memcpy(key, person->say, sizeof key);
        person->say[0] = '\0';
        matrix_person_keep(matrix, person);
        matrix_say(matrix, room->id, key, NULL);
    }
    while ((flight = direct_take(person)) != NULL) {
        struct matrix_secret_place place;
        enum matrix_secrecy secrecy =
            matrix_secret_place(matrix_out(matrix)->e2ee, room, matrix->user, person->id, &place);
        if (secrecy != SECRECY_HOLDS) {
            direct_wait(flight);
            return;
        }
        if (flight->forbidden) { /* it may not be, and nothing in the room says why */
            matrix_flight_failed(flight, SEND_LATER, matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS,
                                 "we may not write there");
        } else {
            matrix_flight_whisper(flight, place);
        }
    }
}

/* Who has left, or turned the invitation down, is not asked again before they act. */
static void direct_seen(struct matrix_person *person, enum matrix_secrecy secrecy)
{
    if (secrecy == SECRECY_LEFT && person->expected) {
        person->expected = false;
        person->may = false;
        matrix_person_keep(person->matrix, person);
    }
}

static enum matrix_secrecy direct_secrecy(const struct matrix_person *person,
                                          const struct matrix_room *room)
{
    const char *player = person->id;
    const struct matrix_readers readers = {
        .own = person->matrix->user, .account = &player, .count = 1, .all = true};
    return matrix_secrecy(matrix_out(person->matrix)->e2ee, room, &readers);
}

/* A room that was read while the homeserver was still making it lacks what makes it theirs alone:
 * it is read once more. Nothing is written there meanwhile. */
static void direct_doubt(struct matrix_person *person, struct matrix_room *room,
                         enum matrix_secrecy secrecy)
{
    if (!person->reread && secrecy != SECRECY_OUT) {
        person->reread = true;
        person->busy = true;
        matrix_room_learn(person->matrix, room, direct_learned, person);
        return;
    }
    direct_leave_behind(person, room, secrecy);
    matrix_direct_go(person); /* NOLINT(misc-no-recursion): they have no room now */
}

void matrix_direct_go(struct matrix_person *person)
{
    struct matrix *matrix = person->matrix;
    if (person->busy || !direct_is_wanted(person)) {
        return;
    }
    if (person->room[0] == '\0') {
        direct_open(person); /* NOLINT(misc-no-recursion): once for each room */
        return;
    }
    struct matrix_room *room = matrix_room_at(matrix, person->room);
    enum matrix_secrecy secrecy = direct_secrecy(person, room);
    direct_seen(person, secrecy);
    switch (secrecy) {
    case SECRECY_HOLDS:
        direct_write(person, room);
        break;
    case SECRECY_UNKNOWN:
        person->busy = true;
        matrix_room_learn(matrix, room, direct_learned, person);
        break;
    case SECRECY_INVITED:
        break; /* their turn */
    case SECRECY_LEFT:
        if (person->closed_ms != 0) {
            direct_tell(person, "matrix.blocked");
            direct_fail(person, SEND_REFUSED, 0, "they take no invitation");
        } else if (direct_may_ask(person)) {
            direct_invite(person, room);
        }
        break;
    case SECRECY_OUT:
    case SECRECY_ENCRYPTED:
    case SECRECY_HISTORY:
    case SECRECY_OPEN:
    case SECRECY_STRANGER:
        direct_doubt(person, room, secrecy); /* NOLINT(misc-no-recursion): once for each room */
        break;
    }
}

void matrix_direct_send(struct matrix_flight *flight)
{
    struct matrix_person *person = flight->person;
    direct_wait(flight);
    matrix_direct_go(person);
}

/* --- what happens to rooms -------------------------------------------------------------------- */

/* A secret that has not left yet stays here when the rule does not hold any more. */
static void direct_stop(struct matrix *matrix, const struct matrix_person *person,
                        const struct matrix_room *room)
{
    struct matrix_flight *next = NULL;
    for (struct matrix_flight *flight = matrix->flights; flight != NULL; flight = next) {
        next = flight->next;
        if (flight->person == person && flight->request != 0 &&
            strcmp(flight->room, room->id) == 0) {
            matrix_client_cancel(matrix->client, flight->request);
            flight->request = 0;
            matrix_flight_failed(flight, SEND_UNKNOWN, matrix_now_ms(matrix) + MATRIX_AGAIN_MS,
                                 "somebody has come or gone");
        }
    }
}

/* A room that we made for somebody who has none: its creation may be heard of before the answer, or
 * without one, and what is said in it belongs to them from then on. */
static void direct_adopt(struct matrix *matrix, const struct matrix_room *room)
{
    const char *user = matrix_direct_player(room->marker);
    struct matrix_person *person = user == NULL ? NULL : matrix_person_find(matrix, user);
    if (person != NULL && person->room[0] == '\0' && room->kind == MATRIX_ROOM_OPEN &&
        room->own == MATRIX_JOINED) {
        direct_is(person, room->id);
    }
}

void matrix_direct_changed(struct matrix *matrix, struct matrix_room *room)
{
    direct_adopt(matrix, room);
    struct matrix_person *person =
        room->kind == MATRIX_ROOM_DIRECT ? matrix_person_find(matrix, room->player) : NULL;
    if (person == NULL || strcmp(person->room, room->id) != 0) {
        return;
    }
    matrix_out(matrix);
    enum matrix_secrecy secrecy = direct_secrecy(person, room);
    /* An invite may be old news, told by a sync after the room's state was read: they are in by
     * now, and nobody else can read what is on its way. */
    if (secrecy != SECRECY_HOLDS && secrecy != SECRECY_INVITED) {
        direct_stop(matrix, person, room);
    }
    if (secrecy != SECRECY_UNKNOWN) {
        direct_seen(person, secrecy);
    }
    matrix_direct_go(person);
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
    person->may = true; /* they invited us */
    matrix_person_keep(matrix, person);
    matrix_direct_go(person);
}

/* --- deadlines -------------------------------------------------------------------------------- */

static int64_t direct_due(const struct matrix_person *person)
{
    if (person->first == NULL || person->asked_ms == 0 || person->busy) {
        return NO_DEADLINE;
    }
    if (person->matrix->draining) {
        return person->asked_ms;
    }
    return person->asked_ms + (person->told ? MATRIX_DIRECT_WAIT_MS : MATRIX_DIRECT_TELL_MS);
}

int64_t matrix_direct_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = NO_DEADLINE;
    const struct matrix_flight *first = matrix->asked > 0 ? matrix->flights : NULL;
    for (const struct matrix_flight *flight = first; flight != NULL; flight = flight->next) {
        int64_t one_ms = flight->person == NULL ? NO_DEADLINE : direct_due(flight->person);
        due_ms = one_ms < due_ms ? one_ms : due_ms;
    }
    return due_ms;
}

/* They may have come, and the poll may have been away: the room itself is asked, once. */
static bool direct_looks_again(struct matrix_person *person)
{
    struct matrix_room *room = matrix_room_find(person->matrix, person->room);
    if (room == NULL || person->looked || direct_secrecy(person, room) != SECRECY_INVITED) {
        return false;
    }
    person->looked = true;
    room->known = false;
    matrix_direct_go(person);
    return true;
}

static void direct_late(struct matrix_person *person, int64_t now_ms)
{
    if (person->matrix->draining) {
        direct_fail(person, SEND_LATER, now_ms + MATRIX_AGAIN_MS, "the bot is stopping");
    } else if (now_ms - person->asked_ms >= MATRIX_DIRECT_WAIT_MS) {
        if (direct_looks_again(person)) {
            return;
        }
        direct_fail(person, SEND_REFUSED, 0, "they have not come into their direct room");
    } else {
        direct_tell(person, "matrix.invited");
        person->told = true;
    }
}

void matrix_direct_tick(struct matrix *matrix, int64_t now_ms)
{
    struct matrix_flight *flight = matrix->flights;
    while (flight != NULL) {
        if (flight->person != NULL && direct_due(flight->person) <= now_ms) {
            direct_late(flight->person, now_ms);
            flight = matrix->flights; /* they are other ones now */
        } else {
            flight = flight->next;
        }
    }
}
