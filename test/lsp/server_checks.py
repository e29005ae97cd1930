"""The server as a process: its life, bad input, cancelled questions, its options."""
import json
import re
import subprocess
import time

from bench import CONTENT_MODIFIED, FAST, REQUEST_CANCELLED, RESOLVES, ROOT, error_of, expect, same, text_of
from client import Client, File, TIMEOUT


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
    # As somebody starts it who has no editor.
    done = subprocess.run([bench.server], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT)
    same((done.returncode, done.stdout), (1, ""), "without an editor")
    expect("standard input ended before 'exit'; an editor starts this program" in done.stderr, done.stderr)


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


def check_standby(bench):
    """The next version is looked at with the headers that were read for the one before;
    what is saved may have changed them."""
    header = bench.folder / "sizes.h"
    header.write_text("#define TILE 64\n", encoding="utf-8")
    text = '#include "sizes.h"\n' + text_of("kernel.cu").replace("64", "TILE")
    client = bench.client(RESOLVES)
    file = bench.open(client, text)
    (found,) = file.diagnostics()
    header.write_text("#define TILE undeclared\n", encoding="utf-8")
    file.replace(text.index("__global__"), text.index("__global__"), "// a line more\n")
    (moved,) = file.diagnostics()
    same(moved["range"]["start"]["line"], found["range"]["start"]["line"] + 1, "the next version")
    # An entry of a menu stands for a rewrite of the version that it was made for.
    entry = file.actions(file.place("for (int"))[0]
    same((entry["data"]["uri"], entry["data"]["version"]), (file.uri, file.version), "the menu")
    client.tell("textDocument/didSave", {"textDocument": {"uri": file.uri}})
    client.wait_for(lambda m: m["method"] == "textDocument/publishDiagnostics"
                    and m["params"]["diagnostics"] == [])
    header.write_text("#define TILE 64\n", encoding="utf-8")
    # Other includes: what was read is of no use.
    file.replace(0, 0, "#include <stdint.h>\n")
    same(len(file.diagnostics()), 1, "with other includes")
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
    # What is no option or no value is left out, and the others hold.
    for options, complaint in (({"variant": "best"}, "'variant' cannot be \"best\""),
                               ({"stages": 1}, "--stages=1"), ({"colour": 1}, "'colour'"),
                               ({"arch": "sm_1"}, "unknown architecture"),
                               ({"show-refusals": "yes"}, "'show-refusals'"),
                               ({"version": True}, "'version'"), ({"stages": {}}, "'stages'")):
        client = bench.client(**{"epilogue": "peel", **options})
        file = bench.open(client, text)
        same(file.diagnostics()[0]["message"].split(": ")[1], "cpasync, 2 stages, peel", str(options))
        said = [m["params"]["message"] for m in client.notifications if m["method"] == "window/showMessage"]
        same(len(said), 1, "messages")
        expect(complaint in said[0] and "it is left out" in said[0], f"{complaint} in {said}")
    client = bench.client(variant="best", colour=1, stages=3)
    same(bench.open(client, text).diagnostics()[0]["message"].split(": ")[1], "cpasync, 3 stages, predicate",
         "two that are left out")
    same(len([m for m in client.notifications if m["method"] == "window/showMessage"]), 2, "a message for each")


def check_settings(bench):
    """The extension's settings and the page's table are what the server knows."""
    manifest = json.loads((ROOT / "tool/lsp/vscode/package.json").read_text(encoding="utf-8"))
    settings = {key.split(".", 1)[1]: value["default"] for key, value
                in manifest["contributes"]["configuration"]["properties"].items()}
    del settings["server"]
    client = bench.client(**{**settings, "choose": "rules"})
    file = bench.open(client, text_of("kernel.cu"))
    same(len(file.diagnostics()), 1, "with the extension's defaults")
    same([m for m in client.notifications if m["method"] == "window/showMessage"], [], "messages")

    page = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
    table = page[page.index("| key | value |"):page.index("An unknown key")]
    named = [key for cell in re.findall(r"^\|([^|]*)\|", table, flags=re.M)
             for key in re.findall(r"`([^`]*)`", cell)]
    same(sorted(named), sorted(settings), "the keys of docs/editors.md")
