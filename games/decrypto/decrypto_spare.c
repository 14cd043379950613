/* The entries: a subject each, eight clues (decrypto_spare.def). */
#include "decrypto_spare.h"

enum { SPARE_LINES = 8 };

enum {
#define SUBJECT(name, ...) SPARE_##name,
#include "decrypto_spare.def"
#undef SUBJECT
    SPARE_SUBJECTS
};

static const struct player_line spare_lines[SPARE_SUBJECTS][SPARE_LINES] = {
#define SUBJECT(name, a, b, c, d, e, f, g, h)                    \
    {{.text = (a)}, {.text = (b)}, {.text = (c)}, {.text = (d)}, \
     {.text = (e)}, {.text = (f)}, {.text = (g)}, {.text = (h)}},
#include "decrypto_spare.def"
#undef SUBJECT
};

static const struct player_entry spare_entries[SPARE_SUBJECTS] = {
#define SUBJECT(name, ...) {#name, spare_lines[SPARE_##name], SPARE_LINES},
#include "decrypto_spare.def"
#undef SUBJECT
};

const struct player_book spare_book = {.entry = spare_entries, .count = SPARE_SUBJECTS};
