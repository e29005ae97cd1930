//===- Includes.cpp - Where <cuda_pipeline.h> goes ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header names template parameters and arguments N, M, K and the like, so
// it must stand above macros of these names: in the first include block of the
// file. <cuda/pipeline> goes to the same place.
//===----------------------------------------------------------------------===//
#include "Emit/EmitEdits.h"
#include "Emit/Loads/AsyncWords.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

struct Line {
  unsigned Begin, End;
  llvm::StringRef Text; ///< trimmed
};

std::vector<Line> splitLines(llvm::StringRef Text) {
  std::vector<Line> Lines;
  unsigned At = 0;
  while (At < Text.size()) {
    size_t Newline = Text.find('\n', At);
    unsigned End = Newline == llvm::StringRef::npos ? Text.size() : Newline + 1;
    Lines.push_back({At, End, Text.slice(At, End).trim()});
    At = End;
  }
  return Lines;
}

bool isDirective(llvm::StringRef Line, llvm::StringRef Name) {
  return Line.consume_front("#") && Line.ltrim().starts_with(Name);
}

/// A line that includes \p Header, or one that does as well.
bool includes(llvm::StringRef Line, llvm::StringRef Header) {
  return Line.contains(("<" + Header + ">").str()) ||
         Line.contains(("\"" + Header + "\"").str()) ||
         (Header == "cuda_pipeline.h" &&
          Line.contains("<cuda_pipeline_primitives.h>"));
}

/// First offset behind the comments, `#pragma once` and include guard of a
/// file's head.
unsigned afterHead(llvm::ArrayRef<Line> Lines, bool IsGuarded) {
  unsigned At = 0;
  bool InComment = false;
  for (size_t I = 0; I < Lines.size(); ++I) {
    llvm::StringRef L = Lines[I].Text;
    if (I == 0)
      L.consume_front("\xEF\xBB\xBF");
    bool Opens = L.starts_with("/*");
    if (InComment || Opens) {
      InComment = !L.contains("*/");
      if (!InComment && !L.ends_with("*/"))
        break; // code after it
      At = Lines[I].End;
      continue;
    }
    bool Guard = IsGuarded && isDirective(L, "ifndef") &&
                 I + 1 < Lines.size() &&
                 isDirective(Lines[I + 1].Text, "define");
    if (Guard)
      ++I;
    if (!Guard && !L.starts_with("//") && !L.empty() &&
        !isDirective(L, "pragma once"))
      break;
    if (!L.empty())
      At = Lines[I].End;
  }
  return At;
}

/// Finds the `#include` lines that every compilation reads at file scope: under
/// no condition but the file's include guard, within no braces, behind a whole
/// declaration. In any other place the header would be left out, or its
/// declarations would be members of something.
class PlainIncludes {
public:
  /// \p Use: where what is included is used.
  PlainIncludes(llvm::StringRef Text, unsigned Use)
      : Text(Text), Use(Use), Lex(SourceLocation(), LangOpts, Text.begin(),
                                  Text.begin(), Text.end()) {
    next();
    while (T.isNot(tok::eof))
      if (T.is(tok::hash) && T.isAtStartOfLine())
        directive();
      else
        code();
  }

  /// True if such a directive begins within the line.
  bool contains(const Line &L) const { return isIn(L, Found); }
  /// The same of one that every compilation for CUDA reads.
  bool containsForCuda(const Line &L) const {
    return contains(L) || isIn(L, ForCuda);
  }
  /// The file has an include guard, which holds all of it.
  bool isGuarded() const { return Guard; }
  /// A compilation that includes the file may leave out what uses the headers:
  /// it may be one of a compiler that has none of CUDA.
  bool mayLeaveOutUse() const { return AroundUse > Guard; }

private:
  static bool isIn(const Line &L, llvm::ArrayRef<unsigned> Offsets) {
    return llvm::any_of(
        Offsets, [&](unsigned At) { return At >= L.Begin && At < L.End; });
  }

  void next() {
    Lex.LexFromRawLexer(T);
    if (offset() <= Use)
      AroundUse = Conditions;
  }

  unsigned offset() const {
    return Lex.getBufferLocation() - T.getLength() - Text.begin();
  }

  void code() {
    leaveGuard();
    Braces += T.is(tok::l_brace) ? 1 : T.is(tok::r_brace) ? -1 : 0;
    Open = !T.isOneOf(tok::semi, tok::r_brace);
    Started = true;
    next();
  }

  /// What something stands behind was none.
  void leaveGuard() {
    if (!Guard || Conditions)
      return;
    Guard = 0;
    Found.clear();
    ForCuda.clear();
  }

  void directive() {
    leaveGuard();
    const unsigned At = offset();
    next();
    if (T.is(tok::raw_identifier) && !T.isAtStartOfLine())
      condition(T.getRawIdentifier(), At);
    while (T.isNot(tok::eof) && !T.isAtStartOfLine())
      next();
  }

  void condition(llvm::StringRef Name, unsigned At) {
    if (Name == "include" && Conditions == Guard && !Braces && !Open)
      Found.push_back(At);
    if (Name == "include" && Conditions == Guard + 1 && AsksForCuda &&
        !Braces && !Open)
      ForCuda.push_back(At);
    if (Name.starts_with("if"))
      ++Conditions;
    if (Name == "endif" && Conditions)
      --Conditions;
    // `#ifndef FILE_H`, `#define FILE_H` in front of all else.
    const bool First = !Started && Directives == 0,
               Second = !Started && Directives == 1;
    ++Directives;
    const std::string Macro = operand();
    if (Name != "include" && Name != "define" && Name != "undef")
      AsksForCuda = Name == "ifdef" && Macro == "__CUDACC__";
    if (First && Name == "ifndef")
      GuardMacro = Macro;
    if (Second && Name == "define" && Macro == GuardMacro)
      Guard = 1;
  }

  std::string operand() {
    next();
    return T.is(tok::raw_identifier) && !T.isAtStartOfLine()
               ? T.getRawIdentifier().str()
               : "";
  }

  llvm::StringRef Text;
  unsigned Use;
  LangOptions LangOpts;
  Lexer Lex;
  Token T;
  int Braces = 0;
  unsigned Conditions = 0, Guard = 0, Directives = 0, AroundUse = 0;
  bool AsksForCuda = false; ///< the innermost condition, `#ifdef __CUDACC__`
  std::string GuardMacro;
  bool Open = false;    ///< within a declaration
  bool Started = false; ///< the file's code
  llvm::SmallVector<unsigned, 16> Found, ForCuda;
};

/// What \p Line includes need not be included.
void eraseIncluded(std::vector<std::string> &Missing, llvm::StringRef Line) {
  llvm::erase_if(Missing, [&](llvm::StringRef Header) {
    return includes(Line, Header.drop_front().drop_back());
  });
}

/// What new text brings along itself, behind the headers; nothing that the file
/// has.
std::string supportOf(std::optional<AsyncApi> Api, llvm::StringRef Text) {
  if (!Api)
    return "";
  const InterfaceText Written = textOf(*Api);
  return Text.contains(Written.SupportMark) ? "" : Written.Support.str();
}

std::string withNewlines(llvm::StringRef Text, llvm::StringRef Newline) {
  std::string Out;
  llvm::SmallVector<llvm::StringRef, 0> All;
  Text.split(All, '\n');
  for (llvm::StringRef Each : llvm::ArrayRef(All).drop_back())
    Out += (Each + Newline).str();
  return Out;
}

} // namespace

/// What \p Missing leaves of directives that are read in front of \p Use, and
/// where the others go. \p Support needs them all above it; \p Besides none.
static std::optional<TextEdit> includesFor(std::vector<std::string> Missing,
                                           const std::string &Support,
                                           llvm::StringRef Text, unsigned Use,
                                           unsigned Limit,
                                           llvm::StringRef Besides = "") {
  llvm::StringRef Newline = Text.contains("\r\n") ? "\r\n" : "\n";
  std::vector<Line> Lines = splitLines(Text);
  const std::vector<std::string> All = Missing;
  std::optional<unsigned> LastInclude;
  bool Closed = false;
  const PlainIncludes Plain(Text, Use);
  const bool IsForCuda = Plain.mayLeaveOutUse();
  for (size_t I = 0; I < Lines.size() && Lines[I].End <= Use; ++I) {
    llvm::StringRef L = Lines[I].Text;
    if (I == 0)
      L.consume_front("\xEF\xBB\xBF");
    const bool IsInclude = isDirective(L, "include");
    if (IsInclude && IsForCuda && Plain.containsForCuda(Lines[I]))
      eraseIncluded(Missing, L);
    if (IsInclude && Plain.contains(Lines[I])) {
      eraseIncluded(Missing, L);
      if (!Closed && Lines[I].Begin < Limit)
        LastInclude = Lines[I].End;
    } else if (LastInclude && !L.empty()) {
      Closed = true;
    }
  }
  if (!Support.empty()) // which needs them above it
    Missing = All;
  if (Missing.empty() && Support.empty() && Besides.empty())
    return std::nullopt;
  std::string Include;
  for (llvm::StringRef Header : Missing)
    Include += ("#include " + Header + Newline).str();
  Include += withNewlines(Support + Besides.str(), Newline);
  if (IsForCuda)
    Include =
        ("#ifdef __CUDACC__" + Newline + Include + "#endif" + Newline).str();
  if (LastInclude) {
    bool Ended = *LastInclude > 0 && Text[*LastInclude - 1] == '\n';
    return TextEdit{*LastInclude, *LastInclude,
                    Ended ? Include : (Newline + Include).str()};
  }
  unsigned At = std::min(afterHead(Lines, Plain.isGuarded()), Limit);
  unsigned Bom = Text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  At = std::max(At, Bom);
  std::string Before = At > Bom ? Newline.str() : "";
  return TextEdit{At, At, Before + Include + (At > Bom ? "" : Newline.str())};
}

std::optional<TextEdit> includeFor(std::optional<AsyncApi> Api,
                                   llvm::StringRef Text, unsigned Use,
                                   unsigned Limit, llvm::StringRef Besides) {
  std::vector<std::string> Headers;
  if (Api)
    for (llvm::StringRef Each : describe(*Api).Headers)
      Headers.push_back(("<" + Each + ">").str());
  return includesFor(std::move(Headers), supportOf(Api, Text), Text, Use, Limit,
                     Besides);
}

std::optional<TextEdit> includeOwn(llvm::StringRef Header,
                                   llvm::StringRef Text) {
  return includesFor({("\"" + Header + "\"").str()}, "", Text, Text.size(),
                     afterHead(splitLines(Text), /*IsGuarded=*/false));
}

} // namespace pipeline_rewrite
