/* Application services: whose users they are, and what is pushed to them. */
#include "mxfake_handlers.h"
#include "mxfake_keys.h"
#include "mxfake_mail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MXFAKE_BATCH = 100,
    MXFAKE_PING_MS = 60000,
    MXFAKE_BACK_OFF_MS = 1000,
    MXFAKE_BACK_OFF_MAX_MS = 3600000
};

struct mxfake_service {
    char *id;
    char *url; /* NULL: nothing is pushed */
    char *as_token;
    char *hs_token;
    char *users;
    struct mxfake_user *user;
    struct fake_list events; /* to be pushed, oldest first */
    struct fake_list mails;  /* cJSON: what its devices were sent, oldest first */
    uint64_t lists_pos;      /* it was told until then whose devices have changed */
    struct mxfake_call *ping;
    unsigned txn; /* the last there was */
    size_t sent;  /* events in the transaction that is on its way, or comes again */
    size_t mails_sent;
    uint64_t lists_sent; /* as lists_pos, once it has arrived */
    bool filled;         /* there is a transaction that has not arrived */
    bool on_its_way;     /* a push */
    bool pings;          /* it is the ping */
    int64_t again_ms;    /* not before */
    int64_t back_off_ms;
    char path[MXFAKE_NAME_BYTES];
    char *body; /* of the transaction */
    char *ping_body;
};

static char *mxfake_text_or(const char *text)
{
    return text == NULL ? NULL : fake_copy(text, strlen(text));
}

const char *mxfake_service(struct mxfake *fake, const struct mxfake_registration *registration)
{
    char id[MXFAKE_ID_BYTES];
    struct mxfake_service *service = fake_take(sizeof *service);
    snprintf(id, sizeof id, "@%.120s:%s", registration->localpart, fake->server);
    service->id = mxfake_text_or(registration->id);
    service->url = mxfake_text_or(registration->url);
    service->as_token = mxfake_text_or(registration->as_token);
    service->hs_token = mxfake_text_or(registration->hs_token);
    service->users = mxfake_text_or(registration->users);
    service->lists_pos = mxfake_pos(fake) == 0 ? 1 : mxfake_pos(fake);
    service->user = mxfake_user_at(fake, id);
    service->user->service = service;
    service->user->unlimited = !registration->rate_limited;
    fake_list_add(&fake->services, service);
    return service->user->id;
}

struct mxfake_service *mxfake_service_of(const struct mxfake *fake, const char *as_token)
{
    for (size_t i = 0; i < fake->services.count; i++) {
        struct mxfake_service *service = fake->services.items[i];
        if (strcmp(service->as_token, as_token) == 0) {
            return service;
        }
    }
    return NULL;
}

static struct mxfake_service *mxfake_service_find(const struct mxfake *fake, const char *id)
{
    for (size_t i = 0; i < fake->services.count; i++) {
        struct mxfake_service *service = fake->services.items[i];
        if (strcmp(service->id, id) == 0) {
            return service;
        }
    }
    return NULL;
}

struct mxfake_user *mxfake_service_user(const struct mxfake_service *service)
{
    return service->user;
}

bool mxfake_service_owns(const struct mxfake *fake, const struct mxfake_service *service,
                         const char *user)
{
    const char *colon = strchr(user, ':');
    bool local = colon != NULL && strcmp(colon + 1, fake->server) == 0;
    char name[MXFAKE_ID_BYTES];
    snprintf(name, sizeof name, "%.*s", colon == NULL ? 0 : (int)(colon - user), user);
    return strcmp(user, service->user->id) == 0 ||
           (local && service->users != NULL && fake_fits(service->users, name));
}

/* Is any of its users in the room, or the one it is about? */
static bool mxfake_service_wants(const struct mxfake *fake, const struct mxfake_service *service,
                                 const struct mxfake_event *event)
{
    bool about = event->key != NULL && strcmp(event->type, "m.room.member") == 0 &&
                 mxfake_service_owns(fake, service, event->key);
    if (about || event->sender->service == service) {
        return true;
    }
    for (size_t i = 0; i < event->room->slots.count; i++) {
        const struct mxfake_slot *slot = event->room->slots.items[i];
        if (strcmp(slot->type, "m.room.member") == 0 &&
            strcmp(mxfake_member_at(event->room, slot->key, MXFAKE_NOW), "join") == 0 &&
            mxfake_service_owns(fake, service, slot->key)) {
            return true;
        }
    }
    return false;
}

void mxfake_services_hear(struct mxfake *fake, struct mxfake_event *event)
{
    for (size_t i = 0; i < fake->services.count; i++) {
        struct mxfake_service *service = fake->services.items[i];
        if (service->url != NULL && mxfake_service_wants(fake, service, event)) {
            fake_list_add(&service->events, event);
        }
    }
}

/* --- what concerns devices -------------------------------------------------------------------- */

bool mxfake_services_mail(const struct mxfake *fake, const struct mxfake_device *device,
                          const struct mxfake_letter *letter)
{
    struct mxfake_service *service = device->user->service;
    if (service == NULL || service->url == NULL || !fake->knobs.service_keys) {
        return false;
    }
    cJSON *event = mxfake_letter_event(letter);
    fake_add_text(event, "to_user_id", device->user->id);
    fake_add_text(event, "to_device_id", device->id);
    fake_list_add(&service->mails, event);
    return true;
}

static bool mxfake_service_lists(const struct mxfake *fake, const struct mxfake_service *service,
                                 cJSON *lists)
{
    const struct mxfake_keys_told told = {.since = service->lists_pos, .until = mxfake_pos(fake)};
    return fake->knobs.service_keys && mxfake_device_lists(fake, service->user, &told, lists);
}

/* Of each device of its users. */
static void mxfake_service_left(const struct mxfake *fake, const struct mxfake_service *service,
                                cJSON *counts, cJSON *unused)
{
    for (size_t i = 0; i < fake->users.count; i++) {
        const struct mxfake_user *user = fake->users.items[i];
        for (size_t j = 0; user->service == service && j < user->devices.count; j++) {
            const struct mxfake_device *device = user->devices.items[j];
            cJSON *of_user = fake_get(counts, user->id);
            of_user = of_user != NULL ? of_user : fake_add_object(counts, user->id);
            fake_put(of_user, device->id, mxfake_keys_counts(device));
            of_user = fake_get(unused, user->id);
            of_user = of_user != NULL ? of_user : fake_add_object(unused, user->id);
            fake_put(of_user, device->id, mxfake_keys_unused(device));
        }
    }
}

/* As MSC2409 and MSC3202 have it, and Synapse does. */
static void mxfake_push_keys(const struct mxfake *fake, struct mxfake_service *service, cJSON *json)
{
    cJSON *mails = fake_add_list(json, "de.sorunome.msc2409.to_device");
    size_t count = service->mails.count < MXFAKE_BATCH ? service->mails.count : MXFAKE_BATCH;
    for (size_t i = 0; i < count; i++) {
        cJSON_AddItemToArray(mails, cJSON_Duplicate(service->mails.items[i], true));
    }
    service->mails_sent = count;
    mxfake_service_left(
        fake, service, fake_add_object(json, "org.matrix.msc3202.device_one_time_keys_count"),
        fake_add_object(json, "org.matrix.msc3202.device_unused_fallback_key_types"));
    mxfake_service_lists(fake, service, fake_add_object(json, "org.matrix.msc3202.device_lists"));
    service->lists_sent = mxfake_pos(fake);
}

/* The first so many are gone. */
static void mxfake_list_drop(struct fake_list *list, size_t count)
{
    if (count > 0) {
        list->count -= count;
        memmove(list->items, list->items + count, list->count * sizeof *list->items);
    }
}

static void mxfake_push_keys_arrived(struct mxfake_service *service)
{
    for (size_t i = 0; i < service->mails_sent; i++) {
        cJSON_Delete(service->mails.items[i]);
    }
    mxfake_list_drop(&service->mails, service->mails_sent);
    service->mails_sent = 0;
    service->lists_pos =
        service->lists_sent > service->lists_pos ? service->lists_sent : service->lists_pos;
}

/* Is there anything for it? */
static bool mxfake_push_waits(const struct mxfake *fake, const struct mxfake_service *service)
{
    if (service->filled || service->events.count > 0 || service->mails.count > 0) {
        return true;
    }
    cJSON *lists = cJSON_CreateObject();
    bool changed = service->url != NULL && mxfake_service_lists(fake, service, lists);
    cJSON_Delete(lists);
    return changed;
}

/* --- pushes ----------------------------------------------------------------------------------- */

static void mxfake_push_fill(struct mxfake *fake, struct mxfake_service *service)
{
    size_t count = service->events.count < MXFAKE_BATCH ? service->events.count : MXFAKE_BATCH;
    cJSON *json = cJSON_CreateObject();
    cJSON *list = fake_add_list(json, "events");
    for (size_t i = 0; i < count; i++) {
        cJSON_AddItemToArray(
            list, mxfake_event_client(fake, service->events.items[i], NULL, MXFAKE_SHAPE_FULL));
    }
    if (fake->knobs.service_keys) {
        mxfake_push_keys(fake, service, json);
    }
    service->filled = true;
    free(service->body);
    struct fake_text *text = fake_text_json(json);
    service->body = fake_copy(text->bytes, text->len);
    fake_text_drop(&text);
    service->sent = count;
    service->txn++;
    fake->counts.pushes++;
}

bool mxfake_push_take(struct mxfake *fake, const char *id, struct mxfake_push *push)
{
    struct mxfake_service *service = mxfake_service_find(fake, id);
    if (service == NULL || service->on_its_way) {
        return false;
    }
    service->pings = service->ping != NULL;
    if (!service->pings &&
        (service->again_ms > fake->now_ms || !mxfake_push_waits(fake, service))) {
        return false;
    }
    if (service->pings) {
        snprintf(service->path, sizeof service->path, "/_matrix/app/v1/ping");
        free(service->ping_body);
        char *body = cJSON_PrintUnformatted(service->ping->body);
        service->ping_body = fake_copy(body, strlen(body));
        cJSON_free(body);
    } else {
        if (!service->filled) {
            mxfake_push_fill(fake, service);
        }
        snprintf(service->path, sizeof service->path, "/_matrix/app/v1/transactions/%u",
                 service->txn);
    }
    service->on_its_way = true;
    *push = (struct mxfake_push){.url = service->url,
                                 .method = service->pings ? "POST" : "PUT",
                                 .path = service->path,
                                 .token = service->hs_token,
                                 .body = service->pings ? service->ping_body : service->body};
    return true;
}

void mxfake_push_answered(struct mxfake *fake, const char *id, int status)
{
    struct mxfake_service *service = mxfake_service_find(fake, id);
    if (service == NULL || !service->on_its_way) {
        return;
    }
    service->on_its_way = false;
    if (service->pings) {
        if (service->ping != NULL) {
            mxfake_call_remove(fake, service->ping);
            mxfake_pinged(service->ping, status);
        }
        if (status == 200) {
            service->again_ms = service->back_off_ms = 0;
        }
    } else if (status == 200) {
        mxfake_list_drop(&service->events, service->sent);
        service->sent = 0;
        service->filled = false;
        mxfake_push_keys_arrived(service);
        service->back_off_ms = 0;
    } else {
        int64_t longer_ms = service->back_off_ms * 2;
        service->back_off_ms = longer_ms == 0                       ? MXFAKE_BACK_OFF_MS
                               : longer_ms > MXFAKE_BACK_OFF_MAX_MS ? MXFAKE_BACK_OFF_MAX_MS
                                                                    : longer_ms;
        service->again_ms = fake->now_ms + service->back_off_ms;
    }
}

void mxfake_services_undo(struct mxfake *fake, uint64_t pos)
{
    for (size_t i = 0; i < fake->services.count; i++) {
        struct mxfake_service *service = fake->services.items[i];
        while (service->events.count > 0 &&
               ((struct mxfake_event *)service->events.items[service->events.count - 1])->pos >
                   pos) {
            service->events.count--;
        }
        service->sent =
            service->sent < service->events.count ? service->sent : service->events.count;
    }
}

/* --- pings ------------------------------------------------------------------------------------ */

void mxfake_ping_service(struct mxfake_call *call)
{
    struct mxfake_service *service = mxfake_service_find(call->fake, call->values[0]);
    if (service == NULL || service != call->service) {
        mxfake_error(call, 403, "M_FORBIDDEN", "Mismatching service");
    } else if (service->url == NULL) {
        mxfake_error(call, 400, "M_URL_NOT_SET", "The service has no URL");
    } else if (service->ping != NULL) {
        mxfake_error(call, 502, "M_CONNECTION_FAILED", "It is being asked already");
    } else {
        service->ping = call;
        call->phase = MXFAKE_PHASE_PINGS;
        call->at_ms = call->fake->now_ms + MXFAKE_PING_MS;
        call->since = (uint64_t)call->fake->now_ms;
    }
}

void mxfake_service_forget(const struct mxfake_call *call)
{
    for (size_t i = 0; i < call->fake->services.count; i++) {
        struct mxfake_service *service = call->fake->services.items[i];
        service->ping = service->ping == call ? NULL : service->ping;
    }
}

void mxfake_service_pinged(struct mxfake_call *call, int status)
{
    mxfake_service_forget(call);
    if (status == 200) {
        cJSON *json = cJSON_CreateObject();
        fake_add_number(json, "duration_ms", call->fake->now_ms - (int64_t)call->since);
        mxfake_answer(call, 200, json);
    } else if (status == 0) {
        mxfake_error(call, 504, "M_CONNECTION_TIMEOUT", "The service did not answer");
    } else {
        cJSON *json = cJSON_CreateObject();
        fake_add_text(json, "errcode", "M_BAD_STATUS");
        fake_add_text(json, "error", "The service answered with another status");
        fake_add_number(json, "status", status);
        fake_add_text(json, "body", "");
        mxfake_answer(call, 502, json);
    }
}

void mxfake_services_free(struct mxfake *fake)
{
    for (size_t i = 0; i < fake->services.count; i++) {
        struct mxfake_service *service = fake->services.items[i];
        free(service->id);
        free(service->url);
        free(service->as_token);
        free(service->hs_token);
        free(service->users);
        free(service->body);
        free(service->ping_body);
        fake_list_deinit(&service->events);
        for (size_t j = 0; j < service->mails.count; j++) {
            cJSON_Delete(service->mails.items[j]);
        }
        fake_list_deinit(&service->mails);
        free(service);
    }
    fake_list_deinit(&fake->services);
}

int64_t mxfake_push_next_ms(const struct mxfake *fake)
{
    int64_t next_ms = INT64_MAX;
    for (size_t i = 0; i < fake->services.count; i++) {
        const struct mxfake_service *service = fake->services.items[i];
        if (!service->on_its_way && service->again_ms < next_ms &&
            mxfake_push_waits(fake, service)) {
            next_ms = service->again_ms;
        }
    }
    return next_ms;
}

const char *mxfake_service_id(const struct mxfake *fake, size_t at)
{
    if (at >= fake->services.count) {
        return NULL;
    }
    const struct mxfake_service *service = fake->services.items[at];
    return service->id;
}
