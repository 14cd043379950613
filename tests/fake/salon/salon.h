/* The whole program with the Matrix homeserver for tests in one process: a real house over a store
 * in memory, the adapter, people in a room, one clock. */
#ifndef SALON_H
#define SALON_H

#include "fake_wire.h"
#include "folder_kit.h"
#include "house.h"
#include "matrix.h"
#include "mxfake.h"
#include "mxfake_act.h"
#include "mxfake_fault.h"

enum { SALON_PEOPLE_MAX = 8, SALON_SETTINGS_MAX = 16 };

struct salon {
    struct mxfake *fake;
    const char *bot;
    const char *room; /* of all people and the bot */
    const char *person[SALON_PEOPLE_MAX];
    unsigned people;
    int64_t now_ms;
    uint64_t dice;
    unsigned stays; /* people, a bit each, who follow the bot into no room any more */
    bool disk_slow; /* the house does not come round: nothing gets on disk */
    struct fake_wire *wire;
    struct store *store;
    char place[KIT_PATH_BYTES]; /* of it */
    struct catalogue *catalogue;
    struct settings *settings;
    struct house *house;
    struct adapter *adapter;
    /* All traffic, a line each; NULL: into the file that DD_SALON_RECORD names, if it names one. */
    void (*record)(void *context, const char *line, size_t len);
    void (*begins)(
        struct salon *salon); /* the homeserver is there, the bot is not; NULL: nothing */
    const char *environment[SALON_SETTINGS_MAX]; /* more settings; before salon_open */
    bool pinned;      /* chance is the same each time, and deals this, if it is not NULL */
    const char *deal; /* before salon_open */
};

/* Zeroed before, settings aside. The bot has been invited by the first of the people, and joined.
 * version: of the room; NULL: the usual. */
void salon_open(struct salon *salon, unsigned people, const char *version);
void salon_close(struct salon *salon);
/* The process ends at once; what is on disk stays. */
void salon_cut(struct salon *salon);
/* And begins again, so much later. */
void salon_reopen(struct salon *salon, int64_t downtime_ms);
void salon_pass(struct salon *salon, int64_t ms);
/* Somebody says something in the room; its event. */
const char *salon_say(struct salon *salon, unsigned who, const char *text);
/* How many messages of the bot's with these words somebody could ever read; room NULL: anywhere. */
unsigned salon_saw(const struct salon *salon, unsigned who, const char *room, const char *words);
/* One rule: a verb on a route, so many times (0: always). */
void salon_fault(struct salon *salon, enum mxfake_verb verb, const char *route, unsigned times,
                 int code);
/* From here on everything goes wrong now and then: each kind of fault, so many of 1,000 requests
 * that it can be meant for; or one kind alone. */
void salon_trouble(struct salon *salon, unsigned per_mille);
void salon_trouble_of(struct salon *salon, enum mxfake_verb verb, unsigned per_mille);
/* How often something has gone wrong. */
unsigned salon_struck(const struct salon *salon);
/* No message of the bot's is there twice. */
void salon_is_single(const struct salon *salon);

#endif
