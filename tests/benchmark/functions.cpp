// Elementary functions over arrays that stay in the innermost cache.
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/math/vector_functions.h"
#include "tests/benchmark/measure.h"
#include "tests/math/bits.h"

namespace {

using namespace noisy;

/// Elements per call: 8 KiB of input.
constexpr std::size_t kCount = 1024;
/// Calls per measurement, so that it takes some 100 microseconds.
constexpr int kCalls = 64;

void measure(const std::string& name, double lower, double upper,
             const std::function<void(std::span<const double>)>& work) {
  testing::TestNumbers numbers(1);
  std::vector<double> inputs(kCount);
  for (double& value : inputs) value = numbers.uniform(lower, upper);
  const double seconds = noisy::benchmark::fastest_seconds([&] {
    for (int call = 0; call < kCalls; ++call) work(inputs);
  });
  noisy::benchmark::report("elementary functions", name, "M/s", kCalls * kCount / seconds / 1e6);
}

}  // namespace

int main() {
  std::vector<double> out(kCount), second(kCount);
  measure("exp", -20, 20, [&](std::span<const double> x) { math::exp_each(x, out); });
  measure("log", 0, 1, [&](std::span<const double> x) { math::log_each(x, out); });
  measure("sin and cos", 0, 6.2831853,
          [&](std::span<const double> x) { math::sin_cos_each(x, out, second); });
}
