/* Who the bot is: by a token, or by a password, which is tried and signed out again. */
#include "matrix_setup_private.h"

#include <string.h>

#include "json_at.h"
#include "print.h"
#include "route.h"

/* --- the account ------------------------------------------------------------------------------ */

/* Whether the setting means that account: by its whole id, or its name alone. */
static bool setup_same_user(const char *wanted, const char *user)
{
    if (strchr(wanted, ':') != NULL) {
        return strcmp(wanted, user) == 0;
    }
    wanted += wanted[0] == '@' ? 1 : 0;
    size_t len = strlen(wanted);
    return user[0] == '@' && strncmp(user + 1, wanted, len) == 0 && user[len + 1] == ':';
}

static void setup_account(struct matrix_setup *setup)
{
    const char *wanted = setup_option(setup, "user");
    checks_ok(&setup->checks, "the token is that of %s", setup->user);
    if (wanted[0] != '\0' && !setup_same_user(wanted, setup->user)) {
        checks_mend(&setup->checks,
                    "user in the config names somebody else: change it, or make a token for "
                    "that account");
    }
    if (setup->device[0] == '\0') {
        checks_mend(&setup->checks,
                    "the token belongs to no device, and messages could come twice: sign in "
                    "with a device");
        setup_limits_ask(setup);
        return;
    }
    setup_keys_ask(setup);
}

static void setup_whoami(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *device = json_at(answer->json, "device_id");
    bool garbled = device != NULL && !cJSON_IsString(device);
    if (answer->status != ANSWER_DONE || garbled ||
        setup_string(answer->json, "user_id")[0] != '@') {
        checks_mend(&setup->checks,
                    answer->status == ANSWER_UNAUTHORIZED
                        ? "the homeserver refuses the token: sign in again, and put the new "
                          "one into token_file"
                    : answer->status == ANSWER_SUSPENDED
                        ? "the account is locked or suspended: ask who administers the "
                          "homeserver"
                        : "the homeserver does not say whose the token is; try again later");
        setup_end(setup);
        return;
    }
    setup_inert(setup->user, sizeof setup->user, setup_string(answer->json, "user_id"));
    setup_inert(setup->device, sizeof setup->device, setup_string(answer->json, "device_id"));
    if (setup->device[0] == '\0' && setup_option(setup, "as_token")[0] != '\0') {
        setup_inert(setup->device, sizeof setup->device, setup_option(setup, "device"));
    }
    setup_account(setup);
}

void setup_refused(void *context, const char *errcode, bool soft)
{
    (void)errcode;
    (void)soft;
    matrix_client_sign_out(((struct matrix_setup *)context)->client);
}

/* --- signing in ------------------------------------------------------------------------------- */

static void setup_signed_out(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    if (answer->status != ANSWER_DONE) {
        checks_note(&setup->checks,
                    "the device DEADDROPSETUP of this check may still be signed in: the "
                    "account's list of sessions can end it");
    }
    setup_end(setup);
}

void setup_sign_out(struct matrix_setup *setup)
{
    const struct matrix_request request = {
        .method = "POST", .route = "/logout", .json = "", .once = true, .time_ms = SETUP_MS};
    setup->signed_in = false;
    matrix_client_start(setup->client, &request, setup_signed_out, setup);
}

/* Why a sign-in by password did not succeed. */
static const char *setup_no_login(const struct answer *answer)
{
    switch ((int)answer->status) {
    case ANSWER_FORBIDDEN:
        return "the homeserver does not take that password for that user: are both right?";
    case ANSWER_LIMITED:
        return "the homeserver takes no more sign-ins at the moment: try again in a few minutes";
    case ANSWER_SUSPENDED:
        return "the account is locked or suspended: ask who administers the homeserver";
    default:
        return "the homeserver did not sign the bot in by its password: try again later";
    }
}

static void setup_logged_in(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    const char *token = setup_string(answer->json, "access_token");
    if (answer->status != ANSWER_DONE || token[0] == '\0') {
        checks_mend(&setup->checks, "%s", setup_no_login(answer));
        setup_end(setup);
        return;
    }
    checks_ok(&setup->checks,
              "the password signs the bot in (tried, and signed out again); it runs as device %s",
              setup_option(setup, "device"));
    setup->signed_in = true;
    matrix_client_token(setup->client, token);
    setup_ask(setup, "/account/whoami", NULL, setup_whoami);
}

/* As a device of its own: another sign-in as the bot's could end the token it runs with. */
static void setup_log_in(struct matrix_setup *setup)
{
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "type", "m.login.password");
    cJSON *who = cJSON_AddObjectToObject(body, "identifier");
    cJSON_AddStringToObject(who, "type", "m.id.user");
    cJSON_AddStringToObject(who, "user", setup_option(setup, "user"));
    cJSON_AddStringToObject(body, "password", setup_option(setup, "password"));
    cJSON_AddStringToObject(body, "device_id", "DEADDROPSETUP");
    cJSON_AddStringToObject(body, "initial_device_display_name", "deaddrop setup");
    char *json = cJSON_PrintUnformatted(body);
    const struct matrix_request request = {.method = "POST",
                                           .route = "/login",
                                           .json = json,
                                           .once = true,
                                           .unsigned_in = true,
                                           .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, setup_logged_in, setup);
    cJSON_free(json);
    cJSON_Delete(body);
}

static void setup_flows(void *context, const struct answer *answer)
{
    struct matrix_setup *setup = context;
    const cJSON *flows = json_at(answer->json, "flows");
    const cJSON *flow = NULL;
    bool there = false;
    cJSON_ArrayForEach(flow, flows)
    {
        there = there || strcmp(setup_string(flow, "type"), "m.login.password") == 0;
    }
    bool takes = answer->status == ANSWER_DONE && there;
    if (!takes) {
        checks_mend(&setup->checks,
                    "the homeserver takes no passwords of programs: have whoever administers it "
                    "make a token (with the Matrix Authentication Service: mas-cli manage "
                    "issue-compatibility-token), and put it into token_file");
    }
    if (setup_option(setup, "user")[0] == '\0') {
        checks_mend(&setup->checks, "user in the config is empty: whose password is it?");
    } else if (takes && setup_option(setup, "password")[0] == '\0') {
        checks_mend(&setup->checks,
                    "neither a token nor a password is in the config: put one of them into "
                    "token_file or password_file");
    } else if (takes) {
        setup_log_in(setup);
        return;
    }
    setup_end(setup);
}

void setup_sign_in(struct matrix_setup *setup)
{
    const char *appservice = setup_option(setup, "as_token");
    const char *token = appservice[0] != '\0' ? appservice : setup_option(setup, "token");
    if (token[0] != '\0') {
        matrix_client_token(setup->client, token);
        setup_ask(setup, "/account/whoami", NULL, setup_whoami);
        return;
    }
    const struct matrix_request request = {
        .method = "GET", .route = "/login", .unsigned_in = true, .time_ms = SETUP_MS};
    matrix_client_start(setup->client, &request, setup_flows, setup);
}
