//===- Tree.cpp - The working directory with another text of one file -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Tune/Tree.h"
#include "Write/WriteOutput.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace pipeline_rewrite {
namespace {

Error failed(const Twine &What, std::error_code Why) {
  return Why ? createStringError(What + ": " + Why.message())
             : Error::success();
}

/// Links everything in From, except one name, into To.
Error linkAllBut(StringRef Name, StringRef From, StringRef To) {
  std::error_code E;
  for (sys::fs::directory_iterator I(From, E, /*follow_symlinks=*/false), End;
       I != End && !E; I.increment(E)) {
    StringRef Each = sys::path::filename(I->path());
    SmallString<256> Link(To);
    sys::path::append(Link, Each);
    if (Each != Name)
      if (std::error_code Bad = sys::fs::create_link(I->path(), Link))
        return failed(Link, Bad);
  }
  return failed(From, E);
}

Error copyFile(StringRef Folder, StringRef Root, StringRef Path) {
  SmallString<256> To(Folder);
  sys::path::append(To, pathBelow(Root, Path));
  if (sys::fs::exists(To))
    return Error::success();
  if (std::error_code E =
          sys::fs::create_directories(sys::path::parent_path(To)))
    return failed(To, E);
  if (std::error_code E = sys::fs::copy_file(Path, To))
    return failed(To, E);
  auto Mode = sys::fs::getPermissions(Path);
  return failed(To,
                Mode ? sys::fs::setPermissions(To, *Mode) : Mode.getError());
}

} // namespace

std::string pathBelow(StringRef Root, StringRef Path) {
  SmallString<256> Real;
  if (sys::fs::real_path(Path, Real))
    Real = Path;
  StringRef Rest = Real;
  return Rest.consume_front(Root) && Rest.consume_front("/") ? Rest.str() : "";
}

Error writeInto(StringRef Folder, StringRef Name, StringRef Text) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  if (std::error_code E =
          sys::fs::create_directories(sys::path::parent_path(Path)))
    return failed(Path, E);
  if (Error E = writeFile(Path, std::nullopt, Text))
    return createStringError(Path + ": " + toString(std::move(E)));
  return Error::success();
}

Error makeTree(StringRef Folder, StringRef File, StringRef Text) {
  SmallString<256> There, Here(Folder);
  sys::fs::real_path(".", There);
  std::string Name = pathBelow(There, File);
  if (Name.empty())
    return createStringError(
        File + " is not below the working directory, as {tree} needs");
  for (StringRef Step :
       make_range(sys::path::begin(Name), sys::path::end(Name))) {
    if (std::error_code E = sys::fs::create_directories(Here))
      return failed(Here, E);
    if (Error E = linkAllBut(Step, There, Here))
      return E;
    sys::path::append(There, Step);
    sys::path::append(Here, Step);
  }
  return writeInto(Folder, Name, Text);
}

Error copyInto(StringRef Folder, StringRef Root, StringRef Path,
               StringRef Except) {
  SmallString<256> Real, Left;
  if (std::error_code E = sys::fs::real_path(Path, Real))
    return failed(Path, E);
  sys::fs::real_path(Except, Left);
  if (Real != Root && pathBelow(Root, Real).empty())
    return createStringError(Path + " is not below " + Root);
  if (!sys::fs::is_directory(Real))
    return copyFile(Folder, Root, Real);
  std::error_code E;
  for (sys::fs::recursive_directory_iterator I(Real, E, false), End;
       I != End && !E; I.increment(E))
    if (I->path() == Left)
      I.no_push();
    else if (I->type() == sys::fs::file_type::regular_file)
      if (Error Bad = copyFile(Folder, Root, I->path()))
        return Bad;
  return failed(Path, E);
}

} // namespace pipeline_rewrite
