//===- ParsedSource.h - Parse a text and ask what is in it ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TEST_UNIT_FRONTEND_PARSEDSOURCE_H
#define PIPELINE_REWRITE_TEST_UNIT_FRONTEND_PARSEDSOURCE_H

#include "Frontend/CompileJobs.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "gtest/gtest.h"
#include <unistd.h>

namespace pipeline_rewrite {

inline ParseJob jobFor(const std::string &File, const std::string &CudaPath,
                       std::vector<std::string> Flags = {}) {
  CompileRequest Request;
  Request.Files = {File};
  Request.CudaPath = CudaPath;
  Request.ExtraFlags = std::move(Flags);
  auto Jobs = compileJobs(Request, Options());
  if (Jobs)
    return Jobs->Jobs.at(0);
  ADD_FAILURE() << llvm::toString(Jobs.takeError());
  return {};
}

inline ParseJob builtinJob(const std::string &File,
                           std::vector<std::string> Flags = {}) {
  return jobFor(File, "builtin", std::move(Flags));
}

inline std::unique_ptr<SourceUnit>
parsed(llvm::Expected<std::unique_ptr<SourceUnit>> Unit) {
  if (Unit)
    return std::move(*Unit);
  ADD_FAILURE() << llvm::toString(Unit.takeError());
  return nullptr;
}

inline std::unique_ptr<SourceUnit> parseFile(const std::string &File) {
  return parsed(parseSource(builtinJob(File), Options()));
}

inline std::unique_ptr<SourceUnit>
parseText(llvm::StringRef Text, const Options &Opts = Options(),
          const std::string &File = "a.cu",
          std::vector<std::string> Flags = {}) {
  return parsed(parseSource(builtinJob(File, std::move(Flags)), Opts, Text));
}

/// "line:column: message" per line; the file is named where it is not the main
/// one.
inline std::string errorsOf(const SourceUnit &Unit) {
  std::string Out;
  for (const ParseError &E : Unit.errors())
    Out += (E.Place.File == Unit.file() ? "" : E.Place.File + ":") +
           std::to_string(E.Place.Line) + ":" + std::to_string(E.Place.Column) +
           ": " + E.Message + "\n";
  return Out;
}

class FunctionFinder : public clang::DynamicRecursiveASTVisitor {
public:
  explicit FunctionFinder(llvm::StringRef Name) : Name(Name) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    if (F->getNameAsString() == Name && F->doesThisDeclarationHaveABody())
      (F->isTemplateInstantiation() ? Instances : Plain).push_back(F);
    return true;
  }
  std::vector<const clang::FunctionDecl *> Plain, Instances;

private:
  llvm::StringRef Name;
};

inline const clang::FunctionDecl *functionNamed(const SourceUnit &Unit,
                                                llvm::StringRef Name) {
  FunctionFinder Finder(Name);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  return Finder.Plain.empty() ? nullptr : Finder.Plain.front();
}

/// Instances that have a body.
inline size_t instancesOf(const SourceUnit &Unit, llvm::StringRef Name) {
  FunctionFinder Finder(Name);
  Finder.TraverseDecl(Unit.context().getTranslationUnitDecl());
  return Finder.Instances.size();
}

} // namespace pipeline_rewrite
#endif
