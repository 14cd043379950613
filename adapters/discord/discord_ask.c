/* Interactions and what is said to who acted. Each has exactly one first answer: state ASK_OPEN is
 * left once, by whatever comes first (what the house says, a quiet sign, the watchdog), and nothing
 * else ever sends one. All that is said here is seen by that person alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_callback.h"
#include "discord_private.h"
#include "heap.h"
#include "json_out.h"
#include "print.h"
#include "table.h"

enum {
    ASK_AGAIN_MS = 1000,
    ASK_SETTLED_MS = 4000, /* Discord takes no first answer any more */
    MESSAGE_EPHEMERAL = 1 << 6,
    MESSAGE_LOADING = 1 << 7
};

struct discord_ask *discord_ask_at(const struct discord *discord, uint64_t number)
{
    return number == 0 ? NULL : map_get_number(&discord->asks, number);
}

bool discord_ask_was(const struct discord *discord, uint64_t number)
{
    bool was = false;
    if (number > discord->answered_newest) {
        return false;
    }
    for (unsigned i = 0; i < DISCORD_ANSWERED_MAX; i++) {
        was |= discord->answered[i] == number;
    }
    return was;
}

void discord_ask_note(struct discord *discord, uint64_t number)
{
    discord->answered[discord->answered_next++ % DISCORD_ANSWERED_MAX] = number;
    if (number > discord->answered_newest) {
        discord->answered_newest = number;
    }
}

struct discord_ask *discord_ask_of(const struct discord *discord, const char *account)
{
    struct discord_ask *newest = NULL;
    int64_t now_ms = discord_now_ms(discord);
    for (struct discord_ask *ask = discord->first_ask; ask != NULL; ask = ask->next) {
        bool can =
            (ask->state == ASK_OPEN || ask->state == ASK_DEFERRED || ask->state == ASK_DEFERRING) &&
            ask->waiting == NULL && ask->dead_ms > now_ms;
        if (can && strcmp(ask->account, account) == 0 &&
            (newest == NULL || ask->number > newest->number)) {
            newest = ask;
        }
    }
    return newest;
}

static void ask_free(struct discord *discord, struct discord_ask *ask)
{
    struct discord_ask **link = &discord->first_ask;
    while (*link != ask) {
        link = &(*link)->next;
    }
    *link = ask->next;
    map_remove_number(&discord->asks, ask->number);
    explicit_bzero(ask->token, strlen(ask->token));
    free(ask->token);
    free(ask->wants);
    free(ask);
}

void discord_ask_drop(struct discord *discord, struct discord_ask *ask)
{
    ask_free(discord, ask);
}

static void ask_add(struct discord *discord, struct discord_ask *ask)
{
    ask->next = discord->first_ask;
    discord->first_ask = ask;
    map_put_number(&discord->asks, ask->number, ask);
}

struct discord_ask *discord_ask_new(struct discord *discord,
                                    const struct discord_interaction *interaction)
{
    struct discord_ask *ask = heap_take(sizeof *ask);
    int64_t now_ms = discord_now_ms(discord);
    ask->number = interaction->number;
    ask->kind = interaction->kind;
    ask->from_message = interaction->message != NULL;
    ask->token = heap_copy(interaction->token);
    ask->due_ms = now_ms + DISCORD_DEFER_MS;
    ask->dead_ms = now_ms + DISCORD_TOKEN_MS;
    discord_copy(ask->account, interaction->who.id);
    discord_copy(ask->channel, interaction->channel);
    discord_account_asks(discord, ask->account, ask->number, ask->token);
    ask_add(discord, ask);
    return ask;
}

static struct discord_flight *ask_flight(const struct ask_call *call)
{
    struct discord_flight *flight = call->flight == 0 ? NULL : call->discord->flights;
    while (flight != NULL && flight->sending.row != call->flight) {
        flight = flight->next;
    }
    return flight;
}

/* --- what the house says ---------------------------------------------------------------------- */

static void ask_over(struct discord *discord, struct discord_ask *ask)
{
    ask->state = ASK_OVER;
    ask->due_ms = discord_now_ms(discord);
    discord_plan(discord);
}

static void ask_send_more(struct discord_ask *ask, struct discord_flight *flight);

/* One part has arrived, or has not. */
static void ask_part_done(void *context, const struct discord_answer *answer)
{
    struct ask_call call = *(struct ask_call *)context;
    struct discord *discord = call.discord;
    struct discord_ask *ask = discord_ask_at(discord, call.ask);
    struct discord_flight *flight = ask_flight(&call);
    discord_callback_end(context);
    bool arrived = answer->fate == FATE_DONE || answer->fate == FATE_ANSWERED ||
                   (answer->fate == FATE_UNKNOWN && flight != NULL && flight->at > 0);
    if (flight == NULL || ask == NULL) {
        return;
    }
    if (!arrived) {
        ask_over(discord, ask);
        discord_flight_failed(flight, SEND_REFUSED, 0, answer->why);
        return;
    }
    flight->at++;
    if (flight->at < flight->count) {
        ask_send_more(ask, flight);
        return;
    }
    ask_over(discord, ask);
    discord_account_prove(discord, ask->account, flight->sending.table);
    discord_flight_sent(flight, "", NULL, 0);
}

/* It is not there, and a first answer that is still on its way could bring it about. */
static bool ask_is_early(const struct discord *discord, const struct discord_ask *ask,
                         const struct discord_answer *answer)
{
    return ask != NULL && ask->seeks &&
           (answer->fate == FATE_EXPIRED || answer->fate == FATE_GONE) &&
           discord_now_ms(discord) < ask->dead_ms - DISCORD_TOKEN_MS + ASK_SETTLED_MS;
}

/* Is it still open whether what was asked has happened? While the token lives it is asked again. */
static bool ask_again(const struct ask_call *call, const struct discord_answer *answer)
{
    struct discord *discord = call->discord;
    struct discord_ask *ask = discord_ask_at(discord, call->ask);
    bool sought =
        ask != NULL && ask->seeks &&
        (answer->fate == FATE_DOWN || answer->fate == FATE_LATE || answer->fate == FATE_PACED);
    sought = sought || ask_is_early(discord, ask, answer);
    if (ask == NULL || (answer->fate != FATE_UNKNOWN && !sought) || ask_flight(call) == NULL ||
        discord_now_ms(discord) + ASK_AGAIN_MS >= ask->dead_ms) {
        return false;
    }
    ask->again = call->flight;
    ask->due_ms = discord_now_ms(discord) + ASK_AGAIN_MS;
    discord_plan(discord);
    return true;
}

static void ask_send_edit(struct discord_ask *ask, struct discord_flight *flight);

/* What became of it in another life: an answer of ours is seen by them alone, "thinking" waits for
 * its text, and any other message is the one that they pressed something of. */
static void ask_recalled(const struct ask_call *call, struct discord_answer *answer)
{
    struct discord_ask *ask = discord_ask_at(call->discord, call->ask);
    struct discord_flight *flight = ask_flight(call);
    const cJSON *flags = cJSON_GetObjectItemCaseSensitive(answer->json, "flags");
    int set = cJSON_IsNumber(flags) ? flags->valueint : 0;
    if (answer->fate != FATE_DONE || ask == NULL || flight == NULL || !ask->recalled) {
        return;
    }
    ask->recalled = false;
    ask->seeks = false;
    if ((set & MESSAGE_EPHEMERAL) == 0) {
        answer->fate = FATE_GONE;
    } else if ((set & MESSAGE_LOADING) != 0) {
        ask_send_edit(ask, flight);
        answer->fate = FATE_REPLACED;
    }
}

static void ask_original_done(void *context, const struct discord_answer *answer)
{
    struct discord_answer seen = *answer;
    if (ask_again(context, answer)) {
        discord_callback_end(context);
        return;
    }
    ask_recalled(context, &seen);
    if (seen.fate == FATE_REPLACED && answer->fate == FATE_DONE) {
        discord_callback_end(context);
    } else {
        ask_part_done(context, &seen);
    }
}

/* Nobody knows whether the first answer was heard: it is looked for. */
static void ask_seek(struct discord *discord, struct discord_ask *ask, uint64_t row)
{
    struct discord_request request = {.method = "GET", .repeat = REPEAT_SAFE};
    ask->seeks = true;
    discord_callback_request(&(struct discord_callback_way){discord, ask->number, ask->token, row},
                             &request, "/messages/@original", ask_original_done);
}

static void ask_first_done(void *context, const struct discord_answer *answer)
{
    const struct ask_call *call = context;
    struct discord_ask *ask = discord_ask_at(call->discord, call->ask);
    if (answer->fate == FATE_UNKNOWN && ask != NULL) {
        ask_seek(call->discord, ask, call->flight);
        discord_callback_end(context);
        return;
    }
    ask_part_done(context, answer);
}

static void ask_files(const struct discord_flight *flight, struct discord_request *request,
                      struct net_part *part)
{
    if (flight->file != NULL && flight->at + 1 == flight->count) {
        *part = (struct net_part){.filename = flight->file_name,
                                  .type = "text/plain; charset=utf-8",
                                  .bytes = flight->file,
                                  .len = strlen(flight->file)};
        request->files = part;
        request->file_count = 1;
    }
}

/* A further part: a new message that only they see. */
static void ask_send_more(struct discord_ask *ask, struct discord_flight *flight)
{
    struct net_part part;
    struct discord_request request = {
        .method = "POST", .json = flight->body[flight->at], .repeat = REPEAT_NEVER};
    ask_files(flight, &request, &part);
    discord_callback_request(&(struct discord_callback_way){flight->discord, ask->number,
                                                            ask->token, flight->sending.row},
                             &request, "", ask_part_done);
}

/* The text of "thinking" becomes this. */
static void ask_send_edit(struct discord_ask *ask, struct discord_flight *flight)
{
    struct net_part part;
    struct discord_request request = {
        .method = "PATCH",
        .json = discord_aside_edit(flight->discord->arena, flight->body[0]).json,
        .repeat = REPEAT_SAFE};
    ask_files(flight, &request, &part);
    discord_callback_request(&(struct discord_callback_way){flight->discord, ask->number,
                                                            ask->token, flight->sending.row},
                             &request, "/messages/@original", ask_original_done);
}

static void ask_send_first(struct discord_ask *ask, struct discord_flight *flight)
{
    struct net_part part;
    struct discord_request request = {.method = "POST", .repeat = REPEAT_NEVER};
    bool modal = flight->modal != NULL;
    bool fresh = ask->state == ASK_OPEN;
    ask->state = ASK_SENDING;
    if (!fresh) {
        ask_send_edit(ask, flight);
        return;
    }
    ask_files(flight, &request, &part);
    request.json = discord_callback(flight->discord, modal ? CALLBACK_MODAL : CALLBACK_MESSAGE,
                                    modal ? flight->modal : flight->body[0]);
    discord_callback_request(&(struct discord_callback_way){flight->discord, ask->number,
                                                            ask->token, flight->sending.row},
                             &request, "callback", ask_first_done);
}

bool discord_ask_recall(struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    const struct sending *sending = &flight->sending;
    const struct discord_account *account = map_get(&discord->accounts, sending->account);
    if (account == NULL || account->asked == 0 || sending->created_ms < account->asked_ms ||
        discord_now_ms(discord) - account->asked_ms >= DISCORD_TOKEN_MS) {
        return false;
    }
    struct discord_ask *ask = discord_ask_at(discord, account->asked);
    if (ask != NULL) {
        return discord_ask_say(ask,
                               flight); /* told once more, and open: Discord takes one answer */
    }
    ask = heap_take(sizeof *ask);
    ask->number = account->asked;
    ask->state = ASK_SENDING;
    ask->recalled = true;
    ask->token = heap_copy(account->asked_token);
    ask->dead_ms = account->asked_ms + DISCORD_TOKEN_MS;
    ask->due_ms = ask->dead_ms;
    discord_copy(ask->account, account->id);
    ask_add(discord, ask);
    flight->ask = ask->number;
    ask_seek(discord, ask, sending->row);
    return true;
}

/* What was left open is asked again. */
static void ask_retry(struct discord *discord, struct discord_ask *ask)
{
    const struct ask_call call = {.discord = discord, .ask = ask->number, .flight = ask->again};
    struct discord_flight *flight = ask_flight(&call);
    ask->again = 0;
    if (flight != NULL && ask->seeks) {
        ask_seek(discord, ask, flight->sending.row);
    } else if (flight != NULL) {
        ask_send_edit(ask, flight);
    }
}

bool discord_ask_say(struct discord_ask *ask, struct discord_flight *flight)
{
    struct discord *discord = flight->discord;
    if (ask->dead_ms <= discord_now_ms(discord) || ask->waiting != NULL) {
        return false;
    }
    flight->ask = ask->number;
    if (ask->state == ASK_DEFERRING) {
        ask->waiting = flight;
        return true;
    }
    if (ask->state != ASK_OPEN && ask->state != ASK_DEFERRED) {
        return false;
    }
    ask_send_first(ask, flight);
    return true;
}

/* --- what is said when nobody speaks ---------------------------------------------------------- */

static void ask_deferred(void *context, const struct discord_answer *answer)
{
    struct ask_call call = *(struct ask_call *)context;
    struct discord_ask *ask = discord_ask_at(call.discord, call.ask);
    discord_callback_end(context);
    if (ask == NULL) {
        return;
    }
    struct discord_flight *flight = ask->waiting;
    ask->waiting = NULL;
    bool heard = answer->fate == FATE_DONE || answer->fate == FATE_UNKNOWN;
    ask->state = heard ? ASK_DEFERRED : ASK_OVER;
    ask->due_ms = discord_now_ms(call.discord);
    if (flight != NULL && !(heard && discord_ask_say(ask, flight))) {
        discord_flight_failed(flight, SEND_REFUSED, 0, "the interaction is over");
    }
    discord_plan(call.discord);
}

/* "Thinking", which only they see: whatever is said later takes its place, and can be a secret. */
static void ask_defer(struct discord *discord, struct discord_ask *ask)
{
    struct discord_request request = {
        .method = "POST",
        .json = discord_callback(discord, CALLBACK_DEFER, "{\"flags\":64}"),
        .repeat = REPEAT_NEVER};
    ask->state = ASK_DEFERRING;
    discord_callback_request(&(struct discord_callback_way){discord, ask->number, ask->token, 0},
                             &request, "callback", ask_deferred);
}

static void ask_quieted(void *context, const struct discord_answer *answer)
{
    struct ask_call call = *(struct ask_call *)context;
    struct discord_ask *ask = discord_ask_at(call.discord, call.ask);
    (void)answer;
    discord_callback_end(context);
    if (ask != NULL) {
        ask_over(call.discord, ask);
    }
}

static struct discord_aside ask_sentence(struct discord *discord, const struct discord_ask *ask)
{
    const char *key = ask->failed         ? "discord.store"
                      : ask->private_done ? "discord.sent"
                                          : "discord.done";
    return discord_aside_text(discord->arena, discord_words(discord, key));
}

/* Nobody speaks to who acted: it is acknowledged, without a message where there was a press. */
static void ask_quiet(struct discord *discord, struct discord_ask *ask)
{
    bool silent = !ask->failed && ask->from_message;
    bool fresh = ask->state == ASK_OPEN;
    struct discord_request request = {.method = "POST", .repeat = REPEAT_NEVER};
    ask->state = ASK_SENDING;
    if (fresh) {
        request.json =
            silent ? discord_callback(discord, CALLBACK_QUIET, NULL)
                   : discord_callback(discord, CALLBACK_MESSAGE, ask_sentence(discord, ask).json);
        discord_callback_request(
            &(struct discord_callback_way){discord, ask->number, ask->token, 0}, &request,
            "callback", ask_quieted);
        return;
    }
    request.method = silent ? "DELETE" : "PATCH";
    request.repeat = REPEAT_SAFE;
    request.json =
        silent ? NULL : discord_aside_edit(discord->arena, ask_sentence(discord, ask).json).json;
    discord_callback_request(&(struct discord_callback_way){discord, ask->number, ask->token, 0},
                             &request, "/messages/@original", ask_quieted);
}

void discord_ask_stored(struct discord *discord, uint64_t number, const struct fault *fault)
{
    struct discord_ask *ask = discord_ask_at(discord, number);
    if (ask != NULL && (fault == NULL || fault->code == FAULT_GONE)) {
        discord_ask_note(discord, number); /* one that could not be stored is told once more */
    }
    if (ask == NULL || ask->state == ASK_OVER) {
        return;
    }
    ask->stored = true;
    ask->failed = fault != NULL && fault->code != FAULT_GONE;
    if (ask->state == ASK_OPEN || ask->state == ASK_DEFERRED) {
        ask->due_ms = discord_now_ms(discord) + DISCORD_QUIET_MS;
    }
    discord_plan(discord);
}

/* Is something on its way to this person that may want this interaction? */
static bool ask_waits(const struct discord *discord, const struct discord_ask *ask)
{
    const struct discord_account *account = map_get(&discord->accounts, ask->account);
    if (account != NULL && account->flights > 0) {
        return true;
    }
    for (const struct discord_ask *one = discord->first_ask; one != NULL; one = one->next) {
        if (one->state == ASK_SENDING && strcmp(one->account, ask->account) == 0) {
            return true;
        }
    }
    return false;
}

static void ask_tick(struct discord *discord, struct discord_ask *ask, int64_t now_ms)
{
    switch (ask->state) {
    case ASK_OPEN:
        if (ask->stored && !ask_waits(discord, ask)) {
            ask_quiet(discord, ask);
        } else if (now_ms - (ask->dead_ms - DISCORD_TOKEN_MS) >= DISCORD_DEFER_MS) {
            ask_defer(discord, ask);
        } else {
            ask->due_ms = ask->dead_ms - DISCORD_TOKEN_MS + DISCORD_DEFER_MS;
        }
        break;
    case ASK_DEFERRED:
        if (ask->stored && !ask_waits(discord, ask)) {
            ask_quiet(discord, ask);
        } else {
            ask->due_ms = now_ms + 1000;
        }
        if (now_ms >= ask->dead_ms) {
            ask_over(discord, ask);
        }
        break;
    case ASK_SENDING:
    case ASK_DEFERRING:
        ask->due_ms = now_ms + 1000;
        if (ask->again != 0) {
            ask_retry(discord, ask);
        }
        break;
    case ASK_OVER:
        ask_free(discord, ask);
        break;
    }
}

int64_t discord_asks_due_ms(const struct discord *discord)
{
    int64_t due_ms = NO_DEADLINE;
    for (const struct discord_ask *ask = discord->first_ask; ask != NULL; ask = ask->next) {
        due_ms = ask->due_ms < due_ms ? ask->due_ms : due_ms;
    }
    return due_ms;
}

void discord_asks_tick(struct discord *discord, int64_t now_ms)
{
    struct discord_ask *next = NULL;
    for (struct discord_ask *ask = discord->first_ask; ask != NULL; ask = next) {
        next = ask->next;
        if (ask->due_ms <= now_ms) {
            ask_tick(discord, ask, now_ms);
        }
    }
}

void discord_asks_free(struct discord *discord)
{
    while (discord->first_ask != NULL) {
        ask_free(discord, discord->first_ask);
    }
    while (discord->calls != NULL) {
        discord_callback_end(discord->calls);
    }
    map_deinit(&discord->asks);
}
