#include "engine/algorithm/minimax/theory/solution_setting.h"

#include <cmath>
#include <string>
#include <utility>

namespace noisy {
namespace {

constexpr double kLeastConstant = 1e-60, kMostConstant = 1e60;

std::unexpected<Error> refuse(const char* field, std::string message) {
  return fail(ErrorCode::invalid_value, field, std::move(message));
}

SolutionMethod mirrored(SolutionMethod method) {
  switch (method) {
    case SolutionMethod::convex_concave_primal:
      return SolutionMethod::convex_concave_dual;
    case SolutionMethod::convex_concave_dual:
      return SolutionMethod::convex_concave_primal;
    case SolutionMethod::strongly_concave_primal:
      return SolutionMethod::strongly_convex_dual;
    case SolutionMethod::strongly_convex_dual:
      return SolutionMethod::strongly_concave_primal;
    default:
      return method;
  }
}

Result<void> check_moduli(const SolutionSetting& setting) {
  const SolutionMethod method = setting.method;
  const bool both = releases_both(method);
  const bool primal = both || method == SolutionMethod::strongly_convex ||
                      method == SolutionMethod::strongly_convex_dual;
  const bool dual = both || method == SolutionMethod::strongly_concave_primal;
  if (primal && !is_in_range(setting.primal_modulus))
    return refuse(
        "strongConvexity",
        "strong convexity modulus must be positive, from 1e-60 to 1e60 (add a regularizer)");
  if (dual && !is_in_range(setting.dual_modulus))
    return refuse(
        "strongConcavity",
        "strong concavity modulus must be positive, from 1e-60 to 1e60 (add a regularizer)");
  return {};
}

}  // namespace

bool is_in_range(double constant) {
  return constant >= kLeastConstant && constant <= kMostConstant;
}

bool is_minimization(SolutionMethod method) {
  return method == SolutionMethod::strongly_convex || method == SolutionMethod::convex;
}

bool is_phased(SolutionMethod method) {
  return method != SolutionMethod::strongly_convex && !releases_both(method);
}

bool releases_both(SolutionMethod method) {
  return method == SolutionMethod::strongly_convex_concave;
}

bool is_one_of_pair(SolutionMethod method) {
  return method == SolutionMethod::convex_concave_primal ||
         method == SolutionMethod::convex_concave_dual;
}

bool releases_dual(SolutionMethod method) {
  return method == SolutionMethod::convex_concave_dual ||
         method == SolutionMethod::strongly_convex_dual;
}

double tolerance_ratio(const SolutionSetting& setting) {
  return setting.tolerance_ratio.value_or(setting.budget.noise == SolutionNoise::paper ? 0.5
                                                                                       : 0.01);
}

SolutionSetting mirrored(SolutionSetting setting) {
  setting.method = mirrored(setting.method);
  std::swap(setting.primal_dimension, setting.dual_dimension);
  std::swap(setting.primal_difference, setting.dual_difference);
  std::swap(setting.primal_modulus, setting.dual_modulus);
  std::swap(setting.primal_radius, setting.dual_radius);
  return setting;
}

Result<void> check_solution_setting(const SolutionSetting& setting) {
  if (setting.samples < 2)
    return refuse("samples",
                  "at least 2 samples are needed, not " + std::to_string(setting.samples));
  if (setting.primal_dimension < 1 || setting.dual_dimension < 1)
    return refuse("dimension", "dimensions must be positive");
  if (!is_in_range(setting.lipschitz))
    return refuse("lipschitz", "the Lipschitz constant must be positive, from 1e-60 to 1e60");
  if (!(setting.difference >= kLeastConstant && setting.primal_difference >= 0 &&
        setting.dual_difference >= 0))
    return refuse("difference", "bounds on differences of gradients must be positive");
  const double ratio = tolerance_ratio(setting);
  if (!(ratio > 0 && ratio <= 1))
    return refuse("toleranceRatio", "tolerance ratio must lie in (0, 1]");
  return check_moduli(setting);
}

Result<void> check_radii(const SolutionSetting& setting) {
  const auto is_usable = [](double radius) { return radius > 0 && std::isfinite(radius); };
  if (is_usable(setting.primal_radius) &&
      (!is_one_of_pair(setting.method) || is_usable(setting.dual_radius)))
    return {};
  return fail(ErrorCode::invalid_value, "domainRadius",
              "domain radius needed to choose the regularization");
}

double natural_regularization(const SolutionSetting& setting) {
  return setting.lipschitz /
         (setting.primal_radius * std::sqrt(static_cast<double>(setting.samples)));
}

}  // namespace noisy
