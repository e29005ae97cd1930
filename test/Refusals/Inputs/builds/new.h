__device__ inline float from_file(float x) { return x; }
