/* Packs and languages: with a mistake in any of them none is taken, and each mistake is said. */
#include "program_words.h"

#include <stdbool.h>
#include <string.h>

#include "buf.h"
#include "catalogue.h"
#include "languages.h"
#include "library.h"
#include "log.h"
#include "settings.h"

void program_words_log(const char *event, char *text)
{
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        log_event(LEVEL_ERROR, event, LOG_FIELDS(log_text("why", line)));
        line = end == NULL ? NULL : end + 1;
    }
}

/* Reads them; what is wrong is said to the log as that event. */
static int packs_read(struct library *library, const struct settings *settings, const char *event)
{
    struct buf told;
    buf_init(&told, LIBRARY_TOLD_MAX);
    int result = library_read(library, settings_text(settings, "bot", "packs"), &told);
    if (result != 0) {
        program_words_log(event, told.text);
    }
    buf_deinit(&told);
    return result;
}

int program_packs_open(struct library **library, const struct settings *settings,
                       struct fault *fault)
{
    *library = library_new();
    return packs_read(*library, settings, "packs.refused") == 0
               ? 0
               : fault_set(fault, FAULT_CONFIG,
                           "[bot] packs: there are mistakes in them; deaddrop config --check names "
                           "each");
}

void program_packs_reload(struct library *library, const struct settings *settings)
{
    packs_read(library, settings, "reload.kept_the_old_packs");
}

const struct catalogue *program_words(const struct languages *languages,
                                      const struct settings *settings, struct fault *fault)
{
    const char *tag = settings_text(settings, "bot", "language");
    const struct catalogue *catalogue = languages_find(languages, tag);
    if (catalogue == NULL) {
        fault_set(fault, FAULT_CONFIG,
                  "[bot] language: no language %.35s is built in, or in [bot] languages", tag);
    }
    return catalogue;
}

/* Reads the host's own; what is wrong is said to the log as that event. */
static int words_read(struct languages *languages, const struct settings *settings,
                      const char *event)
{
    struct buf told;
    buf_init(&told, LANGUAGES_TOLD_MAX);
    int result = languages_read(languages, settings_text(settings, "bot", "languages"), &told);
    if (result != 0) {
        program_words_log(event, told.text);
    }
    buf_deinit(&told);
    return result;
}

const struct catalogue *program_words_reload(struct languages *languages,
                                             const struct settings *settings, struct fault *fault)
{
    words_read(languages, settings, "reload.kept_the_old_languages");
    return program_words(languages, settings, fault);
}

int program_words_open(struct languages **languages, const struct settings *settings,
                       struct fault *fault)
{
    const struct catalogue *one = NULL;
    *languages = languages_open(fault);
    if (*languages == NULL) {
        return -1;
    }
    if (words_read(*languages, settings, "languages.refused") != 0) {
        return fault_set(fault, FAULT_CONFIG,
                         "[bot] languages: there are mistakes in them; deaddrop config --check "
                         "names each");
    }
    for (size_t n = 0; (one = languages_at(*languages, n)) != NULL; n++) {
        if (catalogue_missing(one) > 0) {
            log_event(LEVEL_WARNING, "languages.lacks",
                      LOG_FIELDS(log_text("language", catalogue_language(one)),
                                 log_number("sentences", (int64_t)catalogue_missing(one))));
        }
    }
    return 0;
}
