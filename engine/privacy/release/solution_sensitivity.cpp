#include "engine/privacy/release/solution_sensitivity.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace noisy {
namespace {

/// Lengths (a, b) of the two parts of a vector v with a <= most_a, b <= most_b, |v| <= S.
struct Parts {
  double a = 0, b = 0;
};

/// The one with this a, and b as large as it may be.
Parts with_first(double a, double most_b, double whole) {
  return {a, std::min(most_b, std::sqrt(std::max(0.0, whole * whole - a * a)))};
}

double weighted(const Parts& v, double weight_a, double weight_b) {
  const double of_b = v.b > 0 ? v.b * v.b / weight_b : 0;
  return std::sqrt(v.a * v.a / weight_a + of_b);
}

/// The longest in the norm of W^-1: all that goes into the part with the smaller weight.
double longest(double most_a, double most_b, double whole, double weight_a, double weight_b) {
  if (weight_a > weight_b) {
    std::swap(most_a, most_b);
    std::swap(weight_a, weight_b);
  }
  const Parts v = with_first(std::min(most_a, whole), most_b, whole);
  return weighted(v, weight_a, weight_b);
}

/// sup a / weight_a + ||v||_{W^-1} / sqrt(weight_a). It grows with a and with b, so that the sup
/// lies where v is as long as it can be; there, with r = weight_a / weight_b, it is
/// (a + sqrt(r S^2 - (r - 1) a^2)) / weight_a: largest at a = S / sqrt(r - 1) for r >= 2, and
/// increasing up to a = S for smaller r.
double furthest(double most_a, double most_b, double whole, double weight_a, double weight_b) {
  const double ratio = weight_a / weight_b;
  const double least = std::sqrt(std::max(0.0, whole * whole - most_b * most_b));
  const double best = ratio >= 2 ? whole / std::sqrt(ratio - 1) : whole;
  const double a = std::min(std::max(best, least), std::min(most_a, whole));
  const Parts v = with_first(a, most_b, whole);
  return v.a / weight_a + weighted(v, weight_a, weight_b) / std::sqrt(weight_a);
}

}  // namespace

double saddle_sensitivity(const SolutionBounds& bounds) {
  return longest(bounds.primal_difference, bounds.dual_difference, bounds.difference,
                 bounds.primal_weight, bounds.dual_weight) /
             bounds.records +
         2 * bounds.distance;
}

double primal_sensitivity(const SolutionBounds& bounds) {
  return furthest(bounds.primal_difference, bounds.dual_difference, bounds.difference,
                  bounds.primal_weight, bounds.dual_weight) /
             (2 * bounds.records) +
         2 * bounds.distance / std::sqrt(bounds.primal_weight);
}

double dual_sensitivity(const SolutionBounds& bounds) {
  return furthest(bounds.dual_difference, bounds.primal_difference, bounds.difference,
                  bounds.dual_weight, bounds.primal_weight) /
             (2 * bounds.records) +
         2 * bounds.distance / std::sqrt(bounds.dual_weight);
}

}  // namespace noisy
