/* What each reader gets, and what nobody may learn from it. */
#include "catalogue.h"
#include "compose.h"
#include "doc_tiles.h"
#include "show_game.h"
#include "show_kit.h"
#include "table_view.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void dump_tiles(FILE *out, const struct tiles *tiles)
{
    fprintf(out, "tiles %s %s %d\n", tiles->title != NULL ? tiles->title : "",
            tiles->act != NULL ? tiles->act : "", tiles->free);
    for (const struct tile *tile = tiles->first; tile != NULL; tile = tile->next) {
        const char *const texts[] = {tile->kind, tile->name, tile->label, tile->title, tile->symbol,
                                     tile->text, tile->help, tile->act,   tile->value};
        fprintf(out, " tile %d %d %d%d%d%d", tile->number, tile->count, tile->house, tile->ready,
                tile->host, tile->dim);
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
            fprintf(out, " %s", texts[i] != NULL ? texts[i] : "-");
        }
        fprintf(out, "\n");
    }
}

/* A document with everything in it: kinds, styles, controls, fields. */
static void dump_blocks(FILE *out, const struct block *block)
{
    for (; block != NULL; block = block->next) {
        fprintf(out, "block %d %lld %s\n", block->kind, (long long)block->until_ms,
                block->svg != NULL ? block->svg : "");
        for (const struct run *run = block->runs; run != NULL; run = run->next) {
            fprintf(out, " run %d %d %d %lld %s\n", run->kind, run->people, run->seat,
                    (long long)run->time_ms, run->text);
        }
        if (block->tiles != NULL) {
            dump_tiles(out, block->tiles);
        }
        dump_blocks(out, block->children);
    }
}

static void dump_panel(FILE *out, const struct choice *choice)
{
    for (; choice != NULL; choice = choice->next) {
        fprintf(out, "choice %s %s %s %d\n", choice->label,
                choice->symbol != NULL ? choice->symbol : "", choice->control, choice->style);
        for (const struct field *field = choice->fields; field != NULL; field = field->next) {
            fprintf(out, " field %s %s %d %d %d %d\n", field->name, field->label, field->kind,
                    field->min, field->max, field->optional);
            for (const struct field_choice *one = field->choices; one != NULL; one = one->next) {
                fprintf(out, "  %s %s\n", one->value, one->label);
            }
        }
    }
}

static char *dump(const struct doc *doc)
{
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (doc != NULL) {
        dump_blocks(out, doc->blocks);
        dump_panel(out, doc->panel);
    }
    fclose(out);
    return text;
}

static const struct choice *choice_called(const struct doc *doc, const char *label)
{
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        if (strcmp(choice->label, label) == 0) {
            return choice;
        }
    }
    return NULL;
}

START_TEST(public_lines_name_their_table_among_several)
{
    show_open("{}");
    struct compose compose = *show_compose();
    compose.many_tables = true;
    const struct doc *doc =
        compose_events(&compose, show_view(SEAT_CROWD), &show_out, AUDIENCE_CROWD);
    ck_assert_str_eq(doc_plain(doc, 0), "#3 Interceptor · Ana opens a table of Interceptor.\n");
}
END_TEST

START_TEST(private_lines_leave_out_what_everybody_hears)
{
    show_open("{}");
    show_join(1);
    const struct doc *doc = compose_events(show_compose(), show_view(0), &show_out, 1);
    ck_assert_ptr_null(strstr(doc_plain(doc, 0), "sits down"));
    ck_assert_ptr_nonnull(strstr(doc_plain(doc, 0), "You're in."));
    ck_assert_ptr_null(compose_events(show_compose(), show_view(0), &show_out, 1 << 1));
    ck_assert_ptr_null(compose_answer(show_compose(), show_view(0), &show_out, 1 << 1));
    ck_assert_ptr_null(compose_news(show_compose(), show_view(0), &show_out, 1 << 1));
}
END_TEST

START_TEST(what_is_for_everybody_is_told_once)
{
    show_open("{}");
    show_join(1);
    outcome_init(&show_out);
    outcome_tell(&show_out, AUDIENCE_CROWD | 1, MSG_GAME_PAUSED);
    ck_assert_ptr_null(compose_events(show_compose(), show_view(0), &show_out, 1));
    ck_assert_ptr_nonnull(
        compose_events(show_compose(), show_view(SEAT_CROWD), &show_out, AUDIENCE_CROWD));
}
END_TEST

START_TEST(a_card_has_hand_asks_and_choices)
{
    show_play("{}");
    const struct doc *doc = compose_card(show_compose(), show_view(0), NULL);
    const char *text = doc_plain(doc, 0);
    const char *head = strstr(text, "Interceptor #3 in #den");
    ck_assert_ptr_nonnull(head);
    ck_assert_ptr_null(strstr(head + 1, "Interceptor #3 in #den"));
    ck_assert_ptr_nonnull(strstr(text, "Your turn"));
    ck_assert_ptr_nonnull(choice_called(doc, "Documents"));
}
END_TEST

START_TEST(what_somebody_says_is_quoted_as_it_is)
{
    show_play("{'table_talk':'free'}");
    show_move(0, "play", "{'symbol':'documents','say':'@everyone **honestly** {seat} <b> `x`'}");
    const struct doc *doc =
        compose_events(show_compose(), show_view(SEAT_CROWD), &show_out, AUDIENCE_CROWD);
    const struct block *quote = doc->blocks->next;
    ck_assert_int_eq(quote->kind, BLOCK_QUOTE);
    ck_assert_int_eq(quote->runs->kind, RUN_TEXT);
    ck_assert(quote->runs->people);
    ck_assert_str_eq(quote->runs->text, "@everyone **honestly** {seat} <b> `x`");
}
END_TEST

START_TEST(a_name_is_never_markup)
{
    show_open("{}");
    show_join(1);
    memcpy(show_table.seat[0].name, "**{n}**\n@all", 13);
    const struct doc *doc = compose_board(show_compose(), show_view(SEAT_CROWD), NULL);
    ck_assert_ptr_nonnull(strstr(doc_plain(doc, 0), "- **{n}** @all · host\n"));
}
END_TEST

START_TEST(a_play_opens_a_form_with_its_sentence)
{
    show_play("{}");
    const struct doc *doc = compose_prompt(show_compose(), show_view(0));
    const struct choice *choice = choice_called(doc, "Documents");
    ck_assert_ptr_nonnull(choice);
    ck_assert_str_eq(choice->symbol, "📄");
    ck_assert_int_eq(choice->style, CHOICE_PRIMARY);
    ck_assert_ptr_nonnull(choice->fields);
    ck_assert_str_eq(choice->fields->name, "say");
    ck_assert_int_eq(choice->fields->kind, FIELD_LONG);
    ck_assert(!choice->fields->optional);
    ck_assert_str_eq(choice->fields->label, "Say it with the word “honestly”");
    ck_assert_ptr_null(choice->fields->next);
}
END_TEST

START_TEST(a_call_opens_a_form_with_choices)
{
    show_play("{}");
    const struct doc *doc = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    const struct choice *choice = choice_called(doc, "Interceptor!");
    ck_assert_ptr_nonnull(choice);
    const struct field *kind = choice->fields;
    ck_assert_int_eq(kind->kind, FIELD_CHOICE);
    ck_assert_str_eq(kind->choices->value, "word");
    ck_assert_str_eq(kind->choices->label, "a word, anywhere");
    const struct field *symbol = kind->next->next;
    ck_assert_str_eq(symbol->name, "symbol");
    ck_assert_str_eq(symbol->choices->label, "📄 Documents");
}
END_TEST

START_TEST(a_board_offers_hand_and_help)
{
    show_play("{}");
    const struct doc *doc = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    ck_assert_str_eq(choice_called(doc, "My hand")->control, "t12.-.hand");
    ck_assert_str_eq(choice_called(doc, "Help")->control, "t12.-.help");
}
END_TEST

/* A view with more offers, more buttons and longer names than any platform can show. */
START_TEST(a_panel_has_at_most_25_choices)
{
    char json[16000];
    size_t used = (size_t)snprintf(
        json, sizeof json,
        "{'number':1,'questions':{'help':'t9.-.help'},'game':'interceptor','phase':'lobby',"
        "'seats':[],'owed':[],'offers':[");
    for (int i = 0; i < 20; i++) {
        used += (size_t)snprintf(json + used, sizeof json - used,
                                 "%s{'action':'join','label':'label.join','control':'t9.-.join',"
                                 "'style':'danger','buttons':[{'name':'%060d','seat':1,'control':"
                                 "'t9.-.a'},{'term':'documents','control':'t9.-.b'}],'fields':[]}",
                                 i > 0 ? "," : "", i);
    }
    snprintf(json + used, sizeof json - used, "]}");
    const struct doc *doc = compose_board(show_compose(), kit_view(0, json), NULL);
    unsigned count = 0;
    for (const struct choice *choice = doc->panel; choice != NULL; choice = choice->next) {
        ck_assert_uint_le(strlen(choice->label), 40 + strlen("…"));
        count++;
    }
    ck_assert_uint_ge(count, 20);
    ck_assert_uint_le(count, 25);
    ck_assert_ptr_nonnull(choice_called(doc, "Help"));
}
END_TEST

static void say_refusal(enum refusal refusal, const char *args)
{
    outcome_init(&show_out);
    struct value_tree *read = kit_json(1, args);
    struct value_tree *facts = outcome_refuse(&show_out, refusal);
    for (uint16_t at = value_first(read, VALUE_NONE); at != VALUE_NONE;
         at = value_next(read, VALUE_NONE, at)) {
        value_copy(facts, read->fact[at].key, read, at);
    }
    outcome_end(&show_out);
}

/* One sentence why, one what is possible now; with a table and without, even without arguments. */
START_TEST(every_refusal_says_why_and_what_now)
{
    show_play("{}");
    for (int refusal = 1; refusal < REFUSAL_COUNT; refusal++) {
        for (int reader = -1; reader < 4; reader++) {
            say_refusal((enum refusal)refusal, "{}");
            const struct view *view = reader < 0 ? NULL : show_view(reader);
            const struct doc *doc = compose_refusal(show_compose(), view, &show_out);
            const char *name = refusal_name((enum refusal)refusal);
            ck_assert_msg(doc->blocks != NULL && doc->blocks->next != NULL, "%s alone", name);
            const char *text = doc_plain(doc, 0);
            size_t first = strcspn(text, "\n");
            ck_assert_msg(first > 10 && (text[first - 1] == '.' || text[first - 1] == '?'),
                          "%s: %s", name, text);
            ck_assert_msg(strstr(text, "refusal.") == NULL, "%s: %s", name, text);
        }
    }
}
END_TEST

START_TEST(a_refused_guess_says_whose_turn_it_is)
{
    show_play("{}");
    say_refusal(REFUSAL_NOT_YOUR_TURN, "{'turn':2}");
    const struct doc *doc = compose_refusal(show_compose(), show_view(1), &show_out);
    ck_assert_ptr_nonnull(strstr(doc_plain(doc, 0), "It's not your turn yet. Turn: Cy.\n"));
}
END_TEST

START_TEST(a_table_says_when_it_stands_still)
{
    show_play("{}");
    show_move(0, "pause", "{}");
    const struct doc *doc = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    ck_assert_ptr_nonnull(strstr(doc_plain(doc, 0), "Paused."));
    show_table.frozen = true;
    doc = compose_board(show_compose(), show_view(SEAT_CROWD), show_board());
    ck_assert_ptr_nonnull(strstr(doc_plain(doc, 0), "This table is frozen."));
    ck_assert_ptr_null(strstr(doc_plain(doc, 0), "Paused."));
}
END_TEST

START_TEST(a_house_sentence_needs_no_table)
{
    struct value_tree *facts = kit_json(0, "{'ms':1740000,'from_ms':0,'to_ms':1740000}");
    const struct doc *doc = compose_say(show_compose(), MSG_TABLE_AWAY, facts, VALUE_NONE);
    ck_assert_str_eq(doc_plain(doc, 0),
                     "I was away from 1970-01-01 00:00 UTC to 1970-01-01 00:29 UTC. All deadlines "
                     "moved by 29 minutes; nothing else changed.\n");
}
END_TEST

/* All that one reader can ask for, in one text. */
static char *everything_of(int reader)
{
    char *parts[6] = {NULL};
    const struct view *view = show_view(reader);
    parts[0] = dump(compose_status(show_compose(), view));
    parts[1] = dump(compose_help(show_compose(), view));
    parts[2] = dump(compose_hand(show_compose(), view));
    parts[3] = dump(compose_prompt(show_compose(), view));
    parts[4] = dump(compose_board(show_compose(), show_view(SEAT_CROWD), show_board()));
    uint16_t audience = (uint16_t)(1u << reader);
    const struct doc *news = compose_news(show_compose(), show_view(reader), &show_out, audience);
    parts[5] = dump(compose_card(show_compose(), show_view(reader), news));
    char *all = NULL;
    ck_assert_int_gt(asprintf(&all, "%s\n%s\n%s\n%s\n%s\n%s", parts[0], parts[1], parts[2],
                              parts[3], parts[4], parts[5]),
                     0);
    for (size_t i = 0; i < 6; i++) {
        free(parts[i]);
    }
    return all;
}

struct secrets {
    const char *officials;
    const char *journalists;
    const char *plays; /* of the seats 0, 2, 1 */
};

/* Up to the third card of a round. The two sentences that are posted are the same in both. */
static void play_with(const struct secrets *secrets)
{
    show_start("{}");
    show_move(0, "register", secrets->officials);
    show_move(2, "confirm", "{}");
    show_move(1, "register", secrets->journalists);
    show_move(3, "confirm", "{}");
    show_move(0, "choose_leader", "{'seat':0}");
    for (int play = 0; play < 3; play++) {
        static const int seats[] = {0, 2, 1};
        char args[200];
        const char *say = play == 0 ? "Honestly 7" : "Quite so 8 🙂";
        snprintf(args, sizeof args, "{'symbol':'%s'%s%s%s}",
                 secrets->plays[play] == 'D' ? "documents" : "money", play != 1 ? ",'say':'" : "",
                 play != 1 ? say : "", play != 1 ? "'" : "");
        show_move(seats[play], "play", args);
    }
}

/* Two games that differ only in what a seat may not know are the same to it, to the byte. */
START_TEST(no_seat_learns_what_it_may_not_know)
{
    static const char *const honestly = "{'documents':{'kind':'word','value':'honestly'},'money':{'"
                                        "kind':'ends_punct','value':'?'}}";
    static const char *const seven =
        "{'documents':{'kind':'caps'},'money':{'kind':'number','value':'7'}}";
    static const char *const smile =
        "{'documents':{'kind':'emoji','value':'🙂'},'money':{'kind':'long'}}";
    static const char *const eight =
        "{'documents':{'kind':'lines'},'money':{'kind':'number','value':'8'}}";
    static const struct {
        struct secrets a;
        struct secrets b;
        int reader;
    } pairs[] = {
        {{honestly, smile, "DDD"}, {honestly, eight, "DDM"}, 0},
        {{honestly, smile, "DMD"}, {honestly, eight, "DMM"}, 2},
        {{honestly, smile, "DDD"}, {seven, smile, "MMD"}, 1},
        {{honestly, smile, "DMD"}, {seven, smile, "MDD"}, 3},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        play_with(&pairs[i].a);
        char *a = everything_of(pairs[i].reader);
        play_with(&pairs[i].b);
        char *b = everything_of(pairs[i].reader);
        ck_assert_msg(strcmp(a, b) == 0, "seat %d sees a difference", pairs[i].reader);
        ck_assert_uint_gt(strlen(a), 1000);
        free(a);
        free(b);
    }
}
END_TEST

/* The check above can fail: who may know sees the difference. */
START_TEST(who_may_know_sees_the_difference)
{
    static const char *const smile =
        "{'documents':{'kind':'emoji','value':'🙂'},'money':{'kind':'long'}}";
    const struct secrets a = {"{'documents':{'kind':'word','value':'honestly'},'money':{'kind':'"
                              "ends_punct','value':'?'}}",
                              smile, "DDD"};
    const struct secrets b = {"{'documents':{'kind':'caps'},'money':{'kind':'number','value':'7'}}",
                              smile, "MMD"};
    play_with(&a);
    char *seen = everything_of(2);
    play_with(&b);
    char *other = everything_of(2);
    ck_assert_str_ne(seen, other);
    free(seen);
    free(other);
}
END_TEST

Suite *suite_reader(void);

Suite *suite_reader(void)
{
    Suite *suite = suite_create("reader");
    TCase *tcase = tcase_create("reader");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, public_lines_name_their_table_among_several);
    tcase_add_test(tcase, private_lines_leave_out_what_everybody_hears);
    tcase_add_test(tcase, what_is_for_everybody_is_told_once);
    tcase_add_test(tcase, a_card_has_hand_asks_and_choices);
    tcase_add_test(tcase, what_somebody_says_is_quoted_as_it_is);
    tcase_add_test(tcase, a_name_is_never_markup);
    tcase_add_test(tcase, a_play_opens_a_form_with_its_sentence);
    tcase_add_test(tcase, a_call_opens_a_form_with_choices);
    tcase_add_test(tcase, a_board_offers_hand_and_help);
    tcase_add_test(tcase, a_panel_has_at_most_25_choices);
    tcase_add_test(tcase, every_refusal_says_why_and_what_now);
    tcase_add_test(tcase, a_refused_guess_says_whose_turn_it_is);
    tcase_add_test(tcase, a_table_says_when_it_stands_still);
    tcase_add_test(tcase, a_house_sentence_needs_no_table);
    tcase_add_test(tcase, no_seat_learns_what_it_may_not_know);
    tcase_add_test(tcase, who_may_know_sees_the_difference);
    suite_add_tcase(suite, tcase);
    return suite;
}
