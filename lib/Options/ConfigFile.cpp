//===- ConfigFile.cpp - Options that a project keeps in a file ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/ConfigFile.h"
#include "Options/OptionKeys.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

constexpr StringLiteral FileName = ".pipeline-rewrite";

/// Those that say how a source is read, and are none of Options' fields.
bool isReadingKey(StringRef Key) {
  return Key == "cuda-path" || Key == "extra-arg";
}

class Reader {
public:
  Reader(StringRef Path, std::unique_ptr<MemoryBuffer> Text) {
    Out.Path = Path.str();
    Sources.setDiagHandler(
        [](const SMDiagnostic &Found, void *Self) {
          static_cast<Reader *>(Self)->keep(Found);
        },
        this);
    Stream = std::make_unique<yaml::Stream>(Text->getMemBufferRef(), Sources);
    Owned = std::move(Text);
  }

  Expected<ConfigFile> read() {
    for (yaml::Document &Document : *Stream)
      if (yaml::Node *Root = Document.getRoot())
        readRoot(*Root);
    if (Complaint.empty() && Stream->failed())
      Complaint = Out.Path + ": no YAML";
    if (!Complaint.empty())
      return createStringError(Complaint);
    return std::move(Out);
  }

private:
  /// The first complaint is the one worth reading.
  void keep(const SMDiagnostic &Found) {
    if (Complaint.empty())
      Complaint = Out.Path + ":" + std::to_string(Found.getLineNo()) + ":" +
                  std::to_string(Found.getColumnNo() + 1) + ": " +
                  Found.getMessage().str();
  }

  void complain(yaml::Node &At, const Twine &Text) {
    Stream->printError(&At, Text);
  }

  void readRoot(yaml::Node &Root) {
    if (isa<yaml::NullNode>(Root))
      return;
    auto *Map = dyn_cast<yaml::MappingNode>(&Root);
    if (!Map)
      return complain(Root, "expected lines of 'key: value'");
    for (yaml::KeyValueNode &Line : *Map)
      if (Complaint.empty())
        readLine(Line);
  }

  void readLine(yaml::KeyValueNode &Line) {
    SmallString<32> Storage;
    auto *Key = dyn_cast_or_null<yaml::ScalarNode>(Line.getKey());
    if (!Key)
      return complain(Line, "expected the name of an option");
    Setting Next{Key->getValue(Storage).str(), {}};
    yaml::Node *Value = Line.getValue();
    if (!Value || !collect(*Value, Next.Values) || !Complaint.empty())
      return complain(*Key, Next.Key + ": expected a value or a list of them");
    if (any_of(Out.Settings,
               [&](const Setting &Old) { return Old.Key == Next.Key; }))
      return complain(*Key, "'" + Next.Key + "' stands twice");
    if (isReadingKey(Next.Key))
      settle(*Key, Next);
    else if (Error Bad =
                 setOption(Scratch, Next.Key, Next.Values, KeyScope::File))
      return complain(*Key, toString(std::move(Bad)));
    Out.Settings.push_back(std::move(Next));
  }

  static bool collect(yaml::Node &Value, std::vector<std::string> &Into) {
    SmallString<32> Storage;
    if (auto *Scalar = dyn_cast<yaml::ScalarNode>(&Value)) {
      Into.push_back(Scalar->getValue(Storage).str());
      return true;
    }
    auto *List = dyn_cast<yaml::SequenceNode>(&Value);
    if (!List)
      return false;
    for (yaml::Node &Item : *List) {
      auto *Scalar = dyn_cast<yaml::ScalarNode>(&Item);
      if (!Scalar)
        return false;
      Into.push_back(Scalar->getValue(Storage).str());
    }
    return true;
  }

  void settle(yaml::Node &At, Setting &Line) {
    if (Line.Key != "cuda-path")
      return;
    if (Line.Values.size() != 1)
      return complain(At, "cuda-path: one value is expected");
    if (Line.Values.front() == "builtin")
      return;
    SmallString<256> Path(sys::path::parent_path(Out.Path));
    sys::path::append(Path, Line.Values.front());
    if (!sys::path::is_absolute(Line.Values.front()))
      Line.Values.front() = Path.str().str();
  }

  SourceMgr Sources;
  std::unique_ptr<MemoryBuffer> Owned;
  std::unique_ptr<yaml::Stream> Stream;
  Options Scratch;
  ConfigFile Out;
  std::string Complaint;
};

} // namespace

std::string findInParents(StringRef Source, StringRef FileName) {
  SmallString<256> Folder(Source);
  sys::fs::make_absolute(Folder);
  sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
  while (sys::path::has_parent_path(Folder)) {
    Folder = StringRef(sys::path::parent_path(Folder)).str();
    SmallString<256> File(Folder);
    sys::path::append(File, FileName);
    if (sys::fs::is_regular_file(File))
      return File.str().str();
  }
  return "";
}

std::string findConfigFile(StringRef Source) {
  return findInParents(Source, FileName);
}

Expected<ConfigFile> readConfigFile(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Text)
    return createStringError(Path + ": " + Text.getError().message());
  return Reader(Path, std::move(*Text)).read();
}

void applyConfig(Options &Opts, const ConfigFile &Config,
                 const StringSet<> &Given) {
  for (const Setting &Line : Config.Settings)
    if (!isReadingKey(Line.Key) && !Given.contains(Line.Key))
      // readConfigFile() has tried the setting, on options as good as these.
      cantFail(setOption(Opts, Line.Key, Line.Values, KeyScope::File));
}

} // namespace pipeline_rewrite
