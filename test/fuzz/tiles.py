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
from tile_choices import TileChoices
from tile_loads import TileLoads

TILE_NAMES = ["As", "Bs", "tile", "s_x", "smem2", "Cs"]
POINTER_NAMES = ["A", "B", "x", "vals", "W", "src"]


class Tile(TileChoices, TileLoads):
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

    # -- As a variable -------------------------------------------------------

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
