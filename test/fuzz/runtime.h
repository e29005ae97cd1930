// Everything of a generated program that is not a kernel; generate.py puts it
// at the program's head, so that one file is all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <cstring>

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

struct Memory {
  unsigned long long state;
  void *blocks[24];
  size_t sizes[24];
  int count = 0;

  explicit Memory(unsigned long long seed)
      : state(seed * 0x9e3779b97f4a7c15ull + 1) {}
  ~Memory() {
    for (int i = 0; i < count; ++i)
      cudaFree(blocks[i]);
  }

  unsigned draw() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return unsigned(state >> 33);
  }
  float unit() { return float(draw() % 4096) / 2048.0f - 1.0f; }
  int small() { return int(draw() % 201) - 100; }

  void fill(float &v) { v = unit(); }
  void fill(double &v) { v = double(unit()) + double(unit()) / 4096; }
  void fill(int &v) { v = small(); }
  void fill(unsigned &v) { v = draw(); }
  void fill(long long &v) { v = (long long)draw() * draw(); }
  void fill(short &v) { v = short(small()); }
  void fill(unsigned char &v) { v = (unsigned char)draw(); }
  void fill(unsigned short &v) { v = (unsigned short)draw(); }
  void fill(float2 &v) { v = make_float2(unit(), unit()); }
  void fill(float4 &v) { v = make_float4(unit(), unit(), unit(), unit()); }
  void fill(int4 &v) { v = make_int4(small(), small(), small(), small()); }
  void fill(Pair &v) { v = Pair{unit(), small()}; }

  void *take(const void *host, size_t bytes) {
    void *device = nullptr;
    if (cudaMalloc(&device, bytes ? bytes : 1) != cudaSuccess)
      exit(2);
    if (bytes)
      cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
    blocks[count] = device;
    sizes[count++] = bytes;
    return device;
  }

  template <typename T> T *input(size_t n) {
    T *host = (T *)malloc(n * sizeof(T) + 1);
    for (size_t i = 0; i < n; ++i)
      fill(host[i]);
    void *device = take(host, n * sizeof(T));
    free(host);
    return (T *)device;
  }

  int *indices(int n) {
    int *host = (int *)malloc(n * sizeof(int) + 1);
    for (int i = 0; i < n; ++i)
      host[i] = int(draw() % unsigned(n));
    void *device = take(host, n * sizeof(int));
    free(host);
    return (int *)device;
  }

  template <typename T> T *output(size_t n) {
    void *host = calloc(n + 1, sizeof(T));
    void *device = take(host, n * sizeof(T));
    free(host);
    return (T *)device;
  }

  void finish(const char *kernel, int K) {
    if (cudaDeviceSynchronize() != cudaSuccess ||
        cudaGetLastError() != cudaSuccess) {
      printf("CASE %s K=%d failed\n", kernel, K);
      return;
    }
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (int i = 0; i < count; ++i) { // inputs too: nobody may change them
      unsigned char *host = (unsigned char *)malloc(sizes[i] + 1);
      if (sizes[i])
        cudaMemcpy(host, blocks[i], sizes[i], cudaMemcpyDeviceToHost);
      for (size_t j = 0; j < sizes[i]; ++j)
        hash = (hash ^ host[j]) * 0x100000001b3ull;
      free(host);
    }
    printf("CASE %s K=%d hash=%016llx\n", kernel, K, hash);
  }
};
