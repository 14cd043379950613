/* The door, over HTTP: coming in, inviting, leaving. Secrets come in bodies alone, and go out once.
 * Whatever is promised here is on disk before it is said. */
#include <assert.h>
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "heap.h"
#include "json_out.h"
#include "web_file.h"
#include "web_private.h"
#include "web_transcript.h"
#include "web_watch.h"

enum { WEB_ANSWER_BYTES_MAX = 4096, WEB_COOKIE_BYTES = 256, WEB_QR_TEXT_MAX = 400 };

/* What a body may say; texts that were not sent are NULL. */
struct web_ask {
    const char *name;
    const char *key;
    const char *join;
    const char *room;
    const char *text;
    bool remember;
};

static const char *web_ask_text(struct arena *arena, const cJSON *root, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(root, name);
    return cJSON_IsString(item) ? arena_text(arena, item->valuestring, strlen(item->valuestring))
                                : NULL;
}

static void web_ask_read(struct web *web, const struct http_request *request, struct web_ask *ask)
{
    arena_reset(web->arena);
    memset(ask, 0, sizeof *ask);
    cJSON *root = cJSON_ParseWithLength(request->body, request->body_len);
    ask->name = web_ask_text(web->arena, root, "name");
    ask->key = web_ask_text(web->arena, root, "key");
    ask->join = web_ask_text(web->arena, root, "join");
    ask->room = web_ask_text(web->arena, root, "room");
    ask->text = web_ask_text(web->arena, root, "text");
    ask->remember = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(root, "remember"));
    cJSON_Delete(root);
}

static void web_refuse(struct web *web, const struct http_request *request, enum web_sorry sorry)
{
    http_answer_json(&request, web_sorry_status(sorry), web_sorry_json(web, sorry));
}

static const char *web_cookie(struct web *web, const char *token, int64_t seconds)
{
    char *cookie = arena_take(web->arena, WEB_COOKIE_BYTES);
    snprintf(cookie, WEB_COOKIE_BYTES, "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%lld%s",
             WEB_COOKIE, token, (long long)seconds,
             web_host_is_secure(&web->host) ? "; Secure" : "");
    return cookie;
}

static void web_answer(const struct http_request *request, const char *json, const char *cookie)
{
    struct http_answer answer = {.status = 200,
                                 .type = "application/json; charset=utf-8",
                                 .body = json,
                                 .len = strlen(json),
                                 .cookie = cookie};
    http_answer(&request, &answer);
}

static void web_answer_pending(struct web *web, struct web_pending *pending,
                               const struct fault *fault)
{
    const struct http_request *request = pending->request;
    pending->request = NULL;
    if (fault != NULL) {
        web_refuse(web, request, WEB_SORRY_STORE);
    } else {
        web_answer(request, pending->text, pending->cookie);
    }
}

/* An answer that is given once the rows are on disk. json and cookie are copied. */
static struct web_pending *web_promise(struct web *web, const struct http_request *request,
                                       web_done_fn done, const char *json, const char *cookie)
{
    struct web_pending *pending = web_pending_new(web, done);
    pending->request = request;
    pending->text = heap_copy(json);
    pending->cookie = heap_copy(cookie);
    return pending;
}

static void web_store(struct web *web, const struct web_rows *rows, struct web_pending *pending)
{
    house_store_rows(web->house, (struct adapter *)web, rows->row, rows->count, pending);
}

/* Tells the house that somebody came to a room; false when it takes nothing now. */
static bool web_arrived(struct web *web, const struct web_person *person,
                        const struct web_room *room, const struct web_rows *rows,
                        struct web_pending *pending)
{
    char event[WEB_ACCOUNT_BYTES + WEB_ROOM_ID_BYTES + 24];
    char secret[WEB_SECRET_TEXT_BYTES];
    web_secret_make(&web->world->entropy, secret);
    snprintf(event, sizeof event, "%s/came-%s-%.8s", person->account, room->id, secret);
    struct inbound inbound = {.kind = INBOUND_ARRIVED,
                              .adapter = WEB_ADAPTER,
                              .event_id = event,
                              .room = room->id,
                              .account = person->account,
                              .name = person->name,
                              .at_ms = web_now_ms(web)};
    return house_enqueue(web->house, (struct adapter *)web, &inbound, rows->row, rows->count,
                         pending);
}

static bool web_newcomer_may(const struct web *web, const struct http_request *request)
{
    const char *who = settings_text(web->settings, "web", "newcomers");
    if (strcmp(who, "open") == 0) {
        return true;
    }
    return strcmp(who, "auto") == 0 && web_host_is_near(&web->host, request);
}

/* Is it the secret that the terminal of the server shows? */
static bool web_is_door_secret(const struct web *web, const char *join)
{
    size_t len = WEB_SECRET_TEXT_BYTES - 1;
    return join != NULL && strlen(join) == len && hash_equal(join, web->door, len);
}

/* Somebody comes in: tokens are made for them and sent. */
struct web_coming {
    struct web_person *person;
    const struct web_room *room; /* that they came to, or NULL */
    const char *key;             /* a new one, or NULL */
    bool remember;
    web_done_fn done;
};

static struct web_pending *web_come(struct web *web, const struct http_request *request,
                                    const struct web_coming *coming, struct web_rows *rows)
{
    char tab[WEB_SECRET_TEXT_BYTES];
    char token[WEB_SECRET_TEXT_BYTES];
    struct buf buf;
    const char *cookie = NULL;
    const struct web_session *known = web_session_by_cookie(web, request);
    web_secret_make(&web->world->entropy, tab);
    web_session_new(&web->people, coming->person, true, tab, web_now_ms(web), rows);
    if (known == NULL || coming->remember) {
        web_secret_make(&web->world->entropy, token);
        web_session_new(&web->people, coming->person, false, token, web_now_ms(web), rows);
        cookie = web_cookie(web, token, 90LL * 24 * 60 * 60);
    }
    buf_init(&buf, WEB_ANSWER_BYTES_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "account", coming->person->account);
    json_out_text(&buf, "name", coming->person->name);
    json_out_text(&buf, "key", coming->key);
    json_out_text(&buf, "tab", tab);
    json_out_text(&buf, "room", coming->room != NULL ? coming->room->id : NULL);
    buf_text(&buf, "}");
    struct web_pending *pending = web_promise(web, request, coming->done, buf.text, cookie);
    pending->person = coming->person;
    buf_deinit(&buf);
    return pending;
}

/* A person who was made, but could not be written down, never was. */
static void web_undo_new(struct web *web, struct web_pending *pending)
{
    if (pending->room != NULL) {
        web_room_remove(pending->room, pending->person);
    }
    web_people_drop(&web->people, pending->person);
}

static void web_made(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    if (fault != NULL) {
        web_undo_new(web, pending);
    } else if (pending->room != NULL) {
        web_room_publish_people(web, pending->room);
    }
    web_answer_pending(web, pending, fault);
}

/* A newcomer's person, in the room of their invitation when they have one; NULL: refused. */
static struct web_person *web_make(struct web *web, const struct http_request *request,
                                   const struct web_ask *ask, struct web_room *room)
{
    const char *name = ask->name != NULL ? web_person_name_clean(web->arena, ask->name) : NULL;
    if (name == NULL) {
        web_refuse(web, request, WEB_SORRY_NAME);
        return NULL;
    }
    if (room != NULL) {
        name = web_room_name_for(web->arena, room, NULL, name);
    }
    struct web_person *person = web_people_new(&web->people, name, web_now_ms(web));
    if (person == NULL) {
        web_refuse(web, request, WEB_SORRY_FULL);
        return NULL;
    }
    if (room != NULL && !web_room_add(room, person)) {
        web_people_drop(&web->people, person);
        web_refuse(web, request, WEB_SORRY_FULL);
        return NULL;
    }
    return person;
}

/* Not too many at once, in all and, from elsewhere, of one address. */
static bool web_newcomer_in_time(struct web *web, const struct http_request *request)
{
    const struct clock *clock = &web->world->clock;
    int64_t now_ms = clock->monotonic_ms(clock->context);
    size_t len = strlen(request->peer);
    uint64_t at = map_hash(web->address_key, request->peer, len) % WEB_ADDRESSES;
    return (request->same_machine || bucket_take(&web->newcomers_of[at], 1, now_ms)) &&
           bucket_take(&web->newcomers, 1, now_ms);
}

static void web_ask_new(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    struct web_rows rows;
    char key[WEB_SECRET_TEXT_BYTES];
    web_ask_read(web, request, &ask);
    struct web_room *room = ask.join != NULL ? web_rooms_invited(&web->rooms, WEB_INVITE_JOIN,
                                                                 ask.join, web_now_ms(web))
                                             : NULL;
    bool let_in = ask.join == NULL ? web_newcomer_may(web, request)
                                   : room != NULL || web_is_door_secret(web, ask.join);
    if (!let_in) {
        web_refuse(web, request, ask.join != NULL ? WEB_SORRY_JOIN : WEB_SORRY_INVITED);
        return;
    }
    if (!web_newcomer_in_time(web, request)) {
        web_refuse(web, request, WEB_SORRY_SLOW);
        return;
    }
    struct web_person *person = web_make(web, request, &ask, room);
    if (person == NULL) {
        return;
    }
    web_secret_make(&web->world->entropy, key);
    web_person_add_key(person, key);
    web_rows_init(&rows, web->arena);
    web_person_row(person, &rows);
    struct web_coming coming = {
        .person = person, .room = room, .key = key, .remember = ask.remember, .done = web_made};
    struct web_pending *pending = web_come(web, request, &coming, &rows);
    pending->room = room;
    if (room == NULL) {
        web_store(web, &rows, pending);
    } else if (!web_arrived(web, person, room, &rows, pending)) {
        web_undo_new(web, pending);
        web_pending_free(web, &pending);
        web_refuse(web, request, WEB_SORRY_BUSY);
    }
}

static void web_ask_enter(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    struct web_rows rows;
    web_ask_read(web, request, &ask);
    struct web_person *person = ask.key != NULL ? web_people_by_key(&web->people, ask.key) : NULL;
    if (person == NULL) {
        web_refuse(web, request, WEB_SORRY_KEY);
        return;
    }
    struct web_coming coming = {
        .person = person, .remember = ask.remember, .done = web_answer_pending};
    web_rows_init(&rows, web->arena);
    struct web_pending *pending = web_come(web, request, &coming, &rows);
    web_store(web, &rows, pending);
}

/* Nobody we know: says whether they may come in without an invitation. */
static void web_who_nobody(struct web *web, const struct http_request *request)
{
    struct buf buf;
    buf_init(&buf, WEB_ANSWER_BYTES_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "code", web_sorry_code(WEB_SORRY_ENTER));
    json_out_text(&buf, "sorry", web_sorry_text(web, WEB_SORRY_ENTER));
    json_out_key(&buf, "newcomers");
    buf_text(&buf, web_newcomer_may(web, request) ? "true}" : "false}");
    http_answer_json(&request, web_sorry_status(WEB_SORRY_ENTER), buf.text);
    buf_deinit(&buf);
}

static void web_ask_who(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    struct web_rows rows;
    struct buf buf;
    web_ask_read(web, request, &ask);
    struct web_person *person = web_person_of(web, request);
    const char *tab = web_bearer(request->authorization);
    if (person == NULL) {
        web_who_nobody(web, request);
        return;
    }
    if (person->damaged) {
        web_refuse(web, request, WEB_SORRY_UNREADABLE);
        return;
    }
    if (tab[0] == '\0') { /* the cookie's person in a fresh tab, which gets a token of its own */
        struct web_coming coming = {.person = person, .done = web_answer_pending};
        web_rows_init(&rows, web->arena);
        struct web_pending *pending = web_come(web, request, &coming, &rows);
        web_store(web, &rows, pending);
        return;
    }
    buf_init(&buf, WEB_ANSWER_BYTES_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "account", person->account);
    json_out_text(&buf, "name", person->name);
    json_out_text(&buf, "tab", tab);
    buf_text(&buf, "}");
    web_answer(request, buf.text, NULL);
    buf_deinit(&buf);
}

static const char *web_room_json(struct web *web, const struct web_room *room)
{
    struct buf buf;
    buf_init(&buf, WEB_ANSWER_BYTES_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "room", room->id);
    json_out_text(&buf, "name", room->name);
    buf_text(&buf, "}");
    const char *json = arena_text(web->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return json;
}

static void web_joined(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    if (fault != NULL) {
        web_room_remove(pending->room, pending->person);
    } else {
        web_person_follow(web, pending->person, pending->room, NULL);
    }
    web_answer_pending(web, pending, fault);
}

static void web_join(struct web *web, const struct http_request *request, struct web_person *person,
                     struct web_room *room)
{
    struct web_rows rows;
    const char *json = web_room_json(web, room);
    if (web_room_has(room, person)) {
        web_answer(request, json, NULL);
        return;
    }
    if (!web_room_add(room, person)) {
        web_refuse(web, request, WEB_SORRY_FULL);
        return;
    }
    snprintf(person->name, sizeof person->name, "%s",
             web_room_name_for(web->arena, room, person, person->name));
    web_room_ready(web, room); /* read before the commit is, so it is there in time */
    web_rows_init(&rows, web->arena);
    web_person_row(person, &rows);
    struct web_pending *pending = web_promise(web, request, web_joined, json, NULL);
    pending->person = person;
    pending->room = room;
    if (!web_arrived(web, person, room, &rows, pending)) {
        web_room_remove(room, person);
        web_pending_free(web, &pending);
        web_refuse(web, request, WEB_SORRY_BUSY);
    }
}

static void web_ask_join(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    web_ask_read(web, request, &ask);
    struct web_person *person = web_asker(web, request);
    struct web_room *room = ask.join != NULL ? web_rooms_invited(&web->rooms, WEB_INVITE_JOIN,
                                                                 ask.join, web_now_ms(web))
                                             : NULL;
    if (person != NULL && person->room_count > 0 && web_is_door_secret(web, ask.join)) {
        room = person->rooms[0]; /* who is in already is just shown in */
    }
    if (person == NULL || room == NULL) {
        web_refuse(web, request, person == NULL ? WEB_SORRY_ENTER : WEB_SORRY_JOIN);
        return;
    }
    web_join(web, request, person, room);
}

/* {"room"?, "link"}: the address of the page with a secret behind #. */
static const char *web_link_json(struct web *web, const struct http_request *request,
                                 const char *room, const char *what, const char *secret)
{
    char base[WEB_LINK_BYTES];
    char link[WEB_LINK_BYTES + 64];
    struct buf buf;
    web_host_base(&web->host, request, base, sizeof base);
    snprintf(link, sizeof link, "%s/#%s=%s", base, what, secret);
    buf_init(&buf, WEB_ANSWER_BYTES_MAX);
    buf_text(&buf, "{");
    json_out_text(&buf, "room", room);
    json_out_text(&buf, "link", link);
    buf_text(&buf, "}");
    const char *json = arena_text(web->arena, buf.text, buf.len);
    buf_deinit(&buf);
    return json;
}

/* The room of a link that this person may make or end there; NULL: refused. */
static struct web_room *web_link_room(struct web *web, const struct http_request *request,
                                      const struct web_person *person, const struct web_ask *ask)
{
    struct web_room *room = ask->room != NULL ? web_rooms_at(&web->rooms, ask->room) : NULL;
    bool may = person != NULL && room != NULL && room->born && !room->is_private &&
               !room->is_team && web_room_has(room, person);
    if (!may || room->damaged) {
        web_refuse(web, request,
                   person == NULL ? WEB_SORRY_ENTER
                   : may          ? WEB_SORRY_ROOM_UNREADABLE
                                  : WEB_SORRY_ROOM);
        return NULL;
    }
    return room;
}

/* A link to a room, of either kind. */
static void web_ask_link(struct web *web, const struct http_request *request,
                         enum web_invite_kind kind)
{
    struct web_ask ask;
    struct web_rows rows;
    char secret[WEB_SECRET_TEXT_BYTES];
    web_ask_read(web, request, &ask);
    const struct web_person *person = web_asker(web, request);
    struct web_room *room = web_link_room(web, request, person, &ask);
    if (room == NULL) {
        return;
    }
    web_secret_make(&web->world->entropy, secret);
    web_room_invite(room, kind, secret, person->account, web_now_ms(web));
    web_rows_init(&rows, web->arena);
    web_room_row(room, &rows);
    const char *what = kind == WEB_INVITE_JOIN ? "join" : "watch";
    const char *json = web_link_json(web, request, room->id, what, secret);
    web_watch_sweep(web); /* of a link that had to go for it */
    web_store(web, &rows, web_promise(web, request, web_answer_pending, json, NULL));
}

static void web_ask_invite(void *context, const struct http_request *request)
{
    web_ask_link(context, request, WEB_INVITE_JOIN);
}

static void web_ask_watch(void *context, const struct http_request *request)
{
    web_ask_link(context, request, WEB_INVITE_WATCH);
}

/* Ends the links to look on by: a moderator's all, anybody else's their own. */
static void web_ask_unwatch(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    struct web_rows rows;
    web_ask_read(web, request, &ask);
    const struct web_person *person = web_asker(web, request);
    struct web_room *room = web_link_room(web, request, person, &ask);
    if (room == NULL) {
        return;
    }
    web_room_unwatch(room, web_is_moderator(web, person, room) ? NULL : person->account);
    web_watch_sweep(web);
    web_rows_init(&rows, web->arena);
    web_room_row(room, &rows);
    const char *json = web_room_json(web, room);
    web_store(web, &rows, web_promise(web, request, web_answer_pending, json, NULL));
}

static void web_ask_key(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    struct web_rows rows;
    char key[WEB_SECRET_TEXT_BYTES];
    web_ask_read(web, request, &ask);
    struct web_person *person = web_asker(web, request);
    if (person == NULL) {
        web_refuse(web, request, WEB_SORRY_ENTER);
        return;
    }
    web_secret_make(&web->world->entropy, key);
    web_person_add_key(person, key);
    web_rows_init(&rows, web->arena);
    web_person_row(person, &rows);
    const char *json = web_link_json(web, request, NULL, "key", key);
    web_store(web, &rows, web_promise(web, request, web_answer_pending, json, NULL));
}

static void web_ask_qr(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    char base[WEB_LINK_BYTES];
    web_ask_read(web, request, &ask);
    web_host_base(&web->host, request, base, sizeof base);
    bool ours = ask.text != NULL && strncmp(ask.text, base, strlen(base)) == 0 &&
                ask.text[strlen(base)] == '/' && strlen(ask.text) <= WEB_QR_TEXT_MAX;
    char *svg = ours && web_asker(web, request) != NULL ? web_qr_svg(ask.text) : NULL;
    if (svg == NULL) {
        web_refuse(web, request, ours ? WEB_SORRY_ENTER : WEB_SORRY_LINK);
        return;
    }
    struct http_answer answer = {
        .status = 200, .type = "image/svg+xml", .body = svg, .len = strlen(svg)};
    http_answer(&request, &answer);
    free(svg);
}

static void web_left(struct web *web, struct web_pending *pending, const struct fault *fault)
{
    const struct http_request *request = pending->request;
    pending->request = NULL;
    if (fault != NULL) {
        web_refuse(web, request, WEB_SORRY_STORE);
        return;
    }
    struct http_answer answer = {.status = 204, .cookie = pending->cookie};
    http_answer(&request, &answer);
}

static void web_ask_leave(void *context, const struct http_request *request)
{
    struct web *web = context;
    struct web_ask ask;
    struct web_rows rows;
    char token[WEB_SECRET_TEXT_BYTES];
    const char *tab = web_bearer(request->authorization);
    const struct web_person *person = web_asker(web, request);
    const char *cookie = NULL;
    web_ask_read(web, request, &ask);
    web_rows_init(&rows, web->arena);
    const struct web_session *kept = web_session_by_cookie(web, request);
    /* the cookie is forgotten with its own person alone */
    if (kept != NULL && kept->person == person &&
        web_cookie_find(request->cookie, WEB_COOKIE, token, sizeof token)) {
        web_session_end(&web->people, token, &rows);
        cookie = web_cookie(web, "", 0);
    }
    if (tab[0] != '\0') {
        web_session_end(&web->people, tab, &rows);
    }
    web_store(web, &rows, web_promise(web, request, web_left, NULL, cookie));
}

const struct http_route web_routes[] = {
    {HTTP_METHOD_GET, "/", web_ask_page},
    {HTTP_METHOD_GET, "/index.html", web_ask_page},
    {HTTP_METHOD_GET, "/commands.json", web_ask_commands},
    {HTTP_METHOD_GET, WEB_TRANSCRIPT_PATH "*", web_ask_transcript},
    {HTTP_METHOD_POST, "/new", web_ask_new},
    {HTTP_METHOD_POST, "/enter", web_ask_enter},
    {HTTP_METHOD_POST, "/who", web_ask_who},
    {HTTP_METHOD_POST, "/join", web_ask_join},
    {HTTP_METHOD_POST, "/invite", web_ask_invite},
    {HTTP_METHOD_POST, "/key", web_ask_key},
    {HTTP_METHOD_POST, "/qr", web_ask_qr},
    {HTTP_METHOD_POST, "/leave", web_ask_leave},
    {HTTP_METHOD_POST, "/watch", web_ask_watch},
    {HTTP_METHOD_POST, "/unwatch", web_ask_unwatch},
};

const size_t web_route_count = sizeof web_routes / sizeof *web_routes;
