#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace noisy::testing {

/// One outcome of a mechanism: its probability on either data set.
struct Outcome {
  double p;
  double q;
};

/// Random test inputs from a fixed seed (SplitMix64).
class RandomOutcomes {
 public:
  explicit RandomOutcomes(std::uint64_t seed) : state_(seed) {}

  /// Uniform on (0, 1).
  double uniform() {
    std::uint64_t x = (state_ += 0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    x ^= x >> 31;
    return (static_cast<double>(x >> 11) + 0.5) * 0x1p-53;
  }

  /// Log-uniform between two positive numbers.
  double between(double low, double high) { return low * std::pow(high / low, uniform()); }

  std::vector<Outcome> next(int count) {
    std::vector<Outcome> outcomes(static_cast<std::size_t>(count));
    double p = 0;
    double q = 0;
    for (Outcome& outcome : outcomes) {
      outcome = {uniform(), uniform()};
      p += outcome.p;
      q += outcome.q;
    }
    for (Outcome& outcome : outcomes) {
      outcome.p /= p;
      outcome.q /= q;
    }
    return outcomes;
  }

  /// The same with an outcome that only P has and one that only Q has.
  std::vector<Outcome> with_one_sided_outcomes(std::vector<Outcome> outcomes, double mass) {
    for (Outcome& outcome : outcomes) {
      outcome.p *= 1 - mass;
      outcome.q *= 1 - 2 * mass;
    }
    outcomes.push_back({mass, 0});
    outcomes.push_back({0, 2 * mass});
    return outcomes;
  }

 private:
  std::uint64_t state_;
};

}  // namespace noisy::testing
