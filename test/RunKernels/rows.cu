// Where buffers say how many tiles there are: rows have from no tile to several.
// RUN: %pipeline-rewrite %s %builtin --choose=rules --report=text 2>&1 >/dev/null | FileCheck %s
// RUN: %pipeline-rewrite %s %builtin --choose=rules --variant=cpasync --stages=3 2>&1 >/dev/null | FileCheck %s --check-prefix=ASYNC

// A block has a row of a sparse matrix, from one offset to the next.
__global__ void sparseRow(const int *__restrict__ starts, const int *__restrict__ columns,
                          const float *__restrict__ values, const float *__restrict__ dense,
                          float *__restrict__ out, int width) {
  __shared__ float value[64];
  __shared__ int column[64];
  float sum = 0;
  const int end = starts[blockIdx.x + 1];
  for (int k = starts[blockIdx.x]; k < end; k += 64) {
    value[threadIdx.x] = k + threadIdx.x < end ? values[k + threadIdx.x] : 0;
    column[threadIdx.x] = k + threadIdx.x < end ? columns[k + threadIdx.x] : 0;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += value[i] * dense[column[i] * width + threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// CHECK: run      executed: {{[0-9]+}} launches, 0 to {{[3-9]}} tiles, 2 schedules, equal{{$}}
// ASYNC: run      executed: {{[0-9]+}} launches, 0 to {{[4-9]}} tiles, 3 schedules (one with late copies), equal{{$}}

struct Range { unsigned begin, end; };

// A block has a list of points, and a pair says where it begins and ends.
__global__ void listOfPoints(const Range *__restrict__ ranges, const unsigned *__restrict__ list,
                             const float *__restrict__ mass, float *__restrict__ out) {
  __shared__ float near[128];
  const Range mine = ranges[blockIdx.x];
  float sum = 0;
  for (unsigned at = mine.begin; at < mine.end; at += 128) {
    near[threadIdx.x] = at + threadIdx.x < mine.end ? mass[list[at + threadIdx.x]] : 0;
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += near[i] * threadIdx.x;
    __syncthreads();
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// CHECK: run      executed: {{[0-9]+}} launches, 0 to {{[3-9]}} tiles, 2 schedules, equal{{$}}
// ASYNC: run      executed: {{[0-9]+}} launches, 0 to {{[4-9]}} tiles, 3 schedules (one with late copies), equal{{$}}
