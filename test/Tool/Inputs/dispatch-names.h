// Names that the functions which launch have as well.
#include <cstdio>
struct Base {
  template <typename... All> void launch_inMember(All...) { puts("member"); }
};
template <typename T> struct BaseOf {
  void launch_inTemplate(dim3, dim3, size_t, void *, const T *, T *, int) { puts("template"); }
};
namespace app {
inline void launch_inNamespace(int, int, int, int, const float *, float *, int) { puts("namespace"); }
struct Tag {};
template <typename A, typename B> void launch_byArgument(int, int, int, int, A *, B *, Tag) { puts("argument"); }
}
template <typename... All> void launch_hidden(All...) { puts("hidden"); }
