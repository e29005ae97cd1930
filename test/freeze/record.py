"""A record of outputs: a folder of texts and its index."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Result:
    """What the program did with one source and its flags."""

    name: str  # a path below the folder of its kind
    source: str  # hash of the source: two results of other sources cannot be compared
    status: str  # "exit 0", or what went wrong
    output: bytes = None  # the text, if it changed
    messages: str = ""
    # (place, kernel) -> verdict: the form of a rewritten loop, "refused [id]", ...
    loops: tuple = ()


def digest(data):
    return hashlib.sha256(data).hexdigest()[:20]


class Record:
    def __init__(self, folder, index=None):
        self.folder, self.index = folder, index or {}

    @classmethod
    def read(cls, folder):
        return cls(folder, json.loads((folder / "index.json").read_text()))

    def of(self, kinds, forms=None):
        """The part of these kinds; of the samples, in these forms."""
        def wanted(name, entry):
            is_other = forms and entry["kind"] == "samples" and name.split("@")[-1] not in forms
            return entry["kind"] in kinds and not is_other
        return Record(self.folder, {n: e for n, e in self.index.items() if wanted(n, e)})

    def add(self, kind, result):
        path = self.folder / kind / result.name
        path.parent.mkdir(parents=True, exist_ok=True)
        said = result.messages.encode(errors="surrogateescape")
        if result.output is not None:
            path.with_name(path.name + ".cu").write_bytes(result.output)
        path.with_name(path.name + ".txt").write_bytes(said)
        self.index[f"{kind}/{result.name}"] = {
            "kind": kind, "source": result.source, "status": result.status,
            "output": None if result.output is None else digest(result.output),
            "messages": digest(said), "loops": [list(loop) for loop in result.loops]}

    def finish(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        self.index = dict(sorted(self.index.items()))
        (self.folder / "index.json").write_text(json.dumps(self.index, indent=0))

    def output(self, name):
        path = self.folder / f"{name}.cu"
        return path.read_bytes() if path.exists() else b""

    def messages(self, name):
        return (self.folder / f"{name}.txt").read_bytes()

    def counts(self):
        entries = self.index.values()
        kinds = collections.Counter(e["kind"] for e in entries)
        changed = collections.Counter(e["kind"] for e in entries if e["output"])
        return ", ".join(f"{kind} {n} ({changed[kind]} changed)" for kind, n in kinds.items())
