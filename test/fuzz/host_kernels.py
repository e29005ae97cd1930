"""Tiled kernels of random host programs: simple, for what counts is how they are launched.

All take (const T *A, const T *B, T *C, int n, int w), or these in a struct. A block
keeps to its own rows, so that pointers of one array are legal where nothing is
__restrict__. Values of floating-point types stay within -2 and 2.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
SIZES = {"float": 4, "unsigned": 4, "double": 8, "unsigned short": 2}
ROWS = 4  # of a kernel whose blocks go on to further rows


class HostKernel:
    """One kernel, or template; tile(instance) is the length of its tile."""

    def __init__(self, choices, key, name, space, theme="mixed"):
        self.c, self.key, self.space = choices, key, space
        maps, grows, alias = theme == "maps", theme == "dynamic", theme == "alias"
        pick, chance = self.pick, self.chance
        self.family = pick("family", ["row", "matrix", "width", "block", "large"], (1, 30, 1, 1, 1) if maps else (5, 4, 0, 2, 3) if grows else (5, 0, 1, 2, 0) if alias else (5, 4, 1, 2, 2))
        self.name = name
        self.template = pick("template", ["", "size", "type", "both"], (20, 2, 2, 1) if grows or maps else (6, 2, 2, 1))
        if self.family in ("width", "block") and self.template in ("size", "both"):
            self.template = "type"
        if self.family == "large" and self.template == "both":
            self.template = "size"
        types = ["float", "unsigned", "double"] + ([] if self.template in ("type", "both") else ["unsigned short"])
        self.type = pick("element", types, (4, 3, 1, 1)[:len(types)])
        tiles = {"row": [64, 32, 128], "matrix": [16, 32, 8][:2 if maps else 3], "width": [48], "block": [64], "large": [6600, 7000, 4100, 3000]}
        self.tiles = [pick("tile", tiles[self.family]), pick("tile2", tiles[self.family])]
        if self.family == "large" and self.type == "double":
            self.type = "float"
        self.dynamic = self.family in ("width", "block") or chance("dynamic", 0.4 if self.family == "large" else 0.02 if maps else 0.9 if grows else 0.2 if alias else 0.45)
        self.second = self.family == "matrix" or (self.family != "large" and chance("second", 0.3))
        self.guard = self.family != "width" and chance("guard", 0.03 if maps else 0.4)
        self.restrict = chance("restrict", 0 if alias else 0.85 if maps else 0.4)
        self.in_loop = self.family in ("row", "block", "width") and chance("store", 0.9 if alias else 0.3)
        self.persistent = self.family != "matrix" and chance("persistent", 0.25)
        self.scratch = self.dynamic and self.family == "row" and chance("scratch", 0.2)
        self.size_read = self.dynamic and chance("size", 0.12)
        self.vector = self.family == "row" and not self.guard and self.template in ("", "size") and self.type in ("float", "unsigned") and \
            chance("vector", 0.25)
        self.again = self.family in ("row", "matrix", "block") and chance("again", 0.1)
        self.n_type = pick("n type", ["int", "unsigned", "long long", "const int"], (8, 1, 1, 1))
        # All launches give what it needs, and limits may be as low.
        self.exact = self.family in ("row", "matrix", "large") and chance("exact", 0.4)
        self.by_base = chance("base", 0.5)
        self.bounds = pick("bounds", ["", "exact", "blocks", "more"], (5, 2, 1, 1))
        self.leave = pick("leave", ["", "if (n < 0)\n    return;", "if (blockIdx.x > 2)\n    return;"], (5, 1, 1))
        self.constant = self.template == "" and chance("constant", 0.2)
        self.packed = self.template == "" and chance("packed", 0.1)
        self.device = not self.packed and not self.constant and chance("device", 0.02 if grows or maps else 0.15)
        self.linkage = pick("linkage", ["", "static ", 'extern "C" '], (5, 1, 1)) if self.template == "" else ""
        if self.linkage == 'extern "C" ':
            self.space = ""
        # A loop copies: more elements than threads, or another number of them.
        self.copies = self.family in ("width", "large") or (
            self.family == "row" and (self.template in ("size", "both") or chance("copied", 0.3)))
        self.unroll = chance("unroll", 0.15)
        self.header = pick("header", ["for", "while", "tile"], (5, 1, 1))

    def pick(self, name, options, weights=None):
        return self.c.pick(f"{self.key}.{name}", options, weights)

    def chance(self, name, probability):
        return self.c.chance(f"{self.key}.{name}", probability)

    # -- Instances ---------------------------------------------------------------

    def instance(self, number):
        """(template arguments, element, tile) of one of two instances."""
        type_ = self.type if number == 0 or self.template not in ("type", "both") else \
            {"float": "unsigned", "unsigned": "float", "double": "float"}[self.type]
        tile = self.tiles[number if self.template in ("size", "both") else 0]
        words = {"": "", "size": f"<{tile}>", "type": f"<{type_}>", "both": f"<{type_}, {tile}>"}[self.template]
        return words, type_, tile

    def spelled(self, words):
        return (f"{self.space}::" if self.space else "") + self.name + words

    def pointer(self, type_):
        """The type of a pointer to it."""
        return f"void (*)({self.job_type if self.packed else f'const {type_} *, const {type_} *, {type_} *, {self.n_value}, int'})"

    @property
    def job_type(self):
        return (f"{self.space}::" if self.space else "") + f"Job{self.name}"

    @property
    def n_value(self):
        """The type of n to a caller."""
        return self.n_type.replace("const ", "")

    def threads(self, tile):
        if self.family == "matrix":
            return (tile, tile)
        if self.family == "row":
            return (min(tile, 64) if self.copies else tile, 1)
        return (64, 1)

    def needed(self, type_, tile, block, w):
        """Bytes of dynamic shared memory."""
        if not self.dynamic:
            return 0
        count = {"matrix": tile * tile, "width": w, "block": block[0]}.get(self.family, tile)
        return SIZES[type_] * (count * (2 if self.second else 1) + (64 if self.scratch else 0))

    # -- Text --------------------------------------------------------------------

    def declarations(self, T, tile, length):
        """The tiles."""
        if not self.dynamic:
            shape = f"[{tile}][{tile}]" if self.family == "matrix" else f"[{tile}]"
            align = "__align__(16) " if self.vector else ""
            return [f"__shared__ {align}{T} As{shape}" + (f", Bs{shape};" if self.second else ";")]
        size = f"{tile} * {tile}" if self.family == "matrix" else length
        if "T" == T:
            lines = [f"extern __shared__ __align__(16) unsigned char raw_{self.name}[];", f"T *As = reinterpret_cast<T *>(raw_{self.name});"]
        else:
            lines = [f"extern __shared__ __align__(16) {T} smem_{self.name}[];", f"{T} *As = smem_{self.name};"]
        if self.second:
            lines.append(f"{T} *Bs = As + {size};")
        if self.scratch:
            lines.append(f"{T} *kept = {'Bs' if self.second else 'As'} + {size};")
        return lines

    def loop(self, T, tile):
        """The loop over tiles, as lines; `base` is where the block's row begins."""
        matrix, length = self.family == "matrix", {"width": "w", "block": "(int)blockDim.x"}.get(self.family, str(tile))
        at = (lambda name: f"{name}s[ty * {tile} + tx]") if self.dynamic else (lambda name: f"{name}s[ty][tx]")
        if matrix:
            guard = "k0 + tx < n ? " if self.guard else ""
            zero = f" : ({T})0" if self.guard else ""
            loads = [f"{at('A')} = {guard}A[row * n + k0 + tx]{zero};",
                     f"{at('B')} = {guard.replace('tx', 'ty')}B[(k0 + ty) * w + col]{zero};"]
            element = (f"As[ty * {tile} + i]", f"Bs[i * {tile} + tx]") if self.dynamic else ("As[ty][i]", "Bs[i][tx]")
            sums = [f"for (int i = 0; i < {tile}; ++i)", f"  sum = sum / 2 + {self.wide}{element[0]} * {element[1]}{self.factor};"]
        else:
            index = "i" if self.copies else "tx"
            guard = f"k0 + {index} < n ? " if self.guard else ""
            zero = f" : ({T})0" if self.guard else ""
            loads = [f"As[{index}] = {guard}A[base + k0 + {index}]{zero};"]
            if self.second:
                loads.append(f"Bs[{index}] = {guard}B[base + k0 + {index}]{zero};")
            if self.vector:
                names = "AB" if self.second else "A"
                loads = [f"reinterpret_cast<{self.vector_type} *>({x}s)[i] = reinterpret_cast<const {self.vector_type} *>({x} + base + k0)[i];" for x in names]
                loads = [f"for (int i = tx; i < {length} / 4; i += blockDim.x) {{", *("  " + line for line in loads), "}"]
            elif self.copies:
                loads = [f"for (int i = tx; i < {length}; i += blockDim.x) {{", *("  " + line for line in loads), "}"]
            other = "Bs[i]" if self.second else f"As[(i + tx) % {length}]"
            step = "i += 211" if self.family == "large" else "++i"
            sums = [f"for (int i = 0; i < {length}; {step})", f"  sum = sum / 2 + {self.wide}As[i] * {other}{self.factor};"]
            if self.in_loop:
                guard = " && k0 + tx < n" if self.guard else ""
                sums += [f"if (tx < {length}{guard})", f"  C[base + k0 + tx] = sum / 8;"]
        body = [*loads, "__syncthreads();", *sums, "__syncthreads();"]
        unroll = ["#pragma unroll 2"] if self.unroll else []
        if self.header == "while":
            return ["int k0 = 0;", *unroll, "while (k0 < n) {", *indented(body), f"  k0 += {length};", "}"]
        if self.header == "tile" and self.family != "width":
            return [*unroll, f"for (int t = 0; t < (int)(n + {length} - 1) / {length}; ++t) {{", f"  int k0 = t * {length};", *indented(body), "}"]
        return [*unroll, f"for (int k0 = 0; k0 < n; k0 += {length}) {{", *indented(body), "}"]

    @property
    def vector_type(self):
        return {"float": "float4", "unsigned": "uint4"}[self.type]

    @property
    def wide(self):
        return "1u * " if self.type == "unsigned short" else ""

    @property
    def factor(self):
        return f" * factor_{self.name}" if self.constant else ""

    def second_loop(self, T, tile):
        return ["{", *indented(self.loop(T, tile)), "}"]

    def render(self):
        T = "T" if self.template in ("type", "both") else self.type
        tile = "BK" if self.template in ("size", "both") else str(self.tiles[0])
        length = {"width": "w", "block": "blockDim.x"}.get(self.family, tile)
        sum_type = "unsigned" if self.type == "unsigned short" else T
        lines = []
        if self.constant:
            lines.append(f"__constant__ {T} factor_{self.name} = 1;")
        if self.packed:
            lines.append(f"struct Job{self.name} {{ const {T} *A, *B; {T} *C; {self.n_value} n; int w; }};")
        body = [*self.leave.splitlines()] if not self.device else []
        body += [*self.declarations(T, tile, length), "int tx = threadIdx.x;"]
        after = "C[{} * w + tx] = sum / 8;" if self.family != "width" else "C[{} * n + tx] = sum / 8;"
        stride = "n" if self.family == "width" else "w"
        if self.family == "matrix":
            body += ["int ty = threadIdx.y;", f"int row = blockIdx.y * {tile} + ty, col = blockIdx.x * {tile} + tx;",
                     f"{sum_type} sum = 0;", *self.loop(T, tile), *(self.second_loop(T, tile) if self.again else []), "C[row * w + col] = sum / 8;"]
        else:
            row = "r" if self.persistent else "blockIdx.x"
            if self.by_base:
                after = "C[base + tx] = sum / 8;"
            end = f"if (tx < {length})\n  {after.format(row)}".splitlines() if not self.in_loop or self.chance("both", 0.3) else []
            if self.family == "width":
                end = ["if (n > 0 && tx < w)", "  " + after.format(row)] if end else []
            if self.size_read:
                end = ["unsigned given;", 'asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(given));', *end, f"if (tx == 0 && n > 0)", f"  C[{row} * {stride}] = ({T})(given % 3);"]
            if self.scratch:
                end += ["__syncthreads();", f"if (tx < {length})", f"  C[{row} * w + tx] += kept[(tx + 1) % 32] / 8;"]
            inner = [f"int base = {row} * {stride};", *([f"kept[tx % 32] = ({T})(tx % 2);"] if self.scratch else []),
                     f"{sum_type} sum = 0;", *self.loop(T, tile), *(self.second_loop(T, tile) if self.again else []), *end]
            if self.persistent:
                inner = [f"for (int r = blockIdx.x; r < {ROWS}; r += gridDim.x) {{", *indented(inner),
                         *(["  __syncthreads();"] if self.scratch else []), "}"]
            body += inner
        return [*lines, *self.wrap(T, body)]

    def wrap(self, T, body):
        restrict = "__restrict__ " if self.restrict else ""
        parameters = f"const {T} *{restrict}A, const {T} *{restrict}B, {T} *{restrict}C, {self.n_type} n, int w"
        head = {"": [], "size": ["template <int BK>"], "type": ["template <class T>"], "both": ["template <class T, int BK>"]}[self.template]
        words = {"": "", "size": "<BK>", "type": "<T>", "both": "<T, BK>"}[self.template]
        block = self.threads(max(self.tiles))
        bound = {"": "", "exact": f"__launch_bounds__({block[0] * block[1]}) ", "blocks": f"__launch_bounds__({block[0] * block[1]}, 2) ",
                 "more": "__launch_bounds__(1024) "}[self.bounds]
        if self.packed:
            body = [f"const {T} *A = job.A, *B = job.B;", f"{T} *C = job.C;", f"{self.n_type} n = job.n;", "int w = job.w;", *body]
            parameters = f"Job{self.name} job"
        if self.device:
            return [*head, f"__device__ inline void body_{self.name}({parameters}) {{", *indented(body), "}", "",
                    *head, f"{self.linkage}__global__ void {bound}{self.name}({parameters}) {{", *indented(self.leave.splitlines()),
                    f"  body_{self.name}{words}(A, B, C, n, w);", "}"]
        return [*head, f"{self.linkage}__global__ void {bound}{self.name}({parameters}) {{", *indented(body), "}"]

    def declaration(self):
        """For another file; of no template."""
        T = self.type
        linkage = self.linkage if self.linkage.startswith("extern") else ""
        if self.packed:
            return [f"struct Job{self.name} {{ const {T} *A, *B; {T} *C; {self.n_value} n; int w; }};", f"{linkage}__global__ void {self.name}(Job{self.name} job);"]
        restrict = "__restrict__ " if self.restrict else ""
        return [f"{linkage}__global__ void {self.name}(const {T} *{restrict}A, const {T} *{restrict}B, {T} *{restrict}C, {self.n_type} n, int w);"]


def indented(lines, by=2):
    return [" " * by + line if line and not line.startswith("#") else line for line in lines]


def in_space(space, lines):
    return [f"namespace {space} {{", *lines, f"}} // namespace {space}"] if space else lines
