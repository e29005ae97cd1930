//===- LineBreaks.cpp - Calls and lists as wide as the file ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/LoadText.h"
#include "llvm/ADT/StringExtras.h"

namespace pipeline_rewrite {

std::string oneLine(llvm::StringRef Text) {
  if (Text.contains("//") || !Text.contains('\n'))
    return Text.str();
  std::string Out;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    bool Glue = Out.empty() || Out.back() == '(';
    Out += (Glue ? "" : " ") + Line.trim().str();
    Rest = Next;
  }
  return Out;
}

/// One line if it fits into what the file is wide, else one argument a line.
std::string LoadText::wrappedCopy(llvm::ArrayRef<std::string> Args,
                                  const std::string &In) const {
  std::string Call = Async->copyName() + "(";
  std::string Flat = Call + llvm::join(Args, ", ") + ");";
  if (In.size() + IndentUnit.size() + Flat.size() <= Source.width())
    return Flat;
  std::string NL = newline() + In + IndentUnit + IndentUnit;
  return Call + NL + llvm::join(Args, "," + NL) + ");";
}

std::string LoadText::fillLines(llvm::ArrayRef<std::string> List,
                                unsigned Column,
                                const std::string &Indent) const {
  std::string Out;
  for (const std::string &Text : List) {
    std::string Item = oneLine(Text);
    bool First = Out.empty();
    bool Fits = Column + Item.size() + 2 <= Source.width();
    // A first one that stands alone anyway need not go on a line of its own.
    Fits |= First && Column <= Indent.size();
    Out += First ? "" : ",";
    Out += Fits ? (First ? "" : " ") : newline() + Indent;
    Column = (Fits ? Column : Indent.size()) + Item.size() + 2;
    Out += Item;
  }
  return Out;
}

} // namespace pipeline_rewrite
