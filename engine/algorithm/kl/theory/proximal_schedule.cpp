#include "engine/algorithm/kl/theory/proximal_schedule.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/algorithm/kl/theory/rounding.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/math/search.h"

namespace noisy {
namespace {

constexpr double kMostContraction = 5.0 / 32.0;  // of c - 1, by the first case of the proof

/// A problem with a checked and normalized setting, and how its exponents enter.
struct Proximal {
  KlSetting setting;
  double weak_convexity;
  ProximalOptions options;

  double squared_gamma() const { return setting.gamma * setting.gamma; }
  /// gap^((kappa - 2)/kappa)
  double flatness(double gap) const {
    return log_power(gap, (setting.kappa - 2.0) / setting.kappa);
  }
  /// F_0^(-(kappa - 2)/kappa) / (32 gamma^2 W); infinity for W = 0
  double growth() const {
    return 1.0 / (flatness(setting.initial_gap) * 32.0 * squared_gamma() * weak_convexity);
  }
  /// x = gamma L_0 sqrt(d) / (n sqrt(rho))
  double noise_level() const {
    return setting.gamma * setting.lipschitz *
           std::sqrt(static_cast<double>(setting.dimension) / setting.rho) / setting.samples;
  }
  double growing_weight(double gap) const {
    return std::max(weak_convexity, 1.0 / (flatness(gap) * 5.0 * squared_gamma()));
  }
  Result<InnerDescent> inner(double steps) const {
    return inner_descent({.lipschitz = setting.lipschitz,
                          .samples = setting.samples,
                          .dimension = setting.dimension,
                          .rho = setting.rho / steps,
                          .failure_probability = setting.failure_probability / steps,
                          .adjacency = setting.adjacency},
                         options.inner);
  }
  double inner_gap(const InnerDescent& inner, double weight) const {
    return inner.likely_gap * setting.lipschitz * setting.lipschitz / weight;
  }
};

/// One step of a schedule whose inner solver is known.
ProximalStep step_of(const Proximal& problem, const InnerDescent& inner, double target,
                     double weight) {
  return {target, weight, inner_radius(problem.setting.lipschitz, weight),
          problem.inner_gap(inner, weight)};
}

/// Fixes T, and with it what every inner solver gets.
Result<void> set_length(const Proximal& problem, double steps, ProximalSchedule& schedule) {
  const auto inner = problem.inner(steps);
  if (!inner) return std::unexpected(inner.error());
  schedule.inner = *inner;
  schedule.inner_rho = problem.setting.rho / steps;
  schedule.inner_failure_probability = problem.setting.failure_probability / steps;
  schedule.true_cost = steps * inner->cost;
  schedule.passes = steps * static_cast<double>(inner->iterations - 1);
  schedule.steps.reserve(static_cast<std::size_t>(steps));
  return {};
}

// ---- as printed -------------------------------------------------------------------------------

Result<void> too_many(double steps, Index most) {
  if (steps <= static_cast<double>(most)) return {};
  return fail(ErrorCode::limit_exceeded, "maxOuterSteps",
              "the plan needs more outer steps than the cap allows: a smaller n sqrt(rho) needs "
              "fewer");
}

Result<void> plan_paper(const Proximal& problem, ProximalSchedule& schedule) {
  const KlSetting& known = problem.setting;
  const double weight = problem.weak_convexity;
  schedule.contraction = 1.0 + problem.growth();
  const double bracket =
      math::log(known.initial_gap) - known.kappa * math::log(problem.noise_level());
  const double length = steady_ceil((1.0 + 1.0 / problem.growth()) * bracket);
  if (!(length >= 1.0)) return {};
  if (auto checked = too_many(length, problem.options.most_steps); !checked) return checked;
  if (auto set = set_length(problem, length, schedule); !set) return set;
  for (double t = 1.0; t <= length; ++t) {
    const double target = known.initial_gap * math::exp(-t * math::log1p(problem.growth()));
    schedule.steps.push_back(
        step_of(problem, schedule.inner, std::max(target, schedule.paper_rate), weight));
  }
  const double inner_gap = problem.inner_gap(schedule.inner, weight);
  const double proven_growth = std::min(kMostContraction, problem.growth());
  schedule.proven_gap = std::max(
      {known.initial_gap * math::exp(-length * math::log1p(proven_growth)), 16.0 * inner_gap,
       log_power(32.0 * problem.squared_gamma() * weight * inner_gap, known.kappa / 2.0)});
  return {};
}

// ---- with a growing weight --------------------------------------------------------------------

/// Both conditions on tau_t get harder from step to step, so the last one decides.
bool is_feasible(const Proximal& problem, double log_contraction, double steps) {
  const auto inner = problem.inner(steps);
  if (!inner) return false;
  const KlSetting& known = problem.setting;
  const double target = known.initial_gap * math::exp(-steps * log_contraction);
  const double before = known.initial_gap * math::exp(-(steps - 1.0) * log_contraction);
  const double weight = problem.growing_weight(before);
  const double inner_gap = problem.inner_gap(*inner, weight);
  return inner_gap <= target / 16.0 && inner_gap <= log_power(target, 2.0 / known.kappa) /
                                                        (32.0 * problem.squared_gamma() * weight);
}

Result<void> plan_growing(const Proximal& problem, ProximalSchedule& schedule) {
  const KlSetting& known = problem.setting;
  const double growth = std::min(kMostContraction, problem.growth());
  const double log_contraction = math::log1p(growth);
  schedule.contraction = 1.0 + growth;
  if (const auto inner = problem.inner(1.0); !inner) return std::unexpected(inner.error());
  const double length = math::largest_whole(
      1.0, static_cast<double>(problem.options.most_steps),
      [&](double steps) { return is_feasible(problem, log_contraction, steps); });
  if (length < 1.0) return {};
  if (auto set = set_length(problem, length, schedule); !set) return set;
  double before = known.initial_gap;
  for (double t = 1.0; t <= length; ++t) {
    const double target = known.initial_gap * math::exp(-t * log_contraction);
    schedule.steps.push_back(
        step_of(problem, schedule.inner, target, problem.growing_weight(before)));
    before = target;
  }
  schedule.proven_gap = before;
  return {};
}

// ---- practical --------------------------------------------------------------------------------

double practical_floor(const Proximal& problem, double steps) {
  const KlSetting& known = problem.setting;
  const double root =
      2.0 * known.gamma * known.lipschitz * std::sqrt(steps / known.rho) / known.samples;
  return std::min(known.initial_gap, log_power(root, known.kappa));
}

/// The least T of at least 2 that is no less than ceil(ln(F_0 / floor) / ln 4) + 2, in which the
/// floor rises with T: the number that equals it, or one more where none does. More than the cap
/// when that is more.
double practical_length(const Proximal& problem) {
  const double most = static_cast<double>(problem.options.most_steps);
  double steps = 2.0;
  for (; steps <= most; ++steps) {
    const double factors = math::log(problem.setting.initial_gap / practical_floor(problem, steps));
    if (steady_ceil(factors / math::log(4.0)) + 2.0 <= steps) break;
  }
  return steps;
}

Result<void> plan_practical(const Proximal& problem, ProximalSchedule& schedule) {
  schedule.contraction = 4.0;
  const double length = practical_length(problem);
  const double floor = practical_floor(problem, length);
  if (auto checked = too_many(length, problem.options.most_steps); !checked) return checked;
  if (auto set = set_length(problem, length, schedule); !set) return set;
  for (double t = 1.0; t <= length; ++t) {
    const double target =
        std::max(problem.setting.initial_gap * math::exp(-t * math::log(4.0)), floor);
    const double weight =
        problem.options.has_fixed_weight ? problem.weak_convexity : problem.growing_weight(target);
    schedule.steps.push_back(step_of(problem, schedule.inner, target, weight));
  }
  return {};
}

// ---- all modes --------------------------------------------------------------------------------

Result<void> check(const Proximal& problem, ProximalMode mode) {
  if (problem.setting.kappa < 2.0)
    return fail(ErrorCode::invalid_value, "problem.constants.klExponent",
                "proximal point needs kappa >= 2; use KL Spider");
  const double weight = problem.weak_convexity;
  if (!(weight >= 0.0) || !std::isfinite(weight))
    return fail(ErrorCode::invalid_value, "weakConvexity",
                "the weak-convexity constant must not be negative and must be finite");
  if (problem.options.most_steps < 1)
    return fail(ErrorCode::invalid_value, "maxOuterSteps", "must be at least 1");
  const bool is_fixed = mode == ProximalMode::paper ||
                        (mode == ProximalMode::practical && problem.options.has_fixed_weight);
  if (is_fixed && weight == 0.0)
    return fail(ErrorCode::invalid_value, "weakConvexity",
                "mode paper needs a positive weak-convexity constant (any upper bound is valid, "
                "e.g. F0^(-(kappa-2)/kappa)/(32 gamma^2)); the mode \"growing-weight\" accepts 0");
  return {};
}

void describe(const Proximal& problem, ProximalSchedule& schedule) {
  const KlSetting& known = problem.setting;
  schedule.start_gap = known.initial_gap;
  schedule.public_radius = 2.0 * known.kappa / (known.kappa - 1.0) * known.gamma *
                           log_power(known.initial_gap, 1.0 - 1.0 / known.kappa);
  const double condition =
      1.0 + problem.flatness(known.initial_gap) * problem.squared_gamma() * problem.weak_convexity;
  schedule.paper_rate = log_power(problem.noise_level() * std::sqrt(condition), known.kappa);
}

/// Theorem 2's likely radius without its constant.
double paper_radius(const Proximal& problem, const ProximalSchedule& schedule) {
  const KlSetting& known = problem.setting;
  const double dimension = static_cast<double>(known.dimension);
  const double x = -math::log(schedule.inner_failure_probability);
  const double inside =
      known.samples * known.samples * x * x / (dimension * schedule.inner_failure_probability);
  const double noise = std::sqrt(static_cast<double>(schedule.steps.size()) * dimension *
                                 math::log(inside) / known.rho) /
                       known.samples;
  return known.lipschitz / problem.weak_convexity * (1.0 + noise) +
         known.lipschitz * problem.flatness(known.initial_gap) * problem.squared_gamma();
}

}  // namespace

Result<ProximalSchedule> proximal_schedule(const KlSetting& given, double weak_convexity,
                                           ProximalMode mode, const ProximalOptions& options) {
  if (auto checked = check_kl_setting(given); !checked) return std::unexpected(checked.error());
  const Proximal problem{normalized(given), weak_convexity, options};
  if (auto checked = check(problem, mode); !checked) return std::unexpected(checked.error());
  ProximalSchedule schedule{.mode = mode,
                            .proven_gap = std::numeric_limits<double>::infinity(),
                            .is_vacuous = true,
                            .was_clamped = problem.setting.initial_gap < given.initial_gap};
  if (problem.setting.initial_gap == 0.0) return schedule;
  describe(problem, schedule);
  const auto plan = mode == ProximalMode::paper            ? plan_paper
                    : mode == ProximalMode::growing_weight ? plan_growing
                                                           : plan_practical;
  if (auto planned = plan(problem, schedule); !planned) return std::unexpected(planned.error());
  math::CompensatedSum radius;
  for (const ProximalStep& step : schedule.steps) radius.add(step.radius);
  schedule.radius = radius.value();
  schedule.is_vacuous = schedule.steps.empty();
  if (!schedule.is_vacuous) schedule.paper_radius = paper_radius(problem, schedule);
  return schedule;
}

}  // namespace noisy
