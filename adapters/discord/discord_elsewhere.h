/* What another part of the house has to handle, or has passed on. Inside the adapter. */
#ifndef DISCORD_ELSEWHERE_H
#define DISCORD_ELSEWHERE_H

#include "discord_gateway.h"
#include "house_part.h"

struct discord;

/* discord_enqueue.c: hands what came to that part, with what is to be stored with it. False: the
 * house takes nothing now. */
bool discord_pass_on(struct discord *discord, unsigned part, const char *event_id, const char *text,
                     const struct discord_dispatch *dispatch);

/* discord_receive.c; found: what is known of whose it is, NULL: nothing yet. */
enum discord_kept discord_receive(struct discord *discord, const struct discord_dispatch *dispatch,
                                  const struct house_part *found);

/* Receives it once it is known whose it is, or passes it on; in at most so long, -1: whenever. */
enum discord_kept discord_find(struct discord *discord, const struct discord_dispatch *dispatch,
                               const struct inbound *inbound, int64_t within_ms);
void discord_passed(struct adapter *adapter, uint64_t letter, const char *event_id,
                    const char *text);
/* What this dispatch brought is on disk, or not: whoever it came from is notified. */
void discord_dispatch_stored(struct discord *discord, const struct discord_dispatch_id *id,
                             const struct fault *fault);
int64_t discord_elsewhere_due_ms(const struct discord *discord);
void discord_elsewhere_tick(struct discord *discord, int64_t now_ms);
void discord_elsewhere_free(struct discord *discord);

#endif
