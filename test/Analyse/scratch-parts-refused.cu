// The nearest refused neighbours of scratch-parts.cu: a byte is read that may hold another tile's or the other half's value.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remark:

// The computation reads what the loads left in one element.
static __global__ void elementOfLoads(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      r[1] = s[j];
      sum += r[0] * r[1];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Which element is written is not known.
static __global__ void unknownElement(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      r[t & 1] = s[j];
      sum += r[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// The copy loop leaves the last element alone.
static __global__ void oneShort(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[4] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    for (int i = 0; i < 3; ++i)
      r[i] = A[k + i + t];
    for (int i = 0; i < 4; ++i)
      s[i * 16 + t % 16] = r[i];
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      for (int i = 0; i < 4; ++i)
        r[i] = s[j] + i;
      sum += r[3] - r[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// One element is used behind the loop.
static __global__ void usedBehind(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      r[0] = s[j];
      r[1] = s[j + 1];
      sum += r[0] * r[1];
    }
    __syncthreads();
  }
  C[t] = sum;
  C[t + 32] = r[1];
}

// A pointer leads to it.
static __global__ void otherName(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2];
  float *other = &r[1];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      r[0] = s[j];
      r[1] = s[j + 1];
      sum += r[0] * *other;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Written under a condition only.
static __global__ void guarded(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      if (t > 3)
        r[0] = s[j];
      sum += r[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A case is reached without the one before it.
static __global__ void switched(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      switch (t) {
      case 0:
        r[0] = s[j];
      default:
        sum += r[0];
      }
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A round that is left early leaves elements alone.
static __global__ void jumpOut(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      for (int i = 0; i < 2; ++i) {
        if (t == i)
          break;
        r[i] = s[j + i];
      }
      sum += r[0] * r[1];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// What it held is part of what it gets.
static __global__ void updated(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      r[0] += s[j];
      sum += r[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Inline assembly reads it first.
static __global__ void byteByAsm(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  float r[2] = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 64) {
    r[0] = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[0] * 2.0f;
    __syncthreads();
    for (int j = 0; j < 64; j += 2) {
      asm volatile("add.f32 %0, %0, %1;" : "+f"(r[0]) : "f"(s[j]));
      sum += r[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

struct Kept {
  float of[2];
  int count;
  __device__ float &operator[](int i) { return of[i]; }
  __device__ float &next() { return of[count++ & 1]; }
};
static __device__ float *keep(Kept &k) { return k.of; }

// A function gives the address out.
static __global__ void keptByFunction(const Kept *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  Kept r;
  float *other = keep(r);
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 32) {
    r = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[1];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      sum += *other;
      r.of[0] = s[j];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// The accessor may mean the other member.
static __global__ void readFirst(const Kept *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  Kept r;
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 32) {
    r = A[k + t];
    s[t] = r[0];
    s[t + 32] = r[1];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      r.of[0] = s[j];
      sum += r[1];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// The accessor counts.
static __global__ void counts(const float *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  Kept r = {};
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [{{load-depends-on-compute|update-between-loads}}]
  for (int k = 0; k < N; k += 32) {
    r.of[0] = A[k + t];
    r.of[1] = r.of[0];
    s[t] = r.of[0];
    s[t + 32] = r.of[1];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      r.of[0] = s[j];
      r.of[1] = s[63 - j];
      r.next() = 2.0f;
      sum += r.of[0];
    }
    __syncthreads();
  }
  C[t] = sum;
}
