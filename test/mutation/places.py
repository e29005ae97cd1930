"""Where lib/ gets its mistakes: pieces of its sources, and what becomes of them.

What becomes is what is marked in a piece by [[ ]], or stands where an empty mark is; without a mark, behind
the piece. A piece is found once in its source; blanks and line breaks do not count. Names: Mutations.def.
Mistakes of order and of text are in MutateSchedule.cpp and MutateText.cpp.
"""
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from dataclasses import dataclass

MARKED, MADE = "@marked@", "@made@"


@dataclass(frozen=True)
class Place:
    source: str  # below lib/
    text: str
    becomes: str

    def planted(self, made, marked):
        return self.becomes.replace(MADE, made).replace(MARKED, marked)


def instead(source, text, value):
    """A mistake gives another value."""
    return Place(source, text, f"({MADE} ? {value} : {MARKED})")


def never(source, text):
    """A rule is not asked: what is marked is never true."""
    return Place(source, text, f"(!{MADE} && ({MARKED}))")


def always(source, text):
    return Place(source, text, f"({MADE} || ({MARKED}))")


def omitted(source, text):
    """What is marked is not done."""
    return Place(source, text, f"if (!{MADE}) {{ {MARKED} }}")


def first(source, text, statement):
    """A statement is added."""
    return Place(source, text if "[[" in text else text + "[[]]", f" if ({MADE}) {statement}")


def returns(source, text, value=""):
    """A function returns before the rest of it."""
    return first(source, text, f"return {value};")


# Where a schedule, and text, have come into being.
ALWAYS_MADE = [
    first("Schedule/BuildSchedule.cpp", "annotate(In, S);", "mutate(S);"),
    first("Schedule/CopyOnce.cpp", "[[]] return S;", "mutate(S);"),
    first("Emit/EmitEdits.cpp", "EditSet Edits = Emit.run();", "mutate(Edits);"),
    first("Emit/Loads/TileCopyText.cpp", "[[]] return std::move(Out);", "mutate(Out);"),
    # The text of a second kernel is that of the first, changed already; what is new is the host's.
    first("Emit/Host/TwinText.cpp", "Out.add(handOver(T, Twin.Sites, Are)); [[]] return Out;", "mutateHost(Out);"),
    instead("Emit/Source/Includes.cpp", "Include += withNewlines([[Support]] + Besides.str(), Newline);", "mutateSupport(Support)"),
]

# In the order of Mutations.def.
PLACES = {
    "drop-kept-barrier": [never("Plan/PlanPipeline.cpp", "P.KeepLoadBarrier = [[In.Facts.LoadBarrierMatters]];")],
    "drop-epilogue-barrier": [
        never("Plan/PlanPipeline.cpp", "P.KeepTrailingBarrier = [[trailingBarrierMatters(In.Facts)]];"),
    ],
    "swallowed-edit": [
        first("Emit/EmitEdits.cpp", "BodyText(T, Lines, Removed, Out).emit();",
              'Out.insert(Removed.ranges().front().Begin + 1, "swallowed");'),
    ],
    "distance-shared": [
        instead("Plan/PipelinePlan.cpp",
                "if (!Parts->inBoth(C.Var)) return Next; return [[ShadowKind::Ahead]];",
                "C.NeedsCopy ? ShadowKind::Ahead : ShadowKind::None"),
    ],
    "other-part-kept": [always("Plan/Phases/IssuePhase.cpp", "[[State.Own->contains(L.S)]];")],
    "include-missing": [
        returns("Emit/Source/Includes.cpp",
                "std::optional<TextEdit> includeFor(std::optional<AsyncApi> Api, llvm::StringRef Text, unsigned Use, "
                "unsigned Limit, llvm::StringRef Besides) {",
                "std::nullopt"),
    ],
    "one-set": [instead("Emit/Loop/FragmentText.cpp", 'Number + [[" % 2;"]])', '" % 1;"')],
    "ahead-of-registers": [never("Plan/Choice/DecideFragments.cpp", "if ([[!Plan.mayReadFragmentsAhead()]])")],
    "allow-other-steps": [
        never("Plan/Choice/DecideFragments.cpp", "if ([[structureOf(Steps) != structureOf(In.Facts.Steps)]])"),
    ],
    "allow-odd-steps": [
        never("Analyse/Forms/FindFragmentSteps.cpp", "if ([[L.Trips % 2 || *Bound != int64_t(L.Trips) * *Step]])"),
    ],
    "allow-more-than-steps": [
        never("Analyse/Forms/FindFragmentSteps.cpp",
              "if ([[readsShared(E) || E.writes(Space::Shared) || E.writes(Space::Global) || "
              "E.writes(Space::Unknown) || (I > Steps.Unit && I < End)]])"),
    ],
    "allow-loop-names": [
        never("Analyse/Forms/FindFragmentSteps.cpp",
              "if ([[isIn(A.K.Loop, Use.Decl->getLocation()) && !isIn(Loop, Use.Decl->getLocation()) && "
              "!isTile(Use.Decl)]])"),
    ],
    "allow-step-types": [
        never("Analyse/Forms/FindFragmentSteps.cpp",
              "if ([[isIn(Steps.Loop.Loop, Use.Decl->getLocation()) && !llvm::is_contained(D->decls(), Use.Decl)]])"),
    ],
    "allow-step-writes": [never("Analyse/Forms/FragmentHalves.cpp", "if ([[writesMemory(E)]])")],
    "allow-step-lambda": [never("Analyse/Forms/FragmentHalves.cpp", "if ([[!Leaf.IsHeader && hasBelow<LambdaExpr>(Leaf.S)]])")],
    "allow-tile-condition": [never("Analyse/Forms/FragmentHalves.cpp", "if ([[IsHeader && readsTiles(Leaf.Does)]])")],
    "allow-computed-index": [
        never("Analyse/Forms/FragmentHalves.cpp", "if ([[!isStepLocal(V) && IsChanged(V)]])"),
        never("Analyse/Forms/FragmentHalves.cpp", "if ([[C.Computes && !C.Reads && C.Does.writesVar(V)]])"),
    ],
    "allow-step-else": [
        never("Analyse/Forms/FragmentHalves.cpp",
              "if ([[If->getInit() || If->getConditionVariable() || If->getElse() || If->isConstexpr()]])"),
    ],
    "allow-kept-fragment": [
        never("Analyse/Forms/FragmentHalves.cpp",
              "if ([[!A.isOutside(V) || findMention(A.K.Function->getBody(), V, "
              "/*Without=*/Steps->Loop.Loop) || !isWrittenBeforeRead(A, V, Body)]])"),
    ],
    "allow-fragment-value": [
        always("Analyse/Forms/FragmentHalves.cpp", "return [[isValueUnused(V, A.Context)]] ? Answer()"),
    ],
    "allow-inner-fragment": [
        instead("Analyse/Forms/FragmentHalves.cpp",
                'return [[No("is declared in an inner block of the k-step")]];',
                "Answer()"),
    ],
    "allow-second-fill": [
        never("Analyse/Forms/FragmentHalves.cpp", "[[!isWrittenOnce(A, V, Body, Steps->Reading)]])"),
    ],
    "allow-computed-fragment": [never("Analyse/Forms/FragmentHalves.cpp", "if ([[IsComputed]] || !isWrittenOnce")],
    "allow-wide-fill": [never("Analyse/Forms/FragmentWrites.cpp", "if ([[isPassedOn(S)]]) IsOnce = false;")],
    "allow-tile-size": [never("Analyse/Forms/FragmentWords.cpp", "return [[namesTile(E)]] ? found(E) : true;")],
    "allow-function-name": [
        returns("Analyse/Forms/FragmentWords.cpp", "bool VisitPredefinedExpr(PredefinedExpr *E) override {", "true"),
    ],
    "arm-fill-dropped": [omitted("Plan/Phases/StorePhase.cpp", "[[F.FillLeaf = Filled->Fill;]]")],
    "arms-of-two-elements": [always("Plan/Phases/FilledArms.cpp", "return [[isSameTree(A.Target, B.Target, State.Context)]] &&"),
                             always("Plan/Phases/FilledArms.cpp",
                                    "[[spellingOf(A.Target, State.Context) == spellingOf(B.Target, State.Context)]]")],
    "held-fill-dropped": [never("Plan/Phases/StorePhase.cpp", "if ([[Held.Initialised]])")],
    "held-forever": [never("Plan/Phases/StorePhase.cpp", "[[!F.writtenBy(L.S)]]) keepInStore(L);")],
    "instance-types": [
        instead("Emit/Source/TypeText.cpp", "Pattern([[Function->getTemplateInstantiationPattern()]])", "nullptr"),
    ],
    "names-unchecked": [returns("Emit/Source/Names.cpp", "bool Names::isFree(llvm::StringRef Name, std::optional<TextRange> Block) const {", "true")],
    "other-files-unseen": [
        returns("Analyse/Host/KernelMentions.cpp",
                "llvm::function_ref<bool(llvm::StringRef)> IsMeant) {",
                "std::nullopt"),
    ],
    "moved-tiles-overlap": [
        instead("Emit/Loop/DynamicText.cpp", 'Base = More + " + " + std::to_string([[Tile->Stages - 1]]);', "Tile->Stages - 2"),
    ],
    "first-for-last": [always("Emit/Loop/OutsideUses.cpp", "if ([[Use != OutsideUse::Last]])")],
    "stages-forgotten": [omitted("Chain/Chain.cpp", "[[Each.Memory.OtherStaticBytes += bytesOfOtherStages(Each);]]")],
    "launch-unasked": [
        instead("Emit/Loop/KeptSource.cpp", 'Given + " >= " + std::to_string([[Launch->Bytes]])', "0"),
    ],
    "allow-kept-address": [
        returns("Analyse/Memory/KeptAddress.cpp",
                "const Expr *findKeptAddress(const LoopAnalysis &A, const VarDecl *V) {",
                "nullptr"),
    ],
    "allow-narrow-index": [never("Analyse/Numbers/TileFills.cpp", "Known[V] = [[mayWrap(New, *Done)]] ?")],
    "allow-moving-row": [always("Analyse/Numbers/SharedValues.cpp", "(!Known.count(V) || [[FromBefore.contains(V)]]);")],
    "allow-ragged-box": [never("Analyse/Numbers/FilledTile.cpp", "!Want || [[distance(Fill) != Want]])")],
    "box-of-one-instance": [
        never("Plan/TensorMaps.cpp", "if ([[SidesVary || (isTemplate(In) && hasTilesSides(In.First))]])"),
    ],
    "host-names-alike": [
        never("Emit/Host/TwinNames.cpp", "return [[startsLikeOther(Wish, Text)]] ? Prefix.str() + Wish : Wish;"),
    ],
    "allow-attributes": [
        omitted("Analyse/Host/ConfiguredLaunch.cpp", '[[Out.IsKnown = "the launch\'s configuration has attributes";]]'),
    ],
    "allow-graph-arguments": [never("Analyse/Host/KernelTwins.cpp", 'if ([[Unit.text().contains("NodeSetParam")]])')],
    "state-inside": [
        always("Emit/Loop/ScheduleText.cpp", "if ([[!loopThatKeepsState(T.Plan)]])"),
        always("Emit/EmitEdits.cpp", "const Stmt *Outer = loopThatKeepsState(T.Plan); if ([[!Outer]])"),
    ],
    "runs-unfenced": [never("Emit/Loop/ScheduleText.cpp", "T.event(In, [[beginsAgain(T.Plan)]] ? &AsyncWords::again")],
    "state-any-place": [
        always("Schedule/FromPlan.cpp", "In.StateIsKept = [[loopThatKeepsState(Plan) != nullptr]];"),
    ],
    "mixed-unpublished": [always("Schedule/PlaceBarriers.cpp", "if (In.waitsForBlock() && [[!In.Fetches]]) return;")],
    "mixed-one-thread": [
        instead("Emit/Loads/SliceText.cpp",
                "const std::string Rest = [[LoadRenderer(T, Phase, TileIndex, KeptLoads::Others).run(In)]];",
                '"if (" + T.Async->copying() + ")" + '
                "LoadRenderer(T, Phase, TileIndex, KeptLoads::Others).run(In)"),
    ],
    "opening-of-one-thread": [
        never("Emit/Loads/KeptLoads.cpp", "return [[Of == Copies && U.Opening]];"),
        never("Emit/Loads/SliceText.cpp", "return T.Slice.Calls.empty() && ![[hasOpenings(T)]] &&"),
    ],
    "mixed-locals": [
        returns("Emit/Loads/KeptLoads.cpp", "bool KeptLoads::isNamed(const DeclStmt *Local) const {", "false"),
    ],
    "launch-in-any-order": [never("Analyse/Host/KernelTwins.cpp", "if ([[needsOrder(*Launch, Context)]])")],
    "allow-absent-threads": [
        always("Plan/VerifyPlan.cpp", "[[P.Facts->IsOfWholeBlock.isYes()]];"),
        returns("Plan/Copies/CanPartition.cpp",
                "Answer canWaitForBlock(llvm::ArrayRef<PlanInstance> Instances) {",
                "Answer::yes()"),
    ],
    "allow-layers": [
        instead("Analyse/Forms/Partition.cpp", "if (const Stmt *S = [[LayerFinder(LayerFinder::Layer).find(Kernel->getBody())]])", "nullptr"),
    ],
    "allow-beside-shape": [
        instead("Analyse/Forms/BesideBlock.cpp", "if (const Stmt *S = [[LayerFinder(LayerFinder::Place).find(Kernel->getBody())]])", "nullptr"),
    ],
    "allow-beside-reads": [never("Analyse/Forms/BesideBlock.cpp", "if ([[Each.Read]])")],
    "allow-beside-index": [always("Analyse/Forms/BesideBlock.cpp", "[[Threads.isUniform(Index->getIdx())]]")],
    "allow-traces": [never("Analyse/Forms/Partition.cpp", '[[!E.isPure()]]) return fail("what stands before')],
    "allow-lost-progress": [returns("Analyse/Forms/Partition.cpp", "void askUpdates() {")],
    "allow-wait-as-barrier": [never("Plan/Copies/CanPartition.cpp", "[[!llvm::all_of(Instances, computesApart)]])")],
    "allow-alias": [always("Analyse/Memory/FindAlias.cpp", "[[A.Asked.NoAlias]])")],
    "test-turned": [instead("Emit/Loop/RangeText.cpp", 'ask("(" + Stored[W].End + [[" <= "]] + Loaded', '" >= "')],
    "test-one-short": [instead("Analyse/Ranges/FindRanges.cpp", "To->Bytes.Most.plus(RangeSum::number([[To->Size]]))", "0")],
    "test-one-late": [
        first("Analyse/Ranges/FindRanges.cpp", "New.Begin = To->Bytes.Least;",
              "New.Begin = *New.Begin.plus(RangeSum::number(To->Size));"),
    ],
    "test-of-one-tile": [
        instead("Analyse/Ranges/CounterRange.cpp", "Rounds ? [[std::optional(Rounds->Most)]]", "std::optional(RangeSum())"),
    ],
    "test-of-counter": [
        instead("Analyse/Ranges/CounterRange.cpp", "End->Most.plus(RangeSum::number([[L->IsInclusive ? 0 : -1]]))", "-65"),
    ],
    "test-unsigned": [never("Emit/Loop/RangeText.cpp", "if ([[N.MayBeNegative]])")],
    "test-sign": [
        instead("Emit/Loop/RangeText.cpp", 'ask(sumText(F.Least, /*IsWide=*/[[true]]) + " >= 0");', "false"),
        never("Emit/Loop/RangeText.cpp", "return N.Written && [[Type->isUnsignedIntegerOrEnumerationType()]] &&"),
    ],
    "test-unfit": [never("Emit/Loop/RangeText.cpp", "if ([[F.Bits < MostBits]])")],
    "test-of-first": [
        Place("Emit/Loop/RangeText.cpp", "for (auto [W, R] : Test.Apart) [[]] ask(", f"if (!{MADE} || W == 0) "),
    ],
    "allow-stale": [never("Plan/Copies/SingleBuffer.cpp", "if ([[T.Stale]])")],
    "allow-use-outside": [never("Plan/Copies/SingleBuffer.cpp", "if ([[Each.isTied(T)]]) return usedOutside")],
    "allow-misaligned-stage": [never("Plan/Copies/SingleBuffer.cpp", "if ([[Wide && T.Shape.Bytes % Wide != 0]])")],
    "allow-over-budget": [
        never("Plan/Choice/BudgetRules.cpp", "if ([[Needed > Limit || Static > R.LimitPerBlock]]) return"),
    ],
    "allow-shared-loads": [
        never("Analyse/Slices/Legality.cpp", "[[(!Acc.Root || writtenInLoop(A, Acc.Root))]])"),
        never("Analyse/Slices/LoadNeeds.cpp", "[[(!Acc.Root || writtenInLoop(A, Acc.Root))]] && !isReadBack"),
    ],
    "allow-side-effect": [never("Analyse/Slices/Legality.cpp", "if ([[Acc.Write && Acc.Where != Space::Shared]])")],
    "exit-barrier-lost": [returns("Analyse/Sync/Exits.cpp", "bool reliesOnLoadBarrier() const {", "false")],
    "allow-thread-exit": [never("Analyse/Sync/Exits.cpp", "if ([[mayChange(E.Condition, At) || !Together.isUniform(E.Condition)]])")],
    "allow-overwrite": [always("Analyse/Slices/Overwrites.cpp", "if ([[Meeting.Found.empty()]])")],
    "allow-late-exit": [
        never("Analyse/Sync/Exits.cpp",
              "if ([[A.Facts.barrierOnTop() ? At < A.Facts.LoadBarrier : At > A.Facts.TrailingBarrier]]) for (const Tile &T"),
    ],
    "allow-plain-effect": [always("Analyse/Sync/PlainBody.cpp", "return [[Asked.isPure() && Asked.Writes.empty() && !Asked.anything()]];")],
    "allow-unbounded-exit": [
        never("Analyse/Sync/Exits.cpp", "if ([[At < A.Facts.LoadBarrier && !isBehindVoteOnTop(At)]])"),
        never("Analyse/Sync/Exits.cpp", "if ([[!A.Asked.TilesExist]]) return A.refuse("),
    ],
    "allow-early-exit": [never("Analyse/AnalyseLoop.cpp", "if ([[A.K.Jump && !findSkip(A.K)]])")],
    "allow-conversion": [
        always("Analyse/Memory/RawCopy.cpp", "[[C->getCastKind() == CK_NoOp]] ?"),
        never("Analyse/Memory/RawCopy.cpp", "if ([[!Context.hasSameUnqualifiedType(Type, SourceType)]])"),
    ],
    "allow-misaligned-copy": [never("Analyse/Memory/RawCopy.cpp", "if ([[Align < S.Bytes]])")],
    "allow-lost-update": [
        returns("Plan/Phases/IssuePhase.cpp", "void keepEffects() {"),  # a guard behind the rule
        returns("Analyse/Slices/LoadUpdates.cpp", "if (E.readsVar(V) || I > LastFill) return true;", "false"),
    ],
    "allow-update-between": [
        returns("Plan/Phases/LoadPhases.cpp", "static void requireSettled(SplitState &State) {"),
        instead("Analyse/Slices/LoadUpdates.cpp",
                "(Units[J].Advance && writesAnyOf(J, E.Reads))) return [[false]];",
                "true"),
    ],
    "allow-given-memory": [always("Analyse/Builds/GivenMemory.cpp", "if ([[!findBelow<DeclRefExpr>(F->getBody(), Is)]])")],
    "allow-size-of-build": [always("Analyse/Ranges/FindRanges.cpp", "return [[*HoldsInAllBuilds]];")],
    "allow-leak": [always("Analyse/Memory/Leak.cpp", "[[!isLeaked(A, V)]];")],
    "allow-any-caller": [
        always("Analyse/Memory/Callers.cpp", "return [[isGlobalMemory(Each.Call->getArg(I), Each.Caller, Depth)]];"),
    ],
    "allow-tile-write": [never("Plan/Copies/SingleBuffer.cpp", "if ([[T.InCompute.At]]) return tileWritten(T);")],
    "allow-plain-parts": [
        never("Analyse/Memory/Provenance.cpp", "[[!V->getType().isRestrictQualified()]] || !isOnlyRead"),
    ],
    "allow-exposed-scratch": [
        always("Analyse/Slices/Scratch.cpp", "walkHalves(A, V, Loads, Computation) && [[!Loads.Exposed]];"),
        always("Analyse/Slices/Scratch.cpp", "isWithinIterations(A, V, Loads, Computation) && [[!Computation.Exposed]];"),
    ],
    "allow-early-read": [
        returns("Analyse/Slices/Legality.cpp",
                "std::optional<Refusal> findEarlyRead(const LoopAnalysis &A) {",
                "std::nullopt"),
    ],
    "allow-thread-bound": [never("Analyse/Sync/LoopHead.cpp", "[[!startsAtThread(A)]])")],
    "allow-recount": [never("Plan/Choice/DecideStages.cpp", "if ([[Facts.ConditionWrites]])")],
    "allow-second-race": [always("Analyse/AnalyseLoop.cpp", "[[Missing->OnlyFault]] &&")],
    "allow-callee-output": [never("Analyse/Slices/LoadCalls.cpp", "if ([[V->getParentFunctionOrMethod() != C.Callee]])")],
    "allow-any-result": [
        instead("Analyse/Memory/ProvenanceOfCalls.cpp",
                "const FunctionDecl *Callee = [[findBodyOf(Call)]]; Roots R = unknown();",
                "nullptr"),
        always("Analyse/Memory/ProvenanceOfCalls.cpp", "[[isSystem(F)]]) return ofArguments(Call);"),
    ],
    "allow-old-capture": [never("Analyse/Slices/LoadCalls.cpp", "[[A.Facts.needsCopy(V)]]) return V;")],
    "allow-hidden-put": [always("Analyse/Memory/ProvenanceOfObjects.cpp", "[[Found.Seen]] && !Out.Unknown")],
    "captures-forgotten": [
        returns("Plan/Phases/IssuePhase.cpp", "void keepEffects() {"),  # a guard behind the rule
        never("Plan/Phases/HalfReads.cpp", "if ([[Finds]])"),
    ],
    "allow-hidden-pointer": [
        never("Analyse/Memory/Provenance.cpp", "R.Unknown = [[P.Unknown]];"),
        omitted("Analyse/Memory/Provenance.cpp",
                "[[for (const VarDecl *Name : P.Names) R.add(putThrough(Name)); for (const auto &[Call, Argument] :"
                " P.Calls) R.add(putByCallee(Call, Argument));]]"),
    ],
    "allow-hidden-change": [never("Ast/VariableUses.cpp", "Changed |= Named || [[Else]];")],
    "allow-asm-read": [always("Analyse/Memory/CallEffects.cpp", "if ([[!What.ReadsShared]])")],
    "trust-system": [always("Match/DeviceFunctions.cpp", "[[touchesArgumentsOnly(F)]])")],
    "defaults-forgotten": [
        omitted("Analyse/Memory/Effects.cpp", "CXXDefaultArgExpr>(E)) { [[walkExpr(D->getExpr());]]"),
        omitted("Analyse/Memory/Effects.cpp", "CXXDefaultInitExpr>(E)) { [[walkExpr(D->getExpr());]]"),
    ],
    "lambda-state-forgotten": [always("Analyse/Memory/CallEffects.cpp", "[[M->isConst()]] ? Read : Read | Write);")],
    "held-is-distinct": [always("Analyse/Memory/Alias.cpp", "Acc.Root->hasGlobalStorage() && [[!Acc.Held]];")],
    "allow-acquire": [
        never("Analyse/Memory/Effects.cpp", "if ([[acquires(A, Context)]])"),
        never("Analyse/Memory/CallEffects.cpp", "if ([[acquires(Call)]])"),
    ],
    "allow-size-read": [never("Analyse/Forms/DynamicTiles.cpp", "if ([[Kernel.DynamicSize]])")],
    "size-calls-unseen": [never("Analyse/Memory/CallEffects.cpp", "if ([[asksSharedSize(F)]])")],
    "bindings-forgotten": [
        first("Analyse/Memory/Effects.cpp", "mark(Out->Volatile, LValue); [[]] record(Origin.ofLValue(LValue), Mode, LValue);",
              "if (const auto *Ref = dyn_cast<DeclRefExpr>(LValue->IgnoreParens()); "
              "Ref && isa<BindingDecl>(Ref->getDecl())) return;"),
    ],
    "allow-other-name": [
        returns("Analyse/Slices/Copies.cpp", 'return No("a lambda that has a state", nullptr);', "std::nullopt"),
    ],
    "allow-instances": [
        never("Plan/PlanPipeline.cpp", "if ([[!serves(In.First, Other)]])"),
        never("Plan/Copies/ChooseCopies.cpp", "if ([[!agree(Blocks, Arms::Together) && !keepArmsApart(Blocks)]])"),
    ],
    "other-branch-lost": [never("Emit/Loads/BranchText.cpp", "else if ([[!Other.Kept.empty()]])")],
    "allow-use-in-flight": [
        returns("Analyse/Forms/TileCopy.cpp",
                "std::optional<Refusal> findUse(const Effects &E) const {",
                "std::nullopt"),
    ],
    "allow-repeated-element": [
        always("Analyse/Numbers/DistinctElements.cpp", "if ([[!Share]])"),
        always("Analyse/Numbers/DistinctElements.cpp", "if ([[Loops.empty()]]) return false; const Place Target"),
    ],
    "allow-written-source": [
        returns("Analyse/Forms/TileCopy.cpp",
                "std::optional<Refusal> findWrittenSource() const {",
                "std::nullopt"),
    ],
    "stale-by-spelling": [always("Analyse/Numbers/StoredElements.cpp", "if ([[IgnoresGuards || *Then == *Else]]) {")],
    "heads-lost": [returns("Plan/Phases/LoadPhases.cpp", "static void requireHeads(SplitState &State) {")],
    "other-rounds": [instead("Analyse/Numbers/StoredElements.cpp", "Id OfLoop = [[*Rounds]];", "Id()")],
    "filled-elsewhere": [never("Analyse/Numbers/StoredElements.cpp", "llvm::any_of(Deciders, [&](const VarDecl *V) { return [[E.writesVar(V)]]; });")],
    "effects-dropped": [
        returns("Plan/Phases/PhaseText.cpp", "bool hasEffects(const VarDecl *V, EffectsCollector &Collector) {", "false"),
    ],
    "init-twice": [never("Plan/Copies/CanPeel.cpp", "if ([[hasEffects(Facts, Init)]])")],
    "include-anywhere": [always("Emit/Source/Includes.cpp", "if (IsInclude && [[Plain.contains(Lines[I])]]) {")],
    "names-left-behind": [
        returns("Plan/Phases/LoadLeaves.cpp", "llvm::SmallVector<const VarDecl *, 2> addressedBy(const Leaf &L) {", "{}"),
        returns("Plan/Phases/SplitState.cpp", "SplitState::unseenDeclarations(const Leaf &L, bool Whole) const {", "{}"),
        returns("Analyse/Slices/LoadNeeds.cpp", "std::optional<Refusal> LoadNeeds::addDeclarations() {", "std::nullopt"),
        returns("Analyse/Slices/Slices.cpp", "bool isNamedByCompute(unsigned I) const {", "false"),
    ],
    "any-register": [always("Plan/Phases/CanWait.cpp", "if ([[!R]]) return true; return R->hasDefinition()")],
    "via-changed": [never("Analyse/Slices/Stores.cpp", "return [[isChanged(Owner->getBody(), V)]] ? nullptr : V;")],
    "hoisted-anyway": [returns("Emit/Loop/LoopText.cpp", "void LoopText::checkName(const NamedDecl *Moved) {")],
    "types-left-behind": [always("Plan/Phases/SplitState.cpp", "if ([[!IsInside(T)]])")],
    "peel-anything": [
        instead("Plan/Copies/CanPeel.cpp", "if (const Stmt *S = [[findOnceOnly(In.Facts)]])", "nullptr"),
    ],
    "destroyed-quietly": [
        never("Analyse/Memory/Effects.cpp", "!V->getType()->isReferenceType() && [[!isDestroyedQuietly(V->getType())]])"),
    ],
    "macros-stay": [never("Emit/Loads/CalleeText.cpp", "if ([[!isReadable({H->Whole.Begin, Body->End})]])")],
    "written-unproven": [always("Validate/Meaning/SameCode.cpp", "return [[SameCode(Old, New, PlacesOfMacros(Macros), Split).isSame()]];")],
    "uncompared": [
        returns("Validate/Meaning/CompareMeaning.cpp",
                "bool HasErrors, std::optional<unsigned> ErrorAt) {",
                "std::nullopt"),
    ],
    "toolkit-words-unasked": [
        instead("Validate/Meaning/CompareMeaning.cpp",
                "if (auto Taken = [[findTakenWord(Before, NewText, New, Origins, HasErrors)]])",
                "std::nullopt"),
    ],
}
