//===- CodeActions.cpp - What a user can do about a loop ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CodeActions.h"
#include "Options/Copies.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringLiteral PipelineKind = "refactor.rewrite.pipeline";

/// Kinds are dotted names, and a kind stands for all below it.
bool wants(ArrayRef<std::string> Kinds, StringRef Kind) {
  return Kinds.empty() || any_of(Kinds, [&](StringRef Wanted) {
           return Kind == Wanted ||
                  (Kind.starts_with(Wanted) && Kind[Wanted.size()] == '.');
         });
}

/// The object under nested keys; nullptr if there is none.
const json::Object *objectAt(const json::Value &Root,
                             std::initializer_list<StringRef> Keys) {
  const json::Object *At = Root.getAsObject();
  for (StringRef Key : Keys)
    At = At ? At->getObject(Key) : nullptr;
  return At;
}

/// Of whatever version has this loop: which, menuAt() says.
json::Object entry(const LoopReport &Loop, const Offer &Offered,
                   bool Preferred) {
  Choice Data = {/*Uri=*/"", /*Version=*/0, Loop.Place.Line,
                 static_cast<unsigned>(Offered.Form), Offered.Stages};
  json::Object Result{{"title", "Pipeline this loop (" + Offered.What + ")"},
                      {"kind", PipelineKind},
                      {"data", toJSON(Data)}};
  if (Preferred)
    Result["isPreferred"] = true;
  return Result;
}

json::Object whyNot(const Refusal &Reason) {
  return json::Object{
      {"title", "Why not?"},
      {"kind", lsp::CodeAction::kQuickFix},
      {"command", json::Object{{"title", "Why not?"},
                               {"command", ExplainCommand},
                               {"arguments", json::Array{refusalName(Reason.Id),
                                                         Reason.Detail}}}}};
}

/// An entry that asks for a rewrite asks for one of this version.
json::Value withVersion(json::Value Entry, const Version &Of) {
  if (json::Object *Data = Entry.getAsObject()->getObject("data")) {
    (*Data)["uri"] = Of.Uri;
    (*Data)["version"] = Of.Number;
  }
  return Entry;
}

} // namespace

ClientAbilities abilitiesOf(const json::Value &InitializeParams) {
  ClientAbilities Result;
  if (const json::Object *Support =
          objectAt(InitializeParams, {"capabilities", "textDocument",
                                      "codeAction", "resolveSupport"}))
    if (const json::Array *Properties = Support->getArray("properties"))
      Result.ResolvesEdits = is_contained(*Properties, json::Value("edit"));
  if (const json::Object *Edits = objectAt(
          InitializeParams, {"capabilities", "workspace", "workspaceEdit"}))
    Result.VersionedEdits =
        Edits->getBoolean("documentChanges").value_or(false);
  return Result;
}

bool fromJSON(const json::Value &Value, MenuParams &Result, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  if (!Map || !Map.map("textDocument", Result.File) ||
      !Map.map("range", Result.Selection))
    return false;
  if (const json::Object *Context = objectAt(Value, {"context"}))
    if (const json::Array *Only = Context->getArray("only"))
      for (const json::Value &Kind : *Only)
        Result.Kinds.push_back(Kind.getAsString().value_or("").str());
  return true;
}

bool fromJSON(const json::Value &Value, Choice &Result, json::Path Path) {
  json::ObjectMapper Map(Value, Path);
  if (!Map || !Map.map("uri", Result.Uri) ||
      !Map.map("version", Result.Version) || !Map.map("line", Result.Line) ||
      !Map.map("form", Result.Form) || !Map.map("stages", Result.Stages))
    return false;
  if (isVariant(Result.Form))
    return true;
  Path.field("form").report("no form of a loop");
  return false;
}

json::Value toJSON(const Choice &Value) {
  return json::Object{{"uri", Value.Uri},
                      {"version", Value.Version},
                      {"line", Value.Line},
                      {"form", Value.Form},
                      {"stages", Value.Stages}};
}

json::Array menuOf(const LoopOffers &Loop) {
  json::Array Menu;
  for (const Offer &Each : Loop.Offers)
    Menu.push_back(entry(Loop.Loop, Each,
                         /*Preferred=*/&Each == &Loop.Offers.front()));
  if (Loop.Loop.Verdict == LoopVerdict::Refused && Loop.Loop.Reason)
    Menu.push_back(whyNot(*Loop.Loop.Reason));
  return Menu;
}

json::Array menuAt(const View &Seen, const Version &Of, lsp::Position At,
                   ArrayRef<std::string> Kinds) {
  const LoopView *Innermost = nullptr;
  for (const LoopView &Each : Seen.Loops)
    if (Each.First <= At.line && At.line <= Each.Last)
      Innermost = &Each;
  json::Array Menu;
  if (Innermost)
    for (const json::Value &Entry : *Innermost->Menu.getAsArray())
      if (wants(Kinds, *Entry.getAsObject()->getString("kind")))
        Menu.push_back(withVersion(Entry, Of));
  return Menu;
}

json::Value workspaceEdit(const Version &Of, ArrayRef<TextEdit> Edits,
                          const ClientAbilities &Client) {
  json::Array Texts;
  for (const TextEdit &Edit : Edits)
    Texts.push_back(lsp::toJSON(
        lsp::TextEdit{Of.Text.range(Edit.Begin, Edit.End), Edit.Text}));
  if (!Client.VersionedEdits)
    return json::Object{{"changes", json::Object{{Of.Uri, std::move(Texts)}}}};
  return json::Object{
      {"documentChanges",
       json::Array{
           json::Object{{"textDocument",
                         json::Object{{"uri", Of.Uri}, {"version", Of.Number}}},
                        {"edits", std::move(Texts)}}}}};
}

} // namespace pipeline_rewrite
