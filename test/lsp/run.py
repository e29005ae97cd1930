#!/usr/bin/env python3
"""Drives pipeline-rewrite-lsp as an editor does, over its standard streams.

usage: run.py --server PIPELINE_REWRITE_LSP --tool PIPELINE_REWRITE [CHECK...]

Without names all checks run. Each starts a server of its own in a folder of
its own. What an action makes of a text is compared with what the command line
makes of it.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from client import Client, ErrorAnswer, File, TIMEOUT, encoded

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TIDY_INPUTS = HERE.parent / "Tidy/Inputs"
# No toolkit: the same result everywhere, and a tenth of a second for a parse.
FAST = {"cuda-path": "builtin", "debounce-ms": 0}
RESOLVES = {"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}
VERSIONED = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
REQUEST_CANCELLED, CONTENT_MODIFIED = -32800, -32801
VARIANTS = ["auto", "ldg", "ldg-single", "cpasync"]  # by their number in `data`


def text_of(name):
    return (HERE / "Inputs" / name).read_text(encoding="utf-8")


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def same(got, wanted, what):
    expect(got == wanted, f"{what}: got {got!r}, wanted {wanted!r}")


def error_of(ask, *args):
    """The code of the error that a question is answered with."""
    try:
        answer = ask(*args)
    except ErrorAnswer as error:
        return error.code
    raise AssertionError(f"no error but {answer!r}")


class Bench:
    def __init__(self, server, tool, folder):
        self.server, self.tool, self.folder = server, tool, pathlib.Path(folder)
        self.written = {}  # by the command line, for a text and options

    def client(self, capabilities=None, **options):
        return Client(self.server, self.folder, dict(FAST, **options), capabilities)

    def open(self, client, text, name="kernel.cu"):
        return File(client, self.folder / name, text)

    def command_line(self, text, *options):
        """The text as the command line rewrites it."""
        if (text, options) in self.written:
            return self.written[text, options]
        path = self.folder / "for-the-command-line.cu"
        path.write_bytes(text.encode("utf-8"))
        done = subprocess.run([self.tool, str(path), "--cuda-path=builtin", "--quiet", "-o", "-",
                               *options], capture_output=True, timeout=TIMEOUT)
        same(done.returncode, 0, f"command line: {done.stderr.decode()}")
        self.written[text, options] = done.stdout.decode("utf-8")
        return self.written[text, options]


def check_lifecycle(bench):
    client = Client(bench.server, bench.folder, initialize=False)
    hover = {"textDocument": {"uri": "file:///no.cu"}, "position": {"line": 0, "character": 0}}
    same(error_of(client.ask, "textDocument/hover", hover), -32002, "before initialize")
    provided = client.initialize(FAST)["capabilities"]
    for name in ("hoverProvider", "inlayHintProvider", "codeActionProvider"):
        expect(provided[name], name)
    same(provided["textDocumentSync"]["change"], 2, "incremental changes")
    same(error_of(client.ask, "initialize", {"capabilities": {}}), -32600, "initialize again")
    same(error_of(client.ask, "textDocument/nonsense", {}), -32601, "unknown question")
    same(error_of(client.ask, "textDocument/hover", hover), -32602, "file that is not open")
    client.tell("$/setTrace", {"value": "off"})
    client.ask("shutdown", None)
    same(error_of(client.ask, "textDocument/hover", hover), -32600, "after shutdown")
    client.tell("exit", None)
    same(client.process.wait(TIMEOUT), 0, "exit after shutdown")

    client = bench.client()
    client.tell("exit", None)
    same(client.process.wait(TIMEOUT), 1, "exit without shutdown")
    client = bench.client()
    bench.open(client, text_of("kernel.cu"))
    client.process.stdin.close()
    same(client.process.wait(TIMEOUT), 1, "end of input")


def check_typing(bench):
    """Every prefix of a kernel is a text like any other."""
    text = text_of("kernel.cu")
    client = bench.client()
    file = bench.open(client, "")
    for i, character in enumerate(text):
        file.replace(i, i, character)
        if character in "{};":
            file.diagnostics()
    same([d["code"] for d in file.diagnostics()], ["k-loop"], "the finished kernel")
    # And back: the same states, whatever stands behind them.
    for i in reversed(range(text.index("for"), len(text))):
        file.replace(i, i + 1, "")
        if text[i] in "{};":
            file.diagnostics()
    same(file.diagnostics(), [], "no loop any more")

    published = [m["params"]["version"] for m in client.notifications
                 if m["method"] == "textDocument/publishDiagnostics"]
    same(published, sorted(set(published)), "the order of versions")
    same(client.shut_down(), 0, "status")


def check_superseded(bench):
    """A text that rests is looked at; those in between need not be."""
    text = text_of("kernel.cu")
    client = bench.client(**{"debounce-ms": 300})
    file = bench.open(client, "")
    for i, character in enumerate(text):
        file.replace(i, i, character)
    same(len(file.diagnostics()), 1, "diagnostics of the last version")
    published = [m for m in client.notifications
                 if m["method"] == "textDocument/publishDiagnostics"]
    expect(len(published) < 10, f"{len(published)} of {len(text)} versions were looked at")
    # A question does not wait for the rest to end.
    client = bench.client(**{"debounce-ms": 60000})
    file = bench.open(client, text)
    expect(file.hover(file.place("for (int")), "an answer at once")


def check_loop(bench):
    """What is shown of a loop, and where."""
    text = text_of("kernel.cu")
    client = bench.client()
    file = bench.open(client, text)
    (found,) = file.diagnostics()
    same(found["range"]["start"], file.place("for (int"), "place")
    same(found["range"]["end"], file.position(text.index("for (int") + 3), "end")
    same(found["message"], "loop in 'scale' can be software-pipelined: cpasync, 2 stages, predicate",
         "message")
    same((found["severity"], found["source"]), (3, "pipeline-rewrite"), "severity and source")

    shown = file.hover(file.place("k < K"))["contents"]
    same(shown["kind"], "markdown", "kind")
    for part in ("**Can be pipelined**: cpasync, 2 stages, predicate", "```text\n",
                 "float4 As[64]       1 KB        2 KB   async16", "sm_86    48 KB"):
        expect(part in shown["value"], f"{part!r} in {shown['value']}")
    same(file.hover(file.place("int sum")), None, "elsewhere")

    (hint,) = file.inlay_hints()
    same(hint["label"], "cpasync, 2 stages, predicate, 1 KB -> 2 KB", "label")
    line = file.place("for (int")["line"]
    same(hint["position"],
         {"line": line, "character": len(text.splitlines()[line])}, "end of the line")
    same(file.inlay_hints(0, line - 1), [], "a range above")

    file.set(bench.command_line(text))
    same(file.diagnostics(), [], "of what is pipelined")
    same(file.inlay_hints(), [], "hints of what is pipelined")
    same(file.actions(file.place("for (int")), [], "actions on what is pipelined")
    expect("**Already pipelined**" in
           file.hover(file.place("for (int"))["contents"]["value"], "hover")


def compare_actions(bench, client, file, position, loop_line):
    """Each action on a loop gives what the command line gives for that loop."""
    titles = []
    for action in file.actions(position):
        titles.append(action["title"])
        asked = action["data"]
        if "edit" not in action:
            action = client.ask("codeAction/resolve", action)
        flags = [f"--variant={VARIANTS[asked['form']]}"]
        if flags != ["--variant=auto"]:  # which chooses the stages, too
            flags.append(f"--stages={asked['stages']}")
        wanted = bench.command_line(file.text, f"--loop={loop_line}", *flags)
        expect(wanted != file.text, action["title"] + " does nothing")
        same(file.after(action["edit"]), wanted, action["title"])
    return titles


def check_actions(bench):
    text = text_of("kernel.cu")
    line = text[:text.index("for (int")].count("\n") + 1
    forms = [f"Pipeline this loop ({what})" for what in
             ("cp.async, 2 stages", "cp.async, 3 stages", "cp.async, 4 stages", "registers",
              "registers, 1 buffer")]
    for capabilities in (RESOLVES, dict(RESOLVES, **VERSIONED), VERSIONED, {}):
        client = bench.client(capabilities)
        file = bench.open(client, text)
        actions = file.actions(file.place("for (int"))
        same(["edit" in action for action in actions],
             ["resolveSupport" not in json.dumps(capabilities)] * len(forms), "edits in the menu")
        same([action.get("isPreferred", False) for action in actions],
             [True] + [False] * (len(forms) - 1), "the preferred action")
        same(compare_actions(bench, client, file, file.place("for (int"), line), forms, "titles")
        same(len(file.actions(file.place("sum += As"))), len(forms), "from inside the loop")
        same(file.actions(file.place("int sum")), [], "outside")
        same(file.actions(file.place("for (int"), ["quickfix"]), [], "other kinds")
        same(len(file.actions(file.place("for (int"), ["refactor"])), len(forms), "kinds above")
    # Other servers' diagnostics come along, of whatever form.
    foreign = {"range": None, "code": {"value": 1}, "relatedInformation": [{"location": "x:y"}]}
    same(len(client.ask("textDocument/codeAction", {
        "textDocument": {"uri": file.uri}, "context": {"diagnostics": [foreign], "only": None},
        "range": {"start": file.place("for (int"), "end": file.place("k < K")}})), len(forms),
         "beside other servers")
    # A menu that is out of date.
    client = bench.client(RESOLVES)
    file = bench.open(client, text)
    action = file.actions(file.place("for (int"))[0]
    file.replace(0, 0, "\n")
    same(error_of(client.ask, "codeAction/resolve", action), CONTENT_MODIFIED, "old menu")


def check_one_of_several(bench):
    """An action changes the loop under the cursor and no other."""
    text = (TIDY_INPUTS / "three-loops.cu").read_text(encoding="utf-8")
    client = bench.client(RESOLVES)
    file = bench.open(client, text)
    same(len(file.diagnostics()), 3, "loops")
    for nth in range(3):
        position = file.place("for (int k", nth)
        titles = compare_actions(bench, client, file, position, position["line"] + 1)
        expect(titles, "actions")


def check_why_not(bench):
    text = text_of("refused.cu")
    client = bench.client()
    file = bench.open(client, text)
    same(file.diagnostics(), [], "refusals are not shown unasked")
    (action,) = file.actions(file.place("for (int"))
    same(action["title"], "Why not?", "title")
    client.ask("workspace/executeCommand", {"command": action["command"]["command"],
                                            "arguments": action["command"]["arguments"]})
    said = client.wait_for(lambda m: m["method"] == "window/showMessage")["params"]["message"]
    for part in ("a store to 'C' may change", "[may-alias]", "Add __restrict__",
                 "docs/refusals.md#may-alias"):
        expect(part in said, f"{part!r} in {said}")
    expect("**Left alone**" in file.hover(file.place("for (int"))["contents"]["value"], "hover")

    client = bench.client(**{"show-refusals": True})
    file = bench.open(client, text)
    (found,) = file.diagnostics()
    same((found["code"], found["severity"]), ("may-alias", 4), "a hint with its id")
    notes = {n["message"]: n["location"]["range"]["start"] for n in found["relatedInformation"]}
    same(notes, {"stored here": file.place("C[k"), "loaded here": file.place("A[k"),
                 "__restrict__ on 'C' alone would do": file.place("C, int")}, "notes")
    # What the user vouches for.
    client = bench.client(**{"assume-noalias": True})
    file = bench.open(client, text)
    same([d["code"] for d in file.diagnostics()], ["k-loop"], "with assume-noalias")


def check_utf16(bench):
    """Columns count UTF-16 code units, and clang counts bytes."""
    text = text_of("kernel.cu")
    rocket = text.replace("  for (int", "  /* \U0001F680\u00e9\u65e5 */ for (int")
    file = bench.open(bench.client(**{"show-refusals": True}), rocket)
    (found,) = file.diagnostics()
    same((found["code"], found["range"]["start"]),
         ("loop-not-in-block", file.place("for (int")), "place behind such characters")

    text = text.replace("k += 64) {", "k += 64) { // \U0001F680\u00e9\u65e5")
    text = text.replace("sum += As", "/* \U0001F600 */ sum += /* \u00e9 */ As")
    client = bench.client(RESOLVES)
    file = bench.open(client, "// \U0001F9EE \u2260 \u65e5\u672c\n" + text)
    line = file.text.splitlines()[file.place("for (int")["line"]]
    expect(encoded(line) not in (len(line), len(line.encode())), "the line tells units apart")
    (hint,) = file.inlay_hints()
    same(hint["position"]["character"], encoded(line), "end of the line")
    compare_actions(bench, client, file, file.place("for (int"), file.place("for (int")["line"] + 1)
    # Changes behind such characters, and between them.
    for needle, new in (("\u00e9 */ As", "\U0001F408 */ As"), ("\u00e9\u65e5", "\U0001F409"),
                        ("\U0001F680", ""), ("\u2260", "\U0001F4A1\U0001F4A1")):
        at = file.text.index(needle)
        file.replace(at, at + len(needle), new)
    same(len(file.diagnostics()), 1, "loops after changes")
    compare_actions(bench, client, file, file.place("for (int"), file.place("for (int")["line"] + 1)


def check_line_ends(bench):
    """CRLF, and a byte-order mark."""
    client = bench.client(RESOLVES)
    for text in (text_of("kernel.cu").replace("\n", "\r\n"), "\ufeff" + text_of("kernel.cu")):
        file = bench.open(client, text, f"kernel{len(text)}.cu")
        (found,) = file.diagnostics()
        same(found["range"]["start"], file.place("for (int"), "place")
        compare_actions(bench, client, file, file.place("for (int"),
                        file.place("for (int")["line"] + 1)


def check_unsaved(bench):
    """The buffer counts, not the disk."""
    path = bench.folder / "folder with a space \u00e9/kernel.cu"
    path.parent.mkdir()
    path.write_text("no CUDA at all", encoding="utf-8")
    client = bench.client()
    file = File(client, path, text_of("kernel.cu"))
    same(len(file.diagnostics()), 1, "of the buffer")
    file.set("// nothing\n")
    same(file.diagnostics(), [], "of the changed buffer")
    same(path.read_text(encoding="utf-8"), "no CUDA at all", "the disk")
    never = bench.open(client, text_of("kernel.cu"), "never-saved.cu")
    same(len(never.diagnostics()), 1, "of a file that is nowhere")
    expect(not (bench.folder / "never-saved.cu").exists(), "nothing is written")
    never.close()
    client.wait_for(lambda m: m["method"] == "textDocument/publishDiagnostics"
                    and m["params"]["uri"] == never.uri and "version" not in m["params"])


def check_saved_header(bench):
    """A header that was saved may change what a buffer means."""
    header = bench.folder / "types.cuh"
    header.write_text("typedef float Element;\n", encoding="utf-8")
    text = '#include "types.cuh"\n' + text_of("kernel.cu").replace("float4", "Element").replace(
        ".x;", ";", 1).replace("threadIdx.x].x", "threadIdx.x]")
    client = bench.client(**{"show-refusals": True})
    file = bench.open(client, text)
    expect(", 256 B ->" in file.inlay_hints()[0]["label"], "of 4 bytes each")
    header.write_text("typedef double Element;\n", encoding="utf-8")
    client.tell("textDocument/didSave", {"textDocument": {"uri": header.as_uri()}})
    expect(", 512 B ->" in file.inlay_hints()[0]["label"], "of 8 bytes each")


def check_cancel(bench):
    client = bench.client()
    text = text_of("kernel.cu")
    file = bench.open(client, text)
    place = file.place("for (int")
    where = {"textDocument": {"uri": file.uri}, "position": place}
    first = client.begin("textDocument/hover", where)
    second = client.begin("textDocument/hover", where)
    client.tell("$/cancelRequest", {"id": first})
    same(error_of(client.end_of, first), REQUEST_CANCELLED, "the cancelled question")
    expect(client.end_of(second), "the other one is answered")
    client.tell("$/cancelRequest", {"id": second})  # too late, and of no effect
    client.tell("$/cancelRequest", {"id": "no such id"})

    file.replace(0, 0, "\n")
    third = client.begin("textDocument/hover", where)
    file.replace(0, 0, "\n")
    same(error_of(client.end_of, third), CONTENT_MODIFIED, "a question about an old text")
    same(len(file.diagnostics()), 1, "the new one")
    fourth = client.begin("textDocument/hover", {
        "textDocument": {"uri": file.uri}, "position": file.place("for (int")})
    client.tell("textDocument/didSave", {"textDocument": {"uri": file.uri}})
    expect(client.end_of(fourth), "saving makes no answer void")


def check_garbage(bench):
    client = bench.client()
    file = bench.open(client, text_of("kernel.cu"))
    file.diagnostics()
    uri = {"uri": file.uri}
    for data in (b"Content-Length: 9\r\n\r\n{\"id\": 1,", b"Content-Length: 2\r\n\r\n[]",
                 b"Content-Length: 4\r\n\r\nnull", b"Content-Length: 4\r\n\r\n\"\xff\xfe\"",
                 b"X-Header: none\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n",
                 b"Content-Length: 0\r\n\r\n", b"\r\n\r\n\r\n"):
        client.send_bytes(data)
    for method, params in (
            ("textDocument/didOpen", None), ("textDocument/didOpen", {"textDocument": 3}),
            ("textDocument/didOpen", {"textDocument": {"uri": "untitled:Untitled-1",
                                                       "languageId": "cuda", "version": 1,
                                                       "text": ""}}),
            ("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere.cu", "version": 3},
                                        "contentChanges": [{"text": ""}]}),
            ("textDocument/didClose", {"textDocument": {"uri": "file:///nowhere.cu"}}),
            ("textDocument/didSave", []), ("$/cancelRequest", None), ("$/cancelRequest", {"id": {}}),
            ("no/such/method", {"deep": [[[[]]]]})):
        client.tell(method, params)
    for method, params in (
            ("textDocument/hover", None), ("textDocument/hover", {"textDocument": uri}),
            ("textDocument/hover", {"textDocument": {"uri": "%%%"}, "position": 0}),
            ("workspace/executeCommand", None), ("workspace/executeCommand", {"command": "rm"}),
            ("workspace/executeCommand", {"command": "pipeline-rewrite.explain"}),
            ("workspace/executeCommand", {"command": "pipeline-rewrite.explain",
                                          "arguments": [1, 2, 3]}),
            ("codeAction/resolve", None), ("codeAction/resolve", {"title": "t", "data": 7}),
            ("codeAction/resolve", {"title": "t", "data": {
                "uri": file.uri, "version": 1, "line": 1, "form": 99, "stages": 2}}),
            ("codeAction/resolve", {"title": "t", "data": {
                "uri": file.uri, "version": 1, "line": 1, "form": 0, "stages": 2}}),
            ("codeAction/resolve", {"title": "t", "data": {
                "uri": file.uri, "version": 1, "line": 6, "form": 0, "stages": 1000}}),
            ("textDocument/inlayHint", {"textDocument": uri, "range": "all"})):
        error_of(client.ask, method, params)
    for line, character in ((-1, -1), (10 ** 9, 0), (5, 10 ** 9), (10 ** 9, 10 ** 9)):
        position = {"line": line, "character": character}
        file.actions(position)
        file.hover(position)
    # Ranges outside the text, a NUL, and a range whose end comes first.
    far = {"line": 10 ** 9, "character": 10 ** 9}
    start = {"line": 0, "character": 0}
    for begin, end, new in ((far, far, "\n// end\n"), (start, start, "\0"), (far, start, "// x\n"),
                            ({"line": -5, "character": -5}, start, "// y\n")):
        file._change([{"range": {"start": begin, "end": end}, "text": new}])
        file.diagnostics()
    file.set(text_of("kernel.cu"))
    same(len(file.diagnostics()), 1, "afterwards all is as before")
    same(client.shut_down(), 0, "status")


def check_crash(bench):
    """A crash of clang costs the answers about one text."""
    text = text_of("kernel.cu")
    client = bench.client(RESOLVES)
    file = bench.open(client, text)
    other = bench.open(client, text, "other.cu")
    for word in ("crash", "llvm_fatal_error"):
        file.set(f"#pragma clang __debug {word}\n" + text)
        same(file.diagnostics(), [], f"nothing is known after {word}")
        same(file.hover(file.place("for (int")), None, "nor to be said")
        client.wait_for(lambda m: m["method"] == "window/logMessage"
                        and "crashed" in m["params"]["message"])
        same(len(other.actions(other.place("for (int"))), 5, "the other file")
        client.ask("codeAction/resolve", other.actions(other.place("for (int"))[0])
    # One that never ends is given up as soon as there is a newer text or question.
    file.set("#pragma clang __debug overflow_stack\n" + text)
    position = file.place("for (int")
    question = client.begin("textDocument/hover",
                            {"textDocument": {"uri": file.uri}, "position": position})
    client.tell("$/cancelRequest", {"id": question})
    same(error_of(client.end_of, question), REQUEST_CANCELLED, "while clang hangs")
    time.sleep(0.5)  # so that it does hang
    hung = file.version
    file.set(text)
    same(len(file.diagnostics()), 1, "the next text")
    same([m for m in client.notifications if m["params"].get("version") == hung], [],
         "what is told of the old one")
    same(client.shut_down(), 0, "status")


def check_database(bench):
    """compile_commands.json above the file, with nvcc's flags."""
    text = text_of("kernel.cu").replace("64", "TILE")
    project = bench.folder / "project"
    (project / "src").mkdir(parents=True)
    (project / "build").mkdir()
    path = project / "src/kernel.cu"
    path.write_text("", encoding="utf-8")
    command = (f"nvcc -gencode arch=compute_80,code=sm_80 --expt-relaxed-constexpr -Xcompiler -Wall"
               f" -DTILE=64 -c {path} -o kernel.o")
    (project / "build/compile_commands.json").write_text(json.dumps(
        [{"directory": str(project / "build"), "file": str(path), "command": command}]),
        encoding="utf-8")
    client = bench.client()
    file = File(client, path, text)
    same(len(file.diagnostics()), 1, "with the build's flags")
    other = bench.open(client, text, "other.cu")
    same(other.diagnostics(), [], "without them")
    client = bench.client(p=str(project / "build"))
    other = bench.open(client, text, "kernel.cu")
    same(len(other.diagnostics()), 1, "with a database named by the user")
    client = bench.client(p=str(bench.folder / "none"))
    other = bench.open(client, text, "kernel.cu")
    same(other.diagnostics(), [], "without the database that was named")
    client.wait_for(lambda m: m["method"] == "window/logMessage"
                    and "no compilation database" in m["params"]["message"])
    client = bench.client(**{"extra-arg": ["-DTILE=64"]})
    other = bench.open(client, text, "kernel.cu")
    same(len(other.diagnostics()), 1, "with a flag of the user's")


def check_options(bench):
    text = text_of("kernel.cu")
    for options, form in (({}, "cpasync, 2 stages, predicate"),
                          ({"variant": "ldg"}, "ldg, 2 stages, predicate"),
                          ({"variant": "", "p": "", "arch": []}, "cpasync, 2 stages, predicate"),
                          ({"stages": 3, "arch": ["sm_80", "sm_90"]},
                           "cpasync, 3 stages, predicate"),
                          ({"stages": "auto"}, "cpasync, 4 stages, predicate"),
                          ({"epilogue": "peel"}, "cpasync, 2 stages, peel")):
        client = bench.client(**options)
        file = bench.open(client, text)
        same(file.diagnostics()[0]["message"].split(": ")[1], form, str(options))
        rows = file.hover(file.place("for (int"))["contents"]["value"]
        for arch in options.get("arch") or ["sm_86"]:
            expect(arch in rows, f"{arch} in {rows}")
    for options, complaint in (({"variant": "best"}, "a value cannot be"),
                               ({"stages": 1}, "--stages=1"), ({"colour": 1}, "'colour'"),
                               ({"arch": "sm_1"}, "unknown architecture"),
                               ({"show-refusals": "yes"}, "'show-refusals'"),
                               ({"version": True}, "'version'"), ({"stages": {}}, "'stages'")):
        client = bench.client(**options)
        said = client.wait_for(lambda m: m["method"] == "window/showMessage")["params"]["message"]
        expect(complaint in said, f"{complaint} in {said}")
        file = bench.open(client, text)
        same(len(file.diagnostics()), 1, "the defaults are used")


def check_run_before_applied(bench):
    """Nothing is run while one types; what is applied was run before."""
    text = text_of("kernel.cu").replace("__global__", "__device__")  # which no kernel calls
    for strict in (False, True):
        client = bench.client(RESOLVES, **{"strict-verify": strict})
        file = bench.open(client, text)
        same(len(file.diagnostics()), 1, "while typing")
        action = file.actions(file.place("for (int"))[0]
        if not strict:
            expect(file.after(client.ask("codeAction/resolve", action)["edit"]) != text, "no edit")
            continue
        try:
            client.ask("codeAction/resolve", action)
        except ErrorAnswer as error:
            expect("no kernel of this file runs it [not-executed]" in str(error), str(error))
        else:
            expect(False, "a loop that cannot be run is applied with strict-verify")


def check_settings(bench):
    """The extension's settings and the page's table are what the server knows."""
    manifest = json.loads((ROOT / "tool/lsp/vscode/package.json").read_text(encoding="utf-8"))
    settings = {key.split(".", 1)[1]: value["default"] for key, value
                in manifest["contributes"]["configuration"]["properties"].items()}
    del settings["server"]
    client = bench.client(**settings)
    file = bench.open(client, text_of("kernel.cu"))
    same(len(file.diagnostics()), 1, "with the extension's defaults")
    same([m for m in client.notifications if m["method"] == "window/showMessage"], [], "messages")

    page = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
    table = page[page.index("| key | value |"):page.index("An unknown key")]
    named = [key for cell in re.findall(r"^\|([^|]*)\|", table, flags=re.M)
             for key in re.findall(r"`([^`]*)`", cell)]
    same(sorted(named), sorted(settings), "the keys of docs/editors.md")


CHECKS = {name[len("check_"):].replace("_", "-"): function
          for name, function in sorted(globals().items()) if name.startswith("check_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", required=True)
    parser.add_argument("--tool", required=True)
    parser.add_argument("check", nargs="*", help=", ".join(CHECKS))
    args = parser.parse_args()
    for name in args.check or CHECKS:
        with tempfile.TemporaryDirectory() as folder:
            CHECKS[name](Bench(args.server, args.tool, folder))
        print(f"{name}: good")


if __name__ == "__main__":
    sys.exit(main())
