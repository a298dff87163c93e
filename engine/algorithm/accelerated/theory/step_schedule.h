#pragma once

#include <vector>

#include "engine/math/vector.h"

namespace noisy {

/// Consecutive iterations with one step size. Momentum restarts where a stage begins.
struct Stage {
  Index count = 0;
  double step_size = 0.0;
  double momentum = 0.0;
};

/// The stages of a method, in order. Gradient descent, heavy ball and Nesterov have a single one.
using StepSchedule = std::vector<Stage>;

/// Number of iterations of all stages.
Index schedule_steps(const StepSchedule& schedule);

/// The first `steps` iterations of a schedule; the whole schedule when it is shorter.
StepSchedule truncated(const StepSchedule& schedule, Index steps);

}  // namespace noisy
