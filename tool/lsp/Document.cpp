//===- Document.cpp - An open text and its positions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Document.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

bool isContinuation(char Byte) {
  return (static_cast<unsigned char>(Byte) & 0xC0) == 0x80;
}

/// UTF-16 code units of the character that begins with \p Lead.
int unitsOf(char Lead) {
  return getNumBytesForUTF8(static_cast<unsigned char>(Lead)) == 4 ? 2 : 1;
}

int countUnits(StringRef Text) {
  int Units = 0;
  for (char Byte : Text)
    if (!isContinuation(Byte))
      Units += unitsOf(Byte);
  return Units;
}

/// Bytes of the first \p Units code units, no half character among them.
size_t bytesOf(StringRef Line, int Units) {
  size_t At = 0;
  while (At < Line.size() && Units > 0) {
    int Taken = unitsOf(Line[At]);
    if (Taken > Units)
      break;
    Units -= Taken;
    for (++At; At < Line.size() && isContinuation(Line[At]);)
      ++At;
  }
  return At;
}

} // namespace

Document::Document(std::string All) : Text(std::move(All)), LineStarts{0} {
  for (size_t I = 0; I < Text.size(); ++I) {
    bool BreaksLater =
        Text[I] == '\r' && I + 1 < Text.size() && Text[I + 1] == '\n';
    if (Text[I] == '\n' || (Text[I] == '\r' && !BreaksLater))
      LineStarts.push_back(I + 1);
  }
}

size_t Document::lineEnd(size_t Line) const {
  if (Line + 1 >= LineStarts.size())
    return Text.size();
  size_t End = LineStarts[Line + 1] - 1;
  bool IsPair =
      Text[End] == '\n' && End > LineStarts[Line] && Text[End - 1] == '\r';
  return IsPair ? End - 1 : End;
}

lsp::Position Document::position(size_t Offset) const {
  Offset = std::min(Offset, Text.size());
  size_t Line = upper_bound(LineStarts, Offset) - LineStarts.begin() - 1;
  // Between CR and LF there is no position.
  Offset = std::min(Offset, lineEnd(Line));
  return {static_cast<int>(Line),
          countUnits(text().slice(LineStarts[Line], Offset))};
}

size_t Document::byteOf(const SourcePlace &Place) const {
  if (Place.Line == 0)
    return 0;
  size_t Line = std::min<size_t>(Place.Line, LineStarts.size()) - 1;
  size_t Column = Place.Column ? Place.Column - 1 : 0;
  return std::min(LineStarts[Line] + Column, lineEnd(Line));
}

lsp::Position Document::position(const SourcePlace &Place) const {
  return position(byteOf(Place));
}

size_t Document::offset(lsp::Position At) const {
  if (At.line < 0)
    return 0;
  size_t Line = At.line;
  if (Line >= LineStarts.size())
    return Text.size();
  StringRef Content = text().slice(LineStarts[Line], lineEnd(Line));
  return LineStarts[Line] + bytesOf(Content, At.character);
}

lsp::Range Document::wordAt(const SourcePlace &Place) const {
  size_t Begin = byteOf(Place);
  size_t Size = text().drop_front(Begin).take_while(isAlpha).size();
  return range(Begin, Begin + Size);
}

lsp::Position Document::endOfLine(unsigned Line) const {
  if (Line >= LineStarts.size())
    return position(Text.size());
  return position(lineEnd(Line));
}

Document
Document::with(ArrayRef<lsp::TextDocumentContentChangeEvent> Changes) const {
  Document Next = *this;
  for (const lsp::TextDocumentContentChangeEvent &Change : Changes) {
    if (!Change.range) {
      Next = Document(Change.text);
      continue;
    }
    size_t Begin = Next.offset(Change.range->start);
    size_t End = std::max(Begin, Next.offset(Change.range->end));
    std::string Text = Next.Text;
    Next = Document(Text.replace(Begin, End - Begin, Change.text));
  }
  return Next;
}

} // namespace pipeline_rewrite
