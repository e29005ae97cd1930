//===- Import.cpp - What a bundle's script measured -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support/LlvmVersion.h"
#include "Tune/Bundle.h"
#include "Tune/Judge.h"
#include "Tune/Store.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;

namespace pipeline_rewrite {

//===--------------------------------------------------------------------===//
// The document. Found by json::ObjectMapper.
//===--------------------------------------------------------------------===//

namespace {

struct BundledCandidate {
  std::string Name, Hash;
};

struct BundleManifest {
  TuneOptions How;
  std::vector<BundledCandidate> Candidates;
};

/// One command of one candidate.
struct Trace {
  std::string Name, Step; ///< Step: "build", "check", or the round
  int Status = 0;
  std::string Output, Errors, Launches;
};

struct ResultsFile {
  std::string Gpu;
  BundleManifest Bundle;
  std::vector<Trace> Traces;
};

/// Of coreutils' timeout; the second if the command had to be killed.
constexpr int TimeoutStatus = 124, KilledStatus = 137;

bool fromJSON(const json::Value &In, BundledCandidate &Out, json::Path At) {
  json::ObjectMapper Map(In, At);
  return Map && Map.map("name", Out.Name) && Map.map("hash", Out.Hash);
}

bool fromJSON(const json::Value &In, BundleManifest &Out, json::Path At) {
  json::ObjectMapper Map(In, At);
  TuneOptions &How = Out.How;
  return Map && Map.map("build", How.Build) && Map.map("run", How.Run) &&
         Map.map("launcher", How.Launcher) && Map.map("metric", How.Metric) &&
         Map.map("higher-is-better", How.HigherIsBetter) &&
         Map.map("ignore", How.Ignore) && Map.map("check", How.Check) &&
         mapCount(Map, "rounds", How.Rounds) &&
         mapCount(Map, "timeout", How.TimeoutSeconds) &&
         Map.map("candidates", Out.Candidates);
}

/// Text that the script has written as base64.
bool mapBytes(json::ObjectMapper &Map, StringLiteral Key, std::string &Out) {
  std::string Coded;
  if (!Map.map(Key, Coded))
    return false;
  std::vector<char> Bytes;
  if (Error E = decodeBase64(Coded, Bytes)) {
    consumeError(std::move(E)); // an empty text fails where it is needed
    return true;
  }
  Out.assign(Bytes.begin(), Bytes.end());
  return true;
}

bool fromJSON(const json::Value &In, Trace &Out, json::Path At) {
  json::ObjectMapper Map(In, At);
  return Map && Map.map("candidate", Out.Name) && Map.map("step", Out.Step) &&
         Map.map("status", Out.Status) && mapBytes(Map, "output", Out.Output) &&
         mapBytes(Map, "errors", Out.Errors) &&
         mapBytes(Map, "launches", Out.Launches);
}

bool fromJSON(const json::Value &In, ResultsFile &Out, json::Path At) {
  json::ObjectMapper Map(In, At);
  return Map && Map.map("gpu", Out.Gpu) && Map.map("bundle", Out.Bundle) &&
         Map.map("traces", Out.Traces);
}

//===--------------------------------------------------------------------===//
// Its meaning
//===--------------------------------------------------------------------===//

RunRecord recordOf(const Trace &Of) {
  RunRecord Run;
  Run.Status = Of.Status;
  Run.TimedOut = Of.Status == TimeoutStatus || Of.Status == KilledStatus;
  Run.Output = Of.Output;
  Run.Complaints = Of.Errors;
  Run.Launches = Of.Launches;
  return Run;
}

/// Puts the traces of each candidate through the judge.
class Importer {
public:
  Importer(ResultsFile &File, Judge Verdicts, Measurements &Seen)
      : Verdicts(std::move(Verdicts)), Seen(Seen) {
    for (Trace &Each : File.Traces)
      Steps[Each.Name][Each.Step] = &Each;
    Rounds = File.Bundle.How.Rounds;
  }

  Error run() {
    for (CandidateTrial &Trial : Seen.Trials) {
      bool Plain = &Trial == &Seen.Trials.front();
      if (auto Bad = judge(Trial, Plain))
        Trial.Failed = std::move(Bad);
      if (Plain && Trial.Failed)
        return createStringError("the plain program: " + Trial.Failed->Message);
    }
    return Error::success();
  }

private:
  const Trace *step(const CandidateTrial &Trial, const std::string &Name) {
    auto &Own = Steps[Trial.Name];
    auto Found = Own.find(Name);
    return Found == Own.end() ? nullptr : Found->second;
  }

  std::optional<TrialFailure> judge(CandidateTrial &Trial, bool Plain) {
    const Trace *Build = step(Trial, "build");
    if (!Build || Build->Status != 0)
      return TrialFailure{"build",
                          Build ? statusText(Build->Status) + " of --build\n" +
                                      lastLines(Build->Output + Build->Errors)
                                : "no trace of it in the file"};
    for (unsigned Round = 0; Round <= Rounds; ++Round) {
      const Trace *Run = step(Trial, utostr(Round));
      if (!Run)
        break;
      if (Plain && Round == 0)
        Seen.PlainOutput = Verdicts.compared(Run->Output);
      if (auto Bad = Verdicts.failure(recordOf(*Run), Seen.PlainOutput))
        return Bad;
      if (Round > 0)
        if (auto Bad = addTime(Trial, *Run))
          return Bad;
    }
    Trial.Checked = true;
    const Trace *Check = step(Trial, "check");
    if (Check && Check->Status != 0)
      return TrialFailure{"check",
                          statusText(Check->Status) + " of --check\n" +
                              lastLines(Check->Output + Check->Errors)};
    return std::nullopt;
  }

  std::optional<TrialFailure> addTime(CandidateTrial &Trial, const Trace &Run) {
    auto Time = Verdicts.time(recordOf(Run));
    if (!Time)
      return TrialFailure{"time", toString(Time.takeError())};
    Seen.Unit = Time->Unit;
    Trial.Times.push_back(Time->Value);
    return std::nullopt;
  }

  Judge Verdicts;
  Measurements &Seen;
  unsigned Rounds = 0;
  std::map<std::string, std::map<std::string, const Trace *>> Steps;
};

/// A time of another text says nothing about this one.
Error checkTexts(const BundleManifest &Bundle, const CandidateSet &Set) {
  bool Same = Bundle.Candidates.size() == Set.All.size();
  for (size_t I = 0; Same && I < Set.All.size(); ++I)
    Same = Bundle.Candidates[I].Name == Set.All[I].Name &&
           Bundle.Candidates[I].Hash == Set.All[I].Hash;
  if (Same)
    return Error::success();
  return createStringError("measured with other texts: " + Set.File +
                           ", the options or the program have changed since "
                           "the bundle was made");
}

} // namespace

Expected<ImportedResults> importResults(StringRef File, const CandidateSet &Set,
                                        const TuneOptions &How) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createStringError(File + ": " + Buffer.getError().message());
  auto Read = json::parse<ResultsFile>((*Buffer)->getBuffer());
  if (!Read)
    return createStringError(File + ": " + toString(Read.takeError()));
  if (Error E = checkTexts(Read->Bundle, Set))
    return createStringError(File + ": " + toString(std::move(E)));
  ImportedResults Result{freshMeasurements(Set, Read->Gpu), Read->Bundle.How};
  Result.How.MinGain = How.MinGain;
  auto Verdicts = Judge::create(Result.How);
  if (!Verdicts)
    return Verdicts.takeError();
  if (Error E = Importer(*Read, std::move(*Verdicts), Result.Seen).run())
    return createStringError(File + ": " + toString(std::move(E)));
  return Result;
}

} // namespace pipeline_rewrite
