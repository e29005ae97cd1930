//===- Runtime/Graph.h - Kernels that are launched later --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph is a sequence: each node comes after those that were added before it.
// That is one of the orders which its edges allow.
//
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EXECUTOR_RUNTIME_GRAPH_H
#define PIPELINE_REWRITE_EXECUTOR_RUNTIME_GRAPH_H

#include "executor/Runtime/CudaTypes.h"
#include <functional>
#include <list>
#include <vector>

namespace pipeline_rewrite::executor {

/// What a launch gives, with copies of its arguments.
struct KernelNode {
  const void *Host = nullptr;
  Dim3 Grid = {}, Block = {};
  size_t DynamicShared = 0;
  bool Cooperative = false;
  std::vector<std::vector<char>> Values;
  std::vector<void *> Addresses; ///< of these, as last asked for

  /// As a launch takes them.
  void **arguments();
};

struct GraphNode {
  KernelNode Kernel;                ///< if it has a kernel
  std::function<CudaError()> Other; ///< else a copy or another call
};

struct Graph {
  std::list<GraphNode> Nodes; ///< a handle of a node is its address
};

/// The graph that \p Stream is captured into, or null.
Graph *capturedInto(void *Stream);

/// Adds a launch; the arguments are copied as the kernel's parameters say.
GraphNode *addLaunch(Graph &G, const void *Host, Dim3 Grid, Dim3 Block,
                     void **Arguments, size_t DynamicShared, bool Cooperative);

/// Does \p Call now, or when the graph runs that \p Stream is captured into.
CudaError nowOrLater(void *Stream, std::function<CudaError()> Call);

} // namespace pipeline_rewrite::executor

#endif
