#pragma once

#include <optional>

#include "engine/algorithm/erm/theory/svrg_bound.h"
#include "engine/algorithm/frame/algorithm.h"

namespace noisy {

/// Which of the two methods: they differ in their epochs (Wang, Ye and Xu, Algorithms 1 and 2).
enum class SvrgKind {
  restarted,  ///< DP-SVRG: equal epochs, each begins at its anchor
  doubling    ///< DP-SVRG++: epoch s has 2^s m steps and begins where the last one ended
};

/// How the step size is found.
enum class SvrgStepRule {
  constant,
  private_barzilai_borwein,  ///< from released gradients: nothing is spent
  exact_barzilai_borwein     ///< from exact gradients, as in the paper's experiments: not private
};

/// When the gradient at an anchor is noised.
enum class AnchorNoise {
  per_step,  ///< with every difference, afresh: the paper's method, one release per inner step
  per_epoch  ///< once, in a release of its own; every inner step releases its difference
};

/// What the file gives; what is absent follows from theory (resolve_svrg).
struct SvrgParameters {
  std::optional<Index> epochs;            ///< T
  std::optional<Index> inner_iterations;  ///< m
  std::optional<Index> batch_size;        ///< b
  std::optional<double> step_size;        ///< eta
  std::optional<double> step_scale;       ///< c in eta = c / L
  SvrgStepRule step_rule = SvrgStepRule::constant;
  AnchorNoise anchor_noise = AnchorNoise::per_step;
  /// w of PerEpochSchedule; absent: the length of the last epoch.
  std::optional<double> anchor_weight;
  /// Which form of the theorem must hold; none: run outside of it, without a bound.
  std::optional<VarianceLemma> theory = VarianceLemma::paper;
};

/// The catalogue's description of the options of one of the methods.
std::vector<ParameterSpec> svrg_parameter_specs(SvrgKind kind);

/// Reads options whose types and ranges were already checked against their specs.
///
/// @error conflicting-fields when both stepSize and stepScale are given
/// @error invalid-value when batchSize exceeds n
/// @error unsupported-option at "anchorWeight" when the anchors are noised in every step
Result<SvrgParameters> read_svrg_parameters(const ParameterSet& given, const RiskFacts& facts);

/// The schedule of a run, before its noise.
struct SvrgSetting {
  SvrgKind kind = SvrgKind::restarted;
  Index epochs = 0;            ///< T
  Index inner_iterations = 0;  ///< m
  Index steps = 0;             ///< N, all inner steps
  /// Whether each epoch begins with a release of its anchor's gradient.
  AnchorNoise anchor_noise = AnchorNoise::per_step;
  double step_size = 0;         ///< eta, of the first epoch when a rule changes it
  double smoothness = 0;        ///< L of F
  double strong_convexity = 0;  ///< mu of F + r

  /// m_s of epoch s in 1..T.
  Index length(Index epoch) const;
  bool releases_anchors() const { return anchor_noise == AnchorNoise::per_epoch; }
  /// All releases: N, and T more where anchors are released.
  Index releases() const { return steps + anchors(); }
  /// Releases of an anchor, all or among the first so many releases.
  Index anchors() const { return releases_anchors() ? epochs : 0; }
  Index anchors(Index releases) const;
};

/// Fills in what is absent: eta = 1/(48 L), m = ceil(200 kappa) (Theorem 4.2), for DP-SVRG++
/// eta = 1/(13 L), m = 10 (Theorem 4.4); T balances what is left of the initial gap with the noise.
///
/// @error invalid-value at "problem.regularizer" when DP-SVRG is to keep to its theorem and nothing
///        makes F + r strongly convex; unstable-step and epoch-too-short as check_epoch;
///        limit-exceeded when there are more than 10^9 steps
Result<SvrgSetting> resolve_svrg(SvrgKind kind, const SvrgParameters& parameters,
                                 const PlanInput& input);

/// What the theorems know of the problem, with the noise of large batches.
ErmFacts svrg_theorem_facts(const PlanInput& input);

}  // namespace noisy
