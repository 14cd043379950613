/* From what Discord sends to inbound events. Here it is decided who may speak to the house at
 * all (no bots, no channels where the bot is a stranger), what is too old to be answered in time,
 * and what is answered without the house: forms, lists of what could be meant, missing permissions.
 */
#include <string.h>

#include "complete.h"
#include "controls.h"
#include "discord_commands.h"
#include "discord_content.h"
#include "discord_elsewhere.h"
#include "discord_menu.h"
#include "discord_private.h"
#include "discord_text.h"
#include "json_out.h"
#include "log.h"
#include "table.h"

enum {
    RECEIVE_JSON_MAX = 32 * 1024,
    RECEIVE_FIND_MS = 1500 /* an interaction as old as that is handled here, whosever it is */
};

/* Is the id one of a list with blanks or commas between? */
static bool receive_listed(const char *list, const char *id)
{
    size_t len = strlen(id);
    while (*list != '\0') {
        list += strspn(list, ", ");
        size_t word = strcspn(list, ", ");
        if (word == len && word > 0 && strncmp(list, id, len) == 0) {
            return true;
        }
        list += word;
    }
    return false;
}

/* Do they have a role that the settings name? */
static bool receive_has_role(const struct discord *discord, const struct discord_person *person)
{
    const char *roles = settings_text(discord->settings, "discord", "moderator_roles");
    const cJSON *role = NULL;
    cJSON_ArrayForEach(role, person->roles)
    {
        if (cJSON_IsString(role) && receive_listed(roles, role->valuestring)) {
            return true;
        }
    }
    return false;
}

/* May they moderate: by their permissions in the channel, or by such a role. */
static bool receive_moderates(const struct discord *discord, const struct discord_person *person)
{
    return (person->may & DISCORD_MODERATES) != 0 || receive_has_role(discord, person);
}

/* And in the whole guild: what an interaction brings counts for its channel alone. */
static bool receive_moderates_guild(const struct discord *discord, const char *guild,
                                    const struct discord_person *person)
{
    return guild != NULL &&
           (receive_has_role(discord, person) || discord_guild_moderates(discord, guild, person));
}

/* --- interactions ----------------------------------------------------------------------------- */

static void receive_refuse(struct discord *discord, const struct discord_interaction *interaction,
                           const char *key)
{
    discord_interactions_respond(
        discord->interactions, interaction,
        discord_ephemeral_text(discord->arena, discord_words(discord, interaction->channel, key)));
}

/* The permissions that a table here would want; says so when they are missing. */
static bool receive_may_open(struct discord *discord, const struct discord_interaction *interaction)
{
    if (interaction->kind != DISCORD_SLASH || interaction->guild == NULL ||
        game_find(interaction->command) == NULL) {
        return true;
    }
    const char *missing = discord_channel_missing(discord, interaction);
    if (missing == NULL) {
        return true;
    }
    struct value_tree values;
    struct value fact[2];
    char pool[2048];
    value_init(&values, fact, 2, pool, sizeof pool);
    value_text(&values, "missing", missing, strlen(missing));
    const char *text = catalogue_text(discord_catalogue(discord, interaction->channel),
                                      discord->arena, "discord.missing", &values, VALUE_NONE, NULL);
    discord_interactions_respond(discord->interactions, interaction,
                                 discord_ephemeral_text(discord->arena, text));
    return false;
}

/* A press that a form answers: the form of a message that they could see. */
static bool receive_form(struct discord *discord, const struct discord_interaction *interaction)
{
    if (interaction->kind != DISCORD_PRESS || interaction->value_count > 0) {
        return false;
    }
    const char *modal = discord_forms_at(discord->forms, interaction->who.id, interaction->control);
    if (modal == NULL) {
        modal = discord_forms_at(discord->forms, interaction->channel, interaction->control);
    }
    if (modal != NULL) {
        discord_interactions_modal(discord->interactions, interaction, modal);
    }
    return modal != NULL;
}

/* Too old to be answered in time. What comes now and seems to be hours old has an id that has
 * no time in it, or a clock is wrong: there the answer is tried, unless it is replayed. */
static bool receive_is_stale(const struct discord *discord,
                             const struct discord_interaction *interaction,
                             const struct discord_dispatch *dispatch)
{
    int64_t age_ms = discord_now_ms(discord) + discord_rest_ahead_ms(discord->rest) -
                     discord_born_ms(interaction->number);
    if (dispatch != NULL && dispatch->replayed) {
        return age_ms > DISCORD_STALE_MS;
    }
    return discord_interactions_age_ms(discord->interactions, interaction->number) >
           DISCORD_STALE_MS;
}

/* Does another part of the house have to be thought of first? */
static bool receive_is_open(const struct discord *discord, const struct discord_dispatch *dispatch,
                            const struct house_part *found)
{
    return discord->world->parts > 1 && dispatch != NULL && found == NULL;
}

/* Was it passed on by another part? What it says of a guild's channel is that part's to keep. */
static bool receive_was_passed(const struct discord_dispatch *dispatch)
{
    return dispatch != NULL && dispatch->id.shard == DISCORD_NO_SHARD;
}

static void inbound_fill(const struct discord *discord,
                         const struct discord_interaction *interaction, struct inbound *inbound)
{
    static const enum inbound_kind kinds[] = {[DISCORD_SLASH] = INBOUND_SLASH,
                                              [DISCORD_PRESS] = INBOUND_PRESS,
                                              [DISCORD_FORM] = INBOUND_FORM};
    inbound->kind = kinds[interaction->kind];
    inbound->adapter = DISCORD_NAME;
    inbound->event_id = interaction->id;
    inbound->room = interaction->channel;
    inbound->account = interaction->who.id;
    inbound->name = interaction->who.name;
    inbound->private_room = interaction->guild == NULL;
    inbound->moderator =
        interaction->guild != NULL && receive_moderates(discord, &interaction->who);
    inbound->moderates_server =
        receive_moderates_guild(discord, interaction->guild, &interaction->who);
    inbound->addressed = true;
    inbound->locale = interaction->locale;
    inbound->at_ms = discord_now_ms(discord);
    inbound->command = interaction->command;
    inbound->control = interaction->control;
    inbound->reply_to = interaction->target != NULL ? interaction->target : interaction->message;
    inbound->args = interaction->kind == DISCORD_PRESS ? NULL : &interaction->args;
    inbound->value_count = interaction->value_count;
    memcpy(inbound->values, interaction->values, sizeof inbound->values);
    inbound->mention_count = interaction->mention_count;
    memcpy(inbound->mentions, interaction->mentions, sizeof inbound->mentions);
}

/* The form of an older message: the house is asked for what stands there now, and the form opens
 * out of its answer. */
static void receive_want(struct discord *discord, const struct discord_interaction *interaction,
                         struct inbound *inbound)
{
    bool open = interaction->guild != NULL && !interaction->on_ephemeral;
    char *control = arena_take(discord->arena, CONTROL_BYTES);
    if (controls_beside(control, interaction->control, open ? "board" : "hand")) {
        discord_interactions_want(discord->interactions, interaction->number, interaction->control);
        inbound->control = control;
    }
}

/* It is answered from here on. */
static void receive_begin(struct discord *discord, const struct discord_interaction *interaction,
                          struct inbound *inbound)
{
    uint64_t number = interaction->number;
    discord_account_acted(discord, interaction->who.id, number, interaction->token);
    discord_interactions_begin(discord->interactions, interaction);
    /* a number in the shape of the token that the house hands back */
    inbound->answer = (void *)(uintptr_t)number; /* NOLINT(performance-no-int-to-ptr) */
    if (interaction->wants_form) {
        receive_want(discord, interaction, inbound);
    }
}

static enum discord_kept receive_act(struct discord *discord,
                                     const struct discord_interaction *interaction,
                                     const struct discord_dispatch *dispatch,
                                     const struct house_part *found)
{
    struct inbound inbound = {.fresh = dispatch != NULL && !dispatch->may_be_stored,
                              .elsewhere = found == NULL ? NULL : found->tables};
    bool stale = receive_is_stale(discord, interaction, dispatch);
    if (discord_interactions_known(discord->interactions, interaction->number)) {
        return DISPATCH_PASSED; /* sent twice */
    }
    if (stale && interaction->wants_form) {
        return DISPATCH_PASSED; /* no form can open any more; without its fields it is not the act
                                 */
    }
    if (!stale && (!receive_may_open(discord, interaction) || receive_form(discord, interaction))) {
        return DISPATCH_PASSED;
    }
    inbound_fill(discord, interaction, &inbound);
    uint64_t number = stale ? 0 : interaction->number;
    if (!stale) {
        receive_begin(discord, interaction, &inbound);
    }
    bool opens = !stale && discord_thread_is_wanted(discord, interaction, dispatch);
    if ((opens && discord_thread_create(discord, interaction, &inbound, dispatch, number)) ||
        discord_enqueue(discord, &inbound, dispatch, number)) {
        return dispatch == NULL ? DISPATCH_PASSED : DISPATCH_KEPT;
    }
    if (stale) {
        return DISPATCH_REFUSED;
    }
    discord_interactions_drop(discord->interactions, number);
    receive_refuse(discord, interaction, "discord.busy");
    return DISPATCH_PASSED;
}

/* What could be put there, out of what this person may know. */
static void receive_complete(struct discord *discord, const struct discord_interaction *interaction)
{
    struct completion choices[COMPLETIONS_MAX];
    const struct inbound wanted = {.kind = INBOUND_SLASH,
                                   .adapter = DISCORD_NAME,
                                   .room = interaction->channel,
                                   .account = interaction->who.id,
                                   .moderator = interaction->guild != NULL &&
                                                receive_moderates(discord, &interaction->who),
                                   .command = interaction->command,
                                   .args = &interaction->args};
    size_t count = interaction->focused == NULL
                       ? 0
                       : house_complete(discord->house, (struct adapter *)discord, &wanted,
                                        interaction->focused, interaction->typed, choices);
    struct buf json;
    buf_init(&json, RECEIVE_JSON_MAX);
    buf_text(&json, "{\"choices\":[");
    for (size_t i = 0; i < count; i++) {
        json_out_next(&json);
        buf_text(&json, "{");
        json_out_text(&json, "name",
                      discord_shorten(discord->arena, choices[i].label, DISCORD_OPTION_MAX));
        json_out_text(&json, "value",
                      discord_shorten(discord->arena, choices[i].value, DISCORD_OPTION_MAX));
        buf_text(&json, "}");
    }
    buf_text(&json, "]}");
    discord_interactions_choices(discord->interactions, interaction, json.text);
    buf_deinit(&json);
}

/* It is handled where it belongs. Nobody answers it before that is known, and by then there has to
 * be time for an answer. */
static enum discord_kept receive_find(struct discord *discord,
                                      const struct discord_interaction *interaction,
                                      const struct discord_dispatch *dispatch)
{
    struct inbound inbound = {.fresh = !dispatch->may_be_stored};
    int64_t age_ms = discord_interactions_age_ms(discord->interactions, interaction->number);
    inbound_fill(discord, interaction, &inbound);
    int64_t left_ms = age_ms < RECEIVE_FIND_MS ? RECEIVE_FIND_MS - age_ms : 0;
    return discord_find(discord, dispatch, &inbound,
                        receive_is_stale(discord, interaction, dispatch) ? -1 : left_ms);
}

/* By the gateway (dispatch) or by HTTP (NULL). */
static enum discord_kept receive_interaction(struct discord *discord, const cJSON *json,
                                             const struct discord_dispatch *dispatch,
                                             const struct house_part *found)
{
    struct discord_interaction interaction;
    arena_reset(discord->arena);
    if (!discord_interaction(discord->arena, json, &interaction) ||
        interaction.kind == DISCORD_PING || interaction.who.bot) {
        return DISPATCH_PASSED;
    }
    if (discord->application[0] == '\0' && discord_id(json, "application_id") != NULL) {
        discord_copy(discord->application, discord_id(json, "application_id"));
    }
    if (interaction.kind == DISCORD_COMPLETE) {
        receive_complete(discord, &interaction);
        return DISPATCH_PASSED;
    }
    if (interaction.foreign || discord->draining) {
        receive_refuse(discord, &interaction,
                       interaction.foreign ? "discord.foreign" : "discord.busy");
        return DISPATCH_PASSED;
    }
    if (interaction.target != NULL) {
        interaction.command =
            discord_menu_command(discord->world->catalogue, discord->arena, interaction.command);
    }
    if (interaction.kind == DISCORD_SLASH && interaction.command == NULL) {
        return DISPATCH_PASSED; /* of a menu that is not ours any more */
    }
    if (receive_is_open(discord, dispatch, found)) {
        return receive_find(discord, &interaction, dispatch);
    }
    discord_account_named(discord, &interaction.who);
    for (unsigned i = 0; i < interaction.mention_count; i++) {
        discord_account_named(discord,
                              &(struct discord_person){.id = interaction.mentions[i],
                                                       .name = interaction.mention_names[i]});
    }
    if (interaction.guild == NULL || !receive_was_passed(dispatch)) {
        discord_channel_update(discord, &interaction);
    }
    return receive_act(discord, &interaction, dispatch, found);
}

enum discord_kept discord_receive_interaction(struct discord *discord, const cJSON *json)
{
    return receive_interaction(discord, json, NULL, NULL);
}

/* --- messages --------------------------------------------------------------------------------- */

static void receive_mentions(struct discord *discord, const struct discord_message *message,
                             struct inbound *inbound)
{
    for (unsigned i = 0; i < message->mention_count; i++) {
        const struct discord_person person = {.id = message->mentions[i],
                                              .name = message->mention_names[i]};
        discord_account_named(discord, &person);
        inbound->mentions[inbound->mention_count++] = message->mentions[i];
    }
}

static enum discord_kept receive_text(struct discord *discord,
                                      const struct discord_message *message,
                                      const struct discord_dispatch *dispatch,
                                      const struct house_part *found)
{
    bool answers = message->reply != NULL && message->reply_author != NULL &&
                   strcmp(message->reply_author, discord->bot) == 0;
    struct inbound inbound = {
        .kind = INBOUND_TEXT,
        .adapter = DISCORD_NAME,
        .event_id = message->id,
        .room = message->channel,
        .account = message->who.id,
        .name = message->who.name,
        .private_room = message->guild == NULL,
        .moderator = message->guild != NULL && (receive_moderates(discord, &message->who) ||
                                                discord_channel_moderates(discord, message)),
        .moderates_server = receive_moderates_guild(discord, message->guild, &message->who),
        .addressed = message->mentions_us || answers,
        .at_ms = discord_now_ms(discord),
        .text = message->text,
        .reply_to = message->reply,
        .reply_account = answers ? NULL : message->reply_author,
        .media = message->media,
        .elsewhere = found == NULL ? NULL : found->tables,
        .fresh = !dispatch->may_be_stored};
    if (message->text[0] == '\0' && message->media == NULL) {
        discord_content_missing(discord, message);
        return DISPATCH_PASSED; /* talk that Discord does not show us */
    }
    if (receive_is_open(discord, dispatch, found)) {
        return discord_find(discord, dispatch, &inbound, -1);
    }
    discord_account_named(discord, &message->who);
    receive_mentions(discord, message, &inbound);
    if (message->guild == NULL) {
        discord_account_dm(discord, message->who.id, message->channel);
        discord_channel_at(discord, message->channel)->type = 1;
    } else if (inbound.addressed && !receive_was_passed(dispatch)) {
        discord_channel_set_guild(discord, message->channel, message->guild);
    }
    return discord_enqueue(discord, &inbound, dispatch, 0) ? DISPATCH_KEPT : DISPATCH_REFUSED;
}

static enum discord_kept receive_message(struct discord *discord,
                                         const struct discord_dispatch *dispatch,
                                         const struct house_part *found)
{
    struct discord_message message;
    arena_reset(discord->arena);
    if (!discord_message(discord->arena, dispatch->data, discord->bot, &message) ||
        message.ephemeral) {
        return DISPATCH_PASSED;
    }
    struct discord_channel *channel = discord_channel_find(discord, message.channel);
    if (channel != NULL && found == NULL) {
        channel->seen++;
    }
    if (message.own || message.robot || !message.plain || discord->draining) {
        return DISPATCH_PASSED;
    }
    return receive_text(discord, &message, dispatch, found);
}

enum discord_kept discord_dispatch(void *context, const struct discord_dispatch *dispatch)
{
    return discord_receive(context, dispatch, NULL);
}

enum discord_kept discord_receive(struct discord *discord, const struct discord_dispatch *dispatch,
                                  const struct house_part *found)
{
    if (strcmp(dispatch->name, "INTERACTION_CREATE") == 0) {
        return receive_interaction(discord, dispatch->data, dispatch, found);
    }
    if (strcmp(dispatch->name, "MESSAGE_CREATE") == 0) {
        return receive_message(discord, dispatch, found);
    }
    if (strcmp(dispatch->name, "RATE_LIMITED") == 0) {
        log_event(LEVEL_WARNING, "discord.gateway_limited", NULL);
    }
    arena_reset(discord->arena);
    discord_channel_event(discord, dispatch);
    return DISPATCH_PASSED;
}
