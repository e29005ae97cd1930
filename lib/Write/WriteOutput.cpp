//===- WriteOutput.cpp - New text into a file, or no change at all --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm::writeToOutput is not used: it turns a symbolic link into a file and
// resets the mode. llvm::sys::fs::TempFile::keep is not used: where a rename
// fails it copies, which is not atomic.
//===----------------------------------------------------------------------===//
#include "Write/WriteOutput.h"
#include "Support/LlvmVersion.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

Error failed(const Twine &What, std::error_code EC) {
  return createStringError(EC, What + ": " + EC.message());
}

Error failedErrno(const Twine &What) {
  return failed(What, errnoAsErrorCode());
}

Error writeAll(int FD, StringRef Text) {
  while (!Text.empty()) {
    ssize_t Written =
        sys::RetryAfterSignal(-1, ::write, FD, Text.data(), Text.size());
    if (Written < 0)
      return failedErrno("cannot write");
    Text = Text.drop_front(Written);
  }
  return Error::success();
}

/// The file is still the one that the edits were made for.
Error checkUnchanged(StringRef Path, StringRef OldText) {
  auto Now = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                   /*RequiresNullTerminator=*/false,
                                   /*IsVolatile=*/true);
  if (!Now)
    return failed("cannot be read again before writing", Now.getError());
  if ((*Now)->getBuffer() != OldText)
    return createStringError("the file changed since it was read; nothing "
                             "written, run again");
  return Error::success();
}

Error writeInPlace(StringRef Path, StringRef Text) {
  int FD = -1;
  if (std::error_code EC = sys::fs::openFileForWrite(
          Path, FD, sys::fs::CD_OpenExisting, sys::fs::OF_None))
    return failed("cannot open for writing", EC);
  auto Close = onExit([&] { ::close(FD); });
  return writeAll(FD, Text);
}

/// Makes the rename last through a power cut. Best effort: the content is
/// complete either way.
void syncFolder(StringRef Folder) {
  int FD = ::open(Folder.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (FD < 0)
    return;
  ::fsync(FD);
  ::close(FD);
}

/// Mode and owner of the old file on the new one. The owner first: chown clears
/// the set-id bits. Without the right to give files away the owner is the user.
Error copyOwnership(int FD, const struct stat &Old) {
  if (::fchown(FD, Old.st_uid, Old.st_gid) != 0)
    (void)!::fchown(FD, -1, Old.st_gid);
  if (::fchmod(FD, Old.st_mode & 07777) != 0)
    return failedErrno("cannot set the mode of the new file");
  return Error::success();
}

mode_t modeOfNewFiles() {
  mode_t Mask = ::umask(0);
  ::umask(Mask);
  return 0666 & ~Mask;
}

} // namespace

Error writeFile(StringRef Path, std::optional<StringRef> OldText,
                StringRef NewText) {
  // A link stays a link: what it points to is replaced.
  SmallString<256> Target(Path);
  if (sys::fs::is_symlink_file(Path))
    if (std::error_code EC = sys::fs::real_path(Path, Target))
      return failed("a symbolic link that leads nowhere", EC);

  struct stat Old;
  bool Exists = ::stat(Target.c_str(), &Old) == 0;
  if (Exists && S_ISDIR(Old.st_mode))
    return failed("cannot write",
                  std::make_error_code(std::errc::is_a_directory));
  if (Exists && !S_ISREG(Old.st_mode))
    return writeInPlace(Target, NewText);
  // A rename would replace a read-only file without a word.
  if (Exists && ::access(Target.c_str(), W_OK) != 0)
    return failedErrno("the file is not writable");

  SmallString<256> Folder = sys::path::parent_path(Target);
  if (Folder.empty())
    Folder = ".";
  SmallString<256> Model(Folder);
  sys::path::append(Model, "." + sys::path::filename(Target) +
                               ".pipeline-rewrite-%%%%%%%%");
  SmallString<256> Temporary;
  int FD = -1;
  if (std::error_code EC = sys::fs::createUniqueFile(Model, FD, Temporary))
    return failed("cannot create a file in folder '" + Folder + "'", EC);
  sys::RemoveFileOnSignal(Temporary);
  auto Discard = onExit([&] {
    if (FD >= 0)
      ::close(FD);
    if (!Temporary.empty()) {
      sys::fs::remove(Temporary);
      sys::DontRemoveFileOnSignal(Temporary);
    }
  });

  if (Error E = writeAll(FD, NewText))
    return E;
  if (Exists) {
    if (Error E = copyOwnership(FD, Old))
      return E;
  } else if (::fchmod(FD, modeOfNewFiles()) != 0) {
    return failedErrno("cannot set the mode of the new file");
  }
  // Some file systems report a full disk only here or at close.
  if (::fsync(FD) != 0)
    return failedErrno("cannot write");
  int Closed = ::close(std::exchange(FD, -1));
  if (Closed != 0)
    return failedErrno("cannot write");

  if (OldText)
    if (Error E = checkUnchanged(Target, *OldText))
      return E;
  if (std::error_code EC = sys::fs::rename(Temporary, Target))
    return failed("cannot replace the file", EC);
  sys::DontRemoveFileOnSignal(Temporary);
  Temporary.clear();
  syncFolder(Folder);
  return Error::success();
}

} // namespace pipeline_rewrite
