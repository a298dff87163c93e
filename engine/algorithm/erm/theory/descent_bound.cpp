#include "engine/algorithm/erm/theory/descent_bound.h"

#include <cmath>

#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/math/elementary.h"
#include "engine/privacy/release/descent_sensitivity.h"

namespace noisy {
namespace {

Result<void> check_step(double step_size, double smoothness) {
  constexpr double kSlack = 1e-12;
  if (step_size > 0.0 && step_size * smoothness <= 1.0 + kSlack) return {};
  return fail(ErrorCode::unstable_step, "stepSize",
              "the theorem needs a positive step of at most 1/L");
}

// E_t <= factor E_{t-1} + noise.
struct PlStep {
  double factor = 0.0;
  double noise = 0.0;
};

Result<PlStep> pl_step(const ErmFacts& facts, double pl_constant, double step_size,
                       double noise_variance) {
  if (auto checked = check_constants(pl_constant, facts.smoothness); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_step(step_size, facts.smoothness); !checked)
    return std::unexpected(checked.error());
  const double slope = facts.smoothness * step_size;
  return PlStep{1.0 - pl_constant * step_size * (2.0 - slope),
                0.5 * slope * step_size * static_cast<double>(facts.dimension) * noise_variance};
}

}  // namespace

Result<std::vector<ErrorBound>> pl_bound_curve(const ErmFacts& facts, double pl_constant,
                                               double step_size, double noise_variance,
                                               Index iterations) {
  const auto step = pl_step(facts, pl_constant, step_size, noise_variance);
  if (!step) return std::unexpected(step.error());
  std::vector<ErrorBound> curve = {{facts.initial_gap, 0.0, 0.0}};
  curve.reserve(static_cast<std::size_t>(iterations) + 1);
  for (Index t = 0; t < iterations; ++t) {
    const ErrorBound& before = curve.back();
    curve.push_back(
        {step->factor * before.initial, step->factor * before.privacy + step->noise, 0.0});
  }
  return curve;
}

Result<ErrorBound> pl_bound(const ErmFacts& facts, double pl_constant, double step_size,
                            double noise_variance, Index iteration) {
  const auto step = pl_step(facts, pl_constant, step_size, noise_variance);
  if (!step) return std::unexpected(step.error());
  const double kept = math::pow(step->factor, static_cast<double>(iteration));
  return ErrorBound{kept * facts.initial_gap, step->noise * (1.0 - kept) / (1.0 - step->factor),
                    0.0};
}

Result<Index> pl_iterations(const ErmFacts& facts, double pl_constant) {
  if (auto checked = check_erm_facts(facts); !checked) return std::unexpected(checked.error());
  if (auto checked = check_constants(pl_constant, facts.smoothness); !checked)
    return std::unexpected(checked.error());
  const double noise =
      facts.smoothness * static_cast<double>(facts.dimension) * facts.noise_variance(1.0) / 2.0;
  const double ratio = facts.initial_gap * pl_constant * pl_constant / noise;
  return whole_steps(facts.smoothness / pl_constant * math::log(ratio));
}

Result<ErrorBound> nonconvex_bound(const ErmFacts& facts, double step_size, double noise_variance,
                                   Index iterations) {
  if (auto checked = check_step(step_size, facts.smoothness); !checked)
    return std::unexpected(checked.error());
  const double slope = facts.smoothness * step_size;
  return ErrorBound{
      2.0 * facts.initial_gap / (static_cast<double>(iterations) * step_size * (2.0 - slope)),
      slope * static_cast<double>(facts.dimension) * noise_variance / (2.0 - slope), 0.0};
}

Result<Index> nonconvex_iterations(const ErmFacts& facts) {
  if (auto checked = check_erm_facts(facts); !checked) return std::unexpected(checked.error());
  return whole_steps(std::sqrt(2.0 * facts.smoothness * facts.initial_gap /
                               (static_cast<double>(facts.dimension) * facts.noise_variance(1.0))));
}

double nonconvex_value(const ErmFacts& facts) {
  return 4.0 * std::sqrt(facts.smoothness * facts.initial_gap *
                         static_cast<double>(facts.dimension) * facts.noise_variance(1.0) / 2.0);
}

double output_sensitivity(double lipschitz, Index samples, double step_size,
                          double strong_convexity, Index iterations) {
  return accumulated_difference(2.0 * lipschitz / static_cast<double>(samples), step_size,
                                strong_convexity, iterations);
}

}  // namespace noisy
