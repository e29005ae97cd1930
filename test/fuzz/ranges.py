#!/usr/bin/env python3
"""Compares the ranges of the test at run time with the addresses that a loop takes.

Each kernel loads from A and stores to C at random indices. The tool's text says between
which addresses each stays: `ABegin`, `AEnd`, and under which conditions that is so. Both
are computed on the host, for random parameters and all threads of a small block; an
address outside where the conditions hold is a failure. A launch of which the original
overflows, divides by 0 or does not end is not counted. Sums of the test that overflow are no failure
by themselves: the conditions, which are asked before any is used, may fail there.

    ranges.py --count 600 --seed 1 --tool build/bin/pipeline-rewrite --compiler clang++

Exit: 0 none is outside, 1 one is, or too few loops have a test.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PARAMETERS = "int K, int n, unsigned m, long long q"
HEADERS = [("int k = 0", "k < K", "k += 64"), ("int k = n", "k < K", "k += 7"), ("int k = n", "k < K", "k += m"),
           ("int k = K", "k > n", "k -= 5"), ("unsigned k = 0", "k < m", "k += 128"),
           ("int k = 0", "k < K", "k += (int)blockDim.x"), ("int k = 0", "k <= K", "k += 100"),
           ("long long k = q", "k < K", "k += 16"), ("int k = n", "k < K && k >= 64", "k += m"),
           ("size_t k = 0", "k < m", "k += n"), ("int k = 0", "k < K && k < n", "k += 33")]
MOVES = [("int off = n", "off += 64"), ("int off = n", "off += m"), ("int off = threadIdx.x", "off += (size_t)m"),
         ("unsigned off = m", "off += n"), ("int off = K", "off -= 9"), ("long long off = q", "off += m"),
         ("int off = n", "off = off + 32u")]
NAMES = ["n", "m", "k", "K", "off", "q", "threadIdx.x", "blockIdx.x", "blockDim.x"]
NUMBERS = ["1", "2", "3", "7", "8", "31", "32", "64", "1000", "31u", "255u"]
DIVISORS = ["2", "3", "8u", "64", "(m + 1)", "(n + 3)"]
MASKS = ["7", "~7", "~31u", "255u", "(m + 8)"]
TYPES = ["int", "unsigned", "size_t", "long long"]
BINARY = ["({0} + {1})"] * 7 + ["({0} - {1})"] * 3 + ["({0} * {1})"] * 2 + [
    "min({0}, {1})", "max({0}, {1})", "({0} | {1})", "({0} ^ {1})", "({0} < {1} ? {0} : {1})"]
# Small ones, so that conditions hold, those near the end of a type, and what is negative as an int.
VALUES = {"K": [0, 1, 63, 64, 200, 777, 2000], "n": [0, 1, 5, 31, 32, 100, 1000, 2047, -1, -64, 2**31 - 1],
          "m": [0, 1, 9, 64, 255, 1000, 2**32 - 256, 2**32 - 64, 2**31], "q": [0, 1, 59, 500, -7, 2**33]}


def expression(draw, depth):
    if not depth or draw.random() < 0.15:
        return draw.choice(NAMES if draw.random() < 0.75 else NUMBERS)
    one, kind = expression(draw, depth - 1), draw.random()
    if kind < 0.1:
        return f"({one} / {draw.choice(DIVISORS)})"
    if kind < 0.22:
        return f"({one} % {draw.choice(DIVISORS + [f'({expression(draw, depth - 1)} | 1)'])})"
    if kind < 0.34:
        return f"({one} & {draw.choice(MASKS + [expression(draw, depth - 1)])})"
    if kind < 0.4:
        return f"({one} {draw.choice(['<<', '>>'])} {draw.choice([1, 3, 5])})"
    if kind < 0.46:
        return f"({draw.choice(TYPES)}){one}"
    return draw.choice(BINARY).format(one, expression(draw, depth - 1))


class Kernel:
    def __init__(self, number, draw):
        self.name, self.header, self.move = f"k{number}", draw.choice(HEADERS), draw.choice(MOVES)
        self.load, self.store = expression(draw, draw.randint(1, 3)), expression(draw, draw.randint(0, 2))

    def text(self):
        return f"""__global__ void {self.name}(const float *A, float *C, {PARAMETERS}) {{
  __shared__ float As[64];
  float sum = 0;
  {self.move[0]};
  for ({"; ".join(self.header)}) {{
    As[threadIdx.x] = A[{self.load}];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    C[{self.store}] = sum;
    {self.move[1]};
    __syncthreads();
  }}
}}
"""

    def check(self, written):
        """Host code; '' if the kernel has no test."""
        body = written[written.find(f"void {self.name}("):]
        test = re.search(r"(const size_t [AC]Begin =.*?)if \((.*?)\(\w+ <= \w+ \|\| \w+ <= \w+\)\) \{", body, re.S)
        if not test or "__global__" in body[:test.start()]:
            return ""
        given = re.sub(r"\b(const float|float|int|unsigned|long long) \*?", "", PARAMETERS)
        access = "\n".join(f"at({which}, ({self.load if which == 'A' else self.store}));" for which in "AC")
        conditions = test[2].strip().removesuffix("&&") or "true"
        return f"""
static void trace_{self.name}(const float *A, const float *C, {PARAMETERS}) {{
  {self.move[0]};
  for ({"; ".join(self.header)}) {{ {access} {self.move[1]}; if (++iterations > 400) undefined(); }}
}}
[[clang::no_sanitize("signed-integer-overflow", "shift-exponent")]]
static Ranges ranges_{self.name}(const float *A, const float *C, {PARAMETERS}) {{
  {self.move[0]};
  {test[1]}
  return {{bool({conditions}), ABegin, AEnd, CBegin, CEnd}};
}}
static void check_{self.name}({PARAMETERS}) {{
  check("{self.name}", [&](const float *A, const float *C) {{ trace_{self.name}(A, C, {given}); }},
        [&](const float *A, const float *C) {{ return ranges_{self.name}(A, C, {given}); }}, "{given}", {given});
}}
"""


PRELUDE = """
#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <functional>
#include <vector>
using std::size_t;
struct Shape { unsigned x, y, z; };
static Shape threadIdx, blockIdx, blockDim, gridDim{40000, 1, 1};
struct Ranges { bool Hold; size_t ABegin, AEnd, CBegin, CEnd; };
// As CUDA's: of two types both are converted, as for an operator.
template <class T, class U> auto min(T a, U b) { using C = decltype(a + b); return C(b) < C(a) ? C(b) : C(a); }
template <class T, class U> auto max(T a, U b) { using C = decltype(a + b); return C(a) < C(b) ? C(b) : C(a); }
static std::vector<std::pair<bool, size_t>> touched;
static int iterations, wrong, counted;
static sigjmp_buf back;
static void undefined(int = 0) { siglongjmp(back, 1); }
template <class T> void at(const float *P, T index) {
  touched.push_back({P == (const float *)(size_t(1) << 60), size_t(P) + 4 * size_t(index)});
}
static void check(const char *name, std::function<void(const float *, const float *)> trace,
                  std::function<Ranges(const float *, const float *)> ranges, const char *given, int K, int n,
                  unsigned m, long long q) {
  const float *A = (const float *)(size_t(1) << 60), *C = (const float *)(size_t(1) << 59);
  for (unsigned threads : {1, 33, 64})
    for (unsigned block : {0, 3, 32413}) {
      blockDim = {threads, 1, 1}, blockIdx = {block, 0, 0};
      touched.clear();
      threadIdx = {0, 0, 0};
      if (sigsetjmp(back, 1))
        continue;
      for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x) {
        iterations = 0;
        trace(A, C);
      }
      threadIdx = {0, 0, 0};
      const Ranges said = ranges(A, C);
      counted += said.Hold && !touched.empty();
      for (auto [isA, address] : touched)
        if (said.Hold && (address < (isA ? said.ABegin : said.CBegin) || address + 4 > (isA ? said.AEnd : said.CEnd))) {
          if (++wrong < 20)
            printf("%s: %c[%lld] is outside, blockDim %u, blockIdx %u, %s = %d %d %u %lld\\n", name, isA ? 'A' : 'C',
                   (long long)(address - size_t(isA ? A : C)) / 4, threads, block, given, K, n, m, q);
          break;
        }
    }
}
"""


def launches(kernel, draw):
    for _ in range(60):
        drawn = {name: draw.choice(values) for name, values in VALUES.items()}
        yield f"  check_{kernel.name}({drawn['K']}, {drawn['n']}, {drawn['m']}u, {drawn['q']}ll);"


def look_at(kernels, draw, arguments, folder):
    """How many have a test; what is wrong is printed."""
    source, output, host = folder / "k.cu", folder / "k.out.cu", folder / "host.cpp"
    source.write_text("\n".join(kernel.text() for kernel in kernels))
    run = subprocess.run([arguments.tool, source, "--cuda-path=builtin", "--choose=rules", "--variant=ldg",
                          "--verify=syntax", "--no-cache", "-o", output], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"the tool ended with {run.returncode}: {run.stderr[-2000:]}")
    written = output.read_text() if output.exists() else ""
    tested = [(kernel, code) for kernel in kernels if (code := kernel.check(written))]
    calls = [line for kernel, _ in tested for line in launches(kernel, draw)]
    host.write_text(PRELUDE + "".join(code for _, code in tested) + "int main() {\n"
                    "  for (int s : {SIGILL, SIGFPE, SIGTRAP})\n    signal(s, undefined);\n" + "\n".join(calls) +
                    '\n  printf("%d counted\\n", counted);\n  return wrong > 0;\n}\n')
    subprocess.run([arguments.compiler, "-std=c++20", "-O0", "-w", "-fsanitize=signed-integer-overflow,shift-exponent,"
                    "integer-divide-by-zero", "-fsanitize-trap=all", host, "-o", folder / "host"], check=True)
    said = subprocess.run([folder / "host"], capture_output=True, text=True)
    lines = said.stdout.splitlines()
    if said.returncode:
        print("\n".join(lines))
        for name in sorted({line.split(":")[0] for line in lines if ":" in line}):
            print(next(kernel.text() for kernel in kernels if kernel.name == name))
        sys.exit(f"ranges are wrong, seed {arguments.seed}, exit {said.returncode}")
    return len(tested), int(lines[-1].split()[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--compiler", default="clang++")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    tested = counted = 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, arguments.count, 60):
            kernels = [Kernel(number, draw) for number in range(first, first + 60)]
            more = look_at(kernels, draw, arguments, Path(folder))
            tested, counted = tested + more[0], counted + more[1]
    print(f"{arguments.count} kernels, {tested} with a test, {counted} launches in which it may hold")
    return tested < arguments.count // 5 or counted < tested


if __name__ == "__main__":
    sys.exit(main())
