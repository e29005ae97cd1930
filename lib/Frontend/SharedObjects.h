//===- SharedObjects.h - __shared__ objects with constructors -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `__shared__ cuda::barrier<cuda::thread_scope_block> bar;` is the idiom of
// NVIDIA's guide. nvcc takes it, with a warning, and runs no constructor; for
// clang it is an error, and whatever names the object is no expression any
// more. So a unit with such declarations is parsed a second time. In it
//
//   __shared__ Counter count;    is    __attribute__((device)) static Counter
//                                      count;
//
// which clang takes if it is told to, and behind the parse each of them becomes
// what it is: shared, and without an initialiser. The text stays as it is, and
// so do all places in it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_SHAREDOBJECTS_H
#define PIPELINE_REWRITE_FRONTEND_SHAREDOBJECTS_H

#include "Frontend/ErrorCollector.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace clang {
class ASTContext;
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace pipeline_rewrite {

/// Where `__shared__` stands: the file as clang names it, and an offset in
/// bytes; of a macro's body, where the macro is used.
using SharedWords = std::set<std::pair<std::string, unsigned>>;

/// The words of local variables that clang has rejected for the constructor of
/// their type alone. An initialiser that is written is an error of nvcc's, too.
SharedWords rejectedSharedObjects(clang::ASTContext &Context,
                                  llvm::ArrayRef<LocatedError> Errors);

/// Makes these words the others, from where they are read.
///
/// Requires: LangOptions::GPUAllowDeviceInit is set.
std::unique_ptr<clang::PPCallbacks> maskSharedObjects(clang::Preprocessor &PP,
                                                      const SharedWords &Words);

/// Makes the variables that were declared so shared again.
void unmaskSharedObjects(clang::ASTContext &Context, const SharedWords &Words);

} // namespace pipeline_rewrite
#endif
