"""One K-loop: its form, its barriers, its load phase; what it computes is in compute.py."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import constructs
import memory  # noqa: F401: brings its constructs
import names  # noqa: F401
import twins  # noqa: F401
import walks
from compute import Computation
from forms import REPAIRED
from tiles import Tile

FORMS = ["for", "tile", "tile-last", "tile-product", "while", "body-step", "declared-before", "two",
         "not-equal", "remaining", "down", "pointer", "ahead", "do", "do-step", "counted", "counted-for"]
FORM_WEIGHTS = [8, 5, 1, 1, 3, 1, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1]
BARRIERS = ["__syncthreads();", "BARRIER();", "syncBlock();", 'asm volatile("bar.sync 0;" ::: "memory");',
            "__barrier_sync(0);"]


class Loop:
    def __init__(self, kernel, key, first_tile, depth=None):
        self.k, self.key, self.first_tile = kernel, key, first_tile
        c = kernel.c
        self.form = c.pick(key + "form", FORMS, FORM_WEIGHTS)
        signed = ("down", "ahead", "tile-last", "remaining", "pointer", "counted", "counted-for")
        self.type = "int"
        if self.form not in signed:
            self.type = c.pick(key + "type", ["int", "unsigned", "long long", "size_t"], [12, 2, 1, 1])
        self.vector = c.chance(key + "lines", 0.15)  # vectors instead of matrices
        self.depth = kernel.threads if self.vector and c.chance(key + "deep", 0.7) else \
            c.pick(key + "depth", [8, 4, 16, 12, 5], [5, 3, 5, 1, 1])
        self.depth = depth or self.depth  # loops of one kernel agree
        self.depth_name = c.pick(key + "depthname", ["literal", "constant", "define", "local"])
        if self.depth_name == "local" and kernel.templated:
            self.depth_name = "parameter"
        self.ragged = self.form not in ("down", "counted-for") and c.chance(key + "ragged", 0.4)
        self.struct_name = "sh" + (key.strip(".") or "0")
        count = c.pick(key + "tiles", [1, 2, 3], [3, 6, 1])
        kinds = ["line"] * count
        if not self.vector:
            kinds = [c.pick(f"{key}kind{n}", options) for n, options in
                     enumerate([["rows", "cols"], ["cols", "rows", "line"], ["line", "rows"]][:count])]
        if self.form == "pointer" and kinds[0] == "cols":
            self.form = "for"  # the rows of a column are not K elements apart
        self.tiles = []
        for number, kind in enumerate(kinds):
            self.tiles.append(Tile(kernel, self, number, kind))
        # Bumped pointers and the step of the loop at other places than its end.
        self.update = c.pick(key + "update", ["end", "after", "middle"], [4, 1, 1]) \
            if self.form in ("while", "body-step", "do") else "end"
        self.top_barrier = c.chance(key + "top", 0.15)
        self.barrier = c.pick(key + "barrier", BARRIERS, [20, 1, 1, 1, 1])
        self.remaining = self.ragged and self.form not in ("remaining", "pointer") \
            and c.chance(key + "rem", 0.15)
        self.common = self.update == "end" and self.form != "pointer" and c.chance(key + "common", 0.2)
        self.unroll = c.pick(key + "unroll", ["", " 1", " 2", "(3)"], [17, 1, 1, 1])
        # A barrier that the tool is to add (forms.py).
        self.lacking = c.pick(key + "lacking", ["none", "trailing", "load"], [16, 1, 1])
        self.order = c.chance(key + "reverse", 0.15)
        self.temporaries, self.macros = {}, {}
        self.walking = walks.choose(self)
        self.start = walks.choose_start(self)
        self.wrap_loads = c.pick(key + "wrap.loads", ["", "lambda", "macro", "once"], [120, 1, 2, 2])
        self.wrap_sums = c.pick(key + "wrap.sums", ["", "lambda", "macro", "once"], [30, 1, 1, 1])
        self.compute = Computation(kernel, self)
        self.constructs = constructs.drawn(self)
        addends = [text for each in self.constructs for text in each.addends()]
        if addends:
            tile = c.pick(key + "x.tile", self.tiles)
            tile.addends = addends

    def every(self, place):
        """The lines of all constructs at one of their places."""
        return [line for each in self.constructs for line in getattr(each, place)()]

    # -- What the tiles ask --------------------------------------------------

    def is_first(self, tile):
        # During construction the first tile is not yet in the list.
        return not self.tiles or self.tiles[0] is tile

    @property
    def depth_text(self):
        own = f"{self.k.name}_{self.suffix}".rstrip("_")
        return {"literal": str(self.depth), "constant": f"DEPTH_{own}", "define": f"STEP_{own}",
                "local": f"BK{self.suffix}",
                "parameter": f"BK{self.suffix}"}[self.depth_name]

    @property
    def suffix(self):
        return self.key.strip(".")

    def strided_walk(self, tile):
        return self.form == "two" and tile.kind == "cols"

    def offset(self):
        """How far the loop has walked, in elements, as written in the load phase."""
        step = self.depth_text
        return {"tile": f"t * {step}", "tile-last": f"t * {step}", "tile-product": f"t * {step}",
                "remaining": "(K - left)", "counted": f"(tiles - 1 - left) * {step}",
                "counted-for": f"left * {step}", "pointer": "(int)(p - pStart)"}.get(
                    self.form, self.walking.name)

    def tile_number(self):
        return f"(int)({self.offset()}) / {self.depth_text}"

    def walk(self, tile):
        if self.form == "pointer" and self.is_first(tile):
            return None
        if self.strided_walk(tile):
            return f"row{tile.pointer}"
        return "kBase" if self.common else self.offset()

    def inside(self, local):
        """Whether an element of the tile exists."""
        if self.remaining:
            return f"{local} < rem"
        if self.form == "remaining":
            return f"{local} < left"
        return f"{'kBase' if self.common else self.offset()} + {local} < K"

    def shared_temporary(self, tile, kind):
        if tile.path not in ("inside", "outside"):
            return None
        name = "tmp" + "".join(word.capitalize() for word in kind.split())
        self.temporaries[name] = kind, tile.path if name not in self.temporaries \
            else self.temporaries[name][1]
        return name

    # -- Text ----------------------------------------------------------------

    def constants(self):
        """Lines before the kernel."""
        text = self.depth_text
        if self.depth_name == "constant":
            return [f"constexpr int {text} = {self.depth};"]
        return [f"#define {text} {self.depth}"] if self.depth_name == "define" else []

    def declarations(self):
        lines = [line for tile in self.tiles if not tile.inside for line in tile.declaration()]
        members = [t for t in self.tiles if t.layout == "struct"]
        if members:
            lines += ["__shared__ struct {",
                      *[f"{t.element_type} {t.name}{t.extents};" for t in members],
                      f"}} {self.struct_name};"]
        return self.joined(lines)

    def joined(self, lines):
        """Two declarations of one type as one, sometimes."""
        starts = [line.rsplit(" ", 1) if line.startswith("__shared__ ") and "{" not in line
                  and "*" not in line else None for line in lines]
        if len(lines) == 2 and all(starts) and starts[0][0] == starts[1][0] \
                and self.k.c.chance(self.key + "joined", 0.4):
            return [f"{starts[0][0]} {starts[0][1][:-1]}, {starts[1][1]}"]
        return lines

    def before(self):
        """Statements between the declarations and the loop."""
        lines = []
        if self.depth_name == "local":
            lines.append(f"constexpr int {self.depth_text} = {self.depth};")
        for tile in self.tiles:
            lines += self.k.base_declaration(tile)
            lines += tile.start()
        for tile in self.tiles:
            lines += tile.before()
        cleared = [tile for tile in self.tiles if tile.cleared]
        for tile in cleared:
            lines += tile.clear()
        if cleared:
            lines.append(self.barrier)
            if self.top_barrier:  # the same loop may have run before
                lines.insert(0, self.barrier)
        return lines

    def header(self):
        """Declarations of the loop's variables, its first line, its last lines."""
        step, kind, form = self.depth_text, self.type, self.form
        steps = [t.advance() for t in self.tiles if t.bump == "step"]
        if self.remaining and self.k.c.chance(self.key + "remstep", 0.3):
            steps.append(f"rem -= {step}")
            self.rem_done = True
        if form in ("while", "body-step", "ahead", "do", "do-step", "counted", "counted-for"):
            tail = [s + ";" for s in steps]
            update = self.walking.update(step) + ";"
            if form == "ahead":
                return [f"int k0 = -{step};"], f"while (k0 + {step} < K) {{", tail
            if form in ("counted", "counted-for"):
                tiles = f"int tiles = (K + {step} - 1) / {step}"
                if form == "counted":
                    return [f"{tiles}, left = tiles;"], "while (left--) {", tail
                return [tiles + ";"], "for (int left = tiles; --left >= 0;) {", tail
            if self.update == "end" and form != "do-step":
                tail.append(update)
            if form in ("do", "do-step"):  # the harness has runs without a tile
                return self.walking.declared(kind, step), "do {", tail
            first = "while (k0 < K) {" if form == "while" else "for (; k0 < K;) {"
            return self.walking.declared(kind, step), first, tail
        count = f"(K + {step} - 1) / {step}"
        if form == "for":
            return self.start.before, self.three(f"{kind} k0 = {self.start.value}", "k0 < K",
                                                 [f"k0 += {step}"] + steps), []
        if form == "declared-before":
            return (self.walking.declared(kind, step),
                    self.three("k0 = 0", "k0 < K", [self.walking.update(step)] + steps), [])
        if form == "tile":
            return ([f"const {kind} tiles = {count};"],
                    self.three(f"{kind} t = 0", "t < tiles", ["++t"] + steps), [])
        if form == "tile-last":
            return ([f"int last = {count} - 1;"],
                    self.three("int t = 0", "t <= last", ["t++"] + steps), [])
        if form == "tile-product":
            return [], self.three(f"{kind} t = 0", f"t * {step} < K", ["t += 1"] + steps), []
        if form == "two":
            walkers = [t for t in self.tiles if self.strided_walk(t)]
            return [], self.three(
                ", ".join([f"{kind} k0 = 0"] + [f"row{t.pointer} = 0" for t in walkers]), "k0 < K",
                [f"k0 += {step}"] + [f"row{t.pointer} += {step} * {t.leading}" for t in walkers]
                + steps), []
        if form == "not-equal":
            return ([f"const {kind} end = {count} * {step};"],
                    self.three(f"{kind} k0 = 0", "k0 != end", [f"k0 += {step}"] + steps), [])
        if form == "remaining":
            return [], self.three("int left = K", "left > 0", [f"left -= {step}"] + steps), []
        if form == "down":
            return [], self.three(f"int k0 = K - {step}", "k0 >= 0", [f"k0 -= {step}"] + steps), []
        first = self.tiles[0]
        kind = self.k.type_name(first.src)
        start = f"{first.pointer} + ({first.base}) * {first.leading}"
        if first.kind == "line":
            start = first.pointer
        return ([f"const {kind} *const pStart = {start};"],
                self.three(f"const {kind} *p = pStart", "p < pStart + K", [f"p += {step}"] + steps), [])

    @staticmethod
    def three(init, condition, steps):
        return f"for ({init}; {condition}; {', '.join(steps)}) {{"

    rem_done = False

    def statements(self):
        """The whole loop."""
        before = self.before()
        declared, first, tail = self.header()
        loads = []
        tiles = list(reversed(self.tiles)) if self.order else self.tiles
        for tile in tiles:
            loads += tile.load()
            if tile.bump == "own":
                loads.append(tile.advance() + ";")
        body = []
        if self.form == "ahead":
            body.append(f"k0 += {self.depth_text};")
        for tile in self.tiles:
            if tile.inside:
                body += tile.declaration()
        for name, (kind, where) in self.temporaries.items():
            (body if where == "inside" else before).append(f"{kind} {name};")
        compute = self.compute.statements()
        macros = [line for lines in self.macros.values() for line in lines]
        if self.common and any("kBase" in line for line in loads + compute + macros):
            body.append(f"const int kBase = {self.offset()};")
        if self.lacking == "load" and any(self.barrier in line for line in compute):
            self.lacking = "none"  # what is read in front of a barrier counts as the thread's own
        barrier, load_barrier = ([f"{self.barrier} {REPAIRED.decode()}" if self.lacking == which
                                  else self.barrier] for which in ("trailing", "load"))
        if self.top_barrier:
            body = [*body, *barrier]
        body += self.compute.before_loads() + self.every("head") + self.wrapped("loads", loads)
        body += self.every("tail") + self.bumps("after") + load_barrier + self.bumps("middle")
        body += compute + self.bumps("end")
        if self.remaining and not self.rem_done:
            body.append(f"rem -= {self.depth_text};")
        if not self.top_barrier:
            body += self.compute.leave_in("end") or barrier
        body += self.every("late") + self.compute.leave_in("late") + self.bumps("last") + tail
        if self.remaining:
            before.append("int rem = K;")
        pragma = ["#pragma unroll" + self.unroll] if self.unroll else []
        whole = [*declared, *pragma, first, *body, self.last_line()]
        if first == "do {":
            whole = [*declared, "if (k0 < K) {", *pragma, first, *body, self.last_line(), "}"]
        return [*before, *self.compute.before(), *self.every("before"), *whole, *self.compute.after(),
                *self.every("after")]

    def wrapped(self, half, lines):
        """The loads or the sums as a lambda, a macro, or a block that runs once."""
        way = self.wrap_loads if half == "loads" else self.wrap_sums
        if any(line.startswith("#") for line in lines):
            way = "" if way == "macro" else way
        name = f"{half}{self.suffix}"
        if way == "lambda":
            return [f"auto {name} = [&] {{", *lines, "};", f"{name}();"]
        if way == "once":
            return ["do {", *lines, "} while (false);"]
        if way == "macro":
            self.macros[f"{self.k.name}_{name}"] = lines
            return [f"{self.k.name}_{name}();"]
        return lines

    def functions(self):
        """Lines before the kernel, once the kernel is written."""
        macros = [" \\\n  ".join([f"#define {name}()", "do {", *lines, "} while (0)"])
                  for name, lines in self.macros.items()]
        return [*self.compute.functions(), *self.every("file"), *macros]

    def last_line(self):
        return {"do": "} while (k0 < K);", "do-step": f"}} while (({self.walking.update(self.depth_text)}) < K);"}.get(
            self.form, "}")

    def bumps(self, place):
        lines = [t.advance() + ";" for t in self.tiles if t.bump == place]
        if self.form in ("while", "body-step", "do") and self.update == place and place != "end":
            lines.append(self.walking.update(self.depth_text) + ";")
        return lines

    def live_out(self):
        """Expressions that are known behind the loop."""
        values = ["left"] if self.form == "counted" else []
        values += self.start.left if self.form == "for" else []
        if self.form in ("while", "body-step", "ahead", "declared-before", "do", "do-step"):
            values.append("(int)k0")
        if self.remaining:
            values.append("rem")
        for tile in self.tiles:
            if tile.bump and not tile.own_parameter:
                values.append(f"(int)({tile.moving} - {tile.pointer})")
        return values
