"""A small reverse proxy between the program and the homeserver that keeps what passes: a line of
JSON for each request, as ../shared/tools/mxspec.py reads it; no headers, and so no tokens. "at" is
when it began and when its answer was there, in seconds of this machine's clock."""

import http.client
import http.server
import json
import re
import threading
import time
import urllib.parse

HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host", "expect",
       "content-encoding", "accept-encoding"}
UPSTREAM_S = 120


def parsed(text, kind):
    """JSON as it is; of other bytes, a picture's, that they were there."""
    if not text:
        return None
    if "json" not in (kind or ""):
        return f"{len(text)} bytes"
    try:
        return json.loads(text)
    except ValueError:
        return None


def events_in(answer):
    """Ids of all events, with who sent them, in an answer of any shape."""
    if isinstance(answer, list):
        for one in answer:
            yield from events_in(one)
    elif isinstance(answer, dict):
        if "event_id" in answer and "sender" in answer:
            yield answer["event_id"]
        for one in answer.values():
            yield from events_in(one)


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection of the program's, and the one that goes on from it."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    upstream = None
    begun = 0.0

    def log_message(self, *_):
        pass

    def body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            text = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                text += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return text
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def ask(self, text, headers):
        if self.upstream is None:
            self.upstream = http.client.HTTPConnection(*self.server.target, timeout=UPSTREAM_S)
        self.upstream.request(self.command, self.path, text or None, headers)
        answer = self.upstream.getresponse()
        return answer, answer.read()

    def passed(self):
        text = self.body()
        polls = self.path.partition("?")[0].endswith("/sync")
        self.server.before(self.command, self.path)
        self.begun = time.monotonic()
        self.server.flies(0 if polls else 1)
        try:
            self.passed_on(text)
        finally:
            self.server.flies(0 if polls else -1)

    def harmed(self, text):
        """What trouble() has for this request, done; False: it passes."""
        kind = self.server.trouble_for(self.command + " " + self.path.partition("?")[0])
        if kind == "lost":
            headers = {k: v for k, v in self.headers.items() if k.lower() not in HOP}
            try:
                self.ask(text, headers)
            except (OSError, http.client.HTTPException):
                pass
            self.drop()
        if kind is not None:
            status = {"limited": 429}.get(kind, 502)
            body = b'{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":300}' if status == 429 else b""
            self.keep(text, status, body, "application/json")
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        return kind is not None

    def passed_on(self, text):
        if self.harmed(text):
            return
        headers = {k: v for k, v in self.headers.items() if k.lower() not in HOP}
        if not text and self.command in ("PUT", "POST"):
            headers["Content-Length"] = "0"
        kept = self.upstream is not None
        try:
            try:
                answer, got = self.ask(text, headers)
            except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
                self.upstream.close()
                self.upstream = None
                if not kept or self.command == "POST":
                    raise  # it may have been heard, and twice would be two
                answer, got = self.ask(text, headers)  # the kept connection had been closed
        except (OSError, http.client.HTTPException):
            self.drop()
            self.keep(text, 502, b"", None)
            self.send_response(502)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.keep(text, answer.status, got, answer.getheader("Content-Type"))
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(got)))
        self.end_headers()
        self.wfile.write(got)

    def drop(self):
        if self.upstream is not None:
            self.upstream.close()
        self.upstream = None

    def keep(self, text, status, got, kind):
        path, _, query = self.path.partition("?")
        if "json" in (kind or "") and self.server.late_s and self.command == "GET":
            time.sleep(self.server.late_s)
        self.server.keep({
            "at": [self.begun, time.monotonic()],
            "method": self.command, "path": path,
            "query": urllib.parse.parse_qs(query, keep_blank_values=True),
            "body": parsed(text, self.headers.get("Content-Type", "application/json")),
            "status": status, "response": parsed(got, kind) if "json" in (kind or "") else None})

    def finish(self):
        self.drop()
        super().finish()

    do_GET = do_POST = do_PUT = do_DELETE = do_OPTIONS = passed  # names that http.server calls


class Recorder(http.server.ThreadingHTTPServer):
    """Listens on a free port of loopback; records is what came by, oldest first."""

    daemon_threads = True

    def __init__(self, target_url):
        parts = urllib.parse.urlsplit(target_url)
        self.target = (parts.hostname, parts.port or 80)
        self.lock = threading.Condition()
        self.records = []
        self.handed = {}  # event: when the program was told of it, each time
        self.late_s = 0  # so much later comes what it reads
        self.troubles = []  # (pattern, kind): each for one request
        self.before = lambda method, path: None  # called with what is about to pass
        self.flying, self.still_since = 0, 0.0  # what is no poll
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # the program was killed, or has hung up

    def keep(self, record):
        events = set(events_in(record["response"])) if record["method"] == "GET" else ()
        with self.lock:
            self.records.append(record)
            for event in events:
                self.handed.setdefault(event, []).append(record["at"][1])
            if events:
                self.still_since = time.monotonic()
            self.lock.notify_all()

    def flies(self, more):
        with self.lock:
            self.flying += more
            if more:
                self.still_since = time.monotonic()
            self.lock.notify_all()

    def trouble(self, pattern, *kinds):
        """The next requests that fit ("PUT /_matrix/…") go wrong, one by one: "away" 502 and
        nothing happened, "lost" 502 and it happened, "limited" 429."""
        with self.lock:
            self.troubles += [(pattern, kind) for kind in kinds]

    def trouble_for(self, request):
        with self.lock:
            for one in self.troubles:
                if re.search(one[0], request):
                    self.troubles.remove(one)
                    return one[1]
        return None

    def until_still(self, event, still_s, end):
        """Until the program was told of the event (None: of any), and then has asked for nothing
        for so long; at the latest at that time."""
        with self.lock:
            while (now := time.monotonic()) < end:
                left = self.still_since + still_s - now
                if (event is None or event in self.handed) and not self.flying and left <= 0:
                    return
                self.lock.wait(min(end - now, left if left > 0 and not self.flying else 1))

    def taken(self):
        with self.lock:
            return list(self.records)

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            for record in self.taken():
                file.write(json.dumps(record) + "\n")

    def close(self):
        self.shutdown()
        self.server_close()
