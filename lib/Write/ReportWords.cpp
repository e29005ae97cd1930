//===- ReportWords.cpp - Sizes, forms and tiles as people read them -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

using namespace llvm;

namespace pipeline_rewrite {

std::string kilobytes(uint64_t Bytes) {
  if (Bytes < 1024)
    return std::to_string(Bytes) + " B";
  uint64_t Tenths = (Bytes * 10 + 512) / 1024;
  std::string Text = std::to_string(Tenths / 10);
  if (Tenths % 10)
    Text += "." + std::to_string(Tenths % 10);
  return Text + " KB";
}

std::string formText(const LoopReport &Loop) {
  if (Loop.IsUndone)
    return "as a plain loop";
  return textOf(Loop.Form.value_or(LoopForm()));
}

std::string copyName(const TileOutcome &Tile) {
  return Tile.CopyBytes ? "async" + std::to_string(Tile.CopyBytes) : "register";
}

StringRef hostPlaceName(LaunchSiteKind Place) {
  switch (Place) {
  case LaunchSiteKind::Launch:
    return "launch";
  case LaunchSiteKind::Limit:
    return "limit";
  case LaunchSiteKind::Query:
    return "query";
  }
  llvm_unreachable("unknown place");
}

std::string hostChangeText(const HostChange &Change) {
  const std::string Head = (hostPlaceName(Change.Place) + " in line " +
                            std::to_string(Change.Line) + " ")
                               .str();
  switch (Change.Place) {
  case LaunchSiteKind::Launch:
    return Head + "gets " + Change.After + " bytes" +
           (Change.RaisesLimit ? ", and raises the limit before" : "");
  case LaunchSiteKind::Limit:
    return Head + "becomes " + Change.After + " bytes";
  case LaunchSiteKind::Query:
    return Head + "asks for " + Change.After + " bytes";
  }
  llvm_unreachable("unknown place");
}

std::string threadsText(const SharedMemoryUse &Use) {
  std::string Text = std::to_string(Use.ThreadsPerBlock) + " threads per block";
  if (Use.MoreThreads)
    Text += ", " + std::to_string(Use.threadsAfter()) + " with those that copy";
  return Text;
}

std::string kilobytesAtMost(uint64_t Bytes) {
  return kilobytes(Bytes < 1024 ? Bytes : Bytes * 10 / 1024 * 1024 / 10);
}

std::string declarationText(const TileShape &Tile) {
  std::string Text = Tile.Element + " " + Tile.Name;
  for (uint64_t Extent : Tile.Extents)
    Text += "[" + std::to_string(Extent) + "]";
  return Text;
}

std::string copiesText(const TileCopyReport &Copy) {
  return std::to_string(Copy.Statements) +
         (Copy.Statements == 1 ? " copy of " : " copies of ") +
         std::to_string(Copy.Bytes) + " bytes";
}

static std::string originText(const AssumedInstance &Instance) {
  std::string Named = "named in " + Instance.Place.File + ":" +
                      std::to_string(Instance.Place.Line);
  switch (Instance.Origin) {
  case InstanceOrigin::SameUnit:
    return Named + ", in code that is not compiled";
  case InstanceOrigin::OtherFile:
    return Named;
  case InstanceOrigin::DefaultArguments:
    return "the default arguments; no file names others";
  case InstanceOrigin::UsualTypes:
    return Instance.Place.Line ? "types of usual sizes for one that is not "
                                 "declared; " +
                                     Named
                               : "types of usual sizes; no file names others";
  }
  llvm_unreachable("unknown origin");
}

std::vector<std::string> assumedLines(ArrayRef<AssumedInstance> Assumed) {
  std::vector<std::pair<std::string, std::string>> Lines; // origin, instances
  for (const AssumedInstance &Instance : Assumed) {
    const std::string Origin = originText(Instance);
    auto At = find_if(Lines, [&](const auto &L) { return L.first == Origin; });
    if (At == Lines.end())
      Lines.push_back({Origin, Instance.Text});
    else
      At->second += ", " + Instance.Text;
  }
  std::vector<std::string> Out;
  for (const auto &[Origin, Instances] : Lines)
    Out.push_back(Instances + ": " + Origin);
  return Out;
}

std::string copyOf(const LoopReport &Loop, StringRef Tile) {
  for (const TileOutcome &T : Loop.Tiles)
    if (T.Name == Tile)
      return copyName(T);
  return "";
}

} // namespace pipeline_rewrite
