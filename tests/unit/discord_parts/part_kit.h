/* The adapter of a part of a house, over a wire by hand; the house is the test's own double, which
 * answers when the test says so. */
#ifndef PART_KIT_H
#define PART_KIT_H

#include "hand_wire.h"
#include "house.h"
#include "house_part.h"

enum { PART_EACH_MAX = 16, PART_FINDS_MAX = 2048, PART_TEXT_BYTES = 2048 };

/* Something of which the house was asked whose it is. */
struct part_find {
    char event[32];
    house_part_fn done;
    void *context; /* NULL: answered */
};

/* What was enqueued (part PART_HERE), or passed on. */
struct part_event {
    unsigned part;
    enum inbound_kind kind;
    char event[32];
    char elsewhere[64];
    char text[PART_TEXT_BYTES]; /* what it says; of what is passed on: all of it */
    char row[256];              /* the first one's value, "" none */
    bool fresh;
    bool answers;
    void *token; /* NULL: stored, or not */
};
#define PART_HERE UINT32_MAX

struct part_kit {
    struct hand_wire *hand;
    struct store *store;
    struct catalogue *catalogue;
    struct settings *settings;
    struct house_setup setup;
    struct adapter *adapter;
    struct part_find finds[PART_FINDS_MAX];
    unsigned find_count;
    bool at_once;            /* the house says whose it is as soon as it is asked: */
    struct house_part where; /* that */
    struct part_event events[PART_EACH_MAX];
    unsigned event_count;
    bool full;                     /* the house takes nothing now */
    uint64_t ended[PART_EACH_MAX]; /* letters */
    unsigned ended_count;
    char lease[40]; /* the last one that was asked for */
    unsigned lease_count;
    bool lease_refused;
    void *tokens[PART_EACH_MAX]; /* of rows and leases, that are to be told of */
    bool of_lease[PART_EACH_MAX];
    unsigned token_count;
    char saved[256]; /* the last row of the gateway's own */
    int64_t sequence;
};

extern struct part_kit part;

/* Opens the adapter of a part; environment: settings, ending with NULL, or NULL. */
void part_open(unsigned number, unsigned parts, const char *const *environment);
/* The same without its end: the fault. */
struct fault part_try(unsigned number, unsigned parts, const char *const *environment);
void part_close(void);
/* Connected, with READY. */
void part_up(void);
/* Lets time pass; rows are stored, leases are had. */
void part_run(int64_t ms);
/* Discord dispatches this. */
void part_dispatch(const char *name, const char *data);
/* A text in a direct channel, and a press there, made ago_ms ago; as data. */
const char *part_text(unsigned id, const char *words);
const char *part_press(int64_t ago_ms);
/* The interaction's id in that. */
const char *part_press_id(void);
/* The house says whose the find is. */
void part_found(unsigned find, unsigned number, const char *tables);
/* What was enqueued or passed on is on disk (FAULT_NONE), or not. */
void part_stored(unsigned event, enum fault_code code);
/* Another part has passed it on. */
void part_passed(uint64_t letter, const char *name, const char *data);

#endif
