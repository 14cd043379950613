#!/usr/bin/env python3
"""ics_read.py GOLDENS: reads the calendar files that test_ics.c holds as strictly as RFC 5545 is
written, and as a calendar would: what each event says, and what the wall's clock shows."""

import datetime
import re
import sys
import zoneinfo

NAME = re.compile(r"[A-Z][A-Z0-9-]*")
MOMENT = "%Y%m%dT%H%M%SZ"
ONE = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "STATUS", "SUMMARY"}
MAY = {"DESCRIPTION", "LOCATION", "URL"}
TEXTS = {"SUMMARY", "DESCRIPTION", "LOCATION", "UID"}


def lines(data):
    """The unfolded lines."""
    assert data.endswith(b"\r\n"), "ends with CR LF"
    found = []
    for line in data[:-2].split(b"\r\n"):
        assert len(line) <= 75, line
        assert not re.search(rb"[\x00-\x1f\x7f]", line), line
        line = line.decode("utf-8")  # folds are between characters
        if line.startswith(" "):
            found[-1] += line[1:]
        else:
            assert line, "an empty line"
            found.append(line)
    return found


def text(value):
    """A TEXT as it was meant."""
    assert re.fullmatch(r"(?:[^\\;,]|\\[\\;,n])*", value), value
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], value)


def component(rest, name):
    """The component that has begun, as its properties and the components in it."""
    properties, inner = {}, []
    while True:
        key, colon, value = rest.pop(0).partition(":")
        assert colon and NAME.fullmatch(key), key
        if key == "END":
            assert value == name, value
            return properties, inner
        if key == "BEGIN":
            inner.append((value, component(rest, value)))
            continue
        assert key not in properties, f"{key} twice"
        properties[key] = text(value) if key in TEXTS else value


def event(properties, inner):
    assert ONE <= set(properties) <= ONE | MAY, properties.keys()
    for key in ("DTSTAMP", "DTSTART", "DTEND"):
        moment = datetime.datetime.strptime(properties[key], MOMENT)
        properties[key] = moment.replace(tzinfo=datetime.timezone.utc)
    assert properties["DTEND"] > properties["DTSTART"]
    assert properties["STATUS"] in ("CONFIRMED", "CANCELLED")
    properties["SEQUENCE"] = int(properties["SEQUENCE"])
    confirmed = properties["STATUS"] == "CONFIRMED"
    assert [name for name, _ in inner] == ["VALARM"] * confirmed, inner
    for _, (alarm, more) in inner:
        assert not more and alarm == {
            "ACTION": "DISPLAY", "TRIGGER": "-PT1H", "DESCRIPTION": properties["SUMMARY"]}
    return properties


def read(folder, name):
    with open(f"{folder}/{name}", "rb") as file:
        rest = lines(file.read())
    assert rest.pop(0) == "BEGIN:VCALENDAR"
    properties, inner = component(rest, "VCALENDAR")
    assert not rest, rest
    assert properties == {"VERSION": "2.0", "PRODID": "-//deaddrop//deaddrop//EN",
                          "CALSCALE": "GREGORIAN"}
    assert {kind for kind, _ in inner} == {"VEVENT"}
    events = [event(*found) for _, found in inner]
    assert len({one["UID"] for one in events}) == len(events)
    return events


def main(folder):
    berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    once, = read(folder, "once.ics")
    assert once["SUMMARY"] == "Spyfall, Decrypto; and more \\o/"
    assert once["DESCRIPTION"].endswith('bleibt lang."\nEND:VEVENT'), once["DESCRIPTION"]
    assert once["DTEND"] - once["DTSTART"] == datetime.timedelta(minutes=90)
    weekly = read(folder, "weekly.ics")
    assert len(weekly) == 8
    for number, one in enumerate(weekly):
        local = one["DTSTART"].astimezone(berlin)
        day = datetime.date(2030, 10, 13) + datetime.timedelta(weeks=number)
        assert (local.date(), local.hour, local.minute) == (day, 20, 0), local
        assert one["UID"] == f"kJ3_weekly-{day:%Y%m%d}@deaddrop"
        assert one["URL"] == "https://play.example/night?of=den&n=1"
        assert one["STATUS"] == "CONFIRMED" and one["SEQUENCE"] == 2
    cancelled = read(folder, "cancelled.ics")
    assert [one["STATUS"] for one in cancelled] == ["CONFIRMED", "CANCELLED"]
    assert [one["UID"] for one in cancelled] == [one["UID"] for one in weekly[:2]]
    assert all(one["SEQUENCE"] == 3 for one in cancelled)
    print("read")


main(sys.argv[1])
