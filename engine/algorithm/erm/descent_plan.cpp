#include "engine/algorithm/erm/descent_plan.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/erm/gradient_descent.h"
#include "engine/algorithm/erm/theory/descent_bound.h"
#include "engine/algorithm/kl/theory/fixed_noise_descent.h"
#include "engine/privacy/release/noise.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr Index kCurvePoints = 256;
/// Longer runs are planned without curves that need a walk over every step.
constexpr Index kLongestWalk = 1'000'000;

/// What decides which theorem holds.
struct Situation {
  const PlanInput& input;
  const AcceleratedParts& parts;
  DescentParameters parameters;

  double step_size() const { return parts.schedule.front().step_size; }
  Index batch_size() const { return parts.rule.at(1).batch_size; }
  bool is_plain() const {
    return !is_proximal(input.regularizer, input.domain) && !input.facts.clips_gradients;
  }
  /// Whether Theorems 6.2 and 6.3 hold for these steps.
  bool has_theorem() const {
    return is_plain() && step_size() * input.facts.smoothness <= 1 + 1e-12 &&
           batch_size() == input.facts.samples && parts.rule.is_uniform() &&
           parts.summary.iterations <= kLongestWalk;
  }
  double variance() const { return ReleaseRule::variance(parts.rule.at(1)); }
  ErmFacts facts() const {
    const RiskFacts& facts = input.facts;
    return {.samples = facts.samples,
            .dimension = facts.dimension,
            .lipschitz = facts.l2_sensitivity / 2,
            .smoothness = facts.smoothness,
            .initial_gap = facts.initial_gap,
            .noise_ratio = 1};
  }
};

/// Iterations that a curve shows: `first`, then evenly spread ones, and the last.
template <typename Draw>
void draw_curve(Index first, Index last, const Draw& draw) {
  const Index stride = last / kCurvePoints + 1;
  for (Index t = first; t < last; t += stride) draw(t);
  draw(last);
}

void append(Curve& curve, Index iteration, double value) {
  curve.iteration.push_back(static_cast<double>(iteration));
  curve.value.push_back(value);
}

void add_pl_bound(const Situation& situation, PlanSummary& summary) {
  const auto bounds =
      pl_bound_curve(situation.facts(), situation.input.facts.pl_constant, situation.step_size(),
                     situation.variance(), summary.iterations);
  if (!bounds) return;
  situation.input.work->add(static_cast<double>(bounds->size()));
  draw_curve(0, summary.iterations, [&](Index t) {
    const ErrorBound& bound = (*bounds)[static_cast<std::size_t>(t)];
    append(summary.bound, t, bound.total());
    append(summary.noise_floor, t, bound.privacy);
  });
}

/// By the KL condition, for steps of 1/L with the same noise each.
void add_kl_bound(const Situation& situation, PlanSummary& summary) {
  const RiskFacts& facts = situation.input.facts;
  const bool has_recursion = facts.kl.is_known() &&
                             std::abs(situation.step_size() * facts.smoothness - 1) <= 1e-12 &&
                             noise_of(situation.parts.rule.mechanism()).is_normal;
  if (!has_recursion) return;
  const auto bounds = fixed_noise_curve(
      kl_setting_of(situation.input, situation.parts.rule.requested()), summary.iterations);
  if (!bounds) return;
  situation.input.work->add(static_cast<double>(bounds->size()));
  draw_curve(0, summary.iterations,
             [&](Index t) { append(summary.bound, t, (*bounds)[static_cast<std::size_t>(t)]); });
}

void add_gradient_bound(const Situation& situation, PlanSummary& summary) {
  draw_curve(1, summary.iterations, [&](Index t) {
    const auto bound =
        nonconvex_bound(situation.facts(), situation.step_size(), situation.variance(), t);
    if (bound) append(summary.gradient_bound, t, bound->total());
  });
}

void set_bounds(const Situation& situation, PlanSummary& summary) {
  if (!situation.is_plain() || situation.parameters.output != DescentOutput::last) {
    summary.bound = {};
    summary.noise_floor = {};
  }
  if (!situation.has_theorem()) return;
  const bool is_last = situation.parameters.output == DescentOutput::last;
  if (is_last && summary.bound.value.empty() && situation.input.facts.pl_constant > 0) {
    add_pl_bound(situation, summary);
  }
  if (is_last && summary.bound.value.empty()) add_kl_bound(situation, summary);
  if (situation.parameters.output == DescentOutput::random) add_gradient_bound(situation, summary);
}

void add_warnings(const Situation& situation, PlanSummary& summary) {
  const PrivacyRequest& privacy = situation.input.privacy;
  const DescentParameters& parameters = situation.parameters;
  std::vector<std::string>& warnings = summary.warnings;
  if (situation.input.facts.clips_gradients) {
    summary.notes.push_back(
        "Gradients are clipped: privacy holds, and no theorem bounds the error.");
  }
  if (parameters.output == DescentOutput::random && !situation.has_theorem()) {
    warnings.push_back(
        "No theorem is known for a random iterate of these steps: it needs a step of at most 1/L "
        "on all of space, all records, and gradients that are not clipped.");
  }
  if (parameters.theory == DescentTheory::non_convex &&
      parameters.output != DescentOutput::random) {
    warnings.push_back("The theorem that chose the steps is about output \"random\".");
  }
  const double samples = static_cast<double>(situation.input.facts.samples);
  if (privacy.notion == Notion::approximate && privacy.delta * samples >= 1) {
    warnings.push_back(
        "Delta is at least 1/n: a mechanism that publishes one record outright would do.");
  }
}

Result<PlanInput> with_iterations(const PlanInput& input, const DescentParameters& parameters) {
  PlanInput out = input;
  if (!parameters.theory) return out;
  const auto iterations = theory_iterations(input, *parameters.theory);
  if (!iterations) return std::unexpected(iterations.error());
  constexpr Index kMostIterations = 1'000'000'000;
  out.parameters.set("iterations", static_cast<double>(std::min(*iterations, kMostIterations)));
  return out;
}

}  // namespace

Index DescentPlan::draw_length(const GradientOracle& data) const {
  const Index steps = parts_.summary.iterations;
  if (output_ != DescentOutput::random) return steps;
  Stream stream = data.output_stream();
  return static_cast<Index>(bounded_integer(stream, static_cast<std::uint64_t>(steps)));
}

Run DescentPlan::start(GradientOracle& data, Vector x) const {
  return proximal_gradient_descent(data, *this, std::move(x));
}

Result<std::unique_ptr<AlgorithmPlan>> plan_descent(const PlanInput& input,
                                                    const AcceleratedMethod& method) {
  const DescentParameters parameters = read_descent_parameters(input.parameters);
  const auto full = with_iterations(input, parameters);
  if (!full) return std::unexpected(full.error());
  auto parts = plan_parts(*full, method);
  if (!parts) return std::unexpected(parts.error());
  if (parameters.output == DescentOutput::random) parts->rule.draw_length();

  std::optional<ProximalTerm> term;
  const bool adds_regularizer = input.regularizer.is_smooth();
  if (is_proximal(input.regularizer, input.domain)) {
    auto created = ProximalTerm::create(adds_regularizer ? Regularizer{} : input.regularizer,
                                        input.domain, input.facts.dimension);
    if (!created) return std::unexpected(created.error());
    term = *std::move(created);
  }
  const Situation situation{.input = input, .parts = *parts, .parameters = parameters};
  set_bounds(situation, parts->summary);
  add_warnings(situation, parts->summary);
  return std::make_unique<DescentPlan>(*std::move(parts), parameters.output, adds_regularizer,
                                       std::move(term));
}

}  // namespace noisy
