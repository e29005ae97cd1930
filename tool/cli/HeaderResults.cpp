//===- HeaderResults.cpp - Headers, when all units are known --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HeaderResults.h"

#include "Frontend/Command/FileNames.h"
#include "Search/Headers/Headers.h"

using namespace llvm;

namespace pipeline_rewrite {

HeaderResults::HeaderResults(const FileJobs &Listed)
    : LeftOut(Listed.OtherHeaders), NamedHeaders(Listed.NamedHeaders) {
  for (const FileJob &Job : Listed.Jobs)
    Named.insert(realName(Job.Parse.File));
}

static unsigned countRewritten(const UnitResult &Header) {
  return count_if(Header.Loops, [](const LoopReport &Loop) {
    return Loop.Verdict == LoopVerdict::Rewritten;
  });
}

void HeaderResults::collect(const FileJob &Job, UnitResult &Unit) {
  if (Job.NamedHeadersOnly)
    erase_if(Unit.Headers, [&](const UnitResult &Header) {
      if (NamedHeaders.contains(realName(Header.File)))
        return false;
      if (unsigned Loops = countRewritten(Header))
        Unit.OtherHeaders.push_back({Header.File, Loops});
      return true;
    });
  std::vector<UnitResult> Headers = Unit.Headers;
  erase_if(Headers, [&](const UnitResult &Header) {
    const std::string Name = realName(Header.File);
    return Named.contains(Name) || LeftOut.contains(Name);
  });
  if (Headers.empty())
    return;
  UnitResult Main;
  Main.File = Unit.File;
  Main.OldText = Unit.OldText;
  Main.NewText = Unit.NewText;
  Main.Errors = Unit.Errors;
  Units.push_back({&Job, std::move(Main), std::move(Headers)});
}

HeaderResults::Merged HeaderResults::mergeEach() const {
  std::map<std::string, std::vector<const UnitResult *>> Views;
  for (const SeenUnit &Unit : Units)
    for (const UnitResult &Header : Unit.Headers)
      Views[realName(Header.File)].push_back(&Header);
  Merged Out;
  for (const auto &[Path, Each] : Views)
    Out.emplace(Path, mergeHeader(Each));
  return Out;
}

/// A unit has parsed its headers' new texts with the main file's old one, and
/// with no more than the loops that it sees itself.
void HeaderResults::check(Merged &Headers, ThreadPoolInterface &Pool) const {
  std::vector<std::optional<std::string>> Errors(Units.size());
  std::vector<std::vector<UnitResult *>> Changed(Units.size());
  for (auto [I, Unit] : enumerate(Units)) {
    bool IsNew = false;
    for (const UnitResult &Own : Unit.Headers) {
      UnitResult &Header = Headers.at(realName(Own.File));
      if (!Header.changed())
        continue;
      Changed[I].push_back(&Header);
      IsNew |= Header.NewText != Own.NewText;
    }
    if (IsNew || (Unit.Main.changed() && !Changed[I].empty()))
      Pool.async([&Errors, &Changed, &Unit = Unit, I = I] {
        std::vector<const UnitResult *> Texts(Changed[I].begin(),
                                              Changed[I].end());
        Errors[I] = checkTogether(*Unit.Job, Unit.Main, Texts);
      });
  }
  Pool.wait();
  for (auto [I, Error] : enumerate(Errors))
    if (Error)
      for (UnitResult *Header : Changed[I])
        refuseHeader(*Header, "the new text does not parse in '" +
                                  Units[I].Main.File + "': " + *Error);
}

/// By their names.
static std::vector<UnitResult> inOrder(std::map<std::string, UnitResult> Of) {
  std::vector<UnitResult> Out;
  for (auto &[Path, Header] : Of)
    Out.push_back(std::move(Header));
  llvm::sort(Out, [](const UnitResult &A, const UnitResult &B) {
    return A.File < B.File;
  });
  return Out;
}

std::vector<UnitResult> HeaderResults::known() const {
  return inOrder(mergeEach());
}

std::vector<UnitResult> HeaderResults::merge(ThreadPoolInterface &Pool) {
  Merged Headers = mergeEach();
  check(Headers, Pool);
  for (const auto &Each : NamedHeaders)
    if (auto [At, IsNew] = Headers.try_emplace(Each.getKey().str()); IsNew)
      At->second.File = Each.getValue();
  return inOrder(std::move(Headers));
}

} // namespace pipeline_rewrite
