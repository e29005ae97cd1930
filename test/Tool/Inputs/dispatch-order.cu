// Launches whose configuration and arguments do more than give a value, each with the nearest that do not.
struct Sizes {
  int n;
  virtual int changing() { return 1; }
  int blocks() const { return n / 64; }
};
struct Noted {
  int n;
  ~Noted() { cudaGetLastError(); }
};
struct Read {
  int n;
};
struct Number {
  int n;
  friend int operator+(Number l, Number r) { return cudaGetLastError() + l.n + r.n; }
  friend int operator-(Number l, Number r) { return cudaPeekAtLastError() + l.n - r.n; }
};
void note(int n);
int noted(int n) {
  note(n);
  return n;
}
int divided(int n, int by) { return (n + by - 1) / by; }
int unseen(int n);

template <typename T> void ofType(T n, T m, const float *A, float *C) { operators<<<n - m, 64>>>(A, C, n + m); }
template <typename T> void ofNumber(const T *A, T *C, int n) { numbers<<<n - 1, 64>>>(A, C, n * 64); }

void run(const float *A, float *C, Sizes &sizes, int n) {
  virtualCalls<<<sizes.changing(), 64>>>(A, C, sizes.changing());
  memberCalls<<<sizes.blocks(), 64>>>(A, C, sizes.n);
  calls<<<noted(1), 64>>>(A, C, noted(64));
  unseenCalls<<<unseen(1), 64>>>(A, C, n);
  knownCalls<<<divided(n, 64), 64>>>(A, C + 1, divided(n, 64) * 64);
  ends<<<Noted{1}.n, 64>>>(A, C, Noted{64}.n);
  endsNot<<<Read{1}.n, 64>>>(A, C, Read{64}.n);
  counts<<<n, 64>>>(A, C, n++);
  countsAlone<<<dim3(1), dim3(64), 0, 0>>>(A, C, n++);
  ofType(3, 2, A, C);
  ofType(Number{65}, Number{64}, A, C);
  ofNumber(A, C, 2);
}
