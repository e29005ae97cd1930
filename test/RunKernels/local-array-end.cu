// What lies behind a local array is another thing in the new text. A launch that leads the original there is none that counts.
// RUN: %pipeline-rewrite %s --cuda-path=builtin --choose=rules --variant=ldg-single -o /dev/null 2>&1 | FileCheck %s
// CHECK: remark: rewritten: {{.*}} in 'lowest'
// CHECK: executed: {{.*}}, equal
static __global__ void lowest(const float *__restrict__ data, float *__restrict__ out, int n, int k) {
  __shared__ float t[256];
  int at[16];
  float low[16];
  for (int i = 0; i < k; ++i) {
    low[i] = 1e9f;
    at[i] = -1;
  }
  for (int b = 0; b < n; b += 256) {
    for (int i = threadIdx.x; i < 256 && b + i < n; i += blockDim.x)
      t[i] = data[b + i];
    __syncthreads();
    for (int i = 0; i < 256 && b + i < n; ++i) {
      int worst = 0;
      for (int j = 1; j < k; ++j)
        if (low[j] > low[worst])
          worst = j;
      if (t[i] < low[worst]) {
        low[worst] = t[i];
        at[worst] = b + i;
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < k; ++i)
    out[threadIdx.x * k + i] = low[i] + at[i];
}

// No launch stays within the array.
// CHECK: loop left alone: 'beyond': no launch with two tiles was found{{.*}} [not-run]
static __global__ void beyond(const float *__restrict__ data, float *__restrict__ out, int n, int k) {
  __shared__ float t[256];
  float sums[16];
  for (int i = 0; i < 16; ++i)
    sums[i] = 0;
  for (int b = 0; b < n; b += 256) {
    for (int i = threadIdx.x; i < 256 && b + i < n; i += blockDim.x)
      t[i] = data[b + i];
    __syncthreads();
    for (int i = 0; i < 256 && b + i < n; ++i)
      sums[(k & 7) + 16 + i % 2] += t[i];
    __syncthreads();
  }
  out[threadIdx.x] = sums[k & 15];
}

void run(const float *data, float *out, int n) { 
  lowest<<<1, 32>>>(data, out, n, 16);
  beyond<<<1, 32>>>(data, out, n, 16);
}
