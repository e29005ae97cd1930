//===- PlainText.h - Text of which only a value comes ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that this build does not compile has no tree. Its tokens are taken for
// arithmetic of the thread's own only if none of them can be anything else.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_ANALYSE_PLAINTEXT_H
#define PIPELINE_REWRITE_ANALYSE_PLAINTEXT_H

#include "Frontend/Conditions/ConditionalText.h"
#include "Frontend/SourceUnit.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace pipeline_rewrite {

class PlainText {
public:
  /// Of names that are declared in \p In, or can be seen there. \p In is
  /// nullptr for a macro, whose names may be anybody's: they may be read.
  PlainText(const clang::FunctionDecl *In, const SourceUnit &Unit);

  /// These names are the thread's own numbers.
  void declare(llvm::StringRef Name) { Declared.insert(Name); }
  /// It may print.
  void allowPrints() { MayPrint = true; }
  /// It may take values from threads of its warp.
  void allowExchange() { MayExchange = true; }
  /// It may name no memory that others write or see, and nothing by a pointer:
  /// numbers, and arrays of the thread's own.
  void keepToNumbers() { OnlyNumbers = true; }
  /// The first token that may write memory, give a variable of others another
  /// value, wait for other threads, or be something that is not known; nullptr
  /// if there is none. Leaving the function is none of these.
  const RawToken *findMore(llvm::ArrayRef<RawToken> Tokens);

private:
  bool isSpecifier(llvm::ArrayRef<RawToken> Tokens) const;
  bool isPlain(llvm::ArrayRef<RawToken> All, size_t I);
  bool isPlainWord(llvm::ArrayRef<RawToken> All, size_t I);
  bool isPlainName(llvm::ArrayRef<RawToken> All, size_t I);
  bool declareAs(const RawToken &Type, llvm::StringRef Name);
  bool isPlainCall(llvm::ArrayRef<RawToken> All, size_t I);
  bool isPlainMacro(llvm::StringRef Name);
  bool isPlainFunction(const clang::FunctionDecl *F) const;
  bool isPlainAsm(llvm::ArrayRef<RawToken> All, size_t I) const;
  bool isOwnPlace(llvm::ArrayRef<RawToken> Tokens, bool IsCast) const;
  bool isNumberHere(const clang::ValueDecl *D) const;
  bool isOwnTarget(llvm::ArrayRef<RawToken> All, size_t Operator) const;
  bool isOwnOperand(llvm::ArrayRef<RawToken> All, size_t I) const;
  bool isOwn(llvm::StringRef Name, bool IsElement) const;
  bool isType(const RawToken &T) const;
  bool isOperand(llvm::ArrayRef<RawToken> All, size_t I) const;
  clang::tok::TokenKind kindOf(const RawToken &T) const;
  llvm::SmallVector<const clang::NamedDecl *, 4>
  lookUp(llvm::StringRef Name) const;

  const clang::FunctionDecl *In;
  const SourceUnit &Unit;
  llvm::StringMap<llvm::SmallVector<const clang::VarDecl *, 1>> Locals;
  llvm::StringSet<> Parameters; ///< of templates
  llvm::StringSet<> Declared, ReadOnly;
  llvm::StringSet<> Macros; ///< that are being looked at, or were
  bool MayPrint = false, OnlyNumbers = false, MayExchange = false;
};

} // namespace pipeline_rewrite
#endif
