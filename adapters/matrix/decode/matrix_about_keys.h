/* What a sync says of keys. */
#ifndef MATRIX_ABOUT_KEYS_H
#define MATRIX_ABOUT_KEYS_H

enum matrix_about_keys {
    MATRIX_ABOUT_DEVICES,  /* device_lists: an object */
    MATRIX_ABOUT_ONE_TIME, /* device_one_time_keys_count: an object */
    MATRIX_ABOUT_FALLBACK  /* device_unused_fallback_key_types: a list */
};

#endif
