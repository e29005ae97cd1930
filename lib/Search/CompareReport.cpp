//===- CompareReport.cpp - What is said of the forms that were compared ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/CompareForms.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace pipeline_rewrite {

static std::string onOneLine(std::string Text) {
  std::replace(Text.begin(), Text.end(), '\n', ' ');
  return Text;
}

std::string textOf(const Prediction &Time) {
  if (!Time.isCandidate())
    return "no candidate: " + Time.WhyNot;
  std::string Out;
  raw_string_ostream(Out) << format("x%.2f +- %.2f", Time.Ratio, Time.Doubt);
  return Out;
}

std::string FormComparison::chosenText(const Group &Of) const {
  const auto Compiled = count_if(
      Of.All, [](const Combination &Each) { return Each.Time.has_value(); });
  return "nvcc compiled " + std::to_string(Compiled) +
         (Compiled == 1 ? " form" : " forms") +
         ", of which this one is predicted to be the fastest: " +
         textOf(*Of.Chosen->Time) + " of the time" + blockText(Of) +
         profileText(Of) + leftOutText(Of);
}

/// The prediction is fitted to these measurements alone (docs/data).
static constexpr StringLiteral FittedTo = "sm_90";

static std::string elsewhereText(ArrayRef<std::string> Archs) {
  std::vector<std::string> Others;
  for (const std::string &Arch : Archs)
    if (!StringRef(Arch).starts_with(FittedTo))
      Others.push_back(Arch);
  return Others.empty() ? ""
                        : ("; the prediction is fitted to " + FittedTo +
                           ", not to " + join(Others, ", "))
                              .str();
}

void FormComparison::forEachKernel(
    const Group &Of, function_ref<void(const ComparedKernel &)> Do) {
  for (const Combination &Each : Of.All)
    for (const auto &[Offset, Form] : Each.Loops)
      for_each(Form.Kernels, Do);
}

std::string FormComparison::profileText(const Group &Of) const {
  std::set<std::string> Said;
  std::string Out;
  forEachKernel(Of, [&](const ComparedKernel &Kernel) {
    if (const KernelProfile *At = findProfile(Opts.Profile, Kernel.Code.Symbol);
        At && Said.insert(At->Kernel).second)
      raw_string_ostream(Out) << format(
          "; profiled: warps wait %.0f %% of their time for loads and "
          "barriers, the busiest unit does %.0f %% of what it can",
          100 * At->Waits, 100 * At->Busiest);
  });
  return Out;
}

std::string FormComparison::leftOutText(const Group &Of) const {
  size_t Count = 0;
  for (unsigned Offset : Of.Loops)
    Count += Loops.at(Offset).LeftOut;
  std::string Out = elsewhereText(Opts.Archs);
  if (Count)
    Out += "; " + std::to_string(Count) + " more would take nvcc too long";
  for (unsigned Offset : Of.Loops)
    if (const std::string &Why = Loops.at(Offset).NoAsync; !Why.empty())
      return Out + "; none by cp.async: " + Why;
  return Out;
}

Refusal FormComparison::refusal(const Group &Of, unsigned Offset) const {
  Refusal Why{RefusalId::NothingToGain, Loops.at(Offset).Place, "", {}};
  if (Of.Chosen) {
    Why.Detail = "the kernel is predicted to be faster if another loop of it "
                 "is pipelined alone";
    return Why;
  }
  const Combination *Best = nullptr;
  unsigned Count = 0;
  for (const Combination &Each : Of.All)
    if (Each.Time) {
      ++Count;
      if (!Best || Each.Time->atMost() < Best->Time->atMost())
        Best = &Each;
    }
  auto At = Best->Loops.find(Offset);
  const std::string Form = At == Best->Loops.end() ? "" : At->second.Text;
  const std::string Compiled =
      std::to_string(Count) + " forms that nvcc compiled";
  Why.Detail =
      Best->Time->isCandidate()
          ? "the best of " + Compiled +
                (Form.empty() ? "" : ", " + Form + ",") +
                " is predicted to take " + textOf(*Best->Time) + " of the time"
          : "none of " + Compiled + " is a candidate; the first" +
                (Form.empty() ? "" : ", " + Form) + ": " + Best->Time->WhyNot;
  Why.Detail += blockText(Of) + profileText(Of) + leftOutText(Of);
  return Why;
}

void FormComparison::report(UnitResult &Result,
                            ArrayRef<unsigned> Offsets) const {
  append_range(Result.Notes, Notes);
  for (const Group &Each : Groups)
    for (auto [Offset, Loop] : zip_equal(Offsets, Result.Loops)) {
      const ComparedForm *Shown = nullptr;
      for (const Combination &One : Each.All) {
        auto At = One.Loops.find(Offset);
        if (At == One.Loops.end())
          continue;
        ComparedForm &Form = Loop.Compared.emplace_back(At->second);
        Form.IsChosen = &One == Each.Chosen;
        if (Form.IsChosen || (!Each.Chosen && !Shown))
          Shown = &At->second;
      }
      if (Shown)
        for (const ComparedKernel &Kernel : Shown->Kernels)
          Loop.Code.push_back(Kernel.Code);
    }
}

std::string FormComparison::table() const {
  std::string Out;
  raw_string_ostream OS(Out);
  OS << "file\tline\tkernel\tsymbol\tform\tchosen\tratio\tdoubt";
  forEachFact(CandidateFacts(),
              [&](const char *Name, const auto &) { OS << '\t' << Name; });
  OS << '\n';
  for (const std::string &Note : Notes)
    OS << "# " << onOneLine(Note) << '\n';
  for (const Group &Each : Groups)
    for (const Combination &One : Each.All) {
      if (!One.WhyNot.empty())
        for (const auto &[Offset, Form] : One.Forms)
          OS << "# line " << Loops.at(Offset).Place.Line << ", " << Form->Form
             << ": " << onOneLine(One.WhyNot) << '\n';
      for (const auto &[Offset, Form] : One.Loops)
        for (const ComparedKernel &Kernel : Form.Kernels) {
          const SourcePlace &Place = Loops.at(Offset).Place;
          OS << Place.File << '\t' << Place.Line << '\t' << Kernel.Code.Instance
             << '\t' << Kernel.Code.Symbol << '\t' << Form.Text << '\t'
             << (&One == Each.Chosen) << '\t';
          if (Kernel.Time.isCandidate())
            OS << format("%.4f\t%.4f", Kernel.Time.Ratio, Kernel.Time.Doubt);
          else
            OS << "-\t-";
          forEachFact(Kernel.Facts, [&](const char *, const auto &Value) {
            OS << '\t' << format("%.10g", double(Value));
          });
          OS << '\n';
        }
    }
  return Out;
}

void FormComparison::leaveOut(unsigned Offset) {
  for (Group &Each : Groups)
    if (is_contained(Each.Loops, Offset))
      Each.Chosen = nullptr;
}

bool FormComparison::hasKernel(const Combination &Of,
                               function_ref<bool(const ComparedKernel &)> Is) {
  return any_of(Of.Loops, [&](const auto &Loop) {
    return any_of(Loop.second.Kernels, Is);
  });
}

std::vector<FormsOfKernel> FormComparison::ranked() const {
  std::vector<FormsOfKernel> Out;
  for (const Group &Of : Groups) {
    std::vector<const Combination *> Order;
    for (const Combination &Each : Of.All)
      if (Each.WhyNot.empty() && Each.Time &&
          hasKernel(Each, [](const auto &Of) { return !Of.IsSameCode; }) &&
          !hasKernel(Each, [](const auto &Of) {
            return !Of.Code.FusedOtherwise.empty();
          }))
        Order.push_back(&Each);
    // Those that are no candidates are measured after all others, in the order
    // of the rules: what says so is no measurement.
    stable_sort(Order, [](const Combination *L, const Combination *R) {
      const bool IsLeft = L->Time->isCandidate(),
                 IsRight = R->Time->isCandidate();
      return IsLeft != IsRight
                 ? IsLeft
                 : IsLeft && L->Time->atMost() < R->Time->atMost();
    });
    FormsOfKernel &Next = Out.emplace_back();
    Next.Loops = Of.Loops;
    for (const Combination *Each : Order) {
      FormOfKernel &Form = Next.Forms.emplace_back();
      for (const auto &[Offset, As] : Each->Forms)
        Form[Offset] = As->Asked;
    }
  }
  return Out;
}

} // namespace pipeline_rewrite
