// Kernels with a word on their sizes that no text says aloud.
__global__ void rowsOf(const float *x, float *y, int rows, int cols) {
  extern __shared__ float space[];
  float *row = space + (2 + threadIdx.y) * cols;
  for (int c = threadIdx.x; c < cols; c += 32)
    row[c] = x[c];
  int r = blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows)
    return;
  for (int c = threadIdx.x; c < cols; c += 32)
    y[r * cols + c] = row[c];
}
void launchRows(const float *x, float *y, int rows, int cols, int threads) {
  int high = threads / 32;
  size_t bytes = (2 + high) * cols * sizeof(float);
  auto status = cudaFuncSetAttribute(
      rowsOf, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (status == cudaSuccess)
    rowsOf<<<(rows + high - 1) / high, dim3(32, high), bytes>>>(x, y, rows,
                                                                 cols);
}

// At most 64.
__global__ void columns(const float *x, float *y, int n, int width) {
  float space[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int w = 0; w < width; ++w)
    space[w] = x[w * n + i];
  for (int w = 0; w < width; ++w)
    y[w * n + i] = space[width - 1 - w];
}
void launchColumns(const float *x, float *y, int n, int width) {
  columns<<<(n + 127) / 128, 128>>>(x, y, n, width);
}

// Whole vectors.
__global__ void fours(const float4 *x, float *y, int stride) {
  *(float4 *)(y + blockIdx.x * stride) = x[blockIdx.x];
}
void launchFours(const float4 *x, float *y, int n, int stride) {
  fours<<<n, 1>>>(x, y, stride);
}

// Four threads for each number.
__global__ void gates(const float *x, float *y, int width, int steps) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int k = 0; k < steps; ++k) {
    s[t] = x[k * 4 * width + t];
    __syncthreads();
    if (t < width)
      y[k * width + t] =
          s[t] + s[t + width] + s[t + 2 * width] + s[t + 3 * width];
    __syncthreads();
  }
}

// Rows in order.
__global__ void firstOf(const int *begin, const float *x, float *y) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  int from = begin[5], to = begin[6];
  if (t < to - from)
    s[t] = x[from + t];
  __syncthreads();
  if (from != to)
    y[t] = s[0];
}

// As many as there are threads.
__global__ void turned(float *x, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n)
    s[t] = x[t];
  if (t < n)
    x[t] = s[n - 1 - t];
}
void launchTurned(float *x, int n) { turned<<<1, 256>>>(x, n); }

// A place that is read too early.
int many();
__global__ void looked(const float *x, float *y, int n) {
  __shared__ int to[64];
  __shared__ float table[64];
  int t = threadIdx.x;
  table[t] = x[t];
  to[t] = t ^ 1;
  for (int i = 0; i < n; ++i)
    table[to[63 - t]] = i;
  y[t] = table[t];
}
void launchLooked(const float *x, float *y) { looked<<<1, 64>>>(x, y, many()); }
