//===- EditSet.h - All-or-nothing edits of one loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replacements by byte offset in the main file, without any pointer into an
// AST.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_EDITSET_H
#define PIPELINE_REWRITE_EMIT_EDITSET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace pipeline_rewrite {

/// Replaces the bytes [Begin, End) by Text; an insertion if they are equal.
struct TextEdit {
  unsigned Begin = 0, End = 0;
  std::string Text;
  bool Once = false; ///< another loop may make the same insertion
  /// It is not made where an edit of another loop touches it.
  bool Yields = false;
};

class EditSet {
public:
  void replace(unsigned Begin, unsigned End, std::string Text) {
    Edits.push_back({Begin, End, std::move(Text)});
  }
  void insert(unsigned At, std::string Text) {
    replace(At, At, std::move(Text));
  }
  /// An insertion that is made once, however many loops ask for it.
  void insertOnce(unsigned At, std::string Text) {
    Edits.push_back({At, At, std::move(Text), /*Once=*/true});
  }
  /// A replacement for as long as no other edit touches the place.
  void replaceIfAlone(unsigned Begin, unsigned End, std::string Text) {
    replace(Begin, End, std::move(Text));
    Edits.back().Yields = true;
  }
  void add(const EditSet &Other) {
    Edits.insert(Edits.end(), Other.Edits.begin(), Other.Edits.end());
  }
  bool empty() const { return Edits.empty(); }
  const std::vector<TextEdit> &edits() const { return Edits; }
  /// The first offset that an edit touches; the greatest if there is none.
  unsigned begin() const;

  /// The edits inside [Begin, End) of \p Source as one reads them: ascending,
  /// none touching another. An edit that lies within another replacement is
  /// dropped: the outer text is final. Insertions at one place keep the order
  /// in which they were added; equal ones are made once if they do not insert
  /// at the very edges. A text that starts a line takes the blanks before it
  /// away.
  std::vector<TextEdit> settled(llvm::StringRef Source, unsigned Begin,
                                unsigned End) const;
  std::vector<TextEdit> settled(llvm::StringRef Source) const {
    return settled(Source, 0, Source.size());
  }

  /// The text of [Begin, End) of \p Source with the edits inside made.
  std::string apply(llvm::StringRef Source, unsigned Begin, unsigned End) const;
  std::string apply(llvm::StringRef Source) const {
    return apply(Source, 0, Source.size());
  }

private:
  std::vector<TextEdit> Edits;
};

/// \p Source with edits made that are ascending and touch each other nowhere.
std::string applied(const std::vector<TextEdit> &Edits, llvm::StringRef Source);

void print(llvm::raw_ostream &OS, const EditSet &Edits, llvm::StringRef Source);

} // namespace pipeline_rewrite
#endif
