//===- CalleePlace.cpp - Where the halves of a function go ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/Loads/CalleeText.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace pipeline_rewrite {

void CalleeText::insert(EditSet &Edits, std::string IssueText,
                        std::string StoreText, CallNames &Out) {
  if (CanEdit.isNo())
    return;
  const unsigned At = placeFor();
  if (CanEdit.isNo())
    return;
  const std::string Name = Half.Call->name();
  const bool Halves = Half.stores(),
             Snake = Name.find('_') != std::string::npos;
  auto Suffixed = [&](llvm::StringRef Snaked, llvm::StringRef Cameled) {
    return Name + (Snake ? Snaked : Cameled).str();
  };
  // The same halves serve every loop that sees them.
  const void *Seen = Source.isSubject()
                         ? static_cast<const void *>(Pattern)
                         : Place.Anchor->getDeclContext()->getRedeclContext();
  std::string Key = llvm::formatv("{0}:{1}{2}", Seen, IssueText, StoreText);
  Names::NewFunction Issue =
      take(Halves ? Suffixed("_fetch", "Fetch") : Suffixed("_async", "Async"),
           "issue " + Key, At);
  Out.Issue = Issue.Name;
  if (Halves)
    Out.Store = take(Suffixed("_store", "Store"), "store " + Key, At).Name;
  auto Named = [](std::string Text, const std::string &Name) {
    return Text.replace(Text.find(PlaceOfName), 1, Name);
  };
  std::string Text = Named(std::move(IssueText), Out.Issue);
  if (Halves)
    Text += newline() + Named(std::move(StoreText), Out.Store);
  if (Source.isSubject())
    Text.insert(0, newline());
  // Statements follow a lambda, which are none of its business.
  if (!Source.isSubject() ||
      (Half.Call->Lambda &&
       !Source.text().substr(At).ltrim(" \t\r").starts_with("\n")))
    Text += newline();
  Edits.insertOnce(Issue.At, Text);
}

/// A lambda's name is one of its function, a member's one of its class.
Names::NewFunction CalleeText::take(llvm::StringRef Name,
                                    const std::string &Key, unsigned At) {
  const Decl *Owner =
      Half.Call->Lambda             ? static_cast<const Decl *>(Place.Function)
      : isa<CXXMethodDecl>(Pattern) ? cast<CXXMethodDecl>(Pattern)->getParent()
                                    : nullptr;
  return NewNames.takeFunction(Name, Key, At, Owner);
}

/// Behind the definition, where that is before the caller in the same file;
/// else in front of the caller.
unsigned CalleeText::placeFor() {
  const bool Member = isa<CXXMethodDecl>(Callee) && !Half.Call->Lambda;
  if (!Source.isSubject() && Member)
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() + "' is a member of a class in a header",
         Callee->getLocation());
  if (!Source.isSubject())
    return aboveCaller();
  unsigned End = Source.range(Callee->getBody())->End;
  if (Half.Call->Lambda)
    return Source.lineEnd(End);
  auto At = Source.spelled(
      Unit.sources().getExpansionLoc(Place.Anchor->getBeginLoc()));
  // Members see each other, however they are ordered.
  if ((!At || *At < End) && !Words.isOfSameClass())
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() + "' is defined after what calls it",
         Callee->getLocation());
  // The class or namespace may end on the same line.
  const unsigned Line = Source.lineEnd(End);
  llvm::StringRef Rest = Source.text().slice(End, Line).trim(" \t\r\n;");
  return Rest.empty() || Rest.starts_with("//") ? Line : End;
}

/// The caller's first line, with the comments and the template head above it.
unsigned CalleeText::aboveCaller() {
  SourceText Main(Unit);
  const FunctionDecl *Caller = Place.Anchor;
  SourceLocation Begin = patternOf(Caller)->getBeginLoc();
  if (const auto *Template = patternOf(Caller)->getDescribedFunctionTemplate())
    Begin = Template->getBeginLoc();
  auto At = Main.spelled(Unit.sources().getExpansionLoc(Begin));
  if (!At || !Callee->getDeclContext()->getRedeclContext()->Encloses(
                 Caller->getDeclContext()->getRedeclContext())) {
    fail(RefusalId::LoadInCallee,
         "'" + Half.Call->name() + "' is in a header, and in another namespace",
         Callee->getLocation());
    return 0;
  }
  unsigned Line = Main.lineBegin(*At);
  while (Line > 0) {
    llvm::StringRef Above =
        Main.text().slice(Main.lineBegin(Line - 1), Line).trim();
    if (Above.empty() || Above.starts_with("#") || Above.ends_with("}") ||
        Above.ends_with(";") || Above.ends_with("{"))
      break;
    Line = Main.lineBegin(Line - 1);
  }
  return Line;
}

} // namespace pipeline_rewrite
