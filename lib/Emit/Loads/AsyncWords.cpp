//===- AsyncWords.cpp - Asynchronous copies in the words of an interface --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/AsyncWords.h"
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

/// What pipelines of both scopes say alike.
class PipelineWords : public AsyncWords {
public:
  PipelineWords(std::string Pipe, std::string Cuda)
      : Pipe(std::move(Pipe)), Cuda(std::move(Cuda)) {}

  std::string acquire() const override { return Pipe + ".producer_acquire();"; }
  std::string copyName() const override { return Cuda + "memcpy_async"; }
  std::vector<std::string> copyArguments(CopyText Copy) const override {
    return {Copy.To, Copy.From,
            Cuda + "aligned_size_t<" + Copy.Align + ">(" + Copy.Size + ")",
            Pipe};
  }
  std::string commit() const override { return Pipe + ".producer_commit();"; }
  std::string release() const override { return Pipe + ".consumer_release();"; }
  std::string argument() const override { return Pipe; }

protected:
  const std::string Pipe, Cuda;
};

/// `cuda::pipeline<cuda::thread_scope_thread>`. The wait names a constant:
/// consumer_wait() computes the number of groups at run time.
class ThreadPipelineWords : public PipelineWords {
public:
  using PipelineWords::PipelineWords;

  std::string declaration() const override {
    return "auto " + Pipe + " = " + Cuda + "make_pipeline();";
  }
  std::string wait(unsigned Prior) const override {
    return Cuda + "pipeline_consumer_wait_prior<" + std::to_string(Prior) +
           ">(" + Pipe + ");";
  }
  std::string parameter() const override {
    return Cuda + "pipeline<" + Cuda + "thread_scope_thread> &" + Pipe;
  }
};

struct BlockPipelineNames {
  std::string Pipe, State, Storage;
  std::string Cuda, Groups; ///< namespaces
};

/// `cuda::pipeline<cuda::thread_scope_block>`.
///
/// Its state is not declared as what it is: clang takes no `__shared__` object
/// that has a constructor with something to do, and nvcc warns of one, which it
/// would not run. make_pipeline() has thread 0 init() every barrier and store
/// the count of threads, and synchronises the group (cuda/pipeline of CUDA
/// 13.0), so that storage of the right size and alignment is all it needs.
class BlockPipelineWords : public PipelineWords {
public:
  BlockPipelineWords(BlockPipelineNames Names, unsigned Stages,
                     bool Partitioned)
      : PipelineWords(Names.Pipe, Names.Cuda), Names(std::move(Names)),
        Stages(Stages), Partitioned(Partitioned) {}

  bool countsTiles() const override { return true; }
  std::string declaration() const override {
    return "using " + Names.State + " = " + Cuda + "pipeline_shared_state<" +
           Cuda + "thread_scope_block, " + std::to_string(Stages) +
           ">;\n"
           "// make_pipeline() sets the state up: all it needs is storage.\n"
           "alignas(" +
           Names.State + ") __shared__ unsigned char " + Names.Storage +
           "[sizeof(" + Names.State + ")];\n" + "auto " + Pipe + " = " + Cuda +
           "make_pipeline(\n    " + Names.Groups + "this_thread_block(),\n" +
           "    reinterpret_cast<" + Names.State + " *>(" + Names.Storage +
           ")" + (Partitioned ? ",\n    blockDim.x * blockDim.y" : "") + ");";
  }
  std::string wait(unsigned) const override {
    return Pipe + ".consumer_wait();";
  }
  std::string quit() const override { return Pipe + ".quit();"; }
  std::string parameter() const override {
    return Cuda + "pipeline<" + Cuda + "thread_scope_block> &" + Pipe;
  }

private:
  const BlockPipelineNames Names;
  const unsigned Stages;
  /// The first layer of threads in z produces, the second consumes.
  const bool Partitioned;
};

/// Is there a \p Name that unqualified lookup in \p Scope finds first, or finds
/// as well?
bool declares(const DeclContext *Scope, DeclarationName Name) {
  return (!Scope->isTranslationUnit() && !Scope->lookup(Name).empty()) ||
         llvm::any_of(
             Scope->using_directives(), [&](const UsingDirectiveDecl *Using) {
               return !Using->getNominatedNamespace()->lookup(Name).empty();
             });
}

/// A library's namespace \p Library as \p Function can say it: `cuda::`, or
/// `::cuda::` where that is another.
std::string namespaceFor(const FunctionDecl *Function,
                         const std::string &Library) {
  DeclarationName Name = &Function->getASTContext().Idents.get(Library);
  for (const DeclContext *Scope = Function->getDeclContext(); Scope;
       Scope = Scope->getParent())
    if (declares(Scope, Name))
      return "::" + Library + "::";
  return Library + "::";
}

std::unique_ptr<AsyncWords> primitiveWords(const LoadPlan &, Names &,
                                           const FunctionDecl *) {
  return std::make_unique<PrimitiveWords>();
}

std::unique_ptr<AsyncWords> threadWords(const LoadPlan &, Names &Names,
                                        const FunctionDecl *Function) {
  return std::make_unique<ThreadPipelineWords>(Names.take("pipe"),
                                               namespaceFor(Function, "cuda"));
}

std::unique_ptr<AsyncWords> blockWords(const LoadPlan &Plan, Names &Names,
                                       const FunctionDecl *Function) {
  BlockPipelineNames Words;
  Words.Pipe = Names.take("pipe");
  Words.State = Names.take("PipeState");
  Words.Storage = Names.take("pipeState");
  Words.Cuda = namespaceFor(Function, "cuda");
  Words.Groups = namespaceFor(Function, "cooperative_groups");
  return std::make_unique<BlockPipelineWords>(
      std::move(Words), Plan.Stages, describe(Plan.Api).Protocol.OwnThreads);
}

} // namespace

InterfaceText interface_text::Primitives() { return {primitiveWords, "", ""}; }
InterfaceText interface_text::Pipeline() { return {threadWords, "", ""}; }
InterfaceText interface_text::PipelineBlock() { return {blockWords, "", ""}; }
InterfaceText interface_text::PipelinePartitioned() { return PipelineBlock(); }

InterfaceText textOf(AsyncApi Api) {
  switch (Api) {
#define COPY_INTERFACE(Value, ...)                                             \
  case AsyncApi::Value:                                                        \
    return interface_text::Value();
#define TIED_INTERFACE(Value)                                                  \
  case AsyncApi::Value:                                                        \
    return interface_text::Value();
#include "Options/Copies.def"
  }
  llvm_unreachable("unknown interface");
}

std::unique_ptr<AsyncWords> asyncWords(const LoadPlan &Plan, Names &Names,
                                       const FunctionDecl *Function) {
  return textOf(Plan.Api).Words(Plan, Names, Function);
}

} // namespace pipeline_rewrite
