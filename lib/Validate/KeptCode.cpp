//===- KeptCode.cpp - What nvcc made of a text before ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/KeptCode.h"
#include "Frontend/Records.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace pipeline_rewrite {

RECORD(ProgramAnswer, Said, Wrote)

namespace {

/// The prerequisites of the only rule.
std::vector<std::string> filesOf(StringRef Rule) {
  std::vector<std::string> Files;
  std::string Word;
  auto End = [&] {
    if (!Word.empty())
      Files.push_back(std::exchange(Word, ""));
  };
  Rule = Rule.drop_front(std::min(Rule.size(), Rule.find(": ") + 1));
  for (size_t I = 0; I < Rule.size(); ++I) {
    if (Rule[I] == '\\' && I + 1 < Rule.size()) {
      if (Rule[++I] == '\n')
        End();
      else
        Word += Rule[I];
    } else if (isspace(static_cast<unsigned char>(Rule[I]))) {
      End();
    } else {
      Word += Rule[I];
    }
  }
  End();
  return Files;
}

std::string absolute(StringRef Path, StringRef Folder) {
  SmallString<256> Out(Path);
  if (sys::path::is_relative(Out)) {
    Out = Folder;
    sys::path::append(Out, Path);
  }
  sys::fs::make_absolute(Out);
  return Out.str().str();
}

/// Folders that headers are looked for in.
std::vector<std::string> searched(const ParseJob &Job) {
  std::vector<std::string> Out = {
      sys::path::parent_path(absolute(Job.File, "")).str()};
  for (size_t I = 0; I < Job.NvccArgs.size(); ++I) {
    StringRef Arg = Job.NvccArgs[I];
    const bool IsOption = Arg.consume_front("-isystem") ||
                          Arg.consume_front("-I") ||
                          Arg.consume_front("--include-path") ||
                          Arg.consume_front("--system-include");
    if (!IsOption)
      continue;
    Arg.consume_front("=");
    if (Arg.empty() && I + 1 < Job.NvccArgs.size())
      Arg = Job.NvccArgs[++I];
    Out.push_back(absolute(Arg, Job.Directory));
  }
  return Out;
}

} // namespace

std::string identityOfCompilers(const std::string &Nvcc) {
  const std::string Bin = sys::path::parent_path(Nvcc).str();
  std::string Text = identityOf(Nvcc) + identityOf(Bin + "/../version.json");
  for (StringRef Name :
       {"ptxas", "cudafe++", "fatbinary", "nvcc.profile", "../nvvm/bin/cicc",
        "../nvvm/libdevice/libdevice.10.bc"})
    Text += identityOf((Bin + "/" + Name).str());
  for (StringRef Name : {"gcc", "g++", "c++"})
    if (auto Found = sys::findProgramByName(Name))
      Text += identityOf(*Found);
  return Text;
}

std::string identityOfDisassemblers(const std::string &Nvcc,
                                    const std::optional<CodeCheck> &How) {
  std::string Text;
  for (StringRef Name : {"nvdisasm", "cuobjdump"}) {
    Text += identityOf((sys::path::parent_path(Nvcc) + "/" + Name).str());
    if (auto Found = sys::findProgramByName(Name))
      Text += identityOf(*Found);
  }
  if (How)
    Text += identityOf(How->Nvdisasm) + identityOf(How->Cuobjdump);
  return Text;
}

KeptCode::KeptCode(ArrayRef<StringRef> Parts) {
  const ReadLog *Log = ReadLog::current();
  if (!Log || !Log->Answers)
    return;
  Answers = Log->Answers;
  Question = strongHash(Parts);
}

std::optional<ProgramAnswer> KeptCode::find() const {
  if (!Answers)
    return std::nullopt;
  auto Found = Answers->find(Question);
  if (!Found)
    return std::nullopt;
  ProgramAnswer Out;
  RecordReader Read(Found->Answer);
  Read(Out);
  if (!Read.isWhole())
    return std::nullopt;
  // Whatever is made of it depends on the same files.
  for (auto &[Path, Seen] : Found->From)
    ReadLog::current()->add(Path, std::move(Seen));
  return Out;
}

void KeptCode::keep(ProgramAnswer Answer, const ReadLog &From) const {
  if (!Answers || !From.isReliable())
    return;
  RecordWriter Write;
  Write(Answer);
  Answers->keep(Question, Write.bytes(), From.sightings());
}

void KeptCode::keep(ProgramAnswer Answer, const ParseJob &Job, StringRef Rule,
                    StringRef Hidden) const {
  ReadLog *Log = ReadLog::current();
  if (!Answers)
    return;
  const std::vector<std::string> Files = filesOf(Rule);
  ReadLog Own;
  const std::vector<std::string> Folders = searched(Job);
  for (const std::string &File : Files) {
    const std::string Path = absolute(File, Job.Directory);
    if (Path == Hidden)
      continue;
    Own.addFile(Path);
    // Where a header of this name would have been found before.
    for (const std::string &In : Folders)
      if (StringRef Rest = Path; Rest.consume_front(In + "/"))
        for (const std::string &Other : Folders)
          if (Other != In)
            Own.add(Other + "/" + Rest.str(),
                    lookAgain(Other + "/" + Rest.str(), {}));
  }
  // Nothing can be said of a text that was read from nowhere.
  if (Files.empty())
    return Log->giveUp();
  if (!Own.isReliable())
    Log->giveUp();
  for (auto &[Path, Seen] : Own.sightings())
    Log->add(Path, Seen);
  keep(std::move(Answer), Own);
}

} // namespace pipeline_rewrite
