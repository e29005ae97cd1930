//===- JoinedCode.cpp - What came of each text of a unit ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/CompileTexts.h"
#include "Validate/Code/JoinTexts.h"
#include "Validate/Code/KernelSymbol.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// By architecture.
using Kernels = std::set<std::pair<std::string, std::string>>;

/// Those that every form has: a second kernel is one form's alone.
Kernels kernelsOf(const CompiledText &Text) {
  Kernels Found;
  for (const auto &[Arch, Code] : Text.Codes)
    for (const auto &[Symbol, Usage] : Code.Usage)
      if (Usage.IsKernel && !isOfTwin(demangle(Symbol)))
        Found.insert({Arch, withoutJoinedSpace(demangle(Symbol))});
  return Found;
}

/// What a header holds is the plain text's alone.
bool haveSameKernels(ArrayRef<CompiledText> Texts, bool HasPlain) {
  const Kernels Model = kernelsOf(Texts.back());
  return !Model.empty() &&
         all_of(Texts.drop_front(HasPlain),
                [&](const CompiledText &Each) {
                  return kernelsOf(Each) == Model;
                }) &&
         (!HasPlain || set_is_subset(Model, kernelsOf(Texts.front())));
}

template <typename Map>
void rename(Map &All, const std::map<std::string, std::string> &Symbols) {
  Map Renamed;
  for (auto &[Symbol, Value] : All) {
    const std::string Name = demangle(Symbol);
    auto At = joinedTextOf(Name) ? Symbols.find(withoutJoinedSpace(Name))
                                 : Symbols.end();
    Renamed[At == Symbols.end() ? Symbol : At->second] = std::move(Value);
  }
  All = std::move(Renamed);
}

} // namespace

std::optional<std::vector<CompiledText>>
splitCode(CompiledText Unit, size_t Count, bool HasPlain) {
  std::vector<CompiledText> Texts(Count);
  auto OwnerOf = [&](const std::string &Symbol) -> CompiledText & {
    auto Number = joinedTextOf(demangle(Symbol));
    return Texts[Number && *Number + HasPlain < Count ? *Number + HasPlain : 0];
  };
  for (auto &[Arch, Code] : Unit.Codes) {
    for (CompiledText &Each : Texts)
      Each.Codes[Arch];
    for (auto &[Symbol, Usage] : Code.Usage)
      OwnerOf(Symbol).Codes[Arch].Usage[Symbol] = Usage;
    for (auto &[Symbol, Bytes] : Code.Instructions)
      OwnerOf(Symbol).Codes[Arch].Instructions[Symbol] = std::move(Bytes);
  }
  for (auto &[Arch, OfArch] : Unit.Shown)
    for (auto &[Symbol, Instructions] : OfArch)
      OwnerOf(Symbol).Shown[Arch][Symbol] = std::move(Instructions);
  if (!haveSameKernels(Texts, HasPlain))
    return std::nullopt;
  return Texts;
}

void nameLike(const CompiledText &Original, CompiledText &Text) {
  for (auto &[Arch, Code] : Text.Codes) {
    auto Known = Original.Codes.find(Arch);
    if (Known == Original.Codes.end())
      continue;
    std::map<std::string, std::string> Symbols;
    for (const auto &[Symbol, Usage] : Known->second.Usage)
      Symbols[demangle(Symbol)] = Symbol;
    rename(Code.Usage, Symbols);
    rename(Code.Instructions, Symbols);
    if (auto Shown = Text.Shown.find(Arch); Shown != Text.Shown.end())
      rename(Shown->second, Symbols);
  }
}

} // namespace pipeline_rewrite
