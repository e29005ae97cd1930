void run(const float *A, float *C) {
  member<<<1, 64>>>(A, C, 64);
  plainMember<<<1, 64>>>(A, C, 64);
  readsParameter<<<1, 64>>>(A, C, 64);
  readsLane<<<1, 64>>>(A, C, 64);
  promises<<<1, 64>>>(A, C, 64);
}
