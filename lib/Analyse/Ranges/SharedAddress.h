//===- SharedAddress.h - Where a thread's accesses are --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Analyse. An address is a pointer that the threads of a block share
// where the loop begins, and what is added to it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_SHAREDADDRESS_H
#define PIPELINE_REWRITE_ANALYSE_SHAREDADDRESS_H

#include "Analyse/Ranges/ValueRange.h"

namespace pipeline_rewrite {

/// Bytes from a pointer that all threads share; members as in TouchedRange.
struct SharedAddress {
  const clang::Expr *Base = nullptr;
  const clang::VarDecl *Of = nullptr; ///< of the base
  bool IsObject = false;
  llvm::SmallVector<const clang::Expr *, 2> MovedBy;
  ValueRange Bytes;
  int64_t Size = 0; ///< of what is accessed there
};

class SharedAddresses {
public:
  using MaybeAddress = std::optional<SharedAddress>;

  SharedAddresses(const LoopAnalysis &A, ValueRanges &Values)
      : A(A), Values(Values) {}

  /// nullopt: ValueRanges::whyNot().
  MaybeAddress of(const Access &Acc);
  int64_t sizeOf(clang::QualType T) const; ///< 0 if it has none

private:
  const clang::Expr *elementPointer(const clang::Expr *At) const;
  MaybeAddress plus(MaybeAddress To, const clang::Expr *Index, int64_t Each,
                    bool Down);
  MaybeAddress addressOf(const clang::Expr *E);
  MaybeAddress ofMember(const clang::MemberExpr &M);
  MaybeAddress ofPointer(const clang::Expr *E);
  MaybeAddress ofRead(const clang::Expr *E);
  MaybeAddress ofVariable(const clang::DeclRefExpr &Ref,
                          const clang::VarDecl *V);
  MaybeAddress atEntry(const clang::DeclRefExpr &Ref, const clang::VarDecl *V);

  const LoopAnalysis &A;
  ValueRanges &Values;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Asking;
};

} // namespace pipeline_rewrite
#endif
