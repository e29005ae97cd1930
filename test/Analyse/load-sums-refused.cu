// ACCEPTED: ../RunKernels/load-sums.cu
// The neighbours of a sum that only the statement that fills the tile knows.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s --implicit-check-not=rewritten:

#define HEAD                                                                                                         \
  __shared__ float tile[64];                                                                                         \
  float total = 0.0f, other = 0.0f, sum = 0.0f;                                                                      \
  const int t = threadIdx.x;
#define REST                                                                                                         \
  for (int i = 0; i < 64; ++i)                                                                                       \
    sum += tile[i];
#define TAIL C[t] = sum + total + other;

// The tile gets it.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [update-between-loads]
__global__ void stored(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      total += v;
      tile[t] = total;
    }
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

// It decides what the tile gets.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [update-between-loads]
__global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      total += v;
      tile[t] = total < 100.0f ? v : 0.0f;
    }
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

// Another variable is made of it, which the tile gets.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [update-between-loads]
__global__ void through(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      total += v;
      const float w = total * 2.0f;
      tile[t] = w;
    }
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

// Another sum reads it.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [update-between-loads]
__global__ void nested(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      total += v;
      other += total;
      other *= 0.5f;
      tile[t] = v + other;
    }
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

// The computation sets it back.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [load-depends-on-compute]
__global__ void reset(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      total += v;
      tile[t] = v;
    }
    __syncthreads();
    REST
    total = tile[0];
    __syncthreads();
  }
  TAIL
}

// A guard adds to it.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [update-between-loads]
__global__ void header(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if ((total += 1.0f) > 2.0f)
      tile[t] = A[k + t];
    else
      tile[t] = 0.0f;
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

// Where the next load is says it.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [update-between-loads]
__global__ void address(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      const int at = total;
      total += v;
      tile[t] = A[k + t + at];
    }
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

// A break leaves it a tile ahead.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [early-exit]
__global__ void left(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      total += v;
      tile[t] = v;
    }
    __syncthreads();
    REST
    __syncthreads();
    if (__syncthreads_or(sum > 1000.0f))
      break;
  }
  TAIL
}

// Each change of it is seen.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [volatile-access]
__global__ void seen(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  volatile float seenTotal = 0.0f;
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      seenTotal += v;
      tile[t] = v;
    }
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

// Others see it.
// CHECK: :[[@LINE+4]]:3: warning: loop left alone: {{.*}} [side-effect-in-loads]
__global__ void atomic(const float *__restrict__ A, float *__restrict__ C, int N) {
  HEAD
  // nothing more
  for (int k = 0; k < N; k += 64) {
    if (t < 64) {
      const float v = A[k + t];
      atomicAdd(&C[N], v);
      tile[t] = v;
    }
    __syncthreads();
    REST
    __syncthreads();
  }
  TAIL
}

