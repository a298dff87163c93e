#include "engine/algorithm/kl/kl_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/start_point.h"
#include "engine/algorithm/kl/kl_entries.h"
#include "engine/math/reduce.h"
#include "engine/privacy/release/neighbour_move.h"

namespace noisy {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();

Result<double> region_of(const Domain& domain) {
  if (domain.kind == Domain::Kind::all) return kEverywhere;
  if (domain.kind == Domain::Kind::l2_ball) return domain.radius;
  return fail(ErrorCode::unsupported_domain, "problem.domain.kind",
              "this method knows how far it travels from its start: use \"l2-ball\" or \"all\"");
}

Result<void> check_condition(const KlFacts& kl) {
  if (kl.is_known()) return {};
  return fail(ErrorCode::invalid_value, "problem.constants.klConstant",
              "no KL condition is known for this problem: state klConstant (gamma) and klExponent "
              "(kappa), or add the regularizer \"l2\", which gives kappa = 2");
}

/// How much longer than L_0 = D_0 n / adjacency a record's gradient may be within a radius: what
/// two records have in common cancels in their difference.
double beyond_lipschitz(const RegionBounds& bounds, double lipschitz) {
  return bounds.record_gradient > lipschitz ? bounds.record_gradient - lipschitz : 0;
}

/// D_0 = adjacency L_0 / n has to be what one record moves.
double lipschitz_of(const RegionBounds& bounds, Neighbours neighbours) {
  return gradient_move(bounds, neighbours) / changed_records(neighbours);
}

/// KlSetting::start_slope: both parts are 0 where the start is the centre of all that is bounded.
double slope_beyond_lipschitz(const PlanInput& input, double start_norm) {
  const RegionBounds bounds = input.facts.bounds_within(start_norm);
  return beyond_lipschitz(bounds, lipschitz_of(bounds, input.privacy.neighbours)) +
         input.regularizer.smoothness() * start_norm;
}

}  // namespace

double longest_gradient(const PlanInput& input, double radius) {
  const RegionBounds bounds = input.facts.bounds_within(radius);
  const double lipschitz = lipschitz_of(bounds, input.privacy.neighbours);
  const double strength = input.regularizer.smoothness();
  const double of_data = lipschitz + beyond_lipschitz(bounds, lipschitz);
  return strength > 0 ? of_data + strength * radius : of_data;
}

Result<KlProblem> kl_problem(const PlanInput& input, const KlBudget& budget, KlNeeds needs) {
  const RiskFacts& facts = input.facts;
  if (facts.samples < 1) return fail(ErrorCode::empty_data, "data", "need a record");
  if (auto checked = check_condition(facts.kl); needs == KlNeeds::condition && !checked) {
    return std::unexpected(checked.error());
  }
  const auto region = region_of(input.domain);
  if (!region) return std::unexpected(region.error());
  const auto start = start_point(input.parameters, input.domain, facts.dimension);
  if (!start) return std::unexpected(start.error());
  if (!input.domain.contains(*start)) {
    return fail(ErrorCode::infeasible_start, "start", "must lie in the domain");
  }
  KlProblem out{.region = *region, .start_norm = math::l2_norm(*start)};
  out.setting = {.kappa = facts.kl.exponent,
                 .gamma = facts.kl.constant,
                 .initial_gap = facts.initial_gap,
                 .start_slope = slope_beyond_lipschitz(input, out.start_norm),
                 .smoothness_risk = facts.smoothness,
                 .samples = static_cast<double>(facts.samples),
                 .dimension = facts.dimension,
                 .rho = budget.rho,
                 .failure_probability =
                     input.parameters.number("failureProbability").value_or(kFailureProbability),
                 .adjacency = changed_records(input.privacy.neighbours)};
  return out;
}

KlSetting setting_within(const PlanInput& input, const KlProblem& problem, double radius) {
  const RegionBounds bounds = input.facts.bounds_within(radius);
  KlSetting out = problem.setting;
  out.lipschitz = lipschitz_of(bounds, input.privacy.neighbours);
  out.smoothness_sample = bounds.record_smoothness;
  // A smaller region may be smoother than the whole domain.
  out.smoothness_risk =
      std::min(out.smoothness_risk, bounds.record_smoothness + input.regularizer.smoothness());
  return out;
}

Result<void> check_bounds(const KlSetting& setting) {
  if (setting.lipschitz > 0 && std::isfinite(setting.lipschitz)) return {};
  return fail(ErrorCode::unbounded_sensitivity, "problem",
              "nothing that the engine enforces bounds a record's gradient: bound the rows "
              "(data.preprocess), set problem.gradientClip, or give problem.domain a radius");
}

}  // namespace noisy
