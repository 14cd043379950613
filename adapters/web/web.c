/* The playground as the house sees it: an adapter that is its own platform. */
#include "web.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "embed_page.h"
#include "heap.h"
#include "http_lan.h"
#include "log.h"
#include "web_own.h"
#include "web_page.h"
#include "web_private.h"

static const char web_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static const char *const web_headers[] = {"Content-Security-Policy:",
                                          web_policy,
                                          "X-Content-Type-Options:",
                                          "nosniff",
                                          "Referrer-Policy:",
                                          "no-referrer",
                                          "Cross-Origin-Opener-Policy:",
                                          "same-origin",
                                          "Cross-Origin-Resource-Policy:",
                                          "same-origin",
                                          "X-Frame-Options:",
                                          "DENY",
                                          NULL};

/* What is not HTML needs nothing: a picture that is opened by itself may not run or fetch either.
 */
static const char *const web_part_headers[] = {"Content-Security-Policy:",
                                               "default-src 'none'; frame-ancestors 'none'",
                                               "X-Content-Type-Options:",
                                               "nosniff",
                                               "Referrer-Policy:",
                                               "no-referrer",
                                               "Cross-Origin-Resource-Policy:",
                                               "same-origin",
                                               NULL};

static bool web_admits(void *context, const struct http_request *request)
{
    const struct web *web = context;
    return web_host_admits(&web->host, request, web_sockets.path);
}

/* What could not be read is tried again. */
static void web_again(void *context)
{
    struct web *web = context;
    size_t at = 0;
    for (struct web_room *room = map_next(&web->rooms.map, &at); room != NULL;
         room = map_next(&web->rooms.map, &at)) {
        web_send_waiting(web, room);
    }
    web_resume(web);
}

static unsigned web_number(const struct settings *settings, const char *key)
{
    return (unsigned)settings_number(settings, "web", key);
}

static struct http_limits web_limits(const struct settings *settings)
{
    unsigned frames = web_number(settings, "frames_per_second");
    return (struct http_limits){.connections = web_number(settings, "connections"),
                                .held_places = web_number(settings, "held_places"),
                                .address_sockets = web_number(settings, "per_address"),
                                .account_sockets = web_number(settings, "per_account"),
                                .frame_burst = frames * WEB_FRAMES_BURST,
                                .frame_each_ms = 1000 / frames};
}

static int web_listen(struct web *web, struct loop *loop, const struct settings *settings,
                      struct fault *fault)
{
    web->address = heap_copy(settings_text(settings, "web", "address"));
    web->url = heap_copy(settings_text(settings, "web", "url"));
    web->hosts = heap_copy(settings_text(settings, "web", "hosts"));
    web->relay_key = heap_copy(settings_text(settings, "store", "relay_key"));
    const char *proxies = settings_text(settings, "web", "trusted_proxies");
    const char *wrong = NULL;
    size_t wrong_len = 0;
    web->per_account = web_number(settings, "per_account");
    if (!subnets_read(&web->proxies, proxies, &wrong, &wrong_len)) {
        return fault_set(fault, FAULT_CONFIG, "\"%.*s\" is no address ([web] trusted_proxies)",
                         (int)wrong_len, wrong);
    }
    struct http_setup setup = {.loop = loop_uv(loop),
                               .clock = web->world->clock,
                               .address = web->address,
                               .port = (uint16_t)settings_number(settings, "web", "port"),
                               .section = "web",
                               .routes = web_routes,
                               .route_count = web_route_count,
                               .files = page,
                               .file_count = page_count,
                               .headers = web_headers,
                               .part_headers = web_part_headers,
                               .admits = web_admits,
                               .whose = web_whose,
                               .proxies = &web->proxies,
                               .relay_key = web->relay_key[0] != '\0' ? web->relay_key : NULL,
                               .limits = web_limits(settings),
                               .sockets = web_sockets,
                               .context = web};
    web->host.url = web->url;
    web->host.hosts = web->hosts;
    const char *relay = settings_text(settings, "web", "relay_address");
    web->host.near = http_is_loopback(relay[0] != '\0' ? relay : web->address);
    web->host.lan = web->lan;
    http_lan_address(web->lan, sizeof web->lan);
    web->server = http_server_open(&setup, fault);
    if (web->server == NULL) {
        return -1;
    }
    log_event(LEVEL_INFO, "web.listening",
              LOG_FIELDS(log_text("address", web->address),
                         log_number("port", http_server_port(web->server))));
    return 0;
}

static void web_close(struct adapter **adapter)
{
    struct web *web = (struct web *)*adapter;
    if (web == NULL) {
        return;
    }
    *adapter = NULL;
    web_readings_forget(web);
    struct web_pending *pending = web->pendings;
    while (pending != NULL) {
        struct web_pending *next = pending->next;
        if (pending->request != NULL) {
            http_answer_json(&pending->request, 503, "{\"sorry\":\"The server stops.\"}");
        }
        free(pending->text);
        free(pending->cookie);
        free(pending);
        pending = next;
    }
    http_server_close(&web->server);
    web_conns_free(web);
    web_people_deinit(&web->people);
    web_rooms_deinit(&web->rooms);
    loop_timer_free(&web->again);
    arena_free(&web->arena);
    web_page_free(web->page);
    free(web->page);
    free(web->address);
    free(web->url);
    free(web->hosts);
    heap_wipe(web->relay_key, web->relay_key != NULL ? strlen(web->relay_key) : 0);
    free(web);
}

static int web_open(struct adapter **adapter, struct house *house, struct loop *loop,
                    const struct settings *settings, struct fault *fault)
{
    struct web *web = heap_allocate(sizeof *web);
    web->house = house;
    web->settings = settings;
    web->world = house_world(house);
    web->arena = arena_new();
    web->again = loop_timer_new(loop, web_again, web);
    web_secret_make(&web->world->entropy, web->door);
    bucket_init(&web->newcomers, WEB_NEWCOMERS_BURST, WEB_NEWCOMERS_EACH_MS, 0);
    for (size_t i = 0; i < WEB_ADDRESSES; i++) {
        bucket_init(&web->newcomers_of[i], WEB_NEWCOMERS_OF_BURST, WEB_NEWCOMERS_OF_EACH_MS, 0);
    }
    web->world->entropy.fill(web->world->entropy.context, web->address_key,
                             sizeof web->address_key);
    web_people_init(&web->people, &web->world->entropy);
    web_rooms_init(&web->rooms, &web->world->entropy);
    web->page = heap_allocate(sizeof *web->page);
    *adapter = (struct adapter *)web;
    if (web_load_all(web, fault) != 0 || web_listen(web, loop, settings, fault) != 0) {
        web_close(adapter);
        return -1;
    }
    return 0;
}

static void web_capabilities(const struct adapter *adapter, const char *room,
                             struct room_capabilities *capabilities)
{
    const struct web *web = (const struct web *)adapter;
    const struct web_room *found = web_rooms_at(&web->rooms, room);
    *capabilities = (struct room_capabilities){.private_reply = true,
                                               .buttons = true,
                                               .pictures = true,
                                               .draws = true,
                                               .only_stored = true,
                                               .portraits = true,
                                               .bots_at_once = true,
                                               .links = true,
                                               .team_rooms = found != NULL && !found->is_private &&
                                                             !found->is_team,
                                               .mute = MUTE_POWER};
}

static void web_stored(struct adapter *adapter, void *token, const struct fault *fault)
{
    struct web *web = (struct web *)adapter;
    struct web_pending *pending = token;
    if (pending == NULL) {
        return;
    }
    arena_reset(web->arena);
    pending->done(web, pending, fault);
    assert(pending->request == NULL);
    web_pending_free(web, &pending);
    web_resume(web); /* who waits for their own acts to be stored */
}

static const char *web_room_name(const struct adapter *adapter, const char *room)
{
    const struct web *web = (const struct web *)adapter;
    const struct web_room *found = web_rooms_at(&web->rooms, room);
    return found != NULL && !found->is_private ? found->name : NULL;
}

static const char *web_person_name(const struct adapter *adapter, const char *account)
{
    const struct web *web = (const struct web *)adapter;
    const struct web_person *person = web_people_at(&web->people, account);
    return person != NULL && !person->damaged ? person->name : NULL;
}

static bool web_room_damaged(const struct adapter *adapter, const char *room)
{
    const struct web *web = (const struct web *)adapter;
    const struct web_room *found = web_rooms_at(&web->rooms, room);
    return found != NULL && found->damaged;
}

/* Who is in a room reads it; a room that is no more is read by nobody. */
static enum may_read web_may_read(const struct adapter *adapter, const char *room,
                                  const char *account)
{
    const struct web *web = (const struct web *)adapter;
    const struct web_room *found = web_rooms_at(&web->rooms, room);
    const struct web_person *person = web_people_at(&web->people, account);
    return found != NULL && person != NULL && web_room_has(found, person) ? MAY_READ_YES
                                                                          : MAY_READ_NO;
}

static const char *web_mention(const struct adapter *adapter)
{
    (void)adapter;
    return "@" WEB_BOT_NAME;
}

static void web_drain(struct adapter *adapter)
{
    struct web *web = (struct web *)adapter;
    web->draining = true;
    http_server_stop(web->server);
}

uint16_t web_port(const struct adapter *adapter)
{
    return http_server_port(((const struct web *)adapter)->server);
}

const char *web_door_secret(const struct adapter *adapter)
{
    return ((const struct web *)adapter)->door;
}

const struct adapter_def web_adapter = {.name = WEB_ADAPTER,
                                        .open = web_open,
                                        .capabilities = web_capabilities,
                                        .send = web_send,
                                        .operate = web_operate,
                                        .stored = web_stored,
                                        .room_name = web_room_name,
                                        .may_read = web_may_read,
                                        .room_damaged = web_room_damaged,
                                        .person_name = web_person_name,
                                        .mention = web_mention,
                                        .rows = &web_rows,
                                        .forgetting = web_forgetting,
                                        .forgotten = web_forgotten,
                                        .drain = web_drain,
                                        .close = web_close};
