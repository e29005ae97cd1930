// No barrier stands between the use of a tile and its next filling, and each
// thread is seen to keep to its own elements: the loop is pipelined.
// RUN: %pipeline-rewrite %s %builtin --verify=kernels 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning:

// CHECK: :[[#@LINE+5]]:3: remark: rewritten
// CHECK: the source has no barrier between the use of 'As' (line [[#@LINE+7]]) and its filling (line [[#@LINE+5]]), and needs none: each thread keeps to its own elements
__global__ void row(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x];
  }
  C[threadIdx.x] = sum;
}

// Two dimensions: the launch says how many threads a row has.
// CHECK: :[[#@LINE+4]]:3: remark: rewritten
__global__ void square(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[16][17];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 256) {
    As[threadIdx.y][threadIdx.x] = A[k + threadIdx.x + 16 * threadIdx.y];
    __syncthreads();
    float v = As[threadIdx.y][threadIdx.x];
    sum += v * v;
  }
  C[threadIdx.x + 16 * threadIdx.y] = sum;
}
void squares(const float *A, float *C, int N) {
  dim3 block(16, 16);
  square<<<1, block>>>(A, C, N);
}

// Between two barriers all threads read all; behind the second each has its own again.
// CHECK: :[[#@LINE+4]]:3: remark: rewritten
__global__ void attention(const float *__restrict__ K, float *__restrict__ O, int N) {
  __shared__ float Ks[32 * 4], Ss[32];
  float sum = 0.0f;
  for (int j = 0; j < N; ++j) {
    for (int x = 0; x < 4; ++x)
      Ks[threadIdx.x * 4 + x] = K[(j * 32 + threadIdx.x) * 4 + x];
    __syncthreads();
    float s = 0.0f;
    for (int y = 0; y < 32; ++y)
      s += Ks[y * 4] * Ks[y * 4 + 1];
    Ss[threadIdx.x] = s;
    __syncthreads();
    for (int x = 0; x < 4; ++x)
      sum += Ss[threadIdx.x ^ 1] * Ks[threadIdx.x * 4 + x];
  }
  O[threadIdx.x] = sum;
}
void attend(const float *K, float *O, int N) { attention<<<1, 32>>>(K, O, N); }

// Others read another array there.
// CHECK: :[[#@LINE+5]]:3: remark: rewritten
__global__ void beside(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64], Table[64];
  float sum = 0.0f;
  Table[threadIdx.x] = C[threadIdx.x];
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x] * Table[threadIdx.x ^ 1];
  }
  C[threadIdx.x] = sum;
}

// A part of one array.
// CHECK: :[[#@LINE+5]]:3: remark: rewritten
__global__ void parts(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float all[];
  float *tile = all + 64;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    sum += tile[threadIdx.x];
  }
  C[threadIdx.x] = sum;
}
void part(const float *A, float *C, int N) { parts<<<1, 64, 512>>>(A, C, N); }

// A guard that a run decides.
// CHECK: :[[#@LINE+4]]:3: remark: rewritten
__global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int N, int M) {
  __shared__ float As[64];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = k + threadIdx.x < M ? A[k + threadIdx.x] : 0.0f;
    __syncthreads();
    if (sum < M)
      sum += As[threadIdx.x];
  }
  C[threadIdx.x] = sum;
}
// CHECK: 6 loops: 6 rewritten
