#pragma once

#include <optional>
#include <span>
#include <utility>

#include "engine/algorithm/kl/kl_problem.h"
#include "engine/privacy/release/hardened.h"

namespace noisy {

/// Standard deviations of the noise in a plan, all of them > 0.
struct NoiseRange {
  double least = 0;
  double most = 0;
};

/// How Gaussian noise is put on something that one record moves by at most D: as it is, or, in
/// hardened releases, drawn as integers on a grid.
///
/// What rounds to a grid moves farther than D, the farther the coarser the grid, and grids follow
/// the noise (choose_grid). A hardened plan therefore counts with a larger D that covers all of its
/// grids (covering_move). Noise is rounded down to its grid, so that no error bound is passed, and
/// costs at most what the plan has for it; what it does cost is computed of the integers.
class KlNoise {
 public:
  /// Of mean gradients, or of something else of them that is only released with floating noise.
  ///
  /// @param move  D of exact arithmetic
  static KlNoise of_gradients(const PlanInput& input, const ReleaseForm* form,
                              const ReleaseDetails& details, double move);
  /// Of their lengths, one number each; or of a choice by them, whose range 2 D / b costs as much
  /// in rho, (2 D / b)^2 / 8, as normal noise of the deviation b.
  static KlNoise of_norms(const PlanInput& input, const ReleaseForm* form,
                          const ReleaseDetails& details, double move,
                          Mechanism mechanism = Mechanism::gaussian);

  bool is_hardened() const { return query_.has_value(); }
  /// The release with noise of this standard deviation, and what it costs; without noise where the
  /// request asks for none.
  Release with(double deviation) const;
  /// The same with as little noise as costs so much, where the deviation is planned for that cost:
  /// a plan counts with more than its one grid moves, and what that saves is not lost.
  Release costing(double rho, double deviation) const;
  /// A D for which (D / sigma)^2 / 2 is no less than the cost of any hardened release in this range
  /// of noise; infinity where noise is too close to its grid, or a grid coarser than what is moved.
  double covering_move(const NoiseRange& range) const;

 private:
  KlNoise(const PlanInput& input, Release kind, double move, const GridQuery& query);
  GridQuery query_on(double grid) const;
  /// With noise of a whole multiple of its grid, and what that costs.
  Release on_grid(Release release, double scale) const;

  Release kind_;  ///< but for its noise
  double move_;
  double sum_sensitivity_;          ///< gradient_move in the whole domain
  std::optional<GridQuery> query_;  ///< of hardened releases, but for its grid
};

/// The adjacency (KlSetting) whose sensitivities cover all hardened releases in this range of
/// noise; the setting's own for floating ones.
double covering_adjacency(const KlSetting& setting, std::span<const KlNoise> noises,
                          const NoiseRange& range);

/// @error unbounded-sensitivity at "run.randomness.release" where hardened releases are asked for
///        and nothing bounds what rounding does
Result<void> check_rounding(const PlanInput& input);

/// Where no grid suits the noise of the plan.
std::unexpected<Error> no_grid(const PrivacyRequest& privacy);

/// Plans with the adjacency that covers the plan's own grids, from that of exact arithmetic on.
///
/// @param exact  KlSetting::adjacency of the request's neighbours
/// @param plan   makes a plan for an adjacency: a Result of what has `noise_range()`
/// @param cover  covering_adjacency of the plan's releases in a range
/// @error what `plan` refuses; invalid-budget where the noise is too far above the sensitivity
template <typename Plan, typename Cover>
auto plan_on_grids(const PrivacyRequest& privacy, double exact, const Plan& plan,
                   const Cover& cover) -> decltype(plan(1.0)) {
  constexpr int kMostRounds = 16;
  double adjacency = exact;
  for (int round = 0; round < kMostRounds; ++round) {
    auto planned = plan(adjacency);
    if (!planned) return planned;
    const NoiseRange range = planned->noise_range();
    if (cover(range) <= adjacency) return planned;
    // A larger sensitivity needs more noise, whose grids are coarser: leave it some room.
    adjacency = cover({.least = range.least / 2, .most = 2 * range.most});
    if (!std::isfinite(adjacency)) break;
  }
  return no_grid(privacy);
}

}  // namespace noisy
