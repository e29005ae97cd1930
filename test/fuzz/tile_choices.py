"""What is decided of a tile: its elements, who loads them, where it lies, what guards it."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import elements
from launches import value


class TileChoices:
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
        # How many rounds there are is for the block to say.
        self.open = self.cover == "strided" and self.chance("open rounds", 0.3)
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
