//===- ConditionalText.cpp - What another build may compile ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/ConditionalText.h"
#include "Frontend/Conditions/Condition.h"
#include "Frontend/Conditions/PlatformWords.h"
#include "clang/Lex/Lexer.h"
#include <array>

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The name of a directive, also where a backslash breaks it.
llvm::StringRef directiveName(llvm::StringRef Text) {
  if (!Text.contains('\\'))
    return Text;
  const std::string Name = unbroken(Text);
  for (llvm::StringRef Each : {"if", "ifdef", "ifndef", "elif", "elifdef",
                               "elifndef", "else", "endif", "define", "undef"})
    if (Name == Each)
      return Each;
  return Text;
}

/// Kinds of builds of which something is known.
enum BuildKind { Device, WithoutOther, OfCuda, BuildKinds };

/// What is known of a macro in all builds of a kind: those of device code,
/// those that define no name of another platform, or those that define the
/// names of CUDA and perhaps some that stand beside it.
std::optional<uint64_t> macroValue(BuildKind Kind, llvm::StringRef Name,
                                   bool AsksDefined, Platform P) {
  const std::optional<uint64_t> Unknown;
  if (Kind == Device)
    return AsksDefined && isOfDevice(Name) ? std::optional(uint64_t{1})
                                           : Unknown;
  if (P == Platform::Other || (P == Platform::Beside && Kind == WithoutOther))
    return 0;
  if (P == Platform::Cuda && Kind == OfCuda && AsksDefined)
    return 1;
  return Unknown;
}

} // namespace

bool isOfDevice(llvm::StringRef Name) {
  return Name == "__CUDA_ARCH__" || Name == "__CUDACC__" ||
         Name == "__cplusplus";
}

std::string unbroken(llvm::StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    const auto [Before, After] = Text.split('\\');
    Out += Before;
    Text = After.drop_until([](char C) { return C == '\n'; })
               .drop_front(After.contains('\n') ? 1 : 0);
  }
  return Out;
}

class ConditionalText::Reader {
public:
  Reader(llvm::StringRef Buffer, const LangOptions &Language,
         const PlatformWords *Platforms, ConditionalText &Out)
      : Lex(SourceLocation(), Language, Buffer.begin(), Buffer.begin(),
            Buffer.end()),
        Buffer(Buffer), Platforms(Platforms), Out(Out) {}

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
        D.Name = directiveName(Each.Text);
      else
        D.Rest.push_back(Each);
    }
    take(std::move(D), End);
  }

  static void close(ConditionalGroup &G, unsigned At) {
    G.Branches.back().End = At;
  }

  /// \p D: its condition.
  void begin(ConditionalGroup &G, unsigned At, const TextDirective &D) {
    std::array<bool, BuildKinds> IsOut = {};
    for (unsigned Kind = 0; Kind < BuildKinds; ++Kind) {
      const auto Value = valueOf(D, [&](llvm::StringRef Name, bool Asks) {
        return macroValue(BuildKind(Kind), Name, Asks,
                          Platforms ? Platforms->of(Name) : Platform::None);
      });
      bool &HasTaken = Taken.back()[Kind];
      IsOut[Kind] = HasTaken || (Value && !*Value);
      HasTaken |= Value && *Value;
    }
    ConditionalGroup::Branch B;
    B.Begin = At;
    B.End = Buffer.size();
    B.NeedsPlatform = Platforms && IsOut[WithoutOther];
    B.IsElsewhere = B.NeedsPlatform && IsOut[OfCuda];
    B.IsDead = IsOut[Device] || B.IsElsewhere;
    G.Branches.push_back(B);
  }

  void take(TextDirective D, unsigned End) {
    const bool IsIf = D.Name.starts_with("if");
    if (IsIf) {
      ConditionalGroup G;
      G.Begin = D.Offset;
      Open.push_back(Out.Groups.size());
      Taken.emplace_back();
      begin(G, End, D);
      Out.Groups.push_back(std::move(G));
    } else if (D.Name.starts_with("el") && !Open.empty()) {
      ConditionalGroup &G = Out.Groups[Open.back()];
      close(G, D.Offset);
      begin(G, End, D);
    } else if (D.Name == "endif" && !Open.empty()) {
      ConditionalGroup &G = Out.Groups[Open.back()];
      close(G, D.Offset);
      G.End = End;
      Open.pop_back();
      Taken.pop_back();
    } else {
      Out.Directives.push_back(std::move(D));
    }
  }

  Lexer Lex;
  llvm::StringRef Buffer;
  const PlatformWords *Platforms;
  ConditionalText &Out;
  Token T;
  llvm::SmallVector<unsigned, 4> Open;
  /// By open group: a branch is that of all builds of a kind.
  std::vector<std::array<bool, BuildKinds>> Taken;
};

ConditionalText::ConditionalText(llvm::StringRef Buffer,
                                 const LangOptions &Language,
                                 const PlatformWords *Platforms) {
  Reader(Buffer, Language, Platforms, *this).read();
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

bool ConditionalText::isIn(bool ConditionalGroup::Branch::*Kind,
                           unsigned Offset) const {
  for (const ConditionalGroup &G : Groups)
    for (const ConditionalGroup::Branch &B : G.Branches)
      if (B.*Kind && B.contains(Offset))
        return true;
  return false;
}

bool ConditionalText::isDead(unsigned Offset) const {
  return isIn(&ConditionalGroup::Branch::IsDead, Offset);
}

bool ConditionalText::isElsewhere(unsigned Offset) const {
  return isIn(&ConditionalGroup::Branch::IsElsewhere, Offset);
}

bool ConditionalText::needsPlatform(unsigned Offset) const {
  return isIn(&ConditionalGroup::Branch::NeedsPlatform, Offset);
}

} // namespace pipeline_rewrite
