/* Which part of a divided house a channel is of, as its row says. */
#include <check.h>
#include <string.h>

#include "discord_people.h"
#include "row_rules.h"
#include "store_ops.h"

Suite *suite_discord_channel(void);

static unsigned part_of(const char *value, unsigned parts)
{
    const struct store_row row = {.key = "discord",
                                  .extra = DISCORD_CHANNEL_KEY "7",
                                  .text = value,
                                  .text_len = strlen(value)};
    return discord_rows.room_part(&row, parts);
}

/* As Discord deals guilds out to shards, of which each is of one part. */
START_TEST(channel_is_of_the_part_of_its_guild)
{
    const char *guild = "{\"guild\":\"12582912\",\"type\":0}"; /* 3 << 22 */
    ck_assert_str_eq(discord_rows.room_rows, DISCORD_CHANNEL_KEY);
    ck_assert_uint_eq(part_of(guild, 2), 1);
    ck_assert_uint_eq(part_of(guild, 3), 0);
    ck_assert_uint_eq(part_of(guild, 64), 3);
    ck_assert_uint_eq(part_of("{\"guild\":\"9223372036854775807\"}", 64), 63);
    ck_assert_uint_eq(part_of("{\"type\":1}", 3), 0);
    ck_assert_uint_eq(part_of("{\"guild\":\"no\"}", 3), 0);
    ck_assert_uint_eq(part_of("", 3), 0);
}
END_TEST

Suite *suite_discord_channel(void)
{
    Suite *suite = suite_create("discord_channel");
    TCase *tcase = tcase_create("discord_channel");
    tcase_add_test(tcase, channel_is_of_the_part_of_its_guild);
    suite_add_tcase(suite, tcase);
    return suite;
}
