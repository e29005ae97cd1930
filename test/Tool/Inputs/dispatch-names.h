// Names that the functions which launch have as well.
#include <cstdio>
struct Base {
  template <typename... All> void pipeline_dispatch_inMember(All...) { puts("member"); }
};
template <typename T> struct BaseOf {
  void pipeline_dispatch_inTemplate(dim3, dim3, size_t, void *, const T *, T *, int) { puts("template"); }
};
namespace app {
inline void pipeline_dispatch_inNamespace(int, int, int, int, const float *, float *, int) { puts("namespace"); }
struct Tag {};
template <typename A, typename B> void pipeline_dispatch_byArgument(int, int, int, int, A *, B *, Tag) { puts("argument"); }
}
template <typename... All> void pipeline_dispatch_hidden(All...) { puts("hidden"); }
