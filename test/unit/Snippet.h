//===- Snippet.h - Marked pieces of source and the nodes they are ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test writes what it asks about between dollar signs, as in
//
//   EXPECT_EQ(effectsOf("$s[threadIdx.x] = g[n];$"), "reads n; global g; ...")
//
// and gets the outermost statement or expression that is written there.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_UNIT_SNIPPET_H
#define PIPELINE_REWRITE_TEST_UNIT_SNIPPET_H

#include "Emit/Source/SourceText.h"
#include "Frontend/ParsedSource.h"

namespace pipeline_rewrite {

class Snippet {
public:
  /// \p Marked is a whole source.
  explicit Snippet(llvm::StringRef Marked) {
    std::string Text;
    for (char C : Marked)
      if (C == '$')
        Marks.push_back(Text.size());
      else
        Text += C;
    EXPECT_EQ(Marks.size() % 2, 0u) << Marked.str();
    Unit = parseText(Text);
    EXPECT_EQ(errorsOf(*Unit), "");
  }

  /// In the body of a kernel: `g` and `h` are global memory, `s` and `t`
  /// shared, `n` and `m` numbers that it is given.
  static Snippet ofBody(llvm::StringRef Body) {
    return Snippet(("__device__ int some(int x);\n"
                    "__global__ void kernel(const float *g, float *h, int n, "
                    "int m) {\n"
                    "  __shared__ float s[64], t[64];\n  " +
                    Body + "\n}\n")
                       .str());
  }

  /// What is written between the marks number \p Mark.
  const clang::Stmt *node(unsigned Mark = 0) const {
    Finder F(SourceText(*Unit), Marks.at(2 * Mark), Marks.at(2 * Mark + 1));
    F.TraverseDecl(Unit->context().getTranslationUnitDecl());
    EXPECT_TRUE(F.Found) << "nothing is written between the marks alone";
    return F.Found;
  }
  const clang::Expr *expr(unsigned Mark = 0) const {
    return llvm::dyn_cast<clang::Expr>(node(Mark));
  }
  const clang::FunctionDecl *kernel() const {
    return functionNamed(*Unit, "kernel");
  }

  std::unique_ptr<SourceUnit> Unit;

private:
  struct Finder : clang::DynamicRecursiveASTVisitor {
    Finder(SourceText Text, unsigned Begin, unsigned End)
        : Text(std::move(Text)), Begin(Begin), End(End) {}

    bool VisitStmt(clang::Stmt *S) override {
      auto Range = Text.range(S);
      auto Whole = Text.statement(S);
      auto Is = [&](const std::optional<TextRange> &R) {
        return R && R->Begin == Begin && R->End == End;
      };
      if (Is(Range) || Is(Whole))
        Found = S;
      return !Found;
    }

    SourceText Text;
    const unsigned Begin, End;
    const clang::Stmt *Found = nullptr;
  };

  std::vector<unsigned> Marks;
};

} // namespace pipeline_rewrite
#endif
