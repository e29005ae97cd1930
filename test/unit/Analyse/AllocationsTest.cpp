//===- AllocationsTest.cpp - Do launches give separate memory? ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Allocations.h"
#include "Snippet.h"

using namespace pipeline_rewrite;

namespace {

/// The kernel's pointers are apart, launched by these functions.
bool apart(llvm::StringRef Host) {
  Snippet Source(("#include <cuda_runtime.h>\n"
                  "__global__ void kernel(const float *A, float *C) {}\n" +
                  Host)
                     .str());
  const clang::FunctionDecl *Kernel = Source.kernel();
  return Allocations(Kernel, *Source.Unit)
      .areApart(Kernel->getParamDecl(0), Kernel->getParamDecl(1));
}

/// What stands between two allocations and the end of the one function that
/// launches.
bool apartWith(llvm::StringRef Rest) {
  return apart(("void other(float **p);\n"
                "void run(float *given, int n) {\n"
                "  float *a, *c;\n  cudaMalloc(&a, n); cudaMalloc(&c, n);\n  " +
                Rest + "\n}\n")
                   .str());
}

// clang-format off
TEST(Allocations, Apart) {
  EXPECT_TRUE(apartWith("kernel<<<1, 64>>>(a, c);"));
  EXPECT_TRUE(apartWith("kernel<<<1, 64>>>(a, c + n); kernel<<<1, 64>>>(c, (float *)a);"));
  EXPECT_TRUE(apartWith("auto f = [=] { kernel<<<1, 64>>>(a, c); }; f();"));
  EXPECT_TRUE(apartWith("a[0] = 1; cudaFree(a); kernel<<<1, 64>>>(a, c);"));
  EXPECT_TRUE(apartWith("try { throw n; } catch (int m) { kernel<<<1, m>>>(a, c); }"));
}

/// What a function is given was there before what it allocates itself.
TEST(Allocations, Older) {
  EXPECT_TRUE(apartWith("kernel<<<1, 64>>>(a, given); kernel<<<1, 64>>>(given + n, c);"));
  EXPECT_FALSE(apartWith("given = a; kernel<<<1, 64>>>(a, given);"));
  EXPECT_FALSE(apartWith("auto f = [=](float *p) { kernel<<<1, 64>>>(a, p); }; f(a);"));
  EXPECT_FALSE(apartWith("#ifdef IN_PLACE\ngiven = a;\n#endif\nkernel<<<1, 64>>>(a, given);"));
}

TEST(Allocations, OneAllocation) {
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, c); kernel<<<1, 64>>>(a, a);"));
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, a + n / 2);"));
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, n ? a : c);"));
}

TEST(Allocations, VariablesThatChange) {
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, c); c = a; kernel<<<1, 64>>>(a, c);"));
  EXPECT_FALSE(apartWith("float *d = a + 1; kernel<<<1, 64>>>(a, d);"));
  EXPECT_FALSE(apartWith("other(&c); kernel<<<1, 64>>>(a, c);"));
  EXPECT_FALSE(apartWith("float *&again = c; again = a; kernel<<<1, 64>>>(a, c);"));
  EXPECT_FALSE(apartWith("auto swap = [&] { c = a; }; swap(); kernel<<<1, 64>>>(a, c);"));
  EXPECT_FALSE(apartWith("c -= c - a; kernel<<<1, 64>>>(a, c);"));
}

TEST(Allocations, WhatIsNotSeen) {
  EXPECT_FALSE(apart(""));
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(given, given + n);"));
  EXPECT_FALSE(apart("void run(float *given, float *other) { kernel<<<1, 64>>>(given, other); }"));
  EXPECT_FALSE(apartWith("try { throw a; } catch (float *d) { kernel<<<1, 64>>>(a, d); }"));
  EXPECT_FALSE(apartWith("float *p[2]; cudaMalloc(&p[0], n); cudaMalloc(&p[1], n); kernel<<<1, 64>>>(p[0], p[1]);"));
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, c); void (*f)(const float *, float *) = kernel; f<<<1, 64>>>(a, a);"));
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, c);\n#ifdef IN_PLACE\nkernel<<<1, 64>>>(a, a);\n#endif"));
}

/// \p Make stands in front of a function that launches with what it makes.
bool apartMade(llvm::StringRef Make, llvm::StringRef Use) {
  return apart((Make + "\nvoid run(int n) { " + Use + " kernel<<<1, 64>>>(a, c); }\n").str());
}

TEST(Allocations, FunctionsThatMakeThem) {
  const char *Both = "float *a = make(n), *c = make(n);";
  EXPECT_TRUE(apartMade("float *make(int n) { float *p; cudaMalloc(&p, n); cudaMemset(p, 0, n); return p; }", Both));
  EXPECT_TRUE(apartMade("template <typename T> T *make(int n) { T *p = nullptr; cudaMalloc(&p, n); return p; }",
                        "float *a = make<float>(n), *c; c = make<float>(n);"));
  EXPECT_TRUE(apartMade("void fill(void **p, int n) { if (cudaMalloc(p, n)) *p = nullptr; }\n"
                        "void fillToo(float *&p, int n) { fill((void **)&p, n); }",
                        "float *a, *c; fill((void **)&a, n); fillToo(c, n); cudaFree(a); a = nullptr;"));
  EXPECT_FALSE(apartMade("float *make(int n) { static float *all; if (!all) cudaMalloc(&all, n); return all; }", Both));
  EXPECT_FALSE(apartMade("float *old; float *make(int n) { float *p; cudaMalloc(&p, n); if (n > 9) p = old; return p; }", Both));
  EXPECT_FALSE(apartMade("float *old; float *make(int n) { float *p; cudaMalloc(&p, n); if (n > 9) return old; return p; }", Both));
  EXPECT_FALSE(apartMade("float *old; float *make(int n) { float *p; cudaMalloc(&p, n);\n#ifndef __CUDA_ARCH__\np = old;\n#endif\nreturn p; }", Both));
  EXPECT_FALSE(apartMade("float *same(float *p) { return p; }", "float *a; cudaMalloc(&a, n); float *c = same(a);"));
  EXPECT_FALSE(apartMade("void fill(float **p, float **q, int n) { cudaMalloc(p, n); *q = *p; }", "float *a, *c; fill(&a, &c, n);"));
  EXPECT_FALSE(apartMade("float **kept; void keep(float **p, int n) { cudaMalloc(p, n); kept = p; }",
                         "float *a, *c; cudaMalloc(&a, n); keep(&c, n); *kept = a;"));
  EXPECT_FALSE(apartMade("void keep(float *&p, int n) { cudaMalloc(&p, n); static float *&q = p; }",
                         "float *a, *c; cudaMalloc(&a, n); keep(c, n);"));
  EXPECT_FALSE(apartMade("struct Pool { float *all; float *get(int) { return all; } } pool;",
                         "float *a = pool.get(n), *c = pool.get(n);"));
}

/// Hands two pointers on to the launch; \p Calls are those of it in a program.
bool apartHanded(llvm::StringRef Calls, llvm::StringRef Body = "kernel<<<1, 64>>>(x, y);") {
  return apart(("float *old;\nstatic void hand(float *x, float *y, int n = 1) { " + Body + " }\n"
                "void run(int n) { float *a, *c; cudaMalloc(&a, n); cudaMalloc(&c, n); " + Calls + " }\n").str());
}

TEST(Allocations, FunctionsThatHandThemOn) {
  EXPECT_TRUE(apartHanded("hand(a, c + n); hand(c, a);"));
  EXPECT_FALSE(apartHanded("hand(a, c); hand(a, a + n);"));
  EXPECT_FALSE(apartHanded("hand(a, c); hand(a, old);"));
  EXPECT_FALSE(apartHanded("hand(a, c); auto f = hand; f(a, a, n);"));
  EXPECT_FALSE(apartHanded("hand(a, c);\n#ifdef IN_PLACE\nhand(a, a);\n#endif\n"));
  EXPECT_FALSE(apartHanded(""));
  EXPECT_FALSE(apartHanded("hand(a, c);", "if (n > 9) y = x; kernel<<<1, 64>>>(x, y);"));
  EXPECT_FALSE(apartHanded("hand(a, c);", "float *&z = y; z = x; kernel<<<1, 64>>>(x, y);"));
  EXPECT_FALSE(apartHanded("hand(a, c);", "\n#ifdef IN_PLACE\ny = x;\n#endif\nkernel<<<1, 64>>>(x, y);"));
  EXPECT_FALSE(apartHanded("hand(a, c);", "kernel<<<1, 64>>>(x, y); if (n) hand(x, x, 0);"));
  const char *Two = "void hand(float *x, float *y) { kernel<<<1, 64>>>(x, y); }\n"
                    "static void far(float *x, float *y) { hand(x, y); }\n";
  const char *Run = "{ float *a, *c; cudaMalloc(&a, 9); cudaMalloc(&c, 9); far(a, c); }";
  EXPECT_TRUE(apart((Two + llvm::Twine("int main() ") + Run).str()));
  EXPECT_FALSE(apart((Two + llvm::Twine("int mine() ") + Run).str())); // others may call hand()
  EXPECT_FALSE(apart((Two + llvm::Twine("int main() { float *a; cudaMalloc(&a, 9); far(a, a); }")).str()));
  EXPECT_FALSE(apart("template <bool Same> void hand(int n) { float *a, *c; cudaMalloc(&a, n);\n"
                     "if constexpr (Same) c = a; else cudaMalloc(&c, n); kernel<<<1, sizeof(Same)>>>(a, c); }\n"
                     "void run(int n) { hand<false>(n); hand<true>(n); }"));
}

/// Of a user, by the toolkit's name: it gives the same memory twice.
TEST(Allocations, OtherAllocators) {
  EXPECT_FALSE(apart("namespace pool { float *all; void cudaMalloc(float **at, int) { *at = all; } }\n"
                     "void run(int n) { float *a, *c; pool::cudaMalloc(&a, n); pool::cudaMalloc(&c, n); kernel<<<1, 64>>>(a, c); }"));
  EXPECT_FALSE(apart("enum class Pool { All }; float *all; void cudaMalloc(float **at, int, Pool) { *at = all; }\n"
                     "void run(int n) { float *a, *c; cudaMalloc(&a, n, Pool::All); cudaMalloc(&c, n, Pool::All); kernel<<<1, 64>>>(a, c); }"));
}
// clang-format on

} // namespace
