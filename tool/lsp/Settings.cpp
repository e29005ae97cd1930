//===- Settings.cpp - What the user's editor asks for ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Settings.h"
#include "../cli/CommandLine.h"
#include "../cli/FileJobs.h"
#include "../cli/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// An option of the command line that means something in an editor.
bool isShared(StringRef Key) {
  return any_of(listOptions(), [&](const OptionEntry &Each) {
    return Each.Name == Key && Each.Doors.Editor;
  });
}

Error badSetting(StringRef Key, const Twine &What) {
  return createStringError("initializationOptions: '" + Key + "' " + What);
}

/// As one would type it; nothing where a setting was left empty.
Error addWords(StringRef Key, const json::Value &Value,
               std::vector<std::string> &Words) {
  std::string Option = "--" + Key.str();
  if (auto Switch = Value.getAsBoolean()) {
    Words.push_back(Option + (*Switch ? "=true" : "=false"));
  } else if (auto Text = Value.getAsString()) {
    if (!Text->empty())
      Words.push_back(Option + "=" + Text->str());
  } else if (Value.getAsNumber()) {
    Words.push_back(Option + "=" + formatv("{0}", Value).str());
  } else if (const json::Array *List = Value.getAsArray()) {
    for (const json::Value &Item : *List)
      if (Error E = addWords(Key, Item, Words))
        return E;
  } else if (!Value.getAsNull()) {
    return badSetting(Key, "is neither text, number, true, false nor a list");
  }
  return Error::success();
}

Error readOwn(StringRef Key, const json::Value &Value, Settings &Result) {
  if (Key == "show-refusals") {
    if (auto Switch = Value.getAsBoolean()) {
      Result.ShowRefusals = *Switch;
      return Error::success();
    }
    return badSetting(Key, "is neither true nor false");
  }
  if (Key == "debounce-ms") {
    auto Number = Value.getAsInteger();
    if (Number && *Number >= 0 && *Number <= 60000) {
      Result.DebounceMs = *Number;
      return Error::success();
    }
    return badSetting(Key, "is no number from 0 to 60000");
  }
  return badSetting(Key, "is no option that an editor can set");
}

/// What the command line makes of these words.
Expected<CommandLine> readWords(ArrayRef<std::string> Words) {
  // A command line names a file; which one does not matter.
  std::vector<const char *> Pointers = {"pipeline-rewrite-lsp"};
  for (const std::string &Word : Words)
    Pointers.push_back(Word.c_str());
  Pointers.push_back("any.cu");
  std::string Complaint;
  raw_string_ostream Err(Complaint);
  if (auto Line = parseCommandLine(Pointers.size(), Pointers.data(), Err))
    return std::move(*Line);
  StringRef Why = StringRef(Complaint).split('\n').first;
  Why.consume_front("pipeline-rewrite: error: ");
  return createStringError(Why);
}

/// An option of the command line, as the editor gave it.
struct SharedSetting {
  StringRef Key;
  const json::Value &Value;
  std::vector<std::string> Words;
};

/// All of them; where that cannot be, each that can, after those before it.
CommandLine readShared(ArrayRef<SharedSetting> Given,
                       std::vector<std::string> &Complaints) {
  std::vector<std::string> Words;
  for (const SharedSetting &Each : Given)
    append_range(Words, Each.Words);
  if (Expected<CommandLine> All = readWords(Words))
    return std::move(*All);
  else
    consumeError(All.takeError());
  Words.clear();
  CommandLine Line = cantFail(readWords(Words));
  for (const SharedSetting &Each : Given) {
    std::vector<std::string> Longer = Words;
    append_range(Longer, Each.Words);
    if (Expected<CommandLine> Read = readWords(Longer)) {
      Line = std::move(*Read);
      Words = std::move(Longer);
    } else {
      const std::string Why = toString(Read.takeError());
      Complaints.push_back(toString(
          badSetting(Each.Key, "cannot be " + formatv("{0}", Each.Value).str() +
                                   (Why.empty() ? "" : ": " + Why))));
    }
  }
  return Line;
}

} // namespace

Settings readSettings(const json::Value &Given,
                      std::vector<std::string> &Complaints) {
  Settings Result;
  const json::Object *Keys = Given.getAsObject();
  if (!Keys && !Given.getAsNull())
    Complaints.push_back("initializationOptions: not an object");
  std::vector<SharedSetting> Shared;
  const json::Object None;
  for (const auto &[Key, Value] : Keys ? *Keys : None) {
    std::vector<std::string> Words;
    if (Error E = isShared(Key) ? addWords(Key, Value, Words)
                                : readOwn(Key, Value, Result))
      Complaints.push_back(toString(std::move(E)));
    else
      Shared.push_back({Key, Value, std::move(Words)});
  }
  CommandLine Line = readShared(Shared, Complaints);
  Result.Opts = std::move(Line.Opts);
  Result.Request = std::move(Line.Request);
  Result.Request.Files.clear();
  Result.Given = std::move(Line.Given);
  return Result;
}

Expected<Settings> settingsFor(const std::string &File, const Settings &How) {
  Settings Result = How;
  const std::string Path = findConfigFile(File);
  if (Path.empty())
    return Result;
  Expected<ConfigFile> Config = readConfigFile(Path);
  if (!Config)
    return Config.takeError();
  applyConfig(Result.Opts, *Config, How.Given);
  applyReading(Result.Request, *Config, How.Given);
  return Result;
}

} // namespace pipeline_rewrite
