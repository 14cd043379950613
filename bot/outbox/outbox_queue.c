/* Queues: one for each room, one for each person's direct channel, one for each answer.
 * What stands first in a queue is sent; the next one starts when its end is known. What is private
 * never overtakes the public line that it is about: until that has left it lets others pass. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fnv.h"
#include "heap.h"
#include "outbox_queue.h"
#include "owed.h"
#include "print.h"

const struct outbox_kind *outbox_kind_of(const struct outbox *outbox, const struct outbox_row *row)
{
    enum outbox_kind_id kind = row->board       ? OUTBOX_BOARD
                               : row->card != 0 ? OUTBOX_CARD
                               : row->call      ? OUTBOX_CALL
                                                : OUTBOX_LINE;
    return &outbox->world.kind[kind];
}

/* Rooms before people; among them an order that depends on nothing but who they are. The answers to
 * one person go in the order in which they were given. */
static uint64_t queue_rank(const char *key, uint64_t answer)
{
    const char *slash = strchr(key, '/');
    bool room = slash != NULL && slash[1] == '#';
    uint64_t rank = fnv64(key, strlen(key)) >> 1 | (room ? 0 : UINT64_C(1) << 63);
    return answer == 0 ? rank : (rank & ~(uint64_t)UINT16_MAX) | (answer & UINT16_MAX);
}

/* Copies the adapter's name off the front of "web/den", and returns what is behind the slash. */
static const char *queue_adapter(char name[ADAPTER_NAME_BYTES], const char *room)
{
    const char *slash = strchr(room, '/');
    size_t len = slash == NULL ? 0 : (size_t)(slash - room);
    len = len < ADAPTER_NAME_BYTES ? len : ADAPTER_NAME_BYTES - 1;
    memcpy(name, room, len);
    name[len] = '\0';
    return slash == NULL ? room : slash + 1;
}

/* Whose queue a row is in. */
static void queue_key(char key[OUTBOX_QUEUE_BYTES], const struct outbox_row *row)
{
    char name[ADAPTER_NAME_BYTES];
    const char *room = queue_adapter(name, row->room);
    if (row->order && row->act == ROOM_OPEN) {
        snprintf(key, OUTBOX_QUEUE_BYTES, "%s/+%llu.%u", name, (unsigned long long)row->table,
                 row->team);
    } else if (row->order && room_operation_is_event(row->act)) {
        print_join(key, OUTBOX_QUEUE_BYTES, name, "/@", room); /* no line waits for a list */
    } else if (row->transient) {
        /* the others stand still until the store is back, with what they have sent unrecorded */
        print_join(key, OUTBOX_QUEUE_BYTES, name, "/!",
                   row->account != NULL ? row->account
                   : room == row->room  ? ""
                                        : room);
    } else if (row->account != NULL && row->kind != SEND_RELAY && !row->order) {
        print_join(key, OUTBOX_QUEUE_BYTES, name, row->kind == SEND_ANSWER ? "/?" : "/~",
                   row->account);
    } else {
        print_join(key, OUTBOX_QUEUE_BYTES, name, "/#", room);
    }
}

struct queue *outbox_queue(struct outbox *outbox, const struct outbox_row *row)
{
    char key[OUTBOX_QUEUE_BYTES];
    queue_key(key, row);
    /* each answer belongs to an event of its own, and waits for no other of the same person */
    uint64_t answer = row->kind == SEND_ANSWER && !row->transient ? row->id : 0;
    uint64_t rank = queue_rank(key, answer);
    size_t len = strlen(key);
    if (answer != 0) {
        char digits[PRINT_DIGITS_BYTES];
        len += print_join(key + len, sizeof key - len, "/", print_digits(digits, answer), "");
    }
    assert(len < sizeof key);
    struct queue *queue = map_get(&outbox->queues, key);
    if (queue == NULL) {
        queue = heap_allocate(sizeof *queue + len + 1);
        memcpy(queue->key, key, len + 1);
        queue->timer.rank = rank;
        map_put(&outbox->queues, queue->key, queue);
    }
    return queue;
}

struct queue *outbox_room_queue(const struct outbox *outbox, const char *room)
{
    char key[OUTBOX_QUEUE_BYTES];
    char name[ADAPTER_NAME_BYTES];
    const char *id = queue_adapter(name, room);
    print_join(key, sizeof key, name, "/#", id);
    return map_get(&outbox->queues, key);
}

struct queue *outbox_private_queue(const struct outbox *outbox, const char *address)
{
    char key[OUTBOX_QUEUE_BYTES];
    int adapter = (int)strcspn(address, "/");
    const char *account = address + adapter + (address[adapter] == '/');
    snprintf(key, sizeof key, "%.*s/~%s", adapter, address, account);
    return map_get(&outbox->queues, key);
}

/* Out of the list of queues that hold private messages back. */
static void queue_let_go(struct queue *queue)
{
    if (queue->held_link != NULL) {
        *queue->held_link = queue->held_next;
        if (queue->held_next != NULL) {
            queue->held_next->held_link = queue->held_link;
        }
        queue->held_link = NULL;
        queue->held_next = NULL;
    }
}

static void queue_hold(struct outbox *outbox, struct queue *queue, int64_t until_ms)
{
    queue_let_go(queue);
    queue->held_next = outbox->held;
    queue->held_link = &outbox->held;
    if (outbox->held != NULL) {
        outbox->held->held_link = &queue->held_next;
    }
    outbox->held = queue;
    timers_set(&outbox->timers, &queue->timer, until_ms);
}

void outbox_reschedule(struct outbox *outbox, struct queue *queue)
{
    queue_let_go(queue);
    if (queue->first == NULL) {
        timers_set(&outbox->timers, &queue->timer, NO_DEADLINE);
        map_remove(&outbox->queues, queue->key);
        free(queue);
        return;
    }
    timers_set(&outbox->timers, &queue->timer,
               queue->in_flight ? NO_DEADLINE : queue->first->not_before_ms);
}

/* Is it an edit of what stands, for which nobody waits, as those know who want it? */
static bool row_stands(const struct outbox *outbox, const struct outbox_row *row)
{
    const struct outbox_kind *kind = outbox_kind_of(outbox, row);
    return kind->stands != NULL && kind->stands(outbox->world.context, row);
}

/* Is it an edit of a board that stands, or the last line of an old card? */
static bool row_edits(const struct outbox *outbox, const struct outbox_row *row)
{
    return (row->only_edit && row->routine) || (row->board && row_stands(outbox, row));
}

/* Edits of boards wait behind all else that is said there, so that no line waits for one; lines
 * keep their order. */
void outbox_queue_add(const struct outbox *outbox, struct queue *queue, struct outbox_row *row)
{
    struct outbox_row **link = queue->in_flight ? &queue->first->next : &queue->first;
    bool edits = row_edits(outbox, row);
    for (struct outbox_row **at = link; *at != NULL; at = &(*at)->next) {
        if (row->joins != 0 && (*at)->id == row->joins) {
            link = &(*at)->next;
            break;
        }
        link = edits || !row_edits(outbox, *at) ? &(*at)->next : link;
    }
    row->next = *link;
    *link = row;
}

void outbox_step_back(const struct outbox *outbox, struct outbox_row *row)
{
    struct queue *queue = row->queue;
    assert(queue->first == row && !queue->in_flight);
    if (row_edits(outbox, row)) {
        queue->first = row->next;
        outbox_queue_add(outbox, queue, row);
    }
}

struct outbox_row *outbox_queue_take(struct outbox *outbox, struct queue *queue)
{
    struct outbox_row *rows = queue->in_flight ? queue->first->next : queue->first;
    for (struct outbox_row *row = rows; row != NULL; row = row->next) {
        map_remove_number(&outbox->rows, row->id);
        outbox->count--;
    }
    if (queue->in_flight) {
        queue->first->next = NULL;
    } else {
        queue->first = NULL;
    }
    outbox_reschedule(outbox, queue);
    return rows;
}

/* A line that a room reads about one of its tables; an old one that is corrected tells nothing new.
 */
static bool row_is_line(const struct outbox_row *row)
{
    bool speaks = row->kind == SEND_POST || row->kind == SEND_EDIT || row->kind == SEND_RELAY;
    return row->table != 0 && speaks && !row->board && !row->order && !row->talk && !row->routine;
}

/* A private message that may be about public lines. */
static bool row_follows(const struct outbox_row *row)
{
    return row->table != 0 && row->kind == SEND_PRIVATE && !row->talk && !row->transient;
}

/* Is it a line that tells of its step, or of one before? */
static bool row_is_before(const struct outbox_row *line, const struct outbox_row *row)
{
    uint32_t since = line->since != 0 ? line->since : line->step;
    bool rendered_now = row->card != 0 && !row->doubt; /* it tells of all that is so by then */
    return line->table == row->table && row_is_line(line) && (rendered_now || since <= row->step);
}

/* Is a line of its table, of its step or before, still to be sent? */
static bool row_is_early(const struct outbox *outbox, const struct outbox_row *row)
{
    if (!row_follows(row) || *outbox->world.now_ms - row->created_ms >= OUTBOX_HOLD_MS) {
        return false;
    }
    const char *room = outbox->world.room_of(outbox->world.context, row->table);
    const struct queue *queue = room == NULL ? NULL : outbox_room_queue(outbox, room);
    const struct outbox_row *line = queue == NULL ? NULL : queue->first;
    while (line != NULL && !row_is_before(line, row)) {
        line = line->next;
    }
    return line != NULL;
}

void outbox_queue_remove(struct queue *queue, struct outbox_row *row)
{
    struct outbox_row **link = &queue->first;
    while (*link != row) {
        link = &(*link)->next;
    }
    *link = row->next;
    row->next = NULL;
}

/* Brings a row to the front of its queue. */
static void queue_advance(struct queue *queue, struct outbox_row *row)
{
    outbox_queue_remove(queue, row);
    row->next = queue->first;
    queue->first = row;
}

/* Is it an edit that nobody waits for? */
static bool row_is_routine(const struct outbox *outbox, const struct outbox_row *row)
{
    bool routine = row->routine && row->card == 0;
    return routine || row_stands(outbox, row);
}

/* Where a platform's limit is felt what can wait goes to its adapter alone: there it would stand in
 * the way of all else in its queue. */
static bool row_yields(struct outbox *outbox, const struct outbox_row *row)
{
    const struct adapter_link *link = link_of(outbox->world.links, row->room);
    int64_t quiet_ms = *outbox->world.now_ms - link->last_ms;
    bool tight = link->took_ms > OUTBOX_TIGHT_MS;
    bool busy =
        link->in_flight > 0 || (quiet_ms < link->took_ms && quiet_ms < OUTBOX_TIGHT_MOST_MS);
    return tight && busy && row_is_routine(outbox, row);
}

void outbox_queue_lands(struct outbox *outbox, struct queue *queue)
{
    const struct outbox_row *row = queue->first;
    struct adapter_link *link = link_of(outbox->world.links, row->room);
    if (!queue->in_flight) {
        return;
    }
    outbox->in_flight--;
    link->in_flight--;
    queue->in_flight = false;
    if (row->kind != SEND_ANSWER && !row->order) {
        link->took_ms = *outbox->world.now_ms - row->handed_ms;
        link->last_ms = *outbox->world.now_ms;
    }
}

/* Does something that stands before it have to be told first? An edit that nobody waits for has
 * not. */
static bool row_is_behind(const struct outbox *outbox, const struct queue *queue,
                          const struct outbox_row *row)
{
    const struct outbox_row *before = queue->first;
    bool routine = row_is_routine(outbox, row);
    while (before != row && (row->table == 0 || before->table != row->table ||
                             (!routine && row_is_routine(outbox, before)))) {
        before = before->next;
    }
    return before != row;
}

/* May something that somebody waits for go before it? */
static bool row_lets_pass(const struct outbox *outbox, const struct outbox_row *row)
{
    const struct outbox_row *next = row_is_routine(outbox, row) ? row->next : NULL;
    while (next != NULL &&
           (row_is_routine(outbox, next) || next->not_before_ms > *outbox->world.now_ms ||
            row_is_early(outbox, next))) {
        next = next->next;
    }
    return next != NULL;
}

bool outbox_queue_waits(struct outbox *outbox, struct queue *queue)
{
    int64_t until_ms = NO_DEADLINE;
    assert(!queue->in_flight);
    for (struct outbox_row *row = queue->first; row != NULL; row = row->next) {
        bool late = row != queue->first && row->not_before_ms > *outbox->world.now_ms;
        bool yields = !late && row_yields(outbox, row);
        if (!late && !yields && !row_is_early(outbox, row) && !row_is_behind(outbox, queue, row) &&
            !row_lets_pass(outbox, row)) {
            queue_advance(queue, row);
            return false;
        }
        int64_t due_ms = late     ? row->not_before_ms
                         : yields ? *outbox->world.now_ms + OUTBOX_TIGHT_WAIT_MS
                                  : row->created_ms + OUTBOX_HOLD_MS;
        until_ms = due_ms > *outbox->world.now_ms && due_ms < until_ms ? due_ms : until_ms;
    }
    queue_hold(outbox, queue, until_ms);
    return true;
}

static bool queue_has(const struct queue *queue, uint64_t table)
{
    const struct outbox_row *row = queue->first;
    while (row != NULL && row->table != table) {
        row = row->next;
    }
    return row != NULL;
}

void outbox_line_ended(struct outbox *outbox, const struct outbox_row *line)
{
    struct queue *next = NULL;
    for (struct queue *queue = row_is_line(line) ? outbox->held : NULL; queue != NULL;
         queue = next) {
        next = queue->held_next;
        if (queue_has(queue, line->table)) {
            outbox_reschedule(outbox, queue);
        }
    }
}
