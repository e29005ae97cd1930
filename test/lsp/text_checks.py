"""What is said and done about a text that is typed."""
import json

from bench import CONTENT_MODIFIED, RESOLVES, TIDY_INPUTS, VARIANTS, VERSIONED, error_of, expect, same, text_of
from client import ErrorAnswer, File, encoded


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


def check_run_before_applied(bench):
    """Nothing is run while one types; what is applied was run before."""
    text = text_of("kernel.cu").replace("__global__", "__device__")  # which no kernel calls
    for allowed in (True, False):
        client = bench.client(RESOLVES, **{"allow-unrun": allowed})
        file = bench.open(client, text)
        same(len(file.diagnostics()), 1, "while typing")
        action = file.actions(file.place("for (int"))[0]
        if allowed:
            expect(file.after(client.ask("codeAction/resolve", action)["edit"]) != text, "no edit")
            continue
        try:
            client.ask("codeAction/resolve", action)
        except ErrorAnswer as error:
            expect("no kernel of this file runs it [not-run]" in str(error), str(error))
        else:
            expect(False, "a loop that cannot be run is applied")
