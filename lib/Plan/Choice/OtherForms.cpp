//===- OtherForms.cpp - What to try if a form costs too much --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Plan/Choice/OtherForms.h"

namespace pipeline_rewrite {
namespace {

EpilogueShape otherShape(const PipelinePlan &Plan) {
  return Plan.Shape == LoopShape::Peel ? EpilogueShape::Predicate
                                       : EpilogueShape::Peel;
}

class FormList {
public:
  FormList(const PipelinePlan &Planned, llvm::ArrayRef<PlanInstance> Instances,
           const SourceUnit &Unit, const Options &Asked, FormsFor Why)
      : Planned(Planned), Instances(Instances), Unit(Unit), Base(Asked),
        Why(Why), Summaries{Planned.summary()} {}

  std::vector<Options> list() {
    if (Base.Unroll == LoopUnroll::Auto &&
        (Planned.Facts->Loop->unrollHint() || Planned.UnrollLoop)) {
      Base.Unroll = LoopUnroll::Roll;
      add(Base, Planned.copyForm());
    }
    if (Base.Epilogue == EpilogueShape::Auto)
      addOtherShape(Base, Planned.copyForm());
    addThroughRegisters();
    if (Base.StagesBy != StageCount::Exact)
      addFewerStages();
    return std::move(Forms);
  }

private:
  /// Two buffers still, and the user's own statements in place of copies. It
  /// costs registers, so that it helps where text is what stands in the way.
  void addThroughRegisters() {
    if (Why != FormsFor::Text || Base.Form != Variant::Auto ||
        !Planned.usesAsync())
      return;
    Options Fetched = Base;
    Fetched.Form = Variant::Ldg;
    add(Fetched, CopyForm::Ldg);
  }

  void addFewerStages() {
    Options Fewer = Base;
    if (Planned.isRing()) {
      Fewer.StagesBy = StageCount::Exact;
      Fewer.Stages = 2;
      add(Fewer, Planned.copyForm());
    }
    if (Base.Form != Variant::Auto)
      return;
    Fewer.Form = Variant::LdgSingle;
    add(Fewer, CopyForm::LdgSingle);
    if (Base.Epilogue == EpilogueShape::Auto)
      addOtherShape(Fewer, CopyForm::LdgSingle);
  }

  void addOtherShape(Options Other, CopyForm Form) {
    Other.Epilogue = otherShape(Planned);
    add(Other, Form);
  }

  /// Takes what gives a plan of this form, if it is none of those that are
  /// there.
  void add(const Options &Wish, CopyForm Form) {
    auto Result = planPipeline(Instances, Unit, Wish);
    const auto *Made = std::get_if<PlannedLoop>(&Result);
    if (!Made || Made->Plan.copyForm() != Form)
      return;
    std::string Summary = Made->Plan.summary();
    if (llvm::is_contained(Summaries, Summary))
      return;
    Summaries.push_back(std::move(Summary));
    Forms.push_back(Wish);
  }

  const PipelinePlan &Planned;
  llvm::ArrayRef<PlanInstance> Instances;
  const SourceUnit &Unit;
  Options Base; ///< of the forms that follow
  FormsFor Why;
  std::vector<Options> Forms;
  std::vector<std::string> Summaries;
};

} // namespace

std::vector<Options> otherForms(const PipelinePlan &Planned,
                                llvm::ArrayRef<PlanInstance> Instances,
                                const SourceUnit &Unit, const Options &Asked,
                                FormsFor Why) {
  return FormList(Planned, Instances, Unit, Asked, Why).list();
}

} // namespace pipeline_rewrite
