//===- CalleeText.h - The halves of a function that fills tiles -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. Writes, beside a function that the loop calls, one that
// fetches what it loads into registers (or starts asynchronous copies), and one
// that stores the registers:
//
//   void load(float (&As)[64], const float *A) { As[i] = A[i]; }
//
//   void loadFetch(float &AsNext, const float *A) { AsNext = A[i]; }
//   void loadStore(float &AsNext, float (&As)[64]) { As[i] = AsNext; }
//
// A member function gets members beside it, a lambda gets lambdas.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_CALLEETEXT_H
#define PIPELINE_REWRITE_EMIT_CALLEETEXT_H

#include "Emit/CallerWords.h"
#include "Emit/LoadText.h"

namespace pipeline_rewrite {

class CalleeText : public LoadText {
public:
  /// \p Caller: the function that holds the loop.
  CalleeText(const PipelinePlan &Plan, const CallPhases &Half,
             const clang::FunctionDecl *Caller, const SourceUnit &Unit,
             Names &Names);

  /// The names of the new functions, and their text in \p Edits.
  CallNames write(EditSet &Edits);
  /// A register of the caller, `float4 AsNext[BM / 8]`, under \p Name; what is
  /// around the call is \p Outer.
  std::string declare(const Fetch &F, llvm::StringRef Name,
                      llvm::StringRef Outer);
  /// Does it start asynchronous copies?
  bool copies() const;
  /// The tile that a register is for, as the caller knows it.
  const clang::VarDecl *tileOf(const Fetch &F) const;

private:
  /// Parts of the definition's text that a half's own head is made of.
  struct Head {
    TextRange Whole;         ///< from the first token to the opening brace
    TextRange Name;          ///< the name alone
    TextRange Parameters;    ///< between the parentheses
    bool Parentheses = true; ///< false for a lambda that has none
  };
  std::optional<Head> findHead();
  clang::SourceLocation findBegin() const;
  std::optional<TextRange> findParameters();
  bool isReadable(TextRange R);
  std::string functionText(const Head &H, LoadPhase Phase,
                           llvm::StringRef Comment);
  std::optional<std::string> extentsOf(const Fetch &F, Spell Words);
  std::string parameterList(bool Storing, unsigned Column,
                            const std::string &In);
  void addPipeline(EditSet &Edits, const Head &H) const;
  std::string registerParameter(size_t I, bool Storing);
  std::string templateArguments(const llvm::SmallSetVector<unsigned, 8> &Kept);
  unsigned placeFor();
  unsigned aboveCaller();
  Names::NewFunction take(llvm::StringRef Name, const std::string &Key,
                          unsigned At);

  const CallPhases &Half;
  const clang::FunctionDecl *Callee, *Pattern, *Caller;
  CallerWords Words;
  Names &NewNames;
};

} // namespace pipeline_rewrite
#endif
