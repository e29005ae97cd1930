//===- BuildConditions.h - Code that another build makes another of -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit is parsed once, by clang, for one architecture. The program is built
// by another compiler, often for several architectures. What a text says of
// __CUDA_ARCH__ or of the compiler is then not what was analysed.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_BUILDCONDITIONS_H
#define PIPELINE_REWRITE_ANALYSE_BUILDCONDITIONS_H

#include "Analyse/Memory/KernelCallers.h"
#include "Frontend/Conditions/BuildWords.h"
#include "Frontend/SourceUnit.h"
#include "Options/Refusal.h"

namespace pipeline_rewrite {

class OtherBuilds {
public:
  /// Reads the user's files of the unit.
  explicit OtherBuilds(const SourceUnit &Unit);
  /// Of builds that define other macros, as well: those of the command line,
  /// and those that an #if asks for, as `#ifndef TILE`.
  static OtherBuilds withMacros(const SourceUnit &Unit);

  /// Asks functions, and every function and variable of the user's that they
  /// reach, for names whose value the build decides: predefined macros that
  /// compilers and architectures give different values, macros that depend on
  /// them, and definitions that an #if about them chooses. An #if around all of
  /// \p Code is no matter: where it is false there is no such loop. Nor is one
  /// in the functions of \p Judged, whose text others judge.
  ///
  /// Refuses: conditional-compilation, at \p Report.
  std::optional<Refusal>
  refuse(llvm::ArrayRef<const clang::FunctionDecl *> Functions,
         clang::SourceLocation Code, const SourcePlace &Report,
         llvm::ArrayRef<const clang::FunctionDecl *> Judged = {}) const;

  /// The name that makes the words in \p R depend on the build; \p Specifiers
  /// as BuildWords::find(). The element types that \p In names are no matter.
  std::optional<std::string> decides(clang::SourceRange R,
                                     bool Specifiers = false,
                                     const clang::Decl *In = nullptr) const;
  /// Whether \p Call, in \p In, may be another function's: its name, or a type
  /// or number that chooses among several, depends on the build, or it is weak.
  bool decidesCallee(const clang::CallExpr *Call,
                     const clang::FunctionDecl *In) const;
  /// A constant that \p In names, if a header that is not read may have a
  /// nearer one, or a specialisation of the class that it is in.
  std::optional<std::string>
  decidesConstant(const clang::FunctionDecl *In) const;
  /// Whether a header of the user's that is not read is included before \p L,
  /// and after \p From: it was not found, or an #if leaves it out.
  bool isPastUnread(clang::SourceLocation L,
                    clang::SourceLocation From = {}) const;
  const clang::SourceManager &sources() const { return Unit.sources(); }
  /// But for the types that elements have (Builds/ElementTypes.h).
  OtherBuilds besideElementTypes() const;
  /// Of builds that have the code at \p L.
  OtherBuilds within(clang::SourceLocation L) const;
  /// The name by which an #if chooses \p D, or may declare another of its name.
  /// Of the system's: nothing.
  std::optional<std::string> choice(const clang::NamedDecl *D) const;
  /// The same, or what makes the words of \p D, up to \p End, others.
  std::optional<std::string> decides(const clang::NamedDecl *D,
                                     clang::SourceLocation End = {}) const;
  /// By a macro or an alias, or by another definition of a name.
  std::optional<std::string> decidesWords(clang::SourceRange R) const;
  /// An #if chooses the text at \p L, or its file.
  bool isChosen(clang::SourceLocation L) const;
  /// What \p Name means at \p L may be something else elsewhere in the files.
  bool isRenamed(llvm::StringRef Name, clang::SourceLocation L) const;
  /// Code that is not in view may name \p D.
  bool mayBeUsedElsewhere(const clang::NamedDecl *D) const;

private:
  OtherBuilds(const SourceUnit &Unit, std::shared_ptr<const BuildWords> Words);
  using Place = std::pair<clang::FileID, unsigned>;
  Place decomposed(clang::SourceLocation L) const;
  clang::SourceLocation lastOf(clang::SourceRange R) const;
  std::optional<Refusal> refuse(const clang::Decl *D, const BuildWords &Here,
                                const SourcePlace &Report) const;
  llvm::DenseSet<unsigned> elementsIn(const clang::Decl *D) const;
  bool decidesScope(const clang::NamedDecl *D) const;
  bool decidesClass(clang::QualType T) const;
  bool decidesIncludes(clang::SourceLocation L) const;
  bool decidesByUnread(const clang::FunctionDecl *F,
                       const clang::CallExpr *Call,
                       const clang::FunctionDecl *In) const;
  bool maySpecialise(clang::SourceLocation Of, clang::SourceLocation Use) const;
  const std::vector<clang::SourceLocation> &unread() const;
  bool decidesChoice(const clang::FunctionDecl *F,
                     const clang::CallExpr *Call) const;

  const SourceUnit &Unit;
  std::shared_ptr<const BuildWords> Words; ///< never null
  bool LeavesElements = false;
  // Once they are needed:
  mutable std::optional<KernelCallers> Callers;
  mutable std::optional<std::vector<clang::SourceLocation>> Unread;
};

/// Whether a call chooses a function that another one of its name, of a header
/// that is not read, might suit better.
bool mayBeSuitedBetter(const clang::CallExpr *Call);

} // namespace pipeline_rewrite
#endif
