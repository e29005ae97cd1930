// Classes of the cp.async form.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "Common.cuh"

KERNEL(source_changes_in_flight) { // 10: Extra is writable A
  __shared__ float s[2][T];
  float a = 0;
  for (int k = 0; k < n; ++k) {
    if (Bad) {
      if (k == 0) COPY(&s[0][ME], &Extra[ME]);
      COMMIT;
      WAIT(0);
      SYNC;
      if (k + 1 < n) COPY(&s[(k + 1) & 1][ME], &Extra[(k + 1) * T + ME]);
    } else {
      COPY(&s[k & 1][ME], &Extra[k * T + ME]);
      COMMIT;
      WAIT(0);
      SYNC;
    }
    a += s[k & 1][MIRROR];
    if (k + 1 < n) Extra[(k + 1) * T + ME] = a;
    SYNC;
  }
  C[ME] = a;
}

/// Two stages; \p Wait and the rest select the fault.
#define TWO_STAGES(CommitCondition, WaitStatement, BarrierFirst)               \
  __shared__ float s[2][T];                                                    \
  float a = 0;                                                                 \
  if (n > 0) COPY(&s[0][ME], &A[ME]);                                          \
  COMMIT;                                                                      \
  for (int k = 0; k < n; ++k) {                                                \
    if (k + 1 < n) COPY(&s[(k + 1) & 1][ME], &A[(k + 1) * T + ME]);            \
    if (CommitCondition) COMMIT;                                               \
    if (BarrierFirst) SYNC;                                                    \
    WaitStatement;                                                             \
    if (!(BarrierFirst)) SYNC;                                                 \
    a += s[k & 1][MIRROR];                                                     \
    SYNC;                                                                      \
  }                                                                            \
  WAIT(0);                                                                     \
  C[ME] = a;

KERNEL(missing_wait) { TWO_STAGES(true, if (!Bad) WAIT(1), false) }       // 13
KERNEL(wait_off_by_one) { TWO_STAGES(true, if (Bad) WAIT(2); else WAIT(1), false) } // 14
KERNEL(conditional_commit) { TWO_STAGES(!Bad || k + 1 < n, WAIT(1), false) } // 15
KERNEL(wait_after_barrier) { TWO_STAGES(true, WAIT(1), Bad) }             // 16

KERNEL(prefetch_distance_is_stages) { // 17
  __shared__ float s[2][T];
  float a = 0;
  for (int p = 0; p < 2; ++p) {
    if (p < n) COPY(&s[p][ME], &A[p * T + ME]);
    COMMIT;
  }
  for (int k = 0; k < n; ++k) {
    WAIT(1);
    SYNC;
    if (Bad && k + 2 < n) COPY(&s[k & 1][ME], &A[(k + 2) * T + ME]);
    a += s[k & 1][MIRROR];
    if (!Bad) SYNC;
    if (!Bad && k + 2 < n) COPY(&s[k & 1][ME], &A[(k + 2) * T + ME]);
    COMMIT;
  }
  C[ME] = a;
}

KERNEL(buffer_reused_in_flight) { // 18
  __shared__ float s[2][T];
  float a = 0;
  if (n > 0) COPY(&s[0][ME], &A[ME]);
  COMMIT;
  for (int k = 0; k < n; ++k) {
    int Next = k + 1 < n ? k + 1 : 0; // clamped: a surplus copy at the end
    COPY(&s[(k + 1) & 1][ME], &A[Next * T + ME]);
    COMMIT;
    WAIT(1);
    SYNC;
    a += s[k & 1][MIRROR];
    SYNC;
  }
  if (!Bad) WAIT(0);
  s[0][ME] = a;
  SYNC;
  C[ME] = s[0][MIRROR];
}

KERNEL(copy_misaligned) { // 21
  __shared__ __align__(16) float s[T + 4];
  float a = 0;
  int Shift = Bad && (n & 1) ? 1 : 0;
  for (int k = 0; k < n; ++k) {
    if (ME < T / 4)
      __pipeline_memcpy_async(&s[4 * ME], &Extra[k * T + Shift + 4 * ME], 16);
    COMMIT;
    WAIT(0);
    SYNC;
    a += s[MIRROR];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(wrong_element_size) { // 23
  __shared__ double s[T];
  const double *D = reinterpret_cast<const double *>(Extra);
  double a = 0;
  for (int k = 0; k < n; ++k) {
    __pipeline_memcpy_async(&s[ME], &D[ME], Bad ? 4 : 8);
    COMMIT;
    WAIT(0);
    SYNC;
    a += s[MIRROR];
    SYNC;
  }
  C[ME] = float(a);
}

KERNEL(converting_load_copied_raw) { // 24
  __shared__ float s[T];
  const int *I = reinterpret_cast<const int *>(Extra) + 2048;
  float a = 0;
  for (int k = 0; k < n; ++k) {
    if (Bad) {
      COPY(&s[ME], reinterpret_cast<const float *>(&I[k * T + ME]));
      COMMIT;
      WAIT(0);
    } else {
      s[ME] = float(I[k * T + ME]);
    }
    SYNC;
    a += s[MIRROR];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(break_leaves_copy_in_flight) { // 30
  __shared__ float s[2][T];
  float a = 0;
  if (n > 0) COPY(&s[0][ME], &A[ME]);
  COMMIT;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) COPY(&s[(k + 1) & 1][ME], &A[(k + 1) * T + ME]);
    COMMIT;
    WAIT(1);
    SYNC;
    a += s[k & 1][MIRROR];
    SYNC;
    if (k == 1) break;
  }
  if (!Bad) WAIT(0);
  s[0][ME] = a;
  SYNC;
  C[ME] = s[0][MIRROR];
}

KERNEL(user_groups_miscounted) { // 33: a commit of the user's own comes between
  __shared__ float s[2][T];
  float a = 0;
  if (n > 0) COPY(&s[0][ME], &A[ME]);
  COMMIT;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) COPY(&s[(k + 1) & 1][ME], &A[(k + 1) * T + ME]);
    COMMIT;
    COMMIT;
    if (Bad) WAIT(3); else WAIT(2);
    SYNC;
    a += s[k & 1][MIRROR];
    SYNC;
  }
  WAIT(0);
  C[ME] = a;
}

KERNEL(own_element_before_wait) { // 36
  __shared__ float s[2][T];
  float a = 0;
  if (n > 0) COPY(&s[0][ME], &A[ME]);
  COMMIT;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) COPY(&s[(k + 1) & 1][ME], &A[(k + 1) * T + ME]);
    COMMIT;
    if (Bad) a += 2 * s[k & 1][ME];
    WAIT(1);
    if (!Bad) a += 2 * s[k & 1][ME];
    SYNC;
    a += s[k & 1][MIRROR];
    SYNC;
  }
  WAIT(0);
  C[ME] = a;
}
