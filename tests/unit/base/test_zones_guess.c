#include "zones_guess.h"

#include <check.h>
#include <string.h>

#include "calendar.h"

Suite *suite_zones_guess(void);

static const char *guessed(const char *locale, unsigned at)
{
    static char zone[ZONES_GUESS_BYTES];
    return zones_guess(locale, at, zone) ? zone : "";
}

START_TEST(the_likeliest_comes_first)
{
    ck_assert_str_eq(guessed("de", 0), "Europe/Berlin");
    ck_assert_str_eq(guessed("de", 2), "Europe/Zurich");
    ck_assert_str_eq(guessed("de", 3), "");
    ck_assert_str_eq(guessed("pt-BR", 0), "America/Sao_Paulo");
    ck_assert_str_eq(guessed("PT-br", 0), "America/Sao_Paulo");
}
END_TEST

START_TEST(a_locale_of_no_row_counts_as_its_language)
{
    ck_assert_str_eq(guessed("sv-SE", 0), "Europe/Stockholm");
    ck_assert_str_eq(guessed("es-419", 0), "America/Mexico_City");
    ck_assert_str_eq(guessed("pt_PT", 0), "Europe/Lisbon");
}
END_TEST

START_TEST(of_others_nothing_is_guessed)
{
    ck_assert_str_eq(guessed(NULL, 0), "");
    ck_assert_str_eq(guessed("", 0), "");
    ck_assert_str_eq(guessed("tlh", 0), "");
    ck_assert_str_eq(guessed("d", 0), "");
}
END_TEST

/* A button carries the city alone. */
START_TEST(every_guess_is_a_zone_that_its_city_stands_for)
{
    static const char *const zones[] = {
#define ZONES(locale, zones) zones,
#include "zones_guess.def"
#undef ZONES
    };
    for (unsigned i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        for (const char *at = zones[i]; *at != '\0';) {
            char zone[ZONES_GUESS_BYTES];
            char known[CALENDAR_ZONE_BYTES];
            size_t len = strcspn(at, " ");
            ck_assert_uint_lt(len, sizeof zone);
            memcpy(zone, at, len);
            zone[len] = '\0';
            ck_assert_msg(calendar_zone(zone, known), "no zone %s", zone);
            ck_assert_ptr_nonnull(strchr(zone, '/'));
            ck_assert_str_eq(known, zone);
            ck_assert_msg(calendar_zone(strrchr(zone, '/') + 1, known), "no city of %s", zone);
            ck_assert_str_eq(known, zone);
            at += len + strspn(at + len, " ");
        }
    }
}
END_TEST

Suite *suite_zones_guess(void)
{
    Suite *suite = suite_create("zones_guess");
    TCase *tcase = tcase_create("zones_guess");
    tcase_add_test(tcase, the_likeliest_comes_first);
    tcase_add_test(tcase, a_locale_of_no_row_counts_as_its_language);
    tcase_add_test(tcase, of_others_nothing_is_guessed);
    tcase_add_test(tcase, every_guess_is_a_zone_that_its_city_stands_for);
    suite_add_tcase(suite, tcase);
    return suite;
}
