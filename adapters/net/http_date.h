/* Dates as HTTP writes them: "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, 5.6.7). */
#ifndef HTTP_DATE_H
#define HTTP_DATE_H

#include <stdint.h>

/* Unix time in seconds; -1 when it is no such date. */
int64_t http_date_s(const char *text);

#endif
