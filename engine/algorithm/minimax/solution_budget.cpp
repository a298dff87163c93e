#include "engine/algorithm/minimax/solution_budget.h"

#include <cmath>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

/// So much zCDP takes noise that is lost in rounding: plans without privacy have no noise.
constexpr double kNoNoise = 1e24;

SolutionNoise noise_of(const PrivacyRequest& privacy, bool is_classic) {
  if (privacy.notion != Notion::approximate) return SolutionNoise::zcdp;
  if (privacy.release == ReleaseKind::hardened) return SolutionNoise::zcdp;
  if (privacy.calibration == Calibration::paper) return SolutionNoise::paper;
  if (privacy.calibration == Calibration::zcdp) return SolutionNoise::zcdp;
  return is_classic ? SolutionNoise::certified_classic : SolutionNoise::certified_analytic;
}

}  // namespace

namespace {

/// The classical formula is one for continuous noise and (epsilon, delta).
Result<void> check_classic(const PrivacyRequest& privacy) {
  const auto refuse = [](std::string message) -> Result<void> {
    return fail(ErrorCode::unsupported_option, "gaussianNoise", std::move(message));
  };
  if (privacy.notion == Notion::zcdp) {
    return refuse("\"classic\" calibrates to (epsilon, delta): with zCDP leave it out");
  }
  if (privacy.release == ReleaseKind::hardened) {
    return refuse("\"classic\" is for continuous noise: leave it out with hardened releases");
  }
  if (privacy.calibration != Calibration::tight) {
    return refuse("\"privacy.calibration\" already says by which formula: leave \"classic\" out");
  }
  return {};
}

}  // namespace

Result<void> check_solution_calibration(const PrivacyRequest& privacy, bool is_classic) {
  if (privacy.notion == Notion::none) return {};
  const bool is_known = privacy.calibration == Calibration::tight ||
                        privacy.calibration == Calibration::zcdp ||
                        privacy.calibration == Calibration::paper;
  if (!is_known) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "certified solutions are calibrated as \"tight\", \"zcdp\" or \"paper\"");
  }
  const bool is_papers = privacy.calibration == Calibration::paper;
  if (is_papers && privacy.release == ReleaseKind::hardened) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the paper's noise is continuous: use \"tight\" for hardened releases");
  }
  if (is_papers && privacy.notion != Notion::approximate) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "the paper calibrates to (epsilon, delta): use \"tight\"");
  }
  return is_classic ? check_classic(privacy) : Result<void>{};
}

SolutionBudget solution_budget(const PrivacyRequest& privacy, bool is_classic) {
  SolutionBudget out{
      .noise = noise_of(privacy, is_classic), .epsilon = privacy.epsilon, .delta = privacy.delta};
  if (privacy.notion == Notion::none) out.rho = kNoNoise;
  if (privacy.notion == Notion::zcdp) out.rho = privacy.rho;
  const bool is_converted =
      privacy.notion == Notion::approximate && privacy.release == ReleaseKind::hardened;
  if (is_converted) out.rho = zcdp_rho(privacy.epsilon, privacy.delta, ZcdpConversion::optimal);
  return out;
}

Worth solution_worth(const PrivacyRequest& privacy) {
  return {.notion = privacy.notion,
          .delta = privacy.delta,
          .conversion = privacy.release == ReleaseKind::hardened ? ZcdpConversion::optimal
                                                                 : ZcdpConversion::gaussian};
}

std::shared_ptr<const ScheduledRule> solution_rule(const std::vector<Release>& releases,
                                                   Worth worth, double asked) {
  std::vector<PlannedReleases> planned;
  Cost cap = releases.front().cost;
  cap.value = 0;
  for (const Release& release : releases) {
    planned.push_back({.first = release, .last = release, .count = 1});
    cap.value += release.cost.value;
  }
  const bool is_exact =
      worth.notion == Notion::approximate && std::fabs(worth.of(cap) - asked) <= 1e-9 * asked;
  if (is_exact) worth.epsilon = asked;
  return std::make_shared<FixedSchedule>(std::move(planned), cap, worth);
}

double reach_from(const PlanInput& input, const Vector& start) {
  const double radius = input.domain.l2_radius(input.facts.dimension);
  return std::isfinite(radius) ? radius + math::l2_norm(start) : input.facts.distance;
}

}  // namespace noisy
