#include "engine/algorithm/kl/theory/fixed_noise_descent.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/kl/theory/gaussian_release.h"
#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/algorithm/kl/theory/spider_check.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

/// One step of the bound.
class Recursion {
 public:
  Recursion(const KlSetting& setting, Index iterations)
      : kappa_(setting.kappa),
        slowness_(2.0 * setting.gamma * setting.gamma * setting.smoothness_risk),
        crest_(crest_of(setting.kappa, slowness_)) {
    const double noise = fixed_noise_deviation(setting, iterations);
    noise_ =
        static_cast<double>(setting.dimension) * noise * noise / (2.0 * setting.smoothness_risk);
  }

  double next(double gap) const {
    const double reached = std::min(gap, crest_);
    return reached - log_power(reached, 2.0 / kappa_) / slowness_ + noise_;
  }

  /// The gap that stays: no later bound is below it.
  double rest() const { return log_power(noise_ * slowness_, kappa_ / 2.0); }

 private:
  /// Where m stops rising.
  static double crest_of(double kappa, double slowness) {
    if (kappa == 2.0) return slowness >= 1.0 ? std::numeric_limits<double>::infinity() : 0.0;
    return log_power(kappa * slowness / 2.0, kappa / (2.0 - kappa));
  }

  double kappa_;
  double slowness_;  ///< 2 gamma^2 L_1
  double crest_;
  double noise_ = 0.0;  ///< d sigma^2 / (2 L_1)
};

double last_gap(const KlSetting& setting, Index iterations) {
  const Recursion recursion(setting, iterations);
  double gap = setting.initial_gap;
  for (Index t = 0; t < iterations; ++t) gap = recursion.next(gap);
  return gap;
}

Result<KlSetting> checked(const KlSetting& setting) {
  if (normalized(setting).kappa > 2.0)
    return fail(ErrorCode::invalid_value, "problem.constants.klExponent",
                "what bounds descent with the same noise in every step needs 1 <= kappa <= 2; give "
                "a number of iterations, or use the KL proximal point method");
  if (auto checked = check_spider_setting(setting); !checked)
    return std::unexpected(checked.error());
  return normalized(setting);
}

}  // namespace

double fixed_noise_deviation(const KlSetting& setting, Index iterations) {
  const double each = setting.rho * (1.0 - kBudgetReserve) / static_cast<double>(iterations);
  return gaussian_release_deviation(setting.gradient_sensitivity(), each);
}

Result<std::vector<double>> fixed_noise_curve(const KlSetting& given, Index iterations) {
  const auto setting = checked(given);
  if (!setting) return std::unexpected(setting.error());
  const Recursion recursion(*setting, iterations);
  std::vector<double> curve{setting->initial_gap};
  for (Index t = 0; t < iterations; ++t) curve.push_back(recursion.next(curve.back()));
  return curve;
}

Result<FixedNoiseDescent> fixed_noise_descent(const KlSetting& given, Index most_iterations) {
  constexpr double kGrowth = 1.15;
  const auto setting = checked(given);
  if (!setting) return std::unexpected(setting.error());
  if (most_iterations < 1)
    return fail(ErrorCode::invalid_value, "iterations", "must be at least 1");
  FixedNoiseDescent best{.gap = setting->initial_gap};
  for (double length = 1.0; length <= static_cast<double>(most_iterations);
       length = std::max(length + 1.0, std::floor(kGrowth * length))) {
    const auto iterations = static_cast<Index>(length);
    if (Recursion(*setting, iterations).rest() >= best.gap) break;  // nor is any longer one better
    const double gap = last_gap(*setting, iterations);
    if (gap < best.gap) best = {iterations, fixed_noise_deviation(*setting, iterations), gap};
  }
  return best;
}

double fixed_noise_closed_bound(const KlSetting& setting, Index iterations) {
  const double squared = setting.gamma * setting.gamma, steps = static_cast<double>(iterations);
  const double noise = fixed_noise_deviation(setting, iterations);
  return math::pow(1.0 - 1.0 / (2.0 * squared * setting.smoothness_risk), steps) *
             setting.initial_gap +
         squared * static_cast<double>(setting.dimension) * noise * noise;
}

}  // namespace noisy
