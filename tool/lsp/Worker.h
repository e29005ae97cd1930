//===- Worker.h - The thread that has texts parsed ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One thread, so that one parse at a time burdens the user's machine. The
// thread that reads the editor's messages never waits for it.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_WORKER_H
#define PIPELINE_REWRITE_TOOL_LSP_WORKER_H

#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace pipeline_rewrite {

class Worker {
public:
  using Task = llvm::unique_function<void()>;
  using Clock = std::chrono::steady_clock;

  Worker();
  /// Lets the present task end; the others are never run.
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  /// Runs \p Do after a delay, in place of what was to run under this key.
  void runLater(llvm::StringRef Key, std::chrono::milliseconds Delay, Task Do);
  /// What waits under this key need not wait any longer.
  void hurry(llvm::StringRef Key);
  /// What waits under this key is not wanted any more.
  void drop(llvm::StringRef Key);
  /// Runs \p Do before everything that waits under a key.
  void runSoon(Task Do);

private:
  struct Delayed {
    Clock::time_point Due;
    Task Do;
  };

  void loop();
  std::optional<Task> takeDue();
  void waitForMore(std::unique_lock<std::mutex> &Lock);

  std::mutex Mutex;
  std::condition_variable Changed;
  llvm::StringMap<Delayed> Later;
  std::deque<Task> Soon;
  bool Ending = false;
  llvm::thread Thread; ///< last: it starts when all else is there
};

} // namespace pipeline_rewrite
#endif
