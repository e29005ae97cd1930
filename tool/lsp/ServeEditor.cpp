//===- ServeEditor.cpp - The language server from start to end ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ServeEditor.h"
#include "Server.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace pipeline_rewrite;

static constexpr StringLiteral Usage =
    "usage: pipeline-rewrite-lsp [--log=error|info|debug]\n\n"
    "The language server of pipeline-rewrite; it talks to an editor on "
    "standard "
    "input\nand output. docs/editors.md says how an editor starts it, and what "
    "it can be\ntold in initializationOptions.\n";

/// Gives: an exit status if there is nothing more to do.
static std::optional<int> readArguments(ArrayRef<const char *> Words) {
  lsp::Logger::setLogLevel(lsp::Logger::Level::Error);
  for (StringRef Word : Words) {
    if (Word == "--version") {
      outs() << "pipeline-rewrite-lsp " PIPELINE_REWRITE_VERSION "\n";
      return 0;
    }
    if (Word == "--help") {
      outs() << Usage;
      return 0;
    }
    if (Word == "--log=info")
      lsp::Logger::setLogLevel(lsp::Logger::Level::Info);
    else if (Word == "--log=debug")
      lsp::Logger::setLogLevel(lsp::Logger::Level::Debug);
    else if (Word != "--log=error" && Word != "--stdio") {
      errs() << "pipeline-rewrite-lsp: unknown argument '" << Word << "'\n"
             << Usage;
      return 2;
    }
  }
  return std::nullopt;
}

int pipeline_rewrite::serveEditor(int Count, char **Words) {
  if (auto Status =
          readArguments(ArrayRef<const char *>(Words, Count).drop_front()))
    return *Status;
  if (sys::ChangeStdinToBinary())
    return 1;
  auto Owned = std::make_unique<ObservedInput>(stdin);
  const ObservedInput &Input = *Owned;
  lsp::JSONTransport Transport(std::move(Owned), outs());
  Server Program(Transport, Input);
  bool Ended = true;
  if (Error E = Transport.run(Program.handler())) {
    const std::string Why = toString(std::move(E));
    errs() << "pipeline-rewrite-lsp: "
           << (Input.isEndOfInput()
                   ? "standard input ended before 'exit'; an editor starts "
                     "this program and talks to it (--help)"
                   : Why)
           << '\n';
    Ended = false;
  }
  outs().flush();
  // A parse that still runs has nobody left to tell.
  sys::Process::Exit(Ended && Program.wasShutDown() ? 0 : 1,
                     /*NoCleanup=*/true);
}
