void run(const float *A, float *C, cudaStream_t stream, Stream object, Any any, Either either) {
  byStream<<<1, 64, 0, stream>>>(A, C, 64);
  byObject<<<1, 64, 0, object>>>(A, C, 64);
  byNull<<<1, 64, 0, nullptr>>>(A, C, 64);
  byTemplate<<<1, 64, 0, any>>>(A, C, 64);
  byEither<<<1, 64, 0, either>>>(A, C, 64);
  cudaFuncSetCacheConfig((const void *)static_cast<void (*)(const float *, float *, int)>(byCast), cudaFuncCachePreferL1);
  byCast<<<1, 64>>>(A, C, 64);
  cudaFuncSetCacheConfig((const void *)byCastToPointer, cudaFuncCachePreferL1);
  byCastToPointer<<<1, 64>>>(A, C, 64);
}
