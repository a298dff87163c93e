#include "engine/algorithm/minimax/solution_report.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/algorithm/minimax/theory/method_bounds.h"
#include "engine/algorithm/minimax/theory/phased_bound.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/solver/base/expected_solve.h"

namespace noisy {
namespace {

/// Gradients that the solver is expected to take, up to a constant.
double expected_gradients(const PlanInput& input, const SolutionInputs& inputs,
                          const SolutionStep& step) {
  const double records = static_cast<double>(step.release.batch_size);
  const double smoothness =
      input.facts.saddle ? input.facts.saddle->smoothness.joint : input.facts.smoothness_bound;
  const double dual = step.dual_weight > 0 ? step.dual_weight : step.primal_weight;
  double digits = math::log(records / tolerance_ratio(inputs.setting));
  if (inputs.options.accuracy == SolutionAccuracy::expected) {
    digits = 2 * digits - math::log(ExpectedSolve::kMissProbability);
  }
  const SolverCost cost{.components = records,
                        .primal_condition = smoothness / step.primal_weight,
                        .dual_condition = smoothness / dual,
                        .condition = smoothness / std::min(step.primal_weight, dual),
                        .digits = digits};
  if (step.solver->cost) return step.solver->cost(cost);
  // Of a solver of another program nobody may know.
  return solvers().find(input.facts.saddle ? "extragradient" : "gradient-descent")->cost(cost);
}

ClaimWords words_of(const std::string& published) {
  return {.published = published, .noised = "with Gaussian noise on each number"};
}

std::string bound_name(ComparedMethod method) {
  switch (method) {
    case ComparedMethod::phased_equal:
      return "equal blocks";
    case ComparedMethod::phased_balanced:
      return "balanced blocks";
    case ComparedMethod::phased_geometric:
      return "geometric blocks";
    case ComparedMethod::naive:
      break;
  }
  return "one release of all records (output-perturbation with an l2 regularizer)";
}

/// Which schedule, or whether none, has the lowest proven bound here.
void compare_methods(const SolutionInputs& inputs, double own, PlanSummary& summary) {
  const auto bounds = method_bounds(inputs.setting);
  if (!bounds) return;
  const MethodBound best = better_method(*bounds);
  if (!(best.bound < own * 0.95)) return;
  summary.warnings.push_back("At this n, d and budget the proven bound of " +
                             bound_name(best.method) + " is lower: " + figure_text(best.bound) +
                             " with regularization " + figure_text(best.regularization) +
                             ", against " + figure_text(own) +
                             ". Phases pay off once there are many records.");
}

/// What the time of hidden solves tells.
std::string work_note(const SolutionOptions& options) {
  if (options.accuracy == SolutionAccuracy::expected) {
    return "The unseen solver makes as many epochs as its theorem asks for, whatever the data. Its "
           "answers are not checked: privacy rests on its draws, too.";
  }
  if (options.has_fixed_iterations) {
    return "The unseen solver makes as many steps as any data could need, so that counts tell "
           "nothing of the data.";
  }
  return "How long the unseen solver runs, how many gradients it takes and whether the fallback "
         "answers depends on the data; results tell it under nonPrivate only.";
}

/// Blocks cost what the dearest does because what is computed on one reads no other, but for what
/// was released. A solver of another program may remember: then a record of an earlier block moves
/// every later solution by up to 2 tau, which nothing is charged for.
void believe_solver(const SolutionSchedule& schedule, PrivacyClaim& claim) {
  const SolverEntry& solver = *schedule.steps.front().solver;
  const bool has_blocks = !schedule.steps.front().release.block.is_whole();
  if (!has_blocks || solver.origin == Origin::engine || !claim.promises()) return;
  claim.reasons.push_back("the solver \"" + solver.id +
                          "\" comes from outside the engine: that it carries nothing from one "
                          "block of records to another is its author's word");
}

/// What takes away from a claim that rests on a theorem about the solver.
void mark_expected(const SolutionInputs& inputs, PrivacyClaim& claim) {
  if (inputs.options.accuracy == SolutionAccuracy::certified || !claim.promises()) return;
  claim.reasons.push_back(
      "how near solutions are to the exact ones is expected, not certified: a theorem on SVRG in "
      "exact arithmetic bounds the probability to miss it by 2^-100 for each, which counts towards "
      "delta");
}

void warn_of_noise(const SolutionInputs& inputs, const SolutionStep& first, PlanSummary& summary) {
  const bool is_dual = first.part == SolutionPart::dual;
  const SolutionSetting& setting = inputs.setting;
  const auto numbers =
      static_cast<double>(is_dual ? setting.dual_dimension : setting.primal_dimension);
  const double reach = is_dual ? setting.dual_radius : setting.primal_radius;
  const double length = first.noise * std::sqrt(numbers);
  if (!inputs.is_private() || !(length > 2 * reach)) return;
  summary.warnings.push_back("The first release's noise is about " + figure_text(length) +
                             " long, more than twice the distance " + figure_text(reach) +
                             " that there is to go: n epsilon is too small for this problem.");
}

}  // namespace

std::string unseen_text(const SolutionOptions& options, const std::string& solution) {
  const std::string named = options.accuracy == SolutionAccuracy::certified
                                ? "the certified " + solution
                                : "the " + solution + " of expected accuracy";
  return named + ", which itself is never shown,";
}

PlanSummary report_solutions(const PlanInput& input, const SolutionInputs& inputs,
                             const SolutionSchedule& schedule, const std::string& published) {
  PlanSummary summary;
  summary.iterations = static_cast<Index>(schedule.steps.size());
  summary.claim = privacy_claim(input, *schedule.rule, words_of(published));
  mark_expected(inputs, summary.claim);
  believe_solver(schedule, summary.claim);
  summary.parameters = input.parameters;
  summary.parameters.set("solver", schedule.steps.front().solver->id);
  summary.parameters.set("toleranceRatio", tolerance_ratio(inputs.setting));
  Index number = 0;
  for (const SolutionStep& step : schedule.steps) {
    ++number;
    summary.gradient_evaluations += expected_gradients(input, inputs, step);
    summary.segments.push_back(
        {.first = number, .count = 1, .first_release = step.release, .last_release = step.release});
    if (!inputs.is_private()) continue;
    summary.noise_scale.iteration.push_back(static_cast<double>(number));
    summary.noise_scale.value.push_back(step.noise);
    summary.cost.iteration.push_back(static_cast<double>(number));
    summary.cost.value.push_back(step.release.cost.value);
  }
  const double samples = static_cast<double>(input.facts.samples);
  if (input.privacy.notion == Notion::approximate && input.privacy.delta * samples >= 1) {
    summary.warnings.push_back(
        "Utility theorems assume delta < 1/n, and so does common sense: a "
        "mechanism that publishes one record outright has delta = 1/n.");
  }
  warn_of_noise(inputs, schedule.steps.front(), summary);
  summary.notes.push_back(work_note(inputs.options));
  return summary;
}

void report_phases(const PlanInput& input, const SolutionInputs& inputs, double regularization,
                   PlanSummary& summary) {
  summary.parameters.set("regularization", regularization);
  summary.parameters.set("schedule", std::string(schedule_word(inputs.setting.schedule)));
  const auto bound = PhasedBound::create(inputs.setting);
  if (!bound || !inputs.is_private()) return;
  const double own = bound->at(regularization);
  summary.notes.push_back("The expected excess risk over the population is proven to be at most " +
                          figure_text(own) + " where the solution is no further than D = " +
                          figure_text(inputs.setting.primal_radius) + " from the start.");
  if (!input.regularizer.strong_convexity()) compare_methods(inputs, own, summary);
}

std::unique_ptr<AlgorithmPlan> plan_of(const PlanInput& input, const SolutionInputs& inputs,
                                       SolutionSchedule schedule, PlanSummary summary) {
  const SaddleBounds* saddle = input.facts.saddle ? &*input.facts.saddle : nullptr;
  SolutionSpace space{.primal_dimension = saddle ? saddle->primal_dimension : input.facts.dimension,
                      .dual_dimension = saddle ? saddle->dual_dimension : 0,
                      .primal_domain = input.domain,
                      .dual_domain = {}};
  if (saddle) {
    space.primal_domain = input.domain.factors.front().domain;
    space.dual_domain = input.domain.factors.back().domain;
  }
  auto plan = std::make_unique<SolutionPlan>(std::move(space), std::move(schedule.steps),
                                             std::move(schedule.rule), std::move(summary));
  plan->set_options(inputs.options);
  return plan;
}

}  // namespace noisy
