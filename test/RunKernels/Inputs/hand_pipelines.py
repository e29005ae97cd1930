#!/usr/bin/env python3
"""Pipelines as people write them, right ones and ones with a planted defect.

    hand_pipelines.py make DIR [--host]      a file for each
    hand_pipelines.py check DIR [--only=REGEX] TOOL [...]   what `check` finds in them, as a table
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import collections
import json
import re
import subprocess
import sys
from pathlib import Path


class Shape:
    """A tile: its declaration, what a thread loads of it, what it computes from it."""

    def __init__(self, params, block, tiles, declare, loads, compute, finish, host, before="", rows=None):
        self.params, self.block, self.tiles, self.declare = params, block, tiles, declare
        self.loads, self.compute, self.finish, self.host, self.before, self.rows = loads, compute, finish, host, before, rows


SHAPES = {
    # Every thread reads all of the tile.
    "bodies": Shape("const float4 *__restrict__ A, float *C, int tiles", "64", "tiles", "__shared__ float4 s[{S}][64];",
                    [("float4", "s[{b}][t]", "A[({k}) * 64 + t]")],
                    "for (int i = 0; i < 64; ++i)\n      sum += s[{b}][i].x * s[{b}][i].w;", "C[t] = sum;",
                    "float4 A tiles*64, float C 64|int tiles = {T};|A, C, tiles|1", "int t = threadIdx.x;",
                    ("s[{b}]", "A + ({k}) * 64", 1024)),
    # Each thread reads what another one has loaded.
    "reverse": Shape("const float *__restrict__ A, float *C, int n", "128", "n / 128", "__shared__ float s[{S}][128];",
                     [("float", "s[{b}][t]", "A[({k}) * 128 + t]")], "sum = sum * 0.5f + s[{b}][127 - t];", "C[t] = sum;",
                     "float A n, float C 128|int n = {T} * 128;|A, C, n|1", "int t = threadIdx.x;",
                     ("s[{b}]", "A + ({k}) * 128", 512)),
    "gemv": Shape("const float *__restrict__ A, const float *__restrict__ x, float *y, int K", "64", "K / 64",
                  "__shared__ float s[{S}][64];", [("float", "s[{b}][t]", "x[({k}) * 64 + t]")],
                  "for (int i = 0; i < 64; ++i)\n      sum += A[t * K + k * 64 + i] * s[{b}][i];", "y[t] = sum;",
                  "float A 64*K, float x K, float y 64|int K = {T} * 64;|A, x, y, K|1", "int t = threadIdx.x;",
                  ("s[{b}]", "x + ({k}) * 64", 256)),
    "gemm": Shape("const float *__restrict__ A, const float *__restrict__ B, float *C, int M, int N, int K", "dim3(16, 16)",
                  "K / 16", "__shared__ float As[{S}][16][16], Bs[{S}][16][16];",
                  [("float", "As[{b}][y][x]", "A[row * K + ({k}) * 16 + x]"),
                   ("float", "Bs[{b}][y][x]", "B[(({k}) * 16 + y) * N + col]")],
                  "for (int i = 0; i < 16; ++i)\n      sum += As[{b}][y][i] * Bs[{b}][i][x];", "C[row * N + col] = sum;",
                  "float A M*K, float B K*N, float C M*N|int M = 32, N = 32, K = {T} * 16;|A, B, C, M, N, K|dim3(N / 16, M / 16)",
                  "int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;"),
    "pairs": Shape("const int2 *__restrict__ A, int *C, int n", "96", "n / 192", "__shared__ int2 s[{S}][2][96];",
                   [("int2", "s[{b}][0][t]", "A[({k}) * 192 + t]"), ("int2", "s[{b}][1][t]", "A[({k}) * 192 + 96 + t]")],
                   "for (int i = 0; i < 96; i += 5)\n      sum += s[{b}][0][i].x ^ s[{b}][1][(i + t) % 96].y;", "C[t] = sum;",
                   "int2 A n, int C 96|int n = {T} * 192;|A, C, n|1", "int t = threadIdx.x;", ("s[{b}][0]", "A + ({k}) * 192", 1536)),
}


def texts(shape, S):
    """The parts of a kernel."""

    def at(text, b, k):
        return text.replace("{b}", b).replace("{k}", k).replace("{S}", str(S))

    def fill(form):
        return lambda b, k: " ".join(form.format(d=at(d, b, k), s=at(s, b, k), bytes={"float": 4, "int2": 8, "float4": 16}[T], r=f"r{i}")
                                     for i, (T, d, s) in enumerate(shape.loads))

    P = {"regs": " ".join(f"{T} r{i};" for i, (T, _, _) in enumerate(shape.loads)),
         "load": fill("{d} = {s};"), "fetch": fill("{r} = {s};"), "put": fill("{d} = {r};"),
         "async": fill("__pipeline_memcpy_async(&{d}, &{s}, {bytes});"), "ptx": fill("copy<{bytes}>(&{d}, &{s});"),
         "pipe": fill("cuda::memcpy_async(&{d}, &{s}, {bytes}, pipe);"),
         "compute": lambda b: at(shape.compute, b, "k"), "S": S}
    if shape.rows:
        to, source, size = shape.rows
        P["group"] = lambda b, k: f"cg::memcpy_async(block, {at(to, b, k)}, {at(source, b, k)}, {size});"
    return P


def registers1(P):
    return f"""
  {P['regs']}
  {P['fetch']('0', '0')}
  {P['put']('0', '0')}
  __syncthreads(); // first
  for (int k = 0; k < T; ++k) {{
    if (k + 1 < T) {{ {P['fetch']('0', 'k + 1')} }}
    {P['compute']('0')}
    __syncthreads(); // read
    if (k + 1 < T) {{ {P['put']('0', 'k + 1')} }}
    __syncthreads(); // filled
  }}"""


def registersTop(P):
    return f"""
  {P['regs']}
  {P['fetch']('0', '0')}
  for (int k = 0; k < T; ++k) {{
    {P['put']('0', 'k')}
    __syncthreads(); // filled
    if (k + 1 < T) {{ {P['fetch']('0', 'k + 1')} }}
    {P['compute']('0')}
    __syncthreads(); // read
  }}"""


def registers2(P):
    return f"""
  {P['regs']}
  {P['fetch']('0', '0')}
  {P['put']('0', '0')}
  __syncthreads(); // first
  int now = 0;
  for (int k = 0; k < T; ++k) {{
    if (k + 1 < T) {{ {P['fetch']('0', 'k + 1')} }}
    {P['compute']('now')}
    if (k + 1 < T) {{ {P['put']('now ^ 1', 'k + 1')} }}
    __syncthreads(); // filled
    now ^= 1;
  }}"""


def registersUnrolled(P):
    return f"""
  {P['regs']}
  {P['fetch']('0', '0')}
  {P['put']('0', '0')}
  __syncthreads(); // first
  int k = 0;
  for (; k + 1 < T; k += 2) {{
    {P['fetch']('0', 'k + 1')}
    {P['compute']('0')}
    {P['put']('1', 'k + 1')}
    __syncthreads(); // odd
    if (k + 2 < T) {{ {P['fetch']('0', 'k + 2')} }}
    ++k;
    {P['compute']('1')}
    --k;
    if (k + 2 < T) {{ {P['put']('0', 'k + 2')} }}
    __syncthreads(); // even
  }}
  if (k < T) {{ // tail
    {P['compute']('0')}
  }}"""


def synchronous2(P):
    return f"""
  {P['load']('0', '0')}
  __syncthreads(); // first
  for (int k = 0; k < T; ++k) {{
    if (k + 1 < T) {{ {P['load']('(k + 1) % 2', 'k + 1')} }}
    {P['compute']('k % 2')}
    __syncthreads(); // filled
  }}"""


def ring(P, copy, commit, wait):
    S = P["S"]
    return f"""
  for (int k = 0; k < {S - 1}; ++k) {{
    if (k < T) {{ {copy('k', 'k')} }}
    {commit} // ahead
  }}
  for (int k = 0; k < T; ++k) {{
    {wait(S - 2)}
    __syncthreads(); // filled
    if (k + {S - 1} < T) {{ {copy(f'(k + {S - 1}) % {S}', f'k + {S - 1}')} }}
    {commit}
    {P['compute'](f'k % {S}')}
  }}"""


def lastWaits(P, copy, commit, wait):
    return f"""
  {copy('0', '0')}
  {commit} // ahead
  for (int k = 0; k < T; ++k) {{
    if (k + 1 < T) {{
      {copy('(k + 1) % 2', 'k + 1')}
      {commit}
      {wait(1)} // one
    }} else {{
      {wait(0)} // all
    }}
    __syncthreads(); // filled
    {P['compute']('k % 2')}
    __syncthreads(); // read
  }}"""


def waitsAfter(P, copy, commit, wait):
    return f"""
  {copy('0', '0')}
  {commit} // ahead
  {wait(0)} // first
  __syncthreads(); // first
  for (int k = 0; k < T; ++k) {{
    if (k + 1 < T) {{
      {copy('(k + 1) % 2', 'k + 1')}
      {commit}
    }}
    {P['compute']('k % 2')}
    {wait(0)} // all
    __syncthreads(); // filled
  }}"""


PTX = """
template <int Bytes> __device__ __forceinline__ void copy(void *to, const void *from) {
  unsigned s = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2;\\n" ::"r"(s), "l"(from), "n"(Bytes) : "memory");
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;\\n" ::: "memory"); }
template <int N> __device__ __forceinline__ void waitFor() { asm volatile("cp.async.wait_group %0;\\n" ::"n"(N) : "memory"); }
"""

# Of each kind what copies, commits and waits, what stands in front of the kernel, and begins it.
ASYNC = {
    "primitives": ("async", "__pipeline_commit();", lambda n: f"__pipeline_wait_prior({n});", "#include <cuda_pipeline.h>\n", ""),
    "ptx": ("ptx", "commit();", lambda n: f"waitFor<{n}>();", PTX, ""),
    "pipeline": ("pipe", "pipe.producer_commit();", lambda n: f"cuda::pipeline_consumer_wait_prior<{n}>(pipe);",
                 "#include <cuda/pipeline>\n", "auto pipe = cuda::make_pipeline();"),
    "groups": ("group", "", lambda n: f"cg::wait_prior<{n}>(block);",
               "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\nnamespace cg = cooperative_groups;\n",
               "auto block = cg::this_thread_block();"),
}
PLAIN = {"registers1": (registers1, 1), "registersTop": (registersTop, 1), "registers2": (registers2, 2),
         "registersUnrolled": (registersUnrolled, 2), "synchronous2": (synchronous2, 2)}


def kernel(shape, S, body, front="", begin=""):
    declare = shape.declare.replace("{S}", str(S))
    return f"""{front}
__global__ void k({shape.params}) {{
  {declare}
  {shape.before}
  {begin}
  const int T = {shape.tiles};
  {'int' if 'int2' in shape.params else 'float'} sum = 0;
{body}
  {shape.finish}
}}
"""


def right():
    """Name -> (kind, text)."""
    out = {}
    for name, shape in SHAPES.items():
        for kind, (make, S) in PLAIN.items():
            out[f"{kind}-{name}"] = (kind, kernel(shape, S, make(texts(shape, S))))
        for kind, (copy, commit, wait, front, begin) in ASYNC.items():
            if kind == "groups" and not shape.rows:
                continue
            # An empty group needs a commit of its own.
            rings = {"groups": [], "ptx": [2, 3, 4], "primitives": [2, 3, 4], "pipeline": [3]}[kind]
            for S in rings:
                P = texts(shape, S)
                out[f"{kind}{S}-{name}"] = (kind, kernel(shape, S, ring(P, P[copy], commit, wait), front, begin))
            P = texts(shape, 2)
            for word, make in (("last", lastWaits), ("after", waitsAfter)):
                if (kind, word) != ("pipeline", "after"):
                    out[f"{kind}-{word}-{name}"] = (kind, kernel(shape, 2, make(P, P[copy], commit, wait), front, begin))
    return out


# What is wrong, in which right one, what is replaced by what.
DEFECTS = [
    ("barrier after the read missing", "registers1-reverse", "    __syncthreads(); // read\n", ""),
    ("barrier after the fill missing", "registers1-bodies", "    __syncthreads(); // filled\n", ""),
    ("stored an iteration late", "registers1-gemm", "if (k + 1 < T) { As[0]", "if (k < T && k > 0) { As[0]"),
    ("barrier after the read missing", "registersTop-gemm", "    __syncthreads(); // read\n", ""),
    ("barrier after the fill missing", "registersTop-gemv", "    __syncthreads(); // filled\n", ""),
    ("one tile too many", "registersTop-bodies", "if (k + 1 < T) { r0", "if (k < T) { r0"),
    ("prologue missing", "registers1-gemv", "  s[0][t] = r0;\n  __syncthreads(); // first\n", ""),
    ("wrong parity", "registers2-reverse", "s[now][127 - t]", "s[now ^ 1][127 - t]"),
    ("filled in the buffer that is read", "registers2-gemm", "As[now ^ 1][y][x]", "As[now][y][x]"),
    ("barrier missing", "registers2-bodies", "    __syncthreads(); // filled\n", ""),
    ("buffers are not swapped", "registers2-gemv", "    now ^= 1;\n", ""),
    ("odd tail reads the wrong buffer", "registersUnrolled-reverse", "sum = sum * 0.5f + s[0][127 - t];\n  }", "sum = sum * 0.5f + s[1][127 - t];\n  }"),
    ("odd tail reads the wrong buffer", "registersUnrolled-bodies", "  if (k < T) { // tail\n    for (int i = 0; i < 64; ++i)\n      sum += s[0][i].x * s[0][i].w;",
     "  if (k < T) { // tail\n    for (int i = 0; i < 64; ++i)\n      sum += s[1][i].x * s[1][i].w;"),
    ("barrier missing", "registersUnrolled-gemm", "    __syncthreads(); // odd\n", ""),
    ("wrong modulus", "synchronous2-gemm", "Bs[(k + 1) % 2]", "Bs[(k + 1) % 3 % 2]"),
    ("one tile too many", "synchronous2-bodies", "if (k + 1 < T)", "if (k <= T)"),
    ("wrong parity", "synchronous2-pairs", "sum += s[k % 2][0][i].x", "sum += s[(k + 1) % 2][0][i].x"),
    ("barrier missing", "synchronous2-reverse", "    __syncthreads(); // filled\n", ""),
    ("wait leaves the group that is read", "primitives3-gemm", "__pipeline_wait_prior(1);", "__pipeline_wait_prior(2);"),
    ("wait leaves the group that is read", "ptx4-bodies", "waitFor<2>();", "waitFor<3>();"),
    ("wait leaves the group that is read", "pipeline3-gemv", "wait_prior<1>(pipe)", "wait_prior<2>(pipe)"),
    ("wait leaves the group that is read", "groups-last-reverse", "cg::wait_prior<0>(block); // all", "cg::wait_prior<1>(block); // all"),
    ("commit under the condition", "primitives3-bodies", "16); }\n    __pipeline_commit();\n    for", "16); __pipeline_commit(); }\n    for"),
    ("commit under the condition", "ptx3-gemm", " }\n    commit();\n    for", " commit(); }\n    for"),
    ("commit of one thread", "primitives2-reverse", "4); }\n    __pipeline_commit();\n    sum", "4); }\n    if (t == 0) __pipeline_commit();\n    sum"),
    ("commit missing ahead", "ptx3-reverse", "    commit(); // ahead\n", ""),
    ("barrier after the wait missing", "primitives4-gemm", "    __syncthreads(); // filled\n", ""),
    ("overwritten before its last reader", "groups-last-bodies", "    __syncthreads(); // read\n", ""),
    ("barrier before the wait", "pipeline3-reverse", "    cuda::pipeline_consumer_wait_prior<1>(pipe);\n    __syncthreads(); // filled\n",
     "    __syncthreads(); // filled\n    cuda::pipeline_consumer_wait_prior<1>(pipe);\n"),
    ("overwritten before its last reader", "primitives-last-gemm", "    __syncthreads(); // read\n", ""),
    ("overwritten before its last reader", "pipeline-last-bodies", "    __syncthreads(); // read\n", ""),
    ("one tile too many", "primitives3-gemv", "if (k + 2 < T)", "if (k + 1 < T)"),
    ("one tile too many", "ptx2-gemm", "if (k + 1 < T) {", "if (k < T) {"),
    ("wrong modulus", "ptx3-bodies", "s[(k + 2) % 3]", "s[(k + 2) % 2]"),
    ("wrong modulus", "primitives4-pairs", "s[k % 4][0][i]", "s[k % 3][0][i]"),
    ("too far ahead", "primitives3-reverse", "if (k + 2 < T) { __pipeline_memcpy_async(&s[(k + 2) % 3][t], &A[(k + 2) * 128",
     "if (k + 3 < T) { __pipeline_memcpy_async(&s[(k + 3) % 3][t], &A[(k + 3) * 128"),
    ("prologue one short", "ptx4-gemm", "for (int k = 0; k < 3; ++k)", "for (int k = 0; k < 2; ++k)"),
    ("prologue one short", "primitives3-pairs", "for (int k = 0; k < 2; ++k)", "for (int k = 0; k < 1; ++k)"),
    ("one tile too many", "primitives-after-reverse", "if (k + 1 < T) {\n", "if (k + 1 <= T) {\n"),
    ("undrained copy", "primitives-after-gemm", "    __pipeline_wait_prior(0); // all\n", "    if (k + 1 < T)\n      __pipeline_wait_prior(0); // all\n    else\n      __pipeline_memcpy_async(&As[0][y][x], &A[row * K], 4);\n"),
    ("undrained copy", "ptx-last-gemv", "      waitFor<0>(); // all\n", ""),
    ("wait missing", "pipeline-last-pairs", "      cuda::pipeline_consumer_wait_prior<1>(pipe); // one\n", ""),
    ("wait before the copies", "groups-after-gemv", "    cg::wait_prior<0>(block); // all\n", ""),
]


def planted():
    """Name -> (what, kind, text)."""
    known, out = right(), {}
    for n, (what, name, old, new) in enumerate(DEFECTS):
        kind, text = known[name]
        if old not in text:
            sys.exit(f"{what}: '{old}' is not in {name}:\n{text}")
        out[f"wrong{n:02}-{name}"] = (what, kind, text.replace(old, new, 1))
    return out


def host(shape, tiles):
    buffers, numbers, arguments, grid = shape.host.replace("{T}", str(tiles)).split("|")
    lines = [f"  {numbers}"]
    for buffer in buffers.split(", "):
        T, name, count = buffer.split(" ")
        lines.append(f"  {T} *{name};\n  cudaMalloc(&{name}, {count} * sizeof({T}));")
    return "int main() {\n" + "\n".join(lines) + f"\n  k<<<{grid}, {shape.block}>>>({arguments});\n  cudaDeviceSynchronize();\n}}\n"


def make(folder, with_host):
    folder.mkdir(parents=True, exist_ok=True)
    for name, entry in {**right(), **planted()}.items():
        shape = SHAPES[name.rsplit("-", 1)[1]]
        (folder / f"{name}.cu").write_text(entry[-1] + (host(shape, 5) if with_host else ""))


def check(folder, tool):
    only = re.compile(tool.pop(0)[len("--only="):] if tool[0].startswith("--only=") else "")
    wrong, missed, alarms = planted(), [], []
    found, all_of = collections.Counter(), collections.Counter()
    not_run = []
    for name in filter(only.search, [*right(), *wrong]):
        run = subprocess.run([*tool, "check", f"{name}.cu", "--report=json"], cwd=folder, capture_output=True, text=True)
        if not run.stdout:
            sys.exit(f"{name}: {run.stderr}")
        kernel = json.loads(run.stdout)["kernels"][0]
        ids = sorted({f["id"] for f in kernel["finds"]})
        if "notRun" in kernel:
            not_run.append(f"{name}: {kernel['notRun']}")
        if name in wrong:
            what, kind, _ = wrong[name]
            all_of[kind] += 1
            found[kind] += bool(ids)
            if not ids:
                missed.append(f"{name}: {what}")
        else:
            all_of["right"] += 1
            if ids:
                alarms.append(f"{name}: {' '.join(ids)}")
        for advice in kernel.get("advice", []):
            print(f"advice {name}:{advice['line']}: {advice['id']}")
    for kind, count in all_of.items():
        print(f"{kind}: {f'{len(alarms)} alarms in ' if kind == 'right' else f'{found[kind]} of '}{count}")
    print(f"planted: {sum(found.values())} of {sum(all_of.values()) - all_of['right']}")
    for title, lines in (("missed", missed), ("alarm", alarms), ("not run", not_run)):
        for line in lines:
            print(f"{title}: {line}")
    return 1 if alarms else 0


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "make":
        make(Path(sys.argv[2]), "--host" in sys.argv)
    elif len(sys.argv) > 3 and sys.argv[1] == "check":
        sys.exit(check(Path(sys.argv[2]), sys.argv[3:]))
    else:
        sys.exit(__doc__)
