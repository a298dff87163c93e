#pragma once

#include <cmath>

namespace noisy {

/// Whole numbers of a formula must not depend on its last bits: a value within 1e-12 relative of a
/// whole number is that number.
inline constexpr double kRoundingSlack = 1e-12;

inline double steady_ceil(double value) {
  return std::ceil(value - kRoundingSlack * std::fabs(value));
}

inline double steady_floor(double value) {
  return std::floor(value + kRoundingSlack * std::fabs(value));
}

/// What a plan keeps of a budget for the rounding of its sums, relative: the costs that it spends
/// add up to at most the budget, and to no less than this below it.
inline constexpr double kBudgetReserve = 1e-13;

}  // namespace noisy
