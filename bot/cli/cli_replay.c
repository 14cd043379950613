/* deaddrop replay FILE|TABLE: a game read aloud, as one reader saw it, as text or as a page. FILE
 * is a record; TABLE is the number of a table in the store. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "all_parts.h"
#include "cli.h"
#include "file_text.h"
#include "heap.h"
#include "languages.h"
#include "moment.h"
#include "record.h"
#include "settings.h"
#include "store_part.h"
#include "store_path.h"
#include "transcript_page.h"
#include "transcript_walk.h"

enum { TRANSCRIPT_COLUMNS = 100 };

/* What is to be written, and where. */
struct replayed {
    const char *what; /* a record's file, or a table */
    const char *config;
    const char *html; /* a file; NULL: text on stdout */
    int reader;       /* a seat, SEAT_CROWD, TRANSCRIPT_EVERYBODY */
};

struct aloud {
    int reader;
    struct compose compose;
    struct transcript_walk walk;
    bool dated; /* the step's moment is printed */
};

/* Prints what was told, each line behind a mark; the moment goes before the first. */
static void print_told(struct aloud *aloud, const struct doc *told, const char *mark)
{
    const char *text = doc_plain(told, TRANSCRIPT_COLUMNS);
    if (*text != '\0' && !aloud->dated) {
        char moment[MOMENT_BYTES];
        moment_print(aloud->walk.replay.move.at_ms, moment);
        printf("--- %s\n", moment);
        aloud->dated = true;
    }
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        printf("%s%.*s\n", mark, (int)len, text);
        text += len + (text[len] == '\n');
    }
}

static void print_part(void *context, const struct transcript_part *part)
{
    struct aloud *aloud = context;
    char mark[TABLE_NAME_BYTES + 8] = "";
    if (part->seat != SEAT_CROWD) {
        snprintf(mark, sizeof mark, "  [%s] ", aloud->walk.table.seat[part->seat].name);
    }
    print_told(aloud, part->told, mark);
}

static void print_step(void *context, const struct transcript_walk *walk)
{
    struct aloud *aloud = context;
    arena_reset(aloud->compose.arena);
    aloud->dated = false;
    if (aloud->reader == TRANSCRIPT_EVERYBODY) {
        transcript_parts(&aloud->compose, walk, aloud->reader, print_part, aloud);
        return;
    }
    struct doc *told = doc_new(aloud->compose.arena);
    int reader = transcript_reader_then(&walk->table, aloud->reader);
    transcript_add(told, &aloud->compose, &walk->table, reader,
                   (uint16_t)(AUDIENCE_CROWD | seat_bit(reader)), &walk->replay.out);
    print_told(aloud, told, "");
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
        return TRANSCRIPT_EVERYBODY;
    }
    return end != text && *end == '\0' && seat >= 0 && seat < SEATS_MAX ? (int)seat : SEAT_NONE;
}

/* Prints the transcript of a record. */
static int print_record(const struct catalogue *catalogue, const char *text, size_t len, int reader,
                        struct fault *fault)
{
    struct aloud *aloud = heap_allocate(sizeof *aloud);
    aloud->reader = reader;
    aloud->compose =
        (struct compose){.catalogue = catalogue, .arena = arena_new(), .room_name = ""};
    aloud->walk.step = print_step;
    aloud->walk.context = aloud;
    int result = transcript_walk(&aloud->walk, text, len, fault);
    transcript_walk_end(&aloud->walk);
    arena_free(&aloud->compose.arena);
    free(aloud);
    return result;
}

static int write_file(const char *path, const struct buf *page, struct fault *fault)
{
    FILE *out = fopen(path, "wb");
    bool good = out != NULL && fwrite(page->text, 1, page->len, out) == page->len;
    good = out != NULL && fclose(out) == 0 && good;
    return good ? 0
                : fault_set(fault, FAULT_BROKEN, "%s cannot be written (%s): name another file",
                            path, strerror(errno));
}

static int write_page(const struct catalogue *catalogue, const char *text, size_t len,
                      const struct replayed *replayed, struct fault *fault)
{
    const struct transcript_page page = {.eyes = replayed->reader,
                                         .catalogue = catalogue,
                                         .room_name = "",
                                         .bytes_max = TRANSCRIPT_PAGE_MAX};
    struct buf out;
    buf_init(&out, (size_t)TRANSCRIPT_PAGE_MAX * 2);
    int result = transcript_page(&page, text, len, &out, fault);
    result = result == 0 ? write_file(replayed->html, &out, fault) : result;
    buf_deinit(&out);
    return result;
}

/* Prints or writes it, or says why not. */
static int replay_text(const struct replayed *replayed, const char *text, size_t len)
{
    struct fault fault;
    struct catalogue *catalogue = languages_new("en", &fault);
    int result = catalogue == NULL ? -1
                 : replayed->html == NULL
                     ? print_record(catalogue, text, len, replayed->reader, &fault)
                     : write_page(catalogue, text, len, replayed, &fault);
    catalogue_free(&catalogue);
    if (result != 0) {
        fprintf(stderr, "deaddrop replay: %s: %s\n", replayed->what, fault.text);
    }
    return result == 0 ? CLI_FINE : CLI_BAD;
}

static int replay_file(const struct replayed *replayed)
{
    struct fault fault;
    size_t len = 0;
    char *text = file_text(replayed->what, RECORD_MAX, &len, &fault);
    if (text == NULL) {
        return cli_fault(&cli_replay, &fault);
    }
    int exit = replay_text(replayed, text, len);
    free(text);
    return exit;
}

/* The record of a table in the store, which the bot may be writing to. */
static int read_table(const struct settings *settings, unsigned part, uint64_t id,
                      struct buf *record, struct fault *fault)
{
    char path[4096];
    store_path_part(part);
    if (store_place(settings, false, path, sizeof path, fault) != 0) {
        return -1;
    }
    struct store *store = store_open_reading(store_driver_of(path), path, fault);
    if (store == NULL) {
        return -1;
    }
    int result = record_of_table(store, id, record, fault);
    store_close(&store);
    return result;
}

/* The same of whichever part has a table of that number. */
static int find_table(const struct settings *settings, uint64_t id, struct buf *record,
                      struct fault *fault)
{
    struct buf one;
    unsigned found = 0;
    struct all_parts parts;
    all_parts(&cli_replay, settings, &parts);
    for (unsigned i = 0; i < parts.count && found < 2; i++) {
        buf_init(&one, RECORD_MAX);
        if (read_table(settings, parts.part[i], id, &one, fault) == 0) {
            found++;
            buf_clear(record);
            buf_add(record, one.text, one.len);
        }
        buf_deinit(&one);
    }
    return found == 0   ? -1
           : found == 1 ? 0
                        : fault_set(fault, FAULT_USAGE,
                                    "several parts have a table %llu: say which, as in 1/%llu",
                                    (unsigned long long)id, (unsigned long long)id);
}

/* "17", or "3/17" for that of part 3. */
static int replay_read(const struct replayed *replayed, const struct settings *settings,
                       struct buf *record, struct fault *fault)
{
    const char *slash = strchr(replayed->what, '/');
    unsigned long long number = strtoull(replayed->what, NULL, 10);
    if (slash == NULL) {
        return find_table(settings, number, record, fault);
    }
    return number < STORE_PARTS_MAX
               ? read_table(settings, (unsigned)number, strtoull(slash + 1, NULL, 10), record,
                            fault)
               : fault_set(fault, FAULT_USAGE, "%s: there are %d parts at most", replayed->what,
                           (int)STORE_PARTS_MAX);
}

/* Is it a number, or two with a slash between? */
static bool replay_is_table(const char *what)
{
    static const char digits[] = "0123456789";
    size_t len = strspn(what, digits);
    size_t more = len > 0 && what[len] == '/' ? strspn(what + len + 1, digits) : 0;
    return what[len] == '\0' || (more > 0 && what[len + 1 + more] == '\0');
}

static int replay_table(const struct replayed *replayed)
{
    struct buf record;
    struct fault fault = {FAULT_NONE, ""};
    struct settings *settings = cli_settings(replayed->config);
    if (settings == NULL) {
        return CLI_MISCONFIGURED;
    }
    buf_init(&record, RECORD_MAX);
    int exit = replay_read(replayed, settings, &record, &fault) == 0
                   ? replay_text(replayed, record.text, record.len)
                   : cli_fault(&cli_replay, &fault);
    buf_deinit(&record);
    settings_free(&settings);
    return exit;
}

static int replay_help(void)
{
    cli_help(&cli_replay);
    puts("\n  --seat N       as seat N saw it; crowd (also without it), or all of them\n"
         "  --html FILE    writes a page of a finished game that stands alone, with its boards\n"
         "  --config FILE  the bot's config, which says where its store is\n\n"
         "FILE is the record of a game. TABLE is the number of a table in the store; the bot may "
         "be\n"
         "running. Of a house in parts it is that of whichever part has one; 3/17 is table 17 of "
         "part 3.");
    return CLI_FINE;
}

/* False when it is none of the options that there are. */
static bool replay_option(struct replayed *replayed, const char *option, const char *value)
{
    if (strcmp(option, "--seat") == 0) {
        replayed->reader = read_reader(value);
    } else if (strcmp(option, "--html") == 0) {
        replayed->html = value;
    } else if (strcmp(option, "--config") == 0) {
        replayed->config = value;
    } else {
        return false;
    }
    return true;
}

static int replay_main(int argc, char **argv)
{
    struct replayed replayed = {.reader = SEAT_CROWD};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            return replay_help();
        }
        if (i + 1 < argc && replay_option(&replayed, argv[i], argv[i + 1])) {
            i++;
        } else if (replayed.what == NULL && argv[i][0] != '-') {
            replayed.what = argv[i];
        } else {
            return cli_usage(&cli_replay, "knows FILE or TABLE, --seat, --html and --config");
        }
    }
    if (replayed.what == NULL || replayed.reader == SEAT_NONE) {
        return cli_usage(&cli_replay, replayed.what == NULL
                                          ? "wants a record or the number of a table"
                                          : "whose eyes?");
    }
    return replay_is_table(replayed.what) ? replay_table(&replayed) : replay_file(&replayed);
}

const struct cli_command cli_replay = {
    .name = "replay",
    .arguments = "FILE|TABLE [--seat N|crowd|all] [--html FILE]",
    .help = "print a transcript as one seat, the crowd or all saw it, or write it as a page",
    .run = replay_main,
};
