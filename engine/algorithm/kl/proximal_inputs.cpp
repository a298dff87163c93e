#include "engine/algorithm/kl/proximal_inputs.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/kl/proximal_specs.h"
#include "engine/privacy/form/gradient.h"

namespace noisy {
namespace {

/// Of a run without noise, which no budget limits: n^2 rho / d.
constexpr double kNoiselessPasses = 10'000;

/// The whole objective's W, or any upper bound that the user gives: a regularizer makes it more
/// convex, a smooth loss is weakly convex.
double weak_convexity_of(const PlanInput& input, const KlSetting& setting) {
  if (const auto given = input.parameters.number("weakConvexity")) return *given;
  const double known = std::min(input.facts.kl.weak_convexity, setting.smoothness_sample);
  return std::max(0.0, known - input.regularizer.strong_convexity());
}

/// What to plan with where nothing limits the budget.
double noiseless_rho(const KlSetting& setting) {
  return kNoiselessPasses * static_cast<double>(setting.dimension) /
         (setting.samples * setting.samples);
}

Result<KlBudget> budget_of(const PlanInput& input) {
  if (inner_noise(input.parameters) == InnerNoise::paper) {
    if (auto checked = check_printed(input.privacy); !checked) {
      return std::unexpected(checked.error());
    }
  }
  if (auto checked = check_rounding(input); !checked) return std::unexpected(checked.error());
  return kl_budget(input.privacy, ZcdpConversion::gaussian);
}

}  // namespace

Result<ProximalInputs> proximal_inputs(const PlanInput& input, KlNeeds needs) {
  const auto budget = budget_of(input);
  if (!budget) return std::unexpected(budget.error());
  const auto problem = kl_problem(input, *budget, needs);
  if (!problem) return std::unexpected(problem.error());
  KlSetting setting = setting_within(input, *problem, problem->region);
  if (auto checked = check_bounds(setting); !checked) return std::unexpected(checked.error());
  // L_0 of the whole objective; how far one record moves a gradient alone decides the noise.
  const double slope = longest_gradient(input, problem->region);
  if (!std::isfinite(slope)) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "the objective's gradient has no bound on all of space: use the domain "
                "\"l2-ball\"");
  }
  if (input.privacy.notion == Notion::none) setting.rho = noiseless_rho(setting);
  return ProximalInputs{.budget = *budget,
                        .problem = *problem,
                        .setting = setting,
                        .slope = slope,
                        .weak_convexity = weak_convexity_of(input, setting),
                        .gradients = KlNoise::of_gradients(input, gradient_form(), {},
                                                           setting.gradient_sensitivity())};
}

}  // namespace noisy
