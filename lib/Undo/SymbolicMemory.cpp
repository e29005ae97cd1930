//===- SymbolicMemory.cpp - Addresses of a run with symbols ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses are in bytes, so that casts of pointers change nothing.
//===----------------------------------------------------------------------===//
#include "Undo/SymbolicRun.h"

using namespace clang;

namespace pipeline_rewrite {

const VarDecl *SymbolicRun::variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

uint64_t SymbolicRun::bytesOf(QualType T) const {
  return T->isIncompleteType() || T->isFunctionType()
             ? 1
             : Context.getTypeSizeInChars(T).getQuantity();
}

Term SymbolicRun::address(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_LValueToRValue
               ? eval(E)
               : address(Cast->getSubExpr());
  if (const VarDecl *V = isa<DeclRefExpr>(E) ? variableOf(E) : nullptr) {
    if (V->getType()->isReferenceType())
      if (auto At = State.Variables.find(V); At != State.Variables.end())
        return At->second;
    if (Buffered.count(V))
      return fail(
          "the buffers of '" + V->getNameAsString() + "' are used together", E);
    return Term::symbol(Parts.isTile(V) ? nameOf(V) + "#0" : "&" + nameOf(V));
  }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    const VarDecl *T = variableOf(Sub->getBase());
    if (T && Buffered.count(T)) {
      const auto Slot = eval(Sub->getIdx()).asNumber();
      if (!Slot || *Slot < 0) {
        NotBuffered.insert(T);
        return fail("which buffer of '" + T->getNameAsString() +
                        "' is meant is not seen",
                    E);
      }
      Slots[Sub].insert(*Slot);
      return Term::symbol(nameOf(T) + "#" + std::to_string(*Slot));
    }
    const Term Base = eval(Sub->getBase());
    return Base + eval(Sub->getIdx()) * Term::number(bytesOf(E->getType()));
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref)
    return eval(U->getSubExpr());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return (M->isArrow() ? eval(M->getBase()) : address(M->getBase())) +
           Term::symbol("." + M->getMemberDecl()->getNameAsString());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isPrefix()) {
    eval(U);
    return address(U->getSubExpr());
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    if (auto N = eval(C->getCond()).asNumber())
      return address(*N ? C->getTrueExpr() : C->getFalseExpr());
  return fail("an address of the loads is not understood", E);
}

static std::string withoutBuffer(const std::string &Text,
                                 const std::string &Buffer) {
  std::string Out = Text;
  for (size_t At = 0; (At = Out.find(Buffer, At)) != std::string::npos;)
    Out.erase(At + Buffer.find('#'), Buffer.size() - Buffer.find('#'));
  return Out;
}

Term SymbolicRun::loadAt(const Term &Address, uint64_t Bytes) {
  const std::string Size = std::to_string(Bytes) + " at ";
  if (const std::string Buffer = Address.buffer(); !Buffer.empty()) {
    const auto &Held = State.Buffers[Buffer];
    auto At = Held.find(Size + withoutBuffer(Address.text(), Buffer));
    return At != Held.end() ? At->second
                            : fail("the loads read a tile", nullptr);
  }
  auto At = State.Memory.find(Size + Address.text());
  return At != State.Memory.end()
             ? At->second
             : Term::symbol("[" + Size + Address.text() + "]");
}

void SymbolicRun::storeAt(const Term &Address, uint64_t Bytes,
                          const Term &Value, const Stmt *At) {
  const std::string Size = std::to_string(Bytes) + " at ";
  const std::string Buffer = Address.buffer();
  if (Buffer.empty()) {
    // Only arrays of the thread's own are written otherwise.
    if (Address.text().find('&') == std::string::npos)
      fail("where the loads store to is not seen", At);
    State.Memory[Size + Address.text()] = Value;
    return;
  }
  State.Buffers[Buffer][Size + withoutBuffer(Address.text(), Buffer)] = Value;
  FilledIn[Buffer] = Iteration;
}

Term SymbolicRun::load(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->isLValue())
    return loadAt(address(E), bytesOf(E->getType()));
  if (const VarDecl *V = isa<DeclRefExpr>(E) ? variableOf(E) : nullptr;
      V && !V->getType()->isReferenceType()) {
    auto At = State.Variables.find(V);
    return At != State.Variables.end() ? At->second : Term::symbol(nameOf(V));
  }
  if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow()) {
    const Expr *Base = M->getBase()->IgnoreParens();
    const std::string Name = "." + M->getMemberDecl()->getNameAsString();
    if (const VarDecl *V = variableOf(Base))
      if (auto At = State.Memory.find(nameOf(V) + Name);
          At != State.Memory.end())
        return At->second;
    return Term::symbol(eval(Base).text() + Name);
  }
  if (isa<ArraySubscriptExpr, DeclRefExpr>(E) ||
      (isa<UnaryOperator>(E) &&
       cast<UnaryOperator>(E)->getOpcode() == UO_Deref) ||
      isa<MemberExpr>(E)) {
    if (!isa<DeclRefExpr>(E) || variableOf(E))
      return loadAt(address(E), bytesOf(E->getType()));
  }
  return evalParts(E);
}

void SymbolicRun::store(const Expr *E, const Term &Value) {
  E = E->IgnoreParens();
  if (const VarDecl *V = isa<DeclRefExpr>(E) ? variableOf(E) : nullptr;
      V && !V->getType()->isReferenceType()) {
    State.Variables[V] = Value;
    const std::string Parts = nameOf(V) + ".";
    for (auto At = State.Memory.lower_bound(Parts);
         At != State.Memory.end() &&
         At->first.compare(0, Parts.size(), Parts) == 0;)
      At = State.Memory.erase(At);
    return;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
    if (const VarDecl *V = variableOf(M->getBase()); V && !Parts.isTile(V)) {
      State.Memory[nameOf(V) + "." + M->getMemberDecl()->getNameAsString()] =
          Value;
      return;
    }
  storeAt(address(E), bytesOf(E->getType()), Value, E);
}

} // namespace pipeline_rewrite
