// Copy loops that are not widened, and why: each is a step from one of widen.cu.
// RUN: %pipeline-rewrite %s %builtin --widen --print=facts | FileCheck %s

// A name that may mean another number.
// CHECK-LABEL: instance renumbered
// CHECK: tile As {{.*}} not-wide(its copy loop is not seen to be shared by the threads
__global__ void renumbered(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  int tid = threadIdx.x; if (N > 9) tid = 7;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = tid; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Half of the threads.
// CHECK-LABEL: instance lane
// CHECK: tile As {{.*}} not-wide(its copy loop is not seen to be shared by the threads
__global__ void lane(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x / 2; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Rows of any width.
// CHECK-LABEL: instance columns
// CHECK: tile As {{.*}} not-wide(its copy loop is not seen to be shared by the threads
__global__ void columns(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.y * ld + threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// More numbers than threads that have them.
// CHECK-LABEL: instance row_alone
// CHECK: tile As {{.*}} not-wide(its copy loop is not seen to be shared by the threads
__global__ void row_alone(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += blockDim.x * blockDim.y)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A thread that would copy has left.
// CHECK-LABEL: instance some_gone
// CHECK: tile As {{.*}} not-wide(some threads of the block may be gone
__global__ void some_gone(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  if (threadIdx.x == 5) return;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// No loop.
// CHECK-LABEL: instance one_each
// CHECK: tile As {{.*}} not-wide(no copy loop fills it
__global__ void one_each(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    As[threadIdx.x / 16][threadIdx.x % 16] = A[k + threadIdx.x];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A loop that some threads do not run.
// CHECK-LABEL: instance under_condition
// CHECK: tile As {{.*}} not-wide(no copy loop fills it
__global__ void under_condition(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    if (threadIdx.x < 32)
      for (int i = threadIdx.x; i < 128; i += 32)
        As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Half a chunk at the end.
// CHECK-LABEL: instance odd_bound
// CHECK: tile As {{.*}} not-wide(its copy loop has 126 elements, which chunks of 4 do not divide
__global__ void odd_bound(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 126; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Not in so many words.
// CHECK-LABEL: instance inclusive
// CHECK: tile As {{.*}} not-wide(its copy loop does not run over a fixed number
__global__ void inclusive(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i <= 127; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By less.
// CHECK-LABEL: instance padded_by_one
// CHECK: tile As {{.*}} not-wide(its rows have 68 bytes, which chunks do not divide
__global__ void padded_by_one(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][17];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// By less.
// CHECK-LABEL: instance flat_padded_by_one
// CHECK: tile As {{.*}} not-wide(its rows are 17 elements apart
__global__ void flat_padded_by_one(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[160];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16 * 17 + i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x ^ k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A later round of the thread stores to the same place.
// CHECK-LABEL: instance overlapping
// CHECK: tile As {{.*}} not-wide(its rows overlap
__global__ void overlapping(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[160];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16 * 8 + i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x ^ k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Every round does.
// CHECK-LABEL: instance again
// CHECK: tile As {{.*}} not-wide(its subscript is not the number of an element
__global__ void again(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[128];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i % 32] = A[k + i];
    __syncthreads();
    sum += As[threadIdx.x ^ k];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A chunk would end in the next row.
// CHECK-LABEL: instance narrow_rows
// CHECK: tile As {{.*}} not-wide(its rows have 18 elements, which chunks of 4 do not divide
__global__ void narrow_rows(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][20];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 144; i += 32)
      As[i / 18][i % 18] = A[i / 18 * ld + k + i % 18];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Neighbours lie apart in the tile.
// CHECK-LABEL: instance transposed
// CHECK: tile As {{.*}} not-wide(its subscripts are not the number of an element, divided into rows
__global__ void transposed(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[16][8];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i % 16][i / 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[k % 16][threadIdx.x % 8];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// With a step that changes a value.
// CHECK-LABEL: instance changed_local
// CHECK: tile As {{.*}} not-wide(its copy loop does more than copy
__global__ void changed_local(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32) {
      int r = i / 16, c = i % 16;
      r ^= 1;
      As[r][c] = A[r * ld + k + c];
    }
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Neighbours lie apart in the source.
// CHECK-LABEL: instance columns_of_source
// CHECK: tile As {{.*}} not-wide(its source is not seen to be 4 elements side by side
__global__ void columns_of_source(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i % 16 * ld + k + i / 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// With a gap.
// CHECK-LABEL: instance every_other
// CHECK: tile As {{.*}} not-wide(its source is not seen to be 4 elements side by side
__global__ void every_other(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[(k + i) * 2];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Rows of the source that chunks do not divide.
// CHECK-LABEL: instance other_rows
// CHECK: tile As {{.*}} not-wide(its source is not seen to be 4 elements side by side
__global__ void other_rows(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 6 * ld + k + i % 6];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Another place for each thread.
// CHECK-LABEL: instance own_source
// CHECK: tile As {{.*}} not-wide(its source is not seen to be 4 elements side by side
__global__ void own_source(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  const int mine = threadIdx.x % 2 * ld;
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[mine + i];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// From where memory says, which another thread may change.
// CHECK-LABEL: instance gathered
// CHECK: tile As {{.*}} not-wide(its source is not seen to be 4 elements side by side
__global__ void gathered(const float *__restrict__ A, float *__restrict__ C, int N, int ld, const int *index) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[index[k] + i];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A pragma that cannot be told from what else stands there.
// CHECK-LABEL: instance apart
// CHECK: tile As {{.*}} not-wide(a pragma of its copy loop stands apart
__global__ void apart(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    #pragma unroll
    // Of a row.
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A guard.
// CHECK-LABEL: instance guarded
// CHECK: tile As {{.*}} not-wide(a condition chooses what is copied
__global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = k + i < N ? A[k + i] : 0.0f;
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// No copy.
// CHECK-LABEL: instance converted
// CHECK: tile As {{.*}} not-wide(its value
__global__ void converted(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[k + i] * 2.0f;
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The thread that filled an element copies it behind that.
// CHECK-LABEL: instance filled_first
// CHECK: tile As {{.*}} not-wide(its elements are stored in several places
__global__ void filled_first(const float *__restrict__ A, float *__restrict__ C, int N, int ld) {
  __shared__ float As[8][16];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = 0.0f;
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = A[i / 16 * ld + k + i % 16];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The thread that wrote an element loads it behind that.
// CHECK-LABEL: instance written_before
// CHECK: tile As {{.*}} not-wide(the kernel may write what is copied
__global__ void written_before(float *A, float *C, int N, int ld) {
  __shared__ float As[8][16];
  C[64 + threadIdx.x] = A[threadIdx.x];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int i = threadIdx.x; i < 128; i += 32)
      As[i / 16][i % 16] = C[64 + i];
    __syncthreads();
    sum += As[threadIdx.x % 8][k % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
