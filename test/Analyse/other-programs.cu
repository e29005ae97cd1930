// Files with a main() of their own are other programs, whatever they call by
// the kernel's name: this one has a main(), too.
// RUN: rm -rf %t && split-file %s %t
// RUN: %pipeline-rewrite %t/grown.cu %builtin 2>&1 >/dev/null | FileCheck %s
// CHECK: remark: rewritten: ldg,
// CHECK: host     launch in line [[#]] gets 512 bytes

//--- other.cpp
void (*grown)(float *);
int main(int argc, char **) { grown(nullptr); }
//--- again.cu
void grown(const char *name);
int main() { grown("grown"); }
//--- grown.cu
__global__ void grown(const float *__restrict__ A, float *__restrict__ C, int N) {
  extern __shared__ float As[];
  float sum = 0.0f;
  for (int k = 0; k < N; k += 64) {
    As[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
void run(float *A) { grown<<<1, 64, 256>>>(A, A + 640, 640); }
int main() { run(nullptr); }
