#pragma once

#include <memory>

#include "engine/data/generator.h"
#include "engine/problem/domain/domain.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/risk/point_search.h"

namespace noisy {

/// Finds F(x) - F* of projected points x, F the mean of a loss over the law of generated records
/// and F* its least value on the domain: in closed form for ||x - u||^2 / 2 and linear losses, over
/// all atoms for other convex ones, where the number is the upper end of a bracket. Null where
/// has_population() says no, where the domain has no projection, and where all but mean estimation
/// cannot minimize linear functions over it.
///
/// @param bounds  of the records
std::unique_ptr<const PointSearcher> population_excess(const LossEntry& loss,
                                                       const ParameterSet& given,
                                                       const SyntheticParameters& law,
                                                       const Domain& domain,
                                                       const FeatureBounds& bounds);

}  // namespace noisy
