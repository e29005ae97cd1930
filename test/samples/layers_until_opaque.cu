//===- layers_until_opaque.cu - a loop that a block leaves when it is done -==//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each of M pixels sees K layers, front to back, of which every N-th halves the
// light. A block stops at the tile in which its last pixel has become dark. All
// values are small multiples of powers of two, so that sums are exact.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int PIXELS = 128; // per block, one per thread
constexpr int LAYERS = 64;  // per tile
constexpr float DARK = 1.0f / 1024;

/// What one pixel sees of a tile; true once it is dark.
__device__ bool look(const float4 *layers, int pixel, int period, float &light,
                     float4 &sum) {
  for (int i = 0; i < LAYERS && light > DARK; ++i) {
    sum.x += light * layers[i].x;
    sum.y += light * layers[i].y;
    sum.z += light * layers[i].z;
    sum.w += light * layers[i].w;
    if ((i + pixel) % period == 0)
      light *= 0.5f;
  }
  return !(light > DARK);
}

/// The second barrier takes the vote.
__global__ void layers_vote(const float4 *__restrict__ layers,
                            float4 *__restrict__ seen, int count, int period) {
  __shared__ float4 tile[LAYERS];
  const int tid = threadIdx.x, pixel = blockIdx.x * PIXELS + tid;
  float light = 1.0f;
  float4 sum = make_float4(0, 0, 0, 0);
  // pipeline-rewrite: assume-tiles-exist
  for (int first = 0; first < count; first += LAYERS) {
    if (tid < LAYERS)
      tile[tid] = layers[first + tid];
    __syncthreads();
    const bool dark = look(tile, pixel, period, light, sum);
    if (__syncthreads_and(dark))
      break;
  }
  seen[pixel] = sum;
}

/// The vote is a barrier of its own, between two parts of the computation.
__global__ void layers_count(const float4 *__restrict__ layers,
                             float4 *__restrict__ seen, int count, int period,
                             int enough) {
  __shared__ float4 tile[LAYERS];
  const int tid = threadIdx.x, pixel = blockIdx.x * PIXELS + tid;
  float light = 1.0f;
  float4 sum = make_float4(0, 0, 0, 0);
  int first = 0;
  // pipeline-rewrite: assume-tiles-exist
  while (first < count) {
    if (tid < LAYERS)
      tile[tid] = layers[first + tid];
    __syncthreads();

    const bool dark = look(tile, pixel, period, light, sum);
    const int left = __syncthreads_count(!dark);
    if (left <= enough) {
      break;
    }
    // The light that the tile's last layer adds once more.
    sum.x += light * tile[LAYERS - 1].x;
    __syncthreads();
    first += LAYERS;
  }
  seen[pixel] = sum;
}

/// Pixels in rounds: a tile that a break has left is followed by another first.
__global__ void layers_rounds(const float4 *__restrict__ layers,
                              float4 *__restrict__ seen, int pixels, int count,
                              int period) {
  __shared__ float4 tile[LAYERS];
  const int tid = threadIdx.x;
  for (int base = blockIdx.x * PIXELS; base < pixels;
       base += gridDim.x * PIXELS) {
    const int pixel = base + tid;
    float light = 1.0f;
    float4 sum = make_float4(0, 0, 0, 0);
    // pipeline-rewrite: assume-tiles-exist
    for (int first = 0; first < count; first += LAYERS) {
      if (tid < LAYERS)
        tile[tid] = layers[first + tid];
      __syncthreads();
      const bool dark = look(tile, pixel, period, light, sum);
      if (!__syncthreads_or(!dark))
        break;
    }
    seen[pixel] = sum;
  }
}

/// The vote is the barrier on top of the body.
__global__ void layers_vote_on_top(const float4 *__restrict__ layers,
                                   float4 *__restrict__ seen, int pixels,
                                   int count, int period) {
  __shared__ float4 tile[LAYERS];
  const int tid = threadIdx.x;
  for (int base = blockIdx.x * PIXELS; base < pixels;
       base += gridDim.x * PIXELS) {
    const int pixel = base + tid;
    float light = 1.0f;
    float4 sum = make_float4(0, 0, 0, 0);
    bool dark = false;
    // pipeline-rewrite: assume-tiles-exist
    for (int first = 0; first < count; first += LAYERS) {
      const int done = __syncthreads_count(dark);
      if (done == PIXELS)
        break;
      if (tid < LAYERS)
        tile[tid] = layers[first + tid];
      __syncthreads();
      dark = look(tile, pixel, period, light, sum);
    }
    seen[pixel] = sum;
  }
}

enum class Kind { Vote, Count, Rounds, Top };

template <Kind KIND> static void run(harness::Run &r) {
  if (!r.fits(r.M % PIXELS == 0 && r.K % LAYERS == 0))
    return;
  const int M = r.M, N = r.N, K = r.K;
  harness::Input<float> layers(
      r, 4 * size_t(K), [](size_t, uint64_t bits) { return bits % 8 / 8.0f; });
  harness::Output<float> seen(r, 4 * size_t(M));
  r.launch(8.0 * M * K, [&] {
    auto *from = reinterpret_cast<const float4 *>((const float *)layers);
    auto *to = reinterpret_cast<float4 *>((float *)seen);
    if (KIND == Kind::Vote)
      layers_vote<<<M / PIXELS, PIXELS>>>(from, to, K, N);
    else if (KIND == Kind::Count)
      layers_count<<<M / PIXELS, PIXELS>>>(from, to, K, N, 0);
    else if (KIND == Kind::Top)
      layers_vote_on_top<<<1, PIXELS>>>(from, to, M, K, N);
    else
      layers_rounds<<<1, PIXELS>>>(from, to, M, K, N);
  });
  r.check(seen, K, harness::Exact, [&](size_t i) {
    const size_t pixel = i / 4, block = pixel / PIXELS * PIXELS;
    auto isDark = [&](size_t p, size_t until, double &light, double &sum) {
      for (size_t k = until - LAYERS; k < until && light > DARK; ++k) {
        sum += light * layers.at(4 * k + i % 4);
        if ((k % LAYERS + p) % N == 0)
          light *= 0.5;
      }
      return !(light > DARK);
    };
    double light = 1, sum = 0, other[PIXELS], unused;
    for (double &each : other)
      each = 1;
    for (size_t until = LAYERS; until <= size_t(K); until += LAYERS) {
      isDark(pixel, until, light, sum);
      bool all = true;
      for (size_t p = 0; p < PIXELS; ++p)
        all &= isDark(block + p, until, other[p], unused = 0);
      if (all)
        break;
      if (KIND == Kind::Count && i % 4 == 0)
        sum += light * layers.at(4 * (until - 1));
    }
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("layers_vote", run<Kind::Vote>,
            {{128, 1, 0}, {128, 1, 64}, {256, 9, 320}, {128, 40, 256}});
  suite.add("layers_count", run<Kind::Count>,
            {{128, 1, 0}, {128, 1, 64}, {256, 9, 320}, {128, 40, 256}});
  suite.add("layers_vote_on_top", run<Kind::Top>,
            {{256, 1, 0}, {256, 1, 64}, {384, 9, 320}, {256, 40, 256}});
  suite.add("layers_rounds", run<Kind::Rounds>, {{256, 1, 64}, {384, 9, 320}});
  return suite.exitCode();
}
