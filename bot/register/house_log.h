/* What of the house goes to the log: never names, words, accounts. */
#ifndef HOUSE_LOG_H
#define HOUSE_LOG_H

#include <stdint.h>

/* A line: what happened (a word), to which table (0: none), why. */
void house_log(const char *what, uint64_t table, const char *why);

#endif
