//===- OptionKeys.cpp - Options by their names ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OptionKeys.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Of `--stages=auto`: more never measured faster (docs/performance.md).
constexpr unsigned MostFittingStages = 4;

using Values = ArrayRef<std::string>;

Expected<StringRef> single(Values Given) {
  if (Given.size() == 1)
    return Given.front();
  return createStringError(Given.empty() ? "a value is missing"
                                         : "one value is expected, not a list");
}

template <typename Enum>
Error setChoice(Enum &Field, Values Given,
                ArrayRef<std::pair<StringRef, Enum>> Names) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  std::string Allowed;
  for (const auto &[Name, Value] : Names) {
    if (Name == *Text) {
      Field = Value;
      return Error::success();
    }
    Allowed += (Allowed.empty() ? "" : ", ") + Name.str();
  }
  return createStringError("'" + *Text + "' is not one of " + Allowed);
}

Error setForm(Options &Opts, Values Given) {
  return setChoice<Variant>(Opts.Form, Given,
                            {{"auto", Variant::Auto},
                             {"ldg", Variant::Ldg},
                             {"ldg-single", Variant::LdgSingle},
                             {"cpasync", Variant::CpAsync}});
}

Error setEpilogue(Options &Opts, Values Given) {
  return setChoice<EpilogueShape>(Opts.Epilogue, Given,
                                  {{"auto", EpilogueShape::Auto},
                                   {"peel", EpilogueShape::Peel},
                                   {"predicate", EpilogueShape::Predicate}});
}

Error setApi(Options &Opts, Values Given) {
  return setChoice<AsyncApi>(
      Opts.Api, Given,
      {{"primitives", AsyncApi::Primitives},
       {"pipeline", AsyncApi::Pipeline},
       {"pipeline-block", AsyncApi::PipelineBlock},
       {"pipeline-partitioned", AsyncApi::PipelinePartitioned}});
}

/// "3", "auto", or "auto:8".
Error setStages(Options &Opts, Values Given) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  StringRef Number = *Text;
  bool Fitting = Number.consume_front("auto");
  Opts.StagesBy = Fitting ? StageCount::Fitting : StageCount::Exact;
  Opts.Stages = MostFittingStages;
  if ((Fitting && Number.empty()) || ((!Fitting || Number.consume_front(":")) &&
                                      !Number.getAsInteger(10, Opts.Stages)))
    return Error::success();
  return createStringError("'" + *Text +
                           "' is not a number, nor auto or auto:N");
}

Error setUnroll(Options &Opts, Values Given) {
  return setChoice<LoopUnroll>(Opts.Unroll, Given,
                               {{"auto", LoopUnroll::Auto},
                                {"keep", LoopUnroll::Keep},
                                {"roll", LoopUnroll::Roll}});
}

template <bool Options::*Field> Error setSwitch(Options &Opts, Values Given) {
  if (!Given.empty())
    return setChoice<bool>(Opts.*Field, Given,
                           {{"true", true}, {"false", false}});
  Opts.*Field = true;
  return Error::success();
}

Error setLaunchEdits(Options &Opts, Values Given) {
  if (!Given.empty())
    return setChoice<LaunchEdits>(
        Opts.EditLaunches, Given,
        {{"true", LaunchEdits::BytesAndThreads}, {"false", LaunchEdits::None}});
  Opts.EditLaunches = LaunchEdits::BytesAndThreads;
  return Error::success();
}

template <std::vector<std::string> Options::*Field>
Error setList(Options &Opts, Values Given) {
  Opts.*Field = Given;
  return Error::success();
}

template <std::string Options::*Field>
Error setText(Options &Opts, Values Given) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  Opts.*Field = Text->str();
  return Error::success();
}

Error setBlock(Options &Opts, Values Given) {
  uint64_t Threads = Given.empty() || Given.size() > 3 ? 0 : 1;
  for (const std::string &Text : Given) {
    unsigned Extent;
    if (StringRef(Text).getAsInteger(10, Extent))
      return createStringError("'" + Text + "' is not a number");
    Threads *= Extent;
  }
  if (Threads < 1 || Threads > 1024)
    return createStringError("expected X, X,Y or X,Y,Z with 1 to 1024 threads "
                             "in all");
  Opts.BlockThreads = Threads;
  return Error::success();
}

Error setDynamic(Options &Opts, Values Given) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  uint64_t Bytes;
  if (Text->getAsInteger(10, Bytes))
    return createStringError("'" + *Text + "' is not a number of bytes");
  Opts.DynamicBytes = Bytes;
  return Error::success();
}

Error setRatio(Options &Opts, Values Given) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  double Ratio;
  if (Text->getAsDouble(Ratio) || !(Ratio > 0) || Ratio > 1e6)
    return createStringError("'" + *Text + "' is not a number above 0");
  Opts.Ratio = Ratio;
  return Error::success();
}

struct Entry {
  StringRef Key;
  KeyScope Scope;
  Error (*Set)(Options &, Values);
};

constexpr Entry Table[] = {
    {"instantiate", KeyScope::File, setList<&Options::Instantiate>},
    {"kernel", KeyScope::File, setText<&Options::KernelRegex>},
    {"header-filter", KeyScope::File, setText<&Options::HeaderFilter>},
    {"variant", KeyScope::Loop, setForm},
    {"stages", KeyScope::Loop, setStages},
    {"epilogue", KeyScope::Loop, setEpilogue},
    {"unroll", KeyScope::Loop, setUnroll},
    {"api", KeyScope::Loop, setApi},
    {"arch", KeyScope::File, setList<&Options::Archs>},
    {"block", KeyScope::Loop, setBlock},
    {"dynamic-smem", KeyScope::Loop, setDynamic},
    {"ratio", KeyScope::Loop, setRatio},
    {"assume-noalias", KeyScope::Loop, setSwitch<&Options::AssumeNoAlias>},
    {"repair-barrier", KeyScope::Loop, setSwitch<&Options::RepairBarrier>},
    {"edit-launches", KeyScope::Loop, setLaunchEdits},
    {"widen", KeyScope::Loop, setSwitch<&Options::Widen>},
    {"copy-once", KeyScope::File, setSwitch<&Options::CopyOnce>},
    {"allow-occupancy-loss", KeyScope::Loop,
     setSwitch<&Options::AllowOccupancyLoss>},
    {"allow-spills", KeyScope::File, setSwitch<&Options::AllowSpills>},
};

bool isIn(const Entry &E, KeyScope Scope) {
  return Scope == KeyScope::File || E.Scope == Scope;
}

} // namespace

std::string stagesText(const Options &Opts) {
  std::string Number = std::to_string(Opts.Stages);
  if (Opts.StagesBy != StageCount::Fitting)
    return Number;
  return Opts.Stages == MostFittingStages ? "auto" : "auto:" + Number;
}

std::vector<StringRef> optionKeys(KeyScope Scope) {
  std::vector<StringRef> Keys;
  for (const Entry &E : Table)
    if (isIn(E, Scope))
      Keys.push_back(E.Key);
  return Keys;
}

StringRef nearestWord(StringRef Word, ArrayRef<StringRef> Known) {
  StringRef Best;
  unsigned BestDistance = 4;
  for (StringRef Each : Known) {
    unsigned Distance =
        Each.edit_distance(Word, /*AllowReplacements=*/true, BestDistance);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = Each;
    }
  }
  return Best;
}

Error setOption(Options &Opts, StringRef Key, Values Given, KeyScope Scope) {
  for (const Entry &E : Table) {
    if (E.Key != Key || !isIn(E, Scope))
      continue;
    Options Changed = Opts;
    if (Error Bad = E.Set(Changed, Given))
      return createStringError(Key + ": " + toString(std::move(Bad)));
    if (Error Bad = Changed.validate())
      return Bad;
    Opts = std::move(Changed);
    return Error::success();
  }
  StringRef Nearest = nearestWord(Key, optionKeys(Scope));
  return createStringError(
      "unknown key '" + Key + "'" +
      (Nearest.empty() ? "" : "; did you mean '" + Nearest + "'?"));
}

} // namespace pipeline_rewrite
