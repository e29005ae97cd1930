//===- ProgramFiles.cpp - What else may be part of a program --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Frontend/Project/ProgramFiles.h"
#include "Cache/HiddenFiles.h"
#include "Frontend/Project/IncludeLines.h"
#include "Support/LlvmVersion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace pipeline_rewrite {

static bool isSource(llvm::StringRef File) {
  return isOneOf(path::extension(File),
                 {".cu", ".cuh", ".c", ".cc", ".cpp", ".cxx", ".C", ".h", ".hh",
                  ".hpp", ".hxx", ".H", ".inl", ".inc", ".ipp", ".tpp"});
}

void ProgramFiles::addKnown(std::vector<std::string> Files) {
  std::lock_guard<std::mutex> Lock(Access);
  Known.insert(std::make_move_iterator(Files.begin()),
               std::make_move_iterator(Files.end()));
}

/// Those of the database, then those of the folder by their names.
std::vector<std::string> ProgramFiles::around(llvm::StringRef Source,
                                              llvm::vfs::FileSystem &Files) {
  std::vector<std::string> Out, Near;
  std::error_code Error;
  llvm::vfs::directory_iterator I = Files.dir_begin(path::parent_path(Source),
                                                    Error),
                                End;
  // Reading a pipe would wait for who writes it.
  using llvm::sys::fs::file_type;
  for (; !Error && I != End; I.increment(Error))
    if (isSource(I->path()) && !isHiddenForAMoment(I->path()) &&
        I->type() != file_type::fifo_file &&
        I->type() != file_type::socket_file)
      Near.push_back(I->path().str());
  llvm::sort(Near);
  std::lock_guard<std::mutex> Lock(Access);
  Out.assign(Known.begin(), Known.end());
  for (std::string &File : Near)
    if (!Known.count(File))
      Out.push_back(std::move(File));
  return Out;
}

std::shared_ptr<const ProgramFiles::ReadFile>
ProgramFiles::read(llvm::StringRef Path, llvm::vfs::FileSystem &Files) {
  ReadLog *Log = ReadLog::current();
  {
    std::lock_guard<std::mutex> Lock(Access);
    auto At = Texts.find(Path);
    if (At != Texts.end()) {
      // Another unit has read it; this one's answer depends on it as well.
      const ReadFile &Known = *At->second;
      if (Log && Known.Seen.Kind == Sighting::Text && !tellsTime(Known.Text))
        Log->add(Path, Known.Seen);
      else if (Log)
        Log->addText(Path, Known.Text);
      return At->second;
    }
  }
  auto New = std::make_shared<ReadFile>();
  if (auto Buffer = Files.getBufferForFile(Path))
    New->Text = (*Buffer)->getBuffer().str();
  for (const std::string &Name : includedNames(New->Text))
    New->Included.insert(path::filename(Name));
  if (Log)
    New->Seen = Log->seen(Path);
  std::lock_guard<std::mutex> Lock(Access);
  return Texts.try_emplace(Path, std::move(New)).first->second;
}

std::string ProgramFiles::find(llvm::StringRef Source,
                               llvm::vfs::FileSystem &Files, Ask Question) {
  auto Own = Files.status(Source);
  for (const std::string &File : around(Source, Files)) {
    if (!Question(read(File, Files)->Text))
      continue;
    auto Other = Files.status(File);
    if (File != Source && !(Own && Other && Own->equivalent(*Other)))
      return File;
  }
  return "";
}

} // namespace pipeline_rewrite
