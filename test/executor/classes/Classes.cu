// Runs every miscompile class with its correct twin for one trip count.
// Prints "number name good same" and "number name bad same|differs": whether
// the output is that of the twin. Hazards go to PIPELINE_EXEC_REPORT.
//
// usage: classes N
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Async.cuh"
#include "Registers.cuh"
#include "Source.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Kernel = void (*)(const float *, float *, int, float *);

struct Class {
  int Number;
  const char *Name;
  Kernel Good, Bad;
};

#define CLASS(Number, Name) {Number, #Name, Name<false>, Name<true>}
static const Class Classes[] = {
    CLASS(1, missing_prologue_barrier), CLASS(2, single_buffer_overwritten),
    CLASS(3, wrong_parity),             CLASS(4, dropped_last_tile),
    CLASS(5, tile_computed_twice),      CLASS(6, prefetch_past_end),
    CLASS(7, zero_trips_run_once),      CLASS(8, odd_trip_count),
    CLASS(9, store_aliases_moved_load), CLASS(10, source_changes_in_flight),
    CLASS(11, trip_count_by_thread),    CLASS(12, barrier_under_condition),
    CLASS(13, missing_wait),            CLASS(14, wait_off_by_one),
    CLASS(15, conditional_commit),      CLASS(16, wait_after_barrier),
    CLASS(17, prefetch_distance_is_stages), CLASS(18, buffer_reused_in_flight),
    CLASS(19, trailing_barrier_dropped), CLASS(20, outer_loop_enters_again),
    CLASS(21, copy_misaligned),         CLASS(22, sizeof_grew),
    CLASS(23, wrong_element_size),      CLASS(24, converting_load_copied_raw),
    CLASS(25, side_effect_repeated),    CLASS(26, induction_live_after_loop),
    CLASS(27, pointer_not_advanced),    CLASS(28, stale_tile_is_meant),
    CLASS(29, address_from_compute),    CLASS(30, break_leaves_copy_in_flight),
    CLASS(31, reference_taken_before),  CLASS(32, dynamic_size_not_grown),
    CLASS(33, user_groups_miscounted),  CLASS(34, accumulation_reordered),
    CLASS(35, unsigned_trip_arithmetic), CLASS(36, own_element_before_wait)};

/// A holds exactly the tiles of the loop (two at least: class 20 reads two),
/// so that a read past them is out of bounds.
static std::vector<float> run(const Class &K, Kernel F, bool Bad, int N) {
  std::vector<float> Input(8192), Output(T);
  for (size_t I = 0; I < Input.size(); ++I)
    Input[I] = float((I * 37 + I / T * 11) % 101) - 50 + I % 7 * 0.25f;
  int Tiles = K.Number == 20 ? (N > 2 ? N : 2) : K.Number == 29 ? 4 : N;
  float *A, *C, *Extra;
  cudaMalloc(&A, Tiles * T * 4 + 1); // one byte: never a null pointer
  cudaMalloc(&C, T * 4);
  cudaMalloc(&Extra, Input.size() * 4);
  cudaMemcpy(A, Input.data(), Tiles * T * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(Extra, Input.data(), Input.size() * 4, cudaMemcpyHostToDevice);
  cudaMemset(C, 0, T * 4);
  int Shared = K.Number == 32 ? (Bad ? T : 2 * T) * 4 : 0;
  // Class 9 is about pointers that overlap.
  F<<<1, T, Shared>>>(K.Number == 9 ? Extra : A, C, N, Extra);
  if (cudaDeviceSynchronize() != cudaSuccess)
    std::printf("%d %s failed\n", K.Number, K.Name);
  cudaMemcpy(Output.data(), C, T * 4, cudaMemcpyDeviceToHost);
  cudaFree(A);
  cudaFree(C);
  cudaFree(Extra);
  return Output;
}

int main(int Argc, char **Argv) {
  int N = Argc > 1 ? std::atoi(Argv[1]) : 3;
  for (const Class &K : Classes) {
    std::vector<float> Good = run(K, K.Good, false, N);
    std::vector<float> Bad = run(K, K.Bad, true, N);
    bool Same = !std::memcmp(Good.data(), Bad.data(), T * 4);
    std::printf("%d %s %s\n", K.Number, K.Name, Same ? "same" : "differs");
  }
}
