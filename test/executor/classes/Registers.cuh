// Classes of the register form: load the next tile to a register, compute,
// store it to the other buffer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "Common.cuh"

KERNEL(missing_prologue_barrier) { // 1
  __shared__ float s[2][T];
  float a = 0, r = 0;
  if (n > 0) s[0][ME] = A[ME];
  if (!Bad) SYNC;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) r = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    if (k + 1 < n) s[(k + 1) & 1][ME] = r;
    SYNC;
  }
  C[ME] = a;
}

KERNEL(single_buffer_overwritten) { // 2
  __shared__ float s[T];
  float a = 0, r = 0;
  if (n > 0) s[ME] = A[ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) r = A[(k + 1) * T + ME];
    a += s[MIRROR];
    if (!Bad) SYNC;
    if (k + 1 < n) s[ME] = r;
    SYNC;
  }
  C[ME] = a;
}

KERNEL(wrong_parity) { // 3
  __shared__ float s[2][T];
  float a = 0, r = 0;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) r = A[(k + 1) * T + ME];
    a += s[(k + Bad) & 1][MIRROR];
    if (k + 1 < n) s[(k + 1) & 1][ME] = r;
    SYNC;
  }
  C[ME] = a;
}

KERNEL(dropped_last_tile) { // 4
  __shared__ float s[2][T];
  float a = 0;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (int k = 0; k + 1 < n; ++k) {
    s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    SYNC;
  }
  if (!Bad && n > 0) a += s[(n - 1) & 1][MIRROR];
  C[ME] = a;
}

KERNEL(tile_computed_twice) { // 5
  __shared__ float s[2][T];
  float a = 0;
  int End = Bad ? n : n - 1;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (int k = 0; k < End; ++k) {
    if (k + 1 < n) s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    SYNC;
  }
  if (n > 0) a += s[(n - 1) & 1][MIRROR];
  C[ME] = a;
}

KERNEL(prefetch_past_end) { // 6
  __shared__ float s[2][T];
  float a = 0;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (Bad || k + 1 < n) s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(zero_trips_run_once) { // 7
  __shared__ float s[2][T];
  float a = 0;
  int k = 0;
  if (!Bad && n == 0) {
    C[ME] = 0;
    return;
  }
  s[0][ME] = A[ME];
  SYNC;
  do {
    if (k + 1 < n) s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    SYNC;
  } while (++k < n);
  C[ME] = a;
}

KERNEL(odd_trip_count) { // 8
  __shared__ float s[2][T];
  float a = 0;
  int k = 0;
  for (; k + 1 < n; k += 2) {
    s[0][ME] = A[k * T + ME];
    s[1][ME] = A[(k + 1) * T + ME];
    SYNC;
    a += s[0][MIRROR];
    a += s[1][MIRROR];
    SYNC;
  }
  if (!Bad && k < n) {
    s[0][ME] = A[k * T + ME];
    SYNC;
    a += s[0][MIRROR];
  }
  C[ME] = a;
}

KERNEL(store_aliases_moved_load) { // 9: Extra is writable A
  __shared__ float s[T];
  float a = 0, r = 0;
  for (int k = 0; k < n; ++k) {
    if (Bad && k + 1 < n) r = A[(k + 1) * T + ME];
    s[ME] = Bad && k > 0 ? Extra[4096 + ME] : A[k * T + ME];
    SYNC;
    a += s[MIRROR];
    SYNC;
    if (k + 1 < n) Extra[(k + 1) * T + ME] = a;
    if (Bad) Extra[4096 + ME] = r;
  }
  C[ME] = a;
}

KERNEL(trip_count_by_thread) { // 11
  __shared__ float s[T];
  float a = 0;
  int Mine = Bad ? n - (ME >= 32) : n;
  for (int k = 0; k < Mine; ++k) {
    s[ME] = A[k * T + ME];
    SYNC;
    a += s[ME];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(barrier_under_condition) { // 12
  __shared__ float s[T];
  float a = 0;
  for (int k = 0; k < n; ++k) {
    s[ME] = A[k * T + ME];
    if (!Bad || A[k * T + ME] > 0) SYNC;
    a += s[MIRROR];
    SYNC;
  }
  C[ME] = a;
}

KERNEL(trailing_barrier_dropped) { // 19
  __shared__ float s[2][T];
  float a = 0;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (int k = 0; k < n; ++k) {
    if (k + 1 < n) s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    if (!Bad || k + 1 < n) SYNC;
  }
  s[0][ME] = a;
  SYNC;
  C[ME] = s[0][MIRROR];
}

KERNEL(outer_loop_enters_again) { // 20
  __shared__ float s[2][T];
  float a = 0;
  for (int Pass = 0; Pass < 2; ++Pass) {
    if (n > 0) s[0][ME] = A[Pass * T + ME];
    SYNC;
    for (int k = 0; k < n; ++k) {
      if (k + 1 < n) s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
      a += s[k & 1][MIRROR];
      if (!Bad || k + 1 < n) SYNC;
    }
  }
  C[ME] = a;
}

KERNEL(unsigned_trip_arithmetic) { // 35
  __shared__ float s[2][T];
  float a = 0;
  unsigned Un = n;
  if (n > 0) s[0][ME] = A[ME];
  SYNC;
  for (unsigned k = 0; Bad ? k < min(Un - 1u, 8u) : k + 1 < Un; ++k) {
    s[(k + 1) & 1][ME] = A[(k + 1) * T + ME];
    a += s[k & 1][MIRROR];
    SYNC;
  }
  if (n > 0) a += s[(n - 1) & 1][MIRROR];
  C[ME] = a;
}
