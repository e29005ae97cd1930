// What decides an instance stands in scopes of all kinds.
// RUN: %pipeline-rewrite %s %builtin --verify=syntax 2>&1 >/dev/null | FileCheck %s
#include <no/such/tensor.h>

namespace tiled {
namespace {
template <typename T, int BK, bool Half = false>
__global__ void sums(const T *__restrict__ A, T *__restrict__ C, int N) {
  __shared__ T As[BK];
  T sum = 0;
  for (int k = 0; k < N; k += BK) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
} // namespace
template <int N> struct Wide { static constexpr int Value = 2 * N; };
} // namespace tiled
// CHECK: :11:3: remark: rewritten: ldg, 2 stages,
// CHECK: assumes  tiled::sums<double, 32, false>, tiled::sums<double, 64, false>: named in {{.*}}:46,
// CHECK-NEXT: tiled::sums<float, 16, false>: named in {{.*}}:51,
// CHECK-NEXT: tiled::sums<int, 48, false>: named in {{.*}}:57,
// CHECK-NEXT: tiled::sums<unsigned int, 24, true>: named in {{.*}}:60,
// CHECK-NEXT: tiled::sums<float, 6, false>: named in {{.*}}:62,
// CHECK-NEXT: tiled::sums<float, 80, false>: named in {{.*}}:70,
// CHECK-NEXT: tiled::(anonymous namespace)::sums<double, 32, false>, threads per block unknown

namespace tiled {
extern "C" {
constexpr int rounded(int n) {
  if (n % 8) { return n + 8 - n % 8; }
  return n;
}
}
static const int Unit = 8, Twice = 16;

template <typename Scalar, int Width>
class Runner {
public:
  void run(gone::Tensor a) {
    static constexpr int Tile = Wide<Width>::Value;
    sums<Scalar, Tile><<<1, Tile>>>(a.data(), a.data(), 64);
  }
};

const char *name(gone::Tensor a) {
  sums<float, Twice><<<1, 16>>>(a.data(), a.data(), 64);
  return "";
}
void run(gone::Tensor a) {
  using Element = int;
  enum Sizes : int { Small = 4, Large = 48 };
  sums<Element, Large><<<1, 48>>>(a.data(), a.data(), 64);
  typedef unsigned Number;
  constexpr bool Flag = Unit > 4;
  tiled::sums<Number, rounded(17), (Flag && true)><<<1, 24>>>(a.data(), a.data(), 64);
  constexpr int Pair[] = {2, 3};
  sums<float, Pair[0] * Pair[1]><<<1, 6>>>(a.data(), a.data(), 64);
  const int bytes = a.size(0) * sizeof(float), other = bytes;
  for (int i = 0; i < other && other > 0; ++i)
    Runner<double, Twice>().run(a);
}
} // namespace tiled
void main2(gone::Tensor a) {
  using Held = tiled::Runner<double, static_cast<int>(sizeof(tiled::Wide<32>) * 32)>;
  tiled::sums<float, tiled::Wide<tiled::Wide<20>::Value>::Value><<<1, 80>>>(a.data(), a.data(), 64);
}
