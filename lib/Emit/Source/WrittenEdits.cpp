//===- WrittenEdits.cpp - Edits of a text with macros written out ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/WrittenEdits.h"
#include "llvm/ADT/STLExtras.h"

namespace pipeline_rewrite {
namespace {

/// Bytes of the text with macros written out that are edited as one.
struct Cluster {
  unsigned Begin, End;

  bool touches(unsigned OtherBegin, unsigned OtherEnd) const {
    return OtherBegin <= End && Begin <= OtherEnd;
  }
  bool overlaps(const TextEdit &E) const {
    return E.Begin < End && Begin < E.End;
  }
};

/// Where each macro stands once they are written out.
std::vector<Cluster> placesOf(llvm::ArrayRef<WrittenMacro> Macros) {
  std::vector<Cluster> Places;
  for (const WrittenMacro &M : Macros) {
    const unsigned Begin = offsetBehind(Macros, M.Begin);
    Places.push_back({Begin, unsigned(Begin + M.Text.size())});
  }
  return Places;
}

bool isTouched(const Cluster &Place, const EditSet &Edits) {
  return llvm::any_of(Edits.edits(), [&](const TextEdit &E) {
    return E.Begin == E.End ? !E.Once && Place.touches(E.Begin, E.End)
                            : Place.overlaps(E);
  });
}

/// The macros that are touched, with all replacements that reach into them.
std::vector<Cluster> clustersOf(const EditSet &Edits,
                                llvm::ArrayRef<WrittenMacro> Macros) {
  std::vector<Cluster> Found;
  for (Cluster C : placesOf(Macros)) {
    if (!isTouched(C, Edits))
      continue;
    for (bool Grows = true; Grows;) {
      const Cluster Before = C;
      for (const TextEdit &E : Edits.edits())
        if (E.Begin < E.End && C.overlaps(E))
          C = {std::min(C.Begin, E.Begin), std::max(C.End, E.End)};
      Grows = C.Begin != Before.Begin || C.End != Before.End;
    }
    while (!Found.empty() && Found.back().End > C.Begin) {
      C = {std::min(C.Begin, Found.back().Begin),
           std::max(C.End, Found.back().End)};
      Found.pop_back();
    }
    Found.push_back(C);
  }
  return Found;
}

} // namespace

unsigned offsetBehind(llvm::ArrayRef<WrittenMacro> Macros, unsigned Offset) {
  int Grown = 0;
  for (const WrittenMacro &M : Macros)
    if (M.End <= Offset && M.Begin < Offset)
      Grown += int(M.Text.size()) - int(M.End - M.Begin);
  return Offset + Grown;
}

std::vector<bool> touchedBy(const EditSet &Edits,
                            llvm::ArrayRef<WrittenMacro> Macros) {
  std::vector<bool> Touched;
  for (const Cluster &Place : placesOf(Macros))
    Touched.push_back(isTouched(Place, Edits));
  return Touched;
}

EditSet editsBefore(const EditSet &Edits, llvm::ArrayRef<WrittenMacro> Macros,
                    llvm::StringRef Text) {
  if (Macros.empty())
    return Edits;
  const std::vector<Cluster> Clusters = clustersOf(Edits, Macros);
  std::vector<EditSet> Inside(Clusters.size());
  std::vector<bool> Yields(Clusters.size(), true);
  EditSet Out;
  for (const TextEdit &E : Edits.edits()) {
    auto At = llvm::find_if(Clusters, [&](const Cluster &C) {
      return !E.Once && C.Begin <= E.Begin && E.End <= C.End;
    });
    const unsigned Begin = offsetBefore(Macros, E.Begin);
    if (At != Clusters.end()) {
      const size_t I = At - Clusters.begin();
      E.Yields ? Inside[I].replaceIfAlone(E.Begin, E.End, E.Text)
               : Inside[I].replace(E.Begin, E.End, E.Text);
      Yields[I] = Yields[I] && E.Yields;
    } else if (E.Once) {
      Out.insertOnce(Begin, E.Text);
    } else if (E.Yields) {
      Out.replaceIfAlone(Begin, offsetBefore(Macros, E.End), E.Text);
    } else {
      Out.replace(Begin, offsetBefore(Macros, E.End), E.Text);
    }
  }
  for (size_t I = 0; I < Clusters.size(); ++I) {
    const Cluster &C = Clusters[I];
    const unsigned Begin = offsetBefore(Macros, C.Begin),
                   End = offsetBefore(Macros, C.End);
    std::string New = Inside[I].apply(Text, C.Begin, C.End);
    Yields[I] && !Inside[I].empty()
        ? Out.replaceIfAlone(Begin, End, std::move(New))
        : Out.replace(Begin, End, std::move(New));
  }
  return Out;
}

} // namespace pipeline_rewrite
