/* Places and rates. Each connection is charged to a holder: the account that the request's own
 * secrets name, or else the address it comes from. When all places are taken, whoever does least
 * with one goes: first who has asked nothing, then who has not said who they are, then newcomers
 * that are idle; among equals one of the holder that has most, the longest idle. People who are
 * known go for nobody, and some places are held for them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "http_private.h"

enum {
    HTTP_HOLDERS_MAX = 4096,  /* remembered; those without a connection are forgotten first */
    HTTP_SHARED = 5,          /* an address may be a house full of people: so many times the rate */
    HTTP_UPGRADE_COST = 10,   /* requests that a socket counts as: a greeting is much to say */
    HTTP_STUCK_MS = 1000,     /* an answer that nobody reads */
    HTTP_IDLE_MS = 60 * 1000, /* a newcomer who does nothing */
    HTTP_SPARE_OF_ACCOUNT = 16, /* connections of an account beside its sockets */
    HTTP_STAYS = 100            /* the order of who does not have to go */
};

int64_t http_now_ms(const struct http_server *server)
{
    return server->setup.clock.monotonic_ms(server->setup.clock.context);
}

static void http_holder_unlist(struct http_server *server, struct http_holder *holder)
{
    struct http_holder **before =
        holder->previous != NULL ? &holder->previous->next : &server->unused_first;
    struct http_holder **behind =
        holder->next != NULL ? &holder->next->previous : &server->unused_last;
    *before = holder->next;
    *behind = holder->previous;
    holder->next = NULL;
    holder->previous = NULL;
}

static void http_holder_list(struct http_server *server, struct http_holder *holder)
{
    holder->previous = server->unused_last;
    *(server->unused_last != NULL ? &server->unused_last->next : &server->unused_first) = holder;
    server->unused_last = holder;
}

static void http_holder_drop(struct http_server *server, struct http_holder *holder)
{
    http_holder_unlist(server, holder);
    map_remove(&server->holders, holder->key);
    free(holder);
}

static struct http_holder *http_holder_new(struct http_server *server, const char *key, bool shared)
{
    const struct http_limits *limits = &server->limits;
    int64_t now_ms = http_now_ms(server);
    unsigned times = shared ? HTTP_SHARED : 1;
    unsigned frame_ms = limits->frame_each_ms / times;
    unsigned requests = shared ? limits->address_burst : limits->address_burst / HTTP_SHARED;
    unsigned request_ms = shared ? limits->address_each_ms : limits->address_each_ms * HTTP_SHARED;
    while (server->holders.count >= HTTP_HOLDERS_MAX && server->unused_first != NULL) {
        http_holder_drop(server, server->unused_first);
    }
    struct http_holder *holder = heap_allocate(sizeof *holder);
    snprintf(holder->key, sizeof holder->key, "%s", key);
    bucket_init(&holder->requests, requests > 0 ? requests : 1, request_ms, now_ms);
    bucket_init(&holder->frames, limits->frame_burst * times, frame_ms > 0 ? frame_ms : 1, now_ms);
    bucket_init(&holder->bytes, limits->rate_burst_bytes / HTTP_RATE_BYTES,
                limits->rate_each_ms > 0 ? limits->rate_each_ms : 1, now_ms);
    map_put(&server->holders, holder->key, holder);
    http_holder_list(server, holder);
    return holder;
}

/* The key of an address; of the new kind by its network, since whoever has one has all of it. */
static void http_address_key(const char *address, char key[HTTP_KEY_BYTES])
{
    unsigned char bytes[SUBNET_BYTES];
    if (strchr(address, ':') == NULL || !subnet_address(address, strlen(address), bytes)) {
        snprintf(key, HTTP_KEY_BYTES, "@%s", address);
        return;
    }
    int len = snprintf(key, HTTP_KEY_BYTES, "@");
    for (size_t i = 0; i < SUBNET_BYTES / 2; i++) {
        len += snprintf(key + len, HTTP_KEY_BYTES - (size_t)len, "%02x", (unsigned)bytes[i]);
    }
}

void http_place_release(struct http_link *link)
{
    struct http_holder *holder = link->holder;
    link->holder = NULL;
    if (holder != NULL && --holder->links == 0) {
        http_holder_list(link->server, holder);
    }
}

void http_place_charge(struct http_link *link, const char *account)
{
    struct http_server *server = link->server;
    char key[HTTP_KEY_BYTES];
    if (account != NULL) {
        snprintf(key, sizeof key, "%s", account);
    } else {
        http_address_key(link->origin.address, key);
    }
    if (link->holder != NULL && strcmp(link->holder->key, key) == 0) {
        return;
    }
    http_place_release(link);
    struct http_holder *holder = map_get(&server->holders, key);
    if (holder == NULL) {
        holder = http_holder_new(server, key, account == NULL);
    }
    if (holder->links++ == 0) {
        http_holder_unlist(server, holder);
    }
    link->holder = holder;
}

/* Who goes first has the lowest. */
static int http_link_order(const struct http_link *link, int64_t now_ms)
{
    int64_t idle_ms = now_ms - link->active_ms;
    switch (link->phase) {
    case HTTP_LINGER:
        return 0;
    case HTTP_HEAD:
    case HTTP_BODY:
        return 1;
    case HTTP_WRITE:
        return idle_ms >= HTTP_STUCK_MS ? 2 : HTTP_STAYS;
    case HTTP_ASKED:
        return HTTP_STAYS;
    case HTTP_SOCKET:
        break;
    }
    if (link->rank == HTTP_STRANGER || link->socket == NULL ||
        http_socket_is_ending(link->socket)) {
        return 3;
    }
    return link->rank == HTTP_NEWCOMER && idle_ms >= HTTP_IDLE_MS ? 4 : HTTP_STAYS;
}

static bool http_link_goes_before(const struct http_link *link, const struct http_link *other,
                                  int64_t now_ms)
{
    int order = http_link_order(link, now_ms);
    int other_order = http_link_order(other, now_ms);
    if (order != other_order) {
        return order < other_order;
    }
    if (link->holder->links != other->holder->links) {
        return link->holder->links > other->holder->links;
    }
    return link->active_ms < other->active_ms;
}

/* Who has to go, NULL nobody. among: of this holder alone, or NULL; sockets: of sockets alone. */
static struct http_link *http_place_victim(const struct http_server *server,
                                           const struct http_link *but,
                                           const struct http_holder *among, bool sockets)
{
    int64_t now_ms = http_now_ms(server);
    struct http_link *victim = NULL;
    for (struct http_link *link = server->links; link != NULL; link = link->next) {
        bool meant = link != but && (among == NULL || link->holder == among) &&
                     (!sockets || link->phase == HTTP_SOCKET);
        if (meant && http_link_order(link, now_ms) < HTTP_STAYS &&
            (victim == NULL || !http_link_goes_before(victim, link, now_ms))) {
            victim = link;
        }
    }
    return victim;
}

bool http_place_accept(struct http_server *server)
{
    if (server->link_count < server->limits.connections) {
        return true;
    }
    struct http_link *victim = http_place_victim(server, NULL, NULL, false);
    if (victim == NULL) {
        return false;
    }
    http_link_turn_away(victim);
    return true;
}

/* How many sockets are not of people who are known. */
static unsigned http_place_open(const struct http_server *server)
{
    unsigned count = 0;
    for (const struct http_link *link = server->links; link != NULL; link = link->next) {
        count += link->phase == HTTP_SOCKET && link->rank < HTTP_KNOWN;
    }
    return count;
}

/* Room among the places that anybody may have. */
static bool http_place_newcomer(struct http_link *link)
{
    const struct http_limits *limits = &link->server->limits;
    unsigned most = limits->connections - limits->held_places;
    if (http_place_open(link->server) < most) {
        return true;
    }
    struct http_link *victim = http_place_victim(link->server, link, NULL, true);
    if (victim == NULL || victim->holder->links + 1 < link->holder->links) {
        return false; /* who has fewer does not go for who has more */
    }
    http_link_turn_away(victim);
    return true;
}

bool http_place_keep(struct http_link *link, bool socket)
{
    const struct http_limits *limits = &link->server->limits;
    bool address = link->holder->key[0] == '@';
    unsigned most =
        address ? limits->address_sockets : limits->account_sockets + HTTP_SPARE_OF_ACCOUNT;
    if (link->holder->links > most) {
        struct http_link *victim = http_place_victim(link->server, link, link->holder, false);
        int64_t now_ms = http_now_ms(link->server);
        if (victim == NULL || now_ms - victim->active_ms < HTTP_STUCK_MS) {
            return false;
        }
        http_link_turn_away(victim);
    }
    return !socket || link->rank == HTTP_KNOWN || http_place_newcomer(link);
}

bool http_place_may_ask(struct http_link *link, bool socket)
{
    uint32_t cost = socket ? HTTP_UPGRADE_COST : 1;
    uint32_t burst = link->holder->requests.burst;
    return bucket_take(&link->holder->requests, cost < burst ? cost : burst,
                       http_now_ms(link->server));
}

void http_place_free_all(struct http_server *server)
{
    while (server->unused_first != NULL) {
        http_holder_drop(server, server->unused_first);
    }
    assert(server->holders.count == 0);
    map_deinit(&server->holders);
}
