#include "engine/privacy/accountant/laplace_renyi.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/exp_remainder.h"
#include "engine/math/reduce.h"
#include "engine/math/search.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

double sinh(double x) {
  return 0.5 * (math::expm1(x) - math::expm1(-x));
}

Result<void> check(std::span<const StepGroup> steps, double delta) {
  if (auto checked = check_delta(delta); !checked) return checked;
  if (steps.empty())
    return fail(ErrorCode::invalid_value, "iterations", "at least one step is needed");
  for (const StepGroup& group : steps) {
    if (auto checked = check_budget(group.epsilon, "privacy.epsilon"); !checked) return checked;
    if (group.count < 1)
      return fail(ErrorCode::invalid_value, "iterations", "at least one step is needed");
  }
  return {};
}

double divergence(LaplaceAccounting accounting, double order, double epsilon) {
  switch (accounting) {
    case LaplaceAccounting::full_batch_renyi:
      return laplace_renyi_divergence(order, epsilon);
    case LaplaceAccounting::pure_renyi:
      return pure_renyi_divergence(order, epsilon);
    case LaplaceAccounting::pure_zcdp:
      break;
  }
  return 0.5 * order * epsilon * epsilon;
}

template <typename Term>
double sum_over_steps(std::span<const StepGroup> steps, const Term& term) {
  return math::sum_of(steps.size(), [&](std::size_t index) {
    return static_cast<double>(steps[index].count) * term(steps[index].epsilon);
  });
}

}  // namespace

double laplace_renyi_divergence(double order, double epsilon) {
  const double up = (order - 1.0) * epsilon;
  const double down = -order * epsilon;
  const double total = 2.0 * order - 1.0;
  const double weight = order / total, rest = (order - 1.0) / total;
  if (up < 1.0) {
    // The linear terms of both exponentials cancel exactly; what remains is positive.
    const double excess = weight * math::exp_remainder(up) + rest * math::exp_remainder(down);
    return math::log1p(excess) / (order - 1.0);
  }
  return epsilon + math::log(weight + rest * math::exp(-total * epsilon)) / (order - 1.0);
}

double pure_renyi_divergence(double order, double epsilon) {
  // The ratio of hyperbolic sines is cosh(a) / cosh(b) with a = (order - 1/2) eps, b = eps / 2.
  const double a = (order - 0.5) * epsilon;
  const double b = 0.5 * epsilon;
  if (a < 1.0) {
    const double cosh_b = 0.5 * (math::exp(b) + math::exp(-b));
    const double excess = 2.0 * sinh(order * b) * sinh((order - 1.0) * b) / cosh_b;
    return math::log1p(excess) / (order - 1.0);
  }
  const double tail = math::log1p(math::exp(-2.0 * a)) - math::log1p(math::exp(-2.0 * b));
  return epsilon + tail / (order - 1.0);
}

Result<ApproximateBudget> approximate_budget(std::span<const StepGroup> steps,
                                             LaplaceAccounting accounting, double delta) {
  if (auto checked = check(steps, delta); !checked) return std::unexpected(checked.error());
  const double plain = sum_over_steps(steps, [](double epsilon) { return epsilon; });
  const double rho = sum_over_steps(steps, [](double epsilon) { return 0.5 * epsilon * epsilon; });
  const double log_inverse_delta = -math::log(delta);
  const auto bound = [&](double log_order_minus_one) {
    const double order_minus_one = math::exp(log_order_minus_one);
    const double order = 1.0 + order_minus_one;
    return sum_over_steps(steps,
                          [&](double epsilon) { return divergence(accounting, order, epsilon); }) +
           log_inverse_delta / order_minus_one;
  };
  // The bound is quasi-convex in the order; the minimizer for zCDP is near that of the others.
  constexpr double kReach = 30.0;
  const double start =
      0.5 * (math::log(log_inverse_delta) - math::log(std::clamp(rho, 1e-300, 1e300)));
  const math::Minimum minimum = math::minimize(bound, start - kReach, start + kReach, 1e-7);
  if (minimum.value < plain)
    return ApproximateBudget{minimum.value, 1.0 + math::exp(minimum.argument)};
  return ApproximateBudget{plain, std::numeric_limits<double>::infinity()};
}

}  // namespace noisy
