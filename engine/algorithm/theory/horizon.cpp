#include "engine/algorithm/theory/horizon.h"

#include <cmath>
#include <limits>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

Result<void> check(const ErrorRecursion& recursion, const HorizonParameters& parameters) {
  if (recursion.steps() < 1)
    return fail(ErrorCode::invalid_value, "iterations", "at least one iteration is needed");
  if (!(parameters.initial_gap_guess > 0.0) || !std::isfinite(parameters.initial_gap_guess))
    return fail(ErrorCode::invalid_value, "problem.constants.initialGap",
                "the guess of the initial gap must be positive and finite");
  if (!(parameters.noise_coefficient >= 0.0) || !std::isfinite(parameters.noise_coefficient) ||
      !(parameters.sampling_noise_trace >= 0.0) || !std::isfinite(parameters.sampling_noise_trace))
    return fail(ErrorCode::invalid_value, "noise", "noise levels must be finite and not negative");
  return {};
}

// Calls visit(tau, score) for tau = 1..T until it returns false.
template <typename Visit>
void scan(const ErrorRecursion& recursion, const HorizonParameters& parameters, Visit visit) {
  const double initial_factor =
      parameters.mode == HorizonMode::paper_text ? 1.0 : recursion.initial_factor;
  const double noise_factor = parameters.mode == HorizonMode::published_figures ? 0.5 : 1.0;
  const double power = parameters.weight_power;
  const bool samples = parameters.sampling_noise_trace > 0.0;
  double log_contraction = 0.0;          // ln A0 without the initial factor
  double log_root_sum = kMinusInfinity;  // ln of the sum of a^p
  double log_sum = kMinusInfinity;       // ln of the sum of a
  Index tau = 0;
  for (const RecursionSegment& segment : recursion.segments) {
    const double gain = segment.log_noise_gain;
    for (Index offset = 0; offset < segment.count; ++offset) {
      const double step =
          segment.log_contraction + (offset == 0 && tau > 0 ? segment.log_entry_factor : 0.0);
      log_contraction += step;
      log_root_sum = math::log_add_exp(log_root_sum + step * power, gain * power);
      if (samples) log_sum = math::log_add_exp(log_sum + step, gain);
      ErrorBound score;
      score.initial = initial_factor * parameters.initial_gap_guess * math::exp(log_contraction);
      score.privacy = noise_factor * parameters.noise_coefficient * math::exp(log_root_sum / power);
      if (samples) score.sampling = 0.5 * parameters.sampling_noise_trace * math::exp(log_sum);
      if (!visit(++tau, score)) return;
    }
  }
}

}  // namespace

double noise_coefficient(Index dimension, double l1_sensitivity, Index samples, double epsilon) {
  const double unit = l1_sensitivity / (static_cast<double>(samples) * epsilon);
  return static_cast<double>(dimension) * unit * unit;
}

Result<HorizonChoice> select_horizon(const ErrorRecursion& recursion,
                                     const HorizonParameters& parameters) {
  if (auto checked = check(recursion, parameters); !checked)
    return std::unexpected(checked.error());
  HorizonChoice choice;
  choice.single_step = !std::isfinite(recursion.segments.front().log_contraction);
  scan(recursion, parameters, [&](Index tau, const ErrorBound& score) {
    if (tau == 1 || score.total() < choice.score.total()) {
      choice.horizon = tau;
      choice.score = score;
    }
    return !choice.single_step;
  });
  return choice;
}

Result<std::vector<ErrorBound>> horizon_curve(const ErrorRecursion& recursion,
                                              const HorizonParameters& parameters) {
  if (auto checked = check(recursion, parameters); !checked)
    return std::unexpected(checked.error());
  std::vector<ErrorBound> curve;
  curve.reserve(static_cast<std::size_t>(recursion.steps()));
  scan(recursion, parameters, [&](Index, const ErrorBound& score) {
    curve.push_back(score);
    return true;
  });
  return curve;
}

}  // namespace noisy
