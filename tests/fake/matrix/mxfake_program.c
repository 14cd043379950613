/* The program fake-matrix: a Matrix homeserver for tests on a port of this machine.
 *
 * fake-matrix [--port N] [--tls CERTIFICATE] [--record FILE] [--token TEXT] [--seed N]
 *
 * Prints one line of JSON when it listens: where, and who can log in (the account "bot" with the
 * token as its password). It ends with SIGTERM, or when its input ends. */
#include "fake_serve.h"
#include "mxfake.h"
#include "mxfake_carry.h"

static int mxfake_serve(struct fake_serve *serve, const struct fake_options *options, FILE *record)
{
    char base[64];
    const char *s = options->tls != NULL ? "s" : "";
    snprintf(base, sizeof base, "http%s://127.0.0.1:%u", s, serve->port);
    const struct mxfake_setup setup = {
        .base_url = base,
        .now_ms = fake_now_ms(),
        .seed = options->seed,
        .record = record == NULL ? NULL : fake_recorded,
        .context = record,
    };
    struct mxfake *fake = mxfake_new(&setup);
    const char *bot = mxfake_account(fake, "bot", options->token);
    serve->platform = mxfake_platform(fake);
    printf("{\"port\":%u,\"url\":\"%s\",\"control\":\"%s/fake\",\"user\":\"%s\","
           "\"password\":\"%s\"}\n",
           serve->port, base, base, bot, options->token);
    fflush(stdout);
    struct mxfake_carrier *carrier = mxfake_carrier_new(fake, &serve->epoll);
    serve->idle = mxfake_carry;
    serve->context = carrier;
    fake_serve_run(serve);
    mxfake_carrier_free(&carrier);
    int status = fake_serve_close(serve, record);
    mxfake_free(&fake);
    return status;
}

int main(int argc, char **argv)
{
    struct fake_options options = {.program = "fake-matrix", .token = "fake-password", .seed = 1};
    struct fake_serve serve = {.epoll = -1};
    FILE *record = NULL;
    int status = fake_serve_options(&options, argc, argv);
    if (status == 0) {
        status = fake_serve_open(&serve, &options, &record);
    }
    return status != 0 ? status : mxfake_serve(&serve, &options, record);
}
