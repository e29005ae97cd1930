//===- Ptx/Module.cpp - Decoded PTX ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "executor/Ptx/Module.h"

namespace pipeline_rewrite::executor {

const Loop *Function::loopAt(uint32_t Pc) const {
  const Loop *Best = nullptr;
  for (const Loop &L : Loops)
    if (L.First <= Pc && Pc <= L.Last &&
        (!Best || L.Last - L.First < Best->Last - Best->First))
      Best = &L;
  return Best;
}

std::string Module::placeOf(const Origin &O) const {
  auto File = Files.find(O.Where.File);
  if (File == Files.end() || O.Where.Line == 0)
    return "?";
  std::string Name = File->second;
  size_t Slash = Name.rfind('/');
  if (Slash != std::string::npos)
    Name = Name.substr(Slash + 1);
  return Name + ":" + std::to_string(O.Where.Line);
}

} // namespace pipeline_rewrite::executor
