// Half precision and bfloat16: the type, its pair, and what they compute. Each
// includes this with PR_T, PR_T2, PR_RAW, PR_RAW2, what the names of functions
// call them (PR_WORD, PR_WORD2), and the compiler's own type of that format
// (PR_NATIVE).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma clang system_header
#ifdef PR_T

struct PR_RAW {
  unsigned short x;
};
struct PR_RAW2 {
  unsigned short x, y;
};

struct __align__(2) PR_T {
  unsigned short __x;
  PR_T() = default;
  constexpr __host__ __device__ PR_T(const PR_RAW &r) : __x(r.x) {}
  __host__ __device__ PR_T(float);
  __host__ __device__ PR_T(double);
  __host__ __device__ PR_T(short);
  __host__ __device__ PR_T(unsigned short);
  __host__ __device__ PR_T(int);
  __host__ __device__ PR_T(unsigned int);
  __host__ __device__ PR_T(long);
  __host__ __device__ PR_T(unsigned long);
  __host__ __device__ PR_T(long long);
  __host__ __device__ PR_T(unsigned long long);
  __host__ __device__ PR_T &operator=(float);
  __host__ __device__ PR_T &operator=(double);
  __host__ __device__ PR_T &operator=(int);
  __host__ __device__ operator PR_RAW() const;
  __host__ __device__ operator float() const;
  explicit __host__ __device__ operator bool() const;
  explicit __host__ __device__ operator int() const;
  explicit __host__ __device__ operator unsigned int() const;
  explicit __host__ __device__ operator short() const;
  explicit __host__ __device__ operator unsigned short() const;
  explicit __host__ __device__ operator long long() const;
};

struct __align__(4) PR_T2 {
  PR_T x, y;
  PR_T2() = default;
  __host__ __device__ PR_T2(const PR_T &a, const PR_T &b) : x(a), y(b) {}
  __host__ __device__ PR_T2(const PR_RAW2 &);
  __host__ __device__ operator PR_RAW2() const;
};

#define PR_FN inline __host__ __device__
// In float, which holds sums and products of two such numbers well enough to be
// rounded once more.
PR_FN float __pr_wide(const PR_T &a) {
  return (float)__builtin_bit_cast(PR_NATIVE, a.__x);
}
PR_FN unsigned short __pr_bits(float v, const PR_T *) {
  return __builtin_bit_cast(unsigned short, (PR_NATIVE)v);
}
#define PR_NARROW(Value) __pr_narrow((Value), (const PR_T *)0)
PR_FN PR_T __pr_narrow(float v, const PR_T *kind) {
  PR_T r;
  r.__x = __pr_bits(v, kind);
  return r;
}

#define PR_FROM(From)                                                          \
  PR_FN PR_T::PR_T(From v) : __x(__pr_bits((float)v, (const PR_T *)0)) {}
PR_FROM(float)
PR_FROM(double)
PR_FROM(short)
PR_FROM(unsigned short)
PR_FROM(int)
PR_FROM(unsigned int)
PR_FROM(long)
PR_FROM(unsigned long)
PR_FROM(long long)
PR_FROM(unsigned long long)
#undef PR_FROM
#define PR_ASSIGN(From)                                                        \
  PR_FN PR_T &PR_T::operator=(From v) {                                        \
    __x = __pr_bits((float)v, (const PR_T *)0);                                  \
    return *this;                                                              \
  }
PR_ASSIGN(float)
PR_ASSIGN(double)
PR_ASSIGN(int)
#undef PR_ASSIGN
#define PR_TO(To)                                                              \
  PR_FN PR_T::operator To() const { return (To)__pr_wide(*this); }
PR_TO(float)
PR_TO(bool)
PR_TO(int)
PR_TO(unsigned int)
PR_TO(short)
PR_TO(unsigned short)
PR_TO(long long)
#undef PR_TO
PR_FN PR_T::operator PR_RAW() const { return {__x}; }
PR_FN PR_T2::PR_T2(const PR_RAW2 &r) : x(PR_RAW{r.x}), y(PR_RAW{r.y}) {}
PR_FN PR_T2::operator PR_RAW2() const { return {x.__x, y.__x}; }

#define PR_OPERATOR(Op)                                                        \
  PR_FN PR_T operator Op(const PR_T &a, const PR_T &b) {                       \
    return PR_NARROW(__pr_wide(a) Op __pr_wide(b));                                \
  }                                                                            \
  PR_FN PR_T2 operator Op(const PR_T2 &a, const PR_T2 &b) {                    \
    return PR_T2(a.x Op b.x, a.y Op b.y);                                      \
  }                                                                            \
  PR_FN PR_T &operator Op##=(PR_T & a, const PR_T &b) { return a = a Op b; }   \
  PR_FN PR_T2 &operator Op##=(PR_T2 & a, const PR_T2 &b) { return a = a Op b; }
PR_OPERATOR(+)
PR_OPERATOR(-)
PR_OPERATOR(*)
PR_OPERATOR(/)
#undef PR_OPERATOR
PR_FN PR_T operator+(const PR_T &a) { return a; }
PR_FN PR_T2 operator+(const PR_T2 &a) { return a; }
PR_FN PR_T operator-(const PR_T &a) { return PR_NARROW(-__pr_wide(a)); }
PR_FN PR_T2 operator-(const PR_T2 &a) { return PR_T2(-a.x, -a.y); }
PR_FN PR_T &operator++(PR_T &a) { return a = PR_NARROW(__pr_wide(a) + 1); }
PR_FN PR_T &operator--(PR_T &a) { return a = PR_NARROW(__pr_wide(a) - 1); }
PR_FN PR_T2 &operator++(PR_T2 &a) { return ++a.x, ++a.y, a; }
PR_FN PR_T2 &operator--(PR_T2 &a) { return --a.x, --a.y, a; }
#define PR_COMPARISON(Op, Name)                                                \
  PR_FN bool operator Op(const PR_T &a, const PR_T &b) {                       \
    return __pr_wide(a) Op __pr_wide(b);                                           \
  }                                                                            \
  PR_FN bool operator Op(const PR_T2 &a, const PR_T2 &b) {                     \
    return a.x Op b.x && a.y Op b.y;                                           \
  }                                                                            \
  PR_FN bool Name(PR_T a, PR_T b) { return __pr_wide(a) Op __pr_wide(b); }
PR_COMPARISON(==, __heq)
PR_COMPARISON(!=, __hne)
PR_COMPARISON(<, __hlt)
PR_COMPARISON(>, __hgt)
PR_COMPARISON(<=, __hle)
PR_COMPARISON(>=, __hge)
#undef PR_COMPARISON

#define PR_BINARY(Name, Expression)                                            \
  PR_FN PR_T Name(PR_T p, PR_T q) {                                            \
    float a = __pr_wide(p), b = __pr_wide(q);                                      \
    return PR_NARROW(Expression);                                              \
  }
#define PR_PAIR_BINARY(Name, Scalar)                                           \
  PR_FN PR_T2 Name(PR_T2 a, PR_T2 b) {                                         \
    return PR_T2(Scalar(a.x, b.x), Scalar(a.y, b.y));                          \
  }
PR_BINARY(__hadd, a + b)
PR_BINARY(__hsub, a - b)
PR_BINARY(__hmul, a *b)
PR_BINARY(__hdiv, a / b)
PR_BINARY(__hadd_rn, a + b)
PR_BINARY(__hmul_rn, a *b)
PR_BINARY(__hmin, __nv_fminf(a, b))
PR_BINARY(__hmax, __nv_fmaxf(a, b))
PR_PAIR_BINARY(__hadd2, __hadd)
PR_PAIR_BINARY(__hsub2, __hsub)
PR_PAIR_BINARY(__hmul2, __hmul)
PR_PAIR_BINARY(__h2div, __hdiv)
PR_PAIR_BINARY(__hmin2, __hmin)
PR_PAIR_BINARY(__hmax2, __hmax)
#undef PR_PAIR_BINARY
#undef PR_BINARY
PR_FN PR_T __hfma(PR_T a, PR_T b, PR_T c) {
  return PR_NARROW(__nv_fmaf(__pr_wide(a), __pr_wide(b), __pr_wide(c)));
}
PR_FN PR_T2 __hfma2(PR_T2 a, PR_T2 b, PR_T2 c) {
  return PR_T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
PR_FN PR_T __hfma_relu(PR_T a, PR_T b, PR_T c) {
  return PR_NARROW(
      __nv_fmaxf(__nv_fmaf(__pr_wide(a), __pr_wide(b), __pr_wide(c)), 0.0f));
}
#define PR_UNARY(Name, Pair, Expression)                                       \
  PR_FN PR_T Name(PR_T p) {                                                    \
    float a = __pr_wide(p);                                                      \
    return PR_NARROW(Expression);                                              \
  }                                                                            \
  PR_FN PR_T2 Pair(PR_T2 p) { return PR_T2(Name(p.x), Name(p.y)); }
PR_UNARY(__hneg, __hneg2, -a)
PR_UNARY(__habs, __habs2, __nv_fabsf(a))
PR_UNARY(hexp, h2exp, __nv_expf(a))
PR_UNARY(hexp2, h2exp2, __nv_exp2f(a))
PR_UNARY(hlog, h2log, __nv_logf(a))
PR_UNARY(hlog2, h2log2, __nv_log2f(a))
PR_UNARY(hsqrt, h2sqrt, __nv_sqrtf(a))
PR_UNARY(hrsqrt, h2rsqrt, __nv_rsqrtf(a))
PR_UNARY(hrcp, h2rcp, 1 / a)
PR_UNARY(hsin, h2sin, __nv_sinf(a))
PR_UNARY(hcos, h2cos, __nv_cosf(a))
PR_UNARY(hceil, h2ceil, __nv_ceilf(a))
PR_UNARY(hfloor, h2floor, __nv_floorf(a))
PR_UNARY(hrint, h2rint, __nv_rintf(a))
PR_UNARY(htrunc, h2trunc, __nv_truncf(a))
#undef PR_UNARY
PR_FN bool __hisnan(PR_T a) { return __nv_isnanf(__pr_wide(a)); }
PR_FN int __hisinf(PR_T a) {
  return __nv_isinff(__pr_wide(a)) ? (__pr_wide(a) < 0 ? -1 : 1) : 0;
}
PR_FN PR_T2 __lowhigh2highlow(PR_T2 a) { return PR_T2(a.y, a.x); }
PR_FN float __low2float(PR_T2 a) { return __pr_wide(a.x); }
PR_FN float __high2float(PR_T2 a) { return __pr_wide(a.y); }
#define PR_PASTE(A, B, C) A##B##C
#define PR_NAME(A, B, C) PR_PASTE(A, B, C)
PR_FN PR_T PR_NAME(__float2, PR_WORD, )(float a) { return PR_NARROW(a); }
PR_FN PR_T PR_NAME(__float2, PR_WORD, _rn)(float a) { return PR_NARROW(a); }
PR_FN PR_T PR_NAME(__double2, PR_WORD, )(double a) { return PR_NARROW((float)a); }
PR_FN PR_T PR_NAME(__int2, PR_WORD, _rn)(int a) { return PR_NARROW((float)a); }
PR_FN PR_T PR_NAME(__uint2, PR_WORD, _rn)(unsigned int a) { return PR_NARROW((float)a); }
PR_FN PR_T PR_NAME(__short2, PR_WORD, _rn)(short a) { return PR_NARROW((float)a); }
PR_FN PR_T PR_NAME(__ushort_as_, PR_WORD, )(unsigned short a) { return PR_RAW{a}; }
PR_FN PR_T PR_NAME(__short_as_, PR_WORD, )(short a) { return PR_RAW{(unsigned short)a}; }
PR_FN float PR_NAME(__, PR_WORD, 2float)(PR_T a) { return __pr_wide(a); }
PR_FN int PR_NAME(__, PR_WORD, 2int_rn)(PR_T a) { return __nv_float2int_rn(__pr_wide(a)); }
PR_FN int PR_NAME(__, PR_WORD, 2int_rz)(PR_T a) { return __nv_float2int_rz(__pr_wide(a)); }
PR_FN unsigned int PR_NAME(__, PR_WORD, 2uint_rn)(PR_T a) { return __nv_float2uint_rn(__pr_wide(a)); }
PR_FN unsigned short PR_NAME(__, PR_WORD, _as_ushort)(PR_T a) { return a.__x; }
PR_FN short PR_NAME(__, PR_WORD, _as_short)(PR_T a) { return (short)a.__x; }
PR_FN PR_T2 PR_NAME(__float2, PR_WORD2, _rn)(float a) { return PR_T2(PR_NARROW(a), PR_NARROW(a)); }
PR_FN PR_T2 PR_NAME(__floats2, PR_WORD2, _rn)(float a, float b) { return PR_T2(PR_NARROW(a), PR_NARROW(b)); }
PR_FN PR_T2 PR_NAME(__float22, PR_WORD2, _rn)(float2 a) { return PR_T2(PR_NARROW(a.x), PR_NARROW(a.y)); }
PR_FN float2 PR_NAME(__, PR_WORD2, 2float2)(PR_T2 a) { return {__pr_wide(a.x), __pr_wide(a.y)}; }
PR_FN PR_T2 PR_NAME(__, PR_WORD, PR_NAME(2, PR_WORD2, ))(PR_T a) { return PR_T2(a, a); }
PR_FN PR_T2 PR_NAME(__halves2, PR_WORD2, )(PR_T a, PR_T b) { return PR_T2(a, b); }
PR_FN PR_T2 PR_NAME(__lows2, PR_WORD2, )(PR_T2 a, PR_T2 b) { return PR_T2(a.x, b.x); }
PR_FN PR_T2 PR_NAME(__highs2, PR_WORD2, )(PR_T2 a, PR_T2 b) { return PR_T2(a.y, b.y); }
PR_FN PR_T2 PR_NAME(__low2, PR_WORD2, )(PR_T2 a) { return PR_T2(a.x, a.x); }
PR_FN PR_T2 PR_NAME(__high2, PR_WORD2, )(PR_T2 a) { return PR_T2(a.y, a.y); }
PR_FN PR_T PR_NAME(__low2, PR_WORD, )(PR_T2 a) { return a.x; }
PR_FN PR_T PR_NAME(__high2, PR_WORD, )(PR_T2 a) { return a.y; }
PR_FN PR_T2 PR_NAME(make_, PR_WORD2, )(PR_T a, PR_T b) { return PR_T2(a, b); }
#undef PR_NAME
#undef PR_PASTE

// Loads and stores with a hint, exchanges within a warp.
#define PR_DEVICE inline __device__
PR_DEVICE PR_T atomicAdd(PR_T *p, PR_T v) {
  PR_NATIVE was = __atomic_fetch_add(
      (PR_NATIVE *)p, __builtin_bit_cast(PR_NATIVE, v.__x), __ATOMIC_RELAXED);
  return PR_NARROW((float)was);
}
PR_DEVICE PR_T2 atomicAdd(PR_T2 *p, PR_T2 v) {
  return PR_T2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y));
}
#define PR_SHUFFLE(Name, How)                                                  \
  PR_DEVICE PR_T Name(unsigned int mask, PR_T v, How by, int width = 32) {     \
    v.__x = (unsigned short)Name(mask, (unsigned int)v.__x, by, width);        \
    return v;                                                                  \
  }                                                                            \
  PR_DEVICE PR_T2 Name(unsigned int mask, PR_T2 v, How by, int width = 32) {   \
    unsigned int bits = (unsigned int)v.y.__x << 16 | v.x.__x;                 \
    bits = Name(mask, bits, by, width);                                        \
    v.x.__x = (unsigned short)bits;                                            \
    v.y.__x = (unsigned short)(bits >> 16);                                    \
    return v;                                                                  \
  }
PR_SHUFFLE(__shfl_sync, int)
PR_SHUFFLE(__shfl_up_sync, unsigned int)
PR_SHUFFLE(__shfl_down_sync, unsigned int)
PR_SHUFFLE(__shfl_xor_sync, int)
#undef PR_SHUFFLE
#define PR_HINTS(T)                                                            \
  PR_DEVICE T __ldg(const T *p) { return *p; }                                 \
  PR_DEVICE T __ldcg(const T *p) { return *p; }                                \
  PR_DEVICE T __ldca(const T *p) { return *p; }                                \
  PR_DEVICE T __ldcs(const T *p) { return *p; }                                \
  PR_DEVICE void __stcg(T *p, T v) { *p = v; }                                 \
  PR_DEVICE void __stcs(T *p, T v) { *p = v; }
PR_HINTS(PR_T)
PR_HINTS(PR_T2)
#undef PR_HINTS
#undef PR_DEVICE
#endif
