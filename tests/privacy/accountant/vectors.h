#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace noisy::testing {

/// Compares a family of published values and remembers its largest relative deviation, which the
/// family prints at its end.
class VectorFamily {
 public:
  explicit VectorFamily(std::string name) : name_(std::move(name)) {}
  ~VectorFamily() {
    std::printf("%-28s %4d rows, largest relative deviation %.2e\n", name_.c_str(), rows_, worst_);
  }
  VectorFamily(const VectorFamily&) = delete;
  VectorFamily& operator=(const VectorFamily&) = delete;

  /// Within a relative tolerance of the exact value.
  void equal(double value, double exact, double tolerance, const std::string& row = "") {
    note(value, exact);
    EXPECT_NEAR(value, exact, tolerance * std::max(std::fabs(exact), 1e-300))
        << name_ << " " << row;
  }

  /// An upper bound that is tight: at least the exact value, up to a relative tolerance above it.
  void upper(double value, double exact, double tolerance, const std::string& row = "") {
    note(value, exact);
    EXPECT_GE(value, exact * (1 - 1e-14)) << name_ << " " << row;
    EXPECT_LE(value, exact * (1 + tolerance)) << name_ << " " << row;
  }

 private:
  void note(double value, double exact) {
    ++rows_;
    if (exact != 0) worst_ = std::max(worst_, std::fabs(value - exact) / std::fabs(exact));
  }

  std::string name_;
  int rows_ = 0;
  double worst_ = 0;
};

}  // namespace noisy::testing
