#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace noisy::testing {

/// FNV-1a over the bits of doubles: one number that changes when any bit of any result changes.
class BitHash {
 public:
  void add(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int byte = 0; byte < 8; ++byte) {
      hash_ = (hash_ ^ ((bits >> (8 * byte)) & 0xff)) * 0x100000001b3;
    }
  }
  void add(std::span<const double> values) {
    for (const double value : values) add(value);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

/// A small generator of test inputs (SplitMix64), the same on every machine.
class TestNumbers {
 public:
  explicit TestNumbers(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// Uniform in [lower, upper).
  double uniform(double lower, double upper) {
    return lower + (upper - lower) * (static_cast<double>(next() >> 11) * 0x1p-53);
  }
  /// A double with random sign and fraction and an exponent uniform in [lowest, highest].
  double spread(int lowest, int highest) {
    const std::uint64_t bits = next();
    const std::uint64_t range = static_cast<std::uint64_t>(highest - lowest + 1);
    const std::uint64_t exponent = static_cast<std::uint64_t>(lowest + 1023) + next() % range;
    return std::bit_cast<double>((bits & 0x800fffffffffffff) | (exponent << 52));
  }

 private:
  std::uint64_t state_;
};

}  // namespace noisy::testing
