//===- CodeCalls.cpp - Calls and assignments as words -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Assignments.h"
#include "Ast/Below.h"
#include "Match/DeviceFunctions.h"
#include "Undo/CodeWords.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite::undo {

using namespace clang;

/// Functions that compute a value, and read what their arguments point to.
static bool isPure(const FunctionDecl *F) {
  static const llvm::StringSet<> Names{
      "__ldg",        "__ldcg",      "__ldca",      "__ldcs",    "min",
      "max",          "fminf",       "fmaxf",       "fmin",      "fmax",
      "make_float4",  "make_float2", "fmaf",        "__fmaf_rn", "__float2half",
      "__half2float", "make_int4",   "make_float3", "expf",      "__expf",
      "sqrtf",        "fabsf"};
  return F->getIdentifier() && isSystem(F) && Names.contains(F->getName());
}

/// It may start copies that others wait for, or what it does is not seen.
static bool copiesAhead(const FunctionDecl *F, unsigned Depth) {
  switch (classifyCallee(F)) {
  case CallKind::BlockBarrier:
  case CallKind::WarpSync:
  case CallKind::BlockFence:
  case CallKind::Atomic:
  case CallKind::ArgumentsOnly:
    return false;
  case CallKind::HasBody:
    return !Depth || !F->getBody() ||
           findBelow(F->getBody(), [&](const Stmt *S) {
             const auto *Call = dyn_cast<CallExpr>(S);
             return isa<AsmStmt, LambdaExpr>(S) ||
                    (Call && (!Call->getDirectCallee() ||
                              copiesAhead(Call->getDirectCallee(), Depth - 1)));
           });
  default:
    return true;
  }
}

Polynomial CodeWords::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return fail(E, "a call of what is not known");
  if (const auto Set = anyAssignment(E); Set && Set->copiesBytes())
    return assign(E);
  if (!isPure(F) && copiesAhead(F, 4))
    return fail(E, "what '" + F->getNameAsString() + "' does");
  std::string Words = "call:" + F->getQualifiedNameAsString() + "<" +
                      F->getType().getCanonicalType().getAsString() + ">";
  if (const auto *Arguments = F->getTemplateSpecializationArgs())
    for (const TemplateArgument &Each : Arguments->asArray()) {
      std::string One;
      llvm::raw_string_ostream OS(One);
      Each.print(Context.getPrintingPolicy(), OS, true);
      Words += "<" + One + ">";
    }
  Words += "{";
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *On = Member->getImplicitObjectArgument();
    Words += (On->isGLValue() ? address(On) : value(On)).words() + ";";
  }
  for (const Expr *Each : E->arguments())
    Words +=
        (Each->isGLValue() && !Each->getType()->isRecordType() ? address(Each)
         : Each->isGLValue()                                   ? record(Each)
                                                               : value(Each))
            .words() +
        ",";
  return isPure(F) ? Polynomial::atom(Words + "}") : effect(Words + "}");
}

/// Each is done once, in this order, whatever becomes of its value.
Polynomial CodeWords::effect(std::string Words) {
  HasEffect = true;
  Effects.push_back(Words);
  return Polynomial::atom(std::to_string(Effects.size()) + ":" + Words);
}

/// An assignment that is run as it stands.
Polynomial CodeWords::assign(const Expr *E) {
  const auto Set = anyAssignment(E);
  if (!Set || (Set->By && !Set->copiesBytes()))
    return fail(E);
  std::string Op = "=";
  if (Set->Operator)
    Op = BinaryOperator::getOpcodeStr(*Set->Operator).str() + "<" +
         typeWords(Set->ComputedIn) + ">=";
  // The value of x++ is another than that of ++x.
  if (const auto *U = dyn_cast<UnaryOperator>(bare(E)))
    Op = (U->isPostfix() ? "post" : "pre") + Op;
  const Polynomial To = address(Set->Target);
  const Polynomial From = !Set->Value ? Polynomial(1)
                          : Set->Target->getType()->isRecordType()
                              ? record(Set->Value)
                              : value(Set->Value);
  return effect("set" + Op + "<" + typeWords(Set->Target->getType()) + ">{" +
                To.words() + "," + From.words() + "}");
}

std::string CodeWords::copy(const Expr *To, const Expr *From, uint64_t Bytes) {
  const auto Pointer = [](const Expr *E) { // without the way to a void *
    E = bare(E);
    while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
      if (Cast->getCastKind() != CK_BitCast && Cast->getCastKind() != CK_NoOp)
        break;
      E = bare(Cast->getSubExpr());
    }
    return E;
  };
  To = Pointer(To);
  From = Pointer(From);
  const QualType T = To->getType()->getPointeeType(),
                 Of = From->getType()->getPointeeType();
  if (T.isNull() || Of.isNull() || T->isIncompleteType() ||
      typeWords(T) != typeWords(Of) ||
      Context.getTypeSizeInChars(T).getQuantity() != int64_t(Bytes))
    return fail(To, "a copy of other bytes").words();
  const Polynomial Into = value(To);
  const Polynomial Value = load(T, value(From));
  const std::string Words =
      "set=<" + typeWords(T) + ">{" + Into.words() + "," + Value.words() + "}";
  return finished("1:" + Words + ";did:" + Words + ";");
}

} // namespace pipeline_rewrite::undo
