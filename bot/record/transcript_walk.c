/* A record back into a table, line by line. */
#include "transcript_walk.h"

#include "compose_transcript.h"
#include "record.h"
#include "rules.h"

static void walk_begin(void *context, const struct record_head *head)
{
    struct transcript_walk *walk = context;
    table_init(&walk->table, head->table);
    replay_init(&walk->replay, &walk->table, head->game, head->rules_version);
    walk->begun = true;
}

static void walk_words(void *context, const struct store_row *row)
{
    replay_words(&((struct transcript_walk *)context)->replay, row);
}

void transcript_tell_warnings(struct outcome *out)
{
    for (unsigned i = 0; i < out->event_count; i++) {
        if (out->event[i].message == MSG_TABLE_WARNED) {
            out->event[i].message = MSG_TABLE_WARNED_THEN;
            out->event[i].to = AUDIENCE_CROWD;
        }
    }
}

static void walk_line(void *context, const struct store_row *row)
{
    struct transcript_walk *walk = context;
    replay_line(&walk->replay, row);
    if (walk->replay.bad[0] != '\0' || !walk->again) {
        return;
    }
    if (table_lines_redacted_at(&walk->hidden, walk->table.step)) {
        table_lines_redact_events(&walk->hidden, &walk->replay.out.facts);
    }
    transcript_tell_warnings(&walk->replay.out);
    walk->step(walk->context, walk);
}

static int walk_once(struct transcript_walk *walk, const char *record, size_t len,
                     struct fault *fault)
{
    const struct record_reader rows = {walk_begin, walk_words, walk_line, walk};
    unsigned bad = record_read(record, len, &rows);
    if (bad != 0) {
        return fault_set(fault, FAULT_BAD, "line %u is none of a record", bad);
    }
    return walk->replay.bad[0] != '\0' ? fault_set(fault, FAULT_BAD, "%s", walk->replay.bad) : 0;
}

int transcript_walk(struct transcript_walk *walk, const char *record, size_t len,
                    struct fault *fault)
{
    walk->begun = false;
    walk->again = false;
    if (walk_once(walk, record, len, fault) != 0) {
        return -1;
    }
    walk->hidden = walk->table.lines;
    transcript_walk_end(walk);
    walk->again = true;
    return walk_once(walk, record, len, fault);
}

void transcript_walk_end(struct transcript_walk *walk)
{
    if (walk->begun) {
        replay_deinit(&walk->replay);
        walk->begun = false;
    }
}

int transcript_reader_then(const struct table *table, int reader)
{
    bool there = table->phase >= TABLE_PLAYING && reader < (int)rules_state(table->state)->seats;
    return there ? reader : SEAT_CROWD;
}

void transcript_add(struct doc *doc, const struct compose *compose, const struct table *table,
                    int reader, uint16_t audience, const struct outcome *outcome)
{
    struct view *view = arena_take(compose->arena, sizeof *view);
    view_init(view, seat_is_person(reader) ? reader : SEAT_CROWD);
    table_view_names(table, reader, view);
    const uint16_t parts[] = {AUDIENCE_CROWD, seat_bit(reader)};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const struct doc *told =
            (audience & parts[i]) != 0 ? compose_events(compose, view, outcome, parts[i]) : NULL;
        if (told != NULL) {
            doc_add_blocks(doc, told);
            doc->zone = doc->zone == NULL ? told->zone : doc->zone;
        }
    }
}

static void tell_part(const struct compose *compose, const struct transcript_walk *walk, int seat,
                      transcript_part_fn tell, void *context)
{
    struct doc *told = doc_new(compose->arena);
    struct transcript_part part = {.seat = seat, .told = told};
    uint16_t audience = seat == SEAT_CROWD ? AUDIENCE_CROWD : seat_bit(seat);
    transcript_add(told, compose, &walk->table, seat, audience, &walk->replay.out);
    if (seat != SEAT_CROWD && told->blocks != NULL && told->blocks->kind == BLOCK_HEADING) {
        told->blocks = told->blocks->next; /* which table it is of */
    }
    if (told->blocks == NULL) {
        return;
    }
    if (seat != SEAT_CROWD) {
        struct view *view = arena_take(compose->arena, sizeof *view);
        view_init(view, SEAT_CROWD);
        table_view_names(&walk->table, SEAT_CROWD, view);
        part.head = compose_transcript_alone(compose, view, seat);
    }
    tell(context, &part);
}

void transcript_parts(const struct compose *compose, const struct transcript_walk *walk, int eyes,
                      transcript_part_fn tell, void *context)
{
    const struct table *table = &walk->table;
    bool dealt = table->phase >= TABLE_PLAYING;
    int seats = dealt ? (int)rules_state(table->state)->seats : 0;
    tell_part(compose, walk, SEAT_CROWD, tell, context);
    for (int seat = 0; seat < seats; seat++) {
        if (eyes == seat || eyes == TRANSCRIPT_EVERYBODY) {
            tell_part(compose, walk, seat, tell, context);
        }
    }
}
