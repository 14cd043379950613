/* Coming in: persons, tabs, invitations, and who may ask at all. */
#include "catalogue.h"
#include "web_world.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char invitation[64];

/* The value of a text in a frame; lives until the next call. */
static const char *member_of(const char *frame, const char *name)
{
    static char value[96];
    char key[40];
    snprintf(key, sizeof key, "\"%s\":\"", name);
    const char *at = frame != NULL ? strstr(frame, key) : NULL;
    ck_assert_ptr_nonnull(at);
    at += strlen(key);
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "\""), at);
    return value;
}

static const char *commands(void)
{
    char headers[64];
    snprintf(headers, sizeof headers, "Host: localhost:%u\r\n", web_port(world.adapter));
    return world_ask("GET", "/commands.json", headers, "");
}

START_TEST(page_is_served_with_a_strict_policy)
{
    char headers[256];
    world_start(NULL);
    snprintf(headers, sizeof headers, "Host: localhost:%u\r\n", web_port(world.adapter));
    const char *answer = world_ask("GET", "/", headers, "");
    ck_assert_ptr_nonnull(strstr(answer, "HTTP/1.1 200 OK"));
    ck_assert_ptr_nonnull(strstr(answer, "Content-Security-Policy: default-src 'none'; "));
    ck_assert_ptr_null(strstr(answer, "unsafe"));
    ck_assert_ptr_nonnull(strstr(answer, "X-Content-Type-Options: nosniff"));
    ck_assert_ptr_nonnull(strstr(answer, "Referrer-Policy: no-referrer"));
    ck_assert_ptr_null(strstr(answer, "Set-Cookie"));
    ck_assert_ptr_nonnull(strstr(answer, "<html lang=\"en\">"));
    ck_assert_ptr_nonnull(strstr(answer, ">Play</button>"));
    ck_assert_ptr_nonnull(strstr(answer, "\"wire.lost\":\"The line is down."));
    ck_assert_ptr_null(strstr(answer, "{{"));
    const char *etag = strstr(answer, "ETag: ");
    ck_assert_ptr_nonnull(etag);
    snprintf(headers, sizeof headers, "Host: localhost:%u\r\nIf-None-Match: %.*s\r\n",
             web_port(world.adapter), (int)strcspn(etag + 6, "\r\n"), etag + 6);
    answer = world_ask("GET", "/", headers, "");
    ck_assert_ptr_nonnull(strstr(answer, " 304 "));
    ck_assert_ptr_null(strstr(answer, "Policy"));
    ck_assert_ptr_nonnull(strstr(world_ask("GET", "/index.html", headers, ""), " 304 "));
    answer = world_ask("GET", "/main.js", headers, "");
    ck_assert_ptr_nonnull(strstr(answer, "text/javascript"));
    ck_assert_ptr_nonnull(
        strstr(answer, "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n"));
    ck_assert_ptr_nonnull(strstr(answer, "X-Content-Type-Options: nosniff"));
    answer = world_ask("GET", "/icon.svg", headers, "");
    ck_assert_ptr_nonnull(strstr(answer, "default-src 'none'; frame-ancestors 'none'\r\n"));
    ck_assert_ptr_nonnull(strstr(world_ask("GET", "/web.c", headers, ""), " 404 "));
    ck_assert_ptr_nonnull(strstr(world_ask("GET", "/deaddrop.webmanifest", headers, ""),
                                 "Content-Type: application/manifest+json\r\n"));
    ck_assert_ptr_nonnull(strstr(world_ask("GET", "/icon-192.png", headers, ""), "image/png"));
    world_stop();
}
END_TEST

/* The host has changed the language: whoever loads the page anew has it in all its words. */
START_TEST(page_and_commands_speak_the_language_in_force)
{
    static const char german[] = "language = de\n"
                                 "web.ask.help = Was du tun kannst\n"
                                 "web.page.door.enter = Herein\n";
    char headers[128];
    struct fault fault = {0};
    world_start(NULL);
    char before[64];
    char version[96];
    page_new(&ana, "Ana", NULL);
    page_open(&ana, NULL);
    const char *welcome = strstr(ana.wire.got, "\"op\":\"welcome\"");
    snprintf(before, sizeof before, "%s", member_of(welcome, "version"));
    ck_assert_uint_eq(strlen(before), 16);
    snprintf(version, sizeof version, "\"version\":\"%s\"}</script>", before);
    snprintf(headers, sizeof headers, "Host: localhost:%u\r\n", web_port(world.adapter));
    ck_assert_ptr_nonnull(strstr(world_ask("GET", "/", headers, ""), version));
    ck_assert_ptr_nonnull(strstr(commands(), "\"help\":\"What you can do now\""));
    struct catalogue *words = catalogue_new_over(german, strlen(german), world.catalogue, &fault);
    ck_assert_ptr_nonnull(words);
    world.setup.catalogue = words;
    page_close(&ana);
    page_open(&ana, NULL);
    welcome = strstr(ana.wire.got, "\"op\":\"welcome\"");
    ck_assert_str_ne(member_of(welcome, "version"), before);
    ck_assert_ptr_nonnull(strstr(commands(), "\"help\":\"Was du tun kannst\""));
    const char *answer = world_ask("GET", "/", headers, "");
    ck_assert_ptr_nonnull(strstr(answer, "<html lang=\"de\">"));
    ck_assert_ptr_nonnull(strstr(answer, ">Herein</button>"));
    page_close(&ana);
    world_stop();
    catalogue_free(&words);
}
END_TEST

START_TEST(new_person_gets_key_tab_and_cookie)
{
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    ck_assert_uint_eq(strlen(ana.account), 17);
    ck_assert_uint_eq(strlen(ana.tab), 32);
    ck_assert_uint_eq(strlen(ana.key), 32);
    const char *answer = world_post("/new", NULL, "{\"name\":\"Ben\"}");
    const char *cookie = strstr(answer, "Set-Cookie: deaddrop=");
    ck_assert_ptr_nonnull(cookie);
    ck_assert_ptr_nonnull(
        strstr(cookie, "; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000\r\n"));
    ck_assert_ptr_nonnull(strstr(answer, "Cache-Control: no-store"));
    world_stop();
}
END_TEST

START_TEST(key_opens_its_person_again_and_no_other)
{
    char body[128];
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    snprintf(body, sizeof body, "{\"key\":\"%s\"}", ana.key);
    world_post("/enter", NULL, body);
    ck_assert_str_eq(world_member("account"), ana.account);
    ck_assert_str_eq(world_member("name"), "Ana");
    ck_assert_str_ne(world_member("tab"), ana.tab);
    body[10]++;
    ck_assert_ptr_nonnull(strstr(world_post("/enter", NULL, body), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/enter", NULL, "{\"key\":\"\"}"), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/enter", NULL, "{}"), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/enter", NULL, "[\"key\"]"), " 403 "));
    world_stop();
}
END_TEST

START_TEST(tab_token_wins_over_the_cookie_even_when_it_is_unknown)
{
    char headers[1024];
    char cookie[64];
    unsigned port = 0;
    world_start(NULL);
    const char *answer = world_post("/new", NULL, "{\"name\":\"Ana\"}");
    snprintf(cookie, sizeof cookie, "%.32s", strstr(answer, "Set-Cookie: deaddrop=") + 21);
    page_new(&ben, "Ben", NULL);
    port = web_port(world.adapter);
    snprintf(headers, sizeof headers,
             "Host: 127.0.0.1:%u\r\nOrigin: http://127.0.0.1:%u\r\nContent-Type: "
             "application/json\r\nCookie: a=b; deaddrop=%s\r\n",
             port, port, cookie);
    world_ask("POST", "/who", headers, "{}");
    ck_assert_str_eq(world_member("name"), "Ana");
    size_t len = strlen(headers);
    snprintf(headers + len, sizeof headers - len, "Authorization: Bearer %s\r\n", ben.tab);
    world_ask("POST", "/who", headers, "{}");
    ck_assert_str_eq(world_member("name"), "Ben");
    snprintf(headers + len, sizeof headers - len, "Authorization: Bearer %s\r\n", cookie);
    ck_assert_ptr_nonnull(strstr(world_ask("POST", "/who", headers, "{}"), " 403 "));
    /* Ben came in by a browser that knows Ana: the cookie stays hers */
    headers[len] = '\0';
    answer = world_ask("POST", "/new", headers, "{\"name\":\"Cy\"}");
    ck_assert_ptr_null(strstr(answer, "Set-Cookie"));
    world_stop();
}
END_TEST

START_TEST(strangers_need_an_invitation_when_so_set)
{
    char body[256];
    world_start("newcomers = invited\n");
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, "{\"name\":\"Ana\"}"), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/who", NULL, "{}"), "\"newcomers\":false"));
    snprintf(body, sizeof body, "{\"name\":\"Ana\",\"join\":\"%s\"}",
             "abcdefghijklmnopqrstuvwxyz012345");
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, body), "\"code\":\"join\""));
    world_stop();
}
END_TEST

START_TEST(door_secret_of_the_terminal_lets_in_until_the_end)
{
    char body[256];
    world_start("newcomers = invited\n");
    snprintf(body, sizeof body, "{\"name\":\"Ana\",\"join\":\"%s\"}",
             web_door_secret(world.adapter));
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, body), " 200 "));
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, body), " 200 "));
    world_restart();
    ck_assert_ptr_null(strstr(body, web_door_secret(world.adapter)));
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, body), "\"code\":\"join\""));
    world_stop();
}
END_TEST

/* NOLINTBEGIN(bugprone-suspicious-missing-comma): long lines are of two pieces */
START_TEST(requests_of_other_pages_are_refused)
{
    static const char *const bad[] = {
        "Host: evil.example\r\nOrigin: http://evil.example\r\nContent-Type: application/json\r\n",
        ("Host: evil.example:%u\r\nOrigin: http://evil.example:%u\r\nContent-Type: "
         "application/json\r\n"),
        "Host: 127.0.0.1:%u\r\nOrigin: http://evil.example\r\nContent-Type: application/json\r\n",
        "Host: 127.0.0.1:%u\r\nOrigin: null\r\nContent-Type: application/json\r\n",
        "Host: 127.0.0.1:%u\r\nContent-Type: application/json\r\n",
        "Host: 127.0.0.1:%u\r\nOrigin: http://127.0.0.1:%u\r\nContent-Type: text/plain\r\n",
        "Host: 127.0.0.1:1\r\nOrigin: http://127.0.0.1:1\r\nContent-Type: application/json\r\n",
        "Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\n",
    };
    world_start(NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char headers[256];
        char port[8];
        snprintf(port, sizeof port, "%u", web_port(world.adapter));
        headers[0] = '\0';
        for (const char *at = bad[i]; *at != '\0'; at++) {
            size_t len = strlen(headers);
            bool is_port = at[0] == '%' && at[1] == 'u';
            snprintf(headers + len, sizeof headers - len, is_port ? "%s" : "%.1s",
                     is_port ? port : at);
            at += is_port;
        }
        const char *answer = world_ask("POST", "/new", headers, "{\"name\":\"Eve\"}");
        ck_assert_msg(strstr(answer, " 403 ") != NULL, "door %zu: %s", i, answer);
    }
    world_stop();
}
END_TEST
/* NOLINTEND(bugprone-suspicious-missing-comma) */

START_TEST(socket_without_person_is_refused_kindly)
{
    struct page *nobody = &ana;
    world_start(NULL);
    memset(nobody, 0, sizeof *nobody);
    page_connect(nobody);
    page_say(nobody, "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"hi\"}");
    ck_assert_ptr_nonnull(page_hears(nobody, "\"code\":\"enter\""));
    page_say(nobody, "{\"op\":\"hello\",\"tab\":\"abcdefghijklmnopqrstuvwxyz012345\"}");
    ck_assert_ptr_nonnull(page_hears(nobody, "\"code\":\"enter\""));
    ck_assert(wire_until_closed(&nobody->wire));
    page_close(nobody);
    page_connect(nobody);
    page_say(nobody, "{\"op\":\"hello\"}");
    ck_assert_ptr_nonnull(page_hears(nobody, "\"code\":\"enter\""));
    page_close(nobody);
    ck_assert_uint_eq(world.inbound_count, 0);
    world_stop();
}
END_TEST

START_TEST(rooms_are_closed_to_others)
{
    struct page *eve = &ben;
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    page_open(&ana, NULL);
    page_room(&ana, "den", invitation);
    page_new(eve, "Eve", NULL);
    page_open(eve, NULL);
    page_say(eve, "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"let me in\"}");
    ck_assert_ptr_nonnull(page_hears(eve, "\"code\":\"room\""));
    page_say(eve, "{\"op\":\"room\",\"id\":\"2\",\"name\":\"#Den\"}");
    ck_assert_ptr_nonnull(page_hears(eve, "\"code\":\"taken\""));
    page_say(eve, "{\"op\":\"more\",\"room\":\"den\",\"before\":9}");
    ck_assert_ptr_nonnull(page_hears(eve, "\"code\":\"room\""));
    char private_room[96];
    snprintf(private_room, sizeof private_room, "{\"op\":\"more\",\"room\":\"~%s\",\"before\":9}",
             ana.account);
    page_say(eve, private_room);
    ck_assert_ptr_nonnull(page_hears(eve, "\"code\":\"room\""));
    ck_assert_ptr_nonnull(strstr(world_post("/invite", eve->tab, "{\"room\":\"den\"}"), " 403 "));
    world_send(SEND_POST, "den", NULL, NULL, "n1", "words");
    page_hears_no(eve, "\"op\":\"message\"");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"s\":\"words\""));
    both_leave();
}
END_TEST

START_TEST(invitation_lets_in_who_is_known_already)
{
    char body[128];
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    page_open(&ana, NULL);
    page_room(&ana, "den", invitation);
    page_say(&ana, "{\"op\":\"say\",\"id\":\"1\",\"room\":\"den\",\"text\":\"early\"}");
    ck_assert_ptr_nonnull(page_hears(&ana, "\"op\":\"done\""));
    page_new(&ben, "ana", NULL);
    page_open(&ben, NULL);
    snprintf(body, sizeof body, "{\"join\":\"%s\"}", invitation);
    ck_assert_ptr_nonnull(strstr(world_post("/join", ben.tab, body), "\"room\":\"den\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"op\":\"room\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"op\":\"people\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"text\":\"early\""));
    ck_assert_ptr_nonnull(page_hears(&ben, "\"op\":\"history\",\"room\":\"den\",\"first\":1,"
                                           "\"more\":false"));
    /* two of one name in a room are told apart */
    ck_assert_ptr_nonnull(page_hears(&ana, "\"name\":\"ana 2\",\"here\":true"));
    ck_assert_int_eq(world.inbound[world.inbound_count - 1].kind, INBOUND_ARRIVED);
    both_leave();
}
END_TEST

START_TEST(invitations_end_after_a_month_or_by_newer_ones)
{
    char body[256];
    char other[64];
    world_start("newcomers = invited\n");
    snprintf(body, sizeof body, "{\"name\":\"Ana\",\"join\":\"%s\"}",
             web_door_secret(world.adapter));
    world_post("/new", NULL, body);
    memset(&ana, 0, sizeof ana);
    snprintf(ana.tab, sizeof ana.tab, "%s", world_member("tab"));
    page_open(&ana, NULL);
    page_room(&ana, "den", invitation);
    page_close(&ana);
    world.now_ms += 20LL * 24 * 60 * 60 * 1000;
    world_restart();
    page_new(&ben, "Ben", invitation); /* it stands for a while, and for many */
    page_open(&ben, NULL);
    page_room(&ben, "den2", other);
    for (int i = 0; i < 8; i++) {
        world_post("/invite", ben.tab, "{\"room\":\"den2\"}");
    }
    snprintf(body, sizeof body, "{\"name\":\"Cy\",\"join\":\"%s\"}", other);
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, body), "\"code\":\"join\""));
    world.now_ms += 11LL * 24 * 60 * 60 * 1000;
    snprintf(body, sizeof body, "{\"name\":\"Cy\",\"join\":\"%s\"}", invitation);
    ck_assert_ptr_nonnull(strstr(world_post("/new", NULL, body), "\"code\":\"join\""));
    page_close(&ben);
    world_stop();
}
END_TEST

START_TEST(leaving_forgets_the_token)
{
    char body[128];
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    ck_assert_ptr_nonnull(strstr(world_post("/who", ana.tab, "{}"), " 200 "));
    ck_assert_ptr_nonnull(strstr(world_post("/leave", ana.tab, "{}"), " 204 "));
    ck_assert_ptr_nonnull(strstr(world_post("/who", ana.tab, "{}"), " 403 "));
    snprintf(body, sizeof body, "{\"key\":\"%s\"}", ana.key);
    ck_assert_ptr_nonnull(strstr(world_post("/enter", NULL, body), " 200 "));
    world_stop();
}
END_TEST

START_TEST(tab_tokens_end_a_day_after_their_last_use)
{
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    world.now_ms += 23LL * 60 * 60 * 1000;
    page_open(&ana, NULL); /* used */
    page_close(&ana);
    world.now_ms += 23LL * 60 * 60 * 1000;
    ck_assert_ptr_nonnull(strstr(world_post("/who", ana.tab, "{}"), " 200 "));
    page_open(&ana, NULL);
    for (int hour = 0; hour < 30; hour++) { /* a tab that stays open stays known */
        world.now_ms += 60LL * 60 * 1000 + 1;
        page_hears_no(&ana, "\"op\":\"sorry\"");
    }
    page_close(&ana);
    world_restart();
    ck_assert_ptr_nonnull(strstr(world_post("/who", ana.tab, "{}"), " 200 "));
    world.now_ms += 25LL * 60 * 60 * 1000;
    ck_assert_ptr_nonnull(strstr(world_post("/who", ana.tab, "{}"), " 403 "));
    world_stop();
}
END_TEST

START_TEST(own_link_and_code)
{
    char body[512];
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    ck_assert_ptr_nonnull(strstr(world_post("/key", NULL, "{}"), " 403 "));
    ck_assert_ptr_nonnull(strstr(world_post("/key", ana.tab, "{}"), "/#key="));
    snprintf(body, sizeof body, "{\"text\":\"%s\"}", world_member("link"));
    const char *answer = world_post("/qr", ana.tab, body);
    ck_assert_ptr_nonnull(strstr(answer, "Content-Type: image/svg+xml"));
    ck_assert_ptr_nonnull(strstr(answer, "<svg xmlns"));
    answer = world_post("/qr", ana.tab, "{\"text\":\"http://evil.example/\"}");
    ck_assert_ptr_nonnull(strstr(answer, " 400 "));
    for (int i = 0; i < 4; i++) { /* the first key was the oldest of five */
        world_post("/key", ana.tab, "{}");
    }
    snprintf(body, sizeof body, "{\"key\":\"%s\"}", ana.key);
    ck_assert_ptr_nonnull(strstr(world_post("/enter", NULL, body), " 403 "));
    world_stop();
}
END_TEST

static void look_for_secrets(void *context, const struct store_row *row)
{
    unsigned *rows = context;
    const char *secrets[] = {ana.key, ana.tab, invitation};
    (*rows)++;
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
        ck_assert_ptr_null(strstr(row->extra, secrets[i]));
        ck_assert_ptr_null(memmem(row->text, row->text_len, secrets[i], strlen(secrets[i])));
    }
}

START_TEST(no_secret_is_in_the_store)
{
    unsigned rows = 0;
    struct fault fault = {0};
    struct store_question all = {.query = STORE_ADAPTER_ROWS, .key = "web", .extra = ""};
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    page_open(&ana, NULL);
    page_room(&ana, "den", invitation);
    ck_assert_int_eq(store_read_now(world.store, &all, look_for_secrets, &rows, &fault), 0);
    ck_assert_uint_ge(rows, 4);
    page_close(&ana);
    world_stop();
}
END_TEST

START_TEST(welcome_names_the_list_of_commands)
{
    char tag[80];
    world_start(NULL);
    page_new(&ana, "Ana", NULL);
    page_connect(&ana);
    char hello[128];
    snprintf(hello, sizeof hello, "{\"op\":\"hello\",\"tab\":\"%s\"}", ana.tab);
    page_say(&ana, hello);
    const char *frame = page_hears(&ana, "\"op\":\"welcome\"");
    ck_assert_uint_lt(strlen(frame), 1024); /* what is long comes by HTTP */
    ck_assert_ptr_nonnull(strstr(frame, "\"you\":{\"account\":\"p"));
    ck_assert_ptr_nonnull(strstr(frame, "\"own\":{\"nudges\":\"once\"}"));
    ck_assert_ptr_nonnull(strstr(frame, "\"rooms\":[{\"room\":\"~\""));
    snprintf(tag, sizeof tag, "ETag: \"%s\"\r\n", member_of(frame, "commands"));
    const char *list = commands();
    ck_assert_ptr_nonnull(strstr(list, "Content-Type: application/json; charset=utf-8\r\n"));
    ck_assert_ptr_nonnull(strstr(list, tag));
    ck_assert_ptr_nonnull(strstr(list, "\"name\":\"interceptor\",\"help\":\"Opens a table of "
                                       "Interceptor"));
    ck_assert_ptr_nonnull(strstr(list, "\"name\":\"variant\",\"optional\":true"));
    ck_assert_ptr_nonnull(strstr(list, "\"name\":\"join\""));
    ck_assert_ptr_nonnull(strstr(list, "\"name\":\"hand\""));
    ck_assert_ptr_nonnull(strstr(list, "\"name\":\"call\""));
    ck_assert_ptr_nonnull(strstr(list, "\"name\":\"documents.kind\""));
    ck_assert_ptr_null(strstr(list, "\"name\":\"tick\""));
    ck_assert_ptr_null(strstr(list, "\"name\":\"seed\""));
    page_close(&ana);
    world_stop();
}
END_TEST

/* Each form has its own tag; without the wish, or against it, nothing is packed. */
START_TEST(page_is_packed_for_who_takes_it)
{
    static const char *const paths[] = {"/", "/page.js", "/page.css", "/commands.json"};
    char headers[256];
    char tag[80];
    world_start(NULL);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        snprintf(headers, sizeof headers, "Host: localhost:%u\r\nAccept-Encoding: gzip, br\r\n",
                 web_port(world.adapter));
        const char *answer = world_ask("GET", paths[i], headers, "");
        ck_assert_ptr_nonnull(strstr(answer, "HTTP/1.1 200 OK"));
        ck_assert_ptr_nonnull(strstr(answer, "Content-Encoding: gzip\r\n"));
        ck_assert_ptr_nonnull(strstr(answer, "Vary: Accept-Encoding\r\n"));
        const char *etag = strstr(answer, "ETag: ");
        snprintf(tag, sizeof tag, "%.*s", (int)strcspn(etag, "\r"), etag + 6);
        tag[strcspn(tag, "\r")] = '\0';
        ck_assert_ptr_nonnull(strstr(tag, "-gz\""));
        size_t len = strlen(headers);
        snprintf(headers + len, sizeof headers - len, "If-None-Match: %s\r\n", tag);
        ck_assert_ptr_nonnull(strstr(world_ask("GET", paths[i], headers, ""), " 304 "));
        snprintf(headers, sizeof headers, "Host: localhost:%u\r\nIf-None-Match: %s\r\n",
                 web_port(world.adapter), tag);
        answer = world_ask("GET", paths[i], headers, "");
        ck_assert_ptr_nonnull(strstr(answer, "HTTP/1.1 200 OK"));
        ck_assert_ptr_null(strstr(answer, "Content-Encoding"));
        ck_assert_ptr_nonnull(strstr(answer, "Vary: Accept-Encoding\r\n"));
    }
    world_stop();
}
END_TEST

Suite *suite_door(void);
Suite *suite_door(void)
{
    Suite *suite = suite_create("door");
    TCase *tcase = tcase_create("door");
    tcase_add_test(tcase, page_and_commands_speak_the_language_in_force);
    tcase_add_test(tcase, page_is_served_with_a_strict_policy);
    tcase_add_test(tcase, new_person_gets_key_tab_and_cookie);
    tcase_add_test(tcase, key_opens_its_person_again_and_no_other);
    tcase_add_test(tcase, tab_token_wins_over_the_cookie_even_when_it_is_unknown);
    tcase_add_test(tcase, strangers_need_an_invitation_when_so_set);
    tcase_add_test(tcase, door_secret_of_the_terminal_lets_in_until_the_end);
    tcase_add_test(tcase, requests_of_other_pages_are_refused);
    tcase_add_test(tcase, socket_without_person_is_refused_kindly);
    tcase_add_test(tcase, rooms_are_closed_to_others);
    tcase_add_test(tcase, invitation_lets_in_who_is_known_already);
    tcase_add_test(tcase, invitations_end_after_a_month_or_by_newer_ones);
    tcase_add_test(tcase, leaving_forgets_the_token);
    tcase_add_test(tcase, tab_tokens_end_a_day_after_their_last_use);
    tcase_add_test(tcase, own_link_and_code);
    tcase_add_test(tcase, no_secret_is_in_the_store);
    tcase_add_test(tcase, welcome_names_the_list_of_commands);
    tcase_add_test(tcase, page_is_packed_for_who_takes_it);
    suite_add_tcase(suite, tcase);
    return suite;
}
