"""block_waits.py TOOL...: which kernels need all their blocks on the GPU at once.

Each text follows a K-loop whose form takes another buffer. Such a kernel keeps its shared memory."""

import json
import subprocess
import sys
from pathlib import Path

PRELUDE = """\
__device__ unsigned arrived;
__device__ int poll(const int *f) { return *(const volatile int *)f; }
__device__ void spin(int *f) {
  while (poll(f) == 0)
    ;
}
__device__ void again(int *f) {
  if (atomicAdd(f, 0) == 0)
    again(f);
}
__device__ void (*const pointer)(int *) = spin;
__device__ void raise(int *p, int v) {
  int old = *p, seen;
  do {
    seen = old;
    old = atomicCAS(p, seen, max(seen, v));
  } while (seen != old);
}
"""
KERNEL = """
__global__ void {name}(const float *__restrict__ A, float *__restrict__ C, int n, int *f, int m) {{
  __shared__ float tile[64];
  float sum = 0;
  for (int k = 0; k < n; k += 64) {{
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }}
  C[blockIdx.x * 64 + threadIdx.x] = sum;
  {end}
}}
"""
WAITS = [
    # What is polled goes through other variables, by value or by what it decides.
    "int come; do { int now = poll(f); come = m - now; } while (come);",
    "int done = 0; while (!done) { if (poll(f) == m) done = 1; }",
    "int go; do { go = threadIdx.x ? 0 : poll(f); go = __syncthreads_or(go); } while (!go);",
    "for (int i = 0; i < m;) { int now = poll(f + i); i += now; }",
    "int come = 0; int &name = come; while (!come) name = poll(f);",
    "int come = 0, *at = &come; while (!come) *at = poll(f);",
    # A change that is not made in each iteration, or that does not lead to the end.
    "int i = m; while (i >= 0) { int now = poll(f + i); if (!now) continue; --i; }",
    "int i = m; while (i >= 0) { if (!poll(f + i)) { ++i; } --i; }",
    "unsigned i = 0; while (poll(f + i) != m) i ^= 1;",
    "int *at = f; while (poll(at) != m) at = f + 1;",
    "int ok = 0; for (int tries = 0; tries < m && !ok; ++tries) ok = poll(f);",
    # Plain reads that the compiler has to do again.
    "int now; do { now = *f; __threadfence(); } while (now != m);",
    "while (__ldcg(f) != m) ;",
    "int now; do { now = __ldcg(f); } while (now != m);",
    # No loop of the language's.
    "again(f);",
    "pointer(f);",
    'asm("{ .reg .pred p; .reg .s32 v; L%=: ld.global.cv.s32 v, [%0]; setp.eq.s32 p, v, 0; @p bra L%=; }" '
    ':: "l"(f) : "memory");',
    'int now; do { asm("ld.global.cv.s32 %0, [%1];" : "=r"(now) : "l"(f) : "memory"); } while (now != m);',
    # It compares with what it has not seen.
    "while (atomicCAS(f, m, 0) != m) ;",
    "int b = 0; while (atomicCAS(f, b, b) != m) b = 0;",
]
ENDS = [
    "raise(f, m);",
    "int seen = 0; int &name = seen; for (int i = 0; i < m; ++i) name += f[i];",
    "int old = *f; while (m > old) { int seen = old; old = atomicCAS(f, seen, m); if (old == seen) break; }",
    "while (atomicAdd(&arrived, 1u) < m) C[m] = 1;",
    "for (int i = 0; i < m; ++i) atomicMax(f + i, m);",
    "int i = 0; while (i < f[1]) { __syncthreads(); C[i] = 1; ++i; }",
    "for (int i = f[0]; i < f[1]; ++i) __syncthreads();",
    "unsigned last = atomicInc(&arrived, gridDim.x); if (last == gridDim.x - 1) for (int i = 0; i < m; ++i) C[i] = f[i];",
    "int low = 0, high = m; while (low < high) { int mid = (low + high) / 2; if (f[mid] < n) low = mid + 1; else high = mid; }",
]

# What a host does with the kernel `k`.
COOPERATIVE = [
    "void host(void **a) { cudaLaunchCooperativeKernel((void *)k, 2, 64, a, 0, 0); }",
    "void host(void **a) { void *f = (void *)k; cudaLaunchCooperativeKernel(f, 2, 64, a, 0, 0); }",
    "void all(void *f, void **a) { cudaLaunchCooperativeKernel(f, 2, 64, a, 0, 0); }\n"
    "void host(void **a) { all((void *)k, a); }",
    "template <class K> void all(K f, void **a) { cudaLaunchCooperativeKernel((void *)f, 2, 64, a, 0, 0); }\n"
    "void host(void **a) { all(k, a); }",
    "void *const table[] = {(void *)k};\n"
    "void host(void **a) { cudaLaunchCooperativeKernel(table[0], 2, 64, a, 0, 0); }",
    "cudaError_t (*launch)(const void *, dim3, dim3, void **, size_t, cudaStream_t) = cudaLaunchCooperativeKernel;\n"
    "void host(void **a) { launch((void *)k, 2, 64, a, 0, 0); }",
]
PLAIN = [
    "void host(const float *A, float *C) { k<<<2, 64>>>(A, C, 64, nullptr, 0); }",
    "__global__ void other(int);\n"
    "void host(const float *A, float *C, void **a) {\n"
    "  k<<<2, 64>>>(A, C, 64, nullptr, 0);\n"
    "  cudaLaunchCooperativeKernel((void *)other, 2, 64, a, 0, 0);\n}",
    "__global__ void other(int);\n"
    "void host(const float *A, float *C, void **a) {\n"
    "  k<<<2, 64>>>(A, C, 64, nullptr, 0);\n"
    "  void *f = (void *)other;\n"
    "  cudaLaunchCooperativeKernel(f, 2, 64, a, 0, 0);\n}",
]


def loops_of(text):
    """Of each kernel the first loop."""
    Path("waits.cu").write_text(text)
    run = subprocess.run([*sys.argv[1:], "--report=json", "--verify=syntax", "waits.cu"], capture_output=True, text=True)
    found = {}
    for loop in json.loads(run.stdout)["files"][0]["loops"]:
        found.setdefault(loop["kernel"], loop)
    return found, run.stderr


wrong = []


def judge(name, loop, keeps, why):
    if (loop["verdict"] != "rewritten" or loop["stages"] == 1) != keeps:
        wrong.append(f"{name}: {loop['verdict']}, {loop['stages']} stages: {why}")


ends = {f"{kind}_{number}": end
        for kind, texts in (("waits", WAITS), ("ends", ENDS)) for number, end in enumerate(texts)}
found, said = loops_of(PRELUDE + "".join(KERNEL.format(name=name, end=end) for name, end in ends.items()))
if not set(ends) <= set(found):
    sys.exit(f"not listed: {set(ends) - set(found)}; {said[-2000:]}")
for name, end in ends.items():
    judge(name, found[name], name.startswith("waits"), end)
for keeps, hosts in ((True, COOPERATIVE), (False, PLAIN)):
    for host in hosts:
        found, said = loops_of(KERNEL.format(name="k", end="") + host + "\n")
        if "k" not in found:
            sys.exit(f"not listed: {host}; {said[-2000:]}")
        judge("k", found["k"], keeps, host)
if wrong:
    sys.exit("\n".join(wrong))
