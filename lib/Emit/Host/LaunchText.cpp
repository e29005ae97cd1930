//===- LaunchText.cpp - Launches that give more shared memory -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An expression is edited in place where it may be written twice. Any other is
// handed to a lambda, which needs no header and stands wherever the expression
// stood: in a macro's argument, in an initialiser, behind `&&`.
//===----------------------------------------------------------------------===//
#include "Emit/Host/LaunchText.h"
#include "Ast/Parents.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace pipeline_rewrite {
namespace {

bool isNumber(const std::string &Text) {
  return !Text.empty() && llvm::all_of(Text, llvm::isDigit);
}

std::string timesText(const LaunchPlan &Plan, const std::string &Old) {
  return std::to_string(Plan.Stages) + " * " + Old;
}

/// \p Old, rounded up to what a stage is a multiple of; a summand.
std::string roundedText(const LaunchPlan &Plan, const std::string &Old) {
  std::string Unit = std::to_string(Plan.StageUnit);
  return "((" + Old + " + " + std::to_string(Plan.StageUnit - 1) + ") / " +
         Unit + " * " + Unit + ")";
}

/// What a lambda calls the bytes that it is given: a word that the file lacks.
std::string parameterName(const SourceUnit &Unit) {
  std::string Name = "launchBytes";
  while (Unit.text().contains(Name))
    Name += "_";
  return Name;
}

std::string lambdaText(const std::string &Parameter, const std::string &Body,
                       const std::string &Argument) {
  return "[](size_t " + Parameter + ") { " + Body + " }(" + Argument + ")";
}

std::string atLeastText(const LaunchPlan &Plan, const std::string &Old,
                        const SourceUnit &Unit) {
  std::string Least = std::to_string(Plan.AtLeast);
  if (isNumber(Old))
    return Least;
  const std::string Name = isValidAsciiIdentifier(Old)
                               ? atom(Old, Unit.preprocessor())
                               : parameterName(Unit);
  const std::string Larger =
      Name + " < " + Least + " ? " + Least + " : " + Name;
  return isValidAsciiIdentifier(Old)
             ? Larger
             : lambdaText(Name, "return " + Larger + ";", Old);
}

/// May be written twice: no run can tell.
bool isRepeatable(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Value;
  return !E->HasSideEffects(Context) ||
         (!E->isValueDependent() && E->EvaluateAsInt(Value, Context));
}

/// Where a statement in front of \p Call may be put.
struct PlaceBefore {
  unsigned Begin = 0;          ///< of the statement that holds the call
  std::optional<unsigned> End; ///< if it needs braces, behind it
};

/// An amount of bytes: as it is written, as a factor, and as a summand.
struct OldBytes {
  std::string Whole, Factor, Summand;
};

std::string newBytesText(const LaunchPlan &Plan, NewBytes Are,
                         const OldBytes &Old, const SourceUnit &Unit) {
  switch (Are) {
  case NewBytes::Same:
    return Old.Whole;
  case NewBytes::Least:
    return atLeastText(Plan, Old.Whole, Unit);
  case NewBytes::Times:
    return timesText(Plan, Old.Factor);
  case NewBytes::RoundedTimes:
    return timesText(Plan, roundedText(Plan, Old.Summand));
  }
  llvm_unreachable("unknown amount");
}

class LaunchEditor {
public:
  LaunchEditor(LoopText &T, EditSet &Out)
      : T(T), Plan(T.Plan.Launch), Out(Out) {}

  void edit(const LaunchEdit &Edit) {
    const LaunchSite &Site = *Edit.Site;
    if (!Site.Bytes)
      return addBytes(Edit);
    auto R = T.Source.range(Site.Bytes);
    if (!R)
      return T.fail(RefusalId::CodeInMacro,
                    "the size of the kernel's dynamic shared memory is written "
                    "in a macro",
                    Site.Bytes->getBeginLoc());
    const std::string Old = T.Source.slice(*R).str();
    const std::string Bytes = bytesText(Edit, Old);
    if (Bytes != Old)
      Out.replace(R->Begin, R->End, Bytes);
  }

private:
  /// Behind the dimensions of a block.
  void addBytes(const LaunchEdit &Edit) {
    auto Block = T.Source.range(LaunchSites::blockOf(*Edit.Site));
    if (!Block)
      return T.fail(RefusalId::CodeInMacro, "a launch is written in a macro",
                    Edit.Site->Call->getBeginLoc());
    Out.insert(Block->End, ", " + bytesText(Edit, "0"));
  }

  /// A query answers with no block where the limit is not raised yet.
  std::string bytesText(const LaunchEdit &Edit, const std::string &Old) {
    std::string Bytes = launchBytesText(Plan, Edit, Old, T.Unit);
    switch (Edit.Limit) {
    case NewLimit::Same:
      return Bytes;
    case NewLimit::Raised:
      return raiseInFront(*Edit.Site, Bytes) ? Bytes
                                             : raisingText(*Edit.Site, Old);
    }
    llvm_unreachable("unknown limit");
  }

  std::string limitText(const LaunchSite &Site, const std::string &Bytes) {
    auto Kernel = T.Source.range(Site.Kernel);
    if (!Kernel) {
      T.fail(RefusalId::CodeInMacro, "a launch is written in a macro",
             Site.Call->getBeginLoc());
      return "";
    }
    return "cudaFuncSetAttribute(" + T.Source.slice(*Kernel).str() +
           ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + Bytes + ");";
  }

  /// False: it must be raised where the bytes are computed.
  bool raiseInFront(const LaunchSite &Site, const std::string &Bytes) {
    auto At = placeBefore(Site.Call);
    if (!At ||
        (Site.Bytes && !Site.Config && !isRepeatable(Site.Bytes, T.Context)))
      return false;
    std::string In = T.newline() + T.Source.indentAt(At->Begin).str();
    std::string Given =
        Site.Config ? Site.Config->getNameAsString() + ".dynamicSmemBytes"
                    : Bytes;
    Out.insert(At->Begin, limitText(Site, Given) + In);
    if (At->End)
      embrace(*At);
    return true;
  }

  /// The bytes, and on the way the limit.
  std::string raisingText(const LaunchSite &Site, const std::string &Old) {
    const std::string Name = parameterName(T.Unit);
    const std::string More =
        newBytesText(Plan, Plan.ofUnknown(), {Name, Name, Name}, T.Unit);
    return lambdaText(Name,
                      Name + " = " + More + "; " + limitText(Site, Name) +
                          " return " + Name + ";",
                      Old);
  }

  /// The brace goes behind the condition, unless a comment is there.
  void embrace(const PlaceBefore &At) {
    llvm::StringRef Text = T.Source.text();
    unsigned Before = Text.take_front(At.Begin).rtrim().size();
    unsigned Line = T.Source.lineBegin(Before - 1);
    if (Text.slice(Line, Before).contains("//"))
      Out.insert(At.Begin, "{ ");
    else
      Out.insert(Before, " {");
    Out.insert(*At.End,
               T.newline() + T.Source.indentAt(Before - 1).str() + "}");
  }

  /// \p S is a statement of its own in \p Parent, and not its condition.
  static bool isBody(const Stmt *S, const Stmt *Parent) {
    if (const auto *If = dyn_cast<IfStmt>(Parent))
      return If->getThen() == S || If->getElse() == S;
    if (const auto *For = dyn_cast<ForStmt>(Parent))
      return For->getBody() == S;
    if (const auto *While = dyn_cast<WhileStmt>(Parent))
      return While->getBody() == S;
    if (const auto *Each = dyn_cast<CXXForRangeStmt>(Parent))
      return Each->getBody() == S;
    const auto *Do = dyn_cast<DoStmt>(Parent);
    return Do && Do->getBody() == S;
  }

  /// \p S is evaluated whenever \p Parent is, and nothing else that has an
  /// effect is evaluated in \p Parent before it.
  bool isFirst(const Stmt *S, const Stmt *Parent) const {
    if (const auto *If = dyn_cast<IfStmt>(Parent))
      return If->getCond() == S && !If->getInit();
    if (const auto *Declares = dyn_cast<DeclStmt>(Parent)) {
      const auto *V = Declares->isSingleDecl()
                          ? dyn_cast<VarDecl>(Declares->getSingleDecl())
                          : nullptr;
      return V && !V->isStaticLocal();
    }
    if (const auto *B = dyn_cast<BinaryOperator>(Parent); B && B->isLogicalOp())
      return B->getLHS() == S;
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(Parent))
      return C->getCond() == S;
    if (!isa<ReturnStmt, Expr>(Parent))
      return false;
    return llvm::all_of(Parent->children(), [&](const Stmt *Each) {
      const auto *E = dyn_cast_or_null<Expr>(Each);
      return Each == S || (E && !E->HasSideEffects(T.Context));
    });
  }

  /// The same of what a macro puts around the call.
  bool isFirstInMacro(const Stmt *S, const Stmt *Parent) const {
    if (const auto *Block = dyn_cast<CompoundStmt>(Parent))
      return Block->body_front() == S;
    return isa<DoStmt>(Parent) || isFirst(S, Parent);
  }

  /// What stands in front of a statement of \p Parent is run whenever that is:
  /// a label may be all that an `if` or a `switch` has.
  bool isInBlock(const Stmt *Parent) const {
    while (Parent && isa<SwitchCase, LabelStmt>(Parent))
      Parent = parentStatement(Parent, T.Context);
    return Parent && isa<CompoundStmt>(Parent);
  }

  std::optional<PlaceBefore> placeBefore(const Stmt *Call) {
    const SourceManager &SM = T.Unit.sources();
    for (const Stmt *S = Call; S;) {
      const Stmt *Parent = parentStatement(S, T.Context);
      // What a macro puts around the call is inside its statement.
      if (Parent && Parent->getBeginLoc().isMacroID()) {
        if (!isFirstInMacro(S, Parent))
          return std::nullopt;
      } else if (Parent) {
        if (isInBlock(Parent))
          return PlaceBefore{
              SM.getFileOffset(SM.getExpansionLoc(S->getBeginLoc())),
              std::nullopt};
        if (isBody(S, Parent)) {
          auto Own = T.Source.statement(S);
          return Own ? std::optional(PlaceBefore{Own->Begin, Own->End})
                     : std::nullopt;
        }
        if (!isFirst(S, Parent))
          return std::nullopt; // a label without a block as well
      }
      S = Parent;
    }
    return std::nullopt;
  }

  LoopText &T;
  const LaunchPlan &Plan;
  EditSet &Out;
};

} // namespace

std::string launchBytesText(const LaunchPlan &Plan, const LaunchEdit &Edit,
                            const std::string &Old, const SourceUnit &Unit) {
  Preprocessor &PP = Unit.preprocessor();
  const Expr *Bytes = Edit.Site->Bytes;
  const std::string Factor = atom(Old, PP);
  return newBytesText(Plan, Edit.Bytes,
                      {Old, Factor, Bytes ? summand(Bytes, Old, PP) : Factor},
                      Unit);
}

void editLaunches(LoopText &T, EditSet &Out) {
  LaunchEditor Editor(T, Out);
  for (const LaunchEdit &Each : T.Plan.launchEdits())
    Editor.edit(Each);
}

std::vector<HostChange> hostChanges(const PipelinePlan &Plan,
                                    const SourceUnit &Unit) {
  std::vector<HostChange> Changes;
  SourceText Source(Unit);
  for (const LaunchEdit &Edit : Plan.launchEdits()) {
    const LaunchSite &Site = *Edit.Site;
    auto R = Site.Bytes ? Source.range(Site.Bytes) : std::nullopt;
    HostChange Change;
    Change.Line = Unit.place(Site.Call->getBeginLoc()).Line;
    Change.Place = Site.Kind;
    Change.Before = R ? Source.slice(*R).str() : "0";
    Change.After = launchBytesText(Plan.Launch, Edit, Change.Before, Unit);
    Change.RaisesLimit = Edit.Limit == NewLimit::Raised;
    if (Change.After != Change.Before || Change.RaisesLimit)
      Changes.push_back(std::move(Change));
  }
  llvm::stable_sort(Changes, [](const HostChange &A, const HostChange &B) {
    return A.Line < B.Line;
  });
  return Changes;
}

} // namespace pipeline_rewrite
