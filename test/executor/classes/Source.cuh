// Classes that come from what the loop's source says besides its tiles: sizes,
// side effects, live values, pointers, guards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "Common.cuh"

KERNEL(sizeof_grew) { // 22
  constexpr int Buffers = Bad ? 2 : 1;
  __shared__ float s[Buffers][T];
  float a = 0;
  for (int k = 0; k < n; ++k) {
    s[0][ME] = A[k * T + ME];
    SYNC;
    for (int i = ME; i < int(sizeof(s) / sizeof(float)); i += T)
      a += s[0][i];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(side_effect_repeated) { // 25
  __shared__ float s[2][T];
  float a = 0;
  int Count = 0;
  if (n > 0) s[0][ME] = A[(Bad ? Count++ : Count) * T + ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) s[(k + 1) & 1][ME] = A[(Count++ + !Bad) * T + ME];
    a += s[k & 1][MIRROR];
    SYNC;
  }
  C[ME] = a + Count;
}

KERNEL(induction_live_after_loop) { // 26
  __shared__ float s[2][T];
  float a = 0;
  int k = 0;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (; k + 1 < n; ++k) {
    s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    SYNC;
  }
  if (n > 0) a += s[(n - 1) & 1][MIRROR];
  if (!Bad) k = n;
  C[ME] = a + k;
}

KERNEL(pointer_not_advanced) { // 27
  __shared__ float s[2][T];
  float a = 0;
  const float *P = A;
  if (n > 0) s[0][ME] = P[ME];
  if (!Bad) P += T;
  SYNC;
  for (int k = 0; k < n; ++k) {
    float r = k + 1 < n ? P[ME] : 0;
    a += s[k & 1][MIRROR];
    P += T;
    if (k + 1 < n) s[(k + 1) & 1][ME] = r;
    SYNC;
  }
  C[ME] = a;
}

KERNEL(stale_tile_is_meant) { // 28: the guard has no else
  __shared__ float s[2][T];
  float a = 0;
  s[0][ME] = s[1][ME] = 0;
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (k == 0 || ME < 32) s[Bad ? k & 1 : 0][ME] = A[k * T + ME];
    SYNC;
    a += s[Bad ? k & 1 : 0][MIRROR];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(address_from_compute) { // 29
  __shared__ float s[2][T];
  float a = 0;
  int Next = 0;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    int Before = Next;
    Next = int(s[k & 1][0]) & 3;
    float r = A[(Bad ? Before : Next) * T + ME];
    a += s[k & 1][MIRROR];
    if (k + 1 < n) s[(k + 1) & 1][ME] = r;
    SYNC;
  }
  C[ME] = a;
}

KERNEL(reference_taken_before) { // 31
  __shared__ float s[2][T];
  float *Q = s[0];
  float a = 0;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += Bad ? Q[MIRROR] : s[k & 1][MIRROR];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(dynamic_size_not_grown) { // 32: launched with T or 2 T floats
  extern __shared__ float Dynamic[];
  float a = 0;
  if (n > 0) Dynamic[ME] = A[ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) Dynamic[((k + 1) & 1) * T + ME] = A[(k + 1) * T + ME];
    a += Dynamic[(k & 1) * T + MIRROR];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(accumulation_reordered) { // 34
  __shared__ float s[T];
  float a = 0;
  for (int i = 0; i < n; ++i) {
    int k = Bad ? n - 1 - i : i;
    s[ME] = A[k * T + ME] * (k % 2 ? 1.0e6f : 0.37f);
    SYNC;
    a += s[MIRROR];
    SYNC;
  }
  C[ME] = a;
}
