/* A house of several parts (house_part.h): what people do in direct channels comes to part 0 alone,
 * whosever table it is about. So it is asked first which part has to handle it, and goes there as
 * Discord sent it; what another part has passed on is received as if it had come by our own
 * gateway, and never goes further. */
#include "discord_elsewhere.h"

#include <stdlib.h>
#include <string.h>

#include "discord_private.h"
#include "heap.h"
#include "json_at.h"
#include "json_out.h"
#include "table.h"

enum {
    LETTER_RETRY_MS = 1000,
    ELSEWHERE_JSON_MAX = 16 * 1024 * 1024,
    FINDINGS_MAX = 1024 /* more are left to Discord, which replays them */
};

/* An event of which it is not known yet whose it is. */
struct discord_finding {
    struct discord_finding *next;
    struct discord *discord;
    bool asking;             /* the house is being asked, */
    bool answered;           /* and has answered at once */
    struct house_part where; /* that; its text is ours */
    char *tables;
    bool over;      /* it took too long: the event was handled here */
    int64_t due_ms; /* then it is */
    char event[DISCORD_ID_BYTES];
    struct discord_dispatch dispatch; /* its row is ours, its data stands in text */
    struct adapter_row row;
    char *key; /* its texts */
    char *value;
    char *text;
};

/* An event that another part has passed on. */
struct discord_letter {
    struct discord_letter *next;
    struct discord *discord;
    uint64_t number;
    char *text;
    int64_t due_ms; /* it is received then; NO_DEADLINE: it was, and is being stored */
};

/* --- what is passed on ------------------------------------------------------------------------ */

/* A dispatch as text, to be freed. */
static char *elsewhere_print(const struct discord_dispatch *dispatch)
{
    struct buf text;
    char *data = cJSON_PrintUnformatted(dispatch->data);
    buf_init(&text, ELSEWHERE_JSON_MAX);
    buf_text(&text, "{");
    json_out_text(&text, "t", dispatch->name);
    json_out_key(&text, "d");
    buf_text(&text, data == NULL ? "null" : data);
    buf_text(&text, "}");
    cJSON_free(data);
    char *printed = heap_copy(text.text);
    buf_deinit(&text);
    return printed;
}

/* The JSON of such a text, to be deleted; NULL: it is none. */
static cJSON *elsewhere_parse(const char *text, struct discord_dispatch *dispatch)
{
    cJSON *json = cJSON_ParseWithLength(text, strlen(text));
    const char *name = json_at_text(json, "t");
    if (name == NULL ||
        (strcmp(name, "INTERACTION_CREATE") != 0 && strcmp(name, "MESSAGE_CREATE") != 0)) {
        cJSON_Delete(json);
        return NULL;
    }
    dispatch->name = name;
    dispatch->data = json_at(json, "d");
    return json;
}

static void finding_drop(struct discord_finding *finding)
{
    free(finding->tables);
    free(finding->key);
    free(finding->value);
    free(finding->text);
    free(finding);
}

/* The same of one that may stand in the list. */
static void finding_free(struct discord_finding *finding)
{
    struct discord_finding **link = &finding->discord->findings;
    while (*link != NULL && *link != finding) {
        link = &(*link)->next;
    }
    if (*link != NULL) {
        *link = finding->next;
    }
    finding_drop(finding);
}

static enum discord_kept finding_handle(struct discord_finding *finding,
                                        const struct discord_dispatch *dispatch,
                                        const struct house_part *where)
{
    struct discord *discord = finding->discord;
    if (where->part == discord->world->part) {
        return discord_receive(discord, dispatch, where);
    }
    char *text = elsewhere_print(dispatch);
    bool passed = discord_pass_on(discord, where->part, finding->event, text, dispatch);
    free(text);
    return passed ? DISPATCH_KEPT : DISPATCH_REFUSED;
}

/* It waited, and its shard is notified of what came of it. Who leaves does nothing of it: it stays
 * behind the watermark, and Discord replays it to the next process. */
static void finding_resume(struct discord_finding *finding, const struct house_part *where)
{
    struct fault full;
    if (finding->discord->draining) {
        return;
    }
    cJSON *json = elsewhere_parse(finding->text, &finding->dispatch);
    enum discord_kept kept =
        json == NULL ? DISPATCH_PASSED : finding_handle(finding, &finding->dispatch, where);
    cJSON_Delete(json);
    fault_set(&full, FAULT_FULL, "the house takes nothing now");
    if (kept != DISPATCH_KEPT) {
        discord_dispatch_stored(finding->discord, &finding->dispatch.id,
                                kept == DISPATCH_PASSED ? NULL : &full);
    }
}

static void finding_done(void *context, const struct house_part *where)
{
    struct discord_finding *finding = context;
    if (finding->asking) {
        finding->answered = true;
        finding->where = *where;
        finding->tables = where->tables == NULL ? NULL : heap_copy(where->tables);
        finding->where.tables = finding->tables;
        return;
    }
    if (!finding->over) {
        finding_resume(finding, where);
    }
    finding_free(finding);
}

/* The dispatch outlives its hook. */
static void finding_keep(struct discord_finding *finding, const struct discord_dispatch *dispatch)
{
    finding->dispatch = *dispatch;
    finding->text = elsewhere_print(dispatch);
    if (dispatch->row_count > 0) {
        const struct adapter_row *row = dispatch->rows;
        finding->key = heap_copy(row->key);
        finding->value = heap_text(row->value, row->len);
        finding->row = (struct adapter_row){
            .key = finding->key, .value = finding->value, .len = row->len, .order = row->order};
    }
    finding->dispatch.rows = &finding->row;
    finding->next = finding->discord->findings;
    finding->discord->findings = finding;
}

static bool finding_has_room(const struct discord *discord)
{
    unsigned count = 0;
    for (const struct discord_finding *one = discord->findings; one != NULL; one = one->next) {
        count++;
    }
    return count < FINDINGS_MAX;
}

enum discord_kept discord_find(struct discord *discord, const struct discord_dispatch *dispatch,
                               const struct inbound *inbound, int64_t within_ms)
{
    if (!finding_has_room(discord)) {
        return DISPATCH_REFUSED;
    }
    struct discord_finding *finding = heap_allocate(sizeof *finding);
    finding->discord = discord;
    finding->due_ms = within_ms < 0 ? NO_DEADLINE : discord_now_ms(discord) + within_ms;
    discord_copy(finding->event, inbound->event_id);
    finding->asking = true;
    house_find_part(discord->house, (struct adapter *)discord, inbound, finding_done, finding);
    finding->asking = false;
    if (finding->answered) {
        enum discord_kept kept = finding_handle(finding, dispatch, &finding->where);
        finding_free(finding);
        return kept;
    }
    finding_keep(finding, dispatch);
    discord_schedule(discord, finding->due_ms);
    return DISPATCH_KEPT;
}

/* --- what was passed on ----------------------------------------------------------------------- */

static struct discord_letter *letter_at(const struct discord *discord, uint64_t number)
{
    struct discord_letter *letter = discord->letters;
    while (letter != NULL && letter->number != number) {
        letter = letter->next;
    }
    return letter;
}

static void letter_drop(struct discord_letter *letter)
{
    free(letter->text);
    free(letter);
}

static void letter_free(struct discord_letter *letter)
{
    struct discord_letter **link = &letter->discord->letters;
    while (*link != letter) {
        link = &(*link)->next;
    }
    *link = letter->next;
    letter_drop(letter);
}

static void letter_end(struct discord_letter *letter)
{
    house_passed(letter->discord->house, letter->number);
    letter_free(letter);
}

static void letter_later(struct discord_letter *letter)
{
    letter->due_ms = discord_now_ms(letter->discord) + LETTER_RETRY_MS;
    discord_schedule(letter->discord, letter->due_ms);
}

/* As what Discord replays: it may be minutes old, and may have come before. */
static void letter_receive(struct discord_letter *letter)
{
    struct discord *discord = letter->discord;
    const struct house_part here = {.part = discord->world->part};
    struct discord_dispatch dispatch = {
        .id = {.shard = DISCORD_NO_SHARD, .sequence = (int64_t)letter->number},
        .replayed = true,
        .may_be_stored = true};
    cJSON *json = elsewhere_parse(letter->text, &dispatch);
    letter->due_ms = NO_DEADLINE;
    enum discord_kept kept =
        json == NULL ? DISPATCH_PASSED : discord_receive(discord, &dispatch, &here);
    cJSON_Delete(json);
    if (kept == DISPATCH_PASSED) {
        letter_end(letter);
    } else if (kept == DISPATCH_REFUSED) {
        letter_later(letter);
    }
}

void discord_passed(struct adapter *adapter, uint64_t letter, const char *event_id,
                    const char *text)
{
    struct discord *discord = (struct discord *)adapter;
    (void)event_id; /* stands in the text */
    if (letter_at(discord, letter) != NULL) {
        return;
    }
    struct discord_letter *passed = heap_allocate(sizeof *passed);
    passed->discord = discord;
    passed->number = letter;
    passed->text = heap_copy(text);
    passed->next = discord->letters;
    discord->letters = passed;
    if (!discord->draining) { /* the next process is given it once more */
        letter_receive(passed);
    }
}

void discord_dispatch_stored(struct discord *discord, const struct discord_dispatch_id *id,
                             const struct fault *fault)
{
    if (id->shard != DISCORD_NO_SHARD) {
        discord_gateway_stored(discord->gateway, id, fault);
        return;
    }
    struct discord_letter *letter = letter_at(discord, (uint64_t)id->sequence);
    if (letter != NULL && fault != NULL && fault->code != FAULT_GONE) {
        letter_later(letter);
    } else if (letter != NULL) {
        letter_end(letter);
    }
}

/* --- its time --------------------------------------------------------------------------------- */

int64_t discord_elsewhere_due_ms(const struct discord *discord)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct discord_finding *one = discord->findings; one != NULL; one = one->next) {
        due_ms = one->due_ms < due_ms ? one->due_ms : due_ms;
    }
    for (const struct discord_letter *one = discord->letters; one != NULL && !discord->draining;
         one = one->next) {
        due_ms = one->due_ms < due_ms ? one->due_ms : due_ms;
    }
    return due_ms;
}

/* The one that waits longest of those whose time has come; NULL: none. */
static struct discord_finding *elsewhere_late(const struct discord *discord, int64_t now_ms)
{
    struct discord_finding *late = NULL;
    for (struct discord_finding *one = discord->findings; one != NULL; one = one->next) {
        late = one->due_ms <= now_ms ? one : late; /* the newest stands first */
    }
    return late;
}

static struct discord_letter *letter_due(const struct discord *discord, int64_t now_ms)
{
    struct discord_letter *due = NULL;
    for (struct discord_letter *one = discord->letters; one != NULL; one = one->next) {
        due = one->due_ms <= now_ms ? one : due;
    }
    return due;
}

void discord_elsewhere_tick(struct discord *discord, int64_t now_ms)
{
    const struct house_part here = {.part = discord->world->part};
    for (struct discord_finding *late = NULL; (late = elsewhere_late(discord, now_ms)) != NULL;) {
        late->over = true; /* finding_done still comes */
        late->due_ms = NO_DEADLINE;
        finding_resume(late, &here);
    }
    for (struct discord_letter *due = NULL;
         !discord->draining && (due = letter_due(discord, now_ms)) != NULL;) {
        letter_receive(due);
    }
}

void discord_elsewhere_free(struct discord *discord)
{
    while (discord->findings != NULL) {
        struct discord_finding *first = discord->findings;
        discord->findings = first->next;
        finding_drop(first);
    }
    while (discord->letters != NULL) {
        struct discord_letter *first = discord->letters;
        discord->letters = first->next;
        letter_drop(first);
    }
}
