#!/usr/bin/env python3
"""What the pre-commit hook costs on a project of 50 sources with a database.

    hook_project.py make FOLDER              writes the project
    hook_project.py time PROGRAM FOLDER      writes it and times the hook

Two headers are shared: config.cuh, which every source includes and which has
no kernel, and product.cuh, whose template has a K-loop and which every fifth
source includes. Every second source has a K-loop of its own. Each step is what
pre-commit runs: `--check -p FOLDER` with the files that an edit would stage.
"""
import argparse, json, os, pathlib, resource, shutil, subprocess, sys, time

SOURCES = 50

CONFIG = """#pragma once
// What all kernels of the project share.
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))
constexpr int kWarp = 32;
__device__ __forceinline__ float scaled(float x, float by) { return x * by; }
"""

PRODUCT = """#pragma once
#include "config.cuh"
// C = A * B of square matrices; T divides n.
template <int T>
__global__ void __launch_bounds__(T *T)
product(const float *__restrict__ A, const float *__restrict__ B,
        float *__restrict__ C, int n) {
  __shared__ float a[T][T];
  __shared__ float b[T][T];
  const int x = threadIdx.x % T, y = threadIdx.x / T;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += T) {
    a[y][x] = A[row * n + k0 + x];
    b[y][x] = B[(k0 + y) * n + col];
    __syncthreads();
    // One product of two tiles.
    for (int k = 0; k < T; ++k)
      sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  C[row * n + col] = scaled(sum, 1.0f);
}
"""

LOOP = """__global__ void __launch_bounds__(256)
weighted{N}(const float *__restrict__ A, const float *__restrict__ w,
            float *__restrict__ out, int n) {{
  __shared__ float tile[{TILE}];
  __shared__ float weight[{TILE}];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += {TILE}) {{
    for (int i = t; i < {TILE}; i += 256) {{
      tile[i] = A[blockIdx.x * n + k0 + i];
      weight[i] = w[k0 + i];
    }}
    __syncthreads();
    for (int k = 0; k < {TILE}; ++k)
      sum += tile[k] * weight[(k + t) % {TILE}];
    __syncthreads();
  }}
  out[blockIdx.x * 256 + t] = scaled(sum, {N}.0f);
}}
"""

PLAIN = """__global__ void add{N}(float *x, int n) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += scaled(x[i], {N}.0f);
}}
"""


def source(number):
    text = '#include "config.cuh"\n'
    if number % 5 == 0:
        text += '#include "product.cuh"\n'
    text += (LOOP if number % 2 == 0 else PLAIN).format(
        N=number, TILE=256 * (1 + number % 3))
    if number % 5 == 0:
        text += ("void multiply%d(const float *A, const float *B, float *C, int n) {\n"
                 "  product<%d><<<dim3(n / %d, n / %d), %d>>>(A, B, C, n);\n}\n"
                 % (number, *[16] * 3, 256))
    return text


def make(folder):
    (folder / "include").mkdir(parents=True, exist_ok=True)
    (folder / "src").mkdir(exist_ok=True)
    (folder / "include/config.cuh").write_text(CONFIG)
    (folder / "include/product.cuh").write_text(PRODUCT)
    commands = []
    for number in range(SOURCES):
        path = folder / f"src/k{number:02}.cu"
        path.write_text(source(number))
        commands.append({
            "directory": str(folder), "file": str(path),
            "command": f"nvcc -std=c++17 -arch=sm_80 -I{folder}/include -c {path} -o {path}.o"})
    (folder / "compile_commands.json").write_text(json.dumps(commands, indent=1))


def run(program, folder, cache, files, env=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.time()
    done = subprocess.run([program, "--check", "-p", str(folder), f"--cache={cache}", *files],
                          cwd=folder, capture_output=True, text=True, env=env)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = (used.ru_utime + used.ru_stime) - (before.ru_utime + before.ru_stime)
    return time.time() - start, processor, done


def edit(path, old, new):
    text = path.read_text()
    assert old in text, (path, old)
    path.write_text(text.replace(old, new))


def measure(program, folder):
    cache = folder / ".cache"
    if folder.exists():
        shutil.rmtree(folder)
    make(folder)
    config, product, kernel = "include/config.cuh", "include/product.cuh", "src/k02.cu"

    def step(what, files, env=None):
        wall, processor, done = run(program, folder, cache, files, env)
        # Where it stands is shown by the first line.
        lines = done.stderr.strip().splitlines()
        print(f"{what:58} {wall:7.2f} s {processor:7.2f} s  exit {done.returncode}  "
              f"{len(lines)} lines", flush=True)
        if os.environ.get("SHOW"):
            print(done.stderr)

    step("first run, product.cuh staged", [product])
    step("again", [product])
    step("PATH=$PATH:/x", [product], dict(os.environ, PATH=os.environ["PATH"] + ":/x"))
    edit(folder / product, "// One product of two tiles.", "// One product\n    // of two tiles.")
    step("a comment of product.cuh", [product])
    edit(folder / product, "scaled(sum, 1.0f)", "scaled(sum, 2.0f)")
    step("the kernel of product.cuh", [product])
    edit(folder / config, "// What all", "// That which\n// all")
    step("config.cuh staged, which has no loop: a comment of it", [config])
    step("product.cuh after that comment", [product])
    edit(folder / config, "kWarp = 32", "kWarp = 2 * 16")
    step("config.cuh staged: a constant of it", [config])
    step("product.cuh after that constant", [product])
    step("a source, first run", [kernel])
    edit(folder / kernel, "sum = 0;", "sum = 0; // of all")
    step("a comment of that source", [kernel])
    edit(folder / kernel, "2.0f", "3.0f")
    step("the kernel of that source", [kernel])
    step("first run of everything", [])
    step("again", [])
    edit(folder / config, "kernels of the project", "kernels\n// of it")
    step("everything, after a comment of config.cuh", [])
    edit(folder / product, "scaled(sum, 2.0f)", "scaled(sum, 3.0f)")
    step("product.cuh, all known, its kernel", [product])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["make", "time"])
    parser.add_argument("arguments", nargs="+")
    line = parser.parse_args()
    if line.what == "make":
        make(pathlib.Path(line.arguments[0]).resolve())
    else:
        measure(os.path.abspath(line.arguments[0]), pathlib.Path(line.arguments[1]).resolve())


if __name__ == "__main__":
    sys.exit(main())
