#include "http_probe.h"
#include "http_world.h"

#include <check.h>
#include <string.h>

static bool well;

static bool probe_health(void *context, struct buf *text)
{
    ck_assert_ptr_eq(context, &well);
    buf_text(text, well ? "fine\n" : "the disk is full\n");
    return well;
}

static void probe_metrics(void *context, struct buf *text)
{
    ck_assert_ptr_eq(context, &well);
    buf_text(text, "deaddrop_turns_total 7\n");
}

static void probe_ask(const struct http_probe *probe, const char *path, struct wire *wire)
{
    char ask[128];
    wire_open(wire, &world.loop, http_probe_port(probe), NULL);
    snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: collector\r\n\r\n", path);
    wire_text(wire, ask);
    ck_assert(wire_until_closed(wire));
}

START_TEST(probe_tells_health_and_figures_beside_another_server)
{
    struct fault fault = {0};
    struct wire wire;
    world_start(NULL); /* two servers live on one loop */
    struct http_probe_setup setup = {.loop = &world.loop,
                                     .clock = world_setup().clock,
                                     .address = "127.0.0.1",
                                     .health = probe_health,
                                     .metrics = probe_metrics,
                                     .context = &well};
    struct http_probe *probe = http_probe_open(&setup, &fault);
    ck_assert_msg(probe != NULL, "%s", fault.text);
    well = true;
    probe_ask(probe, "/healthz", &wire);
    ck_assert_ptr_nonnull(strstr(wire.got, "HTTP/1.1 200 OK"));
    ck_assert_ptr_nonnull(strstr(wire.got, "\r\n\r\nfine\n"));
    wire_close(&wire);
    well = false;
    probe_ask(probe, "/healthz", &wire);
    ck_assert_ptr_nonnull(strstr(wire.got, "HTTP/1.1 503 "));
    wire_close(&wire);
    probe_ask(probe, "/metrics", &wire);
    ck_assert_ptr_nonnull(strstr(wire.got, "deaddrop_turns_total 7\n"));
    wire_close(&wire);
    probe_ask(probe, "/", &wire);
    ck_assert_ptr_nonnull(strstr(wire.got, " 404 "));
    wire_close(&wire);
    http_probe_close(&probe);
    ck_assert_ptr_null(probe);
    world_client(&wire); /* the other one goes on */
    wire_text(&wire, "GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    ck_assert(wire_until(&wire, "<p>page"));
    wire_close(&wire);
    world_stop();
}
END_TEST

START_TEST(probe_names_its_own_setting)
{
    struct fault fault = {0};
    world_start(NULL);
    struct http_probe_setup setup = {.loop = &world.loop,
                                     .clock = world_setup().clock,
                                     .address = "127.0.0.1",
                                     .port = http_server_port(world.server),
                                     .health = probe_health,
                                     .metrics = probe_metrics};
    ck_assert_ptr_null(http_probe_open(&setup, &fault));
    ck_assert_ptr_nonnull(strstr(fault.text, "[metrics] address, port"));
    world_stop();
}
END_TEST

Suite *suite_http_probe(void);
Suite *suite_http_probe(void)
{
    Suite *suite = suite_create("http_probe");
    TCase *tcase = tcase_create("http_probe");
    tcase_add_test(tcase, probe_tells_health_and_figures_beside_another_server);
    tcase_add_test(tcase, probe_names_its_own_setting);
    suite_add_tcase(suite, tcase);
    return suite;
}
