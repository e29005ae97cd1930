#ifdef __NVCC__
__device__ inline float load(const float *from, int k) {
  return from[k + threadIdx.x];
}
#endif
