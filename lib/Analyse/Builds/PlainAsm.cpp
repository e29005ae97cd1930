//===- PlainAsm.cpp - Inline assembly of which only a value comes ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Analyse/Builds/PlainText.h"
#include "Analyse/Builds/UnitTexts.h"
#include "Ast/AsmOpcodes.h"

using namespace clang;

namespace pipeline_rewrite {

/// Behind `++`, `--` and `&`.
bool PlainText::isOwnOperand(llvm::ArrayRef<RawToken> All, size_t I) const {
  if (I >= All.size() || All[I].Kind != tok::raw_identifier)
    return false;
  size_t Behind = I + 1;
  const bool IsElement =
      Behind < All.size() && All[Behind].Kind == tok::l_square;
  const bool IsFurther =
      Behind < All.size() &&
      (All[Behind].Kind == tok::arrow || All[Behind].Kind == tok::l_paren ||
       All[Behind].Kind == tok::coloncolon);
  return !IsFurther && isOwn(All[I].Text, IsElement);
}

/// `array`, `(array + 8)`, `&own`: what begins there is the thread's own, by
/// whatever type it is read.
bool PlainText::isOwnPlace(llvm::ArrayRef<RawToken> Tokens, bool IsCast) const {
  auto KindAt = [&](size_t I) {
    return I < Tokens.size() ? kindOf(Tokens[I]) : tok::unknown;
  };
  size_t I = 0;
  while (KindAt(I) == tok::l_paren) {
    // `(float *)`, or `(`
    if (I + 1 < Tokens.size() && isType(Tokens[I + 1])) {
      size_t End = I + 2;
      while (End < Tokens.size() &&
             (KindAt(End) == tok::star || isType(Tokens[End])))
        ++End;
      if (KindAt(End) != tok::r_paren)
        return false;
      IsCast = true;
      I = End;
    }
    ++I;
  }
  const bool IsAddress = KindAt(I) == tok::amp;
  I += IsAddress;
  if (KindAt(I) != tok::identifier)
    return false;
  const tok::TokenKind Behind = KindAt(I + 1);
  const bool IsPart = Behind == tok::l_square || Behind == tok::period;
  if (Behind == tok::l_paren || Behind == tok::arrow ||
      Behind == tok::coloncolon || (IsCast && IsPart && !IsAddress))
    return false; // `(float *)numbers[0]`
  return isOwn(Tokens[I].Text, /*IsElement=*/IsAddress ? Behind == tok::l_square
                                                       : Behind != tok::period);
}

/// Of registers alone, and what it gives goes to the thread's own. The other
/// tokens are asked one by one.
bool PlainText::isPlainAsm(llvm::ArrayRef<RawToken> All, size_t I) const {
  size_t At = I + 1;
  if (At < All.size() && kindOf(All[At]) == tok::kw_volatile)
    ++At;
  if (At >= All.size() || All[At].Kind != tok::l_paren)
    return false;
  std::string Text;
  for (++At; At < All.size() && All[At].Kind == tok::string_literal; ++At)
    Text += All[At].Text.drop_front().drop_back();
  for (size_t Line; (Line = Text.find("\\n")) != std::string::npos ||
                    (Line = Text.find("\\t")) != std::string::npos;)
    Text.replace(Line, 2, Text[Line + 1] == 'n' ? "\n" : "\t");
  const AsmEffects What = describeAsm(Text);
  if (What.Kind != AsmKind::Arithmetic || What.ReadsShared ||
      What.ReadsGlobal || What.FencesBlock || What.ReadsClock ||
      What.ReadsDynamicSize || What.DeclaresForFunction)
    return false;
  // `: "=r"(place), "+f"(place) :`
  if (At >= All.size() || All[At].Kind != tok::colon)
    return false; // `::`, or a text alone
  for (++At; At < All.size() && All[At].Kind == tok::string_literal;) {
    const auto Place = All.drop_front(At + 1);
    const size_t Behind = endOfBrackets(Place, 0);
    if (Behind < 3)
      return false;
    const auto Inner = Place.take_front(Behind - 1).drop_front();
    const bool IsPlace = Inner.size() == 1
                             ? isOwn(Inner.front().Text, /*IsElement=*/false)
                             : isOwnPlace(Inner, /*IsCast=*/false);
    if (!IsPlace || llvm::any_of(Inner, [](const RawToken &T) {
          return T.Kind == tok::comma || T.Kind == tok::question ||
                 T.Kind == tok::arrow || isAssignment(T.Kind);
        }))
      return false;
    At += Behind + 1;
    if (At < All.size() && All[At].Kind == tok::comma)
      ++At;
  }
  return At < All.size() &&
         (All[At].Kind == tok::colon || All[At].Kind == tok::r_paren);
}

} // namespace pipeline_rewrite
