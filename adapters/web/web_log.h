/* A room's messages in memory: the newest changes, in the order of their rev. A message that is
 * not on disk yet has its place already and is shown to nobody; nothing behind it is shown either,
 * so that whoever reads up to a rev has missed nothing before it. */
#ifndef WEB_LOG_H
#define WEB_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WEB_LOG_MAX = 200, WEB_LOG_MARGIN = 64, WEB_BUCKET_SEQS = 32 };

enum web_entry_state { WEB_ENTRY_PENDING, WEB_ENTRY_STORED, WEB_ENTRY_FAILED };

/* One message at one rev. Its row is one text of five lines: who (a letter: b the house, p a
 * person), nonce, head, body, reactions; the pieces below point into it. */
struct web_entry {
    int64_t seq;
    int64_t rev;
    enum web_entry_state state;
    bool bot;
    char *row; /* with line breaks, as it is stored */
    size_t row_len;
    const char *nonce; /* pieces are not zero-terminated: their lengths stand beside */
    const char *head;
    const char *body;
    const char *reactions;
    size_t nonce_len;
    size_t head_len;
    size_t body_len;
    size_t reactions_len;
};

struct web_log {
    struct web_entry **entry;
    size_t count;
    size_t max;
    int64_t last;  /* the highest number given to a seq or rev */
    int64_t floor; /* every message with a rev from here on is in memory */
};

/* The parts of a row. None has a line break. */
struct web_parts {
    bool bot;
    const char *nonce;
    const char *head;      /* JSON members: "id", "from", "at" … */
    const char *body;      /* JSON member: "text" or "doc" */
    const char *reactions; /* JSON object, or "" */
};

void web_log_init(struct web_log *log);
void web_log_deinit(struct web_log *log);

/* A row from the store; rows may come in any order. False when it is none of ours. */
bool web_log_load(struct web_log *log, int64_t seq, int64_t rev, const char *row, size_t len);
/* A row that is damaged: its numbers stay taken. */
void web_log_taken(struct web_log *log, int64_t seq, int64_t rev);
/* The newest rows are loaded; whole: there are no others. */
void web_log_loaded(struct web_log *log, bool whole);

/* A new change, to be stored. seq 0: a new message. The entry lives until it fails or something
 * newer takes its place. */
struct web_entry *web_log_add(struct web_log *log, int64_t seq, const struct web_parts *parts);
/* It is on disk: what it replaces goes. */
void web_log_stored(struct web_log *log, int64_t rev);
/* It is not. Its seq is remembered for the same nonce. */
void web_log_failed(struct web_log *log, int64_t rev);

/* The newest state of a message, pending or stored; NULL when it is not in memory. */
struct web_entry *web_log_at(const struct web_log *log, int64_t seq);
/* The entry that came with a nonce, in whatever state; NULL. */
struct web_entry *web_log_of(const struct web_log *log, const char *nonce);
/* The first entry behind rev that may be shown; NULL when there is none now. */
const struct web_entry *web_log_after(const struct web_log *log, int64_t rev);
/* The rev behind which at most count changes lie. */
int64_t web_log_tail(const struct web_log *log, size_t count);

/* "<bucket>/<two digits>": the end of a row's key. */
void web_log_key(char *text, size_t size, int64_t seq);
/* Reads that; 0 when it is none. */
int64_t web_log_seq(const char *text);

#endif
