#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/audit/game.h"
#include "engine/experiment/file/sweep.h"

namespace noisy {

/// What a plan states of its privacy, in the terms that a game can refute; of a plan that states
/// nothing because it leaks, what was asked for.
struct AuditClaim {
  bool is_made = true;  ///< false: asked for, not claimed
  Notion notion = Notion::pure;
  double epsilon = 0;
  double delta = 0;           ///< the plan's; of zCDP, which states none, kZcdpDelta
  std::optional<double> rho;  ///< zCDP only
  /// Of Gaussian noise: sqrt(2 rho), the mu of Gaussian DP that the noise amounts to.
  std::optional<double> gaussian_mu;
  std::string statement;
};

inline constexpr double kZcdpDelta = 1e-6;

/// A game about one algorithm of an experiment, ready to be played.
struct AuditPlan {
  std::string algorithm;
  std::string label;
  GameRules rules;
  AuditClaim claim;
  Index iterations = 0;
  Index batch_size = 0;
  Mechanism mechanism = Mechanism::laplace;
  std::vector<std::string> notes;  ///< what the audit plays differently, one sentence each
  /// mu of Gaussian DP that tells the data sets apart exactly, where it is known.
  std::optional<double> exact_mu{};
};

/// Replaces constants that read the data by public bounds: a game makes its records up, and plans
/// without any. Whether there was one: then the experiment's own plan leaks and claims nothing.
bool use_public_constants(ConstantsSpec& constants);

/// Shrinks the algorithm's problem to a tiny one with the same public bounds, sampling rate and
/// horizon, plans it with the algorithm's own planner, and finds the canary.
///
/// @param position  of the algorithm in the point's list; one that adds noise
/// @param shape     the experiment's data: their n, d and enforced bounds are used, no record
/// @param release   how noise is added
/// @error what planning refuses; limit-exceeded for plans too long to be played many times;
///        unsupported-neighbours at "privacy.neighbours" for a record that is zeroed out where no
///        record of the loss has the gradient 0
Result<AuditPlan> plan_audit(const SweepPoint& point, std::size_t position,
                             std::shared_ptr<const LoadedData> shape, ReleaseKind release,
                             std::uint64_t seed);

/// The game about a planted bug: gradient descent with two releases on four features, with the
/// point's privacy, where records are replaced; for a defect of variance reduction a
/// variance-reduced method on single records, (1, 0.05)-DP; for one of solvers a certified mean;
/// for a printed schedule that one (printed_plan.h), 1-zCDP.
Result<AuditPlan> plan_planted_audit(const SweepPoint& point, PlantedBug bug, std::uint64_t seed);

/// Exact epsilon of the game's pair at the claim's delta, where one release is all there is and a
/// closed form is known; nothing otherwise.
std::optional<double> exact_epsilon(const AuditPlan& plan);

}  // namespace noisy
