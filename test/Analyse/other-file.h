// Read by nobody: other-file-refused.cu lies beside it.
__global__ void launched_elsewhere(const float *A, float *C, int N);
