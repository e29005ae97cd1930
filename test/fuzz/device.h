// What the kernels of a generated program use; generate.py puts it at the
// program's head, so that one file is all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>

#define BARRIER() __syncthreads()
#define LOAD_AS(type, x) (*reinterpret_cast<const type *>(&(x)))
#define STORE_AS(type, x) (*reinterpret_cast<type *>(&(x)))

struct Pair {
  float a;
  int b;
};

/// 16 bytes of elements.
template <typename T> struct Pack {
  static constexpr int N = 16 / sizeof(T);
  struct alignas(16) Type {
    T lane[N];
  };
};

inline __device__ void syncBlock() { __syncthreads(); }
inline __device__ float widen(unsigned short v) { return v * 0.125f; }
inline __device__ float flatten(float2 v) { return fmaf(v.y, 0.5f, v.x); }
inline __device__ float flatten(float4 v) {
  return fmaf(v.w, 3.0f, fmaf(v.z, 2.0f, fmaf(v.y, 0.5f, v.x)));
}
inline __device__ unsigned flatten(int4 v) {
  return unsigned(v.x) + 3u * unsigned(v.y) + 5u * unsigned(v.z) +
         7u * unsigned(v.w);
}
inline __device__ float flatten(Pair v) { return v.a + float(v.b); }

// -- A value that is changed through another name -----------------------------

template <class T>
inline __device__ auto nudgeAs(T v, int) -> decltype(v.x, T()) {
  v.x = decltype(v.x)(v.x + 1);
  return v;
}
template <class T> inline __device__ T nudgeAs(T v, long) {
  return T(v + T(1));
}
inline __device__ Pair nudgeAs(Pair v, int) { return Pair{v.a, v.b + 1}; }
/// Another value of the type.
template <class T> inline __device__ T nudge(T v) { return nudgeAs(v, 0); }

template <class T>
inline __device__ auto plusAs(T v, unsigned by, int) -> decltype(v.x, T()) {
  v.x = decltype(v.x)(v.x + decltype(v.x)(by % 64u));
  return v;
}
template <class T> inline __device__ T plusAs(T v, unsigned by, long) {
  return T(v + T(by % 64u));
}
inline __device__ Pair plusAs(Pair v, unsigned by, int) {
  return Pair{v.a, v.b + int(by % 64u)};
}
/// The value and something of \p by.
template <class T> inline __device__ T plus(T v, unsigned by) {
  return plusAs(v, by, 0);
}
inline __device__ unsigned bits(float v) { return __float_as_uint(v); }
inline __device__ unsigned bits(double v) {
  return (unsigned)__double2loint(v);
}
inline __device__ unsigned bits(unsigned v) { return v; }

template <class T> inline __device__ void change(T &v) { v = nudge(v); }
template <class T> inline __device__ T changed(T &v) {
  T old = v;
  v = nudge(v);
  return old;
}
template <class T> inline __device__ void changeAt(T *v) { *v = nudge(*v); }
template <class T> inline __device__ void exchange(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}
template <class T> inline __device__ void choose(T &to, T from) { to = from; }
template <int N, class T> inline __device__ T shifted(T v) {
  for (int i = 0; i < N; ++i)
    v = nudge(v);
  return v;
}
template <class T> inline __device__ T times(T v, int by = 2) {
  for (int i = 0; i < by; ++i)
    v = nudge(v);
  return v;
}
template <class T> inline __device__ void third(T &to, const T &from) {
  to = nudge(from);
}
template <class T> inline __device__ void second(T *to, const T &from) {
  third(*to, from);
}
template <class T> inline __device__ T first(T v) {
  T out = v;
  second(&out, v);
  return out;
}
template <class T> inline __device__ void moveOn(T &at, T by) { at += by; }
template <class T> inline __device__ void moveOnAt(T *at, T by) { *at += by; }
template <class T> inline __device__ T begun(T &count) {
  count += 1;
  return 0;
}

template <class T> struct Two {
  T a, b;
};
template <class T> struct Ref {
  T &value;
};
template <class T> struct View {
  const T &value;
};
template <class T> struct Boxed {
  T value;
  __device__ explicit Boxed(T v) : value(v) {}
  __device__ operator T() const { return value; }
  __device__ Boxed &operator++() {
    value = nudge(value);
    return *this;
  }
  __device__ Boxed &operator+=(int by) {
    value = times(value, by);
    return *this;
  }
  __device__ Boxed operator*(const Boxed &other) const {
    return Boxed(nudge(other.value));
  }
  __device__ T get() const { return nudge(value); }
  __device__ void step() { value = nudge(value); }
};
template <class T> struct Row {
  T lane[2];
  __device__ T &operator[](int i) { return lane[i]; }
  __device__ const T &operator[](int i) const { return lane[i]; }
};
template <class T> struct Handle {
  T *at;
  __device__ T *operator->() const { return at; }
  __device__ T &operator*() const { return *at; }
};
template <class T> struct OnExit {
  T &value;
  __device__ explicit OnExit(T &v) : value(v) {}
  __device__ ~OnExit() { value = nudge(value); }
};
template <class T> struct Nudger {
  int calls = 0;
  __device__ T operator()(T v) {
    ++calls;
    return times(v, calls);
  }
};
/// A walking variable that is no number.
template <class T> struct Walk {
  T at;
  __device__ Walk(T from) : at(from) {}
  __device__ operator T() const { return at; }
  __device__ Walk &operator+=(T by) {
    at += by;
    return *this;
  }
};

// -- State of a thread --------------------------------------------------------

inline __device__ unsigned drawFrom(unsigned &s) {
  s = s * 1664525u + 1013904223u;
  return s >> 26;
}
inline __device__ unsigned drawAt(unsigned *s) { return drawFrom(*s); }
inline __device__ unsigned drawAsm(unsigned &s) {
  asm volatile("mad.lo.u32 %0, %0, %1, %2;"
               : "+r"(s)
               : "r"(1664525u), "r"(1013904223u));
  return s >> 26;
}
struct Drawer {
  unsigned s;
  __device__ unsigned next() { return drawFrom(s); }
  __device__ unsigned operator()() { return next(); }
};
struct Ticket {
  unsigned &count;
  __device__ explicit Ticket(unsigned &c) : count(c) { count += 3; }
  __device__ ~Ticket() { count = count * 5 + 1; }
  __device__ unsigned number() const { return count % 64u; }
};

/// The thread's place among all of the grid's.
inline __device__ unsigned slot() {
  return (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline __device__ unsigned loadShared(unsigned at) {
  unsigned v;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
  return v;
}

#define CHANGE(x)                                                              \
  do {                                                                         \
    (x) = nudge(x);                                                            \
  } while (0)
#define NUDGED(x) nudge(x)
#define SET_TO(x, v) x = v
#define ON_THE_WAY(x) x = nudge(x)
