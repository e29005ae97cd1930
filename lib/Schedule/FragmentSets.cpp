//===- FragmentSets.cpp - Fragments that are read ahead -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Schedule/FragmentSets.h"

namespace pipeline_rewrite {

std::string FragmentSets::readFirst(unsigned Tile) {
  if (First || (Last && Steps % 2))
    return "fragments are overwritten that nobody computed with";
  First = Tile;
  return "";
}

std::string FragmentSets::computeButLast(unsigned Tile) {
  if (First != Tile || Last)
    return "a step is computed with the fragments of another";
  First.reset();
  Last = Tile;
  return "";
}

std::string FragmentSets::computeLast(unsigned Tile) {
  if (Last != Tile)
    return "the last step is computed with the fragments of another";
  Last.reset();
  return "";
}

std::string FragmentSets::finish() const {
  return First || Last ? "fragments are read that nobody computes with" : "";
}

} // namespace pipeline_rewrite
