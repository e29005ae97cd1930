//===- PrintSchedule.cpp - A schedule as text -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/LoopSchedule.h"

namespace pipeline_rewrite {
namespace {

const char *nameOf(CounterId Id) {
  switch (Id) {
  case CounterId::Read:
    return "read";
  case CounterId::Fill:
    return "fill";
  case CounterId::Parity:
    return "parity";
  case CounterId::Held:
    return "held";
  }
  return "";
}

std::string textOf(const Slot &S) {
  switch (S.Kind) {
  case Slot::Only:
    return "[]";
  case Slot::Constant:
    return "[" + std::to_string(S.Value) + "]";
  case Slot::Counted:
    return "[" + std::string(nameOf(S.Of)) +
           (S.Value ? "+" + std::to_string(S.Value) : "") + "]";
  }
  return "";
}

std::string textOf(const Condition &C) {
  switch (C.Kind) {
  case Condition::Always:
    return "true";
  case Condition::Tile:
    return "tile of " + std::to_string(C.Stream);
  case Condition::FirstOrTile:
    return "first, or tile of " + std::to_string(C.Stream);
  case Condition::HasTiles:
    return "hasTiles";
  case Condition::HasNext:
    return "hasNext";
  case Condition::MoreHeld:
    return "held > 1";
  case Condition::Producer:
    return "producer";
  }
  return "";
}

std::string readsText(std::string Text, const Step &S) {
  for (unsigned I = 0; I < S.Reads.size(); ++I)
    Text += " " + std::to_string(I) + textOf(S.Reads[I]);
  return Text;
}

std::string streamText(const char *Name, const Step &S) {
  return Name + (" " + std::to_string(S.Stream));
}

std::string barrierText(const Step &S) {
  return "barrier #" + std::to_string(S.Unit) + (S.Moved ? ", moved" : "");
}

std::string inPlace(const std::string &Text, const Step &S) {
  return S.InPlace ? Text + " in place of #" + std::to_string(S.Unit) : Text;
}

/// Empty for what is written for readers alone.
std::string textOf(const Step &S) {
  switch (S.Kind) {
  case StepKind::Unit:
    return readsText("unit " + std::to_string(S.Unit) + " reads", S);
  case StepKind::Barrier:
    return barrierText(S);
  case StepKind::FirstFragments:
    return readsText("first fragments of #" + std::to_string(S.Unit) + " read",
                     S);
  case StepKind::StepsButLast:
    return readsText(
        "unit " + std::to_string(S.Unit) + " but its last step reads", S);
  case StepKind::LastStep:
    return "last step of #" + std::to_string(S.Unit);
  case StepKind::Load:
    return streamText("load", S) + textOf(S.Into);
  case StepKind::Issue:
    return streamText("issue", S) + textOf(S.Into);
  case StepKind::Store:
    return streamText("store", S) + textOf(S.Into);
  case StepKind::Acquire:
    return "acquire";
  case StepKind::Commit:
    return "commit";
  case StepKind::Wait:
    return inPlace("wait " + std::to_string(S.Prior), S);
  case StepKind::Release:
    return inPlace("release", S);
  case StepKind::Quit:
    return "quit";
  case StepKind::Advance:
    return streamText("advance", S) + (S.Increment ? ", with increment" : "");
  case StepKind::AdvanceCompute:
    return "advance the computation";
  case StepKind::Next:
    return "next " + std::string(nameOf(S.Of));
  case StepKind::Drop:
    return "drop held";
  case StepKind::Follow:
    return "fill = read";
  case StepKind::Ask:
    return textOf(Condition{S.Flag, 0}) + " = " + textOf(S.If);
  case StepKind::Pin:
    return "pin";
  case StepKind::Return:
    return "return";
  case StepKind::Scope:
    return "scope";
  case StepKind::If:
    return "if " + textOf(S.If);
  case StepKind::FillLoop:
    return "fill loop";
  case StepKind::DrainLoop:
    return "drain loop";
  case StepKind::SourceLoop:
    return "the loop's header";
  case StepKind::InPlaceOf:
    return "in place of #" + std::to_string(S.Unit);
  case StepKind::Note:
  case StepKind::Gap:
  case StepKind::Address:
  case StepKind::Registers:
    return "";
  }
  return "";
}

void print(llvm::raw_ostream &OS, const std::vector<Step> &Steps,
           unsigned Indent) {
  for (const Step &S : Steps) {
    const std::string Text = textOf(S);
    if (Text.empty())
      continue;
    OS.indent(Indent) << Text << (S.Inner.empty() ? "\n" : ":\n");
    print(OS, S.Inner, Indent + 2);
  }
}

void print(llvm::raw_ostream &OS, const char *Title,
           const std::vector<Step> &Steps) {
  if (Steps.empty())
    return;
  OS << "  " << Title << "\n";
  print(OS, Steps, 4);
}

} // namespace

void print(llvm::raw_ostream &OS, const LoopSchedule &S) {
  for (unsigned I = 0; I < S.Streams.size(); ++I) {
    const LoadStream &Each = S.Streams[I];
    OS << "  stream " << I << (Each.Copies ? " copies" : "")
       << (Each.Stores ? " stores" : "") << ", distance " << Each.Distance
       << ", buffers " << Each.Buffers << "\n";
  }
  if (S.KeepsSource)
    OS << "  under a test, beside the source's loop\n";
  print(OS, "producers", S.Producers);
  print(OS, "prologue", S.Prologue);
  OS << "  body, asked of "
     << (S.Header.Stream ? "stream " + std::to_string(*S.Header.Stream)
                         : "the computation")
     << "\n";
  print(OS, S.Body, 4);
  print(OS, "epilogue", S.Epilogue);
  print(OS, "behind", S.Behind);
}

} // namespace pipeline_rewrite
