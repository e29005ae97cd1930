"""One kernel: its parameters, one or two K-loops, its outputs, and its launches."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from loop import Loop

TRIPS = [0, 1, 2, 3, 4, 6]
BLOCKS = [(64, 1), (32, 1), (128, 1), (8, 8), (16, 4), (32, 2), (96, 1), (16, 8), (4, 8)]
BLOCK_WEIGHTS = [5, 3, 2, 3, 2, 2, 1, 1, 1]


class Kernel:
    TRIPS = TRIPS

    def __init__(self, choices, name):
        self.c, self.name = choices, name
        self.block = choices.pick("block", BLOCKS, BLOCK_WEIGHTS)
        self.threads = self.block[0] * self.block[1]
        self.grid = choices.pick("grid", [1, 2], [2, 1])
        self.outer = choices.chance("outer", 0.12)
        self.second = choices.pick("second", ["", "other", "again"], [17, 2, 1])
        self.repeats = self.outer or self.second == "again"
        self.template = choices.pick("template", ["", "flag", "type", "depth"], [5, 1, 1, 1])
        self.templated = self.template == "depth"
        plain_id = self.block[1] == 1 and choices.chance("plainid", 0.4)
        self.tid = "threadIdx.x" if plain_id else "tid"
        self.dynamic_bytes = self.serials = self.slots = 0
        self.loops = [Loop(self, "", 0)]
        if self.second == "other":
            self.loops.append(Loop(self, "2.", len(self.loops[0].tiles), self.loops[0].depth))
        self.tiles = [tile for loop in self.loops for tile in loop.tiles]
        stores = any(l.compute.trace or l.compute.atomic for l in self.loops)
        self.restrict = choices.chance("restrict", 0.95 if stores else 0.3)
        self.bounds = choices.chance("bounds", 0.15)
        self.local_base = choices.chance("localbase", 0.5)
        self.short = [choices.pick(f"short{n}", [1, 2, 3, 5, 7]) for n in range(len(self.tiles))]
        for tile in self.tiles:
            tile.place_source()

    # -- What loops and tiles ask --------------------------------------------

    def type_name(self, element):
        if self.template == "type" and element is self.tiles[0].elem:
            return "T"
        return element.ctype

    def serial(self):
        """A number that no other name of the kernel has."""
        self.serials += 1
        return self.serials

    def take_dynamic(self, size):
        offset = self.dynamic_bytes
        self.dynamic_bytes += size
        return offset

    def base_text(self, tile):
        size = tile.rows if tile.kind == "rows" else tile.cols
        block = "(blockIdx.x * 2 + o)" if self.outer else "blockIdx.x"
        return f"{block} * {size}"

    def base(self, tile):
        if tile.kind == "line":
            return "0"
        return f"{tile.name}Base" if self.local_base else self.base_text(tile)

    def base_declaration(self, tile):
        if tile.kind == "line" or not self.local_base:
            return []
        return [f"const int {tile.name}Base = {self.base_text(tile)};"]

    # -- Text ----------------------------------------------------------------

    def extent(self, tile):
        """Rows or columns of the global array that a block's base walks over."""
        size = tile.rows if tile.kind == "rows" else tile.cols
        total = size * self.grid * (2 if self.outer else 1)
        if tile.guard_row:
            short = self.short[self.tiles.index(tile)] * (tile.width if tile.kind == "cols" else 1)
            total -= short if short < size else 0
        return total

    def count(self, tile):
        """Elements of the global array, as C++."""
        return {"rows": f"{self.extent(tile)} * K", "cols": f"K * {self.extent(tile)}", "line": "K"}[tile.kind]

    def parameters(self):
        """(declaration, what the host gives) of each; see launches.py."""
        restrict = "__restrict__ " if self.restrict else ""
        found = []
        for tile in self.tiles:
            kind, extent = tile.src.ctype, self.extent(tile)
            count = self.count(tile)
            if not tile.variable:
                found.append((f"const {self.type_name(tile.src)} *{restrict}{tile.pointer}", ("in", kind, count)))
            if tile.kind == "cols":
                found.append((f"int ld{tile.pointer}", ("value", "int", str(extent))))
            if tile.guard_row:
                letter = "M" if tile.kind == "rows" else "N"
                found.append((f"int {letter}{tile.pointer}", ("value", "int", str(extent))))
        if any(tile.indirect for tile in self.tiles):
            found.append((f"const int *{restrict}perm", ("indices", "K")))
        found.append(("int K", ("value", "int", "K")))
        total = self.threads * self.grid
        for loop in self.loops:
            c = loop.compute
            if c.exit.startswith("uniform"):
                found.append((f"bool {c.flag}", ("value", "bool", f"K / {loop.depth} % 3 == 1")))
            if c.trace:
                found.append((f"{c.type} *{restrict}trace{loop.suffix}",
                              ("out", c.type, f"{total} * {max(TRIPS) + 1}")))
            if c.atomic and not any("counts" in d for d, _ in found):
                found.append((f"unsigned *{restrict}counts", ("out", "unsigned", "7")))
            found.append((f"{c.type} *{restrict}out{loop.suffix}",
                          ("out", c.type, str(total * c.many * (2 if self.outer else 1)))))
            found += [given for each in loop.constructs for given in each.parameters()]
        if self.slots:
            found.append((f"int *{restrict}live", ("out", "int", str(total * self.slots))))
        return found

    def render(self):
        """The kernel and what it needs, as lines; host() comes after it."""
        declarations, body = [], []
        for loop in self.loops:
            declarations += loop.declarations()
            if loop.compute.scratch:
                declarations.append(f"__shared__ {loop.compute.type} scratch{loop.suffix}[{self.threads}];")
            for each in loop.constructs:
                declarations += each.top()
            if loop.compute.early:
                declarations.append(f"__shared__ {loop.compute.type} {loop.compute.early_name}[{self.threads}];")
        if self.dynamic_bytes:
            declarations.insert(0, "extern __shared__ __align__(16) unsigned char "
                                   f"dynamic_{self.name}[];")
        if self.tid == "tid":
            declarations.append("const int tid = threadIdx.y * blockDim.x + threadIdx.x;"
                                if self.block[1] > 1 else "const int tid = threadIdx.x;")
        for loop in self.loops:
            declarations += loop.compute.declarations()
        for loop in self.loops * (2 if self.second == "again" else 1):
            text = self.loop_text(loop)
            body += ["{", *text, "}"] if self.second else text
        for loop in self.loops:
            body += self.write_out(loop)
        if self.outer:
            body = ["for (int o = 0; o < 2; ++o) {", *body, "}"]
        constants = [line for loop in self.loops for line in loop.constants()]
        constants += [line for tile in self.tiles for line in tile.variable]
        functions = [line for loop in self.loops for line in loop.functions()]
        template = {"": [], "flag": ["template <bool FLAG>"], "type": ["template <typename T>"],
                    "depth": [f"template <{', '.join(f'int BK{l.suffix}' for l in self.loops)}>"]}
        if self.templated and all(l.depth_name != "parameter" for l in self.loops):
            template["depth"] = ["template <int UNUSED>"]
        bounds = f"__launch_bounds__({self.threads}) " if self.bounds else ""
        parameters = ", ".join(declaration for declaration, _ in self.parameters())
        return [*constants, *functions, *template[self.template],
                f"__global__ void {bounds}{self.name}({parameters}) {{",
                *declarations, *body, "}"]

    def loop_text(self, loop):
        lines = loop.statements()
        if self.template == "flag":
            lines += ["if (FLAG)", f"{loop.compute.sum_of(0)} += 1;"]
        for value in loop.live_out():
            total = self.threads * self.grid
            lines.append(f"live[{self.slots * total} + blockIdx.x * {self.threads} + {self.tid}] = {value};")
            self.slots += 1
        return lines

    def write_out(self, loop):
        c = loop.compute
        place = f"blockIdx.x * {self.threads} + {self.tid}"
        if self.outer:
            place = f"(o * gridDim.x + blockIdx.x) * {self.threads} + {self.tid}"
        if c.many == 1:
            return [f"out{loop.suffix}[{place}] = {c.acc};"]
        return [f"for (int m = 0; m < {c.many}; ++m)",
                f"out{loop.suffix}[({place}) * {c.many} + m] = {c.acc}[m];"]

    def depths(self):
        """The values of K to run with."""
        depth = self.loops[0].depth
        step = max([1] + [t.width for t in self.tiles if t.kind != "cols"])
        found = {trip * depth for trip in TRIPS}
        if all(loop.ragged for loop in self.loops):
            for n, trip in enumerate((1, 2, 3, 5)):
                short = self.c.pick(f"raggedness{n}", range(1, max(2, depth // step))) * step
                if short < depth:
                    found.add(trip * depth - short)
        return sorted(found)

    def instances(self):
        """Template arguments, as C++ spells them, and the type that T stands for."""
        if self.templated and all(l.depth_name != "parameter" for l in self.loops):
            return [("<1>", None)]
        kind = self.tiles[0].elem.ctype
        return {"": [("", None)], "flag": [("<false>", None), ("<true>", None)], "type": [(f"<{kind}>", kind)],
                "depth": [(f"<{', '.join(str(l.depth) for l in self.loops)}>", None)]}[self.template]

    def launches(self):
        """Each instance with its launch: (arguments of the template, what T is, grid, block,
        dynamic bytes, depths, parameters)."""
        return [(instance, {"T": kind} if kind else {}, self.grid, self.block, self.dynamic_bytes, self.depths(),
                 self.parameters()) for instance, kind in self.instances()]
