//===- AsyncWords.cpp - Asynchronous copies in the words of an interface --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/AsyncWords.h"
#include "Mutation.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

class PrimitiveWords : public AsyncWords {
public:
  std::string copyName() const override { return "__pipeline_memcpy_async"; }
  std::vector<std::string> copyArguments(CopyText Copy) const override {
    return {Copy.To, Copy.From, Copy.Size};
  }
  std::string commit() const override { return "__pipeline_commit();"; }
  std::string wait(unsigned Prior) const override {
    return "__pipeline_wait_prior(" + std::to_string(Prior) + ");";
  }
};

/// `cuda::pipeline<cuda::thread_scope_thread>`. The wait names a constant:
/// consumer_wait() computes the number of groups at run time.
class ThreadPipelineWords : public AsyncWords {
public:
  ThreadPipelineWords(std::string Pipe, std::string Cuda)
      : Pipe(std::move(Pipe)), Cuda(std::move(Cuda)) {}

  std::string declaration() const override {
    return "auto " + Pipe + " = " + Cuda + "make_pipeline();";
  }
  std::string acquire() const override { return Pipe + ".producer_acquire();"; }
  std::string copyName() const override { return Cuda + "memcpy_async"; }
  std::vector<std::string> copyArguments(CopyText Copy) const override {
    if (mutated(Mutation::PipelineCopyAlignment))
      Copy.Align += " * 2";
    return {Copy.To, Copy.From,
            Cuda + "aligned_size_t<" + Copy.Align + ">(" + Copy.Size + ")",
            Pipe};
  }
  std::string commit() const override {
    return mutated(Mutation::PipelineCommit) ? acquire()
                                             : Pipe + ".producer_commit();";
  }
  std::string wait(unsigned Prior) const override {
    return Cuda + "pipeline_consumer_wait_prior<" +
           std::to_string(Prior + mutated(Mutation::PipelineWait)) + ">(" +
           Pipe + ");";
  }
  std::string release() const override { return Pipe + ".consumer_release();"; }
  std::string parameter() const override {
    return Cuda + "pipeline<" + Cuda + "thread_scope_thread> &" + Pipe;
  }
  std::string argument() const override { return Pipe; }

private:
  const std::string Pipe, Cuda;
};

/// Is there a `cuda` that unqualified lookup in \p Scope finds first, or finds
/// as well?
bool declaresCuda(const DeclContext *Scope, DeclarationName Cuda) {
  return (!Scope->isTranslationUnit() && !Scope->lookup(Cuda).empty()) ||
         llvm::any_of(
             Scope->using_directives(), [&](const UsingDirectiveDecl *Using) {
               return !Using->getNominatedNamespace()->lookup(Cuda).empty();
             });
}

/// The library's namespace as \p Function can say it: `cuda::`, or `::cuda::`
/// where that is another.
std::string namespaceFor(const FunctionDecl *Function) {
  DeclarationName Cuda = &Function->getASTContext().Idents.get("cuda");
  for (const DeclContext *Scope = Function->getDeclContext(); Scope;
       Scope = Scope->getParent())
    if (declaresCuda(Scope, Cuda))
      return "::cuda::";
  return "cuda::";
}

} // namespace

std::unique_ptr<AsyncWords> asyncWords(AsyncApi Api, Names &Names,
                                       const FunctionDecl *Function) {
  if (Api == AsyncApi::Pipeline)
    return std::make_unique<ThreadPipelineWords>(Names.take("pipe"),
                                                 namespaceFor(Function));
  return std::make_unique<PrimitiveWords>();
}

llvm::StringRef headerOf(AsyncApi Api) {
  return Api == AsyncApi::Pipeline ? "cuda/pipeline" : "cuda_pipeline.h";
}

} // namespace pipeline_rewrite
