/* deaddrop replay FILE|TABLE: a game read aloud, as one reader saw it. FILE is a record; TABLE is
 * the number of a table in the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "file_text.h"
#include "heap.h"
#include "languages.h"
#include "moment.h"
#include "record.h"
#include "replay.h"
#include "settings.h"
#include "store_path.h"
#include "transcript.h"

enum { READER_ALL = 100, TRANSCRIPT_COLUMNS = 100 };

struct aloud {
    int reader; /* a seat, SEAT_CROWD, READER_ALL */
    struct compose compose;
    struct table table;
    struct replay replay;
    bool begun;
    bool dated; /* the step's moment is printed */
};

static void aloud_begin(void *context, const struct record_head *head)
{
    struct aloud *aloud = context;
    table_init(&aloud->table, head->table);
    replay_init(&aloud->replay, &aloud->table, head->game, head->rules_version);
    aloud->begun = true;
}

static void aloud_words(void *context, const struct store_row *row)
{
    replay_words(&((struct aloud *)context)->replay, row);
}

/* Prints what a reader was told, each line behind a mark; the moment goes before the first. */
static void print_reader(struct aloud *aloud, int reader, uint16_t audience, const char *mark)
{
    struct doc *doc = doc_new(aloud->compose.arena);
    transcript_add(doc, &aloud->compose, &aloud->table, reader, audience, &aloud->replay.out);
    const char *text = doc_plain(doc, TRANSCRIPT_COLUMNS);
    if (*text != '\0' && !aloud->dated) {
        char moment[MOMENT_BYTES];
        moment_print(aloud->replay.move.at_ms, moment);
        printf("--- %s\n", moment);
        aloud->dated = true;
    }
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        printf("%s%.*s\n", mark, (int)len, text);
        text += len + (text[len] == '\n');
    }
}

static void print_step(struct aloud *aloud)
{
    aloud->dated = false;
    if (aloud->reader != READER_ALL) {
        uint16_t audience = (uint16_t)(AUDIENCE_CROWD | seat_bit(aloud->reader));
        print_reader(aloud, aloud->reader, audience, "");
        return;
    }
    print_reader(aloud, SEAT_CROWD, AUDIENCE_CROWD, "");
    for (int seat = 0; seat < aloud->table.seat_count; seat++) {
        char mark[TABLE_NAME_BYTES + 8];
        snprintf(mark, sizeof mark, "  [%s] ", aloud->table.seat[seat].name);
        print_reader(aloud, seat, seat_bit(seat), mark);
    }
}

static void aloud_line(void *context, const struct store_row *row)
{
    struct aloud *aloud = context;
    replay_line(&aloud->replay, row);
    if (aloud->replay.bad[0] == '\0') {
        arena_reset(aloud->compose.arena);
        print_step(aloud);
    }
}

/* "3", "crowd", "all"; SEAT_NONE for anything else. */
static int read_reader(const char *text)
{
    char *end = NULL;
    long seat = strtol(text, &end, 10);
    if (strcmp(text, "crowd") == 0) {
        return SEAT_CROWD;
    }
    if (strcmp(text, "all") == 0) {
        return READER_ALL;
    }
    return end != text && *end == '\0' && seat >= 0 && seat < SEATS_MAX ? (int)seat : SEAT_NONE;
}

/* Prints the transcript of a record. */
static int print_record(const char *text, size_t len, int reader, struct fault *fault)
{
    struct aloud *aloud = heap_allocate(sizeof *aloud);
    const struct record_reader rows = {aloud_begin, aloud_words, aloud_line, aloud};
    int result = -1;
    aloud->reader = reader;
    aloud->compose.arena = arena_new();
    aloud->compose.room_name = "";
    struct catalogue *catalogue = languages_new("en", fault);
    aloud->compose.catalogue = catalogue;
    if (catalogue != NULL) {
        unsigned bad = record_read(text, len, &rows);
        bool stopped = aloud->begun && aloud->replay.bad[0] != '\0';
        result = bad != 0  ? fault_set(fault, FAULT_BAD, "line %u is none of a record", bad)
                 : stopped ? fault_set(fault, FAULT_BAD, "%s", aloud->replay.bad)
                           : 0;
        catalogue_free(&catalogue);
    }
    if (aloud->begun) {
        replay_deinit(&aloud->replay);
    }
    arena_free(&aloud->compose.arena);
    free(aloud);
    return result;
}

/* Prints it, or says why not. */
static int replay_text(const char *what, const char *text, size_t len, int reader)
{
    struct fault fault;
    if (print_record(text, len, reader, &fault) == 0) {
        return CLI_FINE;
    }
    fprintf(stderr, "deaddrop replay: %s: %s\n", what, fault.text);
    return CLI_BAD;
}

static int replay_file(const char *path, int reader)
{
    struct fault fault;
    size_t len = 0;
    char *text = file_text(path, RECORD_MAX, &len, &fault);
    if (text == NULL) {
        return cli_fault(&cli_replay, &fault);
    }
    int exit = replay_text(path, text, len, reader);
    free(text);
    return exit;
}

/* The record of a table in the store, which the bot may be writing to. */
static int read_table(const struct settings *settings, uint64_t id, struct buf *record,
                      struct fault *fault)
{
    char path[4096];
    if (store_path(settings, false, path, sizeof path, fault) != 0) {
        return -1;
    }
    struct store *store = store_open_reading(&store_sqlite, path, fault);
    if (store == NULL) {
        return -1;
    }
    int result = record_of_table(store, id, record, fault);
    store_close(&store);
    return result;
}

static int replay_table(const char *what, const char *config, int reader)
{
    struct buf record;
    struct fault fault = {FAULT_NONE, ""};
    struct settings *settings = cli_settings(config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    buf_init(&record, RECORD_MAX);
    int exit = read_table(settings, strtoull(what, NULL, 10), &record, &fault) == 0
                   ? replay_text(what, record.text, record.len, reader)
                   : cli_fault(&cli_replay, &fault);
    buf_deinit(&record);
    settings_free(&settings);
    return exit;
}

static int replay_help(void)
{
    cli_help(&cli_replay);
    puts("\n  --seat N       as seat N saw it; crowd (also without it), or all of them\n"
         "  --config FILE  the bot's config, which says where its store is\n\n"
         "FILE is the record of a game. TABLE is the number of a table in the store; the bot may "
         "be\n"
         "running.");
    return CLI_FINE;
}

static int replay_main(int argc, char **argv)
{
    const char *what = NULL;
    const char *config = NULL;
    int reader = SEAT_CROWD;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            return replay_help();
        }
        if (strcmp(argv[i], "--seat") == 0 && i + 1 < argc) {
            reader = read_reader(argv[++i]);
        } else if (strcmp(argv[i], "--config") == 0 && i + 1 < argc) {
            config = argv[++i];
        } else if (what == NULL && argv[i][0] != '-') {
            what = argv[i];
        } else {
            return cli_usage(&cli_replay, "knows FILE or TABLE, --seat and --config");
        }
    }
    if (what == NULL || reader == SEAT_NONE) {
        return cli_usage(&cli_replay,
                         what == NULL ? "wants a record or the number of a table" : "whose eyes?");
    }
    bool table = strspn(what, "0123456789") == strlen(what);
    return table ? replay_table(what, config, reader) : replay_file(what, reader);
}

const struct cli_command cli_replay = {
    .name = "replay",
    .arguments = "FILE|TABLE [--seat N|crowd|all]",
    .help = "print a transcript as one seat, the crowd or all saw it",
    .run = replay_main,
};
