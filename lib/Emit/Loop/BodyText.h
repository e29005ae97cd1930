//===- BodyText.h - A schedule's body in the place of the source's --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to Emit. Statements and barriers that stay are not written again:
// what the schedule does between them is put there as whole lines, and what it
// does not have is taken out.
//===----------------------------------------------------------------------===//
#ifndef PIPELINE_REWRITE_EMIT_BODYTEXT_H
#define PIPELINE_REWRITE_EMIT_BODYTEXT_H

#include "Emit/Loop/ScheduleText.h"
#include "Emit/Source/RemovedText.h"

namespace pipeline_rewrite {

class BodyText {
public:
  BodyText(LoopText &T, ScheduleText &Lines, RemovedText &Removed, EditSet &Out)
      : T(T), Lines(Lines), Removed(Removed), Out(Out) {}

  void emit();

private:
  /// The steps around the barrier at the end of an iteration.
  struct Tail {
    const Step *Barrier = nullptr; ///< or what takes its place
    llvm::ArrayRef<Step> Before, After;
  };

  void encloseSkip();
  void indentLines(TextRange R);
  bool staysInPlace(unsigned Unit) const;
  void takeOut();
  void remove(const clang::Stmt *S);
  TextRange withSemicolons(TextRange R) const;
  void insertLoads();
  Tail findTail() const;
  void emitTail(const Tail &Of);
  void addTail(const Tail &Of, const std::string &Before,
               const std::string &After);
  void emitBehindSource();
  void append(const std::string &Text, bool Added);
  void replaceBarriers();
  void replaceBarrier(const Step &By);
  void insertLines(TextRange Whole, TextRange Own, const std::string &Above,
                   const std::string &Below);
  unsigned behindBrace(unsigned At) const;
  void insertBetween(unsigned At, unsigned Rest, llvm::StringRef Text);

  LoopText &T;
  ScheduleText &Lines;
  RemovedText &Removed;
  EditSet &Out;
};

} // namespace pipeline_rewrite
#endif
