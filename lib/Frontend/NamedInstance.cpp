//===- NamedInstance.cpp - Instances that --instantiate names -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/SourceUnit.h"

using namespace clang;

namespace pipeline_rewrite {

/// Names of the variables whose initialisers force an instantiation.
static constexpr llvm::StringLiteral InstancePrefix =
    "pipeline_rewrite_instance_";

/// Taking the address at the end of the unit instantiates the body, for
/// kernels and device functions alike, without knowing the parameters.
std::string instantiations(const Options &Opts) {
  std::string Text;
  for (size_t I = 0; I < Opts.Instantiate.size(); ++I)
    Text += "\nstatic auto *" + InstancePrefix.str() + std::to_string(I) +
            " = &" + Opts.Instantiate[I] + ";";
  return Text.empty() ? Text : Text + "\n";
}

const FunctionDecl *namedInstance(const SourceUnit &Unit, size_t Index) {
  ASTContext &Context = Unit.context();
  const DeclarationName Name =
      &Context.Idents.get(InstancePrefix.str() + std::to_string(Index));
  const DeclContextLookupResult Found =
      Context.getTranslationUnitDecl()->lookup(Name);
  const auto *Pointer =
      Found.isSingleResult() ? dyn_cast<VarDecl>(Found.front()) : nullptr;
  const Expr *E = Pointer ? Pointer->getInit() : nullptr;
  const auto *Address =
      E ? dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  const auto *Ref =
      Address ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParens())
              : nullptr;
  return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

} // namespace pipeline_rewrite
