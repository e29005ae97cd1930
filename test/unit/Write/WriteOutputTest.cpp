//===- WriteOutputTest.cpp - Never a part of a file -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/WriteOutput.h"

#include "TemporaryFolder.h"
#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// "" on success, else the message.
std::string write(const std::string &Path, std::optional<StringRef> Old,
                  StringRef New) {
  return toString(writeFile(Path, Old, New));
}

mode_t modeOf(const std::string &Path) {
  struct stat Status;
  EXPECT_EQ(::stat(Path.c_str(), &Status), 0);
  return Status.st_mode & 07777;
}

TEST(WriteOutput, ReplacesTheContent) {
  TemporaryFolder Folder;
  std::string Path = Folder.write("k.cu", "old\r\n");
  EXPECT_EQ(write(Path, "old\r\n", "new\r\n\xff"), "");
  EXPECT_EQ(Folder.read("k.cu"), "new\r\n\xff");
  EXPECT_EQ(Folder.count(), 1u);
}

TEST(WriteOutput, KeepsTheMode) {
  TemporaryFolder Folder;
  std::string Path = Folder.write("k.cu", "old");
  for (mode_t Mode : {0640, 0755, 0600}) {
    ASSERT_EQ(::chmod(Path.c_str(), Mode), 0);
    EXPECT_EQ(write(Path, std::nullopt, "new"), "");
    EXPECT_EQ(modeOf(Path), Mode);
  }
}

TEST(WriteOutput, KeepsTheOwner) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  TemporaryFolder Folder;
  std::string Path = Folder.write("k.cu", "old");
  ASSERT_EQ(::chown(Path.c_str(), 1234, 4321), 0);
  EXPECT_EQ(write(Path, "old", "new"), "");
  struct stat Status;
  ASSERT_EQ(::stat(Path.c_str(), &Status), 0);
  EXPECT_EQ(Status.st_uid, 1234u);
  EXPECT_EQ(Status.st_gid, 4321u);
}

TEST(WriteOutput, LinkStaysALink) {
  TemporaryFolder Folder;
  std::string Real = Folder.write("real.cu", "old");
  std::string Link = Folder.path("link.cu");
  ASSERT_EQ(::symlink("real.cu", Link.c_str()), 0);
  EXPECT_EQ(write(Link, "old", "new"), "");
  EXPECT_TRUE(sys::fs::is_symlink_file(Link));
  EXPECT_FALSE(sys::fs::is_symlink_file(Real));
  EXPECT_EQ(Folder.read("real.cu"), "new");
  EXPECT_EQ(Folder.count(), 2u);
}

TEST(WriteOutput, DanglingLinkIsAnError) {
  TemporaryFolder Folder;
  std::string Link = Folder.path("link.cu");
  ASSERT_EQ(::symlink("nowhere.cu", Link.c_str()), 0);
  EXPECT_NE(write(Link, std::nullopt, "new").find("leads nowhere"),
            std::string::npos);
  EXPECT_EQ(Folder.count(), 1u);
}

TEST(WriteOutput, RefusesAFileThatChanged) {
  TemporaryFolder Folder;
  std::string Path = Folder.write("k.cu", "edited by somebody else");
  EXPECT_NE(write(Path, "old", "new").find("changed since it was read"),
            std::string::npos);
  EXPECT_EQ(Folder.read("k.cu"), "edited by somebody else");
  EXPECT_EQ(Folder.count(), 1u);
}

TEST(WriteOutput, CreatesAFileWithTheUsersMask) {
  TemporaryFolder Folder;
  mode_t Mask = ::umask(027);
  EXPECT_EQ(write(Folder.path("new.cu"), std::nullopt, "text"), "");
  ::umask(Mask);
  EXPECT_EQ(Folder.read("new.cu"), "text");
  EXPECT_EQ(modeOf(Folder.path("new.cu")), 0640u);
}

TEST(WriteOutput, NamesTheMissingFolder) {
  TemporaryFolder Folder;
  std::string Message =
      write(Folder.path("no/such/new.cu"), std::nullopt, "text");
  EXPECT_NE(Message.find("cannot create a file in folder"), std::string::npos);
  EXPECT_NE(Message.find("No such file or directory"), std::string::npos);
}

TEST(WriteOutput, ADirectoryIsAnError) {
  TemporaryFolder Folder;
  EXPECT_NE(write(Folder.root(), std::nullopt, "text").find("directory"),
            std::string::npos);
}

TEST(WriteOutput, WritesToADeviceWithoutReplacingIt) {
  EXPECT_EQ(write("/dev/null", std::nullopt, "text"), "");
  struct stat Status;
  ASSERT_EQ(::stat("/dev/null", &Status), 0);
  EXPECT_TRUE(S_ISCHR(Status.st_mode));
}

/// The message that a user gets whom modes concern: root is not one.
std::string writeAsNobody(const std::string &Path, StringRef Old,
                          StringRef New) {
  if (::geteuid() != 0)
    return write(Path, Old, New);
  int Pipe[2];
  EXPECT_EQ(::pipe(Pipe), 0);
  pid_t Child = ::fork();
  if (Child == 0) {
    std::string Message = "cannot become nobody";
    if (::setgid(65534) == 0 && ::setuid(65534) == 0)
      Message = write(Path, Old, New);
    (void)!::write(Pipe[1], Message.data(), Message.size());
    ::_exit(0);
  }
  ::close(Pipe[1]);
  char Text[1000];
  ssize_t Size = ::read(Pipe[0], Text, sizeof(Text));
  ::close(Pipe[0]);
  ::waitpid(Child, nullptr, 0);
  return std::string(Text, Size > 0 ? Size : 0);
}

TEST(WriteOutput, ReadOnlyFileStays) {
  TemporaryFolder Folder;
  std::string Path = Folder.write("k.cu", "old");
  ASSERT_EQ(::chmod(Folder.root().c_str(), 0777), 0);
  ASSERT_EQ(::chmod(Path.c_str(), 0444), 0);
  EXPECT_EQ(writeAsNobody(Path, "old", "new"),
            "the file is not writable: Permission denied");
  EXPECT_EQ(Folder.read("k.cu"), "old");
  EXPECT_EQ(Folder.count(), 1u);
}

TEST(WriteOutput, ReadOnlyFolderIsNamed) {
  TemporaryFolder Folder;
  std::string Path = Folder.write("k.cu", "old");
  ASSERT_EQ(::chmod(Path.c_str(), 0666), 0);
  ASSERT_EQ(::chmod(Folder.root().c_str(), 0555), 0);
  EXPECT_EQ(writeAsNobody(Path, "old", "new"),
            "cannot create a file in folder '" + Folder.root() +
                "': Permission denied");
  ASSERT_EQ(::chmod(Folder.root().c_str(), 0755), 0);
  EXPECT_EQ(Folder.read("k.cu"), "old");
}

/// A limit on file size stands for a full disk: write() fails half-way.
TEST(WriteOutput, PartialWriteLeavesNothingBehind) {
  TemporaryFolder Folder;
  std::string Path = Folder.write("k.cu", "old");
  struct rlimit Before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &Before), 0);
  struct rlimit Small = {4096, Before.rlim_max};
  auto OldHandler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &Small), 0);
  std::string Message = write(Path, "old", std::string(100000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &Before), 0);
  std::signal(SIGXFSZ, OldHandler);
  EXPECT_EQ(Message, "cannot write: File too large");
  EXPECT_EQ(Folder.read("k.cu"), "old");
  EXPECT_EQ(Folder.count(), 1u);
}

TEST(WriteOutput, FullDiskLeavesNothingBehind) {
  TemporaryFolder Folder;
  if (::mount("none", Folder.root().c_str(), "tmpfs", 0, "size=16k") != 0)
    GTEST_SKIP() << "no right to mount a small file system";
  std::string Path = Folder.write("k.cu", "old");
  std::string Message = write(Path, "old", std::string(100000, 'x'));
  EXPECT_EQ(Message, "cannot write: No space left on device");
  EXPECT_EQ(Folder.read("k.cu"), "old");
  EXPECT_EQ(Folder.count(), 1u);
  EXPECT_EQ(::umount(Folder.root().c_str()), 0);
}

TEST(WriteOutput, ReadOnlyFileSystemIsAnError) {
  TemporaryFolder Folder;
  if (::mount("none", Folder.root().c_str(), "tmpfs", 0, "size=64k") != 0)
    GTEST_SKIP() << "no right to mount a small file system";
  std::string Path = Folder.write("k.cu", "old");
  ASSERT_EQ(::mount("none", Folder.root().c_str(), "tmpfs",
                    MS_REMOUNT | MS_RDONLY, nullptr),
            0);
  EXPECT_EQ(write(Path, "old", "new"),
            "the file is not writable: Read-only file system");
  EXPECT_EQ(Folder.read("k.cu"), "old");
  EXPECT_EQ(::umount(Folder.root().c_str()), 0);
}

} // namespace
} // namespace pipeline_rewrite
