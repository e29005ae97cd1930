// The kernel asks how much dynamic shared memory it was launched with.
static __global__ void sums(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    unsigned size;
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
    for (int i = 0; i < 64; ++i)
      sum += As[i] + size;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void run(const float *A, float *C, int N) { sums<<<2, 64, 256>>>(A, C, N); }
