//===- Standby.h - A parse that is kept for the next version --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process of its own parses, and stays. Nearly all the time of a parse goes
// into headers: the process that has parsed one version of a file looks at the
// next one for the price of what stands behind the includes.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_STANDBY_H
#define PIPELINE_REWRITE_TOOL_LSP_STANDBY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipeline_rewrite {

class Standby {
public:
  /// What is to be said of a text, as JSON. Nothing: what it has parsed is of
  /// no use for this text, and another process must begin anew.
  using Look = std::function<std::optional<std::string>(llvm::StringRef)>;

  /// \p Make gives the Look of a new process, which has seen no text. \p Grace:
  /// how long an answer is waited for that is not wanted any more, in ms.
  explicit Standby(std::function<Look()> Make, int Grace = UsualGrace)
      : Make(std::move(Make)), Grace(Grace) {}
  ~Standby() { end(); }
  Standby(const Standby &) = delete;
  Standby &operator=(const Standby &) = delete;

  /// Takes: IsWanted, asked all the time.
  /// Gives: what the process says of \p Text.
  /// Fails: it crashed, took longer than two minutes, or is not wanted any
  ///        more. A process that is nearly through with such a text is kept.
  llvm::Expected<llvm::json::Value> ask(llvm::StringRef Text,
                                        llvm::function_ref<bool()> IsWanted);

private:
  /// The next text would wait longer for a process that begins anew.
  static constexpr int UsualGrace = 1500;

  void start();
  llvm::Expected<std::optional<std::string>>
  answer(llvm::function_ref<bool()> IsWanted);
  void end();

  const std::function<Look()> Make;
  const int Grace;
  int Process = -1, Socket = -1; ///< -1: there is none
};

/// Those of the files that were looked at last, a few: each holds a parse.
class Standbys {
public:
  /// Those that have parsed nothing of \p File yet begin with \p Make.
  Standby &of(const std::string &File, std::function<Standby::Look()> Make);
  void forget(llvm::StringRef File);
  void forgetAll() { All.clear(); }

private:
  struct Entry {
    std::string File;
    std::unique_ptr<Standby> Process;
  };
  std::vector<Entry> All; ///< the last one used last
};

} // namespace pipeline_rewrite
#endif
