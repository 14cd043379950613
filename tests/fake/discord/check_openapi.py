#!/usr/bin/python3
"""check_openapi.py RECORD…: recorded traffic against Discord's own description of its interface.

The description is found through DEADDROP_DISCORD_OPENAPI, or as ../shared/data/discord-openapi.json
beside the repository. Without it nothing is checked: that is said loudly, and the status is 77.
"""

import collections
import json
import os
import pathlib
import re
import sys

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[3]
API = "/api/v10"
SHOWN = 20
# What differs each time, and is of the same shape: ids, tokens, moments, when it was said.
PASSING = re.compile(r"\d{4}-\d\d-\d\dT[^\"]*|[0-9a-f]{16,}|\d{6,}|^{\"at_ms\": ?\d+")
# Texts of which the description limits the length alone.
TEXT = re.compile(r'("(?:content|custom_id|description|label|nonce|placeholder|text|title|topic)":)'
                  r' ?"((?:[^"\\]|\\.)*)"')


def description():
    """The description, or None."""
    named = os.environ.get("DEADDROP_DISCORD_OPENAPI")
    path = pathlib.Path(named) if named else beside()
    if not path or not path.exists():
        return None
    return json.loads(path.read_text(encoding="utf-8"))


def beside():
    """../shared/data, seen from the repository or from a worktree of it further down."""
    for folder in [ROOT, *ROOT.parents][:4]:
        path = folder.parent / "shared" / "data" / "discord-openapi.json"
        if path.exists():
            return path
    return None


class Routes:
    """Paths of the description, by which requests are found."""

    def __init__(self, spec):
        self.spec = spec
        self.resolver = jsonschema.RefResolver("", spec)
        self.rows = []
        for template, operations in spec["paths"].items():
            pattern = re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template))
            literal = len(re.sub(r"\{[^}]+\}", "", template))
            self.rows.append((re.compile(pattern + "$"), literal, template, operations))
        self.rows.sort(key=lambda row: -row[1])
        self.validators = {}

    def find(self, method, path):
        for pattern, _, template, operations in self.rows:
            if pattern.match(path) and method.lower() in operations:
                return template, operations[method.lower()]
        return None, None

    def resolve(self, item):
        while "$ref" in item:
            item = self.resolver.resolve(item["$ref"])[1]
        return item

    def problems(self, key, schema, value):
        """What is wrong with a value, as the deepest errors."""
        if key not in self.validators:
            self.validators[key] = jsonschema.Draft202012Validator(schema, resolver=self.resolver)
        error = jsonschema.exceptions.best_match(self.validators[key].iter_errors(value))
        if error is None:
            return []
        where = "/".join(str(step) for step in error.absolute_path)
        return [f"{where or 'body'}: {error.message[:200]}"]


def answer_schema(routes, operation, status):
    """The schema of this status; False: none is described."""
    responses = operation["responses"]
    for key in (str(status), f"{str(status)[0]}XX", "default"):
        if key in responses:
            content = routes.resolve(responses[key]).get("content", {})
            return content.get("application/json", {}).get("schema")
    return False


def bits(item):
    """Permissions as numbers: in requests the description says numbers, the documentation text."""
    if isinstance(item, list):
        return [bits(inner) for inner in item]
    name = "default_member_permissions"
    if isinstance(item, dict) and isinstance(item.get(name), str) and item[name].isdigit():
        return {**item, name: int(item[name])}
    return item


def check_request(routes, line, template, operation):
    body = operation.get("requestBody", {}).get("content", {})
    if line["request"] is None or line["status"] == 400:
        return []  # nothing, or refused: it was meant to be wrong
    if "application/json" not in body:
        return ["a body that nothing describes"]
    key = ("request", line["method"], template)
    return routes.problems(key, body["application/json"]["schema"], bits(line["request"]))


def numbered(item):
    """Error names as numbers: there the description says numbers, the documentation has names."""
    if isinstance(item, list):
        return [numbered(inner) for inner in item]
    if not isinstance(item, dict):
        return item
    copy = {name: numbered(inner) for name, inner in item.items()}
    for error in copy.get("_errors", []):
        error["code"] = 0
    return copy


def check_answer(routes, line, template, operation):
    if line["fault"] or line["dropped"]:
        return []
    schema = answer_schema(routes, operation, line["status"])
    if schema is False:
        return [f"status {line['status']} is not described"]
    if schema is None or line["response"] is None:
        if (schema is None) != (line["response"] is None):
            return [f"status {line['status']}: a body, or none, against the description"]
        return []
    key = ("answer", line["method"], template, line["status"])
    return routes.problems(key, schema, numbered(line["response"]))


def check(routes, line):
    path = line["path"].split("?")[0]
    if not path.startswith(API):
        return []
    path = path[len(API):].replace("%40", "@")
    template, operation = routes.find(line["method"], path)
    if operation is None:
        return [] if line["status"] in (404, 405) else ["no such route is described"]
    found = [f"request: {text}" for text in check_request(routes, line, template, operation)]
    found += [f"answer: {text}" for text in check_answer(routes, line, template, operation)]
    return found


def shape(text):
    """Equal for lines of which one need not be looked at: nothing but what passes differs."""
    return PASSING.sub("#", TEXT.sub(text_length, text))


def text_length(found):
    """A text by its length, as it is written: an escape counts as what it stands for."""
    return f"{found[1]}{len(found[2]) - found[2].count(chr(92))}"


def main(records):
    spec = description()
    if spec is None:
        print("=" * 78)
        print("SKIPPED: Discord's OpenAPI description is not here, NOTHING was checked against it.")
        print("Name it in DEADDROP_DISCORD_OPENAPI.")
        print("=" * 78)
        return 77
    routes = Routes(spec)
    counts = collections.Counter()
    shown = 0
    seen = set()
    for record in records:
        for text in pathlib.Path(record).read_text(encoding="utf-8").splitlines():
            counts["requests"] += 1
            kind = shape(text)
            if kind in seen:
                continue
            seen.add(kind)
            line = json.loads(text)
            for problem in check(routes, line):
                counts["problems"] += 1
                if shown < SHOWN:
                    print(f"{line['method']} {line['route']} {line['status']}: {problem}")
                    shown += 1
    print(f"{counts['requests']} requests and answers checked ({len(seen)} of their own kind), "
          f"{counts['problems']} problems")
    return 1 if counts["problems"] or not counts["requests"] else 0


sys.exit(main(sys.argv[1:]))
