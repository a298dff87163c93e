#pragma once

#include "engine/data/dense_data.h"
#include "engine/data/generator.h"

namespace noisy {

/// Draws the records of is_population_generator(), see draw_population().
using PopulationDrawer = Result<DenseData> (*)(const SyntheticParameters& parameters,
                                               DataLayout layout, Index reserved_features,
                                               double memory_bytes);

/// It stands in a file of its own, so that a program that must be small can define this function
/// itself and give null, as record_objective_maker(): then Session::lacks() names the generators
/// that an experiment asks for.
PopulationDrawer population_drawer();

}  // namespace noisy
