#include "http_date.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "civil_date.h"

static bool date_digits(const char *text, size_t count, int *number)
{
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        *number = *number * 10 + (text[i] - '0');
    }
    return true;
}

int64_t http_date_s(const char *text)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    static const char shape[] = "Sun, 06 Nov 1994 08:49:37 GMT";
    int day = 0;
    int year = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    if (text == NULL || strlen(text) != sizeof shape - 1) {
        return -1;
    }
    if (!date_digits(text + 5, 2, &day) || !date_digits(text + 12, 4, &year) ||
        !date_digits(text + 17, 2, &hour) || !date_digits(text + 20, 2, &minute) ||
        !date_digits(text + 23, 2, &second)) {
        return -1;
    }
    for (int month = 1; month <= 12; month++) {
        if (memcmp(text + 8, months + (size_t)(month - 1) * 3, 3) == 0) {
            int64_t days = civil_date_days(&(struct civil_date){year, month, day});
            bool good = year >= 1970 && day >= 1 && day <= 31 && hour < 24 && minute < 60;
            return good ? ((days * 24 + hour) * 60 + minute) * 60 + second : -1;
        }
    }
    return -1;
}
