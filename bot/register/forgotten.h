/* Who was forgotten lately, in a house of several parts: what another part has said of them before
 * it heard of that must not bring them back. Hashes of addresses, for a day; rows of STORE_SETTING
 * of a scope of their own. */
#ifndef FORGOTTEN_H
#define FORGOTTEN_H

#include <stdint.h>

struct store_batch;
struct store_row;

struct forgotten;

struct forgotten *forgotten_new(void);
void forgotten_free(struct forgotten **forgotten);
/* Takes a row of STORE_SETTINGS; what is not its own, or damaged, is passed over. */
void forgotten_read(struct forgotten *forgotten, const struct store_row *row);
/* The moment of which forgetting that address was, as part 0 said it; 0: not lately. */
int64_t forgotten_at(const struct forgotten *forgotten, const char *address);
/* It is forgotten now, as was asked for at that moment; what is older than a day goes. */
void forgotten_note(struct forgotten *forgotten, const char *address, int64_t at_ms, int64_t now_ms,
                    struct store_batch *batch);

#endif
