/* What the host alone knows of a table's options. */
#ifndef TABLE_NAMES_H
#define TABLE_NAMES_H

struct table;

/* What the host knows beyond the rows: what there is to be chosen for an option that is a name
 * ("pack", "mission"). Each is given to add with what it is called, NULL: as it is written. */
struct table_names {
    void (*each)(const void *context, const struct table *table, const char *option,
                 void (*add)(void *to, const char *name, const char *called), void *to);
    const void *context;
};

#endif
