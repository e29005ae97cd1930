//===- JoinTexts.cpp - Several texts of one file as one unit --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/JoinTexts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <set>
#include <vector>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// A number follows, and a letter: plainSymbol() reads digits in front of what
/// an anonymous namespace is called as its length.
constexpr StringLiteral Space = "pipeline_rewrite_form_";

/// A directive with the lines that continue it; `Word` is "include".
struct Directive {
  StringRef Word;
  std::string Text;
};

/// Those that say what is included, in their order: no `#pragma`.
std::vector<Directive> directivesOf(StringRef Text) {
  std::vector<Directive> Found;
  bool Continues = false;
  for (StringRef Line : split(Text, '\n')) {
    const bool Goes = Line.rtrim().ends_with("\\");
    StringRef Rest = Line.ltrim();
    if (Continues) {
      Found.back().Text += (Line + "\n").str();
      Continues = Goes;
    } else if (Rest.consume_front("#")) {
      Rest = Rest.ltrim().take_while(isAlpha);
      if (Rest == "pragma" || Rest == "line" || Rest == "error")
        continue;
      Found.push_back({Rest, (Line + "\n").str()});
      Continues = Goes;
    }
  }
  return Found;
}

/// Up to the last `#include`, and to the end of what that is conditional on.
std::vector<Directive> directivesForIncludes(StringRef Text) {
  std::vector<Directive> All = directivesOf(Text);
  size_t End = 0, Open = 0;
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].Word == "include")
      End = I + 1;
  std::vector<Directive> Found(All.begin(), All.begin() + End);
  for (const Directive &Each : Found) {
    Open += Each.Word.starts_with("if");
    Open -= Each.Word == "endif" && Open;
  }
  for (; Open; --Open)
    Found.push_back({"endif", "#endif\n"});
  return Found;
}

std::string headersOf(ArrayRef<std::string> Texts) {
  std::string Out;
  std::set<std::string> Known;
  for (const std::string &Text : Texts)
    for (const Directive &Each : directivesForIncludes(Text)) {
      const bool IsNew =
          Each.Word != "include" || Known.insert(Each.Text).second;
      if (IsNew && (Each.Word == "include" || &Text == Texts.begin()))
        Out += Each.Text;
    }
  return Out;
}

std::set<std::string> macrosOf(ArrayRef<std::string> Texts) {
  std::set<std::string> Names;
  for (const std::string &Text : Texts)
    for (const Directive &Each : directivesOf(Text))
      if (Each.Word == "define" || Each.Word == "undef")
        Names.insert(
            StringRef(Each.Text)
                .split(Each.Word)
                .second.ltrim()
                .take_while([](char C) { return isAlnum(C) || C == '_'; })
                .str());
  return Names;
}

std::string pragmas(StringRef Word, const std::set<std::string> &Names) {
  std::string Out;
  for (const std::string &Name : Names)
    Out += ("#pragma " + Word + "_macro(\"" + Name + "\")\n").str();
  return Out;
}

} // namespace

bool mayBeJoined(StringRef Text) {
  return !Regex("extern[[:space:]]*\"C\"").match(Text);
}

std::string joinTexts(ArrayRef<std::string> Texts,
                      std::optional<std::string> Plain) {
  std::vector<std::string> All(Texts);
  if (Plain)
    All.push_back(*Plain);
  const std::set<std::string> Macros = macrosOf(All);
  auto Kept = [&](const std::string &Text) {
    return pragmas("push", Macros) + Text + "\n" + pragmas("pop", Macros);
  };
  std::string Out = Kept(headersOf(All));
  for (const auto &[I, Text] : enumerate(Texts))
    Out += "namespace " + (Space + Twine(I) + "_").str() + " {\n" + Kept(Text) +
           "}\n";
  return Plain ? Out + Kept(*Plain) : Out;
}

std::optional<size_t> joinedTextOf(StringRef Name) {
  size_t Number, At = Name.find(Space);
  StringRef Rest =
      Name.substr(At).drop_front(At == StringRef::npos ? 0 : Space.size());
  if (At == StringRef::npos || Rest.consumeInteger(10, Number))
    return std::nullopt;
  return Number;
}

std::string withoutJoinedSpace(std::string Name) {
  for (size_t At; (At = Name.find(Space)) != std::string::npos;) {
    const size_t End = Name.find("::", At);
    Name.erase(At, End == std::string::npos ? End : End + 2 - At);
  }
  return Name;
}

} // namespace pipeline_rewrite
