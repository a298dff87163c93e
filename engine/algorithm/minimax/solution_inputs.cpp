#include "engine/algorithm/minimax/solution_inputs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/start_point.h"
#include "engine/algorithm/minimax/minimax_entries.h"
#include "engine/algorithm/minimax/solution_budget.h"
#include "engine/algorithm/minimax/theory/naive_bound.h"
#include "engine/json/lookup.h"
#include "engine/math/nearest_word.h"

namespace noisy {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();
/// Fewer records are solved deterministically: variance reduction has nothing to reduce.
constexpr Index kFewRecords = 16;
/// The methods with theorems (ExpectedSolve).
constexpr const char* kExpectedMinimizer = "svrg";
constexpr const char* kExpectedSaddleSolver = "svrg-saddle";

Result<void> check_problem(const PlanInput& input, SolutionMethod method) {
  const RiskFacts& facts = input.facts;
  if (is_minimization(method) == facts.saddle.has_value()) {
    return fail(ErrorCode::unsupported_option, "problem",
                facts.saddle ? "this method minimizes: use \"phased-minimax\" for a saddle problem"
                             : "this method needs a saddle problem: {\"kind\": \"saddle\", ...}");
  }
  if (!facts.is_convex) {
    return fail(ErrorCode::needs_convexity, "problem.loss",
                "how far a record moves a solution is known for convex losses only");
  }
  if (!std::isfinite(facts.bounds_within(kEverywhere).record_gradient)) {
    return fail(ErrorCode::unbounded_sensitivity, "problem.domain",
                "nothing bounds one record's gradient: bound the domain, the rows or the gradients "
                "(the Lipschitz constant must be a public bound, not estimated from the data)");
  }
  if (!input.domain.has_projection()) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "base solvers need a domain with a projection");
  }
  const auto kind = input.regularizer.kind;
  if (kind != Regularizer::Kind::none && kind != Regularizer::Kind::l2) {
    return fail(ErrorCode::unsupported_regularizer, "problem.regularizer",
                "certificates need strong convexity: use \"l2\" or none");
  }
  if (is_phased(method) && !facts.has_parts) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "phases need records that can be taken apart, which those of this problem cannot");
  }
  return {};
}

/// Of solutions whose accuracy is expected: a probability to miss it needs a delta that it is small
/// beside, and a solver a theorem.
Result<void> check_accuracy(const PlanInput& input, SolutionMethod method,
                            const SolutionOptions& options) {
  if (options.accuracy == SolutionAccuracy::certified) return {};
  const auto refuse = [](const char* field, std::string message) -> Result<void> {
    return fail(ErrorCode::unsupported_option, field, std::move(message));
  };
  if (input.privacy.notion == Notion::zcdp) {
    return refuse("accuracyMode",
                  "zCDP has no delta that pays for a solver that misses its accuracy: use "
                  "\"certificate\", or (epsilon, delta)");
  }
  // Twice the probabilities of two solutions, on each of two neighbours, are 2^-98: beside this
  // delta less than its last digit.
  constexpr double kLeastDelta = 1e-15;
  if (input.privacy.notion == Notion::approximate && input.privacy.delta < kLeastDelta) {
    return fail(ErrorCode::invalid_budget, "privacy.delta",
                "solutions of expected accuracy need a delta of at least 1e-15");
  }
  if (options.has_fixed_iterations) {
    return refuse("fixedIterations",
                  "fixed iterations leave the solver out that \"accuracyMode\": \"markov\" is "
                  "about; that one's counts do not depend on the data either");
  }
  const char* proven = is_minimization(method) ? kExpectedMinimizer : kExpectedSaddleSolver;
  if (options.solver && *options.solver != proven) {
    return refuse("solver", "only \"" + std::string(proven) +
                                "\" has the theorem that \"accuracyMode\": \"markov\" rests on");
  }
  return {};
}

void set_saddle(const SaddleBounds& saddle, SolutionInputs& out) {
  SolutionSetting& setting = out.setting;
  setting.primal_dimension = saddle.primal_dimension;
  setting.dual_dimension = saddle.dual_dimension;
  setting.primal_difference = saddle.primal_difference;
  setting.dual_difference = saddle.dual_difference;
  setting.primal_modulus = out.added_convexity + saddle.primal_modulus;
  setting.dual_modulus = out.added_concavity + saddle.dual_modulus;
  setting.primal_radius = out.options.domain_radius.value_or(saddle.primal_radius);
  setting.dual_radius = out.options.domain_radius.value_or(saddle.dual_radius);
}

void set_problem(const PlanInput& input, SolutionInputs& out) {
  const RiskFacts& facts = input.facts;
  SolutionSetting& setting = out.setting;
  if (facts.saddle) set_saddle(*facts.saddle, out);
  setting.samples = facts.samples;
  setting.lipschitz = facts.bounds_within(kEverywhere).record_gradient;
  setting.difference = facts.l2_sensitivity;
  if (facts.saddle) return;
  setting.primal_dimension = facts.dimension;
  setting.primal_modulus = out.added_convexity + facts.record_convexity;
  setting.primal_radius = out.options.domain_radius.value_or(reach_from(input, out.start));
}

/// The schedule where one is named, or the paper's: its rule for mu knows no geometric saddle
/// points. Else one to begin with, in the place of which phased_paths takes the best.
void set_phases(const PlanInput& input, SolutionInputs& out) {
  const SolutionOptions& given = out.options;
  const bool has_papers_rule =
      given.rule == RegularizationRule::paper && !is_minimization(out.setting.method);
  const bool is_papers = input.privacy.calibration == Calibration::paper || has_papers_rule;
  out.has_fixed_schedule = given.schedule || is_papers;
  set_schedule(given.schedule.value_or(is_papers ? PhaseSchedule::equal : PhaseSchedule::geometric),
               out);
}

/// What the bound of one release of all records is least with (NaiveBound).
Result<double> naive_regularization(const SolutionInputs& inputs) {
  SolutionSetting setting = inputs.setting;
  setting.method = SolutionMethod::convex;
  const auto bound = NaiveBound::create(setting);
  if (!bound) return std::unexpected(bound.error());
  return bound->best_regularization();
}

/// The same of a saddle point with one weight mu in both parts (derived):
///
///     L sqrt(d_x + d_y) c 2 L / (n mu) + 4 sqrt(2) L^2 / (n mu) + mu D^2
///
/// c being noise over sensitivity, 2 L / (n mu) what one record moves either part by, the second
/// term twice the generalization of the exact saddle point, and D the larger radius.
Result<double> naive_saddle_regularization(const SolutionInputs& inputs) {
  const SolutionSetting& setting = inputs.setting;
  const auto multiplier = solution_noise_multiplier(setting.budget, 1);
  if (!multiplier) return std::unexpected(multiplier.error());
  const double numbers = static_cast<double>(setting.primal_dimension + setting.dual_dimension);
  const double terms = 2 * *multiplier * std::sqrt(numbers) + 4 * std::sqrt(2.0);
  const double radius = std::max(setting.primal_radius, setting.dual_radius);
  return setting.lipschitz / radius * std::sqrt(terms / static_cast<double>(setting.samples));
}

/// What a parameter of this name adds to a modulus; without it nothing, unless there is none yet.
template <typename Usual>
Result<double> added_modulus(const PlanInput& input, const char* name, double own,
                             const Usual& usual) {
  if (const auto given = input.parameters.number(name)) return *given;
  return own > 0 ? Result<double>(0) : usual();
}

/// Of methods that release once.
Result<void> add_regularization(const PlanInput& input, SolutionInputs& inputs) {
  SolutionSetting& setting = inputs.setting;
  const auto naive = [&] {
    return is_minimization(setting.method) ? naive_regularization(inputs)
                                           : naive_saddle_regularization(inputs);
  };
  const char* name = is_minimization(setting.method) ? "regularization" : "primalRegularization";
  const auto primal = added_modulus(input, name, setting.primal_modulus, naive);
  if (!primal) return std::unexpected(primal.error());
  inputs.regularization = *primal;
  inputs.added_convexity += *primal;
  setting.primal_modulus += *primal;
  if (is_minimization(setting.method)) return {};
  const auto dual = added_modulus(input, "dualRegularization", setting.dual_modulus, naive);
  if (!dual) return std::unexpected(dual.error());
  inputs.added_concavity = *dual;
  setting.dual_modulus += *dual;
  return {};
}

}  // namespace

Result<SolutionInputs> solution_inputs(const PlanInput& input, SolutionMethod method) {
  if (auto checked = check_problem(input, method); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  const SolutionOptions options = solution_options(input.parameters);
  if (auto checked = check_solution_calibration(input.privacy, options.is_classic); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  auto start = start_point(input.parameters, input.domain, input.facts.dimension);
  if (!start) return std::unexpected(std::move(start.error()));
  SolutionInputs out{.options = options,
                     .setting = {},
                     .worth = solution_worth(input.privacy),
                     .added_convexity = input.regularizer.strong_convexity(),
                     .start = *std::move(start)};
  if (auto checked = check_accuracy(input, method, out.options); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (!input.domain.contains(out.start)) {
    return fail(ErrorCode::infeasible_start, "start", "initial point lies outside the domain");
  }
  out.setting.method = method;
  out.setting.bound = out.options.bound;
  out.setting.tolerance_ratio = out.options.tolerance_ratio;
  out.setting.budget = solution_budget(input.privacy, out.options.is_classic);
  set_problem(input, out);
  set_phases(input, out);
  if (is_phased(method)) return out;
  if (auto added = add_regularization(input, out); !added) {
    return std::unexpected(std::move(added.error()));
  }
  return out;
}

void set_schedule(PhaseSchedule schedule, SolutionInputs& inputs) {
  inputs.setting.schedule = schedule;
  inputs.setting.phases = inputs.options.phases;
  if (inputs.options.phases || schedule != PhaseSchedule::geometric) return;
  const Index all = phase_count(inputs.setting.samples, PhaseSchedule::geometric);
  if (all > kUsualGeometricPhases) inputs.setting.phases = kUsualGeometricPhases;
}

Result<double> base_regularization_of(const PlanInput& input, const SolutionInputs& inputs) {
  if (inputs.options.regularization) return *inputs.options.regularization;
  const bool is_papers = input.privacy.calibration == Calibration::paper;
  const RegularizationRule rule = inputs.options.rule.value_or(
      is_papers ? RegularizationRule::paper : RegularizationRule::derived_optimal);
  return base_regularization(inputs.setting, rule, inputs.options.scale);
}

Result<const SolverEntry*> solver_of(const SolutionInputs& inputs, Index records) {
  const bool minimizes = is_minimization(inputs.setting.method);
  if (inputs.options.accuracy == SolutionAccuracy::expected) {
    return solvers().find(minimizes ? kExpectedMinimizer : kExpectedSaddleSolver);
  }
  if (!inputs.options.solver) {
    const char* few = minimizes ? "accelerated-gradient" : "extragradient";
    const char* many = minimizes ? kUsualMinimizer : kUsualSaddleSolver;
    return solvers().find(records < kFewRecords ? few : many);
  }
  const SolverEntry* found = solvers().find(*inputs.options.solver);
  if (!found) {
    std::vector<std::string> known;
    for (const SolverEntry& entry : solvers().entries()) known.push_back(entry.id);
    return fail(ErrorCode::unknown_name, "solver",
                "no solver is called \"" + *inputs.options.solver + "\"." +
                    did_you_mean(*inputs.options.solver, known));
  }
  if (minimizes ? found->minimizes : found->solves_saddles) return found;
  return fail(ErrorCode::unsupported_option, "solver",
              "\"" + found->id + "\" " +
                  (minimizes ? "does not minimize" : "does not solve saddle problems"));
}

}  // namespace noisy
