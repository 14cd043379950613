#!/usr/bin/env python3
"""writing.py [FOLDER] > writing.def: which writing a letter belongs to, and what cannot be seen.

Reads Unicode's tables as Debian's package unicode-data has them (in /usr/share/unicode, or FOLDER).
Letters that every writing shares are left out, and so is what no version has assigned yet: where
two pieces of a writing have nothing but such gaps between them they become one.
"""

import re
import sys


def ranges(path, wanted):
    """(first, last, value) of the rows whose value is wanted, and the version of the file."""
    rows = []
    version = None
    with open(path, encoding="utf-8") as file:
        for line in file:
            version = version or re.match(r"# \w+-([\d.]+)\.txt", line)
            row = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
            if row and wanted(row[3]):
                rows.append((int(row[1], 16), int(row[2] or row[1], 16), row[3]))
    return sorted(rows), version[1]


def merged(rows, taken):
    """Neighbours of one value become one, over points that are in none of the taken rows."""
    out = []
    for first, last, value in rows:
        if out and out[-1][2] == value and not any(
                a < first and b > out[-1][1] for a, b, _ in taken):
            out[-1] = (out[-1][0], last, value)
        else:
            out.append((first, last, value))
    return out


def main(folder):
    everything, version = ranges(f"{folder}/Scripts.txt", lambda value: True)
    shared = ("Common", "Inherited")
    own = [row for row in everything if row[2] not in shared]
    common = [row for row in everything if row[2] in shared]
    unseen, _ = ranges(f"{folder}/DerivedCoreProperties.txt",
                       lambda value: value == "Default_Ignorable_Code_Point")
    print(f"/* Made by writing.py from Unicode {version}. Not edited by hand. */")
    for name in sorted({value for _, _, value in own}):
        print(f'WRITING({name.upper()}, "{name.replace("_", " ")}")')
    for first, last, name in merged(own, common):
        print(f"WRITING_RANGE(0x{first:04X}, 0x{last:04X}, {name.upper()})")
    for first, last, _ in merged(unseen, everything):
        print(f"WRITING_UNSEEN(0x{first:04X}, 0x{last:04X})")


main(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode")
