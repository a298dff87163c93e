#pragma once

#include "engine/algorithm/kl/proximal_inputs.h"
#include "engine/algorithm/kl/theory/proximal_schedule.h"

namespace noisy {

/// A schedule, and what it was made with.
struct ProximalOutline {
  ProximalSchedule schedule;
  ProximalOptions options;
  double adjacency = 0;  ///< as KlSetting::adjacency, of the records' own L_0

  NoiseRange noise_range() const { return {schedule.inner.noise, schedule.inner.noise}; }
};

/// Makes schedules of proximal steps for one problem.
class ProximalPlanner {
 public:
  ProximalPlanner(const PlanInput& input, const ProximalInputs& inputs);

  /// With at least one step, for neighbours that are so far apart. Where the file does not say how
  /// long a proximal step may be, it is as long as a promise takes.
  ///
  /// @error what proximal_schedule refuses; no-certificate where no step fits, with what would help
  Result<ProximalOutline> plan(double adjacency) const;

 private:
  Result<ProximalSchedule> schedule(const KlSetting& setting, const ProximalOptions& options) const;
  ProximalOptions promising(const KlSetting& setting) const;
  std::unexpected<Error> too_small(const KlSetting& setting, const ProximalOptions& options,
                                   double start_gap) const;

  const PlanInput& input_;
  KlSetting setting_;
  double weak_convexity_;
  double data_slope_;  ///< the share of the objective's L_0 that is the records'
  ProximalOptions options_;
};

}  // namespace noisy
