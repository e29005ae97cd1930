// Ten lines of copies or more that prologue and loop start alike stand in a
// lambda before both. Fewer stay where they run, and so does what a lambda cannot
// capture.
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o - 2>/dev/null | %strip | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --stages=3 -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=RING
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync --epilogue=peel -o - 2>/dev/null | %strip | FileCheck %s --check-prefix=PEEL
// RUN: %pipeline-rewrite %s %builtin --variant=cpasync -o %t.cu --quiet
// RUN: %pipeline-rewrite %t.cu %builtin --variant=cpasync 2>&1 >/dev/null | FileCheck %s --check-prefix=AGAIN
// AGAIN-COUNT-4: already pipelined
// AGAIN: 0 rewritten

// CHECK-LABEL: void ten_lines
// CHECK: int stage = 0;
// CHECK-NEXT: int kNext = 0;
// CHECK-NEXT: // Starts copying a tile into one of the stages.
// CHECK-NEXT: auto copyTile = [&](int into) {
// CHECK-NEXT: const int row = threadIdx.x / 16;
// CHECK: __pipeline_memcpy_async(&As[into][row][col],
// CHECK: __pipeline_memcpy_async(&Bs[into][row][col],
// CHECK: };
// CHECK-EMPTY:
// CHECK-NEXT: // Prologue: load the first tile.
// CHECK-NEXT: if (kNext < N) {
// CHECK-NEXT: copyTile(0);
// CHECK-NEXT: __pipeline_commit();
// CHECK: for (int k = 0; k < N; k += 16) {
// CHECK-NEXT: // Start copying the next tile while this one is used.
// CHECK-NEXT: kNext += 16;
// CHECK-NEXT: if (kNext < N) {
// CHECK-NEXT: copyTile(stage ^ 1);
// CHECK-NEXT: }
// CHECK-NEXT: __pipeline_commit();
// RING: int stage = 0, fill = 0;
// RING-NEXT: int kNext = 0;
// RING-NEXT: // Starts copying a tile into one of the stages.
// RING-NEXT: auto copyTile = [&](int into) {
// RING: };
// RING: if (kNext < N) {
// RING-NEXT: copyTile(fill);
// RING-NEXT: kNext += 16;
// RING: if (kNext < N) {
// RING-NEXT: copyTile(fill);
// RING-NEXT: kNext += 16;
// PEEL: auto copyTile = [&](int into) {
// PEEL: if (hasTiles) {
// PEEL-NEXT: copyTile(0);
// PEEL: // Start copying the next tile while this one is used.
// PEEL-NEXT: copyTile(stage ^ 1);
// PEEL-NEXT: __pipeline_commit();
__global__ void ten_lines(const float *__restrict__ A, const float *__restrict__ B,
                          float *__restrict__ C, int N) {
  __shared__ float As[16][17];
  __shared__ float Bs[16][17];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    const int row = threadIdx.x / 16;
    const int col = threadIdx.x % 16;
    const int line = k + row;
    const int at = line * 16 + col;

    // Rows of both,
    // one element of each
    // a thread.
    As[row][col] = A[at];
    Bs[row][col] = B[at];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x % 16] * Bs[i][threadIdx.x / 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: void nine_lines
// CHECK-NOT: copyTile
// CHECK-LABEL: void bindings
__global__ void nine_lines(const float *__restrict__ A, const float *__restrict__ B,
                           float *__restrict__ C, int N) {
  __shared__ float As[16][17];
  __shared__ float Bs[16][17];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    const int row = threadIdx.x / 16;
    const int col = threadIdx.x % 16;
    const int line = k + row;
    const int at = line * 16 + col;
    // Rows of both,
    // one element of each
    // a thread.
    As[row][col] = A[at];
    Bs[row][col] = B[at];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x % 16] * Bs[i][threadIdx.x / 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

struct Place {
  int row, col;
};

// No lambda captures `row` before C++20.
// CHECK-NOT: copyTile =
// CHECK-LABEL: void dynamic
__global__ void bindings(const float *__restrict__ A, const float *__restrict__ B,
                         float *__restrict__ C, int N) {
  __shared__ float As[16][17];
  __shared__ float Bs[16][17];
  const auto [row, col] = Place{(int)threadIdx.x / 16, (int)threadIdx.x % 16};
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    const int line = k + row;
    const int at = line * 16 + col;
    const int from = at;

    // Rows of both,
    // one element of each
    // a thread,
    // at the same place.
    As[row][col] = A[from];
    Bs[row][col] = B[from];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i][threadIdx.x % 16] * Bs[i][threadIdx.x / 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// The pointers to the stage that is filled are the lambda's own.
// CHECK: auto copyTile = [&](int into) {
// CHECK-NEXT: auto *AsFill = As + into * (stageBytes / sizeof(*As));
// CHECK: &AsFill[
// CHECK: };
// CHECK: copyTile(0);
// CHECK: for (int k = 0; k < N; k += 16) {
// CHECK-NEXT: auto *AsRead = As + stage * (stageBytes / sizeof(*As));
// CHECK-NEXT: // Start copying the next tile while this one is used.
// CHECK: copyTile(stage ^ 1);
// CHECK: sum += AsRead[
static __global__ void dynamic(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 16) {
    for (int row = threadIdx.x / 16;
         row < 16;
         row += 8) {
      const int col = threadIdx.x % 16;
      const int at = (k + row) * 16 + col;
      const int to = row * 16 + col;

      // A row.
      As[to] = A[at];
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[i * 16 + threadIdx.x % 16];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

void host(float *A, float *C, int N) {
  dynamic<<<1, 128, 1024>>>(A, C, N);
}
