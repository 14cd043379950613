#include "discord_locales.h"

#include "fault.h"
#include "languages.h"

/* As Discord's documentation lists them. "pt-BR" is served by pt.ini where it has no file of its
 * own. */
static const char *const locale_names[] = {
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr",    "hr",    "it", "lt",
    "hu", "nl", "no", "pl",    "pt-BR", "ro",    "fi",     "sv-SE", "vi",    "tr", "cs",
    "el", "bg", "ru", "uk",    "hi",    "th",    "zh-CN",  "ja",    "zh-TW", "ko",
};

_Static_assert(sizeof locale_names / sizeof *locale_names == DISCORD_LOCALES_MAX,
               "each has a place");

void discord_locales_open(struct discord_locales *locales)
{
    struct fault fault;
    locales->count = 0;
    for (size_t i = 0; i < DISCORD_LOCALES_MAX; i++) {
        struct catalogue *catalogue = languages_new(locale_names[i], &fault);
        if (catalogue != NULL) {
            locales->catalogue[locales->count] = catalogue;
            locales->language[locales->count++] =
                (struct discord_language){locale_names[i], catalogue};
        }
    }
}

void discord_locales_close(struct discord_locales *locales)
{
    for (size_t i = 0; i < locales->count; i++) {
        catalogue_free(&locales->catalogue[i]);
    }
    locales->count = 0;
}
