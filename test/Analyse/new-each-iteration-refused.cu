// What is declared in the body and is not new in each iteration.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

// CHECK: [[#@LINE+5]]:3: warning: loop left alone: {{.*}} goes through the local 'at' [unsupported-update]
__global__ void referred(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  int kept = 0;
  for (int k = 0; k < n; k += 64) {
    int &at = kept;
    s[threadIdx.x] = A[k + at + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += s[i];
    at = (at + 3) & 7;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What the body's variable is made of.
// CHECK: [[#@LINE+5]]:3: warning: loop left alone: {{.*}} goes through the local 'at' [unsupported-update]
__global__ void passed_on(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float s[64];
  float sum = 0.0f;
  int kept = 0;
  for (int k = 0; k < n; k += 64) {
    int at = kept;
    s[threadIdx.x] = A[k + at + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += s[i];
      at = (at + i) & 7;
    }
    kept = at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The same statements, of a variable that the body does not declare: its value
// passes the last barrier.
// CHECK: [[#@LINE+5]]:3: warning: loop left alone: {{.*}} 'at', which this tile's computation writes [load-depends-on-compute]
__global__ void outside(const float *__restrict__ A, float *__restrict__ C, int n, int d) {
  __shared__ float s[64];
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; k < n; k += 64) {
    at = k + d;
    s[threadIdx.x] = A[at + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i) {
      sum += s[i] * at;
      at = at * 3 % 17;
    }
    __syncthreads();
    sum += at;
  }
  C[threadIdx.x] = sum;
}

// The loads of some tiles give it no value.
// CHECK: [[#@LINE+5]]:3: warning: loop left alone: {{.*}} 'at', which this tile's computation writes [load-depends-on-compute]
__global__ void some_tiles(const float *__restrict__ A, float *__restrict__ C, int n, int d) {
  __shared__ float s[64];
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; k < n; k += 64) {
    if (k != d)
      at = k;
    s[threadIdx.x] = A[at + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
      at = s[0] * 3;
    for (int i = 0; i < 64; ++i)
      sum += s[i] * at;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// It is read behind the loop.
// CHECK: [[#@LINE+5]]:3: warning: loop left alone: {{.*}} 'at', which this tile's computation writes [load-depends-on-compute]
__global__ void behind(const float *__restrict__ A, float *__restrict__ C, int n, int d) {
  __shared__ float s[64];
  float sum = 0.0f;
  int at = 0;
  for (int k = 0; k < n; k += 64) {
    at = k;
    s[threadIdx.x] = A[at + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32)
      at = s[0] * 3;
    for (int i = 0; i < 64; ++i)
      sum += s[i] * at;
    __syncthreads();
  }
  C[threadIdx.x] = sum + at;
}
