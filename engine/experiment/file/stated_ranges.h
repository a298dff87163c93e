#pragma once

#include "engine/data/feature_bounds.h"
#include "engine/json/json.h"

namespace noisy {

/// What scale-columns mapped to before a file could say it. Links and results state the range since
/// then, so one of them that does not is from before; an experiment written by hand means the
/// default.
inline constexpr Interval kFormerScaleRange{0.0, 1.0};

/// Whether some step of this JSON value scales columns without saying to which range.
bool leaves_scale_range_open(const Json& value);

/// The value with `to` added to every step that scales columns without saying to which range.
Json with_scale_range(const Json& value, Interval to);

}  // namespace noisy
