/* How a value is wrong: what comes into its place in the answers of mxfake_shape.h. */
#ifndef MXFAKE_HARM_H
#define MXFAKE_HARM_H

#include <cjson/cJSON.h>

/* What it should be. */
struct mxfake_harm {
    const char *type;   /* "object" "array" "string" "integer" "number" "boolean" */
    const char *format; /* "mx-user-id" …; NULL: none */
    const cJSON *list;  /* of the values that there may be; NULL: any */
};

/* In how many ways it can be wrong, or another of its list. */
unsigned mxfake_harms(const struct mxfake_harm *harm);
/* What takes the place of good, which is taken over; NULL: nothing, it is missing. */
cJSON *mxfake_harm(const struct mxfake_harm *harm, unsigned kind, cJSON *good);

#endif
