"""One template kernel whose types and sizes are parameters, run in two instances.

What a rewriter takes from one instance and writes into the text of all (the
extent of a register array, the type of a value, the step of a loop) is wrong in
the other. Here too are tiles in memory whose size the launch gives, tiles that
the computation writes, steps taken at the start of an iteration, and functions,
member functions and lambdas that fill tiles.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from launches import SIZES

THREADS = 64
TRIPS = [0, 1, 2, 3, 4, 6]
TYPES = ["float", "double", "int", "short", "long long", "unsigned char"]
SHARES = ["loop", "strided", "rows", "packed"]


class Operand:
    """Tile A (BM x BK) or B (BK x BN) of a product."""

    def __init__(self, kernel, name):
        self.k, self.name, self.pointer = kernel, f"{name}s", name
        self.rows, self.cols = ("BM", "BK") if name == "A" else ("BK", "BN")
        pick, chance = kernel.pick, kernel.chance
        self.share = pick(f"{name}.share", SHARES, [4, 3, 2, 2])
        self.guard = "" if self.share == "packed" or not kernel.ragged else pick(
            f"{name}.guard", ["ternary", "local", "branches", "plain"], [3, 3, 2, 1])
        self.value = pick(f"{name}.value", ["raw", "from bytes", "scaled"], [5, 1, 1])
        if self.share == "packed":
            self.value = "raw"
        self.call = pick(f"{name}.call", ["", "pointer", "array", "lambda", "named", "member"],
                         [5, 2, 2, 1, 1, 1])
        if self.call == "array" and kernel.carved:
            self.call = "pointer"
        self.pad = pick(f"{name}.pad", ["", " + PAD"], [2, 1])
        if self.share == "packed" or kernel.carved:
            self.pad = ""  # what follows stays aligned
        self.local = chance(f"{name}.local", 0.4)
        self.flat = kernel.carved or chance(f"{name}.flat", 0.2)
        if self.flat and self.call == "array":
            self.call = "pointer"
        self.unroll = chance(f"{name}.unroll", 0.4)
        # Functions that it calls in turn: for all of the tile, for one element.
        self.whole = self.call not in ("", "named") and chance(f"{name}.whole", 0.3)
        self.element = pick(f"{name}.elementcall", ["", "copy", "put"], [6, 2, 1])
        if self.share == "packed" or (self.element == "copy" and (self.value != "raw" or self.guard)):
            self.element = ""

    @property
    def moved(self):
        """The function is given a pointer to the part of the matrix, not a place in it."""
        return self.call in ("pointer", "array", "lambda")

    @property
    def source(self):
        return "unsigned char" if self.value == "from bytes" else "T"

    @property
    def count(self):
        return f"{self.rows} * ({self.cols}{self.pad})" if self.pad else f"{self.rows} * {self.cols}"

    def declaration(self):
        if self.flat:
            return f"__shared__ __align__(16) T {self.name}[{self.count}];"
        return f"__shared__ __align__(16) T {self.name}[{self.rows}][{self.cols}{self.pad}];"

    def at(self, r, c, to=None):
        name = to or self.name
        if self.flat or (to and self.call != "array"):
            pitch = f"({self.cols}{self.pad})" if self.pad else self.cols
            return f"{name}[({r}) * {pitch} + {c}]"
        return f"{name}[{r}][{c}]"

    # -- The loads -----------------------------------------------------------

    def body(self, origin, to=None):
        """Statements that fill the tile, which begins at row or column origin of the matrix."""
        unroll = ["#pragma unroll"] if self.unroll else []
        size = f"{self.rows} * {self.cols}"
        if self.share == "packed":
            return [*unroll, f"for (int e = threadIdx.x; e < {size} / Pack<T>::N; e += NT) {{",
                    f"const int r = e / ({self.cols} / Pack<T>::N), c = e % ({self.cols} / Pack<T>::N) * Pack<T>::N;",
                    *self.packed(origin, to), "}"]
        if self.share == "rows":
            return [f"const int c{self.pointer} = threadIdx.x % {self.cols};", *unroll,
                    f"for (int r = threadIdx.x / {self.cols}; r < {self.rows}; r += NT / {self.cols}) {{",
                    *self.piece(origin, "r", f"c{self.pointer}", to), "}"]
        head = f"for (int e = threadIdx.x; e < {size}; e += NT) {{" if self.share == "strided" \
            else f"for (int j = 0; j < {size} / NT; ++j) {{"
        e = "e" if self.share == "strided" else "(threadIdx.x + j * NT)"
        return [*unroll, head, f"const int r = {e} / {self.cols}, c = {e} % {self.cols};",
                *self.piece(origin, "r", "c", to), "}"]

    def index(self, origin, r, c):
        if self.pointer == "A":
            return f"({r}) * K + {origin} + {c}" if not self.moved else f"({r}) * K + {c}"
        return f"({origin} + {r}) * BN + {c}" if not self.moved else f"({r}) * BN + {c}"

    def packed(self, origin, to):
        address = f"&{self.pointer}[{self.index(origin, 'r', 'c')}]"
        target = f"*reinterpret_cast<typename Pack<T>::Type *>(&{self.at('r', 'c', to)})"
        source = f"*reinterpret_cast<const typename Pack<T>::Type *>({address})"
        if not self.local:
            return [f"{target} = {source};"]
        return [f"const typename Pack<T>::Type v = {source};", f"{target} = v;"]

    def piece(self, origin, r, c, to):
        source = f"{self.pointer}[{self.index(origin, r, c)}]"
        value = {"raw": source, "from bytes": f"T({source})", "scaled": f"{source} * T(2)"}[self.value]
        target = self.at(r, c, to)
        walk = c if self.pointer == "A" else r
        inside = f"{walk} < left" if self.moved else f"{origin} + {walk} < K"
        if self.guard == "ternary":
            return [f"{target} = {inside} ? T({value}) : T(0);" if self.value != "raw"
                    else f"{target} = {inside} ? {value} : T(0);"]
        if self.guard == "local":
            return ["T v{};", f"if ({inside})", f"v = {value};", f"{target} = v;"]
        if self.guard == "branches":
            return [f"if ({inside})", f"{target} = {value};", "else", f"{target} = 0;"]
        if self.guard == "plain":
            return ["T v = 1;", f"if ({inside}) {{", f"v = {value};", "}",
                    f"{target} = {walk} + 1 < BK ? v : T(v / 2);"]
        if self.element == "copy":
            return [f"{self.k.name}_copy{self.pointer}(&{target}, &{source});"]
        if self.local:
            return [f"const T v = {value};", *self.put(target, "v")]
        return self.put(target, value)

    def put(self, target, value):
        if self.element == "put":
            return [f"{self.k.name}_put{self.pointer}<T>(&{target}, {value});"]
        return [f"{target} = {value};"]

    def element_function(self):
        name = f"{self.k.name}_{self.element}{self.pointer}"
        if self.element == "copy":
            return ["template <typename T>", f"__device__ void {name}(T *to, const T *from) {{", "*to = *from;", "}"]
        if self.element == "put":
            return ["template <typename T>", f"__device__ void {name}(T *to, T value) {{", "*to = value;", "}"]
        return []

    def function(self):
        return [*self.element_function(), *self.tile_function()]

    def tile_function(self):
        head = "template <typename T, int BM, int BN, int BK, int NT, int PAD>"
        to = f"T (&to)[{self.rows}][{self.cols}{self.pad}]" if self.call == "array" else "T *to"
        given = f"{to}, const {self.source} *{self.pointer}, int K, int left"
        whole = [head, f"__device__ void {self.k.name}_fill{self.pointer}({given}) {{", *self.body("0", "to"), "}"]
        called = f"{self.k.name}_fill{self.pointer}<T, BM, BN, BK, NT, PAD>(to, {self.pointer}, K, left);"
        if self.whole and self.call == "lambda":
            return whole
        if self.whole and self.call in ("pointer", "array"):
            return [*whole, head, f"__device__ void {self.k.name}_load{self.pointer}({given}) {{", called, "}"]
        if self.whole:
            return [head, f"struct {self.k.name}_Loader{self.pointer} {{",
                    f"const {self.source} *{self.pointer};", "int K;",
                    "__device__ void fill(T *to, int from) const {", *self.body("from", "to"), "}",
                    "__device__ void load(T *to, int from) const { fill(to, from); }", "};"]
        if self.call == "member":
            return ["template <typename T, int BM, int BN, int BK, int NT, int PAD>",
                    f"struct {self.k.name}_Loader{self.pointer} {{",
                    f"const {self.source} *{self.pointer};", "int K;",
                    "__device__ void load(T *to, int from) const {", *self.body("from", "to"), "}", "};"]
        if self.call not in ("pointer", "array"):
            return []
        to = "T *to" if self.call == "pointer" else f"T (&to)[{self.rows}][{self.cols}{self.pad}]"
        return ["template <typename T, int BM, int BN, int BK, int NT, int PAD>",
                f"__device__ void {self.k.name}_load{self.pointer}({to}, "
                f"const {self.source} *{self.pointer}, int K, int left) {{",
                *self.body("0", "to"), "}"]

    def loader(self):
        """What the kernel itself declares to load with."""
        if self.call == "member":
            return [f"{self.k.name}_Loader{self.pointer}<T, BM, BN, BK, NT, PAD> "
                    f"loader{self.pointer}{{{self.pointer}, K}};"]
        if self.call == "lambda":
            body = [f"{self.k.name}_fill{self.pointer}<T, BM, BN, BK, NT, PAD>(to, {self.pointer}, K, left);"] \
                if self.whole else self.body("0", "to")
            return [f"auto load{self.pointer} = [&](T *to, const {self.source} *{self.pointer}, int left) {{",
                    *body, "};"]
        if self.call == "named":
            return [f"auto load{self.pointer} = [&](int from) {{", *self.body("from"), "};"]
        return []

    def load(self, origin):
        if not self.call:
            return self.body(origin)
        to = self.name if self.flat or self.call == "array" else f"&{self.name}[0][0]"
        if self.call == "named":
            return [f"load{self.pointer}({origin});"]
        if self.call == "member":
            return [f"loader{self.pointer}.load({to}, {origin});"]
        moved = f"{self.pointer} + {origin}" + ("" if self.pointer == "A" else " * BN")
        if self.call == "lambda":
            return [f"load{self.pointer}({to}, {moved}, K - ({origin}));"]
        return [f"{self.k.name}_load{self.pointer}<T, BM, BN, BK, NT, PAD>({to}, {moved}, K, K - ({origin}));"]


class SymbolicKernel:
    def __init__(self, choices, name):
        self.c, self.name = choices, name
        self.ragged = self.chance("ragged", 0.5)
        self.form = self.pick("form", ["for", "tile", "opening", "own step", "while"], [4, 2, 2, 1, 1])
        self.carved = self.chance("carved", 0.2)
        self.inplace = self.chance("inplace", 0.15)
        self.operands = [Operand(self, "A")]
        if self.chance("two", 0.7):
            self.operands.append(Operand(self, "B"))
        self.restrict = self.chance("restrict", 0.6)
        self.instances = [self.instance(n) for n in range(2)]

    def pick(self, name, options, weights=None):
        return self.c.pick(name, options, weights)

    def chance(self, name, probability):
        return self.c.chance(name, probability)

    def instance(self, n):
        """Type, BM, BN, BK and PAD, all parts and copies whole numbers."""
        return (self.pick(f"T{n}", TYPES, [4, 3, 2, 1, 1, 1]), self.pick(f"BM{n}", [16, 32, 64]),
                self.pick(f"BN{n}", [16, 32, 64]), self.pick(f"BK{n}", [16, 32], [3, 1]),
                self.pick(f"PAD{n}", [1, 3, 4]))

    # -- Text ----------------------------------------------------------------

    def loop(self):
        """Lines before the loop, its head, the first and the last lines of its body."""
        if self.form == "tile":
            return [], "for (int t = 0; t < (K + BK - 1) / BK; ++t) {", [], [], "t * BK"
        if self.form == "opening":
            return (["int k0 = -BK;"], "for (int t = 0; t < (K + BK - 1) / BK; ++t) {",
                    ["k0 += BK;"], [], "k0")
        if self.form == "own step":
            return (["constexpr int STEP = BK / 2 * 2;"],
                    "for (int k0 = 0; k0 < K; k0 += STEP) {", [], [], "k0")
        if self.form == "while":
            return ["int k0 = 0;"], "while (k0 < K) {", [], ["k0 += BK;"], "k0"
        return [], "for (int k0 = 0; k0 < K; k0 += BK) {", [], [], "k0"

    def compute(self):
        tile = self.operands[0]
        first = tile.at("(tid + i) % BM", "i")
        term = first if len(self.operands) == 1 \
            else f"{first} * {self.operands[1].at('i', 'tid % BN')}"
        lines = ["for (int i = 0; i < BK; ++i)", f"sum += {term};"]
        if self.inplace:
            lines += ["__syncthreads();", f"{tile.at('tid % BM', 'tid / BM')} = sum;",
                      "__syncthreads();", f"sum += {tile.at('(tid + 1) % NT % BM', '(tid + 1) % NT / BM')};"]
        return lines

    def render(self):
        before, head, first, last, origin = self.loop()
        restrict = "__restrict__ " if self.restrict else ""
        parameters = [f"const {o.source} *{restrict}{o.pointer}" for o in self.operands]
        tiles = [o.declaration() for o in self.operands]
        if self.carved:
            tiles = [f"extern __shared__ __align__(16) unsigned char dynamic_{self.name}[];",
                     f"T *As = reinterpret_cast<T *>(dynamic_{self.name});"]
            if len(self.operands) == 2:
                tiles.append(f"T *Bs = As + {self.operands[0].count};")
        loads = [line for o in self.operands for line in o.load(origin)]
        return [*[line for o in self.operands for line in o.function()],
                "template <typename T, int BM, int BN, int BK, int NT, int PAD>",
                f"__global__ void {self.name}({', '.join(parameters)}, T *{restrict}out, int K) {{",
                *tiles, "const int tid = threadIdx.x;", "T sum = 0;",
                *[line for o in self.operands for line in o.loader()], *before, head,
                *first, *loads, "__syncthreads();", *self.compute(), "__syncthreads();", *last, "}",
                "out[tid] = sum;", "}"]

    def parameters(self, number):
        kind, bm, bn, _, _ = self.instances[number]
        values = [(f"const {o.source} *{o.pointer}", ("in", kind if o.source == "T" else o.source,
                                                     f"{bm} * K" if o.pointer == "A" else f"K * {bn}"))
                  for o in self.operands]
        return [*values, ("T *out", ("out", kind, str(THREADS))), ("int K", ("value", "int", "K"))]

    def depths(self, number):
        bk = self.instances[number][3]
        depths = {trip * bk for trip in TRIPS}
        if self.ragged and all(o.guard for o in self.operands):
            short = self.pick(f"short{number}", [1, 2, 3, 5, 8, 15])
            depths |= {trip * bk - short for trip in TRIPS if trip}
        return sorted(depths)

    def shared_bytes(self, number):
        kind, bm, bn, bk, pad = self.instances[number]
        if not self.carved:
            return 0
        size = {"A": bm * (bk + pad), "B": bk * (bn + pad)}
        return sum(size[o.pointer] for o in self.operands) * SIZES[kind]

    def launches(self):
        return [(f"<{kind}, {bm}, {bn}, {bk}, {THREADS}, {pad}>", {"T": kind}, 1, (THREADS, 1), self.shared_bytes(n),
                 self.depths(n), self.parameters(n)) for n, (kind, bm, bn, bk, pad) in enumerate(self.instances)]
