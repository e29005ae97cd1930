// ACCEPTED: own-elements.cu
// The neighbours of loops whose threads keep to their own elements.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// One thread reads a neighbour's.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[missing-barrier]
__global__ void neighbour(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x == 40 ? 41 : threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// The second half of what a thread reads is another's.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[missing-barrier]
__global__ void wide(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[132];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[2 * threadIdx.x] = A[k + threadIdx.x];
    As[2 * threadIdx.x + 3] = A[k + threadIdx.x + 1];
    __syncthreads();
    const float2 v = *reinterpret_cast<float2 *>(As + 2 * threadIdx.x);
    sum += v.x + v.y;
  }
  C[threadIdx.x] = sum;
}

// How far the rows are apart, the block decides, and the launch is not in view.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[missing-barrier]
__global__ void unknownBlock(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.x + 16 * threadIdx.y] = A[k + threadIdx.x + 16 * threadIdx.y];
    __syncthreads();
    sum += As[threadIdx.x + 16 * threadIdx.y];
  }
  C[threadIdx.x] = sum;
}

// Of a block of two rows, both use one.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[missing-barrier]
__global__ void sharedRow(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = threadIdx.y;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x];
  }
  C[threadIdx.x + 64 * threadIdx.y] = sum;
}

// The same where a function asks for the row.
// CHECK: :[[#@LINE+5]]:3: {{.*}}[missing-barrier]
__device__ int place() { return threadIdx.x + 16 * threadIdx.y; }
__global__ void asked(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[256];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 256) {
    As[place()] = A[k + place()];
    __syncthreads();
    sum += As[place()];
  }
  C[place()] = sum;
}

// The launch in view has more threads than the code expects.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[missing-barrier]
__global__ void wrapped(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x % 64] = A[k + threadIdx.x % 64];
    __syncthreads();
    sum += As[threadIdx.x % 64];
  }
  C[threadIdx.x] = sum;
}
void wrap(const float *A, float *C, int N) { wrapped<<<1, 128>>>(A, C, N); }

// The element changes from tile to tile.
// CHECK: :[[#@LINE+5]]:3: {{.*}}[missing-barrier]
__global__ void rotating(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  int at = threadIdx.x;
  for (int k = 0; k < N; k += 64) {
    As[at] = A[k + at];
    __syncthreads();
    sum += As[at];
    at = (at + 1) % 64;
  }
  C[threadIdx.x] = sum;
}

// What the increment reads is another thread's.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[missing-barrier]
__global__ void head(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64, sum += As[threadIdx.x ^ 1]) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// Two names for dynamic shared memory.
// CHECK: :[[#@LINE+5]]:3: {{.*}}loop left alone
__global__ void twoNames(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float one[];
  extern __shared__ int two[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    one[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += one[threadIdx.x] + two[threadIdx.x ^ 1];
  }
  C[threadIdx.x] = sum;
}

// A pointer that may lead to another thread's element.
// CHECK: :[[#@LINE+5]]:3: {{.*}}loop left alone
__global__ void pointer(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  const float *p = As + (N & 63);
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += *p;
  }
  C[threadIdx.x] = sum;
}

// A shuffled index from another thread.
// CHECK: :[[#@LINE+4]]:3: {{.*}}loop left alone
__global__ void shuffled(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[__shfl_xor_sync(~0u, threadIdx.x, 1)];
  }
  C[threadIdx.x] = sum;
}

// Own behind the barrier, and the loads read what others have stored.
// CHECK: :[[#@LINE+4]]:3: {{.*}}loop left alone
__global__ void passed(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[65];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x] + As[threadIdx.x + 1];
    __syncthreads();
    sum += As[threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// Used without a barrier by the thread that fills it: no shared memory is needed.
// CHECK: :[[#@LINE+4]]:3: {{.*}}[missing-barrier]
__global__ void top(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    __syncthreads();
    As[threadIdx.x] = A[k + threadIdx.x];
    float v = 2.0f;
    sum += v * As[threadIdx.x];
  }
  C[threadIdx.x] = sum;
}
// CHECK: 13 loops: 0 rewritten, 0 already pipelined, 13 refused
