//===- Snapshot.cpp - Where two texts of one file still agree -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other threads do not exist in the second process, and a lock that one of them
// held at the fork stays locked there. The C library looks after its own; for
// the rest there is a deadline, after which the caller parses by itself.
//===----------------------------------------------------------------------===//
#include "Frontend/Snapshot.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#ifdef __linux__
#include "Frontend/SocketMessages.h"
#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isInclude(llvm::StringRef Line) {
  Line = Line.ltrim();
  return Line.consume_front("#") && Line.ltrim().starts_with("include");
}

/// Does the line that comes first, blank ones left out, include something?
bool startsWithInclude(llvm::StringRef Text) {
  return isInclude(Text.ltrim().split('\n').first);
}

bool hasInclude(llvm::StringRef Text) {
  for (; !Text.empty(); Text = Text.split('\n').second)
    if (isInclude(Text.split('\n').first))
      return true;
  return false;
}

} // namespace

/// Sees each header end. The last one of the first block of includes is the
/// place; where the text includes nothing, the end of the forced headers.
class Snapshot::ForkBehindIncludes : public PPCallbacks {
public:
  ForkBehindIncludes(Snapshot &Owner, const SourceManager &SM,
                     std::function<void()> InSecond)
      : Owner(Owner), SM(SM), InSecond(std::move(InSecond)) {}

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    FileID Main = SM.getMainFileID();
    if (Reason == ExitFile && !Owner.Offset && SM.getFileID(Loc) == Main &&
        isBehindIncludes(SM.getFileOffset(Loc)) &&
        SM.getBufferData(Main).data() == Owner.Parsed->getBufferStart()) {
      Owner.take(SM, SM.getFileOffset(Loc));
      if (Owner.NewText)
        InSecond();
    }
  }

private:
  bool isBehindIncludes(unsigned Offset) const {
    llvm::StringRef Text = Owner.OldText;
    bool OnlyForcedHeaders = !hasInclude(Text.take_front(Offset));
    llvm::StringRef Rest = Text.substr(Offset);
    return OnlyForcedHeaders ? !hasInclude(Rest) : !startsWithInclude(Rest);
  }

  Snapshot &Owner;
  const SourceManager &SM;
  std::function<void()> InSecond;
};

Snapshot::Snapshot(llvm::StringRef Text, llvm::StringRef Tail)
    : OldText(Text), Tail(Tail) {
  // A peeled loop is written three times.
  size_t Room = 3 * Text.size() + Tail.size() + (16 << 10);
  Parsed = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(Room);
  write(Text);
}

Snapshot::~Snapshot() { end(); }

/// What clang reads: the text, its tail, and blanks to the buffer's end.
void Snapshot::write(llvm::StringRef Text) {
  char *At = Parsed->getBufferStart();
  At = std::copy(Text.begin(), Text.end(), At);
  At = std::copy(Tail.begin(), Tail.end(), At);
  std::fill(At, Parsed->getBufferEnd(), ' ');
}

std::unique_ptr<llvm::MemoryBuffer>
Snapshot::buffer(llvm::StringRef Name) const {
  return llvm::MemoryBuffer::getMemBuffer(
      llvm::StringRef(Parsed->getBufferStart(), Parsed->getBufferSize()), Name);
}

std::unique_ptr<PPCallbacks>
Snapshot::callbacks(Preprocessor &PP, std::function<void()> InSecond) {
  return std::make_unique<ForkBehindIncludes>(*this, PP.getSourceManager(),
                                              std::move(InSecond));
}

#ifdef __linux__

namespace {

/// Longer than the rest of any file takes; only a lock left behind does.
constexpr int DeadlineMs = 60 * 1000;

} // namespace

void Snapshot::take(const SourceManager &SM, unsigned AtOffset) {
  Offset = AtOffset;
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
    return;
  Child = ::fork();
  bool IsSecond = Child == 0;
  Socket = Ends[IsSecond];
  ::close(Ends[!IsSecond]);
  if (!IsSecond)
    return;
  waitForText();
  // The lines behind the includes are other ones now.
  SM.getSLocEntry(SM.getMainFileID())
      .getFile()
      .getContentCache()
      .SourceLineCache = {};
}

/// The second process: nothing but the parse is left of what the first one
/// does, and a crash ends it at once. It stays where it is, and each text is
/// parsed by a copy of it.
void Snapshot::waitForText() {
  for (int Signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP})
    signal(Signal, SIG_DFL);
  while (std::optional<std::string> Text = receiveMessage(Socket, -1)) {
    const int Copy = ::fork();
    if (Copy == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      NewText = std::move(Text);
      return write(*NewText);
    }
    int Status = 1;
    while (Copy > 0 && waitpid(Copy, &Status, 0) < 0 && errno == EINTR) {
    }
    if (Status != 0)
      _exit(1); // there is no answer, and the first process sees that
  }
  _exit(1); // nothing is asked any more
}

void Snapshot::answer(llvm::StringRef Text) {
  _exit(sendMessage(Socket, Text) ? 0 : 1);
}

std::optional<std::string> Snapshot::ask(llvm::StringRef Text) {
  bool Fits = Text.size() + Tail.size() <= Parsed->getBufferSize();
  bool Agrees =
      Offset && Text.starts_with(llvm::StringRef(OldText).take_front(*Offset));
  if (Child <= 0 || !Fits || !Agrees || Text.contains('\0'))
    return std::nullopt;
  std::optional<std::string> Answer;
  if (sendMessage(Socket, Text))
    Answer = receiveMessage(Socket, DeadlineMs);
  if (!Answer)
    end();
  return Answer;
}

void Snapshot::end() {
  if (NewText)
    _exit(1); // the parse has failed
  if (Socket >= 0)
    ::close(Socket);
  Socket = -1;
  if (Child <= 0)
    return;
  kill(Child, SIGKILL);
  while (waitpid(Child, nullptr, 0) < 0 && errno == EINTR) {
  }
  Child = -1;
}

#else

void Snapshot::take(const SourceManager &, unsigned) {}
void Snapshot::waitForText() {}
void Snapshot::answer(llvm::StringRef) { llvm_unreachable("no fork here"); }
std::optional<std::string> Snapshot::ask(llvm::StringRef) {
  return std::nullopt;
}
void Snapshot::end() {}

#endif

} // namespace pipeline_rewrite
