#pragma once

#include "engine/algorithm/kl/theory/spider_schedule.h"
#include "engine/math/function_ref.h"

namespace noisy {

/// The constants that hold in a ball around the problem's centre.
struct RegionConstants {
  double lipschitz = 0.0;          ///< L_0
  double smoothness_risk = 0.0;    ///< L_1 of F
  double smoothness_sample = 0.0;  ///< L_1 of one record's loss
};

/// A schedule that stays where its own constants hold.
struct ResolvedSchedule {
  double region = 0.0;  ///< R, from the centre: |w_0| + schedule.radius <= R
  KlSetting setting;    ///< with the constants of that region
  SpiderSchedule schedule;
};

using RegionFunction = math::FunctionRef<RegionConstants(double region)>;
using ScheduleFunction = math::FunctionRef<Result<SpiderSchedule>(const KlSetting&)>;

/// Finds R with |w_0| + radius(schedule of the constants on R) <= R, from a small R upwards:
/// R <- |w_0| + 1.05 radius.
///
/// @param setting      its constants L_0 and L_1 are not read
/// @param start_norm   |w_0|, the start's distance from the centre
/// @param constants_on what holds at all points within a distance of the centre; never decreasing
/// @param schedule_of  plans for a setting
/// @error no-certificate at "problem.constants" when 60 rounds find none; as schedule_of
Result<ResolvedSchedule> resolve_radius(const KlSetting& setting, double start_norm,
                                        RegionFunction constants_on, ScheduleFunction schedule_of);

/// The least zCDP budget for which spider_schedule, mode accuracy_driven, promises a gap of at most
/// `target`; 0 when the start already has it. `setting.rho` is not read.
///
/// @param target  > 0
/// @error invalid-value at "targetGap", or as spider_schedule
Result<double> rho_for_target(const KlSetting& setting, double target,
                              double error_fraction = kUsualErrorFraction,
                              double step_fraction = kUsualStepFraction,
                              Index most_steps = kUsualSpiderSteps);

/// The least number of records, whole, for which the same holds with the budget `setting.rho`;
/// `setting.samples` is not read. 1 when the start already has the target.
Result<double> n_for_target(const KlSetting& setting, double target,
                            double error_fraction = kUsualErrorFraction,
                            double step_fraction = kUsualStepFraction,
                            Index most_steps = kUsualSpiderSteps);

}  // namespace noisy
