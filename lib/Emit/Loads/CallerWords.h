//===- CallerWords.h - A callee's expressions as its caller says them -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. `BM / rowStride` in a template means other numbers in each
// call. The caller has its own words for them: the template arguments that it
// passes, or the extents of an array from which they are deduced.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_CALLERWORDS_H
#define PIPELINE_REWRITE_EMIT_CALLERWORDS_H

#include "Analyse/LoopFacts.h"
#include "Emit/Source/SourceText.h"

namespace pipeline_rewrite {

/// The definition that an instance of a template was made from, or the
/// function's own.
const clang::FunctionDecl *patternOf(const clang::FunctionDecl *F);

/// Where a call that fills tiles stands.
struct CallPlace {
  /// Holds the loop; or a function that the loop calls, and that is no lambda.
  const clang::FunctionDecl *Function = nullptr;
  /// The function, or a lambda in it, whose body has the call.
  const clang::FunctionDecl *Body = nullptr;
  /// The function or one of its callers, in the subject: new functions stand in
  /// front of it.
  const clang::FunctionDecl *Anchor = nullptr;
};

/// How a call names what it calls.
struct CalledName {
  const clang::Expr *Written = nullptr; ///< with object and template arguments
  clang::SourceLocation Name;           ///< of the name alone
  llvm::ArrayRef<clang::TemplateArgumentLoc> Arguments;
};
CalledName calledName(const LoadCall &Call);

class CallerWords {
public:
  CallerWords(const LoadCall &Call, const CallPlace &Place,
              const SourceUnit &Unit);

  /// Each gives nullopt for what the caller has no words for.
  std::optional<std::string> said(const clang::Expr *E) const;
  std::optional<std::string> said(llvm::StringRef Text) const;
  /// The template argument for the callee's parameter number \p I.
  std::optional<std::string> templateArgument(unsigned I) const;

  /// The callee is a member of a class that the caller's template chooses, and
  /// is called without template arguments.
  bool isInDependentClass() const;
  /// Callee and caller are members of one class.
  bool isOfSameClass() const;

  /// An expression as the callee's signature can say it: without its local
  /// constants.
  std::optional<std::string> inSignature(const clang::Expr *E) const;
  std::optional<std::string> inSignature(llvm::StringRef Text) const;

  /// `<float, BM>` for a function with the parameters \p Kept alone, if these
  /// do not say all that the call leaves to be deduced; empty if they do.
  /// nullopt if the caller has no words for it.
  std::optional<std::string>
  templateArguments(const llvm::SmallSetVector<unsigned, 8> &Kept) const;

private:
  using Replace = llvm::function_ref<std::optional<std::string>(unsigned)>;
  std::optional<std::string> translate(const clang::Expr *E,
                                       bool ForCaller) const;
  std::optional<std::string> replaceIdentifiers(llvm::StringRef Text,
                                                bool ForCaller) const;
  std::optional<std::string> word(llvm::StringRef Name, bool ForCaller) const;
  enum class Deduction { No, Yes, Unclear };
  Deduction deducible(unsigned I, unsigned Parameter) const;
  bool mustBeGiven(unsigned I,
                   const llvm::SmallSetVector<unsigned, 8> &Kept) const;
  std::optional<std::string> deduced(unsigned I) const;
  std::optional<std::string> deducedFrom(unsigned I, unsigned Parameter) const;
  std::optional<std::string> constant(unsigned I) const;
  std::optional<std::string> constant(const clang::TemplateArgument &Arg) const;
  std::optional<std::string> meaning(const clang::NamedDecl *Local,
                                     bool ForCaller) const;
  bool meansAnother(llvm::StringRef Name) const;
  bool isOfClass(llvm::StringRef Name) const;

  std::optional<std::string> wordOfClass(llvm::StringRef Name) const;
  std::optional<std::string> wordOfMember(const clang::NamedDecl *Member) const;
  std::optional<std::string> classArgument(unsigned I) const;
  clang::TypeLoc writtenClass() const;

  const LoadCall &Call;
  const clang::FunctionDecl *Caller, *Body; ///< CallPlace
  clang::ASTContext &Context;
  const SourceUnit &Unit;
  const clang::FunctionDecl *Pattern; ///< of the callee, or itself
  const CalledName Called;
  const clang::CXXRecordDecl *Class; ///< whose member it is, or nullptr
  const clang::TemplateParameterList *Parameters = nullptr,
                                     *ClassParameters = nullptr;
  SourceText CallerText, CalleeText;
};

} // namespace pipeline_rewrite
#endif
