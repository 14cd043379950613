/* What is offered is taken: whole games by people who do only what they are offered, and at many
 * tables on the way everything that anybody is offered is pressed, in every way it can be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controls.h"
#include "offer_kit.h"

enum { GAMES_EACH = 3, STEPS_MAX = 60, LOOK_EVERY = 4, PLACES_BYTES = 3900 };

static const char *const keywords = "\"keywords\":{\"white\":[\"LIGHTHOUSE\",\"PEPPER\",\"SHADOW\","
                                    "\"ENGINE\"],\"black\":[\"WOLF\",\"BREAD\",\"MIRROR\","
                                    "\"STORM\"]}";

static const char *const missions[] = {
    "mission = X1; title = One; suits = R K Y; numbers = 2-13; suspects = 2; bullets = 5",
    "mission = X2; title = Two; suits = R K Y; numbers = 2-15; suspects = agents; bullets = "
    "suspects + 3; hand_limit = 4; rules = closed_discard hidden_suit specials",
    "mission = X3; title = Three; suits = R K Y G B; numbers = 2-15; suspects = agents + 1; "
    "bullets "
    "= 2 * suspects",
};

static void places(char json[PLACES_BYTES])
{
    size_t len = (size_t)snprintf(json, PLACES_BYTES, "\"locations\":[");
    for (int i = 0; i < 30; i++) {
        len += (size_t)snprintf(json + len, PLACES_BYTES - len, "%s\"Place %c%c\"",
                                i > 0 ? "," : "", 'a' + i / 6, 'a' + i % 6);
    }
    snprintf(json + len, PLACES_BYTES - len, "]");
}

static bool start(struct offer_kit *offers)
{
    struct kit *kit = offers->kit;
    char deal[4000] = "";
    static char json[5000];
    if (strcmp(kit->table.game->id, "decrypto") == 0) {
        snprintf(deal, sizeof deal, ",\"deal\":{%s}", keywords);
    } else if (strcmp(kit->table.game->id, "spyfall") == 0) {
        char list[PLACES_BYTES];
        places(list);
        snprintf(deal, sizeof deal, ",\"deal\":{%s}", list);
    } else if (strcmp(kit->table.game->id, "infiltrators") == 0) {
        snprintf(deal, sizeof deal, ",\"deal\":{\"mission\":\"%s\"}",
                 missions[offer_roll(offers, 3)]);
    }
    snprintf(json, sizeof json, "{\"seed\":\"%064x\"%s}", offer_roll(offers, 1u << 30), deal);
    return kit_do(kit, 0, "start", json) == REFUSAL_NONE;
}

static void look(struct offer_kit *offers)
{
    struct kit *kit = offers->kit;
    for (int seat = 0; seat < kit->table.seat_count; seat++) {
        if (kit->table.seat[seat].person != 0 && !kit->table.seat[seat].left) {
            offer_press_all(offers, seat, kit->table.seat[seat].person);
        }
    }
    offer_press_all(offers, SEAT_NONE, 170); /* who has never been here */
    if (kit->table.referee != 0) {
        offer_press_all(offers, SEAT_MODERATOR, kit->table.referee);
    }
    offer_press_board(offers);
    if (kit->table.phase == TABLE_LOBBY || kit->table.phase == TABLE_PLAYING) {
        offer_press_console(offers, kit->table.host);
        if (kit->table.referee != 0) {
            offer_press_console(offers, kit->table.referee);
        }
        kit->moderator = true;
        offer_press_console(offers, 190);
        kit->moderator = false;
    }
}

/* Who owes something does it; now and then somebody does anything, or time goes by. */
static void step(struct offer_kit *offers)
{
    struct kit *kit = offers->kit;
    struct owed_list list;
    unsigned chance = offer_roll(offers, 40);
    table_owed(&kit->table, &list);
    if (chance == 0 || list.count == 0) {
        kit_wait(kit, (1 + offer_roll(offers, 10)) * KIT_MINUTE);
        return;
    }
    if (chance == 1) {
        kit_do(kit, kit->table.host, "pause", NULL);
        look(offers);
        kit_do(kit, kit->table.host, "resume", NULL);
        return;
    }
    if (chance == 2) {
        int seat = (int)offer_roll(offers, kit->table.seat_count);
        kit_do(kit, kit->table.seat[seat].person, "leave", NULL);
        look(offers);
        offer_do_any(offers, SEAT_NONE, 140 + offer_roll(offers, 9), false, "substitute");
        return;
    }
    int seat = list.owed[offer_roll(offers, (unsigned)list.count)].seat;
    uint64_t person = seat == SEAT_MODERATOR ? kit->table.referee : kit->table.seat[seat].person;
    if (chance < 8) {
        seat = (int)offer_roll(offers, kit->table.seat_count);
        offer_do_any(offers, seat, kit->table.seat[seat].person, false, NULL);
    } else {
        offer_do_any(offers, seat, person, true, NULL);
    }
}

static void play(const char *game, unsigned number)
{
    struct offer_kit offers = {.kit = kit_new(game_find(game)), .random = number * 7919 + 13};
    struct kit *kit = offers.kit;
    unsigned min = kit->table.game->seats_min;
    unsigned max = kit->table.seat_count;
    look(&offers);
    unsigned people = min + offer_roll(&offers, (max < 8 ? max : 8) - min + 1);
    kit_fill(kit, people);
    for (unsigned i = offer_roll(&offers, 6); i > 0; i--) {
        offer_do_any(&offers, 0, 101, false, "option");
    }
    if (offer_roll(&offers, 3) == 0) {
        kit_do(kit, 101, "referee", "{\"person\":130,\"name\":\"Ref\"}");
    }
    for (int i = 0; i < 3; i++) {
        int seat = (int)offer_roll(&offers, people);
        offer_do_any(&offers, seat, 101 + (uint64_t)seat, false, "team");
    }
    look(&offers);
    if (!start(&offers)) {
        kit_free(&offers.kit);
        return;
    }
    for (int i = 0; i < STEPS_MAX && kit->table.phase == TABLE_PLAYING; i++) {
        if (i % LOOK_EVERY == 0) {
            look(&offers);
        }
        step(&offers);
    }
    look(&offers);
    if (kit->table.phase == TABLE_PLAYING) {
        kit_do(kit, 101, "abort", NULL);
    }
    look(&offers);
    ck_assert_uint_gt(offers.pressed, 100);
    kit_free(&offers.kit);
}

START_TEST(what_is_offered_is_taken)
{
    static const char *const games[] = {"interceptor", "decrypto", "spyfall", "infiltrators"};
    play(games[_i % 4], (unsigned)_i);
}
END_TEST

/* Is what stands there now among what can be chosen? */
static bool is_marked(const struct value_tree *facts, uint16_t field)
{
    uint16_t stands = value_find(facts, field, "value");
    uint16_t list = value_find(facts, field, "choices");
    const char *now = stands == VALUE_NONE ? "" : facts->fact[stands].text;
    for (uint16_t at = value_first(facts, list); at != VALUE_NONE;
         at = value_next(facts, list, at)) {
        const struct value *fact = &facts->fact[at];
        uint16_t inner = fact->kind == VALUE_OBJECT ? value_find(facts, at, "value") : at;
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)facts->fact[inner].number);
        bool is_number = facts->fact[inner].kind == VALUE_NUMBER;
        if (strcmp(is_number ? number : facts->fact[inner].text, now) == 0) {
            return true;
        }
    }
    return false;
}

static void look_at_option(const struct kit *kit, const char *name, const char *pace)
{
    struct value fact[4];
    char text[64];
    struct value_tree picked;
    value_init(&picked, fact, 4, text, sizeof text);
    value_text(&picked, "option", name, strlen(name));
    const struct control_form form = {.row = table_action(&kit->table, "option"),
                                      .picked = &picked};
    struct view *view = malloc(sizeof *view);
    ck_assert_ptr_nonnull(view);
    view_init(view, 0);
    table_view_form(&kit->table, 0, &form, view);
    const struct value_tree *facts = &view->facts;
    uint16_t field = value_path(facts, "offers.0.fields.0");
    const char *game = kit->table.game->id;
    ck_assert_str_eq(value_text_at(facts, "offers.0.fields.0.kind", ""), "choice");
    int64_t count = facts->fact[value_find(facts, field, "choices")].number;
    ck_assert_msg(count >= 1 && count <= 25, "%s %s: %lld", game, name, (long long)count);
    ck_assert_msg(is_marked(facts, field), "%s %s at %s: what stands there is not in its list",
                  game, name, pace);
    free(view);
}

static void look_at_options_at(struct kit *kit, const struct game_def *game, const char *pace)
{
    char json[64];
    const struct option_def *row = NULL;
    snprintf(json, sizeof json, "{\"option\":\"pace\",\"value\":\"%s\"}", pace);
    ck_assert_int_eq(kit_do(kit, 101, "option", json), REFUSAL_NONE);
    for (unsigned k = 0; (row = option_row(game, k)) != NULL; k++) {
        if (row->kind != OPTION_PERSON) {
            look_at_option(kit, row->name, pace);
        }
    }
    look_at_option(kit, "start_when_full", pace);
}

/* Nothing about a table has to be typed: every option has a list of values, and says which it has.
 */
START_TEST(every_option_has_a_menu)
{
    for (const struct game_def *const *game = games_known; *game != NULL; game++) {
        struct kit *kit = kit_new(*game);
        kit_fill(kit, 2);
        look_at_options_at(kit, *game, "live");
        look_at_options_at(kit, *game, "async");
        kit_free(&kit);
    }
}
END_TEST

Suite *suite_offers(void);

Suite *suite_offers(void)
{
    Suite *suite = suite_create("offers");
    TCase *tcase = tcase_create("offers");
    tcase_add_loop_test(tcase, what_is_offered_is_taken, 0, 4 * GAMES_EACH);
    tcase_add_test(tcase, every_option_has_a_menu);
    suite_add_tcase(suite, tcase);
    return suite;
}
