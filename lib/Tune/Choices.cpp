//===- Choices.cpp - What programs measured while they ran ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Choices.h"
#include "Search/Pipeline.h"
#include "Write/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include <cmath>
#include <map>
#include <set>

using namespace llvm;

namespace pipeline_rewrite {
namespace {

/// What is printed of one kernel.
struct Printed {
  std::string Gpu;
  size_t Sizes = 0;
  std::map<std::string, std::vector<double>> Times; ///< of each form
};

/// Reads ", ldg, 2 stages, peel x0.780, cpasync, … x1.002; chosen …". A form
/// has commas of its own: the number ends it.
void readTimes(StringRef Text, Printed &Into) {
  static const Regex Number(R"( x([0-9]+\.[0-9]{3})[,;])");
  SmallVector<StringRef, 2> Found;
  while (Number.match(Text, &Found)) {
    StringRef Form = Text.take_front(Found[0].begin() - Text.begin());
    double Time = 0; // 0: this form is launched no more
    if (Form.consume_front(", ") && !Found[1].getAsDouble(Time) && Time > 0)
      Into.Times[Form.str()].push_back(Time);
    Text = Text.drop_front(Found[0].end() - 1 - Text.begin());
  }
}

std::map<std::string, Printed> readLines(StringRef Text) {
  static const Regex Line("pipeline_dispatch: ([^ ]+) device [0-9]+ "
                          R"((\((.*)\) )?grid .* source ms [0-9.]+(, .*))");
  std::map<std::string, Printed> Kernels;
  SmallVector<StringRef, 5> Found;
  for (StringRef Each : split(Text, '\n'))
    if (Line.match(Each, &Found)) {
      Printed &Of = Kernels[Found[1].str()];
      Of.Gpu = Found[3].str();
      ++Of.Sizes;
      readTimes(Found[4], Of);
    }
  return Kernels;
}

/// "cpasync, 3 stages, peel, rolled" as "variant=cpasync", "stages=3",
/// "epilogue=peel", "unroll=roll"; none if there is no option for a word, as
/// "mixed", or the loops of the kernel have several forms.
std::vector<std::string> optionsOf(StringRef Text) {
  SmallVector<StringRef> Loops, Words;
  Text.split(Loops, "; ");
  if (!all_equal(Loops))
    return {};
  Loops.front().split(Words, ", ");
  std::vector<std::string> Out;
  for (StringRef Word : Words) {
    StringRef Count = Word;
    if (Out.empty())
      Out.push_back("variant=" + Word.str());
    else if (Count.consume_back(" stages"))
      Out.push_back("stages=" + Count.str());
    else if (Word == "peel" || Word == "predicate")
      Out.push_back("epilogue=" + Word.str());
    else if (Word == "rolled")
      Out.push_back("unroll=roll");
    else if (Word == "fragments ahead")
      Out.push_back("fragments=ahead");
    else if (Word != "1 buffer" && Word != "launches edited" &&
             Word != "original kept")
      return {};
  }
  TunedForm Form;
  Form.Form = Out;
  Options Unused;
  if (Error E = setTunedForm(Unused, Form)) {
    consumeError(std::move(E));
    return {};
  }
  return Out;
}

/// The definition that the loops of a kernel are in; "" if several have its
/// name, or none.
std::string definitionOf(StringRef Kernel, ArrayRef<LoopReport> Loops) {
  std::set<std::string> Found;
  for (const LoopReport &Loop : Loops)
    if (Loop.Kernel == Kernel)
      Found.insert(Loop.Definition);
  return Found.size() == 1 ? *Found.begin() : "";
}

/// Decides for one kernel.
void keep(TimedKernel &Of, double Gain) {
  const bool GainsNowhere = all_of(Of.Forms, [&](const TimedForm &Each) {
    return *min_element(Each.Times) > 1 - Gain;
  });
  const auto Best = find_if(Of.Forms, [&](const TimedForm &Each) {
    return Each.Times.size() == Of.Sizes && Each.most() < 1 + Gain &&
           Each.mean() < 1 - Gain && !optionsOf(Each.Text).empty();
  });
  if (Best == Of.Forms.end() && !GainsNowhere) {
    Of.WhyNot = "no form is faster in the mean and not slower in any size";
    Of.Kept.reset();
  } else if (!GainsNowhere) {
    Of.Kept->Form = optionsOf(Best->Text);
    Of.Kept->Speedup = 1 / Best->mean();
  }
}

std::string ratioText(double Value) { return formatv("{0:f3}", Value).str(); }

} // namespace

double TimedForm::mean() const {
  double Sum = 0;
  for (double Time : Times)
    Sum += std::log(Time);
  return std::exp(Sum / double(Times.size()));
}

double TimedForm::most() const { return *max_element(Times); }

Expected<std::vector<TimedKernel>> readChoices(StringRef File,
                                               const ParseJob &Job,
                                               Options Opts, double MinGain,
                                               ArrayRef<std::string> Archs) {
  auto Text = MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/true);
  if (!Text)
    return createStringError(File + ": " + Text.getError().message());
  // Any form will do: it is the kernels that are asked for.
  Opts.Form = Variant::Ldg;
  Opts.RunKernels = false;
  Opts.TunedFile = NoTunedFile.str();
  auto Unit = rewriteUnit(Job, Opts);
  if (!Unit)
    return Unit.takeError();
  std::vector<TimedKernel> All;
  for (auto &[Name, Seen] : readLines((*Text)->getBuffer())) {
    const std::string Definition = definitionOf(Name, Unit->Loops);
    if (Definition.empty() || Seen.Times.empty())
      continue;
    All.push_back({Name, Seen.Gpu, Seen.Sizes, {}, {}, ""});
    for (auto &[Form, Times] : Seen.Times)
      All.back().Forms.push_back({Form, Times});
    stable_sort(All.back().Forms, [](const TimedForm &L, const TimedForm &R) {
      return L.mean() < R.mean();
    });
    All.back().Kept = TunedForm{
        Name, Definition, {}, Seen.Gpu, Archs.vec(), 1, unsigned(Seen.Sizes)};
    keep(All.back(), MinGain / 100);
  }
  if (All.empty())
    return createStringError(File +
                             ": no line of PIPELINE_DISPATCH=print is of a "
                             "kernel with a K-loop in " +
                             Job.File);
  return All;
}

void printChoices(raw_ostream &OS, ArrayRef<TimedKernel> All) {
  using Align = TextTable::Align;
  for (const TimedKernel &Of : All) {
    OS << Of.Name << ": " << Of.Sizes << (Of.Sizes == 1 ? " size" : " sizes")
       << (Of.Gpu.empty() ? "" : ", GPU: ") << Of.Gpu << '\n';
    TextTable Table({{"form", Align::Left},
                     {"sizes", Align::Right},
                     {"mean", Align::Right},
                     {"least", Align::Right},
                     {"most", Align::Right}});
    for (const TimedForm &Each : Of.Forms)
      Table.addRow({Each.Text, utostr(Each.Times.size()),
                    ratioText(Each.mean()), ratioText(*min_element(Each.Times)),
                    ratioText(Each.most())});
    Table.print(OS, /*Indent=*/2);
    OS << "  kept: "
       << (!Of.Kept                ? "nothing, " + Of.WhyNot
           : Of.Kept->Form.empty() ? "the source, no form gains in any size"
                                   : "--" + join(Of.Kept->Form, " --"))
       << '\n';
  }
}

} // namespace pipeline_rewrite
