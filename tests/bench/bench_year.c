/* How a store grows in a year of a playground: fifty games a week, ten when it is short, each line
 * of them a row of the platform's. The time is the bench's own; it stands still but for an hour
 * after each week's games, in which the tables close. The size at the end has a bound: bytes,
 * whatever the machine. */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "bench.h"
#include "bench_world.h"

enum {
    WEEKS = 52,
    GAMES_A_WEEK = 50,
    GAMES_SHORT = 10,
    STEP_MS = 50000, /* below what counts as being away */
    STEPS = 80,
    WEEK_S = 300,
    YEAR_BYTES_MAX = 80 * 1024 * 1024, /* with GAMES_A_WEEK, and a fifth with a fifth of them */
    RECORD_BYTES_MAX = 6000            /* of a finished game that messages have left, for ever */
};

static const char year_path[] = "bench_year.db";
static const int64_t year_begin_ms = 1893456000000;
static const int64_t week_ms = 7LL * 86400000;

static unsigned games_a_week(void)
{
    return bench_short() ? GAMES_SHORT : GAMES_A_WEEK;
}

/* Bytes are counted here, and nobody waits for a disk: SQLite's calls end in these. */
int fsync(int fd)
{
    return fcntl(fd, F_GETFD) < 0 ? -1 : 0;
}

int fdatasync(int fildes)
{
    return fsync(fildes);
}

static void remove_files(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", ".lock"};
    char path[64];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(path, sizeof path, "%s%s", year_path, endings[i]);
        unlink(path);
    }
}

/* One number out of the file, while the house is closed. */
static long long number(const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    long long found = -1;
    if (sqlite3_open(year_path, &db) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK &&
        sqlite3_step(rows) == SQLITE_ROW) {
        found = sqlite3_column_int64(rows, 0);
    }
    sqlite3_finalize(rows);
    sqlite3_close(db);
    return found;
}

static long long bytes(void)
{
    struct stat status;
    return stat(year_path, &status) == 0 ? (long long)status.st_size : -1;
}

/* One week of games, each to its end, until its table has closed. */
static void play_week(struct world *world, unsigned week)
{
    world->now_ms = year_begin_ms + week * week_ms;
    world->games_max += games_a_week();
    world_settle(world);
    world_play(world, games_a_week(), WEEK_S);
    world_settle(world);
    for (int i = 0; i < STEPS; i++) {
        world->now_ms += STEP_MS;
        house_run(world->house);
        world_settle(world);
    }
}

/* What lies in the file after each quarter of the year. */
static void tell(unsigned week)
{
    printf(
        "  after %2u weeks %6.1f MB: %5lld tables finished and folded, %5lld not; messages %5.1f "
        "MB, records %4.1f MB, words %4.1f MB, rows of tables %4.1f MB\n",
        week, (double)bytes() / 1e6, number("SELECT count(*) FROM record"),
        number("SELECT count(*) FROM standing WHERE line IS NOT NULL"),
        (double)number("SELECT sum(length(value) + length(key)) FROM adapter") / 1e6,
        (double)number("SELECT sum(length(packed)) FROM record") / 1e6,
        (double)number("SELECT sum(length(words) + 40) FROM words") / 1e6,
        (double)number("SELECT sum(length(header)) FROM tables") / 1e6);
}

static long long play_year(const struct store_keeping *keeping, unsigned weeks)
{
    static struct world world;
    unsigned quarter = weeks < WEEKS ? weeks : WEEKS / 4;
    remove_files();
    for (unsigned week = 0; week < weeks; week += quarter) {
        world_open_keeping(&world, year_path, year_begin_ms + week * week_ms, keeping);
        world.keeps = true;
        world.rooms = games_a_week();
        for (unsigned i = week; i < week + quarter; i++) {
            play_week(&world, i);
        }
        world_close(&world);
        tell(week + quarter);
    }
    return bytes();
}

/* Without messages: what stays of a game for ever. */
static long long play_forever(void)
{
    const struct store_keeping keeping = {.messages_days = 1};
    return play_year(&keeping, WEEKS / 4);
}

int main(int argc, char **argv)
{
    const struct store_keeping keeping = {.messages_days = 90};
    bool smoke = bench_begin(argc, argv);
    if (!smoke) {
        puts("everything stays:");
        play_year(NULL, WEEKS);
    }
    puts("what was said stays for 90 days, records of games for ever:");
    long long year = play_year(&keeping, WEEKS);
    puts("what was said stays for a day:");
    play_forever();
    long long record = number("SELECT (SELECT sum(length(packed) + 40) FROM record) + "
                              "(SELECT sum(length(words) + 80) FROM words) + "
                              "(SELECT sum(length(header) + 120) FROM tables)") /
                       (WEEKS / 4LL * games_a_week());
    long long year_most = (long long)YEAR_BYTES_MAX / GAMES_A_WEEK * games_a_week();
    printf("%.1f MB after a year; %lld bytes of each game stay for ever\n", (double)year / 1e6,
           record);
    remove_files();
    if (year <= 0 || year > year_most || record > RECORD_BYTES_MAX) {
        printf("too much: %lld and %d are the bounds\n", year_most, RECORD_BYTES_MAX);
        return 1;
    }
    return 0;
}
