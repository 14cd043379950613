/* deaddrop config --check FILE | --example: what may be configured, and whether it is well. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "languages.h"
#include "library.h"
#include "print.h"
#include "settings.h"

enum { CONFIG_EXAMPLE_MAX = 1 << 20 };

static int config_help(void)
{
    cli_help(&cli_config);
    puts("\n  --check FILE  says every mistake in the file and in the packs and languages that it "
         "names, "
         "each\n                with its line; exit 1 if there are any\n  --example     prints "
         "every option with a sentence and its default");
    return CLI_FINE;
}

static int config_example(void)
{
    struct buf example;
    buf_init(&example, CONFIG_EXAMPLE_MAX);
    settings_example(&example);
    fputs(example.text, stdout);
    buf_deinit(&example);
    return CLI_FINE;
}

/* The packs that the config names: each mistake is told. True when there is none. */
static bool config_check_packs(const struct settings *settings, struct buf *problems)
{
    struct library *library = library_new();
    bool good = library_read(library, settings_text(settings, "bot", "packs"), problems) == 0;
    library_free(&library);
    return good;
}

/* The languages that the config names: each mistake is told, and what they lack. */
static bool config_check_languages(const struct settings *settings, struct buf *problems)
{
    struct fault fault = {0};
    struct languages *languages = languages_open(&fault);
    const char *tag = settings_text(settings, "bot", "language");
    bool good =
        languages != NULL &&
        languages_read(languages, settings_text(settings, "bot", "languages"), problems) == 0;
    if (languages == NULL) {
        print_to(problems, "%s\n", fault.text);
    } else if (good && languages_find(languages, tag) == NULL) {
        print_to(problems, "[bot] language: no language %s is built in, or in [bot] languages\n",
                 tag);
        good = false;
    }
    const struct catalogue *one = NULL;
    for (size_t n = 0; good && (one = languages_at(languages, n)) != NULL; n++) {
        if (catalogue_missing(one) > 0) {
            printf("The language %s lacks %zu sentences; they are said in English.\n",
                   catalogue_language(one), catalogue_missing(one));
        }
    }
    languages_free(&languages);
    return good;
}

static int config_check(const char *path)
{
    struct buf problems;
    buf_init(&problems, SETTINGS_PROBLEMS_MAX);
    struct settings *settings = settings_load(path, NULL, &problems);
    bool good = settings != NULL && config_check_packs(settings, &problems) &&
                config_check_languages(settings, &problems);
    if (good) {
        printf("%s: no mistakes\n", path);
        if (settings_text(settings, "store", "key")[0] == '\0') {
            puts("The store is not encrypted: key_file in [store] would; config/threats.md says "
                 "against what.");
        }
    } else {
        fputs(problems.text, stderr);
    }
    settings_free(&settings);
    buf_deinit(&problems);
    return good ? CLI_FINE : CLI_BAD;
}

static int config_run(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return config_help();
    }
    if (argc == 2 && strcmp(argv[1], "--example") == 0) {
        return config_example();
    }
    if (argc == 3 && strcmp(argv[1], "--check") == 0) {
        return config_check(argv[2]);
    }
    return cli_usage(&cli_config, "wants --check with a file, or --example");
}

const struct cli_command cli_config = {
    .name = "config",
    .arguments = "--check FILE | --example",
    .help = "says what is wrong in a config file, or prints one",
    .run = config_run,
};
