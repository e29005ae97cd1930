//===- SocketMessages.h - Texts between two processes ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A message is its length and its bytes. For the ends of a socketpair().
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_FRONTEND_SOCKETMESSAGES_H
#define PIPELINE_REWRITE_FRONTEND_SOCKETMESSAGES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace pipeline_rewrite {

/// Gives: false if the other process has ended.
bool sendMessage(int Socket, llvm::StringRef Text);

/// Gives: nothing if the other process has ended, or says nothing for as long
///        as \p TimeoutMs, -1 for ever.
std::optional<std::string> receiveMessage(int Socket, int TimeoutMs);

/// Whether there is something to receive, the end included, within that time.
bool waitForMessage(int Socket, int TimeoutMs);

} // namespace pipeline_rewrite
#endif
