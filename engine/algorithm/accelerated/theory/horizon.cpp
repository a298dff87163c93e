#include "engine/algorithm/accelerated/theory/horizon.h"

#include <cmath>
#include <limits>
#include <string>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMinusInfinity = -kInfinity;

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

/// ln(1 + f + ... + f^(steps - 1)).
double log_geometric_sum(double log_factor, double steps) {
  if (log_factor == 0.0) return math::log(steps);
  return math::log(-math::expm1(steps * log_factor)) - math::log(-math::expm1(log_factor));
}

/// The score within one segment, in closed form: with u = f^(p k) after k of its steps
///
/// J = I u^(1/p) + C (R_0 u + g (1 - u) / (1 - f^p))^(1/p) + (sigma_s^2 / 2) (S_0 u^(1/p) + ...)
class SegmentScore {
 public:
  SegmentScore(const HorizonParameters& parameters, const ErrorRecursion& recursion)
      : parameters_(parameters),
        initial_((parameters.mode == HorizonMode::paper_text ? 1.0 : recursion.initial_factor) *
                 parameters.initial_gap_guess),
        noise_((parameters.mode == HorizonMode::published_figures ? 0.5 : 1.0) *
               parameters.noise_coefficient) {}

  /// Begins the next segment where the last one ended.
  void enter(const RecursionSegment& segment) {
    if (segment_.count > 0) {
      const double length = static_cast<double>(segment_.count);
      log_root_sum_ = log_roots(length);
      log_sum_ = log_sum(length);
      log_contraction_ += length * segment_.log_contraction;
      const double entry = segment.log_entry_factor;
      log_contraction_ += entry;
      log_root_sum_ += entry * parameters_.weight_power;
      log_sum_ += entry;
    }
    segment_ = segment;
  }

  /// After this many steps of the segment.
  ErrorBound at(Index steps) const {
    const double k = static_cast<double>(steps);
    ErrorBound score;
    score.initial = initial_ * math::exp(log_contraction_ + k * segment_.log_contraction);
    score.privacy = noise_ * math::exp(log_roots(k) / parameters_.weight_power);
    if (parameters_.sampling_noise_trace > 0.0) {
      score.sampling = 0.5 * parameters_.sampling_noise_trace * math::exp(log_sum(k));
    }
    return score;
  }

  /// Where J is stationary as a function of real k, when it is convex in u there: a u^(1/p) +
  /// C (R - D u)^(1/p) with a, D > 0. Elsewhere it has no minimum inside; then infinity.
  double stationary() const {
    const double power = parameters_.weight_power;
    const double factor = segment_.log_contraction;
    if (!(factor < 0.0) || !std::isfinite(factor)) return kInfinity;
    const double log_limit =
        power * segment_.log_noise_gain - math::log(-math::expm1(power * factor));
    const double headroom = -math::expm1(log_root_sum_ - log_limit);  // D / R
    double decaying = initial_ * math::exp(log_contraction_);
    if (parameters_.sampling_noise_trace > 0.0) {
      const double limit = math::exp(segment_.log_noise_gain) / -math::expm1(factor);
      decaying += 0.5 * parameters_.sampling_noise_trace * (math::exp(log_sum_) - limit);
    }
    const double rising = noise_ * math::exp(log_limit / power) * headroom;
    if (!(headroom > 0.0) || !(decaying > 0.0) || !(rising > 0.0)) return kInfinity;
    const double log_ratio = (math::log(decaying) - math::log(rising)) * power / (1.0 - power);
    return -math::log(headroom + math::exp(log_ratio)) / (power * factor);
  }

 private:
  double log_roots(double k) const {
    const double power = parameters_.weight_power;
    const double factor = power * segment_.log_contraction;
    return math::log_add_exp(log_root_sum_ + k * factor,
                             power * segment_.log_noise_gain + log_geometric_sum(factor, k));
  }
  double log_sum(double k) const {
    const double factor = segment_.log_contraction;
    return math::log_add_exp(log_sum_ + k * factor,
                             segment_.log_noise_gain + log_geometric_sum(factor, k));
  }

  const HorizonParameters& parameters_;
  double initial_;
  double noise_;
  RecursionSegment segment_;
  // At the segment's beginning, its entry factor included.
  double log_contraction_ = 0.0;          // ln A0 without the initial factor
  double log_root_sum_ = kMinusInfinity;  // ln of the sum of a^p
  double log_sum_ = kMinusInfinity;       // ln of the sum of a
};

/// The numbers of steps among which the least score of a segment is, in order: its ends, and the
/// whole numbers around the stationary point.
std::vector<Index> candidates(const SegmentScore& score, Index count) {
  std::vector<Index> out = {1};
  const double most = static_cast<double>(count);
  const double centre = std::floor(score.stationary());
  for (const double k : {centre - 1.0, centre, centre + 1.0, centre + 2.0}) {
    if (k > 1.0 && k < most) out.push_back(static_cast<Index>(k));
  }
  if (count > 1) out.push_back(count);
  return out;
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
  const double most = kEvaluationsPerSegment * static_cast<double>(recursion.segments.size());
  if (most > kMostHorizonEvaluations)
    return fail(ErrorCode::limit_exceeded, "iterations",
                "the search for the number of steps would take up to " +
                    std::to_string(static_cast<Index>(most)) + " evaluations of the bound, and " +
                    std::to_string(static_cast<Index>(kMostHorizonEvaluations)) +
                    " are the most: use fewer iterations, or stages that are alike");
  HorizonChoice choice;
  choice.single_step = recursion.reaches_minimum();
  SegmentScore scores(parameters, recursion);
  Index before = 0;
  for (const RecursionSegment& segment : recursion.segments) {
    scores.enter(segment);
    for (const Index steps : candidates(scores, choice.single_step ? 1 : segment.count)) {
      const ErrorBound score = scores.at(steps);
      ++choice.evaluations;
      if (before + steps > 1 && !(score.total() < choice.score.total())) continue;
      choice.horizon = before + steps;
      choice.score = score;
    }
    if (choice.single_step) break;
    before += segment.count;
  }
  return choice;
}

Result<std::vector<ErrorBound>> horizon_curve(const ErrorRecursion& recursion,
                                              const HorizonParameters& parameters,
                                              std::span<const Index> iterations) {
  if (auto checked = check(recursion, parameters); !checked)
    return std::unexpected(checked.error());
  std::vector<ErrorBound> curve;
  curve.reserve(iterations.size());
  SegmentScore scores(parameters, recursion);
  Index before = 0;
  for (const RecursionSegment& segment : recursion.segments) {
    scores.enter(segment);
    while (curve.size() < iterations.size()) {
      const Index steps = iterations[curve.size()] - before;
      if (steps > segment.count) break;
      curve.push_back(scores.at(steps));
    }
    before += segment.count;
  }
  return curve;
}

}  // namespace noisy
