//===- Refusal.cpp - Texts of the refusals --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Refusal.h"

namespace pipeline_rewrite {
namespace {

struct Entry {
  RefusalId Id;
  llvm::StringRef Name, Summary, Advice;
};

constexpr RefusalId Ids[] = {
#define REFUSAL(Enum, Id, Summary, Advice) RefusalId::Enum,
#include "Refusals.def"
};

const Entry Table[] = {
#define REFUSAL(Enum, Id, Summary, Advice)                                     \
  {RefusalId::Enum, Id, Summary, Advice},
#include "Refusals.def"
};

const Entry &entry(RefusalId Id) { return Table[static_cast<unsigned>(Id)]; }

} // namespace

llvm::StringRef refusalName(RefusalId Id) { return entry(Id).Name; }
llvm::StringRef refusalSummary(RefusalId Id) { return entry(Id).Summary; }
llvm::StringRef refusalAdvice(RefusalId Id) { return entry(Id).Advice; }

std::optional<RefusalId> parseRefusalName(llvm::StringRef Name) {
  for (const Entry &E : Table)
    if (E.Name == Name)
      return E.Id;
  return std::nullopt;
}

llvm::ArrayRef<RefusalId> allRefusals() { return Ids; }

} // namespace pipeline_rewrite
