/* The program fake-discord: a Discord for tests on a port of this machine.
 *
 * fake-discord [--port N] [--tls CERTIFICATE] [--record FILE] [--token TEXT] [--seed N]
 *
 * Prints one line of JSON when it listens: where, and what the token is. --tls makes a certificate,
 * writes it to that file, and speaks HTTP/1.1, HTTP/2 and WebSocket by TLS; without, all is plain.
 * It ends with SIGTERM, or when its input ends. */
#include "fake_discord.h"
#include "fake_serve.h"

#include <inttypes.h>

static void fake_announce(const struct fake_serve *serve, const struct fake_options *options,
                          uint64_t bot)
{
    const char *s = options->tls != NULL ? "s" : "";
    printf("{\"port\":%u,\"api\":\"http%s://127.0.0.1:%u/api\",\"control\":\"http%s://127.0.0.1:%u/"
           "fake\",\"gateway\":\"ws%s://127.0.0.1:%u\",\"bot\":\"%" PRIu64 "\",\"token\":\"%s\"}\n",
           serve->port, s, serve->port, s, serve->port, s, serve->port, bot, options->token);
    fflush(stdout);
}

static int fake_run(struct fake_serve *serve, const struct fake_options *options, FILE *record)
{
    char gateway[64];
    char resume[64];
    const char *scheme = options->tls != NULL ? "wss" : "ws";
    snprintf(gateway, sizeof gateway, "%s://127.0.0.1:%u", scheme, serve->port);
    snprintf(resume, sizeof resume, "%s://localhost:%u", scheme, serve->port);
    const struct fake_discord_setup setup = {
        .token = options->token,
        .gateway_url = gateway,
        .resume_url = resume,
        .now_ms = fake_now_ms(),
        .seed = options->seed,
        .record = record == NULL ? NULL : fake_recorded,
        .context = record,
    };
    struct fake_discord *fake = fake_discord_new(&setup);
    serve->platform = fake_discord_platform(fake);
    fake_announce(serve, options, fake_discord_bot(fake));
    fake_serve_run(serve);
    int status = fake_serve_close(serve, record);
    fake_discord_free(&fake);
    return status;
}

int main(int argc, char **argv)
{
    struct fake_options options = {.program = "fake-discord", .token = "fake-token", .seed = 1};
    struct fake_serve serve = {.epoll = -1};
    FILE *record = NULL;
    int status = fake_serve_options(&options, argc, argv);
    if (status == 0) {
        status = fake_serve_open(&serve, &options, &record);
    }
    return status != 0 ? status : fake_run(&serve, &options, record);
}
