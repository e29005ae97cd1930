//===- LayOutTiles.cpp - Tiles whose rows are laid further apart ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Search/LayOutTiles.h"
#include "Chain/UnitRun.h"
#include "Emit/Loop/RowText.h"
#include "Emit/Source/WrittenEdits.h"
#include "Execution/CountConflicts.h"
#include "Execution/ExecuteLoops.h"
#include "Match/FindKLoops.h"
#include "Plan/RowKernels.h"
#include "Search/RunRewrites.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

/// The loops of a unit and what their kernels access.
struct CountedUnit {
  CountedUnit(const SourceUnit &Unit, const Options &Opts) : Unit(Unit) {
    for (const KLoopSite &Site : findKLoops(Unit))
      if (isSelected(Site, Opts) && !Site.PatternOnly) {
        Sites.push_back(Site);
        Loops.push_back(originalToRun(Site, Unit, Opts));
      }
  }

  void count() {
    if (!Loops.empty())
      Kernels = countConflicts(Unit, Loops);
  }

  std::vector<const FunctionDecl *> functions() const {
    std::vector<const FunctionDecl *> All;
    for (const LoopToRun &Loop : Loops)
      for (const FunctionDecl *F : Loop.Functions)
        if (!llvm::is_contained(All, F))
          All.push_back(F);
    return All;
  }

  const SourceUnit &Unit;
  std::vector<KLoopSite> Sites;
  std::vector<LoopToRun> Loops;
  std::vector<CountedKernel> Kernels;
};

/// One tile as it is written, with its names in the code.
struct WrittenTile {
  const VarDecl *Var; ///< of the first instance
  std::string Kernel;
  TileToLayOut Plan;
  std::vector<std::string> Symbols;              ///< of Plan.Instances
  llvm::SmallPtrSet<const FunctionDecl *, 2> In; ///< whose loops are known
};

RowDistances distances(const WrittenTile &Tile, unsigned Pad) {
  RowDistances Out;
  for (auto [Symbol, Rows] : llvm::zip_equal(Tile.Symbols, Tile.Plan.Instances))
    Out[Symbol] = {Rows.rowBytes(),
                   Rows.rowBytes() + uint64_t(Pad) * Rows.ElementBytes};
  return Out;
}

/// What these kernels access of the tile, of all its instances.
std::vector<LineConflicts> conflictsOf(const WrittenTile &Tile,
                                       llvm::ArrayRef<CountedKernel> Kernels,
                                       const RowDistances &With = {}) {
  std::map<std::pair<unsigned, SharedAccess>, LineConflicts> Sum;
  for (const CountedKernel &Kernel : Kernels)
    for (const LineConflicts &Each : Kernel.Log.count(With))
      if (llvm::is_contained(Tile.Symbols, Each.Tile)) {
        LineConflicts &Of = Sum[{Each.Line, Each.How}];
        Of.Line = Each.Line;
        Of.How = Each.How;
        Of.Tile = Tile.Var->getNameAsString();
        Of.Accesses += Each.Accesses;
        Of.Ideal += Each.Ideal;
        Of.Wavefronts += Each.Wavefronts;
      }
  std::vector<LineConflicts> Out;
  for (auto &[Key, Of] : Sum)
    Out.push_back(std::move(Of));
  return Out;
}

uint64_t wavefronts(llvm::ArrayRef<LineConflicts> Of) {
  uint64_t Sum = 0;
  for (const LineConflicts &Each : Of)
    Sum += Each.Wavefronts;
  return Sum;
}

/// The tiles of all functions with loops, each with all its instances.
std::deque<WrittenTile> findTiles(const CountedUnit &Counted) {
  const SourceUnit &Unit = Counted.Unit;
  std::deque<WrittenTile> Tiles;
  std::map<unsigned, size_t> Known; // by the place of the declaration
  ASTNameGenerator Symbols(Unit.context());
  for (const KLoopSite &Site : Counted.Sites)
    for (const KLoop &Loop : Site.Instances)
      for (TileRows &Rows : findTileRows(Loop.Function, Unit)) {
        const std::string Symbol = Symbols.getName(Rows.Var);
        if (!Unit.isInSubject(Rows.Var->getLocation()))
          continue;
        const auto [At, IsNew] = Known.try_emplace(
            Unit.sources().getFileOffset(
                Unit.sources().getExpansionLoc(Rows.Var->getLocation())),
            Tiles.size());
        if (IsNew)
          Tiles.push_back({Rows.Var, Site.Kernel, {}, {}, {}});
        WrittenTile &Tile = Tiles[At->second];
        Tile.In.insert(Loop.Function);
        if (llvm::is_contained(Tile.Symbols, Symbol))
          continue; // of another loop
        Tile.Symbols.push_back(Symbol);
        Tile.Plan.Instances.push_back(std::move(Rows));
      }
  for (WrittenTile &Tile : Tiles)
    for (TileRows &Rows : findOtherInstances(Tile.Plan.Instances, Unit)) {
      Tile.Symbols.push_back(Symbols.getName(Rows.Var));
      Tile.Plan.Instances.push_back(std::move(Rows));
    }
  return Tiles;
}

class TileLayouter {
public:
  TileLayouter(const SourceUnit &Unit, const Options &Opts,
               const Describe &Later)
      : Unit(Unit), Opts(Opts), Later(Later), Counted(Unit, Opts) {}

  LaidOutUnit run() {
    Out.Result.emplace();
    Tiles = findTiles(Counted);
    if (Tiles.empty())
      return std::move(Out);
    if (Opts.RunKernels)
      Counted.count();
    plan();
    while (!isSettled())
      ;
    for (auto [Tile, Plan] : llvm::zip_equal(Tiles, Plans))
      report(Tile, Plan);
    return std::move(Out);
  }

private:
  void plan() {
    RowKernels Kernels(Unit, Opts);
    std::vector<TileToLayOut> ToPlan;
    for (WrittenTile &Tile : Tiles) {
      Tile.Plan.Wavefronts = [this, &Tile](unsigned Pad) {
        return wavefronts(
            conflictsOf(Tile, Counted.Kernels, distances(Tile, Pad)));
      };
      Kernels.addTo(Tile.Plan);
      ToPlan.push_back(Tile.Plan);
    }
    for (const CountedKernel &Each : Counted.Kernels)
      Kernels.count(Each.Kernel, Each.Threads, wavefronts(Each.Log.count()));
    Plans = planRows(ToPlan, Kernels.found(), Opts);
  }

  /// Writes and runs what is planned; false if another plan was made of it.
  bool isSettled() {
    Out.Unit.reset();
    Out.Written.clear();
    if (!write())
      return false;
    if (Out.Written.empty())
      return true;
    auto Padded = parseWrittenOut(Unit, Opts, Out.Written, Later);
    if (!Padded)
      return dropAll(RefusalId::RowLengthReliedOn,
                     toString(Padded.takeError()));
    if (Padded.get()->errors().size() > Unit.errors().size())
      return dropAll(RefusalId::RowLengthReliedOn,
                     "with padded rows: " +
                         Padded.get()->errors().front().Message);
    if (!runs(**Padded))
      return false;
    Out.Unit = std::move(*Padded);
    return true;
  }

  bool write() {
    EditSet All;
    for (auto [Tile, Plan] : llvm::zip_equal(Tiles, Plans))
      for (const TileRows &Rows : Tile.Plan.Instances) {
        if (!Plan.Pad)
          continue;
        auto Edits = padRows(Rows, Plan.Pad, Unit);
        if (auto *No = std::get_if<Answer>(&Edits)) {
          Plan = {0, std::move(*No)};
          return false;
        }
        All.add(std::get<EditSet>(Edits));
      }
    for (const TextEdit &E : All.edits())
      if (llvm::none_of(Out.Written, [&](const WrittenMacro &M) {
            return M.Begin == E.Begin && M.Text == E.Text;
          }))
        Out.Written.push_back({E.Begin, E.End, E.Text});
    llvm::sort(Out.Written, [](const WrittenMacro &A, const WrittenMacro &B) {
      return A.Begin < B.Begin;
    });
    return true;
  }

  /// Both texts of the kernels, with the same launches.
  bool runs(const SourceUnit &Padded) {
    CountedUnit After(Padded, Opts);
    ExecutedLoops Done = executeLoops(Unit, Counted.Loops,
                                      outputCode(Padded, After.functions()));
    if (Done.Wrong)
      return dropAll(RefusalId::RowLengthReliedOn,
                     "when it is run with padded rows, '" + Done.Wrong->Kernel +
                         "' does something else: " + Done.Wrong->What);
    LoopExecution Sum;
    bool IsRun = true;
    for (auto [Loop, Each] : llvm::zip_equal(Counted.Loops, Done.Loops)) {
      if (Each.Launches)
        Sum.add(Each);
      else
        IsRun &= !dropIn(Loop, Each.WhyNot);
    }
    if (!IsRun)
      return false;
    Out.Result->Execution = std::move(Sum);
    After.count();
    Kernels = std::move(After.Kernels);
    for (auto [Tile, Plan] : llvm::zip_equal(Tiles, Plans))
      if (Plan.Pad && wavefronts(conflictsOf(Tile, Kernels)) >=
                          wavefronts(conflictsOf(Tile, Counted.Kernels))) {
        Plan = {0, Answer(RefusalId::NoConflictsLess,
                          "with padded rows it takes no fewer wavefronts")};
        return false;
      }
    return true;
  }

  static bool isIn(const WrittenTile &Tile, const LoopToRun &Loop) {
    return llvm::any_of(Loop.Functions, [&](const FunctionDecl *F) {
      return Tile.In.contains(F);
    });
  }

  /// True if padded tiles are in it.
  bool dropIn(const LoopToRun &Loop, const std::string &WhyNot) {
    bool Dropped = false;
    for (auto [Tile, Plan] : llvm::zip_equal(Tiles, Plans))
      if (Plan.Pad && isIn(Tile, Loop)) {
        Plan = {0, Answer(RefusalId::ConflictsNotCounted,
                          "with padded rows it could not be run: " + WhyNot)};
        Dropped = true;
      }
    return Dropped;
  }

  bool dropAll(RefusalId Id, const std::string &Why) {
    for (auto [Tile, Plan] : llvm::zip_equal(Tiles, Plans))
      if (Plan.Pad)
        Plan = {0, Answer(Id, Why)};
    return false;
  }

  void report(const WrittenTile &Tile, const RowPlan &Plan) {
    TileLayoutReport &New = Out.Result->Tiles.emplace_back();
    New.Place = Unit.place(Tile.Var->getLocation());
    New.Kernel = Tile.Kernel;
    New.Tile = Tile.Var->getNameAsString();
    New.Pad = Plan.Pad;
    if (Plan.IsPadded.isNo())
      New.Reason = refusalOf(Plan.IsPadded, Tile.Var->getLocation(), Unit);
    New.Before = conflictsOf(Tile, Counted.Kernels);
    if (Plan.Pad)
      New.After = conflictsOf(Tile, Kernels);
    for (const TileRows &Rows : Tile.Plan.Instances) {
      New.BytesBefore = std::max(New.BytesBefore, Rows.bytes());
      New.BytesAfter =
          std::max(New.BytesAfter,
                   Rows.bytes() + Rows.Rows * Plan.Pad * Rows.ElementBytes);
    }
  }

  const SourceUnit &Unit;
  const Options &Opts;
  const Describe &Later;
  CountedUnit Counted;
  std::deque<WrittenTile> Tiles;
  std::vector<RowPlan> Plans;
  std::vector<CountedKernel> Kernels; ///< with padded rows
  LaidOutUnit Out;
};

} // namespace

LaidOutUnit layOutTiles(const SourceUnit &Unit, const Options &Opts,
                        const Describe &Later) {
  if (Opts.Layout == TileLayout::Keep)
    return {};
  return TileLayouter(Unit, Opts, Later).run();
}

void takeLayout(UnitResult &Result, LaidOutUnit &Laid,
                llvm::StringRef PaddedText) {
  Result.TileLayouts = std::move(Laid.Result);
  if (!Laid.Unit)
    return;
  const std::string Checked = Result.NewText;
  EditSet All;
  const auto TakeBack = [&](auto &Report) {
    All.add(Report.Changes);
    Report.Changes = editsBefore(Report.Changes, Laid.Written, PaddedText);
    if (Report.Include)
      Report.Include->Begin = Report.Include->End =
          offsetBefore(Laid.Written, Report.Include->Begin);
  };
  llvm::for_each(Result.Loops, TakeBack);
  if (Result.TileCopies)
    llvm::for_each(*Result.TileCopies, TakeBack);
  Result.OldText = Laid.Unit->text().str();
  for (auto [Row, IsTouched] :
       llvm::zip_equal(Laid.Written, touchedBy(All, Laid.Written)))
    if (!IsTouched)
      Result.TileLayouts->Changes.replace(Row.Begin, Row.End, Row.Text);
  settleEdits(Result);
  if (Result.InternalFault)
    Result.NewText = Result.OldText;
  else if (Result.NewText != Checked)
    Result.InternalFault = "the text with padded rows is not the one that was "
                           "checked";
}

void printConflicts(llvm::raw_ostream &OS, const SourceUnit &Unit,
                    const Options &Opts) {
  CountedUnit Counted(Unit, Opts);
  Counted.count();
  ASTNameGenerator Symbols(Unit.context());
  std::map<std::string, std::string> Names;
  for (const FunctionDecl *F : Counted.functions())
    for (const TileRows &Rows : findTileRows(F, Unit))
      Names[Symbols.getName(Rows.Var)] = Rows.Var->getNameAsString();
  for (const CountedKernel &Kernel : Counted.Kernels) {
    OS << "kernel "
       << (Kernel.Launch.empty() ? Kernel.Kernel->getNameAsString()
                                 : Kernel.Launch)
       << "\n";
    if (!Kernel.WhyNot.empty())
      OS << "  not counted: " << Kernel.WhyNot << "\n";
    for (LineConflicts &Each : Kernel.Log.count()) {
      if (auto At = Names.find(Each.Tile); At != Names.end())
        Each.Tile = At->second;
      OS << "  " << textOf(Each) << "\n";
    }
  }
}

} // namespace pipeline_rewrite
