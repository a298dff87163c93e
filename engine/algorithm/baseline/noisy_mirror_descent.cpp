#include "engine/algorithm/baseline/noisy_mirror_descent.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/erm/erm_entries.h"
#include "engine/algorithm/frame/catalogue_entries.h"
#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/optional_planners.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/start_point.h"
#include "engine/privacy/form/gradient.h"

namespace noisy {
namespace {

constexpr double kMostByTheory = 10'000;
constexpr Index kNoiselessIterations = 200;

ParameterSpec iterations() {
  return iterations_spec(
      {.default_rule =
           "R_2^2 n^2 / (C_sig W_C), where noise and gradients weigh alike, at most 10000; 200 "
           "without noise",
       .description = "T, the number of noisy gradients of all records.",
       .source = "derived"});
}

ParameterSpec step_size() {
  return step_size_spec(
      {.default_rule = "sqrt(2 Theta / (T V)), which minimizes the bound",
       .description = "eta, the weight of each noisy gradient against the divergence.",
       .source = "derived"});
}

/// V >= E ||g||_{C*}^2: the two parts that it is made of.
struct SecondMoment {
  double gradient;  ///< 2 G^2 R_2^2
  double noise;     ///< 2 sigma^2 W_C
  double total() const { return gradient + noise; }
};

SecondMoment second_moment(const PlanInput& input, const MirrorSetting& mirror, double scale) {
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  const double longest = input.facts.bounds_within(kEverywhere).record_gradient;
  const double bound = longest * mirror.l2_radius;
  return {.gradient = 2 * bound * bound, .noise = 2 * scale * scale * mirror.dual_noise};
}

Result<Index> chosen_iterations(const PlanInput& input, const MirrorSetting& mirror) {
  if (const auto given = whole(input.parameters, "iterations")) return *given;
  if (input.privacy.notion == Notion::none) return kNoiselessIterations;
  const auto ratio = noise_ratio(input);
  if (!ratio) return std::unexpected(ratio.error());
  const double reach = mirror.l2_radius * static_cast<double>(input.facts.samples);
  const double steps = reach * reach / (*ratio * mirror.dual_noise);
  return static_cast<Index>(std::clamp(std::ceil(steps), 1.0, kMostByTheory));
}

PlanSummary report(const PlanInput& input, const MirrorSetting& mirror, const ReleaseRule& rule,
                   Index iterations, double step_size, const SecondMoment& moment) {
  PlanSummary summary = report_full_batch(input, mirror, rule, iterations, step_size);
  summary.parameters.set("stepSize", step_size);
  if (!input.facts.is_convex || !std::isfinite(moment.total())) return summary;
  add_bound(
      iterations,
      [&](Index t) {
        const double left = mirror.bregman_radius / (step_size * static_cast<double>(t));
        return std::pair(left + step_size * moment.total() / 2, step_size * moment.noise / 2);
      },
      summary);
  return summary;
}

AlgorithmEntry mirror_descent_entry() {
  AlgorithmEntry entry = erm_entry();
  entry.id = "noisy-mirror-descent";
  entry.title = "Noisy mirror descent";
  entry.paper = "Talwar, Thakurta, Zhang 2014";
  entry.theorem = "baseline of Wang, Ye and Xu, Table 2; bound derived";
  entry.summary =
      "Mirror descent on noisy gradients of all records, in the geometry of the set; its answer is "
      "the mean iterate. The baseline that DP-AccMD is measured against.";
  entry.term_use = TermUse::domain_only;
  entry.neighbours.push_back(Neighbours::zero_out);
  entry.notions = {Notion::approximate, Notion::zcdp, Notion::none};
  entry.needs = {"bounded gradient sensitivity", "a bounded domain"};
  entry.guarantee = "The whole path is private; every step pays budget / T.";
  entry.parameters = {iterations(), step_size(), geometry_spec(), domain_start_spec()};
  entry.plan = optional_planners().noisy_mirror_descent;
  return entry;
}

}  // namespace

Result<std::unique_ptr<AlgorithmPlan>> plan_noisy_mirror_descent(const PlanInput& input) {
  auto mirror = mirror_setting(input);
  if (!mirror) return std::unexpected(mirror.error());
  const auto iterations = chosen_iterations(input, *mirror);
  if (!iterations) return std::unexpected(iterations.error());
  auto rule = full_batch_rule(input, *iterations);
  if (!rule) return std::unexpected(rule.error());
  const SecondMoment moment = second_moment(input, *mirror, rule->at(1).noise_scale);
  const auto given = input.parameters.number("stepSize");
  if (!given && !std::isfinite(moment.total())) {
    return fail(ErrorCode::unbounded_sensitivity, "stepSize",
                "follows from the gradients' bound, and there is none: state it");
  }
  const double step_size = given.value_or(
      std::sqrt(2 * mirror->bregman_radius / (static_cast<double>(*iterations) * moment.total())));
  PlanSummary summary = report(input, *mirror, *rule, *iterations, step_size, moment);
  return std::make_unique<NoisyMirrorDescentPlan>(step_size, *std::move(mirror), *std::move(rule),
                                                  std::move(summary));
}

Run NoisyMirrorDescentPlan::start(GradientOracle& data, Vector start) const {
  return noisy_mirror_descent(data, *this, std::move(start));
}

Run noisy_mirror_descent(GradientOracle& data, const NoisyMirrorDescentPlan& plan, Vector start) {
  const Geometry& geometry = plan.geometry();
  Vector state = plan.state_of(start);
  Vector z;
  geometry.point_of(state, z);
  Vector mean = Vector::Zero(z.size());
  for (Index k = 1; k <= plan.summary().iterations; ++k) {
    mean += (z - mean) / static_cast<double>(k);
    const Vector& gradient = co_await data.ask(gradient_at(z, plan.rule().at(k)));
    geometry.mirror_step(plan.step_size(), gradient, state);
    geometry.point_of(state, z);
    co_yield Iterate{mean};
  }
}

std::vector<AlgorithmEntry> noisy_mirror_descent_entries() {
  return {mirror_descent_entry()};
}

}  // namespace noisy
