//===- ConfiguredLaunch.cpp - What a cudaLaunchConfig_t says --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Host/ConfiguredLaunch.h"
#include "Ast/Assignments.h"
#include "Ast/VariableUses.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class ConfigReader {
public:
  ConfigReader(const CallExpr *Launch, const VarDecl *V) : Launch(Launch) {
    Out.Variable = V;
    readInit(V->getInit());
  }

  ConfiguredLaunch Out;

  void read(const Stmt *S) {
    if (!S || S == Launch)
      return; // its arguments are the variable and the kernel's own
    if (const Expr *Value = readAssignment(dyn_cast<Expr>(S)))
      return read(Value);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
        Ref && Ref->getDecl() == Out.Variable)
      Out.IsKnown = "the launch's configuration is used otherwise, too";
    for (const Stmt *Child : S->children())
      read(Child);
  }

private:
  void readInit(const Expr *Init) {
    const auto *List =
        dyn_cast_or_null<InitListExpr>(Init ? Init->IgnoreImplicit() : nullptr);
    if (!List)
      return;
    const auto *Record = Out.Variable->getType()->getAsRecordDecl();
    for (auto [Field, Value] : llvm::zip(Record->fields(), List->inits()))
      if (SourceLocation At = Value->getBeginLoc();
          At.isValid() && At != List->getLBraceLoc() &&
          At != List->getRBraceLoc()) // it is written
        set(Field->getName(), Value);
  }

  /// The right side of `config.member = …`; null if \p E is no such thing.
  const Expr *readAssignment(const Expr *E) {
    const auto [Left, Right] = assignmentSides(E);
    const auto *Member =
        Left ? dyn_cast<MemberExpr>(Left->IgnoreParens()) : nullptr;
    const auto *Ref =
        Member ? dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParens())
               : nullptr;
    if (!Ref || Ref->getDecl() != Out.Variable)
      return nullptr;
    set(Member->getMemberDecl()->getName(), Right);
    return Right;
  }

  void set(llvm::StringRef Member, const Expr *Value) {
    if (Member == "dynamicSmemBytes") {
      if (Out.Bytes)
        Out.IsKnown = "the launch's configuration gets its bytes twice";
      Out.Bytes = Value;
    } else if (Member == "blockDim" || Member == "gridDim") {
      setShape(Member == "blockDim" ? Out.Block : Out.Grid, Value);
    } else if (Member == "attrs" || Member == "numAttrs") {
      Out.IsKnown = "the launch's configuration has attributes";
    }
  }

  void setShape(const Expr *&Shape, const Expr *Value) {
    if (Shape)
      Out.IsKnown = "the launch's configuration gets its shape twice";
    Shape = Value;
  }

  const CallExpr *Launch;
};

} // namespace

ConfiguredLaunch findConfiguredLaunch(const CallExpr *Call,
                                      const FunctionDecl *Function) {
  const auto *Address =
      dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenImpCasts());
  const VarDecl *V = Address && Address->getOpcode() == UO_AddrOf
                         ? namedVariable(Address->getSubExpr()->IgnoreParens())
                         : nullptr;
  if (!V || !Function || !Function->hasBody() || !V->hasLocalStorage() ||
      isa<ParmVarDecl>(V) || V->getDeclContext() != Function ||
      V->getType()->isReferenceType()) {
    ConfiguredLaunch Unknown;
    Unknown.IsKnown = "the launch's configuration is not a local variable";
    return Unknown;
  }
  ConfigReader Reader(Call, V);
  Reader.read(Function->getBody());
  Reader.Out.IsKnown.confirm();
  return std::move(Reader.Out);
}

} // namespace pipeline_rewrite
