#!/usr/bin/env python3
"""What a host needs, measured on this machine and drawn: config/sizing.md is made of it.

sizing.py turns BUILD FILE    durable turns a second and how long one waits, by turns in flight, on
                              SQLite in the current folder and on PostgreSQL, added to FILE (JSON)
sizing.py workers BUILD FILE N…
                              the same by N processes at once on one PostgreSQL, each with a part
                              of one house: what a server takes, however many workers play
sizing.py tables BUILD FILE N…
                              start, memory and disk with N open tables on both
sizing.py divided BUILD FILE N…
                              the same with N open tables in four parts of one house, all of them
                              started at once
sizing.py draw FILE FOLDER    the curves, as SVG
sizing.py --smoke BUILD       a little of each: does it still run?

Needs tests/postgres.py's packages. BUILD is build/release."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
import postgres

SMOKE = sys.argv[1:2] == ["--smoke"]
IN_FLIGHT = (1, 64) if SMOKE else (1, 4, 16, 64, 256, 1024)
BASE = 10 if SMOKE else 500  # tables that are really played; the others are copies of theirs
PARTS = 4
COPIED_S = 1800
FIGURE = re.compile(r"^(.{35})(.{24}) *([0-9.]+) (\S+) +\(([0-9.]+) to ([0-9.]+)\)")


def figures(text):
    """The medians of a measurement, by what they are called."""
    found = {}
    for line in text.splitlines():
        match = FIGURE.match(line)
        if match:
            found[match.group(2).strip()] = float(match.group(3))
    return found


def bench(build, name, *words, url=None):
    env = {key: value for key, value in os.environ.items() if key != "DD_POSTGRES"}
    if url:
        env["DD_POSTGRES"] = url
    smoke = ["--smoke"] if SMOKE else []
    return subprocess.Popen([os.path.join(os.path.abspath(build), f"bench_{name}"), *smoke, *words],
                            env=env, stdout=subprocess.PIPE, text=True)


def ended(process):
    text = process.communicate()[0]
    assert process.returncode == 0, text
    return text


class Results:
    def __init__(self, path):
        self.path = path
        self.all = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                self.all = json.load(file)

    def add(self, kind, series, place, found):
        self.all.setdefault(kind, {}).setdefault(series, {})[str(place)] = found
        print(kind, series, place, found, flush=True)
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(self.all, file, indent=1, sort_keys=True)
            file.write("\n")


def schema(cluster, name):
    cluster.sql(f"SET client_min_messages = error; DROP SCHEMA IF EXISTS {name} CASCADE; "
                f"CREATE SCHEMA {name} AUTHORIZATION deaddrop", "deaddrop")
    return f"{cluster.url()}&options=-csearch_path%3D{name}"


def turns(build, results, _words):
    cluster = postgres.Cluster(True)
    try:
        for number in IN_FLIGHT:
            for series, url in ("SQLite", None), ("PostgreSQL", schema(cluster, "turns")):
                found = figures(ended(bench(build, "store", "--in-flight", str(number), url=url)))
                results.add("turns", series, number, found)
    finally:
        cluster.close()


def parts(build, cluster, count):
    """Places of so many parts of a new house, beside the first, which makes what all of them
    share."""
    cluster.sql("; ".join(["SET client_min_messages = error"] + [
        f"DROP SCHEMA IF EXISTS house_part_{part} CASCADE" for part in range(1, count + 1)]),
                "deaddrop")
    url = schema(cluster, "house")
    ended(bench(build, "house", "--fill", "1", url=url))
    return [f"{url}#{part}" for part in range(1, count + 1)]


def workers(build, results, counts):
    cluster = postgres.Cluster(True)
    try:
        for count in map(int, counts):
            running = [bench(build, "store", "--in-flight", "64", url=url)
                       for url in parts(build, cluster, count)]
            each = [figures(ended(one)) for one in running]
            results.add("workers", "PostgreSQL", count, {
                "durable turns": sum(one["durable turns"] for one in each),
                "latency p50": max(one["latency p50"] for one in each),
                "latency p99": max(one["latency p99"] for one in each)})
    finally:
        cluster.close()


def multiply(cluster, name, tables):
    """Copies of the tables that are there, until there are so many, each sound."""
    def summed(tag, columns):
        return (f"(('x' || left(encode(sha256(convert_to(ROW('{tag}', {columns})::text, 'UTF8')), "
                "'hex'), 8))::bit(32)::int4)")

    copies = tables // BASE - 1
    last = "(SELECT max(id) FROM {0})"
    many = f"generate_series(1::bigint, {copies}) AS c"
    line, sent = "c * l.last", "c * s.last"
    ids = "FROM {0} AS t, " + many + \
        ", (SELECT " + last.format("journal") + " AS last) AS l" \
        ", (SELECT " + last.format("sent") + " AS last) AS s"
    written = [
        ("tables", "id, room, game, header",
         f"t.id + c * {BASE}, t.room || '.' || c, t.game, t.header", True,
         "id, room, game, header"),
        ("standing", "id, phase, due_ms, step, line, sent",
         f"t.id + c * {BASE}, t.phase, t.due_ms, t.step, t.line + {line}, t.sent + {sent}", True,
         "id, phase, due_ms, step, line, sent"),
        ("open_table", "id", f"t.id + c * {BASE}", False, None),
        ("journal", "id, table_id, step, before, event, hash, line",
         f"t.id + {line}, t.table_id + c * {BASE}, t.step, t.before + {line}, t.event, t.hash, "
         "t.line", True, "table_id, step, before, event, hash, line"),
        ("sent", "id, table_id, before, step, audience, room, platform_id",
         f"t.id + {sent}, t.table_id + c * {BASE}, t.before + {sent}, t.step, t.audience, t.room, "
         "t.platform_id", True, "table_id, before, step, audience, room, platform_id"),
    ]
    sql = [f"SET search_path = {name}", "SET bytea_output = hex"]
    for table, columns, values, has_sum, over in written:
        rows = f"SELECT {values} " + ids.format(table)
        sums = f", {summed(table, over)}" if has_sum else ""
        sql.append(f"CREATE TABLE more_{table} AS SELECT {columns}{sums} AS sum FROM ({rows}) AS n "
                   f"({columns})" if has_sum else f"CREATE TABLE more_{table} AS {rows}")
    for table, columns, _values, has_sum, _over in written:
        names = columns + (", sum" if has_sum else "")
        sql += [f"INSERT INTO {table} ({names}) SELECT * FROM more_{table}",
                f"DROP TABLE more_{table}"]
    sql += [f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
            for table in ("journal", "sent")]
    sql.append(f"UPDATE mark SET table_last = {tables}, sum = " +
               summed("mark", f"commits, alive_ms, {tables}, outbox_last, lineage"))
    cluster.sql("; ".join(sql), "deaddrop", COPIED_S)


def tables_of(build, results, counts):
    cluster = postgres.Cluster(False)
    program = os.path.join(os.path.abspath(build), "deaddrop")
    try:
        for count in map(int, counts):
            url = schema(cluster, "tables")
            ended(bench(build, "house", "--fill", str(BASE), url=url))
            multiply(cluster, "tables", count)
            for path in pathlib.Path(".").glob("bench_house.db*"):
                path.unlink()
            subprocess.run([program, "copy", url, "bench_house.db"], check=True,
                           stdout=subprocess.DEVNULL,
                           env={**os.environ, "DEADDROP_STORE_PATH": "bench_house.db"})
            for series, where, size in (("SQLite", None, os.path.getsize("bench_house.db")),
                                        ("PostgreSQL", url, disk(cluster, "tables"))):
                found = figures(ended(bench(build, "house", "--start", str(count), url=where)))
                results.add("tables", series, count, {**found, "disk": size})
    finally:
        cluster.close()
        for path in pathlib.Path(".").glob("bench_house.db*"):
            path.unlink()


def disk(cluster, *names):
    """Bytes of what is in these schemas."""
    return int(cluster.sql(
        "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = "
        f"relnamespace WHERE nspname IN ({', '.join(map(repr, names))}) AND relkind = 'r'",
        "deaddrop"))


def divided(build, results, counts):
    cluster = postgres.Cluster(False)
    try:
        for count in map(int, counts):
            urls = parts(build, cluster, PARTS)
            names = [f"house_part_{part}" for part in range(1, PARTS + 1)]
            for url, name in zip(urls, names):
                ended(bench(build, "house", "--fill", str(BASE), url=url))
                multiply(cluster, name, count // PARTS)
            running = [bench(build, "house", "--start", str(count // PARTS), url=url)
                       for url in urls]
            each = [figures(ended(one)) for one in running]
            results.add("tables", "PostgreSQL, four parts", count, {
                "memory": sum(one["memory"] for one in each),
                "started in": max(one["started in"] for one in each),
                "disk": disk(cluster, *names)})
    finally:
        cluster.close()


# --- curves ---------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 360, 70, 40, 40, 50
COLOURS = {"SQLite": "#1b6ca8", "PostgreSQL": "#c8553d", "PostgreSQL, four parts": "#3f7d20"}
ROUND = (1, 2, 5)


def ceiling(value):
    """The next number that begins with 1, 2 or 5."""
    power = 1
    while True:
        for step in ROUND:
            if step * power >= value:
                return step * power
        power *= 10


def curve(title, unit, across, series):
    """A picture: for each series a line of (place, value), places at equal distances."""
    places = sorted({place for points in series.values() for place, _ in points})
    top = ceiling(max(value for points in series.values() for _, value in points))
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(place, value):
        steps = max(len(places) - 1, 1)
        return (LEFT + wide * places.index(place) / steps, TOP + high * (1 - value / top))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
           f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'font-family="sans-serif" font-size="13"><title>{title}</title>'
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
           f'<text x="{LEFT}" y="22" font-size="15">{title}</text>']
    for i in range(6):
        value = top * i / 5
        y = at(places[0], value)[1]
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for place in places:
        out.append(f'<text x="{at(place, 0)[0]:.1f}" y="{HEIGHT - BOTTOM + 18}" '
                   f'text-anchor="middle">{place:,}</text>')
    out.append(f'<text x="{LEFT + wide / 2:.0f}" y="{HEIGHT - 10}" text-anchor="middle">{across}'
               f'</text><text x="{WIDTH - RIGHT}" y="22" text-anchor="end">{unit}</text>')
    for row, (name, points) in enumerate(series.items()):
        colour = COLOURS.get(name, "#444")
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in points))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
                for x, y in (at(*point) for point in points)]
        out.append(f'<text x="{LEFT + 10}" y="{TOP + 16 + 18 * row}" fill="{colour}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"


PICTURES = [
    ("turns", "durable turns", "turns.svg", "Durable turns", "a second", "turns in flight"),
    ("turns", "latency p50", "wait.svg", "How long a turn waits, median", "ms", "turns in flight"),
    ("workers", "durable turns", "workers.svg", "Durable turns of one server, by who writes to it",
     "a second", "parts of a house, 64 in flight each"),
    ("tables", "memory", "memory.svg", "Memory after a start", "MB", "open tables"),
    ("tables", "started in", "start.svg", "Until the first move can be taken", "ms", "open tables"),
]


def draw(results, folder):
    for kind, figure, file, title, unit, across in PICTURES:
        if kind not in results.all:
            continue
        series = {name: sorted((int(place), found[figure]) for place, found in points.items())
                  for name, points in results.all[kind].items()}
        path = os.path.join(folder, file)
        with open(path, "w", encoding="utf-8") as out:
            out.write(curve(title, unit, across, series))
        print(path)


def smoke(build):
    """All of it, in a folder that goes away."""
    build = os.path.abspath(build)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        results = Results("measured.json")
        turns(build, results, [])
        workers(build, results, [2])
        tables_of(build, results, [2 * BASE])
        divided(build, results, [2 * PARTS * BASE])
        draw(results, ".")
        for path in pathlib.Path(".").glob("*.svg"):
            assert xml.etree.ElementTree.parse(path).getroot().findall("{*}polyline"), path
    return 0


def main():
    what, *words = sys.argv[1:]
    if what == "draw":
        draw(Results(words[0]), words[1])
        return 0
    if postgres.missing():
        print(f"no {postgres.missing()[0]} here: install postgresql-15", file=sys.stderr)
        return 77
    if SMOKE:
        return smoke(words[0])
    {"turns": turns, "workers": workers, "tables": tables_of, "divided": divided}[what](
        words[0], Results(words[1]), words[2:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
