//===- Server.h - The language server -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of the editor in, answers and diagnostics out. The thread that
// reads messages keeps the texts; the worker parses them. Of a text only its
// newest version is looked at, and a question about an older one is void.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_TOOL_LSP_SERVER_H
#define PIPELINE_REWRITE_TOOL_LSP_SERVER_H

#include "CodeActions.h"
#include "Requests.h"
#include "Standby.h"
#include "View.h"
#include "Worker.h"

namespace pipeline_rewrite {

/// Parameters that llvm/Support/LSP has no struct for, as they came.
struct RawParams {
  llvm::json::Value Value = nullptr;
};
inline bool fromJSON(const llvm::json::Value &Value, RawParams &Result,
                     llvm::json::Path) {
  Result.Value = Value;
  return true;
}

class Server {
public:
  using Reply = llvm::lsp::Callback<llvm::json::Value>;

  Server(llvm::lsp::JSONTransport &Transport, const ObservedInput &Input);

  llvm::lsp::MessageHandler &handler() { return Handler; }
  /// The editor said `shutdown` before it said `exit`.
  bool wasShutDown() const { return State == Phase::ShutDown; }

private:
  enum class Phase { New, Running, ShutDown };

  /// What is known of a version.
  struct Knowledge {
    std::shared_ptr<const Version> Of;
    View Seen;
  };
  struct OpenFile {
    std::shared_ptr<const Version> Newest;
    std::shared_ptr<const Knowledge> Known; ///< of some version, or null
    /// Questions that wait until Newest is known.
    std::vector<llvm::unique_function<void(const Knowledge &)>> Waiting;
  };
  using IsWanted = llvm::function_ref<bool()>;
  /// Makes an answer out of what is known of the newest text.
  using Answer = llvm::unique_function<llvm::Expected<llvm::json::Value>(
      const Knowledge &, IsWanted)>;

  template <typename Param, void (Server::*Handle)(const Param &, Reply)>
  void whileRunning(const Param &Params, Reply Done);
  template <typename Param, void (Server::*Handle)(const Param &)>
  void ifRunning(const Param &Params);

  // The editor's messages.
  void initialize(const RawParams &Params, Reply Done);
  void shutdown(const RawParams &Params, Reply Done);
  void opened(const llvm::lsp::DidOpenTextDocumentParams &Params);
  void changed(const llvm::lsp::DidChangeTextDocumentParams &Params);
  void saved(const RawParams &Params);
  void closed(const llvm::lsp::DidCloseTextDocumentParams &Params);
  void cancelled(const RawParams &Params);
  void hover(const llvm::lsp::TextDocumentPositionParams &Params, Reply Done);
  void inlayHint(const llvm::lsp::InlayHintsParams &Params, Reply Done);
  void codeAction(const MenuParams &Params, Reply Done);
  void resolve(const RawParams &Params, Reply Done);
  void execute(const RawParams &Params, Reply Done);

  // What follows from them.
  void take(Version Next);
  void lookAt(std::shared_ptr<const Version> Text,
              std::chrono::milliseconds Delay);
  void finish(Knowledge Found);
  void answerLater(llvm::StringRef File, Reply Done, Answer Make);
  llvm::Expected<llvm::json::Value> fillIn(llvm::json::Value Entry,
                                           const Version &Of,
                                           const Choice &Chosen,
                                           IsWanted Wanted) const;
  llvm::json::Array withEdits(llvm::json::Array Menu, const Version &Of,
                              IsWanted Wanted);
  bool isNewest(const Version &Of);
  std::shared_ptr<const Version> newestWithUri(llvm::StringRef Uri);
  void tell(llvm::lsp::MessageType Kind, const std::string &Text);
  void log(const std::string &Text);

  llvm::lsp::MessageHandler Handler;
  const ObservedInput &Input;
  llvm::lsp::OutgoingNotification<llvm::json::Value> Publish, ShowMessage,
      LogMessage;
  Phase State = Phase::New;
  // Written by `initialize`, before there is any work.
  Settings How;
  ClientAbilities Client;

  std::mutex Mutex;                ///< of Files and Logged
  llvm::StringMap<OpenFile> Files; ///< by absolute path
  llvm::StringSet<> Logged;
  Requests Unanswered;
  Standbys Parses; ///< of the worker alone
  Worker Jobs;     ///< last: it uses all the others
};

} // namespace pipeline_rewrite
#endif
