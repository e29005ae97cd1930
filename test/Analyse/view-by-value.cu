// The loads read through a view that another view gives by value, for this
// expression alone: its pointer leads where the first one's does.
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=ldg --verify=kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=warning:
// DONE-COUNT-3: executed: {{.*}} equal

template <typename T, int N> struct Base {
  __device__ Base(T *data, const int *strides) : Data(data), Strides(strides) {}

protected:
  T *Data;
  const int *Strides;
};
template <typename T, int N> struct View : Base<T, N> {
  __device__ View(T *data, const int *strides) : Base<T, N>(data, strides) {}
  __device__ View<T, N - 1> operator[](int i) const {
    return View<T, N - 1>(this->Data + this->Strides[0] * i, this->Strides + 1);
  }
};
template <typename T> struct View<T, 1> : Base<T, 1> {
  __device__ View(T *data, const int *strides) : Base<T, 1>(data, strides) {}
  __device__ T &operator[](int i) const { return this->Data[i]; }
};
template <typename T, int N> struct Packed {
  T *Data;
  int Strides[N];
  __device__ View<T, N - 1> operator[](int i) const {
    const int *strides = Strides + 1;
    return View<T, N - 1>(Data + Strides[0] * i, strides);
  }
};

// CHECK-LABEL: void packed(
__global__ void packed(Packed<const float, 2> A, float *C, int K) {
  __shared__ float As[16][17];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // CHECK: AsNext = A[ty][kNext + tx];
    As[ty][tx] = A[ty][k + tx];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * As[i][tx];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

struct Row {
  const float *Data;
  __device__ float at(int i) const { return Data[i]; }
};
struct Matrix {
  const float *Data;
  int Width;
  __device__ Row row(int i) const { return Row{Data + i * Width}; }
};
__device__ Row half(Row of) { return Row{of.Data + 1}; }

// CHECK-LABEL: void rows(
__global__ void rows(Matrix A, float *C, int K) {
  __shared__ float As[16][17];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // CHECK: A.row(ty).at(kNext + tx)
    As[ty][tx] = A.row(ty).at(k + tx) + half(A.row(tx)).at(k + ty);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * As[i][tx];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}

struct Layout {
  int Width;
  __device__ int operator()(int i, int j) const { return i * Width + j; }
};
struct Reader {
  __device__ const float &read(const float *from, int at) const { return from[at]; }
};
struct Span {
  const float *Data;
  Layout Map;
  Reader By;
  __device__ const float &operator()(int i, int j) const { return By.read(Data, Map(i, j)); }
};

// CHECK-LABEL: void span(
__global__ void span(Span A, float *C, int K) {
  __shared__ float As[16][17];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // CHECK: AsNext = A(ty, kNext + tx);
    As[ty][tx] = A(ty, k + tx);
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * As[i][tx];
    __syncthreads();
  }
  C[ty * 16 + tx] = sum;
}
