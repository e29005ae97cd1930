//===- Runtime/GraphApi.cpp - Graphs, by capture and by nodes -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels, copies and fills. Signatures are those of CUDA 12 and 13. What a
// launch may not give is reported when the graph is launched.
//
//===----------------------------------------------------------------------===//
#include "executor/Runtime/Graph.h"
#include "executor/Runtime/Runtime.h"
#include <algorithm>

namespace pipeline_rewrite::executor {

namespace {

/// cudaKernelNodeParams.
struct KernelNodeParameters {
  void *Function;
  Dim3 Grid, Block;
  unsigned DynamicShared;
  void **Arguments, **Extra;
};

/// An executable graph: its own nodes, in the order of those that it is of.
struct ExecutableGraph {
  std::list<GraphNode> Nodes;
  std::vector<const GraphNode *> Of;

  GraphNode *at(const void *Node) {
    auto Own = Nodes.begin();
    for (const GraphNode *Each : Of) {
      if (Each == Node)
        return &*Own;
      ++Own;
    }
    return nullptr;
  }
};

std::map<void *, Graph *> &captures() {
  static std::map<void *, Graph *> Active;
  return Active;
}

CudaError setKernel(KernelNode &N, const void *Host, Dim3 Grid, Dim3 Block,
                    void **Arguments, size_t DynamicShared, bool Cooperative) {
  Runtime &R = Runtime::get();
  Kernel *K = R.kernelAt(Host);
  const Function *F = K ? R.functionOf(*K) : nullptr;
  if (!F)
    return InvalidDeviceFunction;
  KernelNode New;
  New.Host = Host;
  New.Grid = Grid;
  New.Block = Block;
  New.DynamicShared = DynamicShared;
  New.Cooperative = Cooperative;
  for (size_t I = 0; I < F->Parameters.size(); ++I) {
    const char *From = static_cast<const char *>(Arguments[I]);
    New.Values.emplace_back(From, From + F->Parameters[I].Size);
  }
  N = std::move(New);
  return Success;
}

CudaError setKernel(KernelNode &N, const KernelNodeParameters &P) {
  if (P.Extra)
    return NotSupported;
  return setKernel(N, P.Function, P.Grid, P.Block, P.Arguments, P.DynamicShared,
                   /*Cooperative=*/false);
}

CudaError run(GraphNode &N) {
  KernelNode &K = N.Kernel;
  return N.Other ? N.Other()
                 : Runtime::get().launch(K.Host, K.Grid, K.Block, K.arguments(),
                                         K.DynamicShared, K.Cooperative);
}

} // namespace

void **KernelNode::arguments() {
  Addresses.clear();
  for (std::vector<char> &Value : Values)
    Addresses.push_back(Value.data());
  return Addresses.data();
}

Graph *capturedInto(void *Stream) {
  auto At = captures().find(Stream);
  return At == captures().end() ? nullptr : At->second;
}

GraphNode *addLaunch(Graph &G, const void *Host, Dim3 Grid, Dim3 Block,
                     void **Arguments, size_t DynamicShared, bool Cooperative) {
  G.Nodes.emplace_back();
  if (setKernel(G.Nodes.back().Kernel, Host, Grid, Block, Arguments,
                DynamicShared, Cooperative) == Success)
    return &G.Nodes.back();
  G.Nodes.pop_back();
  return nullptr;
}

CudaError nowOrLater(void *Stream, std::function<CudaError()> Call) {
  Graph *G = capturedInto(Stream);
  if (!G)
    return Call();
  G->Nodes.emplace_back();
  G->Nodes.back().Other = std::move(Call);
  return Success;
}

} // namespace pipeline_rewrite::executor

using namespace pipeline_rewrite::executor;

extern "C" {

CudaError cudaStreamBeginCapture(void *Stream, int) {
  if (!Stream || capturedInto(Stream))
    return Runtime::get().fail(InvalidValue);
  captures()[Stream] = new Graph;
  return Success;
}

CudaError cudaStreamEndCapture(void *Stream, Graph **Out) {
  *Out = capturedInto(Stream);
  captures().erase(Stream);
  return *Out ? Success : Runtime::get().fail(InvalidValue);
}

CudaError cudaStreamIsCapturing(void *Stream, int *Out) {
  *Out = capturedInto(Stream) != nullptr;
  return Success;
}

CudaError cudaGraphCreate(Graph **Out, unsigned) {
  *Out = new Graph;
  return Success;
}

CudaError cudaGraphDestroy(Graph *G) {
  delete G;
  return Success;
}

CudaError cudaGraphAddKernelNode(GraphNode **Out, Graph *G, GraphNode *const *,
                                 size_t, const KernelNodeParameters *P) {
  GraphNode New;
  if (CudaError E = setKernel(New.Kernel, *P))
    return Runtime::get().fail(E);
  G->Nodes.push_back(std::move(New));
  *Out = &G->Nodes.back();
  return Success;
}

CudaError cudaGraphKernelNodeGetParams(GraphNode *N, KernelNodeParameters *P) {
  KernelNode &K = N->Kernel;
  if (N->Other)
    return Runtime::get().fail(InvalidValue);
  *P = {const_cast<void *>(K.Host),
        K.Grid,
        K.Block,
        static_cast<unsigned>(K.DynamicShared),
        K.arguments(),
        nullptr};
  return Success;
}

CudaError cudaGraphKernelNodeSetParams(GraphNode *N,
                                       const KernelNodeParameters *P) {
  return Runtime::get().fail(setKernel(N->Kernel, *P));
}

/// All nodes, or as many as there is room for.
CudaError cudaGraphGetNodes(Graph *G, GraphNode **Out, size_t *Count) {
  if (!Out) {
    *Count = G->Nodes.size();
    return Success;
  }
  size_t Room = std::min(*Count, G->Nodes.size());
  *Count = G->Nodes.size();
  for (GraphNode &Each : G->Nodes) {
    if (Room-- == 0)
      break;
    *Out++ = &Each;
  }
  return Success;
}

CudaError cudaGraphInstantiateWithFlags(ExecutableGraph **Out, Graph *G,
                                        unsigned long long) {
  *Out = new ExecutableGraph;
  (*Out)->Nodes = G->Nodes;
  for (const GraphNode &Each : G->Nodes)
    (*Out)->Of.push_back(&Each);
  return Success;
}

CudaError cudaGraphInstantiate(ExecutableGraph **Out, Graph *G,
                               unsigned long long Flags) {
  return cudaGraphInstantiateWithFlags(Out, G, Flags);
}

CudaError cudaGraphExecKernelNodeSetParams(ExecutableGraph *E, GraphNode *N,
                                           const KernelNodeParameters *P) {
  GraphNode *Own = E->at(N);
  return Runtime::get().fail(Own ? setKernel(Own->Kernel, *P) : InvalidValue);
}

/// The nodes of \p G take the place of its own if they have the same kernels.
CudaError cudaGraphExecUpdate(ExecutableGraph *E, Graph *G, void *) {
  bool Same = E->Nodes.size() == G->Nodes.size() &&
              std::equal(E->Nodes.begin(), E->Nodes.end(), G->Nodes.begin(),
                         [](const GraphNode &A, const GraphNode &B) {
                           return A.Kernel.Host == B.Kernel.Host;
                         });
  if (!Same)
    return Runtime::get().fail(GraphExecUpdateFailure);
  E->Nodes = G->Nodes;
  return Success;
}

CudaError cudaGraphUpload(ExecutableGraph *, void *) { return Success; }

CudaError cudaGraphLaunch(ExecutableGraph *E, void *) {
  for (GraphNode &Each : E->Nodes)
    if (CudaError Error = run(Each))
      return Error;
  return Success;
}

CudaError cudaGraphExecDestroy(ExecutableGraph *E) {
  delete E;
  return Success;
}

} // extern "C"
