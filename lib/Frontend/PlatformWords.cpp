//===- PlatformWords.cpp - Names of platforms other than CUDA -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/PlatformWords.h"
#include "Frontend/BuiltinHeaders.h"
#include "Frontend/ConditionalText.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

using Words = llvm::ArrayRef<llvm::StringLiteral>;

constexpr llvm::StringLiteral CudaParts[] = {"CUDA", "CUDACC", "NVCC",
                                             "CUBLAS"};
constexpr llvm::StringLiteral OtherParts[] = {
    "HIP", "HIPCC", "ROCM", "HCC", "AMDGCN", "AMDGPU", "MUSA", "MUSACC"};
/// Libraries and devices that a program can use besides a GPU of NVIDIA's.
constexpr llvm::StringLiteral BesideParts[] = {
    "OPENCL", "CLBLAS", "CLAMDBLAS", "SYCL", "DPCPP", "ONEAPI", "MIC", "METAL"};
/// In front: that the build is for the platform.
constexpr llvm::StringLiteral Choices[] = {
    "USE", "USES", "USING", "TARGET", "PLATFORM", "BACKEND", "GPU", "DEVICE"};
/// In front: that the machine has it.
constexpr llvm::StringLiteral Findings[] = {"HAVE", "HAS", "WITH", "ENABLE",
                                            "BUILD"};
/// Anywhere: that it is not for it.
constexpr llvm::StringLiteral Negations[] = {"NO",   "NOT",     "NON",
                                             "DONT", "NEVER",   "WITHOUT",
                                             "SKIP", "DISABLE", "DISABLED"};
/// Anywhere: of HIP on top of CUDA.
constexpr llvm::StringLiteral NvidiaParts[] = {"NVIDIA", "NVCC", "CUDA",
                                               "CUDACC"};

bool isAmong(llvm::StringRef Part, Words Of) {
  return llvm::any_of(
      Of, [&](llvm::StringRef Each) { return Part.equals_insensitive(Each); });
}

bool haveAny(llvm::ArrayRef<llvm::StringRef> Parts, Words Of) {
  return llvm::any_of(Parts,
                      [&](llvm::StringRef Part) { return isAmong(Part, Of); });
}

} // namespace

Platform platformOf(llvm::StringRef Name) {
  llvm::SmallVector<llvm::StringRef, 8> Parts;
  Name.split(Parts, '_', -1, /*KeepEmpty=*/false);
  if (Parts.empty() || haveAny(Parts, Negations) || Name.contains('\\'))
    return Platform::None;
  const bool NamesOther =
      haveAny(Parts, OtherParts) || haveAny(Parts, BesideParts);
  if (NamesOther && haveAny(Parts, NvidiaParts))
    return Platform::None;
  if (NamesOther && Name.starts_with("__")) // a compiler's own
    return Platform::Other;
  const llvm::StringRef Last = Parts.pop_back_val();
  const bool IsChosen = Parts.empty() || isAmong(Parts.back(), Choices);
  if (!IsChosen && !isAmong(Parts.back(), Findings))
    return Platform::None;
  if (isAmong(Last, CudaParts))
    return Platform::Cuda;
  if (isAmong(Last, OtherParts))
    return IsChosen ? Platform::Other : Platform::Beside;
  return isAmong(Last, BesideParts) ? Platform::Beside : Platform::None;
}

PlatformWords::PlatformWords(const Preprocessor &PP) : PP(PP) {
  const SourceManager &SM = PP.getSourceManager();
  const std::vector<FileID> Files = filesOfUser(SM);
  for (bool Again = true; Again;) {
    Again = false;
    for (const FileID File : Files)
      Again |= rejectOrdinary(SM.getBufferData(File), PP.getLangOpts());
  }
}

Platform PlatformWords::of(llvm::StringRef Name) const {
  const Platform P = platformOf(Name);
  if (P != Platform::Other && P != Platform::Beside)
    return P;
  return Ordinary.contains(Name) ||
                 PP.getIdentifierInfo(Name)->hadMacroDefinition()
             ? Platform::None
             : P;
}

bool PlatformWords::reject(llvm::StringRef Text) {
  const std::string Name = unbroken(Text);
  const Platform P = platformOf(Name);
  return (P == Platform::Other || P == Platform::Beside) &&
         Ordinary.insert(Name).second;
}

/// A definition that needs a name of another platform makes its name one.
bool PlatformWords::rejectOrdinary(llvm::StringRef Buffer,
                                   const LangOptions &Lang) {
  const ConditionalText Text(Buffer, Lang, this);
  bool Any = false;
  for (const RawToken &T : Text.tokens(0, ~0u))
    if (T.Kind == tok::raw_identifier)
      Any |= reject(T.Text);
  for (const TextDirective &D : Text.directives()) {
    if (D.Name != "define" || D.Rest.empty())
      continue;
    if (!Text.needsPlatform(D.Offset))
      Any |= reject(D.Rest.front().Text);
    for (const RawToken &T : llvm::drop_begin(D.Rest))
      if (T.Kind == tok::raw_identifier)
        Any |= reject(T.Text);
  }
  return Any;
}

std::vector<FileID> filesOfUser(const SourceManager &SM) {
  std::vector<FileID> Out;
  for (unsigned I = 0; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry ||
        SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()) ||
        Entry.getFile().getName().starts_with(builtinHeaderFolder()))
      continue;
    const FileID File =
        SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (SM.getBufferDataOrNone(File))
      Out.push_back(File);
  }
  return Out;
}

} // namespace pipeline_rewrite
