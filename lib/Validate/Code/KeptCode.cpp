//===- KeptCode.cpp - What a compiler made of the same text before --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A source is handled anew where another file of its program changes, which may
// launch its kernels. The texts that nvcc gets are mostly those of the last
// time.
//===----------------------------------------------------------------------===//
#include "Cache/AnswerCache.h"
#include "Cache/Records.h"
#include "Validate/Code/DeviceCode.h"

using namespace llvm;

namespace pipeline_rewrite {

RECORD(ProgramAnswer, Said, Wrote)

/// One may say more than the other.
static bool contradicts(const Sighting &A, const Sighting &B) {
  return (A.Kind == Sighting::Nothing) != (B.Kind == Sighting::Nothing) ||
         A.Real != B.Real ||
         (!A.Hash.empty() && !B.Hash.empty() && A.Hash != B.Hash);
}

KeptAnswer::KeptAnswer(ArrayRef<std::string> Decides)
    : Log(ReadLog::current()) {
  if (!Log || !Log->answers())
    return;
  std::vector<StringRef> Parts(Decides.begin(), Decides.end());
  const std::string Own = identityOfThisProgram(),
                    Around = environmentThatMatters();
  Parts.insert(Parts.end(), {"program", Own, Around});
  Question = strongHash(Parts);
}

std::optional<ProgramAnswer> KeptAnswer::find() const {
  if (Question.empty() || !Log->isReliable())
    return std::nullopt;
  const auto Known =
      Log->answers()->find(Question, AnswerCache::Texts::SameCode);
  if (!Known)
    return std::nullopt;
  ProgramAnswer Answer;
  RecordReader Read(Known->Answer);
  Read(Answer);
  if (!Read.isWhole())
    return std::nullopt;
  // What is at a path is looked up once in a run, which may have written since.
  const Sightings Here = Log->parsed();
  for (const auto &[Path, Seen] : Known->From)
    if (auto At = Here.find(Path);
        At != Here.end() && contradicts(At->second, Seen))
      return std::nullopt;
  for (const auto &[Path, Seen] : Known->From)
    Log->add(Path, Seen);
  return Answer;
}

void KeptAnswer::keep(const ProgramAnswer &Answer,
                      const Sightings &From) const {
  if (Question.empty())
    return;
  ProgramAnswer Copy = Answer;
  RecordWriter Write;
  Write(Copy);
  Log->answers()->keep(Question, Write.bytes(), From);
}

} // namespace pipeline_rewrite
