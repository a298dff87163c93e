#pragma once

#include <variant>

#include "engine/algorithm/erm/per_epoch_rule.h"
#include "engine/algorithm/erm/svrg_parameters.h"
#include "engine/algorithm/frame/release_rule.h"
#include "engine/algorithm/frame/sampled_rule.h"

namespace noisy {

/// How the releases of one SVRG plan are noised and accounted.
///
/// With batches of all records the anchor cancels, and each release is a plain Gaussian query of
/// sensitivity S_2 / n: ReleaseRule. With smaller ones: SampledRule, or PerEpochRule where anchors
/// are noised once per epoch. Without a notion: no noise.
class SvrgNoise {
 public:
  /// @error as ReleaseRule::create, SampledRule::create and PerEpochRule::create
  static Result<SvrgNoise> create(const PlanInput& input, const SvrgParameters& parameters,
                                  const SvrgSetting& setting, Index batch_size);

  /// Of an inner step.
  const Release& release() const { return release_; }
  /// Of an epoch's anchor, where anchors are released.
  const Release& anchor() const { return anchor_; }
  const BudgetRule& rule() const;

  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  Result<void> calibrate_per_epoch(const PlanInput& input, const SvrgParameters& parameters,
                                   const SvrgSetting& setting);

  std::variant<FixedSchedule, ReleaseRule, SampledRule, PerEpochRule> rule_{
      std::in_place_type<FixedSchedule>, std::vector<PlannedReleases>{}, Cost{}, Worth{}};
  Release release_;
  Release anchor_;
  std::vector<std::string> warnings_;
};

/// The batch size of the file, or the smallest whose noise is within 15% of a large batch's; 1
/// where there is no noise.
///
/// @error as smallest_batch and smallest_per_epoch_batch
Result<Index> svrg_batch_size(const SvrgParameters& parameters, const PlanInput& input,
                              const SvrgSetting& setting);

}  // namespace noisy
