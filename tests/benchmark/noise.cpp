// How fast randomness comes: the key stream, and noise of every kind drawn from it, on one thread.
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/random/chacha20.h"
#include "engine/random/discrete.h"
#include "engine/random/distributions.h"
#include "tests/benchmark/measure.h"

namespace {

using namespace noisy;
using noisy::benchmark::fastest_seconds;
using noisy::benchmark::report;

/// Draws per call, which stay in the innermost cache.
constexpr std::size_t kCount = 2048;
/// Calls per measurement, so that it takes less than a millisecond: long enough for the clock,
/// short enough to find a moment in which nothing else ran.
constexpr int kCalls = 8;
constexpr int kSlowCalls = 2;

void measure_key_stream() {
  std::vector<std::byte> bytes(kCount * sizeof(double));
  const ChaChaKey key = {1, 2, 3, 4, 5, 6, 7, 8};
  std::uint64_t block = 0;
  const double seconds = fastest_seconds([&] {
    for (int call = 0; call < kCalls; ++call) {
      chacha20_blocks(key, 9, block, bytes.size() / kChaChaBlockBytes, bytes.data());
      block += bytes.size() / kChaChaBlockBytes;
    }
  });
  report("noise", "ChaCha20", "GB/s", kCalls * static_cast<double>(bytes.size()) / seconds / 1e9);
}

template <class Value>
void measure(const std::string& name, const std::function<void(Stream&, std::span<Value>)>& fill,
             int calls = kCalls) {
  Stream stream = StreamFactory::reproducible({.seed = 1, .algorithm = "benchmark"})
                      .stream(StreamPurpose::noise, 0);
  std::vector<Value> out(kCount);
  const double seconds = fastest_seconds([&] {
    for (int call = 0; call < calls; ++call) fill(stream, out);
  });
  report("noise", name, "M/s", static_cast<double>(calls) * kCount / seconds / 1e6);
}

}  // namespace

int main() {
  measure_key_stream();
  measure<double>("uniform", [](Stream& s, std::span<double> out) { fill_uniform(s, out); });
  measure<double>("exponential",
                  [](Stream& s, std::span<double> out) { fill_exponential(s, 2.0, out); });
  measure<double>("Laplace", [](Stream& s, std::span<double> out) { fill_laplace(s, 2.0, out); });
  measure<double>("normal", [](Stream& s, std::span<double> out) { fill_normal(s, 2.0, out); });
  // Scales as hardened releases choose them.
  constexpr std::uint64_t kScale = (std::uint64_t{1} << 38) + 12345;
  measure<std::int64_t>(
      "discrete Laplace",
      [](Stream& s, std::span<std::int64_t> out) { fill_discrete_laplace(s, kScale, out); },
      kSlowCalls);
  measure<std::int64_t>(
      "discrete Gaussian",
      [](Stream& s, std::span<std::int64_t> out) { fill_discrete_gaussian(s, kScale, out); },
      kSlowCalls);
}
