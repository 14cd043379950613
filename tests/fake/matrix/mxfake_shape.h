/* Answers and events as the specification's own schemas have them (shapes.json, distilled by
 * shapes.py): in full, with as little as they may have, and with each value of theirs harmed in
 * each way. What is real stays where it fits, so that a whole answer is still the answer. */
#ifndef MXFAKE_SHAPE_H
#define MXFAKE_SHAPE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

struct mxfake_shapes;

/* The first ways of everything; harm comes after. */
enum mxfake_way {
    MXFAKE_WAY_FULL,  /* every member that there may be */
    MXFAKE_WAY_SPARE, /* those required, and those that carry meaning where there is any */
    MXFAKE_WAY_BARE,  /* those required alone */
    MXFAKE_WAYS_WHOLE
};

struct mxfake_shapes *mxfake_shapes_new(void);
void mxfake_shapes_free(struct mxfake_shapes **shapes);

/* Operations, "GET /_matrix/client/v3/sync", by their place from 0. */
size_t mxfake_shapes_count(const struct mxfake_shapes *shapes);
const char *mxfake_shapes_name(const struct mxfake_shapes *shapes, size_t at);
/* The place of the one that a request is, by its method and path; the count: there is none. */
size_t mxfake_shapes_find(const struct mxfake_shapes *shapes, const char *method, const char *path);
/* The statuses that it may answer with, from 0; 0: there are not so many. */
int mxfake_shapes_status(const struct mxfake_shapes *shapes, size_t at, size_t which);
/* In how many ways there is this answer. path: of the request, by which state and account data are
 * known more closely; NULL: not. */
unsigned mxfake_shapes_ways(const struct mxfake_shapes *shapes, size_t at, int status,
                            const char *path);
/* The answer in one of its ways (those too many come round again), around what is real: NULL, or
 * JSON. Freed by the caller. NULL: no such status. */
char *mxfake_shapes_answer(struct mxfake_shapes *shapes, size_t at, int status, const char *path,
                           const cJSON *real, unsigned way);

/* Events that there are schemas of, from 0: "m.room.message$m.text"; NULL: not so many. */
const char *mxfake_shapes_event(const struct mxfake_shapes *shapes, size_t at);
const char *mxfake_shapes_event_type(const struct mxfake_shapes *shapes, size_t at);
bool mxfake_shapes_event_state(const struct mxfake_shapes *shapes, size_t at);
unsigned mxfake_shapes_event_ways(const struct mxfake_shapes *shapes, size_t at);
/* Its content, as mxfake_shapes_answer. */
char *mxfake_shapes_content(struct mxfake_shapes *shapes, size_t at, const cJSON *real,
                            unsigned way);

/* What an application service is handed ("PUT /_matrix/app/v1/transactions/{txnId}"). */
unsigned mxfake_shapes_handed_ways(const struct mxfake_shapes *shapes, const char *name);
char *mxfake_shapes_handed(struct mxfake_shapes *shapes, const char *name, const cJSON *real,
                           unsigned way);

#endif
