//===- Ptx/Declarations.cpp - Variables, parameters, line table -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/Declarations.h"
#include <algorithm>
#include <cstdlib>

namespace pipeline_rewrite::executor {
namespace {

int toInt(std::string_view Text) {
  return std::atoi(std::string(Text).c_str());
}

/// Reads `.align 4 .b8 name` and the attributes between.
void readHead(TokenStream &In, Variable &V) {
  bool Pointer = false;
  while (!In.atEnd()) {
    std::string_view Word = In.next();
    Pointer |= Word == ".ptr";
    // After .ptr it is the alignment of what the parameter points to.
    if (Word == ".align" && Pointer)
      In.next();
    else if (Word == ".align")
      V.Align = toInt(In.next());
    else if (Word == ".attribute")
      In.skipPast(")");
    else if (Word[0] != '.') {
      V.Name = Word;
      return;
    } else if (Type T = typeNamed(Word.substr(1)); T != Type::None) {
      V.Element = T;
      V.Align = std::max(V.Align, sizeOf(T));
    } else if (Word != ".ptr" && Word != ".global" && Word != ".shared" &&
               Word != ".const" && Word != ".local") {
      In.fail("unknown attribute '" + std::string(Word) + "' of a variable");
    }
  }
}

void append(std::vector<uint8_t> &Out, uint64_t Bits, unsigned Bytes) {
  for (unsigned I = 0; I < Bytes; ++I)
    Out.push_back(static_cast<uint8_t>(Bits >> (8 * I)));
}

/// One value of an initialiser: a literal, `symbol`, `symbol+8`,
/// `generic(symbol)`.
void readInitialValue(TokenStream &In, Variable &V) {
  bool Negative = In.accept("-");
  std::string_view Word = In.next();
  if (isNumber(Word))
    return append(V.Initial, literalBits(Word, V.Element, Negative),
                  sizeOf(V.Element));
  if (Word == "generic" && In.accept("(")) {
    Word = In.next();
    In.expect(")");
  }
  uint64_t Offset = 0;
  if (In.accept("+"))
    Offset = literalBits(In.next(), Type::None, false);
  V.Relocations.push_back({V.Initial.size(), std::string(Word)});
  append(V.Initial, Offset, sizeOf(V.Element));
}

void readInitialiser(TokenStream &In, Variable &V) {
  int Depth = 0;
  do {
    while (In.accept("{"))
      ++Depth;
    if (In.peek() != "}")
      readInitialValue(In, V);
    while (In.accept("}"))
      --Depth;
    if (Depth > 0)
      In.expect(",");
  } while (Depth > 0 && !In.atEnd());
}

} // namespace

Variable readVariable(TokenStream &In, Space Sp) {
  Variable V;
  V.Sp = Sp;
  readHead(In, V);
  V.Size = sizeOf(V.Element);
  while (In.accept("[")) {
    if (In.accept("]")) {
      V.Extern = true;
      V.Size = 0;
      continue;
    }
    V.Size *= literalBits(In.next(), Type::None, false);
    In.expect("]");
  }
  if (In.accept("="))
    readInitialiser(In, V);
  // `int a[] = {..}` takes its size from the initialiser.
  V.Size = std::max<uint64_t>(V.Size, V.Initial.size());
  V.Extern = V.Extern && V.Size == 0;
  return V;
}

void LineTable::readLoc(TokenStream &In, unsigned Line) {
  int File = toInt(In.next()), Row = toInt(In.next()),
      Column = toInt(In.next());
  Entry E{{File, Row}, 0};
  while (!In.atEnd() && In.line() == Line) {
    if (In.next() != "inlined_at")
      continue;
    int AtFile = toInt(In.next()), AtRow = toInt(In.next()),
        AtColumn = toInt(In.next());
    // The caller's own .loc precedes; it knows where it was inlined in turn.
    auto Found = Latest.find({AtFile, AtRow, AtColumn});
    if (Found == Latest.end()) {
      Entries.push_back({{AtFile, AtRow}, 0});
      E.CalledFrom = Entries.size() - 1;
    } else {
      E.CalledFrom = Found->second;
    }
  }
  // Line 0 marks code without a line of its own: keep the line before it.
  if (Row == 0 && E.CalledFrom == 0 && Entries.size() > 1)
    return;
  Entries.push_back(E);
  Latest[{File, Row, Column}] = Entries.size() - 1;
}

/// What a string in quotes says.
static std::string textOf(std::string_view Quoted) {
  std::string Text;
  for (size_t I = 1; I + 1 < Quoted.size(); ++I)
    Text += Quoted[I] == '\\' ? Quoted[++I] : Quoted[I];
  return Text;
}

void LineTable::readFile(TokenStream &In) {
  int Index = toInt(In.next());
  Files[Index] = textOf(In.next());
  // `.file 1 "directory" "name"` (clang) and `, timestamp, size` (nvcc).
  if (!In.peek().empty() && In.peek()[0] == '"')
    Files[Index] += "/" + textOf(In.next());
  while (In.accept(","))
    In.next();
}

bool LineTable::isToolkitFile(int File) const {
  auto At = Files.find(File);
  if (At == Files.end())
    return false;
  const std::string &Name = At->second;
  // The declarations that the program has of its own in place of a toolkit's.
  if (Name.rfind("/pipeline-rewrite-builtin/", 0) == 0)
    return true;
  bool Include = Name.find("/include/") != std::string::npos ||
                 Name.find("/lib/clang/") != std::string::npos;
  return Include && (Name.find("cuda") != std::string::npos ||
                     Name.find("/clang/") != std::string::npos ||
                     Name.find("/nvidia/") != std::string::npos);
}

SourceLine LineTable::resolve(size_t Index) const {
  while (isToolkitFile(Entries[Index].Where.File) && Entries[Index].CalledFrom)
    Index = Entries[Index].CalledFrom;
  return Entries[Index].Where;
}

std::vector<SourceLine> LineTable::sites(size_t Index) const {
  std::vector<SourceLine> Out;
  do {
    Out.push_back(Entries[Index].Where);
    Index = Entries[Index].CalledFrom;
  } while (Index);
  return Out;
}

} // namespace pipeline_rewrite::executor
