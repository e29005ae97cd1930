// Copies that do anything but give each member what the same one of the argument holds.
// ACCEPTED: member-copies.cu
// RUN: %pipeline-rewrite %s %builtin --variant=ldg 2>&1 >/dev/null | FileCheck %s

__device__ int Copies;
struct Base { float w; };

// Partial: a member is left out.
struct Partial {
  float x, y;
  Partial() = default;
  Partial(const Partial &) = default;
  __device__ Partial &operator=(const Partial &p) {
    x = p.x;
    return *this;
  }
};
__global__ void as_partial(const Partial *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Partial As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Swapped: each gets the other.
struct Swapped {
  float x, y;
  Swapped() = default;
  Swapped(const Swapped &) = default;
  __device__ Swapped &operator=(const Swapped &p) {
    x = p.y; y = p.x;
    return *this;
  }
};
__global__ void as_swapped(const Swapped *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Swapped As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Scaled: not what it holds.
struct Scaled {
  float x, y;
  Scaled() = default;
  Scaled(const Scaled &) = default;
  __device__ Scaled &operator=(const Scaled &p) {
    x = 2 * p.x; y = p.y;
    return *this;
  }
};
__global__ void as_scaled(const Scaled *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Scaled As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Adds: adds.
struct Adds {
  float x, y;
  Adds() = default;
  Adds(const Adds &) = default;
  __device__ Adds &operator=(const Adds &p) {
    x += p.x; y = p.y;
    return *this;
  }
};
__global__ void as_adds(const Adds *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Adds As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Counted: counts.
struct Counted {
  float x, y;
  Counted() = default;
  Counted(const Counted &) = default;
  __device__ Counted &operator=(const Counted &p) {
    x = p.x; y = p.y; ++Copies;
    return *this;
  }
};
__global__ void as_counted(const Counted *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Counted As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Conditional: at times.
struct Conditional {
  float x, y;
  Conditional() = default;
  Conditional(const Conditional &) = default;
  __device__ Conditional &operator=(const Conditional &p) {
    if (p.x > 0.0f) x = p.x; y = p.y;
    return *this;
  }
};
__global__ void as_conditional(const Conditional *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Conditional As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Deep: what a pointer leads to.
struct Deep {
  float *x; float y;
  Deep() = default;
  Deep(const Deep &) = default;
  __device__ Deep &operator=(const Deep &p) {
    *x = *p.x; y = p.y;
    return *this;
  }
};
__global__ void as_deep(const Deep *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Deep As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Smaller: half of a union.
struct Smaller {
  union { double x; float r; };
  Smaller() = default;
  Smaller(const Smaller &) = default;
  __device__ Smaller &operator=(const Smaller &p) {
    r = p.r;
    return *this;
  }
};
__global__ void as_smaller(const Smaller *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Smaller As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].r;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Bits: bit-fields share bytes.
struct Bits {
  int x : 8, y : 24;
  Bits() = default;
  Bits(const Bits &) = default;
  __device__ Bits &operator=(const Bits &p) {
    x = p.x; y = p.y;
    return *this;
  }
};
__global__ void as_bits(const Bits *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Bits As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Volatile: each access counts.
struct Volatile {
  volatile float x; float y;
  Volatile() = default;
  Volatile(const Volatile &) = default;
  __device__ Volatile &operator=(const Volatile &p) {
    x = p.x; y = p.y;
    return *this;
  }
};
__global__ void as_volatile(const Volatile *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Volatile As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Converted: loses digits.
struct Converted {
  float x, y;
  Converted() = default;
  Converted(const Converted &) = default;
  __device__ Converted &operator=(const Converted &p) {
    x = (int)p.x; y = p.y;
    return *this;
  }
};
__global__ void as_converted(const Converted *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Converted As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Itself: keeps its own.
struct Itself {
  float x, y;
  Itself() = default;
  Itself(const Itself &) = default;
  __device__ Itself &operator=(const Itself &p) {
    x = p.x; y = this->y;
    return *this;
  }
};
__global__ void as_itself(const Itself *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Itself As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// Twice: and then another.
struct Twice {
  float x, y;
  Twice() = default;
  Twice(const Twice &) = default;
  __device__ Twice &operator=(const Twice &p) {
    x = p.x; y = p.y; x = p.y;
    return *this;
  }
};
__global__ void as_twice(const Twice *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Twice As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// What it inherits is copied by another function, here by none.
struct Derived : Base {
  float x;
  Derived() = default;
  Derived(const Derived &) = default;
  __device__ Derived &operator=(const Derived &p) {
    x = p.x;
    return *this;
  }
};
__global__ void as_derived(const Derived *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Derived As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}} [unknown-call]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].w;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The copy that the register would be made by is another.
struct Started {
  float x, y;
  Started() = default;
  __device__ Started(const Started &p) : x(p.x), y(p.x) {}
  __device__ Started &operator=(const Started &p) {
    x = p.x;
    y = p.y;
    return *this;
  }
};
__global__ void as_started(const Started *__restrict__ A, float *__restrict__ C, int N) {
  __shared__ Started As[64];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: warning: loop left alone: {{.*}}{{\[}}value-cannot-wait]
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i].y;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: 15 loops: 0 rewritten
