#include "fuzz_table.h"

#include <assert.h>
#include <string.h>

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static void fuzz_do(struct table *table, int seat, uint64_t person, const char *action,
                    const char *json)
{
    static struct move move;
    static struct outcome out;
    move_init(&move, table_action(table, action), seat, 1900000000000);
    move.person = person;
    move.moderator = false;
    bool read = value_parse(&move.args, json, strlen(json));
    enum refusal refusal = table_apply(table, &move, &out);
    assert(read && refusal == REFUSAL_NONE);
}

void fuzz_table(struct table *table, bool playing)
{
    table_init(table, 77);
    memcpy(table->tag, "77", sizeof "77");
    fuzz_do(table, SEAT_NONE, 101, "open",
            "{\"game\":\"interceptor\",\"number\":3,\"name\":\"Ana\",\"adapter\":\"web\",\"room\":"
            "\"den\",\"commitment\":\"" ZEROS "\",\"options\":{\"dm_check\":\"off\"}}");
    for (uint64_t person = 101; person < 105; person++) {
        fuzz_do(table, SEAT_NONE, person, "join", "{\"name\":\"Ana Bo\",\"event\":\"web/1\"}");
    }
    if (playing) {
        fuzz_do(table, 0, 101, "start",
                "{\"seed\":\"" ZEROS "\",\"deal\":{\"leader\":0,\"signals\":{\"officials\":{"
                "\"documents\":{\"kind\":\"word\",\"value\":\"honestly\"},\"money\":{\"kind\":"
                "\"ends_punct\",\"value\":\"?\"}},\"journalists\":{\"documents\":{\"kind\":"
                "\"word\",\"value\":\"tea\"},\"money\":{\"kind\":\"word\",\"value\":\"coffee\"}}}"
                "}}");
    }
}
