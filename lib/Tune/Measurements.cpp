//===- Measurements.cpp - What was seen of each candidate -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Measurements.h"

using namespace llvm;

namespace pipeline_rewrite {

json::Value toJSON(const CandidateTrial &Trial) {
  json::Object Out{{"name", Trial.Name},
                   {"hash", Trial.Hash},
                   {"checked", Trial.Checked},
                   {"times", Trial.Times}};
  if (Trial.Failed)
    Out["failure"] =
        json::Object{{"kind", Trial.Failed->Kind},
                     {"message", json::fixUTF8(Trial.Failed->Message)}};
  return Out;
}

json::Value toJSON(const Measurements &All) {
  return json::Object{{"gpu", json::fixUTF8(All.Gpu)},
                      {"unit", json::fixUTF8(All.Unit)},
                      {"plain-output", json::fixUTF8(All.PlainOutput)},
                      {"candidates", json::Array(All.Trials)}};
}

// Found by json::ObjectMapper.
static bool fromJSON(const json::Value &In, TrialFailure &Out, json::Path At) {
  json::ObjectMapper Map(In, At);
  return Map && Map.map("kind", Out.Kind) && Map.map("message", Out.Message);
}

static bool fromJSON(const json::Value &In, CandidateTrial &Out,
                     json::Path At) {
  json::ObjectMapper Map(In, At);
  return Map && Map.map("name", Out.Name) && Map.map("hash", Out.Hash) &&
         Map.map("checked", Out.Checked) && Map.map("times", Out.Times) &&
         Map.map("failure", Out.Failed);
}

static bool fromJSON(const json::Value &In, Measurements &Out, json::Path At) {
  json::ObjectMapper Map(In, At);
  return Map && Map.map("gpu", Out.Gpu) && Map.map("unit", Out.Unit) &&
         Map.map("plain-output", Out.PlainOutput) &&
         Map.map("candidates", Out.Trials);
}

Expected<Measurements> readMeasurements(StringRef Text) {
  return json::parse<Measurements>(Text);
}

} // namespace pipeline_rewrite
