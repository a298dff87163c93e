#include "engine/algorithm/minimax/theory/solution_noise.h"

#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

constexpr double kRoundUp = 1.0 + 0x1p-48;

Result<void> check_target(const SolutionBudget& budget) {
  if (auto checked = check_budget(budget.epsilon, "privacy.epsilon"); !checked) return checked;
  if (auto checked = check_delta(budget.delta); !checked) return checked;
  if (budget.noise == SolutionNoise::certified_analytic || budget.epsilon < 1) return {};
  const char* name = budget.noise == SolutionNoise::paper ? "paper" : "classic";
  return fail(ErrorCode::invalid_budget, "privacy.epsilon",
              std::string(name) + " calibration is proved for epsilon < 1 only, not " +
                  figure_text(budget.epsilon) +
                  ": choose the analytic noise (\"calibration\": \"tight\" with "
                  "\"gaussianNoise\": \"analytic\"; in theory queries \"noise\": \"analytic\")");
}

Result<double> zcdp_multiplier(const SolutionBudget& budget, double releases) {
  if (budget.rho) {
    if (auto checked = check_budget(*budget.rho, "privacy.rho"); !checked)
      return std::unexpected(checked.error());
  }
  const Result<double> rho =
      budget.rho ? Result<double>(*budget.rho) : standard_rho(budget.epsilon, budget.delta);
  if (!rho) return rho;
  return std::sqrt(releases / (2 * *rho)) * kRoundUp;
}

}  // namespace

double classical_noise_multiplier(double epsilon, double delta) {
  return std::sqrt(2 * math::log(1.25 / delta)) / epsilon;
}

Result<double> solution_noise_multiplier(const SolutionBudget& budget, int releases) {
  const double shares = releases;
  if (budget.noise == SolutionNoise::zcdp) return zcdp_multiplier(budget, shares);
  if (auto checked = check_target(budget); !checked) return std::unexpected(checked.error());
  if (budget.noise == SolutionNoise::certified_analytic)
    return std::sqrt(shares) * kRoundUp /
           gaussian_mu_from_log(budget.epsilon, math::log(budget.delta));
  const double failure = budget.noise == SolutionNoise::paper ? 2 : 1;
  return classical_noise_multiplier(budget.epsilon / shares, budget.delta / (shares * failure));
}

double paper_sensitivity(double lipschitz, double records, double weight, double least_weight) {
  return 4 * lipschitz / (records * std::sqrt(weight * least_weight));
}

}  // namespace noisy
