#include "engine/algorithm/simplex/theory/vertex_budget.h"

#include <cmath>
#include <limits>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/checks.h"

namespace noisy {

double VertexBudget::strength() const {
  return is_approximate() ? epsilon / std::sqrt(-math::log(delta)) : 2.0 * std::sqrt(rho);
}

Result<VertexBudget> approximate_vertex_budget(double epsilon, double delta) {
  const bool is_epsilon = epsilon > 0.0 && std::isfinite(epsilon);
  if (!is_epsilon || !(delta > 0.0 && delta < 1.0))
    return fail(ErrorCode::invalid_budget, is_epsilon ? "privacy.delta" : "privacy.epsilon",
                "epsilon must be > 0 and delta in (0,1); got " + figure_text(epsilon) + " and " +
                    figure_text(delta));
  return VertexBudget{epsilon, delta, zcdp_rho(epsilon, delta, ZcdpConversion::optimal)};
}

Result<VertexBudget> zcdp_vertex_budget(double rho) {
  if (auto checked = check_budget(rho, "privacy.rho"); !checked)
    return std::unexpected(checked.error());
  return VertexBudget{.rho = rho};
}

Result<void> check_paper_calibration(const VertexBudget& budget) {
  if (!budget.is_approximate())
    return fail(ErrorCode::unsupported_option, "calibration",
                "paper calibration needs epsilon and delta; use calibration=zcdp");
  const double largest = -8.0 * math::log(budget.delta);
  if (budget.epsilon < largest) return {};
  return fail(ErrorCode::no_certificate, "privacy.epsilon",
              "paper calibration needs epsilon < 8 ln(1/delta) = " + figure_text(largest) +
                  "; use calibration=zcdp");
}

Result<double> squared_range_budget(const VertexBudget& budget, VertexCalibration calibration) {
  if (calibration == VertexCalibration::zcdp) return 8.0 * budget.rho;
  if (auto checked = check_paper_calibration(budget); !checked)
    return std::unexpected(checked.error());
  return budget.epsilon * budget.epsilon / (-8.0 * math::log(budget.delta));
}

double composed_epsilon(double squared_ranges, double delta) {
  return std::sqrt(-2.0 * math::log(delta) * squared_ranges) + 0.5 * squared_ranges;
}

double step_of_cost(double budget, double coefficient) {
  if (!(coefficient > 0.0)) return std::numeric_limits<double>::infinity();
  return std::sqrt(budget / coefficient) * (1.0 - 0x1p-50);
}

Result<void> check_step_cap(double step_size, double cap) {
  if (step_size <= cap) return {};
  return fail(ErrorCode::no_certificate, "stepSize",
              "the step size " + figure_text(step_size) + " exceeds " + figure_text(cap) +
                  ", the largest value certified for (epsilon, delta)");
}

}  // namespace noisy
