// A macro that makes names and texts of its line does not keep a loop above it as it is: the line is another one then.
// RUN: %pipeline-rewrite %s %builtin 2>&1 >/dev/null | FileCheck %s

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)
#define REGISTER(F) static const Entry JOIN(entry, __LINE__)(F, "line " TEXT(__LINE__))

struct Entry {
  Entry(void (*)(const float *, float *, int), const char *);
};

static __global__ void sums(const float *A, float *C, int N) {
  __shared__ float As[32];
  float sum = 0.0f;
// CHECK: :[[@LINE+1]]:3: remark: rewritten: ldg,
  for (int k = 0; k < N; k += 32) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

static void launch(const float *A, float *C, int N) { sums<<<1, 32>>>(A, C, N); }

REGISTER(launch);

// The name of an instance holds the line of a lambda.
template <typename T> const char *nameOf(T &&) { return __PRETTY_FUNCTION__; }
const char *ofLambda() {
  return nameOf([] {});
}
