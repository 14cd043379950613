/* How far a shard has heard, and how far that is on disk: what a session is resumed from. A value
 * with a list; nothing in it knows of sockets or time. */
#ifndef DISCORD_POSITION_H
#define DISCORD_POSITION_H

#include "buf.h"
#include "discord_frame.h"

struct discord_position {
    uint32_t session;               /* number of the session; old marks have others */
    char id[FRAME_TEXT_BYTES_MAX];  /* "" : there is none to be resumed */
    char url[FRAME_TEXT_BYTES_MAX]; /* where to resume it; "" : as for a new one */
    unsigned shard;
    unsigned shard_count;
    int64_t inbound; /* the last sequence that came; -1 none */
    int64_t written; /* what the last row that was handed out to be stored alone claims */
    int64_t *open;   /* sequences on their way to the disk, ascending; those done are negative */
    size_t open_first;
    size_t open_count; /* behind open_first */
    size_t open_size;
};

void discord_position_init(struct discord_position *position, unsigned shard);
void discord_position_deinit(struct discord_position *position);
/* A new session, whose READY had this sequence. */
void discord_position_begin(struct discord_position *position, const char *id, const char *url,
                            int64_t sequence);
/* There is nothing to resume any more. */
void discord_position_forget(struct discord_position *position);
/* The last sequence up to which all is dealt with. */
int64_t discord_position_safe(const struct discord_position *position);
/* What may be claimed once `sequence`, the newest, is stored. */
int64_t discord_position_claim(const struct discord_position *position, int64_t sequence);
/* It is on its way to the disk: above all before it. */
void discord_position_open(struct discord_position *position, int64_t sequence);
/* It is there. One that is not open: nothing. */
void discord_position_close(struct discord_position *position, int64_t sequence);
/* Back to what is safe: all behind it will be told once more. */
void discord_position_rewind(struct discord_position *position);

/* As a row's value, claiming this sequence. */
void discord_position_write(const struct discord_position *position, int64_t sequence,
                            int64_t now_ms, struct buf *out);
/* False when it is none; at_ms_r is when it was written. */
bool discord_position_read(struct discord_position *position, const char *text, size_t len,
                           int64_t *at_ms_r);

#endif
