/* Three questions, one after the other: who the application is, how many connections are left
 * today, in which servers the bot is and what it may do there. */
#include "discord_setup.h"

#include <stdlib.h>
#include <string.h>

#include "discord_decode.h"
#include "discord_rest.h"
#include "embed_discord_texts.h"
#include "heap.h"
#include "print.h"
#include "settings.h"

enum {
    SETUP_TEXT_MAX = 64 * 1024,
    SETUP_MS = 20000,
    SETUP_SERVERS_SHOWN = 20,
    SETUP_FEW_STARTS = 50
};

#define SETUP_AGENT "DiscordBot (https://deaddrop.invalid, setup)"

struct discord_setup {
    const struct settings *settings;
    struct discord_rest *rest;
    struct buf text;
    unsigned problems;
    bool refused;
    discord_setup_fn done;
    void *context;
};

static const struct {
    uint64_t bit;
    const char *name;
} setup_permissions[] = {
    {DISCORD_MAY_VIEW, "View Channels"},
    {DISCORD_MAY_SEND, "Send Messages"},
    {DISCORD_MAY_EMBED, "Embed Links"},
    {DISCORD_MAY_ATTACH, "Attach Files"},
    {DISCORD_MAY_HISTORY, "Read Message History"},
    {DISCORD_MAY_PRIVATE_THREADS, "Create Private Threads"},
    {DISCORD_MAY_SEND_THREADS, "Send Messages in Threads"},
    {DISCORD_MAY_PUBLIC_THREADS, "Create Public Threads"}, /* for table_threads alone */
};

uint64_t discord_invite_permissions(const struct settings *settings)
{
    uint64_t all = 0;
    for (size_t i = 0; i < sizeof setup_permissions / sizeof *setup_permissions; i++) {
        all |= setup_permissions[i].bit;
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

static void setup_good(struct discord_setup *setup, const char *what)
{
    print_to(&setup->text, "  ok    %s\n", what);
}

static void setup_bad(struct discord_setup *setup, const char *what)
{
    setup->problems++;
    print_to(&setup->text, "  MEND  %s\n", what);
}

static void setup_end(struct discord_setup *setup)
{
    print_to(&setup->text, "\n%s\n",
             setup->problems == 0 ? "Everything is as it has to be."
                                  : "Mend what is marked, then run this again.");
    setup->done(setup->context, setup->problems, setup->text.text);
}

static void setup_ask(struct discord_setup *setup, const char *path, discord_answer_fn done)
{
    const struct discord_request request = {.method = "GET",
                                            .route = path,
                                            .path = path,
                                            .priority = REST_GAME,
                                            .repeat = REPEAT_SAFE,
                                            .time_ms = SETUP_MS};
    discord_rest_start(setup->rest, &request, done, setup);
}

/* --- servers ---------------------------------------------------------------------------------- */

static void setup_server(struct discord_setup *setup, const cJSON *server)
{
    uint64_t may = discord_bits(server, "permissions");
    uint64_t missing = discord_invite_permissions(setup->settings) & ~may;
    const char *name = discord_text(server, "name");
    struct buf line;
    bool listed = false;
    if ((may & DISCORD_MAY_ADMIN) != 0) {
        missing = 0;
    }
    buf_init(&line, 1024);
    print_to(&line, "server \"%.80s\"", name != NULL ? name : "?");
    for (size_t i = 0; i < sizeof setup_permissions / sizeof *setup_permissions; i++) {
        if ((missing & setup_permissions[i].bit) != 0) {
            print_to(&line, "%s%s", listed ? ", " : " lacks: ", setup_permissions[i].name);
            listed = true;
        }
    }
    if (missing != 0) {
        buf_text(&line, " (give them to the bot's role there)");
        setup_bad(setup, line.text);
    } else {
        setup_good(setup, line.text);
    }
    buf_deinit(&line);
}

static void setup_servers(void *context, const struct discord_answer *answer)
{
    struct discord_setup *setup = context;
    const cJSON *server = NULL;
    int shown = 0;
    if (answer->fate != FATE_DONE || !cJSON_IsArray(answer->json)) {
        setup_bad(setup, "Discord does not say in which servers the bot is; try again later");
        setup_end(setup);
        return;
    }
    if (answer->json->child == NULL) {
        setup_bad(setup, "the bot is in no server: open the link above and choose one");
    }
    cJSON_ArrayForEach(server, answer->json)
    {
        if (shown++ < SETUP_SERVERS_SHOWN) {
            setup_server(setup, server);
        }
    }
    setup_end(setup);
}

/* --- connections ------------------------------------------------------------------------------ */

static void setup_gateway(void *context, const struct discord_answer *answer)
{
    struct discord_setup *setup = context;
    const cJSON *limit = cJSON_GetObjectItemCaseSensitive(answer->json, "session_start_limit");
    const cJSON *left = cJSON_GetObjectItemCaseSensitive(limit, "remaining");
    if (answer->fate != FATE_DONE || !cJSON_IsNumber(left)) {
        setup_bad(setup, "Discord does not say where its gateway is; try again later");
    } else if (left->valuedouble < SETUP_FEW_STARTS) {
        setup_bad(setup, "the bot has connected nearly as often as it may today: find out what "
                         "keeps starting it");
    } else {
        setup_good(setup, "the gateway takes connections");
    }
    setup_ask(setup, "/users/@me/guilds", setup_servers);
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
            setup_bad(setup, setup_switches[i].off);
            good = false;
        }
    }
    if (good) {
        setup_good(setup, wanted ? "plain calls are heard (Message Content Intent)"
                                 : "no privileged intent is needed; a mention or a reply is heard");
    }
}

static void setup_endpoint(struct discord_setup *setup, const cJSON *application)
{
    const char *url = discord_text(application, "interactions_endpoint_url");
    bool wanted = settings_flag(setup->settings, "discord", "endpoint");
    if (url != NULL && url[0] != '\0' && !wanted) {
        setup_bad(setup, "an \"Interactions Endpoint URL\" is set in the portal (General "
                         "Information): commands go there and not to this bot. Empty it, or set "
                         "endpoint = yes");
    } else if (wanted && (url == NULL || url[0] == '\0')) {
        setup_bad(setup, "endpoint = yes, and no \"Interactions Endpoint URL\" is set in the "
                         "portal (General Information)");
    } else {
        setup_good(setup, wanted ? "commands come by HTTP" : "commands come by the gateway");
    }
}

static void setup_application(void *context, const struct discord_answer *answer)
{
    struct discord_setup *setup = context;
    const char *id = discord_id(answer->json, "id");
    const char *name = discord_text(answer->json, "name");
    if (answer->fate != FATE_DONE || id == NULL) {
        setup_bad(setup, setup->refused || answer->fate == FATE_TOKEN
                             ? "Discord refuses the token: make a new one in the portal (Bot, "
                               "Reset Token) and put it into token_file"
                             : "Discord cannot be reached: is this machine on the net, and "
                               "api_base right?");
        setup_end(setup);
        return;
    }
    print_to(&setup->text, "  ok    the token is that of \"%.80s\"\n",
             name != NULL ? name : "the bot");
    setup_intents(setup, answer->json);
    setup_endpoint(setup, answer->json);
    buf_text(&setup->text, "  To add the bot to a server:\n  ");
    discord_invite(&setup->text, setup->settings, id);
    buf_text(&setup->text, "\n");
    setup_ask(setup, "/gateway/bot", setup_gateway);
}

static void setup_refused(void *context, const struct fault *fault)
{
    (void)fault;
    ((struct discord_setup *)context)->refused = true;
}

struct discord_setup *discord_setup_new(const struct net_wire *wire,
                                        const struct settings *settings, discord_setup_fn done,
                                        void *context)
{
    struct discord_setup *setup = heap_take(sizeof *setup);
    const struct discord_rest_setup rest = {.wire = wire,
                                            .api_base =
                                                settings_text(settings, "discord", "api_base"),
                                            .token = settings_text(settings, "discord", "token"),
                                            .agent = SETUP_AGENT,
                                            .context = setup,
                                            .refused = setup_refused};
    setup->settings = settings;
    setup->done = done;
    setup->context = context;
    setup->rest = discord_rest_new(&rest);
    buf_init(&setup->text, SETUP_TEXT_MAX);
    setup_ask(setup, "/applications/@me", setup_application);
    return setup;
}

void discord_setup_free(struct discord_setup **setup)
{
    struct discord_setup *freed = *setup;
    *setup = NULL;
    discord_rest_free(&freed->rest);
    buf_deinit(&freed->text);
    free(freed);
}
