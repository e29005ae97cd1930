"""What a loop computes from its tiles, and what it does beside."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

TYPES = {"float": "float", "double": "double", "integer": "unsigned"}


class Computation:
    def __init__(self, kernel, loop):
        self.k, self.loop, self.key = kernel, loop, loop.key + "c."
        tiles = loop.tiles
        families = {t.elem.family for t in tiles}
        self.family = next(f for f in ("double", "float", "integer") if f in families)
        self.type = TYPES[self.family]
        self.acc = "acc" + loop.suffix
        self.many = self.pick("many", [1, 2, 4], [5, 2, 1])
        self.style = self.pick("style", ["inline", "registers", "pointer", "reference", "lambda"],
                               [6, 2, 2, 2, 1])
        self.unwritten = any(t.unwritten for t in tiles)
        self.limit = self.pick("limit", ["if", "min"]) if self.unwritten else \
            self.pick("free", ["", "if", "min"], [6, 1, 1])
        if loop.update != "end" or loop.form == "pointer":
            self.limit = "if" if self.unwritten else ""
        if self.unwritten and not self.limit:
            self.limit = "if"
        self.wide = not self.limit and self.style in ("inline", "registers") \
            and loop.depth % 4 == 0 and any(t.read_wide for t in tiles)
        self.mix = self.pick("mix", ["sum", "chain"])
        self.unroll = self.chance("unroll", 0.4)
        self.shuffle = self.chance("shuffle", 0.08)
        self.scratch = self.chance("scratch", 0.02 if loop.top_barrier else 0.12)
        self.trace = self.chance("trace", 0.1)
        self.counts_apart = self.chance("trace.apart", 0.3)
        self.atomic = self.chance("atomic", 0.08)
        self.offset_used = self.chance("offset", 0.12)
        self.odd_threads = self.chance("odd", 0.1)
        self.leave = self.chance("leave", 0.08)
        self.scale = self.family != "integer" and self.chance("scale", 0.12)
        self.choose_exit()
        self.tail_use = self.chance("tail", 0.4 if self.exit else 0.06) and not self.unwritten \
            and not tiles[0].inside
        # Read in front of the loads, written behind the loop.
        self.early = self.chance("early", 0.2 if self.exit.startswith("uniform") else 0.03) \
            and not loop.k.repeats

    def choose_exit(self):
        """Breaks that the whole block takes, and barriers that take a vote."""
        ends = [] if self.loop.top_barrier or self.loop.lacking != "none" else \
            ["break-end", "vote-end", "uniform-late"]
        self.exit = self.pick("exit", ["", "break", "vote", "vote-break", "uniform", "uniform-first", *ends],
                              [40, 1, 1, 1, 1, 1] + [1, 1, 1][:len(ends)])
        self.vote = self.pick("votekind", ["or", "and", "count"])
        self.vote_declared = self.chance("votelocal", 0.5)
        if self.loop.barrier not in ("__syncthreads();", "BARRIER();", "syncBlock();"):
            self.loop.barrier = "__syncthreads();" if self.exit else self.loop.barrier

    def pick(self, name, options, weights=None):
        return self.k.c.pick(self.key + name, options, weights)

    def chance(self, name, probability):
        return self.k.c.chance(self.key + name, probability)

    # -- Reading tiles -------------------------------------------------------

    @staticmethod
    def placed(tile):
        """Whether threads read different rows or columns of it."""
        return (tile.rows if tile.kind == "rows" else tile.cols if tile.kind == "cols" else 1) > 1

    def place(self, tile, m):
        """Which row or column of a tile this thread reads, as text, for its m-th sum."""
        if not self.placed(tile):
            return "0"
        size = tile.rows if tile.kind == "rows" else tile.cols
        name = f"{tile.name}At"
        return name if m == "0" else f"({name} + {m}) % {size}"

    def read(self, tile, kk, m, access=None):
        access = access or tile.at
        spot = self.place(tile, m)
        if tile.kind == "cols":
            text = access(kk, spot)
        else:
            text = access(spot if tile.kind == "rows" else "0", kk)
        return text

    def value(self, tile, kk, m, access=None):
        return tile.elem.scalar(self.read(tile, kk, m, access), self.family)

    def places(self):
        """Declarations of the places, before the loop."""
        lines = []
        for n, tile in enumerate(self.loop.tiles):
            if not self.placed(tile):
                continue
            size = tile.rows if tile.kind == "rows" else tile.cols
            way = [f"{self.k.tid} % {size}", f"{self.k.tid} / {max(1, self.k.threads // size)} % {size}"]
            lines.append(f"const int {tile.name}At = {way[n % 2]};")
        return lines

    # -- Sums ----------------------------------------------------------------

    def accumulate(self, acc, values):
        if self.family == "integer":
            return [f"{acc} = {acc} * 31u + {' * '.join(values)};"]
        if self.mix == "chain" and len(values) < 3:
            factor = "0.5f" if self.family == "float" else "0.5"
            return [f"{acc} = {acc} * {factor} + {v};" for v in values]
        return [f"{acc} += {' * '.join(values)};"]

    def sum_of(self, m):
        return self.acc if self.many == 1 else f"{self.acc}[{m}]"

    def limited(self, lines):
        """The body of the loop over kk, under the limits of this loop."""
        depth = self.loop.depth_text
        bound = "kMax" if self.limit == "min" else depth
        head = ["#pragma unroll"] if self.unroll and not self.limit else []
        if self.limit == "if":
            lines = [f"if ({self.inside('kk')}) {{", *lines, "}"]
        step = "kk += 4" if self.wide else "++kk"
        if self.leave:
            lines = [f"if (kk == {self.loop.depth - 4 if self.wide else 3} && {self.k.tid} % 3 == 1)",
                     "break;", *lines]
        return [*head, f"for (int kk = 0; kk < {bound}; {step}) {{", *lines, "}"]

    def inside(self, local):
        loop = self.loop
        if loop.update == "end":
            return loop.inside(local)
        if loop.remaining:
            return f"{local} < rem"
        return f"k0 - {loop.depth_text} + {local} < K"

    def limit_lines(self):
        if self.limit != "min":
            return []
        loop = self.loop
        left = "rem" if loop.remaining else "left" if loop.form == "remaining" \
            else f"K - {'kBase' if loop.common else loop.offset()}"
        return [f"const int kMax = min({loop.depth_text}, (int)({left}));"]

    def sums(self):
        """Statements that add the tiles' products to the sums."""
        tiles, many = self.loop.tiles, self.many
        if self.style in ("pointer", "reference"):
            return self.call()
        reading = self.value
        head = []
        if self.style == "lambda":
            seen = tiles[0]
            head = [f"auto {seen.name}Read = [&](int r, int c) {{ return {seen.at('r', 'c')}; }};"]

            def reading(t, kk, m):
                access = (lambda r, c: f"{t.name}Read({r}, {c})") if t is seen else None
                return self.value(t, kk, m, access)
        body = []
        for m in range(many):
            for q in range(4) if self.wide else [None]:
                values = []
                for tile in tiles:
                    if q is not None and tile.read_wide:
                        if q == 0:
                            body.append(f"const float4 {tile.name}Wide{m} = *reinterpret_cast<const float4 *>"
                                        f"(&{self.read(tile, 'kk', str(m))});")
                        values.append(f"{tile.name}Wide{m}.{'xyzw'[q]}" if self.family == "float"
                                      else f"({self.type}){tile.name}Wide{m}.{'xyzw'[q]}")
                    else:
                        kk = "kk" if not q else f"kk + {q}"
                        values.append(reading(tile, kk, str(m)))
                if self.style == "registers":
                    names = []
                    for tile, value in zip(tiles, values):
                        name = f"reg{tile.name}{m}" + (str(q) if q is not None else "")
                        body.append(f"const {self.type} {name} = {value};")
                        names.append(name)
                    values = names
                body += self.accumulate(self.sum_of(m), values)
        return [*self.limit_lines(), *head, *self.limited(body)]

    @property
    def function(self):
        return f"sum_{self.k.name}_{self.loop.suffix}".rstrip("_")

    def call(self):
        """The sums through a device function that takes the tiles."""
        arguments = []
        for tile in self.loop.tiles:
            first = tile.spelled if tile.layout == "1d" or self.style == "reference" or tile.lines == 1 \
                else f"&{tile.at('0', '0')}"
            arguments.append(first)
        places = [f"{t.name}At" for t in self.loop.tiles if self.placed(t)]
        bound = "kMax" if self.limit == "min" else self.loop.depth_text
        if self.limit == "if":
            self.limit = "min"
            bound = "kMax"
        head = self.limit_lines()
        if self.loop.update != "end" and bound == "kMax":
            head = [f"const int kMax = min({self.loop.depth_text}, "
                    f"(int)(K - (k0 - {self.loop.depth_text})));"]
            if self.loop.remaining:
                head = [f"const int kMax = min({self.loop.depth_text}, rem);"]
        if self.loop.form == "pointer" and bound == "kMax":
            head = [f"const int kMax = min({self.loop.depth_text}, (int)(pStart + K - p));"]
        lines = head
        for m in range(self.many):
            given = ", ".join([*arguments, *places, str(m), bound, self.sum_of(m)])
            lines.append(f"{self.sum_of(m)} = {self.function}({given});")
        return lines

    def functions(self):
        """Device functions that the kernel needs."""
        if self.style not in ("pointer", "reference"):
            return []
        parameters, values = [], []
        for tile in self.loop.tiles:
            kind = tile.elem.ctype
            flat = tile.layout == "1d" or tile.lines == 1
            if self.style == "reference" and not (flat and tile.dynamic):
                parameters.append(f"const {kind} (&{tile.name}){tile.extents}")
                access = self.strip_struct(tile)
            else:
                parameters.append(f"const {kind} *{tile.name}")
                access = self.flat(tile)
            values.append(tile.elem.scalar(self.read(tile, "kk", "m", access), self.family))
        parameters += [f"int {t.name}At" for t in self.loop.tiles if self.placed(t)]
        parameters += ["int m", "int depth", f"{self.type} acc"]
        return [f"static __device__ {self.type} {self.function}({', '.join(parameters)}) {{",
                "for (int kk = 0; kk < depth; ++kk) {", *self.accumulate("acc", values), "}",
                "return acc;", "}"]

    @staticmethod
    def strip_struct(tile):
        prefix = tile.spelled
        return lambda r, c: tile.at(r, c).replace(prefix, tile.name, 1)

    @staticmethod
    def flat(tile):
        def access(r, c):
            if tile.transposed:
                r, c = c, r
            return f"{tile.name}[({r}) * {tile.pitch} + {c}]"
        return access

    # -- Leaving the loop ----------------------------------------------------

    def question(self):
        """What a thread has found."""
        acc = self.sum_of(0)
        if self.family == "integer":
            return f"{acc} % 16u == 3u"
        return f"{acc} > 1.5{'f' if self.family == 'float' else ''}"

    def voted(self):
        """The block's answer; true now and then."""
        call = f"__syncthreads_{self.vote}"
        return {"or": f"{call}({self.question()} && {self.k.tid} % 8 == 1)",
                "and": f"!{call}({self.k.tid} % 8 != 1 || !({self.question()}))",
                "count": f"{call}({self.question()}) > {self.k.threads // 3}"}[self.vote]

    @property
    def flag(self):
        """The kernel's parameter that uniform breaks ask for."""
        return "once" + self.loop.suffix

    def vote_lines(self):
        """Statements that take a vote, for all values of its result."""
        name = "votes" + self.loop.suffix
        declared = "const int " if self.vote_declared else ""
        call = f"__syncthreads_{self.vote}({self.question()})"
        return name, [f"{declared}{name} = {call};", f"{self.sum_of(0)} += ({self.type})({name} % 5);"]

    def leave_in(self, place):
        """Statements at one of the places first, inside, end and late."""
        if place == {"break": "inside", "break-end": "end"}.get(self.exit):
            return [f"if ({self.voted()})", "break;"]
        if place == {"vote": "inside", "vote-end": "end"}.get(self.exit):
            return self.vote_lines()[1]
        if self.exit == "vote-break" and place == "inside":
            name, lines = self.vote_lines()
            return [*lines, f"if ({name} > {self.k.threads // 2 if self.vote == 'count' else 0}) {{", "break;", "}"]
        if place == {"uniform": "inside", "uniform-first": "first", "uniform-late": "late"}.get(self.exit):
            return [f"if ({self.flag})", "break;"]
        return []

    # -- The phase -----------------------------------------------------------

    def statements(self):
        k, acc = self.k, self.sum_of(0)
        lines = self.loop.wrapped("sums", self.sums())
        if self.odd_threads:
            lines = [f"if ({k.tid} % 2 == 0) {{", *lines, "}", f"if ({k.tid} % 2 == 1) {acc} -= 1;"]
        if self.offset_used and self.loop.update == "end" and self.loop.form != "pointer":
            offset = "kBase" if self.loop.common else self.loop.offset()
            lines.append(f"{acc} += ({self.type})({offset});")
        if self.scale:
            lines.append(f"{acc} *= scale;")
            lines.append("scale *= 0.875f;")
        if self.shuffle:
            lines.append(f"{acc} += __shfl_xor_sync(0xffffffffu, {acc}, {3 if k.threads > 3 else 1});")
        if self.scratch:
            scratch = f"scratch{self.loop.suffix}"
            lines += [f"{scratch}[{k.tid}] = {acc};", self.loop.barrier,
                      f"{acc} += {scratch}[({k.tid} + 5) % {k.threads}];"]
        if self.trace:
            lines.append(f"trace{self.loop.suffix}[{self.position()}] = {acc};")
            if self.counts_apart:
                lines.append(f"++step{self.loop.suffix};")
        if self.atomic:
            lines.append(f"atomicAdd(&counts[{k.tid} % 7], 1u + (unsigned)({self.loop.depth}));")
        return [*self.leave_in("first"), *self.loop.every("first"), *lines, *self.loop.every("last"),
                *self.leave_in("inside")]

    def before_loads(self):
        if not self.early:
            return []
        return [f"{self.sum_of(0)} += {self.early_name}[({self.k.tid} + 3) % {self.k.threads}];"]

    @property
    def early_name(self):
        return "early" + self.loop.suffix

    def position(self):
        # One entry per thread and tile; counted by a variable of its own.
        step = f"step{self.loop.suffix}" + ("" if self.counts_apart else "++")
        return f"({step} * gridDim.x + blockIdx.x) * {self.k.threads} + {self.k.tid}"

    def before(self):
        lines = self.places()
        if self.scale:
            lines.append("float scale = 1.0f;")
        if self.trace:
            lines.append(f"int step{self.loop.suffix} = 0;")
        if not self.vote_declared and self.exit.startswith("vote"):
            lines.append(f"int votes{self.loop.suffix} = 0;")
        if self.early:
            lines += [f"{self.early_name}[{self.k.tid}] = ({self.type})({self.k.tid} % 3);", "__syncthreads();"]
        return lines

    def declarations(self):
        """At the top of the kernel."""
        lines = []
        initial = "{}" if self.many > 1 else "0"
        size = f"[{self.many}]" if self.many > 1 else ""
        lines.append(f"{self.type} {self.acc}{size} = {initial};")
        return lines

    def after(self):
        lines = []
        if self.tail_use:
            tile = self.loop.tiles[0]
            lines = ["if (K > 0) {",
                     f"{self.sum_of(0)} += {self.value(tile, '1', '0')};", self.loop.barrier, "}"]
        elif self.exit.startswith("uniform") and (self.k.repeats or len(self.k.loops) > 1 or self.scratch):
            lines = [self.loop.barrier]  # a break has left the last one out
        if self.early:
            lines += [f"{self.early_name}[{self.k.tid}] = {self.sum_of(0)};", "__syncthreads();",
                      f"{self.sum_of(0)} += {self.early_name}[({self.k.tid} + 1) % {self.k.threads}];"]
        return lines
