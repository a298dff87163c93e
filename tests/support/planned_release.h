#pragma once

#include "engine/algorithm/frame/algorithm.h"

namespace noisy::testing {

/// The release with this number, from 1, of a plan whose releases are fixed beforehand.
inline Release planned_release(const AlgorithmPlan& plan, Index number) {
  return dynamic_cast<const ScheduledRule&>(plan.rule()).at(number);
}

}  // namespace noisy::testing
