#!/usr/bin/env python3
"""Edits of kernels.cu, wrong ones and right ones, that `prove` has to tell apart.

    edits.py TOOL             all of them, with a table of figures
    edits.py TOOL gemm scale  of these kernels
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).with_name("kernels.cu")
WRONG, RIGHT = "different", "equal"

# Kernel -> (what must come out, old text, new text) and options.
EDITS = {
    "gemm": [
        (WRONG, "k < K; k +=", "k + Tile <= K; k +="),
        (WRONG, "k < K; k +=", "k < K - Tile; k +="),
        (WRONG, "    __syncthreads();\n", ""),
        (WRONG, "    __syncthreads(); // done\n", ""),
        (WRONG, "row < M && k + x < K ?", "row < M ?"),
        (WRONG, "k + y < K && col < N ?", "col < N ?"),
        (WRONG, "if (row < M && col < N)", "if (row < M)"),
        (WRONG, "if (row < M && col < N)", "if (row <= M && col < N)"),
        (WRONG, "A[row * K + k + x]", "A[row * N + k + x]"),
        (WRONG, "C[row * N + col]", "C[row * M + col]"),
        (WRONG, "b[i][x]", "b[x][i]"),
        (WRONG, "float sum = 0;", "float sum;"),
        (WRONG, "a[y][i] * b[i][x]", "a[i][y] * b[i][x]"),
        (RIGHT, "i < Tile; ++i", "i < 16; i++"),
        (RIGHT, "float a[Tile][Tile]", "float a[Tile][Tile + 1]"),
        (RIGHT, "for (int i = 0;", "#pragma unroll 4\n    for (int i = 0;"),
        (RIGHT, "sum += a[y][i] * b[i][x]", "sum = __fadd_rn(sum, __fmul_rn(a[y][i], b[i][x]))"),
        (RIGHT, "int row = blockIdx.y * Tile + y;", "int row = y + Tile * blockIdx.y;"),
        (RIGHT, "const float *A, const float *B,", "const float *__restrict__ A, const float *__restrict__ B,"),
        (RIGHT, "int M, int N,\n                     int K)", "int N, int K,\n                     int M)"),
        (RIGHT, "row < M && k + x < K ? A[row * K + k + x] : 0.0f;",
         "0.0f;\n    if (k + x < K && row < M)\n      a[y][x] = A[row * K + k + x];"),
    ],
    "scale": [
        (WRONG, "i < n; i +=", "i <= n; i +="),
        (WRONG, "i < n; i +=", "i < n - 1; i +="),
        (WRONG, "gridDim.x * blockDim.x", "gridDim.x"),
        (WRONG, "gridDim.x * blockDim.x", "blockDim.x"),
        (WRONG, "blockIdx.x * blockDim.x + threadIdx.x", "blockIdx.x * 128 + threadIdx.x"),
        (WRONG, "a * x[i] + y[i]", "a * y[i] + x[i]"),
        (RIGHT, "int step = gridDim.x * blockDim.x;", "unsigned step = blockDim.x * gridDim.x;"),
        (RIGHT, "float a, int n", "float a, long n"),
        (RIGHT, "y[i] = a * x[i] + y[i];", "{\n    float v = x[i];\n    y[i] += v * a;\n  }"),
        (RIGHT, "float *y, const float *x", "float *dst, const float *x", "y[i] = a * x[i] + y[i]", "dst[i] = a * x[i] + dst[i]"),
        (RIGHT, "for (; i < n; i += step)", "while (i < n) {", "y[i] = a * x[i] + y[i];", "y[i] = a * x[i] + y[i];\n    i += step;\n  }"),
    ],
    "blockSum": [
        (WRONG, "  part[t] = sum;\n  __syncthreads();\n", "  part[t] = sum;\n"),
        (WRONG, "    __syncthreads(); // level\n", ""),
        (WRONG, "int w = 128;", "int w = 64;"),
        (WRONG, "w > 0;", "w > 1;"),
        (WRONG, "if (t < w)\n", "if (t <= w)\n"),
        (WRONG, "blockIdx.x * 256 + t; i < n", "t; i < n"),
        (WRONG, "    __syncthreads(); // level\n  }", "    if (w > 16)\n      __syncthreads();\n  }"),
        (WRONG, "[blockIdx.x] = part[0]", "[blockIdx.x] = part[1]"),
        (WRONG, "      part[t] += part[t + w];\n    __syncthreads(); // level", "    {\n      part[t] += part[t + w];\n      __syncthreads();\n    }"),
        (RIGHT, "w /= 2", "w >>= 1"),
        (RIGHT, "if (t == 0)\n", "if (!t)\n"),
        (RIGHT, "float part[256]", "float part[512]"),
        (RIGHT, "part[t] += part[t + w]", "part[t] = part[t + w] + part[t]"),
        (RIGHT, "    __syncthreads(); // level\n", "    __syncthreads();\n    __syncthreads();\n"),
        (RIGHT, "--tolerance=1e-5", "if (t < w)\n      part[t] += part[t + w];", "if (t % (256 / w) == 0)\n      part[t] += part[t + 128 / w];"),
    ],
    "warpMax": [
        (WRONG, "int d = 16;", "int d = 8;"),
        (WRONG, "i += 32", "i += 64"),
        (WRONG, "int most = -2147483647 - 1;", "int most = 5;"),
        (WRONG, "x[row * n + i]", "x[row + i]"),
        (WRONG, "threadIdx.x % 32;", "threadIdx.x % 16;"),
        (RIGHT, "__shfl_xor_sync(0xffffffffu, most, d)", "__shfl_down_sync(0xffffffffu, most, d)"),
        (RIGHT, "threadIdx.x % 32;", "threadIdx.x & 31;"),
        (RIGHT, "most = max(most, x[row * n + i]);", "most = x[row * n + i] > most ? x[row * n + i] : most;"),
    ],
    "transpose": [
        (WRONG, "  __syncthreads();\n", ""),
        (WRONG, "x < cols && y + j < rows", "x < rows && y + j < cols"),
        (WRONG, "tile[threadIdx.x][threadIdx.y + k]", "tile[threadIdx.y + k][threadIdx.x]"),
        (WRONG, "j += 8", "j += 16"),
        (WRONG, "out[(v + k) * rows + u]", "out[(v + k) * cols + u]"),
        (WRONG, "u < rows && v + k < cols", "u < rows"),
        (RIGHT, "tile[32][33]", "tile[32][32]"),
        (RIGHT, "j < 32; j += 8", "j <= 24; j += 8"),
    ],
    "stencil": [
        (WRONG, "  __syncthreads();\n", ""),
        (WRONG, "if (t == 127)", "if (t == 126)"),
        (WRONG, "i > 0 ? in[i - 1]", "i > 128 ? in[i - 1]"),
        (WRONG, "i + 1 < n ? in[i + 1]", "i < n ? in[i + 1]"),
        (WRONG, "i > 0 ? in[i - 1] : 0.0f", "in[i - 1]"),
        (WRONG, "0.25f * s[t + 2]", "0.25f * s[t]"),
        (WRONG, "float s[128 + 2]", "float s[128]"),
        (RIGHT, "if (t == 127)\n    s[129]", "if (t == 127)\n    s[t + 2]"),
        (RIGHT, "i < n ? in[i] : 0.0f;", "0.0f;\n  if (i < n)\n    s[t + 1] = in[i];"),
    ],
    "histogram": [
        (WRONG, "    atomicAdd(&local[x[i] % 64], 1u);", "    local[x[i] % 64] += 1u;"),
        (WRONG, "  __syncthreads(); // all counted\n", ""),
        (WRONG, "    local[b] = 0;\n  __syncthreads();\n", "    local[b] = 0;\n"),
        (WRONG, "    atomicAdd(&bins[c], local[c]);", "    bins[c] = local[c];"),
        (WRONG, "b < 64; b +=", "b < 63; b +="),
        (RIGHT, "x[i] % 64", "x[i] & 63"),
        (RIGHT, "atomicAdd(&bins[c], local[c]);", "if (local[c])\n      atomicAdd(&bins[c], local[c]);"),
    ],
    "doubleBuffer": [
        (WRONG, "    __syncthreads(); // next\n", ""),
        (WRONG, "s[(k + 1) % 2][t] =", "s[k % 2][t] ="),
        (WRONG, "s[k % 2][63 - t]", "s[(k + 1) % 2][63 - t]"),
        (WRONG, "    if (k + 1 < tiles)\n", "    if (k + 2 < tiles)\n"),
        (WRONG, "x[(k + 1) * 64 + t]", "x[k * 64 + t]"),
        (RIGHT, "s[(k + 1) % 2][t] =", "s[(k + 1) & 1][t] ="),
        (RIGHT, "s[k % 2][63 - t]", "s[k & 1][63 - t]"),
    ],
    "asyncTiles": [
        (WRONG, "__pipeline_wait_prior(1);", "__pipeline_wait_prior(2);"),
        (WRONG, "    __pipeline_wait_prior(1);\n", ""),
        (WRONG, "    __syncthreads();\n", ""),
        (WRONG, "s[(j + 2) % 3][t]", "s[(j + 1) % 3][t]"),
        (WRONG, "if (j + 2 < tiles)", "if (j + 1 < tiles)"),
        (WRONG, "k < 2; ++k", "k < 1; ++k"),
        (RIGHT, "s[j % 3][t ^ 1]", "s[j % 3][t % 2 ? t - 1 : t + 1]"),
        (RIGHT, "__pipeline_wait_prior(1);", "__pipeline_wait_prior(0);"),
    ],
    "softmax": [
        (WRONG, "  __syncthreads(); // read by all\n", ""),
        (WRONG, "    __syncthreads(); // most\n", ""),
        (WRONG, "most = part[0];", "most = part[1];"),
        (WRONG, "int v = 32;", "int v = 16;"),
        (RIGHT, "float most = -1e30f;", "float most = -1e31f;"),
        (RIGHT, "blockIdx.x * n + k", "k + n * blockIdx.x"),
    ],
    "prefix": [
        (WRONG, "    __syncthreads(); // read\n", ""),
        (WRONG, "    __syncthreads(); // written\n", ""),
        (WRONG, "d < 128; d *= 2", "d < 64; d *= 2"),
        (WRONG, "t >= d ?", "t > d ?"),
        (RIGHT, "int add = t >= d ? s[t - d] : 0;", "int add = t < d ? 0 : s[t - d];"),
        (RIGHT, "d *= 2", "d <<= 1"),
    ],
    "gather": [
        (WRONG, "if (i >= n)", "if (i > n)"),
        (WRONG, "c < width; ++c", "c < width - 1; ++c"),
        (WRONG, "table[from * width + c]", "table[from + width * c]"),
        (RIGHT, "if (i >= n)\n    return;\n", "if (i < n) {\n", "table[from * width + c];\n", "table[from * width + c];\n  }\n"),
        (RIGHT, "for (int c = 0; c < width; ++c)", "for (int c = width - 1; c >= 0; --c)"),
    ],
    "producers": [
        (WRONG, "bar.sync 1, 128;\" ::: \"memory\"); // full", "bar.arrive 1, 128;\" ::: \"memory\"); // full", "    asm volatile(\"bar.sync 2, 128;\" ::: \"memory\"); // empty\n", ""),
        (WRONG, "    asm volatile(\"bar.sync 2, 128;\" ::: \"memory\"); // empty\n", ""),
        (WRONG, "bar.sync 1, 128;\" ::: \"memory\"); // wait full", "bar.sync 3, 128;\" ::: \"memory\"); // wait full"),
        (RIGHT, "bar.sync 1, 128;\" ::: \"memory\"); // full", "bar.arrive 1, 128;\" ::: \"memory\"); // full"),
        (RIGHT, "bar.sync 2, 128;", "barrier.sync 2, 128;"),
    ],
    "quads": [
        (WRONG, "float s[32][36]", "float s[32][33]"),
        (WRONG, "float s[32][36]", "float s[32][34]"),
        (WRONG, "i < 256; i += 64", "i < 192; i += 64"),
        (WRONG, "    __syncthreads(); // filled\n", ""),
        (WRONG, "    __syncthreads(); // used\n", ""),
        (WRONG, "x[(r + i / 8) * 32", "x[(r + i / 4) * 32"),
        (WRONG, "s[j][t % 32]", "s[t % 32][j]"),
        (WRONG, "r < rows;", "r + 32 < rows;"),
        (WRONG, "s[t / 2][j]", "s[t % 32][j]"),
        (RIGHT, "float s[32][36]", "float s[32][40]"),
        (RIGHT, "i / 8) * 32 + i % 8 * 4]", "i / 8) * 32 + (i & 7) * 4]"),
        (RIGHT, "for (int j = 0;", "#pragma unroll\n    for (int j = 0;"),
    ],
    "warpSums": [
        (WRONG, "  __syncwarp(); // stored\n", ""),
        (WRONG, "    __syncwarp(); // read\n", ""),
        (WRONG, "    __syncwarp(); // written\n", ""),
        (WRONG, "int d = 16;", "int d = 8;"),
        (WRONG, "lane < d ? s[warp]", "lane <= d ? s[warp]"),
        (WRONG, "? s[warp][lane + d]", "? s[0][lane + d]"),
        (WRONG, "y[blockIdx.x * 4 + warp]", "y[blockIdx.x * 2 + warp]"),
        (WRONG, "float s[4][32]", "float s[2][32]"),
        (WRONG, "i < n ? x[i] : 0.0f", "x[i]"),
        (RIGHT, "__syncwarp(); // stored", "__syncthreads();"),
        (RIGHT, "d > 0; d /= 2", "d >= 1; d >>= 1"),
        (RIGHT, "if (lane == 0)\n", "if (threadIdx.x % 32 == 0)\n"),
    ],
    "parity": [
        (WRONG, "k / 2 % 2", "k % 2"),
        (WRONG, "k / 2 % 2", "(k / 2 + 1) % 2"),
        (WRONG, "s[k % 2][t] =", "s[0][t] =", "s[k & 1]", "s[0]"),
        (WRONG, "[%0], 64;", "[%0], 32;"),
        (WRONG, "[%0], 64;", "[%0], 65;"),
        (WRONG, "  __syncthreads();\n", ""),
        (WRONG, "    while (!passed(bar + 8 * (k % 2), k / 2 % 2))\n      ;\n", ""),
        (WRONG, "bar + k % 2 * 8)", "bar)"),
        (RIGHT, "k / 2 % 2", "(k >> 1) & 1"),
        (RIGHT, "s[k & 1]", "s[k % 2]"),
    ],
    "ahead": [
        (WRONG, "next = k + 64 + t < n ? x[k + 64 + t]", "next = k + 64 + t < n ? x[k + t]"),
        (WRONG, "next = k + 64 + t < n", "next = k + t < n"),
        (WRONG, "    next = k + 64 + t < n ? x[k + 64 + t] : 0.0f;", "    if (k + 64 + t < n)\n      next = x[k + 64 + t];"),
        (WRONG, "    __syncthreads(); // stored\n", ""),
        (WRONG, "    __syncthreads(); // used\n", ""),
        (WRONG, "i < 64; i +=", "i < 48; i +="),
        (WRONG, "float next = t < n ? x[t] : 0.0f;", "float next = 0.0f;"),
        (RIGHT, "(t + i) % 64", "(t + i) & 63"),
        (RIGHT, "    next = k + 64 + t < n ? x[k + 64 + t] : 0.0f;", "    next = 0.0f;\n    if (int at = k + 64 + t; at < n)\n      next = x[at];"),
    ],
    "mean": [
        (WRONG, "int sum = 0", "unsigned char sum = 0"),
        (WRONG, "__shared__ int part[128]", "__shared__ short part[128]"),
        (WRONG, "(float)part[0] / n", "part[0] / n"),
        (WRONG, "sum += x[", "sum += (signed char)x["),
        (WRONG, "x[blockIdx.x * n + i]", "x[blockIdx.x * 128 + i]"),
        (WRONG, "  __syncthreads(); // stored\n", ""),
        (RIGHT, "int sum = 0", "unsigned sum = 0"),
        (RIGHT, "__shared__ int part[128]", "__shared__ unsigned part[128]"),
        (RIGHT, "x[blockIdx.x * n + i]", "(x + blockIdx.x * n)[i]"),
    ],
    "addBias": [
        (WRONG, "bias[c]", "bias[r]"),
        (WRONG, "fmaxf(", "fminf("),
        (WRONG, "r < rows", "r <= rows"),
        (WRONG, "x[r * cols + c]", "x[c * rows + r]"),
        (WRONG, "blockIdx.y * blockDim.y", "blockIdx.y * blockDim.x"),
        (WRONG, "c < cols && r < rows", "c < cols || r < rows"),
        (RIGHT, "if (c < cols && r < rows)\n", "if (c >= cols || r >= rows)\n      return;\n"),
    ],
    "dot": [
        (WRONG, "t < blockDim.x / 32 ?", "t < 8 ?"),
        (WRONG, "float part[8]", "float part[1]"),
        (WRONG, "  __syncthreads();\n", ""),
        (WRONG, "i += blockDim.x", "i += 32"),
        (WRONG, "int d = 16;", "int d = 8;"),
        (WRONG, "part[t / 32] = sum", "part[lane] = sum"),
        (RIGHT, "t % 32;", "t & 31;"),
        (RIGHT, "int e = 4;", "int e = 16;"),
    ],
    "rowSums": [
        (WRONG, "double sum = 0", "float sum = 0"),
        (WRONG, "(double)s[j] * b[", "s[j] * b["),
        (WRONG, "float *b = s + 64", "float *b = s + 32"),
        (WRONG, "    __syncthreads(); // filled\n", ""),
        (WRONG, "    __syncthreads(); // used\n", ""),
        (WRONG, "a[blockIdx.x * n + k + t]", "a[blockIdx.x * 64 + k + t]"),
        (WRONG, "j < 64; ++j", "j < 63; ++j"),
        (RIGHT, "(j + t) % 64", "(t + j) & 63"),
        (RIGHT, "float *b = s + 64", "float *b = s + 128"),
    ],
    "levels": [
        (WRONG, "isLast ? most : most + y[u]", "isLast ? most + y[u] : most"),
        (WRONG, "v == 0 && u < cols", "v == 0"),
        (WRONG, "r + v < rows && u < cols", "u < cols"),
        (WRONG, ": -1e30f;", ": 0.0f;"),
        (WRONG, "s[i][u]", "s[u][i]"),
        (WRONG, "    __syncthreads(); // used\n", ""),
        (RIGHT, "float s[16][17]", "float s[16][16]"),
        (RIGHT, "(r + v) * cols + u", "u + cols * (r + v)"),
    ],
}


def edited(text, kernel, pairs):
    """The file with pairs of old and new text replaced in one kernel."""
    begin = text.index(f" {kernel}(")
    end = text.find("\n}\n", begin) + 3
    body = text[begin:end]
    for old, new in zip(pairs[::2], pairs[1::2]):
        if body.count(old) != 1:
            raise SystemExit(f"{kernel}: {old!r} is there {body.count(old)} times")
        body = body.replace(old, new)
    return text[:begin] + body + text[end:]


def prove(tool, folder, kernel, pairs):
    options = [pair for pair in pairs if pair.startswith("--")]
    new = folder / "new.cu"
    new.write_text(edited(SOURCE.read_text(), kernel, [p for p in pairs if not p.startswith("--")]))
    begin = time.monotonic()
    done = subprocess.run([tool, "prove", str(SOURCE), str(new), f"--kernel=^{kernel}$", "--report=json",
                           "--cuda-path=builtin", "--no-config", *options],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    seconds = time.monotonic() - begin
    if not done.stdout:
        return "error", done.stderr.strip(), seconds
    found = json.loads(done.stdout)["kernels"][0]
    expected = {"equal": 0, "different": 1, "not decided": 3}[found["verdict"]]
    if done.returncode != expected:
        return "error", f"exit code {done.returncode}", seconds
    why = found.get("why") or found.get("difference", {}).get("message", f"{found['launches']} launches")
    return found["verdict"], why, seconds


def main():
    tool, wanted = sys.argv[1], sys.argv[2:]
    counts = {WRONG: [0, 0], RIGHT: [0, 0]}
    times, failed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for kernel, edits in EDITS.items():
            if wanted and kernel not in wanted:
                continue
            for expected, *pairs in edits:
                verdict, why, seconds = prove(tool, Path(folder), kernel, pairs)
                times.append(seconds)
                counts[expected][0] += 1
                counts[expected][1] += verdict == expected
                if verdict != expected:
                    failed += 1
                    print(f"{kernel}: {pairs[0]!r} -> {pairs[1]!r}: {verdict}, not {expected}: {why}")
    for kind, (made, found) in counts.items():
        name = "wrong" if kind == WRONG else "right"
        print(f"{name} edits: {made}, called {kind}: {found}")
    print(f"seconds: median {statistics.median(times):.2f}, longest {max(times):.2f}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
