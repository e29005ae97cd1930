//===- Requests.cpp - Questions of the editor that have no answer yet -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Requests.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace pipeline_rewrite {

Error lspError(const Twine &Text, lsp::ErrorCode Code) {
  return make_error<lsp::LSPError>(Text.str(), Code);
}

/// The transport ends the program where a message is none.
static bool isMessage(const json::Object *Fields) {
  return Fields && Fields->getString("jsonrpc") == "2.0" &&
         (Fields->getString("method") || Fields->get("id"));
}

LogicalResult ObservedInput::readStandardMessage(std::string &Json) {
  LastId = nullptr;
  if (failed(In.readStandardMessage(Json)))
    return failure();
  Expected<json::Value> Message = json::parse(Json);
  if (!Message) {
    consumeError(Message.takeError()); // the transport tells of it
    return success();
  }
  json::Object *Fields = Message->getAsObject();
  if (!isMessage(Fields)) {
    lsp::Logger::error("not a message: {0}", *Message);
    return failure();
  }
  if (const json::Value *Id = Fields->get("id"))
    LastId = *Id;
  if (Fields->getString("method") == "$/cancelRequest") {
    (*Fields)["method"] = CancelMethod;
    Json = formatv("{0}", *Message);
  }
  return success();
}

Requests::Key Requests::add(const json::Value &Id, StringRef File,
                            Reply Answer) {
  std::lock_guard<std::mutex> Lock(Mutex);
  All.push_back({++Next, Id, File.str(), std::move(Answer)});
  return Next;
}

std::vector<Requests::Open>
Requests::takeIf(function_ref<bool(const Open &)> Wanted) {
  std::lock_guard<std::mutex> Lock(Mutex);
  std::vector<Open> Taken, Left;
  for (Open &Each : All)
    (Wanted(Each) ? Taken : Left).push_back(std::move(Each));
  All = std::move(Left);
  return Taken;
}

void Requests::answer(Key Which, Expected<json::Value> Result) {
  auto Taken = takeIf([&](const Open &Each) { return Each.Which == Which; });
  if (!Taken.empty())
    Taken.front().Answer(std::move(Result));
  else if (!Result)
    consumeError(Result.takeError()); // the question is void
}

bool Requests::isOpen(Key Which) {
  std::lock_guard<std::mutex> Lock(Mutex);
  return any_of(All, [&](const Open &Each) { return Each.Which == Which; });
}

void Requests::dropFile(StringRef File) {
  for (Open &Each : takeIf([&](const Open &Each) { return Each.File == File; }))
    Each.Answer(
        lspError("the text has changed", lsp::ErrorCode::ContentModified));
}

void Requests::cancel(const json::Value &Id) {
  for (Open &Each : takeIf([&](const Open &Each) { return Each.Id == Id; }))
    Each.Answer(lspError("cancelled", lsp::ErrorCode::RequestCancelled));
}

} // namespace pipeline_rewrite
