// No second kernel is written of these, or not all of its threads would wait.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s

// A parameter of its template has no name.
template <int, class T> __global__ void kernel_no_of_template(const T *__restrict__ A, T *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}of the template{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_of_template(const float *A, float *C, int ld, int N) { kernel_no_of_template<2><<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Some threads are gone.
__global__ void kernel_no_left(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  if (threadIdx.x == ld)
    return;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}may be gone{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_kernel_no_left(const float *A, float *C, int ld, int N) { kernel_no_left<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A parameter without a name.
__global__ void kernel_no_unnamed(const float *__restrict__ A, float *__restrict__ C, int ld, int N, int) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}has no name{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}

void run_kernel_no_unnamed(const float *A, float *C, int ld, int N) { kernel_no_unnamed<<<1, dim3(32, 16)>>>(A, C, ld, N, 0); }

// A variable that the second kernel would have of its own.
__global__ void kernel_no_static(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  static __device__ int calls;
  if (threadIdx.x + threadIdx.y == 0)
    C[512] = ++calls;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}uses a static variable{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_static(const float *A, float *C, int ld, int N) { kernel_no_static<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// The name of the second kernel is another.
__global__ void kernel_no_name(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  if (threadIdx.x + threadIdx.y == 0)
    C[512] = sizeof(__func__);
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}uses a function's name{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_name(const float *A, float *C, int ld, int N) { kernel_no_name<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// The function that launches it has the same parameters.
__global__ void kernel_no_grid(const float *__restrict__ A, float *__restrict__ C, const __grid_constant__ int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}is __grid_constant__{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_grid(const float *A, float *C, int ld, int N) { kernel_no_grid<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A specialisation.
template <class T> __global__ void kernel_no_special(const T *__restrict__ A, T *__restrict__ C, int ld, int N) {}
template <> __global__ void kernel_no_special(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}has a specialisation{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_special(const float *A, float *C, int ld, int N) { kernel_no_special<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A parameter has the name of one of that function.
__global__ void kernel_no_parameter(const float *__restrict__ A, float *__restrict__ C, int ld, int launchBytes, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'launchBytes', which the function that launches the kernels says, is another here [name-conflict]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_parameter(const float *A, float *C, int ld, int N) { kernel_no_parameter<<<1, dim3(32, 16)>>>(A, C, ld, 0, N); }

// A launch may mean the specialisation.
template <int W> __global__ void kernel_no_other(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}has a specialisation{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
template <> __global__ void kernel_no_other<3>(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {}
void run_kernel_no_other(const float *A, float *C, int ld, int N) { kernel_no_other<2><<<1, dim3(32, 16)>>>(A, C, ld, N); }

// As many parameters as there are.
template <class... T> __global__ void kernel_no_pack(const float *__restrict__ A, float *__restrict__ C, int ld, int N, T... more) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}is a pack{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_pack(const float *A, float *C, int ld, int N) { kernel_no_pack<<<1, dim3(32, 16)>>>(A, C, ld, N, 1); }

// Two templates have the name.
template <int W> __global__ void kernel_no_overload(float *C) {}
template <int W, int V> __global__ void kernel_no_overload(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}another function is called 'kernel_no_overload'{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_overload(const float *A, float *C, int ld, int N) { kernel_no_overload<2, 3><<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Its default is in another declaration.
template <int W = 2> __global__ void kernel_no_default(const float *__restrict__ A, float *__restrict__ C, int ld, int N);
template <int W> __global__ void kernel_no_default(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}has its default in another declaration{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_default(const float *A, float *C, int ld, int N) { kernel_no_default<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// The instances have sides that the launch does not know.
template <int W> __global__ void kernel_no_sides(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  constexpr int S = 16 * W;
  __shared__ float As[S][S];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}need blocks of different shapes{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += S) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < S; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * S + threadIdx.x] = sum;
}
void run_kernel_no_sides(const float *A, float *C, int ld, int N) {
  kernel_no_sides<1><<<1, dim3(16, 16)>>>(A, C, ld, N);
  kernel_no_sides<2><<<1, dim3(32, 32)>>>(A, C, ld, N);
}

// Rows are as far apart as an argument says.
template <int W> __global__ void kernel_no_stride(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}need different maps of 'As'{{.*}} [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * W * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_kernel_no_stride(const float *A, float *C, int ld, int N) {
  kernel_no_stride<4><<<1, dim3(32, 16)>>>(A, C, ld, N);
  kernel_no_stride<8><<<1, dim3(32, 16)>>>(A, C, ld, N);
}
