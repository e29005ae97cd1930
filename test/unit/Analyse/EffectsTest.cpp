//===- EffectsTest.cpp - What a statement reads, writes and waits for -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Effects.h"
#include "Snippet.h"

using namespace clang;
using namespace pipeline_rewrite;

namespace {

/// Each access once: "global g" where it is read, "=shared s" where written.
std::string memoryOf(const Effects &E) {
  static constexpr const char *Names[] = {"private", "shared", "global",
                                          "constant", "unknown"};
  std::string Out;
  for (const Access &A : E.Accesses)
    for (bool Writes : {false, true})
      if (Writes ? A.Write : A.Read)
        Out += std::string(Out.empty() ? "" : ", ") + (Writes ? "=" : "") +
               Names[unsigned(A.Where)] +
               (A.Root ? " " + A.Root->getNameAsString() : "");
  return Out;
}

template <typename Variables> std::string namesOf(const Variables &Vars) {
  std::string Out;
  for (const VarDecl *V : Vars)
    Out += (Out.empty() ? "" : " ") + V->getNameAsString();
  return Out;
}

std::string restrictionsOf(const Effects &E) {
  std::string Out;
  auto Add = [&](const Stmt *Found, const char *Name) {
    Out += Found ? std::string("; ") + Name : "";
  };
  Add(E.Barrier, "barrier");
  Add(E.Fence, "fence");
  Add(E.UnknownCall, "unknown call");
  Add(E.Asm, "asm");
  Add(E.Volatile, "volatile");
  Add(E.WarpSync, "warp");
  Add(E.Moment, "moment");
  return Out;
}

/// "n -> x | global g": variables read and written, memory, restrictions.
std::string effectsOf(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  Effects E = EffectsCollector(Source.kernel(), nullptr).collect(Source.node());
  return namesOf(E.Reads) + " -> " + namesOf(E.Writes) + " | " + memoryOf(E) +
         restrictionsOf(E);
}

// clang-format off
TEST(Effects, Variables) {
  EXPECT_EQ(effectsOf("int x; $x = n;$"), "n -> x | ");
  EXPECT_EQ(effectsOf("int x = 0; $x += n;$"), "x n -> x | ");
  EXPECT_EQ(effectsOf("int x = 0; $++x;$"), "x -> x | ");
  EXPECT_EQ(effectsOf("int x = 0; int &r = x; $r = n;$"), "r n -> x | ");
}

TEST(Effects, Memory) {
  EXPECT_EQ(effectsOf("$s[n] = g[m];$"), "n g m ->  | =shared s, global g");
  EXPECT_EQ(effectsOf("float *p = s + n; $*p = 1;$"), "p ->  | =shared s");
  EXPECT_EQ(effectsOf("$atomicAdd(&h[n], 1.f);$"), "h n ->  | global h, =global h");
}

TEST(Effects, WhatRestrictsMotion) {
  EXPECT_EQ(effectsOf("$__syncthreads();$"), " ->  | ; barrier");
  EXPECT_EQ(effectsOf("$__threadfence();$"), " ->  | ; fence");
  EXPECT_EQ(effectsOf("$__syncwarp();$"), " ->  | ; warp");
  EXPECT_EQ(effectsOf("int x; $x = some(n);$"), "n -> x | ; unknown call");
  EXPECT_EQ(effectsOf("volatile float *v = h; $v[n] = 1;$"), "v n ->  | =global h; volatile");
  EXPECT_EQ(effectsOf("int x; $x = clock();$"), " -> x | ; moment");
}
// clang-format on

} // namespace
