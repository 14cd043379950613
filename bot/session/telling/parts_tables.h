/* What a question needs to know of tables in other parts of the house: read before it is answered
 * (parts_read.h). */
#ifndef PARTS_TABLES_H
#define PARTS_TABLES_H

#include "sitting.h"

struct parts_tables {
    unsigned count;                 /* at so many whoever asks is */
    char both[SITTING_LABEL_BYTES]; /* one where both accounts of a link are; "": none */
};

#endif
