//===- AnswerCache.cpp - Answers that still hold --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry: a head, the hash of what follows, the sightings, the answer.
//===----------------------------------------------------------------------===//
#include "Cache/AnswerCache.h"
#include "Cache/Records.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#ifdef __linux__
#include <link.h>
#endif

extern "C" char **environ; // NOLINT(readability-identifier-naming): POSIX

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Of another form of entries the number is another one.
constexpr StringLiteral Head = "pipeline-rewrite answer 3\n";
constexpr size_t HashBytes = 32;
/// A program that is smaller may be a script.
constexpr uint64_t MostScriptBytes = uint64_t(1) << 20;
/// Below the folder that the user names, in which anything may lie.
constexpr StringLiteral OwnFolder = "/pipeline-rewrite-answers";
/// No entry is that large; one that is, or is no regular file, is not read.
constexpr uint64_t MostEntryBytes = uint64_t(64) << 20;
/// Nobody finds a program's own files in it.
constexpr StringLiteral Ignore = "*\n";
constexpr StringLiteral Tag =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# A cache of pipeline-rewrite; it may be deleted.\n";

bool isHex(StringRef Name, size_t Size) {
  return Name.size() == Size && all_of(Name, [](char C) {
           return isDigit(C) || (C >= 'a' && C <= 'f');
         });
}

/// An entry, or one that somebody was writing.
bool isEntryName(StringRef Name) {
  const auto [Entry, Rest] = Name.split('.');
  return isHex(Entry, 2 * HashBytes - 2) &&
         (Entry.size() == Name.size() || isHex(Rest, 8));
}

/// Not of what a symbolic link leads to.
std::optional<sys::fs::file_status> regularFile(const Twine &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status, /*Follow=*/false) ||
      Status.type() != sys::fs::file_type::regular_file)
    return std::nullopt;
  return Status;
}

void writeNew(const Twine &Path, StringRef Text) {
  std::error_code Error;
  raw_fd_ostream Out(Path.str(), Error, sys::fs::CD_CreateNew);
  if (!Error)
    Out << Text;
  Out.close();
  Out.clear_error();
}

} // namespace

std::string identityOf(StringRef Path) {
  sys::fs::file_status Status;
  if (Path.empty() || sys::fs::status(Path, Status))
    return (Path + ": none\n").str();
  // A script may be replaced by another one of its size within a tick.
  std::string Script;
  if (Status.type() == sys::fs::file_type::regular_file &&
      Status.getSize() < MostScriptBytes)
    if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true))
      Script = " " + toHex(strongHash({(*Buffer)->getBuffer()}));
  return (Path + ": " + Twine(Status.getSize()) + " " +
          Twine(Status.getLastModificationTime().time_since_epoch().count()) +
          " " + Twine(Status.getUniqueID().getFile()) + Script + "\n")
      .str();
}

std::string identityOfThisProgram() {
  static int Anchor;
  std::string Text = identityOf(sys::fs::getMainExecutable(nullptr, &Anchor));
#ifdef __linux__
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Out) {
        if (Info->dlpi_name && *Info->dlpi_name)
          *static_cast<std::string *>(Out) += identityOf(Info->dlpi_name);
        return 0;
      },
      &Text);
#endif
  return Text;
}

/// What a search path comes to.
static std::string foundOnPath() {
  static constexpr StringLiteral Names[] = {
      "nvcc", "ptxas", "nvdisasm", "cuobjdump", "cicc",    "cudafe++", "gcc",
      "g++",  "cc",    "c++",      "clang",     "clang++", "cl"};
  std::string Text;
  for (StringRef Name : Names)
    if (auto Found = sys::findProgramByName(Name))
      Text += identityOf(*Found);
  return Text;
}

std::string environmentThatMatters() {
  static constexpr StringLiteral Begins[] = {"NVCC",
                                             "CUDA",
                                             "CPATH=",
                                             "C_INCLUDE_PATH=",
                                             "CPLUS_",
                                             "LD_",
                                             "GCC_",
                                             "COMPILER_",
                                             "LIBRARY_PATH",
                                             "PIPELINE_REWRITE",
                                             "SOURCE_DATE_EPOCH",
                                             "LC_",
                                             "LANG",
                                             "CCC_OVERRIDE"};
  std::vector<std::string> Found;
  for (char **Each = environ; *Each; ++Each) {
    const StringRef Text = *Each;
    if (any_of(Begins,
               [&](StringRef Begin) { return Text.starts_with(Begin); }) &&
        !Text.starts_with("PIPELINE_REWRITE_CACHE=") &&
        !Text.starts_with("PIPELINE_REWRITE_PRELUDES="))
      Found.push_back(Text.str());
  }
  sort(Found);
  SmallString<256> Folder;
  (void)sys::fs::current_path(Folder);
  return (Folder + "\n").str() + foundOnPath() + join(Found, "\n");
}

AnswerCache::AnswerCache(std::string Folder, uint64_t MostBytes)
    : Folder(std::move(Folder) + OwnFolder.str()), MostBytes(MostBytes) {}

AnswerCache::~AnswerCache() {
  if (Wrote)
    prune();
}

std::string AnswerCache::placeOf(StringRef Question) const {
  const std::string Name = toHex(Question, /*LowerCase=*/true);
  return Folder + "/" + Name.substr(0, 2) + "/" + Name.substr(2);
}

/// Files that several answers were read from are looked at once.
Sighting AnswerCache::now(const std::string &Path, const Sighting &Like) const {
  const std::string Key = Path + '\0' + std::to_string(Like.Kind);
  auto Suffices = [&](const Sighting &There) {
    return There == Like || Like.Code.empty() || !There.Code.empty() ||
           There.Kind != Sighting::Text;
  };
  {
    std::lock_guard<std::mutex> Lock(Access);
    if (auto At = Now.find(Key); At != Now.end() && Suffices(At->second))
      return At->second;
  }
  Sighting There = lookAgain(Path, Like);
  std::lock_guard<std::mutex> Lock(Access);
  auto [At, IsNew] = Now.try_emplace(Key, There);
  if (!IsNew && At->second == There)
    At->second.Code = There.Code;
  return At->second;
}

std::optional<AnswerCache::Kept> AnswerCache::find(StringRef Question,
                                                   Texts Heeded) const {
  const std::string Place = placeOf(Question);
  if (auto Status = regularFile(Place);
      !Status || Status->getSize() > MostEntryBytes) {
    (void)makeFolder();
    return std::nullopt;
  }
  auto Buffer = MemoryBuffer::getFile(Place, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return std::nullopt;
  StringRef Bytes = (*Buffer)->getBuffer();
  if (!Bytes.consume_front(Head) || Bytes.size() < HashBytes)
    return std::nullopt;
  const StringRef Hash = Bytes.take_front(HashBytes);
  Bytes = Bytes.drop_front(HashBytes);
  if (strongHash({Question, Bytes}) != Hash)
    return std::nullopt;
  RecordReader Read(Bytes);
  Kept Out;
  Read(Out.From, Out.Answer);
  if (!Read.isWhole())
    return std::nullopt;
  for (auto &[Path, Seen] : Out.From) {
    Sighting There = now(Path, Seen);
    if (There == Seen)
      continue;
    if (Heeded == Texts::Same || Seen.Code.empty() || There.Code != Seen.Code ||
        There.Real != Seen.Real)
      return std::nullopt;
    Out.Reworded.push_back(Path);
    Seen = std::move(There);
  }
  // Who was asked last goes last.
  int Handle;
  if (!sys::fs::openFileForWrite(Place, Handle, sys::fs::CD_OpenExisting,
                                 sys::fs::OF_Append)) {
    (void)sys::fs::setLastAccessAndModificationTime(
        Handle, std::chrono::system_clock::now());
    sys::fs::file_t File = Handle;
    (void)sys::fs::closeFile(File);
  }
  return Out;
}

bool AnswerCache::makeFolder() const {
  if (sys::fs::create_directories(sys::path::parent_path(Folder)))
    return false;
  if (!sys::fs::create_directory(Folder, /*IgnoreExisting=*/false)) {
    writeNew(Folder + "/.gitignore", Ignore);
    writeNew(Folder + "/CACHEDIR.TAG", Tag);
  }
  return true;
}

void AnswerCache::keep(StringRef Question, StringRef Answer,
                       const Sightings &From) const {
  RecordWriter Write;
  std::string Text = Answer.str();
  Sightings Seen = From;
  Write(Seen, Text);
  const std::string Place = placeOf(Question);
  if (Write.bytes().size() > MostEntryBytes / 2 || !makeFolder())
    return;
  if (sys::fs::create_directory(sys::path::parent_path(Place)))
    return;
  int Handle;
  SmallString<256> Temporary;
  if (sys::fs::createUniqueFile(Place + ".%%%%%%%%", Handle, Temporary))
    return;
  raw_fd_ostream Out(Handle, /*shouldClose=*/true);
  Out << Head << strongHash({Question, Write.bytes()}) << Write.bytes();
  Out.close();
  const bool Failed = Out.has_error();
  Out.clear_error();
  if (Failed || sys::fs::rename(Temporary, Place))
    (void)sys::fs::remove(Temporary);
  else
    Wrote = true;
}

void AnswerCache::prune() const {
  struct Entry {
    sys::TimePoint<> Time;
    uint64_t Bytes;
    std::string Path;
  };
  std::vector<Entry> All;
  uint64_t Sum = 0;
  std::error_code Error;
  for (sys::fs::directory_iterator I(Folder, Error, false), End;
       !Error && I != End; I.increment(Error)) {
    sys::fs::file_status Status;
    if (!isHex(sys::path::filename(I->path()), 2) ||
        sys::fs::status(I->path(), Status, /*Follow=*/false) ||
        !sys::fs::is_directory(Status))
      continue;
    std::error_code Inner;
    for (sys::fs::directory_iterator J(I->path(), Inner, false);
         !Inner && J != End; J.increment(Inner))
      if (isEntryName(sys::path::filename(J->path())))
        if (auto Found = regularFile(J->path())) {
          All.push_back(
              {Found->getLastModificationTime(), Found->getSize(), J->path()});
          Sum += Found->getSize();
        }
  }
  sort(All, [](const Entry &A, const Entry &B) { return A.Time < B.Time; });
  for (const Entry &Each : All) {
    if (Sum <= MostBytes)
      return;
    if (!sys::fs::remove(Each.Path))
      Sum -= Each.Bytes;
  }
}

} // namespace pipeline_rewrite
