#include "engine/algorithm/minimax/solution_report.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/privacy_claim.h"
#include "engine/math/elementary.h"
#include "engine/math/figure_text.h"
#include "engine/solver/base/apriori_steps.h"
#include "engine/solver/base/condition_number.h"
#include "engine/solver/base/expected_solve.h"

namespace noisy {
namespace {

/// What the solver's problem is known to be like: phi_i of the block, moduli of its own taken away.
OperatorSmoothness smoothness_of(const PlanInput& input, const SolutionStep& step) {
  const bool is_saddle = input.facts.saddle.has_value();
  OperatorSmoothness of_records{.joint = input.facts.smoothness_bound};
  if (is_saddle) {
    const SaddleSmoothness l = input.facts.saddle->smoothness;
    of_records = {.joint = l.joint, .primal = l.primal, .dual = l.dual, .coupling = l.coupling};
  }
  return less_convex(of_records, is_saddle, step.primal_convexity, step.dual_convexity);
}

/// Gradients that as many steps take as any data could need (fallback.h): nearly all of a solve's.
double fixed_gradients(const SolverCost& cost, bool is_saddle, double ratio) {
  const Index steps = is_saddle ? extragradient_steps(cost.condition, ratio)
                                : accelerated_gradient_steps(cost.primal_condition + 1, ratio);
  return (is_saddle ? 2 : 1) * static_cast<double>(steps) * cost.components;
}

/// Gradients that the solver is expected to take, up to a constant.
double expected_gradients(const PlanInput& input, const SolutionInputs& inputs,
                          const SolutionStep& step) {
  const double records = static_cast<double>(step.release.batch_size);
  const OperatorSmoothness smoothness = smoothness_of(input, step);
  const double dual = step.dual_weight > 0 ? step.dual_weight : step.primal_weight;
  const double ratio = records / tolerance_ratio(inputs.setting);
  const SolverCost cost{.components = records,
                        .primal_condition = smoothness.joint / step.primal_weight,
                        .dual_condition = smoothness.joint / dual,
                        .condition = weighted_condition(smoothness, step.primal_weight, dual),
                        .digits = math::log(ratio)};
  const bool is_saddle = input.facts.saddle.has_value();
  const bool is_expected = inputs.options.accuracy == SolutionAccuracy::expected;
  if (is_expected && step.release.batch_size >= ExpectedSolve::kLeastComponents) {
    return expected_evaluations(is_saddle, cost, expected_epochs(is_saddle, ratio));
  }
  if (inputs.options.has_fixed_iterations) return fixed_gradients(cost, is_saddle, ratio);
  if (step.solver->cost) return step.solver->cost(cost);
  // Of a solver of another program nobody may know.
  return solvers().find(input.facts.saddle ? "extragradient" : "gradient-descent")->cost(cost);
}

ClaimWords words_of(const std::string& published) {
  return {.published = published, .noised = "with Gaussian noise on each number"};
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

/// One part's noise, where it is much longer than there is to go.
void warn_of_part(const char* part, double noise, Index numbers, double reach,
                  PlanSummary& summary) {
  const double length = noise * std::sqrt(static_cast<double>(numbers));
  if (!(length > 2 * reach)) return;
  summary.warnings.push_back("The first release's noise" + std::string(part) + " is about " +
                             figure_text(length) + " long, more than twice the distance " +
                             figure_text(reach) +
                             " that there is to go: n epsilon is too small for this problem.");
}

/// Of the first phase, whose steps release x, y or both.
void warn_of_noise(const SolutionInputs& inputs, const SolutionSchedule& schedule,
                   PlanSummary& summary) {
  const SolutionSetting& setting = inputs.setting;
  const RecordBlock& first = schedule.steps.front().release.block;
  for (const SolutionStep& step : schedule.steps) {
    if (step.release.block != first) return;
    const bool is_dual = step.part == SolutionPart::dual;
    const bool is_pair = step.part == SolutionPart::saddle;
    if (!is_dual) {
      warn_of_part(is_minimization(setting.method) ? "" : " on x", step.noise,
                   setting.primal_dimension, setting.primal_radius, summary);
    }
    if (is_dual || is_pair) {
      warn_of_part(" on y", is_dual ? step.noise : step.dual_noise, setting.dual_dimension,
                   setting.dual_radius, summary);
    }
  }
}

/// Curves have one value for each release.
void note_dual_noise(const SolutionStep& first, PlanSummary& summary) {
  if (first.part != SolutionPart::saddle) return;
  summary.notes.push_back("The noise on x's numbers has the standard deviation " +
                          figure_text(first.noise) + ", which the noise curve shows, and on y's " +
                          figure_text(first.dual_noise) + ".");
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
    // Whoever releases a solution looks at every record's gradient there (LipschitzCheck).
    summary.gradient_evaluations +=
        expected_gradients(input, inputs, step) + static_cast<double>(step.release.batch_size);
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
  if (inputs.is_private()) {
    warn_of_noise(inputs, schedule, summary);
    note_dual_noise(schedule.steps.front(), summary);
  }
  summary.notes.push_back(work_note(inputs.options));
  return summary;
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
