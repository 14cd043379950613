/* The candidates of a deal as text: the entries of a pack in their order, one a line ("NAME", or
 * "NAME = alias, alias"), less those that the room was dealt before. The same lines and the same
 * seed deal the same; the record's header has them as a list. */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "buf.h"
#include "hash.h"
#include "pack.h"

struct cJSON;

enum { CANDIDATES_TEXT_MAX = 4 * 1024 * 1024 };

/* Writes the entries as lines, each with its newline. */
void candidates_write(struct buf *lines, const struct deal_pack *list);
/* SHA-256 of the lines, each with its newline, as hex. */
void candidates_digest(const struct buf *lines, char hex[HASH_HEX_SIZE]);
/* The lines without those whose numbers (from 0, rising, "3,17") are left out. */
void candidates_less(struct buf *lines, const char *all, const char *left_out);
/* The lines as a pack that a deal of this game can draw from; NULL when there are none. pack_free()
 * it. */
struct pack *candidates_pack(const struct game_def *game, const struct buf *lines);
/* The lines as a JSON list, and back; false when the list is none of such lines. */
void candidates_json(struct buf *out, const struct buf *lines);
bool candidates_read_json(struct buf *lines, const struct cJSON *list);

#endif
