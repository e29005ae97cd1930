"""One tile: its shape, its declaration, how it is loaded, how it is read.

A tile is a region of R x C elements of a global array. Its kind says which way
the loop walks:

    rows   C is the depth of the loop, R rows of a matrix  (A of a GEMM)
    cols   R is the depth of the loop, C columns           (B of a GEMM)
    line   a piece of a vector, R is 1, C the depth

Loads are spelled in many ways, but always fill the whole tile, or, with a
guard, the part of it that exists.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import changes
import elements
from launches import value

TILE_NAMES = ["As", "Bs", "tile", "s_x", "smem2", "Cs"]
POINTER_NAMES = ["A", "B", "x", "vals", "W", "src"]


class Tile:
    def __init__(self, kernel, loop, number, kind):
        self.k, self.loop, self.kind = kernel, loop, kind
        self.key = f"{loop.key}{number}."
        serial = loop.first_tile + number
        self.name, self.pointer = TILE_NAMES[serial], POINTER_NAMES[serial]
        self.temporary = f"v{serial}"
        self.choose_elements()
        self.choose_coverage()
        self.choose_storage()
        self.choose_source()
        self.choose_guard()
        self.choose_branches()

    def pick(self, name, options, weights=None):
        return self.k.c.pick(self.key + name, options, weights)

    def chance(self, name, probability):
        return self.k.c.chance(self.key + name, probability)

    # -- Decisions -----------------------------------------------------------

    def choose_elements(self):
        self.elem = self.pick("element", elements.ALL, elements.WEIGHTS)
        self.src = self.elem
        self.convert = ""
        sources = elements.SOURCES.get(self.elem.ctype, [])
        if sources and self.chance("converts", 0.12):
            self.src = self.pick("source", sources)
        elif not self.elem.parts and self.chance("transforms", 0.1):
            self.convert = self.pick("transform", ["{} + {}", "-({})", "({}) * 3"])

    @property
    def raw(self):
        return self.src is self.elem and not self.convert

    def choose_coverage(self):
        """How the threads share the elements; width is elements per access."""
        k, depth = self.k, self.loop.depth
        widths = [w for w in self.src.vectors if depth % w == 0]
        self.width = 1
        if widths and self.chance("vector", 0.3):
            self.width = self.pick("width", widths)
        w = self.width
        self.cover = self.pick(
            "cover", ["one", "copies", "loop", "strided", "subset", "rowloop", "constloop"],
            [6, 2, 3, 3, 2, 2, 2])
        share = {"copies": 2, "loop": 2, "constloop": 3}.get(self.cover, 1)
        count = k.threads * share * w  # elements of the tile
        if self.kind == "line":
            # The depth is given, so the coverage follows from it.
            accesses = depth // w
            if accesses == k.threads:
                self.cover = "one"
            elif accesses < k.threads:
                self.cover = self.pick("short", ["subset", "strided"])
            elif accesses % k.threads:
                self.cover = "strided"
            elif self.cover not in ("copies", "loop", "strided"):
                self.cover = "copies"
            self.rows, self.cols = 1, depth
            return
        other = count // depth
        if self.cover == "subset":
            other = max(1, other // 2)
        if self.kind == "cols":
            other = max(w, other // w * w)
        if other * depth != count and self.cover != "subset":
            self.cover = "strided"
        if self.cover == "strided":
            other = self.pick("other", [w * 4, w * 8, w * 5, w * 12, w * 3])
        self.rows, self.cols = (other, depth) if self.kind == "rows" else (depth, other)
        line = self.cols // w
        if self.cover == "rowloop" and (k.threads % line or self.rows % (k.threads // line)):
            self.cover = "strided"
        if self.cover == "one" and self.rows * line != k.threads:
            self.cover = "strided"
        if self.cover == "subset" and self.rows * line > k.threads:
            self.cover = "strided"

    @property
    def accesses(self):
        return self.rows * self.cols // self.width

    def choose_storage(self):
        w = self.width
        self.scatter = w > 1 and (not self.raw or self.chance("scatter", 0.35))
        direct = w > 1 and not self.scatter
        self.transposed = not direct and self.rows > 1 and self.chance("transposed", 0.2)
        self.pad = self.pick("pad", [0, w, 2 * w, 3 * w] if direct else [0, 1, 4, 3],
                             [6, 2, 1, 1])
        self.layout = self.pick("layout", ["2d", "1d", "3d", "struct"], [8, 3, 1, 1])
        if self.layout == "3d" and (self.transposed or self.rows % 2):
            self.layout = "2d"
        self.read_wide = False
        if self.elem.ctype == "float" and self.layout in ("2d", "1d") and not self.transposed \
                and self.kind != "cols" and self.cols % 4 == 0 and self.pad % 4 == 0:
            self.read_wide = self.chance("wide", 0.25)
        self.aligned = direct or self.read_wide or self.chance("aligned", 0.1)
        self.align_spelling = self.pick("align", ["__align__(16) before", "alignas(16) before",
                                                  "__align__(16) after"])
        self.dynamic = self.layout == "1d" and self.chance("dynamic", 0.06)
        self.inside = not self.dynamic and self.layout != "struct" and self.chance("inside", 0.12)

    def choose_source(self):
        self.bump = self.pick("bump", ["", "end", "middle", "after", "own", "step", "last"],
                              [10, 2, 2, 2, 1, 2, 1])
        if self.loop.form == "down" or (self.loop.form == "pointer" and self.loop.is_first(self)):
            self.bump = ""
        self.own_parameter = self.bump and not self.k.repeats and self.chance("parameter", 0.4)
        self.indirect = (not self.bump and self.width == 1 and self.kind != "cols"
                         and self.loop.form != "pointer" and self.chance("indirect", 0.08))
        self.ldg = self.elem.ctype != "Pair" and self.raw and self.width == 1 \
            and self.chance("ldg", 0.06)
        self.path = self.pick("path", ["direct", "local", "inside", "outside"], [8, 3, 1, 1])
        self.cast = self.pick("cast", ["reinterpret", "c", "macro", "pointer"], [3, 3, 2, 1])
        self.coordinates = self.pick("coordinates", ["before", "inline", "body"], [3, 2, 2])
        self.masks = self.chance("masks", 0.2)
        self.change = self.chance("change", 0.12)
        self.change_closed = self.chance("changeclosed", 0.4)
        self.either = self.width == 1 and not self.ldg and self.chance("either", 0.02)
        self.index_type = self.pick("index", ["int", "unsigned", "short", "long long", "size_t", "unsigned short"],
                                    [20, 2, 1, 1, 1, 1])
        self.unroll = self.pick("unroll", ["", "#pragma unroll", "#pragma unroll 2"], [3, 2, 1])

    def choose_guard(self):
        self.guard_k = self.loop.ragged
        self.guard_row = self.kind != "line" and self.chance("guardrow", 0.15)
        self.guard = ""
        if self.guard_k or self.guard_row:
            looped = self.cover in ("loop", "strided", "constloop", "rowloop")
            self.guard = self.pick("guard", ["ternary", "ifelse", "value", "ifonly", "elseif",
                                             *(["continue"] if looped else [])], [4, 4, 2, 2, 1] + [.2] * looped)
        # Beyond the edge the last element again, instead of a guard.
        self.clamped = (self.guard_k and not self.guard_row and not self.bump and not self.indirect
                        and self.width == 1 and self.kind != "cols"
                        and self.loop.form != "pointer" and self.chance("clamped", 0.2))
        if self.clamped:
            self.guard = ""
        # Where elements may stay unwritten, they are given a value before the loop.
        self.cleared = self.guard == "ifonly" and (
            self.guard_row or self.pick("cleared", [True, False]))
        self.inside = self.inside and not self.cleared
        self.unwritten = self.guard == "ifonly" and not self.cleared

    def choose_branches(self):
        """Stores that not every tile makes: what it leaves out stays what it was."""
        self.branches = ""
        if self.guard or self.width > 1 or self.loop.form == "pointer":
            return
        self.branches = self.pick("branches", ["", "whole", "whole switch", "half of else", "chain", "nested",
                                               "switch", "one side", "else if"], [60, 1, .3] + [.3] * 6)
        # The first tile is stored whole, unless the loop ends with it.
        if self.branches and not self.branches.startswith("whole") and self.loop.form in ("down", "counted-for"):
            self.cleared, self.inside = True, False

    addends = ()
    variable = ()

    def place_source(self):
        """A variable instead of a parameter, now and then; pipeline-fuzz-run fills it by its name."""
        most = self.k.loops[0].depth * max(self.k.TRIPS)
        count = value(self.k.count(self), most)
        if not self.chance("variable", 0.04) or self.src.ctype not in ("float", "int", "unsigned", "double") \
                or self.k.template == "type" or count > 20000:
            return
        self.own_parameter = False
        self.pointer = f"fzi_{self.src.ctype}_{self.k.name}{self.pointer}"
        self.variable = [f"__device__ __align__(16) {self.src.ctype} {self.pointer}[{count}];"]

    # -- The tile as a variable ----------------------------------------------

    @property
    def pitch(self):
        return (self.rows if self.transposed else self.cols) + self.pad

    @property
    def lines(self):
        return self.cols if self.transposed else self.rows

    @property
    def spelled(self):
        """The tile's name where it is used."""
        return f"{self.loop.struct_name}.{self.name}" if self.layout == "struct" else self.name

    def at(self, r, c):
        if self.transposed:
            r, c = c, r
        if self.layout == "1d":
            return f"{self.name}[({r}) * {self.pitch} + {c}]" if self.lines > 1 \
                else f"{self.name}[{c}]"
        if self.layout == "3d":
            return f"{self.name}[({r}) / 2][({r}) % 2][{c}]"
        if self.lines == 1:
            return f"{self.spelled}[{c}]"
        return f"{self.spelled}[{r}][{c}]"

    @property
    def element_type(self):
        return self.k.type_name(self.elem)

    @property
    def extents(self):
        if self.layout == "1d":
            return f"[{self.lines} * {self.pitch}]" if self.lines > 1 else f"[{self.pitch}]"
        if self.layout == "3d":
            return f"[{self.lines // 2}][2][{self.pitch}]"
        return f"[{self.lines}][{self.pitch}]" if self.lines > 1 else f"[{self.pitch}]"

    @property
    def bytes(self):
        return (self.lines * self.pitch * self.elem.bytes + 15) // 16 * 16

    def declaration(self):
        variable = f"{self.element_type} {self.name}{self.extents};"
        if self.dynamic:
            return [f"{self.element_type} *{self.name} = ({self.element_type} *)"
                    f"(dynamic_{self.k.name} + {self.k.take_dynamic(self.bytes)});"]
        if self.layout == "struct":
            return []  # the loop's struct declares it
        if not self.aligned:
            return [f"__shared__ {variable}"]
        align, place = self.align_spelling.split()
        return [f"{align} __shared__ {variable}" if place == "before" and align[0] == "_"
                else f"alignas(16) __shared__ {variable}" if place == "before"
                else f"__shared__ {align} {variable}"]

    def clear(self):
        """Gives every element a value before the loop."""
        linear = f"(&{self.at('0', '0')})[e]" if self.layout != "1d" else f"{self.name}[e]"
        return [f"for (int e = {self.k.tid}; e < {self.lines * self.pitch}; "
                f"e += {self.k.threads}) {{", f"{linear} = {self.elem.zero};", "}"]

    # -- Global memory -------------------------------------------------------

    @property
    def leading(self):
        """Elements from one row of the global array to the next, as text."""
        return {"rows": "K", "cols": f"ld{self.pointer}", "line": "0"}[self.kind]

    @property
    def base(self):
        return self.k.base(self)

    def index(self, r, c):
        walk = self.loop.walk(self)
        if self.clamped:
            within = f"min((int)({walk} + {c}), K - 1)"
            return within if self.kind == "line" else f"({self.base} + {r}) * {self.leading} + {within}"
        if self.kind == "line":
            return c if self.bump or walk is None else f"{walk} + {c}"
        if self.bump or walk is None:
            return f"({r}) * {self.leading} + {c}"
        if self.kind == "rows":
            return f"({self.base} + {r}) * {self.leading} + {walk} + {c}"
        if self.loop.strided_walk(self):
            return f"({r}) * {self.leading} + {walk} + {self.base} + {c}"
        return f"({walk} + {r}) * {self.leading} + {self.base} + {c}"

    @property
    def moving(self):
        """The pointer that the loads use."""
        if self.loop.form == "pointer" and self.loop.is_first(self):
            return "p"
        if self.bump:
            return self.pointer if self.own_parameter else f"{self.pointer}Tile"
        return self.pointer

    def start(self):
        """Statements before the loop that set a moving pointer."""
        if not self.bump:
            return []
        offset = {"rows": f"({self.base}) * {self.leading}", "cols": self.base, "line": "0"}[self.kind]
        if self.own_parameter:
            return [f"{self.pointer} += {offset};"]
        return [f"const {self.k.type_name(self.src)} *{self.moving} = {self.pointer} + {offset};"]

    def advance(self):
        step = self.loop.depth_text
        return f"{self.moving} += " + (f"{step} * {self.leading}" if self.kind == "cols" else step)

    # -- The load phase ------------------------------------------------------

    def before(self):
        """Coordinates of the thread, computed before the loop."""
        self.row_text, self.col_text = self.split(self.k.tid)
        if self.cover == "one" and self.k.block[1] > 1 and self.rows > 1 \
                and self.cols // self.width == self.k.block[0]:
            self.row_text = "threadIdx.y"
            self.col_text = "threadIdx.x" + (f" * {self.width}" if self.width > 1 else "")
        if self.coordinates == "inline" or self.cover not in ("one", "subset", "rowloop"):
            return []
        r, c = f"{self.name}Row", f"{self.name}Col"
        lines = [f"const {self.index_type} {r} = {self.row_text};", f"const {self.index_type} {c} = {self.col_text};"]
        if self.rows == 1:
            lines, r = lines[1:], "0"
        self.row_text, self.col_text = r, c
        if self.coordinates == "body":
            self.body_lines = lines
            return []
        return lines

    body_lines = ()

    def split(self, e):
        """Row and column of access e."""
        line = self.cols // self.width
        if not e.isidentifier():
            e = f"({e})"
        row, col = f"{e} / {line}", f"{e} % {line}"
        if self.masks and line & (line - 1) == 0:
            row, col = f"({e} >> {line.bit_length() - 1})", f"({e} & {line - 1})"
        if self.rows == 1:
            row, col = "0", e
        if line == 1:
            row, col = e, "0"
        if self.width > 1:
            col = f"{col} * {self.width}" if col != "0" else "0"
        return row, col

    def load(self):
        n, k = self.accesses, self.k
        head = [self.unroll] if self.unroll else []
        if self.cover == "one":
            return [*self.body_lines, *self.piece(self.row_text, self.col_text, "")]
        if self.cover == "subset":
            return [*self.body_lines, f"if ({k.tid} < {n}) {{",
                    *self.piece(self.row_text, self.col_text, ""), "}"]
        if self.cover == "copies":
            return [line for j in range(n // k.threads)
                    for line in self.piece(*self.split(f"{k.tid} + {j * k.threads}"), str(j))]
        if self.cover == "rowloop":
            rows = k.threads // (self.cols // self.width)
            return [*self.body_lines, *head,
                    f"for (int r = {self.row_text}; r < {self.rows}; r += {rows}) {{",
                    *self.piece("r", self.col_text, ""), "}"]
        if self.cover == "strided":
            return [*head, f"for (int e = {k.tid}; e < {n}; e += {k.threads}) {{",
                    *self.locals_of("e"), "}"]
        step = k.threads if self.cover == "constloop" else 1
        bound = n if step > 1 else n // step // k.threads
        element = f"{k.tid} + j" if step > 1 else f"{k.tid} + j * {k.threads}"
        return [*head, f"for (int j = 0; j < {bound}; j += {step}) {{" if step > 1
                else f"for (int j = 0; j < {bound}; ++j) {{", *self.locals_of(element), "}"]

    def locals_of(self, element):
        row, col = self.split(element)
        if self.coordinates == "inline":
            return self.piece(row, col, "")
        lines = [f"const {self.index_type} r = {row};", f"const {self.index_type} c = {col};"]
        if self.rows == 1:
            return [lines[1], *self.piece("0", "c", "")]
        return [*lines, *self.piece("r", "c", "")]

    def condition(self, r, c):
        parts = []
        if self.guard_row:
            local, bound = (r, "M") if self.kind == "rows" else (c, "N")
            parts.append(f"{self.base} + {local} < {bound}{self.pointer}")
        if self.guard_k and not self.clamped:
            parts.append(self.loop.inside(r if self.kind == "cols" else c))
        return " && ".join(parts)

    def piece(self, r, c, suffix):
        """One access: reads width elements at (r, c) and stores them."""
        if self.width > 1:
            return self.wide_piece(r, c, suffix)
        source = self.source(r, c)
        if self.src is not self.elem:
            source = elements.converted(source, self.src, self.elem)
        elif self.convert:
            source = self.convert.replace("{}", source)
        target = self.at(r, c)
        kind = self.element_type
        value = self.guarded(kind, source, self.elem.zero, self.condition(r, c), suffix,
                             lambda v: self.branched(target, v))
        return value

    def source(self, r, c):
        index = self.index(r, c)
        if self.indirect:
            walk = self.loop.walk(self)
            index = f"({self.base} + {r}) * {self.leading} + perm[{walk} + {c}]" \
                if self.kind == "rows" else f"perm[{walk} + {c}]"
        text = f"{self.moving}[{index}]"
        if self.either:
            text = f"{self.k.tid} % 2 ? {text} : {text}"
            return self.added(text if self.raw and not self.addends else f"({text})")
        return self.added(f"__ldg(&{text})" if self.ldg else text)

    def added(self, text):
        for addend in self.addends:
            text = f"plus({text}, {addend})"
        return text

    def branched(self, target, v):
        """Statements that store v, or another value, or nothing, as the tile's number says."""
        if not self.branches:
            return [f"{target} = {v};"]
        number = f"(int)({self.loop.offset()}) / {self.loop.depth_text}"
        tid, store, other = self.k.tid, f"{target} = {v};", f"{target} = nudge({v});"
        return {
            "whole": [f"if ({number} % 2 == 0) {{", store, "} else {", other, "}"],
            "whole switch": [f"switch ({number} % 3) {{", f"case 0: {store} break;", f"case 1: {other} break;",
                             f"default: {target} = {self.elem.zero};", "}"],
            "half of else": [f"if ({number} % 2 == 0) {store}", f"else {{ if ({tid} < {self.k.threads // 2}) {other} }}"],
            "chain": [f"if ({number} % 2 == 0) {{", f"if ({tid} < {self.k.threads // 2}) {store}", f"else {other}",
                      f"}} else if ({tid} % 4 == 0) {other}", f"else if ({tid} % 4 == 3) {store}"],
            "nested": [f"if ({number} % 2 == 0) {{", store, "} else {", f"if ({tid} % 2 == 0) {{",
                       f"if ({tid} % 4 != 2) {{", other, "}", "}", "}"],
            "switch": [f"switch ({number} % 3) {{", f"case 0: {store} break;",
                       f"case 1: if ({tid} % 2) {other} break;", "default: break;", "}"],
            "one side": [f"if ({number} % 2 == 0)", store],
            "else if": [f"if ({number} % 3 == 0) {store}", f"else if ({number} % 3 == 1 && {tid} % 2 == 0) {other}"],
        }[self.branches]

    def wide_piece(self, r, c, suffix):
        w, kind = self.width, self.src.vectors[self.width]
        address = f"&{self.moving}[{self.index(r, c)}]"
        source = {"reinterpret": f"*reinterpret_cast<const {kind} *>({address})",
                  "c": f"*(const {kind} *)({address})",
                  "macro": f"LOAD_AS({kind}, {address[1:]})",
                  "pointer": f"*reinterpret_cast<const {kind} *>({address})"}[self.cast]
        source = self.added(source)
        zero = f"make_{kind}({', '.join(['0'] * w)})"

        def store(v):
            if self.scatter:
                return [f"{self.at(r, f'{c} + {i}')} = {self.part(v, i)};" for i in range(w)]
            target = self.at(r, c)
            return [{"reinterpret": f"*reinterpret_cast<{kind} *>(&{target}) = {v};",
                     "c": f"*({kind} *)&{target} = {v};",
                     "macro": f"STORE_AS({kind}, {target}) = {v};",
                     "pointer": f"*reinterpret_cast<{kind} *>(&{target}) = {v};"}[self.cast]]

        if self.cast == "pointer" and not self.guard and not self.scatter and self.cover != "copies" \
                and not self.change and not self.addends:
            wide = f"{self.pointer}Wide"
            return [f"const {kind} *{wide} = reinterpret_cast<const {kind} *>({address});",
                    *store(f"*{wide}")]
        return self.guarded(kind, source, zero, self.condition(r, c), suffix, store)

    def part(self, v, i):
        value = f"{v}.{elements.XYZW[i]}"
        if self.src is not self.elem:
            return elements.converted(value, self.src, self.elem)
        return self.convert.replace("{}", value) if self.convert else value

    def guarded(self, kind, source, zero, condition, suffix, store):
        """Statements that store source, or what the guard says."""
        name = self.temporary + suffix
        local = self.path != "direct" or (self.width > 1 and self.scatter) or self.change
        guard = self.guard
        store = self.changing(store, name, kind)
        if guard == "ternary":
            zero = zero if zero[0].isalpha() else f"({kind}){zero}"
            source = f"({condition}) ? {source} : {zero}" if "&&" in condition \
                else f"{condition} ? {source} : {zero}"
        if guard == "value":
            return [f"{kind} {name} = {zero};", f"if ({condition})", f"{name} = {source};",
                    *store(name)]
        if guard in ("ifelse", "elseif") and local:
            return [f"{kind} {name};", f"if ({condition})", f"{name} = {source};", "else",
                    f"{name} = {zero};", *store(name)]
        if guard == "continue":
            return [f"if (!({condition})) {{", *store(zero), "continue;", "}",
                    *([f"{kind} {name} = {source};", *store(name)] if local else store(source))]
        if guard == "ifelse":
            return [f"if ({condition}) {{", *store(source), "} else {", *store(zero), "}"]
        if guard == "elseif":
            return [f"if (!({condition}))", *store(zero), "else", *store(source)]
        lines = store(source)
        if local:
            shared = self.loop.shared_temporary(self, kind)
            const = "" if self.change else "const "
            lines = [f"{shared} = {source};", *store(shared)] if shared \
                else [f"{const}{kind} {name} = {source};", *store(name)]
        if guard == "ifonly":
            return [f"if ({condition}) {{", *lines, "}"]
        return lines

    def changing(self, store, name, kind):
        """As store, but a local is changed before."""
        if not self.change:
            return store
        options, weights = changes.fitting(kind)
        way = self.pick("way", options, weights)

        def build(v):
            if not v.isidentifier():
                return store(v)
            lines = changes.lines(way, v, kind, f"{name}{self.k.serial()}", self.k.tid)
            return [*(["{", *lines, "}"] if self.change_closed else lines), *store(v)]
        return build
