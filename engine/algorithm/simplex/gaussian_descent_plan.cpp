#include "engine/algorithm/simplex/gaussian_descent_plan.h"

#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "engine/algorithm/frame/common_specs.h"
#include "engine/algorithm/frame/parameter_words.h"
#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/simplex/gaussian_descent.h"
#include "engine/algorithm/simplex/simplex_input.h"
#include "engine/algorithm/simplex/theory/gaussian_bound.h"
#include "engine/algorithm/simplex/two_simplices.h"
#include "engine/algorithm/simplex/vertex_problem.h"
#include "engine/math/figure_text.h"
#include "engine/privacy/form/block_gradient.h"

namespace noisy {
namespace {

/// The public facts that a plan rests on.
struct Facts {
  GaussianBoundSetting bound;
  std::optional<VertexSet> vertices;
  std::vector<Index> sizes;
  double reach = 1;  ///< R_2: noise of deviation s in a gradient has at most R_2 s in a score
};

Result<Facts> facts_of(const PlanInput& input) {
  if (input.facts.saddle) {
    const auto problem = two_simplices(input);
    if (!problem) return std::unexpected(problem.error());
    return Facts{.bound = {.is_saddle = true,
                           .lipschitz = problem->regularity.lipschitz,
                           .log_dimension = problem->log_dimension},
                 .vertices = std::nullopt,
                 .sizes = {problem->primal_size, problem->dual_size}};
  }
  auto problem = vertex_problem(input);
  if (!problem) return std::unexpected(problem.error());
  return Facts{.bound = {.lipschitz = problem->regularity.lipschitz,
                         .log_dimension = problem->log_dimension()},
               .vertices = problem->vertices,
               .sizes = {problem->vertices.count()},
               .reach = input.domain.l2_radius(input.facts.dimension)};
}

Result<void> check(const PlanInput& input) {
  if (input.facts.samples < 2) {
    return fail(ErrorCode::empty_data, "data", "needs two records or more");
  }
  const bool is_private = input.privacy.notion != Notion::none;
  if (is_private && input.privacy.release == ReleaseKind::hardened) {
    return fail(ErrorCode::unsupported_option, "run.randomness.release",
                "sums of blocks have no proven rounding here: use \"floating\" releases");
  }
  return {};
}

/// Of one release of all records.
Result<ReleaseRule> one_release(const PlanInput& input) {
  PrivacyRequest privacy = input.privacy;
  if (privacy.notion != Notion::none) privacy.mechanism = Mechanism::gaussian;
  const std::array<WeightSegment, 1> steps = {{{.count = 1}}};
  return ReleaseRule::create(input.facts, privacy, Division::uniform, SensitivityRule::uniform,
                             input.facts.samples, steps, input.work.get());
}

/// sigma of blocks of so many records: n / B times that of all.
double deviation_of(const PlanInput& input, const ReleaseRule& one, Index block_size) {
  const double samples = static_cast<double>(input.facts.samples);
  return one.at(1).noise_scale * (samples / static_cast<double>(block_size));
}

/// T and B; by the bound where T is not given.
Result<StepBatches> choose_batches(const PlanInput& input, const Facts& facts,
                                   const ReleaseRule& one) {
  const Index samples = input.facts.samples;
  const auto given = whole(input.parameters, "iterations");
  if (given.value_or(2) > samples) {
    return fail(ErrorCode::invalid_value, "iterations",
                "every step reads records of its own: use 2 to n = " + std::to_string(samples));
  }
  if (given) return StepBatches{.steps = *given, .batch_size = samples / *given};
  return gaussian_batches(facts.bound, samples, facts.reach * deviation_of(input, one, 1));
}

BlocksInTurnRule rule_of(const PlanInput& input, const ReleaseRule& one,
                         const StepBatches& batches) {
  Release release = one.at(1);
  release.form = block_gradient_form();
  release.batch_size = input.facts.samples;
  release.noise_scale = deviation_of(input, one, batches.batch_size);
  release.details = details_of_blocks(batches.batch_size);
  return {one, release, batches.steps - 1};
}

/// What the bound says of the output, and whether it says anything.
void add_bound_note(const Facts& facts, double bound, PlanSummary& summary) {
  const double lipschitz = facts.bound.lipschitz;
  add_error_note(std::string("On the population, the expected ") +
                     (facts.bound.is_saddle ? "duality gap" : "excess risk") +
                     " of the output is at most " + figure_text(bound) + " (derived)",
                 bound,
                 facts.bound.is_saddle ? trivial_gap_of(lipschitz) : trivial_excess_of(lipschitz),
                 summary);
}

ClaimWords words_of(const StepBatches& batches) {
  return {.published = "all " + std::to_string(batches.steps - 1) +
                       " noisy gradients, and every iterate made from them,",
          .noised =
              "with Gaussian noise in every coordinate and records read once, in disjoint "
              "blocks of " +
              std::to_string(batches.batch_size)};
}

PlanSummary report(const PlanInput& input, const Facts& facts, const StepBatches& batches,
                   double step_size, const BlocksInTurnRule& rule) {
  const Index releases = batches.steps - 1;
  const Release release = rule.at(1);
  PlanSummary summary;
  summary.iterations = releases;
  summary.gradient_evaluations =
      static_cast<double>(releases) * static_cast<double>(batches.batch_size);
  summary.claim = privacy_claim(input, rule, words_of(batches));
  summary.segments = {{.first = 1,
                       .count = releases,
                       .step_size = step_size,
                       .momentum = 0,
                       .first_release = release,
                       .last_release = rule.at(releases)}};
  summary.parameters = input.parameters;
  summary.parameters.set("iterations", static_cast<double>(batches.steps));
  summary.parameters.set("stepSize", step_size);
  if (release.mechanism != Mechanism::none) {
    const double last = static_cast<double>(releases);
    summary.noise_scale = {.iteration = {1, last},
                           .value = {release.noise_scale, release.noise_scale}};
    summary.cost = {.iteration = {1, last},
                    .value = {release.cost.value, rule.at(releases).cost.value}};
  }
  add_bound_note(facts,
                 gaussian_bound(facts.bound, batches, facts.reach * release.noise_scale, step_size),
                 summary);
  add_blocks_note(releases, batches.batch_size, input.facts.samples, summary);
  return summary;
}

}  // namespace

Index GaussianDescentSetting::size() const {
  return std::reduce(sizes.begin(), sizes.end());
}

Release BlocksInTurnRule::at(Index number) const {
  Release release = release_;
  if (number > 1) release.cost.value = 0;
  return release;
}

std::vector<PlannedReleases> BlocksInTurnRule::planned() const {
  const bool is_constant = count_ == 1 || release_.mechanism == Mechanism::none;
  return {{.first = at(1), .last = at(count_), .count = count_, .is_constant = is_constant}};
}

Run GaussianDescentPlan::start(GradientOracle& data, Vector /*start*/) const {
  return gaussian_descent(data, *this);
}

std::vector<ParameterSpec> gaussian_descent_specs() {
  ParameterSpec steps = iterations_spec(
      {.default_rule =
           "n / B with B = n / T* rounded and T* = n L_0 / s, within 2 and n, of a saddle "
           "problem n L_0 / (sqrt(2) s), with s the deviation of a score's noise were B = 1: the "
           "one whose bound is least; n without privacy",
       .description = "T, the number of steps, of which each but the last reads B = floor(n / T) "
                      "records of its own.",
       .source = "2.9, B2; derived"});
  steps.minimum = 2;
  return {steps, step_size_spec(
                     {.default_rule =
                          "sqrt(2 l / (T V)), which minimizes the bound, l the logarithm of the "
                          "number of vertices and V = L_0^2 + sigma^2, of a saddle problem "
                          "L_0^2 (1 + 1 / B) + 2 sigma^2",
                      .description = "tau, of the scores. It costs no privacy.",
                      .source = "derived"})};
}

Result<std::unique_ptr<AlgorithmPlan>> plan_gaussian_descent(const PlanInput& input) {
  if (auto checked = check(input); !checked) return std::unexpected(checked.error());
  auto facts = facts_of(input);
  if (!facts) return std::unexpected(facts.error());
  const auto one = one_release(input);
  if (!one) return std::unexpected(one.error());
  const auto batches = choose_batches(input, *facts, *one);
  if (!batches) return std::unexpected(batches.error());
  BlocksInTurnRule rule = rule_of(input, *one, *batches);
  const double deviation = facts->reach * rule.at(1).noise_scale;
  const double step_size = input.parameters.number("stepSize")
                               .value_or(gaussian_step_size(facts->bound, *batches, deviation));
  PlanSummary summary = report(input, *facts, *batches, step_size, rule);
  return std::make_unique<GaussianDescentPlan>(
      input.domain, facts->vertices,
      GaussianDescentSetting{.steps = batches->steps,
                             .block_size = batches->batch_size,
                             .step_size = step_size,
                             .sizes = facts->sizes},
      std::move(rule), std::move(summary));
}

}  // namespace noisy
