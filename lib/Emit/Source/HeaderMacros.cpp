//===- HeaderMacros.cpp - Macros that a new header must stand above -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/HeaderMacros.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Names in <cuda_pipeline.h> and the <cuda_awbarrier.h> that it includes, of
/// more than one letter and not reserved.
constexpr llvm::StringLiteral PrimitiveNames[] = {"Align",
                                                  "CopySize",
                                                  "CpAsyncChooser",
                                                  "DstN",
                                                  "Size",
                                                  "Source",
                                                  "SourceSize",
                                                  "SrcN",
                                                  "arrival_token",
                                                  "arrive",
                                                  "async",
                                                  "awbarrier",
                                                  "barrier",
                                                  "batch",
                                                  "copy",
                                                  "count",
                                                  "dst",
                                                  "dst_shared",
                                                  "dst_size",
                                                  "equal",
                                                  "expected",
                                                  "expected_count",
                                                  "experimental",
                                                  "init",
                                                  "inval",
                                                  "less",
                                                  "max",
                                                  "memory",
                                                  "parity",
                                                  "pending",
                                                  "pending_count",
                                                  "phase",
                                                  "phase_parity",
                                                  "pipe",
                                                  "pipeline",
                                                  "pred",
                                                  "ptr",
                                                  "shared",
                                                  "size",
                                                  "sleep_ns",
                                                  "split",
                                                  "src",
                                                  "src_global",
                                                  "src_size",
                                                  "token",
                                                  "type",
                                                  "wait",
                                                  "wait_prior"};

/// <cuda/pipeline> brings much of the standard library.
bool isUsedBy(AsyncApi Api, llvm::StringRef Name) {
  if (Name.size() == 1)
    return true;
  return llvm::is_contained(describe(Api).Headers, "cuda_pipeline.h")
             ? llvm::is_contained(PrimitiveNames, Name)
             : llvm::any_of(Name, isLowercase);
}

/// Gives the definition of every such macro that holds at the end of the parse
/// and stands in a file of the user's.
void forEachMacro(AsyncApi Api, const SourceUnit &Unit,
                  llvm::function_ref<void(SourceLocation)> Do) {
  Preprocessor &PP = Unit.preprocessor();
  const SourceManager &SM = Unit.sources();
  for (const auto &Macro : PP.macros(/*IncludeExternalMacros=*/false)) {
    const MacroInfo *Info = isUsedBy(Api, Macro.first->getName())
                                ? PP.getMacroInfo(Macro.first)
                                : nullptr;
    const SourceLocation At =
        Info ? Info->getDefinitionLoc() : SourceLocation();
    if (At.isValid() && !SM.isInSystemHeader(At) &&
        !SM.isWrittenInBuiltinFile(At) && !SM.isWrittenInCommandLineFile(At))
      Do(At);
  }
}

/// The #include in the subject that brings \p At; invalid if none does.
SourceLocation bringsIn(const SourceUnit &Unit, SourceLocation At) {
  const SourceManager &SM = Unit.sources();
  while (At.isValid() && SM.getFileID(At) != Unit.subject())
    At = SM.getIncludeLoc(SM.getFileID(At));
  return At;
}

/// The parse has read the headers of \p Api before the subject begins.
bool isIncludedBefore(AsyncApi Api, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  const SourceLocation Begin = SM.getLocForStartOfFile(Unit.subject());
  auto IsRead = [&](llvm::StringRef Header) {
    for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      const auto File = Entry.isFile()
                            ? Entry.getFile().getContentCache().OrigEntry
                            : std::nullopt;
      const SourceLocation At =
          SourceLocation::getFromRawEncoding(Entry.getOffset());
      if (File && File->getName().ends_with(("/" + Header).str()) &&
          SM.isBeforeInTranslationUnit(At, Begin))
        return true;
    }
    return false;
  };
  return llvm::all_of(describe(Api).Headers, IsRead);
}

} // namespace

unsigned includeLimit(AsyncApi Api, const SourceUnit &Unit) {
  const SourceManager &SM = Unit.sources();
  unsigned Limit = ~0u;
  forEachMacro(Api, Unit, [&](SourceLocation At) {
    const SourceLocation Line = bringsIn(Unit, At);
    if (Line.isInvalid())
      return;
    const unsigned Offset = SM.getFileOffset(Line);
    const size_t Newline = Unit.text().rfind('\n', Offset);
    Limit = std::min<unsigned>(
        Limit, Newline == llvm::StringRef::npos ? 0 : Newline + 1);
  });
  return Limit;
}

std::optional<Refusal> findMacroAbove(AsyncApi Api, const SourceUnit &Unit,
                                      const SourcePlace &Place) {
  const SourceManager &SM = Unit.sources();
  const SourceLocation Begin = SM.getLocForStartOfFile(Unit.subject());
  std::optional<Refusal> Found;
  if (isIncludedBefore(Api, Unit))
    return Found;
  forEachMacro(Api, Unit, [&](SourceLocation At) {
    if (Found || bringsIn(Unit, At).isValid() ||
        !SM.isBeforeInTranslationUnit(At, Begin))
      return;
    Found = Refusal{RefusalId::NameConflict,
                    Place,
                    "asynchronous copies need a header, and a macro that is "
                    "defined before this file has a name that it uses",
                    {{Unit.place(At), "defined here"}}};
  });
  return Found;
}

} // namespace pipeline_rewrite
