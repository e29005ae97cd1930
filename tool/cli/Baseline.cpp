//===- Baseline.cpp - Findings that a project has accepted ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Baseline.h"

#include "Check/CheckKernels.h"
#include "Frontend/Command/FileNames.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Of a loop that can be rewritten; the others have their refusal's.
constexpr StringLiteral CanBePipelined = "k-loop";
constexpr StringLiteral Head =
    "# Findings that pipeline-rewrite --baseline does not count; made by "
    "--write-baseline.\n# id, file, kernel, loop of the kernel\n";

/// Empty: no finding.
StringRef idOf(const LoopReport &Loop) {
  switch (Loop.Verdict) {
  case LoopVerdict::Rewritten:
    return CanBePipelined;
  case LoopVerdict::Refused:
    return Loop.Reason ? refusalName(Loop.Reason->Id) : "";
  case LoopVerdict::AlreadyPipelined:
    return "";
  }
  llvm_unreachable("unknown verdict");
}

StringRef fileOf(StringRef Entry) {
  return Entry.split('\t').second.split('\t').first;
}

bool isEntry(StringRef Line) {
  const StringRef Id = Line.split('\t').first;
  return Line.count('\t') == 3 &&
         (Id == CanBePipelined || parseRefusalName(Id) ||
          any_of(findIds(),
                 [&](const auto &Find) { return Find.first == Id; }));
}

} // namespace

Baseline Baseline::at(const std::string &Path) {
  Baseline Out;
  Out.Path = Path;
  SmallString<256> Absolute(Path);
  sys::fs::make_absolute(Absolute);
  Out.Folder = realName(sys::path::parent_path(Absolute));
  return Out;
}

Expected<Baseline> Baseline::read(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError("--baseline=" + Path + ": " +
                             Buffer.getError().message() +
                             "; --write-baseline makes one");
  Baseline Out = at(Path);
  for (line_iterator Line(**Buffer, /*SkipBlanks=*/true, '#');
       !Line.is_at_end(); ++Line) {
    if (!isEntry(*Line))
      return createStringError("--baseline=" + Path + ":" +
                               Twine(Line.line_number()) +
                               ": expected an id, a file, a kernel and a "
                               "number, with tabs between them");
    Out.Entries.insert(Line->str());
  }
  return Out;
}

std::string Baseline::nameOf(const std::string &File) const {
  std::string Name = realName(File);
  StringRef Short = Name;
  if (Short.consume_front(Folder) && Short.consume_front("/"))
    return Short.str();
  return Name;
}

std::string Baseline::entryOf(StringRef Id, const std::string &File,
                              StringRef Kernel, unsigned Number) const {
  return (Id + "\t" + nameOf(File) + "\t" + Kernel + "\t" + Twine(Number))
      .str();
}

bool Baseline::knows(StringRef Id, const std::string &File, StringRef Kernel,
                     unsigned Number) {
  SeenFiles.insert(nameOf(File));
  const std::string Entry = entryOf(Id, File, Kernel, Number);
  if (!Entries.count(Entry))
    return false;
  Seen.insert(Entry);
  return true;
}

void Baseline::add(StringRef Id, const std::string &File, StringRef Kernel,
                   unsigned Number) {
  Entries.insert(entryOf(Id, File, Kernel, Number));
}

/// One for each loop, empty where there is no finding.
std::vector<std::string> Baseline::entriesOf(const UnitResult &Unit) const {
  StringMap<unsigned> Number;
  std::vector<std::string> Out;
  for (const LoopReport &Loop : Unit.Loops) {
    const unsigned Which = ++Number[Loop.Kernel];
    const StringRef Id = idOf(Loop);
    Out.push_back(Id.empty() ? "" : entryOf(Id, Unit.File, Loop.Kernel, Which));
  }
  return Out;
}

void Baseline::mark(UnitResult &Unit) {
  SeenFiles.insert(nameOf(Unit.File));
  for (auto [Loop, Entry] : zip_equal(Unit.Loops, entriesOf(Unit)))
    if (Entries.count(Entry)) {
      Loop.Known = true;
      Seen.insert(Entry);
    }
}

void Baseline::add(const UnitResult &Unit,
                   function_ref<bool(RefusalId)> IsAccepted) {
  for (auto [Loop, Entry] : zip_equal(Unit.Loops, entriesOf(Unit)))
    if (!Entry.empty() &&
        !(Loop.Verdict == LoopVerdict::Refused && IsAccepted(Loop.Reason->Id)))
      Entries.insert(Entry);
}

Error Baseline::write() const {
  std::string Text = Head.str();
  for (const std::string &Entry : Entries)
    Text += Entry + "\n";
  return writeFile(Path, /*OldText=*/std::nullopt, Text);
}

unsigned Baseline::countUnused() const {
  return count_if(Entries, [&](const std::string &Entry) {
    return SeenFiles.count(fileOf(Entry).str()) && !Seen.count(Entry);
  });
}

} // namespace pipeline_rewrite
