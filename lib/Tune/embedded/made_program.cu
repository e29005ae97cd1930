//===- made_program.cu - Calls the functions of the text above ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands behind a file that is no program, in front of a main() that calls its
// functions or launches its kernels. All integers are one size, floating-point
// numbers are 1, pointers lead to managed memory, which host and device can
// use. The size is the largest of a few with which a call ends without an
// error: that is tried in processes of their own. What the memory holds
// afterwards is printed as a hash.
//===----------------------------------------------------------------------===//
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <memory>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tuple>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

namespace pipeline_rewrite_program {

/// Of each buffer: two matrices of 2048 rows and columns.
constexpr std::size_t Elements = std::size_t(1) << 23;
/// After so many the values begin again: no row of a matrix is like another.
constexpr std::size_t Period = 1000003;
constexpr int Sizes[] = {2048, 1024, 512, 256, 128, 64, 32};
/// For one call that is tried: of the processor, which waits for the device in
/// a loop, and of the clock where it sleeps.
constexpr unsigned MostSeconds = 20, MostSecondsAsleep = 120;
constexpr int Calls = 10;

/// From 0 to 65535, the same in every run.
inline unsigned mixed(std::size_t I) {
  return unsigned((I * 2654435761u) >> 9) & 0xffff;
}

template <class T, class = void> struct Value {
  static T at(std::size_t I);
};
template <class T>
struct Value<T, typename std::enable_if<std::is_floating_point<T>::value>::type> {
  static T at(std::size_t I) { return T((int(mixed(I) % 2001) - 1000) / 1000.0); }
};
template <class T>
struct Value<T, typename std::enable_if<std::is_integral<T>::value>::type> {
  static T at(std::size_t I) { return T(mixed(I) % (sizeof(T) == 1 ? 8 : 64)); }
};
template <class T>
struct Value<T, typename std::enable_if<!std::is_arithmetic<T>::value &&
                                        std::is_constructible<T, float>::value>::type> {
  static T at(std::size_t I) { return T(Value<float>::at(I)); }
};
/// As float4: floating-point numbers side by side.
template <class T, class Kind> T Value<T, Kind>::at(std::size_t I) {
  T All;
  std::memset(static_cast<void *>(&All), 0, sizeof(T));
  for (std::size_t K = 0; K + 4 <= sizeof(T); K += 4) {
    const float Each = Value<float>::at(I * (sizeof(T) / 4) + K / 4);
    std::memcpy(reinterpret_cast<char *>(&All) + K, &Each, 4);
  }
  return All;
}

template <class... T> struct Types {};

class Arguments {
public:
  explicit Arguments(int Size) : Size(Size) {}
  Arguments(const Arguments &) = delete;
  ~Arguments() {
    for (const Buffer &Each : Buffers)
      cudaFree(Each.Place);
  }

  template <class... T> std::tuple<T...> all() { return std::tuple<T...>{make(Types<T>())...}; }

  std::uint64_t hash() const {
    std::uint64_t Hash = 14695981039346656037u;
    std::vector<std::uint64_t> Words;
    for (const Buffer &Each : Buffers) {
      Words.assign(Each.Bytes / 8 + 1, 0);
      cudaMemcpy(Words.data(), Each.Place, Each.Bytes, cudaMemcpyDefault);
      for (std::uint64_t Word : Words)
        Hash = (Hash ^ Word) * 1099511628211u;
    }
    return Hash;
  }

private:
  struct Buffer {
    void *Place;
    std::size_t Bytes;
  };

  template <class T> typename std::enable_if<std::is_integral<T>::value, T>::type make(Types<T>) {
    return T(Size);
  }
  bool make(Types<bool>) { return false; }
  template <class T> typename std::enable_if<!std::is_integral<T>::value, T>::type make(Types<T>) {
    return T(1.0f);
  }
  cudaStream_t make(Types<cudaStream_t>) { return nullptr; }
  template <class T> T *make(Types<T *>) {
    using Element = typename std::remove_cv<T>::type;
    const std::size_t Bytes = Elements * sizeof(Element);
    void *Place = nullptr;
    if (cudaMallocManaged(&Place, Bytes) != cudaSuccess)
      return nullptr;
    Buffers.push_back({Place, Bytes});
    std::unique_ptr<Element[]> Values(new Element[Period]);
    for (std::size_t I = 0; I < Period; ++I)
      Values[I] = Value<Element>::at(I + Buffers.size() * 7919);
    for (std::size_t At = 0; At < Elements; At += Period)
      cudaMemcpy(static_cast<Element *>(Place) + At, Values.get(),
                 (At + Period < Elements ? Period : Elements - At) * sizeof(Element), cudaMemcpyDefault);
    return static_cast<T *>(Place);
  }

  int Size;
  std::vector<Buffer> Buffers;
};

class Program {
public:
  Program(int Count, char **Words) : Size(Count > 1 ? std::atoi(Words[1]) : 0) {}

  template <class R, class... P> void call(const char *Name, R (*Function)(P...)) {
    run(Name, [=](int, P... With) { (void)Function(With...); }, Types<typename std::decay<P>::type...>());
  }

  /// A block for each \p Tile of the size, in two dimensions if \p Plane.
  template <class... P>
  void launch(const char *Name, void (*Kernel)(P...), dim3 Block, int Tile, bool Plane) {
    run(
        Name,
        [=](int Size, P... With) {
          const unsigned Blocks = unsigned((Size + Tile - 1) / Tile);
          Kernel<<<dim3(Blocks, Plane ? Blocks : 1), Block>>>(With...);
        },
        Types<typename std::decay<P>::type...>());
  }

  /// The program's exit status.
  int end() const { return Done == 0; }

private:
  template <class F, class T, std::size_t... I>
  static void apply(F &Function, int Size, T &With, std::index_sequence<I...>) {
    Function(Size, std::get<I>(With)...);
  }

  template <class F, class... P> void run(const char *Name, F Function, Types<P...>) {
    const int Used = Size ? Size : largest<F, P...>(Function);
    if (!Used) {
      std::printf("%s: no size from %d to %d does\n", Name, Sizes[sizeof(Sizes) / sizeof(int) - 1], Sizes[0]);
      return;
    }
    Arguments Made(Used);
    auto With = Made.all<P...>();
    for (int I = 0; I < Calls; ++I)
      apply(Function, Used, With, std::index_sequence_for<P...>());
    const cudaError_t Last = cudaDeviceSynchronize();
    const cudaError_t First = cudaGetLastError();
    if (Last != cudaSuccess || First != cudaSuccess) {
      std::printf("%s: %s\n", Name, cudaGetErrorString(Last != cudaSuccess ? Last : First));
      std::exit(1);
    }
    std::printf("%s: size %d, hash %016llx\n", Name, Used, static_cast<unsigned long long>(Made.hash()));
    ++Done;
  }

  /// A fault of the device ends a process's use of it: no call of this one's
  /// is made here.
  template <class F, class... P> static int largest(F &Function) {
    for (int Each : Sizes) {
      std::fflush(nullptr);
      const pid_t Child = fork();
      if (Child < 0)
        return 0;
      if (Child == 0) {
        const rlimit Most = {MostSeconds, MostSeconds};
        setrlimit(RLIMIT_CPU, &Most);
        alarm(MostSecondsAsleep);
        Arguments Made(Each);
        auto With = Made.all<P...>();
        apply(Function, Each, With, std::index_sequence_for<P...>());
        _exit(cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess);
      }
      int Status = 1;
      if (waitpid(Child, &Status, 0) == Child && WIFEXITED(Status) && WEXITSTATUS(Status) == 0)
        return Each;
    }
    return 0;
  }

  int Size, Done = 0;
};

} // namespace pipeline_rewrite_program
