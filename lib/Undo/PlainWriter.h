//===- PlainWriter.h - Edits that make a loop plain -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Undo.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_UNDO_PLAINWRITER_H
#define PIPELINE_REWRITE_UNDO_PLAINWRITER_H

#include "Analyse/Sync/BodyText.h"
#include "Undo/PlainText.h"

namespace pipeline_rewrite::undo {

/// A register that is fetched and stored once: its value is stored directly.
struct Fetch {
  const clang::Stmt *S;
  const clang::VarDecl *To;
  const clang::Expr *Value;
  const clang::DeclRefExpr *Use = nullptr; ///< by the store; nullptr: several
};

inline const clang::DeclRefExpr *nameIn(const clang::Expr *E) {
  E = E ? E->IgnoreParenImpCasts() : nullptr;
  if (const auto *C = llvm::dyn_cast_or_null<clang::CXXConstructExpr>(E))
    E = C->getNumArgs() == 1 ? C->getArg(0)->IgnoreParenImpCasts() : nullptr;
  return llvm::dyn_cast_or_null<clang::DeclRefExpr>(E);
}

class PlainWriter : BodyText {
public:
  PlainWriter(const LoopAnalysis &A, const HandLoop &L, const HandTrace &Trace)
      : BodyText(A), L(L), Trace(Trace), Units(L.Loop->Units) {
    IsPlain = true;
  }

  std::variant<EditSet, Refusal> run();

private:
  Refusal no(RefusalId Id, std::string Detail,
             const clang::Stmt *Cause = nullptr) {
    return refuse(Id, *L.Loop, A.Unit, std::move(Detail), Cause);
  }

  std::optional<Part> range(clang::SourceLocation Begin,
                            clang::SourceLocation End);
  std::optional<Part> range(const clang::Stmt *S) {
    return range(S->getBeginLoc(), S->getEndLoc());
  }

  /// With the `;`, and a pragma's line.
  Part statement(const clang::Stmt *S);

  void findFetches();

  const Fetch *mergedBy(const clang::Stmt *S) const;

  /// Named by what is written.
  bool isKept(const clang::VarDecl *V) const;

  /// Its value is a tile or a buffer: no text that stays names it.
  bool isIndex(const clang::VarDecl *V) const;

  /// `As[slot]` becomes `As`.
  void choices();

  std::optional<Part> choice(const clang::ArraySubscriptExpr *E);

  /// What \p S is for the loop's own tile.
  std::string textOf(const clang::Stmt *S, Part P);

  /// Asynchronous copies become assignments.
  void copies(const clang::Stmt *S, EditSet &Edits);

  void assign(const clang::CallExpr &Call, const AsyncCopy &Copy,
              EditSet &Edits);

  std::string indented(std::string Of, llvm::StringRef From) const;

  void loads();

  /// Registers without a first value that the loop declares.
  void declared(const clang::Stmt *S);

  bool isLoad(const clang::Stmt *S) const;

  /// The type of a register whose declaration held the first tile.
  std::string declaration(const clang::Stmt *S);

  bool staysDeclared(const clang::Stmt *S) const;

  void before();

  /// Removes a statement with the comments above it and an empty line below.
  void drop(const clang::Stmt *S);

  void body();

  const HandLoop &L;
  const HandTrace &Trace;
  llvm::ArrayRef<const clang::Stmt *> Units;
  std::vector<Fetch> Merged;
  std::vector<std::string> New;
  std::string Indent;
  std::optional<Refusal> Why;
};

} // namespace pipeline_rewrite::undo
#endif
