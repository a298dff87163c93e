#include "engine/algorithm/kl/spider_outline.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/kl/theory/fixed_round_schedule.h"
#include "engine/math/figure_text.h"

namespace noisy {
namespace {

/// What a run without noise goes on to, as a share of where it starts.
constexpr double kNoiselessTarget = 1e-6;

Result<SpiderSchedule> scheduled(KlSetting setting, const SpiderOptions& options) {
  if (!std::isfinite(setting.rho)) {
    const auto rho =
        rho_for_target(setting, kNoiselessTarget * normalized(setting).initial_gap,
                       options.error_fraction, options.step_fraction, options.most_steps);
    if (!rho) return std::unexpected(rho.error());
    setting.rho = *rho;
  }
  if (options.has_equal_rounds) {
    return fixed_round_schedule(setting, options.error_fraction, options.step_fraction,
                                options.most_steps);
  }
  return spider_schedule(setting, options.mode, options.error_fraction, options.step_fraction,
                         options.most_steps);
}

RegionConstants region_constants(const KlSetting& setting) {
  return {.lipschitz = setting.lipschitz,
          .smoothness_risk = setting.smoothness_risk,
          .smoothness_sample = setting.smoothness_sample};
}

std::unexpected<Error> too_far(const std::string& field, double region, double travelled) {
  return fail(ErrorCode::unsupported_domain, field,
              "L0 and L1 are declared on radius " + figure_text(region) +
                  " but the plan can travel " + figure_text(travelled));
}

/// Within a region that somebody has stated, or in all of space.
Result<ResolvedSchedule> planned_within(const PlanInput& input, const KlProblem& problem,
                                        const SpiderOptions& options, double region) {
  ResolvedSchedule out{.region = region, .setting = setting_within(input, problem, region)};
  if (auto checked = check_bounds(out.setting); !checked) return std::unexpected(checked.error());
  auto schedule = scheduled(out.setting, options);
  if (!schedule) return std::unexpected(schedule.error());
  out.schedule = *std::move(schedule);
  const double travelled = problem.start_norm + out.schedule.radius;
  if (travelled > region) return too_far("radius", region, travelled);
  return out;
}

}  // namespace

/// The bounds on a smaller region are smaller, and need less noise: the least region that its own
/// plan stays in.
Result<ResolvedSchedule> spider_outline(const PlanInput& input, const KlProblem& problem,
                                        const SpiderOptions& options) {
  const double domain = problem.region;
  if (const auto given = input.parameters.number("radius")) {
    return planned_within(input, problem, options, std::min(*given, domain));
  }
  if (!std::isfinite(domain)) return planned_within(input, problem, options, domain);
  if (auto checked = check_bounds(setting_within(input, problem, domain)); !checked) {
    return std::unexpected(checked.error());
  }
  auto out = resolve_radius(
      problem.setting, problem.start_norm,
      [&](double region) {
        return region_constants(setting_within(input, problem, std::min(region, domain)));
      },
      [&](const KlSetting& setting) { return scheduled(setting, options); });
  if (out && out->region > domain) {
    out->region = problem.start_norm + out->schedule.radius;
    if (out->region > domain) {
      return too_far("problem.domain.radius", domain, out->region);
    }
  }
  return out;
}

}  // namespace noisy
