/* deaddrop forget|export PLATFORM:USER: what the house keeps of somebody, and taking it away.
 * Forgetting leaves a request in the store. A bot that runs carries it out by itself; where none
 * runs, a house is made here for as long as that takes, so that it is done in one way. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "all_parts.h"
#include "backup_folder.h"
#include "forget.h"
#include "heap.h"
#include "house.h"
#include "languages.h"
#include "own.h"
#include "own_export.h"
#include "program.h"
#include "settings.h"
#include "store.h"
#include "store_path.h"
#include "store_request.h"

enum { ABOUT_BYTES = 512, PATH_BYTES = 4096 };

/* Who is meant, and what is told of them. */
struct about {
    const struct cli_command *command;
    char key[ABOUT_BYTES]; /* "adapter/account" */
    char path[PATH_BYTES];
    uint64_t person; /* 0: nobody whom the house knows, but an adapter may */
    unsigned rows;
    unsigned copies; /* of the store, in [backup] folder */
    bool asked;      /* a bot that runs was asked to forget them */
    bool forgotten;  /* they were, here */
    const struct settings *settings;
    struct buf json;
    struct fault fault;
};

static void take_address(void *context, const struct store_row *row)
{
    struct about *about = context;
    if (!row->damaged && strcmp(row->key, about->key) == 0) {
        about->person = row->id;
    }
}

static int read_store(void *context, const struct store_question *question, store_row_fn row,
                      void *row_context, struct fault *fault)
{
    return store_read_now(context, question, row, row_context, fault);
}

/* Every row that is theirs (own.h): what forgetting takes away or blanks, and no other. */
static int ask_all(struct about *about, struct store *store, own_found_fn found)
{
    const struct own_reader reader = {.read = read_store, .context = store};
    struct own *own = own_new(about->person, about->key, program_row_rules());
    int done = own_walk(own, &reader, found, about, &about->fault);
    own_free(&own);
    return done;
}

static void count_row(void *context, const struct own_found *found)
{
    (void)found;
    ((struct about *)context)->rows++;
}

static int ask(struct about *about, struct store *store, enum store_query query, uint64_t id,
               store_row_fn row)
{
    const struct store_question question = {.query = query, .id = id};
    return store_read_now(store, &question, row, about, &about->fault);
}

static void export_row(void *context, const struct store_row *row)
{
    struct about *about = context;
    about->rows = (unsigned)row->sub;
    buf_add(&about->json, row->text, row->text_len);
}

/* With that of all parts of the house. */
static int export_all(struct about *about, struct store *store)
{
    const struct store_question question = {
        .query = STORE_EXPORT, .id = about->person, .key = about->key};
    store_use(store, program_row_rules());
    if (store_read_now(store, &question, export_row, about, &about->fault) != 0) {
        return -1;
    }
    if (about->rows > 0) {
        fwrite(about->json.text, 1, about->json.len, stdout);
    }
    return 0;
}

/* --- forget ----------------------------------------------------------------------------------- */

/* A house of its own, until the request is carried out. */
static int forget_here(struct about *about, struct store *store)
{
    struct catalogue *catalogue = languages_new("en", &about->fault);
    const struct house_setup setup = {.store = store,
                                      .clock = clock_system(),
                                      .entropy = entropy_system(),
                                      .catalogue = catalogue};
    struct house *house = catalogue == NULL ? NULL : house_new(&setup, &about->fault);
    if (house == NULL) {
        catalogue_free(&catalogue);
        return -1;
    }
    store_use(store, program_row_rules());
    forget_poll(house);
    do {
        house_run(house);
    } while (!house_is_idle(house) || forget_waits(house));
    house_free(&house);
    catalogue_free(&catalogue);
    return 0;
}

/* What is copied elsewhere is not ours to change: it is said. */
static void forget_tell_copies(const struct about *about)
{
    if (about->copies > 0) {
        printf("%u backups in %s still hold them, until newer ones take their place: delete those "
               "to be rid of them now.\n",
               about->copies, settings_text(about->settings, "backup", "folder"));
    } else {
        puts("Backups of before still hold them: delete those that you have made.");
    }
    puts("Whoever puts one back asks for this once more.");
}

static int forget_all(struct about *about)
{
    char request[ABOUT_BYTES + sizeof FORGET_PREFIX];
    const char *folder = settings_text(about->settings, "backup", "folder");
    snprintf(request, sizeof request, FORGET_PREFIX "%s", about->key);
    if (store_request(about->path, FORGET_SCOPE, request, &about->fault) != 0) {
        return -1;
    }
    about->copies += folder[0] == '\0' ? 0 : backup_folder_count(folder, about->path);
    struct store *store =
        store_open(store_driver_of(about->path), about->path, false, NULL, NULL, &about->fault);
    if (store == NULL && about->fault.code == FAULT_RETRY) {
        about->asked = true;
        return 0;
    }
    int done = store == NULL ? -1 : forget_here(about, store);
    if (store != NULL) {
        store_close(&store);
    }
    about->forgotten = about->forgotten || done == 0;
    return done;
}

static void forget_tell(const struct about *about)
{
    if (about->asked) {
        puts("The bot runs: it forgets them within half a minute.");
    }
    if (about->forgotten) {
        puts("Forgotten: names, addresses, keys, sessions and all they said. Journals keep digests "
             "and numbers of seats.");
    }
    forget_tell_copies(about);
}

/* --- both ------------------------------------------------------------------------------------- */

/* "discord:1234" as "discord/1234"; an account may hold further colons. */
static bool read_about(struct about *about, const char *text)
{
    const char *colon = strchr(text, ':');
    size_t len = strlen(text);
    if (colon == NULL || colon == text || colon[1] == '\0' || len >= sizeof about->key) {
        return false;
    }
    memcpy(about->key, text, len + 1);
    about->key[colon - text] = '/';
    return true;
}

static int people_do(struct about *about, bool forget)
{
    struct store *store =
        store_open_reading(store_driver_of(about->path), about->path, &about->fault);
    if (store == NULL) {
        return -1;
    }
    int done = ask(about, store, STORE_ADDRESSES, 0, take_address);
    if (done == 0) {
        done = forget ? ask_all(about, store, count_row) : export_all(about, store);
    }
    if (done == 0 && about->rows == 0) {
        done = fault_set(&about->fault, FAULT_BAD, "nobody is known by that name there");
    }
    store_close(&store);
    return done == 0 && forget ? forget_all(about) : done;
}

static int people_part(struct about *about, unsigned part, bool forget)
{
    about->person = 0;
    about->rows = 0;
    about->fault = (struct fault){FAULT_NONE, ""};
    store_path_part(part);
    return store_place(about->settings, false, about->path, sizeof about->path, &about->fault) == 0
               ? people_do(about, forget)
               : -1;
}

/* In each part of the house that knows them. */
static int forget_parts(struct about *about)
{
    struct all_parts parts;
    all_parts(about->command, about->settings, &parts);
    for (unsigned i = 0; i < parts.count; i++) {
        if (people_part(about, parts.part[i], true) != 0 && about->fault.code != FAULT_BAD) {
            return -1;
        }
    }
    if (!about->asked && !about->forgotten) {
        return -1;
    }
    forget_tell(about);
    return 0;
}

static int people_run(const struct cli_command *command, int argc, char **argv, bool forget)
{
    const char *config = NULL;
    struct about *about = heap_allocate(sizeof *about);
    int code = CLI_FINE;
    about->command = command;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        free(about);
        return cli_help(command);
    }
    if (argc == 4 && strcmp(argv[1], "--config") == 0) {
        config = argv[2];
    }
    if ((config == NULL && argc != 2) || !read_about(about, argv[argc - 1])) {
        free(about);
        return cli_usage(command, "wants one person, as in discord:1234567890");
    }
    struct settings *settings = cli_settings(config);
    buf_init(&about->json, OWN_EXPORT_MAX);
    about->settings = settings;
    if (settings == NULL) {
        code = CLI_MISCONFIGURED;
    } else if ((forget ? forget_parts(about) : people_part(about, 0, false)) != 0) {
        code = cli_fault(command, &about->fault);
    }
    settings_free(&settings);
    buf_deinit(&about->json);
    free(about);
    return code;
}

static int forget_run(int argc, char **argv)
{
    return people_run(&cli_forget, argc, argv, true);
}

static int export_run(int argc, char **argv)
{
    return people_run(&cli_export, argc, argv, false);
}

const struct cli_command cli_forget = {
    .name = "forget",
    .arguments = "[--config FILE] PLATFORM:USER",
    .help = "takes away all that is kept of somebody; asks the bot to, where it runs",
    .run = forget_run,
};

const struct cli_command cli_export = {
    .name = "export",
    .arguments = "[--config FILE] PLATFORM:USER",
    .help = "prints all that is kept of somebody, as JSON",
    .run = export_run,
};
