/* Plural categories of whole numbers, after the CLDR's rules (Unicode Common Locale Data
 * Repository, plurals.xml). Languages are grouped by the rule they share. */
#include "catalogue_private.h"

#include <string.h>

static const char *plural_none(int64_t n)
{
    (void)n;
    return "other";
}

static const char *plural_one(int64_t n)
{
    return n == 1 ? "one" : "other";
}

static const char *plural_zero_one(int64_t n)
{
    return n == 0 || n == 1 ? "one" : "other";
}

static const char *plural_east_slavic(int64_t n)
{
    int64_t ten = n % 10;
    int64_t hundred = n % 100;
    if (ten == 1 && hundred != 11) {
        return "one";
    }
    return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? "few" : "many";
}

static const char *plural_south_slavic(int64_t n)
{
    const char *category = plural_east_slavic(n);
    return strcmp(category, "many") == 0 ? "other" : category;
}

static const char *plural_polish(int64_t n)
{
    return n == 1 ? "one" : n % 10 == 1 ? "many" : plural_east_slavic(n);
}

static const char *plural_czech(int64_t n)
{
    return n == 1 ? "one" : n >= 2 && n <= 4 ? "few" : "other";
}

static const char *plural_slovenian(int64_t n)
{
    int64_t hundred = n % 100;
    return hundred == 1                   ? "one"
           : hundred == 2                 ? "two"
           : hundred == 3 || hundred == 4 ? "few"
                                          : "other";
}

static const char *plural_lithuanian(int64_t n)
{
    int64_t hundred = n % 100;
    if (hundred >= 11 && hundred <= 19) {
        return "other";
    }
    return n % 10 == 1 ? "one" : n % 10 >= 2 ? "few" : "other";
}

static const char *plural_latvian(int64_t n)
{
    int64_t hundred = n % 100;
    if (n % 10 == 0 || (hundred >= 11 && hundred <= 19)) {
        return "zero";
    }
    return n % 10 == 1 ? "one" : "other";
}

static const char *plural_romanian(int64_t n)
{
    if (n == 1) {
        return "one";
    }
    return n == 0 || (n % 100 >= 1 && n % 100 <= 19) ? "few" : "other";
}

static const char *plural_arabic(int64_t n)
{
    static const char *const small[] = {"zero", "one", "two"};
    if (n <= 2) {
        return small[n];
    }
    int64_t hundred = n % 100;
    return hundred >= 3 && hundred <= 10 ? "few" : hundred >= 11 ? "many" : "other";
}

static const char *plural_hebrew(int64_t n)
{
    return n == 1 ? "one" : n == 2 ? "two" : "other";
}

static const struct plural_rule {
    const char *languages; /* tags, a blank before and behind each */
    const char *(*category)(int64_t n);
} plural_rules[] = {
    {" en de nl sv da nb nn no fi et hu el it es ca tr bg eo eu gl ka az sq ", plural_one},
    {" fr pt hy fa hi bn kn gu zu am ", plural_zero_one},
    {" ja zh ko vi th id ms lo my km ", plural_none},
    {" ru uk be ", plural_east_slavic},
    {" sr hr bs ", plural_south_slavic},
    {" pl ", plural_polish},
    {" cs sk ", plural_czech},
    {" sl ", plural_slovenian},
    {" lt ", plural_lithuanian},
    {" lv ", plural_latvian},
    {" ro ", plural_romanian},
    {" ar ", plural_arabic},
    {" he ", plural_hebrew},
};

/* The rule of a tag's first part ("pt-BR" is "pt"), or NULL. */
static const struct plural_rule *plural_find(const char *language)
{
    char tag[8] = " ";
    size_t len = strcspn(language, "-_");
    if (len == 0 || len + 3 > sizeof tag) {
        return NULL;
    }
    memcpy(tag + 1, language, len);
    memcpy(tag + 1 + len, " ", 2);
    for (size_t i = 0; i < sizeof plural_rules / sizeof *plural_rules; i++) {
        if (strstr(plural_rules[i].languages, tag) != NULL) {
            return &plural_rules[i];
        }
    }
    return NULL;
}

bool plural_knows(const char *language)
{
    return plural_find(language) != NULL;
}

const char *plural_category(const char *language, int64_t number)
{
    const struct plural_rule *rule = plural_find(language);
    if (rule == NULL || number == INT64_MIN) {
        return "other";
    }
    return rule->category(number < 0 ? -number : number);
}
