/* The playground: rooms in a browser, served by the program itself. */
#ifndef WEB_H
#define WEB_H

#include "adapter.h"

#include <stdint.h>

extern const struct adapter_def web_adapter;

/* The port it listens at, once it is open. */
uint16_t web_port(const struct adapter *adapter);
/* What lets in whoever has it, by a link "#join=<this>", until the adapter closes: for the terminal
 * of who started the program and for nowhere else. */
const char *web_door_secret(const struct adapter *adapter);

#endif
