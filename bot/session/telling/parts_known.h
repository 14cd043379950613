/* What a question needs to know of the other parts of the house: read before it is answered
 * (parts_read.h). */
#ifndef PARTS_KNOWN_H
#define PARTS_KNOWN_H

#include "alerts.h"
#include "sitting.h"

enum { PARTS_ALERTS_MAX = 64, PARTS_MET_MAX = 40, PARTS_ADDRESS_BYTES = 512 };

/* What they want to be told by another part. */
struct parts_alert {
    unsigned part;
    struct alert alert;
};

/* Somebody whom they met there. */
struct parts_met {
    char address[PARTS_ADDRESS_BYTES]; /* "adapter/account" */
    char name[TABLE_NAME_BYTES];
};

struct parts_known {
    unsigned count;                 /* at so many tables whoever asks is */
    char both[SITTING_LABEL_BYTES]; /* one where both accounts of a link are; "": none */
    unsigned alert_count;           /* by their parts */
    struct parts_alert alert[PARTS_ALERTS_MAX];
    unsigned met_count;
    struct parts_met met[PARTS_MET_MAX];
};

#endif
