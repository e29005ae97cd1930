//===- PlatformWords.cpp - Names of platforms other than CUDA -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Conditions/PlatformWords.h"
#include "Frontend/BuiltinHeaders.h"
#include "Frontend/Conditions/ConditionalText.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"

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
  if (P == Platform::None || Ordinary.contains(Name))
    return Platform::None;
  const bool IsDefined = PP.getIdentifierInfo(Name)->hadMacroDefinition();
  return IsDefined == (P == Platform::Cuda) ? P : Platform::None;
}

bool PlatformWords::reject(llvm::StringRef Text, bool OfCuda) {
  const std::string Name = unbroken(Text);
  const Platform P = platformOf(Name);
  return P != Platform::None && (P == Platform::Cuda) == OfCuda &&
         Ordinary.insert(Name).second;
}

/// A definition that needs a name of another platform makes its name one.
bool PlatformWords::rejectOrdinary(llvm::StringRef Buffer,
                                   const LangOptions &Lang) {
  const ConditionalText Text(Buffer, Lang, this);
  bool Any = false;
  auto RejectUsed = [&](llvm::ArrayRef<RawToken> Used) {
    for (const RawToken &T : Used)
      if (T.Kind == tok::raw_identifier)
        Any |= reject(T.Text, /*OfCuda=*/false);
  };
  RejectUsed(Text.tokens(0, ~0u));
  for (const TextDirective &D : Text.directives()) {
    if (D.Rest.empty())
      continue;
    const llvm::StringRef Name = D.Rest.front().Text;
    if (D.Name == "undef")
      Any |= reject(Name, /*OfCuda=*/true);
    if (D.Name != "define")
      continue;
    if (!Text.needsPlatform(D.Offset))
      Any |= reject(Name, /*OfCuda=*/false);
    RejectUsed(llvm::ArrayRef(D.Rest).drop_front());
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

/// Beginnings of names that differ between nvcc and clang, between versions of
/// either, or between the architectures of one build.
static constexpr llvm::StringLiteral Beginnings[] = {
    "__CUDA_ARCH",  "__CUDACC_VER",   "__CUDACC_RTC",   "__NVCC__",
    "__NVCOMPILER", "__clang",        "__llvm__",       "__GNU",
    "__INTEL",      "_MSC_",          "__CUDA__",       "__HIP",
    "__CUDA_API",   "CUDA_VERSION",   "CUDART_VERSION", "__VERSION__",
    "__COUNTER__",  "__builtin_LINE", "NV_IF_",         "NV_DISPATCH"};

bool isReserved(llvm::StringRef Name) {
  if (Name.size() < 2 || Name[0] != '_')
    return false;
  return Name[1] == '_' || (clang::isUppercase(Name[1]) &&
                            (!Name.ends_with("_") || Name.ends_with("__") ||
                             Name.ends_with("_H_")));
}

bool isBuildWord(llvm::StringRef Name) {
  return llvm::any_of(
      Beginnings, [&](llvm::StringRef Each) { return Name.starts_with(Each); });
}

} // namespace pipeline_rewrite
