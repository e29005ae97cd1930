// A body under a condition of the block as a plain one: what is declared for both sides of a barrier is declared in front.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg-single --verify=kernels -o %t.cu 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %strip < %t.cu | FileCheck %s --check-prefix=TEXT
// RUN: %build/bin/pipeline-rewrite prove %s %t.cu --cuda-path=builtin 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-8: equal

// A declaration that counts, under a condition and behind one that skips.
__global__ void countsInside(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  int count = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    if (k != m) {
      const int at = count++;
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__global__ void countsBehind(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  int count = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    if (k == m)
      continue;
    const int at = count++;
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Not every value can be divided by, and not every function comes to its end: such a value is computed under the condition, too.
__global__ void divides(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    if (m) {
      const int at = 100 / m;
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

__device__ int odd(int n) {
  while (n % 2 == 0)
    n /= 2;
  return n;
}
__global__ void calls(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    if (m) {
      const int at = odd(m);
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// One value is made of the other, and neither fills the tile.
// TEXT-LABEL: void chain
// TEXT: for (int k = 0;
// TEXT-NEXT: const bool active{{.*}} = M[k] > 0;
// TEXT-NEXT: int at;
// TEXT-NEXT: int to;
// TEXT-NEXT: if (active{{.*}}) {
// TEXT-NEXT: at = M[k] % 8;
// TEXT-NEXT: to = at + 1;
// TEXT-NEXT: }
__global__ void chain(const float *__restrict__ A, const int *M, float *__restrict__ C, int n) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k++) {
    if (M[k] > 0) {
      const int at = M[k] % 8;
      int to = at + 1;
      As[threadIdx.x] = A[k * 64 + threadIdx.x] * at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j] * to + at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// What counts for a value that stays counts for the next one.
__global__ void counts_for_both(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
  int count = 0;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    if (k != m) {
      int at = ++count % 7;
      int to = count;
      __syncthreads();
      As[threadIdx.x] = A[k + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j] * at + to;
    }
  }
  C[threadIdx.x] = sum;
}

// A condition from shared memory, which one thread has set.
__global__ void from_shared(const float *__restrict__ A, const int *M, float *__restrict__ C, int n) {
  __shared__ float As[64];
  __shared__ int first;
  if (threadIdx.x == 0)
    first = M[blockIdx.x];
  __syncthreads();
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k++) {
    if (k >= first) {
      As[threadIdx.x] = A[k * 64 + threadIdx.x];
      __syncthreads();
      for (int j = 0; j < 64; ++j)
        sum += As[j];
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}

// A division by a number, and a name that no macro comes to.
__global__ void halves(const float *__restrict__ A, float *__restrict__ C, int n, int m) {
  __shared__ float As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten
  for (int k = 0; k < n; k += 64) {
    if (k != m) {
      const int at = k / 2 % 8;
      As[threadIdx.x] = A[k + threadIdx.x] + at;
      __syncthreads();
      for (int j = 0; j < 64; ++j)
      sum += As[j] * at;
      __syncthreads();
    }
  }
  C[threadIdx.x] = sum;
}
