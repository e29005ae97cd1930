// Tiles that no box fills as the threads do.
// RUN: %pipeline-rewrite %s %builtin --variant=tma --arch=sm_90 --verify=kernels 2>&1 >/dev/null | FileCheck %s

// As has a column more.
__global__ void box_no_padded(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][33];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not every element of 'As' is filled{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_padded(const float *A, float *C, int ld, int N) { box_no_padded<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Half of it is filled.
__global__ void box_no_half(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not every element of 'As' is filled{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    if (threadIdx.y < 8)
      As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_half(const float *A, float *C, int ld, int N) { box_no_half<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Under a condition of the run.
__global__ void box_no_guarded(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not followed through{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = k + threadIdx.x < ld ? A[threadIdx.y * ld + k + threadIdx.x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_guarded(const float *A, float *C, int ld, int N) { box_no_guarded<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Rows become columns.
__global__ void box_no_transposed(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[32][16];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x][threadIdx.y] = A[threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[threadIdx.x][i];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_transposed(const float *A, float *C, int ld, int N) { box_no_transposed<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Two threads fill an element.
__global__ void box_no_twice(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}is filled twice{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x / 2 * 2] = A[threadIdx.y * ld + k + threadIdx.x / 2 * 2];
    As[threadIdx.y][threadIdx.x / 2 * 2 + 1] = A[threadIdx.y * ld + k + threadIdx.x / 2 * 2 + 1];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_twice(const float *A, float *C, int ld, int N) { box_no_twice<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Every second element.
__global__ void box_no_stepped(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + 2 * threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_stepped(const float *A, float *C, int ld, int N) { box_no_stepped<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Rows in another order than in memory.
__global__ void box_no_permuted(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[(threadIdx.y ^ 1) * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_permuted(const float *A, float *C, int ld, int N) { box_no_permuted<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// The last thread copies the first element.
__global__ void box_no_last(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}another thread than the first{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[15 - threadIdx.y][31 - threadIdx.x] = A[(15 - threadIdx.y) * ld + k + 31 - threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_last(const float *A, float *C, int ld, int N) { box_no_last<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// How far rows are apart is read.
__global__ void box_no_indirect(const float *__restrict__ A, float *__restrict__ C, const int *ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld[0] + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_indirect(const float *A, float *C, const int *ld, int N) { box_no_indirect<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// What is kept in eight bits begins again within a row.
__global__ void box_no_wraps(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not followed through{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    unsigned char column = threadIdx.x + 216;
    column += k;
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_wraps(const float *A, float *C, int ld, int N) { box_no_wraps<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// Likewise, one by one.
__global__ void box_no_counted(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not followed through{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    unsigned char column = k;
    ++column;
    As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + column + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_counted(const float *A, float *C, int ld, int N) { box_no_counted<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A quotient that is another in each round.
__global__ void box_no_moving(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[32][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not followed through{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    int moved = N;
    for (int r = threadIdx.y; r < 32; r += 16) {
      As[r][threadIdx.x] = A[r * ld + k + moved / 3 + threadIdx.x];
      moved += N;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_moving(const float *A, float *C, int ld, int N) { box_no_moving<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A quotient that differs between threads.
__global__ void box_no_shared(const float *__restrict__ A, float *__restrict__ C, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not followed through{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[(threadIdx.y + k) / ld * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_shared(const float *A, float *C, int ld, int N) { box_no_shared<<<1, dim3(32, 16)>>>(A, C, ld, N); }

// A number that is read.
__global__ void box_no_read(const float *__restrict__ A, float *__restrict__ C, const int *at, int ld, int N) {
  __shared__ float As[16][32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not followed through{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.y][threadIdx.x] = A[at[0] / 2 + threadIdx.y * ld + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_read(const float *A, float *C, const int *at, int ld, int N) { box_no_read<<<1, dim3(32, 16)>>>(A, C, at, ld, N); }

// The name of the stride is another one's where the loop stands.
__global__ void box_no_name(const float *A, float *C, int N, int off) {
  __shared__ float As[32][32];
  float sum = 0.0f;
  const int ld = N;
  for (int b = 0; b < 2; ++b) {
    int N = off + 64;
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}}the name of 'N', which says how far the rows of 'As' are apart, has another meaning in the kernel{{.*}} [tma-box]
    for (int k = 0; k < N; k += 32) {
      As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x - off];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += As[i][threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_name(const float *A, float *C) { box_no_name<<<1, dim3(32, 32)>>>(A, C, 256, 8); }

// It is an enumerator's, a structured binding's, or a member's of an anonymous union.
__global__ void box_no_enumerator(const float *A, float *C, int M, int off) {
  __shared__ float As[32][32];
  float sum = 0.0f;
  const int ld = M, lim = M;
  for (int b = 0; b < 2; ++b) {
    enum { M = 64 };
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}}the name of 'M', which says how far the rows of 'As' are apart, has another meaning in the kernel{{.*}} [tma-box]
    for (int k = 0; k < lim; k += 32) {
      As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x - off];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += As[i][threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_enumerator(const float *A, float *C) { box_no_enumerator<<<1, dim3(32, 32)>>>(A, C, 256, 8); }

__global__ void box_no_binding(const float *A, float *C, int M, int off) {
  __shared__ float As[32][32];
  float sum = 0.0f;
  const int ld = M, lim = M;
  for (int b = 0; b < 2; ++b) {
    const int both[2] = {1, 2};
    const auto [M, other] = both;
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}}the name of 'M', which says how far the rows of 'As' are apart, has another meaning in the kernel{{.*}} [tma-box]
    for (int k = 0; k < lim; k += 32) {
      As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x - off];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += As[i][threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_binding(const float *A, float *C) { box_no_binding<<<1, dim3(32, 32)>>>(A, C, 256, 8); }

__global__ void box_no_union(const float *A, float *C, int M, int off) {
  __shared__ float As[32][32];
  float sum = 0.0f;
  const int ld = M, lim = M;
  for (int b = 0; b < 2; ++b) {
    union {
      int M;
      float other;
    };
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}}the name of 'M', which says how far the rows of 'As' are apart, has another meaning in the kernel{{.*}} [tma-box]
    for (int k = 0; k < lim; k += 32) {
      As[threadIdx.y][threadIdx.x] = A[threadIdx.y * ld + k + threadIdx.x - off];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += As[i][threadIdx.x];
      __syncthreads();
    }
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_union(const float *A, float *C) { box_no_union<<<1, dim3(32, 32)>>>(A, C, 256, 8); }

// So is the name of the array.
__global__ void box_no_base(const float *A, float *C, int ld, int N) {
  __shared__ float As[32][32];
  float sum = 0.0f;
  const float *a = A;
  {
    const float *A = a + 32;
// CHECK: :[[@LINE+1]]:5: warning: loop left alone: {{.*}}the name of 'A', from which 'As' is copied, has another meaning in the kernel{{.*}} [tma-box]
    for (int k = 0; k < N; k += 32) {
      As[threadIdx.y][threadIdx.x] = a[threadIdx.y * ld + k + threadIdx.x];
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += As[i][threadIdx.x];
      __syncthreads();
    }
    sum += *A;
  }
  C[threadIdx.y * 32 + threadIdx.x] = sum;
}
void run_box_no_base(const float *A, float *C) { box_no_base<<<1, dim3(32, 32)>>>(A, C, 64, 64); }

// A guard that a run decides changes where the other tile goes.
__global__ void box_no_guarded_index(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int ld, int N) {
  __shared__ float As[16][32], Bs[16][32];
  const int row = blockIdx.x * 16 + threadIdx.y;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}not followed through{{.*}} [tma-box]
  for (int k = 0; k < N; k += 32) {
    int c = threadIdx.x;
    if (row < M) {
      As[threadIdx.y][c] = A[row * ld + k + c];
    } else {
      As[threadIdx.y][c] = 0.0f;
      c ^= 1;
    }
    Bs[threadIdx.y][c] = B[threadIdx.y * ld + k + c];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  C[row * 32 + threadIdx.x] = sum;
}
void run_box_no_guarded_index(const float *A, const float *B, float *C, int M, int ld, int N) {
  box_no_guarded_index<<<2, dim3(32, 16)>>>(A, B, C, M, ld, N);
}
