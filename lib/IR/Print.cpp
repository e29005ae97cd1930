//===- Print.cpp - Operations as stable text ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/Kernel.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite::ir {

static const char *const OpNames[] = {
    "constant", "of-block", "of-thread", "compute",   "read",
    "write",    "address",  "load",      "load-once", "vote",
    "jump",     "exit",     "unknown"};
static const char *const RegionNames[] = {"function", "branch", "loop",  "body",
                                          "switch",   "call",   "lambda"};

static unsigned depth(const Kernel &K, unsigned R) {
  return R == 0 ? 0 : 1 + depth(K, K.Regions[R].Outer);
}

/// The first line of \p S as it is written.
static std::string spelling(const Stmt *S, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const llvm::StringRef Text = Lexer::getSourceText(
      SM.getExpansionRange(S->getSourceRange()), SM, Context.getLangOpts());
  return Text.take_until([](char C) { return C == '\n'; }).str();
}

void print(llvm::raw_ostream &OS, const Kernel &K) {
  const ASTContext &Context = K.Function->getASTContext();
  for (unsigned R = 0, I = 0; I < K.Ops.size(); ++I) {
    for (; R + 1 < K.Regions.size() && K.Regions[R + 1].Begin <= I; ++R) {
      const Region &Next = K.Regions[R + 1]; // inner ones come after outer ones
      if (Next.Begin == Next.End)
        continue;
      OS.indent(2 * depth(K, R + 1)) << RegionNames[Next.Kind];
      if (Next.On)
        OS << " if %" << *Next.On;
      OS << "\n";
    }
    const Op &O = K.Ops[I];
    OS.indent(2 * depth(K, O.Where) + 2)
        << "%" << I << " = " << OpNames[unsigned(O.Kind)];
    if (O.Kind == OpKind::Read || O.Kind == OpKind::Write ||
        O.Kind == OpKind::Address) {
      const VarDecl *V = K.Objects[O.Of].Var;
      OS << " " << (V ? V->getNameAsString() : "t" + std::to_string(O.Of));
    }
    for (ValueId Each : O.In)
      OS << " %" << Each;
    OS << "  ; " << spelling(O.At, Context) << "\n";
  }
}

} // namespace pipeline_rewrite::ir
