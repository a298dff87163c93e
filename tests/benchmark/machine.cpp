// What the machine can do at best, to compare kernels with: reading memory, and multiplying and
// adding without fusing the two (fused operations round once and would change the bits).
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/math/instruction_set.h"
#include "tests/benchmark/measure.h"

namespace {

using namespace noisy::benchmark;

constexpr int kChains = 12;  // enough independent operations to hide the latency of each

/// x := x / 2 + 1 in kChains independent vectors; returns the number of operations on doubles.
template <int Bytes>
[[gnu::always_inline]] inline double multiply_and_add(std::int64_t rounds) {
  typedef double Lanes __attribute__((vector_size(Bytes)));
  Lanes chains[kChains] = {};
  const volatile double half = 0.5;  // volatile: a constant would be built anew at each use in wasm
  const volatile double one = 1.0;
  const Lanes factor = half - Lanes{};
  const Lanes term = one - Lanes{};
  for (std::int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (int chain = 0; chain < kChains; ++chain) chains[chain] = chains[chain] * factor + term;
  }
  keep(chains);
  return 2.0 * kChains * (Bytes / sizeof(double)) * static_cast<double>(rounds);
}

/// Reads all of the memory once.
template <int Bytes>
[[gnu::always_inline]] inline void read(const std::vector<double>& memory) {
  typedef std::int64_t Lanes __attribute__((vector_size(Bytes)));
  constexpr std::size_t kDoubles = Bytes / sizeof(double);
  Lanes sums[4] = {};
  for (std::size_t at = 0; at + 4 * kDoubles <= memory.size(); at += 4 * kDoubles) {
    for (std::size_t k = 0; k < 4; ++k) {
      Lanes part;
      std::memcpy(&part, &memory[at + k * kDoubles], sizeof part);
      sums[k] ^= part;
    }
  }
  keep(sums);
}

constexpr std::int64_t kRounds = 20'000;

[[gnu::noinline]] double compute16() {
  return multiply_and_add<16>(kRounds);
}
[[gnu::noinline]] void read16(const std::vector<double>& memory) {
  read<16>(memory);
}

#if defined(__x86_64__)
[[gnu::noinline, gnu::target("avx2")]] double compute32() {
  return multiply_and_add<32>(kRounds);
}
[[gnu::noinline, gnu::target("avx2")]] void read32(const std::vector<double>& memory) {
  read<32>(memory);
}
[[gnu::noinline, gnu::target("avx512f")]] double compute64() {
  return multiply_and_add<64>(kRounds);
}
[[gnu::noinline, gnu::target("avx512f")]] void read64(const std::vector<double>& memory) {
  read<64>(memory);
}
#endif

struct Machine {
  double (*compute)() = compute16;
  void (*read)(const std::vector<double>&) = read16;
};

/// That of the instruction set that the engine runs on.
Machine chosen_machine() {
#if defined(__x86_64__)
  using enum noisy::math::InstructionSet;
  if (noisy::math::instruction_set() == avx512) return {compute64, read64};
  if (noisy::math::instruction_set() == avx2) return {compute32, read32};
#endif
  return {};
}

}  // namespace

int main() {
  const Machine machine = chosen_machine();
  double operations = 0;
  const double compute_seconds = fastest_seconds([&] { operations = machine.compute(); });
  report("machine", "multiply and add", "GF/s", operations / compute_seconds / 1e9);

  const std::vector<double> memory(std::size_t{64} << 20, 1.0);
  const double bytes = 8.0 * static_cast<double>(memory.size());
  const double read_seconds = fastest_seconds([&] { machine.read(memory); }, 1.0);
  report("machine", "read memory", "GB/s", bytes / read_seconds / 1e9);
}
