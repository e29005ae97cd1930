//===- Provenance.h - What a pointer or lvalue may refer to ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows pointers and references of one function back to the objects that they
// come from: shared arrays, kernel parameters, globals, private variables. Flow
// does not matter: a pointer refers to everything ever assigned to it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PROVENANCE_H
#define PIPELINE_REWRITE_ANALYSE_PROVENANCE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace pipeline_rewrite {

enum class Space { Private, Shared, Global, Constant, Unknown };

/// The objects that an lvalue or a pointer may refer to.
struct Roots {
  llvm::SmallSetVector<const clang::VarDecl *, 4> Vars;
  bool Unknown = false; ///< may refer to something that could not be followed
  /// Reached through a pointer kept inside one of Vars (a struct of pointers).
  bool Held = false;
  void add(const Roots &Other) {
    Vars.insert(Other.Vars.begin(), Other.Vars.end());
    Unknown |= Other.Unknown;
    Held |= Other.Held;
  }
};

/// The one value in braces that initialises a scalar, pointer or reference
/// (`T *p{q}`), without parentheses; anything else as it is.
const clang::Expr *stripBraces(const clang::Expr *E);

/// The pointer or array that an access starts at, as it is written: `w` of
/// `w[i].x`, `*(w + i)`; nullptr if it is not a name.
const clang::VarDecl *nameIn(const clang::Expr *E);

class Provenance {
public:
  /// \p Loop: for which isPart() is asked.
  Provenance(const clang::FunctionDecl *Function, const clang::Stmt *Loop);

  /// Objects that the lvalue \p E may denote.
  Roots ofLValue(const clang::Expr *E) const;
  /// Objects that the pointer value \p E may point into.
  Roots ofPointer(const clang::Expr *E) const;
  /// True if \p V is a pointer to a writable part of shared memory that the
  /// author declared `__restrict__`, before the loop and for good: what is
  /// written through it in the loop is reached through nothing else. It is a
  /// root of its own.
  bool isPart(const clang::VarDecl *V) const { return Parts.contains(V); }
  /// True if \p V is the object itself, not a pointer or reference to one.
  static bool isObject(const clang::VarDecl *V);
  /// Where what \p Root names or points to lives; \p Held as in Roots.
  Space spaceOf(const clang::VarDecl *Root, bool Held) const;
  /// Roots of a call's formal parameter, bound while its body is looked at.
  void bind(const clang::ParmVarDecl *Parameter, Roots Actual);
  /// A parameter of a device function that is always given global memory.
  void addGlobal(const clang::ParmVarDecl *Parameter) {
    GivenGlobal.insert(Parameter);
  }
  /// Learns what the locals of a callee are made from, before its body is
  /// looked at.
  void addSources(const clang::FunctionDecl *Callee);

private:
  Roots ofVariable(const clang::VarDecl *V) const;
  Roots ofReturned(const clang::CallExpr *Call) const;
  void collect(const clang::Stmt *S);
  void findParts(const clang::Stmt *S, const clang::FunctionDecl *Function,
                 const clang::Stmt *Loop);

  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Known;
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      Sources;
  llvm::DenseMap<const clang::VarDecl *, Roots> Bound;
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Parts;
  llvm::SmallPtrSet<const clang::ParmVarDecl *, 4> GivenGlobal;
  mutable llvm::SmallPtrSet<const clang::Decl *, 8> InProgress;
};

} // namespace pipeline_rewrite
#endif
