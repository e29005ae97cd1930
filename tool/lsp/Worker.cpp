//===- Worker.cpp - The thread that has texts parsed ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Worker.h"

using namespace llvm;

namespace pipeline_rewrite {

/// Its children parse on its stack, of the size that clang gives its threads.
static constexpr unsigned StackBytes = 8 << 20;

Worker::Worker() : Thread(std::optional(StackBytes), [this] { loop(); }) {}

Worker::~Worker() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Ending = true;
  }
  Changed.notify_one();
  Thread.join();
}

void Worker::runLater(StringRef Key, std::chrono::milliseconds Delay, Task Do) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Later[Key] = {Clock::now() + Delay, std::move(Do)};
  }
  Changed.notify_one();
}

void Worker::hurry(StringRef Key) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto Found = Later.find(Key);
    if (Found == Later.end())
      return;
    Found->second.Due = Clock::now();
  }
  Changed.notify_one();
}

void Worker::drop(StringRef Key) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Later.erase(Key);
}

void Worker::runSoon(Task Do) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Soon.push_back(std::move(Do));
  }
  Changed.notify_one();
}

std::optional<Worker::Task> Worker::takeDue() {
  if (!Soon.empty()) {
    Task Do = std::move(Soon.front());
    Soon.pop_front();
    return Do;
  }
  for (auto It = Later.begin(); It != Later.end(); ++It)
    if (It->second.Due <= Clock::now()) {
      Task Do = std::move(It->second.Do);
      Later.erase(It);
      return Do;
    }
  return std::nullopt;
}

void Worker::waitForMore(std::unique_lock<std::mutex> &Lock) {
  if (Later.empty()) {
    Changed.wait(Lock);
    return;
  }
  Clock::time_point First = Clock::time_point::max();
  for (const auto &Each : Later)
    First = std::min(First, Each.second.Due);
  Changed.wait_until(Lock, First);
}

void Worker::loop() {
  std::unique_lock<std::mutex> Lock(Mutex);
  while (!Ending) {
    if (std::optional<Task> Do = takeDue()) {
      Lock.unlock();
      (*Do)();
      Do.reset();
      Lock.lock();
    } else {
      waitForMore(Lock);
    }
  }
}

} // namespace pipeline_rewrite
