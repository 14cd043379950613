/* What libcurl wants to wait for, descriptors and one time, is the loop's.
 *
 * libcurl wants a connection watched while a request is on it, and no more until the next. To take
 * it out of the loop and in again costs more than the request's own bytes, so that it stays there
 * until it is closed; when it is ready and nobody asked, it is not watched until somebody does. */
#include "net_client_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heap.h"

enum { WATCHES_FIRST = 64 };

/* A descriptor that libcurl watches. */
struct net_watch {
    struct net_client *client;
    struct loop_poll *poll; /* NULL until it is wanted for the first time */
    curl_socket_t file;
    unsigned wanted; /* by libcurl now */
    unsigned set;    /* in the loop */
    bool is_socket;  /* a connection's, whose end is reported: in client->watches */
    ino_t inode;     /* which one, since a descriptor's number is used again */
};

static ino_t watch_inode(curl_socket_t file)
{
    struct stat about;
    return fstat(file, &about) == 0 ? about.st_ino : 0;
}

static void watch_set(struct net_watch *watch, unsigned events)
{
    if (watch->set != events) {
        loop_poll_set(watch->poll, events);
        watch->set = events;
    }
}

static void watch_ready(void *context, unsigned events)
{
    struct net_watch *watch = context;
    struct net_client *client = watch->client;
    int running = 0;
    int what = ((events & LOOP_READABLE) != 0 ? CURL_CSELECT_IN : 0) |
               ((events & LOOP_WRITABLE) != 0 ? CURL_CSELECT_OUT : 0);
    if (watch->wanted == 0) {
        watch_set(watch, 0); /* the other side closed it: libcurl finds that by itself */
        return;
    }
    curl_multi_socket_action(client->multi, watch->file, what, &running); /* may free the watch */
    net_http_notify(client);
}

static void watch_free(struct net_watch *watch)
{
    if (watch != NULL) {
        loop_poll_free(&watch->poll);
        free(watch);
    }
}

/* --- connections ------------------------------------------------------------------------------ */

static struct net_watch *watch_at(const struct net_client *client, curl_socket_t file)
{
    return file >= 0 && (size_t)file < client->watches_room ? client->watches[file] : NULL;
}

static void watch_put(struct net_client *client, curl_socket_t file, struct net_watch *watch)
{
    size_t room = client->watches_room == 0 ? WATCHES_FIRST : client->watches_room;
    while (room <= (size_t)file) {
        room *= 2;
    }
    if (room != client->watches_room) {
        client->watches = heap_grow(client->watches, room, sizeof(struct net_watch *));
        memset(client->watches + client->watches_room, 0,
               (room - client->watches_room) * sizeof(struct net_watch *));
        client->watches_room = room;
    }
    watch_free(client->watches[file]);
    client->watches[file] = watch;
}

static int watch_opened(void *user, curl_socket_t file, curlsocktype purpose)
{
    struct net_client *client = user;
    struct net_watch *watch = heap_allocate(sizeof *watch);
    (void)purpose;
    watch->client = client;
    watch->file = file;
    watch->is_socket = true;
    watch->inode = watch_inode(file);
    watch_put(client, file, watch);
    return CURL_SOCKOPT_OK;
}

static int watch_closed(void *user, curl_socket_t file)
{
    struct net_client *client = user;
    if (watch_at(client, file) != NULL) {
        watch_put(client, file, NULL);
    }
    return close(file);
}

void net_watch_sockets(struct net_client *client, CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, watch_opened);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, client);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, watch_closed);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, client);
}

/* --- what libcurl wants ----------------------------------------------------------------------- */

/* The watch that is kept of a connection; NULL for what else libcurl waits for. */
static struct net_watch *watch_kept(struct net_client *client, curl_socket_t file)
{
    struct net_watch *watch = watch_at(client, file);
    if (watch != NULL && watch->poll == NULL && watch->inode != watch_inode(file)) {
        watch_put(client, file, NULL); /* that one was closed before it was ever watched */
        watch = NULL;
    }
    return watch;
}

static int watch_wanted(CURL *easy, curl_socket_t file, int what, void *user, void *known)
{
    struct net_client *client = user;
    struct net_watch *watch = known;
    unsigned events =
        (what & CURL_POLL_IN ? LOOP_READABLE : 0U) | (what & CURL_POLL_OUT ? LOOP_WRITABLE : 0U);
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        curl_multi_assign(client->multi, file, NULL);
        if (watch != NULL && watch->is_socket) {
            watch->wanted = 0;
            watch_set(watch, watch->set & LOOP_READABLE); /* it is writable at any time */
        } else {
            watch_free(watch);
        }
        return 0;
    }
    if (watch == NULL) {
        watch = watch_kept(client, file);
        if (watch == NULL) {
            watch = heap_allocate(sizeof *watch);
            watch->client = client;
            watch->file = file;
        }
        curl_multi_assign(client->multi, file, watch);
    }
    if (watch->poll == NULL) {
        watch->poll = loop_poll_new(client->loop, file, watch_ready, watch);
    }
    watch->wanted = events;
    watch_set(watch, events);
    return 0;
}

static void watch_time_is_up(void *context)
{
    struct net_client *client = context;
    int running = 0;
    curl_multi_socket_action(client->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    net_http_notify(client);
}

static int watch_time(CURLM *multi, long delay_ms, void *user)
{
    struct net_client *client = user;
    (void)multi;
    if (delay_ms < 0) {
        loop_timer_stop(client->multi_timer);
    } else {
        loop_timer_set(client->multi_timer, delay_ms);
    }
    return 0;
}

void net_watch_open(struct net_client *client)
{
    client->multi_timer = loop_timer_new(client->loop, watch_time_is_up, client);
    curl_multi_setopt(client->multi, CURLMOPT_SOCKETFUNCTION, watch_wanted);
    curl_multi_setopt(client->multi, CURLMOPT_SOCKETDATA, client);
    curl_multi_setopt(client->multi, CURLMOPT_TIMERFUNCTION, watch_time);
    curl_multi_setopt(client->multi, CURLMOPT_TIMERDATA, client);
}

void net_watch_close(struct net_client *client)
{
    for (size_t i = 0; i < client->watches_room; i++) {
        watch_free(client->watches[i]);
    }
    free(client->watches);
    client->watches = NULL;
    client->watches_room = 0;
    loop_timer_free(&client->multi_timer);
}
