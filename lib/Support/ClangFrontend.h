//===- ClangFrontend.h - Versions of Clang: driver and front end ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As ClangVersion.h, of what sets up a parse.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_SUPPORT_CLANGFRONTEND_H
#define PIPELINE_REWRITE_SUPPORT_CLANGFRONTEND_H

#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Driver/CreateInvocationFromArgs.h"
#else
#include "clang/Frontend/Utils.h"
#endif

namespace pipeline_rewrite {

using VirtualFiles = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// \p Errors is owned by what is returned; \p Options must outlive it.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
makeDiagnostics(const VirtualFiles &Files, clang::DiagnosticOptions &Options,
                clang::DiagnosticConsumer *Errors) {
#if CLANG_VERSION_MAJOR >= 21
  return clang::CompilerInstance::createDiagnostics(*Files, Options, Errors);
#elif CLANG_VERSION_MAJOR == 20
  return clang::CompilerInstance::createDiagnostics(
      *Files, new clang::DiagnosticOptions(Options), Errors);
#else
  return clang::CompilerInstance::createDiagnostics(
      new clang::DiagnosticOptions(Options), Errors);
#endif
}

/// Which warnings are given, and which are errors.
inline void takeWarnings(const clang::DiagnosticOptions &From,
                         clang::DiagnosticOptions &To) {
#if CLANG_VERSION_MAJOR >= 21
  To = From;
#else
  To.Warnings = From.Warnings;
  To.UndefPrefixes = From.UndefPrefixes;
#endif
}

/// A compiler that reads \p Files and tells \p Errors, which it owns; it has no
/// target yet.
inline std::unique_ptr<clang::CompilerInstance>
makeCompiler(std::shared_ptr<clang::CompilerInvocation> How,
             const VirtualFiles &Files, clang::DiagnosticConsumer *Errors) {
#if CLANG_VERSION_MAJOR >= 21
  auto Clang = std::make_unique<clang::CompilerInstance>(std::move(How));
#else
  auto Clang = std::make_unique<clang::CompilerInstance>();
  Clang->setInvocation(std::move(How));
#endif
  Clang->setDiagnostics(
      makeDiagnostics(Files, Clang->getDiagnosticOpts(), Errors)
#if CLANG_VERSION_MAJOR < 22
          .get()
#endif
  );
#if CLANG_VERSION_MAJOR >= 22
  Clang->setVirtualFileSystem(Files);
  Clang->createFileManager();
  Clang->createSourceManager();
#else
  Clang->createFileManager(Files);
  Clang->createSourceManager(Clang->getFileManager());
#endif
  return Clang;
}

/// Writes what \p Clang parses to \p Out, in its precompiled form. Newer
/// versions want to know how code is generated.
template <typename Writer = clang::PCHGenerator>
std::unique_ptr<clang::ASTConsumer>
makePchWriter(clang::CompilerInstance &Clang,
              std::shared_ptr<clang::PCHBuffer> Out) {
  using Extensions =
      llvm::ArrayRef<std::shared_ptr<clang::ModuleFileExtension>>;
  clang::Preprocessor &PP = Clang.getPreprocessor();
  auto &Cache = Clang.getModuleCache();
  if constexpr (std::is_constructible_v<
                    Writer, clang::Preprocessor &, decltype(Cache),
                    llvm::StringRef, llvm::StringRef,
                    std::shared_ptr<clang::PCHBuffer>,
                    const clang::CodeGenOptions &, Extensions>)
    return std::make_unique<Writer>(PP, Cache, "-", "", std::move(Out),
                                    Clang.getCodeGenOpts(), Extensions());
  else
    return std::make_unique<Writer>(PP, Cache, "-", "", std::move(Out),
                                    Extensions());
}

} // namespace pipeline_rewrite
#endif
