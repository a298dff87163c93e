#pragma once

#include "engine/problem/saddle/random_coupling.h"
#include "engine/solver/problem/saddle_record_sum.h"

namespace noisy {

/// T6
using RandomCouplingSum = SaddleRecordSum<RandomCoupling>;

}  // namespace noisy
