#pragma once

#include "engine/experiment/plan/objective.h"

namespace noisy {

/// Fills in what every form but margin decides of an objective: a mean, a problem of the gallery,
/// or a saddle problem, on its data.
using RecordObjectiveMaker = void (*)(const ProblemSpec& problem, const LoadedData& data,
                                      Objective& objective);

/// It stands in a file of its own, so that a program that must be small can define this function
/// itself and give null: then it links nothing that works on such an objective, and
/// Session::lacks() names the problems that an experiment asks for.
RecordObjectiveMaker record_objective_maker();

}  // namespace noisy
