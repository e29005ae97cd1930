//===- ConditionalText.cpp - What another build may compile ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/ConditionalText.h"
#include "clang/Lex/Lexer.h"
#include <optional>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// What is known of a condition in the device code of every build.
std::optional<bool> valueOf(const TextDirective &D) {
  auto IsKnown = [](const RawToken &T) { // whatever its value
    return T.Text == "__CUDA_ARCH__" || T.Text == "__CUDACC__" ||
           T.Text == "__cplusplus";
  };
  llvm::ArrayRef<RawToken> Rest = D.Rest;
  if (Rest.size() == 1) {
    const RawToken &T = Rest.front();
    if (D.Name == "ifdef" && IsKnown(T))
      return true;
    if (D.Name == "ifndef" && IsKnown(T))
      return false;
    if (D.Name == "if" && (T.Text == "0" || T.Text == "1"))
      return T.Text == "1";
  }
  if (D.Name != "if" || Rest.empty())
    return std::nullopt;
  const bool IsNegated = Rest.front().Kind == tok::exclaim;
  if (IsNegated)
    Rest = Rest.drop_front();
  if (Rest.empty() || Rest.front().Text != "defined")
    return std::nullopt;
  Rest = Rest.drop_front();
  if (Rest.size() == 3 && Rest[0].Kind == tok::l_paren &&
      Rest[2].Kind == tok::r_paren)
    Rest = Rest.slice(1, 1);
  if (Rest.size() != 1 || !IsKnown(Rest.front()))
    return std::nullopt;
  return !IsNegated;
}

} // namespace

class ConditionalText::Reader {
public:
  Reader(llvm::StringRef Buffer, const LangOptions &Language,
         ConditionalText &Out)
      : Lex(SourceLocation(), Language, Buffer.begin(), Buffer.begin(),
            Buffer.end()),
        Buffer(Buffer), Out(Out) {}

  void read() {
    next();
    while (T.isNot(tok::eof)) {
      if (T.is(tok::hash) && T.isAtStartOfLine()) {
        readDirective();
      } else {
        Out.Tokens.push_back(token());
        next();
      }
    }
    // What is open ends with the file.
    for (unsigned G : Open)
      close(Out.Groups[G], Buffer.size());
  }

private:
  void next() { Lex.LexFromRawLexer(T); }

  RawToken token() const {
    const unsigned End = Lex.getBufferLocation() - Buffer.begin();
    const unsigned Begin = End - T.getLength();
    return {Begin, T.getKind(), Buffer.slice(Begin, End),
            !T.hasLeadingSpace() && !T.isAtStartOfLine()};
  }

  void readDirective() {
    TextDirective D;
    D.Offset = token().Offset;
    unsigned End = D.Offset + 1;
    for (next(); T.isNot(tok::eof) && !T.isAtStartOfLine(); next()) {
      RawToken Each = token();
      End = Each.Offset + Each.Text.size();
      if (D.Name.empty() && Each.Kind == tok::raw_identifier)
        D.Name = Each.Text;
      else
        D.Rest.push_back(Each);
    }
    take(std::move(D), End);
  }

  static void close(ConditionalGroup &G, unsigned At) {
    G.Branches.back().End = At;
  }

  void begin(ConditionalGroup &G, unsigned At, std::optional<bool> Value) {
    ConditionalGroup::Branch B;
    B.Begin = At;
    B.End = Buffer.size();
    B.IsDead = Value == false || HasTaken[Open.back()];
    HasTaken[Open.back()] = HasTaken[Open.back()] || Value == true;
    G.Branches.push_back(B);
  }

  void take(TextDirective D, unsigned End) {
    // A name that a backslash breaks could be any of them.
    const bool IsIf = D.Name.starts_with("if");
    if (IsIf) {
      ConditionalGroup G;
      G.Begin = D.Offset;
      Open.push_back(Out.Groups.size());
      HasTaken.push_back(false);
      begin(G, End, valueOf(D));
      Out.Groups.push_back(std::move(G));
    } else if (D.Name.starts_with("el") && !Open.empty()) {
      ConditionalGroup &G = Out.Groups[Open.back()];
      close(G, D.Offset);
      begin(G, End, std::nullopt);
    } else if (D.Name == "endif" && !Open.empty()) {
      ConditionalGroup &G = Out.Groups[Open.back()];
      close(G, D.Offset);
      G.End = End;
      Open.pop_back();
    } else {
      Out.Directives.push_back(std::move(D));
    }
  }

  Lexer Lex;
  llvm::StringRef Buffer;
  ConditionalText &Out;
  Token T;
  llvm::SmallVector<unsigned, 4> Open;
  std::vector<bool> HasTaken; ///< by group: a branch is that of all builds
};

ConditionalText::ConditionalText(llvm::StringRef Buffer,
                                 const LangOptions &Language) {
  Reader(Buffer, Language, *this).read();
}

llvm::ArrayRef<RawToken> ConditionalText::tokens(unsigned Begin,
                                                 unsigned End) const {
  auto First = llvm::partition_point(
      Tokens, [&](const RawToken &T) { return T.Offset < Begin; });
  auto Last = llvm::partition_point(
      Tokens, [&](const RawToken &T) { return T.Offset < End; });
  if (First >= Last)
    return {};
  return llvm::ArrayRef(Tokens).slice(First - Tokens.begin(), Last - First);
}

bool ConditionalText::isDead(unsigned Offset) const {
  for (const ConditionalGroup &G : Groups)
    for (const ConditionalGroup::Branch &B : G.Branches)
      if (B.IsDead && B.contains(Offset))
        return true;
  return false;
}

} // namespace pipeline_rewrite
