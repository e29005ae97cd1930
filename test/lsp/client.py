"""A language client on the standard library: what an editor says and hears."""
import json
import pathlib
import queue
import subprocess
import threading

TIMEOUT = 60  # seconds for one answer; a parse takes less than one


class Failure(Exception):
    pass


class ErrorAnswer(Exception):
    """The server's answer was an error."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


def encoded(text):
    """UTF-16 code units: what the protocol counts columns in."""
    return len(text.encode("utf-16-le")) // 2


def offset_of(text, position):
    """Index into a Python string."""
    lines = text.splitlines(keepends=True) + [""]
    before = sum(len(line) for line in lines[:position["line"]])
    column = 0
    for i, character in enumerate(lines[position["line"]]):
        if column >= position["character"]:
            return before + i
        column += encoded(character)
    return before + len(lines[position["line"]])


def apply_edits(text, edits):
    spans = sorted((offset_of(text, e["range"]["start"]), offset_of(text, e["range"]["end"]),
                    i, e["newText"]) for i, e in enumerate(edits))
    for begin, end, _, new in reversed(spans):
        text = text[:begin] + new + text[end:]
    return text


class Client:
    """One server process. Every wait has a limit."""

    def __init__(self, program, folder, options=None, capabilities=None, initialize=True):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=folder)
        self.answers = {}       # id -> message
        self.notifications = []
        self.news = queue.Queue()
        self.errors = []
        self.next_id = 0
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._drain, daemon=True).start()
        if initialize:
            self.initialize(options, capabilities)

    def initialize(self, options=None, capabilities=None):
        answer = self.ask("initialize", {
            "processId": None, "rootUri": None, "capabilities": capabilities or {},
            "initializationOptions": options})
        self.tell("initialized", {})
        return answer

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if length is None:
                self.news.put(None)
                return
            self.news.put(json.loads(out.read(length)))

    def _drain(self):
        for line in self.process.stderr:
            self.errors.append(line.decode("utf-8", "replace"))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(dict(message, jsonrpc="2.0"), ensure_ascii=False).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def _step(self, timeout):
        try:
            message = self.news.get(timeout=timeout)
        except queue.Empty:
            raise Failure(f"no message for {timeout} s; stderr: {''.join(self.errors)}") from None
        if message is None:
            raise Failure(f"the server ended, status {self.process.wait(10)}; "
                          f"stderr: {''.join(self.errors)}")
        if "id" in message and "method" not in message:
            self.answers[message["id"]] = message
        else:
            self.notifications.append(message)

    def end_of(self, question, timeout=TIMEOUT):
        while question not in self.answers:
            self._step(timeout)
        message = self.answers.pop(question)
        if "error" in message:
            raise ErrorAnswer(message["error"])
        return message["result"]

    def ask(self, method, params):
        return self.end_of(self.begin(method, params))

    def wait_for(self, wanted, timeout=TIMEOUT):
        """The first notification, past or to come, that is wanted."""
        seen = 0
        while True:
            for message in self.notifications[seen:]:
                if wanted(message):
                    return message
            seen = len(self.notifications)
            self._step(timeout)

    def diagnostics(self, uri, version):
        found = self.wait_for(lambda m: m["method"] == "textDocument/publishDiagnostics"
                              and m["params"]["uri"] == uri
                              and m["params"].get("version") == version)
        return found["params"]["diagnostics"]

    def shut_down(self):
        """Gives: the exit status."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(TIMEOUT)


class File:
    """A file as an open editor buffer."""

    def __init__(self, client, path, text, language="cuda-cpp"):
        self.client, self.text, self.version = client, text, 1
        self.uri = pathlib.Path(path).as_uri()
        client.tell("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": language, "version": 1, "text": text}})

    def position(self, index):
        lines = self.text[:index].splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            return {"line": len(lines) - 1, "character": encoded(lines[-1])}
        return {"line": len(lines), "character": 0}

    def place(self, needle, nth=0):
        """Of the nth occurrence of a text."""
        index = -1
        for _ in range(nth + 1):
            index = self.text.index(needle, index + 1)
        return self.position(index)

    def _change(self, changes):
        self.version += 1
        self.client.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": changes})

    def replace(self, begin, end, new):
        """An incremental change, by indices into the text."""
        change = {"range": {"start": self.position(begin), "end": self.position(end)},
                  "text": new}
        self.text = self.text[:begin] + new + self.text[end:]
        self._change([change])

    def set(self, text):
        """A full change."""
        self.text = text
        self._change([{"text": text}])

    def close(self):
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    def diagnostics(self):
        return self.client.diagnostics(self.uri, self.version)

    def hover(self, position):
        return self.client.ask("textDocument/hover",
                               {"textDocument": {"uri": self.uri}, "position": position})

    def inlay_hints(self, first=0, last=10 ** 6):
        return self.client.ask("textDocument/inlayHint", {
            "textDocument": {"uri": self.uri},
            "range": {"start": {"line": first, "character": 0},
                      "end": {"line": last, "character": 0}}})

    def actions(self, position, only=None):
        context = {"diagnostics": []}
        if only is not None:
            context["only"] = only
        return self.client.ask("textDocument/codeAction", {
            "textDocument": {"uri": self.uri},
            "range": {"start": position, "end": position}, "context": context})

    def after(self, edit):
        """The text with a WorkspaceEdit applied."""
        if "documentChanges" in edit:
            (change,) = edit["documentChanges"]
            assert change["textDocument"] == {"uri": self.uri, "version": self.version}, change
            return apply_edits(self.text, change["edits"])
        assert list(edit["changes"]) == [self.uri], edit
        return apply_edits(self.text, edit["changes"][self.uri])
