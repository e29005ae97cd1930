//===- DeviceModule.h - AST to LLVM IR to PTX -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PIPELINE_REWRITE_EXECUTION_DEVICEMODULE_H
#define PIPELINE_REWRITE_EXECUTION_DEVICEMODULE_H

#include "Execution/PtxCode.h"
#include "clang/AST/Decl.h"
#include "llvm/IR/Module.h"
#include <memory>

namespace clang {
class ASTContext;
} // namespace clang

namespace pipeline_rewrite {

/// compileToPtx() in this process.
///
/// Requires: the process ends afterwards: the AST and LLVM's state are changed,
///           and the process may end here, on an error of the back end.
llvm::Expected<PtxCode>
compileHere(const SourceUnit &Unit,
            llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
            Locals Have = Locals::Nothing);

/// The declarations of a unit that CodeGen has to be told of, as the parser
/// would have told it: those of namespaces, and the instances of their
/// templates. What stands in a class is found from there.
std::vector<clang::Decl *> declarationsToCompile(const SourceUnit &Unit);

/// Optimises and prints.
///
/// \p WithCalls: lines tell of which calls they were inlined from.
/// Requires: only what is to be printed is visible outside the module.
llvm::Expected<std::string> printPtx(llvm::Module &M, llvm::StringRef Cpu,
                                     bool WithCalls);

} // namespace pipeline_rewrite
#endif
