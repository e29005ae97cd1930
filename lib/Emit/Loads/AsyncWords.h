//===- AsyncWords.h - Asynchronous copies in the words of an interface ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. What a thread does to its copies, as statements:
//
//                 <cuda_pipeline.h>              <cuda/pipeline>
//   declaration                                  auto pipe =
//                                                    cuda::make_pipeline();
//   acquire                                      pipe.producer_acquire();
//   copy          __pipeline_memcpy_async(…);    cuda::memcpy_async(…, pipe);
//   commit        __pipeline_commit();           pipe.producer_commit();
//   wait          __pipeline_wait_prior(0);      cuda::
//                                     pipeline_consumer_wait_prior<0>(pipe);
//   release                                      pipe.consumer_release();
//
// A pipeline of the thread's own is a count of groups: both columns are the
// same instructions on sm_80 and later (libcu++ of CUDA 13.0):
// - producer_commit() is `cp.async.commit_group`, and the wait
//   `cp.async.wait_group N`; acquire and release are empty (cuda/pipeline, the
//   specialisation for thread_scope_thread). So nothing but the barriers of the
//   loop keeps a buffer from being overwritten while it is read.
// - memcpy_async() is `cp.async` where the size is an aligned_size_t of 4, 8 or
//   16 bytes, the source is global and the target shared
//   (cuda/__memcpy_async/dispatch_memcpy_async.h, cp_async_shared_global.h);
//   else the thread copies through registers at once, which is right, too. nvcc
//   knows of most pointers what they point to, and asks at run time of others.
//   The PTX of nvcc 13.0 has `cp.async` at all three widths, for sm_80 and
//   sm_90 (test/EndToEnd/pipeline-ptx.test).
// - Before sm_80 all of it is a copy through registers, as with the primitives.
//
// A pipeline of the block has two barriers a stage in shared memory, which all
// its threads pass: producer_commit() arrives at one when the thread's copies
// have landed, consumer_release() at the other, and consumer_wait() and
// producer_acquire() wait for them. So the waits order what the loop's barriers
// order of the tiles, and each stage is acquired, committed, waited for and
// released once per tile, by every thread. quit() counts the threads that are
// through; the last one takes the barriers down. A partitioned one has threads
// that only acquire and commit, and others that only wait and release.
//
// Tensor maps are behind a class of the new text's own (TensorText.h). One
// thread comes to copy(), once for each tile, or for each element that it would
// store, of which the first one copies the whole tile. wait() goes on to the
// next buffer. What is no box every thread may copy, and then says commit().
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_ASYNCWORDS_H
#define PIPELINE_REWRITE_EMIT_ASYNCWORDS_H

#include "Emit/Source/Names.h"
#include "Plan/PipelinePlan.h"
#include "clang/AST/Decl.h"
#include <memory>

namespace pipeline_rewrite {

/// One copy in the words of the place where it is written.
struct CopyText {
  std::string To, From; ///< pointers
  std::string Size;     ///< in bytes: an expression that is constant
  /// That size, and what both pointers are aligned to, as an expression; a
  /// number where every instance has the same.
  std::string Align;
  const clang::VarDecl *Tile = nullptr; ///< that it goes to
  std::string Buffer = "";              ///< number of its buffer
};

/// Events without a statement of their own are empty texts.
class AsyncWords {
public:
  virtual ~AsyncWords() = default;

  /// What counts the copies, from the first of them to the last of the last run
  /// of the loop; likewise.
  virtual std::string state() const { return ""; }
  /// The same where it is made in front of the loops around this one.
  virtual std::string keptState() const { return state(); }
  /// Before the first copy of each run of the loop, where the state is made in
  /// front of the loops around it; in every thread.
  virtual std::string again() const { return ""; }
  /// Likewise, where again() need not be.
  virtual std::string restart() const { return ""; }
  /// What stands before the first event; may be several lines.
  virtual std::string declaration() const { return ""; }
  /// Before the copies of a tile, in every thread and in each pass.
  virtual std::string acquire() const { return ""; }
  /// The function that copies.
  virtual std::string copyName() const = 0;
  virtual std::vector<std::string> copyArguments(CopyText Copy) const = 0;
  /// What is true in threads that do nothing else, where there are some: those
  /// of the first layer of two.
  virtual std::string producing() const { return "threadIdx.z == 0"; }
  /// What is true in the threads that copy; empty: all do.
  virtual std::string copying() const { return ""; }
  /// Closes a group, likewise: groups are counted per thread.
  virtual std::string commit() const = 0;
  /// Until at most \p Prior groups are in flight.
  virtual std::string wait(unsigned Prior) const = 0;
  /// Acquire, commit and wait are said once per tile, and only of a tile that
  /// is there; else once per pass, by which groups are counted.
  virtual bool countsTiles() const { return false; }
  /// Behind the last use of a tile.
  virtual std::string release() const { return ""; }
  /// Behind the last event.
  virtual std::string quit() const { return ""; }
  /// What a function that copies is given besides: its parameter, and the
  /// argument.
  virtual std::string parameter() const { return ""; }
  virtual std::string argument() const { return ""; }
};

/// How an interface is written.
struct InterfaceText {
  /// Words for new text in a function, with new names if they need some.
  std::unique_ptr<AsyncWords> (*Words)(const LoadPlan &Plan, Names &Names,
                                       const clang::FunctionDecl *Function);
  /// What new text brings along, behind the headers, and what of it tells that
  /// a file has it; both may be empty.
  llvm::StringRef Support, SupportMark;
};

/// One function for each interface of Copies.def, defined beside its words.
namespace interface_text {
#define COPY_INTERFACE(Value, ...) InterfaceText Value();
#define TIED_INTERFACE(Value) InterfaceText Value();
#include "Options/Copies.def"
} // namespace interface_text

InterfaceText textOf(AsyncApi Api);

/// Words of the interface of \p Plan.
std::unique_ptr<AsyncWords> asyncWords(const LoadPlan &Plan, Names &Names,
                                       const clang::FunctionDecl *Function);

} // namespace pipeline_rewrite
#endif
