//===- SocketMessages.cpp - Texts between two processes -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/SocketMessages.h"

#if defined(__unix__) || defined(__APPLE__)
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

namespace pipeline_rewrite {

bool waitForMessage(int Socket, int TimeoutMs) {
  pollfd Ready = {Socket, POLLIN, 0};
  int Count = 0;
  do
    Count = poll(&Ready, 1, TimeoutMs);
  while (Count < 0 && errno == EINTR);
  return Count > 0;
}

namespace {

bool sendAll(int Socket, llvm::StringRef Bytes) {
  while (!Bytes.empty()) {
    ssize_t Sent = send(Socket, Bytes.data(), Bytes.size(), MSG_NOSIGNAL);
    if (Sent < 0 && errno == EINTR)
      continue;
    if (Sent <= 0)
      return false;
    Bytes = Bytes.drop_front(Sent);
  }
  return true;
}

bool receiveAll(int Socket, char *To, size_t Size, int TimeoutMs) {
  while (Size) {
    ssize_t Got =
        waitForMessage(Socket, TimeoutMs) ? recv(Socket, To, Size, 0) : 0;
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got <= 0)
      return false;
    To += Got;
    Size -= Got;
  }
  return true;
}

} // namespace

bool sendMessage(int Socket, llvm::StringRef Text) {
  uint64_t Size = Text.size();
  return sendAll(Socket, {reinterpret_cast<char *>(&Size), sizeof(Size)}) &&
         sendAll(Socket, Text);
}

std::optional<std::string> receiveMessage(int Socket, int TimeoutMs) {
  uint64_t Size = 0;
  if (!receiveAll(Socket, reinterpret_cast<char *>(&Size), sizeof(Size),
                  TimeoutMs))
    return std::nullopt;
  std::string Text(Size, '\0');
  if (!receiveAll(Socket, Text.data(), Size, TimeoutMs))
    return std::nullopt;
  return Text;
}

} // namespace pipeline_rewrite
#endif
