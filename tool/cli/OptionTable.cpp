//===- OptionTable.cpp - The options as data ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OptionTable.h"

#include "Budget/Architecture.h"
#include "Explain.h"
#include "Options/OptionKeys.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

template <typename Type> std::vector<OptionEntry::Value> wordsOf() {
  std::vector<OptionEntry::Value> Words;
#define WORD(Enum, Value, Word, Help)                                          \
  if constexpr (std::is_same_v<Type, Enum>)                                    \
    Words.push_back({Word, Help});
#include "Flags.def"
  return Words;
}

std::vector<OptionEntry::Value> wordsFrom(ArrayRef<std::string> Names) {
  std::vector<OptionEntry::Value> Words;
  for (const std::string &Name : Names)
    Words.push_back({Name, ""});
  return Words;
}

std::vector<std::string> architectures() {
  std::vector<std::string> Names;
  for (const Architecture &Arch : allArchitectures())
    Names.push_back(Arch.Name.str());
  return Names;
}

template <typename Type>
OptionEntry makeEntry(StringRef Kind, const char *Key, OptionGroup Group,
                      const char *Takes, const char *Help, OptionDoors Doors) {
  OptionEntry Entry;
  Entry.Name = Key;
  Entry.Help = Help;
  Entry.Group = Group;
  Entry.Doors = std::move(Doors);
  Entry.Values = wordsOf<Type>();
  Entry.IsList = Kind == "List" || Kind == "ParsedList" || Kind == "Choices";
  Entry.Takes = Kind == "Switch" ? "" : *Takes ? Takes : "value";
  return Entry;
}

} // namespace

StringRef titleOf(OptionGroup Group) {
  static constexpr StringLiteral Titles[] = {"Input", "Which loops",
                                             "How they are rewritten",
                                             "How they are checked", "Output"};
  return Titles[unsigned(Group)];
}

std::string archHelp(StringRef Help) {
  return (Help + ": " + join(architectures(), ", ")).str();
}

std::vector<OptionEntry> listOptions() {
  std::vector<OptionEntry> Out = {
#define FLAG(Kind, Type, Field, Key, Editor, Group, Takes, Help)               \
  makeEntry<Type>(#Kind, Key, OptionGroup::Group, Takes, Help,                 \
                  {Editor, false, false, ""}),
#define OPTION(Kind, Field, Key, Scope, Tidy, Editor, Group, Takes, Help)      \
  makeEntry<decltype(Options::Field)>(                                         \
      #Kind, Key, OptionGroup::Group, Takes, Help,                             \
      {Editor, true, KeyScope::Scope == KeyScope::Loop, Tidy}),
#include "Flags.def"
  };
  for (OptionEntry &Entry : Out)
    if (Entry.Name == "arch") {
      Entry.Values = wordsFrom(architectures());
      Entry.Help = archHelp(Entry.Help);
    } else if (Entry.Name == "explain")
      Entry.Values = wordsFrom(explainedNames());
  stable_sort(Out, [](const OptionEntry &A, const OptionEntry &B) {
    return A.Group < B.Group;
  });
  for (const char *Name : {"help", "version"}) {
    Out.emplace_back();
    Out.back().Name = Name;
  }
  Out[Out.size() - 2].Help = "Display the options";
  Out.back().Help = "Display the version";
  return Out;
}

void printJsonOptions(raw_ostream &OS, ArrayRef<OptionEntry> Options) {
  json::OStream J(OS, /*IndentSize=*/1);
  J.array([&] {
    for (const OptionEntry &Each : Options)
      J.object([&] {
        J.attribute("name", Each.Name);
        J.attribute("help", Each.Help);
        J.attribute("takes", Each.Takes);
        J.attribute("group", titleOf(Each.Group));
        J.attribute("list", Each.IsList);
        J.attributeArray("values", [&] {
          for (const OptionEntry::Value &Value : Each.Values)
            J.value(Value.Name);
        });
        J.attribute("editor", Each.Doors.Editor);
        J.attribute("config", Each.Doors.Config);
        J.attribute("loop", Each.Doors.Loop);
        J.attribute("tidy", Each.Doors.Tidy);
      });
  });
  OS << '\n';
}

} // namespace pipeline_rewrite
