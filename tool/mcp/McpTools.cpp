//===- McpTools.cpp - The tools of the server -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "McpTools.h"
#include "Frontend/Command/Toolkit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

enum class Type { Text, Texts, Flag };

/// An argument of a tool: a word of the command line, or an option.
struct Argument {
  const char *Name;
  Type Is;
  const char *Option; ///< empty: a word of its own
  bool IsRequired;
  const char *Help;
};

struct Tool {
  const char *Name, *Help;
  std::vector<const char *> Words; ///< at the beginning
  std::vector<Argument> Arguments;
  bool Reads = true; ///< files, as all say how
};

const std::vector<Tool> &tools() {
  static const std::vector<Tool> All = {
      {"survey",
       "Which K-loops of a tree of CUDA sources can be software-pipelined, "
       "which not, and why. A table.",
       {},
       {{"folder", Type::Text, "--explain-all", true, "Its root"},
        {"cudaPath", Type::Text, "--cuda-path", false,
         "A toolkit, or builtin, which needs none"}},
       false},
      {"rewrite",
       "Software-pipelines the K-loops of CUDA files. Each rewrite has been "
       "executed against the original. Gives a document with a verdict and a "
       "reason for each loop, and the patch of each file in its key diff.",
       {"--report=json"},
       {{"files", Type::Texts, "", true, "Paths of .cu files"},
        {"loops", Type::Texts, "--loop", false,
         "Only these, as k.cu:42, or by their id"},
        {"kernel", Type::Text, "--kernel", false, "Only kernels that match"},
        {"variant", Type::Text, "--variant", false,
         "auto, cpasync, ldg, ...: how tiles are copied"},
        {"stages", Type::Text, "--stages", false, "Buffers, 2 to 8, or auto"},
        {"choose", Type::Text, "--choose", false,
         "Who chooses the form, as rules"},
        {"block", Type::Text, "--block", false, "Threads of a block, as 16,16"},
        {"dynamicSmem", Type::Text, "--dynamic-smem", false,
         "Bytes of dynamic shared memory of a launch"},
        {"assumeNoAlias", Type::Flag, "--assume-noalias", false,
         "No two pointers lead to one buffer"}}},
      {"prove",
       "Do two texts of CUDA kernels compute the same? Runs both on the CPU, "
       "without a GPU, with the same launches under shuffled schedules. Gives "
       "equal, different with a small counterexample, or not decided, for "
       "each kernel.",
       {"prove", "--report=json"},
       {{"old", Type::Text, "", false, "The file before; else revision"},
        {"new", Type::Text, "", true, "The file after"},
        {"revision", Type::Text, "--git", false,
         "The old text is that of new in this revision of git"},
        {"kernel", Type::Text, "--kernel", false, "Only kernels that match"},
        {"pairs", Type::Texts, "--pair", false, "Of other names, as OLD:NEW"},
        {"launches", Type::Texts, "--launch", false,
         "As 'grid=2x1 block=16x16 shared=0 n=100'; new-grid, new-block, "
         "new-shared are the new kernel's"},
        {"tolerance", Type::Text, "--tolerance", false,
         "Ulp, as 4, or a part of the largest number, as 1e-5"},
        {"mayOverlap", Type::Flag, "--may-overlap", false,
         "Launches with buffers that overlap count"},
        {"budget", Type::Text, "--budget", false, "Seconds, as 30s"}}},
      {"check",
       "Races, deadlocks, barriers in divergent code, accesses out of bounds "
       "and reads of unwritten shared memory in CUDA kernels, found by running "
       "them on the CPU, without a GPU.",
       {"check", "--report=json"},
       {{"files", Type::Texts, "", true, "Paths of .cu files, or folders"},
        {"kernel", Type::Text, "--kernel", false, "Only kernels that match"},
        {"budget", Type::Text, "--budget", false, "Seconds, as 30s"}}},
      {"explain",
       "What the id of a refusal means, and what can be done. 'list' names "
       "them all. Gives a document.",
       {"--report=json"},
       {{"id", Type::Text, "--explain", true, "As may-alias"}},
       false}};
  return All;
}

/// Of every tool that reads sources.
const std::vector<Argument> &readingArguments() {
  static const std::vector<Argument> All = {
      {"buildDir", Type::Text, "-p", false,
       "Folder of compile_commands.json, whose flags are taken"},
      {"cudaPath", Type::Text, "--cuda-path", false,
       "A toolkit, or builtin, which needs none"},
      {"arch", Type::Text, "--arch", false, "As sm_90"},
      {"instantiate", Type::Texts, "--instantiate", false,
       "Instances of templates, as 'gemm<16>'"},
      {"includeDirs", Type::Texts, "--extra-arg=-I", false, "Of headers"},
      {"defines", Type::Texts, "--extra-arg=-D", false, "As TILE=16"}};
  return All;
}

constexpr Argument Write = {"write", Type::Flag, "-i", false,
                            "Change the files in place"};

std::vector<Argument> argumentsOf(const Tool &T, bool MayWrite) {
  std::vector<Argument> Out = T.Arguments;
  if (T.Reads)
    append_range(Out, readingArguments());
  if (MayWrite && StringRef(T.Name) == "rewrite")
    Out.push_back(Write);
  return Out;
}

json::Object schemaOf(const Argument &A) {
  json::Object Out{{"description", A.Help}};
  switch (A.Is) {
  case Type::Text:
    Out["type"] = "string";
    break;
  case Type::Texts:
    Out["type"] = "array";
    Out["items"] = json::Object{{"type", "string"}};
    break;
  case Type::Flag:
    Out["type"] = "boolean";
    break;
  }
  return Out;
}

Error invalid(const Twine &Message) { return createStringError(Message); }

Error addText(const Argument &A, StringRef Text,
              std::vector<std::string> &Words) {
  const StringRef Option = A.Option;
  // A file must not become an option.
  if (Option.empty() && (Text.starts_with("-") || Text.empty()))
    return invalid("'" + Twine(A.Name) + "': '" + Text + "' is no path");
  if (Option.empty())
    Words.push_back(Text.str());
  else if (Option == "-p")
    Words.push_back((Option + "=" + Text).str());
  else
    Words.push_back(
        (Option + (Option.starts_with("--extra-arg=") ? "" : "=") + Text)
            .str());
  return Error::success();
}

Error addArgument(const Argument &A, const json::Value &Value,
                  std::vector<std::string> &Words) {
  if (A.Is == Type::Flag) {
    const auto Is = Value.getAsBoolean();
    if (!Is)
      return invalid("'" + Twine(A.Name) + "' is no boolean");
    if (*Is)
      Words.push_back(A.Option);
    return Error::success();
  }
  if (A.Is == Type::Text) {
    if (auto Text = Value.getAsString())
      return addText(A, *Text, Words);
    if (auto Number = Value.getAsInteger()) // {"stages": 3}
      return addText(A, std::to_string(*Number), Words);
    return invalid("'" + Twine(A.Name) + "' is no string");
  }
  const json::Array *All = Value.getAsArray();
  if (!All)
    return invalid("'" + Twine(A.Name) + "' is no array");
  for (const json::Value &Each : *All) {
    const auto Text = Each.getAsString();
    if (!Text)
      return invalid("'" + Twine(A.Name) + "' is no array of strings");
    if (Error Bad = addText(A, *Text, Words))
      return Bad;
  }
  return Error::success();
}

} // namespace

json::Array listMcpTools(bool MayWrite) {
  json::Array Out;
  for (const Tool &T : tools()) {
    json::Object Properties;
    json::Array Required;
    for (const Argument &A : argumentsOf(T, MayWrite)) {
      Properties[A.Name] = schemaOf(A);
      if (A.IsRequired)
        Required.push_back(A.Name);
    }
    const bool Writes = MayWrite && StringRef(T.Name) == "rewrite";
    Out.push_back(json::Object{
        {"name", T.Name},
        {"description", T.Help},
        {"inputSchema", json::Object{{"type", "object"},
                                     {"properties", std::move(Properties)},
                                     {"required", std::move(Required)},
                                     {"additionalProperties", false}}},
        {"annotations",
         json::Object{{"readOnlyHint", !Writes}, {"openWorldHint", false}}}});
  }
  return Out;
}

Expected<std::vector<std::string>>
wordsOfMcpCall(StringRef Name, const json::Object &Given, bool MayWrite) {
  const auto T =
      find_if(tools(), [&](const Tool &T) { return T.Name == Name; });
  if (T == tools().end())
    return invalid("there is no tool '" + Name + "'");
  std::vector<std::string> Words(T->Words.begin(), T->Words.end());
  const std::vector<Argument> Takes = argumentsOf(*T, MayWrite);
  for (const auto &[Key, Value] : Given)
    if (none_of(Takes, [&, Key = StringRef(Key)](const Argument &A) {
          return A.Name == Key;
        }))
      return invalid("'" + Name + "' takes no '" + StringRef(Key) + "'");
  for (const Argument &A : Takes) {
    const json::Value *Value = Given.get(A.Name);
    if (!Value && A.IsRequired)
      return invalid("'" + Name + "' needs '" + A.Name + "'");
    if (!Value)
      continue;
    if (Error Bad = addArgument(A, *Value, Words))
      return std::move(Bad);
  }
  // Who asks may have read in the tree what is to be run.
  std::vector<std::string> Places = Words;
  Places.push_back(".");
  if (const auto Path = Given.getString("cudaPath"); Path && *Path != "builtin")
    for (const std::string &Place : Places)
      if (isInTreeOf(*Path, Place) && !isTrustedTree(Place))
        return invalid("'cudaPath': " + *Path +
                       " is the tree's own, and the user has not trusted it");
  return Words;
}

} // namespace pipeline_rewrite
