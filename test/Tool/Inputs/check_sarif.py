"""check_sarif.py make GEMM | check LOG | move | same-loops LOG LOG: a SARIF log and its fixes."""
import json
import sys

FILE = "two loops.cu"


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def text_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def apply(text, replacements):
    """Places count UTF-16 units, as columnKind says."""
    lines = [line.encode("utf-16-le") for line in text.splitlines(keepends=True)] + [b""]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    units = b"".join(lines)

    def offset(region, end):
        return starts[region[end + "Line"] - 1] + 2 * (region[end + "Column"] - 1)

    for each in sorted(replacements, key=lambda r: -offset(r["deletedRegion"], "start")):
        region = each["deletedRegion"]
        units = (units[:offset(region, "start")] +
                 each["insertedContent"]["text"].encode("utf-16-le") +
                 units[offset(region, "end"):])
    return units.decode("utf-16-le")


def check(log):
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "utf16CodeUnits"
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert all(rule["help"]["text"] for rule in rules.values())

    first, second, refused = run["results"]
    for result in run["results"]:
        assert result["level"] == rules[result["ruleId"]]["defaultConfiguration"]["level"]
    assert (first["ruleId"], second["ruleId"]) == ("k-loop", "k-loop")
    assert refused["ruleId"] == "early-exit" and "fixes" not in refused
    assert refused["relatedLocations"][0]["message"]["text"]

    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "two%20loops.cu", "uriBaseId": "%SRCROOT%"}
    line = text_of(FILE).splitlines()[place["region"]["startLine"] - 1]
    assert line[place["region"]["startColumn"] - 1:].startswith("for ("), line

    # One fix alone pipelines one loop, #include and all; both give the patch's text.
    both = []
    for result in (first, second):
        (change,) = result["fixes"][0]["artifactChanges"]
        alone = apply(text_of(FILE), change["replacements"])
        assert alone.count("#include <cuda_pipeline.h>") == 1
        assert alone.count("// Prologue") == 1
        both += [r for r in change["replacements"] if r not in both]
    assert apply(text_of(FILE), both) == text_of("rewritten.cu")

    (invocation,) = run["invocations"]
    assert invocation["exitCode"] == 2 and not invocation["executionSuccessful"]
    (notification,) = [n for n in invocation["toolExecutionNotifications"] if n["level"] == "error"]
    assert "missing.cu: No such file" in notification["message"]["text"]


def loops_of(log):
    return [(result["ruleId"], result["partialFingerprints"])
            for result in log["runs"][0]["results"]]


action, *words = sys.argv[1:]
if action == "make":
    # Characters of two and four bytes before what a fix inserts.
    kernel = text_of(words[0]).replace("sum += ", "sum += /* \u00e9\U0001f600 */ ")
    write(FILE, kernel + kernel.replace("gemm", "gemm2"))
elif action == "check":
    check(load(words[0]))
elif action == "move":
    write(FILE, "// more\n\n" + text_of(FILE))
else:
    one, other = map(load, words)
    assert loops_of(one) == loops_of(other)
    assert len({str(f) for _, f in loops_of(one)}) == 3
