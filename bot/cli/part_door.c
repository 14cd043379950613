/* One relay for each platform, and what its process is told of its inner door. */
#include "part_door.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "entropy.h"
#include "hash.h"
#include "heap.h"
#include "log.h"
#include "loop.h"
#include "program.h"
#include "relay.h"
#include "settings.h"
#include "store_members.h"
#include "store_part.h"
#include "subnet.h"

enum { DOOR_SPARE = 64 };
enum { DOORS_MAX = 4, DOOR_KEY_BYTES = 16, DOOR_VARIABLE_BYTES = 160, DOOR_VARIABLES_MAX = 16 };

struct part_door {
    struct part_doors *doors;
    const struct program_adapter *adapter;
    struct relay *relay;
    struct subnets trusted;
    uint16_t port; /* the inner one, */
    int kept;      /* and the socket that keeps it; -1: none */
};

struct part_doors {
    struct part_doors_setup setup;
    const char *inner;                /* address at which other workers reach us */
    char key[2 * DOOR_KEY_BYTES + 1]; /* what they have to show there */
    struct part_door door[DOORS_MAX];
    size_t count;
    char text[STORE_MEMBER_TEXT_BYTES];
    char lead[STORE_MEMBER_TEXT_BYTES];
    char **environment[STORE_PARTS_MAX]; /* NULL: not made yet */
};

/* --- where it goes ---------------------------------------------------------------------------- */

static bool door_where(void *context, char *place, size_t size)
{
    const struct part_door *door = context;
    const char *name = door->adapter->def->name;
    size_t len = strlen(name);
    for (const char *line = door->doors->lead; *line != '\0';) {
        size_t line_len = strcspn(line, "\n");
        if (line_len > len + 1 && line_len - len <= size && strncmp(line, name, len) == 0 &&
            line[len] == ' ') {
            memcpy(place, line + len + 1, line_len - len - 1);
            place[line_len - len - 1] = '\0';
            return true;
        }
        line += line_len + (line[line_len] == '\n' ? 1 : 0);
    }
    return false;
}

void part_doors_lead(struct part_doors *doors, const char *text)
{
    snprintf(doors->lead, sizeof doors->lead, "%s", text);
}

const char *part_doors_text(const struct part_doors *doors)
{
    return doors->text;
}

/* --- inner doors ------------------------------------------------------------------------------ */

/* A port that nobody has at this address. It is kept by a socket that never listens: only processes
 * of this user can, and nobody else is told the key of relays and what people send while ours is
 * down. 0 with a fault. */
static uint16_t door_keep_port(int *kept_r, const char *address, struct fault *fault)
{
    int on = 1;
    struct sockaddr_storage any = {.ss_family = AF_INET};
    struct sockaddr_in *four = (struct sockaddr_in *)(void *)&any;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)&any;
    socklen_t len = sizeof *four;
    if (inet_pton(AF_INET, address, &four->sin_addr) != 1) {
        any.ss_family = AF_INET6;
        len = sizeof *six;
        inet_pton(AF_INET6, address, &six->sin6_addr);
    }
    int file = socket(any.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool found = file >= 0 && setsockopt(file, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0 &&
                 bind(file, (struct sockaddr *)&any, len) == 0 &&
                 getsockname(file, (struct sockaddr *)&any, &len) == 0;
    *kept_r = file;
    if (!found) {
        fault_set(fault, FAULT_CONFIG, "store.address %s: is none of this machine", address);
        return 0;
    }
    return ntohs(any.ss_family == AF_INET ? four->sin_port : six->sin6_port);
}

static void door_say(struct part_doors *doors, const struct part_door *door)
{
    size_t len = strlen(doors->text);
    bool six = strchr(doors->inner, ':') != NULL;
    snprintf(doors->text + len, sizeof doors->text - len, "%s %s%s%s:%u %s\n",
             door->adapter->def->name, six ? "[" : "", doors->inner, six ? "]" : "",
             (unsigned)door->port, doors->key);
}

/* More than whoever answers takes, so that they say whom they send away; 0: as many as usual. */
static unsigned door_connections(const struct settings *settings,
                                 const struct program_adapter *adapter)
{
    return adapter->door_connections == NULL
               ? 0
               : DOOR_SPARE + (unsigned)settings_number(settings, adapter->def->name,
                                                        adapter->door_connections);
}

static int door_open(struct part_doors *doors, const struct program_adapter *adapter,
                     struct fault *fault)
{
    struct part_door *door = &doors->door[doors->count];
    const struct settings *settings = doors->setup.settings;
    const char *section = adapter->def->name;
    int64_t port = settings_number(settings, section, adapter->door_port);
    if (port == 0 && !adapter->door_any_port) {
        return 0;
    }
    *door = (struct part_door){.doors = doors, .adapter = adapter};
    const char *wrong = NULL;
    size_t wrong_len = 0;
    if (adapter->door_proxies != NULL) { /* the settings have looked at them */
        subnets_read(&door->trusted, settings_text(settings, section, adapter->door_proxies),
                     &wrong, &wrong_len);
    }
    door->port = door_keep_port(&door->kept, doors->inner, fault);
    const struct relay_setup setup = {
        .loop = loop_uv(doors->setup.loop),
        .address = settings_text(settings, section, adapter->door_address),
        .port = (uint16_t)port,
        .section = section,
        .trusted = adapter->door_proxies == NULL ? NULL : &door->trusted,
        .limits = {.connections = door_connections(settings, adapter)},
        .where = door_where,
        .context = door};
    doors->count++;
    door->relay = door->port == 0 ? NULL : relay_open(&setup, fault);
    if (door->relay == NULL) {
        return -1;
    }
    log_event(LEVEL_INFO, "door.listening",
              LOG_FIELDS(log_text("platform", section), log_text("address", setup.address),
                         log_number("port", relay_port(door->relay))));
    door_say(doors, door);
    return 0;
}

/* --- what a process is told ------------------------------------------------------------------- */

struct door_variables {
    char text[DOOR_VARIABLES_MAX][DOOR_VARIABLE_BYTES];
    size_t count;
};

/* An option of the settings as a variable. */
static void door_tell(struct door_variables *variables, const char *section, const char *key,
                      const char *value)
{
    char *text = variables->text[variables->count++];
    snprintf(text, DOOR_VARIABLE_BYTES, "DEADDROP_%s_%s=%s", section, key, value);
    for (char *at = text; *at != '='; at++) {
        *at = (char)toupper((unsigned char)*at);
    }
}

static void door_tell_number(struct door_variables *variables, const char *section, const char *key,
                             int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    door_tell(variables, section, key, text);
}

/* What links name is where people come in, not where we ask. */
static void door_tell_outer(const struct part_doors *doors, const struct part_door *door,
                            struct door_variables *variables)
{
    const struct program_adapter *adapter = door->adapter;
    const char *section = adapter->def->name;
    if (adapter->door_outer_address != NULL) {
        door_tell(variables, section, adapter->door_outer_address,
                  settings_text(doors->setup.settings, section, adapter->door_address));
        door_tell_number(variables, section, adapter->door_outer_port, relay_port(door->relay));
    }
}

static void door_tell_doors(const struct part_doors *doors, struct door_variables *variables)
{
    for (size_t i = 0; i < doors->count; i++) {
        const struct program_adapter *adapter = doors->door[i].adapter;
        door_tell_outer(doors, &doors->door[i], variables);
        door_tell(variables, adapter->def->name, adapter->door_address, doors->inner);
        door_tell_number(variables, adapter->def->name, adapter->door_port, doors->door[i].port);
    }
}

static bool door_is_told(const struct door_variables *variables, const char *variable)
{
    size_t len = strcspn(variable, "=");
    for (size_t i = 0; i < variables->count; i++) {
        if (strncmp(variables->text[i], variable, len + 1) == 0) {
            return true;
        }
    }
    return false;
}

/* Ours, with those in place of what is said there. */
static char **door_environment(const struct door_variables *variables)
{
    size_t count = 0;
    size_t all = 0;
    while (environ[all] != NULL) {
        all++;
    }
    char **environment = heap_allocate((all + variables->count + 1) * sizeof *environment);
    for (size_t i = 0; i < all; i++) {
        if (!door_is_told(variables, environ[i]) &&
            strncmp(environ[i], "NOTIFY_SOCKET=", strlen("NOTIFY_SOCKET=")) != 0 &&
            strncmp(environ[i], "WATCHDOG_USEC=", strlen("WATCHDOG_USEC=")) != 0) {
            environment[count++] = heap_copy(environ[i]);
        }
    }
    for (size_t i = 0; i < variables->count; i++) {
        environment[count++] = heap_copy(variables->text[i]);
    }
    return environment;
}

const char *const *part_doors_environment(struct part_doors *doors, unsigned part)
{
    struct door_variables variables = {.count = 0};
    char name[STORE_MEMBER_TEXT_BYTES];
    const struct settings *settings = doors->setup.settings;
    int64_t port = settings_number(settings, "metrics", "port");
    if (doors->environment[part] == NULL) {
        snprintf(name, sizeof name, "%s/%u", doors->setup.worker, part);
        door_tell(&variables, "store", "worker", name);
        door_tell_number(&variables, "metrics", "port", port == 0 ? 0 : port + 1 + part);
        if (part == 0) {
            door_tell(&variables, "store", "relay_key", doors->key);
            door_tell_doors(doors, &variables);
        }
        doors->environment[part] = door_environment(&variables);
        explicit_bzero(&variables, sizeof variables);
    }
    return (const char *const *)doors->environment[part];
}

/* Whoever has it may say for whom they ask. */
static void door_make_key(char key[2 * DOOR_KEY_BYTES + 1])
{
    uint8_t bytes[DOOR_KEY_BYTES];
    struct entropy entropy = entropy_system();
    entropy.fill(entropy.context, bytes, sizeof bytes);
    hash_hex(key, bytes, sizeof bytes);
    explicit_bzero(bytes, sizeof bytes);
}

/* --- life ------------------------------------------------------------------------------------- */

struct part_doors *part_doors_new(const struct part_doors_setup *setup, struct fault *fault)
{
    struct part_doors *doors = heap_allocate(sizeof *doors);
    doors->setup = *setup;
    doors->inner = settings_text(setup->settings, "store", "address");
    door_make_key(doors->key);
    const struct program_adapter *adapter = setup->adapters;
    for (; adapter->def != NULL && doors->count < DOORS_MAX; adapter++) {
        if (adapter->door_port != NULL && adapter->wanted(setup->settings) &&
            door_open(doors, adapter, fault) != 0) {
            part_doors_free(&doors);
            return NULL;
        }
    }
    return doors;
}

void part_doors_free(struct part_doors **doors_r)
{
    struct part_doors *doors = *doors_r;
    *doors_r = NULL;
    if (doors == NULL) {
        return;
    }
    for (size_t i = 0; i < doors->count; i++) {
        relay_close(&doors->door[i].relay);
        if (doors->door[i].kept >= 0) {
            close(doors->door[i].kept);
        }
    }
    for (size_t part = 0; part < STORE_PARTS_MAX; part++) {
        char **environment = doors->environment[part];
        for (size_t i = 0; environment != NULL && environment[i] != NULL; i++) {
            heap_wipe(environment[i], strlen(environment[i]));
        }
        free(environment);
    }
    heap_wipe(doors, sizeof *doors);
}

unsigned part_doors_count(const struct part_doors *doors)
{
    unsigned count = 0;
    for (size_t i = 0; i < doors->count; i++) {
        count += relay_count(doors->door[i].relay);
    }
    return count;
}
