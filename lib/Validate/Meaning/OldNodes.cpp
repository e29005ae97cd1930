//===- OldNodes.cpp - The nodes of the old text by their tokens -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Meaning/OldNodes.h"

namespace pipeline_rewrite {

OldNodes::OldNodes(const Meaning &Old) : Old(Old) {
  for (size_t I = 0; I < Old.Functions.size(); ++I) {
    const FunctionMeaning &F = Old.Functions[I];
    ByKey[Old.string(F.Key)].push_back(I);
    auto &Nodes = ByToken.emplace_back();
    for (const NodeMeaning &N : F.Nodes)
      Nodes[N.At].push_back(&N);
  }
}

void OldNodes::at(llvm::StringRef Key, unsigned At,
                  llvm::SmallVectorImpl<const NodeMeaning *> &Out) const {
  bool Found = false;
  if (auto Same = ByKey.find(Key); Same != ByKey.end())
    for (size_t I : Same->second)
      Found |= add(I, At, Out);
  if (!Found)
    for (size_t I = 0; I < Old.Functions.size(); ++I)
      add(I, At, Out);
}

bool OldNodes::add(size_t I, unsigned At,
                   llvm::SmallVectorImpl<const NodeMeaning *> &Out) const {
  const FunctionMeaning &F = Old.Functions[I];
  if (At < F.Begin || At >= F.End)
    return false;
  if (auto Nodes = ByToken[I].find(At); Nodes != ByToken[I].end())
    Out.append(Nodes->second.begin(), Nodes->second.end());
  return true;
}

TextParts partsOf(llvm::StringRef Text, const Meaning &M) {
  TextParts Parts;
  Parts.Text = Text;
  for (const FunctionMeaning &F : M.Functions) {
    Parts.Functions.push_back({F.Begin, F.End});
    Parts.NameAt[{F.Begin, F.End}] = F.NameAt;
    Parts.DeclaredAt[{F.Begin, F.End}] = F.DeclaredAt;
    for (const NodeMeaning &N : F.Nodes)
      if (N.Flags & NodeMeaning::IsDecl)
        Parts.Declarators.insert(N.At);
  }
  return Parts;
}

} // namespace pipeline_rewrite
