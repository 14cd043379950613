/* What is counted of the gateway, for metrics: numbers alone, no ids, no names. */
#ifndef DISCORD_GATEWAY_COUNT_H
#define DISCORD_GATEWAY_COUNT_H

struct discord_gateway_figures;

/* A connection of the gateway has ended, by this code; 0: without one. */
void discord_count_closed(unsigned code);
/* How the gateway stands now. */
void discord_count_gateway(const struct discord_gateway_figures *figures);

#endif
