//===- EditSet.cpp - All-or-nothing edits of one loop ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/EditSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace pipeline_rewrite {

unsigned EditSet::begin() const {
  unsigned First = ~0u;
  for (const TextEdit &E : Edits)
    First = std::min(First, E.Begin);
  return First;
}

/// Adds an edit behind all others, and makes it one with what it touches.
static void append(std::vector<TextEdit> &Edits, TextEdit E,
                   llvm::StringRef Source, unsigned Begin) {
  auto IsBlank = [&](char C) { return C == ' ' || C == '\t'; };
  bool StartsLine = !E.Text.empty() && (E.Text[0] == '\n' || E.Text[0] == '\r');
  while (true) {
    unsigned Floor = Edits.empty() ? Begin : Edits.back().End;
    while (StartsLine && E.Begin > Floor && IsBlank(Source[E.Begin - 1]))
      --E.Begin;
    if (Edits.empty() || E.Begin > Floor)
      break;
    TextEdit Before = std::move(Edits.back());
    Edits.pop_back();
    llvm::StringRef Kept = Before.Text;
    if (StartsLine)
      Kept = Kept.rtrim(" \t");
    StartsLine &= Kept.empty();
    E.Begin = Before.Begin;
    E.Text.insert(0, Kept.str());
  }
  Edits.push_back(std::move(E));
}

static bool yields(const TextEdit &E, const std::vector<TextEdit> &Edits) {
  return E.Yields && llvm::any_of(Edits, [&](const TextEdit &Other) {
           return !Other.Yields && Other.Begin <= E.End && E.Begin <= Other.End;
         });
}

std::vector<TextEdit> EditSet::settled(llvm::StringRef Source, unsigned Begin,
                                       unsigned End) const {
  std::vector<const TextEdit *> Inside;
  for (const TextEdit &E : Edits)
    if (E.Begin >= Begin && E.End <= End && !yields(E, Edits))
      Inside.push_back(&E);
  // Outer replacements first among those that start together, insertions before
  // them.
  llvm::stable_sort(Inside, [](const TextEdit *A, const TextEdit *B) {
    if (A->Begin != B->Begin)
      return A->Begin < B->Begin;
    bool InsertA = A->Begin == A->End, InsertB = B->Begin == B->End;
    if (InsertA != InsertB)
      return InsertA;
    return A->End > B->End;
  });
  std::vector<TextEdit> Out;
  unsigned At = Begin;
  const TextEdit *Last = nullptr;
  std::set<std::pair<unsigned, llvm::StringRef>> Made;
  for (const TextEdit *E : Inside) {
    if (E->Once && !Made.insert({E->Begin, E->Text}).second)
      continue;
    if (E->Begin < At && E->End <= At)
      continue; // inside a replacement already made
    // One token edited through several AST nodes (a macro argument used twice).
    if (Last && Last->Begin == E->Begin && Last->End == E->End &&
        Last->Text == E->Text)
      continue;
    append(Out, {std::max(At, E->Begin), E->End, E->Text}, Source, Begin);
    At = E->End;
    Last = E;
  }
  return Out;
}

static std::string applied(const std::vector<TextEdit> &Edits,
                           llvm::StringRef Source, unsigned Begin,
                           unsigned End) {
  std::string Out;
  unsigned At = Begin;
  for (const TextEdit &E : Edits) {
    Out += Source.slice(At, E.Begin);
    Out += E.Text;
    At = E.End;
  }
  Out += Source.slice(At, End);
  return Out;
}

std::string EditSet::apply(llvm::StringRef Source, unsigned Begin,
                           unsigned End) const {
  return applied(settled(Source, Begin, End), Source, Begin, End);
}

std::string applied(const std::vector<TextEdit> &Edits,
                    llvm::StringRef Source) {
  return applied(Edits, Source, 0, Source.size());
}

void print(llvm::raw_ostream &OS, const EditSet &Edits,
           llvm::StringRef Source) {
  for (const TextEdit &E : Edits.edits()) {
    OS << "  edit [" << E.Begin << ", " << E.End << ") '";
    llvm::printEscapedString(Source.slice(E.Begin, E.End), OS);
    OS << "' -> '";
    llvm::printEscapedString(E.Text, OS);
    OS << "'\n";
  }
}

} // namespace pipeline_rewrite
