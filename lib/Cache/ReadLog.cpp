//===- ReadLog.cpp - All that an answer was read from ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Cache/ReadLog.h"
#include "Cache/CodeText.h"
#include "Cache/HiddenFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {

std::string strongHash(ArrayRef<StringRef> Parts) {
  BLAKE3 Hash;
  for (StringRef Part : Parts) {
    Hash.update(utostr(Part.size()) + ":");
    Hash.update(Part);
  }
  const auto Bytes = Hash.final();
  return std::string(Bytes.begin(), Bytes.end());
}

bool tellsTime(StringRef Text) {
  return Text.contains("__TIME__") || Text.contains("__TIMESTAMP__") ||
         Text.contains("__DATE__");
}

namespace {

thread_local ReadLog *Current = nullptr;

std::string resolved(StringRef Path) {
  SmallString<256> Real;
  sys::fs::file_status Status;
  if (sys::fs::real_path(Path, Real) || sys::fs::status(Real, Status))
    return "";
  if (Status.type() == sys::fs::file_type::regular_file &&
      Status.getLinkCount() > 1)
    Real += "#" + utostr(Status.getUniqueID().getFile());
  return Real.str().str();
}

Sighting textSeen(StringRef Path, StringRef Text) {
  return {Sighting::Text, strongHash({Text}), resolved(Path), ""};
}

std::string hashOfCode(StringRef Path, StringRef Text) {
  return isCodeFile(Path) ? strongHash({codeOf(Text)}) : "";
}

Sighting statusSeen(StringRef Path, const ErrorOr<vfs::Status> &Status) {
  if (!Status)
    return {};
  return {Status->isDirectory() ? Sighting::Folder : Sighting::File, "",
          resolved(Path), ""};
}

Sighting listingSeen(StringRef Path, std::vector<std::string> Names) {
  sort(Names);
  return {Sighting::Listing, strongHash({join(Names, "\n")}), resolved(Path),
          ""};
}

/// Its text is written down when somebody takes it.
class WatchedFile : public vfs::File {
public:
  WatchedFile(std::unique_ptr<vfs::File> Of, std::string Path, ReadLog &Log)
      : Of(std::move(Of)), Path(std::move(Path)), Log(Log) {}
  ErrorOr<vfs::Status> status() override { return Of->status(); }
  ErrorOr<std::string> getName() override { return Of->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t Size, bool NeedsNull,
                                                   bool IsVolatile) override {
    auto Buffer = Of->getBuffer(Name, Size, NeedsNull, IsVolatile);
    if (Buffer)
      Log.addText(Path, (*Buffer)->getBuffer());
    return Buffer;
  }
  std::error_code close() override { return Of->close(); }

private:
  std::unique_ptr<vfs::File> Of;
  std::string Path;
  ReadLog &Log;
};

class WatchedFiles : public RTTIExtends<WatchedFiles, vfs::ProxyFileSystem> {
public:
  static char ID; // NOLINT: RTTIExtends wants it so
  WatchedFiles(ReadLog::FileSystem Files, ReadLog &Log)
      : RTTIExtends(std::move(Files)), Log(Log) {}

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    auto Found = getUnderlyingFS().status(Path);
    const std::string Where = absolute(Path);
    Log.add(Where, statusSeen(Where, Found));
    return Found;
  }
  bool exists(const Twine &Path) override { return bool(status(Path)); }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    auto Found = getUnderlyingFS().openFileForRead(Path);
    const std::string Where = absolute(Path);
    // What is found may never be read.
    Log.add(Where, statusSeen(Where, Found ? (*Found)->status()
                                           : getUnderlyingFS().status(Path)));
    if (!Found)
      return Found;
    return std::make_unique<WatchedFile>(std::move(*Found), Where, Log);
  }
  vfs::directory_iterator dir_begin(const Twine &Folder,
                                    std::error_code &Error) override {
    const std::string Where = absolute(Folder);
    Log.add(Where, lookAgain(Where, {Sighting::Listing, "", "", ""}));
    return getUnderlyingFS().dir_begin(Folder, Error);
  }

private:
  std::string absolute(const Twine &Path) const {
    SmallString<256> Where;
    Path.toVector(Where);
    makeAbsolute(Where);
    return Where.str().str();
  }

  ReadLog &Log;
};

char WatchedFiles::ID = 0;

} // namespace

Sighting lookAgain(StringRef Path, const Sighting &Like) {
  vfs::FileSystem &Disk = *vfs::getRealFileSystem();
  const ErrorOr<vfs::Status> There = Disk.status(Path);
  Sighting Status = statusSeen(Path, There);
  // A pipe or a device would have us wait.
  if (Like.Kind == Sighting::Text && There && There->isRegularFile()) {
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (!Buffer)
      return {};
    Sighting Seen = textSeen(Path, (*Buffer)->getBuffer());
    if (!Like.Code.empty() && Seen.Hash != Like.Hash)
      Seen.Code = hashOfCode(Path, (*Buffer)->getBuffer());
    return Seen;
  }
  if (Like.Kind == Sighting::Listing && Status.Kind == Sighting::Folder) {
    std::vector<std::string> Names;
    std::error_code Error;
    for (sys::fs::directory_iterator I(Path, Error), End; !Error && I != End;
         I.increment(Error))
      if (!isHiddenForAMoment(I->path()))
        Names.push_back(sys::path::filename(I->path()).str());
    return listingSeen(Path, std::move(Names));
  }
  return Status;
}

ReadLog::Scope::Scope(ReadLog *Log) : Before(Current) { Current = Log; }

ReadLog::Scope::~Scope() { Current = Before; }

ReadLog *ReadLog::current() { return Current; }

ReadLog::FileSystem ReadLog::watch(FileSystem Files) {
  return makeIntrusiveRefCnt<WatchedFiles>(std::move(Files), *this);
}

/// What says more takes the place of what says less.
void ReadLog::add(StringRef Path, Sighting Seen) {
  std::lock_guard<std::mutex> Lock(Access);
  if (Parses)
    Parsed.insert(Path.str());
  auto [At, IsNew] = this->Seen.try_emplace(Path.str(), Seen);
  if (!IsNew && At->second.Code.empty() && At->second.Hash == Seen.Hash)
    At->second.Code = Seen.Code;
  if (IsNew || At->second == Seen)
    return;
  auto Bare = [](const Sighting &S) {
    return S.Kind == Sighting::Text      ? Sighting::File
           : S.Kind == Sighting::Listing ? Sighting::Folder
                                         : S.Kind;
  };
  if (Bare(At->second) != Bare(Seen) || At->second.Real != Seen.Real ||
      (!At->second.Hash.empty() && !Seen.Hash.empty()))
    Reliable = false;
  else if (At->second.Hash.empty())
    At->second = std::move(Seen);
}

Sighting ReadLog::seen(StringRef Path) const {
  std::lock_guard<std::mutex> Lock(Access);
  auto At = Seen.find(Path.str());
  return At == Seen.end() ? Sighting() : At->second;
}

void ReadLog::addText(StringRef Path, StringRef Text) {
  if (tellsTime(Text))
    giveUp();
  Sighting Seen = textSeen(Path, Text);
  Seen.Code = hashOfCode(Path, Text);
  add(Path, std::move(Seen));
}

void ReadLog::addLines(StringRef Path) {
  SmallString<256> Where(Path);
  sys::fs::make_absolute(Where);
  std::lock_guard<std::mutex> Lock(Access);
  Lines.insert(Where.str().str());
}

void ReadLog::addFile(StringRef Path) {
  SmallString<256> Where(Path);
  sys::fs::make_absolute(Where);
  add(Where, lookAgain(Where, {Sighting::Text, "", "", ""}));
}

void logParents(StringRef File, ArrayRef<StringRef> Names) {
  ReadLog *Log = ReadLog::current();
  if (!Log)
    return;
  SmallString<256> Spelled(File), Real;
  sys::fs::make_absolute(Spelled);
  SmallString<256> Plain(Spelled);
  sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  (void)sys::fs::real_path(Spelled, Real);
  for (StringRef Folder : {Spelled.str(), Plain.str(), Real.str()})
    while (sys::path::has_parent_path(Folder)) {
      Folder = sys::path::parent_path(Folder);
      for (StringRef Name : Names) {
        SmallString<256> Path(Folder);
        sys::path::append(Path, Name);
        Log->addFile(Path);
      }
    }
}

void ReadLog::giveUp() {
  std::lock_guard<std::mutex> Lock(Access);
  Reliable = false;
}

bool ReadLog::isReliable() const {
  std::lock_guard<std::mutex> Lock(Access);
  return Reliable;
}

Sightings ReadLog::sightings() const {
  std::lock_guard<std::mutex> Lock(Access);
  Sightings Out = Seen;
  for (const std::string &Path : Lines)
    if (auto At = Out.find(Path); At != Out.end())
      At->second.Code.clear();
  return Out;
}

Sightings ReadLog::parsed() const {
  std::lock_guard<std::mutex> Lock(Access);
  Sightings Out;
  for (const std::string &Path : Parsed)
    Out.insert(*Seen.find(Path));
  return Out;
}

ReadLog::Parsing::Parsing() : Of(Current) {
  if (!Of)
    return;
  std::lock_guard<std::mutex> Lock(Of->Access);
  ++Of->Parses;
}

ReadLog::Parsing::~Parsing() {
  if (!Of)
    return;
  std::lock_guard<std::mutex> Lock(Of->Access);
  --Of->Parses;
}

} // namespace pipeline_rewrite
