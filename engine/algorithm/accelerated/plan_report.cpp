#include "engine/algorithm/accelerated/plan_report.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/accelerated/theory/sampling_noise.h"
#include "engine/algorithm/frame/grid_warning.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr Index kCurvePoints = 256;
/// Longer schedules are planned without curves that need a walk over every step.
constexpr Index kLongestWalk = 1'000'000;

/// True at the iterations that a curve keeps: all of a short schedule, else evenly spread ones.
bool is_drawn(Index iteration, Index steps) {
  if (steps <= kCurvePoints || iteration == 1 || iteration == steps) return true;
  const Index stride = (steps + kCurvePoints - 1) / kCurvePoints;
  return iteration % stride == 0;
}

void append(Curve& curve, Index iteration, double value) {
  curve.iteration.push_back(static_cast<double>(iteration));
  curve.value.push_back(value);
}

std::vector<PlanSegment> segments(const StepSchedule& schedule, const ReleaseRule& rule) {
  std::vector<PlanSegment> out;
  Index first = 1;
  for (const Stage& stage : schedule) {
    out.push_back({.first = first,
                   .count = stage.count,
                   .step_size = stage.step_size,
                   .momentum = stage.momentum,
                   .first_release = rule.at(first),
                   .last_release = rule.at(first + stage.count - 1)});
    first += stage.count;
  }
  return out;
}

void add_noise_curves(const ReleaseRule& rule, Index steps, PlanSummary& summary) {
  if (rule.mechanism() == Mechanism::none) return;
  const Index stride = std::max<Index>(1, steps / kCurvePoints);
  for (Index iteration = 1; iteration <= steps; iteration += stride) {
    const Release release = rule.at(iteration);
    append(summary.noise_scale, iteration, release.noise_scale);
    append(summary.cost, iteration, release.cost.value);
  }
}

struct BoundCurves {
  Curve bound;
  Curve noise;  ///< the part of it that is noise
};

/// Walks the bound's recursion with the plan's own noise.
BoundCurves bound_curves(const RiskFacts& facts, const ReleaseRule& rule, Index batch_size,
                         const ErrorRecursion& recursion, Index steps) {
  BoundCurves curves;
  const double sampling =
      batch_size < facts.samples
          ? sampling_noise_bound(facts.l1_sensitivity, batch_size, facts.samples).value_or(0)
          : 0;
  double left = recursion.initial_factor * facts.initial_gap;
  double variance = ReleaseRule::variance(rule.at(1));
  double noise = 0;
  Index iteration = 0;
  for (const RecursionSegment& segment : recursion.segments) {
    const double gain = math::exp(segment.log_noise_gain);
    for (Index i = 0; i < segment.count && iteration < steps; ++i) {
      ++iteration;
      const double entry = i == 0 ? segment.log_entry_factor : 0;
      const double contraction = math::exp(segment.log_contraction + entry);
      if (!rule.is_uniform()) variance = ReleaseRule::variance(rule.at(iteration));
      const double trace = static_cast<double>(facts.dimension) * variance + sampling;
      left *= contraction;
      noise = contraction * noise + 0.5 * gain * trace;
      if (!is_drawn(iteration, steps)) continue;
      append(curves.bound, iteration, left + noise);
      append(curves.noise, iteration, noise);
    }
  }
  return curves;
}

ParameterSet resolved(const PlanInput& input, const AcceleratedParameters& parameters,
                      const StepSchedule& schedule, Index batch_size) {
  ParameterSet out = input.parameters;
  out.set("iterations", static_cast<double>(parameters.iterations));
  out.set("selectedIterations", static_cast<double>(schedule_steps(schedule)));
  out.set("batchSize", static_cast<double>(batch_size));
  out.set("stepSize", schedule.front().step_size);
  return out;
}

void add_warnings(const PlanInput& input, const StepSchedule& schedule, const ReleaseRule& rule,
                  PlanSummary& summary) {
  const RiskFacts& facts = input.facts;
  const Stage& stage = schedule.front();
  if (heavy_ball_may_diverge(stage.step_size, stage.momentum, facts.smoothness)) {
    // Records are rarely like that. The outlook judges whether the run may end above its start.
    summary.notes.push_back(
        "The step is at or above 2 (1 + beta) / L: unstable on some quadratic with these "
        "constants.");
  }
  if (rule.is_extreme()) {
    summary.warnings.push_back(
        "The first step's noise is more than a million times the last one's: early iterates jump "
        "far away and have to come back. Select the horizon, or run fewer steps.");
  }
  if (input.privacy.calibration == Calibration::published_figures) {
    summary.warnings.push_back(
        "This is the noise of the published figures: too small by sqrt 2 for the epsilon that they "
        "state. The epsilon shown here is the true one.");
  }
}

}  // namespace

PlanSummary report_plan(const PlanInput& input, const AcceleratedParameters& parameters,
                        const StepSchedule& schedule, const ReleaseRule& rule,
                        const ErrorRecursion* recursion, bool is_theorem) {
  PlanSummary summary;
  const Index batch_size = parameters.batch_size.value_or(input.facts.samples);
  summary.iterations = schedule_steps(schedule);
  summary.gradient_evaluations =
      static_cast<double>(summary.iterations) * static_cast<double>(batch_size);
  summary.segments = segments(schedule, rule);
  summary.parameters = resolved(input, parameters, schedule, batch_size);
  summary.claim =
      privacy_claim(input, rule,
                    gradient_words("all " + std::to_string(summary.iterations) + " noisy gradients",
                                   rule.at(1), input.facts.samples));
  add_noise_curves(rule, summary.iterations, summary);
  if (recursion && summary.iterations <= kLongestWalk) {
    input.work->add(static_cast<double>(summary.iterations));
    BoundCurves curves =
        bound_curves(input.facts, rule, batch_size, *recursion, summary.iterations);
    if (is_theorem) {
      summary.bound = std::move(curves.bound);
      summary.noise_floor = std::move(curves.noise);
    } else {
      summary.guessed_end = curves.bound.value.back();
    }
  }
  add_warnings(input, schedule, rule, summary);
  add_grid_warning(rule.grid_loss(), summary);
  return summary;
}

Curve score_curve(const ErrorRecursion& recursion, const HorizonParameters& parameters) {
  const Index steps = recursion.steps();
  const Index stride = steps <= kCurvePoints ? 1 : (steps + kCurvePoints - 1) / kCurvePoints;
  std::vector<Index> drawn = {1};
  for (Index tau = std::max<Index>(stride, 2); tau < steps; tau += stride) drawn.push_back(tau);
  if (steps > 1) drawn.push_back(steps);
  Curve curve;
  const auto scores = horizon_curve(recursion, parameters, drawn);
  if (!scores) return curve;
  for (std::size_t i = 0; i < drawn.size(); ++i) append(curve, drawn[i], (*scores)[i].total());
  return curve;
}

}  // namespace noisy
