//===- Terms.cpp - Values as terms, each made once ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Undo/ReadTerms.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace pipeline_rewrite::undo {

std::optional<unsigned> Terms::type(QualType T) {
  if (T.isNull() || T.isVolatileQualified())
    return std::nullopt;
  T = T.getCanonicalType().getUnqualifiedType();
  std::vector<uintptr_t> Key;
  if (const auto *Of = T->getAs<BuiltinType>()) {
    Key = {0, uintptr_t(Of->getKind())};
  } else if (T->isPointerType()) {
    const auto To = type(T->getPointeeType());
    if (!To)
      return std::nullopt;
    Key = {1, *To};
  } else if (const auto *R = T->getAsCXXRecordDecl()) {
    if (!isInSystem(R) || isa<ClassTemplateSpecializationDecl>(R))
      return std::nullopt;
    Key = {2, Names.try_emplace(R->getQualifiedNameAsString(), Names.size())
                  .first->second};
  } else {
    return std::nullopt;
  }
  return Types.try_emplace(Key, Types.size() + 1).first->second;
}

const Term *Terms::once(Term New) {
  std::vector<uintptr_t> Key{New.Kind, New.Type, New.Code};
  for (const Term *Each : New.Args)
    Key.push_back(uintptr_t(Each));
  for (const auto &[Product, Factor] : New.Parts) {
    Key.push_back(Product.size());
    for (const Term *Each : Product)
      Key.push_back(uintptr_t(Each));
    Key.push_back(uintptr_t(Factor));
  }
  std::unique_ptr<Term> &At = All[Key];
  if (!At)
    At = std::make_unique<Term>(std::move(New));
  return At.get();
}

const Term *Terms::symbol(unsigned Variable, unsigned Type) {
  Term New;
  New.Kind = Term::Symbol;
  New.Type = Type;
  New.Code = Variable;
  return once(std::move(New));
}

const Term *Terms::iteration() {
  Term New;
  New.Kind = Term::Iteration;
  return once(std::move(New));
}

const Term *Terms::make(uintptr_t Code, unsigned Type,
                        std::vector<const Term *> Args) {
  Term New;
  New.Kind = Term::Made;
  New.Type = Type;
  New.Code = Code;
  New.Args = std::move(Args);
  return llvm::is_contained(New.Args, nullptr) ? nullptr : once(std::move(New));
}

Terms::Parts Terms::partsOf(const Term *A) {
  return A->Kind == Term::Sum ? A->Parts : Parts{{{A}, 1}};
}

const Term *Terms::of(Parts P, unsigned Type) {
  for (auto At = P.begin(); At != P.end();)
    At = At->second ? std::next(At) : P.erase(At);
  if (P.size() == 1 && P.begin()->first.size() == 1 && P.begin()->second == 1 &&
      P.begin()->first[0]->Type == Type)
    return P.begin()->first[0];
  Term New;
  New.Type = Type;
  New.Parts = std::move(P);
  return once(std::move(New));
}

const Term *Terms::number(int64_t N, unsigned Type) {
  return of({{{}, N}}, Type);
}

const Term *Terms::sum(const Term *A, const Term *B, int64_t Factor,
                       unsigned Type) {
  if (!A || !B)
    return nullptr;
  Parts P = partsOf(A);
  for (const auto &[Product, Of] : partsOf(B)) {
    int64_t Times = 0, &Was = P[Product];
    if (llvm::MulOverflow(Of, Factor, Times) ||
        llvm::AddOverflow(Was, Times, Was))
      return nullptr;
  }
  return of(std::move(P), Type);
}

const Term *Terms::product(const Term *A, const Term *B, unsigned Type) {
  if (!A || !B)
    return nullptr;
  Parts P;
  for (const auto &[Left, F] : partsOf(A))
    for (const auto &[Right, G] : partsOf(B)) {
      std::vector<const Term *> Both = Left;
      Both.insert(Both.end(), Right.begin(), Right.end());
      llvm::sort(Both);
      int64_t Times = 0, &Was = P[Both];
      if (llvm::MulOverflow(F, G, Times) || llvm::AddOverflow(Was, Times, Was))
        return nullptr;
    }
  return of(std::move(P), Type);
}

const Term *Terms::test(TermCode Of, const Term *A, unsigned Bool) {
  if (!A)
    return nullptr;
  if (const auto N = numberOf(A))
    return number(Of == TermCode::Zero ? *N == 0 : *N > 0, Bool);
  return make(Of, Bool, {A});
}

const Term *Terms::retyped(const Term *A, unsigned Type) {
  return A ? of(partsOf(A), Type) : nullptr;
}

const Term *Terms::at(const Term *A, const Term *Other) {
  if (!A || !Other)
    return nullptr;
  if (A->Kind == Term::Iteration)
    return Other;
  if (A->Kind == Term::Symbol)
    return A;
  if (A->Kind == Term::Made) {
    std::vector<const Term *> Args;
    for (const Term *Each : A->Args)
      Args.push_back(at(Each, Other));
    if (A->Code == uintptr_t(TermCode::Positive) ||
        A->Code == uintptr_t(TermCode::Zero))
      return test(TermCode(A->Code), Args[0], A->Type);
    return make(A->Code, A->Type, std::move(Args));
  }
  const Term *Out = number(0, A->Type);
  for (const auto &[Product, Factor] : A->Parts) {
    const Term *Times = number(1, A->Type);
    for (const Term *Each : Product)
      Times = product(Times, at(Each, Other), A->Type);
    Out = sum(Out, Times, Factor, A->Type);
  }
  return Out;
}

std::optional<int64_t> Terms::numberOf(const Term *A) {
  const auto L = A ? lineOf(A) : std::nullopt;
  return L && !L->first ? std::optional(L->second) : std::nullopt;
}

std::optional<std::pair<int64_t, int64_t>> Terms::lineOf(const Term *A) {
  std::pair<int64_t, int64_t> Out{0, 0};
  for (const auto &[Product, Factor] : partsOf(A)) {
    if (Product.empty())
      Out.second = Factor;
    else if (Product.size() == 1 && Product[0]->Kind == Term::Iteration)
      Out.first = Factor;
    else
      return std::nullopt;
  }
  return Out;
}

bool Terms::has(const Term *A, Term::KindOf Kind, uintptr_t Code) {
  if (!A)
    return false;
  if (A->Kind == Kind && A->Code == Code)
    return true;
  const auto Is = [&](const Term *Each) { return has(Each, Kind, Code); };
  return llvm::any_of(A->Args, Is) ||
         llvm::any_of(A->Parts, [&](const auto &Each) {
           return llvm::any_of(Each.first, Is);
         });
}

} // namespace pipeline_rewrite::undo
