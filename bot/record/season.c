#include "season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "civil_date.h"

enum { DAY_MS = 24 * 60 * 60 * 1000, YEAR_FIRST = 1970, YEAR_LAST = 9999 };

static const char *const season_kinds[SEASON_KINDS] = {"month", "quarter", "year", "ever"};
static const unsigned season_months[SEASON_KINDS] = {1, 3, 12, 0};

enum season_kind season_kind(const char *choice)
{
    for (unsigned i = 0; i < SEASON_KINDS; i++) {
        if (strcasecmp(choice, season_kinds[i]) == 0) {
            return (enum season_kind)i;
        }
    }
    return SEASON_QUARTER;
}

/* When the month begins, counted from the January of year 0 on. */
static int64_t month_ms(int64_t month)
{
    return civil_date_month((int32_t)(month / 12), (int32_t)(month % 12) + 1) * DAY_MS;
}

static int64_t month_at(int64_t at_ms)
{
    const struct civil_date date = civil_date_of(at_ms / DAY_MS);
    return (int64_t)date.year * 12 + date.month - 1;
}

/* The season whose first month that is. */
static struct season season_from(enum season_kind kind, int64_t month)
{
    struct season season = {.kind = kind, .from_ms = 0, .to_ms = INT64_MAX};
    int year = (int)(month / 12);
    int of_year = (int)(month % 12);
    if (kind == SEASON_EVER) {
        snprintf(season.name, sizeof season.name, "%s", season_kinds[SEASON_EVER]);
        return season;
    }
    season.from_ms = month_ms(month);
    season.to_ms = month_ms(month + season_months[kind]);
    char digits[3] = {'Q', (char)('1' + of_year / 3), '\0'};
    if (kind == SEASON_MONTH) {
        digits[0] = (char)('0' + (of_year + 1) / 10);
        digits[1] = (char)('0' + (of_year + 1) % 10);
    }
    unsigned shown = (unsigned)year % 10000;
    snprintf(season.name, sizeof season.name, "%04u%s%s", shown, kind == SEASON_YEAR ? "" : "-",
             kind == SEASON_YEAR ? "" : digits);
    return season;
}

struct season season_at(enum season_kind kind, int64_t at_ms)
{
    int64_t month = kind == SEASON_EVER ? 0 : month_at(at_ms);
    return season_from(kind, kind == SEASON_EVER ? 0 : month - month % season_months[kind]);
}

struct season season_before(const struct season *season)
{
    return season->kind == SEASON_EVER || season->from_ms <= 0
               ? *season
               : season_at(season->kind, season->from_ms - 1);
}

/* A number of so many digits at most off the front; -1: there is none. */
static int take_number(const char **text, unsigned digits)
{
    int number = 0;
    unsigned count = 0;
    for (; **text >= '0' && **text <= '9' && count < digits; count++) {
        number = number * 10 + (**text - '0');
        ++*text;
    }
    return count == 0 ? -1 : number;
}

bool season_named(const char *name, struct season *season)
{
    int quarter = -1;
    int month = -1;
    if (strcasecmp(name, season_kinds[SEASON_EVER]) == 0) {
        *season = season_from(SEASON_EVER, 0);
        return true;
    }
    if (*name == 'q' || *name == 'Q') {
        name++;
        quarter = take_number(&name, 1);
        name += strspn(name, " -/");
    }
    int year = take_number(&name, 4);
    bool more = quarter < 0 && *name != '\0';
    size_t parted = strspn(name, " -/");
    name += parted;
    if (more && (*name == 'q' || *name == 'Q')) {
        name++;
        quarter = take_number(&name, 1);
        more = quarter >= 0;
    } else if (more) {
        month = take_number(&name, 2);
        more = month >= 0 && parted > 0;
    } else {
        more = true;
    }
    if (!more || *name != '\0' || year < YEAR_FIRST || year > YEAR_LAST - 1 || quarter > 4 ||
        quarter == 0 || month > 12 || month == 0) {
        return false;
    }
    enum season_kind kind = quarter > 0 ? SEASON_QUARTER : month > 0 ? SEASON_MONTH : SEASON_YEAR;
    int first = quarter > 0 ? (quarter - 1) * 3 : month > 0 ? month - 1 : 0;
    *season = season_from(kind, (int64_t)year * 12 + first);
    return true;
}
