//===- Refusal.cpp - Texts of the refusals --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"
#include <array>

namespace pipeline_rewrite {
namespace {

struct Entry {
  RefusalId Id;
  llvm::StringRef Name, Summary, Advice;
};

constexpr RefusalId Ids[] = {
#define REFUSAL(Enum, Id, Summary, Advice) RefusalId::Enum,
#include "Options/Refusals.def"
};

const Entry Table[] = {
#define REFUSAL(Enum, Id, Summary, Advice)                                     \
  {RefusalId::Enum, Id, Summary, Advice},
#include "Options/Refusals.def"
};

const Entry &entry(RefusalId Id) { return Table[static_cast<unsigned>(Id)]; }

} // namespace

llvm::StringRef refusalName(RefusalId Id) { return entry(Id).Name; }
llvm::StringRef refusalSummary(RefusalId Id) { return entry(Id).Summary; }

/// Splits "text[--option|with|without]rest" at its first bracket.
static std::array<llvm::StringRef, 5> splitAdvice(llvm::StringRef Text) {
  auto [Before, Behind] = Text.split("[--");
  auto [Inside, Rest] = Behind.split(']');
  auto [Option, Choice] = Inside.split('|');
  auto [With, Without] = Choice.split('|');
  return {Before, Option, With, Without, Rest};
}

std::string refusalAdvice(RefusalId Id, llvm::ArrayRef<std::string> Without) {
  std::string Out;
  for (llvm::StringRef Left = entry(Id).Advice; !Left.empty();) {
    auto [Before, Option, With, Other, Rest] = splitAdvice(Left);
    const bool IsLeftOut = llvm::is_contained(Without, ("--" + Option).str());
    Out += (Before + (IsLeftOut ? Other : With)).str();
    Left = Rest;
  }
  return Out;
}

std::vector<std::string> advisedOptions(RefusalId Id) {
  std::vector<std::string> Options;
  for (llvm::StringRef Left = entry(Id).Advice; !Left.empty();) {
    auto [Before, Option, With, Other, Rest] = splitAdvice(Left);
    if (!Option.empty())
      Options.push_back(("--" + Option).str());
    Left = Rest;
  }
  return Options;
}

std::string adviceOf(const Refusal &Reason) {
  return Reason.Advice.value_or(refusalAdvice(Reason.Id));
}

std::vector<std::string> optionsIn(llvm::StringRef Advice) {
  std::vector<std::string> Options;
  const llvm::Regex Option(
      "--[a-z][a-z-]*(='[^']*'|=[A-Za-z0-9_]+([.:,=-][A-Za-z0-9_]+)*)?");
  for (llvm::SmallVector<llvm::StringRef> Found; Option.match(Advice, &Found);
       Advice = Advice.drop_front(Found[0].end() - Advice.begin()))
    if (!llvm::is_contained(Options, Found[0]))
      Options.push_back(Found[0].str());
  return Options;
}

std::optional<RefusalId> parseRefusalName(llvm::StringRef Name) {
  for (const Entry &E : Table)
    if (E.Name == Name)
      return E.Id;
  return std::nullopt;
}

llvm::ArrayRef<RefusalId> allRefusals() { return Ids; }

} // namespace pipeline_rewrite
