//===- StaticLinkage.cpp - What a static program must not ask for ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// glibc's own versions of these functions load shared libraries of the very
// glibc that the program was linked with, which the user's machine need not
// have. So they say here that there is nothing: no user but the one of $HOME,
// no plug-in, no other encoding than UTF-8. Clang manages without.
//===----------------------------------------------------------------------===//
#include "llvm/Plugins/PassPlugin.h"
#include <cerrno>
#include <dlfcn.h>
#include <iconv.h>
#include <pwd.h>

extern "C" {

int getpwnam_r(const char *, passwd *, char *, size_t, passwd **Found) {
  *Found = nullptr;
  return 0;
}

int getpwuid_r(uid_t, passwd *, char *, size_t, passwd **Found) {
  *Found = nullptr;
  return 0;
}

void *dlopen(const char *, int) noexcept { return nullptr; }
int dlclose(void *) noexcept { return -1; }
void *dlsym(void *, const char *) noexcept { return nullptr; }
char *dlerror() noexcept {
  static char Message[] = "this program is linked statically: no plug-ins";
  return Message;
}

iconv_t iconv_open(const char *, const char *) {
  errno = EINVAL;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): what POSIX says it gives
  return reinterpret_cast<iconv_t>(-1);
}
size_t iconv(iconv_t, char **, size_t *, char **, size_t *) {
  errno = EBADF;
  return static_cast<size_t>(-1);
}
int iconv_close(iconv_t) { return 0; }

} // extern "C"

// Debian's pass builder asks Polly for its passes; they are not used here.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "none", [](llvm::PassBuilder &) {},
          nullptr};
}
