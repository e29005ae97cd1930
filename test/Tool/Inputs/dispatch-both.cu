int main() {
  int host[256], *A, *C;
  for (int i = 0; i < 256; ++i)
    host[i] = i * 7919 % 101;
  cudaMalloc(&A, sizeof(host));
  cudaMalloc(&C, 64 * sizeof(int));
  cudaMemcpy(A, host, sizeof(host), cudaMemcpyHostToDevice);
  run(A, C);
  cudaMemcpy(host, C, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[63]);
  float *F = reinterpret_cast<float *>(A), *G = reinterpret_cast<float *>(C), floats[64];
  for (int i = 0; i < 64; ++i)
    floats[i] = float(i);
  cudaMemset(F, 0, sizeof(host));
  cudaMemcpy(F, floats, sizeof(floats), cudaMemcpyHostToDevice);
  run(F, G);
  cudaMemcpy(floats, G, sizeof(floats), cudaMemcpyDeviceToHost);
  printf("%g %g %s\n", floats[0], floats[63], cudaGetErrorString(cudaGetLastError()));
}
