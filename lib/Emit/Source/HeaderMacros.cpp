//===- HeaderMacros.cpp - Macros that a new header must stand above -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Source/HeaderMacros.h"
#include "Frontend/Conditions/BuildTexts.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// Names in <cuda_pipeline.h> and the <cuda_awbarrier.h> that it includes, of
/// CUDA 12 and 13, but for keywords, single letters and reserved names.
constexpr llvm::StringLiteral PrimitiveNames =
    "AWBarrier Align CopySize CpAsyncChooser DstN ImplementationChooser "
    "NV_IF_TARGET NV_PROVIDES_SM_70 NV_PROVIDES_SM_80 NV_PROVIDES_SM_90 "
    "Size Source SourceSize SrcN UseHwAsyncCopy arrival_token arrive "
    "arrive_and_drop arrive_and_wait arrive_count arrive_on async "
    "atomicAdd_block awbarrier awbarrier_arrive_drop "
    "awbarrier_arrive_drop_no_complete awbarrier_init awbarrier_inval "
    "awbarrier_test_wait awbarrier_test_wait_parity "
    "awbarrier_token_pending_count awbarrier_try_wait "
    "awbarrier_try_wait_parity barrier batch clock64 commit "
    "commit_and_wait compiler copy copy_source copy_step_size count "
    "cp_async cuda current_batch dst dst_shared dst_size elapsed_cycles "
    "equal expected expected_count experimental hint_cycles init "
    "init_count int2 int4 inval less max maxSleepNanosec "
    "max_busy_wait_cycles max_sleep_nanosec max_sleep_ns memcpy_async "
    "memory new_expected new_pending old_pending option parity pending "
    "pending_count phase phase_parity pipe pipeline pipeline_arrive_on "
    "pipeline_commit pipeline_copy_relaxed pipeline_copy_strict "
    "pipeline_memcpy_async pipeline_memcpy_sync pipeline_wait_prior pred "
    "prior ptr raw remaining reset segment shared size size_and_align "
    "size_t sleep_ns split src src_global src_size start_cycles std "
    "timed_wait timed_wait_parity token try_wait try_wait_parity type "
    "uint16_t uint32_t uint64_t uintptr_t wait wait_prior zfill";

bool isUsedBy(AsyncApi Api, llvm::StringRef Name, const SourceUnit &Unit) {
  if (Name.size() == 1 ||
      Unit.preprocessor().getIdentifierInfo(Name)->isKeyword(
          Unit.context().getLangOpts()))
    return true;
  const auto Headers = llvm::ArrayRef(describe(Api).Headers);
  if (llvm::is_contained(Headers, "cuda_pipeline.h"))
    return llvm::is_contained(llvm::split(PrimitiveNames, ' '), Name);
  // <cuda/pipeline> brings much of the standard library, whose names are of
  // small letters where they are not reserved.
  const bool IsStandard = Headers.size() == 1 && Headers[0] == "cuda/pipeline";
  return llvm::any_of(Name, isLowercase) &&
         (!IsStandard || llvm::none_of(Name, isUppercase));
}

/// A macro that a file of the user's defines, in whatever build.
struct UserMacro {
  llvm::StringRef Name;
  SourceLocation At;
};

/// Gives every such macro whose name the headers use.
void forEachMacro(AsyncApi Api, const SourceUnit &Unit,
                  llvm::function_ref<void(const UserMacro &)> Do) {
  const SourceManager &SM = Unit.sources();
  for (const FileID File : filesOfUser(SM))
    for (const TextDirective &D : Unit.texts().of(File).directives()) {
      const SourceLocation At =
          SM.getLocForStartOfFile(File).getLocWithOffset(D.Offset);
      if (D.Name == "define" && !D.Rest.empty() && !SM.isInSystemHeader(At) &&
          isUsedBy(Api, D.Rest.front().Text, Unit))
        Do({D.Rest.front().Text, At});
    }
}

/// In this build.
bool holdsAt(SourceLocation L, const UserMacro &Macro, const SourceUnit &Unit) {
  Preprocessor &PP = Unit.preprocessor();
  const MacroDefinition Then =
      PP.getMacroDefinitionAtLoc(PP.getIdentifierInfo(Macro.Name), L);
  return Then && Unit.sources().isBeforeInTranslationUnit(Macro.At, L);
}

/// The #include in the subject that brings \p At; invalid if none does.
SourceLocation bringsIn(const SourceUnit &Unit, SourceLocation At) {
  const SourceManager &SM = Unit.sources();
  while (At.isValid() && SM.getFileID(At) != Unit.subject())
    At = SM.getIncludeLoc(SM.getFileID(At));
  return At;
}

/// The parse has read the headers of \p Api, if \p End is valid before it.
bool isIncluded(AsyncApi Api, const SourceUnit &Unit, SourceLocation End = {}) {
  const SourceManager &SM = Unit.sources();
  auto IsRead = [&](llvm::StringRef Header) {
    for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
      const auto File = Entry.isFile()
                            ? Entry.getFile().getContentCache().OrigEntry
                            : std::nullopt;
      const SourceLocation At =
          SourceLocation::getFromRawEncoding(Entry.getOffset());
      if (File && File->getName().ends_with(("/" + Header).str()) &&
          (End.isInvalid() || SM.isBeforeInTranslationUnit(At, End)))
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
  forEachMacro(Api, Unit, [&](const UserMacro &Macro) {
    const SourceLocation Line = bringsIn(Unit, Macro.At);
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
  if (isIncluded(Api, Unit, Begin))
    return std::nullopt;
  Refusal Found{RefusalId::NameConflict, Place, ""};
  Found.Advice = "Rename the macro.";
  forEachMacro(Api, Unit, [&](const UserMacro &Macro) {
    if (!Found.Detail.empty() || bringsIn(Unit, Macro.At).isValid() ||
        !holdsAt(Begin, Macro, Unit))
      return;
    Found.Detail = "asynchronous copies need a header, and a macro that is "
                   "defined before this file has a name that it uses";
    Found.Notes = {{Unit.place(Macro.At), "defined here"}};
  });
  if (Found.Detail.empty() && !isIncluded(Api, Unit))
    for (const auto &Name : Unit.texts().words(/*Macros=*/true)->given())
      // The compiler's own: -D__clang_analyzer__.
      if (!Name.getKey().starts_with("__") &&
          isUsedBy(Api, Name.getKey(), Unit))
        Found.Detail = "asynchronous copies need a header that uses the name "
                       "'" +
                       Name.getKey().str() + "', which a build may define";
  if (Found.Detail.empty())
    return std::nullopt;
  return Found;
}

} // namespace pipeline_rewrite
