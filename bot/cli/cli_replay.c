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
#include "transcript.h"

enum { READER_ALL = 100, TRANSCRIPT_COLUMNS = 100 };

struct aloud {
    int reader; /* a seat, SEAT_CROWD, READER_ALL */
    struct compose compose;
    struct table table;
    struct replay replay;
    bool begun;
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

/* Prints what a reader was told, each line behind a mark. */
static void print_reader(struct aloud *aloud, int reader, const char *mark)
{
    struct doc *doc = doc_new(aloud->compose.arena);
    transcript_add(doc, &aloud->compose, &aloud->table, reader, &aloud->replay.out);
    const char *text = doc_plain(doc, TRANSCRIPT_COLUMNS);
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        printf("%s%.*s\n", mark, (int)len, text);
        text += len + (text[len] == '\n');
    }
}

static void print_step(struct aloud *aloud)
{
    char moment[MOMENT_BYTES];
    moment_print(aloud->replay.move.at_ms, moment);
    printf("--- %s\n", moment);
    if (aloud->reader != READER_ALL) {
        print_reader(aloud, aloud->reader, "");
        return;
    }
    print_reader(aloud, SEAT_CROWD, "");
    for (int seat = 0; seat < aloud->table.seat_count; seat++) {
        char mark[TABLE_NAME_BYTES + 8];
        snprintf(mark, sizeof mark, "  [%s] ", aloud->table.seat[seat].name);
        for (unsigned i = 0; i < aloud->replay.out.event_count; i++) {
            if ((aloud->replay.out.event[i].to & seat_bit(seat)) != 0) {
                print_reader(aloud, seat, mark);
                break;
            }
        }
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
    struct aloud *aloud = heap_take(sizeof *aloud);
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

static int replay_file(const char *path, int reader)
{
    struct fault fault;
    size_t len = 0;
    char *text = file_text(path, RECORD_MAX, &len, &fault);
    if (text == NULL) {
        fprintf(stderr, "deaddrop replay: %s\n", fault.text);
        return CLI_USAGE;
    }
    int result = print_record(text, len, reader, &fault);
    free(text);
    if (result != 0) {
        fprintf(stderr, "deaddrop replay: %s: %s\n", path, fault.text);
    }
    return result == 0 ? CLI_FINE : CLI_BAD;
}

static int replay_main(int argc, char **argv)
{
    const char *what = NULL;
    int reader = SEAT_CROWD;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            return cli_help(&cli_replay);
        }
        if (strcmp(argv[i], "--seat") == 0 && i + 1 < argc) {
            reader = read_reader(argv[++i]);
        } else if (what == NULL && argv[i][0] != '-') {
            what = argv[i];
        } else {
            return cli_usage(&cli_replay, "too many words");
        }
    }
    if (what == NULL || reader == SEAT_NONE) {
        return cli_usage(&cli_replay, what == NULL ? "which game?" : "whose eyes?");
    }
    return replay_file(what, reader);
}

const struct cli_command cli_replay = {
    .name = "replay",
    .arguments = "FILE|TABLE [--seat N|crowd|all]",
    .help = "print a transcript as one seat, the crowd or all saw it",
    .run = replay_main,
};
