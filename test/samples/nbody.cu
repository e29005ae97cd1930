//===- nbody.cu - gravity of K bodies on M others -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// acceleration[i] = sum of mass[j] * d / (|d|^2 + SOFTENING)^1.5 over the K
// sources, d = position[j] - position[i]; M targets, one per thread; any M, K
// (N is ignored). A tile holds (x, y, z, mass) of as many sources as a block
// has threads; behind the last source it holds bodies without mass.
//===----------------------------------------------------------------------===//

#include "harness.h"

constexpr int BODIES = 64; // per tile and per block
constexpr float SOFTENING = 0.01f;

__device__ inline void attract(float3 &acceleration, float3 at, float4 body) {
  const float dx = body.x - at.x, dy = body.y - at.y, dz = body.z - at.z;
  const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
  const float pull = body.w * inverse * inverse * inverse;
  acceleration.x += dx * pull;
  acceleration.y += dy * pull;
  acceleration.z += dz * pull;
}

__global__ void nbody(const float4 *sources, int sourceCount,
                      const float4 *targets, float *acceleration,
                      int targetCount) {
  __shared__ float4 tile[BODIES];

  const int target = blockIdx.x * BODIES + threadIdx.x;
  float3 at = make_float3(0.0f, 0.0f, 0.0f);
  if (target < targetCount)
    at = make_float3(targets[target].x, targets[target].y, targets[target].z);

  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < sourceCount; first += BODIES) {
    const int source = first + threadIdx.x;
    tile[threadIdx.x] = source < sourceCount
                            ? sources[source]
                            : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();

#pragma unroll 8
    for (int j = 0; j < BODIES; ++j)
      attract(sum, at, tile[j]);
    __syncthreads();
  }

  if (target < targetCount) {
    acceleration[3 * target + 0] = sum.x;
    acceleration[3 * target + 1] = sum.y;
    acceleration[3 * target + 2] = sum.z;
  }
}

static float4 randomBody(size_t, uint64_t bits) {
  auto coordinate = [&](int i) {
    return float(2 * harness::unit(harness::mix(bits + i)) - 1);
  };
  return make_float4(coordinate(0), coordinate(1), coordinate(2),
                     float(harness::unit(bits)));
}

static void run(harness::Run &r) {
  size_t M = r.M, K = r.K;
  harness::Input<float4> sources(r, K, randomBody), targets(r, M, randomBody);
  harness::Output<float> acceleration(r, 3 * M);
  // 20 operations per pair is what the field counts.
  r.launch(20.0 * M * K, [&] {
    nbody<<<harness::ceilDiv(r.M, BODIES), BODIES>>>(sources, r.K, targets,
                                                     acceleration, r.M);
  });
  r.check(acceleration, 4.0 * K, harness::Fp32, [&](size_t i) {
    const float4 &at = targets.at(i / 3);
    double sum = 0;
    for (size_t j = 0; j < K; ++j) {
      const float4 &body = sources.at(j);
      double d[3] = {double(body.x) - at.x, double(body.y) - at.y,
                     double(body.z) - at.z};
      double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + SOFTENING;
      sum += body.w * d[i % 3] / (square * std::sqrt(square));
    }
    return sum;
  });
}

int main(int argc, char **argv) {
  harness::Suite suite(argc, argv);
  suite.add("nbody", run,
            {{64, 1, 0},
             {50, 1, 1},
             {65, 1, 64},
             {64, 1, 128},
             {30, 1, 150},
             {64, 1, 256},
             {100, 1, 320},
             {128, 1, 500}});
  return suite.exitCode();
}
