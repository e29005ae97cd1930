//===- Questions.cpp - The language server's answers ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The half of Server that answers: from what is known of a text, or by asking
// the chain for a rewrite.
//===----------------------------------------------------------------------===//
#include "Child.h"
#include "Server.h"

using namespace llvm;

namespace pipeline_rewrite {

/// Errors of the library as the protocol's.
static Error failed(Error E) {
  return lspError(toString(std::move(E)), lsp::ErrorCode::RequestFailed);
}

void Server::cancelled(const RawParams &Params) {
  if (const json::Object *Fields = Params.Value.getAsObject())
    if (const json::Value *Id = Fields->get("id"))
      Unanswered.cancel(*Id);
}

/// As soon as the newest text is known, on the worker.
void Server::answerLater(StringRef Path, Reply Done, Answer Make) {
  std::unique_lock<std::mutex> Lock(Mutex);
  auto Found = Files.find(Path);
  if (Found == Files.end()) {
    Lock.unlock();
    return Done(
        lspError("the file is not open", lsp::ErrorCode::InvalidParams));
  }
  OpenFile &File = Found->second;
  Requests::Key Which = Unanswered.add(Input.lastId(), Path, std::move(Done));
  auto Do = [this, Which,
             Make = std::move(Make)](const Knowledge &Known) mutable {
    auto IsOpen = [&] { return Unanswered.isOpen(Which); };
    if (IsOpen())
      Unanswered.answer(Which, Make(Known, IsOpen));
  };
  if (File.Known && File.Known->Of == File.Newest) {
    Jobs.runSoon(
        [Do = std::move(Do), Known = File.Known]() mutable { Do(*Known); });
  } else {
    File.Waiting.push_back(std::move(Do));
    Jobs.hurry(Path);
  }
}

void Server::hover(const lsp::TextDocumentPositionParams &Params, Reply Done) {
  answerLater(Params.textDocument.uri.file(), std::move(Done),
              [At = Params.position](const Knowledge &Known, IsWanted) {
                return hoverAt(Known.Seen, At);
              });
}

void Server::inlayHint(const lsp::InlayHintsParams &Params, Reply Done) {
  answerLater(Params.textDocument.uri.file(), std::move(Done),
              [Shown = Params.range](const Knowledge &Known, IsWanted) {
                return inlayHintsIn(Known.Seen, Shown);
              });
}

void Server::codeAction(const MenuParams &Params, Reply Done) {
  answerLater(Params.File.uri.file(), std::move(Done),
              [this, At = Params.Selection.start,
               Kinds = Params.Kinds](const Knowledge &Known, IsWanted Wanted) {
                json::Array Menu = menuAt(Known.Seen, *Known.Of, At, Kinds);
                if (!Client.ResolvesEdits)
                  Menu = withEdits(std::move(Menu), *Known.Of, Wanted);
                return json::Value(std::move(Menu));
              });
}

/// For editors that do not ask later. What cannot be done is left out.
json::Array Server::withEdits(json::Array Menu, const Version &Of,
                              IsWanted Wanted) {
  json::Array Complete;
  for (json::Value &Entry : Menu) {
    Choice Chosen;
    json::Path::Root Root;
    const json::Value *Data = Entry.getAsObject()->get("data");
    if (!Data || !fromJSON(*Data, Chosen, Root)) {
      Complete.push_back(std::move(Entry)); // a command
      continue;
    }
    auto Filled = fillIn(std::move(Entry), Of, Chosen, Wanted);
    if (Filled)
      Complete.push_back(std::move(*Filled));
    else
      log(toString(Filled.takeError()));
  }
  return Complete;
}

/// An entry of a menu with its edit.
Expected<json::Value> Server::fillIn(json::Value Entry, const Version &Of,
                                     const Choice &Chosen,
                                     IsWanted Wanted) const {
  auto Result = runInChild(
      [&]() -> json::Value {
        auto Edits =
            pipelineLoop(Of, How, Chosen.Line,
                         static_cast<Variant>(Chosen.Form), Chosen.Stages);
        if (!Edits)
          return toString(Edits.takeError());
        return workspaceEdit(Of, *Edits, Client);
      },
      Wanted);
  if (!Result)
    return failed(Result.takeError());
  if (auto Why = Result->getAsString())
    return lspError(*Why, lsp::ErrorCode::RequestFailed);
  (*Entry.getAsObject())["edit"] = std::move(*Result);
  return Entry;
}

void Server::resolve(const RawParams &Params, Reply Done) {
  const json::Object *Entry = Params.Value.getAsObject();
  const json::Value *Data = Entry ? Entry->get("data") : nullptr;
  if (Entry && !Data)
    return Done(Params.Value); // nothing is missing from a command
  if (!Data)
    return Done(lspError("no code action", lsp::ErrorCode::InvalidParams));
  auto Chosen =
      lsp::MessageHandler::parse<Choice>(*Data, "codeAction/resolve", "data");
  if (!Chosen)
    return Done(Chosen.takeError());
  std::shared_ptr<const Version> Text = newestWithUri(Chosen->Uri);
  if (!Text || Text->Number != Chosen->Version)
    return Done(lspError("the text has changed since the menu was made",
                         lsp::ErrorCode::ContentModified));
  Requests::Key Which =
      Unanswered.add(Input.lastId(), Text->File, std::move(Done));
  Jobs.runSoon([this, Which, Text, Chosen = *Chosen, Entry = Params.Value] {
    auto IsOpen = [&] { return Unanswered.isOpen(Which); };
    if (IsOpen())
      Unanswered.answer(Which, fillIn(Entry, *Text, Chosen, IsOpen));
  });
}

void Server::execute(const RawParams &Params, Reply Done) {
  const json::Object *Fields = Params.Value.getAsObject();
  if (!Fields || Fields->getString("command") != ExplainCommand)
    return Done(lspError("no such command", lsp::ErrorCode::InvalidParams));
  const json::Array *Words = Fields->getArray("arguments");
  auto Text = [&](size_t I) -> StringRef {
    return Words && I < Words->size() ? (*Words)[I].getAsString().value_or("")
                                      : "";
  };
  std::optional<RefusalId> Id = parseRefusalName(Text(0));
  if (!Id)
    return Done(lspError("no such refusal", lsp::ErrorCode::InvalidParams));
  tell(lsp::MessageType::Info, explain(*Id, Text(1)));
  Done(nullptr);
}

} // namespace pipeline_rewrite
