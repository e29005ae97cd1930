//===- ProvenanceTest.cpp - What a pointer or lvalue may refer to ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Memory/Provenance.h"
#include "Snippet.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;
using namespace pipeline_rewrite;

namespace {

/// The objects that a pointer or an lvalue may refer to, by name; "held":
/// through a pointer that is kept in them.
std::string rootsOf(llvm::StringRef Body) {
  Snippet Source = Snippet::ofBody(Body);
  const Expr *E = Source.expr();
  Provenance From(Source.kernel(), nullptr);
  const Roots R =
      E->getType()->isPointerType() ? From.ofPointer(E) : From.ofLValue(E);
  std::set<std::string> Names;
  for (const VarDecl *V : R.Vars)
    Names.insert(V->getNameAsString());
  if (R.Unknown)
    Names.insert("?");
  return llvm::join(Names, " ") + (R.Held ? ", held" : "");
}

// clang-format off
TEST(Provenance, NamesAndArithmetic) {
  EXPECT_EQ(rootsOf("h[0] = $s[n]$;"), "s");
  EXPECT_EQ(rootsOf("h[0] = *($g + n * 2$);"), "g");
  EXPECT_EQ(rootsOf("h[0] = *($n ? s : t$);"), "s t");
}

TEST(Provenance, PointersAreFollowed) {
  EXPECT_EQ(rootsOf("float *p = s + 1; $*p$ = 1;"), "s");
  EXPECT_EQ(rootsOf("float *p = s; p = t; $*p$ = 1;"), "s t");
  EXPECT_EQ(rootsOf("float *p = s; float *&r = p; r = h; $p[n]$ = 1;"), "h s");
  EXPECT_EQ(rootsOf("float &r = t[n]; $r$ = 1;"), "t");
  EXPECT_EQ(rootsOf("float *a[2] = {s, t}; $*a[n]$ = 1;"), "a, held");
  EXPECT_EQ(rootsOf("float *p = (float *)(unsigned long)n; $*p$ = 1;"), "?");
}
// clang-format on

} // namespace
