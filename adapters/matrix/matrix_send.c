/* What the house sends, by kind: into a room, to a person in private, an edit of a board. */
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "log.h"
#include "matrix_board.h"
#include "matrix_flight.h"
#include "matrix_slow.h"
#include "matrix_team.h"
#include "nonce.h"
#include "table.h"

enum { SEND_PREFIX_BYTES = 64 };

struct matrix_out *matrix_out(struct matrix *matrix)
{
    if (matrix->out == NULL) {
        matrix->out = heap_take(sizeof *matrix->out);
        matrix->out->arena = arena_new();
        matrix->out->e2ee = &matrix_e2ee_closed;
        matrix->out->slow_stretch = 1;
        map_init(&matrix->out->teams, &matrix->world->entropy);
    }
    return matrix->out;
}

/* --- into a room ------------------------------------------------------------------------------ */

static void go_learned(void *context, struct matrix_room *room, bool known, enum matrix_fate fate)
{
    struct matrix_flight *flight = context;
    bool out = fate == MATRIX_FORBIDDEN || fate == MATRIX_MISSING;
    if (known) {
        matrix_flight_go(flight);
    } else {
        int64_t again_ms = matrix_now_ms(flight->matrix) + MATRIX_AGAIN_MS;
        matrix_flight_failed(flight, out ? SEND_GONE : SEND_LATER, out ? 0 : again_ms,
                             out ? "we are not in that room" : "the room could not be looked at");
    }
    (void)room;
}

/* A team's room is read by its members alone, now or when they come, or nothing is said there. */
static bool go_team_holds(const struct matrix_flight *flight, const struct matrix_room *room)
{
    const struct matrix_team *team = matrix_team_at(flight->matrix, room->id);
    enum matrix_secrecy secrecy =
        team == NULL ? SECRECY_HOLDS : matrix_team_secrecy(flight->matrix, team, room, false);
    return secrecy == SECRECY_HOLDS || secrecy == SECRECY_INVITED;
}

/* Is enough known of it? A team's room has to be known to its last member. */
static bool go_is_known(const struct matrix_flight *flight, const struct matrix_room *room)
{
    return room->known || room->encryption == MATRIX_ENCRYPTED ||
           (room->stated && matrix_team_at(flight->matrix, room->id) == NULL);
}

static void go_public(struct matrix_flight *flight)
{
    struct matrix *matrix = flight->matrix;
    struct matrix_room *room = matrix_room_at(matrix, flight->room);
    struct matrix_open_place place;
    if (!go_is_known(flight, room)) {
        matrix_room_learn(matrix, room, go_learned, flight);
    } else if (flight->forbidden && room->own == MATRIX_JOINED) {
        matrix_flight_failed(flight, SEND_LATER, matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS,
                             "we may not write there");
    } else if (!matrix_open_place(matrix_out(matrix)->e2ee, room, &place)) {
        log_event(LEVEL_WARNING, "matrix.not_sent",
                  LOG_FIELDS(log_text("room", room->id),
                             log_text("why", room->own == MATRIX_JOINED ? "encrypted" : "out")));
        matrix_flight_failed(flight, SEND_GONE, 0, "the room takes nothing of ours");
    } else if (!go_team_holds(flight, room)) {
        matrix_flight_failed(flight, SEND_GONE, 0, "others read in the team's room");
    } else {
        matrix_flight_post(flight, place);
    }
}

void matrix_flight_go(struct matrix_flight *flight)
{
    if (flight->person != NULL) {
        matrix_direct_send(flight);
    } else {
        go_public(flight);
    }
}

static void send_public(struct matrix_flight *flight)
{
    const struct sending *sending = &flight->sending;
    matrix_copy(flight->room, sending->room);
    if (sending->kind == SEND_HIDE) {
        matrix_hide_send(flight);
    } else if (sending->kind == SEND_EDIT && sending->edit_of != NULL) {
        matrix_board_send(flight);
    } else if (matrix_flight_public(flight, NULL)) {
        matrix_flight_go(flight);
    } else {
        matrix_flight_failed(flight, SEND_GONE, 0, "this is no document");
    }
}

static void send_secret(struct matrix_flight *flight)
{
    flight->person = matrix_person_at(flight->matrix, flight->sending.account);
    if (matrix_flight_secret(flight)) {
        if (flight->sending.room != NULL &&
            strcmp(flight->sending.room, flight->person->room) != 0) {
            matrix_copy(flight->person->about, flight->sending.room);
        }
        matrix_flight_go(flight);
    } else {
        matrix_flight_failed(flight, SEND_GONE, 0, "this is no document");
    }
}

void matrix_send(struct adapter *adapter, const struct sending *sending)
{
    struct matrix *matrix = (struct matrix *)adapter;
    struct matrix_flight *flight = matrix_flight_new(matrix, sending);
    arena_reset(matrix_out(matrix)->arena);
    if (matrix->is_gone) {
        matrix_flight_failed(flight, SEND_LATER, matrix_now_ms(matrix) + MATRIX_FORBIDDEN_MS,
                             "the session is over");
    } else if (sending->kind == SEND_ANSWER) {
        matrix_flight_failed(flight, SEND_REFUSED, 0, "a room shows what is said to everybody");
    } else if (sending->kind == SEND_PRIVATE) {
        send_secret(flight);
    } else {
        send_public(flight);
    }
    matrix_plan(matrix);
}

/* --- sentences of our own --------------------------------------------------------------------- */

/* How somebody is called in a room. */
static const char *send_name(const struct matrix *matrix, const char *room, const char *account)
{
    const struct matrix_room *known = matrix_room_find(matrix, room);
    const struct matrix_member *member =
        known == NULL || account == NULL ? NULL : matrix_room_member(known, account);
    return member != NULL && member->name != NULL ? member->name : account;
}

/* A sentence with what it is said of; on its way when matrix_flight_go is called. */
static struct matrix_flight *say_flight(struct matrix *matrix, const char *room, const char *key,
                                        const char *account, struct facts *facts)
{
    struct arena *arena = matrix_out(matrix)->arena;
    const char *prefix = settings_text(matrix->settings, "bot", "prefix");
    char nonce[NONCE_BYTES];
    nonce_make(&matrix->world->entropy, nonce);
    const struct sending sending = {
        .kind = SEND_POST, .nonce = nonce, .created_ms = matrix_now_ms(matrix)};
    struct matrix_flight *flight = matrix_flight_new(matrix, &sending);
    facts_text(facts, "prefix", prefix, strlen(prefix));
    flight->own = true;
    matrix_copy(flight->room, room);
    const char *words =
        catalogue_text(matrix->world->catalogue, arena, key, facts, FACTS_NONE, NULL);
    const struct matrix_post post =
        matrix_post_text(arena, words, account, send_name(matrix, room, account));
    flight->body[0] = heap_copy(post.json);
    flight->post[0].json = flight->body[0];
    flight->count = 1;
    return flight;
}

void matrix_say(struct matrix *matrix, const char *room, const char *key, const char *account)
{
    struct fact fact[2];
    char text[SEND_PREFIX_BYTES];
    struct facts facts;
    facts_init(&facts, fact, 2, text, sizeof text);
    matrix_flight_go(say_flight(matrix, room, key, account, &facts));
}

void matrix_room_say(struct matrix *matrix, const char *room, const char *key)
{
    arena_reset(matrix_out(matrix)->arena);
    matrix_say(matrix, room, key, NULL);
}

void matrix_say_slow(struct matrix *matrix, const char *room, int64_t wait_ms)
{
    struct fact fact[2];
    char text[SEND_PREFIX_BYTES];
    struct facts facts;
    facts_init(&facts, fact, 2, text, sizeof text);
    facts_number(&facts, "wait", wait_ms);
    struct matrix_flight *flight = say_flight(matrix, room, "matrix.slow", NULL, &facts);
    flight->first = true;
    matrix_flight_go(flight);
}

/* --- the whole half --------------------------------------------------------------------------- */

void matrix_room_changed(struct matrix *matrix, struct matrix_room *room)
{
    matrix_direct_changed(matrix, room);
    matrix_team_changed(matrix, room);
}

bool matrix_send_restore(struct matrix *matrix, const char *key, const char *text, size_t len)
{
    static const struct {
        const char *head;
        void (*read)(struct matrix *matrix, const char *id, const char *text, size_t len);
    } rows[] = {{"u/", matrix_person_read},
                {"c/", matrix_choice_read},
                {"s/", matrix_slow_read},
                {"t/", matrix_team_read},
                {"b/", matrix_board_read}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strncmp(key, rows[i].head, 2) == 0) {
            rows[i].read(matrix, key + 2, text, len);
            return true;
        }
    }
    return false;
}

static int64_t send_sooner(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

int64_t matrix_send_due_ms(const struct matrix *matrix)
{
    int64_t due_ms = send_sooner(matrix_boards_due_ms(matrix), matrix_direct_due_ms(matrix));
    due_ms = send_sooner(due_ms, matrix_slow_due_ms(matrix));
    return send_sooner(due_ms, matrix_teams_due_ms(matrix));
}

void matrix_send_tick(struct matrix *matrix, int64_t now_ms)
{
    arena_reset(matrix_out(matrix)->arena);
    matrix_boards_tick(matrix, now_ms);
    matrix_direct_tick(matrix, now_ms);
    matrix_teams_tick(matrix, now_ms);
    matrix_slow_tick(matrix, now_ms);
}

void matrix_send_free(struct matrix *matrix)
{
    matrix_out(matrix);
    matrix_uploads_free(matrix);
    matrix_searches_free(matrix);
    matrix_listings_free(matrix);
    while (matrix->flights != NULL) {
        struct matrix_flight *flight = matrix->flights;
        matrix_flight_free(&flight);
    }
    matrix_boards_free(matrix);
    matrix_choice_free(matrix);
    matrix_teams_free(matrix);
    matrix_people_free(matrix);
    arena_free(&matrix->out->arena);
    free(matrix->out);
    matrix->out = NULL;
}
