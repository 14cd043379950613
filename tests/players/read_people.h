/* How well a house player reads clues that people wrote: every set of a file is given by who
 * encrypts at a table of its own, and a team-mate of the house answers. */
#ifndef READ_PEOPLE_H
#define READ_PEOPLE_H

#include "book_file.h"

struct people_score {
    unsigned sets, right;      /* all of them */
    unsigned held, held_right; /* of these, behind "[held back]" */
    unsigned digits;           /* right ones, three a set */
};

/* Reads the file (its head says how it is written). What is wrong with it is told on stderr: false.
 */
bool people_measure(const char *path, const struct book_file *file, struct people_score *score);

#endif
