//===- Uniformity.cpp - What is the same in all threads of a block --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object varies if a thread may give it another value, or give it one when
// others do not: under a condition that varies, or in a loop that some threads
// leave earlier. Only regions within that which the object lives in count.
//===----------------------------------------------------------------------===//
#include "IR/Uniformity.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace pipeline_rewrite {

using namespace ir;

Uniformity::Uniformity(const FunctionDecl *F, const Stmt *Together)
    : K(lower(F)), Values(K.Ops.size(), Same), Objects(K.Objects.size(), Same),
      Splits(K.Regions.size()), Alike(K.Regions.size()) {
  for (size_t I = 0; I < K.Regions.size(); ++I)
    if (Together && K.Regions[I].Owner == Together &&
        K.Regions[I].Kind == Region::Loop)
      for (unsigned R = I; R != 0; R = K.Regions[R].Outer)
        Alike[R] = true;
  const bool IsKernel = F->hasAttr<CUDAGlobalAttr>();
  for (size_t I = 0; I < K.Objects.size(); ++I)
    if (const auto Kind = K.Objects[I].Kind;
        Kind == Object::Shared || Kind == Object::Other ||
        (Kind == Object::Argument && !IsKernel))
      Objects[I] = Kind == Object::Shared ? Loaded : Unknown;
  do {
    Changed = false;
    settle();
  } while (Changed);
}

void Uniformity::raise(Level &Old, Level New) {
  Changed |= Old < New;
  Old = std::max(Old, New);
}

void Uniformity::split(unsigned R) {
  if (Splits[R] || Alike[R])
    return;
  Changed = Splits[R] = true;
}

void Uniformity::settle() {
  for (size_t R = 0; R < K.Regions.size(); ++R)
    if (K.Regions[R].On && Values[*K.Regions[R].On] != Same)
      split(R);
  for (size_t I = 0; I < K.Ops.size(); ++I) {
    const Op &O = K.Ops[I];
    raise(Values[I], made(O));
    // What memory holds that others write is not known, and no more.
    const auto Kind = K.Objects[O.Of].Kind;
    const Level Most = Kind == Object::Shared  ? Loaded
                       : Kind == Object::Other ? Unknown
                                               : OfThread;
    if (O.Kind == OpKind::Write)
      raise(Objects[O.Of],
            std::min(Most,
                     std::max(Values[I], isParted(O.Where, K.Objects[O.Of].Home)
                                             ? Unknown
                                             : Same)));
    if (O.Kind == OpKind::Address)
      raise(Objects[O.Of], std::min(Most, Values[I]));
    if (O.Kind == OpKind::Jump)
      leave(O);
  }
}

Uniformity::Level Uniformity::made(const Op &O) const {
  Level Of = Same;
  for (ValueId Each : O.In)
    Of = std::max(Of, Values[Each]);
  switch (O.Kind) {
  case OpKind::OfBlock:
  case OpKind::Vote:
    return Same;
  case OpKind::OfThread:
    return OfThread;
  case OpKind::Read:
    return std::max(Of, Objects[O.Of]);
  case OpKind::Load:
    return Of == Same && !isOnce(O.In.front()) ? Loaded : Of;
  case OpKind::Address: {
    const auto Kind = K.Objects[O.Of].Kind;
    return Kind == Object::Shared || Kind == Object::Constant ? Same : Unknown;
  }
  case OpKind::Unknown:
    return std::max(Of, Unknown);
  case OpKind::Constant:
  case OpKind::Compute:
  case OpKind::Write:
  case OpKind::LoadOnce:
  case OpKind::Jump:
  case OpKind::Exit:
    return Of;
  }
  llvm_unreachable("no such operation");
}

/// What threads leave in the middle while others do not.
void Uniformity::leave(const Op &Jump) {
  bool Parted = false;
  for (unsigned R = Jump.Where;; R = K.Regions[R].Outer) {
    if (Parted && K.Regions[R].Kind != Region::Branch && R != 0)
      split(R);
    Parted |= Splits[R];
    if (R == Jump.Target || R == 0)
      return;
  }
}

bool Uniformity::isParted(unsigned R, unsigned Home) const {
  bool Is = false;
  for (bool Inside = true;; R = K.Regions[R].Outer) {
    Inside &= R != Home;
    Is |= (Inside && Splits[R]) || K.Regions[R].Label;
    if (R == 0)
      return Is || (Inside && Home != 0);
  }
}

/// Nothing writes what a kernel reads through `const T *__restrict__` (CUDA C++
/// Programming Guide, "__restrict__").
bool Uniformity::isOnce(ValueId Address, unsigned Depth) const {
  const Op &O = K.Ops[Address];
  auto IsPointer = [&](ValueId V) {
    const auto *E = dyn_cast_or_null<Expr>(K.Ops[V].At);
    return E && E->getType()->isPointerType();
  };
  constexpr size_t MostWrites = 4; // each is followed, by all that it reads
  if (Depth > 8)
    return false;
  if (O.Kind == OpKind::Compute)
    return llvm::any_of(O.In, IsPointer) && llvm::all_of(O.In, [&](ValueId V) {
             return !IsPointer(V) || isOnce(V, Depth + 1);
           });
  if (O.Kind != OpKind::Read)
    return false;
  const Object &From = K.Objects[O.Of];
  if (From.Kind == Object::Argument) {
    const QualType T = From.Var->getType();
    return T.isRestrictQualified() && T->isPointerType() &&
           T->getPointeeType().isConstQualified() &&
           !T->getPointeeType().isVolatileQualified();
  }
  return From.Kind == Object::Private && !From.Writes.empty() &&
         From.Writes.size() <= MostWrites &&
         llvm::all_of(From.Writes, [&](ValueId Write) {
           return isOnce(K.Ops[Write].In.front(), Depth + 1);
         });
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

Uniformity::Level Uniformity::level(const Expr *E) const {
  auto At = K.Values.find(E->IgnoreParens());
  if (At == K.Values.end())
    return Unknown;
  Level All = Same;
  for (ValueId Each : At->second)
    All = std::max(All, Values[Each]);
  return All;
}

Uniformity::Level Uniformity::level(const VarDecl *V) const {
  bool Any = false;
  Level All = Same;
  for (size_t I = 0; I < K.Objects.size(); ++I)
    if (K.Objects[I].Var == V) {
      Any |=
          K.Objects[I].Kind != Object::Private || !K.Objects[I].Writes.empty();
      All = std::max(All, Objects[I]);
    }
  return Any ? All : Unknown;
}

const Stmt *Uniformity::findDivergence(const Stmt *Loop) const {
  const Stmt *Outermost = Loop;
  for (const Region &Each : K.Regions) {
    if (Each.Owner != Loop || Each.Kind != Region::Loop)
      continue;
    Outermost = nullptr;
    for (unsigned R = &Each - K.Regions.data(); R != 0; R = K.Regions[R].Outer)
      if (Splits[R] || K.Regions[R].Label)
        Outermost = K.Regions[R].Owner;
    if (Outermost)
      break;
  }
  return Outermost ? Outermost : K.Regions[0].Label;
}

const Stmt *Uniformity::findExit(const Stmt *Loop) const {
  if (K.Regions[0].Label)
    return K.Regions[0].Label;
  // From behind it threads come back by an outer loop.
  unsigned End = 0;
  for (const Region &Each : K.Regions)
    if (Each.Owner == Loop)
      for (unsigned R = &Each - K.Regions.data(); R != 0;
           R = K.Regions[R].Outer)
        if (K.Regions[R].Kind == Region::Loop)
          End = std::max(End, K.Regions[R].End);
  for (size_t I = 0; I < End; ++I) {
    const Op &O = K.Ops[I];
    if (O.Kind == OpKind::Exit ||
        (O.Kind == OpKind::Jump && O.Target == 0 && isa<ReturnStmt>(O.At) &&
         isParted(O.Where, 0)))
      return O.At;
  }
  return nullptr;
}

} // namespace pipeline_rewrite
