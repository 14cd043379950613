#include "unseen.h"

#include <stdbool.h>

size_t unseen_sign(const char *text, size_t len)
{
    const unsigned char *sign = (const unsigned char *)text;
    if (len >= 2 && sign[0] == 0xd8 && sign[1] == 0x9c) {
        return 2;
    }
    if (len < 3) {
        return 0;
    }
    if (sign[0] == 0xef && sign[1] == 0xbb && sign[2] == 0xbf) {
        return 3;
    }
    if (sign[0] != 0xe2) {
        return 0;
    }
    bool first = sign[1] == 0x80 && (sign[2] == 0x8b || sign[2] == 0x8e || sign[2] == 0x8f ||
                                     (sign[2] >= 0xa8 && sign[2] <= 0xae));
    bool second = sign[1] == 0x81 && sign[2] >= 0xa0 && sign[2] <= 0xa9;
    return first || second ? 3 : 0;
}
