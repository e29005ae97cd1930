// Kernels that edits.py edits. Every piece of text that an edit names stands
// here once in its kernel.
#include <cuda_pipeline.h>

constexpr int Tile = 16;

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float a[Tile][Tile];
  __shared__ float b[Tile][Tile];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * Tile + y;
  int col = blockIdx.x * Tile + x;
  float sum = 0;
  for (int k = 0; k < K; k += Tile) {
    a[y][x] = row < M && k + x < K ? A[row * K + k + x] : 0.0f;
    b[y][x] = k + y < K && col < N ? B[(k + y) * N + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += a[y][i] * b[i][x];
    __syncthreads(); // done
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void scale(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int step = gridDim.x * blockDim.x;
  for (; i < n; i += step)
    y[i] = a * x[i] + y[i];
}

__global__ void blockSum(const float *x, float *out, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
    sum += x[i];
  part[t] = sum;
  __syncthreads();
  for (int w = 128; w > 0; w /= 2) {
    if (t < w)
      part[t] += part[t + w];
    __syncthreads(); // level
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

__global__ void warpMax(const int *x, int *out, int n) {
  int t = threadIdx.x % 32;
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int most = -2147483647 - 1;
  for (int i = t; i < n; i += 32)
    most = max(most, x[row * n + i]);
  for (int d = 16; d > 0; d /= 2)
    most = max(most, __shfl_xor_sync(0xffffffffu, most, d));
  if (t == 0)
    out[row] = most;
}

__global__ void transpose(const float *in, float *out, int rows, int cols) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < cols && y + j < rows)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  __syncthreads();
  int u = blockIdx.y * 32 + threadIdx.x;
  int v = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (u < rows && v + k < cols)
      out[(v + k) * rows + u] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float s[128 + 2];
  int t = threadIdx.x;
  int i = blockIdx.x * 128 + t;
  s[t + 1] = i < n ? in[i] : 0.0f;
  if (t == 0)
    s[0] = i > 0 ? in[i - 1] : 0.0f;
  if (t == 127)
    s[129] = i + 1 < n ? in[i + 1] : 0.0f;
  __syncthreads();
  if (i < n)
    out[i] = 0.25f * s[t] + 0.5f * s[t + 1] + 0.25f * s[t + 2];
}

__global__ void histogram(const unsigned *x, unsigned *bins, int n) {
  __shared__ unsigned local[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[x[i] % 64], 1u);
  __syncthreads(); // all counted
  for (int c = threadIdx.x; c < 64; c += blockDim.x)
    atomicAdd(&bins[c], local[c]);
}

__global__ void doubleBuffer(const float *x, float *y, int tiles) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float sum = 0;
  s[0][t] = x[t];
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      s[(k + 1) % 2][t] = x[(k + 1) * 64 + t];
    sum += s[k % 2][63 - t];
    __syncthreads(); // next
  }
  y[t] = sum;
}

__global__ void asyncTiles(const float *x, float *y, int tiles) {
  __shared__ float s[3][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 2; ++k) {
    if (k < tiles)
      __pipeline_memcpy_async(&s[k][t], &x[k * 64 + t], 4);
    __pipeline_commit();
  }
  for (int j = 0; j < tiles; ++j) {
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[j % 3][t ^ 1];
    if (j + 2 < tiles)
      __pipeline_memcpy_async(&s[(j + 2) % 3][t], &x[(j + 2) * 64 + t], 4);
    __pipeline_commit();
  }
  __pipeline_wait_prior(0);
  y[t] = sum;
}

__global__ void softmax(const float *x, float *y, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  const float *row = x + blockIdx.x * n;
  float most = -1e30f;
  for (int i = t; i < n; i += 64)
    most = fmaxf(most, row[i]);
  part[t] = most;
  __syncthreads();
  for (int w = 32; w > 0; w >>= 1) {
    if (t < w)
      part[t] = fmaxf(part[t], part[t + w]);
    __syncthreads(); // most
  }
  most = part[0];
  __syncthreads(); // read by all
  float sum = 0;
  for (int j = t; j < n; j += 64)
    sum += 1.0f / (1.0f + most - row[j]);
  part[t] = sum;
  __syncthreads(); // sums
  for (int v = 32; v > 0; v >>= 1) {
    if (t < v)
      part[t] += part[t + v];
    __syncthreads(); // level
  }
  for (int k = t; k < n; k += 64)
    y[blockIdx.x * n + k] = 1.0f / (1.0f + most - row[k]) / part[0];
}

__global__ void prefix(const int *x, int *y, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int base = blockIdx.x * 128;
  s[t] = base + t < n ? x[base + t] : 0;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int add = t >= d ? s[t - d] : 0;
    __syncthreads(); // read
    s[t] += add;
    __syncthreads(); // written
  }
  if (base + t < n)
    y[base + t] = s[t];
}

__global__ void gather(const int *index, const float *table, float *out,
                       int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int from = index[i];
  for (int c = 0; c < width; ++c)
    out[i * width + c] = from < 0 ? 0.0f : table[from * width + c];
}

__global__ void producers(const float *x, float *y, int tiles) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t < 64) {
      s[t] = x[k * 64 + t];
      asm volatile("bar.sync 1, 128;" ::: "memory"); // full
    } else {
      asm volatile("bar.sync 1, 128;" ::: "memory"); // wait full
      sum += s[127 - t];
    }
    asm volatile("bar.sync 2, 128;" ::: "memory"); // empty
  }
  if (t >= 64)
    y[t - 64] = sum;
}

__global__ void quads(const float *x, float *y, int rows) {
  __shared__ __align__(16) float s[32][36];
  int t = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; r += 32) {
    for (int i = t; i < 256; i += 64)
      *(float4 *)&s[i / 8][i % 8 * 4] =
          *(const float4 *)&x[(r + i / 8) * 32 + i % 8 * 4];
    __syncthreads(); // filled
    for (int j = 0; j < 32; ++j)
      sum += s[j][t % 32] * s[t / 2][j];
    __syncthreads(); // used
  }
  y[t] = sum;
}

__global__ void warpSums(const float *x, float *y, int n) {
  __shared__ float s[4][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int i = blockIdx.x * 128 + threadIdx.x;
  s[warp][lane] = i < n ? x[i] : 0.0f;
  __syncwarp(); // stored
  for (int d = 16; d > 0; d /= 2) {
    float add = lane < d ? s[warp][lane + d] : 0.0f;
    __syncwarp(); // read
    s[warp][lane] += add;
    __syncwarp(); // written
  }
  if (lane == 0)
    y[blockIdx.x * 4 + warp] = s[warp][0];
}

__device__ inline bool passed(unsigned bar, unsigned parity) {
  int is;
  asm volatile("{\n.reg .pred p;\n"
               "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
               "selp.b32 %0, 1, 0, p;\n}"
               : "=r"(is)
               : "r"(bar), "r"(parity)
               : "memory");
  return is;
}

__global__ void parity(const float *x, float *y, int tiles) {
  __shared__ float s[2][64];
  __shared__ unsigned long long full[2];
  int t = threadIdx.x;
  unsigned bar = (unsigned)__cvta_generic_to_shared(full);
  if (t < 2)
    asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(bar + 8 * t)
                 : "memory");
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    s[k % 2][t] = x[k * 64 + t];
    asm volatile("{\n.reg .b64 z;\nmbarrier.arrive.shared.b64 z, [%0];\n}" ::"r"(
                     bar + k % 2 * 8)
                 : "memory");
    while (!passed(bar + 8 * (k % 2), k / 2 % 2))
      ;
    sum += s[k & 1][63 - t];
  }
  y[t] = sum;
}

__global__ void ahead(const float *x, float *y, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float next = t < n ? x[t] : 0.0f;
  float sum = 0;
  for (int k = 0; k < n; k += 64) {
    s[t] = next;
    __syncthreads(); // stored
    next = k + 64 + t < n ? x[k + 64 + t] : 0.0f;
    for (int i = 0; i < 64; i += 16)
      sum += s[(t + i) % 64];
    __syncthreads(); // used
  }
  y[t] = sum;
}

__global__ void mean(const unsigned char *x, float *y, int n) {
  __shared__ int part[128];
  int t = threadIdx.x;
  int sum = 0;
  for (int i = t; i < n; i += 128)
    sum += x[blockIdx.x * n + i];
  part[t] = sum;
  __syncthreads(); // stored
  for (int w = 64; w > 0; w /= 2) {
    if (t < w)
      part[t] += part[t + w];
    __syncthreads(); // level
  }
  if (t == 0)
    y[blockIdx.x] = (float)part[0] / n;
}

__global__ void addBias(const float *x, const float *bias, float *y, int rows,
                        int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < cols && r < rows)
    y[r * cols + c] = fmaxf(x[r * cols + c] + bias[c], 0.0f);
}

__global__ void __launch_bounds__(256) dot(const float *x, const float *y,
                                           float *out, int n) {
  __shared__ float part[8];
  int t = threadIdx.x, lane = t % 32;
  float sum = 0;
  for (int i = t; i < n; i += blockDim.x)
    sum += x[i] * y[i];
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0)
    part[t / 32] = sum;
  __syncthreads();
  if (t < 32) {
    sum = t < blockDim.x / 32 ? part[t] : 0.0f;
    for (int e = 4; e > 0; e /= 2)
      sum += __shfl_down_sync(0xffffffffu, sum, e);
    if (t == 0)
      out[0] = sum;
  }
}

__global__ void rowSums(const float *a, const float *v, double *y, int n) {
  extern __shared__ float s[];
  float *b = s + 64;
  int t = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < n; k += 64) {
    s[t] = k + t < n ? v[k + t] : 0.0f;
    b[t] = k + t < n ? a[blockIdx.x * n + k + t] : 0.0f;
    __syncthreads(); // filled
    for (int j = 0; j < 64; ++j)
      sum += (double)s[j] * b[(j + t) % 64];
    __syncthreads(); // used
  }
  y[blockIdx.x * 64 + t] = sum;
}

__global__ void levels(const float *x, float *y, int rows, int cols,
                       bool isLast) {
  __shared__ float s[16][17];
  int u = threadIdx.x, v = threadIdx.y;
  float most = -1e30f;
  for (int r = 0; r < rows; r += 16) {
    s[v][u] = r + v < rows && u < cols ? x[(r + v) * cols + u] : -1e30f;
    __syncthreads(); // filled
    if (v == 0)
      for (int i = 0; i < 16; ++i)
        most = fmaxf(most, s[i][u]);
    __syncthreads(); // used
  }
  if (v == 0 && u < cols)
    y[u] = isLast ? most : most + y[u];
}
