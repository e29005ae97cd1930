#!/usr/bin/env python3
"""What the tests in front of a loop cost on a GPU, and that they hold for launches that no edit has reached.

  guards.py make TOOL FOLDER    rewrites twelve kernels, each in two forms; without a GPU
  FOLDER/guards.py run OUT      on the machine with the GPU: builds, runs, and writes guards.tsv to OUT

Each text is the source's, the tool's, and the tool's with a test that is always true. Times are
medians of nine launches. Results: of the launch in view; of one with the source's bytes, and of a
graph's node with these, from another file; with the output inside the input.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TEST = re.compile(r"^  if \((?:sharedBytes|[^;{]*Begin\b)[^;{]*\) \{$", re.M)
FORMS = ("ldg", "cpasync")
FLAGS = ["-O3", "-std=c++17", "-arch=sm_90", "-w"]

ROWS = """
  {tile}
  float sum = 0;
  for (int k = 0; k < n; k += {T}) {{
    s[threadIdx.x] = A[(size_t)blockIdx.x * n + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < {T}; ++i)
      sum += s[i] * (threadIdx.x + i);
{store}    __syncthreads();
  }}
{last}"""
BODIES = """
  {tile}
  const int t = blockIdx.x * {T} + threadIdx.x;
  const float x = A[t % n];
  float sum = 0;
  for (int k = 0; k < n; k += {T}) {{
    s[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < {T}; ++i)
      sum += rsqrtf((s[i] - x) * (s[i] - x) + 0.1f);
{store}    __syncthreads();
  }}
{last}"""
PRODUCT = """
  {tile}
  const int x = threadIdx.x % {R}, y = threadIdx.x / {R}, width = gridDim.x * {R};
  float sum = 0;
  for (int k = 0; k < n; k += {R}) {{
    s[threadIdx.x] = A[(blockIdx.y * {R} + y) * n + k + x];
    b[threadIdx.x] = A[(k + y) * width + blockIdx.x * {R} + x];
    __syncthreads();
    for (int i = 0; i < {R}; ++i)
      sum += s[y * {R} + i] * b[i * {R} + x];
{store}    __syncthreads();
  }}
{last}"""
# Name: text, where a thread stores for each tile and at last, tiles of T elements.
KINDS = {
    "rows": (ROWS, "C[(size_t)blockIdx.x * n + k + threadIdx.x]", "C[blockIdx.x * {T} + threadIdx.x]", 1),
    "bodies": (BODIES, "C[(size_t)(k / {T}) * gridDim.x * {T} + t]", "C[t]", 1),
    "product": (PRODUCT, "C[(blockIdx.y * {R} + y) * width + blockIdx.x * {R} + x]",
                "C[(blockIdx.y * {R} + y) * width + blockIdx.x * {R} + x]", 2),
}
MAIN = """
#include <algorithm>
#include <cstdio>
#include <vector>
__global__ void kernel(PARAMETERS);
void launch(const float *A, float *C, int n);

static std::vector<float> input;
static float *memory;

static void reset() { cudaMemcpy(memory, input.data(), input.size() * sizeof(float), cudaMemcpyHostToDevice); }

static void tell(const char *name) {
  std::vector<float> all(input.size());
  const cudaError_t status = cudaDeviceSynchronize();
  cudaMemcpy(all.data(), memory, all.size() * sizeof(float), cudaMemcpyDeviceToHost);
  unsigned long long hash = status;
  for (float f : all)
    hash = hash * 1099511628211ull + *reinterpret_cast<unsigned *>(&f);
  std::printf("%s=%016llx ", name, hash);
}

int main() {
  const size_t count = size_t(1) << 27;
  input.resize(count);
  for (size_t i = 0; i < count; ++i)
    input[i] = float((i * 2654435761u >> 7) % 1000) * 0.001f - 0.5f;
  cudaMalloc(&memory, count * sizeof(float));
  reset();
  float *A = memory, *C = memory + count / 2;
  int n = SIZE;
  const dim3 grid(GRID);
  cudaEvent_t from, to;
  cudaEventCreate(&from), cudaEventCreate(&to);
  std::vector<float> times;
  for (int i = 0; i < 10; ++i) {
    float time;
    cudaEventRecord(from);
    launch(A, C, n);
    cudaEventRecord(to);
    cudaEventSynchronize(to);
    cudaEventElapsedTime(&time, from, to);
    if (i)
      times.push_back(time);
  }
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  std::printf("time=%.5f ", times[4]);
  tell("seen");
  reset();
  kernel<<<grid, THREADS, BYTES>>>(A, C, n);
  tell("unseen");
  reset();
  cudaGraph_t graph;
  cudaGraphExec_t run;
  cudaGraphNode_t node;
  void *arguments[] = {&A, &C, &n};
  cudaKernelNodeParams of = {};
  of.func = reinterpret_cast<void *>(kernel);
  of.gridDim = grid, of.blockDim = dim3(THREADS), of.sharedMemBytes = BYTES, of.kernelParams = arguments;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &of);
  cudaGraphInstantiate(&run, graph, 0);
  cudaGraphLaunch(run, nullptr);
  tell("node");
#if IN_PLACE
  reset();
  kernel<<<1, THREADS, BYTES>>>(A, A, n);
  tell("inside");
#endif
  std::puts("");
}
"""


def kernels():
    """Name, source, program beside it."""
    for kind, (text, each, last, tiles) in KINDS.items():
        for grows in (True, False):
            for size in (256, 1024) if kind == "product" else (128, 256):
                side = 16 if size == 256 else 32
                shape = {"T": size, "R": side}
                names = ["s", "b"][:tiles]
                tile = ("extern __shared__ float s[];" + f" float *b = s + {size};" * (tiles - 1) if grows
                        else "__shared__ float " + ", ".join(f"{name}[{size}]" for name in names) + ";")
                restrict = "__restrict__ " if grows else ""
                parameters = f"const float *{restrict}A, float *{restrict}C, int n"
                stored = "    " + each.format(**shape) + (" += sum;\n" if kind == "product" else " = sum;\n")
                body = text.format(tile=tile, store="" if grows else stored,
                                   last=f"  {last.format(**shape)} = sum;\n" if grows else "", **shape)
                grid = f"{2048 // side}, {2048 // side}" if kind == "product" else "1056"
                bytes_ = 4 * size * tiles if grows else 0
                length = 2048 if kind == "product" else 8192
                source = (f"__global__ void kernel({parameters}) {{{body}}}\n\nvoid launch(const float *A, float *C, int n) {{\n"
                          f"  kernel<<<dim3({grid}), {size}{f', {bytes_}' if grows else ''}>>>(A, C, n);\n}}\n")
                program = MAIN
                for word, value in (("PARAMETERS", parameters), ("SIZE", length), ("GRID", grid), ("THREADS", size),
                                    ("BYTES", bytes_), ("IN_PLACE", int(not grows))):
                    program = re.sub(rf"\b{word}\b", str(value), program)
                yield f"{kind}-{size}-{'bytes' if grows else 'ranges'}", source, program


def make(tool, folder):
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(__file__, folder)
    for name, source, program in kernels():
        (folder / f"{name}.main.cu").write_text(program)
        (folder / f"{name}.source.cu").write_text(source)
        for form in FORMS:
            out = folder / f"{name}.{form}.cu"
            subprocess.run([tool, folder / f"{name}.source.cu", f"--variant={form}", "--choose=rules", "--arch=sm_90",
                            "--no-config", "-o", out], check=True, capture_output=True)
            text = out.read_text()
            if len(TEST.findall(text)) != 1:
                sys.exit(f"{name}: {form} has no test in front of its loop")
            (folder / f"{name}.{form}-always.cu").write_text(TEST.sub("  if (true) {", text))


def instructions(file):
    """Of the kernel, with what aligns it."""
    cubin = file.with_suffix(".cubin")
    subprocess.run(["nvcc", *FLAGS, "-cubin", file, "-o", cubin], check=True)
    text = subprocess.run(["nvdisasm", "-c", cubin], check=True, capture_output=True, text=True).stdout
    return sum(";" in line for line in text.splitlines()) - text.count(" NOP ")


def run(out):
    rows = ["kernel\ttext\tinstructions\ttime\tseen\tunseen\tnode\tinside"]
    wrong = 0
    for name in sorted(file.name.split(".")[0] for file in HERE.glob("*.main.cu")):
        seen = {}
        for kind in ("source", *(form + end for form in FORMS for end in ("", "-always"))):
            file, program = HERE / f"{name}.{kind}.cu", HERE / f"{name}.{kind}.exe"
            subprocess.run(["nvcc", *FLAGS, file, HERE / f"{name}.main.cu", "-o", program], check=True)
            said = subprocess.run([program], check=True, capture_output=True, text=True).stdout
            seen[kind] = dict(word.split("=") for word in said.split())
            of = seen[kind]
            rows.append("\t".join([name, kind, str(instructions(file)), f"{float(of['time']) / float(seen['source']['time']):.4f}",
                                   *(of.get(key, "-") for key in ("seen", "unseen", "node", "inside"))]))
            results = {key: value for key, value in of.items() if key != "time"}
            if "-always" not in kind and any(seen["source"][key] != value for key, value in results.items()):
                wrong += 1
                print("DIFFERENT", name, kind)
    (Path(out) / "guards.tsv").write_text("\n".join(rows) + "\n")
    print(f"{len(rows) - 1} texts, {wrong} different")
    return wrong > 0


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "make":
        make(Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve())
    elif len(sys.argv) == 3 and sys.argv[1] == "run":
        sys.exit(run(sys.argv[2]))
    else:
        sys.exit(__doc__)
