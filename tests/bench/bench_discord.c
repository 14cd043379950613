/* bench_discord [--smoke] DEADDROP [ECHO], --count N or --few DEADDROP [ECHO], --looks N, --moves N
 * or --tables N DEADDROP: an interaction on its way: told by the gateway, through the house and its
 * commit, answered on the wire. DEADDROP is the program, ECHO a folder with echo.js and discord.js,
 * measured in the same way. Each bot has a core of its own, and this, which is the gateway,
 * another; how far it can tell is measured first, with a client that does nothing but answer. With
 * --count it does nothing but answer N questions, 64 in flight, and some seconds of 200 each: for a
 * profiler around DEADDROP, or a quick comparison; with --looks and --moves the same of N presses:
 * how a table stands (at most 30 for each of 200 tables), and a move (at most 30 for each of 20
 * people). With --few 40 people ask, several things at once each. With --tables it opens N tables,
 * looks at each, and says what memory that took. The database lies in a folder of its own in the
 * current one. */

#include "bench.h"
#include "bench_gateway.h"
#include "bench_latency.h"
#include "bench_process.h"
#include "bench_raw.h"
#include "bench_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    IN_FLIGHT = 64,
    RATE = 200,
    TABLES = 10000,
    TABLES_SMOKE = 200,
    PEOPLE = 10000,
    SEATED = 200, /* who sit at a table of their own */
    SEATED_SMOKE = 10,
    SEATED_SHORT = 5,
    SEATED_COUNT = 20,
    FEW = 40, /* people, several of whose presses are in flight */
    FEW_EACH = 25,
    GUILDS = 2500,
    GUILDS_SMOKE = 25,
    WAYS = 1 << 16, /* interactions that may be on their way */
    CORE_HERE = 0,
    CORE_BOT = 1,
    START_S = 30,
    COUNT_S = 5, /* at a steady rate after --count */
    STALL_S = 20
};

static const char folder[] = "bench_discord.tmp";
static const char token[] = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.bench.a-token-of-no-worth";

/* What people do. */
enum act {
    ACT_ASK,  /* "what do I owe": answered by the house alone */
    ACT_OPEN, /* opens a table in their channel */
    ACT_JOIN,
    ACT_LOOK, /* how a table stands at which others sit, in its channel */
    ACT_HERE  /* a move at their table, told to them alone */
};

struct bench_bot {
    struct bench_gateway gateway;
    struct bench_latency latency;
    pid_t process;
    enum act act;
    unsigned who;    /* the next to act */
    unsigned people; /* who act in turn */
    unsigned flying;
    unsigned in_flight; /* kept so many; 0: by the clock */
    uint64_t done;
    uint64_t way[WAYS]; /* whose time it is */
    double began[WAYS];
    unsigned tagged; /* channels whose table has been shown with buttons */
    char tag[PEOPLE][BENCH_TAG_BYTES];
};

static struct bench_bot bot;

static void die(const char *what)
{
    fprintf(stderr, "bench_discord: %s (see %s)\n", what, folder);
    exit(EXIT_FAILURE);
}

static void act(double began)
{
    char control[64];
    static const char *const controls[] = {
        [ACT_JOIN] = "join", [ACT_LOOK] = "status", [ACT_HERE] = "here"};
    unsigned channel = bot.who++ % bot.people;
    unsigned who = channel + (bot.act == ACT_LOOK ? PEOPLE : 0);
    bool press = bot.act >= ACT_JOIN;
    snprintf(control, sizeof control, "t%s.-.%s", bot.tag[channel], press ? controls[bot.act] : "");
    const char *command = bot.act == ACT_OPEN ? "interceptor" : "todo";
    if (bot.gateway.shard == NULL) {
        die("the bot has left the gateway: this machine is too busy to answer its heartbeats");
    }
    uint64_t number = bench_gateway_press(&bot.gateway, who, channel, press ? control : NULL,
                                          press ? NULL : command);
    size_t at = number % WAYS;
    bot.way[at] = number;
    bot.began[at] = began;
    bot.flying++;
}

static void answered(void *context, uint64_t number)
{
    size_t at = number % WAYS;
    (void)context;
    if (bot.way[at] != number) {
        return;
    }
    bench_latency_add(&bot.latency, bench_now() - bot.began[at]);
    bot.way[at] = 0;
    bot.flying--;
    bot.done++;
}

static void offered(void *context, unsigned channel, const char *tag)
{
    (void)context;
    if (channel < PEOPLE) {
        bot.tagged += bot.tag[channel][0] == '\0';
        snprintf(bot.tag[channel], sizeof bot.tag[channel], "%s", tag);
    }
}

static void run(int wait_ms)
{
    bench_gateway_run(&bot.gateway, wait_ms);
    if (bot.process > 0 && bench_process_ended(bot.process)) {
        die("the bot has ended");
    }
}

/* Until all that is on its way has been answered. */
static void settle(void)
{
    double until = bench_now() + STALL_S;
    while (bot.flying > 0) {
        run(10);
        if (bench_now() > until) {
            die("not all were answered");
        }
    }
}

/* Keeps so many in flight for so long, or until so many are done. */
static void keep_flying(unsigned in_flight, double seconds, uint64_t count)
{
    double until = bench_now() + seconds;
    uint64_t target = bot.done + count;
    uint64_t last = bot.done;
    double stalled = bench_now() + STALL_S;
    while (bench_now() < until && bot.done < target) {
        while (bot.flying < in_flight && bot.done + bot.flying < target) {
            act(bench_now());
        }
        run(1);
        if (bot.done != last) {
            last = bot.done;
            stalled = bench_now() + STALL_S;
        } else if (bench_now() > stalled) {
            die("nothing is answered any more");
        }
    }
}

/* So many each second, each at its moment whatever became of the others. */
static void keep_rate(double rate, double seconds)
{
    double began = bench_now();
    double next = began;
    while (bench_now() < began + seconds) {
        while (next <= bench_now()) {
            act(next);
            next += 1 / rate;
        }
        double wait = next - bench_now();
        run(wait > 0.002 ? 1 : 0);
    }
    settle();
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) {
        die("a file cannot be written");
    }
    chmod(path, 0600);
}

static void remove_store(void)
{
    static const char *const endings[] = {"", "-wal", "-shm", ".lock", ".work"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/d.db%s", folder, endings[i]);
        unlink(path);
    }
}

/* As it comes: packed by zlib. plain: not packed, as what one byte more of a frame costs shows. */
static void start_deaddrop(const char *program, bool plain)
{
    char text[1024];
    char config[256];
    char log[256];
    snprintf(text, sizeof text,
             "[bot]\nlog_level = warning\n[store]\npath = %s/d.db\n"
             "[web]\nenabled = no\n[discord]\ntoken_file = %s/token\n"
             "api_base = http://127.0.0.1:%d\ncompress = %s\npictures = no\n",
             folder, folder, bench_server_port(bot.gateway.server), plain ? "no" : "yes");
    write_file("token", token);
    write_file("bench.ini", text);
    snprintf(config, sizeof config, "%s/bench.ini", folder);
    snprintf(log, sizeof log, "%s/deaddrop.log", folder);
    char *name = strdup(program);
    char run_word[] = "run";
    char config_word[] = "--config";
    char *const argv[] = {name, run_word, config_word, config, NULL};
    bot.process = bench_process_start(argv, CORE_BOT, log);
    free(name);
}

static void start_echo(const char *where)
{
    char script[512];
    char api[64];
    char log[256];
    char node[] = "node";
    snprintf(script, sizeof script, "%s/echo.js", where);
    snprintf(api, sizeof api, "http://127.0.0.1:%d/api", bench_server_port(bot.gateway.server));
    snprintf(log, sizeof log, "%s/echo.log", folder);
    setenv("BENCH_TOKEN", token, 1);
    char *const argv[] = {node, script, api, NULL};
    bot.process = bench_process_start(argv, CORE_BOT, log);
}

/* Waits for the bot: until it is told of all servers and has answered once. Returns the seconds
 * from its coming. */
static double wait_ready(void)
{
    double began = bench_now();
    double came = 0;
    while (!bot.gateway.identified) {
        run(5);
        if (bench_now() > began + START_S) {
            die("the bot does not come");
        }
        came = bot.gateway.shard == NULL ? bench_now() : came;
    }
    bot.act = ACT_ASK;
    bot.people = PEOPLE;
    act(bench_now());
    settle();
    return bench_now() - came;
}

static void begin(unsigned guilds)
{
    memset(&bot, 0, sizeof bot);
    bot.gateway.answered = answered;
    bot.gateway.offered = offered;
    bench_gateway_open(&bot.gateway, guilds);
}

static void end(void)
{
    pid_t process = bot.process;
    bot.process = 0;
    bench_process_end(process);
    bench_gateway_close(&bot.gateway);
}

/* What is measured of a bot that is there, each run so long. */
static void measure(const char *name, enum act what, unsigned people, double seconds)
{
    struct bench bench = {.name = name};
    bot.act = what;
    bot.people = people;
    bot.gateway.refused = 0;
    keep_flying(IN_FLIGHT, seconds, UINT64_MAX / 2); /* until it is warm */
    settle();
    for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
        bench_latency_clear(&bot.latency);
        keep_rate(RATE, seconds);
        bench_keep(&bench, "200/s: p50", "ms", bench_latency_ms(&bot.latency, 0.5));
        bench_keep(&bench, "200/s: p99", "ms", bench_latency_ms(&bot.latency, 0.99));
        bench_keep(&bench, "200/s: p999", "ms", bench_latency_ms(&bot.latency, 0.999));
        bench_latency_clear(&bot.latency);
        double began = bench_now();
        double cpu = bench_process_cpu(bot.process);
        uint64_t before = bot.done;
        keep_flying(IN_FLIGHT, seconds, UINT64_MAX / 2);
        double count = (double)(bot.done - before);
        bench_keep(&bench, "64 in flight", "/s", count / (bench_now() - began));
        bench_keep(&bench, "64: processor", "us", // of the bot alone
                   (bench_process_cpu(bot.process) - cpu) * 1e6 / (count > 0 ? count : 1));
        settle();
        bench_keep(&bench, "64: p99", "ms", bench_latency_ms(&bot.latency, 0.99));
        bench_keep(&bench, "memory", "MB", bench_process_memory_mb(bot.process));
    }
    if (bot.gateway.refused > 0) {
        die("presses were refused: nothing of worth was measured");
    }
    bench_print(&bench);
}

static void measure_ceiling(double seconds)
{
    struct bench bench = {.name = "raw client"};
    begin(1);
    bot.process = bench_raw_start(bench_server_port(bot.gateway.server), CORE_BOT);
    wait_ready();
    for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
        uint64_t before = bot.done;
        double began = bench_now();
        keep_flying(IN_FLIGHT, seconds, UINT64_MAX / 2);
        bench_keep(&bench, "64 in flight", "/s",
                   (double)(bot.done - before) / (bench_now() - began));
        settle();
    }
    end();
    bench_print(&bench);
}

/* Some time in which nothing happens. */
static double idle_mb(double seconds)
{
    double until = bench_now() + seconds;
    while (bench_now() < until) {
        run(20);
    }
    return bench_process_memory_mb(bot.process);
}

static void measure_guilds(const char *name, const char *program, const char *echo, unsigned guilds)
{
    struct bench bench = {.name = name};
    for (bench.run = 0; bench.run < bench_runs(); bench.run++) {
        remove_store();
        begin(guilds);
        if (program != NULL) {
            start_deaddrop(program, false);
        } else {
            start_echo(echo);
        }
        bench_keep(&bench, "READY to first answer", "ms", wait_ready() * 1000);
        bench_keep(&bench, "processor, start", "ms", bench_process_cpu(bot.process) * 1000);
        bench_keep(&bench, "memory", "MB", idle_mb(bench_short() ? 0.1 : 1));
        end();
    }
    bench_print(&bench);
}

/* Each of so many people does it once. */
static void each(enum act what, unsigned from, unsigned to)
{
    bot.act = what;
    bot.people = TABLES;
    bot.who = from;
    keep_flying(IN_FLIGHT, 600, to - from);
    settle();
}

/* Until the boards of so many tables stand in their channels: their buttons are what is pressed. */
static void wait_boards(unsigned tables)
{
    double until = bench_now() + tables * 0.1 + STALL_S;
    while (bot.tagged < tables) {
        run(10);
        if (bench_now() > until) {
            die("not all boards have come");
        }
    }
}

/* Somebody sits at their table when the bot has reached them in private, of which Discord lets it
 * do one a second; the others' tables are only opened. */
static void fill(unsigned seated, unsigned tables)
{
    double until = bench_now() + seated * 1.5 + 60;
    each(ACT_OPEN, 1, seated);
    wait_boards(seated);
    each(ACT_JOIN, 0, seated);
    while (bot.gateway.direct < seated) {
        run(10);
        if (bench_now() > until) {
            die("not all were reached in private");
        }
    }
    each(ACT_OPEN, seated, tables);
    wait_boards(tables);
}

static void measure_deaddrop(const char *program, bool smoke, double seconds)
{
    unsigned seated_smoke = bench_short() ? SEATED_SHORT : SEATED_SMOKE;
    unsigned seated = smoke ? seated_smoke : SEATED;
    unsigned tables = smoke ? TABLES_SMOKE : TABLES;
    char name[64];
    remove_store();
    begin(1);
    start_deaddrop(program, false);
    wait_ready();
    each(ACT_OPEN, 0, 1);
    measure("deaddrop, 1 table: question", ACT_ASK, PEOPLE, seconds);
    fill(seated, tables);
    snprintf(name, sizeof name, "deaddrop, %u tables: question", tables);
    measure(name, ACT_ASK, PEOPLE, seconds);
    snprintf(name, sizeof name, "deaddrop, %u tables: how it stands", tables);
    measure(name, ACT_LOOK, tables, seconds);
    snprintf(name, sizeof name, "deaddrop, %u tables: move", tables);
    measure(name, ACT_HERE, seated, seconds / 6); /* nobody may do more than 30 things at once */
    end();
}

static void measure_echo(const char *echo, double seconds)
{
    begin(1);
    start_echo(echo);
    wait_ready();
    measure("discord.js echo", ACT_HERE, PEOPLE, seconds);
    end();
}

/* What a few people ask, more than one thing at once each; nobody may do more than 30. */
static void few_of(const char *name)
{
    wait_ready();
    bot.people = PEOPLE;
    keep_flying(IN_FLIGHT, 600, PEOPLE - FEW); /* others, until it is warm */
    settle();
    bot.people = FEW;
    bot.who = 0;
    bench_latency_clear(&bot.latency);
    double began = bench_now();
    keep_flying(IN_FLIGHT, 600, (uint64_t)FEW * FEW_EACH);
    settle();
    printf("%s, %d people: %.0f/s, p50 %.1f ms, p99 %.1f ms\n", name, FEW,
           FEW * FEW_EACH / (bench_now() - began), bench_latency_ms(&bot.latency, 0.5),
           bench_latency_ms(&bot.latency, 0.99));
    fflush(stdout);
    end();
}

static int few_only(const char *program, const char *echo)
{
    bench_process_bind(CORE_HERE);
    mkdir(folder, 0700);
    remove_store();
    begin(1);
    start_deaddrop(program, false);
    few_of("deaddrop");
    if (echo != NULL) {
        begin(1);
        start_echo(echo);
        few_of("discord.js echo");
    }
    return EXIT_SUCCESS;
}

/* So many questions and some seconds of 200 each, of a bot that has just come. */
static void count_of(const char *name, uint64_t count)
{
    wait_ready();
    bot.people = PEOPLE;
    double began = bench_now();
    double cpu = bench_process_cpu(bot.process);
    keep_flying(IN_FLIGHT, 600, count);
    settle();
    printf("%s: %.0f/s, %.1f us of processor\n", name, (double)count / (bench_now() - began),
           (bench_process_cpu(bot.process) - cpu) * 1e6 / (double)count);
    bench_latency_clear(&bot.latency);
    cpu = bench_process_cpu(bot.process);
    uint64_t before = bot.done;
    keep_rate(RATE, COUNT_S);
    printf("%s, 200/s: p50 %.1f ms, p99 %.1f ms, %.1f us of processor\n", name,
           bench_latency_ms(&bot.latency, 0.5), bench_latency_ms(&bot.latency, 0.99),
           (bench_process_cpu(bot.process) - cpu) * 1e6 / (double)(bot.done - before));
    fflush(stdout);
    end();
}

/* No more than that: for a profiler, or to see how two compare within a minute. */
static int count_only(const char *program, const char *echo, uint64_t count)
{
    bench_process_bind(CORE_HERE);
    mkdir(folder, 0700);
    for (unsigned plain = 0; plain < 2; plain++) {
        remove_store();
        begin(1);
        start_deaddrop(program, plain == 1);
        count_of(plain == 1 ? "deaddrop, compress = no" : "deaddrop", count);
    }
    if (echo != NULL) {
        begin(1);
        start_echo(echo);
        count_of("discord.js echo", count);
    }
    return EXIT_SUCCESS;
}

/* So many presses at tables that stand: how one stands, or a move of who sits there. */
static int press_only(const char *program, enum act what, uint64_t count)
{
    bench_process_bind(CORE_HERE);
    mkdir(folder, 0700);
    remove_store();
    begin(1);
    start_deaddrop(program, false);
    wait_ready();
    each(ACT_OPEN, 0, 1);
    fill(SEATED_COUNT, TABLES_SMOKE);
    bot.act = what;
    bot.people = what == ACT_HERE ? SEATED_COUNT : TABLES_SMOKE;
    bot.who = 0;
    double began = bench_now();
    double cpu = bench_process_cpu(bot.process);
    keep_flying(IN_FLIGHT, 600, count);
    settle();
    printf("deaddrop, %s: %.0f/s, %.1f us of processor\n", what == ACT_HERE ? "moves" : "looks",
           (double)count / (bench_now() - began),
           (bench_process_cpu(bot.process) - cpu) * 1e6 / (double)count);
    end();
    return EXIT_SUCCESS;
}

/* What N tables take: with settings as they come most of them leave memory again. */
static int tables_only(const char *program, unsigned tables)
{
    bench_process_bind(CORE_HERE);
    mkdir(folder, 0700);
    remove_store();
    begin(1);
    start_deaddrop(program, false);
    wait_ready();
    printf("no table: %.1f MB\n", bench_process_memory_mb(bot.process));
    each(ACT_OPEN, 0, tables);
    wait_boards(tables);
    printf("%u tables open: %.1f MB\n", tables, bench_process_memory_mb(bot.process));
    each(ACT_LOOK, 0, tables);
    printf("... each looked at: %.1f MB\n", bench_process_memory_mb(bot.process));
    end();
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "--tables") == 0) {
        unsigned long tables = strtoul(argv[2], NULL, 10);
        return tables_only(argv[3], (unsigned)(tables < TABLES ? tables : TABLES));
    }
    if (argc == 4 && (strcmp(argv[1], "--looks") == 0 || strcmp(argv[1], "--moves") == 0)) {
        enum act what = argv[1][2] == 'm' ? ACT_HERE : ACT_LOOK;
        return press_only(argv[3], what, strtoull(argv[2], NULL, 10));
    }
    if ((argc == 4 || argc == 5) && strcmp(argv[1], "--count") == 0) {
        return count_only(argv[3], argv[4], strtoull(argv[2], NULL, 10));
    }
    if ((argc == 3 || argc == 4) && strcmp(argv[1], "--few") == 0) {
        return few_only(argv[2], argv[3]);
    }
    bool smoke = bench_begin(argc, argv);
    double seconds = smoke ? 0.2 : 3;
    const char *const *names = (const char *const *)argv + 1 + smoke;
    const char *program = argc > 1 + smoke ? names[0] : NULL;
    const char *echo = argc > 2 + smoke ? names[1] : NULL;
    unsigned guilds = smoke ? GUILDS_SMOKE : GUILDS;
    if (program == NULL) {
        fprintf(stderr, "bench_discord [--smoke] DEADDROP [ECHO]\n"
                        "bench_discord --count N DEADDROP [ECHO]\n"
                        "bench_discord --few DEADDROP [ECHO]\n"
                        "bench_discord --looks N DEADDROP\n"
                        "bench_discord --moves N DEADDROP\n"
                        "bench_discord --tables N DEADDROP\n");
        return EXIT_FAILURE;
    }
    bench_process_bind(CORE_HERE);
    mkdir(folder, 0700);
    measure_ceiling(seconds);
    measure_guilds("deaddrop, 1 server", program, NULL, 1);
    measure_guilds("deaddrop, 2,500 servers", program, NULL, guilds);
    measure_deaddrop(program, smoke, seconds);
    if (echo != NULL) {
        measure_guilds("discord.js, 1 server", NULL, echo, 1);
        measure_guilds("discord.js, 2,500 servers", NULL, echo, guilds);
        measure_echo(echo, seconds);
    } else {
        printf("# no discord.js to measure beside it\n");
    }
    return EXIT_SUCCESS;
}
