#pragma once
// A library's function that waits for copies of its own.
inline __device__ float settled(float value) {
  asm volatile("cp.async.wait_all;" ::: "memory");
  return value;
}
