//===- OptionTable.cpp - The options as data ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OptionTable.h"

#include "Explain.h"
#include "Flags.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

class Lister {
public:
  void addSwitch(cl::Option &Option) { Out.push_back(entryOf(Option)); }

  void addValue(cl::Option &Option) {
    OptionEntry Entry = entryOf(Option);
    Entry.Takes = Option.ValueStr.empty() ? "value" : Option.ValueStr.str();
    Entry.IsList = Option.getMiscFlags() & cl::CommaSeparated;
    Out.push_back(std::move(Entry));
  }

  template <typename Parser>
  void addChoice(cl::Option &Option, const Parser &Known) {
    addValue(Option);
    for (unsigned I = 0; I < Known.getNumOptions(); ++I)
      Out.back().Values.push_back(
          {Known.getOption(I).str(), Known.getDescription(I).str()});
  }

  void addWords(cl::Option &Option, ArrayRef<std::string> Words) {
    addValue(Option);
    for (const std::string &Word : Words)
      Out.back().Values.push_back({Word, ""});
  }

  std::vector<OptionEntry> take() {
    Out.push_back({"help", "Display the options", "", "Output", false, {}});
    Out.push_back({"version", "Display the version", "", "Output", false, {}});
    return std::move(Out);
  }

private:
  static OptionEntry entryOf(const cl::Option &Option) {
    return {Option.ArgStr.str(),
            Option.HelpStr.str(),
            "",
            Option.Categories.front()->getName().str(),
            false,
            {}};
  }

  std::vector<OptionEntry> Out;
};

std::vector<std::string> architectures() {
  std::vector<std::string> Names;
  for (const Architecture &Arch : allArchitectures())
    Names.push_back(Arch.Name.str());
  return Names;
}

} // namespace

std::vector<OptionEntry> listOptions(Flags &From) {
  Lister List;
  List.addValue(From.BuildDir);
  List.addValue(From.CudaPath);
  List.addValue(From.ExtraArgs);
  List.addValue(From.Instantiate);
  List.addValue(From.Config);
  List.addSwitch(From.NoConfig);
  List.addValue(From.Loops);
  List.addValue(From.Kernel);
  List.addValue(From.HeaderFilter);
  List.addChoice(From.Form, From.Form.getParser());
  List.addValue(From.Stages);
  List.addChoice(From.Epilogue, From.Epilogue.getParser());
  List.addChoice(From.Unroll, From.Unroll.getParser());
  List.addChoice(From.Api, From.Api.getParser());
  List.addWords(From.Archs, architectures());
  List.addValue(From.Block);
  List.addValue(From.DynamicSmem);
  List.addValue(From.Ratio);
  List.addSwitch(From.AssumeNoAlias);
  List.addSwitch(From.RepairBarrier);
  List.addSwitch(From.EditLaunches);
  List.addSwitch(From.NoEditLaunches);
  List.addSwitch(From.Widen);
  List.addSwitch(From.CopyOnce);
  List.addSwitch(From.AllowOccupancyLoss);
  List.addSwitch(From.AllowSpills);
  List.addChoice(From.VerifyBy, From.VerifyBy.getParser());
  List.addSwitch(From.StrictVerify);
  List.addValue(From.KeepCounterexample);
  List.addValue(From.Nvdisasm);
  List.addValue(From.Cuobjdump);
  List.addValue(From.Build);
  List.addValue(From.Run);
  List.addValue(From.VerifySeeds);
  List.addValue(From.VerifyTimeout);
  List.addValue(From.ExecutorLib);
  List.addSwitch(From.InPlace);
  List.addValue(From.OutputFile);
  List.addChoice(From.Report, From.Report.getParser());
  List.addChoice(From.Print, From.Print.getParser());
  List.addSwitch(From.Check);
  List.addSwitch(From.Strict);
  List.addSwitch(From.ErrorOnChange);
  List.addWords(From.Explain, explainedNames());
  List.addChoice(From.Generate, From.Generate.getParser());
  List.addValue(From.Jobs);
  List.addSwitch(From.Quiet);
  List.addChoice(From.Colour, From.Colour.getParser());
  return List.take();
}

} // namespace pipeline_rewrite
