"""Checkouts of third-party code: their CUDA files, and the flags that each is built with.

A checkout is only read. Flags come from the first of these that says something about a file: compile_commands.json, a
Makefile in its folder or above, CMakeLists.txt from its folder up. Folders of headers that none of them names are
found by the #include lines. All paths are relative to the checkout's root, where the tools are run.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import os
import re
import shlex

SOURCES = (".cu",)
HEADERS = (".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".cui")
BARRIER = re.compile(
    r"__syncthreads|__barrier_sync|\bbar(rier)?\.(cta\.)?(red\.|arrive\.)?(sync|arrive)|[.:]\s*sync\s*\(|\bsync\s*\("
    r"|cuda::barrier|\bbarrier\s*\(")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
OTHER_LANGUAGES = re.compile(r"(.*/)?[^/]+-(hip|omp|sycl)/")  # of HeCBench's programs
TAKEN = re.compile(r"-[IDU].+|-include=.+|-dc|--?(std=.+|arch.*|gpu-architecture=.+|gencode.*|rdc.*|use_fast_math"
                   r"|default-stream.*|expt-.+|extended-lambda|relocatable-device-code=.+|fmad=.+|ftz=.+)")
# Flags whose value may be the next word, and how that is joined to them.
JOINED = {"-I": "-I", "-isystem": "-I", "-D": "-D", "-U": "-U", "-std": "-std=", "--std": "-std=", "-arch": "-arch=",
          "-gencode": "-gencode=", "-include": "-include="}


class Checkout:
    """One tree of third-party code."""

    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.name = os.path.basename(self.root)
        self.files = []
        self.byName = {}
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            for name in sorted(names):
                if name.endswith(SOURCES + HEADERS):
                    path = os.path.relpath(os.path.join(folder, name), self.root)
                    self.files.append(path)
                    self.byName.setdefault(name, []).append(path)
        self.known = set(self.files)
        self.texts = {}
        self.commands = self._readCommands()
        self.makeFlags = {}

    def text(self, path):
        if path not in self.texts:
            try:
                with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
                    self.texts[path] = file.read()
            except OSError:
                self.texts[path] = ""
        return self.texts[path]

    def sources(self):
        return [f for f in self.files if f.endswith(SOURCES) and not OTHER_LANGUAGES.match(f)]

    def includedSources(self):
        """Files named .cu that are included by others, as headers are."""
        found = set()
        for file in self.files:
            if ".cu" in self.text(file):
                for _, name in INCLUDE.findall(self.text(file)):
                    if name.endswith(SOURCES):
                        path = self._resolve(file, name, []) or self._nearest(file, name)
                        if path and path != file:
                            found.add(path)
        return found

    def headers(self):
        """Files that are included and have a block barrier in their own text."""
        sources = self.includedSources()
        return [f for f in self.files if (f.endswith(HEADERS) or f in sources) and not OTHER_LANGUAGES.match(f)
                and BARRIER.search(self.text(f)) and re.search(r"__(global|device|shared)__", self.text(f))]

    def included(self, path, flags):
        """Files of the checkout that `path` includes, itself and in order, and the folders that its flags lack."""
        seen, order, folders = set(), [], []
        search = [f[2:] for f in flags if f.startswith("-I")]

        def visit(file):
            if file in seen:
                return
            seen.add(file)
            for quote, name in INCLUDE.findall(self.text(file)):
                found = self._resolve(file, name, search + folders)
                if not found and (quote == '"' or name.endswith((".cuh", ".inl"))):
                    found = self._nearest(file, name)
                    if found:
                        folder = found[:len(found) - len(os.path.normpath(name).lstrip("./"))].rstrip("/") or "."
                        folders.append(folder)
                if found:
                    visit(found)
            order.append(file)

        visit(path)
        return order, folders

    def flags(self, path):
        """The compiler flags of a file, in nvcc's spelling, and the files of the checkout that it includes."""
        found = list(self.commands.get(path) or self._flagsNear(os.path.dirname(path)))
        order, folders = self.included(path, found)
        for folder in [os.path.dirname(path) or "."] + folders:
            if "-I" + folder not in found:
                found.append("-I" + folder)
        return legalise(found), order

    def find(self, file, name, flags):
        """The file of the checkout that an #include in `file` names."""
        return self._resolve(file, name, [f[2:] for f in flags if f.startswith("-I")])

    def _resolve(self, file, name, search):
        for folder in [os.path.dirname(file)] + search:
            path = os.path.normpath(os.path.join(folder, name))
            if path in self.known:
                return path
        return None

    def _nearest(self, file, name):
        """The file with that name which shares the most folders with the including one."""
        tail = os.path.normpath(name)
        while tail.startswith("../"):
            tail = tail[3:]
        fits = [p for p in self.byName.get(os.path.basename(tail), []) if ("/" + p).endswith("/" + tail)]
        if not fits:
            return None
        shared = lambda p: len(os.path.commonprefix([p.split("/"), file.split("/")]))
        best = max(fits, key=lambda p: (shared(p), -p.count("/")))
        return best if shared(best) or len(fits) == 1 else None

    def _readCommands(self):
        """compile_commands.json at the root or in build/: path -> flags."""
        commands = {}
        for place in ("compile_commands.json", "build/compile_commands.json"):
            path = os.path.join(self.root, place)
            if not os.path.exists(path):
                continue
            with open(path, encoding="utf-8") as file:
                for entry in json.load(file):
                    where = os.path.join(entry["directory"], entry["file"])
                    words = entry.get("arguments") or shlex.split(entry["command"])
                    commands[os.path.relpath(where, self.root)] = pick(words, entry["directory"], self.root)
        return commands

    def _flagsNear(self, folder):
        if folder not in self.makeFlags:
            self.makeFlags[folder] = self._makefileFlags(folder) or self._cmakeFlags(folder) or ["-std=c++17"]
        return self.makeFlags[folder]

    def _makefileFlags(self, folder):
        while True:
            for name in ("Makefile", "makefile", "Makefile.nvcc"):
                path = os.path.join(self.root, folder, name)
                if os.path.exists(path):
                    make = Makefile(path)
                    if "nvcc" in make.text or ".cu" in make.text:
                        flags = pick(make.words(), os.path.join(self.root, folder), self.root)
                        return flags + ([] if any("std=" in f for f in flags) else ["-std=c++17"])
            if not folder:
                return None
            folder = os.path.dirname(folder)

    def _cmakeFlags(self, folder):
        flags, standard, seen = [], 17, False
        while True:
            path = os.path.join(self.root, folder, "CMakeLists.txt")
            if os.path.exists(path):
                seen = True
                with open(path, encoding="utf-8", errors="replace") as file:
                    text = re.sub(r"#.*", "", file.read())
                here = os.path.join(self.root, folder)
                known = {"CMAKE_SOURCE_DIR": self.root, "PROJECT_SOURCE_DIR": here, "CMAKE_CURRENT_SOURCE_DIR": here,
                         "CMAKE_CURRENT_LIST_DIR": here}
                text = re.sub(r"\$\{(\w+)\}", lambda m: known.get(m[1], m[0]), text)
                for call, body in re.findall(
                        r"\b(?:target_)?(include_directories|compile_definitions|add_definitions"
                        r"|add_compile_definitions|compile_options)\s*\(([^()]*)\)", text):
                    words = [w for w in re.sub(r"\$<\$<[^>]*>:([^>]*)>", r"\1", body).split() if "$" not in w]
                    if call == "include_directories":
                        flags += ["-I" + os.path.relpath(os.path.join(here, w), self.root) for w in words
                                  if os.path.isdir(os.path.join(here, w))]
                    elif call == "compile_options":
                        flags += pick(words, here, self.root)
                    else:
                        flags += ["-D" + w.removeprefix("-D") for w in words
                                  if re.match(r"(-D)?[A-Za-z_]\w*(=|$)", w) and w not in ("PUBLIC", "PRIVATE")]
                for digits in re.findall(r"(?:C(?:XX|UDA)_STANDARD\s+|c(?:xx|uda)_std_|-std=c\+\+)(\d\d)", text):
                    standard = max(standard, int(digits))
            if not folder:
                break
            folder = os.path.dirname(folder)
        return ["-std=c++%d" % standard] + flags if seen else None


class Makefile:
    """As much of a Makefile as tells flags: variables, simple conditions, recipes."""

    def __init__(self, path):
        with open(path, encoding="utf-8", errors="replace") as file:
            self.text = file.read()
        self.variables = {}
        self.recipes = []
        taken = [True]
        for line in re.sub(r"\\\n", " ", self.text).split("\n"):
            bare = line.split("#")[0].strip() if not line.startswith("\t") else line.strip()
            condition = re.match(r"(else\s+)?(ifn?eq|ifn?def)\b\s*(.*)", bare)
            if condition:
                holds = self._holds(condition[2], condition[3])
                if condition[1]:
                    taken[-1] = holds and not taken[-1]
                else:
                    taken.append(holds)
            elif bare == "else":
                taken[-1] = not taken[-1]
            elif bare == "endif":
                if len(taken) > 1:
                    taken.pop()
            elif all(taken):
                self._line(line, bare)

    def _line(self, line, bare):
        if line.startswith("\t"):
            self.recipes.append(bare)
            return
        match = re.match(r"(?:export\s+|override\s+)?([\w.-]+)\s*(\?=|\+=|::?=|=)\s*(.*)", bare)
        if match:
            name, how, value = match.groups()
            if how == "+=":
                value = self.variables.get(name, "") + " " + value
            if how != "?=" or name not in self.variables:
                self.variables[name] = value

    def _holds(self, kind, rest):
        if kind in ("ifdef", "ifndef"):
            return bool(self.variables.get(rest.strip(), "")) == (kind == "ifdef")
        match = re.match(r"\(\s*(.*?)\s*,\s*(.*?)\s*\)\s*$", rest) or re.match(r"\"(.*?)\"\s+\"(.*?)\"", rest)
        return bool(match) and (self.expand(match[1]) == self.expand(match[2])) == (kind == "ifeq")

    def expand(self, text, depth=0):
        text = re.sub(r"\$[({](shell|wildcard|foreach|call|patsubst|filter|subst|if|error|info)\b[^(){}]*[)}]", "",
                      text)
        if depth > 8:
            return text
        return re.sub(r"\$[({]([\w.-]+)[)}]", lambda m: self.expand(self.variables.get(m[1], ""), depth + 1), text)

    def words(self):
        """Every word that may be a flag: those of the flag variables and of the recipes that compile."""
        texts = [v for k, v in self.variables.items()
                 if re.search(r"FLAG|INC|DEF|OPT|ARCH|STD|NVCC", k, re.I) and not re.search(r"^LD|LINK|LIB", k)]
        texts += [r for r in self.recipes if re.search(r"nvcc|\$[({](CC|NVCC|CXX|CUCC)[)}]", r)]
        words = []
        for text in texts:
            try:
                words += shlex.split(self.expand(text))
            except ValueError:
                words += self.expand(text).split()
        return words

    def runs(self):
        """Arguments of the programs that the target `run` starts: [(program, arguments)]."""
        match = re.search(r"^run\s*:.*\n((?:\t.*\n?|\s*\n)+)", re.sub(r"\\\n", " ", self.text) + "\n", re.M)
        found = []
        for line in match[1].split("\n") if match else []:
            words = self.expand(line.replace("$(LAUNCHER)", "")).split()
            if words and words[0].lstrip("@").startswith("./"):
                found.append((words[0].lstrip("@")[2:], words[1:]))
        return found


def pick(words, folder, root):
    """The flags among `words` that matter to a front end, each once, with paths relative to `root`."""
    flags, i = [], 0
    while i < len(words):
        word = words[i]
        if word in JOINED and i + 1 < len(words):
            i += 1
            word = JOINED[word] + words[i]
        if word in ("-Xcompiler", "-Xptxas", "-o", "-x", "-ccbin", "--compiler-options"):
            i += 1
            if word == "-Xcompiler" and i < len(words) and "openmp" in words[i] and "-Xcompiler=-fopenmp" not in flags:
                flags.append("-Xcompiler=-fopenmp")
        elif TAKEN.fullmatch(word) and "$" not in word and "`" not in word:
            if word.startswith("-I"):
                path = os.path.normpath(os.path.join(folder, word[2:]))
                word = "-I" + os.path.relpath(path, root) if os.path.isdir(path) else None
            elif word.startswith("-include="):
                path = os.path.join(folder, word[9:])
                word = "-include=" + os.path.relpath(path, root) if os.path.exists(path) else word
            if word and word not in flags:
                flags.append(word)
        i += 1
    return flags


def legalise(flags):
    """Flags for an nvcc of today: one architecture, sm_80 to sm_121, and one standard, C++17 or C++20."""
    result, standard, arch = [], 17, (80, "")
    for flag in flags:
        if "std=" in flag:
            standard = 20 if re.search(r"\+\+2[0a]", flag) else standard
        elif re.match(r"--?(arch|gencode|gpu-architecture)", flag):
            named = [(int(number), a) for number, a in re.findall(r"(?:sm|compute)_(\d+)(a?)", flag)]
            arch = max([arch] + [n for n in named if n[0] <= 121])
        else:
            flag = "-rdc=true" if flag == "-dc" else flag
            if flag not in result:
                result.append(flag)
    return ["-std=c++%d" % standard, "-arch=sm_%d%s" % arch] + result
