// What the warp matrix functions do, by clang's built-in functions. Included by
// mma.h, in nvcuda::wmma. Shapes and types without a line here have no body.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma clang system_header
#ifdef PR_WMMA_BODIES

// Loads, stores and products take their layouts as constants.
#define PR_FN static __device__ inline
#define PR_LOAD(Name, Builtin, Word)                                           \
  PR_FN void Name(void *to, const void *from, unsigned int ld, bool col) {     \
    if (col)                                                                   \
      Builtin((Word *)to, (const Word *)from, ld, 1);                          \
    else                                                                       \
      Builtin((Word *)to, (const Word *)from, ld, 0);                          \
  }
#define PR_PRODUCT(Name, Builtin, D, A, C)                                     \
  PR_FN void Name(void *d, const void *a, const void *b, const void *c,        \
                  int layout) {                                                \
    if (layout == 0)                                                           \
      Builtin((D *)d, (const A *)a, (const A *)b, (const C *)c, 0, 0);         \
    else if (layout == 1)                                                      \
      Builtin((D *)d, (const A *)a, (const A *)b, (const C *)c, 1, 0);         \
    else if (layout == 2)                                                      \
      Builtin((D *)d, (const A *)a, (const A *)b, (const C *)c, 2, 0);         \
    else                                                                       \
      Builtin((D *)d, (const A *)a, (const A *)b, (const C *)c, 3, 0);         \
  }

// Operands and accumulators of a shape and an element type; products by the
// types of result and addend.
template <int M, int N, int K, class T> struct __pr_operand;
template <int M, int N, int K, class T> struct __pr_sum;
template <int M, int N, int K, class T, class D, class C> struct __pr_product;

#define PR_OPERAND(M, N, K, T, LoadA, LoadB, Word)                             \
  template <> struct __pr_operand<M, N, K, T> {                                \
    PR_LOAD(load_a, LoadA, Word)                                               \
    PR_LOAD(load_b, LoadB, Word)                                               \
  };
#define PR_SUM(M, N, K, T, Load, Store, Word)                                  \
  template <> struct __pr_sum<M, N, K, T> {                                    \
    PR_LOAD(load, Load, Word)                                                  \
    PR_LOAD(store, Store, Word)                                                \
  };
#define PR_MMA(M, N, K, T, D, C, Builtin, WordD, WordA, WordC)                 \
  template <> struct __pr_product<M, N, K, T, D, C> {                          \
    PR_PRODUCT(multiply, Builtin, WordD, WordA, WordC)                         \
  };

#define PR_SHAPE(M, N, K, Name)                                                \
  PR_OPERAND(M, N, K, __half, __hmma_##Name##_ld_a, __hmma_##Name##_ld_b, int) \
  PR_SUM(M, N, K, float, __hmma_##Name##_ld_c_f32, __hmma_##Name##_st_c_f32,   \
         float)                                                                \
  PR_SUM(M, N, K, __half, __hmma_##Name##_ld_c_f16, __hmma_##Name##_st_c_f16,  \
         int)                                                                  \
  PR_MMA(M, N, K, __half, float, float, __hmma_##Name##_mma_f32f32, float,     \
         int, float)                                                           \
  PR_MMA(M, N, K, __half, float, __half, __hmma_##Name##_mma_f32f16, float,    \
         int, int)                                                             \
  PR_MMA(M, N, K, __half, __half, float, __hmma_##Name##_mma_f16f32, int, int, \
         float)                                                                \
  PR_MMA(M, N, K, __half, __half, __half, __hmma_##Name##_mma_f16f16, int,     \
         int, int)                                                             \
  PR_OPERAND(M, N, K, __nv_bfloat16, __mma_bf16_##Name##_ld_a,                 \
             __mma_bf16_##Name##_ld_b, int)                                    \
  PR_MMA(M, N, K, __nv_bfloat16, float, float, __mma_bf16_##Name##_mma_f32,    \
         float, int, float)                                                    \
  PR_OPERAND(M, N, K, signed char, __imma_##Name##_ld_a_s8,                    \
             __imma_##Name##_ld_b_s8, int)                                     \
  PR_OPERAND(M, N, K, unsigned char, __imma_##Name##_ld_a_u8,                  \
             __imma_##Name##_ld_b_u8, int)                                     \
  PR_SUM(M, N, K, int, __imma_##Name##_ld_c, __imma_##Name##_st_c_i32, int)    \
  PR_MMA(M, N, K, signed char, int, int, __imma_##Name##_mma_s8, int, int,     \
         int)                                                                  \
  PR_MMA(M, N, K, unsigned char, int, int, __imma_##Name##_mma_u8, int, int,   \
         int)
PR_SHAPE(16, 16, 16, m16n16k16)
PR_SHAPE(32, 8, 16, m32n8k16)
PR_SHAPE(8, 32, 16, m8n32k16)
#undef PR_SHAPE
PR_OPERAND(16, 16, 8, precision::tf32, __mma_tf32_m16n16k8_ld_a,
           __mma_tf32_m16n16k8_ld_b, int)
PR_SUM(16, 16, 8, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32,
       float)
PR_MMA(16, 16, 8, precision::tf32, float, float, __mma_tf32_m16n16k8_mma_f32,
       float, int, float)
PR_OPERAND(8, 8, 4, double, __dmma_m8n8k4_ld_a, __dmma_m8n8k4_ld_b, double)
PR_SUM(8, 8, 4, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64, double)
PR_MMA(8, 8, 4, double, double, double, __dmma_m8n8k4_mma_f64, double, double,
       double)
#undef PR_MMA
#undef PR_SUM
#undef PR_OPERAND
#undef PR_PRODUCT
#undef PR_LOAD
#undef PR_FN

template <class A> struct __pr_is_column {
  static constexpr bool value = false;
};
template <> struct __pr_is_column<col_major> {
  static constexpr bool value = true;
};
template <class Use> struct __pr_loader {
  template <int M, int N, int K, class T>
  static __device__ inline void load(void *to, const void *from,
                                     unsigned int ld, bool col) {
    __pr_operand<M, N, K, T>::load_a(to, from, ld, col);
  }
};
template <>
template <int M, int N, int K, class T>
__device__ inline void
__pr_loader<matrix_b>::load(void *to, const void *from, unsigned int ld,
                            bool col) {
  __pr_operand<M, N, K, T>::load_b(to, from, ld, col);
}

template <class Use, int M, int N, int K, class T, class Layout>
__device__ inline void
load_matrix_sync(fragment<Use, M, N, K, T, Layout> &to,
                 const typename pr_storage<T>::type *from, unsigned int ld) {
  __pr_loader<Use>::template load<M, N, K, T>(to.x, from, ld,
                                              __pr_is_column<Layout>::value);
}
template <int M, int N, int K, class T>
__device__ inline void
load_matrix_sync(fragment<accumulator, M, N, K, T> &to,
                 const typename pr_storage<T>::type *from, unsigned int ld,
                 layout_t layout) {
  __pr_sum<M, N, K, T>::load(to.x, from, ld, layout == mem_col_major);
}
template <int M, int N, int K, class T>
__device__ inline void
store_matrix_sync(typename pr_storage<T>::type *to,
                  const fragment<accumulator, M, N, K, T> &from,
                  unsigned int ld, layout_t layout) {
  __pr_sum<M, N, K, T>::store(to, from.x, ld, layout == mem_col_major);
}
template <class Use, int M, int N, int K, class T, class Layout>
__device__ inline void fill_fragment(fragment<Use, M, N, K, T, Layout> &to,
                                     const typename pr_storage<T>::type &v) {
  for (int n = 0; n < to.num_elements; ++n)
    to.x[n] = v;
}
template <int M, int N, int K, class TA, class LA, class TB, class LB, class TC,
          class TD>
__device__ inline void
mma_sync(fragment<accumulator, M, N, K, TD> &d,
         const fragment<matrix_a, M, N, K, TA, LA> &a,
         const fragment<matrix_b, M, N, K, TB, LB> &b,
         const fragment<accumulator, M, N, K, TC> &c, bool) {
  __pr_product<M, N, K, TA, TD, TC>::multiply(
      d.x, a.x, b.x, c.x,
      2 * __pr_is_column<LA>::value + __pr_is_column<LB>::value);
}
__host__ __device__ inline float __float_to_tf32(float a) {
  unsigned int bits = __nv_float_as_uint(a);
  return __nv_uint_as_float((bits + 0xFFF + (bits >> 13 & 1)) & ~0x1FFFu);
}
#endif
