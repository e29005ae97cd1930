"""The statements that fill a tile, as its choices say."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import changes
import elements


class TileLoads:
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
            stride = "blockDim.x * blockDim.y" if self.open else k.threads
            return [*head, f"for (int e = {k.tid}; e < {n}; e += {stride}) {{",
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
