// Pairs of kernels that differ under launches of one kind alone.

// Where y lies a tile behind x, a tile that is loaded early is an old one.
__global__ void inTurn(const float *x, float *y, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; k += 64) {
    s[t] = x[k + t];
    __syncthreads();
    y[k + t] = s[63 - t];
    __syncthreads();
  }
}

__global__ void early(const float *x, float *y, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float next = n > 0 ? x[t] : 0.0f;
  for (int k = 0; k < n; k += 64) {
    s[t] = next;
    if (k + 64 < n)
      next = x[k + 64 + t];
    __syncthreads();
    y[k + t] = s[63 - t];
    __syncthreads();
  }
}

// More memory than the old one needs.
__global__ void plain(const float *x, float *y) {
  extern __shared__ float s[];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void asks(const float *x, float *y) {
  extern __shared__ float s[];
  unsigned bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[threadIdx.x ^ (bytes >= 2048 ? 2 : 1)];
}

// 48 KB and more.
template <int N> __device__ void large(const float *x, float *y) {
  __shared__ float s[N];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void fits(const float *x, float *y) { large<12288>(x, y); }
__global__ void fitsNot(const float *x, float *y) { large<12289>(x, y); }

// Threads that leave before a barrier.
__global__ void few(const float *x, float *y) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t >= 64)
    return;
  s[t] = x[t];
  __syncthreads();
  y[t] = s[t ^ 1];
}

__global__ void fewOfMore(const float *x, float *y) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t >= 64)
    return;
  s[t] = x[t];
  __syncthreads();
  y[t] = s[blockDim.x > 64 ? t : t ^ 1];
}

void host(const float *x, float *y) { few<<<1, 96>>>(x, y); }
