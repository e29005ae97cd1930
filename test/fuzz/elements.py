"""Element types of tiles and of global arrays, and arithmetic on them."""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Element:
    ctype: str
    bytes: int
    family: str  # "float", "double" or "integer": what the computation sums in
    fill: str  # how the host fills an array of it
    vectors: dict = field(default_factory=dict, hash=False)  # width -> vector type
    parts: tuple = ()  # members, for vector and struct types

    @property
    def zero(self):
        if self.ctype == "Pair":
            return "Pair{0.0f, 0}"
        if self.parts:
            return f"make_{self.ctype}({', '.join(['0'] * len(self.parts))})"
        return {"float": "0.0f", "double": "0.0"}.get(self.ctype, "0")

    def scalar(self, expression, family):
        """The element as one number of the family, all its bits involved."""
        cast = {"float": "(float)", "double": "(double)", "integer": "(unsigned)"}[family]
        if self.ctype == "unsigned short":
            return f"{cast}widen({expression})"
        if self.parts:
            return f"{cast}flatten({expression})"
        if self.family == family and family != "integer":
            return expression
        return f"{cast}{expression}" if expression[0] != "*" else f"{cast}({expression})"


XY, XYZW = ("x", "y"), ("x", "y", "z", "w")
FLOAT = Element("float", 4, "float", "fillFloat", {2: "float2", 4: "float4"})
DOUBLE = Element("double", 8, "double", "fillDouble", {2: "double2"})
INT = Element("int", 4, "integer", "fillInt", {2: "int2", 4: "int4"})
UINT = Element("unsigned", 4, "integer", "fillInt", {2: "uint2", 4: "uint4"})
LONG = Element("long long", 8, "integer", "fillInt", {2: "longlong2"})
SHORT = Element("short", 2, "integer", "fillInt", {2: "short2", 4: "short4"})
UCHAR = Element("unsigned char", 1, "integer", "fillInt", {4: "uchar4"})
HALF = Element("unsigned short", 2, "float", "fillInt", {2: "ushort2", 4: "ushort4"})
FLOAT2 = Element("float2", 8, "float", "fillFloat", parts=XY)
FLOAT4 = Element("float4", 16, "float", "fillFloat", parts=XYZW)
INT4 = Element("int4", 16, "integer", "fillInt", parts=XYZW)
PAIR = Element("Pair", 8, "float", "fillInt", parts=("a", "b"))

ALL = [FLOAT, INT, DOUBLE, FLOAT4, FLOAT2, HALF, SHORT, UCHAR, INT4, UINT, LONG, PAIR]
WEIGHTS = [10, 4, 3, 2, 2, 2, 1, 2, 1, 1, 1, 1]

# What the load converts: tile element -> other elements that global memory may hold.
SOURCES = {
    "float": [UCHAR, SHORT, INT, DOUBLE, HALF],
    "double": [FLOAT, INT],
    "int": [UCHAR, SHORT, FLOAT],
    "unsigned": [UCHAR],
    "long long": [INT],
}


def converted(expression, source, target):
    """The conversion of one source element into a tile element."""
    if source.ctype == "unsigned short" and target.ctype == "float":
        return f"widen({expression})"
    if source.family in ("float", "double") and target.family == "integer":
        return f"({target.ctype})({expression} * 100)"
    return f"({target.ctype}){expression}"
