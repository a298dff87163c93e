#pragma once

#include "engine/problem/saddle/moment_matching.h"
#include "engine/solver/problem/saddle_record_sum.h"

namespace noisy {

/// T9
using MomentMatchingSum = SaddleRecordSum<MomentMatching>;

}  // namespace noisy
