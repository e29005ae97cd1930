// min and max, which CUDA has outside any namespace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma clang system_header

// With a toolkit, its headers give the device its own.
#ifndef PR_MIN_MAX_TARGETS
#define PR_MIN_MAX_TARGETS __host__ __device__
#endif

#define PR_MIN_MAX(T)                                                          \
  static inline PR_MIN_MAX_TARGETS T min(T a, T b) { return b < a ? b : a; }  \
  static inline PR_MIN_MAX_TARGETS T max(T a, T b) { return a < b ? b : a; }
// clang declares those for int, for the device alone.
static inline __host__ int min(int a, int b) { return b < a ? b : a; }
static inline __host__ int max(int a, int b) { return a < b ? b : a; }
PR_MIN_MAX(unsigned int)
PR_MIN_MAX(long)
PR_MIN_MAX(unsigned long)
PR_MIN_MAX(long long)
PR_MIN_MAX(unsigned long long)
PR_MIN_MAX(float)
PR_MIN_MAX(double)
#undef PR_MIN_MAX

// CUDA has these mixtures, too; without them a call would be ambiguous.
#define PR_MIN_MAX_MIXED(A, B, R)                                              \
  static inline PR_MIN_MAX_TARGETS R min(A a, B b) { return min((R)a, (R)b); } \
  static inline PR_MIN_MAX_TARGETS R min(B a, A b) { return min((R)a, (R)b); } \
  static inline PR_MIN_MAX_TARGETS R max(A a, B b) { return max((R)a, (R)b); } \
  static inline PR_MIN_MAX_TARGETS R max(B a, A b) { return max((R)a, (R)b); }
PR_MIN_MAX_MIXED(int, unsigned int, unsigned int)
PR_MIN_MAX_MIXED(long, unsigned long, unsigned long)
PR_MIN_MAX_MIXED(long long, unsigned long long, unsigned long long)
PR_MIN_MAX_MIXED(float, double, double)
#undef PR_MIN_MAX_MIXED
#undef PR_MIN_MAX_TARGETS
