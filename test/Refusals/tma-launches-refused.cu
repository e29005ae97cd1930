// The host cannot make the maps there.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s

// None is in view.
__global__ void launches_no_unseen(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

// Its blocks have any size.
__global__ void launches_no_any(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not known from its launches{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x / 32][threadIdx.x % 32] = A[threadIdx.x / 32 * ld + k + threadIdx.x % 32];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x % 32];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_no_any(const float *A, float *C, int ld, int N, int n) { launches_no_any<<<1, n>>>(A, C, ld, N); }

// By another function.
__global__ void launches_no_called(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}another way{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_launches_no_called(const float *A, float *C, int ld, int N) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(32, 16);
  void *args[] = {&A, &C, &ld, &N};
  cudaLaunchKernelExC(&config, (const void *)launches_no_called, args);
}

// Before it is there.
__global__ void launches_no_later(const float *__restrict__ A, float *__restrict__ C, int ld, int N);
void run_launches_no_later(const float *A, float *C, int ld, int N) { launches_no_later<<<1, dim3(32, 16)>>>(A, C, ld, N); }
__global__ void launches_no_later(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}before it is defined{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

// The size of the grid is read before the argument changes it.
__global__ void launches_no_order(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}comes before the arguments{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_no_order(const float *A, float *C, int ld, int N, int g) { launches_no_order<<<g, dim3(32, 16)>>>(A, C + 512 * g--, ld, N); }

// A function changes what the arguments are.
int rounds;
int next() { return ++rounds; }
__global__ void launches_no_call(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}comes before the arguments{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_no_call(const float *A, float *C, int ld) { launches_no_call<<<next(), dim3(32, 16)>>>(A, C, ld, rounds); }

// Its namespace is named.
namespace scope {
__global__ void launches_no_scope(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}with its namespace{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
}
void run_launches_no_scope(const float *A, float *C, int ld, int N) { scope::launches_no_scope<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Another loop of the kernel has them already.
__global__ void launches_no_second(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32], Bs[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: tma,
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: the launches are edited for the loop in line [[@LINE-7]] [tma-launches]
  for (int k = 0; k < N; k += 32) {
    Bs[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum -= Bs[i][threadIdx.x] * 3;
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_launches_no_second(const float *A, float *C, int ld, int N) { launches_no_second<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A call in a macro.
__global__ void launches_no_macro(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}in a macro{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
#define BY_CALL(kernel, args) cudaLaunchKernel((const void *)kernel, dim3(1), dim3(32, 16), args)
void run_launches_no_macro(const float *A, float *C, int ld, int N) {
  void *args[] = {&A, &C, &ld, &N};
  BY_CALL(launches_no_macro, args);
}

// All of it in a macro: what is called, between <<< and >>>, and passed are arguments, the rest is not.
__global__ void launches_no_macro_body(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}in a macro{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
void run_launches_no_macro_body(const float *A, float *C, int ld, int N) {
  LAUNCH(launches_no_macro_body, 1, dim3(32, 16), A, C, ld, N);
}

// In a lambda that is a template: what it calls is looked up when its types are
// known.
__global__ void launches_no_generic(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}a lambda that is a template{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_no_generic(const float *A, float *C, int ld, int N) {
  auto run = [=](auto n) { launches_no_generic<<<1, dim3(32, 16)>>>(A, C, ld, n); };
  run(N);
}

// By the name that another namespace gives it, where what launches it has none.
namespace inner {
__global__ void launches_no_used(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}by a using-declaration{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
} // namespace inner
using inner::launches_no_used;
void run_launches_no_used(const float *A, float *C, int ld, int N) { launches_no_used<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// In clusters, which the second kernel would not have.
__global__ void launches_no_cluster(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}clusters{{.*}} [tma-launches]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_launches_no_cluster(const float *A, float *C, int ld, int N) {
  cudaFuncSetAttribute(launches_no_cluster, cudaFuncAttributeRequiredClusterWidth, 2);
  launches_no_cluster<<<2, dim3(32, 16)>>>(A, C, ld, N);
}
