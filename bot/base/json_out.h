/* Writes JSON into growing text: for the hot path, where a tree would cost more than the turn. */
#ifndef JSON_OUT_H
#define JSON_OUT_H

#include "buf.h"

/* A string with its quotes; text is UTF-8, what is not becomes U+FFFD, so that a parser always
 * takes it. */
void json_out_string(struct buf *buf, const char *text, size_t len);
/* The inside of a string, as often as it has pieces; the quotes are the caller's. */
void json_out_inside(struct buf *buf, const char *text, size_t len);
/* "key": with the quotes, and a comma in front unless an object or list has just been opened. key
 * is a plain word of ours. */
void json_out_key(struct buf *buf, const char *key);
/* A comma unless an object or list has just been opened: before a member of a list. */
void json_out_next(struct buf *buf);
/* A member: text NULL writes nothing at all. */
void json_out_text(struct buf *buf, const char *key, const char *text);
void json_out_number(struct buf *buf, const char *key, int64_t number);
/* A member true; false writes nothing. */
void json_out_flag(struct buf *buf, const char *key, bool value);
/* A number of 64 bits as a string in decimals, which no reader rounds; 0 writes nothing. */
void json_out_id(struct buf *buf, const char *key, uint64_t id);

#endif
