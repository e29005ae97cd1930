//===- SassReader.cpp - Instructions and their loops ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//         /*0540*/              @!P0 BRA 0x27a0 ;
//         /*0550*/                   LDG.E.128.CONSTANT R92, [R92.64] ;
//   .L_x_1:                                        (nvdisasm of a whole file)
//         /*0560*/                   BRA `(.L_x_1) ;
//===----------------------------------------------------------------------===//
#include "Validate/Sass/SassReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace pipeline_rewrite {
namespace {

/// Reads "/*0540*/ @!P0 BRA 0x27a0 ;"; nothing if the line is no instruction.
std::optional<SassInstruction> readLine(StringRef Line) {
  if (!Line.consume_front("/*"))
    return std::nullopt;
  SassInstruction I;
  auto [Address, Rest] = Line.split("*/");
  // cuobjdump puts the encoding into such a comment too: /* 0x000fe40000000f00
  // */
  if (Address.getAsInteger(16, I.Address))
    return std::nullopt;
  StringRef Text = Rest.split(';').first.trim();
  Text.consume_front("{"); // two that are issued together
  Text = Text.trim(" }");
  if (Text.starts_with("@")) {
    auto [Guard, Behind] = Text.split(' ');
    I.Guard = Guard.str();
    Text = Behind.ltrim();
  }
  auto [Opcode, Operands] = Text.split(' ');
  if (Opcode.empty())
    return std::nullopt;
  I.Opcode = Opcode.str();
  llvm::SmallVector<StringRef> Parts;
  Operands.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    I.Operands.push_back(Part.trim().str());
  return I;
}

/// The encoding holds the distance to a place, which is printed as an address.
bool hasDistance(const SassInstruction &I) {
  static constexpr StringRef Known[] = {"BRA",  "BRX", "BSSY",
                                        "CALL", "RET", "WARPSYNC"};
  return llvm::is_contained(Known, I.base()) && !I.Operands.empty() &&
         !StringRef(I.Opcode).contains(".ABS");
}

/// Counts addresses from \p Begin.
void countFrom(uint64_t Begin, SassInstruction &I) {
  I.Address -= Begin;
  if (!hasDistance(I))
    return;
  StringRef Last = I.Operands.back();
  size_t At = Last.rfind("0x");
  uint64_t Target = 0;
  if (At == StringRef::npos ||
      Last.drop_front(At + 2).getAsInteger(16, Target) || Target < Begin)
    return;
  I.Operands.back() = (Last.take_front(At) + "0x" +
                       llvm::utohexstr(Target - Begin, /*LowerCase=*/true))
                          .str();
}

} // namespace

StringRef SassInstruction::base() const {
  return StringRef(Opcode).split('.').first;
}

bool SassInstruction::isArrival() const {
  return StringRef(Opcode).starts_with("SYNCS.ARRIVE.TRANS64");
}

bool SassInstruction::setsConstant() const {
  return Operands.size() > 2 && StringRef(Operands[1]).contains("RZ") &&
         StringRef(Operands[2]).contains("RZ");
}

bool SassInstruction::isPhaseCheck() const {
  return StringRef(Opcode).starts_with("SYNCS.PHASECHK");
}

std::vector<SassInstruction> readSass(StringRef Text) {
  std::vector<SassInstruction> Code;
  std::map<std::string, size_t> Labels; // to the instruction behind it
  llvm::SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.trim();
    if (auto I = readLine(Line))
      Code.push_back(std::move(*I));
    else if (Line.starts_with(".L_") && Line.consume_back(":"))
      Labels[Line.str()] = Code.size();
  }
  for (SassInstruction &I : Code)
    for (std::string &Operand : I.Operands) {
      StringRef Name = Operand;
      if (!Name.consume_front("`("))
        continue;
      auto At = Labels.find(Name.split(')').first.str());
      if (At != Labels.end() && At->second < Code.size())
        Operand = "0x" + llvm::utohexstr(Code[At->second].Address, true);
    }
  return Code;
}

std::vector<std::vector<SassInstruction>>
readSass(StringRef Text, llvm::ArrayRef<uint64_t> Sizes) {
  std::vector<std::vector<SassInstruction>> Functions(Sizes.size());
  uint64_t Begin = 0;
  size_t At = 0;
  for (SassInstruction &I : readSass(Text)) {
    for (; At < Sizes.size() && I.Address >= Begin + Sizes[At]; ++At)
      Begin += Sizes[At];
    if (At == Sizes.size())
      break;
    countFrom(Begin, I);
    Functions[At].push_back(std::move(I));
  }
  return Functions;
}

} // namespace pipeline_rewrite
