//===- YamlReport.cpp - The JSON report as YAML ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One model, two spellings: what stands in the JSON document stands here, text
// of several lines as blocks, so that a patch can be read.
//===----------------------------------------------------------------------===//
#include "Write/Report.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/YAMLTraits.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

void write(yaml::Output &Out, const json::Value &Value);

/// Lines that a block can hold as they are: none but the last end is empty, the
/// first is not indented, and nothing in them is a break or unprintable to
/// YAML.
bool isBlock(StringRef Text) {
  static constexpr StringLiteral Odd[] = {"\xC2\x85", "\xE2\x80\xA8",
                                          "\xE2\x80\xA9", "\xEF\xBB\xBF"};
  return Text.count('\n') > 1 && Text.ends_with("\n") &&
         !Text.ends_with("\n\n") && !isSpace(Text.front()) &&
         none_of(Text,
                 [](unsigned char C) {
                   return (C < ' ' && C != '\n' && C != '\t') || C == 0x7f;
                 }) &&
         none_of(Odd, [&](StringRef Bytes) { return Text.contains(Bytes); });
}

void writeText(yaml::Output &Out, StringRef Text) {
  // LLVM 19 does not indent the key behind a block.
  if (LLVM_VERSION_MAJOR >= 22 && isBlock(Text))
    return Out.blockScalarString(Text);
  // Single quotes would fold a line's end into a space.
  Out.scalarString(Text, Text.contains('\n') ? yaml::QuotingType::Double
                                             : yaml::needsQuotes(Text));
}

void writeArray(yaml::Output &Out, const json::Array &Array) {
  if (Array.empty()) {
    StringRef Empty = "[]";
    return Out.scalarString(Empty, yaml::QuotingType::None);
  }
  Out.beginSequence();
  for (unsigned I = 0; I < Array.size(); ++I) {
    void *Saved = nullptr;
    Out.preflightElement(I, Saved);
    write(Out, Array[I]);
    Out.postflightElement(Saved);
  }
  Out.endSequence();
}

void writeObject(yaml::Output &Out, const json::Object &Object) {
  SmallVector<StringRef> Keys;
  for (const auto &Entry : Object)
    Keys.push_back(Entry.first);
  sort(Keys);
  if (Keys.empty()) {
    StringRef Empty = "{}";
    return Out.scalarString(Empty, yaml::QuotingType::None);
  }
  Out.beginMapping();
  for (StringRef Key : Keys) {
    bool UseDefault = false;
    void *Saved = nullptr;
    // LLVM 19 takes a C string.
    // NOLINTNEXTLINE(readability-redundant-string-cstr)
    Out.preflightKey(Key.str().c_str(), /*Required=*/true,
                     /*SameAsDefault=*/false, UseDefault, Saved);
    write(Out, *Object.get(Key));
    Out.postflightKey(Saved);
  }
  Out.endMapping();
}

void write(yaml::Output &Out, const json::Value &Value) {
  if (const json::Object *Object = Value.getAsObject())
    return writeObject(Out, *Object);
  if (const json::Array *Array = Value.getAsArray())
    return writeArray(Out, *Array);
  if (std::optional<StringRef> Text = Value.getAsString())
    return writeText(Out, *Text);
  // Numbers, true, false and null are spelled alike.
  std::string Spelled = formatv("{0}", Value);
  StringRef Shown = Spelled;
  Out.scalarString(Shown, yaml::QuotingType::None);
}

} // namespace

void printYaml(raw_ostream &OS, const json::Value &Document) {
  yaml::Output Out(OS, /*Ctxt=*/nullptr, /*WrapColumn=*/0);
  Out.beginDocuments();
  Out.preflightDocument(0);
  write(Out, Document);
  Out.postflightDocument();
  Out.endDocuments();
}

} // namespace pipeline_rewrite
