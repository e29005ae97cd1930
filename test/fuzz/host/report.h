// What a random host program prints: buffers as a hash, errors as numbers.
#ifndef HOST_REPORT_H
#define HOST_REPORT_H
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

namespace report {

constexpr size_t PoolBytes = size_t(1) << 20;

inline void set(float &at, unsigned h) { at = (int(h % 33) - 16) / 8.f; }
inline void set(double &at, unsigned h) { at = (int(h % 33) - 16) / 8.; }
inline void set(unsigned &at, unsigned h) { at = h; }
inline void set(unsigned short &at, unsigned h) { at = (unsigned short)h; }

/// A number that no compiler knows.
inline int given(int value) {
  volatile int hidden = value;
  return hidden;
}

/// Memory of the device in which all pointers of a program lie.
template <class T> T *fill(char *pool, unsigned seed) {
  const size_t count = PoolBytes / sizeof(T);
  T *values = new T[count];
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    set(values[i], seed >> 8);
  }
  cudaMemcpy(pool, values, PoolBytes, cudaMemcpyHostToDevice);
  delete[] values;
  return reinterpret_cast<T *>(pool);
}

inline unsigned long long hash(const char *pool) {
  static unsigned long long words[PoolBytes / 8];
  if (cudaMemcpy(words, pool, PoolBytes, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 0;
  unsigned long long sum = 1469598103934665603ull;
  for (unsigned long long word : words)
    sum = (sum ^ word) * 1099511628211ull;
  return sum;
}

inline void error(const char *step, const char *call, int code) {
  std::printf("%s %s: %d\n", step, call, code);
}

inline void buffers(const char *step, const char *pool) {
  std::printf("%s %016llx\n", step, hash(pool));
}

} // namespace report
#endif
