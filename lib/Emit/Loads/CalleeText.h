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

#include "Emit/Loads/CallerWords.h"
#include "Emit/Loads/LoadText.h"

namespace pipeline_rewrite {

class CalleeText : public LoadText {
public:
  CalleeText(const LoadPlan &Plan, const CallPhases &Half,
             const CallPlace &Place, const SourceUnit &Unit, Names &Names);

  /// The names of the new functions, and their text in \p Edits; before these
  /// those of the functions that it calls itself.
  CallNames write(EditSet &Edits);
  /// What the halves are to be given; asked once they are written.
  std::vector<CallRegister> registers();

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
  std::string parameterList(bool Storing, unsigned Column,
                            const std::string &In);
  void addPipeline(EditSet &Edits, const Head &H) const;
  void makeDeviceOnly(EditSet &Edits, const Head &H);
  std::string comment() const;
  /// Stands for the name of a half in its text until it is known: no source
  /// has it.
  static constexpr char PlaceOfName[] = "\1";
  /// Names the halves and puts them in their place.
  void insert(EditSet &Edits, std::string IssueText, std::string StoreText,
              CallNames &Out);

  /// What waits in a register, of this function or one that it calls, in this
  /// function's words.
  struct Value {
    std::string Type;
    llvm::ArrayRef<CopyLoop> Loops; ///< of this function, around it
    std::string Extents;            ///< further ones
  };
  std::vector<Value> values();
  struct Spelled {
    std::string Type, Extents;
  };
  /// \p ForCaller: in the caller's words, else in those of the signature.
  std::optional<Spelled> spell(const Value &V, bool ForCaller) const;
  std::string registerParameter(const Value &V, const std::string &Name,
                                bool Storing);
  CallPlace placeOfCalls() const;
  std::string templateArguments(const llvm::SmallSetVector<unsigned, 8> &Kept);
  unsigned placeFor();
  unsigned aboveCaller();
  Names::NewFunction take(llvm::StringRef Name, const std::string &Key,
                          unsigned At);

  const CallPhases &Half;
  const CallPlace Place;
  const clang::FunctionDecl *Callee, *Pattern;
  CallerWords Words;
  Names &NewNames;
};

} // namespace pipeline_rewrite
#endif
