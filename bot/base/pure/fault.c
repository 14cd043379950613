/* Faults of the world, told upwards: each level puts its context in front. */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One line: what would break it in a log becomes a blank. */
static void fault_flatten(char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f) {
            *text = ' ';
        }
    }
}

int fault_set(struct fault *fault, enum fault_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    fault->code = code;
    fault_flatten(fault->text);
    return -1;
}

int fault_wrap(struct fault *fault, const char *format, ...)
{
    char context[FAULT_TEXT_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    fault_flatten(context);
    char inner[FAULT_TEXT_BYTES];
    memcpy(inner, fault->text, sizeof inner);
    inner[sizeof inner - 1] = '\0';
    return fault_set(fault, fault->code, "%s: %s", context, inner);
}
