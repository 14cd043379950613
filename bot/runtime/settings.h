/* The configuration: what the file and the environment say, checked against the options table. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "buf.h"

struct settings;

enum { SETTINGS_PROBLEMS_MAX = 65536 };

/* Reads a file (NULL: none), then the environment (NULL: none; its variables win). NULL when there
 * are mistakes: each is a line of problems, "FILE:LINE: what, and how to mend it". */
struct settings *settings_load(const char *path, const char *const *environment,
                               struct buf *problems);
void settings_free(struct settings **settings);
/* Takes over what may change while running from fresh, which is freed. Lists the options that are
 * different and need a restart, with spaces between. */
void settings_reload(struct settings *settings, struct settings **fresh, struct buf *restart);

/* Values; settings may be NULL: every option is then what it is when nobody says. Asking for an
 * option that is not in the table is a bug. Texts live until the next reload. */
const char *settings_text(const struct settings *settings, const char *section, const char *key);
int64_t settings_number(const struct settings *settings, const char *section, const char *key);
bool settings_flag(const struct settings *settings, const char *section, const char *key);

/* Does the file or the environment say anything about this section? */
bool settings_says(const struct settings *settings, const char *section);

/* The commented example: every option with a sentence and its default. */
void settings_example(struct buf *out);

#endif
