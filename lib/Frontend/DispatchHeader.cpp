//===- DispatchHeader.cpp - The header that measures launches -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/DispatchHeader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace pipeline_rewrite {

/// What launchers say of Emit/embedded/pipeline_dispatch.h, which comes with
/// the new text as the toolkit does.
static constexpr llvm::StringLiteral Declarations =
    R"__(#ifndef PIPELINE_DISPATCH_H
#define PIPELINE_DISPATCH_H
#pragma GCC system_header
namespace pipeline_dispatch {
class Kernel {
public:
  template <int More, class... P>
  Kernel(const char *Is, const char *const (&Forms)[More],
         void (*const (&Each)[More + 1])(P...));
};
class Launch {
public:
  template <class... Number>
  Launch(Kernel &Of, dim3 Grid, dim3 Block, size_t Bytes, cudaStream_t Stream,
         Number... Tiles);
  ~Launch();
  bool takes(int Form, size_t Bytes);
  bool mustRepeat();
};
size_t atLeast(size_t Given, size_t Least);
template <class Function> Function &loaded(Kernel &Of, Function &Is);
template <class Number> Number argument(void **Given, int At);
}
#endif
)__";

std::string dispatchHeaderName(const Options &Opts, llvm::StringRef MainFile) {
  namespace path = llvm::sys::path;
  if (Opts.DispatchHeader.empty())
    return "pipeline_dispatch.h";
  llvm::SmallString<256> Header(Opts.DispatchHeader), From(MainFile);
  for (auto *Each : {&Header, &From}) {
    llvm::sys::fs::make_absolute(*Each);
    path::remove_dots(*Each, /*remove_dot_dot=*/true);
  }
  path::remove_filename(From);
  auto To = path::begin(Header), ToEnd = path::end(Header);
  auto At = path::begin(From), AtEnd = path::end(From);
  for (; To != ToEnd && At != AtEnd && *To == *At; ++To, ++At)
    ;
  llvm::SmallString<256> Name;
  for (; At != AtEnd; ++At)
    path::append(Name, "..");
  for (; To != ToEnd; ++To)
    path::append(Name, *To);
  return Name.str().str();
}

std::string dispatchHeaderPath(llvm::StringRef Name, llvm::StringRef File) {
  llvm::SmallString<256> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_filename(Path);
  llvm::sys::path::append(Path, Name);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

void declareDispatch(ParseSetup &Setup, const Options &Opts) {
  if (Opts.Dispatch == DispatchBy::Nobody)
    return;
  const std::string Main = Setup.mainFile();
  Setup.serve(dispatchHeaderPath(dispatchHeaderName(Opts, Main), Main),
              Declarations);
}

} // namespace pipeline_rewrite
