/* Somebody whose tables are in several parts of the house (inbound.elsewhere) says something in
 * private: which table they mean is not known here. */
#ifndef ELSEWHERE_H
#define ELSEWHERE_H

#include <stdbool.h>

struct command;
struct doc;
struct handling;
struct house;
struct inbox_item;
struct outcome;

/* Is what they say about one of their tables? Then it is not for one of ours to answer. */
bool elsewhere_is_meant(const struct inbox_item *item, const struct command *command,
                        const struct outcome *out);
/* Refuses it, and names their tables. */
void elsewhere_refuse(struct handling *handling);
/* Adds to an answer about all tables of ours where the others are; nothing for anybody else. */
void elsewhere_tell(const struct handling *handling, struct doc *doc);

#endif
