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
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, given);"));
  EXPECT_FALSE(apartWith("try { throw a; } catch (float *d) { kernel<<<1, 64>>>(a, d); }"));
  EXPECT_FALSE(apartWith("float *p[2]; cudaMalloc(&p[0], n); cudaMalloc(&p[1], n); kernel<<<1, 64>>>(p[0], p[1]);"));
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, c); void (*f)(const float *, float *) = kernel; f<<<1, 64>>>(a, a);"));
  EXPECT_FALSE(apartWith("kernel<<<1, 64>>>(a, c);\n#ifdef IN_PLACE\nkernel<<<1, 64>>>(a, a);\n#endif"));
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
