/* Three questions, one after the other: who the application is, how many connections are left
 * today, in which guilds the bot is and what it may do there. */
#include "discord_setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discord_decode.h"
#include "discord_setup_private.h"
#include "embed_discord_texts.h"
#include "heap.h"
#include "json_at.h"
#include "print.h"
#include "settings.h"

enum { SETUP_MS = 20000, SETUP_FEW_STARTS = 50 };

#define SETUP_FIRST "/applications/@me"

const struct setup_permission discord_setup_permissions[] = {
    {DISCORD_MAY_VIEW, "View Channels"},
    {DISCORD_MAY_SEND, "Send Messages"},
    {DISCORD_MAY_EMBED, "Embed Links"},
    {DISCORD_MAY_ATTACH, "Attach Files"},
    {DISCORD_MAY_HISTORY, "Read Message History"},
    {DISCORD_MAY_PRIVATE_THREADS, "Create Private Threads"},
    {DISCORD_MAY_SEND_THREADS, "Send Messages in Threads"},
    {DISCORD_MAY_PUBLIC_THREADS, "Create Public Threads"}, /* for table_threads alone */
    {DISCORD_MAY_CREATE_EVENTS, "Create Events"},          /* for game nights alone */
    {0, NULL},
};

uint64_t discord_invite_permissions(const struct settings *settings)
{
    uint64_t all = 0;
    for (const struct setup_permission *one = discord_setup_permissions; one->name != NULL; one++) {
        all |= one->bit;
    }
    return settings_flag(settings, "discord", "table_threads")
               ? all
               : all & ~(uint64_t)DISCORD_MAY_PUBLIC_THREADS;
}

const char *discord_hosting(void)
{
    return (const char *)discord_texts[0].bytes;
}

void discord_invite(struct buf *out, const struct settings *settings, const char *application)
{
    print_to(out,
             "https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands"
             "&permissions=%llu",
             application, (unsigned long long)discord_invite_permissions(settings));
}

void discord_setup_failed(struct discord_setup *setup, const char *path,
                          const struct answer *answer)
{
    const char *base = settings_text(setup->settings, "discord", "api_base");
    print_to(&setup->checks.text, "        asked: GET %.300s %.120s; came of it: %.160s\n", base,
             path, answer->why[0] != '\0' ? answer->why : "an answer that makes no sense");
}

void discord_setup_end(struct discord_setup *setup)
{
    checks_end(&setup->checks, setup->done, setup->context);
}

void discord_setup_ask(struct discord_setup *setup, const char *path, answer_fn done)
{
    const struct discord_request request = {.method = "GET", .route = path, .time_ms = SETUP_MS};
    discord_rest_start(setup->rest, &request, done, setup);
}

/* --- connections ------------------------------------------------------------------------------ */

static void setup_gateway(void *context, const struct answer *answer)
{
    struct discord_setup *setup = context;
    const cJSON *limit = json_at(answer->json, "session_start_limit");
    const cJSON *left = json_at(limit, "remaining");
    if (answer->status != ANSWER_DONE || !cJSON_IsNumber(left)) {
        checks_mend(&setup->checks, "Discord does not say where its gateway is; try again later");
        discord_setup_failed(setup, "/gateway/bot", answer);
    } else if (left->valuedouble < SETUP_FEW_STARTS) {
        checks_mend(&setup->checks,
                    "the bot has connected nearly as often as it may today: find out what "
                    "keeps starting it");
    } else {
        checks_ok(&setup->checks, "the gateway takes connections");
    }
    discord_setup_guilds(setup);
}

/* --- the application -------------------------------------------------------------------------- */

/* Intents that the portal has a switch for, and the flags that say that it is on. */
static const struct {
    uint32_t intent;
    uint64_t flags;
    const char *off;
} setup_switches[] = {
    {1 << 15, 1 << 18 | 1 << 19,
     "message_content is set, and the switch \"Message Content Intent\" in the portal (Bot, "
     "Privileged Gateway Intents) is off: messages would come without their words. Turn the "
     "switch on, or set message_content = no"},
    {1 << 1, 1 << 14 | 1 << 15,
     "intents holds 2, and the switch \"Server Members Intent\" in the portal (Bot, Privileged "
     "Gateway Intents) is off: turn it on, or take 2 from intents"},
    {1 << 8, 1 << 12 | 1 << 13,
     "intents holds 256, and the switch \"Presence Intent\" in the portal (Bot, Privileged Gateway "
     "Intents) is off: turn it on, or take 256 from intents"},
};

static void setup_intents(struct discord_setup *setup, const cJSON *application)
{
    bool wanted = settings_flag(setup->settings, "discord", "message_content");
    uint64_t flags = discord_bits(application, "flags");
    uint32_t intents = (uint32_t)settings_number(setup->settings, "discord", "intents") |
                       (wanted ? setup_switches[0].intent : 0);
    bool good = true;
    for (size_t i = 0; i < sizeof setup_switches / sizeof *setup_switches; i++) {
        if ((intents & setup_switches[i].intent) != 0 && (flags & setup_switches[i].flags) == 0) {
            checks_mend(&setup->checks, "%s", setup_switches[i].off);
            good = false;
        }
    }
    if (good) {
        checks_ok(&setup->checks,
                  wanted ? "plain calls are heard (Message Content Intent)"
                         : "no privileged intent is needed; a mention or a reply is heard");
    }
}

static void setup_endpoint(struct discord_setup *setup, const cJSON *application)
{
    const char *url = json_at_text(application, "interactions_endpoint_url");
    bool wanted = settings_flag(setup->settings, "discord", "endpoint");
    if (url != NULL && url[0] != '\0' && !wanted) {
        checks_mend(&setup->checks,
                    "an \"Interactions Endpoint URL\" is set in the portal (General "
                    "Information): commands go there and not to this bot. Empty it, or set "
                    "endpoint = yes");
    } else if (wanted && (url == NULL || url[0] == '\0')) {
        checks_mend(&setup->checks,
                    "endpoint = yes, and no \"Interactions Endpoint URL\" is set in the "
                    "portal (General Information)");
    } else {
        checks_ok(&setup->checks,
                  wanted ? "commands come by HTTP" : "commands come by the gateway");
    }
}

/* The bot's user, which old applications have under an id of its own. */
static void setup_bot(struct discord_setup *setup, const cJSON *application, const char *id)
{
    const char *user = discord_id(json_at(application, "bot"), "id");
    snprintf(setup->bot, sizeof setup->bot, "%s", user != NULL ? user : id);
}

static void setup_application(void *context, const struct answer *answer)
{
    struct discord_setup *setup = context;
    const char *id = discord_id(answer->json, "id");
    const char *name = json_at_text(answer->json, "name");
    bool refused = setup->refused || answer->status == ANSWER_UNAUTHORIZED;
    if (answer->status != ANSWER_DONE || id == NULL) {
        checks_mend(&setup->checks, refused
                                        ? "Discord refuses the token: make a new one in the portal "
                                          "(Bot, Reset Token) and put it into token_file"
                                        : "Discord cannot be reached: is this machine on the net, "
                                          "and api_base right?");
        if (!refused) {
            discord_setup_failed(setup, SETUP_FIRST, answer);
        }
        discord_setup_end(setup);
        return;
    }
    setup_bot(setup, answer->json, id);
    checks_ok(&setup->checks, "the token is that of \"%.80s\"", name != NULL ? name : "the bot");
    setup_intents(setup, answer->json);
    setup_endpoint(setup, answer->json);
    buf_text(&setup->checks.text, "  To add the bot to a server:\n  ");
    discord_invite(&setup->checks.text, setup->settings, id);
    buf_text(&setup->checks.text, "\n");
    discord_setup_ask(setup, "/gateway/bot", setup_gateway);
}

static void setup_refused(void *context, const struct fault *fault)
{
    (void)fault;
    ((struct discord_setup *)context)->refused = true;
}

struct discord_setup *discord_setup_new(const struct net_wire *wire,
                                        const struct settings *settings, checks_fn done,
                                        void *context)
{
    struct discord_setup *setup = heap_allocate(sizeof *setup);
    const struct discord_rest_setup rest = {.wire = wire,
                                            .api_base =
                                                settings_text(settings, "discord", "api_base"),
                                            .token = settings_text(settings, "discord", "token"),
                                            .agent = DISCORD_AGENT(DD_VERSION),
                                            .context = setup,
                                            .refused = setup_refused};
    setup->settings = settings;
    setup->wire = wire;
    setup->done = done;
    setup->context = context;
    setup->rest = discord_rest_new(&rest);
    checks_init(&setup->checks);
    discord_setup_ask(setup, SETUP_FIRST, setup_application);
    return setup;
}

void discord_setup_free(struct discord_setup **setup)
{
    struct discord_setup *freed = *setup;
    *setup = NULL;
    discord_rest_free(&freed->rest);
    discord_setup_guilds_free(freed);
    checks_deinit(&freed->checks);
    free(freed);
}
