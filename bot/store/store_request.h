/* A word for the process that has a store open. */
#ifndef STORE_REQUEST_H
#define STORE_REQUEST_H

struct fault;

/* Leaves a setting in a store that another process may have open, which looks for such by itself.
 * Returns -1 with a fault; FAULT_GONE when there is no store. */
int store_request(const char *path, const char *scope, const char *name, struct fault *fault);

#endif
