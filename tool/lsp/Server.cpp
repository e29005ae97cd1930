//===- Server.cpp - The language server -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Server.h"
#include "ParsedViews.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

json::Value capabilities() {
  return json::Object{
      {"textDocumentSync",
       json::Object{
           {"openClose", true},
           {"change", static_cast<int>(lsp::TextDocumentSyncKind::Incremental)},
           {"save", true}}},
      {"hoverProvider", true},
      {"inlayHintProvider", true},
      {"codeActionProvider",
       json::Object{
           {"codeActionKinds",
            json::Array{"refactor.rewrite", lsp::CodeAction::kQuickFix}},
           {"resolveProvider", true}}},
      {"executeCommandProvider",
       json::Object{{"commands", json::Array{ExplainCommand}}}}};
}

} // namespace

template <typename Param, void (Server::*Handle)(const Param &, Server::Reply)>
void Server::whileRunning(const Param &Params, Reply Done) {
  if (State == Phase::New)
    return Done(
        lspError("not initialized yet", lsp::ErrorCode::ServerNotInitialized));
  if (State == Phase::ShutDown)
    return Done(lspError("shut down already", lsp::ErrorCode::InvalidRequest));
  (this->*Handle)(Params, std::move(Done));
}

template <typename Param, void (Server::*Handle)(const Param &)>
void Server::ifRunning(const Param &Params) {
  if (State == Phase::Running)
    (this->*Handle)(Params);
}

Server::Server(lsp::JSONTransport &Transport, const ObservedInput &Input)
    : Handler(Transport), Input(Input),
      Publish(Handler.outgoingNotification<json::Value>(
          "textDocument/publishDiagnostics")),
      ShowMessage(
          Handler.outgoingNotification<json::Value>("window/showMessage")),
      LogMessage(
          Handler.outgoingNotification<json::Value>("window/logMessage")) {
  using namespace lsp;
  Handler.method("initialize", this, &Server::initialize);
  Handler.method("shutdown", this,
                 &Server::whileRunning<RawParams, &Server::shutdown>);
  Handler.method(
      "textDocument/hover", this,
      &Server::whileRunning<TextDocumentPositionParams, &Server::hover>);
  Handler.method("textDocument/inlayHint", this,
                 &Server::whileRunning<InlayHintsParams, &Server::inlayHint>);
  Handler.method("textDocument/codeAction", this,
                 &Server::whileRunning<MenuParams, &Server::codeAction>);
  Handler.method("codeAction/resolve", this,
                 &Server::whileRunning<RawParams, &Server::resolve>);
  Handler.method("workspace/executeCommand", this,
                 &Server::whileRunning<RawParams, &Server::execute>);
  Handler.notification(
      "textDocument/didOpen", this,
      &Server::ifRunning<DidOpenTextDocumentParams, &Server::opened>);
  Handler.notification(
      "textDocument/didChange", this,
      &Server::ifRunning<DidChangeTextDocumentParams, &Server::changed>);
  Handler.notification("textDocument/didSave", this,
                       &Server::ifRunning<RawParams, &Server::saved>);
  Handler.notification(
      "textDocument/didClose", this,
      &Server::ifRunning<DidCloseTextDocumentParams, &Server::closed>);
  Handler.notification(ObservedInput::CancelMethod, this,
                       &Server::ifRunning<RawParams, &Server::cancelled>);
}

void Server::initialize(const RawParams &Params, Reply Done) {
  if (State != Phase::New)
    return Done(lspError("initialized twice", lsp::ErrorCode::InvalidRequest));
  State = Phase::Running;
  Client = abilitiesOf(Params.Value);
  const json::Object *Fields = Params.Value.getAsObject();
  const json::Value *Given =
      Fields ? Fields->get("initializationOptions") : nullptr;
  std::vector<std::string> Complaints;
  How = readSettings(Given ? *Given : nullptr, Complaints);
  Done(json::Object{
      {"serverInfo", json::Object{{"name", "pipeline-rewrite-lsp"},
                                  {"version", PIPELINE_REWRITE_VERSION}}},
      {"capabilities", capabilities()}});
  for (const std::string &Text : Complaints)
    tell(lsp::MessageType::Error,
         "pipeline-rewrite: " + Text + "; it is left out");
}

void Server::shutdown(const RawParams &, Reply Done) {
  State = Phase::ShutDown;
  Done(nullptr);
}

void Server::opened(const lsp::DidOpenTextDocumentParams &Params) {
  const lsp::TextDocumentItem &Item = Params.textDocument;
  take({Item.uri.file().str(), Item.uri.uri().str(), Item.version,
        Document(Item.text)});
}

void Server::changed(const lsp::DidChangeTextDocumentParams &Params) {
  std::shared_ptr<const Version> Before =
      newestWithUri(Params.textDocument.uri.uri());
  if (!Before)
    return log("a change of a file that is not open: " +
               Params.textDocument.uri.file().str());
  take({Before->File, Before->Uri, Params.textDocument.version,
        Before->Text.with(Params.contentChanges)});
}

/// Headers and flags may be other ones now.
void Server::saved(const RawParams &) {
  std::vector<std::shared_ptr<const Version>> Texts;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    for (auto &Each : Files) {
      Each.second.Known = nullptr;
      Texts.push_back(Each.second.Newest);
    }
  }
  Jobs.runSoon([this] { Parses.forgetAll(); });
  for (auto &Text : Texts)
    lookAt(std::move(Text), std::chrono::milliseconds(0));
}

void Server::closed(const lsp::DidCloseTextDocumentParams &Params) {
  StringRef File = Params.textDocument.uri.file();
  Jobs.drop(File);
  Unanswered.dropFile(File);
  Jobs.runSoon([this, File = File.str()] { Parses.forget(File); });
  std::lock_guard<std::mutex> Lock(Mutex);
  Files.erase(File);
  // What was shown of it goes away with it.
  Publish(json::Object{{"uri", Params.textDocument.uri.uri()},
                       {"diagnostics", json::Array()}});
}

void Server::take(Version Next) {
  auto Text = std::make_shared<const Version>(std::move(Next));
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    OpenFile &File = Files[Text->File];
    File.Newest = Text;
    File.Waiting.clear();
  }
  Unanswered.dropFile(Text->File);
  lookAt(Text, std::chrono::milliseconds(How.DebounceMs));
}

void Server::lookAt(std::shared_ptr<const Version> Text,
                    std::chrono::milliseconds Delay) {
  std::string File = Text->File;
  Jobs.runLater(File, Delay, [this, Text = std::move(Text)] {
    if (!isNewest(*Text))
      return;
    View Seen;
    Standby &Process = Parses.of(Text->File, [this, File = Text->File] {
      return lookAtVersions(File, How);
    });
    auto Result =
        Process.ask(Text->Text.text(), [&] { return isNewest(*Text); });
    json::Path::Root Root;
    if (!Result)
      Seen.Error = Text->File + ": " + toString(Result.takeError());
    else if (!fromJSON(*Result, Seen, Root))
      Seen.Error = Text->File + ": " + toString(Root.getError());
    finish({Text, std::move(Seen)});
  });
}

/// The worker has looked at a text: tell, unless there is a newer one.
void Server::finish(Knowledge Found) {
  auto Known = std::make_shared<const Knowledge>(std::move(Found));
  if (!isNewest(*Known->Of))
    return;
  // Before the diagnostics: a client that has them may end the server.
  for (const std::string &Note : Known->Seen.Notes)
    log(Note);
  if (!Known->Seen.Error.empty())
    log(Known->Seen.Error);
  decltype(OpenFile::Waiting) Waiting;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto File = Files.find(Known->Of->File);
    if (File == Files.end() || File->second.Newest != Known->Of)
      return;
    File->second.Known = Known;
    std::swap(Waiting, File->second.Waiting);
    Publish(diagnosticsOf(*Known->Of, Known->Seen));
  }
  for (auto &Each : Waiting)
    Each(*Known);
}

bool Server::isNewest(const Version &Of) {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto File = Files.find(Of.File);
  return File != Files.end() && File->second.Newest.get() == &Of;
}

std::shared_ptr<const Version> Server::newestWithUri(StringRef Uri) {
  std::lock_guard<std::mutex> Lock(Mutex);
  for (const auto &Each : Files)
    if (Each.second.Newest->Uri == Uri)
      return Each.second.Newest;
  return nullptr;
}

void Server::tell(lsp::MessageType Kind, const std::string &Text) {
  ShowMessage(toJSON(lsp::ShowMessageParams(Kind, Text)));
}

/// Each text once.
void Server::log(const std::string &Text) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!Logged.insert(Text).second)
      return;
  }
  LogMessage(toJSON(lsp::ShowMessageParams(lsp::MessageType::Log, Text)));
}

} // namespace pipeline_rewrite
