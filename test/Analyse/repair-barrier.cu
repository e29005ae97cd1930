// The one barrier that each loop lacks is added; the report names both accesses.
// RUN: %pipeline-rewrite %s %builtin --repair-barrier --variant=ldg-single -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %strip < %t.cu | FileCheck %s --check-prefix=TEXT
// RUN: %pipeline-rewrite %t.cu %builtin --repair-barrier 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %pipeline-rewrite %s %builtin --print=facts --repair-barrier | FileCheck %s --check-prefix=FACTS
// Without the option nothing changes.
// RUN: %pipeline-rewrite %s %builtin 2>&1 | FileCheck %s --check-prefix=OFF
// OFF: 4 loops: 0 rewritten, 0 already pipelined, 4 refused
// AGAIN: 4 loops: 0 rewritten, 4 already pipelined, 0 refused

__global__ void behind_compute(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: a barrier is added, unlike in the source, which may have a data race: 'As' is used (line [[@LINE+5]]), then filled again (line [[@LINE+2]]), with none between
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
  }
  C[threadIdx.x] = sum;
}
// FACTS: unit {{[0-9]+}}: load
// FACTS-NEXT: unit {{[0-9]+}}: load-barrier
// FACTS-NEXT: unit {{[0-9]+}}: compute
// FACTS-NEXT: unit {{[0-9]+}}: trailing-barrier added
// TEXT-LABEL: void behind_compute
// TEXT: sum += As[i];
// TEXT-EMPTY:
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: if (hasNext) {
// TEXT-NEXT: As[threadIdx.x] = AsNext;
// TEXT-NEXT: __syncthreads();
// TEXT-NEXT: }

__global__ void behind_loads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: data race: 'As' is filled (line [[@LINE+3]]), then used (line [[@LINE+6]]), with none between
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    float *tile = As;
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  C[threadIdx.x] = sum;
}
// FACTS: trailing-barrier
// FACTS: load-barrier added

__global__ void bottom_only(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: data race: 'As' is filled (line [[@LINE+2]]), then used (line [[@LINE+5]]), with none between
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    float scaled = 0.5f * N;
    for (int i = 0; i < 64; ++i)
      sum += scaled * As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Behind the last of several.
__global__ void two_phases(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], part[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+2]]:3: remark: rewritten: ldg-single,
// CHECK: data race: 'As' is used (line [[@LINE+6]]), then filled again (line [[@LINE+2]]), with none between
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    part[threadIdx.x] = As[63 - threadIdx.x];
    __syncthreads();
    sum += part[threadIdx.x ^ 1] * As[threadIdx.x ^ 2];
  }
  C[threadIdx.x] = sum;
}
