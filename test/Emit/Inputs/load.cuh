#pragma once
#define TILE_ROWS 64
#define CHANGES 1
template <typename T, typename V = int>
__device__ void load_rows(T *to, const T *from, V rows) {
  for (int i = 0; i < TILE_ROWS / 32; ++i) {
    T valueNext = 0;
    if (i < rows)
      valueNext = from[i * 32 + threadIdx.x];
    to[i * 32 + threadIdx.x] = valueNext;
  }
}
__device__ void load_changing(float *to, const float *from) {
  to[threadIdx.x] = from[threadIdx.x] * CHANGES;
}
namespace other {
__device__ void load(float *to, const float *from) {
  to[threadIdx.x] = from[threadIdx.x];
}
} // namespace other
