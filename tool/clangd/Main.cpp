//===- Main.cpp - clangd with this project's checks -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clangd loads no plug-ins, so it is linked again. Its main function is in its
// library, but in none of the installed headers.
//===----------------------------------------------------------------------===//

namespace clang::clangd {
int clangdMain(int Count, char *Words[]);
} // namespace clang::clangd

int main(int Count, char *Words[]) {
  return clang::clangd::clangdMain(Count, Words);
}
