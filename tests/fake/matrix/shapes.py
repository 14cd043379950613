#!/usr/bin/python3
"""shapes.py [--check]: distils shapes.json out of the index of the Matrix specification: what the
answers to all that the bot asks, what the server hands to an application service, and what events
look like. --check says whether the file is still what the index yields. The index is beside the
repository (../shared/data/matrix-spec-index.json, or what DEADDROP_MATRIX_SPEC names); without it
nothing is checked: that is said loudly, and the status is 77.

A node: t type · p members · r those required · i items · o members of any name, k the format of
their names · e enum · f format · m it carries meaning (below) · ref one of "defs"."""

import json
import os
import sys

from fake_client import beside

C3 = "/_matrix/client/v3"
C1 = "/_matrix/client/v1"
ROOM = C3 + "/rooms/{roomId}"

# All that adapters/matrix asks; ../salon/test_shapes.c holds this list against what it asks.
ASKED = [
    "GET /.well-known/matrix/client",
    "GET /_matrix/client/versions",
    f"GET {C3}/login",
    f"POST {C3}/login",
    f"POST {C3}/logout",
    f"POST {C3}/refresh",
    f"POST {C3}/register",
    f"GET {C3}/account/whoami",
    f"PUT {C3}/devices/{{deviceId}}",
    f"POST {C3}/keys/query",
    f"POST {C3}/user/{{userId}}/filter",
    f"GET {C3}/user/{{userId}}/account_data/{{type}}",
    f"PUT {C3}/user/{{userId}}/account_data/{{type}}",
    f"GET {C3}/sync",
    f"GET {C3}/joined_rooms",
    f"POST {C3}/createRoom",
    f"POST {C3}/join/{{roomIdOrAlias}}",
    f"POST {ROOM}/invite",
    f"POST {ROOM}/kick",
    f"POST {ROOM}/leave",
    f"POST {ROOM}/forget",
    f"GET {ROOM}/event/{{eventId}}",
    f"GET {ROOM}/messages",
    f"GET {ROOM}/members",
    f"GET {ROOM}/state",
    f"GET {ROOM}/state/{{eventType}}/{{stateKey}}",
    f"PUT {ROOM}/state/{{eventType}}/{{stateKey}}",
    f"PUT {ROOM}/send/{{eventType}}/{{txnId}}",
    f"PUT {ROOM}/redact/{{eventId}}/{{txnId}}",
    f"GET {C1}/media/config",
    "POST /_matrix/media/v3/upload",
    f"POST {C1}/appservice/{{appserviceId}}/ping",
]
# What an application service is handed: bodies of requests.
HANDED = ["PUT /_matrix/app/v1/transactions/{txnId}", "POST /_matrix/app/v1/ping"]
EVENTS = ("m.room.", "m.space.", "m.policy.", "m.reaction", "m.sticker", "m.call.invite",
          "m.direct", "m.ignored_user_list", "m.invite_permission_config", "m.fully_read",
          "m.marked_unread", "m.tag", "m.presence", "m.receipt", "m.typing")

# Answers that any request may have, beside those of its own.
COMMON = ("400", "401", "429", "500")
ERROR = {"t": "object", "p": {"errcode": {"t": "string"}, "error": {"t": "string"}},
         "r": ["errcode", "error"]}

# Members that carry meaning: what says nothing of the kind is not made to, and what does keeps it.
MEANS = {
    "rooms", "join", "invite", "leave", "knock", "timeline", "state", "state_after", "events",
    "invite_state", "knock_state", "account_data", "limited", "prev_batch", "end", "state_key",
    "redacts", "unsigned", "transaction_id", "redacted_because", "prev_content", "replaces_state",
    "membership", "summary", "device_id", "is_guest", "refresh_token", "expires_in_ms",
    "device_keys",
    "errcode", "soft_logout", "retry_after_ms", "m.upload.size", "m.relates_to", "m.new_content",
}

# What the specification describes in prose alone.
RELATES = {"t": "object", "p": {
    "rel_type": {"t": "string", "e": ["m.thread", "m.replace", "m.reference"]},
    "event_id": {"t": "string", "f": "mx-event-id"},
    "is_falling_back": {"t": "boolean"},
    "m.in_reply_to": {"t": "object", "p": {"event_id": {"t": "string", "f": "mx-event-id"}},
                      "r": ["event_id"]}}}
MENTIONS = {"t": "object", "p": {
    "user_ids": {"t": "array", "i": {"t": "string", "f": "mx-user-id"}},
    "room": {"t": "boolean"}}}
NEW = {"t": "object", "p": {"msgtype": {"t": "string", "e": ["m.text"]}, "body": {"t": "string"}},
       "r": ["msgtype", "body"]}


def merge(one, other):
    """Both hold: allOf."""
    for key, value in other.items():
        if key == "p":
            members = one.setdefault("p", {})
            for name, node in value.items():
                members[name] = merge(members[name], node) if name in members else node
        elif key == "r":
            one["r"] = one.get("r", []) + [name for name in value if name not in one.get("r", [])]
        elif key == "t" and "t" in one and "p" in one:
            continue  # an object, more closely
        else:
            one[key] = value
    return one


def shape(schema):
    """A JSON schema as a node."""
    node = {}
    for part in schema.get("allOf", []):
        merge(node, shape(part))
    for part in (schema.get("oneOf") or schema.get("anyOf") or [])[:1]:
        merge(node, shape(part))
    own = {}
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind:
        own["t"] = kind
    if "const" in schema or "enum" in schema:
        own["e"] = schema.get("enum") or [schema["const"]]
    if "format" in schema and str(schema["format"]).startswith(("mx-", "uri")):
        own["f"] = schema["format"]
    if schema.get("properties"):
        own["p"] = {name: shape(part) for name, part in schema["properties"].items()}
    if isinstance(schema.get("items"), dict):
        own["i"] = shape(schema["items"])
    for part in list((schema.get("patternProperties") or {}).values())[:1]:
        own["o"] = shape(part)
        if part.get("x-pattern-format"):
            own["k"] = part["x-pattern-format"]
    if isinstance(schema.get("additionalProperties"), dict) and "o" not in own:
        own["o"] = shape(schema["additionalProperties"])
    if schema.get("required"):
        own["r"] = list(schema["required"])
    merge(node, own)
    if "t" not in node:
        node["t"] = "object" if "p" in node or "o" in node or not node else "string"
    return node


def meaning(node):
    """Marks the members that carry meaning."""
    for name, member in node.get("p", {}).items():
        if name in MEANS:
            member["m"] = 1
        meaning(member)
    for key in ("i", "o"):
        if key in node:
            meaning(node[key])
    return node


def error(status, schema):
    node = merge(json.loads(json.dumps(ERROR)), shape(schema) if schema else {})
    if status == "429":
        node["p"]["retry_after_ms"] = {"t": "integer"}
    if status == "401":
        node["p"]["soft_logout"] = {"t": "boolean"}
    return node


def answers(op):
    found = {"200": meaning(shape(op["resp"].get("200") or {}))}
    for status in sorted(set(COMMON) | set(op["resp"])):
        if status[0] in "45":
            found[status] = error(status, op["resp"].get(status))
    return found


def event(name, schema):
    node = shape(schema)
    content = node.get("p", {}).get("content", {"t": "object"})
    if name.startswith("m.room.message"):
        members = content.setdefault("p", {})
        members["m.mentions"] = MENTIONS
        members["m.relates_to"] = RELATES
        members["m.new_content"] = NEW
    found = {"content": content, "type": name.split("$")[0]}
    if "state_key" in node.get("p", {}):
        found["state"] = node["p"]["state_key"]
    return found


def share(root):
    """What stands in several places stands once, in "defs"."""
    seen, defs, names = {}, {}, {}

    def text(node):
        return json.dumps(node, separators=(",", ":"), sort_keys=True)

    def parts(node):
        return list(node.get("p", {}).values()) + [node[key] for key in ("i", "o") if key in node]

    def count(node):
        key = text(node)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] == 1:
            for part in parts(node):
                count(part)

    def replaced(node):
        key = text(node)
        if seen[key] > 1 and len(key) > 120:
            if key not in names:
                names[key] = f"n{len(names) + 1}"
                defs[names[key]] = inner(node)
            return {"ref": names[key]}
        return inner(node)

    def inner(node):
        made = {key: node[key] for key in node if key not in ("p", "i", "o")}
        if "p" in node:
            made["p"] = {name: replaced(part) for name, part in node["p"].items()}
        for key in ("i", "o"):
            if key in node:
                made[key] = replaced(node[key])
        return made

    places = [(op["answers"], status) for op in root["ops"].values() for status in op["answers"]]
    places += [(root["handed"], name) for name in root["handed"]]
    places += [(one, "content") for one in root["events"].values()]
    for place, key in places:
        count(place[key])
    for place, key in places:
        place[key] = replaced(place[key])
    return {"defs": defs, **root}


def distil(index):
    ops = {}
    for op in index["ops"]:
        ops.setdefault(f"{op['m']} {op['p']}", op)
    missing = [name for name in ASKED + HANDED if name not in ops]
    assert not missing, f"not in the index: {missing}"
    root = share({
        "ops": {name: {"answers": answers(ops[name])} for name in ASKED},
        "handed": {name: meaning(shape(ops[name]["body"])) for name in HANDED},
        "events": {name: event(name, schema) for name, schema in index["events"].items()
                   if name.startswith(EVENTS)}})
    lines = []
    for part, rows in root.items():
        inside = ",\n".join(f'  "{name}": ' + json.dumps(row, separators=(",", ":"))
                            for name, row in rows.items())
        lines.append(f' "{part}": {{\n{inside}}}')
    return "{\n" + ",\n".join(lines) + "}\n"


def main(words):
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shapes.json")
    path = os.environ.get("DEADDROP_MATRIX_SPEC") or beside("data", "matrix-spec-index.json")
    if not path:
        print("=" * 78)
        print("SKIPPED: the specification's description is not here, NOTHING was checked.")
        print("=" * 78)
        return 77
    with open(path, encoding="utf-8") as source:
        text = distil(json.load(source))
    if words == ["--check"]:
        with open(file, encoding="utf-8") as there:
            same = there.read() == text
        print("shapes: " + ("as the index has them" if same else
                            "not what the index yields any more: run tests/fake/matrix/shapes.py"))
        return 0 if same else 1
    with open(file, "w", encoding="utf-8") as there:
        there.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
