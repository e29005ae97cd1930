//===- harness.h - everything of a sample that is not its kernel ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each sample is one plain tiled kernel, a run() that launches it, and a main()
// of a few lines. This header gives them deterministic inputs, a comparison
// with a CPU reference, a hash of the output bits, timing and the command line:
//
//   prog [--all | --case NAME] [--list] [--seed S[,S...]] [--m M --n N --k K]
//        [--time REPEATS [--no-check]]
//
//   CASE <kernel> <M>x<N>x<K> hash=<16 hex> maxerr=<x> ok|BAD
//   TIME <kernel> <M>x<N>x<K> median_ms=<x> min_ms=<x> spread=<x> gflops=<x>
//
// Without a size every default case runs, once with each seed. The hash is what
// an original and its rewritten form are compared by: equal hash, equal bits in
// every output. --no-check leaves out the reference, and with it the line CASE:
// for timing what was checked before. Exit: 0 all ok, 1 a wrong result, 2 bad
// usage or a CUDA error.
//
// Only the basics of the CUDA runtime are used, so that the programs also run
// where something else stands in for it.
//===----------------------------------------------------------------------===//

#ifndef PIPELINE_REWRITE_TEST_SAMPLES_HARNESS_H
#define PIPELINE_REWRITE_TEST_SAMPLES_HARNESS_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace harness {

/// One problem size. What M, N and K mean is said at the head of each sample;
/// K always is the extent that the tiled loop walks.
struct Case {
  int M, N, K;
};

/// A result is right when |got - want| <= Abs + Rel * |want|.
struct Tolerance {
  double Abs, Rel;
};
constexpr Tolerance Exact{0, 0};
constexpr Tolerance Int8{0.5, 0.1};
constexpr Tolerance Fp16{1e-2, 1e-2};
constexpr Tolerance Fp32{1e-3, 1e-3};
constexpr Tolerance Fp64{1e-9, 1e-9};

inline void require(cudaError_t Status, const char *What) {
  if (Status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", What, cudaGetErrorString(Status));
  std::exit(2);
}

template <typename T> T ceilDiv(T A, T B) { return (A + B - 1) / B; }

/// Well mixed bits of a counter (the finaliser of splitmix64).
inline uint64_t mix(uint64_t X) {
  X += 0x9e3779b97f4a7c15ull;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9ull;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebull;
  return X ^ (X >> 31);
}

/// Random bits as a number in [0, 1).
inline double unit(uint64_t Bits) {
  return static_cast<double>(Bits >> 11) * 0x1p-53;
}

/// Folds Bytes into a running 64-bit hash, eight bytes at a time.
inline uint64_t hashBytes(uint64_t Hash, const void *Data, size_t Bytes) {
  const unsigned char *P = static_cast<const unsigned char *>(Data);
  for (; Bytes >= 8; P += 8, Bytes -= 8) {
    uint64_t Word;
    std::memcpy(&Word, P, 8);
    Hash = (Hash ^ Word) * 0x9fb21c651e98df25ull;
    Hash ^= Hash >> 29;
  }
  for (; Bytes > 0; ++P, --Bytes)
    Hash = (Hash ^ *P) * 0x100000001b3ull;
  return mix(Hash);
}

/// One execution of one case: what run() of a sample works with.
class Run {
public:
  const int M, N, K;

  Run(Case C, uint64_t Seed, int Repeats, bool Checked)
      : M(C.M), N(C.N), K(C.K), Seed(Seed), Repeats(Repeats), Checked(Checked) {
  }

  /// A size that the kernel does not support: `if (!R.fits(...)) return;`
  bool fits(bool Condition) {
    Skipped = !Condition;
    return Condition;
  }

  /// Launches once on outputs filled with 0xff bytes, and, when timing was
  /// asked for, again and again on rotated copies of the inputs.
  template <typename Fn> void launch(double Flops, Fn &&Kernel) {
    for (const Filled &Out : Outputs)
      require(cudaMemset(Out.Data, 0xff, Out.Bytes), "cudaMemset");
    Kernel();
    require(cudaGetLastError(), "launch");
    require(cudaDeviceSynchronize(), "kernel");
    if (Repeats > 0)
      measure(Flops, Kernel);
  }

  /// Compares one output with Reference(index). Where the whole comparison
  /// would take more than a few hundred million terms, an evenly spread part of
  /// the outputs is compared.
  template <typename OutputT, typename Fn>
  void check(OutputT &Out, double TermsPerOutput, Tolerance Allowed,
             Fn &&Reference) {
    if (!Checked)
      return;
    const auto &Got = Out.download();
    Hash = hashBytes(Hash, Got.data(), Got.size() * sizeof(Got[0]));
    double Terms = static_cast<double>(Got.size()) * (TermsPerOutput + 1);
    size_t Step = 1;
    if (Terms > 3e8)
      Step = static_cast<size_t>(Terms / 5e7) | 1;
    for (size_t I = 0; I < Got.size(); I += Step)
      compare(static_cast<double>(Got[I]), static_cast<double>(Reference(I)),
              Allowed);
  }

private:
  template <typename T> friend class Input;
  template <typename T> friend class Output;
  friend class Suite;

  struct Filled {
    void *Data;
    size_t Bytes;
  };

  void compare(double Got, double Want, Tolerance Allowed) {
    double Error = std::fabs(Got - Want);
    if (!(Error <= Allowed.Abs + Allowed.Rel * std::fabs(Want)))
      Bad = true;
    if (std::isnan(Error) || Error > MaxError)
      MaxError = Error;
  }

  template <typename Fn> void measure(double Flops, Fn &&Kernel) {
    cudaEvent_t Start, Stop;
    require(cudaEventCreate(&Start), "cudaEventCreate");
    require(cudaEventCreate(&Stop), "cudaEventCreate");
    constexpr size_t WarmUp = 3;
    for (Rotation = 0; Rotation < WarmUp + size_t(Repeats); ++Rotation) {
      require(cudaEventRecord(Start), "cudaEventRecord");
      Kernel();
      require(cudaEventRecord(Stop), "cudaEventRecord");
      require(cudaEventSynchronize(Stop), "cudaEventSynchronize");
      float Ms = 0;
      require(cudaEventElapsedTime(&Ms, Start, Stop), "cudaEventElapsedTime");
      if (Rotation >= WarmUp)
        Times.push_back(Ms);
    }
    require(cudaEventDestroy(Start), "cudaEventDestroy");
    require(cudaEventDestroy(Stop), "cudaEventDestroy");
    // The checked result is that of the first copy of the inputs.
    Rotation = 0;
    Kernel();
    require(cudaDeviceSynchronize(), "kernel");
    std::sort(Times.begin(), Times.end());
    Gflops = Flops / 1e6 / std::max(1e-9, quantile(0.5));
  }

  double quantile(double Q) const {
    return Times[static_cast<size_t>(Q *
                                     static_cast<double>(Times.size() - 1))];
  }

  /// Copies of an input to rotate through, so that timed launches do not find
  /// the whole problem in the L2 cache.
  size_t copiesOf(size_t Bytes) const {
    if (Repeats == 0 || Bytes == 0)
      return 1;
    return std::clamp<size_t>((size_t(128) << 20) / Bytes, 1, 64);
  }

  uint64_t nextStream() { return mix(Seed * 0x10001 + ++Streams); }

  uint64_t Seed;
  int Repeats;
  bool Checked;
  uint64_t Streams = 0;
  size_t Rotation = 0;
  std::vector<Filled> Outputs;
  std::vector<double> Times;
  double Gflops = 0;
  uint64_t Hash = 0xcbf29ce484222325ull;
  double MaxError = 0;
  bool Bad = false;
  bool Skipped = false;
};

/// A device array that the kernel reads, with its host copy.
template <typename T> class Input {
public:
  static constexpr double Limit = std::is_integral_v<T> ? 100 : 1;

  /// Uniform in [Lo, Hi); for integers in [Lo, Hi].
  Input(Run &R, size_t Count, double Lo = -Limit, double Hi = Limit)
      : Owner(R), Host(Count) {
    uint64_t Stream = R.nextStream();
    for (size_t I = 0; I < Count; ++I)
      Host[I] = draw(mix(Stream + I), Lo, Hi);
    upload();
  }

  /// Value(index, random bits).
  template <typename Fn,
            typename = decltype(std::declval<Fn>()(size_t(0), uint64_t(0)))>
  Input(Run &R, size_t Count, Fn &&Value) : Owner(R), Host(Count) {
    uint64_t Stream = R.nextStream();
    for (size_t I = 0; I < Count; ++I)
      Host[I] = Value(I, mix(Stream + I));
    upload();
  }

  Input(const Input &) = delete;
  Input &operator=(const Input &) = delete;
  ~Input() {
    for (T *Copy : Device)
      cudaFree(Copy);
  }

  operator const T *() const { return Device[Owner.Rotation % Device.size()]; }
  const T &at(size_t I) const { return Host[I]; }

private:
  static T draw(uint64_t Bits, double Lo, double Hi) {
    if constexpr (std::is_integral_v<T>) {
      uint64_t Range = static_cast<uint64_t>(Hi - Lo) + 1;
      return static_cast<T>(static_cast<int64_t>(Lo) +
                            static_cast<int64_t>(Bits % Range));
    } else {
      double Value = Lo + (Hi - Lo) * unit(Bits);
      if constexpr (std::is_same_v<T, double>)
        return Value;
      else
        return T(static_cast<float>(Value));
    }
  }

  void upload() {
    size_t Bytes = Host.size() * sizeof(T);
    Device.resize(Owner.copiesOf(Bytes), nullptr);
    for (T *&Copy : Device) {
      require(cudaMalloc(&Copy, std::max<size_t>(Bytes, 1)), "cudaMalloc");
      if (Bytes > 0)
        require(cudaMemcpy(Copy, Host.data(), Bytes, cudaMemcpyHostToDevice),
                "cudaMemcpy");
    }
  }

  Run &Owner;
  std::vector<T> Host;
  std::vector<T *> Device;
};

/// A device array that the kernel writes: every element, in every launch.
template <typename T> class Output {
public:
  Output(Run &R, size_t Count) : Host(Count) {
    size_t Bytes = Count * sizeof(T);
    require(cudaMalloc(&Device, std::max<size_t>(Bytes, 1)), "cudaMalloc");
    if (Bytes > 0)
      R.Outputs.push_back({Device, Bytes});
  }
  Output(const Output &) = delete;
  Output &operator=(const Output &) = delete;
  ~Output() { cudaFree(Device); }

  operator T *() const { return Device; }

  const std::vector<T> &download() {
    if (!Host.empty())
      require(cudaMemcpy(Host.data(), Device, Host.size() * sizeof(T),
                         cudaMemcpyDeviceToHost),
              "cudaMemcpy");
    return Host;
  }

private:
  std::vector<T> Host;
  T *Device = nullptr;
};

/// Element I of softmax(Q * transpose(K) * Scale) * V with heads of Head
/// columns side by side. The weights of a row are kept until the next row is
/// asked for.
template <int Head> struct AttentionReference {
  const Input<float> &Q, &K, &V;
  size_t Width, Keys;
  double Scale;
  size_t KnownRow = ~size_t(0);
  std::vector<double> Weights = {};

  double operator()(size_t I) {
    size_t Row = I / Width, First = I % Width / Head * Head;
    if (KnownRow != Row * Width + First) {
      KnownRow = Row * Width + First;
      computeWeights(Row, First);
    }
    double Sum = 0;
    for (size_t Key = 0; Key < Keys; ++Key)
      Sum += Weights[Key] * V.at(Key * Width + I % Width);
    return Sum;
  }

private:
  void computeWeights(size_t Row, size_t First) {
    Weights.assign(Keys, 0.0);
    double Largest = -std::numeric_limits<double>::infinity(), Total = 0;
    for (size_t Key = 0; Key < Keys; ++Key) {
      for (size_t D = First; D < First + Head; ++D)
        Weights[Key] += static_cast<double>(Q.at(Row * Width + D)) *
                        static_cast<double>(K.at(Key * Width + D)) * Scale;
      Largest = std::max(Largest, Weights[Key]);
    }
    for (double &Weight : Weights)
      Total += Weight = std::exp(Weight - Largest);
    for (double &Weight : Weights)
      Weight /= Total;
  }
};

/// The command line, and the cases that it selects.
class Suite {
public:
  Suite(int Argc, char **Argv) {
    for (int I = 1; I < Argc; ++I) {
      std::string Flag = Argv[I];
      if (Flag == "--all")
        continue;
      if (Flag == "--list")
        List = true;
      else if (Flag == "--no-check")
        Checked = false;
      else if (I + 1 == Argc)
        usage(Argv[0], Flag);
      else if (Flag == "--case")
        Only = Argv[++I];
      else if (Flag == "--seed")
        Seeds = parseSeeds(Argv[++I]);
      else if (Flag == "--time")
        Repeats = std::atoi(Argv[++I]);
      else if (Flag == "--m")
        Size.M = std::atoi(Argv[++I]);
      else if (Flag == "--n")
        Size.N = std::atoi(Argv[++I]);
      else if (Flag == "--k")
        Size.K = std::atoi(Argv[++I]);
      else
        usage(Argv[0], Flag);
    }
  }

  /// Runs the default cases of one kernel, or the one size asked for.
  void add(const char *Kernel, void (*Body)(Run &),
           std::initializer_list<Case> Defaults) {
    if (Size.M < 0 && Size.N < 0 && Size.K < 0) {
      for (Case C : Defaults)
        runCase(Kernel, Body, C);
      return;
    }
    constexpr int Default = 512;
    runCase(Kernel, Body,
            {Size.M < 0 ? Default : Size.M, Size.N < 0 ? Default : Size.N,
             Size.K < 0 ? Default : Size.K});
  }

  int exitCode() const {
    if (Selected == 0) {
      std::fprintf(stderr, "no case is named '%s'\n", Only.c_str());
      return 2;
    }
    return AnyBad ? 1 : 0;
  }

private:
  [[noreturn]] static void usage(const char *Program, const std::string &Flag) {
    std::fprintf(stderr,
                 "bad argument '%s'\n"
                 "usage: %s [--all | --case NAME] [--list] [--seed S[,S...]] "
                 "[--m M --n N --k K] [--time REPEATS [--no-check]]\n"
                 "NAME is KERNEL, MxNxK or KERNEL/MxNxK\n",
                 Flag.c_str(), Program);
    std::exit(2);
  }

  static std::vector<uint64_t> parseSeeds(const char *Text) {
    std::vector<uint64_t> Result;
    for (char *End = nullptr;; Text = End + 1) {
      Result.push_back(std::strtoull(Text, &End, 10));
      if (*End != ',')
        return Result;
    }
  }

  void runCase(const std::string &Kernel, void (*Body)(Run &), Case C) {
    std::string Dims = std::to_string(C.M) + "x" + std::to_string(C.N) + "x" +
                       std::to_string(C.K);
    if (!Only.empty() && Only != Kernel && Only != Dims &&
        Only != Kernel + "/" + Dims)
      return;
    ++Selected;
    std::string Name = Kernel + " " + Dims;
    if (List) {
      std::printf("%s\n", Name.c_str());
      return;
    }
    for (uint64_t Seed : Seeds)
      runOnce(Name, Body, C, Seed);
  }

  void runOnce(const std::string &Name, void (*Body)(Run &), Case C,
               uint64_t Seed) {
    Run R(C, Seed, Repeats, Checked);
    Body(R);
    if (R.Skipped) {
      std::printf("SKIP %s the kernel does not support this size\n",
                  Name.c_str());
      return;
    }
    AnyBad |= R.Bad;
    if (Checked)
      std::printf("CASE %s hash=%016llx maxerr=%.3g %s\n", Name.c_str(),
                  static_cast<unsigned long long>(R.Hash), R.MaxError,
                  R.Bad ? "BAD" : "ok");
    if (!R.Times.empty())
      std::printf("TIME %s median_ms=%.6g min_ms=%.6g spread=%.3f "
                  "gflops=%.6g\n",
                  Name.c_str(), R.quantile(0.5), R.Times.front(),
                  (R.quantile(0.9) - R.quantile(0.1)) / R.quantile(0.5),
                  R.Gflops);
    std::fflush(stdout);
  }

  std::string Only;
  std::vector<uint64_t> Seeds = {1};
  int Repeats = 0;
  bool List = false;
  bool Checked = true;
  Case Size{-1, -1, -1};
  int Selected = 0;
  bool AnyBad = false;
};

/// A whole GEMM case: C (M x N) = A (M x K) * B (K x N), all row-major.
/// Kernel(A, B, C) launches the kernel on device pointers.
template <typename In, typename Out, typename Fn>
void gemm(Run &R, Tolerance Allowed, Fn &&Kernel) {
  size_t M = R.M, N = R.N, K = R.K;
  Input<In> A(R, M * K), B(R, K * N);
  Output<Out> C(R, M * N);
  R.launch(2.0 * M * N * K, [&] {
    Kernel(static_cast<const In *>(A), static_cast<const In *>(B),
           static_cast<Out *>(C));
  });
  R.check(C, K, Allowed, [&](size_t I) {
    double Sum = 0;
    for (size_t Row = I / N, Col = I % N, J = 0; J < K; ++J)
      Sum += static_cast<double>(A.at(Row * K + J)) *
             static_cast<double>(B.at(J * N + Col));
    return Sum;
  });
}

} // namespace harness

#endif // PIPELINE_REWRITE_TEST_SAMPLES_HARNESS_H
