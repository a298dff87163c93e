#include "engine/algorithm/accelerated/theory/step_schedule.h"

#include <algorithm>

namespace noisy {

Index schedule_steps(const StepSchedule& schedule) {
  Index steps = 0;
  for (const Stage& stage : schedule) steps += stage.count;
  return steps;
}

StepSchedule truncated(const StepSchedule& schedule, Index steps) {
  StepSchedule result;
  for (const Stage& stage : schedule) {
    if (steps <= 0) break;
    result.push_back(stage);
    result.back().count = std::min(stage.count, steps);
    steps -= result.back().count;
  }
  return result;
}

}  // namespace noisy
