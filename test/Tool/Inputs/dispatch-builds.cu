void run(const float *A, float *C) {
  biased<<<1, 64>>>(A, C, 64 BIAS);
  named<<<1, 64>>>(A, C, 64);
  unbiased<<<1, 64>>>(A, C, 64);
  sized<<<1, 64>>>(A, C, Size{64});
  plain<<<1, 64>>>(A, C, Plain{64});
  ends<<<1, 64>>>(A, C, 64);
  counted<<<1, 64>>>(A, C, COUNT);
  SHOW(shown<<<1, 64>>>(A, C, 64));
  SHOW_BOTH(puts("both"), ONLY(shownInside<<<1, 64>>>(A, C, 64)));
  ONLY(only<<<1, 64>>>(A, C, 64));
  BOTH(puts("both"), onlyInside<<<1, 64>>>(A, C, 64));
  SHOW(cudaFuncSetCacheConfig(shownLoad, cudaFuncCachePreferL1));
  shownLoad<<<1, 64>>>(A, C, 64);
}
