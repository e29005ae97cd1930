// What launches the kernels says CUDA's words, and hands the arguments on: where these mean something else, or a copy more could be seen, the loop is left alone.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s
namespace own {
struct cudaStream_t {
  int x;
};
__global__ void words_hidden(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'cudaStream_t', which the function that launches the kernels says, is another here [name-conflict]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_words_hidden(const float *A, float *C, int ld, int N) { words_hidden<<<1, dim3(32, 16)>>>(A, C, ld, N); }
} // namespace own

__global__ void words_parameter(const float *__restrict__ A, float *__restrict__ C, int ld, int N, int size_t) {
  __shared__ float Bs[16][32];
  float sum = size_t;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: 'size_t', which the function that launches the kernels says, is another here [name-conflict]
  for (int k = 0; k < N; k += 32) {
    Bs[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Bs[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_words_parameter(const float *A, float *C, int ld, int N) { words_parameter<<<1, dim3(32, 16)>>>(A, C, ld, N, 1); }

// Other names there are the user's.
namespace users {
struct stream_t {
  int x;
};
__global__ void words_named(const float *__restrict__ A, float *__restrict__ C, int ld, int N, int size) {
  __shared__ float Ds[16][32];
  float sum = size;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: tma, 2 stages, predicate, in 'users::words_named'
  for (int k = 0; k < N; k += 32) {
    Ds[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Ds[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_words_named(const float *A, float *C, int ld, int N) { words_named<<<1, dim3(32, 16)>>>(A, C, ld, N, 1); }
} // namespace users

struct Kept {
  int N;
  Kept(int n) : N(n) {}
  Kept(const Kept &) = delete;
};
__global__ void words_kept(const float *__restrict__ A, float *__restrict__ C, int ld, int N, Kept p) {
  __shared__ float Es[16][32];
  float sum = p.N;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: a parameter of 'words_kept' is of a class that says itself how it is copied, which a function that launches it does once more [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    Es[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Es[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_words_kept(const float *A, float *C, int ld, int N) {
  Kept p(1);
  void *args[] = {&A, &C, &ld, &N, &p};
  cudaLaunchKernel((const void *)kept, dim3(1), dim3(32, 16), args, 0, 0);
}

struct Plain {
  int N;
  Plain(int n) : N(n) {}
  Plain(const Plain &) = default;
};
__global__ void words_plain(const float *__restrict__ A, float *__restrict__ C, int ld, int N, Plain p) {
  __shared__ float Fs[16][32];
  float sum = p.N;
  // CHECK: :[[@LINE+1]]:3: remark: rewritten: tma, 2 stages, predicate, in 'words_plain'
  for (int k = 0; k < N; k += 32) {
    Fs[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Fs[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_words_plain(const float *A, float *C, int ld, int N) {
  Plain p(1);
  words_plain<<<1, dim3(32, 16)>>>(A, C, ld, N, p);
}

// Two in a line.
__global__ void words_joined(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Gs[16][32];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: other text is in the line where the kernel ends, after which its second one would stand [tma-kernel]
  for (int k = 0; k < N; k += 32) {
    Gs[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Gs[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
} void run_words_joined(const float *A, float *C, int ld, int N) { words_joined<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// To whichever type a parameter has.
struct Stream {
  operator cudaStream_t() const { return 0; }
  operator void *() const { return nullptr; }
};
__global__ void words_stream(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float Hs[16][32];
  float sum = 0.0f;
  // CHECK: :[[@LINE+1]]:3: warning: loop left alone: what a launch gives as its stream is neither one nor converted to one in one way only [tma-launches]
  for (int k = 0; k < N; k += 32) {
    Hs[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += Hs[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_words_stream(const float *A, float *C, int ld, int N, Stream stream) { words_stream<<<1, dim3(32, 16), 0, stream>>>(A, C, ld, N); }
