//===- OptionKeys.cpp - Options by their names ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Options/OptionKeys.h"
#include "Options/OptionWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// Of `--stages=auto`: more never measured faster (docs/measurements.md).
constexpr unsigned MostFittingStages = 4;

/// Resident on an SM, of any architecture (CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability").
constexpr unsigned MostBlocks = 32;

using Values = ArrayRef<std::string>;

Expected<StringRef> single(Values Given) {
  if (Given.size() == 1)
    return Given.front();
  return createStringError(Given.empty() ? "a value is missing"
                                         : "one value is expected, not a list");
}

template <auto Field> struct FieldOf;
template <typename Type, Type Options::*Field> struct FieldOf<Field> {
  using Value = Type;
};

//===----------------------------------------------------------------------===//
// Values that a function reads
//===----------------------------------------------------------------------===//

template <auto Field> Error setParsed(Options &Opts, Values Given);
template <auto Field> std::string parsedText(const Options &Opts);

/// "3", "auto", or "auto:8".
template <> Error setParsed<&Options::Stages>(Options &Opts, Values Given) {
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

template <> Error setParsed<&Options::MinBlocks>(Options &Opts, Values Given) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  unsigned Blocks;
  if (Text->getAsInteger(10, Blocks) || Blocks > MostBlocks)
    return createStringError("'" + *Text + "' is not a number from 0 to " +
                             Twine(MostBlocks));
  Opts.MinBlocks = Blocks;
  return Error::success();
}

template <>
Error setParsed<&Options::BlockThreads>(Options &Opts, Values Given) {
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

template <>
Error setParsed<&Options::DynamicBytes>(Options &Opts, Values Given) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  uint64_t Bytes;
  if (Text->getAsInteger(10, Bytes))
    return createStringError("'" + *Text + "' is not a number of bytes");
  Opts.DynamicBytes = Bytes;
  return Error::success();
}

template <> Error setParsed<&Options::Ratio>(Options &Opts, Values Given) {
  Expected<StringRef> Text = single(Given);
  if (!Text)
    return Text.takeError();
  double Ratio;
  if (Text->getAsDouble(Ratio) || !(Ratio > 0) || Ratio > 1e6)
    return createStringError("'" + *Text + "' is not a number above 0");
  Opts.Ratio = Ratio;
  return Error::success();
}

template <>
Error setParsed<&Options::ProfileFile>(Options &Opts, Values Given) {
  Expected<StringRef> Path = single(Given);
  if (!Path)
    return Path.takeError();
  auto Read = readProfile(*Path);
  if (!Read)
    return Read.takeError();
  Opts.ProfileFile = Path->str();
  Opts.Profile = std::move(*Read);
  return Error::success();
}

template <> std::string parsedText<&Options::ProfileFile>(const Options &Opts) {
  return Opts.ProfileFile;
}

template <> std::string parsedText<&Options::Stages>(const Options &Opts) {
  std::string Number = std::to_string(Opts.Stages);
  if (Opts.StagesBy != StageCount::Fitting)
    return Number;
  return Opts.Stages == MostFittingStages ? "auto" : "auto:" + Number;
}

template <> std::string parsedText<&Options::MinBlocks>(const Options &Opts) {
  return Opts.MinBlocks ? std::to_string(*Opts.MinBlocks) : "";
}

template <>
std::string parsedText<&Options::BlockThreads>(const Options &Opts) {
  return Opts.BlockThreads ? std::to_string(*Opts.BlockThreads) : "";
}

template <>
std::string parsedText<&Options::DynamicBytes>(const Options &Opts) {
  return Opts.DynamicBytes ? std::to_string(*Opts.DynamicBytes) : "";
}

template <> std::string parsedText<&Options::Ratio>(const Options &Opts) {
  std::string Text;
  if (Opts.Ratio)
    raw_string_ostream(Text) << format("%g", *Opts.Ratio);
  return Text;
}

//===----------------------------------------------------------------------===//
// Kinds of options
//===----------------------------------------------------------------------===//

/// One of an enumeration's words.
template <auto Field> struct Choice {
  using Enum = typename FieldOf<Field>::Value;

  static Error set(Options &Opts, Values Given) {
    Expected<StringRef> Text = single(Given);
    if (!Text)
      return Text.takeError();
    std::string Allowed;
    bool Found = false;
    forEachWord<Enum>([&](Enum Value, StringRef Word, StringRef) {
      Allowed += (Allowed.empty() ? "" : ", ") + Word.str();
      if (Word != *Text)
        return;
      Opts.*Field = Value;
      Found = true;
    });
    return Found
               ? Error::success()
               : createStringError("'" + *Text + "' is not one of " + Allowed);
  }
  static std::string text(const Options &Opts) {
    return wordOf(Opts.*Field).str();
  }
};

/// `true` or `false`; on without a value.
template <auto Field> struct Switch {
  static Error set(Options &Opts, Values Given) {
    Expected<StringRef> Text =
        Given.empty() ? StringRef("true") : single(Given);
    if (!Text)
      return Text.takeError();
    if (*Text != "true" && *Text != "false")
      return createStringError("'" + *Text + "' is not one of true, false");
    Opts.*Field = *Text == "true";
    return Error::success();
  }
  static std::string text(const Options &Opts) {
    return Opts.*Field ? "true" : "false";
  }
};

template <auto Field> struct Text {
  static Error set(Options &Opts, Values Given) {
    Expected<StringRef> Value = single(Given);
    if (!Value)
      return Value.takeError();
    Opts.*Field = Value->str();
    return Error::success();
  }
  static std::string text(const Options &Opts) { return Opts.*Field; }
};

template <auto Field> struct List {
  static Error set(Options &Opts, Values Given) {
    Opts.*Field = Given;
    return Error::success();
  }
  static std::string text(const Options &Opts) {
    return join(Opts.*Field, ";");
  }
};

template <auto Field> struct Parsed {
  static Error set(Options &Opts, Values Given) {
    return setParsed<Field>(Opts, Given);
  }
  static std::string text(const Options &Opts) {
    return parsedText<Field>(Opts);
  }
};

template <auto Field> using Texts = List<Field>;
template <auto Field> using ParsedList = Parsed<Field>;

bool isIn(const OptionKey &E, KeyScope Scope) {
  return Scope == KeyScope::File || E.Scope == Scope;
}

} // namespace

ArrayRef<OptionKey> allOptionKeys() {
  static const OptionKey Table[] = {
#define OPTION(Kind, Field, Key, Scope, Tidy, Editor, Group, Takes, Help)      \
  {Key,                                                                        \
   KeyScope::Scope,                                                            \
   Tidy,                                                                       \
   StringRef(#Kind).ends_with("List"),                                         \
   &Kind<&Options::Field>::set,                                                \
   &Kind<&Options::Field>::text},
#include "Options/Options.def"
  };
  return Table;
}

std::vector<StringRef> optionKeys(KeyScope Scope) {
  std::vector<StringRef> Keys;
  for (const OptionKey &E : allOptionKeys())
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
  for (const OptionKey &E : allOptionKeys()) {
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
