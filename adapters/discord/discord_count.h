/* What is counted of gateway and REST, for metrics: numbers alone, no ids, no names, no paths. */
#ifndef DISCORD_COUNT_H
#define DISCORD_COUNT_H

struct discord_gateway;
struct discord_rest;
struct net_answer;

/* A connection of the gateway has ended, by this code; 0: without one. */
void discord_count_closed(unsigned code);
/* How the gateway stands now. */
void discord_count_gateway(const struct discord_gateway *gateway);
/* An answer of REST has come; how REST stands now. */
void discord_count_answer(const struct net_answer *answer);
void discord_count_rest(struct discord_rest *rest);

#endif
