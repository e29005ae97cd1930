//===- WideCopyText.cpp - Copy loops that copy in chunks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   if (blockDim.x >= THREADS) {                what the plan could not prove
//     for (int i = tid * 4; i < N; i += THREADS * 4) {
//       auto *to = &As[stage ^ 1][i / BK][i % BK];
//       const auto *from = &A[…];
//       if (reinterpret_cast<size_t>(from) % 16 == 0)
//         __pipeline_memcpy_async(to, from, 16);
//       else
//         for (int e = 0; e < 4; ++e)
//           __pipeline_memcpy_async(to + e, from + e, sizeof(float));
//     }
//   } else { the loop as it is without chunks }
//===----------------------------------------------------------------------===//
#include "Emit/Loads/WideCopyText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace clang;

namespace pipeline_rewrite {

/// An alignment, in front of all, or behind one that is there: the declaration
/// begins where it did.
static void addAlignment(const VarDecl *V, TextRange Declared,
                         const std::string &Text, const SourceText &Source,
                         EditSet &Edits) {
  for (const auto *Aligned : V->specific_attrs<AlignedAttr>()) {
    auto At = Source.spelled(Aligned->getLocation());
    if (!At || *At <= Declared.Begin || *At > Declared.End ||
        !Source.text().substr(*At).starts_with("alignas"))
      continue;
    int Depth = 0;
    for (unsigned I = *At; I < Declared.End; ++I) {
      const char Here = Source.text()[I];
      Depth += Here == '(' ? 1 : Here == ')' ? -1 : 0;
      if (Here == ')' && Depth == 0)
        return Edits.insert(I + 1, " " + Text);
    }
  }
  Edits.insert(Declared.Begin, Text + " ");
}

void alignTiles(LoopText &T, EditSet &Edits) {
  std::set<unsigned> Done; // one declaration may be of several tiles
  for (const TilePlan *Tile : T.Plan.realignedTiles()) {
    auto R = T.Source.range(Tile->Var->getSourceRange());
    if (!R)
      T.fail(RefusalId::CodeInMacro,
             "the tile '" + Tile->Var->getNameAsString() +
                 "' is declared in a macro",
             Tile->Var->getLocation());
    else if (Done.insert(R->Begin).second)
      addAlignment(Tile->Var, *R,
                   "alignas(" + std::to_string(Tile->AddAlign) + ")", T.Source,
                   Edits);
  }
}

void LoadText::nameChunks(Names &Names) {
  if (!Plan.Chunks.empty())
    Chunk = {Names.take("to"), Names.take("from"), Names.take("e")};
}

std::string LoadText::chunkCopy(const TileStore &S, const WideLoop &Wide,
                                llvm::StringRef TileIndex,
                                const std::string &In) {
  const std::string Inner = In + IndentUnit, NL = newline() + Inner;
  const std::string Count = std::to_string(Wide.Elements),
                    Bytes = std::to_string(ChunkBytes);
  auto Copy = [&](CopyText Text, const std::string &At) {
    return wrappedCopy(Async->copyArguments(std::move(Text)), At);
  };
  std::string Target = oneLine(addressOf(S.Target, TileIndex));
  std::string Source = oneLine(sourceAddress(S, TileIndex));
  const std::string Aligned =
      "reinterpret_cast<size_t>(" + Chunk.From + ") % " + Bytes + " == 0";
  const std::string Each = " + " + Chunk.Each;
  return "{" + NL + "auto *" + Chunk.To + " = " + Target + ";" + NL +
         "const auto *" + Chunk.From + " = " + Source + ";" + NL + "if (" +
         Aligned + ")" + NL + IndentUnit +
         Copy({Chunk.To, Chunk.From, Bytes, Bytes}, Inner + IndentUnit) + NL +
         "else" + NL + IndentUnit + "for (int " + Chunk.Each + " = 0; " +
         Chunk.Each + " < " + Count + "; ++" + Chunk.Each + ")" + NL +
         IndentUnit + IndentUnit +
         Copy({Chunk.To + Each, Chunk.From + Each, sizeText(S, TileIndex),
               alignText(S, TileIndex)},
              Inner + IndentUnit + IndentUnit) +
         newline() + In + "}";
}

/// The `for (…)` of a copy loop that goes from chunk to chunk.
std::string LoadText::chunkHeader(const WideLoop &Wide,
                                  llvm::StringRef TileIndex) {
  const CopyLoop &L = Wide.Loop;
  Preprocessor &PP = Unit.preprocessor();
  const std::string Name = L.Var->getNameAsString(),
                    Times = " * " + std::to_string(Wide.Elements);
  auto Text = [&](const Expr *E) {
    return atom(oneLine(render(E, true, TileIndex)), PP) + Times;
  };
  return "for (" + typeOfVariable(L.Var) + " " + Name + " = " + Text(L.Start) +
         "; " + render(L.Loop->getCond(), true, TileIndex) + "; " + Name +
         " += " + Text(L.Step) + ")";
}

/// What must hold for that; empty if it always does.
std::string LoadText::chunkCondition(const WideLoop &Wide,
                                     llvm::StringRef TileIndex,
                                     const std::string &In) {
  Preprocessor &PP = Unit.preprocessor();
  auto Text = [&](const Expr *E) {
    return atom(oneLine(render(E, true, TileIndex)), PP);
  };
  llvm::SmallVector<std::string, 4> All;
  for (const WideCondition &C : Wide.Conditions)
    switch (C.Is) {
    case WideCondition::Divides:
      All.push_back(Text(C.Left) + " % " + std::to_string(Wide.Elements) +
                    " == 0");
      break;
    case WideCondition::AtLeast:
      All.push_back(Text(C.Left) + " >= " + Text(C.Right));
      break;
    case WideCondition::ThreadsX:
      All.push_back("blockDim.x >= " + Text(C.Left));
      break;
    case WideCondition::ThreadsXY:
      All.push_back("blockDim.x * blockDim.y >= " + Text(C.Left));
      break;
    case WideCondition::RowsOfThreads:
      All.push_back("blockDim.y * " + Text(C.Left) + " >= " + Text(C.Right));
      break;
    case WideCondition::RowBytes: {
      std::string Row = C.Tile->getNameAsString() + "[0]";
      for (unsigned I = 0; I < C.Subscripts; ++I)
        Row += "[0]";
      All.push_back("sizeof(" + Row + ") % " + std::to_string(ChunkBytes) +
                    " == 0");
      break;
    }
    }
  std::string Line = llvm::join(All, " && ");
  return In.size() + Line.size() < Source.width()
             ? Line
             : llvm::join(All,
                          " &&" + newline() + In + IndentUnit + IndentUnit);
}

std::string LoadText::chunkLoop(const WideLoop &Wide, llvm::StringRef TileIndex,
                                llvm::StringRef Pragmas,
                                const std::string &Body,
                                const std::string &Plain) {
  auto R = Source.range(Wide.Loop.Loop),
       Inner = Source.range(Wide.Loop.Loop->getBody());
  const std::string In = R ? Source.indentAt(R->Begin).str() : "",
                    InBody = Inner ? Source.indentAt(Inner->Begin).str() : In;
  const bool Block = isa<CompoundStmt>(Wide.Loop.Loop->getBody());
  const std::string Loop = chunkHeader(Wide, TileIndex) + " " +
                           (Block ? Body : reindent(Body, InBody, In));
  std::string If = chunkCondition(Wide, TileIndex, In);
  if (If.empty())
    return Pragmas.str() + Loop;
  // Pragmas are whole lines, up to the loop's indentation.
  const std::string Above = Pragmas.empty() ? In : Pragmas.str();
  auto Deeper = [&](const std::string &Text) {
    return newline() + reindent(Above + Text, In, In + IndentUnit) + newline() +
           In;
  };
  return (Pragmas.empty() ? "" : In) + "if (" + If + ") {" + Deeper(Loop) +
         "} else {" + Deeper(Plain) + "}";
}

} // namespace pipeline_rewrite
