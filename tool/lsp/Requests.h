//===- Requests.h - Questions of the editor that have no answer yet -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A question may be answered by the worker, become void by a change of its
// text, or be cancelled: whoever takes it first answers it. llvm/Support/LSP
// keeps the ids of questions to itself and swallows `$/cancelRequest`, so the
// input is read along.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_REQUESTS_H
#define PIPELINE_REWRITE_TOOL_LSP_REQUESTS_H

#include "llvm/Support/LSP/Transport.h"
#include <mutex>

namespace pipeline_rewrite {

/// An error as the protocol has it.
llvm::Error lspError(const llvm::Twine &Text, llvm::lsp::ErrorCode Code);

/// Reads messages as llvm::lsp does.
class ObservedInput : public llvm::lsp::JSONTransportInput {
public:
  /// What `$/cancelRequest` is called behind this input.
  static constexpr llvm::StringLiteral CancelMethod =
      "pipeline-rewrite/cancelRequest";

  explicit ObservedInput(std::FILE *File) : In(File) {}

  bool hasError() const override { return In.hasError(); }
  bool isEndOfInput() const override { return In.isEndOfInput(); }
  llvm::LogicalResult readDelimitedMessage(std::string &Json) override {
    return In.readDelimitedMessage(Json);
  }
  llvm::LogicalResult readStandardMessage(std::string &Json) override;

  /// Of the message read last; null if it is no question.
  const llvm::json::Value &lastId() const { return LastId; }

private:
  llvm::lsp::JSONTransportInputOverFile In;
  llvm::json::Value LastId = nullptr;
};

/// The questions without an answer. May be used by several threads.
class Requests {
public:
  using Reply = llvm::lsp::Callback<llvm::json::Value>;
  using Key = uint64_t;

  /// Takes: the id that the editor gave it, the file that it is about.
  Key add(const llvm::json::Value &Id, llvm::StringRef File, Reply Answer);

  /// Answers it if nobody has.
  void answer(Key Which, llvm::Expected<llvm::json::Value> Result);
  bool isOpen(Key Which);
  /// The questions about a text that has changed.
  void dropFile(llvm::StringRef File);
  void cancel(const llvm::json::Value &Id);

private:
  struct Open {
    Key Which;
    llvm::json::Value Id;
    std::string File;
    Reply Answer;
  };

  std::vector<Open> takeIf(llvm::function_ref<bool(const Open &)> Wanted);

  std::mutex Mutex;
  Key Next = 0;
  std::vector<Open> All;
};

} // namespace pipeline_rewrite
#endif
