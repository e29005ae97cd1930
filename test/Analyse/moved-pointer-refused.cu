// A pointer in an object, or behind another name, moves between two stores; a loaded value is changed through a reference
// to const. Copies that may come last, or that take the value past its change, are not made.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax --variant=cpasync 2>&1 >/dev/null | FileCheck %s

struct Cursor {
  float *p;
};

__global__ void moved(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}a thread may store to one element again, and the copy might come last [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    Cursor c{As};
    c.p[threadIdx.x] = A[k + threadIdx.x];
    c.p += 1;
    if (threadIdx.x & 1) c.p[threadIdx.x - 1] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void one(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}a thread may store to one element again, and the copy might come last [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    Cursor c{As};
    c.p[2 * threadIdx.x] = A[k + threadIdx.x];
    c.p[2 * threadIdx.x + 1] = 1.0f;
    c.p += 1;
    c.p[2 * threadIdx.x - 1] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void other_name(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [side-effect-in-loads]
  for (int k = 0; k < N; k += 64) {
    float *p = As, **at = &p;
    p[2 * threadIdx.x] = A[k + threadIdx.x];
    p[2 * threadIdx.x + 1] = 1.0f;
    *at += 1;
    p[2 * threadIdx.x - 1] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void reference(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    float *p = As, *&at = p;
    at[2 * threadIdx.x] = A[k + threadIdx.x];
    at[2 * threadIdx.x + 1] = 1.0f;
    p += 1;
    at[2 * threadIdx.x - 1] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void lambda(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[128];
  float sum = 0;
  int at = 0;
  auto next = [&] { ++at; };
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}
  for (int k = 0; k < N; k += 64) {
    at = 2 * threadIdx.x;
    As[at] = A[k + threadIdx.x];
    next();
    As[at - 1] = 0.0f;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct View {
  const float &v;
  __device__ View(const float &x) : v(x) {}
  __device__ void set() const { const_cast<float &>(v) = 2.0f; }
};
__device__ const float *addressOf(const float &v) { return &v; }

__global__ void via(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}its value passes through registers [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    float v = A[k + threadIdx.x];
    const float &r = v;
    const_cast<float &>(r) = 2.0f;
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void via_view(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}its value passes through registers [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    float v = A[k + threadIdx.x];
    View w(v);
  w.set();
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

__global__ void via_kept(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float As[64];
  float sum = 0;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}its value passes through registers [copy-not-raw]
  for (int k = 0; k < N; k += 64) {
    float v = A[k + threadIdx.x];
    *const_cast<float *>(addressOf(v)) = 2.0f;
    As[threadIdx.x] = v;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
