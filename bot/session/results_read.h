/* What came of tables, read from the store: it takes the store's time, so whoever asks waits. */
#ifndef RESULTS_READ_H
#define RESULTS_READ_H

#include "finish.h"
#include "table_entry.h"

struct house;
struct person;

enum { RESULTS_TABLES_MAX = 2000 /* the newest of a room; what is older counts no more */ };

struct results_read {
    struct house *house;
    char room[ROOM_KEY_BYTES]; /* STORE_RESULTS_IN: of which room */
    struct finish_reader reader;
    struct finish *finish; /* by their ends */
    size_t count;
    uint64_t whose; /* games of theirs in other parts are read now; 0: ours are */
    bool failed;
    void (*done)(void *context); /* what is to go on then */
    void *context;
};

/* Nothing read yet. */
void results_read_init(struct results_read *read, struct house *house, void (*done)(void *context),
                       void *context);
void results_read_deinit(struct results_read *read);
/* Reads behind what is there: of read->room (STORE_RESULTS_IN), a table or a person by id. */
void results_read_start(struct results_read *read, enum store_query query, uint64_t id);
/* The same of all that somebody played in other parts of the house (store_part.h). Their tables say
 * the part (part_table.h), and the person in them is this one. */
void results_read_elsewhere(struct results_read *read, const struct person *person);
/* Orders what several questions brought by the ends of the tables. */
void results_read_sort(struct results_read *read);
/* Forgets what was read. */
void results_read_clear(struct results_read *read);

#endif
