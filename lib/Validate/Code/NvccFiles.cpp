//===- NvccFiles.cpp - What nvcc's answer depends on ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Code/NvccFiles.h"
#include "Cache/AnswerCache.h"
#include "Frontend/Project/IncludeLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

using namespace llvm;

namespace pipeline_rewrite {

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

/// Of an option with a value: what is said with it, in all its spellings.
std::vector<std::string> valuesOf(ArrayRef<std::string> Words,
                                  ArrayRef<StringRef> Spellings) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Words.size(); ++I)
    for (StringRef Spelling : Spellings) {
      StringRef Word = Words[I];
      if (!Word.consume_front(Spelling))
        continue;
      Word.consume_front("=");
      if (!Word.empty())
        Out.push_back(Word.str());
      else if (I + 1 < Words.size())
        Out.push_back(Words[I + 1]);
      break;
    }
  return Out;
}

/// Also those that nvcc takes from its environment.
std::vector<std::string> wordsFor(const ParseJob &Job) {
  std::vector<std::string> Words = Job.NvccArgs;
  for (const char *Name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"})
    if (const char *Said = std::getenv(Name))
      for (StringRef Word : split(Said, ' '))
        Words.push_back(Word.str());
  return Words;
}

/// The user's folders that headers are looked for in.
std::vector<std::string> searched(const ParseJob &Job) {
  std::vector<std::string> Out = {
      sys::path::parent_path(absolute(Job.File, "")).str()};
  for (const std::string &Folder :
       valuesOf(wordsFor(Job),
                {"-isystem", "-I", "--include-path", "--system-include"}))
    Out.push_back(absolute(Folder, Job.Directory));
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (const char *Said = std::getenv(Name))
      for (StringRef Folder : split(Said, ':'))
        Out.push_back(absolute(Folder, Job.Directory));
  return Out;
}

/// gcc, or what -ccbin names: a program or a folder of them.
std::vector<std::string> hostCompilers(const ParseJob &Job) {
  std::vector<std::string> Named =
      valuesOf(wordsFor(Job), {"-ccbin", "--compiler-bindir"});
  if (const char *Said = std::getenv("NVCC_CCBIN"))
    Named.push_back(Said);
  std::vector<std::string> Out;
  static constexpr StringLiteral Usual[] = {"gcc", "g++", "c++", "clang++"};
  for (const std::string &Name : Named) {
    const std::string Path = absolute(Name, Job.Directory);
    Out.push_back(Path);
    for (StringRef Each : Usual)
      Out.push_back(Path + "/" + Each.str());
    if (auto Found = sys::findProgramByName(Name))
      Out.push_back(*Found);
  }
  for (StringRef Name : Usual)
    if (auto Found = sys::findProgramByName(Name))
      Out.push_back(*Found);
  return Out;
}

std::string real(StringRef Path) {
  SmallString<256> Out;
  return sys::fs::real_path(Path, Out) ? "" : Out.str().str();
}

/// Folders that the compilers' own headers are below; a toolkit may be made of
/// links to another one.
std::vector<std::string> compilerFolders(const ParseJob &Job) {
  std::vector<std::string> Programs = hostCompilers(Job), Roots,
                           Out = {"/usr/include/", "/usr/lib/"};
  Programs.push_back(Job.Nvcc);
  for (const std::string &Program : Programs)
    for (const std::string &Path : {Program, real(Program)}) {
      const std::string Root =
          sys::path::parent_path(sys::path::parent_path(Path)).str();
      Roots.push_back(Root);
      Roots.push_back(sys::path::parent_path(real(Root + "/include")).str());
    }
  for (const std::string &Root : Roots)
    for (const char *Below : {"/include", "/lib", "/targets"})
      if (std::string At = real(Root + Below); Root.size() > 1 && !At.empty())
        Out.push_back(At + "/");
  return Out;
}

/// Where an include of this header may have looked before: the user's folders,
/// by the last words of its name.
void logPlacesBefore(StringRef Header, ArrayRef<std::string> Folders,
                     ReadLog &Log) {
  StringRef Rest = Header;
  for (unsigned Words = 0; Words < 3 && !Rest.empty(); ++Words) {
    Rest = sys::path::parent_path(Rest);
    const StringRef Name = Header.substr(Rest.size()).ltrim('/');
    for (const std::string &Folder : Folders) {
      const std::string Path = Folder + "/" + Name.str();
      Log.add(Path, lookAgain(Path, {}));
    }
  }
}

} // namespace

std::string identityOfCompilers(const ParseJob &Job) {
  const std::string Bin = sys::path::parent_path(Job.Nvcc).str();
  std::string Text =
      identityOf(Job.Nvcc) + identityOf(Bin + "/../version.json");
  for (StringRef Name :
       {"ptxas", "cudafe++", "fatbinary", "nvcc.profile", "../nvvm/bin/cicc",
        "../nvvm/libdevice/libdevice.10.bc"})
    Text += identityOf((Bin + "/" + Name).str());
  for (const std::string &Host : hostCompilers(Job))
    Text += identityOf(Host);
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

/// Every place where an include of this text may look, as far as compilers'
/// folders do not come into it.
/// Gives: false if the text asks for what nobody names.
static bool logPlacesIn(StringRef Text, StringRef Beside,
                        ArrayRef<std::string> Folders, ReadLog &Log) {
  if (asksForOtherFiles(Text))
    return false;
  for (const std::string &Name : includedNames(Text)) {
    std::vector<std::string> Places = {absolute(Name, Beside)};
    for (const std::string &Folder : Folders)
      Places.push_back(absolute(Name, Folder));
    for (const std::string &Place : Places)
      Log.add(Place, lookAgain(Place, {}));
  }
  return true;
}

/// Folders of headers that searched() does not know.
static bool searchesElsewhere(const ParseJob &Job) {
  return any_of(wordsFor(Job), [](StringRef Word) {
    return Word.contains("iquote") || Word.contains("idirafter") ||
           Word.contains("iwithprefix") || Word.contains("isysroot") ||
           (Word.contains(",-I") || Word.contains("=-I")) ||
           Word.contains(",-isystem") || Word.contains("=-isystem");
  });
}

namespace {

/// What nvcc has read of one text.
class NvccReads {
public:
  NvccReads(const ParseJob &Job, StringRef Rule, StringRef Hidden,
            Sightings Parsed)
      : Job(Job), Files(filesOf(Rule)), Hidden(Hidden),
        Parsed(std::move(Parsed)), Compilers(compilerFolders(Job)),
        Folders(searched(Job)) {
    for (const auto &[Path, Seen] : this->Parsed)
      if (Seen.Kind == Sighting::Text)
        ReadByClang.insert(Seen.Real);
  }

  /// Nothing can be said of a text that was read from nowhere.
  bool isKnown() const { return !Files.empty() && !Parsed.empty(); }

  void logFiles(ReadLog &Log) const {
    for (const std::string &File : Files) {
      const std::string Path = absolute(File, Job.Directory);
      if (Path == Hidden)
        continue;
      const Sighting Seen = lookAgain(Path, {Sighting::Text, "", "", ""});
      Log.add(Path, Seen);
      if (ReadByClang.contains(Seen.Real))
        continue;
      if (!isOfCompilers(Path))
        return Log.giveUp();
      logPlacesBefore(Path, Folders, Log);
    }
  }

  /// All places where one of the user's files may have had something looked for
  /// on a way that no parse has taken, as under `#ifndef __clang__`.
  /// Gives: false if that is not known.
  bool logPlaces(ReadLog &Log) const {
    if (searchesElsewhere(Job))
      return false;
    for (const std::string &File : Files) {
      const std::string Path = absolute(File, Job.Directory);
      if (isOfCompilers(Path))
        continue;
      auto Buffer = MemoryBuffer::getFile(Path);
      if (!Buffer || !logPlacesIn((*Buffer)->getBuffer(),
                                  sys::path::parent_path(Path), Folders, Log))
        return false;
    }
    return true;
  }

private:
  bool isOfCompilers(StringRef Path) const {
    const std::string Real = real(Path);
    return any_of(Compilers, [&](const std::string &Folder) {
      return StringRef(Real).starts_with(Folder);
    });
  }

  const ParseJob &Job;
  const std::vector<std::string> Files;
  const StringRef Hidden;
  const Sightings Parsed;
  const std::vector<std::string> Compilers, Folders;
  StringSet<> ReadByClang;
};

} // namespace

std::optional<Sightings> logFilesOfNvcc(const ParseJob &Job, StringRef Rule,
                                        StringRef Hidden, ReadLog &Log) {
  Sightings Parsed = Log.parsed();
  const NvccReads Reads(Job, Rule, Hidden, Parsed);
  ReadLog Own;
  bool IsKnown = Reads.isKnown();
  if (IsKnown)
    Reads.logFiles(Own);
  else
    Own.giveUp();
  IsKnown = IsKnown && Reads.logPlaces(Own);
  for (const auto &[Path, Seen] : Own.sightings())
    Log.add(Path, Seen);
  if (!Own.isReliable())
    Log.giveUp();
  // The text itself is asked for, and not the file that it is made from.
  const std::string Main = absolute(Job.File, "");
  for (const auto &[Path, Seen] : Parsed)
    if (Path != Main)
      Own.add(Path, Seen);
  if (!IsKnown || !Log.isReliable() || !Own.isReliable())
    return std::nullopt;
  return Own.sightings();
}

} // namespace pipeline_rewrite
