#pragma once

#include "engine/algorithm/kl/theory/spider_schedule.h"

namespace noisy {

/// spider_schedule of the modes paper and paper_certified, for a checked and normalized setting
/// with F_0 > 0.
Result<SpiderSchedule> printed_spider_schedule(const KlSetting& setting, SpiderMode mode,
                                               Index most_steps);

}  // namespace noisy
