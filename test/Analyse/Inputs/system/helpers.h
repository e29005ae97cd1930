// A header of a library, with the name of one of CUDA's.
#pragma once

struct Slots {
  float *At;
};

__device__ inline void put(Slots slots, int i, float x) { slots.At[i] = x; }
__device__ inline float twice(Slots slots, int i) { return 2.0f * slots.At[i]; }
