#pragma once

#include "engine/problem/saddle/separable_bilinear.h"
#include "engine/solver/problem/saddle_record_sum.h"

namespace noisy {

/// T4
using SeparableBilinearSum = SaddleRecordSum<SeparableBilinear>;

}  // namespace noisy
