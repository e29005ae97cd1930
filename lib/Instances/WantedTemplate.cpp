//===- WantedTemplate.cpp - What stands for arguments that nobody names ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Ast/Spelling.h"
#include "Instances/Probes.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {

static bool hasDefault(const NamedDecl *P) {
  if (const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(P))
    return Value->hasDefaultArgument();
  const auto *Type = dyn_cast<TemplateTypeParmDecl>(P);
  return Type && Type->hasDefaultArgument();
}

/// The first parameters are types, and the rest have defaults. Of several
/// types all are the same, or all but the first are a number's that counts.
static std::vector<std::string>
usualLists(const TemplateParameterList &Parameters) {
  size_t Types = 0;
  while (Types < Parameters.size() && !hasDefault(Parameters.getParam(Types)))
    ++Types;
  for (size_t I = 0; I < Parameters.size(); ++I) {
    const auto *Type = dyn_cast<TemplateTypeParmDecl>(Parameters.getParam(I));
    if (I < Types
            ? !Type || Type->isParameterPack() || Type->hasTypeConstraint()
            : !hasDefault(Parameters.getParam(I)))
      return {};
  }
  std::vector<std::string> Out;
  for (llvm::StringRef First : UsualTypes)
    for (llvm::StringRef Other : {First, llvm::StringRef("int")}) {
      std::string List = First.str();
      for (size_t I = 1; I < Types; ++I)
        List += ", " + Other.str();
      if (!llvm::is_contained(Out, List))
        Out.push_back(std::move(List));
    }
  return Out;
}

namespace {

/// By the names that GEMMs give them: the tile of a block, its depth, and what
/// a thread computes.
unsigned sizeByName(llvm::StringRef Name) {
  const std::string Upper = Name.upper();
  const llvm::StringRef Word = Upper;
  if (Word.contains("THREAD") || Word.starts_with("T") ||
      Word.ends_with("_X") || Word.ends_with("_Y"))
    return Word.contains("TILE") ? 16 : 4;
  if (Word.ends_with("K"))
    return 8;
  return Word.ends_with("M") || Word.ends_with("N") ? 64 : 16;
}

/// One argument; nothing for a parameter that is neither number nor type.
std::optional<std::string> usualArgument(const NamedDecl *P,
                                         std::optional<unsigned> Size) {
  if (isa<TemplateTypeParmDecl>(P) && !P->isParameterPack())
    return "float";
  const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(P);
  if (!Value || Value->isParameterPack() ||
      !Value->getType()->isIntegerType() || Value->getType()->isEnumeralType())
    return std::nullopt;
  if (Value->getType()->isBooleanType())
    return "false";
  return std::to_string(Size ? *Size : sizeByName(P->getName()));
}

} // namespace

std::vector<std::string>
listsOfUsualSizes(const TemplateParameterList &Parameters) {
  std::vector<std::string> Out;
  for (std::optional<unsigned> Size :
       {std::optional<unsigned>(), {16u}, {32u}}) {
    std::vector<std::string> List;
    for (const NamedDecl *P : Parameters) {
      if (hasDefault(P))
        break;
      auto Argument = usualArgument(P, Size);
      if (!Argument)
        return {};
      List.push_back(std::move(*Argument));
    }
    if (std::string Text = llvm::join(List, ", ");
        !List.empty() && !llvm::is_contained(Out, Text))
      Out.push_back(std::move(Text));
  }
  return Out;
}

WantedTemplate wantedTemplate(const FunctionTemplateDecl *Template) {
  WantedTemplate Out;
  Out.Name = Template->getNameAsString();
  Out.Qualified = pathFromOutside(Template);
  const TemplateParameterList &Parameters = *Template->getTemplateParameters();
  if (llvm::all_of(Parameters, hasDefault))
    Out.Lists = {""};
  else
    Out.Lists = usualLists(Parameters);
  return Out;
}

} // namespace pipeline_rewrite
