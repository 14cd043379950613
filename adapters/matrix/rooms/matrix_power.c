#include "matrix_power.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"
#include "json_at.h"

enum {
    POWER_CREATORS_MAX = 16,
    POWER_ID_MAX = 255,
    POWER_FULL = 100,
    POWER_STATE = 50,
    POWER_FIRST_ABOVE = 12
};

/* Parsed when first needed: in most rooms nobody says anything. */
struct power_levels {
    char *text; /* NULL: there is no such event */
    cJSON *tree;
};

struct matrix_power {
    char *creators[POWER_CREATORS_MAX];
    unsigned creator_count;
    bool above; /* creators stand above all */
    bool known; /* the levels, or that there are none */
    struct power_levels *levels;
};

struct matrix_power *matrix_power_new(void)
{
    struct matrix_power *power = heap_allocate(sizeof *power);
    power->levels = heap_allocate(sizeof *power->levels);
    return power;
}

static void power_forget_levels(struct matrix_power *power)
{
    cJSON_free(power->levels->text);
    cJSON_Delete(power->levels->tree);
    *power->levels = (struct power_levels){0};
}

static const cJSON *power_tree(const struct matrix_power *power)
{
    struct power_levels *levels = power->levels;
    if (levels->tree == NULL && levels->text != NULL) {
        levels->tree = cJSON_ParseWithLength(levels->text, strlen(levels->text));
        cJSON_free(levels->text);
        levels->text = NULL;
    }
    return levels->tree;
}

static void power_forget_creators(struct matrix_power *power)
{
    for (unsigned i = 0; i < power->creator_count; i++) {
        free(power->creators[i]);
    }
    power->creator_count = 0;
}

void matrix_power_free(struct matrix_power **power)
{
    if (*power != NULL) {
        power_forget_creators(*power);
        power_forget_levels(*power);
        free((*power)->levels);
        free(*power);
        *power = NULL;
    }
}

bool matrix_power_is_above(const char *version)
{
    static const char prefix[] = "org.matrix.hydra.";
    if (strncmp(version, prefix, sizeof prefix - 1) == 0) {
        return true; /* 12, before it had its number */
    }
    size_t digits = strspn(version, "0123456789");
    return digits > 0 && digits < 6 && version[digits] == '\0' &&
           strtol(version, NULL, 10) >= POWER_FIRST_ABOVE;
}

static void power_add_creator(struct matrix_power *power, const char *user)
{
    if (user != NULL && user[0] == '@' && strlen(user) <= POWER_ID_MAX &&
        power->creator_count < POWER_CREATORS_MAX) {
        power->creators[power->creator_count++] = heap_copy(user);
    }
}

static const cJSON *power_get(const cJSON *object, const char *name)
{
    return cJSON_IsObject(object) ? json_at(object, name) : NULL;
}

void matrix_power_create(struct matrix_power *power, const cJSON *content, const char *sender)
{
    const cJSON *version = power_get(content, "room_version");
    const cJSON *more = power_get(content, "additional_creators");
    const cJSON *one = NULL;
    power_forget_creators(power);
    power->above = cJSON_IsString(version) && matrix_power_is_above(version->valuestring);
    power_add_creator(power, sender);
    if (power->above && cJSON_IsArray(more)) {
        cJSON_ArrayForEach(one, more)
        {
            power_add_creator(power, cJSON_IsString(one) ? one->valuestring : NULL);
        }
    }
}

void matrix_power_levels(struct matrix_power *power, const cJSON *content)
{
    power_forget_levels(power);
    power->levels->text = cJSON_IsObject(content) ? cJSON_PrintUnformatted(content) : NULL;
    power->known = true;
}

bool matrix_power_is_known(const struct matrix_power *power)
{
    return power->known;
}

/* A whole number, which rooms of old versions may have as a text ("50", " 50 "). */
static bool power_number(const cJSON *item, int64_t *number_r)
{
    static const double most = 9007199254740991.0;
    if (cJSON_IsNumber(item)) {
        double value = item->valuedouble;
        if (!(value >= -most && value <= most)) {
            return false;
        }
        *number_r = (int64_t)value;
        return true;
    }
    if (!cJSON_IsString(item)) {
        return false;
    }
    const char *text = item->valuestring + strspn(item->valuestring, " \t\n");
    const char *digits = text + (*text == '-' || *text == '+' ? 1 : 0);
    size_t len = strspn(digits, "0123456789");
    if (len == 0 || len > 15 || digits[len + strspn(digits + len, " \t\n")] != '\0') {
        return false;
    }
    *number_r = strtoll(text, NULL, 10);
    return true;
}

static int64_t power_at(const cJSON *object, const char *name, int64_t otherwise)
{
    int64_t number = 0;
    return power_number(power_get(object, name), &number) ? number : otherwise;
}

static bool power_created(const struct matrix_power *power, const char *user)
{
    for (unsigned i = 0; i < power->creator_count; i++) {
        if (strcmp(power->creators[i], user) == 0) {
            return true;
        }
    }
    return false;
}

int64_t matrix_power_of(const struct matrix_power *power, const char *user)
{
    bool created = power_created(power, user);
    if (created && power->above) {
        return MATRIX_POWER_CREATOR;
    }
    const cJSON *levels = power_tree(power);
    if (levels == NULL) {
        return created ? POWER_FULL : 0;
    }
    return power_at(power_get(levels, "users"), user, power_at(levels, "users_default", 0));
}

int64_t matrix_power_to_send(const struct matrix_power *power, const char *type, bool state)
{
    const cJSON *levels = power_tree(power);
    int64_t otherwise =
        power_at(levels, state ? "state_default" : "events_default", state ? POWER_STATE : 0);
    return power_at(power_get(levels, "events"), type, otherwise);
}

int64_t matrix_power_to(const struct matrix_power *power, const char *act)
{
    int64_t otherwise = strcmp(act, "invite") == 0 ? 0 : POWER_STATE;
    return power_at(power_tree(power), act, otherwise);
}
