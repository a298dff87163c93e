#include "engine/algorithm/simplex/theory/mirror_rule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/simplex/theory/full_batch_calibration.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

Result<void> check(const MirrorRuleSetting& setting) {
  if (auto checked = check_simplex_regularity(setting.bound.regularity); !checked) return checked;
  if (setting.samples < 1)
    return fail(ErrorCode::invalid_value, "data", "need at least one record");
  return {};
}

double wanted_steps(const MirrorRuleSetting& setting, const VertexBudget& budget, MirrorRate rate) {
  const double signal = static_cast<double>(setting.samples) * budget.strength();
  const double ell = setting.bound.log_dimension;
  switch (rate) {
    case MirrorRate::first_order:
      return math::pow(signal, 2.0 / 3.0);
    case MirrorRate::second_order:
      return math::pow(signal, 0.8) / math::pow(ell, 0.2);
    case MirrorRate::quadratic:
      break;
  }
  return signal / std::sqrt(ell);
}

double wanted_draws(double steps, double ell, MirrorRate rate) {
  if (rate == MirrorRate::quadratic) return 1.0;
  return rate == MirrorRate::first_order ? steps / ell : std::sqrt(steps / ell);
}

/// On grids of ratios 2^(1/8) and 2^(1/4).
const double kStepsRatio = math::pow(2.0, 0.125);
const double kDrawsRatio = math::pow(2.0, 0.25);

/// Sets the step size to what is wanted, within the privacy cap.
Result<void> cap_step_size(MirrorParameters& parameters, const MirrorRuleSetting& setting,
                           const VertexBudget& budget, double wanted) {
  const auto cap =
      mirror_step_cap(parameters.schedule(setting.widths), budget, setting.calibration);
  if (!cap) return std::unexpected(cap.error());
  parameters.step_cap = *cap;
  parameters.step_size = std::min(wanted, *cap);
  return {};
}

}  // namespace

MirrorRate mirror_rate(const MirrorBoundSetting& setting) {
  const SimplexRegularity& known = setting.regularity;
  if (setting.output == MirrorOutput::reused) {
    return known.own() == 0 ? MirrorRate::quadratic : MirrorRate::second_order;
  }
  if (known.hessian_lipschitz == 0) return MirrorRate::quadratic;
  return known.hessian_lipschitz < kUnknownDerivative ? MirrorRate::second_order
                                                      : MirrorRate::first_order;
}

Result<MirrorParameters> paper_scaled_mirror(const MirrorRuleSetting& setting,
                                             const VertexBudget& budget, MirrorRate rate,
                                             const ScalingConstants& constants) {
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  if (auto checked = check_scaling_constants(constants); !checked)
    return std::unexpected(checked.error());
  const double steps = std::min(static_cast<double>(setting.samples),
                                constants.steps * wanted_steps(setting, budget, rate));
  const StepBatches batches = step_batches(setting.samples, steps);
  const double draws = wanted_draws(steps, setting.bound.log_dimension, rate);
  MirrorParameters parameters{.steps = batches.steps,
                              .draws = rounded_count(constants.draws * draws),
                              .batch_size = batches.batch_size,
                              .output = setting.bound.output};
  const double wanted =
      constants.step_size * mirror_bound_step_size(setting.bound, parameters.steps);
  if (auto capped = cap_step_size(parameters, setting, budget, wanted); !capped)
    return std::unexpected(capped.error());
  return parameters;
}

Result<MirrorParameters> bound_optimal_mirror(const MirrorRuleSetting& setting,
                                              const VertexBudget& budget) {
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  double least = std::numeric_limits<double>::infinity();
  Result<MirrorParameters> best;
  const auto consider = [&](Index batch_size, Index draws) {
    if (!best) return;
    MirrorParameters parameters{.steps = setting.samples / batch_size,
                                .draws = draws,
                                .batch_size = batch_size,
                                .output = setting.bound.output};
    const double wanted = mirror_bound_step_size(setting.bound, parameters.steps);
    if (auto capped = cap_step_size(parameters, setting, budget, wanted); !capped) {
      best = std::unexpected(capped.error());
      return;
    }
    const double bound =
        mirror_bound(setting.bound, parameters.steps, draws, parameters.step_size).total();
    if (!(bound < least)) return;
    least = bound;
    best = parameters;
  };
  visit_geometric_grid(setting.samples, kStepsRatio, [&](Index batch_size) {
    visit_geometric_grid(setting.samples, kDrawsRatio,
                         [&](Index draws) { consider(batch_size, draws); });
  });
  return best;
}

Result<MirrorParameters> full_batch_mirror(const MirrorRuleSetting& setting,
                                           const VertexBudget& budget) {
  if (auto checked = check(setting); !checked) return std::unexpected(checked.error());
  if (setting.calibration == VertexCalibration::paper) {
    return fail(ErrorCode::unsupported_option, "calibration",
                "the paper reads every record once; use calibration=zcdp");
  }
  double least = std::numeric_limits<double>::infinity();
  MirrorParameters best;
  const auto consider = [&](Index steps, Index draws) {
    MirrorParameters parameters{.steps = steps,
                                .draws = draws,
                                .batch_size = setting.samples,
                                .output = setting.bound.output};
    parameters.step_cap = full_batch_step_cap(parameters.schedule(setting.widths), budget);
    parameters.step_size =
        std::min(mirror_bound_step_size(setting.bound, steps), parameters.step_cap);
    const double bound = mirror_bound(setting.bound, steps, draws, parameters.step_size).total();
    if (!(bound < least)) return;
    least = bound;
    best = parameters;
  };
  visit_geometric_grid(kMostFullBatchSteps, kStepsRatio, [&](Index steps) {
    visit_geometric_grid(setting.samples, kDrawsRatio,
                         [&](Index draws) { consider(steps, draws); });
  });
  return best;
}

}  // namespace noisy
