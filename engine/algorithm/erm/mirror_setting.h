#pragma once

#include <memory>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/release_rule.h"
#include "engine/math/function_ref.h"
#include "engine/problem/geometry/gaussian_width.h"
#include "engine/problem/geometry/geometry.h"

namespace noisy {

/// The public side of a mirror method: the set's geometry, where it begins, and the constants that
/// its bounds are made of.
struct MirrorSetting {
  std::shared_ptr<const Geometry> geometry;
  Vector start_state;         ///< mirror iterate of x_0
  double bregman_radius = 0;  ///< Theta >= B_w(x_*, x_0)
  double dual_noise = 0;      ///< W_C = E ||b||_{C*}^2; of Monte Carlo averages an upper estimate
  double l2_radius = 0;       ///< R_2
};

/// Reads the domain and the parameters `geometry` and `start`.
///
/// @error unsupported-regularizer when there is one; unsupported-domain for sets without a
///        geometry; unsupported-option at "geometry"; infeasible-start; invalid-value
Result<MirrorSetting> mirror_setting(const PlanInput& input);

/// The rule of equal Gaussian releases of all records; no noise for the notion none.
///
/// @error as ReleaseRule::create
Result<ReleaseRule> full_batch_rule(const PlanInput& input, Index releases);

/// C_sig = sigma^2 n^2 / (G^2 T), which does not depend on the number T of equal releases; 0
/// without noise.
///
/// @error as ReleaseRule::create
Result<double> noise_ratio(const PlanInput& input);

/// The summary of a plan of T equal releases of all records, without bound curves.
PlanSummary report_full_batch(const PlanInput& input, const MirrorSetting& setting,
                              const ReleaseRule& rule, Index iterations, double step_size);

/// Adds one point of the curves `bound` and `noiseFloor` for at most some 256 of the iterations.
///
/// @param at  total and noise part of the bound after t iterations
void add_bound(Index iterations, math::FunctionRef<std::pair<double, double>(Index)> at,
               PlanSummary& summary);

/// The catalogue's description of `geometry`, and the word of a generator.
ParameterSpec geometry_spec();
std::string generator_word(Geometry::Generator generator);

/// A plan whose releases are equal, of all records, with Gaussian noise.
class MirrorPlan : public AlgorithmPlan {
 public:
  const Geometry& geometry() const { return *setting_.geometry; }
  /// The mirror iterate of the start that a run is given.
  Vector state_of(const Vector& start) const;

  const PlanSummary& summary() const override { return summary_; }
  const ReleaseRule& rule() const override { return rule_; }

 protected:
  MirrorPlan(MirrorSetting setting, ReleaseRule rule, PlanSummary summary)
      : setting_(std::move(setting)), rule_(std::move(rule)), summary_(std::move(summary)) {}

 private:
  MirrorSetting setting_;
  ReleaseRule rule_;
  PlanSummary summary_;
};

}  // namespace noisy
