#include "moment.h"

#include <string.h>

#include "civil.h"

void moment_print(int64_t time_ms, char text[MOMENT_BYTES])
{
    static const char form[] = "YYYY-MM-DD hh:mm UTC";
    memcpy(text, form, sizeof form);
    civil_fill(time_ms, text);
}
