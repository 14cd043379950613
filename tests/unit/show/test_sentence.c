#include "catalogue.h"
#include "seat.h"
#include "show_kit.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* The sentence with arguments from JSON, as plain text. */
static const char *said(const char *sentence, const char *json)
{
    char lines[2000];
    snprintf(lines, sizeof lines,
             "term.yes = yes\nterm.no = no\nterm.documents = Documents\nsymbol.documents = 📄\n"
             "term.outcome.follow = they follow\nterm.follow = follow\n"
             "list.nothing = nobody\nlist.dot = \" · \"\nseat.house = the house\nseat.moderator = "
             "the moderator\n"
             "seat.empty = seat {n}\nseat.nobody = nobody\nlength.days = {n} d\n"
             "length.hours = {n} h\nlength.minutes = {n} min\nlength.seconds = {n} s\n"
             "signal = {kind, select, word {the word {value}} other {{kind}}}\n"
             "loop = x{this, entry loop}\ntested = %s\n",
             sentence);
    const struct value_tree *facts = json != NULL ? kit_json(0, json) : NULL;
    return catalogue_text(kit_catalogue(lines), kit_arena, "tested", facts, VALUE_NONE,
                          kit_names());
}

static void write_a(const struct catalogue *words, struct doc *doc, struct block *block,
                    const struct value_tree *facts, const struct catalogue_names *names)
{
    const struct catalogue_args args = {.facts = facts, .index = VALUE_NONE, .names = names};
    catalogue_write(words, doc, block, "a", &args);
}

START_TEST(arguments_are_shown_by_their_kind)
{
    ck_assert_str_eq(said("{a} {b} {c} {d} {e}", "{'a':7,'b':'x','c':true,'d':false,'e':null}"),
                     "7 x yes no –");
    ck_assert_str_eq(said("{a.b.c} {l.1} {a.x} {l.7} {gone}", "{'a':{'b':{'c':3}},'l':[5,6]}"),
                     "3 6 – – –");
    ck_assert_str_eq(said("{x}", NULL), "–");
    ck_assert_str_eq(said("“{x}” {l.0} {l.1}", "{'x':'','l':['','b']}"), "“…” … b"); /* gone */
}
END_TEST

START_TEST(terms_carry_word_and_symbol)
{
    struct value_tree *facts = kit_facts(0);
    value_term(facts, "symbol", "documents");
    value_term(facts, "outcome", "follow");
    value_term(facts, "other", "follow");
    value_term(facts, "odd", "unheard_of");
    const struct catalogue *words =
        kit_catalogue("term.documents = Documents\nsymbol.documents = 📄\n"
                      "term.outcome.follow = they follow\nterm.follow = follow\n"
                      "a = {symbol} {symbol, word} {symbol, typed} {outcome} {other} {odd} "
                      "{other, word outcome}\n");
    ck_assert_str_eq(catalogue_text(words, kit_arena, "a", facts, VALUE_NONE, NULL),
                     "📄 Documents Documents documents they follow follow unheard_of they follow");
}
END_TEST

START_TEST(seats_are_people)
{
    ck_assert_str_eq(said("{seat} {from_seat} {to.seat} {n, person} {n}",
                          "{'seat':0,'from_seat':1,'to':{'seat':2},'n':3}"),
                     "Ana Ben Cy Dee 3");
    ck_assert_str_eq(
        said("{a, person} {b, person} {c, person} {d, person}", "{'a':-1,'b':-2,'c':7,'d':-4}"),
        "the house the moderator seat 7 nobody");
    ck_assert_str_eq(
        said("{w, people} {v, people} {u, people} {n}", "{'w':[0,1,2],'v':[3],'u':[],'n':[4,5]}"),
        "Ana, Ben and Cy Dee nobody 4 and 5");
    ck_assert_str_eq(said("{n, seats}", "{'n':[4,null,'x']}"), "Ana 4 · Cy x");
    ck_assert_str_eq(said("{cards.@seat}", "{'seat':2,'cards':[9,8,7,6]}"), "7");
    ck_assert_str_eq(said("{cards.@seat}", "{'seat':-2,'cards':[9,8,7,6]}"), "–");
}
END_TEST

START_TEST(a_mention_knows_its_seat)
{
    const struct catalogue *words = kit_catalogue("a = {seat, mention} and {seat}\n");
    struct value_tree *facts = kit_json(0, "{'seat':1}");
    struct doc *doc = doc_new(kit_arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    write_a(words, doc, block, facts, kit_names());
    ck_assert_int_eq(block->runs->kind, RUN_MENTION);
    ck_assert_int_eq(block->runs->seat, 1);
    ck_assert_str_eq(doc_plain(doc, 0), "@Ben and Ben\n");
}
END_TEST

static bool second_is_the_house(const void *context, int seat)
{
    (void)context;
    return seat == 1;
}

START_TEST(a_house_player_is_named_and_not_notified)
{
    const struct catalogue *words = kit_catalogue("a = {seat, mention} and {to_seat, mention}\n");
    struct value_tree *facts = kit_json(0, "{'seat':1,'to_seat':2}");
    struct doc *doc = doc_new(kit_arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    struct catalogue_names names = *kit_names();
    names.house = second_is_the_house;
    write_a(words, doc, block, facts, &names);
    ck_assert_int_eq(block->runs->kind, RUN_TEXT);
    ck_assert_str_eq(doc_plain(doc, 0), "Ben and @Cy\n");
}
END_TEST

START_TEST(plurals_and_selects_choose)
{
    const char *cards = "{n, plural, =0 {no card} one {# card} other {# cards}}";
    ck_assert_str_eq(said(cards, "{'n':0}"), "no card");
    ck_assert_str_eq(said(cards, "{'n':1}"), "1 card");
    ck_assert_str_eq(said(cards, "{'n':1000}"), "1000 cards");
    ck_assert_str_eq(said(cards, "{}"), "no card");
    const char *who = "{x, select, none {-} true {T} false {F} a {A} any {list} =3 {three} "
                      "empty {void} other {O}}";
    ck_assert_str_eq(said(who, "{}"), "-");
    ck_assert_str_eq(said(who, "{'x':null}"), "-");
    ck_assert_str_eq(said(who, "{'x':true}"), "T");
    ck_assert_str_eq(said(who, "{'x':'a'}"), "A");
    ck_assert_str_eq(said(who, "{'x':'b'}"), "O");
    ck_assert_str_eq(said(who, "{'x':'none'}"), "O");
    const char *neutral = "{gender, select, female {she} male {he} other {they}}";
    ck_assert_str_eq(said(neutral, "{'gender':'female'}"), "she");
    ck_assert_str_eq(said(neutral, "{'gender':null}"), "they"); /* who has told nothing */
    ck_assert_str_eq(said(neutral, "{}"), "they");
    ck_assert_str_eq(said(who, "{'x':[1]}"), "list");
    ck_assert_str_eq(said(who, "{'x':{}}"), "void");
    ck_assert_str_eq(said(who, "{'x':3}"), "three");
    ck_assert_str_eq(said(who, "{'x':4}"), "O");
    ck_assert_str_eq(said("{n, plural, one {{m, plural, one {#} other {#}} of #} other {#!}} #",
                          "{'n':1,'m':2}"),
                     "2 of 1 #");
}
END_TEST

START_TEST(lengths_have_two_units)
{
    static const struct {
        const char *json;
        const char *text;
    } samples[] = {
        {"{'ms':0}", "0 s"},
        {"{'ms':999}", "1 s"},
        {"{'ms':90000}", "1 min 30 s"},
        {"{'ms':1740000}", "29 min"},
        {"{'ms':3660000}", "1 h 1 min"},
        {"{'ms':86400000}", "1 d"},
        {"{'ms':90061000}", "1 d 1 h"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        ck_assert_str_eq(said("{ms, length}", samples[i].json), samples[i].text);
    }
}
END_TEST

START_TEST(times_are_moments)
{
    const struct catalogue *words = kit_catalogue("a = by {until_ms} or {x, time}\n");
    struct value_tree *facts = kit_json(0, "{'until_ms':1893499200000,'x':0}");
    struct doc *doc = doc_new(kit_arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    write_a(words, doc, block, facts, NULL);
    ck_assert_str_eq(doc_plain(doc, 0), "by 2030-01-01 12:00 UTC or 1970-01-01 00:00 UTC\n");
}
END_TEST

START_TEST(entries_stand_inside_entries)
{
    ck_assert_str_eq(said("{s, entry signal}!", "{'s':{'kind':'word','value':'tea'}}"),
                     "the word tea!");
    ck_assert_str_eq(said("{this, entry signal}", "{'kind':'long'}"), "long");
    ck_assert_str_eq(said("{s, entry signal}", "{'s':null}"), "–");
    ck_assert_str_eq(said("{s, entry signal}",
                          "{'s':[{'kind':'word','value':'tea'},{'kind':'long'},{'kind':'caps'}]}"),
                     "the word tea, long and caps");
    ck_assert_str_eq(said("{this, entry loop}", "{}"), "xxxxx");
}
END_TEST

START_TEST(styles_are_runs)
{
    const struct catalogue *words =
        kit_catalogue("a = x **b {n}** *c* `d` \\*e\\* \\{f\\} \\\\ {n, plural, other {**#**}}\n");
    struct value_tree *facts = kit_json(0, "{'n':2}");
    struct doc *doc = doc_new(kit_arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    write_a(words, doc, block, facts, NULL);
    char kinds[64] = "";
    size_t count = 0;
    for (const struct run *run = block->runs; run != NULL && count < 60; run = run->next) {
        kinds[count++] = "TSEC"[run->kind];
    }
    ck_assert_str_eq(doc_plain(doc, 0), "x b 2 c `d` *e* {f} \\ 2\n");
    ck_assert_ptr_eq(strstr(kinds, "TSSTETCT"), kinds);
    ck_assert_int_eq(kinds[count - 1], 'S');
}
END_TEST

START_TEST(peoples_words_are_never_a_sentence)
{
    const struct catalogue *words = kit_catalogue("a = {who} says {what}\n");
    struct value_tree *facts =
        kit_json(0, "{'who':'**{what}**','what':'@everyone `x` \u202e{who}'}");
    struct doc *doc = doc_new(kit_arena);
    struct block *block = doc_block(doc, BLOCK_PARAGRAPH);
    write_a(words, doc, block, facts, NULL);
    ck_assert_str_eq(doc_plain(doc, 0), "**{what}** says @everyone `x` {who}\n");
    ck_assert(block->runs->people);
    ck_assert_int_eq(block->runs->kind, RUN_TEXT);
    ck_assert(!block->runs->next->people);
}
END_TEST

START_TEST(a_missing_key_shows_itself)
{
    ck_assert_str_eq(
        catalogue_text(kit_catalogue(""), kit_arena, "no.such", NULL, VALUE_NONE, NULL), "no.such");
}
END_TEST

Suite *suite_sentence(void);

Suite *suite_sentence(void)
{
    Suite *suite = suite_create("sentence");
    TCase *tcase = tcase_create("sentence");
    tcase_add_checked_fixture(tcase, kit_setup, kit_teardown);
    tcase_add_test(tcase, arguments_are_shown_by_their_kind);
    tcase_add_test(tcase, terms_carry_word_and_symbol);
    tcase_add_test(tcase, seats_are_people);
    tcase_add_test(tcase, a_mention_knows_its_seat);
    tcase_add_test(tcase, a_house_player_is_named_and_not_notified);
    tcase_add_test(tcase, plurals_and_selects_choose);
    tcase_add_test(tcase, lengths_have_two_units);
    tcase_add_test(tcase, times_are_moments);
    tcase_add_test(tcase, entries_stand_inside_entries);
    tcase_add_test(tcase, styles_are_runs);
    tcase_add_test(tcase, peoples_words_are_never_a_sentence);
    tcase_add_test(tcase, a_missing_key_shows_itself);
    suite_add_tcase(suite, tcase);
    return suite;
}
