// Macros and types that another build makes others, and some that none does.
#include <cstdio>
#ifdef BIASED
#define BIAS_PARAMETER , float bias
#define BIAS , 2.f
#define END return;
struct Size {
  int n;
  Size(int n) : n(n) {}
  Size(const Size &other) : n(other.n) { cudaGetLastError(); }
};
#else
#define BIAS_PARAMETER
#define BIAS
#define END
struct Size {
  int n;
};
#endif
#ifndef COUNT
#define COUNT 64
#endif
#define NUMBER int
// Who launches the kernel names its parameters anew.
#define NAME N
struct Plain {
  int n;
};
#define TEXT(x) #x
#define SHOW(...) do { puts(#__VA_ARGS__); __VA_ARGS__; } while (0)
#define SHOW_BOTH(x, ...) do { x; __VA_ARGS__; puts(TEXT((__VA_ARGS__))); } while (0)
#define ONLY(...) do { __VA_ARGS__; } while (0)
#define BOTH(x, ...) do { x; __VA_ARGS__; } while (0)
