//===- McpServer.cpp - `pipeline-rewrite mcp` -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every call runs this program again: a crash, or memory that a parse has
// taken, ends with the call.
//===----------------------------------------------------------------------===//
#include "McpServer.h"

#include "../cli/CommandLine.h"
#include "McpTools.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <iostream>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringLiteral LatestVersion = "2025-06-18";
constexpr StringLiteral Versions[] = {LatestVersion, "2025-03-26",
                                      "2024-11-05"};
/// Of a call.
constexpr unsigned MostSeconds = 1800;

// Codes of JSON-RPC 2.0.
enum ErrorCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602
};

/// A file for what a process prints.
class Captured {
public:
  Captured() {
    int Open = -1;
    if (!sys::fs::createTemporaryFile("pipeline-rewrite", "txt", Open, Path))
      sys::Process::SafelyCloseFileDescriptor(Open);
    Remover.setFile(Path);
  }
  StringRef path() const { return Path; }
  std::string text() const {
    auto Buffer = MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

private:
  SmallString<128> Path;
  FileRemover Remover;
};

class McpServer {
public:
  McpServer(std::string Program, bool MayWrite)
      : Program(std::move(Program)), MayWrite(MayWrite) {}

  void handle(StringRef Line) {
    Expected<json::Value> Message = json::parse(Line);
    if (!Message) {
      consumeError(Message.takeError());
      return fail(nullptr, ParseError, "this line is no JSON");
    }
    const json::Object *Request = Message->getAsObject();
    const auto Method = Request ? Request->getString("method") : std::nullopt;
    if (!Request || Request->getString("jsonrpc") != StringRef("2.0"))
      return fail(nullptr, InvalidRequest,
                  "expected a message of JSON-RPC 2.0");
    const json::Value *Id = Request->get("id");
    if (!Method)
      return Id && (Request->get("result") || Request->get("error"))
                 ? void() // nobody was asked
                 : fail(Id, InvalidRequest, "there is no method");
    if (!Id)
      return; // a notification: nothing waits for one here
    static const json::Object None;
    const json::Object *Params = Request->getObject("params");
    call(*Id, *Method, Params ? *Params : None);
  }

private:
  void call(const json::Value &Id, StringRef Method,
            const json::Object &Params) {
    if (Method == "initialize")
      return answer(Id, initialize(Params));
    if (Method == "ping")
      return answer(Id, json::Object());
    if (Method == "tools/list")
      return answer(Id, json::Object{{"tools", listMcpTools(MayWrite)}});
    if (Method != "tools/call")
      return fail(&Id, MethodNotFound, "there is no method '" + Method + "'");
    const auto Name = Params.getString("name");
    if (!Name)
      return fail(&Id, InvalidParams, "tools/call needs a name");
    static const json::Object None;
    const json::Object *Arguments = Params.getObject("arguments");
    auto Words = wordsOfMcpCall(*Name, Arguments ? *Arguments : None, MayWrite);
    if (!Words)
      return fail(&Id, InvalidParams, toString(Words.takeError()));
    answer(Id, run(*Words));
  }

  json::Object initialize(const json::Object &Params) const {
    const StringRef Asked = Params.getString("protocolVersion").value_or("");
    return json::Object{
        {"protocolVersion",
         is_contained(Versions, Asked) ? Asked : StringRef(LatestVersion)},
        {"capabilities", json::Object{{"tools", json::Object()}}},
        {"serverInfo", json::Object{{"name", "pipeline-rewrite"},
                                    {"version", PIPELINE_REWRITE_VERSION}}},
        {"instructions",
         "CUDA kernels are run on the CPU: neither a GPU nor a toolkit is "
         "needed. Call survey for a tree, rewrite for a patch, check for "
         "mistakes, prove after every edit of a kernel."}};
  }

  json::Object run(ArrayRef<std::string> Words) const {
    const Captured Output, Errors;
    std::vector<StringRef> All = {Program};
    append_range(All, Words);
    std::string Problem;
    const int Exit =
        sys::ExecuteAndWait(Program, All, /*Env=*/std::nullopt,
                            {StringRef(""), Output.path(), Errors.path()},
                            MostSeconds, 0, &Problem);
    std::string Text = Output.text();
    json::Object Result;
    if (auto Document = json::parse(Text)) {
      if (Document->getAsObject())
        Result["structuredContent"] = std::move(*Document);
    } else
      consumeError(Document.takeError());
    const bool IsError =
        Exit < 0 || Exit == ExitBadInput || Exit == ExitInternal;
    if (Text.empty() || IsError)
      Text += Errors.text() + Problem;
    Result["content"] = json::Array{
        json::Object{{"type", "text"}, {"text", json::fixUTF8(Text)}}};
    Result["isError"] = IsError;
    return Result;
  }

  static void answer(const json::Value &Id, json::Object Result) {
    send(json::Object{
        {"jsonrpc", "2.0"}, {"id", Id}, {"result", std::move(Result)}});
  }

  static void fail(const json::Value *Id, ErrorCode Code,
                   const Twine &Message) {
    send(json::Object{
        {"jsonrpc", "2.0"},
        {"id", Id ? *Id : json::Value(nullptr)},
        {"error", json::Object{{"code", static_cast<int>(Code)},
                               {"message", json::fixUTF8(Message.str())}}}});
  }

  static void send(json::Object Message) {
    outs() << json::Value(std::move(Message)) << '\n';
    outs().flush();
  }

  const std::string Program;
  const bool MayWrite;
};

} // namespace

int runMcpServer(int Count, char **Words) {
  bool MayWrite = false;
  for (const char *Word : ArrayRef<char *>(Words, Count).drop_front()) {
    if (StringRef(Word) == "--allow-write") {
      MayWrite = true;
      continue;
    }
    const bool IsHelp = StringRef(Word) == "--help";
    (IsHelp ? outs() : errs())
        << "USAGE: pipeline-rewrite mcp [--allow-write]\n\n"
           "Serves the Model Context Protocol over standard input and output: "
           "tools survey, rewrite, prove, check, explain.\n\n"
           "  --allow-write - rewrite may change files in place\n";
    return IsHelp ? ExitDone : ExitBadInput;
  }
  McpServer Server(sys::fs::getMainExecutable(
                       nullptr, reinterpret_cast<void *>(&runMcpServer)),
                   MayWrite);
  for (std::string Line; std::getline(std::cin, Line);)
    if (!StringRef(Line).trim().empty())
      Server.handle(Line);
  return ExitDone;
}

} // namespace pipeline_rewrite
