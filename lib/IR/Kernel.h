//===- Kernel.h - A function as operations in regions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function of the device computes, without C++: operations on numbered
// values, in regions for what runs under a condition. Variables are objects
// that are read and written. Calls, lambdas and operators are lowered through,
// up to a bound. What is not understood is `unknown`: its result may be
// anything, and so may what it is given the address of.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_IR_KERNEL_H
#define PIPELINE_REWRITE_IR_KERNEL_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

namespace pipeline_rewrite::ir {

/// The number of the operation that makes it.
using ValueId = unsigned;
using Operands = llvm::SmallVector<ValueId, 3>;

enum class OpKind {
  Constant,
  OfBlock,  ///< blockIdx, blockDim, gridDim, the size of the block
  OfThread, ///< threadIdx, the lane and the warp
  Compute,  ///< made of its operands alone; a pointer's own one comes first
  Read,     ///< of an object; the operands say which part
  Write,    ///< the first operand to an object; the others say which part
  Address,  ///< of an object: who has it may change the object
  Load,     ///< from memory; the first operand is the address
  LoadOnce, ///< likewise, where nothing writes as long as the kernel runs
  Vote,     ///< what all threads of the block are told alike
  Jump,     ///< leaves all regions up to and with Op::Target
  Exit,     ///< likewise, the kernel, by assembly or maybe in a call
  Unknown
};

struct Region {
  enum Kinds { Function, Branch, Loop, Body, Switch, Call } Kind;
  unsigned Outer;            ///< of the function: itself
  const clang::Stmt *Owner;  ///< what has the condition
  std::optional<ValueId> On; ///< the condition that it runs under
  unsigned Begin, End = 0;   ///< its operations
  /// A jump to or from a label in it, whose ways are not followed.
  const clang::Stmt *Label = nullptr;
};

struct Object {
  enum Kinds { Private, Argument, Shared, Constant, Other } Kind;
  const clang::VarDecl *Var; ///< nullptr: a temporary, a result
  unsigned Home;             ///< the region that it lives in
  std::vector<ValueId> Writes;
};

struct Op {
  OpKind Kind;
  Operands In;
  unsigned Where;        ///< the region
  const clang::Stmt *At; ///< what it is in the source
  unsigned Of = 0;       ///< the object
  unsigned Target = 0;
};

struct Kernel {
  const clang::FunctionDecl *Function = nullptr;
  std::vector<Op> Ops;
  std::vector<Object> Objects;
  std::vector<Region> Regions; ///< outer ones come first
  /// What an expression comes to, once for each time that it is lowered.
  llvm::DenseMap<const clang::Expr *, llvm::SmallVector<ValueId, 1>> Values;
};

/// Of a pattern only the arguments are there.
Kernel lower(const clang::FunctionDecl *F);

void print(llvm::raw_ostream &OS, const Kernel &K);

} // namespace pipeline_rewrite::ir
#endif
