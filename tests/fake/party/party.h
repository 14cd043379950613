/* A house on the Discord for tests: a server with a channel, people who press and type there, and
 * one clock for all of it. One party at a time. */
#ifndef PARTY_H
#define PARTY_H

#include <cjson/cJSON.h>

#include "adapter.h"
#include "catalogue.h"
#include "fake_discord.h"
#include "fake_discord_act.h"
#include "fake_discord_fault.h"
#include "fake_wire.h"
#include "folder_kit.h"
#include "house.h"

enum { PARTY_PEOPLE_MAX = 26, PARTY_CONTROL_BYTES = 128, PARTY_TROUBLES = 22 };

struct party {
    struct fake_discord *fake;
    struct fake_wire *wire;
    struct house *house;
    struct adapter *adapter;
    struct store *store;
    char place[KIT_PATH_BYTES]; /* of it */
    struct catalogue *catalogue;
    struct settings *settings;
    uint64_t dice;
    int64_t now_ms;
    int64_t ahead_ms;                /* how far our clock is ahead of Discord's */
    unsigned shards;                 /* that Discord recommends; 0: as it does */
    bool anonymous;                  /* READY does not say whose bot it is */
    struct fake_discord_fault fault; /* from the start on; no route: none */
    bool disk_slow;                  /* nothing is done by the house */
    bool hands;                      /* who waits in vain presses "My hand" */
    uint64_t guild;
    uint64_t channel;
    unsigned people;
    uint64_t person[PARTY_PEOPLE_MAX];
    const char *name[PARTY_PEOPLE_MAX];
    uint64_t used[PARTY_PEOPLE_MAX]; /* the last message that a script pressed something of, */
    char used_control[PARTY_PEOPLE_MAX][PARTY_CONTROL_BYTES]; /* and what that was */
    const char *environment[16]; /* settings, read at each start; ends with NULL */
    const char *deal;            /* pinned, or NULL */
    const char *seed;            /* of the deals, hex; NULL: zeros; "": by chance */
    struct pictures *pictures;   /* test_pictures.c; NULL: nothing is drawn */
    const char *public_key;      /* of the application, hex; NULL: zeros */
    unsigned part, parts;        /* of a house (party_parts.c); parts 0: it is whole */
    struct party *first;         /* whose Discord, people and clock these are; NULL: it is that */
    struct party *next;          /* another part of the same house */
    unsigned passed;             /* events that other parts have passed on to it */
    char *sitting;               /* who sits where in it, as the others were told */
};

/* Opens it all, logs in, and lets the first second pass. people: how many of Ana, Ben, Cy … */
void party_open(struct party *party, unsigned people);
void party_close(struct party *party);
/* The program is killed, and another starts over the same store after downtime_ms. */
void party_restart(struct party *party, int64_t downtime_ms);
/* The two halves of that. */
void party_cut(struct party *party);
void party_reopen(struct party *party, int64_t downtime_ms);
/* The second of them, without letting any time pass in it. */
void party_begin(struct party *party, int64_t downtime_ms);
/* From here on everything goes wrong now and then: each kind of fault, so many of 1,000 requests.
 */
void party_trouble(struct party *party, unsigned per_mille);
/* Adds how often each of them has struck; what one is called. */
void party_struck(const struct party *party, unsigned struck[PARTY_TROUBLES]);
const char *party_trouble_name(unsigned which);
/* A second of somebody who waits for something, the round-th. */
void party_wait(struct party *party, unsigned who, int round);
/* Carries what the parts of a house say to each other from store to store; was there anything? */
bool party_carry(struct party *first);
/* Lets time go by. */
void party_pass(struct party *party, int64_t ms);

/* Somebody does something in the channel, and half a second goes by. The interaction or message. */
uint64_t party_slash(struct party *party, unsigned who, const char *command, const char *args);
uint64_t party_say(struct party *party, unsigned who, const char *text);
/* Presses the newest button (or chooses value in the newest menu) with this label that they see;
 * fails the test when there is none. */
uint64_t party_press(struct party *party, unsigned who, const char *label);
uint64_t party_choose(struct party *party, unsigned who, const char *label, const char *value);
/* The newest message with such a button that they see; 0: there is none. */
uint64_t party_has(const struct party *party, unsigned who, const char *label);
/* The same with its control, "" where there is none. */
uint64_t party_button(const struct party *party, unsigned who, const char *label,
                      char control[PARTY_CONTROL_BYTES]);
/* The control that begins with a table's tag and ends so (".-.join", ".register"), of a message. */
const char *party_control(const struct party *party, uint64_t message, const char *end);
/* Sends the form off that they were shown. */
uint64_t party_submit(struct party *party, unsigned who, const char *fields);
/* What Discord has counted (fake_discord_state). */
int64_t party_count(const struct party *party, const char *name);
/* What came of an interaction; to be deleted. */
cJSON *party_outcome(const struct party *party, uint64_t interaction);
/* Do they see these words now (bold or not)? Have they ever (as they were written)? */
bool party_sees(const struct party *party, unsigned who, const char *words);
bool party_saw(const struct party *party, unsigned who, const char *words);
/* All words that one of them sees now; the last of them, for a failure's message. */
const char *party_view(const struct party *party, unsigned who);
const char *party_tail(const struct party *party, unsigned who);
/* What people did at a table, a line each, without moments and ids; to be freed. */
char *party_moves(const struct party *party, uint64_t table);
/* Did the house say this (a sight of fake_discord_act.h)? */
bool party_is_own(const cJSON *sight);
/* How often these words stand in what they see now. */
unsigned party_times(const struct party *party, unsigned who, const char *words);
/* What somebody reads in the channel now, without boards and moments; to be freed. */
char *party_lines(const struct party *party, unsigned who);

#endif
