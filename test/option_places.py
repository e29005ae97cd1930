"""Compares every place that names options with the program's own list (--generate=json, made
from lib/Options/Options.def and tool/cli/Flags.def).
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import re
import subprocess

# What a place has besides: no options of the command line.
GENERIC = {"help", "version"}
TIDY_OWN = {"RunKernels", "AllowUnrun", "StrictVerify", "ShowRefusals"}
EDITOR_OWN = {"show-refusals", "debounce-ms"}
EXTENSION_OWN = EDITOR_OWN | {"server"}
CONFIG_OWN = {"cuda-path", "extra-arg"}


def list_options(program):
    text = subprocess.run([program, "--generate=json"], capture_output=True, text=True, check=True,
                          timeout=60).stdout
    return [option for option in json.loads(text) if option["name"] not in GENERIC]


def section(markdown, heading):
    """The text below a heading, up to the next one of its level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", markdown, re.M | re.S)
    return found.group(1) if found else ""


def differences(place, wanted, found):
    """What a place lacks, and what it has too many."""
    for name in sorted(wanted - found):
        yield f"{place}: {name} is missing"
    for name in sorted(found - wanted):
        yield f"{place}: {name} is no option there"


def rows_of(markdown):
    """Option name -> its row."""
    rows = {}
    for row in re.findall(r"^\|.*", markdown, re.M):
        name = re.match(r"\| `--?([A-Za-z][\w-]*)", row)
        if name and name[1] not in GENERIC:
            rows[name[1]] = row
    return rows


def check_options_page(options, text):
    page = "docs/options.md"
    groups = {}
    for option in options:
        groups.setdefault(option["group"], []).append(option)
    for group, members in groups.items():
        rows = rows_of(section(text, group))
        yield from differences(f"{page}, {group}", {option["name"] for option in members},
                               set(rows))
        for option in members:
            values = option["values"] if option["takes"] == "value" else []
            for value in values:
                # --verify has a table of its own for them.
                if f"`{value}`" not in rows.get(option["name"], "") + section(text, group):
                    yield f"{page}: --{option['name']} has no word on '{value}'"
    words = re.search(r"Otherwise the words are (.*?), with `=`", text, re.S)
    yield from differences(f"{page}, comments on loops",
                           {option["name"] for option in options if option["loop"]},
                           set(re.findall(r"`([\w-]+)`", words[1] if words else "")))
    keys = re.search(r"```yaml\n(.*?)```", section(text, "Configuration file"), re.S)
    keys = set(re.findall(r"^([\w-]+):", keys[1] if keys else "", re.M))
    known = CONFIG_OWN | {option["name"] for option in options if option["config"]}
    for name in sorted(keys - known):
        yield f"{page}, configuration file: {name} is no option there"


def check_tidy_page(options, text):
    found = set(re.findall(r"^\| `(\w+)` \|", section(text, "Options"), re.M))
    yield from differences("docs/checks/pipeline-rewrite-k-loop.md",
                           TIDY_OWN | {option["tidy"] for option in options if option["tidy"]},
                           found)


def check_editors_page(options, text):
    cells = re.findall(r"^\|([^|]*)\|", section(text, "Settings"), re.M)
    yield from differences("docs/editors.md",
                           EDITOR_OWN | {option["name"] for option in options if option["editor"]},
                           set(re.findall(r"`([\w-]+)`", " ".join(cells))))


def fits(option, setting, names):
    """Whether a setting of the extension takes what the option does. What a flag turns off may be on."""
    if not option["takes"]:
        return setting["type"] == "boolean" and setting["default"] in {False, f"no-{option['name']}" in names}
    if option["takes"] == "value":
        return setting.get("enum") == option["values"] and setting["default"] in setting["enum"]
    is_list = option["list"] or "may be repeated" in option["help"]
    return ("array" if is_list else "string") in setting["type"]


def check_extension(options, text):
    place = "tool/lsp/vscode/package.json"
    settings = json.loads(text)["contributes"]["configuration"]["properties"]
    settings = {name.removeprefix("pipeline-rewrite."): each for name, each in settings.items()}
    wanted = {option["name"]: option for option in options if option["editor"]}
    yield from differences(place, set(wanted) | EXTENSION_OWN, set(settings))
    names = {option["name"] for option in options}
    for name in sorted(wanted.keys() & settings.keys()):
        if not fits(wanted[name], settings[name], names):
            yield f"{place}: {name} takes other values than --{name}"


def check_options(root, program):
    """All that differs, a line each."""
    options = list_options(program)
    for check, page in ((check_options_page, "docs/options.md"),
                        (check_tidy_page, "docs/checks/pipeline-rewrite-k-loop.md"),
                        (check_editors_page, "docs/editors.md"),
                        (check_extension, "tool/lsp/vscode/package.json")):
        yield from check(options, (root / page).read_text(encoding="utf-8"))
