/* What the house asks of a platform, and what a platform reports to the house. It is asked for the
 * capabilities of a room, never which platform it is. */
#ifndef ADAPTER_H
#define ADAPTER_H

#include "buf.h"
#include "fault.h"
#include "inbound.h"
#include "room_capabilities.h"
#include "room_operation.h"
#include "row_rules.h"
#include "sending.h"
#include "store.h"

struct house;
struct settings;
struct loop;

/* May an account read a room now? Nobody knows: as if not. */
enum may_read { MAY_READ_UNKNOWN, MAY_READ_YES, MAY_READ_NO };

struct adapter;
struct adapter_def {
    const char *name;
    int (*open)(struct adapter **adapter, struct house *house, struct loop *loop,
                const struct settings *settings, struct fault *fault);
    /* Before the first event: rows that the adapter had stored are read with store_read. */
    void (*capabilities)(const struct adapter *adapter, const char *room,
                         struct room_capabilities *capabilities);
    /* Starts one send; ends with house_delivered or house_send_failed, at once or later. One at a
     * time for each room (what is transient may come beside it). Its strings and its document live
     * until then. */
    void (*send)(struct adapter *adapter, const struct sending *sending);
    /* Starts one room operation (room_operation.h); answered, and one at a time for each room, as a
     * send. NULL where capabilities never offers team_rooms. */
    void (*operate)(struct adapter *adapter, const struct room_operation *operation);
    /* The same for ROOM_EVENT_CREATE to ROOM_EVENT_CANCEL (scheduled_event.h), beside all else that
     * goes to the room. NULL where capabilities never offers events. */
    void (*schedule)(struct adapter *adapter, const struct room_operation *operation);
    /* Something handed over with house_enqueue or house_store_rows is on disk (or not: fault). */
    void (*stored)(struct adapter *adapter, void *token, const struct fault *fault);
    /* How a person or room is called now, for mentions and titles; NULL unknown. */
    const char *(*room_name)(const struct adapter *adapter, const char *room);
    /* The community (a guild) of the room, by the platform's id; NULL, or no function: none. */
    const char *(*community)(const struct adapter *adapter, const char *room);
    /* The room that this one was opened from (a thread's channel), where whoever reads that one
     * may read this one: their tables are counted together, and a control that stands there is of
     * use. NULL, or no function: none. */
    const char *(*opened_from)(const struct adapter *adapter, const char *room);
    /* May this account read this room now, as far as the platform has said? Asked of what is in
     * memory; it starts no request. No function: unknown. */
    enum may_read (*may_read)(const struct adapter *adapter, const char *room, const char *account);
    /* What the bot would need in that room to hold a table there and does not have, as words for
     * people; NULL, or no function: nothing, as far as is known. Lives until its next event. */
    const char *(*missing_permissions)(struct adapter *adapter, const char *room);
    /* Is what it keeps of that room damaged, and cannot be had again? Nothing new begins there
     * then. NULL, or no function: never. */
    bool (*room_damaged)(const struct adapter *adapter, const char *room);
    const char *(*person_name)(const struct adapter *adapter, const char *account);
    /* How a text there mentions the bot ("@deaddrop"); NULL, or no function, where it is not. */
    const char *(*mention)(const struct adapter *adapter);
    const struct row_rules *rows; /* what it says of its stored rows; NULL nothing */
    /* Somebody is being forgotten: from here on they are a stranger, and nothing of theirs that is
     * in memory is stored again. forgotten() follows. Both functions are there, or none. */
    void (*forgetting)(struct adapter *adapter, const char *account);
    void (*forgotten)(struct adapter *adapter, const char *account, bool stored);
    /* An event that another part of the house has passed on (house_part.h); ends with house_passed,
     * at once or later. NULL where the adapter is in one part alone. */
    void (*passed)(struct adapter *adapter, uint64_t letter, const char *event_id,
                   const char *text);
    void (*drain)(struct adapter *adapter); /* take nothing new, finish what is on its way */
    void (*close)(struct adapter **adapter);
};

/* A row of an adapter's own that travels in a transaction. */
struct adapter_row {
    const char *key;
    const char *value; /* NULL deletes */
    size_t len;
    int64_t order;
};

/* Upward calls. Nothing is done inside them: events queue, the loop drains. */

/* Enqueues an inbound event, which is copied; rows (may be none) are stored in the same
 * transaction, then stored(token). False when the house takes nothing now (queue full, closing):
 * say so kindly. An event id that was enqueued before stores nothing: stored() then comes with
 * FAULT_GONE. */
bool house_enqueue(struct house *house, struct adapter *adapter, const struct inbound *inbound,
                   const struct adapter_row *rows, size_t row_count, void *token);
/* Stores rows alone. */
void house_store_rows(struct house *house, struct adapter *adapter, const struct adapter_row *rows,
                      size_t row_count, void *token);
/* The send of an outbox row was delivered as platform_id; rows go in the transaction that ends it.
 * Where there are rows and that transaction fails, the message is sent again, with its nonce. */
void house_delivered(struct house *house, struct adapter *adapter, uint64_t row,
                     const char *platform_id, const struct adapter_row *rows, size_t row_count,
                     void *token);
void house_send_failed(struct house *house, struct adapter *adapter, uint64_t row,
                       enum send_status status, int64_t retry_ms, const char *why);
/* The account at this adapter of a person (internal id); NULL when there is none. Lives until the
 * loop's next iteration. */
const char *house_account(const struct house *house, const struct adapter *adapter,
                          uint64_t person);
/* A page that the house makes. */
struct house_page {
    const char *html; /* NULL: there is none, or none any more */
    size_t len;
    const char *address; /* of it; NULL where there is none */
    const char *policy;  /* what it may load and run (Content-Security-Policy) */
    bool busy;           /* none now: too many are being made */
};
typedef void (*house_page_fn)(void *context, const struct house_page *page);
/* The transcript of a finished table under the address that somebody was told (transcript_link.h),
 * for platforms whose rooms have links. done comes once, at once or later. */
void house_transcript(struct house *house, const char *address, house_page_fn done, void *context);
/* The platform was unreachable from since_ms to back_ms: deadlines of its tables move by that. */
void house_downtime(struct house *house, struct adapter *adapter, int64_t since_ms,
                    int64_t back_ms);
/* These rooms (NULL: all of the adapter's; copied) are unreachable from here on: no deadline of
 * their tables falls until they are reported reachable. A start of the house forgets it. */
void house_rooms_unreachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                             size_t count);

struct downtime {
    int64_t since_ms; /* what people did there from then … */
    int64_t back_ms;  /* … to then did not reach us; the same moment: all of it did */
};
/* They are reachable again; the deadlines of their tables, and of no others, move by the gap. */
void house_rooms_reachable(struct house *house, struct adapter *adapter, const char *const *rooms,
                           size_t count, struct downtime downtime);

#endif
