#include "matrix_registration.h"

#include <stdio.h>
#include <string.h>

#include "matrix_client.h"
#include "print.h"
#include "settings.h"

enum { TOKEN_BYTES = 32, TOKEN_HEX_SIZE = TOKEN_BYTES * 2 + 1, REGISTRATION_PORT = 8098 };

/* What to do with it, as comments of the file. */
static void registration_head(struct buf *out, const char *address, long long port)
{
    print_to(
        out,
        "# deaddrop as an appservice of your homeserver. Keep this file as secret as a password:\n"
        "# who has its tokens is the bot.\n"
        "# Synapse: save it where the homeserver alone can read it, list its path under\n"
        "# app_service_config_files in homeserver.yaml, and restart the homeserver.\n"
        "# deaddrop: in [matrix] of its config\n"
        "#   appservice_address = %s\n"
        "#   appservice_port = %lld\n"
        "#   as_token_file and hs_token_file: files that it alone can read, with the tokens "
        "below\n",
        address, port);
}

/* Letters of a user's name (appendices, user identifiers). */
static const char registration_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789._=-/+";

/* The name of "@name:server" or "name", and the server of it, "" unknown. False: it is no name. */
static bool registration_user(const char *user, char name[MATRIX_ID_BYTES],
                              char server[MATRIX_ID_BYTES])
{
    const char *begin = user[0] == '@' ? user + 1 : user;
    size_t len = strcspn(begin, ":");
    const char *host = begin[len] == ':' ? begin + len + 1 : "";
    if (begin[0] == '\0') {
        begin = "deaddrop";
        len = strlen(begin);
    }
    snprintf(name, MATRIX_ID_BYTES, "%.*s", (int)len, begin);
    snprintf(server, MATRIX_ID_BYTES, "%s", host);
    return len > 0 && len < MATRIX_ID_BYTES && name[strspn(name, registration_letters)] == '\0' &&
           server[strspn(server, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-:"
                                 "[]")] == '\0';
}

/* As a regular expression inside single quotes of YAML. */
static void registration_regex(struct buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr(".+[]", *text) != NULL) {
            buf_text(out, "\\");
        }
        buf_add(out, text, 1);
    }
}

static void registration_token(struct buf *out, const char *key, const char *kept,
                               struct entropy entropy)
{
    char hex[TOKEN_HEX_SIZE];
    uint8_t bytes[TOKEN_BYTES];
    if (kept[0] == '\0') {
        entropy.fill(entropy.context, bytes, sizeof bytes);
        for (size_t i = 0; i < sizeof bytes; i++) {
            snprintf(hex + i * 2, 3, "%02x", bytes[i]);
        }
        kept = hex;
    }
    print_to(out, "%s: '", key);
    for (; *kept != '\0'; kept++) {
        buf_add(out, kept, 1);
        if (*kept == '\'') {
            buf_text(out, "'");
        }
    }
    buf_text(out, "'\n");
}

int matrix_registration(struct buf *out, const struct settings *settings, struct entropy entropy,
                        struct fault *fault)
{
    char name[MATRIX_ID_BYTES];
    char server[MATRIX_ID_BYTES];
    const char *address = settings_text(settings, "matrix", "appservice_address");
    long long port = settings_number(settings, "matrix", "appservice_port");
    if (!registration_user(settings_text(settings, "matrix", "user"), name, server)) {
        return fault_set(fault, FAULT_CONFIG,
                         "matrix.user has to be @name:server or a name, of small letters, digits "
                         "and ._=-/+");
    }
    port = port == 0 ? REGISTRATION_PORT : port;
    registration_head(out, address, port);
    if (strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0) {
        buf_text(out,
                 "# url: where the homeserver reaches deaddrop; another machine's name, perhaps\n");
        address = "127.0.0.1"; /* every address is none to go to */
    }
    bool six = strchr(address, ':') != NULL;
    print_to(out, "id: deaddrop\nurl: 'http://%s%s%s:%lld'\n", six ? "[" : "", address,
             six ? "]" : "", port);
    registration_token(out, "as_token", settings_text(settings, "matrix", "as_token"), entropy);
    registration_token(out, "hs_token", settings_text(settings, "matrix", "hs_token"), entropy);
    print_to(out,
             "sender_localpart: '%s'\nnamespaces:\n  users:\n    - exclusive: true\n"
             "      regex: '@",
             name);
    registration_regex(out, name);
    buf_text(out, ":");
    registration_regex(out, server);
    buf_text(out, server[0] == '\0' ? ".*'\n" : "'\n");
    buf_text(out, "  rooms: []\n  aliases: []\nrate_limited: false\n"
                  "# the bot makes its device itself, without signing in\n"
                  "io.element.msc4190: true\n");
    if (settings_flag(settings, "matrix", "encryption")) {
        buf_text(out, "# keys come with events, where the homeserver hands them over\n"
                      "org.matrix.msc3202: true\n"
                      "receive_ephemeral: true\nde.sorunome.msc2409.push_ephemeral: true\n");
    }
    return 0;
}
