//===- Provenance.h - What a pointer or lvalue may refer to ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows pointers and references of one function back to the objects that they
// come from: shared arrays, kernel parameters, globals, private variables. Flow
// does not matter: a pointer refers to everything ever assigned to it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PROVENANCE_H
#define PIPELINE_REWRITE_ANALYSE_PROVENANCE_H

#include "Ast/VariableUses.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>

namespace pipeline_rewrite {

enum class Space { Private, Shared, Global, Constant, Unknown };

/// The objects that an lvalue or a pointer may refer to.
struct Roots {
  llvm::SmallSetVector<const clang::VarDecl *, 4> Vars;
  /// Pointer variables of a function that an lvalue may be, themselves: what
  /// they point to is ofPointer()'s answer.
  llvm::SmallSetVector<const clang::VarDecl *, 2> Pointers;
  bool Unknown = false; ///< may refer to something that could not be followed
  /// Reached through a pointer kept inside one of Vars (a struct of pointers).
  bool Held = false;
  /// Where Held: those of Vars that may be meant themselves as well.
  llvm::SmallSetVector<const clang::VarDecl *, 2> Own;
  /// Where the pointers lead that a temporary object has, which is no variable.
  std::shared_ptr<const Roots> Holds;
  void add(const Roots &Other) {
    if (Holds && Other.Holds) {
      auto Both = std::make_shared<Roots>(*Holds);
      Both->add(*Other.Holds);
      Holds = std::move(Both);
    } else if (Other.Holds) {
      Holds = Other.Holds;
    }
    if (Held != Other.Held)
      for (const clang::VarDecl *V : Held ? Other.Vars : Vars)
        if (!V->getType()->isPointerType())
          Own.insert(V);
    Own.insert(Other.Own.begin(), Other.Own.end());
    Vars.insert(Other.Vars.begin(), Other.Vars.end());
    Pointers.insert(Other.Pointers.begin(), Other.Pointers.end());
    Unknown |= Other.Unknown;
    Held |= Other.Held;
  }
  /// \p V is one of the variables, as an object or as a pointer.
  bool contains(const clang::VarDecl *V) const {
    return Vars.contains(V) || Pointers.contains(V);
  }
};

/// The one value in braces that initialises a scalar, pointer or reference
/// (`T *p{q}`), without parentheses; anything else as it is.
const clang::Expr *stripBraces(const clang::Expr *E);

/// The pointer or array that an access starts at, as it is written: `w` of
/// `w[i].x`, `*(w + i)`; nullptr if it is not a name.
const clang::VarDecl *nameIn(const clang::Expr *E);

/// The function that \p Call runs, with its body; nullptr where there is none,
/// for virtual functions and for assignment operators.
const clang::FunctionDecl *findBodyOf(const clang::CallExpr *Call);

/// The index of the argument that the first parameter of \p Callee gets: an
/// operator that is a member has its object in front.
unsigned firstArgument(const clang::CallExpr *Call,
                       const clang::FunctionDecl *Callee);

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
  /// The array that \p V is a part of, \p V if it is none; nullptr if that is
  /// not followed.
  const clang::VarDecl *wholeOf(const clang::VarDecl *V) const;
  /// True if \p V is the object itself, not a pointer or reference to one.
  static bool isObject(const clang::VarDecl *V);
  /// Where what \p Root names or points to lives; \p Held as in Roots.
  Space spaceOf(const clang::VarDecl *Root, bool Held) const;
  /// What a call passes, `this` included, means while the callee's body is
  /// looked at.
  struct Bindings {
    /// Of pointers, references and objects that are copied; nullopt: unbound.
    std::vector<std::pair<const clang::ParmVarDecl *, std::optional<Roots>>>
        Parameters;
    std::optional<Roots> This; ///< what it points to; nullopt: not followed
  };
  Bindings bindingsOf(const clang::CallExpr *Call,
                      const clang::FunctionDecl *Callee) const;
  /// Those of a constructor, whose object is reached through `this` alone.
  Bindings bindingsOf(const clang::CXXConstructExpr *Construct,
                      const clang::FunctionDecl *Callee) const;
  Bindings unchanged() const { return {{}, This}; }
  /// Enters a callee; gives what was bound before, to leave it again.
  Bindings bind(Bindings New) const;
  /// A parameter of a device function that is always given global memory.
  void addGlobal(const clang::ParmVarDecl *Parameter) {
    GivenGlobal.insert(Parameter);
  }
  /// Learns what the locals of a callee are made from, before its body is
  /// looked at.
  void addSources(const clang::FunctionDecl *Callee) const;

  /// Device code may have put a pointer where the function finds one.
  bool putsPointers() const;

private:
  Roots ofVariable(const clang::VarDecl *V) const;
  /// What the pointers that the lvalues \p Objects hold point to.
  Roots ofLoaded(const Roots &Objects) const;
  Roots putThrough(const clang::VarDecl *V) const;
  Roots putByCallee(const clang::CallExpr *Call, unsigned Argument) const;
  Roots ofCall(const clang::CallExpr *Call) const;
  /// What OfValue says of the values that a call may return.
  Roots
  ofReturned(const clang::CallExpr *Call, const clang::FunctionDecl *Callee,
             llvm::function_ref<Roots(const clang::Expr *)> OfValue) const;
  Roots ofArguments(const clang::CallExpr *Call) const;
  void bindParameters(Bindings &Out,
                      llvm::ArrayRef<const clang::Expr *> Arguments,
                      const clang::FunctionDecl *Callee) const;
  Roots ofCopied(const clang::Expr *Object) const;
  /// Where the pointers and references lead that are members of \p Objects.
  Roots heldBy(const Roots &Objects) const;
  Roots heldIn(const clang::VarDecl *Object) const;
  Roots putBy(const clang::Expr *Initialiser) const;
  Roots ofTemporary(const clang::Expr *Made) const;
  Roots putByCall(const clang::CallExpr *Call) const;
  Roots putByConstructor(const clang::CXXConstructExpr *Construct) const;
  Roots ofMember(clang::QualType Type, const clang::Expr *Value) const;
  void collect(const clang::Stmt *S) const;
  void collectDeclared(const clang::Stmt *S) const;
  void collectPut(const VariableUse &Use) const;
  void findParts(const clang::CompoundStmt &Body);

  mutable llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Known;
  /// What initialises a pointer or reference.
  mutable llvm::DenseMap<const clang::VarDecl *,
                         llvm::SmallVector<const clang::Expr *, 2>>
      Sources;
  /// What is put into the pointer that a variable is, or that it refers to.
  struct Puts {
    llvm::SmallVector<const clang::Expr *, 2> Values;
    llvm::SmallVector<const clang::VarDecl *, 2> Names; ///< references to it
    /// Calls that may put something there, with the number of the argument.
    llvm::SmallVector<std::pair<const clang::CallExpr *, unsigned>, 2> Calls;
    bool Unknown = false;
  };
  mutable llvm::DenseMap<const clang::VarDecl *, Puts> PutsInto;
  mutable llvm::DenseMap<const clang::VarDecl *, Roots> Bound;
  /// What `this` points to in the member function that is looked at.
  mutable std::optional<Roots> This;
  const clang::FunctionDecl *Function;
  mutable std::optional<bool> PutsPointers; ///< storesPointers()
  bool InMember = false; ///< the function itself has a `this`
  llvm::SmallPtrSet<const clang::VarDecl *, 8> Parts;
  llvm::SmallPtrSet<const clang::ParmVarDecl *, 4> GivenGlobal;
  mutable llvm::SmallPtrSet<const clang::Decl *, 8> InProgress, PutsInProgress;
};

} // namespace pipeline_rewrite
#endif
