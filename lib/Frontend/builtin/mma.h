// Warp matrix functions (nvcuda::wmma).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header
#define __CUDA_MMA_H__ // asked for by other headers

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
struct u4;
struct s4;
struct b1;
} // namespace precision
namespace experimental {
namespace precision = wmma::precision;
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

template <class T> struct pr_storage {
  typedef T type;
};
template <> struct pr_storage<precision::tf32> {
  typedef float type;
};
template <> struct pr_storage<precision::u4> {
  typedef unsigned int type;
};
template <> struct pr_storage<precision::s4> {
  typedef int type;
};
template <> struct pr_storage<precision::b1> {
  typedef unsigned int type;
};

// Elements per thread of a warp; operands are held twice.
template <class Use, int M, int N, int K> struct pr_elements {
  static constexpr int value = M * N / 32;
};
template <int M, int N, int K> struct pr_elements<matrix_a, M, N, K> {
  static constexpr int value = M * K / 16;
};
template <int M, int N, int K> struct pr_elements<matrix_b, M, N, K> {
  static constexpr int value = N * K / 16;
};

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
public:
  static constexpr int num_elements = pr_elements<Use, M, N, K>::value;
  static constexpr int num_storage_elements = num_elements;
  typedef typename pr_storage<T>::type element_type;
  typedef element_type storage_element_type;
  __align__(8) element_type x[num_elements];
};

template <class Use, int M, int N, int K, class T, class Layout>
__device__ void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &,
                                 const typename pr_storage<T>::type *, unsigned int);
template <int M, int N, int K, class T>
__device__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &,
                                 const typename pr_storage<T>::type *, unsigned int,
                                 layout_t);
template <int M, int N, int K, class T>
__device__ void store_matrix_sync(typename pr_storage<T>::type *,
                                  const fragment<accumulator, M, N, K, T> &,
                                  unsigned int, layout_t);
template <class Use, int M, int N, int K, class T, class Layout>
__device__ void fill_fragment(fragment<Use, M, N, K, T, Layout> &,
                              const typename pr_storage<T>::type &);
template <int M, int N, int K, class TA, class LA, class TB, class LB, class TC,
          class TD>
__device__ void mma_sync(fragment<accumulator, M, N, K, TD> &,
                         const fragment<matrix_a, M, N, K, TA, LA> &,
                         const fragment<matrix_b, M, N, K, TB, LB> &,
                         const fragment<accumulator, M, N, K, TC> &, bool = false);
template <int M, int N, int K, class TA, class LA, class TB, class LB>
__device__ void bmma_sync(fragment<accumulator, M, N, K, int> &,
                          const fragment<matrix_a, M, N, K, TA, LA> &,
                          const fragment<matrix_b, M, N, K, TB, LB> &,
                          const fragment<accumulator, M, N, K, int> &,
                          experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
                          experimental::bmmaAccumulateOp =
                              experimental::bmmaAccumulateOpPOPC);
__host__ __device__ float __float_to_tf32(float);

#define PR_WMMA_BODIES
#include "pipeline_rewrite/wmma_bodies.h"
#undef PR_WMMA_BODIES

} // namespace wmma
} // namespace nvcuda
